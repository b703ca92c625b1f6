//! Rights that are lost by moving: of which pieces the rules ask whether they have moved.
//!
//! That a knight has gone out and come back is no part of a situation in chess, that a king has is one. So it is kept only of
//! the types of which somebody asks.

use std::collections::BTreeSet;

use dagaz_core::PieceTypeId;
use dagaz_rules::path::{Act, KindOf, Number, Part, Path, PathRules, Set, VarId};

use super::survey;

/// The types of which the rules ask for a variable of pieces; none: of any, as far as can be told. `gate`: the types
/// that all questions outside of move rules are about, if that is known.
pub(super) fn asked_of(rules: &PathRules, var: VarId, gate: Option<&[PieceTypeId]>) -> Option<BTreeSet<PieceTypeId>> {
    let mut asked = Asked { var, kinds: BTreeSet::new(), of_any: false };
    let mut lends = false;
    for rule in &rules.rules {
        rule.path.each_part(&mut |part| lends |= matches!(part, Path::Continue(..) | Path::Like(_)));
    }
    for (index, rule) in rules.rules.iter().enumerate() {
        let has = |kind: &usize| rules.pieces[*kind].moves.iter().any(|call| call.rule.index() == index);
        let owners: Vec<PieceTypeId> = (0..rules.pieces.len()).filter(has).map(PieceTypeId::at).collect();
        asked.path(&rule.path, &(!lends && !owners.is_empty()).then_some(owners));
    }
    match gate {
        Some(kinds) => asked.kinds.extend(kinds),
        None => survey::each_part_but_rules(rules, &mut |part| asked.of_any |= asked.is_meant(part)),
    }
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
    list: Vec<Becoming>,
}

impl Becomings {
    fn of(rules: &PathRules, lends: bool) -> Becomings {
        let mut all = Becomings { list: Vec::new() };
        for (index, rule) in rules.rules.iter().enumerate() {
            let has = |kind: &usize| rules.pieces[*kind].moves.iter().any(|call| call.rule.index() == index);
            let owners: Vec<PieceTypeId> = (0..rules.pieces.len()).filter(has).map(PieceTypeId::at).collect();
            all.path(&rule.path, &(!lends && !owners.is_empty()).then_some(owners), Under::Unmoved);
        }
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
            Path::Go(_) | Path::Fly(_) if under == Under::Unmoved => Under::Moved,
            Path::At(_) => Under::Other,
            Path::Do(Act::Become { kinds, at }) => {
                let from = match (at, under) {
                    (Set::Here, Under::Moved) => return under,
                    (Set::Here, Under::Unmoved) | (Set::It, _) => stands.clone(),
                    (Set::Here, Under::Other) => None,
                    (set, _) => kinds_of(set),
                };
                self.list.extend(kinds.iter().map(|to| Becoming { from: from.clone(), to: *to }));
                under
            }
            _ => under,
        }
    }
}

struct Asked {
    var: VarId,
    kinds: BTreeSet<PieceTypeId>,
    of_any: bool,
}

/// The types of which the piece under the cursor is one; none: of any.
type Stands = Option<Vec<PieceTypeId>>;

impl Asked {
    fn is_meant(&self, part: Part<'_>) -> bool {
        matches!(part, Part::Set(Set::Var(var)) | Part::Number(Number::Var(var) | Number::Sum(var, _)) if *var == self.var)
    }

    /// Walks over a path; gives what is known of the piece under the cursor behind it.
    fn path(&mut self, path: &Path, stands: &Stands) -> Stands {
        match path {
            Path::Seq(parts) => parts.iter().fold(stands.clone(), |stands, part| self.path(part, &stands)),
            Path::Is(set) => {
                let narrowed = kinds_of(set).or(stands.clone());
                self.set(set, &narrowed);
                narrowed
            }
            Path::See(inner) | Path::Not(inner) => {
                self.path(inner, stands);
                stands.clone()
            }
            Path::Or(parts) => {
                parts.iter().for_each(|part| {
                    self.path(part, stands);
                });
                None
            }
            Path::Many { body, .. } | Path::Times(_, body) => {
                self.path(body, &None);
                None
            }
            other => {
                survey::in_path(other, &mut |part| self.of_any |= self.is_meant(part));
                None
            }
        }
    }

    /// A set in which a piece of these types is asked to be.
    fn set(&mut self, set: &Set, stands: &Stands) {
        match set {
            Set::Var(var) if *var == self.var => match stands {
                Some(kinds) => self.kinds.extend(kinds),
                None => self.of_any = true,
            },
            Set::And(parts) | Set::Or(parts) => {
                let narrowed = kinds_of(set).or(stands.clone());
                parts.iter().for_each(|part| self.set(part, &narrowed));
            }
            Set::Not(inner) => self.set(inner, stands),
            other => survey::in_set(other, &mut |part| self.of_any |= self.is_meant(part)),
        }
    }
}

/// The types that a set names outright.
fn kinds_of(set: &Set) -> Stands {
    match set {
        Set::Kinds(kinds) => Some(kinds.clone()),
        Set::And(parts) => parts.iter().find_map(kinds_of),
        _ => None,
    }
}
