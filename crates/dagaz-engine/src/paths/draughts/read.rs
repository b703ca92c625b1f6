//! From rules to the form, or to nothing where they do more than it can say.

use dagaz_core::{Piece, PieceTypeId, PlayerId, PlayerKind, SiteId, word_key};
use dagaz_rules::PassRule;
use dagaz_rules::path::{self as rules, Home, PathRules, Set, VariableKind};

use super::form::{CODES_MAX, Does, Form, Node, Side, Slot};
use super::hop::NOWHERE;
use super::side::Reader;
use crate::paths::bits::Bits;
use crate::paths::game::PathGame;

/// A whole game in this form.
pub(super) fn form<B: Bits>(game: &PathGame) -> Option<Form<B>> {
    let rules = &*game.rules;
    let sites = rules.topology.sites().len();
    let kinds = rules.pieces.len();
    let players = rules.players.len();
    let codes = kinds * players;
    if sites > B::SITES || codes > CODES_MAX || !does_nothing_else(game) {
        return None;
    }
    let places = game.layout.places();
    let piece = |code: usize| Piece { kind: PieceTypeId::at(code % kinds), owner: PlayerId::at(code / kinds) };
    let pieces: Vec<(Piece, u32)> = (0..codes).map(|code| (piece(code), game.layout.fresh_word(piece(code)))).collect();
    let board = (0..sites).filter(|site| game.tables.board.contains(SiteId::at(*site)));
    let board = board.fold(B::NONE, |all, site| all | B::one(site));
    let keys = pieces.iter().flat_map(|(_, word)| (0..sites).map(move |site| word_key(site, *word))).collect();
    let slot = |(index, slot): (usize, &rules::PathSlot)| Slot {
        mover: slot.mover,
        next: slot.next.0,
        key: word_key(places.slot, index as u32),
    };
    let sides: Option<Vec<Side<B>>> =
        (0..players).map(|player| Reader::new(game, PlayerId::at(player), board).side()).collect();
    let sides = sides?;
    let starts = rules.variables.iter().map(|variable| i64::from(variable.start)).collect();
    let mut form = Form {
        layout: game.layout.clone(),
        sites,
        board,
        keys,
        slots: rules.slots.iter().enumerate().map(slot).collect(),
        prefers: rules.prefer.iter().map(|prefer| prefer.names.clone()).collect(),
        distinct_paths: rules.distinct_paths,
        starts,
        locals: rules.locals,
        onward: 0,
        for_all: Vec::new(),
        remembers: game.tables.repeats.is_some(),
        last_mover: places.variables + usize::from(game.tables.extras.last_mover),
        steps_max: game.limits.steps,
        moves_max: game.limits.moves,
        pieces,
        sides,
    };
    // Without a capture somewhere there is nothing here that is not done better elsewhere.
    let goes_on = |side: &Side<B>| side.nodes.iter().any(|node| matches!(node, Node::Continue { .. }));
    if !form.sides.iter().any(goes_on) {
        return None;
    }
    for code in 0..codes {
        form.onward |= u32::from(only_goes_on(&form, code)) << code;
    }
    form.for_all = (0..rules.endings.len())
        .map(|ending| form.sides.iter().all(|side| side.endings[ending].is_for_all()))
        .collect();
    Some(form)
}

/// Whether no piece of a code ever comes back to a site by moves that capture nothing.
fn only_goes_on<B: Bits>(form: &Form<B>, code: usize) -> bool {
    let side = &form.sides[form.pieces[code].0.owner.index()];
    let uses = || side.stages.iter().flatten().chain(&side.always).filter(|one| one.codes >> code & 1 == 1);
    let lines = || uses().filter_map(|one| if let Does::Line(line) = one.does { Some(line) } else { None });
    let mut reached: Vec<B> = vec![B::NONE; form.sites];
    for line in lines() {
        let hop = &side.hops[usize::from(side.lines[usize::from(line)].hop)];
        for (from, to) in hop.to.iter().enumerate().filter(|(_, to)| **to != NOWHERE) {
            reached[from] |= B::one(usize::from(*to));
        }
    }
    // Sites from which no way leads on are taken away until none is left.
    let mut left = form.board;
    loop {
        let last =
            left.each().filter(|site| (reached[*site] & left).is_empty()).fold(B::NONE, |all, site| all | B::one(site));
        if last.is_empty() {
            return left.is_empty();
        }
        left = left.less(last);
    }
}

/// Whether nothing happens beside moves of pieces: no hands, dice, counters, hooks, forbidden results, and turns that follow one
/// another as written.
fn does_nothing_else(game: &PathGame) -> bool {
    let rules = &*game.rules;
    let hooks = [&rules.on_move_start, &rules.on_step_start, &rules.on_step_end, &rules.on_move_end, &rules.on_capture];
    let plain = |piece: &rules::PathPiece| {
        let own = [&piece.on_move_start, &piece.on_step_start, &piece.on_step_end, &piece.on_capture];
        piece.of == Set::Mine && own.into_iter().all(Vec::is_empty)
    };
    let extras = game.tables.extras;
    let spec = game.layout.spec();
    hooks.into_iter().all(Vec::is_empty)
        && rules.pieces.iter().all(plain)
        && rules.players.iter().all(|player| player.kind == PlayerKind::Chooser)
        && rules.moves.is_empty()
        && rules.nevers.is_empty()
        && rules.outs.is_empty()
        && rules.dice.is_empty()
        && rules.levels == 1
        && rules.pass == PassRule::Never
        && rules.first.len() <= 1
        && compete_apart(rules)
        && rules.slots.iter().all(|slot| slot.names.is_empty() && slot.roll.is_none())
        && rules.variables.iter().all(|variable| variable.home == Home::Move && variable.kind == VariableKind::Number)
        && rules.variables.len() < usize::from(u8::MAX)
        && game.tables.repeats.is_none_or(|of| of == rules::RepeatsOf::Situation)
        && !game.remembers
        && [extras.last_name, extras.outs, extras.seats, extras.passes, extras.turns].iter().all(Option::is_none)
        && spec.supplies.is_empty()
        && spec.attributes.is_empty()
        && spec.variables == 0
        && !spec.keeps_last
}

/// Whether no move competes by two preferences.
fn compete_apart(rules: &PathRules) -> bool {
    let names = rules.prefer.iter().map(|prefer| &prefer.names).enumerate();
    let earlier = |index: usize| rules.prefer[..index].iter().flat_map(|prefer| &prefer.names);
    names.into_iter().all(|(index, names)| !earlier(index).any(|name| names.contains(name)))
}
