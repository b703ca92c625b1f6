//! Timeouts of external programs, and their messages.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use dagaz_bots::{Bot, BotError, Context, Patience, Program, Question, Thought};
use dagaz_core::PlayerId;
use dagaz_testkit::source;

/// Asks a program, by these lines of a shell, in the start position of tic-tac-toe.
fn ask(budget: &str, script: &str, stop: bool) -> Result<Thought, BotError> {
    let game = source::named("tic-tac-toe").expect("it is in the library");
    let mut program: Program = format!("uci:{budget}:sh").parse().expect("it is one");
    program.command.extend(["-c".to_string(), script.to_string()]);
    let millis = Duration::from_millis;
    program.patience =
        Patience { beyond: millis(300), silence: millis(300), whole: millis(1_500), ..Patience::default() };
    let (stop, clock) = (AtomicBool::new(stop), Instant::now());
    let view = game.view(&game.initial(), PlayerId(0));
    let mut question = Question {
        game: &*game,
        view: &view,
        budget: None,
        seed: 1,
        lines: 1,
        threads: 1,
        stop: &stop,
        clock: &clock,
        progress: &mut |_| (),
    };
    program.choose(&mut question, &mut Context::new())
}

/// Greets, gets ready, and continues with this after a request.
fn greeted(then: &str) -> String {
    format!(
        "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; go*) {then};; quit) exit;; esac; done"
    )
}

fn failure(thought: Result<Thought, BotError>) -> String {
    match thought {
        Err(BotError::Program(what)) => what,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_silent_engine_with_a_node_budget_times_out() {
    let said = failure(ask("1000n", &greeted("true"), false));
    assert!(said.contains("has said nothing for") && said.contains("1000n,60s"), "{said}");
    // One that talks on and on is believed for longer.
    let said = failure(ask("1000n", &greeted("while true; do echo info depth 1; sleep 0.05; done"), false));
    assert!(said.contains("has thought about one move for"), "{said}");
    // Words without end are no reason not to look at the clock.
    let said = failure(ask("50ms", &greeted("while true; do echo info depth 1; done"), false));
    assert!(said.contains("thinks longer than"), "{said}");
    let said = failure(ask("50ms", &greeted("true"), false));
    assert!(said.contains("thinks longer than"), "{said}");
}

#[test]
fn an_engine_that_does_not_stop_is_abandoned() {
    let thought = ask("1000n", &greeted("true"), true).expect("any move will do");
    assert!(!thought.chosen.as_ref().is_pass());
}

#[test]
fn extra_engine_output_is_ignored() {
    let odd = "printf 'info score mate 9223372036854775807\\ninfo string \\377\\nbestmove b2\\n'";
    let thought = ask("1000n", &greeted(odd), false).expect("it plays");
    assert!(thought.score.is_some(), "{thought:?}");
    assert_eq!(ask("1000n", &greeted("echo 'bestmove (none)'"), false).err(), Some(BotError::Resigned));
}

#[test]
fn an_exited_engine_is_reported_with_its_last_output() {
    let said = failure(ask("1000n", &greeted("echo 'no paint left' >&2; exit 4"), false));
    assert!(said.contains("has ended") && said.contains("status: 4") && said.contains("no paint left"), "{said}");
}
