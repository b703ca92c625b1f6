//! Safety: which moves leave no royal piece attacked, told beforehand.
//!
//! One look along the lines to each royal piece finds the attackers, who must be captured or interrupted, and the pinned
//! pieces, who must stay on their line. What remains to be tried out are moves of the royal piece itself, steps that do
//! more than move a piece, and whatever touches a threat that asks for more than open lines.

use dagaz_core::{Effect, PlayerId};

use super::game::FlatGame;
use super::sites::Sites;
use super::state::FlatState;
use super::threats::Attackers;

/// See the [module documentation](self).
#[derive(Debug)]
pub(crate) struct Safety<const W: usize> {
    /// The royal pieces.
    pub(crate) royals: Sites<W>,
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
}

impl<const W: usize> Default for Safety<W> {
    fn default() -> Self {
        Safety {
            royals: Sites::EMPTY,
            allowed: Sites::EMPTY,
            pinned: Sites::EMPTY,
            pins: Vec::new(),
            reads: Sites::EMPTY,
            try_all: false,
            attackers: Vec::new(),
        }
    }
}

impl<const W: usize> Safety<W> {
    /// Looks at the position from the royal pieces of a side.
    pub(crate) fn look(&mut self, game: &FlatGame<W>, state: &FlatState<W>, side: PlayerId) {
        self.royals = state.any_of(game.royals[side.index()]);
        self.allowed = Sites([u64::MAX; W]);
        self.pinned = Sites::EMPTY;
        self.reads = Sites::EMPTY;
        self.pins.clear();
        self.try_all = false;
        self.attackers.clear();
        let (own, empty) = (state.held(side.index()), state.empty());
        for enemy in &game.enemies[side.index()] {
            let attackers = &mut self.attackers;
            game.threats[enemy.index()].attackers(state, |group| attackers.push((enemy.index(), group)));
        }
        for royal in self.royals.iter() {
            for (enemy, attackers) in &self.attackers {
                game.threats[*enemy].each_line(attackers, royal, |line| {
                    let blockers = line.between.less(empty);
                    if blockers.is_empty() {
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
            for enemy in &game.enemies[side.index()] {
                let threats = &game.threats[enemy.index()];
                if threats.has_irregular(royal) {
                    self.reads = self.reads.or(threats.irregular_reads(state, royal));
                    self.try_all |= threats.irregular_attack(state, royal, state.code(royal));
                }
            }
        }
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

    /// Whether a royal piece is safe when it goes from one site to another, if that can be told without trying it out.
    #[inline]
    pub(crate) fn royal_goes(
        &self,
        game: &FlatGame<W>,
        state: &FlatState<W>,
        side: PlayerId,
        from: usize,
        to: usize,
    ) -> Option<bool> {
        let irregular = |enemy: &PlayerId| game.threats[enemy.index()].threatens_arrival(to);
        let enemies = &game.enemies[side.index()];
        if !self.royals.is_one() || enemies.iter().any(irregular) {
            return None;
        }
        let mut empty = state.empty();
        empty.insert(from);
        empty.remove(to);
        Some(!self.is_attacked(game, to, empty, Sites::of(to)))
    }

    /// Whether a step is safe that has these effects, if that can be told without trying it out.
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
        let mut royals = self.royals;
        for effect in effects {
            match *effect {
                Effect::Together { .. } | Effect::Set { .. } => {}
                Effect::Move { from, to } => {
                    left.insert(from.index());
                    entered.insert(to.index());
                    if royals.contains(from.index()) {
                        royals.remove(from.index());
                        royals.insert(to.index());
                    }
                }
                Effect::Remove { site } => removed.insert(site.index()),
                _ => return None,
            }
        }
        let gone = entered.or(removed);
        let strangers = !left.less(state.held(side.index())).is_empty();
        let tangled = strangers || left.meets(&gone) || removed.meets(&entered);
        if tangled || self.royals.meets(&gone) {
            return None;
        }
        let empty = state.empty().or(left).or(removed).less(entered);
        let irregular = |royal: usize| {
            game.enemies[side.index()].iter().any(|enemy| game.threats[enemy.index()].has_irregular(royal))
        };
        if royals.iter().any(irregular) {
            return None;
        }
        Some(!royals.iter().any(|royal| self.is_attacked(game, royal, empty, gone)))
    }

    /// Whether a line to `site` is open, if the sites of `empty` were, and pieces on `gone` were not there.
    #[inline]
    fn is_attacked(&self, game: &FlatGame<W>, site: usize, empty: Sites<W>, gone: Sites<W>) -> bool {
        let attacks = |(enemy, attackers): &(usize, Attackers<W>)| {
            game.threats[*enemy].lines_attack(attackers, site, empty, gone)
        };
        self.attackers.iter().any(attacks)
    }
}
