//! Small games of our own, played: each checks what one kind of ludeme does.

use dagaz_ludii::play::Run;
use dagaz_ludii::play::action::Moves;
use dagaz_ludii::play::position::MOVER;
use dagaz_ludii::rules::Rules;
use dagaz_ludii::text::{Diagnostic, Severity};
use dagaz_ludii::{Defines, Description, Options, ludeme};

pub(crate) fn compile(equipment: &str, rules: &str) -> Result<Rules, Diagnostic> {
    let text = format!("(game \"Small\" (players 2) (equipment {{ {equipment} }}) (rules {rules}))");
    let description = Description::read("small.lud", &text, &Defines::default(), &Options::default())
        .unwrap_or_else(|all| panic!("{}", all.render()));
    ludeme::compile(&description.tree, description.equipment)
}

pub(crate) fn rules(equipment: &str, text: &str) -> Rules {
    compile(equipment, text).unwrap_or_else(|fault| panic!("{}", fault.message))
}

/// Plays moves given as `from-to`, and returns the game.
pub(crate) fn play<'g>(rules: &'g Rules, moves: &[(i32, i32)]) -> Run<'g> {
    let mut run = Run::new(rules, 1);
    let mut list = Moves::default();
    for (from, to) in moves {
        run.legal(&mut list);
        let found = list.list.iter().find(|one| one.from == *from && one.to == *to).copied();
        let one = found.unwrap_or_else(|| panic!("no move {from}-{to} in {}", run.position_text()));
        run.play(&list, &one);
    }
    run
}

pub(crate) fn count(run: &mut Run<'_>) -> usize {
    let mut list = Moves::default();
    run.legal(&mut list);
    list.list.len()
}

const STONES: &str = "(board (square 3)) (piece \"Stone\" Each)";

#[test]
fn stones_in_a_row_win() {
    let game = rules(STONES, "(play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))");
    let mut run = play(&game, &[(0, 0), (3, 3), (1, 1), (4, 4)]);
    assert_eq!(count(&mut run), 5);
    let run = play(&game, &[(0, 0), (3, 3), (1, 1), (4, 4), (2, 2)]);
    assert!(run.is_over());
    assert_eq!(run.ranks(), [2, 4]);
    assert_eq!(run.position_text(), "0=1 1=1 2=1 3=2 4=2");
}

#[test]
fn a_full_board_ends_in_a_draw_by_forced_passes() {
    let game = rules(
        "(board (square 1)) (piece \"Stone\" Each)",
        "(play (move Add (to (sites Empty)))) (end (if (no Pieces P1) (result P1 Loss)))",
    );
    let run = play(&game, &[(0, 0), (-1, -1), (-1, -1)]);
    assert!(run.is_over());
    assert_eq!(run.ranks(), [3, 3]);
}

#[test]
fn forward_is_relative_to_the_player() {
    let equipment = "(board (square 4)) (piece \"Man\" Each (move Step Forward (to if:(is Empty (to)))))";
    let text = format!(
        "(game \"Small\" (players {{(player N) (player S)}}) (equipment {{ {equipment} }}) (rules (start {{ (place \"Man1\" (sites Bottom)) (place \"Man2\" (sites Top)) }}) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"
    );
    let description = Description::read("small.lud", &text, &Defines::default(), &Options::default())
        .unwrap_or_else(|all| panic!("{}", all.render()));
    let game =
        ludeme::compile(&description.tree, description.equipment).unwrap_or_else(|one| panic!("{}", one.message));
    let run = play(&game, &[(0, 4), (12, 8)]);
    assert_eq!(run.position_text(), "1=1 2=1 3=1 4=1 8=2 13=2 14=2 15=2");
}

#[test]
fn slide_ends_at_a_capture() {
    let equipment = "(board (square 4)) (piece \"Rook\" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))";
    let game = rules(
        equipment,
        "(start { (place \"Rook1\" (sites {0})) (place \"Rook2\" (sites {2})) }) (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))",
    );
    let mut run = play(&game, &[]);
    assert_eq!(count(&mut run), 5, "three squares up, one beside and the capture");
    let run = play(&game, &[(0, 2)]);
    assert!(run.is_over());
    assert_eq!(run.position_text(), "2=1");
}

