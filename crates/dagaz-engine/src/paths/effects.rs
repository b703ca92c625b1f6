//! Acts: what a path does, and how the board and the record of the move learn of it.

use dagaz_core::{Effect, Piece, PieceTypeId, PlayerId, SiteId};
use dagaz_rules::path::{Act, Home, KindOf, OwnerRef, Path, PlayerRef, Set, VarId};

use super::sites::Sites;
use super::tables::Place;
use super::walker::{Flow, Halt, Next, Walker};

impl<'g> Walker<'g> {
    /// Applies an effect, and continues with each of its results.
    pub(super) fn act(&mut self, act: &'g Act, next: Next<'_, 'g>) -> Flow {
        match act {
            Act::Take { at, later: false } => {
                let sites = self.subjects(at)?;
                self.take_each(&sites, next)
            }
            Act::Take { at, later: true } => {
                let sites = self.subjects(at)?;
                for site in self.with_all_parts(sites) {
                    if !self.state.is_empty(site) && !self.taken.contains(&site) {
                        self.captured.push(site);
                        self.taken.push(site);
                    }
                }
                next(self)
            }
            Act::Put { kind, owner, at: Set::Here } if self.game.rules.is_large(*kind) => {
                self.put_in_each_form(*kind, *owner, next)
            }
            Act::Put { kind, owner, at } => {
                let sites = self.subjects(at)?;
                if self.game.rules.is_large(*kind) {
                    return self.put_body(&sites, *kind, *owner, next);
                }
                self.put_each(&sites, *kind, *owner, next)
            }
            Act::Drop { kind, at } => {
                let sites = self.subjects(at)?;
                let piece = Piece { kind: *kind, owner: self.at.me };
                let held = self.state.supply(&self.game.layout, piece);
                let (large, mine) = (self.game.rules.is_large(*kind), OwnerRef::Player(PlayerRef::Me));
                let count = if large { 1 } else { sites.len() };
                if sites.is_empty() || (held as usize) < count {
                    return Ok(());
                }
                self.set_supply(piece, held - count as u32);
                if large {
                    return match at {
                        Set::Here => self.put_in_each_form(*kind, mine, next),
                        _ => self.put_body(&sites, *kind, mine, next),
                    };
                }
                self.put_each(&sites, *kind, mine, next)
            }
            Act::Pocket { owner, at } => {
                let sites = self.subjects(at)?;
                for site in self.with_all_parts(sites) {
                    // A piece is one, whatever it covers.
                    let further = self.game.is_further_part(&self.state, site);
                    for level in 0..if further { 0 } else { self.state.height(&self.game.layout, site) } {
                        self.pocket_one(*owner, site, level);
                    }
                    self.displaces(site);
                    self.clear(site);
                }
                next(self)
            }
            Act::Pluck { level, at, owner } => {
                for site in self.subjects(at)? {
                    let height = self.state.height(&self.game.layout, site);
                    let Some(level) = super::look::beneath(*level, height) else { continue };
                    match owner {
                        Some(owner) => self.pocket_one(*owner, site, level),
                        None => self.captured.push(site),
                    }
                    self.change().pluck(site, level);
                    self.note(Effect::Pluck { site, level: level as u16 }, site);
                }
                next(self)
            }
            Act::Tuck(at) => {
                for site in self.subjects(at)? {
                    self.tuck(site);
                }
                next(self)
            }
            Act::Lift(number) => {
                let (count, it) = (self.number(number)?, self.at.it);
                let height = it.some().map_or(0, |it| self.state.height(&self.game.layout, it) as i64);
                if count < 1 || count > height || self.at.in_hand {
                    return Ok(());
                }
                self.at.lift = if count == height { 0 } else { count as u16 };
                next(self)
            }
            Act::Become { kinds, at } => {
                let sites = self.bearers(at)?;
                for kind in kinds {
                    self.trying(|walker| {
                        sites.iter().for_each(|site| walker.become_kind(*site, *kind));
                        next(walker)
                    })?;
                }
                Ok(())
            }
            Act::Give { owner, at } => {
                for site in self.bearers(at)? {
                    let Some(piece) = self.state.piece(site) else { continue };
                    let owner = self.owner(*owner, site);
                    if piece.owner != owner {
                        self.change().change_owner(site, owner);
                        self.note(Effect::Give { site, owner }, site);
                    }
                }
                next(self)
            }
            Act::Move { from, to } => {
                let (Some(from), Some(to)) = (self.set(from)?.first(), self.set(to)?.first()) else { return Ok(()) };
                if self.state.is_empty(from) || from == to {
                    return next(self);
                }
                if self.has_been_left(to) {
                    return Ok(());
                }
                if let Some((form, first)) = self.game.body_at(&self.state, from) {
                    return self.move_body(form, first, to, next);
                }
                if self.game.layout.has_columns() && !self.state.is_empty(to) {
                    let [moved, below] = [from, to].map(|site| self.state.height(&self.game.layout, site));
                    if moved + below > self.game.layout.levels() {
                        return Ok(());
                    }
                    self.displaces(from);
                    self.change().relocate(from, to);
                    self.effects.push(Effect::Pile { from, to, count: moved as u16 });
                    if self.at.it == from {
                        self.at.it = to;
                    }
                    return next(self);
                }
                self.captured_at(to, &mut |walker| {
                    walker.displaces(from);
                    walker.change().relocate(from, to);
                    walker.effects.push(Effect::Move { from, to });
                    if walker.at.it == from {
                        walker.at.it = to;
                    }
                    walker.has_moved(to);
                    next(walker)
                })
            }
            Act::Shift { set, way } => {
                let sites = self.set(set)?;
                let sites = self.sites_of(&self.with_all_parts(sites.iter().collect()));
                let (mut pairs, mut doomed) = (Vec::new(), Vec::new());
                for from in sites.iter().filter(|site| !self.state.is_empty(*site)) {
                    match self.hop(*way, from).some() {
                        Some(to) => {
                            let hit = !sites.contains(to) && !self.state.is_empty(to);
                            if hit && self.game.layout.has_columns() {
                                // Pieces shifted onto others would stand on them; nothing says in
                                // which order.
                                return Ok(());
                            }
                            if hit {
                                doomed.push(to);
                            }
                            pairs.push((from, to));
                        }
                        None => doomed.push(from),
                    }
                }
                self.take_each(&doomed, &mut |walker| {
                    // A piece of which a part has left the board has left it.
                    let there = |pair: &&(SiteId, SiteId)| !walker.state.is_empty(pair.0);
                    let pairs: Vec<_> = pairs.iter().filter(there).copied().collect();
                    walker.together(&pairs, next)
                })
            }
            Act::Swap(a, b) => {
                let (Some(a), Some(b)) = (self.set(a)?.first(), self.set(b)?.first()) else { return Ok(()) };
                let pairs = [(a, b), (b, a)];
                let occupied = pairs.into_iter().filter(|(from, _)| !self.state.is_empty(*from)).collect::<Vec<_>>();
                self.together(&occupied, next)
            }
            Act::Cycle(cycles) => {
                let mut pairs = Vec::new();
                for cycle in cycles {
                    let nexts = cycle.iter().skip(1).chain(cycle.first());
                    let steps = cycle.iter().copied().zip(nexts.copied());
                    pairs.extend(steps.filter(|(from, to)| from != to && !self.state.is_empty(*from)));
                }
                self.together(&pairs, next)
            }
            Act::Out(owner) => {
                let player = self.owner(*owner, self.at.here);
                if let Some(word) = self.game.tables.extras.outs.filter(|_| self.game.plays(player)) {
                    self.set_word(word, self.word(word) | 1 << player.0);
                }
                next(self)
            }
            Act::SwapSeats => {
                if let Some(word) = self.game.tables.extras.seats {
                    self.set_word(word, 1 - self.word(word).clamp(0, 1));
                }
                next(self)
            }
            Act::Leave => {
                // What was lifted leaves, and not what it stood on.
                if self.at.lift > 0 {
                    self.depart();
                }
                if let Some(it) = self.at.it.some() {
                    let stood = if self.at.in_hand { self.lifted_from() } else { it };
                    for part in self.further_parts_of_it() {
                        self.change().clear(part);
                        self.effects.push(Effect::Remove { site: part });
                    }
                    self.change().clear(it);
                    match self.lifted() {
                        0 => self.effects.push(Effect::Remove { site: stood }),
                        // Only the topmost of those who stood there go.
                        lifted => self.effects.extend((0..lifted).map(|_| Effect::Pluck { site: stood, level: 0 })),
                    }
                    self.put_down();
                }
                next(self)
            }
            Act::Assign { var, value, add, at } => {
                let value = self.number(value)?;
                self.assign(*var, value, *add, at)?;
                next(self)
            }
            Act::AssignElement { var, index, value, add } => {
                let (index, value) = (self.number(index)?, self.number(value)?);
                let Some(word) = self.element_of(*var, index) else { return Ok(()) };
                let value = if *add { value.saturating_add(i64::from(self.word(word))) } else { value };
                self.set_word(word, value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32);
                next(self)
            }
            Act::Close(at) => {
                let sites = self.subjects(at)?;
                self.take_each(&sites, &mut |walker| {
                    sites.iter().for_each(|site| walker.set_closed(*site, true));
                    next(walker)
                })
            }
            Act::Open(at) => {
                let whole = std::mem::replace(&mut self.at.whole, true);
                let sites = self.subjects(at);
                self.at.whole = whole;
                sites?.into_iter().for_each(|site| self.set_closed(site, false));
                next(self)
            }
            Act::AssignSet(var, set) => {
                let sites = self.set(set)?;
                if let Some(first) = self.first_half_of(*var) {
                    self.keep(first, &sites);
                }
                next(self)
            }
            Act::AssignSetAt(var, index, set) => {
                let (index, sites) = (self.number(index)?, self.set(set)?);
                let Some(first) = self.element_of(*var, index) else { return Ok(()) };
                self.keep(first, &sites);
                next(self)
            }
            Act::Spend(dice, face) => {
                let (face, dice) = (self.number(face)?, &self.game.rules.dice[usize::from(*dice)]);
                let left = dice.faces.iter().find(|(known, _)| i64::from(*known) == face).map(|(_, left)| *left);
                let Some(left) = left.filter(|left| self.dice_left(*left) > 0) else { return Ok(()) };
                for (var, less) in [(left, 1), (dice.sum, face as i32)] {
                    if let Place::State(word) = self.game.tables.places[var.index()] {
                        self.set_word(word, self.word(word) - less);
                    }
                }
                next(self)
            }
            Act::Skip(number) => {
                let turns = self.number(number)?.clamp(0, self.game.rules.slots.len() as i64);
                self.order_turns(|order| order.skipped = order.skipped.saturating_add(turns as u16));
                next(self)
            }
            Act::ExtraTurn => {
                self.order_turns(|order| order.extra = true);
                next(self)
            }
            Act::Goto(slots) => {
                self.order_turns(|order| order.phase = Some(slots));
                next(self)
            }
        }
    }

