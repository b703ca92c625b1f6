//! Tags: what they say of a game, and how the facts of a game become tags.

use dagaz_core::{Game, PlayerId};

use super::lexer::Tag;
use super::notation::{FORMAT, Notation};
use super::{UNSAID, result};
use crate::names;
use crate::tree::{Facts, RulesIdentity};

/// The seven tags that every game has, in their order, with what they say when nothing is known.
pub(crate) const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", result::OPEN),
];

/// Tags for the two seats.
const NAMES: [&str; 2] = ["White", "Black"];
const BOTS: [&str; 2] = ["WhiteBot", "BlackBot"];

/// Tags that are facts of other kinds; what [`Facts::tags`] has by these names is not written.
const RESERVED: [&str; 11] =
    ["White", "Black", "Result", "FEN", "SetUp", "Variant", "WhiteBot", "BlackBot", "Seed", "RulesHash", "RulesSet"];

/// Variants that are the game itself.
const USUAL: [&str; 4] = ["", "standard", "normal", "fromposition"];

/// The tag of a game that is not chess in files of other games: `[Game "Chinese Chess"]`.
pub(super) const GAME: &str = "Game";

/// Whether a text of the tag `Game` names a game that is known.
pub(super) fn is_known(said: &str) -> bool {
    names::meant(said).is_some()
}

/// Whether a `Variant` tag means the game of that title.
pub(super) fn is_variant(title: &str, said: &str) -> bool {
    let plain =
        |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
    let (title, said) = (plain(title), plain(said));
    let short = |text: &str| text.strip_suffix("chess").unwrap_or(text).to_string();
    USUAL.contains(&said.as_str()) || title == said || (!short(&said).is_empty() && short(&title) == short(&said))
}

/// Puts a tag among the facts, where it is neither about the start nor the result.
pub(super) fn into_facts(game: &dyn Game, facts: &mut Facts, players: &[PlayerId], tag: &Tag) {
    let said = plain(&tag.value);
    let value = said.trim();
    let unknown = ROSTER.iter().any(|(name, unknown)| *name == tag.name && *unknown == value);
    let seat = |names: [&str; 2]| names.iter().position(|name| *name == tag.name).map(|place| players[place].index());
    // Records of xiangqi name the first player `Red`, as the rules do.
    let by_rules = || players.iter().find(|player| game.glossary().player(**player) == tag.name);
    if let Some(player) = seat(NAMES).or_else(|| by_rules().map(|player| player.index())) {
        facts.seat_mut(player).name = if unknown { String::new() } else { said };
    } else if let Some(player) = seat(BOTS) {
        facts.seat_mut(player).bot = Some(said);
    } else {
        match tag.name.as_str() {
            "Result" | "FEN" | "SetUp" | "Variant" => {}
            "Seed" if value.parse::<u64>().is_ok() => facts.seed = value.parse().ok(),
            "RulesHash" => facts.rules.hash = Some(said),
            "RulesSet" => facts.rules.settings = settings(&said),
            _ if unknown => {}
            name => facts.set_tag(name, said),
        }
    }
}

/// Whether a tag names a player.
pub(super) fn is_player(name: &str) -> bool {
    NAMES.contains(&name) || name == "Red"
}

/// A value without control characters: they cannot be written again, and only a damaged file has
/// them.
pub(crate) fn plain(value: &str) -> String {
    value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// What is written behind the moves and in the tags about the end of a game.
pub(super) struct Ends<'a> {
    /// The result.
    pub(super) result: &'a str,
    /// How it came about, where the moves do not tell.
    pub(super) termination: Option<&'a str>,
    /// The start position, if it is not that of the game.
    pub(super) fen: Option<&'a str>,
    /// The notation of the moves.
    pub(super) notation: Notation,
}

