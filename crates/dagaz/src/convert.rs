//! `dagaz convert`: a record in another format.

use std::path::Path;

use crate::cli::ConvertArgs;
use crate::failure::Failure;
use crate::output::{self, Output, counted};
use crate::record::{RecordFile, format_named, names, of_path};
use crate::saving::write_whole;

/// Reads IN and writes OUT, or nothing at all.
pub(crate) fn run(args: &ConvertArgs, out: &mut Output) -> Result<(), Failure> {
    let path = Path::new(&args.out);
    let printed = args.out == "-";
    let to = match &args.to {
        Some(name) => format_named(name)?,
        None => of_path(path).filter(|_| !printed).ok_or_else(|| {
            Failure::Usage(format!("{}: the format is not known; say it with `--to`: {}", args.out, names()))
        })?,
    };
    if !printed && path.exists() && !args.force {
        return Err(Failure::Usage(format!("{} exists already; `--force` replaces it", args.out)));
    }
    let file = RecordFile::open(&args.record.file, args.record.from.as_deref())?;
    file.load(&args.record)?.with(|loaded| {
        let games = file.games(loaded, args.record.lenient)?;
        let written = to
            .write(&*loaded.game, &games)
            .map_err(|fault| Failure::Errors(format!("{} cannot be written as {}: {fault}", file.name(), to.name())))?;
        for left_out in &written.left_out {
            output::remark(&format!("left out, since {} cannot say it: {left_out}", to.name()));
        }
        if printed {
            out.text(&written.text)?;
            return Ok(());
        }
        write_whole(path, &written.text)
            .map_err(|error| Failure::Errors(format!("{} cannot be written: {error}", args.out)))?;
        out.line(format!("{} written to {}", counted(games.len(), "game"), args.out))?;
        Ok(())
    })
}
