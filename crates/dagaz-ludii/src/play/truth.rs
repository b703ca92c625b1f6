//! Evaluation of conditions.

use crate::ludeme::op::{Bound, Compare, LineQuery, Number, PieceQuery, Play, Players, Region, Truth};
use crate::ludeme::{Block, block_start};
use crate::rules::radials::Line;

use super::position::{DICE_EQUAL, LAST_PASS, MOVER, NEXT, PASSES, PREV, Token};
use super::run::Run;

impl<'g> Run<'g> {
    /// Returns whether a condition holds.
    pub(crate) fn truth(&mut self, truth: &'g Truth) -> bool {
        match truth {
            Truth::Const(value) => *value,
            Truth::Not(one) => !self.truth(one),
            Truth::And(list) => list.iter().all(|one| self.truth(one)),
            Truth::Or(list) => list.iter().any(|one| self.truth(one)),
            Truth::Xor(a, b) => self.truth(a) != self.truth(b),
            Truth::If(test, yes, no) => {
                if self.truth(test) {
                    self.truth(yes)
                } else {
                    self.truth(no)
                }
            }
            Truth::Compare(how, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                match how {
                    Compare::Equal => a == b,
                    Compare::Unequal => a != b,
                    Compare::Less => a < b,
                    Compare::LessOrEqual => a <= b,
                    Compare::Greater => a > b,
                    Compare::GreaterOrEqual => a >= b,
                }
            }
            Truth::SameRegion(a, b) => self.region(a) == self.region(b),
            Truth::Empty(ty, site) => {
                let site = self.number(site);
                self.slot(*ty, site).is_some_and(|slot| !self.position.full.contains(slot))
            }
            Truth::Occupied(ty, site) => {
                let site = self.number(site);
                self.slot(*ty, site).is_some_and(|slot| self.position.full.contains(slot))
            }
            Truth::In(site, region) => {
                let site = self.number(site);
                self.is_in(site, region)
            }
            Truth::AllIn(sites, region) => {
                let region = self.region(region);
                let ty = self.rules.ground.default_type;
                sites.iter().all(|site| {
                    let site = self.number(site);
                    self.slot(ty, site).is_some_and(|slot| region.contains(slot))
                })
            }
            Truth::InArray(value, array) => {
                let value = self.number(value);
                self.array(array).contains(&value)
            }
            Truth::Enemy(player) => {
                let player = self.number(player);
                player > 0 && self.is_enemy(player as usize)
            }
            Truth::Friend(player) => {
                let player = self.number(player);
                player >= 0 && self.is_friend(player as usize)
            }
            Truth::Active(player) => {
                let player = self.number(player);
                player > 0 && self.is_active(player as usize)
            }
            Truth::Odd(number) => self.number(number) % 2 != 0,
            Truth::Visited(site) => {
                let site = self.number(site);
                let ty = self.rules.ground.default_type;
                self.slot(ty, site).is_some_and(|slot| self.position.visited.contains(slot))
            }
            Truth::AnyDie(value) => {
                let value = self.number(value);
                (0..self.dice()).any(|die| self.position.get(self.die_register(die)) == value)
            }
            Truth::Pending => !self.position.pending.is_empty(),
            Truth::Full => {
                let mut board = self.rules.ground.board(self.rules.ground.default_type);
                board.subtract(&self.position.full);
                board.is_empty()
            }
            Truth::Triggered(event, player) => {
                let player = self.number(player);
                player >= 0 && self.position.get(self.event_register(*event, player as usize)) != 0
            }
            Truth::Within(_, what, region) => {
                let what = self.number(what);
                let region = self.region(region);
                region.iter().any(|slot| i32::from(self.position.top[slot].what) == what && what != 0)
            }
            Truth::Threatened(what, region, play) => {
                let what = what.as_ref().map(|what| self.number(what));
                self.threatened(what, region, play.as_deref())
            }
            Truth::Line(query) => self.line(query),
            Truth::Connected { number, at, directions, ty, regions, role } => {
                let at = self.number(at);
                let role = self.number(role);
                let Some(slot) = self.slot(*ty, at) else { return false };
                let Some(regions) = usize::try_from(role).ok().and_then(|role| regions.get(role)) else {
                    return false;
                };
                if role > 0 && self.position.who(slot) as i32 != role {
                    return false;
                }
                let wanted = match number {
                    Some(number) => self.number(number).max(0) as usize,
                    None => regions.len(),
                };
                self.touches(slot, directions, regions, wanted)
            }
            Truth::Related(directions, from, to) => {
                let from = self.number(from);
                let to = self.region(to);
                let Some(slot) = self.slot(self.rules.ground.default_type, from) else { return false };
                self.table(directions, slot).is_some_and(|table| table.steps(slot).any(|near| to.contains(near)))
            }
            Truth::AllSites(region, test) => {
                let region = self.region(region);
                let saved = self.bound;
                let mut all = true;
                let mut at = region.next(0);
                while let Some(slot) = at {
                    at = region.next(slot + 1);
                    self.bind(Bound::Site, self.rules.ground.number(slot));
                    if !self.truth(test) {
                        all = false;
                        break;
                    }
                }
                self.bound = saved;
                all
            }
            Truth::AllValues(array, test) => {
                let saved = self.bound;
                let mut all = true;
                for value in self.array(array) {
                    self.bind(Bound::Value, value);
                    all &= self.truth(test);
                }
                self.bound = saved;
                all
            }
            Truth::AllDifferent(region, test) => {
                let region = self.region(region);
                let saved = self.bound;
                let mut seen = Vec::new();
                let mut different = true;
                for slot in region.iter() {
                    self.bind(Bound::Site, self.rules.ground.number(slot));
                    let what = self.position.top[slot].what;
                    different &= self.holds(test.as_deref()) && !seen.contains(&what);
                    seen.push(what);
                }
                self.bound = saved;
                different
            }
            Truth::Tree(kind, players) => self.is_tree(*kind, players),
            Truth::Cycle(players, low, high) => {
                let (low, high) = (self.number(low), self.number(high));
                self.closes_cycle(players, low, high)
            }
            Truth::Pattern { ty, paths, from, whats } => {
                let from = self.number(from);
                self.slot(*ty, from).is_some_and(|slot| self.is_pattern(paths, slot, whats.as_deref()))
            }
            Truth::Loop { ty, table, outline } => self.has_loop(*ty, *table, outline),
            Truth::AllPassed => self.all_passed(),
            Truth::DiceUsed => (0..self.dice()).all(|die| self.position.get(self.die_register(die)) == 0),
            Truth::DiceEqual => self.position.get(DICE_EQUAL) != 0,
            Truth::CanMove(play) => self.can_move(play),
            Truth::NoMoves(players) => self.no_moves(players),
            Truth::NoPieces(query) => self.no_pieces(query),
            Truth::Flat(ty, directions, site) => {
                let site = self.number(site);
                let Some(slot) = self.slot(*ty, site) else { return false };
                self.table(directions, slot)
                    .is_none_or(|table| table.steps(slot).all(|below| self.position.full.contains(below)))
            }
            Truth::Target(whats, sites) => {
                let whats: Vec<i32> = whats.iter().map(|what| self.number(what)).collect();
                sites.len() <= whats.len()
                    && sites.iter().zip(whats).all(|(slot, what)| i32::from(self.position.top[*slot].what) == what)
            }
            Truth::WasPass => self.position.get(LAST_PASS) != 0,
            Truth::Repeat => {
                let key = self.position_key(false);
                self.position.history.contains(&key)
            }
        }
    }

