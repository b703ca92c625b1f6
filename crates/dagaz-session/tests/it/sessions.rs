//! What sessions do and refuse, one rule after the other.

use crate::common::{Table, beginning, game, held, holder, of_text, same};
use dagaz_core::{Game, PlayerId, Verdict};
use dagaz_session::{
    Actor, Beginning, Bot, ClockRule, Command, Decided, EndReason, Event, Millis, NodeNo, OfferKind, Phase, Refusal,
    RulesRef, Seat, Session,
};

fn minutes(minutes: u64) -> Millis {
    Millis(minutes * 60_000)
}

#[test]
fn only_the_seat_holder_moves_and_only_at_the_current_node() {
    let mut table = Table::of(game("chess"));
    let at = |node| Command::Play { node: NodeNo(node), player: None, index: 0 };
    assert_eq!(table.person("bob", at(0)), Err(Refusal::NotYourTurn));
    assert_eq!(table.person("eve", at(0)), Err(Refusal::Forbidden));
    assert_eq!(table.person("ann", at(1)), Err(Refusal::Stale));
    let over = Command::Play { node: NodeNo(0), player: None, index: 20 };
    assert_eq!(table.person("ann", over), Err(Refusal::Illegal));
    assert_eq!(table.play("ann", "e2e4"), Ok(Some(NodeNo(1))));
    assert_eq!(table.person("ann", at(1)), Err(Refusal::NotYourTurn));
    assert_eq!(table.person("bob", at(0)), Err(Refusal::Stale));
    assert_eq!(table.play("bob", "e7e5"), Ok(Some(NodeNo(2))));
    table.check();
}

#[test]
fn a_resent_command_is_answered_but_not_repeated_even_after_a_restart() {
    let mut table = Table::of(game("chess"));
    let (ann, bob) = (Actor::Holder(holder("ann")), Actor::Holder(holder("bob")));
    let play = Command::Play { node: NodeNo(0), player: None, index: 3 };
    let Ok(Decided::New(record)) = table.session.decide(Millis(2_000), &ann, Some(&"n1".into()), &play) else {
        panic!("it is new")
    };
    table.session.apply(&record).expect("it was decided");
    table.log.push(*record);
    let again = Ok(Decided::Again { version: 2, node: Some(NodeNo(1)) });
    assert_eq!(table.session.decide(Millis(3_000), &ann, Some(&"n1".into()), &play), again);
    let mut restarted = Session::replay(table.session.game().clone(), &table.log).expect("it replays");
    assert_eq!(restarted.decide(Millis(3_000), &ann, Some(&"n1".into()), &play), again);
    // Another person may happen upon the same nonce.
    assert!(matches!(restarted.decide(Millis(3_000), &bob, Some(&"n1".into()), &play), Err(Refusal::Stale)));
}

#[test]
fn a_game_ends_by_its_rules() {
    let mut table = Table::of(game("tic-tac-toe"));
    for (who, text) in [("ann", "a1"), ("bob", "b1"), ("ann", "a2"), ("bob", "b2"), ("ann", "a3")] {
        table.play(who, text).expect("it is legal");
    }
    let end = table.session.end().expect("three in a row").clone();
    assert_eq!((end.reason, end.outcome.verdicts), (EndReason::Rules, vec![Verdict::Win, Verdict::Loss]));
    assert_eq!(table.session.phase(), Phase::Ended);
    let play = Command::Play { node: table.session.current(), player: None, index: 0 };
    assert_eq!(table.person("bob", play), Err(Refusal::Ended));
    table.check();
}

#[test]
fn resignation_and_time_forfeit_lose() {
    let mut table = Table::of(game("chess"));
    table.person("bob", Command::Resign { player: None }).expect("bob may");
    let end = table.session.end().expect("it has ended").clone();
    assert_eq!(
        (end.reason, end.outcome.verdicts),
        (EndReason::Resigned(PlayerId(1)), vec![Verdict::Win, Verdict::Loss])
    );

    let mut table = Table::with_clock(game("chess"), ClockRule::Fischer { main: minutes(1), add: Millis(0) });
    table.now += 600_000;
    table.play("ann", "e2e4").expect("before the first move no clock runs");
    table.now += 59_999;
    assert_eq!(table.act(&Actor::Host, Command::Flag), Err(Refusal::Nothing));
    table.now += 1;
    table.act(&Actor::Host, Command::Flag).expect("the minute is over");
    assert_eq!(table.session.end().expect("it has ended").reason, EndReason::Time(PlayerId(1)));
    table.check();
}

