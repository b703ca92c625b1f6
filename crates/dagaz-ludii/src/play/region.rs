//! Evaluation of regions.

use crate::board::SiteType;
use crate::ludeme::op::{AroundKind, Bound, Directions, Number, Region, SightKind, TrackChoice, Truth};

use super::bits::Bits;
use super::run::Run;

impl<'g> Run<'g> {
    /// Returns the slots of a region.
    pub(crate) fn region(&mut self, region: &'g Region) -> Bits {
        match region {
            Region::Const(bits) => bits.clone(),
            Region::Sites(ty, sites) => {
                let mut bits = self.none();
                for site in sites {
                    let site = self.number(site);
                    if let Some(slot) = self.slot(*ty, site) {
                        bits.insert(slot);
                    }
                }
                bits
            }
            Region::OfArray(ty, array) => {
                let array = self.array(array);
                self.slots_of(*ty, &array)
            }
            Region::ByPlayer(list, player) => {
                let player = self.number(player);
                match usize::try_from(player).ok().and_then(|player| list.get(player)) {
                    Some(one) => self.region(one),
                    None => self.none(),
                }
            }
            Region::Empty(board) => {
                let mut bits = board.clone();
                bits.subtract(&self.position.full);
                bits
            }
            Region::Occupied { players, components, within, any_level } => {
                let players = self.players(players);
                let mut bits = self.none();
                if *any_level {
                    for slot in self.position.full.iter() {
                        let fits = |what: u16| {
                            players >> self.position.owner_of(what) & 1 != 0
                                && components.as_ref().is_none_or(|list| list.contains(&what))
                        };
                        if self.position.stacks[slot].iter().any(|token| fits(token.what)) {
                            bits.insert(slot);
                        }
                    }
                } else if let Some(components) = components {
                    for component in components {
                        if players >> self.position.owner_of(*component) & 1 != 0 {
                            bits.union_with(&self.position.held[usize::from(*component)]);
                        }
                    }
                } else {
                    for player in 0..self.position.own.len() {
                        if players >> player & 1 != 0 {
                            bits.union_with(&self.position.own[player]);
                        }
                    }
                }
                bits.intersect_with(within);
                bits
            }
            Region::Union(list) => {
                let mut bits = self.none();
                for one in list {
                    bits.union_with(&self.region(one));
                }
                bits
            }
            Region::Intersection(list) => {
                let mut list = list.iter();
                let mut bits = match list.next() {
                    Some(one) => self.region(one),
                    None => self.none(),
                };
                for one in list {
                    bits.intersect_with(&self.region(one));
                }
                bits
            }
            Region::Difference(from, less) => {
                let mut bits = self.region(from);
                bits.subtract(&self.region(less));
                bits
            }
            Region::Expand(_, of, steps, directions) => {
                let mut bits = self.region(of);
                let steps = self.number(steps);
                let mut ring: Vec<usize> = bits.iter().collect();
                for _ in 0..steps.max(0) {
                    ring = self.ring_after(&ring, &mut bits, directions, None);
                    if ring.is_empty() {
                        break;
                    }
                }
                bits
            }
            Region::Filter(ty, of, test) => {
                let bits = self.region(of);
                self.filter(*ty, bits, test)
            }
            Region::ForPlayers(players, of) => {
                let players = self.players(players);
                let values = (0..32).filter(|player| players >> player & 1 != 0).collect();
                self.for_values(values, of)
            }
            Region::ForArray(array, of) => {
                let values = self.array(array);
                self.for_values(values, of)
            }
            Region::ForSites(_, of, each) => {
                let of = self.region(of);
                let saved = self.bound;
                let mut bits = self.none();
                for slot in of.iter() {
                    self.bind(Bound::Site, self.rules.ground.number(slot));
                    bits.union_with(&self.region(each));
                }
                self.bound = saved;
                bits
            }
            Region::If(test, yes, no) => {
                if self.truth(test) {
                    self.region(yes)
                } else {
                    self.region(no)
                }
            }
            Region::Around { of, kind, distance, directions, test, includes_self, .. } => {
                let of = self.region(of);
                let distance = distance.as_ref().map_or(1, |distance| self.number(distance));
                self.around(&of, *kind, distance, directions, test.as_deref(), *includes_self)
            }
            Region::Direction { from, directions, included, stop, stop_included, distance, .. } => {
                let from = self.region(from);
                let distance = distance.as_ref().map_or(i32::MAX, |distance| self.number(distance));
                let included = included.as_ref().is_some_and(|test| self.truth(test));
                self.in_directions(&from, directions, included, stop.as_deref(), stop_included.as_deref(), distance)
            }
            Region::Sight { ty, kind, at, directions } => {
                let at = self.number(at);
                self.sight(*ty, *kind, at, directions)
            }
            Region::Between { ty, directions, from, from_included, to, to_included, test } => {
                self.between(*ty, directions, (from, from_included), (to, to_included), test.as_deref())
            }
            Region::Distance(ty, directions, test, from, low, high) => {
                let (from, low, high) = (self.number(from), self.number(low), self.number(high));
                self.at_distances(*ty, (directions, test.as_deref()), from, low, high)
            }
            Region::Walk(ty, ends, from) => {
                let from = self.number(from);
                let mut bits = self.none();
                if let Some(slot) = self.slot(*ty, from) {
                    let facing = self.rules.components[usize::from(self.position.top[slot].what)].facing;
                    ends.from(facing, slot).iter().for_each(|(end, _)| bits.insert(usize::from(*end)));
                }
                bits
            }
            Region::Winning(player, play) => {
                let player = self.number(player);
                self.winning(player, play)
            }
            Region::Group(query, from) => {
                let from = self.region(from);
                let mut bits = self.none();
                for slot in from.iter() {
                    bits.union_with(&self.group_of(query, slot));
                }
                bits
            }
            Region::Incident(table, at, owner) => {
                let at = self.number(at);
                let owner = owner.as_ref().map(|owner| self.players(owner));
                let near = usize::try_from(at).ok().and_then(|at| table.get(at));
                let mut bits = self.none();
                for slot in near.into_iter().flatten() {
                    let fits =
                        |owner: u32| self.position.full.contains(*slot) && owner >> self.position.who(*slot) & 1 != 0;
                    if owner.is_none_or(fits) {
                        bits.insert(*slot);
                    }
                }
                bits
            }
            Region::State(ty, state) => {
                let state = self.number(state);
                let board = self.rules.ground.board(*ty);
                let mut bits = self.none();
                for slot in board.iter() {
                    if self.position.top[slot].state == state {
                        bits.insert(slot);
                    }
                }
                bits
            }
            Region::Index(table, index) => {
                let index = self.number(index);
                usize::try_from(index).ok().and_then(|at| table.get(at).cloned()).unwrap_or_else(|| self.none())
            }
            Region::Track(track, from, to) => self.of_track(track, from.as_deref(), to.as_deref()),
            Region::FromOf(play) => self.ends_of(play, |one| one.from),
            Region::ToOf(play) => self.ends_of(play, |one| one.to),
            Region::ToClear => self.position.to_clear.clone(),
            Region::Pending => {
                let ty = self.rules.ground.default_type;
                let pending = self.position.pending.clone();
                self.slots_of(ty, &pending)
            }
            Region::Bound => self.group.clone(),
            Region::Random(of, number) => {
                let of = self.region(of);
                let number = self.number(number).max(0) as usize;
                let mut slots: Vec<usize> = of.iter().collect();
                let mut bits = self.none();
                for _ in 0..number.min(slots.len()) {
                    let drawn = self.below(slots.len() as u32) as usize;
                    bits.insert(slots.swap_remove(drawn));
                }
                bits
            }
        }
    }

