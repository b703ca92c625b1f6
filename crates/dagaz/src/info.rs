//! `dagaz info`: what a game is.

use dagaz_core::{Glossary, PlayerKind, SlotId, Topology};
use dagaz_record::usual_position;
use dagaz_rules::{Capture, EndingKind, PassRule, Rules, Slot};
use serde_json::json;

use crate::cli::InfoArgs;
use crate::compiled::Compiled;
use crate::failure::Failure;
use crate::load::{Loaded, Playable, RulesText, Text};
use crate::lud;
use crate::output::{FAINT, HEADING, Output, clean, styled, wrapped};

/// Width of running text.
const WIDTH: usize = 96;

/// Prints what the rules say about a game, in words.
pub(crate) fn run(args: &InfoArgs, out: &mut Output) -> Result<(), Failure> {
    if lud::is_description(&args.game.file) {
        return lud::info(&args.game, args.json, out);
    }
    let loaded = Loaded::new(&args.game)?;
    if args.compiled {
        let compiled = match (&loaded.game, &loaded.text) {
            (Playable::Rules(game), _) => Compiled::of_rules(loaded.title(), game),
            (Playable::Paths(game), Text::Paths(text)) => Compiled::of_paths(loaded.title(), game, text.file.sources()),
            _ => return Err(Failure::Usage("a script is not compiled as rules are; it runs as it is".to_string())),
        };
        return match args.json {
            true => Ok(out.json(&crate::compiled::as_json(&compiled))?),
            false => crate::compiled::print(&compiled, out),
        };
    }
    let text = match (&loaded.text, &loaded.game) {
        (Text::Rules(text), _) => &**text,
        (_, Playable::Paths(game)) => return crate::paths::info(&loaded, game, args.json, out),
        _ => return crate::script_info::print(&loaded, args.json, out),
    };
    if args.json {
        out.json(&as_json(&loaded, text))?;
        return Ok(());
    }
    let (rules, glossary) = (&text.rules, &text.rules.glossary);
    out.line(styled(HEADING, clean(loaded.title())))?;
    if !glossary.texts.description.is_empty() {
        out.line(clean(&wrapped(&glossary.texts.description, WIDTH, "")))?;
    }
    section(out, "Variants")?;
    for (index, item) in text.file.playable().iter().enumerate() {
        let mark = if index == text.index { "  (this one)" } else { "" };
        out.line(format!("  {:>3}. {}{}", index + 1, clean(&item.title), styled(FAINT, mark)))?;
    }
    section(out, "Players")?;
    for player in &rules.players {
        out.line(format!(
            "  {}{}",
            clean(&player.name),
            match player.kind {
                PlayerKind::Chooser => "",
                PlayerKind::Random => " (moves at random)",
                PlayerKind::Neutral => " (neutral: owns pieces and never moves)",
            }
        ))?;
    }
    section(out, "Turn order")?;
    out.line(format!("  {}", clean(&turn_order(rules))))?;
    section(out, "Board")?;
    for line in board_lines(&rules.topology) {
        out.line(format!("  {}", clean(&wrapped(&line, WIDTH, "    "))))?;
    }
    let bytes = loaded.game.layout().state_bytes();
    out.line(format!("  a position takes {bytes} bytes of memory"))?;
    section(out, "Pieces")?;
    for piece in &glossary.pieces {
        let letter = piece.letter.as_deref().map_or(String::new(), |letter| format!(" ({letter})"));
        out.line(format!("  {}", clean(&format!("{}{letter}", piece.name))))?;
        for text in [&piece.help, &piece.description] {
            if !text.is_empty() {
                out.line(format!("      {}", clean(&wrapped(text, WIDTH - 6, "      "))))?;
            }
        }
    }
    let options = options(rules);
    if !options.is_empty() {
        section(out, "Options")?;
        for option in options {
            out.line(format!("  {}", clean(&option)))?;
        }
    }
    section(out, "Endings")?;
    for ending in endings(rules) {
        out.line(format!("  {}", clean(&ending)))?;
    }
    section(out, "Start position")?;
    out.line(format!("  {}", clean(&usual_position(&*loaded.game, &loaded.game.initial()))))?;
    for (heading, text) in [("History", &glossary.texts.history), ("Strategy", &glossary.texts.strategy)] {
        if !text.is_empty() {
            section(out, heading)?;
            out.line(format!("  {}", clean(&wrapped(text, WIDTH, "  "))))?;
        }
    }
    for (heading, text) in &glossary.texts.notes {
        section(out, &clean(heading))?;
        out.line(format!("  {}", clean(&wrapped(text, WIDTH, "  "))))?;
    }
    Ok(())
}

