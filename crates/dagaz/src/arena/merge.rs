//! `dagaz merge`: the parts of a match, put together.

use std::path::Path;

use dagaz_core::CompactSort;

use dagaz_arena::{MergeFault, Results, Shard};

use super::match_report::ReportInput;
use super::{outputs, results_file};
use crate::cli::{GameArgs, MergeArgs};
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{Output, remark};

/// Parts put together, the largest first, so that what has been put together before meets its own
/// parts.
fn together(mut parts: Vec<(&str, Results)>) -> Result<Option<Results>, Failure> {
    parts.compact_sort_by_key(|(_, part)| std::cmp::Reverse(part.sums.games));
    let mut parts = parts.into_iter();
    let Some((first, mut all)) = parts.next() else { return Ok(None) };
    let mut taken = vec![first];
    for (file, part) in parts {
        if all.has_all_of(&part) {
            if part.played == all.played && part.sums != all.sums {
                remark(&format!("{file} has the same games as {first} with other numbers; those of {first} count"));
                continue;
            }
            let (has, those) = if taken.len() == 1 { ("has", taken[0]) } else { ("have", "the others") };
            remark(&format!("every game of {file} counts once: {those} {has} them too"));
            continue;
        }
        let alone: Vec<Shard> = part.played.iter().flat_map(|games| all.left(*games)).collect();
        all.merge(part).map_err(|fault| {
            let others = taken.join(" and ");
            let mut said = format!("{file} cannot be put together with {others}: {fault}");
            if let MergeFault::Twice(_) = fault {
                let alone: Vec<String> = alone.iter().map(Shard::to_string).collect();
                said += &format!(
                    ", and what is summed up cannot be taken apart; leave {file} out, and let `dagaz autoplay` with \
                     --resume and what the others make together play what it alone has: {}",
                    alone.join(", ")
                );
            }
            Failure::Errors(said)
        })?;
        taken.push(file);
    }
    Ok(Some(all))
}

pub(crate) fn run(args: &MergeArgs, out: &mut Output) -> Result<(), Failure> {
    let written: Vec<&str> = [&args.to, &args.report].into_iter().flatten().map(String::as_str).collect();
    outputs::check(&written, &args.game.iter().map(String::as_str).collect::<Vec<_>>())?;
    let parts = args.files.iter().map(|file| Ok((file.as_str(), results_file::results(Path::new(file))?)));
    let Some(all) = together(parts.collect::<Result<_, Failure>>()?)? else { return Ok(()) };
    if let Some(to) = &args.to {
        results_file::write(Path::new(to), all.clone())?;
    }
    let game = match &args.game {
        Some(file) => Some(Loaded::new(&GameArgs {
            file: file.clone(),
            variant: args.variant.clone(),
            set: args.set.clone(),
            ..GameArgs::default()
        })?),
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
    let told = ReportInput { identity: &all.identity, sums: &all.sums, ladder: &[], wanted: args.wanted_length };
    if let Some(report) = &args.report {
        told.write_page(Path::new(report), game.as_ref(), None)?;
    }
    if args.json {
        Ok(out.json(&told.json(game.as_ref(), None, None))?)
    } else {
        told.text(game.as_ref(), None, None, out)
    }
}
