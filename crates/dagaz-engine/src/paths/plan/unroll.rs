//! Paths with bounded repetition written out: `times` of a constant number becomes a sequence,
//! `pick` of a constant range the alternatives.
//!
//! Then the analyses of hops, lanes and whole sets see nothing but hops and tests. A rule whose
//! ways are counted keeps its `pick`, since each number is a way of its own.

use std::cell::Cell;

use dagaz_rules::path::{Act, Family, LocalId, Number, Part, Path, Set, Truth, in_path};

use super::analysis::{is_local, is_test};

/// A loop with more rounds, or a range with more numbers, stays as it is.
const MOST_ROUNDS: i32 = 16;
/// A path that would have more parts stays as it is.
const MOST_PARTS: usize = 512;

/// Returns the path of a rule, written out, with the sites of its first `at` narrowed to those from
/// which the following hops and tests pass.
pub(super) fn rule(path: &Path) -> Path {
    let path = unrolled(path);
    match path {
        Path::Seq(parts) => Path::Seq(narrowed(parts)),
        other => other,
    }
}

/// Returns a path, written out.
pub(super) fn unrolled(path: &Path) -> Path {
    let unrolling = Unrolling { whole: path, left: Cell::new(MOST_PARTS) };
    let written_out = unrolling.expand(path);
    if unrolling.left.get() > 0 { written_out } else { path.clone() }
}

/// The path that is being written out.
struct Unrolling<'p> {
    whole: &'p Path,
    /// How many more parts it may have. At 0 nothing more is written out, so that nested loops end.
    left: Cell<usize>,
}

impl Unrolling<'_> {
    fn expand(&self, path: &Path) -> Path {
        if self.left.get() == 0 {
            return path.clone();
        }
        self.left.set(self.left.get() - 1);
        match path {
            Path::Seq(parts) => self.sequence(parts),
            Path::Or(parts) => Path::Or(parts.iter().map(|part| self.expand(part)).collect()),
            Path::See(body) => Path::See(Box::new(self.expand(body))),
            Path::Not(body) => Path::Not(Box::new(self.expand(body))),
            Path::Times(Number::Is(rounds), body) if *rounds <= MOST_ROUNDS => {
                let rounds = (*rounds).max(0) as usize;
                self.sequence(&vec![(**body).clone(); rounds])
            }
            other => other.clone(),
        }
    }

    /// The parts one after the other, sequences among them merged.
    fn sequence(&self, parts: &[Path]) -> Path {
        let mut written_out = Vec::new();
        let mut rest = parts;
        while let Some((part, behind)) = rest.split_first() {
            if self.left.get() == 0 {
                break;
            }
            rest = behind;
            if let Some((ways, behind)) = self.alternatives(part, behind) {
                written_out.push(Path::Or(ways.iter().map(|way| self.sequence(way)).collect()));
                rest = behind;
                continue;
            }
            match self.expand(part) {
                Path::Seq(inner) => written_out.extend(inner),
                other => written_out.push(other),
            }
        }
        written_out.extend_from_slice(rest);
        Path::Seq(written_out)
    }

    /// For each number of a `pick` the parts that ask for it, and the parts behind these; `None`
    /// if the range is not constant, or something else asks for the number.
    fn alternatives<'r>(&self, part: &Path, rest: &'r [Path]) -> Option<(Vec<Vec<Path>>, &'r [Path])> {
        let Path::Pick(local, Number::Is(from), Number::Is(to)) = part else { return None };
        let last = rest.iter().rposition(|part| names(part, *local) > 0)?;
        let (asking, behind) = rest.split_at(last + 1);
        let asks: usize = asking.iter().map(|part| names(part, *local)).sum();
        if from > to || to.saturating_sub(*from) >= MOST_ROUNDS || asks != names(self.whole, *local) {
            return None;
        }
        let ways = (*from..=*to).map(|value| Fixed { local: *local, value }.paths(asking));
        Some((ways.collect::<Option<_>>()?, behind))
    }
}

/// How often a path asks for a number.
fn names(path: &Path, local: LocalId) -> usize {
    let mut names = 0;
    in_path(path, &mut |part| {
        let asks = match part {
            Part::Number(Number::Local(named)) | Part::Set(Set::Local(named)) => *named == local,
            _ => false,
        };
        names += usize::from(asks);
    });
    names
}

