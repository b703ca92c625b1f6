//! Rights that moving loses: the piece types for which the rules ask whether they have moved.
//!
//! A knight that has moved and returned does not change a chess position; a king does. So the
//! variable is kept only for types that rules, hooks or endings ask for.

use std::collections::BTreeSet;

use dagaz_core::PieceTypeId;
use dagaz_rules::path::{Act, Family, KindOf, Number, Path, PathRules, Set, Truth, VarId};

use super::survey::{Root, each_root};

/// Returns the types of which the game asks for a variable of pieces; `None` if it may ask for it
/// of any type.
pub(super) fn asked_of(rules: &PathRules, var: VarId) -> Option<BTreeSet<PieceTypeId>> {
    let mut asked = Asked { var, types: rules.pieces.len(), kinds: BTreeSet::new(), of_any: false };
    let mut lends = false;
    for rule in &rules.rules {
        rule.path.each_part(&mut |part| lends |= matches!(part, Path::Continue(..) | Path::Like(_)));
    }
    each_root(rules, &rules.rules, &mut |root, _| match root {
        Root::Rule(rule, path) => {
            let has = |kind: &usize| rules.pieces[*kind].moves.iter().any(|call| call.rule == rule);
            let owners: Vec<PieceTypeId> = (0..rules.pieces.len()).filter(has).map(PieceTypeId::at).collect();
            asked.path(path, &(!lends && !owners.is_empty()).then_some(owners));
        }
        Root::Hook(path, kind) => _ = asked.path(path, &kind.map(|kind| vec![kind])),
        Root::Set(set) => asked.set(set, &None),
        Root::Number(number) => asked.number(number, &None),
        Root::Truth(truth) => asked.truth(truth, &None),
    });
    if asked.of_any {
        return None;
    }
    let mut kinds = asked.kinds;
    let becomings = Becomings::of(rules, lends);
    // What becomes one of them without having moved has not moved then either.
    while let Some(kind) = (0..rules.pieces.len()).map(PieceTypeId::at).find(|kind| {
        !kinds.contains(kind) && becomings.list.iter().any(|becoming| becoming.leads(rules, *kind, &kinds))
    }) {
        kinds.insert(kind);
    }
    Some(kinds)
}

/// That a piece becomes another type where it may not have moved: one of these types, or any.
struct Becoming {
    from: Stands,
    to: KindOf,
}

impl Becoming {
    fn leads(&self, rules: &PathRules, kind: PieceTypeId, to: &BTreeSet<PieceTypeId>) -> bool {
        let target = match self.to {
            KindOf::Type(target) => Some(target),
            KindOf::Table(table) => {
                let entry = rules.table(table).entries.get(kind.index()).copied().flatten();
                entry.and_then(|entry| usize::try_from(entry).ok()).map(PieceTypeId::at)
            }
        };
        self.from.as_ref().is_none_or(|from| from.contains(&kind)) && target.is_some_and(|target| to.contains(&target))
    }
}

/// What is under the cursor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Under {
    /// The moving piece, which stands where the move began.
    Unmoved,
    /// The moving piece, elsewhere.
    Moved,
    /// Some other piece, or none.
    Other,
}

impl Under {
    /// After one of two ways.
    fn or(self, other: Under) -> Under {
        match (self, other) {
            (Under::Other, _) | (_, Under::Other) => Under::Other,
            (Under::Moved, Under::Moved) => Under::Moved,
            _ => Under::Unmoved,
        }
    }
}

struct Becomings {
    /// How many types the game has.
    types: usize,
    list: Vec<Becoming>,
    /// Whether a hook is looked at, in which the cursor hops alone.
    in_hook: bool,
}

impl Becomings {
    fn of(rules: &PathRules, lends: bool) -> Becomings {
        let mut all = Becomings { types: rules.pieces.len(), list: Vec::new(), in_hook: false };
        for (index, rule) in rules.rules.iter().enumerate() {
            let has = |kind: &usize| rules.pieces[*kind].moves.iter().any(|call| call.rule.index() == index);
            let owners: Vec<PieceTypeId> = (0..rules.pieces.len()).filter(has).map(PieceTypeId::at).collect();
            all.path(&rule.path, &(!lends && !owners.is_empty()).then_some(owners), Under::Unmoved);
        }
        all.in_hook = true;
        for (kind, piece) in rules.pieces.iter().enumerate() {
            let kind = Some(vec![PieceTypeId::at(kind)]);
            let (before, after) =
                ([&piece.on_move_start, &piece.on_step_start], [&piece.on_step_end, &piece.on_move_end]);
            before.into_iter().flatten().for_each(|path| _ = all.path(path, &kind, Under::Unmoved));
            after.into_iter().flatten().for_each(|path| _ = all.path(path, &kind, Under::Moved));
            piece.on_capture.iter().for_each(|path| _ = all.path(path, &kind, Under::Unmoved));
        }
        let (before, after) = ([&rules.on_move_start, &rules.on_step_start], [&rules.on_step_end, &rules.on_move_end]);
        before
            .into_iter()
            .chain([&rules.on_capture])
            .flatten()
            .for_each(|path| _ = all.path(path, &None, Under::Unmoved));
        after.into_iter().flatten().for_each(|path| _ = all.path(path, &None, Under::Moved));
        all
    }