    fn filter(&mut self, _ty: SiteType, mut bits: Bits, test: &'g Truth) -> Bits {
        let saved = self.bound;
        let mut at = bits.next(0);
        while let Some(slot) = at {
            at = bits.next(slot + 1);
            self.bind(Bound::Site, self.rules.ground.number(slot));
            if !self.truth(test) {
                bits.remove(slot);
            }
        }
        self.bound = saved;
        bits
    }

    fn for_values(&mut self, values: Vec<i32>, of: &'g Region) -> Bits {
        let saved = self.bound;
        let mut bits = self.none();
        for player in values {
            self.bind(Bound::Player, player);
            bits.union_with(&self.region(of));
        }
        self.bound = saved;
        bits
    }

    fn around(
        &mut self,
        of: &Bits,
        kind: AroundKind,
        distance: i32,
        directions: &'g Directions,
        test: Option<&'g Truth>,
        includes_self: bool,
    ) -> Bits {
        let mut bits = self.none();
        for start in of.iter() {
            self.rays(directions, start, &mut |this, ray| {
                let Some(slot) = ray.get((distance - 1).max(0) as usize) else { return };
                let slot = usize::from(*slot);
                let who = this.position.who(slot);
                let full = this.position.full.contains(slot);
                let fits = match kind {
                    AroundKind::Any => true,
                    AroundKind::Empty => !full,
                    AroundKind::NotEmpty => full,
                    AroundKind::Own => this.is_friend(who) && full,
                    AroundKind::NotOwn => !this.is_friend(who),
                    AroundKind::Enemy => this.is_enemy(who),
                    AroundKind::NotEnemy => !this.is_enemy(who),
                };
                if !fits {
                    return;
                }
                let saved = this.bound;
                this.bind(Bound::To, this.rules.ground.number(slot));
                if this.holds(test) {
                    bits.insert(slot);
                }
                this.bound = saved;
            });
        }
        for slot in of.iter() {
            if includes_self {
                bits.insert(slot);
            } else {
                bits.remove(slot);
            }
        }
        bits
    }

