//! A survey of rules: what they ask of a state beyond the board, so that only that is kept.

use std::collections::BTreeSet;

use dagaz_core::{PieceTypeId, RuleId};
use dagaz_rules::path::{
    Act, HiddenPart, NameId, Number, Path, PathEndingKind, PathRule, PathRules, RepeatsOf, Set, Truth,
};

pub(super) use dagaz_rules::path::{Part, in_number, in_path, in_set, in_truth};

/// What the rules ask for.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// Where the last move went.
    pub(super) last: bool,
    /// The rules of which they ask whether the last move was by one of them.
    pub(super) last_names: BTreeSet<NameId>,
    /// The same of rules with their arguments.
    pub(super) last_rules: BTreeSet<RuleId>,
    pub(super) passes: bool,
    /// The largest number that passes are compared with.
    pub(super) passes_asked: usize,
    pub(super) turns: bool,
    /// Whether pieces go from the board to a hand.
    pub(super) pockets: bool,
    /// The types that are dropped from a hand, or counted there.
    pub(super) in_hand: BTreeSet<PieceTypeId>,
    /// Whether players leave the game.
    pub(super) outs: bool,
    /// Whether players change places.
    pub(super) seats: bool,
    pub(super) repeats: Option<RepeatsOf>,
}

impl Survey {
    pub(super) fn of(rules: &PathRules) -> Survey {
        Survey::with_moves(rules, &rules.rules)
    }

    /// What is asked by all but the rules of moves.
    pub(super) fn of_all_but_moves(rules: &PathRules) -> Survey {
        Survey::with_moves(rules, &[])
    }

    /// Whether anything about the last move is asked.
    pub(super) fn asks_for_last(&self) -> bool {
        self.last || !self.last_names.is_empty() || !self.last_rules.is_empty()
    }

    fn with_moves(rules: &PathRules, moves: &[PathRule]) -> Survey {
        let mut survey = Survey::default();
        each_part_of(rules, moves, &mut |part, when| match (part, when) {
            // The rule of a complete move is known from the move itself, not from the last one.
            (Part::Truth(Truth::Made(_) | Truth::MadeBy(_)), When::AtItsEnd | When::Judged) => {}
            // Its destination is known too when its result is tested.
            (Part::Set(Set::LastFrom | Set::LastTo), When::Judged) => {}
            // What was before the move is asked of the last one then, too.
            (Part::Truth(Truth::Was(inner)), _) => in_truth(inner, &mut |part| survey.note(part)),
            (Part::Number(Number::Was(inner)), _) => in_number(inner, &mut |part| survey.note(part)),
            (Part::Set(Set::Was(inner)), _) => in_set(inner, &mut |part| survey.note(part)),
            (part, _) => survey.note(part),
        });
        // Between turns the move that began somewhere is the last one.
        for ending in &rules.endings {
            in_truth(&ending.when, &mut |part| survey.last |= matches!(part, Part::Set(Set::Origin)));
        }
        survey
    }

    fn note(&mut self, part: Part<'_>) {
        match part {
            Part::Set(Set::LastFrom | Set::LastTo) => self.last = true,
            Part::Set(Set::LastBy(name)) | Part::Truth(Truth::Made(name)) => {
                self.last_names.insert(*name);
            }
            Part::Truth(Truth::MadeBy(rules)) => self.last_rules.extend(rules),
            Part::Number(Number::Passes) => self.passes = true,
            Part::Truth(
                Truth::Compare(Number::Passes, _, Number::Is(count))
                | Truth::Compare(Number::Is(count), _, Number::Passes),
            ) => self.passes_asked = self.passes_asked.max(usize::try_from(*count).unwrap_or(0)),
            Part::Number(Number::Turn) => self.turns = true,
            Part::Number(Number::Hand(kind)) | Part::Act(Act::Drop { kind, .. }) => {
                self.in_hand.insert(*kind);
            }
            Part::Act(Act::Pocket { .. } | Act::Pluck { owner: Some(_), .. }) => self.pockets = true,
            Part::Act(Act::Out(_)) => self.outs = true,
            Part::Act(Act::SwapSeats) => self.seats = true,
            Part::Number(Number::Repeats(of)) => self.repeats = Some(*of),
            Part::Number(Number::Cycle) => self.repeats = self.repeats.or(Some(RepeatsOf::Situation)),
            _ => {}
        }
    }
}