    /// Walks over a path; gives what is under the cursor behind it.
    fn path(&mut self, path: &Path, stands: &Stands, under: Under) -> Under {
        match path {
            Path::Seq(parts) => parts.iter().fold(under, |under, part| self.path(part, stands, under)),
            Path::Or(parts) | Path::First(parts) => {
                let ends: Vec<Under> = parts.iter().map(|part| self.path(part, stands, under)).collect();
                ends.into_iter().reduce(Under::or).unwrap_or(under)
            }
            Path::If(_, yes, no) => {
                let yes = self.path(yes, stands, under);
                yes.or(self.path(no, stands, under))
            }
            Path::Many { least: 1.., body } => self.path(body, stands, under),
            Path::Many { body, .. } | Path::Most(body) | Path::Times(_, body) => {
                under.or(self.path(body, stands, under))
            }
            Path::Each(_, body) => {
                self.path(body, stands, Under::Other);
                under
            }
            Path::Go(_) | Path::Fly(_) if self.in_hook => Under::Other,
            Path::Go(_) | Path::Fly(_) if under == Under::Unmoved => Under::Moved,
            Path::At(_) => Under::Other,
            Path::Do(Act::Become { kinds, at }) => {
                let from = match (at, under) {
                    (Set::Here, Under::Moved) => return under,
                    (Set::Here, Under::Unmoved) | (Set::It, _) => stands.clone(),
                    (Set::Here, Under::Other) => None,
                    (set, _) => kinds_of(set, self.types),
                };
                self.list.extend(kinds.iter().map(|to| Becoming { from: from.clone(), to: *to }));
                under
            }
            _ => under,
        }
    }
}

/// Collects the types of which parts of a game ask for a variable.
struct Asked {
    var: VarId,
    /// How many types the game has.
    types: usize,
    kinds: BTreeSet<PieceTypeId>,
    of_any: bool,
}

/// The types to which a piece belongs, or about which alone a question makes a difference; `None`:
/// any.
type Stands = Option<Vec<PieceTypeId>>;

impl Asked {
    fn note(&mut self, stands: &Stands) {
        match stands {
            Some(kinds) => self.kinds.extend(kinds),
            None => self.of_any = true,
        }
    }

    fn kinds_of(&self, set: &Set) -> Stands {
        kinds_of(set, self.types)
    }

    /// Follows a path; returns the types of the piece under the cursor at its end.
    fn path(&mut self, path: &Path, stands: &Stands) -> Stands {
        match path {
            Path::Seq(parts) => parts.iter().fold(stands.clone(), |stands, part| self.path(part, &stands)),
            Path::Is(set) => {
                let narrowed = self.kinds_of(set).or(stands.clone());
                self.set(set, &narrowed);
                narrowed
            }
            Path::Holds(truth) => {
                self.truth(truth, stands);
                stands.clone()
            }
            Path::See(inner) | Path::Not(inner) => {
                self.path(inner, stands);
                stands.clone()
            }
            Path::Or(parts) | Path::First(parts) => {
                let ends: Vec<Stands> = parts.iter().map(|part| self.path(part, stands)).collect();
                union(ends)
            }
            Path::If(question, yes, no) => {
                let narrowed = self.path(question, stands);
                let is_about_here = question.stays() && question.only_looks();
                let yes = self.path(yes, if is_about_here { &narrowed } else { stands });
                let no = self.path(no, stands);
                union([yes, no])
            }
            Path::Many { body, .. } | Path::Most(body) => {
                self.path(body, &None);
                None
            }
            Path::Times(number, body) => {
                self.number(number, stands);
                self.path(body, &None);
                None
            }
            Path::Each(set, body) => {
                self.set(set, &None);
                self.path(body, &self.kinds_of(set));
                None
            }
            Path::At(set) => {
                self.set(set, &None);
                self.kinds_of(set)
            }
            Path::Fly(set) | Path::Like(set) => {
                self.set(set, &None);
                None
            }
            Path::Pick(_, from, to) => {
                [from, to].into_iter().for_each(|number| self.number(number, stands));
                stands.clone()
            }
            Path::Let(_, number) => {
                self.number(number, stands);
                stands.clone()
            }
            Path::LetSet(_, set) => {
                self.set(set, &None);
                stands.clone()
            }
            Path::PickDie(..) | Path::PickCells(..) => stands.clone(),
            Path::Do(act) => {
                act.numbers().into_iter().for_each(|number| self.number(number, &None));
                act.sets().into_iter().for_each(|set| self.set(set, &None));
                let assigns = matches!(
                    act,
                    Act::Assign { .. } | Act::AssignElement { .. } | Act::AssignSet(..) | Act::AssignSetAt(..)
                );
                stands.clone().filter(|_| assigns)
            }
            Path::Go(_) | Path::Land | Path::Continue(..) => None,
        }
    }