    /// Returns whether all players passed in their last turns.
    pub(crate) fn all_passed(&self) -> bool {
        self.position.get(PASSES) >= self.rules.ground.players as i32
    }

    fn is_in(&mut self, site: i32, region: &'g Region) -> bool {
        match region {
            Region::Const(bits) => {
                let mut types = self.rules.ground.types();
                types.any(|ty| self.slot(ty, site).is_some_and(|slot| bits.contains(slot)))
            }
            // Values that are no sites can be pending or remembered.
            Region::Pending => self.position.pending.contains(&site),
            Region::OfArray(_, array) => site >= 0 && self.array(array).contains(&site),
            Region::Sites(_, sites) => sites.iter().any(|one| self.number(one) == site) && site >= 0,
            Region::Union(list) => list.iter().any(|one| self.is_in(site, one)),
            Region::ByPlayer(list, player) => {
                let player = self.number(player);
                let one = usize::try_from(player).ok().and_then(|player| list.get(player));
                one.is_some_and(|one| self.is_in(site, one))
            }
            _ => {
                // A region is a set of numbers, for all types of sites.
                let bits = self.region(region);
                let mut types = self.rules.ground.types();
                types.any(|ty| self.slot(ty, site).is_some_and(|slot| bits.contains(slot)))
            }
        }
    }

