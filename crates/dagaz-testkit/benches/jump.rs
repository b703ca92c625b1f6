//! From one end of a recorded game of 500 plies to the other: `cargo bench -p dagaz-testkit --bench
//! jump`.
//!
//! A view jumps about in a game, so it must not feel how long the game is. The figure to stay below
//! is 50 ms.

use criterion::{Criterion, criterion_group, criterion_main};
use dagaz_core::{Game, Limits};
use dagaz_record::{Cursor, NodeId};
use dagaz_testkit::records::random_tree;
use dagaz_testkit::source::{self, Pair};
use dagaz_testkit::walk;

const PLIES: usize = 500;

fn jumps(bench: &mut Criterion) {
    let limits = Limits::default();
    // The longest of these many playouts is as near to 500 plies as playouts of its rules get.
    let mut files = source::library();
    files.extend(source::corpus().map(|corpus| source::files(&corpus, "zrf")).unwrap_or_default());
    for path in files {
        let mut file = source::read(&path, &limits).expect("the file is there");
        let index = file.default_index();
        let Some(rules) = file.rules(index).rules else { continue };
        let game: &dyn Game = &Pair::new(rules, &limits).expect("within the limits").compiled;
        let Ok(tree) = random_tree(game, &mut walk::rng(1), PLIES, false) else { continue };
        let line = tree.main_line();
        let (Some(&end), PLIES) = (line.last(), line.len()) else { continue };
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        bench.bench_function(&format!("{name}: from nothing to ply {PLIES}"), |bencher| {
            bencher.iter(|| {
                let mut cursor = Cursor::new(game, &tree);
                cursor.go_to(&tree, end);
                cursor.state().key()
            });
        });
        let (mut cursor, mut there) = (Cursor::new(game, &tree), false);
        bench.bench_function(&format!("{name}: there and back"), |bencher| {
            bencher.iter(|| {
                there = !there;
                cursor.go_to(&tree, if there { end } else { NodeId::ROOT });
                cursor.state().key()
            });
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(std::time::Duration::from_millis(300)).warm_up_time(std::time::Duration::from_millis(100));
    targets = jumps
}
criterion_main!(benches);
