//! Time in the rules: the events of the clock that a session plays, and when it wakes for them.

use std::sync::Arc;

use dagaz_core::Game;
use dagaz_session::{Actor, Command, EndReason, Event, Millis, OfferKind, Phase, Refusal};
use dagaz_testkit::source::path_game_of_text;

use crate::common::Table;

/// Players have ten ticks of five seconds for all their moves, and lose without time.
const BLITZ: &str = "(drf 3) (game \"Blitz\" (players White Black) (board (grid a-c 1-3) (lines row 3))
  (piece Man) (clock spent 4 (tick 5)) (timer bank of player 10)
  (rule place (at empty) (put Man)) (moves place)
  (turns ((clock spent) White) ((clock spent) Black))
  (lose time (and my-turn (= bank 0))) (win row (full row mine)) (draw full (no empty)))";

/// A piece whose time has run out stands still.
const GLASSES: &str = "(drf 3) (game \"Glasses\" (players White Black) (board (grid a-d 1-4))
  (setup (White (Glass a1 b1)) (Black (Glass c4 d4)))
  (clock spent 9) (timer sand of piece 3)
  (piece Glass (moves (go orthogonal)))
  (rule (go d) (> sand 0) d empty (set sand 9))
  (turns ((clock spent) White) ((clock spent) Black)) (pass forced)
  (lose still no-moves))";

fn table(text: &str) -> Table {
    let game = path_game_of_text(text).unwrap_or_else(|why| panic!("{why}"));
    let game: Arc<dyn Game> = Arc::new(game);
    let mut table = Table::of(game);
    begin_turn(&mut table);
    table
}

/// The event of no tick, with which every turn begins.
fn begin_turn(table: &mut Table) {
    assert!(table.session.wants().chance);
    table.act(&Actor::Host, Command::Chance).expect("time begins to pass");
    assert!(!table.session.wants().chance);
}

/// A turn that takes so many milliseconds.
fn turn(table: &mut Table, who: &str, typed: &str, millis: u64) {
    table.now += millis;
    table.play(who, typed).unwrap_or_else(|why| panic!("{typed}: {why:?}"));
    table.check();
    begin_turn(table);
}

/// How many moves the player to move has.
fn choices(table: &mut Table) -> usize {
    let mover = table.session.movers()[0];
    table.session.list_of(mover).expect("within the limits").len()
}

/// The moves of the game, without variations.
fn line(table: &Table) -> Vec<String> {
    let record = table.session.record();
    let game = table.session.game();
    let (mut state, mut texts, mut at) = (record.start().clone(), Vec::new(), dagaz_record::NodeId::ROOT);
    while let Some(next) = record.children(at).first() {
        let chosen = record.chosen(*next).expect("every node has a move");
        let thrown = dagaz_record::thrown(&**game, &state, chosen);
        texts.push(thrown.unwrap_or_else(|| dagaz_record::move_text(&**game, &state, chosen)));
        game.play(&mut state, chosen, &mut dagaz_core::UndoLog::new());
        at = *next;
    }
    texts
}

#[test]
fn the_time_of_a_turn_is_recorded_before_its_move() {
    let mut table = table(BLITZ);
    turn(&mut table, "ann", "Man a1", 12_300);
    turn(&mut table, "bob", "Man b2", 4_999);
    // A turn has four ticks at the most.
    turn(&mut table, "ann", "Man a2", 90_000);
    assert_eq!(
        line(&table),
        ["clock 2", "White Man a1", "clock 0", "Black Man b2", "clock 4", "White Man a2", "clock 0"]
    );
}

#[test]
fn a_player_who_does_not_move_loses_when_the_timer_has_run_out() {
    let mut table = table(BLITZ);
    for (ann, bob) in [("Man a1", "Man b2"), ("Man a2", "Man b3")] {
        turn(&mut table, "ann", ann, 20_000);
        turn(&mut table, "bob", bob, 0);
    }
    // Two of ten ticks are left.
    let until = table.session.wants().wake.expect("the timer runs out");
    assert_eq!(until, Millis(table.now + 10_000));
    table.now += 9_999;
    assert_eq!(table.act(&Actor::Host, Command::Flag), Err(Refusal::Nothing));
    table.now += 1;
    table.act(&Actor::Host, Command::Flag).expect("it has run out");
    assert_eq!(table.session.phase(), Phase::Ended);
    assert_eq!(table.session.end().map(|end| &end.reason), Some(&EndReason::Rules));
    table.check();
}

#[test]
fn a_move_after_the_last_tick_ends_the_game_instead() {
    let mut table = table(BLITZ);
    for (ann, bob) in [("Man a1", "Man b2"), ("Man a2", "Man b3")] {
        turn(&mut table, "ann", ann, 20_000);
        turn(&mut table, "bob", bob, 0);
    }
    table.now += 10_000;
    table.play("ann", "Man a3").expect("the time is played");
    assert_eq!(table.session.phase(), Phase::Ended);
    assert_eq!(line(&table).last().map(String::as_str), Some("clock 2"));
    table.check();
}

#[test]
fn a_piece_whose_timer_has_run_out_moves_no_more() {
    let mut table = table(GLASSES);
    turn(&mut table, "ann", "Glass a1 - a2", 2_000);
    turn(&mut table, "bob", "Glass c4 - c3", 0);
    let before = choices(&mut table);
    assert_eq!(table.session.wants().wake, Some(Millis(table.now + 1_000)), "b1 and d4 have one tick left");
    table.now += 1_500;
    assert_eq!(table.play("ann", "Glass b1 - b2"), Err(Refusal::Illegal));
    table.act(&Actor::Host, Command::Flag).expect("pieces have run out");
    assert!(choices(&mut table) < before);
    assert_eq!(table.session.phase(), Phase::Playing);
    table.check();
    // The time of the turn runs on from its beginning.
    table.now += 1_500;
    table.play("ann", "Glass a2 - a3").expect("a2 has time left");
    assert_eq!(line(&table)[4..], ["clock 3", "Glass a2 - a3 @ a3 0 9"]);
    table.check();
}

#[test]
fn a_pause_takes_no_time_and_a_takeback_gives_none_back() {
    let mut table = table(BLITZ);
    turn(&mut table, "ann", "Man a1", 12_000);
    table.now += 6_000;
    for who in ["ann", "bob"] {
        table.person(who, Command::Offer { kind: OfferKind::Pause, node: None }).expect("the game runs");
    }
    table.now += 600_000;
    table.person("bob", Command::Resume).expect("it is paused");
    table.now += 5_000;
    table.play("bob", "Man b2").expect("it is legal");
    assert_eq!(line(&table)[2..], ["clock 2", "Black Man b2"]);
    table.check();
    for who in ["bob", "ann"] {
        table.person(who, Command::Offer { kind: OfferKind::Takeback, node: None }).expect("a move is taken back");
    }
    table.now += 5_000;
    table.play("bob", "Man b3").expect("it is legal");
    assert!(matches!(table.log.last().map(|record| &record.event), Some(Event::Played { ticks: Some(3), .. })));
    table.check();
}
