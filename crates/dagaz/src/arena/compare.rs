//! `dagaz compare`: two matches side by side, and what has surely changed.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use dagaz_arena::{Changes, Results};
use serde_json::json;

use super::autoplay::Session;
use super::match_report::ReportInput;
use super::match_setup::{Arranged, MatchRequest};
use super::{interrupt, outputs, results_file};
use crate::cli::{AutoplayArgs, CompareArgs};
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::Output;

/// One of the two.
struct Side {
    /// What it was called on the command line.
    named: String,
    results: Results,
    /// The game, if it has been played here.
    loaded: Option<Loaded>,
}

impl Side {
    /// Results that a file holds, or those of a match that is played now.
    fn new(args: &AutoplayArgs, stop: &AtomicBool, out: &mut Output) -> Result<Side, Failure> {
        let path = Path::new(&args.file);
        let settings = args.set.iter().map(|(name, value)| format!("{name}={value}"));
        let parts = std::iter::once(args.file.clone()).chain(args.variant.first().cloned()).chain(settings);
        let named = parts.collect::<Vec<_>>().join(", ");
        if path.is_file() && path.extension().is_some_and(|ending| ending == "json") {
            return Ok(Side { named, results: results_file::results(path)?, loaded: None });
        }
        let asked = MatchRequest::of(args)?;
        let loaded = Loaded::new(&asked.games[0])?;
        let results = loaded.with(|loaded| {
            let arranged = Arranged::new(args, asked.count, loaded, None)?;
            Ok(Session { args, arranged: &arranged, variant: None, stop, alone: true }.run(out)?.results)
        })?;
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        Ok(Side { named, results, loaded: Some(loaded) })
    }

    fn told(&self) -> ReportInput<'_> {
        ReportInput { identity: &self.results.identity, sums: &self.results.sums, ladder: &[], wanted: None }
    }
}

pub(crate) fn run(args: &CompareArgs, out: &mut Output) -> Result<(), Failure> {
    if let Some(report) = &args.report {
        outputs::check(&[report], &[&args.autoplay(0).file, &args.autoplay(1).file])?;
    }
    let stop = interrupt::watch();
    let (first, second) = (Side::new(&args.autoplay(0), &stop, out)?, Side::new(&args.autoplay(1), &stop, out)?);
    let (before, after) = (first.told().summary(None), second.told().summary(None));
    let changes = Changes::between(&before, &after);
    if let Some(report) = &args.report {
        second.told().write_page(Path::new(report), second.loaded.as_ref(), Some(&before))?;
    }
    if args.json {
        out.json(&json!({
            "before": { "game": before.title, "named": first.named, "games": before.games },
            "after": { "game": after.title, "named": second.named, "games": after.games },
            "headline": changes.headline(),
            "changes": changes.all,
            "caveat": changes.caveat,
        }))?;
        return Ok(());
    }
    for (column, side, summary) in [("first:", &first, &before), ("second:", &second, &after)] {
        out.line(format!("{column:<8}{}: {}, {} games", side.named, summary.title, summary.games))?;
    }
    out.text(&changes.text())?;
    Ok(())
}
