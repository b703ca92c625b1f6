//! `dagaz compare`: two matches side by side, and what has surely changed.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use dagaz_arena::{Changes, Results};
use serde_json::json;

use super::arrange::{Arranged, Asked};
use super::autoplay::Session;
use super::tell::Told;
use super::{book, interrupt, outputs};
use crate::cli::{AutoplayArgs, CompareArgs};
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::Output;

/// One of the two.
struct Side {
    results: Results,
    /// The game, if it has been played here.
    loaded: Option<Loaded>,
}

impl Side {
    /// Results that a file holds, or those of a match that is played now.
    fn new(args: &AutoplayArgs, stop: &AtomicBool, out: &mut Output) -> Result<Side, Failure> {
        let path = Path::new(&args.file);
        if path.is_file() && path.extension().is_some_and(|ending| ending == "json") {
            return Ok(Side { results: book::results(path)?, loaded: None });
        }
        let asked = Asked::of(args)?;
        let loaded = Loaded::new(&asked.games[0])?;
        let results = loaded.with(|loaded| {
            let arranged = Arranged::new(args, asked.count, loaded, None)?;
            Ok(Session { args, arranged: &arranged, variant: None, stop, alone: true }.run(out)?.results)
        })?;
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        Ok(Side { results, loaded: Some(loaded) })
    }

    fn told(&self) -> Told<'_> {
        Told { identity: &self.results.identity, sums: &self.results.sums, ladder: &[], wanted: None }
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
            "before": { "game": before.title, "games": before.games },
            "after": { "game": after.title, "games": after.games },
            "headline": changes.headline(),
            "changes": changes.all,
            "caveat": changes.caveat,
        }))?;
        return Ok(());
    }
    out.line(format!("{} ({} games) and {} ({} games)", before.title, before.games, after.title, after.games))?;
    out.text(&changes.text())?;
    Ok(())
}
