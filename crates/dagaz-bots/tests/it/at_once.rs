//! A win in one move is played with any budget, and a claimed win is one.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use dagaz_bots::{Bot, Budget, Context, Maker, Question, Score, Thought};
use dagaz_core::{Fuel, Game, MoveList, MoveRef, PlayerId, State, Turn, UndoLog, Verdict};
use dagaz_engine::PathGame;
use dagaz_record::find_typed;
use dagaz_testkit::{source, walk};

fn bot(maker: &Maker, game: &dyn Game, text: &str) -> Box<dyn Bot> {
    maker.bot(game, text.parse().expect("a bot")).expect("no limit")
}

fn mover(game: &dyn Game, state: &State) -> PlayerId {
    let Turn::Choice(mover) = game.turn(state) else { panic!("somebody chooses") };
    mover
}

fn ask(bot: &dyn Bot, game: &dyn Game, state: &State, lines: usize, threads: usize) -> Thought {
    let mut question = Question {
        game,
        view: &game.view(state, mover(game, state)),
        budget: None,
        seed: 1,
        lines,
        threads,
        stop: &AtomicBool::new(false),
        clock: &Instant::now(),
        progress: &mut |thought| assert!(!thought.top.is_empty()),
    };
    bot.choose(&mut question, &mut Context::new()).expect("there are moves")
}

/// Returns the value of a move for its player, if it ends the game.
fn verdict(game: &dyn Game, state: &State, chosen: MoveRef<'_>) -> Option<Verdict> {
    let mut after = state.clone();
    game.play(&mut after, chosen, &mut UndoLog::new());
    let outcome = game.outcome(&after).expect("no limit")?;
    outcome.verdicts.get(mover(game, state).index()).copied()
}

/// Returns positions before the last move of playouts, in which the player to move has a winning
/// move.
fn won_next(game: &dyn Game, number: usize) -> Vec<State> {
    let before_the_last = |seed: u64| {
        let mut last: Option<(State, MoveList)> = None;
        walk::walk(game, game.initial(), seed, 500, &mut |state, list| {
            if !list.is_empty() {
                last = Some((state.clone(), list.clone()));
            }
            ControlFlow::Continue(())
        })
        .expect("no limit");
        let (state, list) = last?;
        let wins = |one: MoveRef<'_>| verdict(game, &state, one) == Some(Verdict::Win);
        (list.len() > 1 && list.iter().any(wins)).then_some(state)
    };
    (0..20).filter_map(before_the_last).take(number).collect()
}

fn position(game: &dyn Game, moves: &[&str]) -> State {
    let (mut state, mut list) = (game.initial(), MoveList::new());
    for typed in moves {
        game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("no limit");
        let place = find_typed(game, &state, &list, typed).expect("it is legal");
        game.play(&mut state, list.get(place), &mut UndoLog::new());
    }
    state
}

#[test]
fn a_win_in_one_is_never_overlooked() {
    for name in ["gomoku", "pentago", "connect6", "hex"] {
        let (game, maker) = (source::named(name).expect("it is in the library"), Maker::unlearned());
        let states = won_next(&*game, 2);
        assert!(!states.is_empty(), "{name}: nobody wins");
        for text in ["level:3", "level:4", "level:5", "level:6", "alphabeta:1n", "alphabeta:1d", "best:1n", "mcts:1n"] {
            let bot = bot(&maker, &*game, text);
            for (state, lines) in states.iter().zip([1, 3]) {
                let thought = ask(&*bot, &*game, state, lines, 1);
                assert_eq!(thought.score, Some(Score::Win(1)), "{name} {text}");
                assert_eq!(thought.top[0].moves[0], thought.chosen, "{name} {text}");
                let won = verdict(&*game, state, thought.chosen.as_ref());
                assert_eq!(won, Some(Verdict::Win), "{name} {text}");
            }
        }
    }
}

/// Stones in a row, which has no fast search position: the game has dice, which are never thrown.
fn slow_rows() -> PathGame {
    let text = r#"(drf 3)
(game "Slow rows"
  (players White Black)
  (board (grid a-e 1-5) (lines row 3))
  (dice pips 1 (1..2))
  (piece Stone "S")
  (rule drop (at empty) (put Stone))
  (moves drop)
  (turns White Black)
  (win three (full row mine))
  (draw full (no empty)))"#;
    source::path_game_of_text(text).unwrap_or_else(|error| panic!("{error}"))
}

