//! Games in which the game analysis finds no terms: one with a long route, where bots know the
//! direction anyway, and one of equal stones.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use dagaz_bots::{Budget, Contest, Context, Kind, Maker, Question, Score, opening};
use dagaz_core::{Fuel, Game, MoveList, PlayerId, UndoLog, Verdict};
use dagaz_engine::{CompiledGame, PathGame};
use dagaz_record::move_text;
use dagaz_testkit::source;

/// Men who walk to the far camp, said in edition 3 and in edition 2.
fn walkers() -> PathGame {
    let text = r#"(drf 3)
(game "Walkers"
  (board (grid a-f 1-6) (zone far White e5..f6) (zone far Black e1..f2))
  (setup (White (Man a1..b2)) (Black (Man a5..b6)))
  (piece Man "M" (moves (walk adjacent)))
  (win home (all mine far))
  (draw repetition (>= (repeats) 5)))"#;
    source::path_game_of_text(text).unwrap_or_else(|error| panic!("{error}"))
}

fn older() -> CompiledGame {
    let text = r#"(define walk ($1 (verify empty?) add))
(game (title "Walkers") (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d/e/f" (9 0)) ("6/5/4/3/2/1" (0 9)))
    (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1))))
  (board-setup (White (Man a1 a2 b1 b2)) (Black (Man a5 a6 b5 b6)))
  (piece (name Man) (moves (walk n) (walk s) (walk e) (walk w) (walk ne) (walk nw) (walk se) (walk sw)))
  (win-condition (White) (absolute-config Man (e5 e6 f5 f6)))
  (win-condition (Black) (absolute-config Man (e1 e2 f1 f2))))"#;
    source::pair_of_text(text).unwrap_or_else(|error| panic!("{error}")).compiled
}

/// How many games a bot wins against play at random, taking turns with it in being first.
fn wins(game: &dyn Game, maker: &Maker, bot: &str, games: usize, plies_max: usize) -> usize {
    let bots = [bot, "random"].map(|text| maker.bot(game, text.parse().expect("a bot")).expect("no limit"));
    let won = |number: &usize| {
        let contest = Contest {
            game,
            seats: (0..2).map(|seat| Some(&*bots[(seat + number) % 2])).collect(),
            rules: Vec::new(),
            plies_max,
            stop: &AtomicBool::new(false),
            clock: &Instant::now(),
            budget: None,
        };
        let start = opening(game, 2, *number as u64).expect("no limit");
        let played = contest.play(&start, *number as u64).expect("no limit");
        played.verdicts.get(number % 2) == Some(&Verdict::Win)
    };
    (0..games).filter(won).count()
}

fn reaches_its_goal(game: &dyn Game) {
    let maker = Maker::new();
    assert_eq!(maker.suited(game, Budget::nodes(300)).expect("no limit"), Kind::AlphaBeta);
    let won = wins(game, &maker, "best:300n", 6, 200);
    assert!(won >= 5, "{won} of 6 games are won");
}

#[test]
fn an_ending_of_edition_3_names_its_target_sites() {
    reaches_its_goal(&walkers());
}

#[test]
fn an_ending_of_edition_2_names_its_target_sites() {
    reaches_its_goal(&older());
}

#[test]
fn unknown_stone_games_are_evaluated_by_playouts() {
    let game = source::named("go-9x9").expect("it is in the library");
    let maker = Maker::new();
    assert_eq!(maker.suited(&*game, Budget::nodes(100)).expect("no limit"), Kind::Mcts);
    assert!(wins(&*game, &maker, "best:100p", 4, 400) >= 4);
}

/// Five in a row on a board of so many squares a side.
fn fives(side: usize) -> PathGame {
    let text = format!(
        r#"(drf 3)
(game "Fives"
  (board (grid {side} {side}) (lines row 5))
  (piece Stone)
  (rule place (at empty) (put Stone))
  (moves place)
  (win five (full row mine))
  (draw full (no empty)))"#
    );
    source::path_game_of_text(&text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn winning_lines_are_derived_from_the_ending() {
    let game = fives(12);
    let found = Maker::new().study(&game).expect("no limit");
    assert_eq!(found.rows, Some(12 * 8 * 2 + 8 * 8 * 2));
    assert_eq!(Maker::new().study(&walkers()).expect("no limit").rows, None);
}

#[test]
fn a_nearly_complete_line_has_value_beyond_the_search_horizon() {
    let game = fives(12);
    let bot = Maker::new().bot(&game, "alphabeta:300n".parse().expect("a bot")).expect("no limit");
    // Two in a row with room at both ends, against two in corners.
    let mut state = game.initial();
    let mut log = UndoLog::new();
    for site in ["e6", "a1", "f6", "l12"] {
        let (mut list, fuel) = (MoveList::new(), &mut Fuel::new(game.limits().fuel));
        game.moves(&state, &mut list, fuel).expect("no limit");
        let there = list.iter().find(|one| move_text(&game, &state, *one).ends_with(site)).expect("an empty site");
        game.play(&mut state, there, &mut log);
    }
    let mut question = Question {
        game: &game,
        view: &game.view(&state, PlayerId(0)),
        budget: None,
        seed: 1,
        lines: 1,
        threads: 1,
        stop: &AtomicBool::new(false),
        clock: &Instant::now(),
        progress: &mut |_| (),
    };
    let thought = bot.choose(&mut question, &mut Context::default()).expect("there are moves");
    let score = thought.score;
    assert!(matches!(score, Some(Score::Hundredths(worth)) if worth > 0), "{score:?}");
}
