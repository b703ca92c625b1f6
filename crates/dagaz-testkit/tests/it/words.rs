//! Words of edition 3 whose meaning no game of the library determines alone: rows of variables,
//! vanishing sites, past numbers, moves by a rule with its arguments, tests of a position.

use dagaz_core::{Game, PlayerId, PlayoutLimits, SiteId, State, Turn, UndoLog, Verdict, playout_by_lists_after};
use dagaz_engine::PathGame;
use dagaz_record::{kept, parse_position, write_position};
use dagaz_testkit::walk;

use crate::common::{after, game, moves, texts};

/// A row of six squares with a man of White's who moves by a rule `go`, and one of Black's.
fn row(rest: &str) -> PathGame {
    game(&format!(
        "(drf 3) (game \"Row\" (board (grid a-f 1-1)) (setup (White (Man a1)) (Black (Man f1)))
           (piece Man (moves (go (e w)))) {rest})"
    ))
}

fn at(game: &PathGame, position: &str) -> State {
    let position = parse_position(game, position).unwrap_or_else(|fault| panic!("{fault}"));
    game.set_up(&position).expect("it can be set up")
}

/// What a statistic is in a state.
fn told(game: &PathGame, state: &State, name: &str) -> i64 {
    let all = game.statistics(state);
    all.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("no {name} in {all:?}")).1
}

fn play(game: &PathGame, state: &mut State, index: usize) {
    let list = moves(game, state);
    game.play(state, list.get(index), &mut UndoLog::new());
}

