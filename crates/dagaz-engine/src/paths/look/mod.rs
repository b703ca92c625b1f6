//! Evaluation of sets, numbers and conditions, seen by a player on the present or the past board.
//!
//! A set is evaluated in two ways: for one site, which usually reads that site, and for all sites,
//! which is usually a word operation or two. A path that asks for the sites of its end is walked
//! with whole sets of sites, as a flood, if its elements allow.
//!
//! This module has sets; numbers, questions, families and floods have modules of their own.

mod family;
mod flood;
mod number;
mod truth;

use std::ops::ControlFlow;

use dagaz_core::{Effect, LimitHit, Piece, PlayerId, SiteId};
use dagaz_rules::path::{Home, Level, Number, Part, Set, VarId, WayId};

use super::sites::Sites;
use super::survey::in_set;
use super::tables::{LastBy, Place};
use super::walker::{Halt, Local, Walker};

/// Words of bits, of 64 sites each, that a unit of fuel pays for.
const WORDS_PER_FUEL: usize = 4;

impl<'g> Walker<'g> {
    /// Spends what it costs to make a set of sites, so many times.
    fn spend_on_sites(&mut self, times: usize) -> Result<(), LimitHit> {
        self.fuel.spend(1 + (times * self.game.tables.width / WORDS_PER_FUEL) as u64)
    }

    fn none(&self) -> Sites {
        Sites::none(self.game.tables.width)
    }

    pub(super) fn sites_of(&self, sites: &[SiteId]) -> Sites {
        let mut set = self.none();
        sites.iter().for_each(|site| set.insert(*site));
        set
    }

    /// Where pieces of some players stand that are not dead.
    fn held_by(&self, players: &[PlayerId]) -> Sites {
        let (layout, seen) = (&self.game.layout, self.seen());
        let mut sites = self.none();
        players.iter().for_each(|player| sites.unite_words(seen.held(layout, *player)));
        sites.remove(self.game.tables.hand);
        if !self.at.was {
            self.taken.iter().for_each(|site| sites.remove(*site));
        }
        sites
    }

    fn occupied(&self) -> Sites {
        let (layout, seen) = (&self.game.layout, self.seen());
        let mut sites = self.none();
        let everybody = (0..layout.spec().players).map(PlayerId::at).chain([PlayerId::NONE]);
        everybody.for_each(|player| sites.unite_words(seen.held(layout, player)));
        sites.remove(self.game.tables.hand);
        sites
    }

    /// Origin and destination of the last move: of the one that is being judged, if no other rule
    /// asks for them.
    fn last_move(&self) -> (SiteId, SiteId) {
        match self.judged {
            Some(ends) if !self.at.was && !self.game.tables.keeps_every_last => ends,
            _ => (self.seen().last_from(&self.game.layout), self.seen().last_to(&self.game.layout)),
        }
    }

    /// By which rule the last move was.
    pub(super) fn last_by(&self) -> LastBy {
        let word = self.game.tables.extras.last_name.map_or(0, |word| self.word(word));
        LastBy::of_word(word, &self.game.rules)
    }

    /// Where the words of a set begin that the game keeps, or keeps for the player whose view this
    /// is.
    pub(super) fn first_half_of(&self, var: VarId) -> Option<u16> {
        let width = 2 * self.game.tables.width as u16;
        match (self.game.tables.places[var.index()], self.game.rules.variables[var.index()].home) {
            (Place::State(first), Home::Player) => Some(first + width * u16::from(self.at.me.0)),
            (Place::State(first), _) => Some(first),
            _ => None,
        }
    }

    /// The set that is kept from that word of the state on.
    fn kept(&self, first: Option<u16>) -> Sites {
        let Some(first) = first else { return self.none() };
        let width = self.game.tables.width;
        let halves = (0..2 * width as u16).map(|index| self.word(first + index) as u32);
        self.but_closed(Sites::of_halves(halves, width))
    }

