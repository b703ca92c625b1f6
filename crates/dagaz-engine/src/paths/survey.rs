//! A survey of rules: what they ask of a state beyond the board, so that only that is kept.

use std::collections::BTreeSet;

use dagaz_core::{PieceTypeId, RuleId};
use dagaz_rules::path::{
    Act, Family, NameId, Number, Path, PathEndingKind, PathRule, PathRules, RepeatsOf, Set, Truth,
};

use super::tables::Part;

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
        let mut survey = Survey::default();
        each_part_of(rules, &rules.rules, &mut |part, when| match (part, when) {
            // Which rule a complete move was by is asked of itself, not of the last one.
            (Part::Truth(Truth::Made(_) | Truth::MadeBy(_)), When::AtItsEnd | When::Judged) => {}
            // And where it went is asked of itself once it is done, when its result is judged.
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
            Part::Act(Act::Out) => self.outs = true,
            Part::Act(Act::SwapSeats) => self.seats = true,
            Part::Number(Number::Repeats(of)) => self.repeats = Some(*of),
            Part::Number(Number::Cycle) => self.repeats = self.repeats.or(Some(RepeatsOf::Situation)),
            _ => {}
        }
    }
}

/// When something is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
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
    let ever = &mut |part: Part<'a>| visit(part, When::Ever);
    // First, so that what the rules themselves ask for weighs more.
    rules.hints.worth.iter().for_each(|worth| in_number(worth, ever));
    rules.statistics.iter().for_each(|statistic| in_number(&statistic.of, ever));
    for rule in moves {
        in_path(&rule.path, ever);
    }
    let own = rules
        .pieces
        .iter()
        .flat_map(|piece| [&piece.on_move_start, &piece.on_step_start, &piece.on_step_end, &piece.on_capture]);
    let common = [&rules.on_move_start, &rules.on_step_start, &rules.on_step_end, &rules.on_capture];
    for path in own.chain(common).flatten() {
        in_path(path, ever);
    }
    rules.pieces.iter().for_each(|piece| in_set(&piece.of, ever));
    let at_its_end = &mut |part: Part<'a>| visit(part, When::AtItsEnd);
    let own = rules.pieces.iter().map(|piece| &piece.on_move_end);
    own.chain([&rules.on_move_end]).flatten().for_each(|path| in_path(path, at_its_end));
    let prefers = rules.prefer.iter().chain(rules.slots.iter().flat_map(|slot| &slot.prefer));
    prefers.flat_map(|prefer| &prefer.by).for_each(|number| in_number(number, at_its_end));
    let judged = &mut |part: Part<'a>| visit(part, When::Judged);
    rules.nevers.iter().for_each(|never| in_truth(&never.when, judged));
    let ever = &mut |part: Part<'a>| visit(part, When::Ever);
    rules.outs.iter().for_each(|out| in_truth(&out.when, ever));
    for ending in &rules.endings {
        in_truth(&ending.when, ever);
        if let PathEndingKind::Score { by, .. } = &ending.kind {
            in_number(by, ever);
        }
    }
}

pub(super) fn in_path<'a>(path: &'a Path, visit: &mut dyn FnMut(Part<'a>)) {
    match path {
        Path::Go(_) | Path::Land | Path::Continue(..) => {}
        Path::Is(set) | Path::At(set) | Path::Fly(set) | Path::LetSet(_, set) => in_set(set, visit),
        Path::Holds(truth) => in_truth(truth, visit),
        Path::Seq(parts) | Path::Or(parts) | Path::First(parts) => parts.iter().for_each(|part| in_path(part, visit)),
        Path::Many { body, .. } | Path::Most(body) | Path::See(body) | Path::Not(body) => in_path(body, visit),
        Path::Times(number, body) => {
            in_number(number, visit);
            in_path(body, visit);
        }
        Path::If(question, yes, no) => [question, yes, no].into_iter().for_each(|part| in_path(part, visit)),
        Path::Each(set, body) => {
            in_set(set, visit);
            in_path(body, visit);
        }
        Path::PickDie(..) | Path::PickCells(..) => {}
        Path::Like(set) => in_set(set, visit),
        Path::Pick(_, from, to) => [from, to].into_iter().for_each(|number| in_number(number, visit)),
        Path::Let(_, number) => in_number(number, visit),
        Path::Do(act) => in_act(act, visit),
    }
}

