//! Normalises a state at the end of a turn: drops facts that no longer change the legal moves.
//!
//! Positions that differ only in such facts count as the same for repetition (FIDE 9.2.3). Two facts are dropped:
//! the last move, where the legal moves are the same without it (en passant), and `unmoved` of pieces whose partner
//! of another type is gone or has moved (castling rights).

use std::collections::BTreeSet;

use dagaz_core::{AttributeId, Change, Fuel, LimitHit, MoveList, PieceTypeId, PlayerId, SiteId, State, UndoLog};
use dagaz_rules::path::{Act, Part, Path, PathRules, Set, VarId, in_path, in_set};

use super::game::PathGame;
use super::rights::asked_of;
use super::survey::{Survey, each_part_but_rules};
use super::tables::{Place, Tables};
use crate::beside::Right;

/// See the [module documentation](self).
#[derive(Clone, Debug, Default)]
pub(super) struct Forgets {
    /// Whether only move rules ask for the last move, and only moves by some rules are kept.
    pub(super) last: bool,
    /// The `unmoved` attribute, and the types whose right depends on other types.
    pub(super) rights: Option<(AttributeId, Vec<Right>)>,
}

impl Forgets {
    pub(super) fn of(rules: &PathRules, tables: &Tables) -> Forgets {
        let elsewhere = Survey::of_all_but_moves(rules);
        let asked = tables.extras.last_name.is_some() && !tables.keeps_every_last;
        let last = asked && !elsewhere.asks_for_last();
        let rights = rules.unmoved.and_then(|var| match tables.places[var.index()] {
            Place::Piece(attribute) => Some((attribute, rights(rules, var)?)),
            _ => None,
        });
        Forgets { last, rights: rights.filter(|(_, rights)| !rights.is_empty()) }
    }
}

/// Returns the types whose `unmoved` matters only together with other types; `None` if the rules do not show it.
fn rights(rules: &PathRules, var: VarId) -> Option<Vec<Right>> {
    let mut elsewhere = false;
    each_part_but_rules(rules, &mut |part| elsewhere |= is_asked(part, var));
    let mut of_rules: Vec<Vec<Vec<PieceTypeId>>> = Vec::new();
    for (index, rule) in rules.rules.iter().enumerate() {
        let owners: Vec<PieceTypeId> = (0..rules.pieces.len())
            .filter(|kind| rules.pieces[*kind].moves.iter().any(|call| call.rule.index() == index))
            .map(PieceTypeId::at)
            .collect();
        let owned = owners.iter().all(|kind| rules.pieces[kind.index()].of == Set::Mine);
        let kinds = (!owners.is_empty() && owned).then_some(owners);
        let mut asks = Asks { var, asked: Vec::new() };
        asks.path(&rule.path, &mut Stands { mine: kinds.is_some(), kinds })?;
        of_rules.extend((!asks.asked.is_empty()).then_some(asks.asked));
    }
    let named: BTreeSet<PieceTypeId> = of_rules.iter().flatten().flatten().copied().collect();
    // A piece of another type could become one of these types while it is unmoved.
    if elsewhere || asked_of(rules, var).as_ref() != Some(&named) {
        return None;
    }
    let right = |kind: PieceTypeId| {
        let mut beside: Vec<Vec<Vec<PieceTypeId>>> = Vec::new();
        for asked in &of_rules {
            for place in (0..asked.len()).filter(|place| asked[*place].contains(&kind)) {
                let mut others = asked.clone();
                others.remove(place);
                if !beside.contains(&others) {
                    beside.push(others);
                }
            }
        }
        // A rule that asks for this type alone keeps the right for ever.
        (!beside.iter().any(Vec::is_empty)).then_some(Right { kind, beside })
    };
    Some(named.into_iter().filter_map(right).collect())
}

fn is_asked(part: Part<'_>, var: VarId) -> bool {
    use dagaz_rules::path::Number;
    matches!(part, Part::Set(Set::Var(asked)) | Part::Number(Number::Var(asked) | Number::Sum(asked, _)) if *asked == var)
}

/// Facts known about the piece under the cursor.
#[derive(Clone, Default)]
struct Stands {
    mine: bool,
    kinds: Option<Vec<PieceTypeId>>,
}

/// Collects the types of own pieces that must be unmoved for a path to succeed.
struct Asks {
    var: VarId,
    asked: Vec<Vec<PieceTypeId>>,
}

