//! Prints what a study of some games of the library has found out: `study chess reversi`.
#![expect(clippy::print_stdout, reason = "it prints")]

use std::time::Instant;

use dagaz_bots::Maker;
use dagaz_core::{Game, Limits};
use dagaz_testkit::source::{self, Pair};

fn main() -> Result<(), String> {
    for name in std::env::args().skip(1) {
        let path = source::library().into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == &name[..]));
        let path = path.ok_or_else(|| format!("there is no {name} in the library"))?;
        let mut file = source::read(&path, &Limits::default()).map_err(|error| error.to_string())?;
        let index = file.default_index();
        let rules = file.rules(index).rules.ok_or_else(|| format!("{name} has errors"))?;
        let game = Pair::new(rules, &Limits::default()).map_err(|hit| hit.to_string())?.compiled;
        let clock = Instant::now();
        let found = Maker::new().study(&game).map_err(|hit| hit.to_string())?;
        let facts = &found.facts;
        println!("{name}, studied in {:.1} s", clock.elapsed().as_secs_f64());
        println!(
            "  {:.1} moves, {:.0} plies, {:.2} ended, {:.2} of them decided, {:.2} with captures, {:.2} forced",
            facts.branching, facts.length, facts.ended, facts.decided, facts.captures, facts.forced
        );
        println!("  all the moves: {:.0}, room: {:?}", found.mobility, found.room);
        for (piece, worth, _) in &found.worths {
            println!("  {} {}: {worth}", game.glossary().player(piece.owner), game.glossary().piece(piece.kind));
        }
    }
    Ok(())
}
