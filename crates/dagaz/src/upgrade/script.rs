//! A script as the beginning of rules in edition 3.

use dagaz_core::Limits;

use super::{target, written};
use crate::cli::UpgradeArgs;
use crate::failure::Failure;
use crate::load::Source;
use crate::output::{self, HINT, Output, clean, styled};
use crate::script;

/// Prints the skeleton, or writes it to a file, and says what is left to do.
pub(super) fn run(args: &UpgradeArgs, source: &Source, out: &mut Output) -> Result<(), Failure> {
    let (_, game) = script::load(source, None, &Limits::default())?;
    let upgrade = dagaz_axiom::upgrade(&game);
    match target(args) {
        Some(name) => {
            written(name, &upgrade.text)?;
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
