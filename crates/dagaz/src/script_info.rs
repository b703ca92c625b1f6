//! `dagaz info` of a script: what it declares, and which words make its moves.

use dagaz_core::{Game, PlayerKind};
use dagaz_record::usual_position;
use serde_json::json;

use crate::failure::Failure;
use crate::load::{Loaded, Text};
use crate::output::{HEADING, Output, clean, styled, wrapped};

/// Width of running text.
const WIDTH: usize = 96;

/// Prints it, in words or as data.
pub(crate) fn print(loaded: &Loaded, as_json: bool, out: &mut Output) -> Result<(), Failure> {
    let Text::Script(script) = &loaded.text else { return Ok(()) };
    let game: &dyn Game = &*loaded.game;
    let (glossary, topology) = (game.glossary(), game.topology());
    let words = script.generators();
    let kind = |kind| match kind {
        PlayerKind::Chooser => "chooser",
        PlayerKind::Random => "random",
        PlayerKind::Neutral => "neutral",
    };
    let bots = game.own_bots();
    let (options, pictures) = (script.options(), script.pictures());
    let sites: Vec<&str> = topology.sites().iter().map(|site| site.name.as_str()).collect();
    let start = usual_position(game, &game.initial());
    let evaluates = game.evaluate(&game.initial(), dagaz_core::PlayerId(0)).is_some();
    if as_json {
        out.json(&json!({
            "title": loaded.title(),
            "file": loaded.source.name(),
            "language": "ForthScript",
            "description": glossary.texts.description,
            "players": glossary.players.iter()
                .map(|player| json!({ "name": player.name, "kind": kind(player.kind) })).collect::<Vec<_>>(),
            "turn_order": glossary.slots.iter().map(|slot| json!({
                "mover": glossary.player(slot.mover),
                "side": glossary.player(slot.side),
                "class": slot.class.map(|class| &glossary.classes[class.index()]),
            })).collect::<Vec<_>>(),
            "board": { "sites": sites, "directions": topology.directions() },
            "pieces": glossary.pieces.iter().map(|piece| json!({ "name": piece.name, "help": piece.help })).collect::<Vec<_>>(),
            "generators": words,
            "variables": glossary.variables,
            "options": options.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect::<Vec<_>>(),
            "pictures": pictures,
            "own_bots": bots,
            "evaluates": evaluates,
            "start": start,
            "state_bytes": game.layout().state_bytes(),
        }))?;
        return Ok(());
    }
    out.line(styled(HEADING, clean(loaded.title())))?;
    if !glossary.texts.description.is_empty() {
        out.line(clean(&wrapped(&glossary.texts.description, WIDTH, "")))?;
    }
    let list = |items: Vec<String>| clean(&wrapped(&items.join(", "), WIDTH, "  "));
    let players = glossary.players.iter().map(|player| match player.kind {
        PlayerKind::Chooser => player.name.clone(),
        other => format!("{} ({})", player.name, kind(other)),
    });
    let slots = glossary.slots.iter().map(|slot| {
        let side = if slot.side == slot.mover { String::new() } else { format!(" for {}", glossary.player(slot.side)) };
        format!("{}{side}", glossary.player(slot.mover))
    });
    let pieces = glossary.pieces.iter().map(|piece| piece.name.clone());
    let options = options.into_iter().map(|(name, value)| format!("{name}: {value}"));
    let sections: [(&str, Vec<String>); 9] = [
        ("Players", players.collect()),
        ("Turn order", slots.collect()),
        ("Pieces", pieces.collect()),
        ("Directions", topology.directions().to_vec()),
        ("Words that make moves", words.to_vec()),
        ("Variables of the board", glossary.variables.iter().filter(|name| !name.starts_with('$')).cloned().collect()),
        ("Its own searches", bots),
        ("Options of the rules file that goes with it", options.collect()),
        ("Pictures", pictures),
    ];
    for (heading, items) in sections.into_iter().filter(|(_, items)| !items.is_empty()) {
        out.line("")?;
        out.line(styled(HEADING, heading))?;
        out.line(format!("  {}", list(items)))?;
    }
    out.line("")?;
    out.line(styled(HEADING, "Board"))?;
    out.line(format!("  {} positions; a state takes {} bytes of memory", sites.len(), game.layout().state_bytes()))?;
    if evaluates {
        out.line("  the script says itself what a position is worth")?;
    }
    out.line("")?;
    out.line(styled(HEADING, "Start position"))?;
    out.line(format!("  {}", clean(&start)))?;
    Ok(())
}