    /// Whether a site has vanished.
    pub(super) fn is_closed(&self, site: SiteId) -> bool {
        self.game.rules.closed.is_some_and(|closed| self.value_at(closed, site) != 0)
    }

    /// Whether a site is one of the board, and has not vanished, unless those that have are looked
    /// at too.
    fn is_there(&self, site: SiteId) -> bool {
        self.game.tables.board.contains(site) && (self.at.whole || !self.is_closed(site))
    }

    /// Without the sites that have vanished.
    fn but_closed(&self, mut sites: Sites) -> Sites {
        if self.game.rules.closed.is_some() && !self.at.whole {
            let closed: Vec<SiteId> = sites.iter().filter(|site| self.is_closed(*site)).collect();
            closed.into_iter().for_each(|site| sites.remove(site));
        }
        sites
    }

    /// All sites that are there.
    pub(super) fn board(&self) -> Sites {
        self.but_closed(self.game.tables.board.clone())
    }

    /// All sites that are there and not among these.
    fn all_but(&self, sites: &Sites) -> Sites {
        self.but_closed(sites.complement(&self.game.tables.board))
    }

    /// Where a way leads; nowhere if that site has vanished.
    #[inline]
    pub(super) fn hop(&self, way: WayId, from: SiteId) -> SiteId {
        let to = self.game.tables.link(self.at.me, way, from);
        if self.game.rules.closed.is_some() && !self.is_there(to) { SiteId::NONE } else { to }
    }

    /// The piece that stands for a site: the topmost, unless another level of columns is asked
    /// about.
    #[inline]
    fn stands(&self, site: SiteId) -> Option<Piece> {
        let (layout, seen) = (&self.game.layout, self.seen());
        match self.at.level {
            Level::Top => seen.piece(site),
            level => seen.piece_beneath(layout, site, beneath(level, seen.height(layout, site))?),
        }
    }

    /// The live piece on a site.
    #[inline]
    fn live(&self, site: SiteId) -> Option<Piece> {
        let piece = self.stands(site)?;
        (self.at.was || !self.taken.contains(&site)).then_some(piece)
    }

