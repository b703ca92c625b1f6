//! Prints what a study of some games of the library has found out: `study chess reversi`.
#![expect(clippy::print_stdout, reason = "it prints")]

use std::time::Instant;

use dagaz_bots::Maker;
use dagaz_testkit::source;

fn main() -> Result<(), String> {
    for name in std::env::args().skip(1) {
        let game = source::named(&name)?;
        let clock = Instant::now();
        let found = Maker::new().study(&*game).map_err(|hit| hit.to_string())?;
        let facts = &found.facts;
        println!("{name}, studied in {:.1} s", clock.elapsed().as_secs_f64());
        println!(
            "  {:.1} moves, {:.0} plies, {:.2} ended, {:.2} of them decided, {:.2} with captures, {:.2} forced",
            facts.branching, facts.length, facts.ended, facts.decided, facts.captures, facts.forced
        );
        println!("  all the moves: {:.0}, room: {:?}", found.mobility, found.room);
        println!("  a hop nearer together: {:?}, rows: {:?}, a point: {:?}", found.gathering, found.rows, found.points);
        println!("  a lead that is all there is: {:?}", found.lead);
        for (piece, worth, _) in &found.worths {
            println!("  {} {}: {worth}", game.glossary().player(piece.owner), game.glossary().piece(piece.kind));
        }
    }
    Ok(())
}
