//! Emissions: from pending effects to the effects of a step, in the order of `docs/semantics.md`.

use dagaz_core::{Continuation, Effect, LimitHit, Piece, PieceTypeId, PlayerId, SiteId, State};
use dagaz_rules::Then;

use crate::game::CompiledGame;
use crate::vm::{Cursor, Emission, Registers, Run, Sink, Waiting};

/// Turns pending effects into a step, and passes it on.
pub(crate) fn emit_step<S: Sink>(
    run: &Run<'_>,
    registers: &mut Registers,
    cursor: &Cursor,
    emit: u32,
    sink: &mut S,
) -> Result<bool, LimitHit> {
    let code = &run.program.emits[emit as usize];
    let target = if cursor.target == SiteId::NONE { cursor.here } else { cursor.target };
    let then = code.then.map(|then| match then {
        Then::Class(class) => Continuation::Class(class),
        Then::SameClass => run.class.map_or(Continuation::Unclassed, Continuation::Class),
    });
    let step = Shape {
        pieces: &OnState { game: run.game, state: run.state },
        kind: run.kind,
        side: run.side,
        drops: run.drops,
        recycles: run.game.rules().recycle_promotions,
        cascades: &registers.cascades,
        origin: cursor.origin,
        target,
        copies: code.copies,
    };
    if !S::EFFECTS {
        let can_become = code.becomes.is_empty() || code.becomes.iter().any(|&kind| step.can_become(kind));
        return Ok(can_become && step.touches(&registers.waiting, |site| sink.touches(site)));
    }
    let effects = &mut registers.effects;
    effects.clear();
    let plain = registers.waiting.is_empty() && registers.cascades.is_empty() && !run.drops && !code.copies;
    if plain {
        if cursor.origin != target && !run.state.is_empty(cursor.origin) {
            effects.push(Effect::Move { from: cursor.origin, to: target });
        }
    } else {
        step.effects(&registers.waiting, effects);
    }
    if code.becomes.is_empty() {
        return hand_over(run, target, then, effects, sink);
    }
    // Each type goes among the other effects, so each begins with those afresh.
    let own = effects.clone();
    for &kind in code.becomes.iter().filter(|&&kind| step.can_become(kind)) {
        effects.clone_from(&own);
        step.add_becoming(kind, effects);
        if hand_over(run, target, then, effects, sink)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Gives a step to the sink, unless it is too long.
fn hand_over<S: Sink>(
    run: &Run<'_>,
    target: SiteId,
    then: Option<Continuation>,
    effects: &[Effect],
    sink: &mut S,
) -> Result<bool, LimitHit> {
    if effects.len() > run.game.effects_max() {
        return Err(run.game.too_many_effects(run.rule));
    }
    sink.step(Emission { run, target, then }, effects)
}

/// What an emission asks about the board on which the run began.
pub(crate) trait Pieces {
    /// The word of a site.
    fn word(&self, site: SiteId) -> u32;
    /// How many of a piece wait in its owner's supply.
    fn supply(&self, piece: Piece) -> u32;
    /// The next player who chooses, after the owner of the piece on a site.
    fn next_after(&self, site: SiteId) -> Option<PlayerId>;
    /// The next player who chooses, after another.
    fn next_player(&self, owner: PlayerId) -> PlayerId;

    fn is_empty(&self, site: SiteId) -> bool {
        self.word(site) == 0
    }
}

struct OnState<'a> {
    game: &'a CompiledGame,
    state: &'a State,
}

impl Pieces for OnState<'_> {
    fn word(&self, site: SiteId) -> u32 {
        self.state.word(site)
    }

    fn supply(&self, piece: Piece) -> u32 {
        self.state.supply(self.game.layout_ref(), piece)
    }

    fn next_after(&self, site: SiteId) -> Option<PlayerId> {
        self.state.piece(site).map(|piece| self.game.next_player(piece.owner))
    }

    fn next_player(&self, owner: PlayerId) -> PlayerId {
        self.game.next_player(owner)
    }
}

