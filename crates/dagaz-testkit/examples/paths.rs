use dagaz_core::{Counting, Game, Limits};
use std::sync::Arc;
fn main() {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap();
    let depth: u32 = args.next().and_then(|d| d.parse().ok()).unwrap_or(3);
    let limits = Limits::default();
    let file =
        dagaz_zrf::DrfFile::parse(&path, &std::fs::read(&path).unwrap(), &dagaz_testkit::source::OnDisk, &limits);
    let own = file.playable().iter().position(|p| p.is_default).unwrap_or(0);
    let mut d = file.diagnostics();
    let lowered = file.rules(own);
    d.extend(&lowered.diagnostics);
    if !d.is_empty() {
        println!("{}", file.render(&d));
    }
    let Some(rules) = lowered.rules else { return };
    let game = dagaz_engine::PathGame::new(Arc::new(rules), &limits).unwrap();
    let state = match args.next() {
        Some(p) => game.set_up(&dagaz_record::parse_position(&game, &p).unwrap()).unwrap(),
        None => game.initial(),
    };
    for d in 1..=depth {
        let t = std::time::Instant::now();
        match game.perft(&state, d, Counting::Moves) {
            Ok(n) => println!("{d} {n} ({:.2?})", t.elapsed()),
            Err(e) => {
                println!("{d} {e} {:?}", e.rule.map(|r| &game.rules().glossary.rules[r.index()]));
                break;
            }
        }
    }
}