#[test]
fn a_row_of_variables_is_read_and_set_by_number() {
    let game = row("(var heap of -1..1 5) (setup (heap 2 0..1))
        (rule (go d) d empty (pick k -2 2) (set heap (+ 10 k) k))
        (statistic all heap) (statistic first (heap -1)) (statistic beyond (heap 7))");
    let start = game.initial();
    assert_eq!(["all", "first", "beyond"].map(|name| told(&game, &start, name)), [9, 5, 0]);
    // Other numbers than those of the row are not moves: of five choices three are left.
    let position = "turn=White; White Man=a1; value heap.-1=5; value heap.0=2; value heap.1=2";
    assert_eq!(at(&game, position).position_key(), at(&game, "turn=White; White Man=a1").position_key());
    assert_eq!(
        after(&game, position),
        [
            "White Man=b1; value heap.-1=5; value heap.0=10; value heap.1=2",
            "White Man=b1; value heap.-1=5; value heap.0=2; value heap.1=11",
            "White Man=b1; value heap.-1=9; value heap.0=2; value heap.1=2",
        ]
    );
}

#[test]
fn a_removed_site_is_not_on_the_board() {
    let game = row("(rule (go d) (run d empty)) (statistic free (count empty)) (statistic gone (count closed))
        (statistic group (count (from e1 (many (or e w) (not mine))))) (statistic sea (if (all closed empty) 1 0))
        (rule sink (at none) (close))");
    let state = at(&game, "turn=White; White Man=a1; value closed.d1=1");
    // No way leads over it, no set has it.
    let ends = ["1M1*2 b - -", "2M*2 b - -"];
    assert_eq!(after(&game, "turn=White; White Man=a1; value closed.d1=1"), ends);
    let numbers = ["free", "gone", "group", "sea"].map(|name| told(&game, &state, name));
    assert_eq!(numbers, [4, 1, 2, 0], "empty, closed, reached from e1, and no closed site is empty");
}

#[test]
fn pieces_on_removed_sites_are_captured() {
    let game = row("(rule (go d) d empty (close (d here))) (on capture (add lost 1)) (var lost of game 0)");
    let found = after(&game, "turn=White; White Man=b1; Black Man=d1");
    // Westwards there is nothing behind a1; eastwards the man on d1 vanishes with its site.
    assert_eq!(found, ["M2m2 b - -", "White Man=c1; value lost=1; value closed.d1=1"]);
    // One that has vanished is looked for among all sites.
    let back = row("(rule (go d) d empty (maybe (at (and closed (row 1))) (open here)))");
    let found = after(&back, "turn=White; White Man=a1; value closed.c1=1; value closed.f1=1");
    assert_eq!(found, ["1M*2* b - -"], "`at` is no `open`: it finds no site that has vanished");
    let back = row("(rule (go d) d empty (open (and closed (column 3))))");
    let found = after(&back, "turn=White; White Man=a1; value closed.c1=1; value closed.f1=1");
    assert_eq!(found, ["1M3* b - -"]);
}

#[test]
fn earlier_values_of_numbers_and_conditions_are_available() {
    let game = row("(rule (go d) (run d (not mine))) (never taken (< (as enemy (count mine)) (was (count enemy))))");
    // The man may go anywhere but onto the enemy.
    assert_eq!(after(&game, "turn=White; White Man=b1; Black Man=d1").len(), 4);
    let game = row("(rule (go d) (run d open)) (never back (was (any (and mine a1))) (any (and mine b1)))");
    assert_eq!(after(&game, "turn=White; White Man=a1; Black Man=d1").len(), 4, "from a1 not to b1");
    assert_eq!(after(&game, "turn=White; White Man=c1; Black Man=d1").len(), 5, "from c1 to b1");
}

#[test]
fn a_move_is_identified_by_its_rule_and_arguments() {
    let game = row("(rule (go d) d empty) (never east (me White) (made go e)) (win west (made go w))");
    let mut state = at(&game, "turn=White; White Man=c1; Black Man=f1");
    assert_eq!(
        after(&game, "turn=White; White Man=c1; Black Man=f1"),
        ["White Man=b1; Black Man=f1; last=c1-b1; value last-rule=3"]
    );
    play(&game, &mut state, 0);
    let ended = game.ending(&state).expect("within the limits").map(|found| game.outcome_of(&state, found).ending);
    assert_eq!(ended.as_deref(), Some("west"), "and it is known after the turn, too");
    // What the move before was by is asked of the position before.
    let asks = row("(rule (go d) d empty) (never twice (made go w) (was (made go e)))");
    let mut state = at(&asks, "turn=White; White Man=b1; Black Man=e1");
    let eastwards = moves(&asks, &state).iter().position(|one| one.steps().all(|(step, _)| step.target == SiteId(2)));
    play(&asks, &mut state, eastwards.expect("the man goes east"));
    let whither: Vec<SiteId> =
        moves(&asks, &state).iter().filter_map(|one| Some(one.steps().last()?.0.target)).collect();
    assert_eq!(whither, [SiteId(5)], "after a move to the east none to the west");
}

#[test]
fn turn_counts_continue_in_a_loaded_position() {
    let game = row("(rule (go d) d empty) (statistic turn turn) (draw long (> turn 5))");
    let mut state = game.initial();
    for _ in 0..3 {
        play(&game, &mut state, 0);
    }
    let text = write_position(&game, &state);
    assert!(text.contains("value turns-played=3"), "{text}");
    let again = at(&game, &text);
    assert_eq!((told(&game, &state, "turn"), told(&game, &again, "turn")), (4, 4));
    assert_eq!(again.position_key(), state.position_key());
}

#[test]
fn a_set_of_the_game_is_in_the_text_of_a_position() {
    // Also where repetition does not look at it.
    for compared in ["", "uncompared"] {
        a_set_is_told(compared);
    }
}

fn a_set_is_told(compared: &str) {
    let game = row(&format!(
        "(rule (go d) d empty (set trail (or trail start))) (var trail of game none {compared}) (statistic trail (count trail))"
    ));
    let mut state = at(&game, "turn=White; White Man=a1; Black Man=f1");
    for index in [0, 0] {
        play(&game, &mut state, index);
        let text = write_position(&game, &state);
        let again = at(&game, &text);
        assert_eq!(told(&game, &again, "trail"), told(&game, &state, "trail"), "{text}");
        assert_eq!(again.position_key(), state.position_key(), "{text}");
    }
}

#[test]
fn a_type_change_in_place_is_not_a_move() {
    // No rule tests whether a man has moved; the lord into which it promotes may leap if it has
    // not.
    let game = game(
        "(drf 3) (game \"Crown\" (board (grid a-f 1-1)) (setup (White (Man a1)) (Black (Man f1)))
           (piece Man (moves (go e))) (piece Lord (moves leap))
           (rule (go d) d empty) (rule leap unmoved e e empty) (rule crown (at (and mine Man)) (become Lord)) (moves crown))",
    );
    let mut state = game.initial();
    let list = moves(&game, &state);
    let is_crown = |index: &usize| {
        let mut after = state.clone();
        game.play(&mut after, list.get(*index), &mut UndoLog::new());
        after.piece(SiteId(0)).is_some_and(|piece| game.glossary().piece(piece.kind) == "Lord")
    };
    let crown = (0..list.len()).find(is_crown).expect("the man can be crowned");
    game.play(&mut state, list.get(crown), &mut UndoLog::new());
    play(&game, &mut state, 0);
    assert_eq!(moves(&game, &state).len(), 1, "the lord leaps from a1 to c1");
}

#[test]
fn hidden_numbers_appear_in_no_view() {
    let game =
        row("(rule (go d) d empty (add seen 1) (add unseen 1)) (var seen of site 0) (var unseen of site 0 hidden)");
    let names: Vec<&str> = (0..12).filter_map(|variable| kept(&game, variable)).map(|(name, _)| name).collect();
    assert_eq!(names, ["seen"; 6]);
}

#[test]
fn earlier_quiet_plies_count_towards_the_limit() {
    let limits = |quiet| PlayoutLimits { plies: 40, quiet_plies: Some(quiet) };
    let quiet = row("(rule (go d) d empty)");
    let played = |game: &PathGame, before| {
        let mut state = game.initial();
        playout_by_lists_after(game, &mut state, &mut walk::rng(1), limits(5), before).expect("within the limits").plies
    };
    assert_eq!((played(&quiet, 0), played(&quiet, 3)), (5, 2));
    // Each of these plies makes the next limit whole again.
    let growing = game(
        "(drf 3) (game \"Grow\" (board (grid a-f 1-1)) (piece Man) (rule place (at empty) (put Man)) (moves place) (draw full (no empty)))",
    );
    assert_eq!((played(&growing, 0), played(&growing, 4)), (6, 6));
}

/// As many steps as the number on its origin, over empty squares and none twice, and the last one
/// to any target: the rules of Damyo. A generator of single steps must look ahead; a path has no
/// result if it cannot be completed.
#[test]
fn a_path_of_fixed_length_with_a_dead_end_is_no_move() {
    const PIPS: [[usize; 4]; 4] = [[3, 2, 4, 1], [1, 4, 2, 3], [4, 1, 3, 2], [2, 3, 1, 4]];
    const WHITE: [(usize, usize); 3] = [(0, 0), (1, 2), (3, 1)];
    const BLACK: [(usize, usize); 3] = [(2, 3), (1, 1), (3, 3)];
    type Squares = [(usize, usize)];

    fn ends(at: (usize, usize), left: usize, been: &mut Vec<(usize, usize)>, found: &mut Vec<(usize, usize)>) {
        for (across, up) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let to = (at.0 as i32 + across, at.1 as i32 + up);
            if !(0..4).contains(&to.0) || !(0..4).contains(&to.1) {
                continue;
            }
            let to = (to.0 as usize, to.1 as usize);
            let taken = |squares: &Squares| squares.contains(&to);
            if been.contains(&to) || taken(&WHITE) || left > 1 && taken(&BLACK) {
                continue;
            }
            if left == 1 {
                found.push(to);
            } else {
                been.push(to);
                ends(to, left - 1, been, found);
                been.pop();
            }
        }
    }

    let name = |(column, row): (usize, usize)| format!("{}{}", ["a", "b", "c", "d"][column], row + 1);
    let names = |squares: &Squares| squares.iter().map(|square| name(*square)).collect::<Vec<_>>().join(" ");
    let all = (0..16).map(|index| (index % 4, index / 4));
    let pips: String = all.map(|(x, y)| format!("(pips {} {})", PIPS[y][x], name((x, y)))).collect();
    let game = game(&format!(
        "(drf 3) (game \"Steps\" (board (grid a-d 1-4)) (var pips of site 0) (piece Man (moves go))
           (setup (White (Man {})) (Black (Man {})) {pips})
           (rule go (let k (- (pips here) 1)) (times k (let been passed) orthogonal empty (not (or been start)))
                    (let been passed) orthogonal open (not (or been start))))",
        names(&WHITE),
        names(&BLACK)
    ));
    let mut expected = Vec::new();
    for from in WHITE {
        let mut found = Vec::new();
        ends(from, PIPS[from.1][from.0], &mut vec![from], &mut found);
        found.sort_unstable();
        found.dedup();
        expected.extend(found.into_iter().map(|to| (name(from), name(to))));
    }
    expected.sort();
    let site = |site| game.topology().site(site).name.clone();
    let state = game.initial();
    let list = moves(&game, &state);
    let both = list.iter().filter_map(|one| one.steps().last().map(|(step, _)| (site(step.origin), site(step.target))));
    let mut listed: Vec<(String, String)> = both.collect();
    listed.sort();
    assert_eq!(listed, expected);
    assert!(listed.len() > 5, "{listed:?}");
}

