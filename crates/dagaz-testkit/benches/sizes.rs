//! Large games: from text to playable rules, one move list, and plies of playouts. `cargo bench -p
//! dagaz-testkit --bench sizes`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dagaz_core::{Fuel, Game, Limits, MoveList, PlayoutLimits};
use dagaz_testkit::sizes::large;
use dagaz_testkit::source::pair_of_text;
use dagaz_testkit::walk;

/// The number of plies of a playout.
const PLIES: usize = 200;

fn sizes(bench: &mut Criterion) {
    for large in large() {
        let mut group = bench.benchmark_group(large.what);
        let pair = pair_of_text(&large.text).expect("it has no errors");
        let game: &dyn Game = &pair.compiled;
        let (start, mut list) = (game.initial(), MoveList::new());
        group.throughput(Throughput::Elements(1));
        group.bench_function("from text to ready, in all executors", |bencher| {
            bencher.iter(|| pair_of_text(&large.text).is_ok());
        });
        group.throughput(Throughput::Elements(large.first_moves as u64));
        group.bench_function(format!("list of {} moves", large.first_moves), |bencher| {
            bencher.iter(|| {
                let listed = game.moves(&start, &mut list, &mut Fuel::new(Limits::default().fuel));
                assert_eq!(listed.map(|()| list.len()), Ok(large.first_moves));
            });
        });
        group.throughput(Throughput::Elements(PLIES as u64));
        group.bench_function(format!("random game of {PLIES} plies"), |bencher| {
            bencher.iter(|| {
                let mut state = start.clone();
                let stop = PlayoutLimits { plies: PLIES, quiet_plies: None };
                game.playout(&mut state, &mut walk::rng(1), stop).map(|playout| assert_eq!(playout.cut, None))
            });
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(std::time::Duration::from_secs(1)).warm_up_time(std::time::Duration::from_millis(200));
    targets = sizes
}
criterion_main!(benches);
