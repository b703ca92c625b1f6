//! What texts become: a line of data for each command, condition, goal, option and form.

use crate::common::{Show, file, program, rules};
use dagaz_core::{PlayerKind, SiteId};
use dagaz_rules::{Capture, EndingKind, PassRule, Rules, ViewValue};

const PLAYERS: &str = "(title \"Test\") (players White Black ?Dice) (turn-order White Black)";
const BOARD: &str = "(board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c\" (10 0)) (\"3/2/1\" (0 10)))
    (directions (n 0 -1) (s 0 1) (e 1 0))) (dummy hand) (symmetry Black (n s) (s n))
    (zone (name far) (players White) (positions a3 b3 c3)) (zone (name far) (players Black) (positions a1 b1 c1)))";
const PIECES: &str = "(piece (name King) (attribute moved? false) (attribute White true))
    (piece (name Man) (attribute fresh? true) (attribute moved? false) (moves (move-type step)))";

fn game(more: &str) -> Rules {
    let text = format!("(game {PLAYERS} {BOARD} {PIECES} {more})");
    rules(&text).unwrap_or_else(|said| panic!("{more}\n{said}"))
}

/// The program of a block of commands.
fn block(commands: &str) -> String {
    let rules = game(&format!("(piece (name X) (moves ({commands})))"));
    program(&rules, &rules.rules[0])
}

#[test]
fn commands() {
    let cases = [
        ("n add", "0 go n; 1 emit -> end"),
        ("b2 add", "0 go b2; 1 emit -> end"),
        ("(opposite n) add", "0 go against n; 1 emit -> end"),
        ("n (verify empty?) add", "0 go n; 1 empty? else end; 2 emit -> end"),
        (
            "n (while empty? add n) (verify enemy?) add",
            "0 go n; 1 empty? else 5; 2 turn; 3 emit; 4 go n -> 1; 5 enemy? else end; 6 emit -> end",
        ),
        ("(if empty? n else s e) add", "0 empty? else 3; 1 go n; 2 emit -> end; 3 go s; 4 go e -> 2"),
        ("(if empty? add)", "0 empty? else end; 1 emit -> end"),
        ("(if empty? else add)", "0 empty? -> end else 1; 1 emit -> end"),
        (
            "mark n back from e to (go to) (go from) (go mark) last-from (go last-to) add",
            "0 mark; 1 go n; 2 go mark; 3 origin; 4 go e; 5 target; 6 go target; 7 go origin; 8 go mark; 9 go lastfrom; 10 go lastto; 11 emit -> end",
        ),
        ("(add King Man)", "0 emit King|Man -> end"),
        (
            "(add) add-partial (add-partial step) (add-partial King step) (add-partial King)",
            "0 emit; 1 emit, same class goes on; 2 emit, step goes on; 3 emit King, step goes on; 4 emit King, same class goes on -> end",
        ),
        ("(add-partial nothing)", "0 emit, nothing goes on -> end"),
        ("add-copy (add-copy King) (add-copy-partial step)", "0 copy; 1 copy King; 2 copy, step goes on -> end"),
        (
            "capture (capture) (capture n) (capture b2) (capture (opposite e)) (capture n n)",
            "0 capture; 1 capture; 2 capture at n; 3 capture at b2; 4 capture at against e; 5 capture at n+n -> end",
        ),
        ("n cascade e add", "0 go n; 1 cascade; 2 go e; 3 emit -> end"),
        (
            "create (create King) (create Black) (create Black King) (create King n) (create White Man b2) (create b2)",
            "0 create side same; 1 create side King; 2 create Black same; 3 create Black King; 4 create side King at n; 5 create White Man at b2; 6 create side same at b2 -> end",
        ),
        (
            "(change-type King) (change-type King n) change-owner (change-owner Black) (change-owner n) (change-owner Black b2) flip (flip n)",
            "0 become King; 1 become King at n; 2 give side; 3 give Black; 4 give side at n; 5 give Black at b2; 6 flip; 7 flip at n -> end",
        ),
        (
            "(set-flag f true) (set-flag f (empty? n)) (set-position-flag g false) (set-position-flag g true b2)",
            "0 flag f = true; 1 flag f = empty at n; 2 site flag g = false; 3 site flag g = true at b2 -> end",
        ),
        (
            "(set-attribute moved? true) (set-attribute moved? (not-flag? f) n)",
            "0 set moved? = true; 1 set moved? = not f at n -> end",
        ),
        ("to n add", "0 target; 1 go n; 2 emit -> end"),
    ];
    for (text, expected) in cases {
        assert_eq!(block(text), expected, "{text}");
    }
}

