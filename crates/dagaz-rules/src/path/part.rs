//! Walks over all parts of rules: sets, numbers, truths and acts, wherever they are nested.

use super::{Act, Family, Number, Path, Set, Truth};

/// A part of rules, as a walk over them meets it.
#[derive(Clone, Copy)]
pub enum Part<'a> {
    /// A set of sites.
    Set(&'a Set),
    /// A number.
    Number(&'a Number),
    /// A truth.
    Truth(&'a Truth),
    /// An effect.
    Act(&'a Act),
}

impl Truth {
    /// Returns whether the answer depends on which moves there are.
    pub fn looks_at_moves(&self) -> bool {
        let mut looks = false;
        in_truth(self, &mut |part| {
            looks |= matches!(
                part,
                Part::Truth(Truth::Stuck | Truth::NobodyMoves) | Part::Set(Set::Can(_)) | Part::Number(Number::Moves)
            );
        });
        looks
    }
}

/// Shows `visit` what a path asks and does, from the outside in; the path itself and its parts that
/// are paths are not shown.
pub fn in_path<'a>(path: &'a Path, visit: &mut dyn FnMut(Part<'a>)) {
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
    act.numbers().into_iter().for_each(|number| in_number(number, visit));
    act.sets().into_iter().for_each(|set| in_set(set, visit));
}

impl Act {
    /// Returns the sets that the act names.
    pub fn sets(&self) -> Vec<&Set> {
        match self {
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
            | Act::AssignSet(_, at)
            | Act::AssignSetAt(_, _, at)
            | Act::Assign { at, .. } => vec![at],
            Act::Move { from, to } | Act::Swap(from, to) => vec![from, to],
            Act::AssignElement { .. } | Act::Lift(_) | Act::Spend(..) | Act::Skip(_) => Vec::new(),
            Act::Cycle(_) | Act::Out(_) | Act::SwapSeats | Act::Leave | Act::ExtraTurn | Act::Goto(_) => Vec::new(),
        }
    }

    /// Returns the numbers that the act names.
    pub fn numbers(&self) -> Vec<&Number> {
        match self {
            Act::Assign { value, .. } => vec![value],
            Act::AssignElement { index, value, .. } => vec![index, value],
            Act::AssignSetAt(_, index, _) => vec![index],
            Act::Lift(number) | Act::Spend(_, number) | Act::Skip(number) => vec![number],
            _ => Vec::new(),
        }
    }
}

/// Shows `visit` a set and every part of it.
pub fn in_set<'a>(set: &'a Set, visit: &mut dyn FnMut(Part<'a>)) {
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

/// Shows `visit` a number and every part of it.
pub fn in_number<'a>(number: &'a Number, visit: &mut dyn FnMut(Part<'a>)) {
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

/// Shows `visit` a truth and every part of it.
pub fn in_truth<'a>(truth: &'a Truth, visit: &mut dyn FnMut(Part<'a>)) {
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
