//! Counting the moves of a tree: `cargo bench -p dagaz-testkit --bench perft`.
//!
//! Listing the legal moves, playing one and taking it back, and little else. The counts are the
//! golden ones.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dagaz_testkit::subjects::{COUNTED, Subject};

/// Leaves of a tree at most, so that it is counted often enough.
const LEAVES_MAX: u64 = 100_000;

fn trees(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("perft");
    for name in COUNTED {
        let subject = Subject::load(name).expect("a game of the library with golden counts");
        let (depth, leaves) = subject.deepest(LEAVES_MAX);
        // Once before the clock runs: a game prepares some things only when they are needed.
        assert_eq!(subject.leaves(depth), Ok(leaves), "{name}, depth {depth}");
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(format!("{name} to depth {depth}"), |bencher| {
            bencher.iter(|| assert_eq!(subject.leaves(depth), Ok(leaves), "{name}, depth {depth}"));
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(2)).warm_up_time(std::time::Duration::from_millis(500));
    targets = trees
}
criterion_main!(benches);
