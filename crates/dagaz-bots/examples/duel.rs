#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]
use dagaz_bots::*;
use dagaz_core::{Game, PlayerId};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (d1, d2, n) = (a[1].clone(), a[2].clone(), a[3].parse::<u64>().unwrap());
    for name in &a[4..] {
        let subject = dagaz_testkit::source::library()
            .into_iter()
            .find(|p| p.file_stem().is_some_and(|s| s == &name[..]))
            .unwrap();
        let limits = dagaz_core::Limits::default();
        let mut file = dagaz_testkit::source::read(&subject, &limits).unwrap();
        let index = file.default_index();
        let rules = file.rules(index).rules.unwrap();
        let game = dagaz_testkit::source::Pair::new(rules, &limits).unwrap().compiled;
        let make = |d: &str| {
            let (m, d) = match d.strip_prefix("-") {
                Some(d) => (Maker::unlearned(), d),
                None => (Maker::new(), d),
            };
            m.bot(&game, d.parse().unwrap()).unwrap()
        };
        let bots = [make(&d1), make(&d2)];
        let (stop, clock) = (std::sync::atomic::AtomicBool::new(false), std::time::Instant::now());
        let mut won = [0.0; 3];
        let mut sum = 0.0;
        for i in 0..n {
            let start = opening(&game, 6, i / 2 * 7 + 1).unwrap();
            let first = (i % 2) as usize;
            let seats = (0..game.glossary().players.len())
                .map(|p| if game.is_random(PlayerId::at(p)) { None } else { Some(&*bots[(p + first) % 2]) })
                .collect();
            let c = Contest { game: &game, seats, plies_max: 300, stop: &stop, clock: &clock, budget: None };
            let p = c.play(&start, i).unwrap().points(PlayerId::at(first));
            sum += p;
            won[(2.0 - 2.0 * p) as usize] += 1.0;
        }
        println!(
            "{name}: {d1} vs {d2}: +{} ={} -{}  {:.3}  {:?}",
            won[0],
            won[1],
            won[2],
            sum / n as f64,
            clock.elapsed()
        );
    }
}
