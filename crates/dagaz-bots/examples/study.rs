#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]
use dagaz_core::Game;
fn main() {
    for name in std::env::args().skip(1) {
        let subject = dagaz_testkit::source::library()
            .into_iter()
            .find(|p| p.file_stem().is_some_and(|s| s == &name[..]))
            .unwrap();
        let limits = dagaz_core::Limits::default();
        let mut file = dagaz_testkit::source::read(&subject, &limits).unwrap();
        let index = file.default_index();
        let rules = file.rules(index).rules.unwrap();
        let game = dagaz_testkit::source::Pair::new(rules, &limits).unwrap().compiled;
        let t = std::time::Instant::now();
        let s = dagaz_bots::Maker::new().study(&game).unwrap();
        println!("== {name} {:?}\n{:?}", t.elapsed(), s.facts);
        println!("mobility {} scale {}", s.mobility, s.scale);
        for (piece, worth, map) in &s.worths {
            println!("{} {}: {worth}", game.glossary().player(piece.owner), game.glossary().piece(piece.kind));
            if std::env::var("MAP").is_ok() {
                println!("{map:?}");
            }
        }
    }
}
