//! Evaluation of whole numbers and arrays.

use crate::board::SiteType;
use crate::ludeme::op::{Array, Bound, Facet, Number, PieceQuery, TrackChoice};

use super::bits::Bits;
use super::position::{MOVER, Token};
use super::run::Run;

/// What Ludii takes for infinity.
const INFINITY: i32 = 1_000_000_000;

impl<'g> Run<'g> {
    /// Returns the value of a number.
    pub(crate) fn number(&mut self, number: &'g Number) -> i32 {
        match number {
            Number::Const(value) => *value,
            Number::Bound(bound) => self.get(*bound),
            Number::Register(register) => self.position.get(*register),
            Number::OfPlayer(block, player) => {
                let player = self.number(player);
                if 0 <= player && player as usize <= self.rules.ground.players + 1 {
                    self.position.get(block + player as usize)
                } else {
                    0
                }
            }
            Number::Facet(facet, ty, site, level) => {
                let site = self.number(site);
                let level = level.as_ref().map(|level| self.number(level));
                let Some(slot) = self.slot(*ty, site) else { return 0 };
                let token = self.position.token(slot, level);
                self.facet(*facet, token)
            }
            Number::Pieces(ty, site) => {
                let site = self.number(site);
                self.slot(*ty, site).map_or(0, |slot| self.position.pieces(slot))
            }
            Number::Heap(region) => {
                let region = self.region(region);
                region.iter().fold(0, |sum, slot| sum.wrapping_add(self.position.pieces(slot)))
            }
            Number::TopLevel(ty, site) => {
                let site = self.number(site);
                let height = self.slot(*ty, site).map_or(0, |slot| self.position.height(slot) as i32);
                (height - 1).max(0)
            }
            Number::StackSizes(_, region) => {
                let region = self.region(region);
                region.iter().map(|slot| self.position.height(slot) as i32).sum()
            }
            Number::Sites(region) => self.region(region).len() as i32,
            Number::Costs(costs, region) => {
                let region = self.region(region);
                region.iter().fold(0, |sum, slot| sum.wrapping_add(costs.get(slot).copied().unwrap_or(0)))
            }
            Number::Count(query) => self.count(query),
            Number::Groups(query, least) => {
                let least = self.number(least);
                self.group_sizes(query).into_iter().filter(|size| *size >= least).count() as i32
            }
            Number::Liberties(query, at) => {
                let at = self.number(at);
                self.liberties(query, at)
            }
            Number::GroupSize(query, at) => {
                let at = self.number(at);
                match self.slot(query.ty, at) {
                    Some(slot) => self.group_of(query, slot).len() as i32,
                    None => 0,
                }
            }
            Number::Territory(ty, player, directions) => {
                let player = self.number(player);
                self.territory(*ty, player, directions)
            }
            Number::Steps(ty, directions, from, to) => {
                let from = self.number(from);
                let to = self.region(to);
                self.distance(*ty, directions, from, &to)
            }
            Number::StepsOver(ty, directions, test, from, to) => {
                let from = self.number(from);
                let to = self.region(to);
                match self.distance_over(*ty, directions, Some(test), from, &to) {
                    -1 => INFINITY,
                    steps => steps,
                }
            }
            Number::Levels { ty, at, test, stop, from_top } => {
                let site = self.number(at);
                let Some(slot) = self.slot(*ty, site) else { return 0 };
                let height = self.position.height(slot) as i32;
                let saved = self.bound;
                let mut count = 0;
                for step in 0..height {
                    self.bind(Bound::To, site);
                    self.bind(Bound::Level, if *from_top { height - 1 - step } else { step });
                    if stop.as_ref().is_some_and(|stop| self.truth(stop)) {
                        break;
                    }
                    count += i32::from(self.holds(test.as_deref()));
                }
                self.bound = saved;
                count
            }
            Number::Occurrences(value, array) => {
                let value = self.number(value);
                self.array(array).into_iter().filter(|one| *one == value).count() as i32
            }
            Number::Length(array) => self.array(array).len() as i32,
            Number::Element(array, index) => {
                let index = self.number(index);
                let array = self.array(array);
                usize::try_from(index).ok().and_then(|at| array.get(at).copied()).unwrap_or(-1)
            }
            Number::RegionSite(region, index) => {
                let index = self.number(index);
                let region = self.region(region);
                let slot = usize::try_from(index).ok().and_then(|at| region.iter().nth(at));
                slot.map_or(-1, |slot| self.rules.ground.number(slot))
            }
            Number::Pips => {
                // Dice show their faces after they are used.
                let first = self.rules.ground.dice().map_or(0, |(first, _)| first as i32);
                (0..self.dice() as i32).fold(0, |sum, die| sum.wrapping_add(self.face(first + die)))
            }
            Number::Face(site) => {
                let site = self.number(site);
                self.face(site)
            }
            Number::Active => (1..=self.rules.ground.players).filter(|player| self.is_active(*player)).count() as i32,
            Number::HandSite(player, offset) => {
                let (player, offset) = (self.number(player), self.number(offset));
                match self.rules.ground.hand(player) {
                    Some((from, sites)) if offset < sites => from + offset,
                    _ => -1,
                }
            }
            Number::MapEntry(pairs, key) => {
                let key = self.number(key);
                pairs.iter().find(|(one, _)| *one == key).map_or(key, |(_, value)| *value)
            }
            Number::TrackMove(track, from, steps) => self.track_move(track, from, steps),
            Number::TrackFirst(track, from, test) => self.track_first(track, from.as_deref(), test.as_deref()),
            Number::TrackEnd(track) => {
                let elements = self.track(track).map(|track| &track.elements);
                elements.and_then(|elements| elements.last()).map_or(-1, |last| last.site)
            }
            Number::Ahead(ty, site, steps, directions) => {
                let (site, steps) = (self.number(site), self.number(steps));
                let Some(slot) = self.slot(*ty, site) else { return -1 };
                let mut found = None;
                self.rays(directions, slot, &mut |_, ray| {
                    if found.is_none() && steps > 0 {
                        found = ray.get(steps as usize - 1).copied();
                    }
                });
                found.map_or(site, |slot| self.rules.ground.number(usize::from(slot)))
            }
            Number::Table(table, site) => {
                let site = self.number(site);
                usize::try_from(site).ok().and_then(|at| table.get(at).copied()).unwrap_or(-1)
            }
            Number::Coordinate(ty, row, column) => {
                let (row, column) = (self.number(row), self.number(column));
                let sites = &self.rules.ground.equipment.board.elements(*ty).sites;
                let found = sites.iter().position(|site| site.row as i32 == row && site.column as i32 == column);
                found.map_or(-1, |site| site as i32)
            }
            Number::Where(components, player, state) => {
                let player = self.number(player);
                let state = state.as_ref().map(|state| self.number(state));
                let list = usize::try_from(player).ok().and_then(|player| components.get(player));
                self.first_place(list.map_or(&[], Vec::as_slice), state)
            }
            Number::WhereWhat(what) => {
                let what = self.number(what);
                self.first_place(&[what.max(0) as u16], None)
            }
            Number::WhereLevel(components, player, at, from_top) => {
                let (player, at) = (self.number(player), self.number(at));
                let list = usize::try_from(player).ok().and_then(|player| components.get(player));
                let (Some(list), Some(slot)) = (list, self.slot(self.rules.ground.default_type, at)) else { return -1 };
                let levels = 0..self.position.height(slot) as i32;
                let fits = |level: &i32| list.contains(&self.position.token(slot, Some(*level)).what);
                let found = if *from_top { levels.rev().find(fits) } else { levels.into_iter().find(fits) };
                found.unwrap_or(-1)
            }
            Number::Component(by_owner, player) => {
                let player = self.number(player);
                usize::try_from(player).ok().and_then(|at| by_owner.get(at).copied()).unwrap_or(-1)
            }
            Number::Add(list) => list.iter().fold(0i32, |sum, one| sum.wrapping_add(self.number(one))),
            Number::Multiply(list) => list.iter().fold(1i32, |product, one| product.wrapping_mul(self.number(one))),
            Number::Subtract(a, b) => self.number(a).wrapping_sub(self.number(b)),
            Number::Divide(a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                a.checked_div(b).unwrap_or(0)
            }
            Number::Modulo(a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                a.checked_rem(b).unwrap_or(0)
            }
            Number::Power(a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                u32::try_from(b).map_or(0, |b| a.saturating_pow(b))
            }
            Number::Absolute(a) => self.number(a).wrapping_abs(),
            Number::Least(a, b) => self.number(a).min(self.number(b)),
            Number::Greatest(a, b) => self.number(a).max(self.number(b)),
            Number::Sum(array) => self.array(array).into_iter().fold(0, i32::wrapping_add),
            Number::Product(array) => self.array(array).into_iter().fold(1, i32::wrapping_mul),
            Number::Minimum(array) => self.array(array).into_iter().min().unwrap_or(-1),
            Number::Maximum(array) => self.array(array).into_iter().max().unwrap_or(-1),
            Number::If(test, yes, no) => {
                if self.truth(test) {
                    self.number(yes)
                } else {
                    self.number(no)
                }
            }
            Number::Random(low, high) => {
                let (low, high) = (self.number(low), self.number(high));
                low.wrapping_add(self.below(high.saturating_sub(low).saturating_add(1).max(1) as u32) as i32)
            }
            Number::Pending => self.position.pending.first().copied().unwrap_or(0),
        }
    }

