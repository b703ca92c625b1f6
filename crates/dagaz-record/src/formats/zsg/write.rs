//! Writes saved games.

use dagaz_core::{Fuel, Game, LimitHit, MoveList, MoveRef, PlayerKind, State, UndoLog};

use super::choose::{differ, fitting, note};
use crate::cursor::Cursor;
use crate::formats::{WriteFault, Written, left_out, phrase};
use crate::game_notation;
use crate::position::line;
use crate::rounds::Rounds;
use crate::tree::GameTree;
use crate::{StepWording, Wording};

/// Writes the main line of a game. A round ends when the turn order starts again.
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
    let speaks = game_notation::has_one(game);
    let mut twins = String::new();
    for (ply, node) in tree.main_line().into_iter().enumerate() {
        let round = rounds.next(game, cursor.state());
        if tree.position(node).is_some() {
            return Err(WriteFault::Position(ply + 1));
        }
        if let Some(chosen) = tree.chosen(node) {
            if speaks && let Some(number) = game_notation::twin(game, cursor.state(), &cursor.legal()?, chosen) {
                twins += &format!("[Twin {} {number}]\n", ply + 1);
            }
            let lines = lines(game, cursor.state(), chosen, speaks)?.ok_or(WriteFault::Move(ply + 1))?;
            for line in lines {
                text += &format!("{round}. {line}\n");
            }
        }
        cursor.go_to(tree, node);
    }
    // An outcome by the rules follows from the moves.
    let is_own = tree.facts.result.is_some() && tree.facts.result != cursor.outcome()?;
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
    let left_out = left_out(tree).into_iter().chain(phrase(usize::from(is_own), "result", "results")).collect();
    Ok(Written { text, left_out })
}

/// The lines of a move, one for each step; none if a reader would take one of them for something
/// else.
fn lines(game: &dyn Game, state: &State, chosen: MoveRef<'_>, speaks: bool) -> Result<Option<Vec<String>>, LimitHit> {
    let usual: Vec<String> = Wording::of(game, state, chosen).steps.iter().map(StepWording::text).collect();
    // A game with a notation of its own has remarks instead.
    if speaks {
        return Ok(Some(usual));
    }
    let (mut before, mut steps, mut alone) = (state.clone(), MoveList::new(), MoveList::new());
    let mut lines = Vec::new();
    for ((step, effects), usual) in chosen.steps().zip(usual) {
        alone.clear();
        alone.push_step(step.rule, step.origin, step.target, step.then, effects);
        game.steps(&before, &mut steps, &mut Fuel::new(game.limits().fuel))?;
        let Some(line) = line(game, &before, &steps, alone.get(0), usual) else { return Ok(None) };
        lines.push(line);
        if lines.len() < chosen.steps().len() {
            let one = alone.get(0);
            let listed = steps.iter().find(|other| other.same_way_as(one)).unwrap_or(one);
            game.play_step(&mut before, listed, &mut UndoLog::new())?;
        }
    }
    Ok(Some(lines))
}

/// The line of one of the legal steps: the usual one, or in the notation of records if others have
/// that too.
fn line(game: &dyn Game, before: &State, steps: &MoveList, chosen: MoveRef<'_>, usual: String) -> Option<String> {
    let fits = |text: &str| {
        fitting(game, before, steps, text)
            .is_ok_and(|fitting| !fitting.iter().any(|&other| differ(steps.get(other), chosen)))
    };
    if fits(&usual) {
        return Some(usual);
    }
    let index = steps.iter().position(|one| one.same_as(chosen))?;
    let again = |text: &str| fitting(game, before, steps, text).is_ok_and(|fitting| fitting.contains(&index));
    note(game, before, steps, index).filter(|text| fits(text) && again(text))
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
