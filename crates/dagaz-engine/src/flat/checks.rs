//! Safety: which moves leave no royal piece attacked, told beforehand.
//!
//! One look along the lines to each royal piece finds the attackers, who must be captured or
//! interrupted, and the pinned pieces, who must stay on their line. What remains to be tried out
//! are moves of the royal piece itself, steps that do more than move a piece, and whatever touches
//! a threat that asks for more than open lines.

use std::cell::Cell;

use dagaz_core::{Effect, Piece, PieceTypeId, PlayerId, SiteId};

use super::attack_index::Attackers;
use super::game::FlatGame;
use super::sites::Sites;
use super::state::FlatState;

/// See the [module documentation](self).
#[derive(Debug)]
pub(crate) struct Safety<const W: usize> {
    /// The royal pieces.
    pub(crate) royals: Sites<W>,
    /// The sites from which a piece may go wherever it likes.
    pub(crate) free: Sites<W>,
    /// Where other pieces may go.
    pub(crate) allowed: Sites<W>,
    /// The pieces that are pinned.
    pub(crate) pinned: Sites<W>,
    /// Where each pinned piece may go; several for one piece all bind it.
    pins: Vec<(usize, Sites<W>)>,
    /// The sites that must be tried out if a move leaves or enters them.
    pub(crate) reads: Sites<W>,
    /// Whether every move must be tried out.
    pub(crate) try_all: bool,
    /// The enemies' pieces, each group with the number of its player.
    attackers: Vec<(usize, Attackers<W>)>,
    /// Sites without an open line, as far as known.
    calm: Cell<Sites<W>>,
}

impl<const W: usize> Default for Safety<W> {
    fn default() -> Self {
        Safety {
            royals: Sites::EMPTY,
            free: Sites::EMPTY,
            allowed: Sites::EMPTY,
            pinned: Sites::EMPTY,
            pins: Vec::new(),
            reads: Sites::EMPTY,
            try_all: false,
            attackers: Vec::new(),
            calm: Cell::new(Sites::EMPTY),
        }
    }
}

impl<const W: usize> Safety<W> {
    /// Looks at the position from the royal pieces of a side.
    pub(crate) fn look(&mut self, game: &FlatGame<W>, state: &FlatState<W>, side: PlayerId) {
        let codes = game.royals[side.index()];
        self.royals = state.any_of(codes);
        self.allowed = Sites([u64::MAX; W]);
        self.pinned = Sites::EMPTY;
        self.reads = Sites::EMPTY;
        self.pins.clear();
        self.try_all = false;
        self.attackers.clear();
        self.calm.set(Sites::EMPTY);
        let (own, empty) = (state.held(side.index()), state.empty());
        for enemy in &game.enemies[side.index()] {
            let attackers = &mut self.attackers;
            game.threats[enemy.index()].attackers(state, |group| attackers.push((enemy.index(), group)));
        }
        for royal in self.royals.iter() {
            let mut calm = true;
            for (enemy, attackers) in &self.attackers {
                game.threats[*enemy].each_line(attackers, royal, |line| {
                    let blockers = line.between.less(empty);
                    if blockers.is_empty() {
                        calm = false;
                        let mut answers = line.between;
                        answers.insert(line.origin);
                        self.allowed = self.allowed.and(answers);
                    } else if blockers.is_one() && blockers.meets(&own) {
                        let mut stays = line.between;
                        stays.insert(line.origin);
                        self.pinned = self.pinned.or(blockers);
                        self.pins.push((blockers.lowest(), stays));
                    }
                });
            }
            if calm {
                self.calm.set(self.calm.get().or(Sites::of(royal)));
            }
            for enemy in &game.enemies[side.index()] {
                let threats = &game.threats[enemy.index()];
                if threats.has_irregular(royal, codes) {
                    self.reads = self.reads.or(threats.irregular_reads(state, royal, codes));
                    self.try_all |= threats.irregular_attack(state, royal, state.code(royal));
                }
            }
        }
        let all = Sites([u64::MAX; W]);
        let bound = self.try_all || self.allowed != all || !self.reads.is_empty();
        self.free = if bound { Sites::EMPTY } else { all.less(self.pinned).less(self.royals) };
    }

    /// Whether a plain move from one site to another is safe, if known without a trial move.
    pub(crate) fn goes(&self, from: usize, to: usize) -> Option<bool> {
        let open = !self.try_all && self.reads.is_empty() && !self.royals.contains(from);
        open.then(|| self.targets(from).contains(to))
    }

    /// Whether a drop on a site is safe, if known without a trial move.
    pub(crate) fn comes(&self, to: usize) -> Option<bool> {
        (!self.try_all && !self.reads.contains(to)).then(|| self.allowed.contains(to))
    }

    /// Where a piece that is not royal may go from a site.
    #[inline]
    pub(crate) fn targets(&self, from: usize) -> Sites<W> {
        if !self.pinned.contains(from) {
            return self.allowed;
        }
        let pins = self.pins.iter().filter(|(site, _)| *site == from);
        pins.fold(self.allowed, |targets, (_, stays)| targets.and(*stays))
    }

