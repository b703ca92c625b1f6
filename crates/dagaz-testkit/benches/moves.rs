//! The list of legal moves of many different positions: `cargo bench -p dagaz-testkit --bench
//! moves`.
//!
//! The work of a search at every node, on the same 200 positions from playouts of each game. The
//! interpreter checks the numbers of moves.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dagaz_core::{Fuel, Game, MoveList, State};
use dagaz_testkit::subjects::{self, Subject};

const POSITIONS: usize = 200;

/// The legal moves of all states.
fn listed(game: &dyn Game, states: &[State], list: &mut MoveList) -> usize {
    let count = |state| {
        game.moves(state, list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
        list.len()
    };
    states.iter().map(count).sum()
}

fn lists(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("moves");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for name in subjects::all() {
        let subject = Subject::load(name).expect("a game of the library");
        let states = subject.states(POSITIONS).expect("random games are long enough");
        let mut list = MoveList::new();
        let expected = listed(&subject.pair.interpreter, &states, &mut list);
        // Once before the clock runs: a game prepares some things only when they are needed.
        assert_eq!(listed(&subject.pair.compiled, &states, &mut list), expected, "{name}");
        group.bench_function(format!("{name}, {POSITIONS} positions with {expected} moves"), |bencher| {
            bencher.iter(|| assert_eq!(listed(&subject.pair.compiled, &states, &mut list), expected, "{name}"));
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(2)).warm_up_time(std::time::Duration::from_millis(500));
    targets = lists
}
criterion_main!(benches);
