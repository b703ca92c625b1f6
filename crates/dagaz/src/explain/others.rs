//! `dagaz explain` for rules of edition 2 and for scripts.

use dagaz_core::Game;

use super::{Explanation, Section};
use crate::load::RulesText;
use crate::script::ScriptText;

/// Rules of edition 2: the compiler's own listing, in which nothing is left to be understood.
pub(super) fn of_rules(text: &RulesText) -> Vec<Section> {
    let listing = dagaz_rules::print(&text.rules);
    let mut items: Vec<Explanation> = Vec::new();
    for line in listing.lines().filter(|line| !line.trim().is_empty()) {
        let indent = line.len() - line.trim_start().len();
        match items.last_mut() {
            Some(item) if indent > 0 => item.lines.push((indent / 2 - 1, line.trim_start().to_string())),
            _ => items.push(Explanation::new(line.trim())),
        }
    }
    let how = Explanation::new("how to read this")
        .line("A rule is a list of numbered nodes: the cursor goes, a test lets the run go on or ends it, ADD makes a move.")
        .line("Tests see the board as it was before the move; what a move does happens when it is added.")
        .line("Macros are written out.");
    vec![Section { heading: "Reading", items: vec![how] }, Section { heading: "The game", items }]
}

/// Returns a script: what it declares. What its words do only they know.
pub(super) fn of_script(script: &ScriptText, game: &dyn Game) -> Vec<Section> {
    let glossary = game.glossary();
    let joined = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(", ");
    let players = joined(&mut glossary.players.iter().map(|player| player.name.clone()));
    let slots = joined(&mut glossary.slots.iter().map(|slot| glossary.player(slot.mover).to_string()));
    let sites = joined(&mut game.topology().sites().iter().map(|site| site.name.clone()));
    let pieces = joined(&mut glossary.pieces.iter().map(|piece| piece.name.clone()));
    let words = joined(&mut script.generators().iter().cloned());
    let declared = vec![
        Explanation::new("players").line(players),
        Explanation::new("turn order").line(slots),
        Explanation::new("board").line(sites),
        Explanation::new("pieces").line(pieces),
        Explanation::new("words that make moves").line(words),
    ];
    let rest = Explanation::new("what a program leaves open")
        .line("The moves are what these words add, and the game ends when OnIsGameOver says so: a program can be run, not explained.")
        .line("`dagaz why` tells which word makes a move; `dagaz upgrade` makes the beginning of rules that can be explained.");
    vec![Section { heading: "Declared", items: declared }, Section { heading: "Not declared", items: vec![rest] }]
}