#[test]
fn a_late_move_loses_on_time_whichever_server_notices() {
    let mut table = Table::with_clock(game("chess"), ClockRule::Fischer { main: minutes(1), add: Millis(0) });
    table.play("ann", "e2e4").expect("it is legal");
    table.now += 60_001;
    assert_eq!(table.play("bob", "e7e5"), Ok(None));
    assert_eq!(table.session.end().expect("it has ended").reason, EndReason::Time(PlayerId(1)));
    assert_eq!(table.session.current(), NodeNo(1));
    table.check();
}

#[test]
fn with_more_than_two_players_leaving_decides_nothing() {
    let seats = vec![held("ann"), held("bob"), held("cem"), held("dee")];
    let mut table = Table::new(game("four-player-chess"), beginning(seats));
    table.person("bob", Command::Resign { player: None }).expect("bob may");
    let verdicts = &table.session.end().expect("it has ended").outcome.verdicts;
    assert_eq!(verdicts[..4], [Verdict::Draw, Verdict::Loss, Verdict::Draw, Verdict::Draw]);
}

#[test]
fn a_draw_needs_both_players_and_a_move_declines_the_offer() {
    let offer = || Command::Offer { kind: OfferKind::Draw, node: None };
    let mut table = Table::of(game("chess"));
    table.person("ann", offer()).expect("ann may");
    assert_eq!(table.person("ann", offer()), Err(Refusal::Nothing));
    table.play("ann", "e2e4").expect("it is legal");
    assert!(table.session.offers().is_empty());
    table.person("ann", offer()).expect("again");
    table.person("bob", Command::Decline { kind: OfferKind::Draw }).expect("bob may");
    assert_eq!(table.person("bob", Command::Decline { kind: OfferKind::Draw }), Err(Refusal::Nothing));
    table.person("bob", offer()).expect("bob may");
    assert_eq!(table.session.phase(), Phase::Playing);
    table.person("ann", offer()).expect("ann agrees");
    assert_eq!(table.session.end().expect("it has ended").reason, EndReason::Agreed);
    table.check();
}

#[test]
fn a_takeback_goes_back_before_the_askers_own_move() {
    let mut table = Table::of(game("chess"));
    for (who, text) in [("ann", "e2e4"), ("bob", "e7e5"), ("ann", "g1f3")] {
        table.play(who, text).expect("it is legal");
    }
    table.person("bob", Command::Offer { kind: OfferKind::Takeback, node: None }).expect("bob may");
    assert_eq!(table.session.offers()[0].node, Some(NodeNo(1)));
    table.person("ann", Command::Offer { kind: OfferKind::Takeback, node: None }).expect("ann agrees");
    assert_eq!(table.session.current(), NodeNo(1));
    let taken_back = table.session.movers();
    assert_eq!(taken_back, [PlayerId(1)]);
    // What is played instead is the main line now; what was there stays as a variation.
    table.play("bob", "c7c5").expect("it is legal");
    assert!(table.session.is_main(NodeNo(4)) && !table.session.is_main(NodeNo(2)));
    table.check();
}

#[test]
fn bots_accept_takebacks_and_decline_draws() {
    let bot = Seat::Bot(Bot { name: "random".into(), level: None });
    let mut table = Table::new(game("chess"), beginning(vec![held("ann"), bot]));
    table.play("ann", "e2e4").expect("it is legal");
    let wants = table.session.wants();
    assert_eq!((wants.think.len(), wants.think[0].2), (1, NodeNo(1)));
    table.act(&Actor::Bot(1), Command::Play { node: NodeNo(1), player: Some(1), index: 0 }).expect("it is its turn");
    assert!(table.session.wants().think.is_empty());
    table.person("ann", Command::Offer { kind: OfferKind::Draw, node: None }).expect("ann may");
    assert_eq!(table.session.phase(), Phase::Playing);
    table.person("ann", Command::Offer { kind: OfferKind::Takeback, node: None }).expect("ann may");
    assert_eq!(table.session.current(), NodeNo(0));
    table.check();
}