    /// Reads a set of which only sites with pieces of these types matter.
    fn set(&mut self, set: &Set, stands: &Stands) {
        match set {
            Set::Var(var) if *var == self.var => self.note(stands),
            Set::And(parts) | Set::Or(parts) | Set::First(parts) => {
                let narrowed = self.kinds_of(set).or(stands.clone());
                parts.iter().for_each(|part| self.set(part, &narrowed));
            }
            Set::Not(inner) | Set::As(_, inner) => self.set(inner, stands),
            Set::Holding(truth) => self.truth(truth, stands),
            Set::From(inner, path) => {
                self.set(inner, &None);
                self.path(path, &self.kinds_of(inner));
            }
            Set::Where(inner, path) => {
                self.set(inner, stands);
                self.path(path, &self.kinds_of(inner).or(stands.clone()));
            }
            // Before the move, or at another level, another piece stands there.
            Set::Was(inner) | Set::Now(inner) | Set::Toward(_, inner) | Set::At(_, inner) => self.set(inner, &None),
            Set::If(truth, yes, no) => {
                self.truth(truth, &None);
                [yes, no].into_iter().for_each(|set| self.set(set, stands));
            }
            Set::Attacked(Some(attackers)) => attackers.from.iter().for_each(|from| self.set(from, &None)),
            Set::HeldAt(_, index) => self.number(index, &None),
            Set::All(family) => self.family(family),
            _ => {}
        }
    }

    fn family(&mut self, family: &Family) {
        match family {
            Family::Full(_, set, through) => {
                self.set(set, &None);
                through.iter().for_each(|set| self.set(set, &None));
            }
            Family::Groups(set, _) => self.set(set, &None),
            Family::Lines(_) => {}
        }
    }

    /// Reads a number with a piece of these types under the cursor.
    fn number(&mut self, number: &Number, stands: &Stands) {
        match number {
            Number::Var(var) if *var == self.var => self.note(stands),
            Number::Sum(var, set) => {
                if *var == self.var {
                    self.note(&self.kinds_of(set));
                }
                self.set(set, &None);
            }
            Number::Element(_, inner) | Number::As(_, inner) => self.number(inner, stands),
            Number::Was(inner) => self.number(inner, &None),
            Number::Count(set) | Number::Height(set) | Number::Table(_, set) => self.set(set, &None),
            Number::Distance(from, to, _) => [from, to].into_iter().for_each(|set| self.set(set, &None)),
            Number::CountSets(family) => self.family(family),
            Number::Ways(set, path) => {
                self.set(set, &None);
                self.path(path, &self.kinds_of(set));
            }
            Number::Of(_, parts) => parts.iter().for_each(|part| self.number(part, stands)),
            Number::If(truth, yes, no) => {
                self.truth(truth, stands);
                [yes, no].into_iter().for_each(|number| self.number(number, stands));
            }
            _ => {}
        }
    }

    /// Reads a truth with a piece of these types under the cursor.
    fn truth(&mut self, truth: &Truth, stands: &Stands) {
        match truth {
            Truth::Any(set) => self.set(set, &None),
            Truth::AnySet(family) => self.family(family),
            Truth::Within(inner, outer) => {
                self.set(inner, &None);
                self.set(outer, &self.kinds_of(inner));
            }
            Truth::Compare(one, _, other) => [one, other].into_iter().for_each(|number| self.number(number, stands)),
            Truth::Not(inner) | Truth::As(_, inner) => self.truth(inner, stands),
            Truth::Was(inner) => self.truth(inner, &None),
            Truth::And(parts) | Truth::Or(parts) => parts.iter().for_each(|part| self.truth(part, stands)),
            _ => {}
        }
    }
}

/// Returns the types of one of two or more groups; `None` if one is of any type.
fn union(groups: impl IntoIterator<Item = Stands>) -> Stands {
    let groups: Option<Vec<Vec<PieceTypeId>>> = groups.into_iter().collect();
    groups.map(|groups| groups.into_iter().flatten().collect::<BTreeSet<_>>().into_iter().collect())
}

/// Returns the types to which all pieces in a set belong; `None` if the set does not say it.
fn kinds_of(set: &Set, types: usize) -> Stands {
    match set {
        Set::Kinds(kinds) => Some(kinds.clone()),
        Set::Not(inner) => {
            let others = all_of_kinds(inner)?;
            Some((0..types).map(PieceTypeId::at).filter(|kind| !others.contains(kind)).collect())
        }
        Set::And(parts) => {
            let known = parts.iter().filter_map(|part| kinds_of(part, types));
            known.reduce(|one, other| one.into_iter().filter(|kind| other.contains(kind)).collect())
        }
        Set::Or(parts) => union(parts.iter().map(|part| kinds_of(part, types))),
        Set::As(_, inner) | Set::Where(inner, _) => kinds_of(inner, types),
        _ => None,
    }
}

/// Returns the types all of whose pieces are in a set, and nothing else is; `None` if it is no such
/// set.
fn all_of_kinds(set: &Set) -> Stands {
    match set {
        Set::Kinds(kinds) => Some(kinds.clone()),
        Set::Or(parts) => union(parts.iter().map(all_of_kinds)),
        _ => None,
    }
}