    fn in_directions(
        &mut self,
        from: &Bits,
        directions: &'g Directions,
        included: bool,
        stop: Option<&'g Truth>,
        stop_included: Option<&'g Truth>,
        distance: i32,
    ) -> Bits {
        let mut bits = self.none();
        for start in from.iter() {
            if included {
                bits.insert(start);
            }
            self.rays(directions, start, &mut |this, ray| {
                let saved = this.bound;
                for (step, slot) in ray.iter().enumerate() {
                    if step as i32 >= distance {
                        break;
                    }
                    let slot = usize::from(*slot);
                    this.bind(Bound::To, this.rules.ground.number(slot));
                    if stop.is_some_and(|stop| this.truth(stop)) {
                        if stop_included.is_some_and(|test| this.truth(test)) {
                            bits.insert(slot);
                        }
                        break;
                    }
                    bits.insert(slot);
                }
                this.bound = saved;
            });
        }
        bits
    }

    fn sight(&mut self, ty: SiteType, kind: SightKind, at: i32, directions: &'g Directions) -> Bits {
        let mut bits = self.none();
        let Some(start) = self.slot(ty, at) else { return bits };
        self.rays(directions, start, &mut |this, ray| {
            let mut last = None;
            for slot in ray {
                let slot = usize::from(*slot);
                if this.position.full.contains(slot) {
                    if kind == SightKind::Piece {
                        bits.insert(slot);
                    }
                    break;
                }
                if kind == SightKind::Empty {
                    bits.insert(slot);
                }
                last = Some(slot);
            }
            if let (SightKind::Farthest, Some(last)) = (kind, last) {
                bits.insert(last);
            }
        });
        bits
    }

