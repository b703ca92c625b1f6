//! `dagaz convert`: a record in another format.

use std::path::Path;

use dagaz_record::WriteFault;

use crate::cli::ConvertArgs;
use crate::failure::Failure;
use crate::output::{self, Output, clean, counted};
use crate::record::{RecordFile, Section, format_named, names, of_path};
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
    let refused =
        |fault: WriteFault| Failure::Errors(format!("{} cannot be written as {}: {fault}", file.name(), to.name()));
    let sections = file.sections(&args.record)?;
    let (mut texts, mut total) = (Vec::new(), 0);
    let several = sections.len() > 1;
    for Section { loaded, reading, before } in sections {
        let written = loaded.with(|loaded| {
            let games = file.good(loaded, reading, before, args.record.lenient)?;
            total += games.len();
            if games.is_empty() { Ok(None) } else { to.write(&*loaded.game, &games).map(Some).map_err(refused) }
        })?;
        let Some(written) = written else { continue };
        let of = if several { format!(" of {}", clean(loaded.title())) } else { String::new() };
        for left_out in &written.left_out {
            output::remark(&format!("left out, since {} cannot say it: {left_out}{of}", to.name()));
        }
        texts.push(written.text);
    }
    if texts.is_empty() {
        return Err(file.without_games());
    }
    let text = to.join(&texts).map_err(refused)?;
    if printed {
        out.text(&text)?;
        return Ok(());
    }
    write_whole(path, &text).map_err(|error| Failure::Errors(format!("{} cannot be written: {error}", args.out)))?;
    out.line(format!("{} written to {}", counted(total, "game"), args.out))?;
    Ok(())
}