fn section(out: &mut Output, heading: &str) -> std::io::Result<()> {
    out.line("")?;
    out.line(styled(HEADING, heading))
}

fn slot_words(glossary: &Glossary, slot: &Slot) -> String {
    let mut text = glossary.player(slot.mover).to_string();
    if slot.side != slot.mover {
        text += &format!(" (with the pieces of {})", glossary.player(slot.side));
    }
    if let Some(class) = slot.class {
        text += &format!(" ({} only)", glossary.classes.get(class.index()).map_or("?", |name| name));
    }
    text
}

/// Returns the slots, and where the last leads.
fn turn_order(rules: &Rules) -> String {
    let slots = &rules.turns.slots;
    let words: Vec<String> = slots.iter().map(|slot| slot_words(&rules.glossary, slot)).collect();
    let mut text = words.join(", ");
    let again = slots.iter().enumerate().find(|(index, slot)| slot.next.index() != index + 1);
    if let Some((index, slot)) = again {
        let next = slot.next;
        text += &if next == SlotId(0) && index + 1 == slots.len() {
            String::from(", and so on")
        } else {
            format!(", then again from {} (number {})", words.get(next.index()).map_or("?", |word| word), next.0 + 1)
        };
    }
    text
}

/// Returns the description of a board.
pub(crate) fn board_lines(topology: &Topology) -> Vec<String> {
    let mut lines = vec![format!("{} sites", topology.sites().len())];
    for grid in topology.grids() {
        let sizes: Vec<String> = grid.labels.iter().map(|labels| labels.len().to_string()).collect();
        let ends: Vec<String> = grid
            .labels
            .iter()
            .map(|labels| match (labels.first(), labels.last()) {
                (Some(first), Some(last)) if first != last => format!("{first} to {last}"),
                (Some(first), _) => first.clone(),
                _ => String::new(),
            })
            .collect();
        lines.push(format!("grid of {} ({})", sizes.join(" x "), ends.join(", ")));
    }
    if !topology.directions().is_empty() {
        lines.push(format!("directions: {}", topology.directions().join(", ")));
    }
    if !topology.zones().is_empty() {
        let zones: Vec<&str> = topology.zones().iter().map(|zone| zone.name.as_str()).collect();
        lines.push(format!("zones: {}", zones.join(", ")));
    }
    lines
}

/// What the options of the rules mean, where they are not the usual.
fn options(rules: &Rules) -> Vec<String> {
    let mut lines = Vec::new();
    match rules.pass {
        PassRule::Never => {}
        PassRule::Forced => lines.push("a player without a move passes".to_string()),
        PassRule::Free => lines.push("a player may pass".to_string()),
    }
    if rules.may_stop {
        lines.push("a player may stop in the middle of a chain of steps".to_string());
    }
    if rules.longest_chain {
        lines.push("only the moves with the most steps are legal".to_string());
    }
    if rules.capture == Capture::OwnersSupply {
        lines.push("captured pieces return to their owner's supply".to_string());
    }
    if let Some(first) = &rules.first {
        let class =
            |class: &dagaz_core::MoveClassId| rules.classes.get(class.index()).map_or("?", |name| name.as_str());
        let groups: Vec<String> =
            first.groups.iter().map(|group| group.iter().map(class).collect::<Vec<_>>().join(" or ")).collect();
        lines.push(format!("moves come in this order: {}", groups.join(", then ")));
    }
    for never in &rules.nevers {
        lines.push(format!("no move may have this result: {}", never.name));
    }
    lines
}