/// A number that is known.
struct Fixed {
    local: LocalId,
    value: i32,
}

/// Each function returns its argument with the number in place of its name; `None` where the
/// name is bound again, or something cannot be rewritten.
impl Fixed {
    fn path(&self, path: &Path) -> Option<Path> {
        let boxed = |path: &Path| self.path(path).map(Box::new);
        Some(match path {
            Path::Is(set) => Path::Is(self.set(set)?),
            Path::Holds(truth) => Path::Holds(self.truth(truth)?),
            Path::Seq(parts) => Path::Seq(self.paths(parts)?),
            Path::Or(parts) => Path::Or(self.paths(parts)?),
            Path::First(parts) => Path::First(self.paths(parts)?),
            Path::Many { least, body } => Path::Many { least: *least, body: boxed(body)? },
            Path::Most(body) => Path::Most(boxed(body)?),
            Path::Times(number, body) => Path::Times(self.number(number)?, boxed(body)?),
            Path::See(body) => Path::See(boxed(body)?),
            Path::Not(body) => Path::Not(boxed(body)?),
            Path::If(question, yes, no) => Path::If(boxed(question)?, boxed(yes)?, boxed(no)?),
            Path::At(set) => Path::At(self.set(set)?),
            Path::Fly(set) => Path::Fly(self.set(set)?),
            Path::Each(set, body) => Path::Each(self.set(set)?, boxed(body)?),
            Path::Pick(local, from, to) => Path::Pick(self.other(*local)?, self.number(from)?, self.number(to)?),
            Path::PickDie(local, dice) => Path::PickDie(self.other(*local)?, *dice),
            Path::PickCells(local, kind) => Path::PickCells(self.other(*local)?, *kind),
            Path::Let(local, number) => Path::Let(self.other(*local)?, self.number(number)?),
            Path::LetSet(local, set) => Path::LetSet(self.other(*local)?, self.set(set)?),
            Path::Like(set) => Path::Like(self.set(set)?),
            Path::Do(act) => Path::Do(self.act(act)?),
            Path::Go(_) | Path::Land | Path::Continue(..) => path.clone(),
        })
    }

    fn paths(&self, paths: &[Path]) -> Option<Vec<Path>> {
        paths.iter().map(|path| self.path(path)).collect()
    }

    /// Another name than that of the number.
    fn other(&self, local: LocalId) -> Option<LocalId> {
        (local != self.local).then_some(local)
    }

    fn act(&self, act: &Act) -> Option<Act> {
        Some(match act {
            Act::Assign { var, value, add, at } => {
                Act::Assign { var: *var, value: self.number(value)?, add: *add, at: self.set(at)? }
            }
            Act::AssignElement { var, index, value, add } => {
                Act::AssignElement { var: *var, index: self.number(index)?, value: self.number(value)?, add: *add }
            }
            Act::AssignSet(var, set) => Act::AssignSet(*var, self.set(set)?),
            Act::AssignSetAt(var, index, set) => Act::AssignSetAt(*var, self.number(index)?, self.set(set)?),
            Act::Lift(number) => Act::Lift(self.number(number)?),
            Act::Skip(number) => Act::Skip(self.number(number)?),
            Act::Spend(dice, number) => Act::Spend(*dice, self.number(number)?),
            other if names(&Path::Do(other.clone()), self.local) > 0 => return None,
            other => other.clone(),
        })
    }

    fn set(&self, set: &Set) -> Option<Set> {
        let boxed = |set: &Set| self.set(set).map(Box::new);
        let all = |sets: &[Set]| sets.iter().map(|set| self.set(set)).collect::<Option<Vec<Set>>>();
        Some(match set {
            Set::And(parts) => Set::And(all(parts)?),
            Set::Or(parts) => Set::Or(all(parts)?),
            Set::First(parts) => Set::First(all(parts)?),
            Set::Not(inner) => Set::Not(boxed(inner)?),
            Set::From(inner, path) => Set::From(boxed(inner)?, Box::new(self.path(path)?)),
            Set::Where(inner, path) => Set::Where(boxed(inner)?, Box::new(self.path(path)?)),
            Set::Toward(ways, inner) => Set::Toward(ways.clone(), boxed(inner)?),
            Set::HeldAt(var, index) => Set::HeldAt(*var, Box::new(self.number(index)?)),
            Set::Was(inner) => Set::Was(boxed(inner)?),
            Set::As(player, inner) => Set::As(*player, boxed(inner)?),
            Set::Holding(truth) => Set::Holding(Box::new(self.truth(truth)?)),
            Set::If(truth, yes, no) => Set::If(Box::new(self.truth(truth)?), boxed(yes)?, boxed(no)?),
            Set::All(family) => Set::All(Box::new(self.family(family)?)),
            other if names(&Path::Is(other.clone()), self.local) > 0 => return None,
            other => other.clone(),
        })
    }