    /// The pieces of an effect: as [`Walker::subjects`], but the moving piece while it is carried
    /// over the cursor's site.
    fn bearers(&mut self, at: &'g Set) -> Result<Vec<SiteId>, Halt> {
        match at {
            Set::Here if self.at.carrying && self.at.in_hand => Ok(vec![self.at.it]),
            at => {
                let sites = self.subjects(at)?;
                Ok(self.with_all_parts(sites))
            }
        }
    }

    /// The sites of an effect.
    pub(super) fn subjects(&mut self, at: &'g Set) -> Result<Vec<SiteId>, Halt> {
        Ok(match at {
            Set::Here => self.at.here.some().into_iter().collect(),
            Set::It => self.at.it.some().into_iter().collect(),
            set => self.set(set)?.iter().collect(),
        })
    }

    /// One piece of a column goes to a hand; it has still to leave the column.
    fn pocket_one(&mut self, owner: OwnerRef, site: SiteId, level: usize) {
        let Some(piece) = self.state.piece_beneath(&self.game.layout, site, level) else { return };
        let owner = match owner {
            OwnerRef::Owner => piece.owner,
            owner => self.owner(owner, site),
        };
        let piece = Piece { owner, ..piece };
        let held = self.state.supply(&self.game.layout, piece);
        self.set_supply(piece, held + 1);
    }

