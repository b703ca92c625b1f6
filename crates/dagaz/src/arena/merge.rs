//! `dagaz merge`: the parts of a match, put together.

use std::path::Path;

use super::book;
use super::tell::Told;
use crate::cli::{GameArgs, MergeArgs};
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{Output, remark};

pub(crate) fn run(args: &MergeArgs, out: &mut Output) -> Result<(), Failure> {
    let mut all: Option<dagaz_arena::Results> = None;
    let mut parts: Vec<dagaz_arena::Results> = Vec::new();
    for file in &args.files {
        let part = book::results(Path::new(file))?;
        if parts.contains(&part) {
            remark(&format!("{file} is the same part once more, and counts once"));
            continue;
        }
        parts.push(part.clone());
        match &mut all {
            None => all = Some(part),
            Some(all) => all.merge(part).map_err(|fault| {
                Failure::Errors(format!("{file} cannot be put together with {}: {fault}", args.files[0]))
            })?,
        }
    }
    let Some(all) = all else { return Ok(()) };
    if let Some(to) = &args.to {
        book::write(Path::new(to), all.clone())?;
    }
    let game = match &args.game {
        Some(file) => {
            Some(Loaded::new(&GameArgs { file: file.clone(), variant: args.variant.clone(), set: args.set.clone() })?)
        }
        None => None,
    };
    if let Some(game) = &game
        && !all.identity.rules.starts_with(&game.identity().hash.unwrap_or_default())
    {
        return Err(Failure::Usage(format!(
            "these are results of {} by other rules than those of {}; name the file that was played, with its variant and parameters",
            all.identity.game,
            game.title()
        )));
    }
    let told = Told { identity: &all.identity, sums: &all.sums, ladder: &[], wanted: args.wanted_length };
    if let Some(report) = &args.report {
        told.write_page(Path::new(report), game.as_ref(), None)?;
    }
    if args.json {
        Ok(out.json(&told.json(game.as_ref(), None, None))?)
    } else {
        told.text(game.as_ref(), None, None, out)
    }
}