    /// Asks something as another player sees it.
    fn as_player<T>(&mut self, player: PlayerId, ask: impl FnOnce(&mut Walker<'g>) -> T) -> T {
        let me = std::mem::replace(&mut self.at.me, player);
        let answer = ask(self);
        self.at.me = me;
        answer
    }

    /// Asks something of the board before the move.
    fn before_the_move<T>(&mut self, ask: impl FnOnce(&mut Walker<'g>) -> T) -> T {
        let was = std::mem::replace(&mut self.at.was, true);
        let answer = ask(self);
        self.at.was = was;
        answer
    }

    /// Asks something with the cursor on a site.
    fn at_site<T>(&mut self, site: SiteId, ask: impl FnOnce(&mut Walker<'g>) -> T) -> T {
        let here = std::mem::replace(&mut self.at.here, site);
        let answer = ask(self);
        self.at.here = here;
        answer
    }

    /// Whether a site is one of a set.
    pub(super) fn contains(&mut self, set: &'g Set, site: SiteId) -> Result<bool, Halt> {
        if !self.is_there(site) {
            return Ok(matches!(set, Set::Closed) && self.is_closed(site));
        }
        let me = self.at.me;
        Ok(match set {
            Set::Board => true,
            Set::Closed => self.is_closed(site),
            Set::Fixed(sets) => sets.get(me.index()).or(sets.first()).is_some_and(|set| set.contains(site)),
            Set::Empty => self.stands(site).is_none(),
            Set::Occupied => self.stands(site).is_some(),
            Set::Mine => self.live(site).is_some_and(|piece| piece.owner == me),
            Set::Friend => {
                self.live(site).is_some_and(|piece| self.game.tables.friends[me.index()].contains(&piece.owner))
            }
            Set::Enemy => {
                self.live(site).is_some_and(|piece| self.game.tables.enemies[me.index()].contains(&piece.owner))
            }
            Set::Open => {
                self.stands(site).is_none_or(|piece| !self.game.tables.friends[me.index()].contains(&piece.owner))
                    && (self.at.was || !self.taken.contains(&site))
            }
            Set::Nobody => self.live(site).is_some_and(|piece| piece.owner == PlayerId::NONE),
            Set::Of(player) => {
                let player = self.player(*player);
                self.live(site).is_some_and(|piece| piece.owner == player)
            }
            Set::Kinds(kinds) => self.live(site).is_some_and(|piece| kinds.contains(&piece.kind)),
            Set::Var(var) => self.value_at(*var, site) != 0,
            Set::Here => self.at.here == site,
            Set::Start => self.at.start == site,
            Set::Origin => self.at.origin == site,
            Set::It => self.at.it == site || self.is_of_it(site),
            Set::Visited => self.visited.contains(&site),
            Set::Passed => self.passed[self.at.passed_from..].contains(&site),
            Set::Captured => self.captured.contains(&site),
            Set::Taken => self.taken.contains(&site),
            Set::LastFrom => self.last_move().0 == site,
            Set::LastTo => self.last_move().1 == site,
            Set::And(parts) => {
                for part in parts {
                    self.fuel.spend(1)?;
                    if !self.contains(part, site)? {
                        return Ok(false);
                    }
                }
                true
            }
            Set::Or(parts) => {
                for part in parts {
                    self.fuel.spend(1)?;
                    if self.contains(part, site)? {
                        return Ok(true);
                    }
                }
                false
            }
            Set::Not(inner) => !self.contains(inner, site)?,
            Set::At(level, inner) => {
                let height = self.seen().height(&self.game.layout, site);
                if beneath(*level, height).is_none() {
                    return Ok(false);
                }
                let outer = std::mem::replace(&mut self.at.level, *level);
                let answer = self.contains(inner, site);
                self.at.level = outer;
                answer?
            }
            Set::Was(inner) => self.before_the_move(|walker| walker.contains(inner, site))?,
            Set::As(player, inner) => {
                let player = self.player(*player);
                self.as_player(player, |walker| walker.contains(inner, site))?
            }
            Set::Attacked(by) => self.attacked(site, by.as_deref())?,
            Set::If(truth, yes, no) => {
                let branch = if self.holds(truth)? { yes } else { no };
                self.contains(branch, site)?
            }
            Set::Holding(truth) => self.at_site(site, |walker| walker.holds(truth))?,
            Set::Where(inner, path) => self.contains(inner, site)? && self.at_site(site, |walker| walker.sees(path))?,
            Set::Local(_)
            | Set::Held(_)
            | Set::HeldAt(..)
            | Set::LastBy(_)
            | Set::First(_)
            | Set::From(..)
            | Set::Toward(..)
            | Set::Now(_)
            | Set::Can(_)
            | Set::All(_) => self.set(set)?.contains(site),
        })
    }

    /// The sites of a set.
    pub(super) fn set(&mut self, set: &'g Set) -> Result<Sites, Halt> {
        self.spend_on_sites(1)?;
        let (me, width) = (self.at.me, self.game.tables.width);
        Ok(match set {
            Set::Board => self.board(),
            Set::Closed => {
                let closed = self.game.tables.board.iter().filter(|site| self.is_closed(*site));
                self.sites_of(&closed.collect::<Vec<_>>())
            }
            Set::Fixed(sets) => {
                let fixed = sets.get(me.index()).or(sets.first());
                self.but_closed(fixed.map_or(self.none(), |set| Sites::of_set(set, width)))
            }
            Set::Empty => self.all_but(&self.occupied()),
            Set::Occupied => self.occupied(),
            Set::Mine => self.held_by(&[me]),
            Set::Friend => self.held_by(&self.game.tables.friends[me.index()]),
            Set::Enemy => self.held_by(&self.game.tables.enemies[me.index()]),
            Set::Nobody => self.held_by(&[PlayerId::NONE]),
            Set::Open => {
                let mut closed = self.held_by(&self.game.tables.friends[me.index()]);
                if !self.at.was {
                    self.taken.iter().for_each(|site| closed.insert(*site));
                }
                self.all_but(&closed)
            }
            Set::Of(player) => {
                let player = self.player(*player);
                self.held_by(&[player])
            }
            Set::Kinds(_) => {
                let occupied = self.occupied();
                self.those(&occupied, set)?
            }
            Set::Local(local) => match &self.locals[local.index()] {
                Local::Sites(sites) => sites.clone(),
                _ => self.none(),
            },
            Set::Held(var) => match self.game.rules.variables[var.index()].home {
                Home::Numbers { from, count } => {
                    let mut all = self.none();
                    (0..i64::from(count))
                        .for_each(|at| all.unite(&self.kept(self.element_of(*var, i64::from(from) + at))));
                    all
                }
                _ => self.kept(self.first_half_of(*var)),
            },
            Set::HeldAt(var, index) => {
                let index = self.number(index)?;
                self.kept(self.element_of(*var, index))
            }
            Set::Here => self.sites_of(&[self.at.here]),
            Set::Start => self.sites_of(&[self.at.start]),
            Set::Origin => self.sites_of(&[self.at.origin]),
            Set::It => {
                let mut sites = match self.at.it.some() {
                    Some(it) if !self.at.in_hand => self.sites_of(&self.game.sites_of_piece(&self.state, it)),
                    _ => self.sites_of(&[self.at.it]),
                };
                sites.intersect(&self.board());
                sites
            }
            Set::Visited => self.sites_of(&self.visited),
            Set::Passed => self.sites_of(&self.passed[self.at.passed_from..]),
            Set::Captured => self.sites_of(&self.captured),
            Set::Taken => self.sites_of(&self.taken),
            Set::LastFrom => self.sites_of(&[self.last_move().0]),
            Set::LastTo => self.sites_of(&[self.last_move().1]),
            Set::LastBy(name) => {
                let last = if self.last_by().is_by(*name, &self.game.rules) {
                    self.seen().last_to(&self.game.layout)
                } else {
                    SiteId::NONE
                };
                self.sites_of(&[last])
            }
            Set::And(parts) => {
                // Those that are bits first; those that look at each site then have few left to
                // look at.
                let mut sites = self.board();
                for part in parts.iter().filter(|part| is_bits(part)) {
                    let part = self.set(part)?;
                    sites.intersect(&part);
                }
                for part in parts.iter().filter(|part| !is_bits(part)) {
                    if sites.is_empty() {
                        break;
                    }
                    sites = if looks_at_each(part) || sites.len() < 4 {
                        self.those(&sites, part)?
                    } else {
                        let mut part = self.set(part)?;
                        part.intersect(&sites);
                        part
                    };
                }
                sites
            }
            Set::Or(parts) => {
                let mut sites = self.none();
                for part in parts {
                    let part = self.set(part)?;
                    sites.unite(&part);
                }
                sites
            }
            Set::Not(inner) => {
                let inner = self.set(inner)?;
                self.all_but(&inner)
            }
            Set::First(parts) => {
                for part in parts {
                    let sites = self.set(part)?;
                    if !sites.is_empty() {
                        return Ok(sites);
                    }
                }
                self.none()
            }
            Set::From(from, path) => {
                let from = self.set(from)?;
                self.image(&from, std::slice::from_ref(path))?
            }
            Set::Where(inner, path) => {
                let inner = self.set(inner)?;
                let mut sites = self.none();
                for site in inner.iter() {
                    if self.at_site(site, |walker| walker.sees(path))? {
                        sites.insert(site);
                    }
                }
                sites
            }
            Set::Toward(ways, inner) => {
                let from = self.set(inner)?;
                self.shifted(ways, &from)
            }
            Set::Was(inner) => self.before_the_move(|walker| walker.set(inner))?,
            Set::Now(inner) => {
                let then = self.set(inner)?;
                let mut sites = self.none();
                then.iter().filter_map(|site| stands_now(&self.effects, site)).for_each(|site| sites.insert(site));
                sites
            }
            Set::As(player, inner) => {
                let player = self.player(*player);
                self.as_player(player, |walker| walker.set(inner))?
            }
            Set::Can(names) => self.can(names)?,
            Set::If(truth, yes, no) => {
                let branch = if self.holds(truth)? { yes } else { no };
                self.set(branch)?
            }
            Set::All(family) => {
                let mut sites = self.none();
                self.each_of(family, &mut |one| {
                    sites.unite(one);
                    ControlFlow::Continue(())
                })?;
                sites
            }
            Set::Var(_) | Set::Holding(_) | Set::Attacked(_) | Set::At(..) => {
                let board = self.board();
                self.those(&board, set)?
            }
        })
    }

    /// Those of some sites that are in a set.
    fn those(&mut self, of: &Sites, set: &'g Set) -> Result<Sites, Halt> {
        let mut sites = self.none();
        for site in of.iter() {
            self.fuel.spend(1)?;
            if self.contains(set, site)? {
                sites.insert(site);
            }
        }
        Ok(sites)
    }
}

/// How many pieces stand on top of that piece of a column of some height; none if there is no such
/// piece.
pub(super) fn beneath(level: Level, height: usize) -> Option<usize> {
    match level {
        Level::Top => (height > 0).then_some(0),
        Level::Beneath => (height > 1).then_some(1),
        Level::Bottom => height.checked_sub(1),
    }
}

/// Where the piece now stands that stood on a site before the effects.
pub(super) fn stands_now(effects: &[Effect], site: SiteId) -> Option<SiteId> {
    effects.iter().try_fold(site, |now, effect| match *effect {
        Effect::Move { from, to } if from == now => Some(to),
        Effect::Pluck { .. } | Effect::Pile { .. } | Effect::Tuck { .. } => Some(now),
        Effect::Move { to, .. } if to == now => None,
        Effect::Remove { site } | Effect::Place { site, .. } if site == now => None,
        _ => Some(now),
    })
}

/// Whether a set is made of bits that are at hand.
fn is_bits(set: &Set) -> bool {
    match set {
        Set::Board
        | Set::Closed
        | Set::Fixed(_)
        | Set::Empty
        | Set::Occupied
        | Set::Mine
        | Set::Friend
        | Set::Enemy
        | Set::Nobody
        | Set::Open
        | Set::Of(_)
        | Set::Local(_)
        | Set::Here
        | Set::Captured
        | Set::Origin => true,
        Set::And(parts) | Set::Or(parts) => parts.iter().all(is_bits),
        Set::Not(inner) | Set::Was(inner) | Set::As(_, inner) => is_bits(inner),
        _ => false,
    }
}

/// Whether asking about a few sites is cheaper than asking for the whole set.
fn looks_at_each(set: &Set) -> bool {
    match set {
        Set::Kinds(_) | Set::Var(_) | Set::Holding(_) | Set::Attacked(_) | Set::Where(..) | Set::At(..) => true,
        Set::And(parts) | Set::Or(parts) => parts.iter().any(looks_at_each),
        Set::Not(inner) | Set::Was(inner) | Set::As(_, inner) => looks_at_each(inner),
        _ => false,
    }
}

/// Whether a set depends on where the cursor is.
fn mentions_here(set: &Set) -> bool {
    let mut mentions = false;
    let mut look = |part: Part<'_>| {
        mentions |= matches!(part, Part::Set(Set::Here) | Part::Number(Number::Var(_)));
    };
    in_set(set, &mut look);
    mentions
}