/// A step about to be made: who goes where.
pub(crate) struct Shape<'a, P> {
    pub(crate) pieces: &'a P,
    /// The type of the run's piece, and its side.
    pub(crate) kind: PieceTypeId,
    pub(crate) side: PlayerId,
    /// Whether a piece is dropped on the target instead of the last displacement.
    pub(crate) drops: bool,
    /// Whether promotions come from the supply.
    pub(crate) recycles: bool,
    pub(crate) cascades: &'a [(SiteId, SiteId)],
    pub(crate) origin: SiteId,
    pub(crate) target: SiteId,
    pub(crate) copies: bool,
}

impl<P: Pieces> Shape<'_, P> {
    /// The displacements that really happen.
    fn moves(&self) -> impl Iterator<Item = (SiteId, SiteId)> + '_ {
        let last = (!self.copies && !self.drops && self.origin != SiteId::NONE).then_some((self.origin, self.target));
        let last = last.filter(|last| !self.cascades.contains(last));
        self.cascades
            .iter()
            .copied()
            .chain(last)
            .filter(|&(from, to)| from != to && from != SiteId::NONE && !self.pieces.is_empty(from))
    }

    /// Whether the moving piece can become that type: always, unless promotions come from the
    /// supply.
    fn can_become(&self, kind: PieceTypeId) -> bool {
        !self.recycles || kind == self.kind || self.pieces.supply(Piece { kind, owner: self.side }) > 0
    }

    /// The piece of which a copy goes to the target. A copy onto its own origin is none.
    fn copied(&self) -> Option<Piece> {
        let goes = self.copies && !self.drops && self.origin != self.target;
        self.origin.some().filter(|_| goes).and_then(|site| Piece::from_word(self.pieces.word(site)))
    }

    fn is_left(&self, site: SiteId) -> bool {
        self.moves().any(|(from, _)| from == site)
    }

    fn is_entered(&self, site: SiteId) -> bool {
        self.moves().any(|(_, to)| to == site) || self.copied().is_some() && site == self.target
    }

    /// Whose the piece becomes that stands on a site after the displacements and creations, if it
    /// changes sides: the piece created there, else the one that arrives last, else the one that
    /// stands there now.
    fn flipped(&self, site: SiteId, created: Option<PlayerId>, standing: Option<PlayerId>) -> Option<PlayerId> {
        let arrived = || match self.copied() {
            _ if site != self.target => None,
            Some(copy) => Some(copy.owner),
            None => self.drops.then_some(self.side),
        };
        if let Some(owner) = created.or_else(arrived) {
            return Some(self.pieces.next_player(owner));
        }
        match self.moves().filter(|(_, to)| *to == site).last() {
            Some((from, _)) => self.pieces.next_after(from),
            None => standing.or_else(|| self.pieces.next_after(site)),
        }
    }

    /// Whether a waiting capture really captures. What has just arrived is captured with what stood
    /// there: that is how rules say that a piece strikes from afar, or perishes.
    fn captures(&self, site: SiteId) -> bool {
        if self.is_entered(site) || self.drops && site == self.target {
            return true;
        }
        let stays = site == self.target && self.origin == site || self.cascades.contains(&(site, site));
        !self.pieces.is_empty(site) && !self.is_left(site) && !stays
    }

    /// Tells every site that the step takes, enters or fills, until one is enough.
    pub(crate) fn touches(&self, waiting: &[Waiting], mut enough: impl FnMut(SiteId) -> bool) -> bool {
        let entered = (self.copied().is_some() || self.drops) && enough(self.target);
        entered
            || self.moves().any(|(_, to)| enough(to))
            || waiting.iter().any(|action| match *action {
                Waiting::Capture(site) => self.captures(site) && enough(site),
                Waiting::Create(site, ..) => enough(site),
                _ => false,
            })
    }

    pub(crate) fn effects(&self, waiting: &[Waiting], effects: &mut Vec<Effect>) {
        let count = self.moves().count();
        if count > 1 {
            effects.push(Effect::Together { count: count as u16 });
        }
        effects.extend(self.moves().map(|(from, to)| Effect::Move { from, to }));
        if self.drops {
            effects.push(Effect::Drop { site: self.target, kind: self.kind, owner: self.side });
        }
        if let Some(Piece { kind, owner }) = self.copied() {
            effects.push(Effect::Place { site: self.target, kind, owner });
        }
        let removes = effects.len();
        for action in waiting {
            if let Waiting::Capture(site) = *action
                && self.captures(site)
                && !effects[removes..].contains(&Effect::Remove { site })
            {
                effects.push(Effect::Remove { site });
            }
        }
        let places = effects.len();
        for action in waiting {
            if let Waiting::Create(site, kind, owner) = *action {
                let effect = Effect::Place { site, kind, owner };
                match effects[places..]
                    .iter_mut()
                    .find(|old| matches!(old, Effect::Place { site: s, .. } if *s == site))
                {
                    Some(old) => *old = effect,
                    None => effects.push(effect),
                }
            }
        }
        let changes = effects.len();
        let (gone, filled): (Vec<_>, Vec<_>) = (
            effects[removes..places].iter().filter_map(removed).collect(),
            effects[places..].iter().filter_map(placed).collect(),
        );
        let stands = |site: SiteId| {
            filled.contains(&site)
                || !gone.contains(&site)
                    && (self.is_entered(site)
                        || self.drops && site == self.target
                        || !self.pieces.is_empty(site) && !self.is_left(site))
        };
        for action in waiting {
            if let Waiting::Become(site, kind) = *action
                && stands(site)
            {
                put(effects, changes, Effect::Become { site, kind });
            }
        }
        for action in waiting {
            let (site, owner) = match *action {
                Waiting::Give(site, owner) => (site, Some(owner)),
                Waiting::Flip(site, standing) => {
                    let created = effects[places..changes].iter().find_map(|effect| match *effect {
                        Effect::Place { site: at, owner, .. } if at == site => Some(owner),
                        _ => None,
                    });
                    (site, self.flipped(site, created, standing))
                }
                _ => continue,
            };
            if let Some(owner) = owner.filter(|_| stands(site)) {
                put(effects, changes, Effect::Give { site, owner });
            }
        }
        for action in waiting {
            if let Waiting::Set(site, attribute, value) = *action
                && stands(site)
            {
                put(effects, changes, Effect::Set { site, attribute, value: value as i32 });
            }
        }
    }

    /// The type that the moving piece takes with the step: after all other changes of type, before
    /// owners and values.
    pub(crate) fn add_becoming(&self, kind: PieceTypeId, effects: &mut Vec<Effect>) {
        let site = self.target;
        let leaves_none = effects.iter().any(|effect| matches!(effect, Effect::Remove { site: s } if *s == site))
            && !effects.iter().any(|effect| placed(effect) == Some(site));
        let arrives = self.is_entered(site)
            || self.drops
            || !self.pieces.is_empty(site) && !self.is_left(site)
            || effects.iter().any(|effect| placed(effect) == Some(site));
        if leaves_none || !arrives {
            return;
        }
        let before = |effect: &Effect| matches!(effect, Effect::Give { .. } | Effect::Set { .. });
        let place = effects.iter().position(before).unwrap_or(effects.len());
        match effects.iter_mut().find(|effect| matches!(effect, Effect::Become { site: s, .. } if *s == site)) {
            Some(old) => *old = Effect::Become { site, kind },
            None => effects.insert(place, Effect::Become { site, kind }),
        }
    }
}

fn removed(effect: &Effect) -> Option<SiteId> {
    match *effect {
        Effect::Remove { site } => Some(site),
        _ => None,
    }
}

fn placed(effect: &Effect) -> Option<SiteId> {
    match *effect {
        Effect::Place { site, .. } => Some(site),
        _ => None,
    }
}

/// Adds a change, in place of an earlier one of the same thing.
fn put(effects: &mut Vec<Effect>, first: usize, effect: Effect) {
    let same = |old: &Effect| match (*old, effect) {
        (Effect::Become { site: a, .. }, Effect::Become { site: b, .. }) => a == b,
        (Effect::Give { site: a, .. }, Effect::Give { site: b, .. }) => a == b,
        (Effect::Set { site: a, attribute: x, .. }, Effect::Set { site: b, attribute: y, .. }) => a == b && x == y,
        _ => false,
    };
    match effects[first..].iter_mut().find(|old| same(old)) {
        Some(old) => *old = effect,
        None => effects.push(effect),
    }
}