    fn no_pieces(&mut self, query: &'g PieceQuery) -> bool {
        if !self.rules.stacking && query.components.is_none() && query.within.is_none() && query.test.is_none() {
            let players = self.players(&query.players);
            return (0..self.position.own.len())
                .all(|player| players >> player & 1 == 0 || self.position.own[player].is_empty());
        }
        self.count(query) == 0
    }

    fn can_move(&mut self, play: &'g Play) -> bool {
        let mut list = self.take_list();
        let postpones = std::mem::take(&mut self.postpones);
        self.generate(play, &mut list);
        self.postpones = postpones;
        let found = !list.list.is_empty();
        self.give_list(list);
        found
    }

    /// Returns whether players have no move. The next player's moves are worked out, others' are
    /// remembered.
    fn no_moves(&mut self, players: &'g Players) -> bool {
        if let Players::One(Number::Register(NEXT)) = players {
            if self.asking {
                return false;
            }
            return !self.next_can_move();
        }
        let wanted = self.players(players);
        let known = (1 << (self.rules.ground.players + 1)) - 2;
        if wanted & known == 0 {
            return false;
        }
        let stalemated = block_start(self.rules.ground.players, Block::Stalemated);
        (1..=self.rules.ground.players)
            .filter(|player| wanted >> player & 1 != 0)
            .all(|player| self.position.get(stalemated + player) != 0)
    }

    fn next_can_move(&mut self) -> bool {
        let (mover, next) = (self.position.get(MOVER), self.position.get(NEXT));
        let start = self.position.begin();
        let saved = std::mem::replace(&mut self.bound, [-1; 8]);
        self.asking = true;
        let postpones = std::mem::take(&mut self.postpones);
        self.position.set(PREV, mover);
        self.position.set(MOVER, next);
        let after = self.player_after(next as usize) as i32;
        self.position.set(NEXT, after);
        let mut list = self.take_list();
        self.generate_legal(&mut list);
        let found = !list.list.is_empty();
        self.give_list(list);
        self.asking = false;
        self.postpones = postpones;
        self.bound = saved;
        self.position.back(start);
        found
    }

    /// Returns whether a move of an enemy leads to one of some sites.
    fn threatened(&mut self, what: Option<i32>, region: &'g Region, play: Option<&'g Play>) -> bool {
        if self.asking {
            return false;
        }
        let sites = self.region(region);
        let mut at = sites.next(0);
        while let Some(slot) = at {
            at = sites.next(slot + 1);
            if self.threatened_at(what, slot, play) {
                return true;
            }
        }
        false
    }

    fn threatened_at(&mut self, what: Option<i32>, slot: usize, play: Option<&'g Play>) -> bool {
        let rules = self.rules;
        let mut what = what.unwrap_or(-1);
        if what < 1 {
            what = self.position.top[slot].what.into();
        }
        if what < 1 {
            return false;
        }
        let owner = self.position.owner_of(what as u16);
        let start = self.position.begin();
        let saved = std::mem::replace(&mut self.bound, [-1; 8]);
        self.asking = true;
        let postpones = std::mem::take(&mut self.postpones);
        if !self.position.full.contains(slot) && rules.ground.default_type == crate::board::SiteType::Cell {
            let token = Token { what: what as u16, ..Token::default() };
            if rules.stacking {
                self.position.push(slot, token);
            } else {
                self.position.put(slot, token, 1);
            }
        }
        let mut found = false;
        let mut list = self.take_list();
        let site = rules.ground.number(slot);
        if let Some(play) = play {
            // Moves that the rules name are those of the present mover.
            self.generate(play, &mut list);
            found = list.list.iter().any(|one| one.to == site);
        }
        let enemies = if play.is_some() { 0 } else { rules.ground.players };
        for enemy in 1..=enemies {
            if enemy == owner || found {
                continue;
            }
            self.position.set(PREV, owner as i32);
            self.position.set(MOVER, enemy as i32);
            self.position.set(NEXT, owner as i32);
            let phase = self.phase_of(enemy);
            self.generate(&rules.phases[phase].play, &mut list);
            found = list.list.iter().any(|one| one.to == site);
            list.clear();
        }
        self.give_list(list);
        self.asking = false;
        self.postpones = postpones;
        self.bound = saved;
        self.position.back(start);
        found
    }