/// When something is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// While a move is made, or between turns.
    Ever,
    /// When a move is complete.
    AtItsEnd,
    /// When the turn has been given on and it is asked whether the result is forbidden.
    Judged,
}

/// Shows `visit` every set, number, truth, act and family of a game, the rules of moves left out.
pub(super) fn each_part_but_rules<'a>(rules: &'a PathRules, visit: &mut dyn FnMut(Part<'a>)) {
    each_part_of(rules, &[], &mut |part, _| visit(part));
}

/// Shows `visit` every set, number, truth, act and family of a game.
pub(super) fn each_part<'a>(rules: &'a PathRules, visit: &mut dyn FnMut(Part<'a>)) {
    each_part_of(rules, &rules.rules, &mut |part, _| visit(part));
}

fn each_part_of<'a>(rules: &'a PathRules, moves: &'a [PathRule], visit: &mut dyn FnMut(Part<'a>, When)) {
    each_root(rules, moves, &mut |root, when| root.each_part(&mut |part| visit(part, when)));
}

/// A part of a game that belongs to no other part.
#[derive(Clone, Copy)]
pub(super) enum Root<'a> {
    /// A rule of moves.
    Rule(RuleId, &'a Path),
    /// A hook, and the type of the piece under the cursor where it begins. The type is known of the
    /// first hook of a piece alone, since a hook may change it.
    Hook(&'a Path, Option<PieceTypeId>),
    Set(&'a Set),
    Number(&'a Number),
    Truth(&'a Truth),
}

impl<'a> Root<'a> {
    /// Shows `visit` every part of the root.
    fn each_part(self, visit: &mut dyn FnMut(Part<'a>)) {
        match self {
            Root::Rule(_, path) | Root::Hook(path, _) => in_path(path, visit),
            Root::Set(set) => in_set(set, visit),
            Root::Number(number) => in_number(number, visit),
            Root::Truth(truth) => in_truth(truth, visit),
        }
    }
}

/// Shows `visit` all roots of a game, of its rules of moves only those of `moves`.
pub(super) fn each_root<'a>(rules: &'a PathRules, moves: &'a [PathRule], visit: &mut dyn FnMut(Root<'a>, When)) {
    // First, so that what the rules themselves ask for weighs more.
    rules.hints.worth.iter().for_each(|worth| visit(Root::Number(worth), When::Ever));
    rules.statistics.iter().for_each(|statistic| visit(Root::Number(&statistic.of), When::Ever));
    for (rule, of) in moves.iter().enumerate() {
        visit(Root::Rule(RuleId::at(rule), &of.path), When::Ever);
    }
    for (kind, piece) in rules.pieces.iter().enumerate() {
        let own = [&piece.on_move_start, &piece.on_step_start, &piece.on_step_end, &piece.on_capture];
        let own = own.map(|hooks| (hooks, When::Ever)).into_iter().chain([(&piece.on_move_end, When::AtItsEnd)]);
        for (hooks, when) in own {
            let hook = |(place, path)| Root::Hook(path, (place == 0).then_some(PieceTypeId::at(kind)));
            hooks.iter().enumerate().map(hook).for_each(|hook| visit(hook, when));
        }
        visit(Root::Set(&piece.of), When::Ever);
    }
    let common = [&rules.on_move_start, &rules.on_step_start, &rules.on_step_end, &rules.on_capture];
    common.into_iter().flatten().for_each(|path| visit(Root::Hook(path, None), When::Ever));
    rules.on_move_end.iter().for_each(|path| visit(Root::Hook(path, None), When::AtItsEnd));
    let prefers = rules.prefer.iter().chain(rules.slots.iter().flat_map(|slot| &slot.prefer));
    prefers.flat_map(|prefer| &prefer.by).for_each(|number| visit(Root::Number(number), When::AtItsEnd));
    rules.nevers.iter().for_each(|never| visit(Root::Truth(&never.when), When::Judged));
    rules.outs.iter().for_each(|out| visit(Root::Truth(&out.when), When::Ever));
    for hidden in &rules.hidden {
        visit(Root::Truth(&hidden.when), When::Ever);
        if let HiddenPart::Sites(set) | HiddenPart::Types(set) = &hidden.part {
            visit(Root::Set(set), When::Ever);
        }
    }
    for ending in &rules.endings {
        visit(Root::Truth(&ending.when), When::Ever);
        if let PathEndingKind::Score { by, .. } = &ending.kind {
            visit(Root::Number(by), When::Ever);
        }
    }
}