#[test]
fn conditions() {
    let cases = [
        ("true", "true"),
        ("not-false", "true"),
        ("empty?", "empty"),
        ("(empty?)", "empty"),
        ("(empty? n)", "empty at n"),
        ("(not-empty? b2)", "not empty at b2"),
        ("(friend? mark)", "own at mark"),
        ("(not (friend? n))", "not own at n"),
        ("(not (not enemy?))", "enemy"),
        ("(neutral? (opposite n))", "neutral at against n"),
        ("(on-board? n)", "onboard at n"),
        ("(not-on-board? n)", "not onboard at n"),
        ("(and empty? (or friend? enemy?) (and true))", "(empty and (own or enemy) and true)"),
        ("(last-from? b2)", "lastfrom at b2"),
        ("not-last-to?", "not lastto"),
        ("marked?", "marked"),
        ("(adjacent-to-enemy? n)", "nexttoenemy at n"),
        ("attacked?", "attacked"),
        ("(attacked? n)", "attacked at n"),
        ("(attacked? step)", "attacked step"),
        ("(not-defended? step n)", "not defended step at n"),
        ("(piece? King)", "King"),
        ("(not-piece? King n)", "not King at n"),
        ("(piece? King Man)", "King|Man"),
        ("(position? b2)", "is b2"),
        ("(in-zone? far)", "in far"),
        ("(not-in-zone? far n)", "not in far at n"),
        ("(flag? f)", "f"),
        ("(not-position-flag? f n)", "not flagged f at n"),
        ("moved?", "has moved?"),
        ("(fresh? n)", "has fresh? at n"),
        ("not-moved?", "not has moved?"),
        ("White", "has White"),
        ("((empty? n))", "empty at n"),
    ];
    for (text, expected) in cases {
        let program = block(&format!("(verify {text})"));
        assert_eq!(program, format!("0 {expected}? -> end else end"), "{text}");
    }
}