#[test]
fn a_pause_stops_the_clock_and_refuses_moves() {
    let mut table = Table::with_clock(game("chess"), ClockRule::Fischer { main: minutes(1), add: Millis(0) });
    table.play("ann", "e2e4").expect("it is legal");
    table.now += 10_000;
    for who in ["ann", "bob"] {
        table.person(who, Command::Offer { kind: OfferKind::Pause, node: None }).expect("they may");
    }
    table.now += 500_000;
    let left = |table: &Table| table.session.clock(PlayerId(1), Millis(table.now)).expect("there are clocks").left;
    assert_eq!(left(&table), Millis(50_000));
    let play = Command::Play { node: NodeNo(1), player: None, index: 0 };
    assert_eq!(table.person("bob", play), Err(Refusal::Paused));
    table.person("ann", Command::Resume).expect("ann may");
    table.now += 1_000;
    assert_eq!(left(&table), Millis(49_000));
    table.check();
}

#[test]
fn an_open_seat_is_taken_once_before_any_move() {
    let mut table = Table::new(game("chess"), beginning(vec![held("ann"), Seat::Open]));
    let play = Command::Play { node: NodeNo(0), player: None, index: 0 };
    assert_eq!(table.person("ann", play), Err(Refusal::Waiting));
    table.person("bob", Command::Sit { player: 1, seat: held("bob") }).expect("it is open");
    assert_eq!(table.person("cem", Command::Sit { player: 1, seat: held("cem") }), Err(Refusal::Taken));
    assert_eq!(table.person("cem", Command::Sit { player: 0, seat: held("cem") }), Err(Refusal::Taken));
    // Not even the user who began the game can take a person's seat away.
    let bot = Seat::Bot(Bot { name: "random".into(), level: None });
    assert_eq!(table.person("ann", Command::Sit { player: 1, seat: bot.clone() }), Err(Refusal::Forbidden));
    table.person("ann", Command::Sit { player: 0, seat: bot }).expect("her own she may give to a bot");
    table.check();
}

#[test]
fn chance_is_stable_in_replay_and_fresh_after_a_takeback() {
    let mut table = Table::of(game("twenty-squares"));
    assert!(table.session.wants().chance);
    assert_eq!(table.person("ann", Command::Chance), Err(Refusal::Forbidden));
    let mut throws = Vec::new();
    for _ in 0..12 {
        table.act(&Actor::Host, Command::Chance).expect("chance is due");
        let thrown = table.session.current();
        throws.push(
            table.session.tree().chosen(table.session.id(thrown).expect("it is there")).map(|chosen| chosen.sameness()),
        );
        let who = if table.session.movers()[0] == PlayerId(0) { "ann" } else { "bob" };
        table.person(who, Command::Play { node: thrown, player: None, index: 0 }).expect("it is their turn");
        for agreeing in [who, if who == "ann" { "bob" } else { "ann" }] {
            table
                .person(agreeing, Command::Offer { kind: OfferKind::Takeback, node: Some(NodeNo(0)) })
                .expect("they may");
        }
        assert_eq!(table.session.current(), NodeNo(0));
    }
    throws.sort_unstable();
    throws.dedup();
    assert!(throws.len() > 1, "twelve throws were the same");
    table.check();
}

#[test]
fn a_draft_is_kept_until_its_move_is_played() {
    let mut table = Table::of(game("chess"));
    let draft = |text: &str| Command::Draft { node: NodeNo(0), draft: text.into() };
    assert_eq!(table.person("bob", draft("[1]")), Err(Refusal::NotYourTurn));
    table.person("ann", draft("[1]")).expect("ann may");
    table.person("ann", draft("[1,2]")).expect("ann may");
    table.check();
    assert_eq!(table.session.draft(), Some((0, "[1,2]")));
    table.person("ann", draft("")).expect("ann may back out");
    assert_eq!(table.session.draft(), None);
    table.person("ann", draft("[1]")).expect("ann may");
    table.play("ann", "e2e4").expect("it is legal");
    assert_eq!(table.session.draft(), None);
}