    #[inline]
    pub(crate) fn facet(&self, facet: Facet, token: Token) -> i32 {
        match facet {
            Facet::What => token.what.into(),
            Facet::Who => self.position.owner_of(token.what) as i32,
            Facet::State => token.state,
            Facet::Rotation => token.rotation.into(),
            Facet::Value => token.value,
        }
    }

    fn face(&self, site: i32) -> i32 {
        let Some((first, faces)) = self.rules.ground.dice() else { return -1 };
        let Some(die) = usize::try_from(site).ok().and_then(|site| site.checked_sub(first)) else { return -1 };
        let state = self.position.top.get(first + die).map_or(0, |token| token.state);
        let value = faces.get(die).and_then(|faces| faces.get(usize::try_from(state).ok()?));
        value.map_or(-1, |value| *value as i32)
    }

    /// Returns the first site of components, by component and site.
    fn first_place(&self, components: &[u16], state: Option<i32>) -> i32 {
        for component in components {
            let Some(held) = self.position.held.get(usize::from(*component)) else { continue };
            let fits = |slot: &usize| state.is_none_or(|state| self.position.top[*slot].state == state);
            let found = held.iter().find(fits);
            if let Some(slot) = found {
                return self.rules.ground.number(slot);
            }
        }
        if self.rules.stacking {
            for slot in self.position.full.iter() {
                let fits =
                    |token: &Token| components.contains(&token.what) && state.is_none_or(|state| token.state == state);
                if self.position.stacks[slot].iter().any(fits) {
                    return self.rules.ground.number(slot);
                }
            }
        }
        -1
    }