fn in_act<'a>(act: &'a Act, visit: &mut dyn FnMut(Part<'a>)) {
    visit(Part::Act(act));
    match act {
        Act::Take { at, .. }
        | Act::Put { at, .. }
        | Act::Drop { at, .. }
        | Act::Pocket { at, .. }
        | Act::Pluck { at, .. }
        | Act::Tuck(at)
        | Act::Become { at, .. }
        | Act::Give { at, .. }
        | Act::Shift { set: at, .. }
        | Act::Close(at)
        | Act::Open(at)
        | Act::AssignSet(_, at) => in_set(at, visit),
        Act::Move { from, to } | Act::Swap(from, to) => [from, to].into_iter().for_each(|set| in_set(set, visit)),
        Act::Assign { value, at, .. } => {
            in_number(value, visit);
            in_set(at, visit);
        }
        Act::AssignElement { index, value, .. } => {
            [index, value].into_iter().for_each(|number| in_number(number, visit))
        }
        Act::AssignSetAt(_, index, set) => {
            in_number(index, visit);
            in_set(set, visit);
        }
        Act::Lift(number) | Act::Spend(_, number) | Act::Skip(number) => in_number(number, visit),
        Act::Cycle(_) | Act::Out | Act::SwapSeats | Act::Leave | Act::ExtraTurn | Act::Goto(_) => {}
    }
}

pub(super) fn in_set<'a>(set: &'a Set, visit: &mut dyn FnMut(Part<'a>)) {
    visit(Part::Set(set));
    match set {
        Set::And(parts) | Set::Or(parts) | Set::First(parts) => parts.iter().for_each(|part| in_set(part, visit)),
        Set::Not(inner)
        | Set::Toward(_, inner)
        | Set::Was(inner)
        | Set::Now(inner)
        | Set::As(_, inner)
        | Set::At(_, inner) => {
            in_set(inner, visit);
        }
        Set::From(inner, path) | Set::Where(inner, path) => {
            in_set(inner, visit);
            in_path(path, visit);
        }
        Set::Attacked(Some(attackers)) => {
            if let Some(from) = &attackers.from {
                in_set(from, visit);
            }
        }
        Set::HeldAt(_, index) => in_number(index, visit),
        Set::If(truth, yes, no) => {
            in_truth(truth, visit);
            in_set(yes, visit);
            in_set(no, visit);
        }
        Set::Holding(truth) => in_truth(truth, visit),
        Set::All(family) => in_family(family, visit),
        _ => {}
    }
}

fn in_family<'a>(family: &'a Family, visit: &mut dyn FnMut(Part<'a>)) {
    match family {
        Family::Full(_, set, through) => {
            in_set(set, visit);
            through.iter().for_each(|set| in_set(set, visit));
        }
        Family::Groups(set, _) => in_set(set, visit),
        Family::Lines(_) => {}
    }
}

pub(super) fn in_number<'a>(number: &'a Number, visit: &mut dyn FnMut(Part<'a>)) {
    visit(Part::Number(number));
    match number {
        Number::Sum(_, set) | Number::Count(set) | Number::Table(_, set) | Number::Height(set) => in_set(set, visit),
        Number::Distance(from, to, _) => [from, to].into_iter().for_each(|set| in_set(set, visit)),
        Number::Element(_, inner) | Number::Was(inner) | Number::As(_, inner) => in_number(inner, visit),
        Number::CountSets(family) => in_family(family, visit),
        Number::Ways(set, path) => {
            in_set(set, visit);
            in_path(path, visit);
        }
        Number::Of(_, parts) => parts.iter().for_each(|part| in_number(part, visit)),
        Number::If(truth, yes, no) => {
            in_truth(truth, visit);
            in_number(yes, visit);
            in_number(no, visit);
        }
        _ => {}
    }
}

pub(super) fn in_truth<'a>(truth: &'a Truth, visit: &mut dyn FnMut(Part<'a>)) {
    visit(Part::Truth(truth));
    match truth {
        Truth::Any(set) => in_set(set, visit),
        Truth::AnySet(family) => in_family(family, visit),
        Truth::Within(a, b) => [a, b].into_iter().for_each(|set| in_set(set, visit)),
        Truth::Compare(a, _, b) => [a, b].into_iter().for_each(|number| in_number(number, visit)),
        Truth::Not(inner) | Truth::Was(inner) | Truth::As(_, inner) => in_truth(inner, visit),
        Truth::And(parts) | Truth::Or(parts) => parts.iter().for_each(|part| in_truth(part, visit)),
        _ => {}
    }
}

/// Whether answering needs moves.
pub(super) fn looks_at_moves(truth: &Truth) -> bool {
    let mut looks = false;
    in_truth(truth, &mut |part| {
        looks |= matches!(
            part,
            Part::Truth(Truth::Stuck | Truth::NobodyMoves) | Part::Set(Set::Can(_)) | Part::Number(Number::Moves)
        );
    });
    looks
}
