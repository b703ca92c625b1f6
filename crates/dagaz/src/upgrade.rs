//! `dagaz upgrade`: a script as the beginning of rules in edition 3.

use std::path::Path;

use dagaz_core::Limits;

use crate::cli::UpgradeArgs;
use crate::failure::Failure;
use crate::load::Source;
use crate::output::{self, HINT, Output, clean, styled};
use crate::saving::write_whole;
use crate::script;

/// Prints the skeleton, or writes it to a file, and says what is left to do.
pub(crate) fn run(args: &UpgradeArgs, out: &mut Output) -> Result<(), Failure> {
    let source = Source::find(&args.file)?;
    if !script::is_script(&source.name()) {
        return Err(Failure::Usage(format!(
            "{} is no script: `dagaz upgrade` takes a file in ForthScript (.4th)",
            source.file_name()
        )));
    }
    let to = args.out.as_deref().filter(|name| *name != "-");
    if let Some(name) = to.filter(|name| Path::new(name).exists() && !args.force) {
        return Err(Failure::Usage(format!("{name} exists already; `--force` replaces it")));
    }
    let (_, game) = script::load(&source, &Limits::default())?;
    let upgrade = dagaz_axiom::upgrade(&game);
    match to {
        Some(name) => {
            write_whole(Path::new(name), &upgrade.text)
                .map_err(|error| Failure::Errors(format!("{name} cannot be written: {error}")))?;
            out.line(format!("the skeleton of {} written to {name}", source.file_name()))?;
        }
        None => out.text(&upgrade.text)?,
    }
    // What is left to do stands behind the text where both are seen.
    out.flush()?;
    if !upgrade.by_hand.is_empty() {
        output::remark(&styled(HINT, "to be written by hand:"));
    }
    upgrade.by_hand.iter().for_each(|sentence| output::remark(&format!("  - {}", clean(sentence))));
    Ok(())
}