/// Where looking ahead is not quick, the rules themselves are asked.
#[test]
fn a_win_in_one_is_found_although_lists_are_slow() {
    let (game, maker) = (slow_rows(), Maker::unlearned());
    assert!(!maker.facts(&game).expect("no limit").quick, "another game is needed");
    let states = won_next(&game, 4);
    assert!(!states.is_empty(), "nobody wins");
    for text in ["level:3", "alphabeta:1n", "mcts:1n"] {
        let bot = bot(&maker, &game, text);
        for (state, lines) in states.iter().zip([1, 3, 0, 1]) {
            let thought = ask(&*bot, &game, state, lines, 1);
            assert_eq!(thought.score, Some(Score::Win(1)), "{text}");
            assert_eq!(verdict(&game, state, thought.chosen.as_ref()), Some(Verdict::Win), "{text}");
        }
    }
}

/// Without knowledge of winning rows a search recognises a win only by the end of the game.
#[test]
fn the_search_detects_the_end_of_a_game() {
    let game = source::named("gomoku").expect("it is in the library");
    let maker = Maker::unlearned();
    let state = position(&*game, &["h8", "h4", "h7", "a1", "h6", "c2", "h5"]);
    let thought = ask(&*bot(&maker, &*game, "alphabeta:2d"), &*game, &state, 1, 1);
    assert_eq!(Some(thought.chosen.as_ref().target()), game.topology().site_named("h9"), "four in a row are stopped");
}

/// Both sides take turns, and who has made a row has won: a win is an odd number of plies away, a
/// loss an even one, and no longer than there are empty sites.
#[test]
fn proofs_state_the_distance_to_the_end() {
    let game = source::named("tic-tac-toe").expect("it is in the library");
    let maker = Maker::unlearned();
    let bot = bot(&maker, &*game, "mcts:4000p");
    let mut proven = 0;
    for (seed, threads) in (0..12).flat_map(|seed| [(seed, 1), (seed, 2), (seed, 4)]) {
        let plies = 2 + seed as usize % 3;
        let state = walk::walk(&*game, game.initial(), seed, plies, &mut |_, _| ControlFlow::Continue(()));
        let state = state.expect("no limit");
        let thought = ask(&*bot, &*game, &state, 9, threads);
        for line in &thought.top {
            let left = match line.score {
                Some(Score::Win(left)) => {
                    assert_eq!(left % 2, 1, "{seed}, {threads} threads: a win in {left}");
                    left
                }
                Some(Score::Loss(left)) => {
                    assert_eq!(left % 2, 0, "{seed}, {threads} threads: a loss in {left}");
                    left
                }
                _ => continue,
            };
            assert!(left as usize <= 9 - plies, "{seed}, {threads} threads: {left} plies");
            assert!(line.moves.len() <= left as usize, "{seed}, {threads} threads: a line longer than {left} plies");
            proven += 1;
        }
    }
    assert!(proven > 0, "nothing was proved");
}

/// More threads than processors would keep one another from the clock.
#[test]
fn time_limits_hold_for_any_number_of_threads() {
    let game = source::named("connect-four").expect("it is in the library");
    let maker = Maker::unlearned();
    for kind in ["alphabeta", "mcts"] {
        let bot = bot(&maker, &*game, kind);
        let (begun, clock) = (Instant::now(), Instant::now());
        let state = game.initial();
        let mut question = Question {
            game: &*game,
            view: &game.view(&state, mover(&*game, &state)),
            budget: Some(Budget::time(Duration::from_millis(50))),
            seed: 1,
            lines: 1,
            threads: 10_000,
            stop: &AtomicBool::new(false),
            clock: &clock,
            progress: &mut |_| (),
        };
        bot.choose(&mut question, &mut Context::new()).expect("there are moves");
        // Other tests run at the same time.
        assert!(begun.elapsed() < Duration::from_secs(2), "{kind}: {:?}", begun.elapsed());
    }
}

/// What a list costs tells where a study has to be sparing; where games are over in the midst of
/// play a search has to look.
#[test]
fn game_analysis_measures_list_cost_and_endings() {
    let facts = |game: &dyn Game| (*Maker::unlearned().facts(game).expect("no limit")).clone();
    let named = |name: &str| facts(&*source::named(name).expect("it is in the library"));
    let (gomoku, reversi, slow) = (named("gomoku"), named("reversi"), facts(&slow_rows()));
    assert!(gomoku.fuel > 0.0 && slow.fuel > gomoku.fuel, "{} and {}", gomoku.fuel, slow.fuel);
    assert!(gomoku.sudden > 0.5, "gomoku ends where there is room left: {}", gomoku.sudden);
    assert!(reversi.sudden < 0.1, "reversi ends where nobody can move: {}", reversi.sudden);
}