    /// The topmost piece of a site goes under the moving column.
    fn tuck(&mut self, site: SiteId) {
        let it = self.at.it;
        if it == SiteId::NONE || it == site || self.state.is_empty(site) {
            return;
        }
        self.captured.push(site);
        self.change().tuck(site, it);
        if !self.at.in_hand {
            self.effects.push(Effect::Tuck { from: site, to: it });
        } else if self.at.lifted == 0 {
            // For the playback of effects, the column in hand still stands at its origin.
            self.effects.push(Effect::Tuck { from: site, to: self.lifted_from() });
        } else {
            // There it stands on top of others: so it goes onto what it takes along, and on
            // together with that.
            let count = self.at.lifted;
            self.effects.push(Effect::Pile { from: self.lifted_from(), to: site, count });
            self.lifted_to(site, count + 1);
        }
    }

    /// Captures what stands on each of some sites.
    pub(super) fn take_each(&mut self, sites: &[SiteId], next: Next<'_, 'g>) -> Flow {
        let Some((&site, rest)) = sites.split_first() else { return next(self) };
        self.captured_at(site, &mut |walker| {
            walker.clear(site);
            walker.take_each(rest, next)
        })
    }

    /// Notes that what stands on a site is captured, and lets happen what then happens to it; it
    /// has still to go.
    pub(super) fn captured_at(&mut self, site: SiteId, next: Next<'_, 'g>) -> Flow {
        if self.state.is_empty(site) {
            return next(self);
        }
        if self.game.body_at(&self.state, site).is_none() {
            return self.trying(|walker| {
                walker.captured.push(site);
                walker.fate(site, next)
            });
        }
        let parts = self.game.sites_of_piece(&self.state, site);
        self.trying(|walker| {
            walker.captured.extend(&parts);
            walker.fate(site, &mut |walker| {
                // The other parts of a piece that covers several sites go with it.
                parts.iter().filter(|part| **part != site).for_each(|part| walker.clear(*part));
                next(walker)
            })
        })
    }

