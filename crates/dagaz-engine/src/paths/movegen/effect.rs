//! Effects: what operations do to the position.

use dagaz_core::{AttributeId, Effect as Done, Piece, PieceTypeId, PlayerId, SiteId};
use dagaz_rules::path::KindOf;

pub(super) use super::super::look::beneath;
use super::super::plan::{Effect, EffectId, Hook, NewOwner, NumberId, Row, SetId, Subject, Target};
use super::super::tables::Place;
use super::bitset::has;
use super::record::Note;
use super::{Machine, NONE, ROOT, Registers, bits};

type Sites = smallvec::SmallVec<[u16; 8]>;

impl<const W: usize> Machine<'_, W> {
    /// The type of the moving piece, as it is now.
    pub(super) fn moving_kind(&self, at: &Registers) -> Option<PieceTypeId> {
        if at.it == NONE { None } else { self.memory.position.board.piece(at.it.into()).map(|piece| piece.kind) }
    }

    /// The moving piece, if the cursor takes it along, leaves the board for the hand.
    #[inline]
    pub(super) fn depart(&mut self, at: &mut Registers) {
        if !at.carrying || at.in_hand || at.it == NONE {
            return;
        }
        let hand = self.shape().hand();
        match at.lift {
            0 => self.memory.position.relocate(at.it.into(), hand),
            count => self.memory.position.pile(at.it.into(), hand, count.into()),
        }
        (at.lifted_from, at.it, at.lifted, at.lift) = (at.it, hand as u16, at.lift, 0);
        at.in_hand = true;
        at.held_effects = 0;
        self.note(at, Note::Departure);
    }

    #[inline]
    pub(super) fn arrive(&mut self, at: &mut Registers, to: u16) {
        at.here = to;
        if self.plan.has_visit_marks {
            self.memory.passed.truncate(at.passed.into());
            self.memory.passed.push(to);
            at.passed += 1;
        }
    }

    /// The piece in hand comes down under the cursor; `false` if it has no room.
    pub(super) fn land(&mut self, at: &mut Registers) -> bool {
        if !at.in_hand {
            return true;
        }
        let (here, hand) = (usize::from(at.here), self.shape().hand());
        let mut onto = None;
        if self.shape().has_columns() {
            let piled = self.memory.position.board.height(self.shape(), here);
            let count = self.memory.position.board.height(self.shape(), hand);
            if piled + count > self.shape().levels() {
                return false;
            }
            onto = (piled > 0 || at.lifted > 0).then_some(count as u16);
            // A question about attacks means what could be covered, too.
            if self.attacked_site != NONE && piled > 0 {
                self.capture(at, at.here);
            }
        } else if !self.captured_at(at, at.here) {
            return false;
        }
        self.memory.position.relocate(hand, here);
        let moves = u16::from(at.lifted_from != at.here);
        at.effects = at.effects.saturating_add(moves + std::mem::take(&mut at.held_effects));
        self.note(at, Note::Landing { from: SiteId(at.lifted_from), to: SiteId(at.here), onto });
        (at.it, at.in_hand, at.lifted_from, at.lifted) = (at.here, false, NONE, 0);
        self.has_moved(at, at.here);
        self.visit(at, at.here);
        true
    }

    #[inline]
    fn capture(&mut self, at: &mut Registers, site: u16) {
        self.memory.captured.truncate(at.captured.into());
        self.memory.captured.push(site);
        at.captured += 1;
    }

    /// Captures the piece on a site and runs its hooks; the caller removes it. `false` if a hook
    /// fails.
    fn captured_at(&mut self, at: &mut Registers, site: u16) -> bool {
        if self.memory.position.board.is_empty(site.into()) {
            return true;
        }
        self.capture(at, site);
        at.irreversible = true;
        self.run_capture_hooks(at, site)
    }

    /// Runs the hooks of a captured piece; `false` if one fails.
    #[inline]
    fn run_capture_hooks(&mut self, at: &mut Registers, site: u16) -> bool {
        if !self.plan.has_capture_hooks || self.attacked_site != NONE {
            return true;
        }
        let plan = self.plan;
        let Some(piece) = self.memory.position.board.piece(site.into()) else { return true };
        let (home, stopped) = (*at, self.stopped);
        for entry in plan.hooks(self.me, Some(piece.kind), Hook::Capture) {
            let base = self.memory.choices.len();
            let registers = Registers { here: site, carrying: false, frame: ROOT, ..*at };
            let passed = self.run(*entry, registers, base);
            self.cut(base);
            if !passed {
                self.stopped = stopped;
                return false;
            }
            *at = self.stopped;
        }
        (at.here, at.carrying, at.frame) = (home.here, home.carrying, home.frame);
        self.stopped = stopped;
        true
    }

    /// Takes dead pieces off the board.
    pub(super) fn remove_dead(&mut self, at: &mut Registers) -> bool {
        for index in 0..usize::from(at.taken) {
            let site = self.memory.taken[index];
            if !self.run_capture_hooks(at, site) {
                return false;
            }
            self.remove(at, site);
        }
        true
    }

    /// Notes, for an attack question, that the piece of a site is moved away.
    fn displaces(&self, at: &mut Registers, from: u16) {
        at.displaced |= self.attacked_site == from;
    }

    fn remove(&mut self, at: &mut Registers, site: u16) {
        if !self.memory.position.board.is_empty(site.into()) {
            self.memory.position.clear(site.into());
            self.effect_on(at, site, Done::Remove { site: SiteId(site) });
            at.irreversible = true;
        }
    }

    /// The attribute that says whether a piece has not moved yet, if rules ask for it.
    #[inline]
    fn unmoved(&self) -> Option<AttributeId> {
        match self.game.tables.places[self.game.rules.unmoved?.index()] {
            Place::Piece(attribute) => Some(attribute),
            _ => None,
        }
    }

    fn is_unmoved(&self, attribute: AttributeId) -> bool {
        self.unmoved() == Some(attribute)
    }

    /// The piece on a site has moved.
    #[inline]
    fn has_moved(&mut self, at: &mut Registers, site: u16) {
        let Some(attribute) = self.unmoved() else { return };
        if self.memory.position.board.attribute(self.shape(), site.into(), 0, attribute) != 0 {
            self.memory.position.set_attribute(site.into(), attribute, 0);
            self.effect(at, Done::Set { site: SiteId(site), attribute, value: 0 });
        }
    }

    fn subjects(&mut self, subject: Subject, at: &Registers) -> Sites {
        match subject {
            Subject::Here => (at.here != NONE).then_some(at.here).into_iter().collect(),
            Subject::It => (at.it != NONE).then_some(at.it).into_iter().collect(),
            Subject::Set(set) => bits(self.set(set, at)).collect(),
        }
    }

    /// As [`Machine::subjects`]; while the moving piece is carried over the site under the cursor
    /// it is the one.
    fn bearers(&mut self, subject: Subject, at: &Registers) -> Sites {
        if subject == Subject::Here && at.carrying && at.in_hand {
            return std::iter::once(at.it).collect();
        }
        self.subjects(subject, at)
    }

    fn owner(&self, owner: NewOwner, site: u16) -> PlayerId {
        match owner {
            NewOwner::Player(player) => player,
            NewOwner::Same => {
                self.memory.position.board.piece(site.into()).map_or(PlayerId::NOBODY, |piece| piece.owner)
            }
        }
    }

    fn take_each(&mut self, at: &mut Registers, sites: &[u16]) -> bool {
        for &site in sites {
            if !self.captured_at(at, site) {
                return false;
            }
            self.remove(at, site);
        }
        true
    }

    fn put_each(&mut self, at: &mut Registers, sites: &[u16], kind: PieceTypeId, owner: NewOwner) -> bool {
        for &site in sites {
            if self.shape().has_columns() {
                if self.memory.position.board.height(self.shape(), site.into()) >= self.shape().levels() {
                    return false;
                }
            } else if !self.captured_at(at, site) {
                return false;
            }
            let owner = self.owner(owner, site);
            self.memory.position.place(site.into(), Piece { kind, owner });
            at.irreversible = true;
            let put = Done::Place { site: SiteId(site), kind, owner };
            if at.in_hand && site == at.lifted_from {
                // In the order of effects the piece in hand has not left yet.
                self.effect_on(at, at.it, put);
            } else {
                self.effect(at, put);
                self.has_moved(at, site);
            }
        }
        true
    }

    /// One piece of a column goes to a hand; it has still to leave the column.
    fn pocket_one(&mut self, at: &mut Registers, owner: NewOwner, site: u16, level: usize) {
        let Some(piece) = self.memory.position.board.piece_beneath(self.shape(), site.into(), level) else { return };
        let owner = match owner {
            NewOwner::Same => piece.owner,
            NewOwner::Player(player) => player,
        };
        let piece = Piece { owner, ..piece };
        let held = self.memory.position.board.supply(self.shape(), piece);
        self.set_supply(at, piece, held + 1);
    }

    fn set_supply(&mut self, at: &mut Registers, piece: Piece, count: u32) {
        self.memory.position.set_supply(piece, count);
        self.effect(at, Done::Supply { kind: piece.kind, owner: piece.owner, count: count as u16 });
    }

    /// The topmost piece of a site goes under the moving column.
    fn tuck(&mut self, at: &mut Registers, site: u16) {
        if at.it == NONE || at.it == site || self.memory.position.board.is_empty(site.into()) {
            return;
        }
        self.capture(at, site);
        self.memory.position.tuck(site.into(), at.it.into());
        let from = SiteId(site);
        if !at.in_hand {
            self.effect(at, Done::Tuck { from, to: SiteId(at.it) });
        } else if at.lifted == 0 {
            self.effect(at, Done::Tuck { from, to: SiteId(at.lifted_from) });
        } else {
            // The column in hand lies on what it takes along.
            self.effect(at, Done::Pile { from: SiteId(at.lifted_from), to: from, count: at.lifted });
            (at.lifted_from, at.lifted) = (site, at.lifted + 1);
        }
    }

    fn become_kind(&mut self, at: &mut Registers, site: u16, kind: KindOf) {
        let Some(piece) = self.memory.position.board.piece(site.into()) else { return };
        let kind = match kind {
            KindOf::Type(kind) => kind,
            KindOf::Table(table) => match self.game.rules.table(table).entries.get(piece.kind.index()) {
                Some(Some(kind)) => PieceTypeId(*kind as u16),
                _ => return,
            },
        };
        if kind != piece.kind {
            self.memory.position.change_kind(site.into(), kind);
            self.effect_on(at, site, Done::Become { site: SiteId(site), kind });
            at.irreversible = true;
        }
    }

    /// Pieces that move at the same time.
    fn together(&mut self, at: &mut Registers, pairs: &[(u16, u16)]) -> bool {
        if pairs.iter().any(|(_, to)| !self.memory.position.board.is_empty((*to).into())) {
            at.irreversible = true;
        }
        let sites: Vec<(SiteId, SiteId)> = pairs.iter().map(|(from, to)| (SiteId(*from), SiteId(*to))).collect();
        if sites.len() > 1 {
            self.note(at, Note::Effect(Done::Together { count: sites.len() as u16 }));
        }
        sites.iter().for_each(|(from, to)| self.effect(at, Done::Move { from: *from, to: *to }));
        pairs.iter().for_each(|(from, _)| self.displaces(at, *from));
        self.memory.position.relocate_together(&sites);
        if let Some(&(_, to)) = pairs.iter().find(|(from, _)| *from == at.it) {
            at.it = to;
        }
        pairs.iter().for_each(|(_, to)| self.has_moved(at, *to));
        true
    }

    fn shift(&mut self, at: &mut Registers, set: SetId, row: Row) -> bool {
        let sites = self.set(set, at);
        let (mut pairs, mut doomed) = (Sites::new(), Sites::new());
        let mut moves: Vec<(u16, u16)> = Vec::new();
        for from in bits(sites).filter(|site| !self.memory.position.board.is_empty((*site).into())) {
            match self.link(row, from) {
                NONE => doomed.push(from),
                to => {
                    let within = has(&sites, to);
                    let hit = !within && !self.memory.position.board.is_empty(to.into());
                    if hit && self.shape().has_columns() {
                        return false;
                    }
                    if hit {
                        doomed.push(to);
                    }
                    pairs.push(from);
                    moves.push((from, to));
                }
            }
        }
        self.take_each(at, &doomed) && {
            moves.retain(|(from, _)| !self.memory.position.board.is_empty((*from).into()));
            self.together(at, &moves)
        }
    }

    fn move_one(&mut self, at: &mut Registers, from: Option<u16>, to: Option<u16>) -> bool {
        let (Some(from), Some(to)) = (from, to) else { return false };
        if self.memory.position.board.is_empty(from.into()) || from == to {
            return true;
        }
        if self.shape().has_columns() && !self.memory.position.board.is_empty(to.into()) {
            let [moved, below] = [from, to].map(|site| self.memory.position.board.height(self.shape(), site.into()));
            if moved + below > self.shape().levels() {
                return false;
            }
            self.displaces(at, from);
            self.memory.position.relocate(from.into(), to.into());
            self.effect(at, Done::Pile { from: SiteId(from), to: SiteId(to), count: moved as u16 });
            if at.it == from {
                at.it = to;
            }
            return true;
        }
        if !self.captured_at(at, to) {
            return false;
        }
        self.displaces(at, from);
        self.memory.position.relocate(from.into(), to.into());
        self.effect(at, Done::Move { from: SiteId(from), to: SiteId(to) });
        if at.it == from {
            at.it = to;
        }
        self.has_moved(at, to);
        true
    }

    fn leave(&mut self, at: &mut Registers) {
        if at.it == NONE {
            return;
        }
        let site = SiteId(if at.in_hand { at.lifted_from } else { at.it });
        self.memory.position.clear(at.it.into());
        match at.lifted {
            0 => self.effect(at, Done::Remove { site }),
            // Only the topmost of the column leave.
            lifted => (0..lifted).for_each(|_| self.effect(at, Done::Pluck { site, level: 0 })),
        }
        at.irreversible = true;
        (at.it, at.in_hand, at.carrying, at.lifted, at.has_left) = (NONE, false, false, 0, true);
    }

    /// Notes whether a site has vanished.
    fn set_closed(&mut self, at: &mut Registers, site: u16, closed: bool) {
        let place = self.game.rules.closed.map(|var| self.game.tables.places[var.index()]);
        if let Some(Place::State(first)) = place {
            self.set_state(at, first + site, i64::from(closed), false);
        }
    }

    fn set_state(&mut self, at: &mut Registers, index: u16, value: i64, add: bool) {
        let old = self.memory.position.board.variable(self.shape(), index);
        let value = cut(if add { i64::from(old).saturating_add(value) } else { value });
        if value != old {
            self.memory.position.set_variable(index, value);
            self.effect(at, Done::Assign { variable: index, value });
        }
    }

    fn keep_set(&mut self, at: &mut Registers, first: u16, set: [u64; W]) {
        for index in 0..2 * W.min(self.game.tables.width) {
            let half = (set[index / 2] >> (index % 2 * 32)) as u32;
            self.set_state(at, first + index as u16, i64::from(half as i32), false);
        }
    }

    /// Notes where the turn order goes, as far as the move says.
    fn jump(&mut self, at: &mut Registers) {
        let slot = self.slot_by_order(at);
        self.effect(at, Done::Jump { slot });
    }

    /// Does something; `false` if that has no result.
    pub(super) fn apply(&mut self, effect: EffectId, at: &mut Registers) -> bool {
        let plan = self.plan;
        match &plan.effects[effect.index()] {
            Effect::Take(subject) => {
                let sites = self.subjects(*subject, at);
                return self.take_each(at, &sites);
            }
            Effect::TakeLater(subject) => {
                for site in self.subjects(*subject, at) {
                    let dead = self.memory.taken[..at.taken.into()].contains(&site);
                    if !self.memory.position.board.is_empty(site.into()) && !dead {
                        self.capture(at, site);
                        self.memory.taken.truncate(at.taken.into());
                        self.memory.taken.push(site);
                        at.taken += 1;
                    }
                }
            }
            Effect::Put { kind, owner, at: subject } => {
                let sites = self.subjects(*subject, at);
                return self.put_each(at, &sites, *kind, *owner);
            }
            Effect::Drop { kind, owner, at: subject } => {
                let piece = Piece { kind: *kind, owner: *owner };
                let sites = self.subjects(*subject, at);
                let held = self.memory.position.board.supply(self.shape(), piece);
                if sites.is_empty() || (held as usize) < sites.len() {
                    return false;
                }
                self.set_supply(at, piece, held - sites.len() as u32);
                return self.put_each(at, &sites, *kind, NewOwner::Player(*owner));
            }
            Effect::Pocket { owner, at: subject } => {
                for site in self.subjects(*subject, at) {
                    for level in 0..self.memory.position.board.height(self.shape(), site.into()) {
                        self.pocket_one(at, *owner, site, level);
                    }
                    self.displaces(at, site);
                    self.remove(at, site);
                }
            }
            Effect::Pluck { level, owner, at: subject } => {
                for site in self.subjects(*subject, at) {
                    let height = self.memory.position.board.height(self.shape(), site.into());
                    let Some(level) = beneath(*level, height) else { continue };
                    match owner {
                        Some(owner) => self.pocket_one(at, *owner, site, level),
                        None => self.capture(at, site),
                    }
                    self.memory.position.pluck(site.into(), level);
                    self.effect_on(at, site, Done::Pluck { site: SiteId(site), level: level as u16 });
                }
            }
            Effect::Tuck(subject) => {
                for site in self.subjects(*subject, at) {
                    self.tuck(at, site);
                }
            }
            Effect::Lift(number) => {
                let count = self.number(*number, at);
                let height =
                    if at.it == NONE { 0 } else { self.memory.position.board.height(self.shape(), at.it.into()) };
                if count < 1 || count > height as i64 || at.in_hand {
                    return false;
                }
                at.lift = if count == height as i64 { 0 } else { count as u16 };
            }
            Effect::Become { kind, at: subject } => {
                for site in self.bearers(*subject, at) {
                    self.become_kind(at, site, *kind);
                }
            }
            Effect::Give { owner, at: subject } => {
                for site in self.bearers(*subject, at) {
                    let Some(piece) = self.memory.position.board.piece(site.into()) else { continue };
                    let owner = self.owner(*owner, site);
                    if piece.owner != owner {
                        self.memory.position.change_owner(site.into(), owner);
                        self.effect_on(at, site, Done::Give { site: SiteId(site), owner });
                        at.irreversible = true;
                    }
                }
            }
            Effect::Move { from, to } => {
                let from = bits(self.set(*from, at)).next();
                let to = bits(self.set(*to, at)).next();
                return self.move_one(at, from, to);
            }
            Effect::Shift { set, row } => return self.shift(at, *set, *row),
            Effect::Swap(one, other) => {
                let one = bits(self.set(*one, at)).next();
                let other = bits(self.set(*other, at)).next();
                let (Some(one), Some(other)) = (one, other) else { return false };
                let mut pairs = vec![(one, other), (other, one)];
                pairs.retain(|(from, _)| !self.memory.position.board.is_empty((*from).into()));
                return self.together(at, &pairs);
            }
            Effect::Cycle(pairs) => {
                let occupied = |pair: &&(u16, u16)| !self.memory.position.board.is_empty(pair.0.into());
                let pairs: Vec<(u16, u16)> = pairs.iter().filter(occupied).copied().collect();
                return self.together(at, &pairs);
            }
            Effect::Leave => self.leave(at),
            Effect::Out(owner) => {
                let player = self.owner(*owner, at.here);
                if let Some(word) = self.game.tables.extras.outs.filter(|_| self.game.plays(player)) {
                    let outs = self.memory.position.board.variable(self.shape(), word) | 1 << player.0;
                    self.set_state(at, word, outs.into(), false);
                }
            }
            Effect::SwapSeats => {
                if let Some(word) = self.game.tables.extras.seats {
                    let seats = self.memory.position.board.variable(self.shape(), word).clamp(0, 1);
                    self.set_state(at, word, i64::from(1 - seats), false);
                }
            }
            Effect::Close(subject) => {
                let sites = self.subjects(*subject, at);
                if !self.take_each(at, &sites) {
                    return false;
                }
                sites.iter().for_each(|site| self.set_closed(at, *site, true));
            }
            Effect::Open(subject) => {
                let saw_vanished = std::mem::replace(&mut self.sees_vanished, true);
                let sites = self.subjects(*subject, at);
                self.sees_vanished = saw_vanished;
                sites.iter().for_each(|site| self.set_closed(at, *site, false));
            }
            Effect::Assign { to, value, add } => return self.assign(at, *to, *value, *add),
            Effect::Keep { first, set } => {
                let set = self.set(*set, at);
                self.keep_set(at, *first, set);
            }
            Effect::KeepAt { array, index, set } => {
                let (index, set) = (self.number(*index, at), self.set(*set, at));
                let Some(first) = array.element(index) else { return false };
                self.keep_set(at, first, set);
            }
            Effect::Spend { faces, sum, face } => {
                let face = self.number(*face, at);
                let left = faces.iter().find(|(known, _)| i64::from(*known) == face).map(|(_, left)| *left);
                let unused = |left: &u16| self.memory.position.board.variable(self.shape(), *left) > 0;
                let Some(left) = left.filter(unused) else { return false };
                self.set_state(at, left, -1, true);
                self.set_state(at, *sum, -face, true);
            }
            Effect::ExtraTurn => {
                (at.extra, at.orders) = (true, true);
                self.jump(at);
            }
            Effect::Skip(number) => {
                let turns = self.number(*number, at).clamp(0, self.game.rules.slots.len() as i64);
                (at.skipped, at.orders) = (at.skipped.saturating_add(turns as u16), true);
                self.jump(at);
            }
            Effect::Goto(place) => {
                (at.goto, at.orders) = (*place + 1, true);
                self.jump(at);
            }
        }
        true
    }

    fn assign(&mut self, at: &mut Registers, to: Target, value: NumberId, add: bool) -> bool {
        if let Target::Element(array, index) = to {
            let (index, value) = (self.number(index, at), self.number(value, at));
            let Some(index) = array.element(index) else { return false };
            self.set_state(at, index, value, add);
            return true;
        }
        let value = self.number(value, at);
        match to {
            Target::Passing(place) => {
                let old = self.memory.numbers[usize::from(place)];
                self.pass(place, i64::from(cut(if add { old.saturating_add(value) } else { value })));
            }
            Target::State(index) => self.set_state(at, index, value, add),
            Target::Sites(first, subject) => {
                for site in self.subjects(subject, at) {
                    self.set_state(at, first + site, value, add);
                }
            }
            Target::Pieces(attribute, subject) => {
                for site in self.bearers(subject, at) {
                    if self.memory.position.board.is_empty(site.into()) {
                        continue;
                    }
                    let old = i64::from(self.memory.position.board.attribute(self.shape(), site.into(), 0, attribute));
                    let value = cut(if add { old.saturating_add(value) } else { value });
                    // As when a piece moves: a right that is gone already is no effect of the move.
                    if i64::from(value) == old && self.is_unmoved(attribute) {
                        continue;
                    }
                    self.memory.position.set_attribute(site.into(), attribute, value);
                    self.effect_on(at, site, Done::Set { site: SiteId(site), attribute, value });
                }
            }
            Target::Element(..) => {}
        }
        true
    }
}

fn cut(value: i64) -> i32 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}