#[test]
fn hop_captures_and_longest_chain_is_compulsory() {
    let hop = "(move Hop (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))";
    let first = hop.replace("(from (last To)) ", "");
    let then = format!("(then (if (can Move {hop}) (moveAgain)))");
    let with_then = |text: &str| format!("{} {then})", &text[..text.len() - 1]);
    let equipment = format!("(board (square 5)) (piece \"Man\" Each {})", with_then(&first));
    let game = rules(
        &equipment,
        &format!(
            "(start {{ (place \"Man1\" (sites {{0 20}})) (place \"Man2\" (sites {{1 3 21 24}})) }}) (play (max Moves (if (is Prev Mover) {} (forEach Piece)))) (end (if (no Pieces Next) (result Mover Win)))",
            with_then(hop)
        ),
    );
    let mut run = play(&game, &[]);
    assert_eq!(count(&mut run), 1, "the chain of two hops is longer than the single hop");
    let run = play(&game, &[(0, 2), (2, 4)]);
    assert_eq!(run.position_text(), "4=1 20=1 21=2 24=2");
    assert_eq!(run.position.get(MOVER), 2);
}

#[test]
fn custodial_capture_takes_the_piece_between() {
    let equipment = "(board (square 4)) (piece \"Man\" Each (move Slide Orthogonal (then (custodial (from (last To)) Orthogonal (between (max 1) if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Friend (who at:(to))))))))";
    let game = rules(
        equipment,
        "(start { (place \"Man1\" (sites {0 14})) (place \"Man2\" (sites {1 3}))  }) (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))",
    );
    let run = play(&game, &[(14, 2)]);
    assert_eq!(run.position_text(), "0=1 2=1 3=2");
}

#[test]
fn sowing_captures_on_the_last_hole() {
    let equipment = "(mancalaBoard 2 3 store:None (track \"Track\" \"0,E,N,W\" loop:True)) (piece \"Seed\" Shared) (hand Each) (regions P1 (sites Bottom)) (regions P2 (sites Top))";
    let game = rules(
        equipment,
        "(start (set Count 2 to:(sites Track))) (play (move Select (from (sites Mover) if:(< 0 (count at:(from)))) (then (sow if:(= (count at:(to)) 3) apply:(fromTo (from (to)) (to (handSite Mover)) count:(count at:(to))))))) (end (if (no Moves Mover) (result Mover Loss)))",
    );
    let run = play(&game, &[(1, 1)]);
    assert_eq!(run.position_text(), "0=1x2 2=1x3 3=1x2 4=1x2 6=1x3");
}

#[test]
fn illegal_moves_are_found_by_looking_ahead() {
    let equipment = "(board (square 3)) (piece \"King\" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))";
    let game = rules(
        equipment,
        "(start { (place \"King1\" (sites {0})) (place \"King2\" (sites {6})) }) (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id \"King\" Mover))))) (end (if (no Moves Next) (result Mover Win)))",
    );
    let mut run = play(&game, &[]);
    let before = run.position_text();
    assert_eq!(count(&mut run), 1, "two of the three squares are next to the enemy");
    assert_eq!(run.position_text(), before);
}

#[test]
fn dice_are_rolled_before_moves_are_listed() {
    let equipment = "(board (rectangle 1 6) (track \"Track\" \"0,E\" loop:True)) (dice d:3 from:1 num:1) (piece \"Man\" Each (move (from (from)) (to (trackSite Move from:(from) \"Track\" steps:(count Pips)))))";
    let game = rules(
        equipment,
        "(start { (place \"Man1\" (sites {0})) (place \"Man2\" (sites {5})) }) (play (do (roll) next:(forEach Piece))) (end (if (no Pieces Next) (result Mover Win)))",
    );
    let mut run = Run::new(&game, 1);
    run.fed = vec![2];
    let mut list = Moves::default();
    run.legal(&mut list);
    assert_eq!(list.list.iter().map(|one| one.to).collect::<Vec<_>>(), [3]);
    let one = list.list[0];
    run.play(&list, &one);
    assert_eq!(run.position_text(), "3=2 5=3 6=1s2");
}

#[test]
fn stacks_grow_and_are_counted() {
    let game = rules(
        "(board (rectangle 1 2)) (piece \"Stone\" Each)",
        "(play (move Add (to (forEach (sites Board) if:(< (size Stack at:(site)) 2))) stack:True)) (end (if (no Moves Next) (result Mover Win)))",
    );
    let mut run = play(&game, &[(0, 0), (0, 0)]);
    assert_eq!(run.position_text(), "0^0=1 0^1=2");
    assert_eq!(count(&mut run), 1);
}