    /// The same of one part of a dead piece: what happens to the piece happens once.
    pub(super) fn fate_of_part(&mut self, site: SiteId, next: Next<'_, 'g>) -> Flow {
        if self.game.is_further_part(&self.state, site) { next(self) } else { self.fate(site, next) }
    }

    /// Lets happen what the rules say of a captured piece.
    pub(super) fn fate(&mut self, site: SiteId, next: Next<'_, 'g>) -> Flow {
        let game = self.game;
        let Some(piece) = self.state.piece(site) else { return next(self) };
        let own: &'g [Path] = &game.rules.pieces[piece.kind.index()].on_capture;
        if own.is_empty() && game.rules.on_capture.is_empty() || self.attacked_site.is_some() {
            return next(self);
        }
        let home = self.at;
        self.at.here = site;
        let flow = self.hooks(own, &game.rules.on_capture, &mut |walker| {
            walker.trying(|walker| {
                (walker.at.here, walker.at.carrying) = (home.here, home.carrying);
                next(walker)
            })
        });
        self.at = home;
        flow
    }

    /// A piece that covers several sites goes so that its first site comes there.
    fn move_body(&mut self, form: u16, first: SiteId, to: SiteId, next: Next<'_, 'g>) -> Flow {
        let cells = &self.game.rules.forms[usize::from(form)].cells;
        let (stood, covered) = (&cells[first.index()], &cells[to.index()]);
        let pairs: Vec<(SiteId, SiteId)> = stood.iter().copied().zip(covered.iter().copied()).collect();
        if covered.is_empty() || covered.iter().any(|cell| !self.board().contains(*cell)) {
            return Ok(());
        }
        let hit: Vec<SiteId> = covered.iter().copied().filter(|cell| !stood.contains(cell)).collect();
        self.take_each(&hit, &mut |walker| walker.together(&pairs, next))
    }

