//! Measures how long an editor waits: `latency FILE …` prints milliseconds for each file.
#![expect(clippy::print_stdout, reason = "this is a command line program")]

use std::time::Instant;

use dagaz_analysis::Analysis;
use dagaz_core::Limits;
use dagaz_syntax::NoIncludes;

/// Places of a text at which questions are asked.
const PLACES: usize = 200;

fn main() -> std::io::Result<()> {
    println!("{:>9} {:>9} {:>9} {:>9}  file", "bytes", "analysis", "hover", "complete");
    for path in std::env::args().skip(1) {
        let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        let begin = Instant::now();
        let Some(analysis) = Analysis::new(&path, &text, &NoIncludes, &Limits::default()) else { continue };
        let whole = begin.elapsed();
        let places = (0..text.len()).step_by((text.len() / PLACES).max(1));
        // The slowest answer counts.
        let slowest = |ask: &dyn Fn(usize)| {
            let time = |at| {
                let begin = Instant::now();
                ask(at);
                begin.elapsed()
            };
            places.clone().map(time).max().unwrap_or_default()
        };
        let hover = slowest(&|at| drop(analysis.hover(at)));
        let complete = slowest(&|at| drop(analysis.complete(at)));
        let [whole, hover, complete] = [whole, hover, complete].map(|time| time.as_secs_f64() * 1_000.0);
        println!("{:>9} {whole:>9.1} {hover:>9.1} {complete:>9.1}  {path}", text.len());
    }
    Ok(())
}