#[test]
fn an_analysis_tree_can_grow_at_any_node_and_be_pruned() {
    let mut table = Table::new(game("chess"), Beginning { study: true, ..beginning(vec![]) });
    let play = |node, index| Command::Play { node: NodeNo(node), player: None, index };
    assert_eq!(table.person("bob", play(0, 0)), Err(Refusal::Forbidden));
    for (node, index) in [(0, 0), (0, 1), (1, 5), (3, 2)] {
        table.person("ann", play(node, index)).expect("it is a study");
    }
    // The same move again only goes there.
    table.person("ann", play(0, 1)).expect("it is a study");
    assert_eq!((table.session.current(), table.session.node_count()), (NodeNo(2), 5));
    assert!(table.session.is_main(NodeNo(1)));
    table.person("ann", Command::Promote { node: NodeNo(2) }).expect("it is there");
    assert!(table.session.is_main(NodeNo(2)));
    table.person("ann", Command::Comment { node: NodeNo(3), text: "so".into() }).expect("it is there");
    table.person("ann", Command::Prune { node: NodeNo(1) }).expect("it is there");
    assert_eq!(table.session.nodes().collect::<Vec<_>>(), [NodeNo(2)]);
    assert_eq!(table.person("ann", play(3, 0)), Err(Refusal::Unknown));
    assert_eq!(table.session.record().moves(), 1);
    table.check();
}

#[test]
fn an_analysis_tree_starts_with_the_moves_of_a_game() {
    let mut table = Table::of(game("chess"));
    for (who, text) in [("ann", "e2e4"), ("bob", "e7e5")] {
        table.play(who, text).expect("it is legal");
    }
    let record = table.session.record();
    let written = dagaz_record::Format::Json.write(&**table.session.game(), &[record]).expect("JSON holds everything");
    let planted = Beginning { study: true, tree: Some(written.text.into()), at: NodeNo(1), ..beginning(vec![]) };
    let mut study = Table::new(game("chess"), planted);
    assert_eq!(study.session.current(), NodeNo(1));
    assert_eq!(study.session.state(), &*table.session.state_at(NodeNo(1)).expect("it is there"));
    study.person("ann", Command::Play { node: NodeNo(2), player: None, index: 0 }).expect("it is a study");
    study.check();
}

#[test]
fn changed_rules_replay_the_moves_and_list_the_lost_ones() {
    let rules = |moves: &str| {
        of_text(&format!(
            "(game (title \"T\") (players A B) (turn-order A B)
               (board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c/d\" (9 0)) (\"1/2\" (0 9))) (directions (e 1 0) (w -1 0) (s 0 1))))
               (piece (name M) (moves {moves})) (board-setup (A (M a1)) (B (M a2))) (win-condition (A B) (absolute-config M (d1))))"
        ))
    };
    let (two, one) = ("(e (verify empty?) add) (e e (verify empty?) add)", "(e (verify empty?) add)");
    let mut table = Table::of(rules(two));
    for (who, text) in [("ann", "a1 - b1"), ("bob", "a2 - c2"), ("ann", "b1 - c1")] {
        table.play(who, text).expect("it is legal");
    }
    let changed = RulesRef { hash: "2".into(), ..RulesRef::default() };
    table.act(&Actor::Host, Command::Rule { rules: changed.clone() }).expect("the host may");
    let under_new = Session::replay(rules(one), &table.log).expect("it replays");
    assert_eq!(under_new.lost().len(), 1, "bob's move is gone");
    assert!(!under_new.has(NodeNo(3)), "what was behind it goes with it");
    assert_eq!(under_new.lost()[0].0, NodeNo(2));
    assert!(under_new.lost()[0].1.contains("a2"));
    assert_eq!(under_new.current(), NodeNo(1));
    // More moves than before: nothing is lost, although every move has another place in its list.
    let more = Session::replay(rules(&format!("(s (verify empty?) add) {two}")), &table.log).expect("it replays");
    assert!(more.lost().is_empty());
    assert_eq!(more.current(), NodeNo(3));
    same(&more, &Session::replay(more.game().clone(), &table.log).expect("it replays"));
}