    fn put_each(&mut self, sites: &[SiteId], kind: PieceTypeId, owner: OwnerRef, next: Next<'_, 'g>) -> Flow {
        let Some((&site, rest)) = sites.split_first() else { return next(self) };
        if self.game.layout.has_columns() {
            if self.state.height(&self.game.layout, site) >= self.game.layout.levels() {
                return Ok(());
            }
            return self.put_one(site, rest, kind, owner, next);
        }
        self.captured_at(site, &mut |walker| walker.put_one(site, rest, kind, owner, next))
    }

    fn put_one(
        &mut self,
        site: SiteId,
        rest: &[SiteId],
        kind: PieceTypeId,
        owner: OwnerRef,
        next: Next<'_, 'g>,
    ) -> Flow {
        self.trying(|walker| {
            let whose = owner;
            let owner = walker.owner(whose, site);
            walker.change().place(site, Piece { kind, owner });
            let put = Effect::Place { site, kind, owner };
            if walker.at.in_hand && site == walker.lifted_from() {
                // For the playback of effects, the piece in hand is still at its origin.
                walker.note(put, walker.at.it);
            } else {
                walker.effects.push(put);
                // Only what the set-up put where it stands has not moved.
                walker.has_moved(site);
            }
            let whose = if whose == OwnerRef::Owner { whose } else { OwnerRef::Player(PlayerRef::Player(owner)) };
            walker.put_each(rest, kind, whose, next)
        })
    }

    fn become_kind(&mut self, site: SiteId, kind: KindOf) {
        let Some(piece) = self.state.piece(site) else { return };
        let kind = match kind {
            KindOf::Type(kind) => kind,
            KindOf::Table(table) => match self.game.rules.table(table).entries.get(piece.kind.index()) {
                Some(Some(kind)) => PieceTypeId(*kind as u16),
                _ => return,
            },
        };
        if kind != piece.kind {
            self.change().change_kind(site, kind);
            self.note(Effect::Become { site, kind }, site);
        }
    }

    /// Pieces that move at the same time.
    fn together(&mut self, pairs: &[(SiteId, SiteId)], next: Next<'_, 'g>) -> Flow {
        if pairs.len() > 1 {
            self.effects.push(Effect::Together { count: pairs.len() as u16 });
        }
        self.effects.extend(pairs.iter().map(|&(from, to)| Effect::Move { from, to }));
        if pairs.iter().any(|(_, to)| self.has_been_left(*to)) {
            return Ok(());
        }
        pairs.iter().for_each(|(from, _)| self.displaces(*from));
        self.change().relocate_together(pairs.iter().copied());
        if !self.settle(pairs) {
            return Ok(());
        }
        if let Some(&(_, to)) = pairs.iter().find(|(from, _)| *from == self.at.it) {
            self.at.it = to;
        }
        pairs.iter().for_each(|(_, to)| self.has_moved(*to));
        next(self)
    }