#[test]
fn values_have_names_and_players_have_sets() {
    let game = row("(var weather of game (calm breeze storm)) (table wind (Man breeze))
        (rule (go d) d empty (= weather calm) (set weather (wind it)) (set trail (or trail start)))
        (var trail of player none) (statistic weather weather) (statistic own (count trail))
        (statistic theirs (as Black (count trail)))");
    let mut state = game.initial();
    assert_eq!(told(&game, &state, "weather"), 0);
    play(&game, &mut state, 0);
    assert_eq!(["weather", "own", "theirs"].map(|name| told(&game, &state, name)), [1, 1, 0]);
    assert!(moves(&game, &state).is_empty(), "there is a breeze");
    let text = write_position(&game, &state);
    let again = at(&game, &text);
    assert_eq!((told(&game, &again, "own"), again.position_key()), (1, state.position_key()), "{text}");
}

/// A rule, a forbidden result and an ending for one phase alone are what hands say too: a row of
/// three counts only once all six men are down, and may not be made before.
#[test]
fn a_phase_can_be_asked_for() {
    let game = |rules: &str| {
        game(&format!(
            "(drf 3) (game \"Three\" (players White Black) (board (grid a-c 1-3) (lines three 3))
               (setup (each (hand (Man 3)))) (piece Man (moves (go adjacent))) (moves enter)
               (lose stuck no-moves) (draw long (> turn 14)) {rules})"
        ))
    };
    let phases = game(
        "(turns (phase putting White Black) (phase going White Black))
         (rule enter (phase putting) (at empty) (drop Man)
                     (if (= 0 (hand Man) (as enemy (hand Man))) (goto going)))
         (rule (go d) (phase going) d empty)
         (never early (was (phase putting)) (full three mine))
         (win three (phase going) (full three mine))",
    );
    let hands = game(
        "(rule enter (at empty) (drop Man)) (rule (go d) (= 0 (hand Man)) d empty)
         (never early (made enter) (full three mine))
         (win three (= 0 (hand Man) (as enemy (hand Man))) (full three mine))",
    );
    for depth in 1..=7 {
        let count =
            |game: &PathGame| game.perft(&game.initial(), depth, dagaz_core::Counting::Moves).expect("no limit");
        assert_eq!(count(&phases), count(&hands), "depth {depth}");
    }
    for seed in 0..20 {
        let play = |game: &PathGame| {
            let mut state = game.initial();
            // By lists, since forms of their own draw other moves with the same bits.
            let limits = PlayoutLimits { plies: 40, quiet_plies: None };
            let made = dagaz_core::playout_by_lists(game, &mut state, &mut walk::rng(seed), limits);
            let made = made.expect("no limit is met");
            (made.plies, made.end)
        };
        assert_eq!(play(&phases), play(&hands), "seed {seed}");
    }
}