/// The tags of a game as text, and how many of its tags cannot be written.
pub(super) fn write(game: &dyn Game, players: &[PlayerId], facts: &Facts, ends: &Ends<'_>) -> (String, usize) {
    let mut text = String::new();
    let seat = |name: &str, names: [&str; 2]| {
        let place = names.iter().position(|known| *known == name)?;
        facts.seats.get(players[place].index())
    };
    for (name, unknown) in ROSTER {
        let value = match name {
            "Result" => Some(ends.result),
            _ => seat(name, NAMES).map(|seat| seat.name.as_str()).or_else(|| facts.tag(name)),
        };
        let name = if name == "White" { ends.notation.first_player() } else { name };
        text += &pair(name, value.filter(|value| !value.trim().is_empty()).unwrap_or(unknown));
    }
    let mut others: Vec<(&str, String)> = Vec::new();
    for name in BOTS {
        let bot = seat(name, BOTS).and_then(|seat| seat.bot.clone());
        others.extend(bot.map(|bot| (name, bot)));
    }
    others.extend(ends.fen.map(|fen| ("FEN", fen.to_string())));
    others.extend(ends.fen.map(|_| ("SetUp", "1".to_string())));
    others.extend(facts.seed.map(|seed| ("Seed", seed.to_string())));
    others.extend(facts.rules.hash.clone().map(|hash| ("RulesHash", hash)));
    let set = settings_text(&facts.rules.settings);
    others.extend((!set.is_empty()).then_some(("RulesSet", set)));
    let title = &game.glossary().title;
    others.extend((title != UNSAID).then(|| ("Variant", title.clone())));
    if facts.tag("Termination").is_none() {
        others.extend(ends.termination.map(|said| ("Termination", said.to_string())));
    }
    let left_out = add_plain_tags(facts, &RESERVED, &mut others);
    if let Some(format) = ends.notation.format() {
        others.retain(|(name, _)| *name != FORMAT);
        others.push((FORMAT, format.to_string()));
    }
    others.sort();
    for (name, value) in others {
        text += &pair(name, &value);
    }
    (text, left_out)
}

/// Values of parameters as one text: `size=7 first=White`. Neither names nor values have blanks.
pub(crate) fn settings_text(settings: &[(String, String)]) -> String {
    settings.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// The values of parameters that a text tells.
pub(crate) fn settings(text: &str) -> Vec<(String, String)> {
    let pairs = text.split_whitespace().filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

/// What the tags of the first game say of its rules: parameters, if anything.
pub(crate) fn rules_named(text: &str) -> RulesIdentity {
    let tags =
        || text.lines().map(str::trim).skip_while(|line| line.is_empty()).take_while(|line| line.starts_with('['));
    let value = |name: &str| {
        tags().find_map(|tag| tag.strip_prefix('[')?.strip_prefix(name)?.strip_prefix(" \"")?.strip_suffix("\"]"))
    };
    RulesIdentity {
        settings: value("RulesSet").map_or_else(Vec::new, settings),
        title: value("Variant").or_else(|| value(GAME).filter(|said| is_known(said))).unwrap_or_default().to_string(),
        hash: value("RulesHash").map(str::to_string),
        ..RulesIdentity::default()
    }
}

/// Adds the tags that say nothing but themselves; tells how many have names that cannot be written.
pub(crate) fn add_plain_tags<'f>(facts: &'f Facts, reserved: &[&str], others: &mut Vec<(&'f str, String)>) -> usize {
    let spoken = |name: &str| reserved.contains(&name) || ROSTER.iter().any(|(known, _)| *known == name);
    let plain = facts.tags.iter().filter(|(name, _)| !spoken(name));
    let (named, unnamed): (Vec<_>, Vec<_>) = plain.partition(|(name, _)| is_name(name));
    others.extend(named.into_iter().map(|(name, value)| (name.as_str(), value.clone())));
    unnamed.len()
}

pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

pub(crate) fn pair(name: &str, value: &str) -> String {
    let mut text = format!("[{name} \"");
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text + "\"]\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_have_aliases() {
        for said in ["Standard", "From Position", "chess", "Normal", ""] {
            assert!(is_variant("Chess", said), "{said}");
        }
        for said in ["Chess960", "Atomic", "Fischer Random", "xiangqi"] {
            assert!(!is_variant("Chess", said), "{said}");
        }
        assert!(is_variant("Los Alamos Chess", "los-alamos"));
    }

    #[test]
    fn values_are_escaped() {
        assert_eq!(pair("Event", "a \"b\" \\ c\n"), "[Event \"a \\\"b\\\" \\\\ c \"]\n");
    }
}
