//! Writes games as JSON: a line for each fact and for each move.

use std::time::Duration;

use dagaz_core::{Game, Points};
use serde::{Serialize, Serializer};
use serde_json::json;

use super::VERSION;
use crate::changed;
use crate::cursor::Cursor;
use crate::formats::WriteFault;
use crate::formats::notation::{index_of, move_text, player_key, verdict_word};
use crate::position::write_position;
use crate::tree::{Facts, GameTree, NodeId, Note};

/// A move with its note; without a move, the note of the start.
#[derive(Serialize)]
struct MoveLine<'a> {
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    before: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    comment: &'a str,
    #[serde(skip_serializing_if = "<[u8]>::is_empty")]
    glyphs: &'a [u8],
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spent: Option<f64>,
    #[serde(skip_serializing_if = "<[_]>::is_empty", serialize_with = "as_object")]
    marks: &'a [(String, Vec<String>)],
}

/// Writes pairs as the members of an object.
fn as_object<S: Serializer>(pairs: &&[(String, Vec<String>)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, values)| (name, values)))
}

impl<'a> MoveLine<'a> {
    fn of(note: &'a Note, text: Option<String>) -> MoveLine<'a> {
        MoveLine {
            text,
            before: &note.before,
            comment: &note.comment,
            glyphs: &note.glyphs,
            clock: note.clock.as_ref().map(Duration::as_secs_f64),
            spent: note.spent.as_ref().map(Duration::as_secs_f64),
            marks: &note.marks,
        }
    }

    /// Nothing in it can fail to be JSON.
    fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

pub(super) fn write(game: &dyn Game, trees: &[GameTree]) -> Result<String, WriteFault> {
    let mut text = format!("{{\n\"dagaz\": {VERSION},\n\"games\": [");
    for (place, tree) in trees.iter().enumerate() {
        text += if place == 0 { "\n" } else { ",\n" };
        text += &written(game, tree)?;
    }
    text += "\n]\n}\n";
    Ok(text)
}

fn written(game: &dyn Game, tree: &GameTree) -> Result<String, WriteFault> {
    let mut text = String::from("{\n");
    for (key, value) in facts(game, tree) {
        text += &format!("  \"{key}\": {value},\n");
    }
    let start = MoveLine::of(tree.note(NodeId::ROOT), None).json();
    if start != "{}" {
        text += &format!("  \"start\": {start},\n");
    }
    let (main, variations) = lines(game, tree)?;
    text += &format!("  \"moves\": {}", array(&main, "    ", "  "));
    if !variations.is_empty() {
        text += ",\n  \"variations\": [";
        for (place, Variation { line, at, moves }) in variations.iter().enumerate() {
            text += if place == 0 { "\n" } else { ",\n" };
            let moves = array(moves, "      ", "    ");
            text += &format!("    {{\"line\": {line}, \"at\": {at}, \"moves\": {moves}}}");
        }
        text += "\n  ]";
    }
    text += "\n}";
    Ok(text)
}

fn array(items: &[String], indent: &str, outer: &str) -> String {
    if items.is_empty() {
        return "[]".to_string();
    }
    let items: Vec<String> = items.iter().map(|item| format!("{indent}{item}")).collect();
    format!("[\n{}\n{outer}]", items.join(",\n"))
}

/// The facts that are known, as keys and JSON.
fn facts(game: &dyn Game, tree: &GameTree) -> Vec<(&'static str, String)> {
    let Facts { rules, seats, result, seed, tags } = &tree.facts;
    let mut known: Vec<(&str, String)> = Vec::new();
    let mut identity: Vec<String> = Vec::new();
    for (key, text) in [("file", &rules.file), ("title", &rules.title)] {
        if !text.is_empty() {
            identity.push(format!("\"{key}\": {}", json!(text)));
        }
    }
    identity.extend(rules.edition.map(|edition| format!("\"edition\": {edition}")));
    identity.extend(rules.hash.as_ref().map(|hash| format!("\"hash\": {}", json!(hash))));
    if !rules.settings.is_empty() {
        let set = rules.settings.iter().map(|(name, value)| format!("{}: {}", json!(name), json!(value)));
        identity.push(format!("\"set\": {{{}}}", set.collect::<Vec<_>>().join(", ")));
    }
    if !identity.is_empty() {
        known.push(("rules", format!("{{{}}}", identity.join(", "))));
    }
    if *tree.start() != game.initial() {
        known.push(("setup", json!(write_position(game, tree.start())).to_string()));
    }
    if !seats.is_empty() {
        let seats: Vec<String> = seats
            .iter()
            .enumerate()
            .map(|(player, seat)| {
                let mut parts = vec![format!("\"player\": {}", json!(player_key(game, player)))];
                if !seat.name.is_empty() {
                    parts.push(format!("\"name\": {}", json!(seat.name)));
                }
                parts.extend(seat.bot.as_ref().map(|bot| format!("\"bot\": {}", json!(bot))));
                format!("{{{}}}", parts.join(", "))
            })
            .collect();
        known.push(("seats", array(&seats, "    ", "  ")));
    }
    // As text, since many readers of JSON have no whole numbers of 64 bits.
    known.extend(seed.map(|seed| ("seed", format!("\"{seed}\""))));
    if !tags.is_empty() {
        let tags: Vec<String> = tags.iter().map(|(name, value)| format!("{}: {}", json!(name), json!(value))).collect();
        known.push(("tags", format!("{{{}}}", tags.join(", "))));
    }
    if let Some(result) = result {
        let by_player = |values: Vec<String>| {
            let pairs = values.into_iter().enumerate();
            let pairs = pairs.map(|(player, value)| format!("{}: {value}", json!(player_key(game, player))));
            format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
        };
        let mut parts = vec![format!("\"ending\": {}", json!(result.ending))];
        if !result.verdicts.is_empty() {
            let words = result.verdicts.iter().map(|&verdict| format!("\"{}\"", verdict_word(verdict)));
            parts.push(format!("\"verdicts\": {}", by_player(words.collect())));
        }
        if let Some(scores) = &result.scores {
            let scores = scores.iter().map(Points::to_string);
            parts.push(format!("\"scores\": {}", by_player(scores.collect())));
        }
        known.push(("result", format!("{{{}}}", parts.join(", "))));
    }
    known
}

/// A variation: it takes the place of move `at` (from 0) of line `line`. Line 0 is the main line,
/// line n the n-th variation.
struct Variation {
    line: usize,
    at: usize,
    moves: Vec<String>,
}

/// The main line and the variations, each behind the line that it leaves.
fn lines(game: &dyn Game, tree: &GameTree) -> Result<(Vec<String>, Vec<Variation>), WriteFault> {
    let mut cursor = Cursor::new(game, tree);
    let mut lines = vec![Variation { line: 0, at: 0, moves: Vec::new() }];
    // The nodes at which lines begin, first the one from which the move comes that begins the line.
    let mut waiting: Vec<(NodeId, NodeId, usize, usize)> =
        tree.children(NodeId::ROOT).iter().map(|&child| (NodeId::ROOT, child, 0, 0)).rev().collect();
    let mut main = true;
    while let Some((parent, first, line, at)) = waiting.pop() {
        let own = if std::mem::take(&mut main) { 0 } else { lines.len() };
        if own > 0 {
            lines.push(Variation { line, at, moves: Vec::new() });
        }
        let mut later = Vec::new();
        let (mut parent, mut next) = (parent, Some(first));
        while let Some(node) = next {
            cursor.go_to(tree, parent);
            let list = cursor.legal()?;
            let text = match tree.position(node) {
                Some(state) => changed::text(game, state),
                None => {
                    let index = index_of(tree, &list, node).ok_or(WriteFault::Move(tree.depth(node)))?;
                    move_text(game, cursor.state(), &list, index)
                }
            };
            lines[own].moves.push(MoveLine::of(tree.note(node), Some(text)).json());
            let here = lines[own].moves.len();
            let others = tree.children(node).iter().skip(1);
            later.extend(others.map(|&other| (node, other, own, here)));
            (parent, next) = (node, tree.children(node).first().copied());
        }
        waiting.extend(later.into_iter().rev());
    }
    let main = lines.remove(0);
    Ok((main.moves, lines))
}
