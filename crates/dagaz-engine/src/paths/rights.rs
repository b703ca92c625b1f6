//! Rights that are lost by moving: of which pieces the rules ask whether they have moved.
//!
//! That a knight has gone out and come back is no part of a situation in chess, that a king has is one. So it is kept only of
//! the types of which somebody asks.

use std::collections::BTreeSet;

use dagaz_core::PieceTypeId;
use dagaz_rules::path::{Number, Path, PathRules, Set, VarId};

use super::survey;
use super::tables::Part;

/// The types of which the rules ask for a variable of pieces; none: of any, as far as can be told.
pub(super) fn asked_of(rules: &PathRules, var: VarId) -> Option<BTreeSet<PieceTypeId>> {
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
    survey::each_part_but_rules(rules, &mut |part| asked.of_any |= asked.is_meant(part));
    (!asked.of_any).then_some(asked.kinds)
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
