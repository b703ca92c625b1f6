//! `dagaz upgrade`: rules of edition 2, or what a script declares, as rules of edition 3.

mod compare;
mod rules;
mod script;

use std::path::Path;

use crate::cli::UpgradeArgs;
use crate::failure::Failure;
use crate::load::Source;
use crate::output::Output;
use crate::saving::write_whole;

/// Prints the rules, or writes them to a file, and says what is left to do and what has been found
/// out about them.
pub(crate) fn run(args: &UpgradeArgs, out: &mut Output) -> Result<(), Failure> {
    let source = Source::find(&args.file)?;
    let is_script = crate::script::is_script(&source.name());
    if !is_script && crate::paths::is_paths(&source.name()) {
        return Err(Failure::Usage(format!(
            "{} is in edition 3 already: `dagaz upgrade` takes rules of edition 2 (.zrf) and scripts (.4th)",
            source.file_name()
        )));
    }
    if is_script && (args.json || args.variant.is_some()) {
        return Err(Failure::Usage("`--json` and `--variant` are for rules (.zrf), not for scripts".into()));
    }
    if let Some(name) = target(args).filter(|name| Path::new(name).exists() && !args.force) {
        return Err(Failure::Usage(format!("{name} exists already; `--force` replaces it")));
    }
    if is_script { script::run(args, &source, out) } else { rules::run(args, source, out) }
}

/// The file to write, unless the text is printed.
fn target(args: &UpgradeArgs) -> Option<&str> {
    args.out.as_deref().filter(|name| *name != "-")
}

/// Writes a file, or tells why it cannot be written.
fn written(name: &str, text: &str) -> Result<(), Failure> {
    write_whole(Path::new(name), text).map_err(|error| Failure::Errors(format!("{name} cannot be written: {error}")))
}