#[test]
fn goals() {
    let cases = [
        ("(win-condition (White Black) stalemated)", "Win White Black: stuck (stalemate)"),
        ("(loss-condition (White) (pieces-remaining 1))", "Loss White: count Own = 1 (1 pieces left)"),
        (
            "(loss-condition (White) (pieces-remaining 0 King Man))",
            "Loss White: count Own King|Man = 0 (no King or Man left)",
        ),
        (
            "(draw-condition (White Black) (total-piece-count 2))",
            "Draw White Black: count Anyone = 2 (2 pieces on the board)",
        ),
        ("(draw-condition (White Black) repetition)", "Draw White Black: repeated(3) (repetition)"),
        ("(count-condition stalemated)", "Count : allstuck (stalemate)"),
        ("(loss-condition (White) (captured King))", "Loss White: captured King (King captured)"),
        ("(loss-condition (White) captured)", "Loss White: captured  (capture)"),
        (
            "(win-condition (White) (absolute-config King Man (b2 far)))",
            "Win White: ((own King at b2 or own Man at b2) and somewhere (in far and (own King or own Man))) (place reached)",
        ),
        ("(win-condition (White) (absolute-config King b2))", "Win White: own King at b2 (place reached)"),
        ("(win-condition (White) (absolute-config (not King) (b2)))", "Win White: not own King at b2 (place reached)"),
        (
            "(win-condition (White) (absolute-config (opponent King) (any-owner Man) (b2)))",
            "Win White: (enemy King at b2 or Man at b2) (place reached)",
        ),
        (
            "(win-condition (White) (relative-config Man n Man n n (any-owner King)))",
            "Win White: somewhere (own Man and own Man at n and King at n+n+n) (pattern made)",
        ),
        (
            "(win-condition (White) (and (not stalemated) (or repetition (captured King))))",
            "Win White: (not stuck and (repeated(3) or captured King)) (not stalemate and repetition or King captured)",
        ),
        (
            "(option \"include off-pieces\" true) (loss-condition (White) (pieces-remaining 0))",
            "Loss White: count Own with supply = 0 (no pieces left)",
        ),
        (
            "(loss-condition (White) stalemated) (win-condition (White) (pieces-remaining 3))",
            "Win White: count Own = 3 (3 pieces left) | Loss White: stuck (stalemate)",
        ),
        (
            "(loss-condition (White) stalemated (captured King))",
            "Loss White: captured King (King captured) | Loss White: stuck (stalemate)",
        ),
        (
            "(loss-condition (White Black) (checkmated King))",
            "Loss White Black: (stuck and somewhere (own King and attacked)) (checkmate) | never White Black: somewhere (own King and attacked)",
        ),
        (
            "(loss-condition (White) (checkmated King)) (loss-condition (White) (captured King))",
            "Loss White: captured King (King captured) | Loss White: (stuck and somewhere (own King and attacked)) (checkmate)",
        ),
    ];
    for (text, expected) in cases {
        let rules = game(text);
        let show = Show(&rules);
        let names =
            |players: &[dagaz_core::PlayerId]| players.iter().map(|&p| show.player(p)).collect::<Vec<_>>().join(" ");
        let endings = rules.endings.iter().map(|ending| {
            format!("{:?} {}: {} ({})", ending.kind, names(&ending.players), show.truth(&ending.when), ending.name)
        });
        let nevers =
            rules.nevers.iter().map(|never| format!("never {}: {}", names(&never.players), show.truth(&never.when)));
        assert_eq!(endings.chain(nevers).collect::<Vec<_>>().join(" | "), expected, "{text}");
    }
}

#[test]
fn turn_orders() {
    let cases = [
        ("(players A B) (turn-order A B)", "A/A>1 B/B>0"),
        ("(players A B)", "A/A>1 B/B>0"),
        ("(players A B) (turn-order A repeat B A)", "A/A>1 B/B>2 A/A>1"),
        ("(players A B) (turn-order A B repeat)", "A/A>1 B/B>0"),
        ("(players A B ?R) (turn-order (?R A roll) (A go) (A B) (B A go))", "?R/A roll>1 A/A go>2 A/B>3 B/A go>0"),
    ];
    for (text, expected) in cases {
        let rules = rules(&format!("(game {text} {BOARD2})")).unwrap_or_else(|said| panic!("{said}"));
        let show = Show(&rules);
        let slots = rules.turns.slots.iter().map(|slot| {
            format!("{}/{}{}>{}", show.player(slot.mover), show.player(slot.side), show.class(slot.class), slot.next.0)
        });
        assert_eq!(slots.collect::<Vec<_>>().join(" "), expected, "{text}");
    }
}

const BOARD2: &str =
    "(board (positions (p 0 0 1 1))) (piece (name M) (moves (move-type roll) (add) (move-type go) (add)))";

#[test]
fn players_without_a_turn_are_neutral() {
    let text = format!("(game (players A ?B C D ?E) (turn-order A (?B D)) {BOARD2})");
    let kinds: Vec<PlayerKind> = rules(&text).expect("reads").players.iter().map(|player| player.kind).collect();
    use PlayerKind::{Chooser, Neutral, Random};
    assert_eq!(kinds, [Chooser, Random, Neutral, Chooser, Neutral]);
}