    /// Returns the number of pieces of a query.
    pub(crate) fn count(&mut self, query: &'g PieceQuery) -> i32 {
        let players = self.players(&query.players);
        let within = query.within.as_ref().map(|region| self.region(region));
        let mut total = 0;
        let mut slots = self.position.full.clone();
        if let Some(within) = &within {
            slots.intersect_with(within);
        }
        if !self.rules.stacking {
            let mut own = self.none();
            for player in 0..self.position.own.len() {
                if players >> player & 1 != 0 {
                    own.union_with(&self.position.own[player]);
                }
            }
            slots.intersect_with(&own);
        }
        let mut at = slots.next(0);
        while let Some(slot) = at {
            at = slots.next(slot + 1);
            if query.test.is_some() {
                let saved = self.bound;
                let site = self.rules.ground.number(slot);
                self.bind(Bound::Site, site);
                self.bind(Bound::To, site);
                let holds = self.holds(query.test.as_ref());
                self.bound = saved;
                if !holds {
                    continue;
                }
            }
            let wanted = |what: u16| query.components.as_ref().is_none_or(|list| list.contains(&what));
            if self.rules.stacking {
                let fits =
                    |token: &&Token| players >> self.position.owner_of(token.what) & 1 != 0 && wanted(token.what);
                total += self.position.stacks[slot].iter().filter(fits).count() as i32;
            } else if wanted(self.position.top[slot].what) {
                total = i32::wrapping_add(total, self.position.count[slot]);
            }
        }
        total
    }