#[test]
fn phases_scores_and_variables_change() {
    let game = rules(
        STONES,
        "phases:{ (phase \"One\" (play (move Add (to (sites Empty)) (then (and (addScore Mover 2) (set Var \"Last\" (last To)))))) (nextPhase Mover \"Two\")) (phase \"Two\" (play (move Remove (sites Occupied by:Mover)))) } (end (if (no Pieces Mover) (byScore)))",
    );
    let mut run = play(&game, &[(4, 4), (5, 5)]);
    assert_eq!(count(&mut run), 1);
    let run = play(&game, &[(4, 4), (5, 5), (4, 4)]);
    assert!(run.is_over());
    assert_eq!(run.ranks(), [3, 3]);
}

#[test]
fn playouts_are_the_same_for_the_same_seed() {
    let game = rules(STONES, "(play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))");
    let run = |seed: u64| {
        let mut run = Run::new(&game, seed);
        let playout = run.playout(100);
        assert!(playout.over);
        (playout, run.position_text())
    };
    assert_eq!(run(7), run(7));
    assert!((0..20).any(|seed| run(seed) != run(7)));
}

#[test]
fn broken_texts_give_an_error_or_a_game() {
    let texts = [
        "(game \"A\" (players 2) (equipment { (board (square 4) ) (hand Each ) (piece \"Man\" Each (or { (move Slide Orthogonal (between if:(is Empty (between) ) ) (to if:(is Enemy (who at:(to) ) ) (apply (remove (to) ) ) ) ) (move Hop (between if:(is Enemy (who at:(between) ) ) (apply (remove (between) ) ) ) (to if:(is Empty (to) ) ) ) } ) ) } ) (rules (start { (place \"Man1\" (sites Bottom ) ) (place \"Man2\" (sites Top ) ) (place \"Man\" \"Hand\" count:2 ) } ) (play (do (or (forEach Piece ) (move (from (handSite Mover ) ) (to (sites Empty ) ) ) ) ifAfterwards:(< 0 (count Pieces Mover ) ) ) ) (end { (if (is Line 3 ) (result Mover Win ) ) (if (no Pieces Next ) (byScore ) ) } ) ) )",
        "(game \"B\" (players 2) (equipment { (mancalaBoard 2 4 store:None (track \"Track\" \"0,E,N,W\" loop:True ) ) (dice d:4 num:2 ) (piece \"Seed\" Shared ) (hand Each ) (regions P1 (sites Bottom ) ) (regions P2 (sites Top ) ) (map { (pair 1 2 ) (pair 2 1 ) } ) } ) (rules (start (set Count 3 to:(sites Track ) ) ) (play (do (roll ) next:(move Select (from (sites Mover ) if:(< 0 (count at:(from ) ) ) ) (then (sow if:(= (count at:(to ) ) (/ (count Pips ) 2 ) ) apply:(and (fromTo (from (to ) ) (to (handSite Mover ) ) count:(count at:(to ) ) ) (if (is Even (count Moves ) ) (moveAgain ) ) ) backtracking:True ) ) ) ) ) (end (if (no Moves Mover ) (byScore { (score P1 (count in:(sites P1 ) ) ) (score P2 (mapEntry (score P1 ) ) ) } ) ) ) ) )",
    ];
    let mut games = 0;
    for text in texts {
        let words: Vec<&str> = text.split(' ').collect();
        for at in 0..words.len() {
            for other in ["", "-1", "(to)", "Infinity", "(sites Empty)", "P2"] {
                let mut changed = words.clone();
                changed[at] = other;
                let text = changed.join(" ");
                let Ok(read) = Description::read("broken.lud", &text, &Defines::default(), &Options::default()) else {
                    continue;
                };
                if let Ok(rules) = ludeme::compile(&read.tree, read.equipment) {
                    Run::new(&rules, 1).playout(20);
                    games += 1;
                }
            }
        }
    }
    assert!(games > 20, "only {games} of the texts were games");
}

#[test]
fn unsupported_ludemes_are_refused_by_name() {
    for (ludeme, text) in [
        ("move Bet", "(play (move Bet P1 (range 1 2)))"),
        ("is Proposed", "(play (move Add (to (sites Empty) if:(is Proposed \"End\"))))"),
        ("set Hidden", "(play (move Add (to (sites Empty)) (then (set Hidden at:(last To) to:P2))))"),
    ] {
        match compile(STONES, text) {
            Ok(_) => panic!("`{ludeme}` was read"),
            Err(fault) => {
                assert_eq!(fault.severity, Severity::Unsupported, "{}", fault.message);
                assert!(fault.message.contains(ludeme), "{} is not {ludeme}", fault.message);
            }
        }
    }
}
