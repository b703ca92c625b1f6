//! From the text of a rules file to the first list of moves: `cargo bench -p dagaz-testkit --bench
//! load`.
//!
//! The start-up time of a game: reading, compiling, and listing the moves of the start position,
//! whose number is a golden count.

use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dagaz_core::{Fuel, Game, Limits, MoveList};
use dagaz_engine::CompiledGame;
use dagaz_testkit::source::OnDisk;
use dagaz_testkit::subjects::{self, Subject};
use dagaz_zrf::GameFile;

/// The number of first moves of the game in a text.
fn first_moves(name: &str, text: &[u8], limits: &Limits) -> usize {
    let mut file = GameFile::parse(name, text, &OnDisk, limits);
    let index = file.default_index();
    let rules = file.rules(index).rules.expect("rules without errors");
    let game = CompiledGame::new(Arc::new(rules), limits).expect("within the limits");
    let mut list = MoveList::new();
    game.moves(&game.initial(), &mut list, &mut Fuel::new(limits.fuel)).expect("within the limits");
    list.len()
}

fn loads(bench: &mut Criterion) {
    let limits = Limits::default();
    let mut group = bench.benchmark_group("load");
    for name in subjects::all() {
        let subject = Subject::load(name).expect("a game of the library with golden counts");
        let text = std::fs::read(&subject.path).expect("the file is there");
        let path = subject.path.display().to_string();
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let moves = first_moves(&path, &text, &limits);
                assert_eq!(moves as u64, subject.counts[0], "{name}");
            });
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(2)).warm_up_time(std::time::Duration::from_millis(500));
    targets = loads
}
criterion_main!(benches);