    /// Whether a royal piece is safe after moving from one site to another, if known without a
    /// trial move.
    #[inline]
    pub(crate) fn royal_goes(
        &self,
        game: &FlatGame<W>,
        state: &FlatState<W>,
        side: PlayerId,
        from: usize,
        to: usize,
    ) -> Option<bool> {
        let irregular = |enemy: &PlayerId| game.threats[enemy.index()].threatens_arrival(to, game.royals[side.index()]);
        let enemies = &game.enemies[side.index()];
        if !self.royals.is_one() || enemies.iter().any(irregular) {
            return None;
        }
        let mut empty = state.empty();
        let entered = Sites::of(to);
        empty.insert(from);
        let safe = !self.is_attacked(game, to, empty.less(entered), entered);
        if safe && state.empty().contains(to) {
            // All the less when the piece stands in the way.
            self.calm.set(self.calm.get().or(entered));
        }
        Some(safe)
    }

    /// Whether a step with these effects is safe, if known without a trial move.
    pub(crate) fn survives(
        &self,
        game: &FlatGame<W>,
        state: &FlatState<W>,
        side: PlayerId,
        effects: &[Effect],
    ) -> Option<bool> {
        if !game.royal_kinds[side.index()] {
            return None;
        }
        let (mut left, mut entered, mut removed) = (Sites::EMPTY, Sites::EMPTY, Sites::EMPTY);
        let (mut royals_left, mut royals_entered, mut retyped) = (Sites::EMPTY, Sites::EMPTY, Sites::EMPTY);
        let (mut moves, mut together) = (0, 0);
        // Another player's piece that is moved too: its destination, its code, and whether it now
        // belongs to the side.
        let mut along: Option<(SiteId, Option<PieceTypeId>, bool)> = None;
        let own = state.held(side.index());
        for effect in effects {
            match *effect {
                Effect::Together { count } => together = count,
                Effect::Set { site, .. } if own.contains(site.index()) || entered.contains(site.index()) => {}
                Effect::Become { site, kind } => {
                    if is_royal(game, side, kind) {
                        return None;
                    }
                    retyped.insert(site.index());
                    if let Some((_, of, _)) = along.as_mut().filter(|(to, ..)| *to == site) {
                        *of = Some(kind);
                    }
                }
                Effect::Give { site, owner } => match &mut along {
                    Some((to, _, given)) if *to == site && owner == side => *given = true,
                    _ => return None,
                },
                Effect::Move { from, to } => {
                    moves += 1;
                    if !own.contains(from.index()) {
                        let piece = game.tables.codes.piece(state.code(from.index()));
                        if along.is_some() {
                            return None;
                        }
                        along = Some((to, piece.map(|piece| piece.kind), false));
                    }
                    left.insert(from.index());
                    entered.insert(to.index());
                    // Who goes there at the same time is another one.
                    if self.royals.contains(from.index()) {
                        royals_left.insert(from.index());
                        royals_entered.insert(to.index());
                    }
                }
                Effect::Remove { site } => removed.insert(site.index()),
                _ => return None,
            }
        }
        let harmless = |&(_, kind, given): &(SiteId, Option<PieceTypeId>, bool)| {
            given && kind.is_some_and(|kind| !is_royal(game, side, kind))
        };
        let royals = self.royals.less(royals_left).or(royals_entered);
        let tangled = left.meets(&removed)
            || retyped.meets(&royals)
            || removed.meets(&entered)
            || left.meets(&entered) && together != moves;
        if tangled || self.royals.meets(&entered.or(removed)) || !along.iter().all(harmless) {
            return None;
        }
        let gone = entered.or(removed).or(left);
        let empty = state.empty().or(left).or(removed).less(entered);
        let irregular = |royal: usize| {
            game.enemies[side.index()]
                .iter()
                .any(|enemy| game.threats[enemy.index()].has_irregular(royal, game.royals[side.index()]))
        };
        if royals.iter().any(irregular) {
            return None;
        }
        Some(!royals.iter().any(|royal| self.is_attacked(game, royal, empty, gone)))
    }

    /// Whether a piece of a side on a site could be captured, as [`FlatGame::attacked`] has it.
    pub(crate) fn attacked(
        &self,
        game: &FlatGame<W>,
        state: &FlatState<W>,
        site: usize,
        side: PlayerId,
        code: u8,
    ) -> bool {
        if !self.calm.get().contains(site) {
            if self.is_attacked(game, site, state.empty(), Sites::EMPTY) {
                return true;
            }
            self.calm.set(self.calm.get().or(Sites::of(site)));
        }
        game.attacked_irregularly(state, site, side, code)
    }

    /// Whether a line to `site` is open, if the sites of `empty` were, and pieces on `gone` were
    /// not there.
    #[inline]
    fn is_attacked(&self, game: &FlatGame<W>, site: usize, empty: Sites<W>, gone: Sites<W>) -> bool {
        let attacks = |(enemy, attackers): &(usize, Attackers<W>)| {
            game.threats[*enemy].lines_attack(attackers, &game.masks, site, empty, gone)
        };
        self.attackers.iter().any(attacks)
    }
}

/// Whether a piece of that type is royal for a side.
fn is_royal<const W: usize>(game: &FlatGame<W>, side: PlayerId, kind: PieceTypeId) -> bool {
    game.tables.codes.of_piece(Piece { kind, owner: side }) & game.royals[side.index()] != 0
}