/// What may be done in one phase alone, and what comes first there, is what guards in the rules say
/// too.
#[test]
fn a_phase_has_moves_and_an_order_of_its_own() {
    let game = |rules: &str| {
        game(&format!(
            "(drf 3) (game \"Two\" (players White Black) (board (grid a-d 1-4))
               (setup (White (Man a1 b2 c1)) (Black (Man d4 c3 b4))) (var begun of game 0)
               (piece Man (moves (step orthogonal) (hit diagonal))) (rule (hit d) d enemy)
               (lose beaten (no mine)) (draw long (> turn 12)) {rules})"
        ))
    };
    let phases = game(
        "(turns (phase opening White Black (moves begin)) (phase ending White Black (first hit (step))))
         (rule begin (add begun 1) (goto ending)) (rule (step d) d empty)",
    );
    let guards = game(
        "(turns (phase opening White Black) (phase ending White Black)) (moves begin)
         (rule begin (phase opening) (add begun 1) (goto ending))
         (rule (step d) (or (phase opening) (no (where mine diagonal enemy))) d empty)",
    );
    for depth in 1..=4 {
        let count =
            |game: &PathGame| game.perft(&game.initial(), depth, dagaz_core::Counting::Moves).expect("no limit");
        assert_eq!(count(&phases), count(&guards), "depth {depth}");
    }
}