fn endings(rules: &Rules) -> Vec<String> {
    let name = |player: &dagaz_core::PlayerId| rules.glossary.player(*player).to_string();
    rules
        .endings
        .iter()
        .map(|ending| {
            let who: Vec<String> = ending.players.iter().map(name).collect();
            let who = if who.is_empty() { String::new() } else { format!(" for {}", who.join(", ")) };
            format!("{}{who}: {}", kind_word(ending.kind), ending.name)
        })
        .collect()
}

fn kind_word(kind: EndingKind) -> &'static str {
    match kind {
        EndingKind::Win => "win",
        EndingKind::Loss => "loss",
        EndingKind::Draw => "draw",
        EndingKind::Count => "count",
    }
}

fn as_json(loaded: &Loaded, text: &RulesText) -> serde_json::Value {
    let (rules, glossary) = (&text.rules, &text.rules.glossary);
    let topology = &rules.topology;
    let names = |players: &[dagaz_core::PlayerId]| -> Vec<String> {
        players.iter().map(|player| glossary.player(*player).to_string()).collect()
    };
    let players: Vec<_> = rules
        .players
        .iter()
        .map(|player| {
            json!({ "name": player.name, "kind": match player.kind {
            PlayerKind::Chooser => "chooser",
            PlayerKind::Random => "random",
            PlayerKind::Neutral => "neutral",
        } })
        })
        .collect();
    let slots: Vec<_> = rules
        .turns
        .slots
        .iter()
        .map(|slot| {
            json!({
                "mover": glossary.player(slot.mover),
                "side": glossary.player(slot.side),
                "class": slot.class.and_then(|class| rules.classes.get(class.index())),
                "next": slot.next.0,
            })
        })
        .collect();
    let pieces: Vec<_> = glossary
        .pieces
        .iter()
        .map(|piece| {
            json!({ "name": piece.name, "letter": piece.letter, "help": piece.help, "description": piece.description })
        })
        .collect();
    let endings: Vec<_> = rules
        .endings
        .iter()
        .map(|ending| json!({ "name": ending.name, "kind": kind_word(ending.kind), "players": names(&ending.players) }))
        .collect();
    let titles: Vec<&str> = text.file.playable().iter().map(|item| item.title.as_str()).collect();
    json!({
        "title": loaded.title(),
        "file": loaded.source.name(),
        "edition": rules.edition,
        "variants": titles,
        "description": glossary.texts.description,
        "history": glossary.texts.history,
        "strategy": glossary.texts.strategy,
        "players": players,
        "turn_order": slots,
        "board": {
            "sites": topology.sites().iter().map(|site| site.name.as_str()).collect::<Vec<_>>(),
            "grids": topology.grids().iter().map(|grid| &grid.labels).collect::<Vec<_>>(),
            "directions": topology.directions(),
            "zones": topology.zones().iter().map(|zone| zone.name.as_str()).collect::<Vec<_>>(),
        },
        "pieces": pieces,
        "options": {
            "pass": match rules.pass { PassRule::Never => "never", PassRule::Forced => "forced", PassRule::Free => "free" },
            "may_stop": rules.may_stop,
            "longest_chain": rules.longest_chain,
            "captured_pieces": match rules.capture { Capture::Gone => "gone", Capture::OwnersSupply => "owner's supply" },
        },
        "endings": endings,
        "start": usual_position(&*loaded.game, &loaded.game.initial()),
        "state_bytes": loaded.game.layout().state_bytes(),
    })
}