    fn family(&self, family: &Family) -> Option<Family> {
        Some(match family {
            Family::Full(lines, set, through) => {
                let through = match through {
                    Some(set) => Some(self.set(set)?),
                    None => None,
                };
                Family::Full(*lines, self.set(set)?, through)
            }
            Family::Groups(set, ways) => Family::Groups(self.set(set)?, ways.clone()),
            Family::Lines(lines) => Family::Lines(*lines),
        })
    }

    fn number(&self, number: &Number) -> Option<Number> {
        let boxed = |number: &Number| self.number(number).map(Box::new);
        Some(match number {
            Number::Local(local) if *local == self.local => Number::Is(self.value),
            Number::Sum(var, set) => Number::Sum(*var, self.set(set)?),
            Number::Element(var, index) => Number::Element(*var, boxed(index)?),
            Number::Was(inner) => Number::Was(boxed(inner)?),
            Number::As(player, inner) => Number::As(*player, boxed(inner)?),
            Number::Count(set) => Number::Count(self.set(set)?),
            Number::CountSets(family) => Number::CountSets(self.family(family)?),
            Number::Of(operation, parts) => {
                Number::Of(*operation, parts.iter().map(|part| self.number(part)).collect::<Option<_>>()?)
            }
            Number::If(truth, yes, no) => Number::If(Box::new(self.truth(truth)?), boxed(yes)?, boxed(no)?),
            Number::Height(set) => Number::Height(self.set(set)?),
            Number::Table(table, set) => Number::Table(*table, self.set(set)?),
            other if names(&Path::Let(self.local, other.clone()), self.local) > 0 => return None,
            other => other.clone(),
        })
    }

    fn truth(&self, truth: &Truth) -> Option<Truth> {
        let all = |truths: &[Truth]| truths.iter().map(|truth| self.truth(truth)).collect::<Option<Vec<Truth>>>();
        Some(match truth {
            Truth::Any(set) => Truth::Any(self.set(set)?),
            Truth::AnySet(family) => Truth::AnySet(self.family(family)?),
            Truth::Within(one, other) => Truth::Within(self.set(one)?, self.set(other)?),
            Truth::Compare(one, comparison, other) => {
                Truth::Compare(self.number(one)?, *comparison, self.number(other)?)
            }
            Truth::Not(inner) => Truth::Not(Box::new(self.truth(inner)?)),
            Truth::And(parts) => Truth::And(all(parts)?),
            Truth::Or(parts) => Truth::Or(all(parts)?),
            Truth::Was(inner) => Truth::Was(Box::new(self.truth(inner)?)),
            Truth::As(player, inner) => Truth::As(*player, Box::new(self.truth(inner)?)),
            other => other.clone(),
        })
    }
}

/// Narrows the sites of an `at` that comes first but for tests: to those from which the hops and
/// tests behind it pass, as far as nothing between them changes what stands on the board.
fn narrowed(mut parts: Vec<Path>) -> Vec<Path> {
    let place = parts.iter().take_while(|part| is_test(part)).count();
    let Some(Path::At(sites)) = parts.get(place) else { return parts };
    let mut walk = Vec::new();
    let mut hops = false;
    for part in &parts[place + 1..] {
        match part {
            Path::Go(_) => hops = true,
            Path::Is(set) if is_local(set) => {}
            Path::Let(..) | Path::LetSet(..) => continue,
            Path::Do(Act::Assign { at: Set::Here, .. } | Act::AssignElement { .. } | Act::AssignSet(..)) => continue,
            _ => break,
        }
        walk.push(part.clone());
    }
    if hops {
        parts[place] = Path::At(Set::Where(Box::new(sites.clone()), Box::new(Path::Seq(walk))));
    }
    parts
}
