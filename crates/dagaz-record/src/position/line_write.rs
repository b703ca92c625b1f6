//! Writes a position as one line; [`line`](crate::position::line) says what the line is made of.

use dagaz_core::{AttributeId, CompactSort, Continuation, Game, Piece, PlayerId, Position, SiteId};

use crate::position::draft::ordered;

/// Signs that end a name in a line; a name with one of them is written in quotes.
pub(crate) const SIGNS: &[char] = &['=', ';', ',', ':', '-', '#', '^', '"', '\\'];
/// Words that begin a part of a line, and so must be quoted as names of players.
pub(crate) const WORDS: &[&str] =
    &["turn", "supply", "set", "clear", "last", "pending", "halfmoves", "value", "tail", "empty", NOBODY];
/// The name for the owner of pieces without an owner.
pub(crate) const NOBODY: &str = "nobody";

/// The position as one line.
pub fn write(game: &dyn Game, position: &Position) -> String {
    let position = ordered(position.clone());
    let (glossary, topology) = (game.glossary(), game.topology());
    let site = |site: SiteId| site.some().map_or(String::new(), |site| quoted(&topology.site(site).name, &[]));
    let owner = |player: PlayerId| match glossary.players.get(player.index()) {
        Some(player) => quoted(&player.name, WORDS),
        None => NOBODY.to_string(),
    };
    let mut parts = Vec::new();
    if let Some(slot) = position.slot {
        let mover = glossary.slots.get(slot.index()).map_or(PlayerId::NONE, |slot| slot.mover);
        let first = glossary.slots.iter().position(|slot| slot.mover == mover);
        let number = if first == Some(slot.index()) { String::new() } else { format!("#{}", slot.index() + 1) };
        parts.push(format!("turn={}{number}", owner(mover)));
    }
    let mut groups: Vec<(Piece, Vec<Stand>)> = Vec::new();
    let stands = stands(&position);
    for (placement, &stand) in position.pieces.iter().zip(&stands) {
        match groups.iter_mut().find(|(piece, _)| *piece == placement.piece) {
            Some((_, sites)) => sites.push(stand),
            None => groups.push((placement.piece, vec![stand])),
        }
    }
    groups.compact_sort_by_key(|(piece, _)| (piece.owner, piece.kind));
    let stand = |&(place, level): &Stand| match level {
        0 => site(place),
        level => format!("{}^{level}", site(place)),
    };
    let list = |stands: &[Stand]| stands.iter().map(stand).collect::<Vec<_>>().join(",");
    for (piece, sites) in &groups {
        parts.push(format!("{} {}={}", owner(piece.owner), quoted(glossary.piece(piece.kind), &[]), list(sites)));
    }
    for (piece, count) in &position.supplies {
        parts.push(format!("supply {} {}={count}", owner(piece.owner), quoted(glossary.piece(piece.kind), &[])));
    }
    let mut values: Vec<((AttributeId, i32), Vec<Stand>)> = Vec::new();
    for (placement, &stand) in position.pieces.iter().zip(&stands) {
        for &value in &placement.attributes {
            match values.iter_mut().find(|(known, _)| *known == value) {
                Some((_, sites)) => sites.push(stand),
                None => values.push((value, vec![stand])),
            }
        }
    }
    values.compact_sort_by_key(|(value, _)| *value);
    for ((attribute, value), sites) in &values {
        let name = glossary.attributes.get(attribute.index()).map_or("?", |name| name);
        let name = quoted_attribute(name);
        parts.push(match value {
            0 => format!("clear {name}={}", list(sites)),
            1 => format!("set {name}={}", list(sites)),
            value => format!("set {name}:{value}={}", list(sites)),
        });
    }
    if let Some((from, to)) = position.last {
        parts.push(format!("last={}-{}", site(from), site(to)));
    }
    if let Some((place, then)) = position.pending {
        let class = match then {
            Continuation::Unclassed => String::new(),
            Continuation::Class(class) => {
                format!(":{}", quoted(glossary.classes.get(class.index()).map_or("?", |name| name), &[]))
            }
        };
        parts.push(format!("pending={}{class}", site(place)));
    }
    for &(which, value) in &position.variables {
        if Some(which) == glossary.fen.halfmoves {
            parts.push(format!("halfmoves={value}"));
            continue;
        }
        let name = glossary.variables.get(which).map_or("?", |name| name);
        parts.push(format!("value {}={value}", quoted_attribute(name)));
    }
    if !position.tail.is_empty() {
        let numbers: Vec<String> = position.tail.iter().map(i32::to_string).collect();
        parts.push(format!("tail={}", numbers.join(",")));
    }
    if parts.is_empty() { "empty".to_string() } else { parts.join("; ") }
}

/// A site, and how many pieces there are beneath.
type Stand = (SiteId, usize);

/// Where each piece stands. Of pieces on one site the lower ones come first.
fn stands(position: &Position) -> Vec<Stand> {
    let mut stands: Vec<Stand> = Vec::with_capacity(position.pieces.len());
    for placement in &position.pieces {
        let beneath = stands.iter().rev().find(|(site, _)| *site == placement.site);
        let level = beneath.map_or(0, |(_, level)| level + 1);
        stands.push((placement.site, level));
    }
    stands
}

/// A name, in quotes where it would not be read back.
fn quoted(name: &str, words: &[&str]) -> String {
    let plain = !name.is_empty()
        && !name.contains(|c: char| c.is_whitespace() || SIGNS.contains(&c))
        && !words.iter().any(|word| word.eq_ignore_ascii_case(name));
    if plain { name.to_string() } else { in_quotes(name) }
}

/// Attributes are often called `never-moved?`: a hyphen means nothing at their place.
fn quoted_attribute(name: &str) -> String {
    if name.contains(|c: char| c != '-' && (c.is_whitespace() || SIGNS.contains(&c))) || name.is_empty() {
        in_quotes(name)
    } else {
        name.to_string()
    }
}

fn in_quotes(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}