    /// Returns a track.
    pub(crate) fn track(&mut self, choice: &'g TrackChoice) -> Option<&'g crate::board::Track> {
        let index = self.track_index(choice)?;
        self.rules.ground.equipment.tracks.get(index)
    }

    fn track_index(&mut self, choice: &'g TrackChoice) -> Option<usize> {
        let player = self.number(&choice.player);
        usize::try_from(player).ok().and_then(|player| choice.by_player.get(player).copied().flatten())
    }

    /// Returns the place on a track of the piece on a site, of the site itself if it is empty.
    fn track_place(&mut self, index: usize, site: i32) -> Option<usize> {
        let rules = self.rules;
        let hairpin = rules.hairpins.iter().find(|hairpin| hairpin.track == index);
        if let (Some(hairpin), Some(slot)) = (hairpin, self.slot(rules.ground.default_type, site)) {
            let what = self.position.top[slot].what;
            if what != 0 {
                return self.place_of(hairpin, what, slot).map(usize::from);
            }
        }
        rules.ground.equipment.tracks[index].elements.iter().position(|element| element.site == site)
    }

    fn track_move(&mut self, choice: &'g TrackChoice, from: &'g Number, steps: &'g Number) -> i32 {
        let from = self.number(from);
        let Some(index) = self.track_index(choice) else { return -1 };
        let track = &self.rules.ground.equipment.tracks[index];
        let steps = self.number(steps);
        // A site off the track counts as the place behind its end.
        let at = self.track_place(index, from).unwrap_or(track.elements.len());
        let length = track.elements.len() as i32;
        let to = (at as i32).saturating_add(steps);
        let to = if track.is_loop { to.rem_euclid(length) } else { to };
        usize::try_from(to).ok().and_then(|to| track.elements.get(to)).map_or(-1, |element| element.site)
    }

    fn track_first(
        &mut self,
        choice: &'g TrackChoice,
        from: Option<&'g Number>,
        test: Option<&'g crate::ludeme::op::Truth>,
    ) -> i32 {
        let Some(track) = self.track(choice) else { return -1 };
        let first = match from {
            Some(from) => {
                let from = self.number(from);
                match track.elements.iter().position(|element| element.site == from) {
                    Some(at) => at,
                    None => return -1,
                }
            }
            None => 0,
        };
        let length = track.elements.len();
        let saved = self.bound;
        let mut found = -1;
        for step in 0..length {
            let at = first + step;
            if at >= length && !track.is_loop {
                break;
            }
            let site = track.elements[at % length].site;
            self.bind(Bound::To, site);
            if self.holds(test) {
                found = site;
                break;
            }
        }
        self.bound = saved;
        found
    }

    /// Returns the elements of an array.
    pub(crate) fn array(&mut self, array: &'g Array) -> Vec<i32> {
        match array {
            Array::Numbers(numbers) => numbers.iter().map(|one| self.number(one)).collect(),
            Array::Sites(region) => self.sites(region),
            Array::Remembered(list) => self.position.remembered.get(*list).cloned().unwrap_or_default(),
            Array::Results(from, to, value) => {
                let from = self.sites(from);
                let saved = self.bound;
                let mut values = Vec::new();
                for from in &from {
                    // The targets may depend on the site at hand.
                    self.bind(Bound::From, *from);
                    self.bind(Bound::To, saved[Bound::To as usize]);
                    for to in self.sites(to) {
                        self.bind(Bound::To, to);
                        values.push(self.number(value));
                    }
                }
                self.bound = saved;
                values
            }
            Array::GroupSizes(query, least) => {
                let least = self.number(least);
                self.group_sizes(query).into_iter().filter(|size| *size >= least).collect()
            }
            Array::Players(players, test) => {
                let players = self.players(players);
                let saved = self.bound;
                let mut list = Vec::new();
                for player in 0..32 {
                    if players >> player & 1 != 0 {
                        self.bind(Bound::Player, player);
                        if self.holds(test.as_deref()) {
                            list.push(player);
                        }
                    }
                }
                self.bound = saved;
                list
            }
            Array::Union(arrays) => {
                let mut all = Vec::new();
                for array in arrays {
                    for value in self.array(array) {
                        if !all.contains(&value) {
                            all.push(value);
                        }
                    }
                }
                all
            }
            Array::Intersection(arrays) => {
                let mut arrays = arrays.iter();
                let mut all = arrays.next().map(|array| self.array(array)).unwrap_or_default();
                for array in arrays {
                    let other = self.array(array);
                    all.retain(|value| other.contains(value));
                }
                all
            }
            Array::Difference(from, less) => {
                let mut all = self.array(from);
                // Each value takes one of its equals away.
                for value in self.array(less) {
                    if let Some(at) = all.iter().position(|one| *one == value) {
                        all.remove(at);
                    }
                }
                all
            }
            Array::If(test, yes, no) => {
                if self.truth(test) {
                    self.array(yes)
                } else {
                    self.array(no)
                }
            }
        }
    }

    /// Returns the sites of a region by number.
    fn sites(&mut self, region: &'g crate::ludeme::op::Region) -> Vec<i32> {
        let bits = self.region(region);
        bits.iter().map(|slot| self.rules.ground.number(slot)).collect()
    }

    /// Returns the empty neighbours of a group.
    fn liberties(&mut self, query: &'g crate::ludeme::op::GroupQuery, at: i32) -> i32 {
        let Some(slot) = self.slot(query.ty, at) else { return 0 };
        let group = self.group_of(query, slot);
        let mut found = self.none();
        for slot in group.iter() {
            if let Some(table) = self.table(&query.directions, slot) {
                for near in table.steps(slot) {
                    if !self.position.full.contains(near) {
                        found.insert(near);
                    }
                }
            }
        }
        found.len() as i32
    }

    /// Returns the slots of values that are sites of a type.
    pub(crate) fn slots_of(&self, ty: SiteType, sites: &[i32]) -> Bits {
        self.rules.ground.bits(ty, sites.iter().copied())
    }

    /// Returns the number of the player to move, for rules that say nothing else.
    pub(crate) fn mover_number(&self) -> i32 {
        self.position.get(MOVER)
    }
}