#[test]
fn players_who_act_together_each_commit_a_move() {
    let game: std::sync::Arc<dyn Game> =
        std::sync::Arc::new(dagaz_testkit::simultaneous::RockPaperScissors::new().expect("it is small"));
    let mut table = Table::of(game);
    let at = |table: &Table| table.session.current();
    let play = |node, index| Command::Play { node, player: None, index };
    assert_eq!(table.session.movers().len(), 2);
    table.person("bob", play(at(&table), 1)).expect("both may");
    assert_eq!(table.person("bob", play(at(&table), 2)), Err(Refusal::NotYourTurn));
    table.person("ann", play(at(&table), 0)).expect("ann too");
    assert_eq!(table.session.phase(), Phase::Ended);
    table.check();
}

#[test]
fn a_game_without_a_first_move_is_aborted() {
    let waiting = Beginning { patience: Some(Millis(30_000)), ..beginning(vec![held("ann"), Seat::Open]) };
    let mut table = Table::new(game("chess"), waiting);
    assert_eq!(table.session.wants().wake, None, "whoever waits for another has time");
    table.now = 50_000;
    let seat = held("bob");
    table.person("bob", Command::Sit { player: 1, seat }).expect("the seat is open");
    assert_eq!(table.session.wants().wake, Some(Millis(80_000)));
    table.now = 79_999;
    assert_eq!(table.act(&Actor::Host, Command::Flag), Err(Refusal::Nothing));
    table.now = 80_000;
    table.act(&Actor::Host, Command::Flag).expect("it is time");
    assert_eq!(table.session.end().map(|end| end.reason), Some(EndReason::Aborted));
    // With the first move the clocks take over.
    let mut table = Table::new(
        game("chess"),
        Beginning { patience: Some(Millis(30_000)), ..beginning(vec![held("ann"), held("bob")]) },
    );
    let play = Command::Play { node: NodeNo::ROOT, player: None, index: 0 };
    table.person("ann", play).expect("it is legal");
    assert_eq!(table.session.wants().wake, None);
}

#[test]
fn a_move_made_in_time_counts_though_it_arrives_late() {
    let clock = ClockRule::Fischer { main: Millis(60_000), add: Millis(0) };
    let begun = || {
        let mut table = Table::with_clock(game("chess"), clock);
        for who in ["ann", "bob", "ann"] {
            table.play_late(who, 0).expect("it is legal");
        }
        // Bob's clock runs from here on, and has a minute.
        table.now += 60_100;
        table
    };
    let mut table = begun();
    assert!(matches!(table.play_late("bob", 50), Ok(Event::Flagged { player: 1 })), "50 ms do not make up for 100");
    table.check();
    let mut table = begun();
    let played = table.play_late("bob", 150).expect("it was made in time");
    assert!(matches!(played, Event::Played { lag: Millis(150), .. }));
    assert_eq!(table.session.clock(PlayerId(1), Millis(table.now)).map(|face| face.left), Some(Millis(50)));
    table.check();
    // A client that claims any lag gets no more than the allowance.
    let mut table = begun();
    table.now += 1_000;
    assert!(matches!(table.play_late("bob", 3_600_000), Ok(Event::Flagged { player: 1 })));
    table.check();
}

#[test]
fn a_game_of_a_tournament_is_played_to_an_end_that_counts() {
    let mut table = Table::new(
        game("chess"),
        Beginning { tournament: Some("t".into()), ..beginning(vec![held("ann"), held("bob")]) },
    );
    let offer = |kind| Command::Offer { kind, node: None };
    table.person("ann", Command::Play { node: NodeNo::ROOT, player: None, index: 0 }).expect("it is legal");
    for kind in [OfferKind::Takeback, OfferKind::Pause, OfferKind::Abort] {
        assert_eq!(table.person("ann", offer(kind)), Err(Refusal::NotHere), "{kind:?}");
    }
    table.person("ann", offer(OfferKind::Draw)).expect("draws are agreed as anywhere");
    table.person("bob", offer(OfferKind::Draw)).expect("he agrees");
    assert_eq!(table.session.end().map(|end| end.reason), Some(EndReason::Agreed));
    assert_eq!(
        table.person("bob", offer(OfferKind::Rematch)),
        Err(Refusal::NotHere),
        "who plays next is not theirs to say"
    );
    table.check();
}

