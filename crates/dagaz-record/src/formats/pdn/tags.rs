//! Tags: what they say of a game, and how the facts of a game become tags.

use super::board::{Colour, Draughts};
use super::gametype::Classified;
use crate::formats::pgn::tags::{ROSTER, add_plain_tags, pair, settings, settings_text};
use crate::tree::{Facts, Seat};

/// A tag of a record.
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) value: String,
    /// Where the value begins, in bytes of the text.
    pub(super) at: usize,
}

/// Tags that are facts of other kinds; what [`Facts::tags`] has by these names is not written.
const RESERVED: [&str; 9] =
    ["GameType", "FEN", "SetUp", "Variant", "WhiteBot", "BlackBot", "Seed", "RulesHash", "RulesSet"];

/// What other programs say of a game by the usual rules.
const USUAL: [&str; 4] = ["", "standard", "normal", "fromposition"];

fn colour_of(name: &str) -> Option<(Colour, bool)> {
    match name {
        "White" => Some((Colour::White, false)),
        "Black" => Some((Colour::Black, false)),
        "WhiteBot" => Some((Colour::White, true)),
        "BlackBot" => Some((Colour::Black, true)),
        _ => None,
    }
}

/// Puts a tag among the facts, where it is neither about the start nor the result.
pub(super) fn into_facts(facts: &mut Facts, draughts: &Draughts<'_>, tag: &Tag) {
    let value = tag.value.trim();
    let unknown = value.is_empty() || ROSTER.iter().any(|(name, unknown)| *name == tag.name && *unknown == value);
    match (colour_of(&tag.name), tag.name.as_str()) {
        (Some((colour, true)), _) => {
            facts.seat_mut(draughts.player(colour).index()).bot = Some(tag.value.clone());
        }
        (Some((colour, false)), _) if !unknown => {
            facts.seat_mut(draughts.player(colour).index()).name = tag.value.clone();
        }
        (Some(_), _) | (None, "Result" | "GameType" | "FEN" | "SetUp" | "Variant") => {}
        (None, "Seed") if value.parse::<u64>().is_ok() => facts.seed = value.parse().ok(),
        (None, "RulesHash") => facts.rules.hash = Some(tag.value.clone()),
        (None, "RulesSet") => facts.rules.settings = settings(&tag.value),
        (None, name) if !unknown => facts.set_tag(name, tag.value.clone()),
        _ => {}
    }
}

/// Whether a `Variant` tag means this game.
pub(super) fn is_variant(draughts: &Draughts<'_>, said: &str) -> bool {
    let plain =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let (title, said) = (plain(&draughts.game.glossary().title), plain(said));
    USUAL.contains(&said.as_str()) || title.contains(&said) || said.contains(&title)
}

/// What is written about the start and the end of a game.
pub(super) struct Ends<'a> {
    /// The result.
    pub(super) result: &'a str,
    /// How it came about, where the moves do not tell.
    pub(super) termination: Option<&'a str>,
    /// The start position, if it is not that of the game.
    pub(super) fen: Option<&'a str>,
}

/// The tags of a game as text, and how many of its tags cannot be written.
pub(super) fn write(draughts: &Draughts<'_>, own: &Classified, facts: &Facts, ends: &Ends<'_>) -> (String, usize) {
    let mut text = String::new();
    let seat = |colour: Colour| facts.seats.get(draughts.player(colour).index());
    for (name, unknown) in ROSTER {
        let value = match colour_of(name) {
            Some((colour, _)) => seat(colour).map(|seat: &Seat| seat.name.as_str()),
            None if name == "Result" => Some(ends.result),
            None => facts.tag(name),
        };
        text += &pair(name, value.filter(|value| !value.trim().is_empty()).unwrap_or(unknown));
    }
    let mut others: Vec<(&str, String)> = Vec::new();
    others.extend(own.tag().map(|tag| ("GameType", tag)));
    others.extend((!own.is_named()).then(|| ("Variant", draughts.game.glossary().title.clone())));
    others.extend(ends.fen.map(|_| ("SetUp", "1".to_string())));
    others.extend(ends.fen.map(|fen| ("FEN", fen.to_string())));
    for (name, colour) in [("WhiteBot", Colour::White), ("BlackBot", Colour::Black)] {
        others.extend(seat(colour).and_then(|seat| seat.bot.clone()).map(|bot| (name, bot)));
    }
    others.extend(facts.seed.map(|seed| ("Seed", seed.to_string())));
    others.extend(facts.rules.hash.clone().map(|hash| ("RulesHash", hash)));
    let set = settings_text(&facts.rules.settings);
    others.extend((!set.is_empty()).then_some(("RulesSet", set)));
    if facts.tag("Termination").is_none() {
        others.extend(ends.termination.map(|said| ("Termination", said.to_string())));
    }
    let left_out = add_plain_tags(facts, &RESERVED, &mut others);
    for (name, value) in others {
        text += &pair(name, &value);
    }
    (text, left_out)
}
