//! From rules to the form, or to nothing where they do more than it can say.

use dagaz_core::PlayerId;
use dagaz_rules::PassRule;
use dagaz_rules::path::{Distinct, Home, PathRules, PathSlot, VarId, VariableKind};

use super::counters::Counter;
use super::form::{Does, Form, Node, Side};
use super::side::Reader;
use crate::paths::bits::Bits;
use crate::paths::bits::board::COUNTERS_MAX;
use crate::paths::bits::hop::NOWHERE;
use crate::paths::bits::setting::{Setting, counters, only_closes};
use crate::paths::game::PathGame;

/// A whole game in this form.
pub(in crate::paths) fn form<B: Bits>(game: &PathGame) -> Option<Form<B>> {
    let rules = &*game.rules;
    let (setting, players) = (Setting::of(game)?, rules.players.len());
    // Pieces without an owner are not supported.
    if setting.pieces.len() > players * rules.pieces.len() {
        return None;
    }
    if !does_nothing_else(game) || rules.distinct == Distinct::Positions {
        return None;
    }
    let mut counting = Vec::new();
    let mut sides = Vec::new();
    for player in 0..players {
        let mut reader = Reader::new(game, PlayerId::at(player), setting.board);
        counting.push(reader.counters()?);
        sides.push(reader.side()?);
    }
    let passing = rules.variables.iter().filter(|variable| variable.home == Home::Move);
    let starts = passing.map(|variable| i64::from(variable.start)).collect();
    let mut form = Form {
        setting,
        prefers: rules.prefer.iter().map(|prefer| prefer.names.clone()).collect(),
        distinct: rules.distinct,
        starts,
        counters: Counter::of_players(counting)?,
        locals: rules.locals,
        onward: 0,
        for_all: Vec::new(),
        sides,
    };
    // Without a capture somewhere there is nothing here that is not done better elsewhere.
    let goes_on = |side: &Side<B>| side.nodes.iter().any(|node| matches!(node, Node::Continue { .. }));
    if !form.sides.iter().any(goes_on) {
        return None;
    }
    for code in 0..form.setting.pieces.len() {
        form.onward |= u32::from(only_goes_on(&form, code)) << code;
    }
    form.for_all = (0..rules.endings.len())
        .map(|ending| form.sides.iter().all(|side| side.endings[ending].is_for_all()))
        .collect();
    Some(form)
}

/// Whether no piece of a code ever comes back to a site by moves that capture nothing.
fn only_goes_on<B: Bits>(form: &Form<B>, code: usize) -> bool {
    let side = &form.sides[form.setting.pieces[code].0.owner.index()];
    let uses = || side.stages.iter().flatten().chain(&side.always).filter(|one| one.codes >> code & 1 == 1);
    let lines = || uses().filter_map(|one| if let Does::Line(line) = one.does { Some(line) } else { None });
    let mut reached: Vec<B> = vec![B::NONE; form.setting.sites];
    for line in lines() {
        let hop = &side.hops[usize::from(side.lines[usize::from(line)].hop)];
        for (from, to) in hop.to.iter().enumerate().filter(|(_, to)| **to != NOWHERE) {
            reached[from] |= B::one(usize::from(*to));
        }
    }
    // Sites from which no way leads on are taken away until none is left.
    let mut left = form.setting.board;
    loop {
        let last =
            left.each().filter(|site| (reached[*site] & left).is_empty()).fold(B::NONE, |all, site| all | B::one(site));
        if last.is_empty() {
            return left.is_empty();
        }
        left = left.less(last);
    }
}

/// Whether there are only moves of pieces: no hands, dice or forbidden results, no variables except
/// turn counters, and a fixed turn order.
fn does_nothing_else(game: &PathGame) -> bool {
    let rules = &*game.rules;
    only_closes(rules)
        && rules.on_step_end.is_empty()
        && rules.pieces.iter().all(|piece| piece.on_step_end.is_empty())
        && rules.moves.is_empty()
        && rules.nevers.is_empty()
        && rules.pass == PassRule::Never
        && rules.first.len() <= 1
        && compete_apart(rules)
        && rules.slots.iter().all(PathSlot::is_plain)
        && counters(rules).count() <= COUNTERS_MAX
        && (0..rules.variables.len()).map(VarId::at).all(|var| {
            let variable = &rules.variables[var.index()];
            variable.home == Home::Move && variable.kind == VariableKind::Number
                || counters(rules).any(|counter| counter == var)
        })
        && rules.variables.len() < usize::from(u8::MAX)
        && !game.remembers
        && game.tables.extras.passes.is_none()
        && game.layout.spec().supplies.is_empty()
}

/// Whether no move competes by two preferences.
fn compete_apart(rules: &PathRules) -> bool {
    let names = rules.prefer.iter().map(|prefer| &prefer.names).enumerate();
    let earlier = |index: usize| rules.prefer[..index].iter().flat_map(|prefer| &prefer.names);
    names.into_iter().all(|(index, names)| !earlier(index).any(|name| names.contains(name)))
}