impl Asks {
    /// Follows a path; `None` if it asks for `unmoved` in a way that is not understood.
    fn path(&mut self, path: &Path, stands: &mut Stands) -> Option<()> {
        match path {
            Path::Seq(parts) => parts.iter().try_for_each(|part| self.path(part, stands)),
            Path::See(inner) => self.path(inner, &mut stands.clone()),
            Path::Is(set) => self.set(set, stands),
            Path::Go(_) => {
                *stands = Stands::default();
                Some(())
            }
            other => {
                let mut asks = false;
                in_path(other, &mut |part| asks |= is_asked(part, self.var));
                if !other.stays() || matches!(other, Path::Do(Act::Become { .. } | Act::Put { .. } | Act::Give { .. }))
                {
                    *stands = Stands::default();
                }
                (!asks).then_some(())
            }
        }
    }

    fn set(&mut self, set: &Set, stands: &mut Stands) -> Option<()> {
        let parts = match set {
            Set::And(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        let mut asks = false;
        for part in parts {
            match part {
                Set::Mine => stands.mine = true,
                Set::Kinds(kinds) => stands.kinds = Some(kinds.clone()),
                Set::Var(var) if *var == self.var => asks = true,
                Set::And(_) => self.set(part, stands)?,
                other => {
                    let mut inside = false;
                    in_set(other, &mut |part| inside |= is_asked(part, self.var));
                    if inside {
                        return None;
                    }
                }
            }
        }
        if asks {
            self.asked.push(stands.kinds.clone().filter(|_| stands.mine)?);
        }
        Some(())
    }
}

impl PathGame {
    /// Drops the last move and rights that no longer matter. Called when a turn is over.
    pub(super) fn forget(&self, change: &mut Change<'_>) {
        // Only repetition depends on it, and this state keeps no history.
        if change.state().is_forgetful() {
            return;
        }
        if let Some((attribute, rights)) = &self.forgets.rights {
            self.forget_rights(change, *attribute, rights);
        }
        if self.forgets.last && change.state().last_to(&self.layout) != SiteId::NONE {
            // If the move lists exceed a limit, the last move is kept.
            if let Ok(false) = self.last_matters(change.state()) {
                self.clear_last(change);
            }
        }
    }

    fn clear_last(&self, change: &mut Change<'_>) {
        change.set_last(SiteId::NONE, SiteId::NONE);
        if let Some(word) = self.tables.extras.last_name {
            change.assign(usize::from(word), 0);
        }
    }

    /// Returns whether the legal moves differ without the last move.
    fn last_matters(&self, state: &State) -> Result<bool, LimitHit> {
        let (mut without, mut log) = (state.clone(), UndoLog::new());
        self.clear_last(&mut Change::begin(&self.layout, &mut without, &mut log));
        let (mut now, mut then) = (MoveList::new(), MoveList::new());
        self.legal(state, &mut now, &mut Fuel::new(self.limits.fuel), false)?;
        self.legal(&without, &mut then, &mut Fuel::new(self.limits.fuel), false)?;
        let is_same =
            now.len() == then.len() && now.iter().zip(then.iter()).all(|(one, other)| one.steps().eq(other.steps()));
        Ok(!is_same)
    }

    fn forget_rights(&self, change: &mut Change<'_>, attribute: AttributeId, rights: &[Right]) {
        let players = || (0..self.rules.players.len()).map(PlayerId::at);
        let mut unmoved: Vec<(PlayerId, PieceTypeId, SiteId)> = Vec::new();
        for site in (0..self.layout.sites()).map(SiteId::at) {
            let state = change.state();
            if let Some(piece) = state.piece(site).filter(|_| state.attribute(&self.layout, site, attribute) != 0) {
                unmoved.push((piece.owner, piece.kind, site));
            }
        }
        // A dropped right may end another one.
        loop {
            let has = |player: PlayerId, kinds: &[PieceTypeId]| {
                unmoved.iter().any(|(owner, kind, _)| *owner == player && kinds.contains(kind))
            };
            let dead = players().find_map(|player| {
                let right = rights.iter().find(|right| {
                    has(player, &[right.kind])
                        && !right.beside.iter().any(|others| others.iter().all(|kinds| has(player, kinds)))
                });
                right.map(|right| (player, right.kind))
            });
            let Some(dead) = dead else { break };
            unmoved.retain(|(owner, kind, site)| {
                let is_dead = (*owner, *kind) == dead;
                if is_dead {
                    change.set_attribute(*site, attribute, 0);
                }
                !is_dead
            });
        }
    }
}
