//! What a Monte-Carlo search keeps for the next move of the same game.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use dagaz_bots::{Bot, Context, Maker, Question, Thought};
use dagaz_core::{Fuel, Game, MoveList, State, Turn, UndoLog};
use dagaz_testkit::source;
use dagaz_testkit::walk;

/// All moves of a position with what is known of them.
fn ask(bot: &dyn Bot, game: &dyn Game, state: &State, context: &mut Context) -> Thought {
    let Turn::Choice(mover) = game.turn(state) else { panic!("somebody chooses") };
    let (stop, clock) = (AtomicBool::new(false), Instant::now());
    let mut question = Question {
        game,
        view: &game.view(state, mover),
        budget: None,
        seed: 1,
        lines: 1_000,
        threads: 1,
        stop: &stop,
        clock: &clock,
        progress: &mut |_| (),
    };
    let thought = bot.choose(&mut question, context).expect("there are moves");
    let (mut list, fuel) = (MoveList::new(), &mut Fuel::new(game.limits().fuel));
    game.moves(state, &mut list, fuel).expect("no limit");
    assert!(list.iter().any(|one| one.same_as(thought.chosen.as_ref())), "a legal move");
    Thought { time: Duration::ZERO, ..thought }
}

fn visits(thought: &Thought) -> u64 {
    thought.top.iter().map(|line| line.visits).sum()
}

/// A game, and a bot that plays it.
fn game_and_bot(name: &str, text: &str) -> (Box<dyn Game>, Box<dyn Bot>) {
    let game = source::named(name).expect("it is in the library");
    let bot = Maker::unlearned().bot(&*game, text.parse().expect("it is a bot")).expect("no limit");
    (game, bot)
}

/// Plays what is expected on both sides.
fn go_on(game: &dyn Game, state: &mut State, thought: &Thought) {
    thought.pv().iter().take(2).for_each(|one| game.play(state, one.as_ref(), &mut UndoLog::new()));
}

#[test]
fn a_second_search_reuses_the_first() {
    for name in ["connect-four", "hex", "reversi", "breakthrough", "go-9x9"] {
        let (game, bot) = game_and_bot(name, "mcts:600p;keep=1");
        let (mut state, mut context) = (game.initial(), Context::new());
        let first = ask(&*bot, &*game, &state, &mut context);
        assert!(visits(&first) <= 600, "{name}");
        go_on(&*game, &mut state, &first);
        let kept = ask(&*bot, &*game, &state, &mut context);
        let anew = ask(&*bot, &*game, &state, &mut Context::new());
        assert_eq!((kept.playouts, anew.playouts), (600, 600), "{name}: what is kept is no part of the budget");
        assert!(visits(&kept) > visits(&anew), "{name}: {} and {}", visits(&kept), visits(&anew));
    }
}

/// A position outside the tree, and one that may be in it, from a search without tree reuse.
#[test]
fn unknown_positions_are_searched_from_scratch() {
    for (text, is_expected) in [("mcts:300p;keep=1", false), ("mcts:300p;keep=0", true)] {
        let (game, bot) = game_and_bot("connect-four", text);
        let (mut state, mut context) = (game.initial(), Context::new());
        let first = ask(&*bot, &*game, &state, &mut context);
        if is_expected {
            go_on(&*game, &mut state, &first);
        } else {
            // So far no tree of 300 playouts gets.
            state =
                walk::walk(&*game, state, 3, 12, &mut |_, _| std::ops::ControlFlow::Continue(())).expect("no limit");
        }
        let (later, anew) = (ask(&*bot, &*game, &state, &mut context), ask(&*bot, &*game, &state, &mut Context::new()));
        assert_eq!(later, anew, "{text}");
    }
}

/// Where dice fall, the way goes through what they have brought.
#[test]
fn the_search_tree_is_reused_across_dice_rolls() {
    let (game, bot) = game_and_bot("royal-game-of-ur", "mcts:400p;keep=1");
    let (mut state, mut context, mut list) = (game.initial(), Context::new(), MoveList::new());
    let mut rng = walk::rng(5);
    let mut known = 0;
    for _ in 0..40 {
        if game.ending(&state).expect("no limit").is_some() {
            break;
        }
        if let Turn::Choice(_) = game.turn(&state) {
            let thought = ask(&*bot, &*game, &state, &mut context);
            known += u64::from(visits(&thought) > thought.playouts && thought.playouts > 0);
            game.play(&mut state, thought.chosen.as_ref(), &mut UndoLog::new());
        } else {
            game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("no limit");
            let drawn = dagaz_core::below(&mut rng, list.len());
            game.play(&mut state, list.get(drawn), &mut UndoLog::new());
        }
    }
    assert!(known > 0, "no search has gone on with another");
}