    fn between(
        &mut self,
        ty: SiteType,
        directions: &'g Directions,
        (from, from_included): (&'g Number, &'g Truth),
        (to, to_included): (&'g Number, &'g Truth),
        test: Option<&'g Truth>,
    ) -> Bits {
        let mut bits = self.none();
        let (from, to) = (self.number(from), self.number(to));
        let (Some(from), Some(to)) = (self.slot(ty, from), self.slot(ty, to)) else { return bits };
        if self.truth(from_included) {
            bits.insert(from);
        }
        if self.truth(to_included) {
            bits.insert(to);
        }
        self.rays(directions, from, &mut |this, ray| {
            let Some(end) = ray.iter().position(|slot| usize::from(*slot) == to) else { return };
            let saved = this.bound;
            for slot in &ray[..end] {
                let slot = usize::from(*slot);
                this.bind(Bound::Between, this.rules.ground.number(slot));
                if this.holds(test) {
                    bits.insert(slot);
                }
            }
            this.bound = saved;
        });
        bits
    }

    /// Returns the targets of the moves of a player that make the player win.
    fn winning(&mut self, player: i32, play: &'g crate::ludeme::op::Play) -> Bits {
        let mut bits = self.none();
        let begun = self.position.begin();
        let mover = self.mover();
        self.position.set(super::position::MOVER, player);
        if player as usize != mover {
            self.position.set(super::position::NEXT, mover as i32);
        }
        let mut list = self.take_list();
        self.generate(play, &mut list);
        let trace = self.trace.take();
        for one in &list.list {
            let before = self.position.begin();
            let saved = std::mem::replace(&mut self.bound, [-1; 8]);
            self.apply_whole(&list, one);
            self.end_rules(player.max(0) as usize);
            let wins = self.ranks().get((player - 1).max(0) as usize) == Some(&2);
            self.bound = saved;
            self.position.back(before);
            if let Some(slot) = self.slot(self.rules.ground.default_type, one.to).filter(|_| wins) {
                bits.insert(slot);
            }
        }
        self.trace = trace;
        self.give_list(list);
        self.position.back(begun);
        bits
    }

    fn at_distances(
        &mut self,
        ty: SiteType,
        (directions, test): (&'g Directions, Option<&'g Truth>),
        from: i32,
        low: i32,
        high: i32,
    ) -> Bits {
        let mut bits = self.none();
        let Some(start) = self.slot(ty, from) else { return bits };
        let mut seen = self.none();
        seen.insert(start);
        let mut ring = vec![start];
        let mut steps = 0;
        while !ring.is_empty() && steps < high {
            ring = self.ring_after(&ring, &mut seen, directions, test);
            steps += 1;
            if steps >= low {
                ring.iter().for_each(|slot| bits.insert(*slot));
            }
        }
        bits
    }

    fn of_track(&mut self, track: &'g TrackChoice, from: Option<&'g Number>, to: Option<&'g Number>) -> Bits {
        let from = from.map(|from| self.number(from));
        let to = to.map(|to| self.number(to));
        let mut bits = self.none();
        let Some(track) = self.track(track) else { return bits };
        let ty = self.rules.ground.default_type;
        let elements = &track.elements;
        let place = |site: i32| elements.iter().position(|element| element.site == site);
        let first = match from {
            Some(from) => place(from),
            None => Some(0),
        };
        let last = match to {
            Some(to) => place(to),
            None => elements.len().checked_sub(1),
        };
        let Some(first) = first else { return bits };
        // Without its end the way goes round the whole loop.
        if last.is_none() && !track.is_loop {
            return bits;
        }
        let length = elements.len();
        let mut at = first;
        for _ in 0..length {
            if let Some(slot) = self.slot(ty, elements[at].site) {
                bits.insert(slot);
            }
            if last.is_some_and(|last| at == last || track.is_loop && elements[at].site == elements[last].site) {
                break;
            }
            at += 1;
            if at == length {
                if !track.is_loop {
                    break;
                }
                at = 0;
            }
        }
        bits
    }

    fn ends_of(&mut self, play: &'g crate::ludeme::op::Play, end: fn(&super::action::Move) -> i32) -> Bits {
        let mut list = self.take_list();
        let postpones = std::mem::take(&mut self.postpones);
        self.generate(play, &mut list);
        self.postpones = postpones;
        let ty = self.rules.ground.default_type;
        let sites: Vec<i32> = list.list.iter().map(end).collect();
        self.give_list(list);
        self.slots_of(ty, &sites)
    }
}
