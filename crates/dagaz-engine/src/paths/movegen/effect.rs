//! Effects: what operations do to the position. `assign` has variables, `relocate` the sites of
//! pieces.

use dagaz_core::{Effect as Done, Piece, PieceTypeId, PlayerId, SiteId};
use dagaz_rules::path::KindOf;

pub(super) use super::super::look::beneath;
use super::super::plan::{Effect, EffectId, Hook, NewOwner, Subject};
use super::{Machine, NONE, ROOT, Registers, bits};

pub(super) type Sites = smallvec::SmallVec<[u16; 8]>;

impl<const W: usize> Machine<'_, W> {
    /// The type of the moving piece, as it is now.
    pub(super) fn moving_kind(&self, at: &Registers) -> Option<PieceTypeId> {
        if at.it == NONE { None } else { self.memory.position.board.piece(at.it.into()).map(|piece| piece.kind) }
    }

    #[inline]
    pub(super) fn capture(&mut self, at: &mut Registers, site: u16) {
        self.memory.captured.truncate(at.captured.into());
        self.memory.captured.push(site);
        at.captured += 1;
    }

    /// Captures the piece on a site and runs its hooks; the caller removes it. `false` if a hook
    /// fails.
    pub(super) fn captured_at(&mut self, at: &mut Registers, site: u16) -> bool {
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

    fn remove(&mut self, at: &mut Registers, site: u16) {
        if !self.memory.position.board.is_empty(site.into()) {
            self.memory.position.clear(site.into());
            self.effect_on(at, site, Done::Remove { site: SiteId(site) });
            at.irreversible = true;
        }
    }

    pub(super) fn subjects(&mut self, subject: Subject, at: &Registers) -> Sites {
        match subject {
            Subject::Here => (at.here != NONE).then_some(at.here).into_iter().collect(),
            Subject::It => (at.it != NONE).then_some(at.it).into_iter().collect(),
            Subject::Set(set) => bits(self.set(set, at)).collect(),
        }
    }

    /// As [`Machine::subjects`]; while the moving piece is carried over the site under the cursor
    /// it is the one.
    pub(super) fn bearers(&mut self, subject: Subject, at: &Registers) -> Sites {
        if subject == Subject::Here && at.carrying && at.in_hand {
            return std::iter::once(at.it).collect();
        }
        self.subjects(subject, at)
    }

    fn owner(&self, owner: NewOwner, site: u16) -> PlayerId {
        match owner {
            NewOwner::Player(player) => player,
            NewOwner::Same => self.memory.position.board.piece(site.into()).map_or(PlayerId::NONE, |piece| piece.owner),
        }
    }

    pub(super) fn take_each(&mut self, at: &mut Registers, sites: &[u16]) -> bool {
        for &site in sites {
            if !self.captured_at(at, site) {
                return false;
            }
            self.remove(at, site);
        }
        true
    }

    pub(super) fn put_each(&mut self, at: &mut Registers, sites: &[u16], kind: PieceTypeId, owner: NewOwner) -> bool {
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
}