    /// Notes, for an attack question, that the piece of a site is moved away.
    fn displaces(&mut self, from: SiteId) {
        self.at.displaced |= self.attacked_site == Some(from);
    }

    pub(super) fn clear(&mut self, site: SiteId) {
        if !self.state.is_empty(site) {
            self.change().clear(site);
            self.note(Effect::Remove { site }, site);
        }
    }

    fn set_supply(&mut self, piece: Piece, count: u32) {
        self.change().set_supply(piece, count);
        self.effects.push(Effect::Supply { kind: piece.kind, owner: piece.owner, count: count as u16 });
    }

    pub(super) fn owner(&self, owner: OwnerRef, site: SiteId) -> PlayerId {
        match owner {
            OwnerRef::Player(player) => self.player(player),
            OwnerRef::Nobody => PlayerId::NONE,
            OwnerRef::Owner => self.state.piece(site).map_or(PlayerId::NONE, |piece| piece.owner),
        }
    }

    /// The piece on a site has moved.
    pub(super) fn has_moved(&mut self, site: SiteId) {
        let Some(var) = self.game.rules.unmoved else { return };
        let Place::Piece(attribute) = self.game.tables.places[var.index()] else { return };
        if self.state.attribute(&self.game.layout, site, attribute) != 0 {
            self.change().set_attribute(site, attribute, 0);
            self.effects.push(Effect::Set { site, attribute, value: 0 });
        }
    }

    /// Says whether a site has vanished.
    fn set_closed(&mut self, site: SiteId, closed: bool) {
        let place = self.game.rules.closed.map(|var| self.game.tables.places[var.index()]);
        if let Some(Place::State(first)) = place {
            self.set_word(first + site.0, i32::from(closed));
        }
    }

    /// Keeps a set from that word of the state on.
    fn keep(&mut self, first: u16, sites: &Sites) {
        for (index, word) in sites.halves().enumerate() {
            self.set_word(first + index as u16, word as i32);
        }
    }

    /// Sets a variable of the state.
    pub(super) fn set_word(&mut self, variable: u16, value: i32) {
        if self.word(variable) != value {
            self.change().assign(usize::from(variable), value as u32);
            self.effects.push(Effect::Assign { variable, value });
        }
    }

    /// Sets a variable, or adds to it; of a piece or site on each site of the set.
    fn assign(&mut self, var: VarId, value: i64, add: bool, at: &'g Set) -> Flow {
        let cut = |value: i64| value.clamp(i64::from(i32::MIN), i64::from(i32::MAX));
        let variable = &self.game.rules.variables[var.index()];
        match (self.game.tables.places[var.index()], variable.home) {
            (Place::Passing(place), _) => {
                let value = if add { self.passing[place] + value } else { value };
                self.pass_by(place, cut(value));
            }
            (Place::State(first), Home::Site) => {
                for site in self.subjects(at)? {
                    let word = first + site.0;
                    let value = if add { i64::from(self.word(word)) + value } else { value };
                    self.set_word(word, cut(value) as i32);
                }
            }
            (Place::State(first), home) => {
                let word = if home == Home::Player { first + u16::from(self.at.me.0) } else { first };
                let value = if add { i64::from(self.word(word)) + value } else { value };
                self.set_word(word, cut(value) as i32);
            }
            (Place::Piece(attribute), _) => {
                for site in self.bearers(at)? {
                    if self.state.is_empty(site) {
                        continue;
                    }
                    let old = i64::from(self.state.attribute(&self.game.layout, site, attribute));
                    let value = cut(if add { old + value } else { value }) as i32;
                    // As when a piece moves: a right that is gone already is no effect of the move.
                    if Some(var) == self.game.rules.unmoved && i64::from(value) == old {
                        continue;
                    }
                    self.change().set_attribute(site, attribute, value);
                    self.note(Effect::Set { site, attribute, value }, site);
                }
            }
        }
        Ok(())
    }
}
