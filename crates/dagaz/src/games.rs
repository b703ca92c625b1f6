//! `dagaz games`: the library.

use dagaz_core::Limits;
use dagaz_record::names;

use crate::cli::GamesArgs;
use crate::failure::Failure;
use crate::library::{Entry, GAMES};
use crate::load::Source;
use crate::output::{HEADING, Output, clean, styled};

/// Lists the games that are built in.
pub(crate) fn run(args: &GamesArgs, out: &mut Output) -> Result<(), Failure> {
    let filter = args.filter.as_deref().unwrap_or_default().to_lowercase();
    let elsewhere = names::named_like(&filter);
    let fits = |entry: &&Entry| {
        entry.name.contains(&filter) || entry.family.contains(&filter) || elsewhere.contains(&entry.name)
    };
    let games: Vec<&Entry> = GAMES.iter().filter(fits).collect();
    if args.json {
        let games: Vec<serde_json::Value> = games
            .iter()
            .map(|entry| serde_json::json!({ "name": entry.name, "family": entry.family, "file": entry.main, "titles": titles(entry) }))
            .collect();
        out.json(&serde_json::json!({ "games": games }))?;
        return Ok(());
    }
    if games.is_empty() {
        return Err(Failure::Usage(format!("no game of the library has `{filter}` in its names or its family")));
    }
    let width = games.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let mut family = "";
    for entry in games {
        if entry.family != family {
            family = entry.family;
            out.line(styled(HEADING, family))?;
        }
        let titles = titles(entry);
        let more = if titles.len() > 1 { format!(" and {} more", titles.len() - 1) } else { String::new() };
        let first = titles.first().map_or("", String::as_str);
        out.line(format!("  {:width$}  {}{more}", entry.name, clean(first)))?;
    }
    Ok(())
}

fn titles(entry: &'static Entry) -> Vec<String> {
    if crate::script::is_script(entry.main) {
        return match crate::script::load(&Source::Library(entry), None, &Limits::default()) {
            Ok((_, game)) => vec![dagaz_core::Game::glossary(&game).title.clone()],
            Err(_) => Vec::new(),
        };
    }
    match Source::Library(entry).parse(&Limits::default()) {
        Ok(file) => file.playable().iter().map(|item| item.title.clone()).collect(),
        Err(_) => Vec::new(),
    }
}
