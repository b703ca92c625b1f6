//! How many appends a second are safe on the disk: `cargo run --release -p dagaz-store --example
//! appends -- FILE|postgres://…`.
//!
//! So many games append at once, each its next record as soon as the one before is safe, for ten
//! seconds.
#![expect(clippy::print_stdout, reason = "this is a command line program")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use dagaz_store::{Append, Options, Store, StoreFault, Summary};

/// Seconds for each number of games.
const SECONDS: u64 = 10;

fn next(store: &Arc<Store>, stop: &Arc<AtomicBool>, done: &Arc<AtomicU64>, game: String, number: u32) {
    let summary = Summary {
        text: "a summary ".repeat(50),
        live: true,
        touched: number.into(),
        deadline: None,
        words: game.clone(),
    };
    let records =
        vec![format!("{{\"at\":{number},\"event\":{{\"played\":{{\"node\":{number},\"index\":17}}}}}}").into_bytes()];
    let (weak, stop, done) = (Arc::downgrade(store), stop.clone(), done.clone());
    let append = Append { game: game.clone(), after: number, records, summary, tags: None };
    store.append(append, move |result| {
        if result.is_ok() && !stop.load(Ordering::Relaxed) {
            done.fetch_add(1, Ordering::Relaxed);
            if let Some(store) = weak.upgrade() {
                next(&store, &stop, &done, game, number + 1);
            }
        }
    });
}

fn main() -> Result<(), StoreFault> {
    let place = std::env::args().nth(1).unwrap_or_else(|| "appends.sqlite".to_string());
    for games in [1, 16, 256, 4_000] {
        let options = Options::default();
        let store = if place.starts_with("postgres") {
            Store::open_database(&place, options)?
        } else {
            Store::open(place.as_ref(), options)?
        };
        let (store, stop, done) = (Arc::new(store), Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let began = Instant::now();
        for game in 0..games {
            next(&store, &stop, &done, format!("{games}-{game}-{}", std::process::id()), 0);
        }
        std::thread::sleep(Duration::from_secs(SECONDS));
        stop.store(true, Ordering::Relaxed);
        let rate = done.load(Ordering::Relaxed) as f64 / began.elapsed().as_secs_f64();
        let (commits, records) = store.commits();
        println!("{games} games: {rate:.0} appends/s, {:.0} to a commit", records as f64 / commits.max(1) as f64);
        store.flush()?;
    }
    Ok(())
}
