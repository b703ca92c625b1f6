//! What the measures say of games about which something is known from elsewhere.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use dagaz_arena::measures::of_match::{balance, drawishness, first_mover_advantage, state_space_use};
use dagaz_arena::stats::{Interval, least_squares};
use dagaz_arena::{Batch, Hold, MEASURES, Match, Plan, Sums};
use dagaz_bots::{Bot, Description, Kind, Maker};
use dagaz_core::Game;
use dagaz_testkit::subjects::Subject;

/// A match of a bot against itself, of which so many games are looked at.
fn held(game: &dyn Game, kind: Kind, games: u64, detail: u64) -> Sums {
    let maker = Maker::new();
    let judge = maker.judge(game).expect("a small game");
    let bot: Box<dyn Bot> = maker.bot(game, Description::of(kind)).expect("a small game");
    let plan = Plan {
        games,
        entrants: vec!["bot".to_string()],
        seats: 2,
        opening: if kind == Kind::Random { 0 } else { 4 },
        plies_max: 300,
        seed: 1,
        detail,
        fixed: false,
    };
    let bots = vec![(kind != Kind::Random).then_some(&*bot)];
    let (stop, clock) = (AtomicBool::new(false), Instant::now());
    let one = Match { game, plan: &plan, bots, rules: Vec::new(), judge: &judge, stop: &stop, clock: &clock };
    let mut sums = Sums::default();
    let mut take = |batch: Batch| {
        sums.merge(batch.sums);
        Ok::<bool, Infallible>(true)
    };
    one.hold(plan.whole(), Hold { threads: 1, ..Hold::default() }, &mut take).expect("it is held to its end");
    sums
}

/// The mean of a measure over the games looked at.
fn mean(sums: &Sums, name: &str) -> f64 {
    let place = MEASURES.iter().position(|measure| measure.name == name).expect("there is such a measure");
    sums.detail.measures[place].mean()
}

#[test]
fn random_tic_tac_toe_has_the_known_distribution() {
    let subject = Subject::load("tic-tac-toe").expect("a game of the library");
    let sums = held(&subject.pair.compiled, Kind::Random, 20_000, 1_000);
    // Of uniform playouts the first player wins 737 of 1,260, the second one 363, and 160 are
    // drawn.
    let within = |interval: Option<Interval>, known: f64| {
        interval.is_some_and(|interval| (interval.low..=interval.high).contains(&known))
    };
    let advantage = first_mover_advantage(&sums);
    assert!(within(advantage, (737.0 - 363.0) / 1_260.0), "{advantage:?}");
    assert!(within(balance(&sums), 1.0 - (737.0 - 363.0) / 1_260.0), "{:?}", balance(&sums));
    assert!(within(drawishness(&sums), 160.0 / 1_260.0), "{:?}", drawishness(&sums));
    // A mark is put on another square each time, and stays.
    assert_eq!(["variety", "irreversible", "passes", "captures"].map(|name| mean(&sums, name)), [1.0, 1.0, 0.0, 0.0]);
    assert!((9.0 * mean(&sums, "coverage") - mean(&sums, "length")).abs() < 1e-5);
    // 5,478 positions can be reached; a thousand games see many of them.
    let used = state_space_use(&sums).expect("games were looked at");
    let seen = (sums.detail.plies + sums.detail.games) as f64;
    assert!(used.low * seen < 5_478.0 && used.value > 0.1, "{used:?}");
}

#[test]
fn chess_piece_values_are_learned() {
    let subject = Subject::load("chess").expect("a game of the library");
    let sums = held(&subject.pair.compiled, Kind::Greedy, 400, 400);
    let values = least_squares(&sums.detail.material);
    let mut kinds: Vec<&str> = values.iter().map(|piece| &*piece.kind).collect();
    kinds.sort_by_key(|kind| ["Pawn", "Knight", "Bishop", "Rook", "Queen"].iter().position(|known| known == kind));
    assert_eq!(kinds, ["Pawn", "Knight", "Bishop", "Rook", "Queen"], "kings are never short");
    let worth = |kind: &str| values.iter().find(|piece| piece.kind == kind).map_or(0.0, |piece| piece.value);
    for other in ["Knight", "Bishop", "Rook"] {
        assert!(worth("Queen") > worth(other) && worth(other) > worth("Pawn"), "{values:?}");
    }
    for (measure, values) in MEASURES.iter().zip(&sums.detail.measures) {
        assert!(values.count > 100, "{} is known of {} games", measure.name, values.count);
        assert!(
            values.least() >= 0.0 && (!measure.is_share || values.greatest() <= 1.0),
            "{}: {values:?}",
            measure.name
        );
    }
}