#[test]
fn a_phase_has_a_priority_of_its_own() {
    let game =
        row("(var gone of move 0) (rule (go d) (run d empty (add gone 1))) (rule begin (add begun 1) (goto late))
        (var begun of game 0)
        (turns (phase early White Black (moves begin)) (phase late White Black (prefer (go) gone)))");
    let mut state = game.initial();
    assert_eq!(moves(&game, &state).len(), 5, "four squares to go to, and the beginning of the phase");
    play(&game, &mut state, 4);
    assert_eq!(moves(&game, &state).len(), 1, "as far as possible");
}

#[test]
fn a_row_of_variables_may_hold_sets() {
    let game =
        row("(var seen of 1..2 none) (rule (go d) d empty (pick k 0 3) (set seen (or here start) k) (add seen f1 k))
        (statistic first (count (seen 1))) (statistic none (count (seen 9))) (statistic all (count seen))");
    let start = game.initial();
    assert_eq!(["first", "none", "all"].map(|name| told(&game, &start, name)), [0, 0, 0]);
    assert_eq!(moves(&game, &start).len(), 2, "what is no number of the row is no move");
    let mut state = start.clone();
    play(&game, &mut state, 0);
    assert_eq!(["first", "none", "all"].map(|name| told(&game, &state, name)), [3, 0, 3]);
    play(&game, &mut state, 1);
    assert_eq!(["first", "none", "all"].map(|name| told(&game, &state, name)), [3, 0, 4], "a, b and f; e and f");
    // It is in the text of a position, and comes back from there.
    let text = write_position(&game, &state);
    assert_eq!(at(&game, &text).position_key(), state.position_key(), "{text}");
}

#[test]
fn a_list_argument_expands_to_one_rule_for_each_member() {
    let count = |rest: &str| {
        let game = row(&format!("(piece King) (piece Queen) {rest}"));
        moves(&game, &game.initial()).len()
    };
    assert_eq!(count("(rule (go d) (come d (King Queen))) (rule (come d t) d empty (become t))"), 2);
    assert_eq!(count("(rule (go d) (walks d 1..3)) (rule (walks d n) (times n d empty))"), 3);
    assert_eq!(count("(rule (go d) d empty (then (turn (King Queen)))) (rule (turn t) (become t))"), 2);
    let through = "(rule (go d) d empty (turned (King Queen))) (define (turned ts) (then (turn ts)))";
    assert_eq!(count(&format!("{through} (rule (turn t) (become t))")), 2);
    // A direction is kept for the whole of the rule.
    assert_eq!(count("(rule (go d) (far (e w))) (rule (far d) (run d empty))"), 4);
}

#[test]
fn chance_has_its_own_turns_and_choices_within_turns() {
    let game = game(
        "(drf 3) (game \"Weather\" (players White Black (chance Sky)) (board (grid a-d 1-1))
           (piece Man (moves (step (e w)) (drift (e w)))) (piece Stone)
           (rule (step d) d empty) (rule (drift d) d empty) (rule fall (at empty) (put Stone)) (moves fall)
           (turns (White step) (by Sky (Black drift)) (by White (Black step)) (Sky fall))
           (setup (White (Man a1)) (Black (Man d1))) (pass forced)
           (win walled (or (me White) (me Black)) (any (and enemy Stone))))",
    );
    let mut state = game.initial();
    let (white, black, sky) = (PlayerId(0), PlayerId(1), PlayerId(2));
    let turns = [
        (Turn::Choice(white), &["Man a1 - b1"][..]),
        (Turn::Chance(sky), &["Man d1 - c1"]),
        (Turn::Choice(white), &["Man c1 - d1"]),
        (Turn::Chance(sky), &["Sky Stone a1", "Sky Stone c1"]),
    ];
    for (turn, expected) in turns {
        assert_eq!(game.turn(&state), turn);
        assert_eq!(texts(&game, &state), expected);
        let list = moves(&game, &state);
        let shares: Vec<f64> = game.chances(&list).into_iter().map(|(_, share)| share).collect();
        assert_eq!(shares, vec![1.0 / expected.len() as f64; expected.len()]);
        play(&game, &mut state, 0);
    }
    // What chance has put there is an enemy of both, and chance itself wins and loses nothing.
    let outcome = game.outcome(&state).expect("within the limits").expect("it is over");
    let verdicts = [white, black, sky].map(|player| outcome.verdicts[player.index()]);
    assert_eq!(verdicts, [Verdict::Win, Verdict::Loss, Verdict::Aside]);
}

#[test]
fn a_chain_does_not_continue_from_a_visited_site() {
    let hops = |on: &str| {
        let game = game(&format!(
            "(drf 3) (game \"Hop\" (board (grid a-e 1-1)) (setup (White (Man a1)) (Black (Man b1 d1)))
               (piece Man (moves (jump orthogonal))) (rule (jump d) d occupied d empty {on}))"
        ));
        texts(&game, &game.initial())
    };
    // A step may end there, which is how a lion passes; but nothing comes behind it.
    let (far, home) = ("partial 1 Man a1 - c1 + Man c1 - e1", "partial 1 Man a1 - c1 + Man c1 - a1");
    assert!(hops("(then jump)").iter().any(|text| text == home));
    assert_eq!(hops("(not visited) (may jump)"), ["Man a1 - c1", far]);
}

