//! Normalises a state at the end of a turn: drops facts that no longer change the legal moves.
//!
//! Positions that differ only in such facts count as the same for repetition (FIDE 9.2.3). Two
//! facts are dropped: the last move, where the legal moves are the same without it (en passant),
//! and `unmoved` of pieces whose partner of another type is gone or has moved (castling rights), or
//! whose player has no piece in hand that could enter on their site (gating rights).

use std::collections::BTreeSet;

use dagaz_core::{AttributeId, Change, Fuel, LimitHit, MoveList, Piece, PieceTypeId, PlayerId, SiteId, State, UndoLog};
use dagaz_rules::path::{Act, Number, Part, Path, PathRules, Set, VarId, in_path, in_set};

use super::game::PathGame;
use super::rights::asked_of;
use super::survey::{Survey, each_part_but_rules};
use super::tables::{Place, Tables};
use crate::extra_state::Right;

/// See the [module documentation](self).
#[derive(Clone, Debug, Default)]
pub(super) struct Forgets {
    /// Whether move rules ask for the last move, and nothing else does.
    pub(super) last: bool,
    /// The `unmoved` attribute, and the types whose right depends on other types.
    pub(super) rights: Option<(AttributeId, Vec<Right>)>,
}

impl Forgets {
    pub(super) fn of(rules: &PathRules, tables: &Tables) -> Forgets {
        let elsewhere = Survey::of_all_but_moves(rules);
        let asked = tables.extras.last_name.is_some() || tables.keeps_every_last;
        let last = asked && !elsewhere.asks_for_last();
        let rights = rules.unmoved.and_then(|var| match tables.places[var.index()] {
            Place::Piece(attribute) => Some((attribute, rights(rules, var)?)),
            _ => None,
        });
        Forgets { last, rights: rights.filter(|(_, rights)| !rights.is_empty()) }
    }
}

/// Returns the types whose `unmoved` matters only together with other types; `None` if the rules do
/// not show it.
fn rights(rules: &PathRules, var: VarId) -> Option<Vec<Right>> {
    let gate = Gate::of(rules, var)?;
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
    let of_gate = gate.iter().flat_map(|gate| &gate.kinds);
    let named: BTreeSet<PieceTypeId> = of_rules.iter().flatten().flatten().chain(of_gate).copied().collect();
    // A piece of another type could become one of these types while it is unmoved.
    if asked_of(rules, var).as_ref() != Some(&named) {
        return None;
    }
    let pockets = Survey::of(rules).pockets;
    let right = |kind: PieceTypeId| {
        let gate = gate.as_ref().filter(|gate| gate.kinds.contains(&kind));
        // Hands that captures fill may always have something that enters.
        if gate.is_some() && pockets {
            return None;
        }
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
        // A rule that asks for this type alone keeps the right permanently.
        let hand = gate.map_or(Vec::new(), |gate| gate.enter.clone());
        (!beside.iter().any(Vec::is_empty)).then_some(Right { kind, beside, hand })
    };
    Some(named.iter().copied().filter_map(right).collect())
}

/// An effect at the end of a move by which a piece may enter from the hand where an unmoved piece
/// of the mover stood.
struct Gate {
    /// The types that leave room.
    kinds: Vec<PieceTypeId>,
    /// The types that may enter.
    enter: Vec<PieceTypeId>,
}

impl Gate {
    /// Returns the gate if `unmoved` is asked for outside of move rules; the outer `None` if it is
    /// not understood.
    fn of(rules: &PathRules, var: VarId) -> Option<Option<Gate>> {
        let mut elsewhere = 0;
        each_part_but_rules(rules, &mut |part| elsewhere += asks_in(part, var));
        if elsewhere == 0 {
            return Some(None);
        }
        let path = rules.on_move_end.iter().find(|path| asks(path, var) == elsewhere)?;
        Gate::read(path, rules, var).map(Some)
    }

    fn read(path: &Path, rules: &PathRules, var: VarId) -> Option<Gate> {
        let only = |parts: &mut dyn Iterator<Item = &Path>| {
            let asking: Vec<usize> =
                parts.enumerate().filter(|(_, part)| asks(part, var) > 0).map(|(index, _)| index).collect();
            <[usize; 1]>::try_from(asking).ok().map(|[index]| index)
        };
        match path {
            Path::Seq(parts) => {
                let index = only(&mut parts.iter())?;
                match &parts[index] {
                    Path::At(set) => {
                        Some(Gate { kinds: left(set, rules, var)?, enter: entering(&parts[index + 1..])? })
                    }
                    part => Gate::read(part, rules, var),
                }
            }
            Path::Or(parts) | Path::First(parts) => Gate::read(&parts[only(&mut parts.iter())?], rules, var),
            Path::If(condition, then, other) => {
                let parts = [&**condition, then, other];
                let index = only(&mut parts.into_iter()).filter(|index| *index > 0)?;
                Gate::read(parts[index], rules, var)
            }
            _ => None,
        }
    }
}

/// Returns how often a path asks for a variable, questions that only choose the pieces which lose
/// it left out.
fn asks(path: &Path, var: VarId) -> isize {
    let mut times = 0;
    in_path(path, &mut |part| times += asks_in(part, var));
    times
}