#[test]
fn rated_games_allow_no_takeback_and_count_once() {
    let mut table = Table::new(game("chess"), Beginning { rated: true, ..beginning(vec![held("ann"), Seat::Open]) });
    let (ann, bob) = (Actor::Holder(holder("ann")), Actor::Holder(holder("bob")));
    assert_eq!(
        table.act(&ann, Command::Sit { player: 1, seat: held("ann") }),
        Err(Refusal::Forbidden),
        "against oneself"
    );
    assert_eq!(table.act(&ann, Command::Sit { player: 0, seat: Seat::Open }), Err(Refusal::Forbidden));
    table.act(&bob, Command::Sit { player: 1, seat: held("bob") }).expect("the seat is open");
    table.act(&ann, Command::Play { node: NodeNo::ROOT, player: None, index: 0 }).expect("it is legal");
    let takeback = Command::Offer { kind: OfferKind::Takeback, node: None };
    assert_eq!(table.act(&ann, takeback), Err(Refusal::NotHere));
    let rate = || Command::Rate { changes: vec![dagaz_session::Rerated { player: 0, before: 1500, after: 1510 }] };
    assert_eq!(table.act(&Actor::Host, rate()), Err(Refusal::Nothing), "it has not ended");
    table.act(&bob, Command::Resign { player: None }).expect("it goes on");
    assert!(table.session.wants().rate);
    assert_eq!(table.act(&ann, rate()), Err(Refusal::Forbidden));
    table.act(&Actor::Host, rate()).expect("it is wanted");
    assert!(!table.session.wants().rate && table.session.rated().is_some_and(|changes| changes[0].after == 1510));
    assert_eq!(table.act(&Actor::Host, rate()), Err(Refusal::Nothing));
}

#[test]
fn only_seated_players_may_chat() {
    let mut table = Table::new(game("chess"), beginning(vec![held("ann"), held("bob")]));
    let say = |text: &str| Command::Say { text: text.into() };
    assert_eq!(table.person("eve", say("hello")), Err(Refusal::Forbidden));
    for number in 0..dagaz_session::limits::LINES_EVER {
        table.person("bob", say(&format!("line {number}"))).expect("he may");
    }
    assert_eq!(table.person("ann", say("one more")), Err(Refusal::TooLarge));
    let said: Vec<_> = table.session.said().collect();
    assert_eq!((said.len(), said[0].number, &*said[99].text), (100, 901, "line 999"));
}

#[test]
fn a_log_full_of_drafts_and_offers_still_accepts_moves_and_the_result() {
    let mut table = Table::with_clock(game("chess"), ClockRule::Fischer { main: minutes(5), add: Millis(0) });
    let draft = |text: &str| Command::Draft { node: NodeNo(0), draft: text.into() };
    // What changes nothing is answered and leaves no trace.
    let records = table.session.version();
    let same = table.session.decide(Millis(table.now), &Actor::Holder(holder("ann")), None, &draft(""));
    assert_eq!(same, Ok(Decided::Again { version: records, node: None }));
    let most = dagaz_session::limits::ASIDES;
    for number in 0..most {
        let done = match number % 2 {
            0 => table.person("ann", draft("[1]")),
            _ => table.person("ann", draft("[2]")),
        };
        done.expect("there is room");
    }
    assert_eq!(table.session.version(), records + most);
    assert_eq!(table.person("ann", draft("[1]")), Err(Refusal::TooLarge));
    assert_eq!(table.person("bob", Command::Offer { kind: OfferKind::Draw, node: None }), Err(Refusal::TooLarge));
    table.play("ann", "e2e4").expect("moves are no asides");
    table.now += minutes(6).0;
    table.act(&Actor::Host, Command::Flag).expect("the end always finds room");
    assert_eq!(table.session.phase(), Phase::Ended);
    let session = Session::replay(table.session.game().clone(), &table.log).expect("it replays");
    assert_eq!(session.end(), table.session.end());
}