#[test]
fn leaps_go_along_all_dimensions_and_are_seen_by_each_player() {
    let knight = |board: &str, symmetry: &str, at: &str| {
        let game = game(&format!(
            "(drf 3) (game \"Leap\" {symmetry} (board {board}) (setup (Black (Knight {at})))
               (turns Black) (piece Knight (moves (leap (leaper 1 2)))) (rule (leap d) d empty))"
        ));
        texts(&game, &game.initial()).len()
    };
    assert_eq!(knight("(grid 8 8)", "", "e5"), 8);
    // Who sees two of the straight directions the other way round sees the diagonals so, too.
    assert_eq!(knight("(grid 8 8)", "(symmetry (Black (n s)))", "e5"), 8);
    assert_eq!(knight("(grid 8 8)", "(symmetry (Black (n s) (e w)))", "b1"), 3);
    // As many as a knight of Raumschach has in the middle, and in a corner.
    assert_eq!(knight("(grid a-e 1-5 a-e)", "", "c3c"), 24);
    assert_eq!(knight("(grid a-e 1-5 a-e)", "", "a1a"), 6);
}

/// A position that gives the facing of some pieces gives it of all: pieces on squares of the set-up
/// do not face as the set-up says.
#[test]
fn variables_of_pieces_in_a_position_replace_those_of_the_set_up() {
    let game = game(
        "(drf 3) (game \"Facing\" (players White Black) (board (grid a-c 1-3)) (var facing of piece 0)
         (setup (White (Man a1 b1)) (Black (Man c3)) (facing 3 a1 b1))
         (piece Man (moves (walk n))) (rule (walk d) (> facing 0) d empty) (lose stuck no-moves))",
    );
    let position = "turn=White; White Man=a1,b1; Black Man=c3; set facing:2=b1";
    assert_eq!(write_position(&game, &at(&game, position)), position);
    let bare = "turn=White; White Man=a1; Black Man=c3";
    assert_eq!(write_position(&game, &at(&game, bare)), "turn=White; White Man=a1; Black Man=c3; set facing:3=a1");
}
