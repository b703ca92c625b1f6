//! Files of edition 3: loading and reports.

use dagaz_core::{Game, Limits};
use dagaz_drf::DrfFile;
use dagaz_engine::PathGame;
use dagaz_record::usual_position;
use dagaz_rules::path::{Choices, Parameter, PathEnding, PathEndingKind, PathPiece, PathRules, Words};
use serde_json::json;

pub(crate) use dagaz_front::paths::{diagnostic, first_fault, is_paths, make};

use crate::failure::Failure;
use crate::includes::{FolderIncludes, LibraryIncludes, read};
use crate::load::{Loaded, Source, Text};
use crate::output::{HEADING, Output, clean, styled, wrapped};

/// Width of running text.
const WIDTH: usize = 96;

/// A file of edition 3, and what of it is played.
pub(crate) struct PathText {
    pub(crate) file: DrfFile,
    pub(crate) index: usize,
}

/// Reads a file and what it includes.
pub(crate) fn parse(source: &Source, limits: &Limits) -> Result<DrfFile, Failure> {
    let name = source.name();
    Ok(match source {
        Source::File(path) => {
            let bytes = read(path, limits.source_bytes)
                .map_err(|error| Failure::Errors(format!("{name} cannot be read: {error}")))?;
            DrfFile::parse(&name, &bytes, &FolderIncludes::of(path, limits.source_bytes), limits)
        }
        Source::Library(entry) => DrfFile::parse(&name, entry.rules(), &LibraryIncludes(entry), limits),
    })
}

/// Returns a parameter as `--set` takes it, with what else it may be.
pub(crate) fn parameter_words(parameter: &Parameter) -> String {
    let Parameter { name, value, default, choices, .. } = parameter;
    let usual = if value == default { String::new() } else { format!(", usually {default}") };
    format!("{name}={value} ({}{usual})", choices.to_string().trim_matches(['(', ')']))
}

pub(crate) fn parameter_json(parameter: &Parameter) -> serde_json::Value {
    let may = match &parameter.choices {
        Choices::Range(low, high) => json!({ "from": low, "to": high }),
        Choices::Halves(low, high) => {
            json!({ "from": f64::from(*low) / 2.0, "to": f64::from(*high) / 2.0, "step": 0.5 })
        }
        Choices::Words(words) => json!(words),
    };
    json!({ "name": parameter.name, "value": parameter.value, "default": parameter.default, "may_be": may })
}

/// Returns the rules by which a piece moves.
fn moves_of(rules: &PathRules, piece: &PathPiece) -> String {
    let mut names: Vec<&str> = Vec::new();
    for call in &piece.moves {
        let name = rules.names[rules.rules[call.rule.index()].name.index()].as_str();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) }
}

/// What an ending means, and when it holds.
fn ending_words(words: &Words<'_>, ending: &PathEnding) -> String {
    let what = match &ending.kind {
        PathEndingKind::Win => "a win, if",
        PathEndingKind::Loss => "a loss, if",
        PathEndingKind::Draw => "a draw, if",
        PathEndingKind::Score { .. } => "the greatest score wins, if",
    };
    format!("{}: {what} {}", ending.name, words.truth(&ending.when))
}

/// `dagaz info` of such a game.
pub(crate) fn info(loaded: &Loaded, game: &PathGame, as_json: bool, out: &mut Output) -> Result<(), Failure> {
    let Text::Paths(text) = &loaded.text else { return Ok(()) };
    let rules = game.rules();
    let glossary = game.glossary();
    let players: Vec<String> = rules.players.iter().map(|player| player.name.clone()).collect();
    let slots: Vec<String> = rules
        .slots
        .iter()
        .map(|slot| {
            let what = match (&slot.roll, slot.names.as_slice()) {
                (Some(roll), _) if roll.clock.is_some() => " (clock)".to_string(),
                (Some(_), _) => " (dice)".to_string(),
                (None, []) => String::new(),
                (None, names) => {
                    let names: Vec<&str> = names.iter().map(|name| rules.names[name.index()].as_str()).collect();
                    format!(" ({})", names.join(", "))
                }
            };
            let by = match slot.chooser {
                chooser if chooser == slot.mover => String::new(),
                chooser => format!(" by {}", glossary.player(chooser)),
            };
            format!("{}{what}{by}", glossary.player(slot.mover))
        })
        .collect();
    let pieces: Vec<String> = glossary
        .pieces
        .iter()
        .map(|piece| piece.letter.as_ref().map_or(piece.name.clone(), |letter| format!("{} ({letter})", piece.name)))
        .collect();
    let sites: Vec<&str> = rules.topology.sites().iter().map(|site| site.name.as_str()).collect();
    let nevers: Vec<String> = rules.nevers.iter().map(|never| never.name.clone()).collect();
    let endings: Vec<String> = rules.endings.iter().map(|ending| ending.name.clone()).collect();
    let variables: Vec<String> = rules.variables.iter().map(|variable| variable.name.clone()).collect();
    let statistics: Vec<String> = rules.statistics.iter().map(|statistic| statistic.name.clone()).collect();
    let start = usual_position(game, &game.initial());
    let variants: Vec<String> = text.file.playable().iter().map(|item| item.title.clone()).collect();
    if as_json {
        out.json(&json!({
            "title": loaded.title(),
            "file": loaded.source.name(),
            "edition": 3,
            "variants": variants,
            "players": players,
            "turn_order": slots,
            "board": { "sites": sites, "directions": rules.topology.directions() },
            "pieces": pieces,
            "rules": rules.names,
            "variables": variables,
            "parameters": rules.parameters.iter().map(parameter_json).collect::<Vec<_>>(),
            "statistics": statistics,
            "never": nevers,
            "endings": endings,
            "start": start,
            "state_bytes": game.layout().state_bytes(),
        }))?;
        return Ok(());
    }
    out.line(styled(HEADING, clean(loaded.title())))?;
    let parameters = rules.parameters.iter().map(parameter_words).collect();
    let sections: [(&str, Vec<String>); 8] = [
        ("Variants", variants),
        ("Parameters", parameters),
        ("Players", players),
        ("Turn order", slots),
        ("Rules", rules.names.clone()),
        ("Variables", variables),
        ("Forbidden results", nevers),
        ("Statistics", statistics),
    ];
    for (heading, items) in sections.into_iter().filter(|(_, items)| !items.is_empty()) {
        out.line("")?;
        out.line(styled(HEADING, heading))?;
        out.line(format!("  {}", clean(&wrapped(&items.join(", "), WIDTH, "  "))))?;
    }
    let words = Words::new(rules);
    let of_pieces =
        rules.pieces.iter().zip(&pieces).map(|(piece, called)| format!("{called}{}", moves_of(rules, piece)));
    let endings = rules.endings.iter().map(|ending| ending_words(&words, ending));
    let mut board = crate::info::board_lines(&rules.topology);
    board.push(format!("a position takes {} bytes of memory", game.layout().state_bytes()));
    let lists = [("Pieces", of_pieces.collect()), ("Endings", endings.collect()), ("Board", board)];
    for (heading, lines) in lists {
        out.line("")?;
        out.line(styled(HEADING, heading))?;
        for line in lines {
            out.line(format!("  {}", clean(&wrapped(&line, WIDTH, "      "))))?;
        }
    }
    out.line("")?;
    out.line(styled(HEADING, "Start position"))?;
    out.line(format!("  {}", clean(&start)))?;
    Ok(())
}