/// Returns 1 for a question. An act that clears the variable takes off those by which it chooses
/// the pieces: a piece whose right is dropped already loses nothing by it.
fn asks_in(part: Part<'_>, var: VarId) -> isize {
    match part {
        Part::Act(Act::Assign { var: cleared, value: Number::Is(0), add: false, at }) if *cleared == var => {
            -asks_of_members(at, var)
        }
        _ => isize::from(is_asked(part, var)),
    }
}

/// Returns how often a set asks for a variable of the pieces in it.
fn asks_of_members(set: &Set, var: VarId) -> isize {
    match set {
        Set::Var(asked) => isize::from(*asked == var),
        Set::And(parts) | Set::Or(parts) => parts.iter().map(|part| asks_of_members(part, var)).sum(),
        Set::Where(inner, _) => asks_of_members(inner, var),
        Set::From(_, path) => asks_at_end(path, var),
        _ => 0,
    }
}

/// Returns how often a path asks for a variable of the piece on which it ends.
fn asks_at_end(path: &Path, var: VarId) -> isize {
    match path {
        Path::Is(set) => asks_of_members(set, var),
        Path::Or(parts) => parts.iter().map(|part| asks_at_end(part, var)).sum(),
        Path::Seq(parts) => {
            let tests = parts.iter().rev().take_while(|part| matches!(part, Path::Is(_))).count();
            let (before, tests) = parts.split_at(parts.len() - tests);
            let last = before.last().filter(|part| matches!(part, Path::Or(_) | Path::Seq(_)));
            tests.iter().chain(last).map(|part| asks_at_end(part, var)).sum()
        }
        _ => 0,
    }
}

/// Returns the types of unmoved own pieces that stood on sites of a set before the move.
fn left(set: &Set, rules: &PathRules, var: VarId) -> Option<Vec<PieceTypeId>> {
    let parts = |set: &Set| match set {
        Set::And(parts) => parts.clone(),
        one => vec![one.clone()],
    };
    let before = parts(set).into_iter().find_map(|part| match part {
        Set::Was(before) => Some(parts(&before)),
        _ => None,
    })?;
    if !before.contains(&Set::Mine) || !before.contains(&Set::Var(var)) {
        return None;
    }
    let has = |kind: &PieceTypeId| {
        before.iter().all(|part| match part {
            Set::Kinds(kinds) => kinds.contains(kind),
            Set::Not(inner) => !matches!(&**inner, Set::Kinds(kinds) if kinds.contains(kind)),
            _ => true,
        })
    };
    Some((0..rules.pieces.len()).map(PieceTypeId::at).filter(has).collect())
}

/// Returns the types of which one is dropped on every way along these paths.
fn entering(paths: &[Path]) -> Option<Vec<PieceTypeId>> {
    paths.iter().find_map(|path| match path {
        Path::Do(Act::Drop { kind, .. }) => Some(vec![*kind]),
        Path::Seq(parts) => entering(parts),
        Path::Or(parts) | Path::First(parts) => {
            let each = parts.iter().map(|part| entering(std::slice::from_ref(part)));
            each.collect::<Option<Vec<_>>>().map(|kinds| kinds.concat())
        }
        _ => None,
    })
}

fn is_asked(part: Part<'_>, var: VarId) -> bool {
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
        let mut unmoved = Vec::new();
        for site in (0..self.layout.sites()).map(SiteId::at) {
            let state = change.state();
            if let Some(piece) = state.piece(site).filter(|_| state.attribute(&self.layout, site, attribute) != 0) {
                unmoved.push((piece, site));
            }
        }
        let waits = |piece: Piece| change.state().supply(&self.layout, piece) > 0;
        let dead = self.dead_rights(rights, unmoved, &waits);
        dead.into_iter().for_each(|site| change.set_attribute(site, attribute, 0));
    }

    /// Returns the sites of those unmoved pieces whose right no longer matters. `waits`: whether
    /// such a piece is in its owner's hand.
    pub(super) fn dead_rights(
        &self,
        rights: &[Right],
        mut unmoved: Vec<(Piece, SiteId)>,
        waits: &dyn Fn(Piece) -> bool,
    ) -> Vec<SiteId> {
        let mut dropped = Vec::new();
        let players = || (0..self.rules.players.len()).map(PlayerId::at);
        // A dropped right may end another one.
        loop {
            let has = |player: PlayerId, kinds: &[PieceTypeId]| {
                unmoved.iter().any(|(piece, _)| piece.owner == player && kinds.contains(&piece.kind))
            };
            let dead = players().find_map(|player| {
                let right = rights.iter().find(|right| {
                    has(player, &[right.kind])
                        && !right.beside.iter().any(|others| others.iter().all(|kinds| has(player, kinds)))
                        && !right.hand.iter().any(|kind| waits(Piece { kind: *kind, owner: player }))
                });
                right.map(|right| (player, right.kind))
            });
            let Some(dead) = dead else { break };
            unmoved.retain(|(piece, site)| {
                let is_dead = (piece.owner, piece.kind) == dead;
                if is_dead {
                    dropped.push(*site);
                }
                !is_dead
            });
        }
        dropped
    }
}
