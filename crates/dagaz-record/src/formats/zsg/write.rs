//! Writes saved games.

use dagaz_core::{Game, PlayerKind, State};

use crate::Wording;
use crate::cursor::Cursor;
use crate::formats::{WriteFault, Written, left_out};
use crate::own;
use crate::position::line;
use crate::rounds::Rounds;
use crate::tree::GameTree;

/// Writes the main line of a game. A round is over when the turn order begins anew.
pub fn write(game: &dyn Game, trees: &[GameTree]) -> Result<Written, WriteFault> {
    let [tree] = trees else { return Err(WriteFault::OneGameOnly) };
    let glossary = game.glossary();
    let letters: String = (0..glossary.players.len())
        .map(|player| {
            let chooser = glossary.players[player].kind == PlayerKind::Chooser;
            let bot = tree.facts.seats.get(player).is_some_and(|seat| seat.bot.is_some());
            if chooser && !bot { 'H' } else { 'C' }
        })
        .collect();
    let rules = &tree.facts.rules;
    let file = if rules.file.is_empty() { format!("{}.zrf", glossary.title) } else { rules.file.clone() };
    let mut text =
        format!("Zillions Save Game File Version 0.02 {letters}\nRulesFile={file}\nVariantName={}\n", glossary.title);
    text += &setup(game, tree.start());
    let mut cursor = Cursor::new(game, tree);
    let mut rounds = Rounds::default();
    let speaks = own::has_one(game);
    let mut twins = String::new();
    for (ply, node) in tree.main_line().into_iter().enumerate() {
        let round = rounds.next(game, cursor.state());
        if let Some(chosen) = tree.chosen(node) {
            if speaks && let Some(number) = own::twin(game, cursor.state(), &cursor.legal()?, chosen) {
                twins += &format!("[Twin {} {number}]\n", ply + 1);
            }
            for step in &Wording::of(game, cursor.state(), chosen).steps {
                text += &format!("{round}. {}\n", step.text());
            }
        }
        cursor.go_to(tree, node);
    }
    // Which of several moves with one text was played is kept as a remark.
    text += &twins;
    // So is by which values of parameters was played.
    for (name, value) in &rules.settings {
        text += &format!("[Set {name}={value}]\n");
    }
    // What the set-up lines cannot say is kept as a remark.
    if set_up_again(game, tree.start()).is_none_or(|state| state != *tree.start()) {
        text += &format!("[Position {}]\n", line::write(game, &game.position(tree.start())));
    }
    Ok(Written { text, left_out: left_out(tree) })
}

/// The changes to the start position that the game gives, as lines.
fn setup(game: &dyn Game, start: &State) -> String {
    let (initial, glossary) = (game.initial(), game.glossary());
    let mut lines = String::new();
    for site in game.topology().site_ids().filter(|&site| initial.word(site) != start.word(site)) {
        let name = &game.topology().site(site).name;
        lines += &match start.piece(site) {
            None => format!("(x {name})\n"),
            Some(piece) => format!("({} {} {name})\n", glossary.player(piece.owner), glossary.piece(piece.kind)),
        };
    }
    lines
}

/// The state that a reader of the set-up lines alone would begin with.
fn set_up_again(game: &dyn Game, start: &State) -> Option<State> {
    let initial = game.initial();
    let mut position = game.position(&initial);
    for site in game.topology().site_ids().filter(|&site| initial.word(site) != start.word(site)) {
        position.pieces.retain(|placement| placement.site != site);
        let attributes = Vec::new();
        position.pieces.extend(start.piece(site).map(|piece| dagaz_core::Placement { site, piece, attributes }));
    }
    game.set_up(&position).ok()
}
