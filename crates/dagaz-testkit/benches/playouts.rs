//! Playouts from the start position: `cargo bench -p dagaz-testkit --bench playouts`.
//!
//! The figure counts plies. The same few games are played every time, and the interpreter says
//! whether they ended where and as they did.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dagaz_core::{Game, Playout, PlayoutLimits, State};
use dagaz_testkit::subjects::{self, Subject};
use dagaz_testkit::walk;

/// Games that are played each time.
const GAMES: u64 = 10;

/// Playouts of some games have thousands of plies.
const LIMITS: PlayoutLimits = PlayoutLimits { plies: 300, quiet_plies: None };

fn play(game: &dyn Game, seed: u64) -> (Playout, State) {
    let mut state = game.initial();
    let playout = game.playout(&mut state, &mut walk::rng(seed), LIMITS).expect("within the limits");
    (playout, state)
}

fn plies(game: &dyn Game) -> u64 {
    (0..GAMES).map(|seed| play(game, seed).0.plies as u64).sum()
}

fn games(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("playouts");
    for name in subjects::all() {
        let subject = Subject::load(name).expect("a game of the library");
        let game: &dyn Game = &subject.pair.compiled;
        for seed in 0..GAMES {
            let (playout, state) = play(game, seed);
            assert_eq!(subject.pair.interpreter.ending(&state), Ok(playout.end), "{name}, game {seed}");
            assert!(playout.end.is_some() || playout.plies == LIMITS.plies, "{name}, game {seed}");
        }
        let expected = plies(game);
        group.throughput(Throughput::Elements(expected));
        group.bench_function(format!("{name}, {GAMES} games of {expected} plies"), |bencher| {
            bencher.iter(|| assert_eq!(plies(game), expected, "{name}"));
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(2)).warm_up_time(std::time::Duration::from_millis(500));
    targets = games
}
criterion_main!(benches);