    fn line(&mut self, query: &'g LineQuery) -> bool {
        let slots = match &query.through {
            Ok(site) => {
                let site = self.number(site);
                let mut bits = self.none();
                if let Some(slot) = self.slot(query.ty, site) {
                    bits.insert(slot);
                }
                bits
            }
            Err(region) => self.region(region),
        };
        let length = self.number(&query.length);
        let exact = self.truth(&query.exact);
        let whats: Option<Vec<i32>> =
            query.whats.as_ref().map(|list| list.iter().map(|what| self.number(what)).collect());
        let who = query.who.as_ref().map(|who| self.players(who));
        let mut at = slots.next(0);
        while let Some(slot) = at {
            at = slots.next(slot + 1);
            if self.line_through(query, slot, length, exact, whats.as_deref(), who) {
                return true;
            }
        }
        false
    }

    fn line_through(
        &mut self,
        query: &'g LineQuery,
        slot: usize,
        length: i32,
        exact: bool,
        whats: Option<&[i32]>,
        who: Option<u32>,
    ) -> bool {
        let height = if query.by_level { self.position.height(slot) } else { 1 };
        let own = if query.by_level {
            self.position.stacks.get(slot).and_then(|stack| stack.last()).copied().unwrap_or_default().what
        } else {
            self.position.top[slot].what
        };
        let level = height.saturating_sub(1);
        let fits = |this: &mut Self, slot: usize, level: usize| {
            let token = if query.by_level {
                this.position.stacks.get(slot).and_then(|stack| stack.get(level)).copied().unwrap_or_default()
            } else {
                this.position.top[slot]
            };
            let piece = match (whats, who) {
                (Some(whats), _) => whats.contains(&i32::from(token.what)),
                (_, Some(who)) => token.what != 0 && who >> this.position.owner_of(token.what) & 1 != 0,
                _ => token.what == own && own != 0,
            };
            if !piece || query.test.is_none() {
                return piece;
            }
            let saved = this.bound;
            this.bind(Bound::To, this.rules.ground.number(slot));
            let holds = this.holds(query.test.as_ref());
            this.bound = saved;
            holds
        };
        if !fits(self, slot, level) {
            return false;
        }
        let enough = |count: i32| if exact { count == length } else { count >= length };
        let rules = self.rules;
        if query.by_level && self.tower(slot, own, length, exact) {
            return true;
        }
        let lines: &'g [Line] = &rules.lines[query.lines].through[slot];
        for line in lines {
            let slopes: &[i32] = if query.by_level { &[-1, 0, 1] } else { &[0] };
            for slope in slopes {
                let run = |this: &mut Self, ray: &'g [u16], slope: i32| {
                    let mut count = 0;
                    for (step, slot) in ray.iter().enumerate() {
                        let level = level as i32 + slope * (step as i32 + 1);
                        if level < 0 || !fits(this, usize::from(*slot), level as usize) {
                            break;
                        }
                        count += 1;
                    }
                    count
                };
                let count = 1 + run(self, &line.ray, *slope);
                if enough(count) && (line.opposite.is_empty() || !exact) {
                    return true;
                }
                for opposite in &line.opposite {
                    if enough(count + run(self, opposite, -*slope)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Returns whether the top of a stack is a run of one component of a length.
    fn tower(&self, slot: usize, what: u16, length: i32, exact: bool) -> bool {
        let Some(stack) = self.position.stacks.get(slot) else { return false };
        let run = stack.iter().rev().take_while(|token| token.what == what).count() as i32;
        if exact { run == length } else { run >= length }
    }
}