#[test]
fn boards() {
    let cases = [
        ("(grid (dimensions (\"a/b\" (1 0)) (\"1/2\" (0 1))) (directions (x 1 0) (d 1 1)))",
         "a1 a2 b1 b2: x a1-b1 x a2-b2 d a1-b2"),
        ("(grid (dimensions (\"A-/B-\" (1 0)) (\"a/b\" (0 1)) (\"1/2\" (5 5))) (directions (up 0 0 1)))",
         "A-a1 A-a2 A-b1 A-b2 B-a1 B-a2 B-b1 B-b2: up A-a1-A-a2 up A-b1-A-b2 up B-a1-B-a2 up B-b1-B-b2"),
        ("(grid (dimensions (\"1/2/3\" (1 0))) (directions (e 1) (w -1)))", "1 2 3: e 1-2 e 2-3 w 2-1 w 3-2"),
        ("(positions (p 0 0 9 9) (q 10 0 19 9)) (dummy h) (links n (p q) (q h) (p h))", "p q h: n p-h n q-h"),
        ("(dummy a b c) (links n (a b) (b c)) (links s (b a)) (unlink (a b))", "a b c: n b-c s b-a"),
        ("(dummy a b c) (links n (a b) (b c) (c a)) (unlink a)", "a b c: n b-c"),
        ("(dummy a b c) (links n (a b) (b c)) (links s (a b)) (unlink (a n))", "a b c: n b-c s a-b"),
        ("(dummy a b c) (links n (a b) (b c) (c a)) (kill-positions b)", "a c: n c-a"),
        ("(grid (dimensions (\"a/b\" (1 0))) (directions (e 1))) (grid (dimensions (\"c/d\" (1 0))) (directions (e 1)))
          (links e (b c))", "a b c d: e a-b e b-c e c-d"),
    ];
    for (text, expected) in cases {
        let rules = rules(&format!("(game (players A B) (board {text}) (piece (name M)))"))
            .unwrap_or_else(|said| panic!("{said}"));
        let board = &rules.topology;
        let sites: Vec<&str> = board.sites().iter().map(|site| site.name.as_str()).collect();
        let links = board.directions().iter().enumerate().flat_map(|(at, name)| {
            let links = board.links(dagaz_core::DirectionId::at(at));
            board
                .site_ids()
                .zip(links)
                .filter(|(_, to)| **to != SiteId::NONE)
                .map(move |(from, to)| format!("{name} {}-{}", board.site(from).name, board.site(*to).name))
        });
        assert_eq!(format!("{}: {}", sites.join(" "), links.collect::<Vec<_>>().join(" ")), expected, "{text}");
    }
}

#[test]
fn sites_are_drawn_where_the_grid_says() {
    let rules = game("");
    let site = rules.topology.site(rules.topology.site_named("b1").expect("on the board"));
    let center = site.center.expect("drawn");
    assert_eq!((center.x, center.y), (14.5, 24.5));
    assert_eq!(site.outline.len(), 4);
    assert_eq!(site.grid.as_ref().map(|place| place.index.to_vec()), Some(vec![1, 2]));
    assert!(rules.topology.site(rules.topology.site_named("hand").expect("declared")).center.is_none());
}

#[test]
fn zones_and_symmetries_belong_to_players() {
    let rules = game("");
    let board = &rules.topology;
    let [white, black, dice] = [0, 1, 2].map(dagaz_core::PlayerId);
    let named = |player| {
        let far = board.zones()[0].of(player);
        far.iter().map(|site| board.site(site).name.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!([named(white), named(black), named(dice)], ["a3 b3 c3", "a1 b1 c1", ""]);
    let (n, s) = (board.direction_named("n").expect("known"), board.direction_named("s").expect("known"));
    assert_eq!((board.seen_by(white, n), board.seen_by(black, n), board.seen_by(black, s)), (n, s, n));
}

#[test]
fn the_later_of_two_set_ups_counts() {
    let text = "(game (title \"T\") (players White Black) (turn-order White Black)
        (board (grid (dimensions (\"a/b\" (1 0)) (\"1\" (0 1)))))
        (board-setup (White (Man a1 off 2) (King a1)) (White (Man off 5) (King off -1)))
        (piece (name Man)) (piece (name King)))";
    let rules = file(text).rules(0).rules.expect("warnings only");
    let supplies: Vec<u32> = rules.setup.supplies.iter().map(|(_, count)| *count).collect();
    assert_eq!(supplies, [5, 0]);
    assert_eq!(rules.setup.pieces.last().map(|placed| rules.piece_name(placed.piece.kind)), Some("King"));
}

#[test]
fn set_ups() {
    let cases = [
        (
            "(board-setup (White (King a1) (Man a2 b2 off 3)) (Black (King c3 off 1)))",
            "White King a1, White Man a2, White Man b2, Black King c3; White Man 3, Black King 1",
        ),
        (
            "(board-setup (White (Man (moved? true) a2 (fresh? true) b2)))",
            "White Man a2 moved?=1, White Man b2 moved?=1; ",
        ),
        ("(board-setup (White (Man fresh? false a2)))", "White Man a2 fresh?=0; "),
        ("", "; "),
    ];
    for (text, expected) in cases {
        let rules = game(text);
        let show = Show(&rules);
        let pieces = rules.setup.pieces.iter().map(|placed| {
            let attributes: String =
                placed.attributes.iter().map(|(a, v)| format!(" {}={v}", rules.attributes[a.index()].name)).collect();
            let (owner, kind) = (show.player(placed.piece.owner), show.kinds(&[placed.piece.kind]));
            format!("{owner} {kind} {}{attributes}", show.site(placed.site))
        });
        let supplies = rules
            .setup
            .supplies
            .iter()
            .map(|(piece, count)| format!("{} {} {count}", show.player(piece.owner), show.kinds(&[piece.kind])));
        let shown = format!("{}; {}", pieces.collect::<Vec<_>>().join(", "), supplies.collect::<Vec<_>>().join(", "));
        assert_eq!(shown, expected, "{text}");
    }
}

#[test]
fn options() {
    let cases = [
        ("", (PassRule::Never, false, false, Capture::Gone)),
        ("(option \"pass turn\" true)", (PassRule::Free, false, false, Capture::Gone)),
        ("(option \"pass turn\" forced)", (PassRule::Forced, false, false, Capture::Gone)),
        ("(option \"pass turn\" 2)", (PassRule::Forced, false, false, Capture::Gone)),
        ("(pass-turn forced)", (PassRule::Forced, false, false, Capture::Gone)),
        ("(option \"pass-partial\" true)", (PassRule::Never, true, false, Capture::Gone)),
        ("(pass-partial true) (maximal-captures true)", (PassRule::Never, true, true, Capture::Gone)),
        ("(option \"recycle captures\" true)", (PassRule::Never, false, false, Capture::OwnersSupply)),
    ];
    for (text, expected) in cases {
        let rules = game(text);
        assert_eq!((rules.pass, rules.may_stop, rules.longest_chain, rules.capture), expected, "{text}");
    }
}

#[test]
fn pieces_and_their_rules() {
    let rules = rules(&format!(
        "(define slide ($1 (while empty? add $1)))
         (define both (slide n) (slide $1))
         (define walk $1 add)
         (game {PLAYERS} {BOARD} (move-priorities take (step rest))
           (piece (name Rook) (dummy) (notation \"R\") (help \"It `slides`.\") (attribute moved? true) (attribute x? false)
             (image White \"w\\r.bmp\" Black \"b\\r.bmp\")
             (moves (slide n) (move-type take) (both e) (n add) ((walk s))) (drops (move-type step) (add)))
           (piece (name Queen) (moves (slide n) (s add))))"
    ))
    .unwrap_or_else(|said| panic!("{said}"));
    let show = Show(&rules);
    let entries = |entries: &[dagaz_rules::Entry]| {
        let named = entries.iter().map(|entry| {
            let rule = &rules.rules[entry.rule.index()];
            format!("{}({}){}", rule.name, rule.arguments.join(" "), show.class(entry.class))
        });
        named.collect::<Vec<_>>().join(", ")
    };
    let [rook, queen] = &rules.pieces[..] else { panic!("two pieces") };
    assert_eq!(entries(&rook.moves), "slide(n), slide(n) take, slide(e) take, Rook-4() take, walk(s) take");
    assert_eq!(entries(&rook.drops), "Rook-drop-1() step");
    assert_eq!(entries(&queen.moves), "slide(n), Queen-2()");
    assert_eq!(rook.moves[0].rule, queen.moves[0].rule, "equal blocks are one rule");
    assert!(rook.immaterial && !queen.immaterial);
    assert_eq!(rook.starts.iter().map(|(a, v)| (a.0, *v)).collect::<Vec<_>>(), [(0, 1)]);
    let groups = &rules.first.as_ref().expect("given").groups;
    let named: Vec<String> = groups.iter().map(|group| group.iter().map(|&c| show.class(Some(c))).collect()).collect();
    assert_eq!(named, [" take", " step rest"]);
    let texts = &rules.glossary.pieces[0];
    assert_eq!((texts.letter.as_deref(), texts.help.as_str()), (Some("R"), "It \"slides\"."));
    let image = rules.view.iter().find(|hint| hint.key == "image" && hint.about == "Rook").expect("kept");
    assert_eq!(image.values[..2], [ViewValue::Word("White".into()), ViewValue::Text("w\\r.bmp".into())]);
}

#[test]
fn numbers_for_records() {
    // Attributes count backwards from the last declaration; classes by first mention, pieces from
    // the last to the first, of an `if` the `else` part first.
    let rules = rules(&format!(
        "(game {PLAYERS} {BOARD} (move-priorities p)
           (piece (name A) (attribute a false) (attribute b false) (moves (move-type z) (n add)))
           (piece (name B) (attribute b false) (attribute c false) (attribute a false)
             (moves (move-type u) ((if empty? (add-partial A v) else (add-partial w))) (move-type x) (n add))
             (drops (move-type y) (add))))"
    ))
    .unwrap_or_else(|said| panic!("{said}"));
    let numbered = |names: &[String], numbers: &[Option<u32>]| {
        let mut pairs: Vec<(u32, &str)> =
            numbers.iter().zip(names).filter_map(|(n, name)| Some(((*n)?, name.as_str()))).collect();
        pairs.sort();
        pairs.iter().map(|(number, name)| format!("{name}{number}")).collect::<Vec<_>>().join(" ")
    };
    let glossary = &rules.glossary;
    assert_eq!(numbered(&glossary.attributes, &glossary.attribute_numbers), "a0 c1 b2");
    assert_eq!(numbered(&glossary.classes, &glossary.class_numbers), "p1 u2 w3 v4 x5 y6 z7");
}

#[test]
fn goal_positions_are_a_zone_of_each_player() {
    let rules = game(
        "(piece (name X) (moves ((verify goal-position?) add)))
         (win-condition (White) (absolute-config King (far)))
         (win-condition (Black) (and (absolute-config King (b2)) repetition))",
    );
    assert_eq!(program(&rules, &rules.rules[0]), "0 in goal-position?? else end; 1 emit -> end");
    let zone = &rules.topology.zones()[1];
    let named = |player| {
        zone.of(dagaz_core::PlayerId(player)).iter().map(|s| rules.topology.site(s).name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(named(0), ["a3", "b3", "c3"]);
    assert_eq!(named(1), ["b2"]);
}

/// What a variant has, in a few words: pieces with the number of their moves, endings, pass rule,
/// class of the first slot, sites.
fn summary(rules: &Rules) -> String {
    let pieces: Vec<String> = rules.pieces.iter().map(|piece| format!("{}{}", piece.name, piece.moves.len())).collect();
    let kinds: Vec<String> = rules
        .endings
        .iter()
        .map(|ending| {
            let kind = match ending.kind {
                EndingKind::Win => "win",
                EndingKind::Loss => "loss",
                EndingKind::Draw => "draw",
                EndingKind::Count => "count",
            };
            format!("{kind} by {}", ending.name)
        })
        .collect();
    format!("{} | {} | {:?} | {} sites", pieces.join(" "), kinds.join(", "), rules.pass, rules.topology.sites().len())
}

#[test]
fn variants_inherit() {
    let base = format!(
        "(game {PLAYERS} {BOARD} {PIECES} (option \"pass turn\" forced) (option \"pass partial\" true)
           (win-condition (White) stalemated) (win-condition (Black) (captured King))
           (loss-condition (White) repetition) (draw-condition (White) repetition) (description \"Base\"))"
    );
    let all = "win by King captured, loss by repetition, draw by repetition, win by stalemate";
    let cases = [
        ("(title \"V\")", format!("King0 Man0 | {all} | Forced | 10 sites")),
        ("(title \"V\") (piece (name King) (moves (n add)))", format!("King1 Man0 | {all} | Forced | 10 sites")),
        ("(piece (name New) (moves (n add))) (piece (name Man))", format!("King0 Man0 New1 | {all} | Forced | 10 sites")),
        ("(option \"pass-turn\" false)", format!("King0 Man0 | {all} | Never | 10 sites")),
        ("(board (dummy p q))", format!("King0 Man0 | {all} | Forced | 2 sites")),
        ("(loss-condition (White) stalemated)",
         "King0 Man0 | draw by repetition, loss by stalemate | Forced | 10 sites".into()),
        ("(draw-condition (White) stalemated) (count-condition stalemated)",
         "King0 Man0 | win by King captured, loss by repetition, draw by stalemate, count by stalemate, win by stalemate | Forced | 10 sites".into()),
    ];
    for (text, expected) in cases {
        let mut file = file(&format!("{base} (variant {text})"));
        let lowered = file.rules(1);
        let said = file.render(&lowered.diagnostics);
        assert_eq!(lowered.rules.map(|rules| summary(&rules)).unwrap_or(said), expected, "{text}");
    }
}

#[test]
fn goals_of_variants_can_be_read_by_keyword_alone() {
    let quirks = dagaz_zrf::Quirks { results_displace_each_other: false, ..Default::default() };
    let text = format!(
        "(game {PLAYERS} {BOARD} {PIECES} (win-condition (White) stalemated)) (variant (loss-condition (White) repetition))"
    );
    let mut file = file(&text).with_quirks(quirks);
    let rules = file.rules(1).rules.expect("reads");
    assert!(summary(&rules).contains("loss by repetition, win by stalemate"), "{}", summary(&rules));
}

#[test]
fn playable_items() {
    let body = format!("(players A B) {BOARD2}");
    let text = format!(
        "(version \"2.0\") (variant (title \"Early\"))
         (game (title \"One\") {body}) (variant (title \"-\")) (variant (title \"One b\") (default))
         (define two (game (title \"Two\") {body}) (variant (title \"Two b\"))) (two)"
    );
    let mut file = file(&text);
    assert!(file.diagnostics().is_empty(), "{}", file.render(&file.diagnostics()));
    let titles: Vec<&str> = file.playable().iter().map(|item| item.title.as_str()).collect();
    assert_eq!(titles, ["Early", "One", "One b", "Two", "Two b"]);
    assert_eq!((file.default_index(), file.titled("Two b"), file.titled("-")), (2, Some(4), None));
    for index in 0..5 {
        let title = file.playable()[index].title.clone();
        assert_eq!(file.rules(index).rules.map(|rules| rules.glossary.title), Some(title));
    }
    assert!(file.rules(5).rules.is_none());
}

#[test]
fn errors_in_one_variant_leave_the_others() {
    let body = format!("(players A B) {BOARD2}");
    let mut file = file(&format!(
        "(define endless (endless)) (game (title \"Good\") {body}) (variant (piece (name M) (moves (zz add))))
         (variant (endless)) (variant (title \"Good too\"))"
    ));
    let playable: Vec<bool> = (0..4).map(|index| file.rules(index).rules.is_some()).collect();
    assert_eq!(playable, [true, false, false, true]);
}
