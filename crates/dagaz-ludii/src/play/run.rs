//! The state of playing one game.

use crate::board::SiteType;
use crate::ludeme::op::{Apply, Bound, Directions, Place, Players, Truth};
use crate::rules::Rules;
use crate::rules::radials::Radials;

use super::action::{Action, Move, Moves, NONE};
use super::bits::Bits;
use super::position::{LAST_FROM, LAST_TO, MOVER, NEXT, Position};

/// Bound variables by `Bound as usize`.
pub(crate) type Bindings = [i32; 8];

/// Depth of nested generators and consequences up to which a game is played.
const DEPTH_MAX: usize = 60;
/// Steps of one ply up to which a game is played.
pub(crate) const FUEL_MAX: u64 = 2_000_000;

/// A game that is being played.
pub struct Run<'g> {
    /// Its rules.
    pub rules: &'g Rules,
    /// Its position.
    pub position: Position,
    /// Faces of the dice to come, fed from outside; random ones where there are none.
    pub fed: Vec<u32>,
    /// Actions that have been applied, if they are asked for.
    pub trace: Option<Vec<Action>>,
    /// Whether a limit was hit, so that the moves cannot be relied on.
    pub exhausted: bool,
    pub(crate) bound: Bindings,
    pub(crate) group: Bits,
    pub(crate) pool: Vec<Moves>,
    pub(crate) random: u64,
    pub(crate) rolled: Vec<u32>,
    pub(crate) asking: bool,
    /// A slot reached in a direction, and the compass point of that direction, which is the facing
    /// there.
    pub(crate) heading: Option<(usize, usize)>,
    pub(crate) postpones: bool,
    pub(crate) provisos: Vec<super::playout::Proviso<'g>>,
    pub(crate) losing: u32,
    pub(crate) depth: usize,
    pub(crate) fuel: u64,
}

/// The buffers of a game in play, reused between calls.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) position: Position,
    pub(crate) group: Bits,
    pub(crate) pool: Vec<Moves>,
}

/// Sites of a clause.
pub(crate) enum Slots {
    /// One slot or none.
    One(Option<usize>),
    /// Several.
    Many(Bits),
}

impl Slots {
    /// Returns the first slot at or above `from`.
    #[inline]
    pub(crate) fn next(&self, from: usize) -> Option<usize> {
        match self {
            Slots::One(slot) => slot.filter(|slot| *slot >= from),
            Slots::Many(bits) => bits.next(from),
        }
    }
}

impl<'g> Run<'g> {
    /// Returns a game with the position of a workspace.
    pub(crate) fn resume(rules: &'g Rules, workspace: Workspace) -> Run<'g> {
        let Workspace { position, group, pool } = workspace;
        Run {
            rules,
            position,
            fed: Vec::new(),
            trace: None,
            exhausted: false,
            bound: [-1; 8],
            group,
            pool,
            random: 0,
            rolled: Vec::new(),
            asking: false,
            heading: None,
            postpones: false,
            provisos: Vec::new(),
            losing: 0,
            depth: 0,
            fuel: 0,
        }
    }

    /// Returns the workspace of a game that is not played on here.
    pub(crate) fn into_workspace(self) -> Workspace {
        Workspace { position: self.position, group: self.group, pool: self.pool }
    }

    #[inline]
    pub(crate) fn get(&self, bound: Bound) -> i32 {
        self.bound[bound as usize]
    }

    #[inline]
    pub(crate) fn bind(&mut self, bound: Bound, value: i32) {
        self.bound[bound as usize] = value;
    }

    #[inline]
    pub(crate) fn slot(&self, ty: SiteType, site: i32) -> Option<usize> {
        self.rules.ground.slot(ty, site)
    }

    #[inline]
    pub(crate) fn mover(&self) -> usize {
        self.position.get(MOVER).max(0) as usize
    }

    /// Returns an empty set of slots.
    #[inline]
    pub(crate) fn none(&self) -> Bits {
        Bits::new(self.rules.ground.slots)
    }

    pub(crate) fn take_list(&mut self) -> Moves {
        self.pool.pop().unwrap_or_default()
    }

    pub(crate) fn give_list(&mut self, mut list: Moves) {
        list.clear();
        self.pool.push(list);
    }

    /// Enters a nested construct; `false` if there are too many of them.
    #[inline]
    pub(crate) fn enter(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        if self.depth >= DEPTH_MAX || self.fuel == 0 {
            self.exhausted = true;
            return false;
        }
        self.depth += 1;
        true
    }

    #[inline]
    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Starts the allowance of a ply.
    pub(crate) fn refuel(&mut self) {
        self.refuel_with(FUEL_MAX);
    }

    /// Starts an allowance of so many steps.
    pub(crate) fn refuel_with(&mut self, steps: u64) {
        self.fuel = steps;
        self.depth = 0;
    }

    /// Returns how many steps of an allowance have been made.
    pub(crate) fn spent(&self, allowance: u64) -> u64 {
        allowance.saturating_sub(self.fuel)
    }

    /// Returns whether dice have been rolled since the last move.
    pub(crate) fn has_rolled(&self) -> bool {
        !self.rolled.is_empty()
    }

    /// Returns a number below `bound` at random.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let word = (z ^ (z >> 31)) >> 32;
        ((word * u64::from(bound)) >> 32) as u32
    }

    /// Seeds the random number generator.
    pub fn seed(&mut self, seed: u64) {
        self.random = seed;
    }

    /// Returns the slots of a clause.
    pub(crate) fn slots(&mut self, place: &'g Place, ty: SiteType) -> Slots {
        match place {
            Place::One(site) => {
                let site = self.number(site);
                Slots::One(self.slot(ty, site))
            }
            Place::Many(region) => Slots::Many(self.region(region)),
        }
    }

    #[inline]
    pub(crate) fn holds(&mut self, test: Option<&'g Truth>) -> bool {
        test.is_none_or(|test| self.truth(test))
    }

    /// Returns the players of a set as bits, number 0 included where pieces are meant.
    pub(crate) fn players(&mut self, players: &'g Players) -> u32 {
        let n = self.rules.ground.players;
        let mover = self.mover();
        let all = (1u32 << (n + 1)) - 2;
        let friends = |this: &Self| {
            (1..=n).filter(|player| this.is_friend(*player)).fold(0, |bits, player| bits | 1u32 << player)
        };
        match players {
            Players::One(number) => match self.number(number) {
                player @ 0..=31 => 1 << player,
                _ => 0,
            },
            Players::AllOwners => (1 << (n + 2)) - 1,
            Players::All => all,
            Players::NonMover => all & !(1 << mover),
            Players::NonMoverOwners => (all | 1) & !(1 << mover),
            Players::Enemies => all & !friends(self),
            Players::Friends => friends(self),
            Players::Allies => friends(self) & !(1 << mover),
            Players::Team(team) => {
                (1..=n).filter(|player| self.team(*player) == *team).fold(0, |bits, player| bits | 1u32 << player)
            }
        }
    }

    pub(crate) fn team(&self, player: usize) -> i32 {
        use crate::ludeme::Block;
        self.position.get(crate::ludeme::block_start(self.rules.ground.players, Block::Team) + player)
    }

    /// Returns whether a player is the mover or in the mover's team.
    #[inline]
    pub(crate) fn is_friend(&self, player: usize) -> bool {
        let mover = self.mover();
        player == mover
            || self.rules.teams
                && player != 0
                && player <= self.rules.ground.players
                && self.team(player) == self.team(mover)
    }

    /// Returns whether a player's pieces are against the mover.
    #[inline]
    pub(crate) fn is_enemy(&self, player: usize) -> bool {
        player != 0 && !self.is_friend(player)
    }

    /// Returns the table of radials of directions, as seen from a slot.
    pub(crate) fn table(&mut self, directions: &'g Directions, slot: usize) -> Option<&'g Radials> {
        let rules = self.rules;
        match directions {
            Directions::Table(table) => rules.radials.get(*table),
            Directions::Facing(tables) => {
                let token = self.position.top[slot];
                let component = &rules.components[usize::from(token.what)];
                let facing = if let Some((_, point)) = self.heading.filter(|(at, _)| *at == slot) {
                    point
                } else if token.what == 0 {
                    let mover = self.mover();
                    rules
                        .components
                        .iter()
                        .find(|one| one.owner == mover && !one.is_die && !one.name.is_empty())
                        .map_or(0, |one| one.facing)
                } else if token.rotation > 0 {
                    // A rotation turns the facing clockwise through the directions of the board.
                    let turns = &rules.turns;
                    let at = turns.iter().position(|point| *point == component.facing).unwrap_or(0);
                    *turns.get((at + token.rotation as usize) % turns.len().max(1)).unwrap_or(&component.facing)
                } else {
                    component.facing
                };
                rules.radials.get(*tables.get(facing)?)
            }
            Directions::LastMove { .. } | Directions::Towards(..) | Directions::Combined { .. } => None,
            Directions::If(test, yes, no) => {
                let chosen = if self.truth(test) { yes } else { no };
                self.table(chosen, slot)
            }
        }
    }

    /// Calls `each` for every ray of directions from a slot.
    pub(crate) fn rays(&mut self, directions: &'g Directions, slot: usize, each: &mut dyn FnMut(&mut Self, &'g [u16])) {
        match directions {
            Directions::LastMove { ty, reversed } => {
                let bound = (self.get(Bound::From), self.get(Bound::To));
                let last = (self.position.get(LAST_FROM), self.position.get(LAST_TO));
                let (from, to) = if bound.0 >= 0 && bound.1 >= 0 { bound } else { last };
                let (from, to) = if *reversed { (to, from) } else { (from, to) };
                self.rays_towards(*ty, from, to, slot, each);
            }
            Directions::Towards(ty, from, to) => {
                let (from, to) = (self.number(from), self.number(to));
                self.rays_towards(*ty, from, to, slot, each);
            }
            Directions::If(test, yes, no) => {
                let chosen = if self.truth(test) { yes } else { no };
                self.rays(chosen, slot, each);
            }
            Directions::Combined { union, one, two } => {
                let mut other: Vec<&'g [u16]> = Vec::new();
                self.rays(two, slot, &mut |_, ray| other.push(ray));
                self.rays(one, slot, &mut |this, ray| {
                    if *union || !other.iter().any(|one| one.first() == ray.first()) {
                        each(this, ray);
                    }
                });
                if *union {
                    other.into_iter().for_each(|ray| each(self, ray));
                }
            }
            _ => {
                if let Some(table) = self.table(directions, slot) {
                    for ray in table.from(slot) {
                        each(self, ray);
                    }
                }
            }
        }
    }

    fn rays_towards(
        &mut self,
        ty: SiteType,
        from: i32,
        to: i32,
        slot: usize,
        each: &mut dyn FnMut(&mut Self, &'g [u16]),
    ) {
        let (Some(from), Some(to)) = (self.slot(ty, from), self.slot(ty, to)) else { return };
        let rules = self.rules;
        for table in &rules.compass[ty as usize] {
            let leads = table.from(from).any(|ray| ray.contains(&(to as u16)));
            if leads {
                for ray in table.from(slot) {
                    each(self, ray);
                }
            }
        }
    }

    /// Adds a move to a list: the actions of `prior` moves and then its own.
    pub(crate) fn emit(
        &mut self,
        out: &mut Moves,
        prior: Option<&Moves>,
        (from, to): (i32, i32),
        actions: &[Action],
        then: Option<usize>,
    ) {
        let start = out.actions.len() as u32;
        let mut chain = NONE;
        if let Some(prior) = prior {
            let mut thens = Vec::new();
            for one in &prior.list {
                out.actions.extend_from_slice(prior.actions_of(one));
                prior.thens(one, &mut thens);
                for then in &thens {
                    out.links.push((*then, chain));
                    chain = out.links.len() as u32 - 1;
                }
            }
        }
        out.actions.extend_from_slice(actions);
        if let Some(then) = then {
            out.links.push((then as u32, chain));
            chain = out.links.len() as u32 - 1;
        }
        let mover = self.mover() as u8;
        let (mut level_from, level_to) = (-1, -1);
        if let Some(Action::Move { level, .. }) = actions.first() {
            level_from = *level;
        }
        out.list.push(Move {
            mover,
            from,
            to,
            level_from,
            level_to,
            start,
            end: out.actions.len() as u32,
            then: chain,
        });
    }

    /// Evaluates the effects of an `apply` clause; `Err` if its condition does not hold.
    pub(crate) fn prior(&mut self, apply: Option<&'g Apply>) -> Result<Option<Moves>, ()> {
        let Some(apply) = apply else { return Ok(None) };
        if !self.holds(apply.test.as_ref()) {
            return Err(());
        }
        let Some(effect) = &apply.effect else { return Ok(None) };
        let mut list = self.take_list();
        self.generate(effect, &mut list);
        Ok(Some(list))
    }

    pub(crate) fn give_prior(&mut self, prior: Option<Moves>) {
        if let Some(list) = prior {
            self.give_list(list);
        }
    }

    /// Returns the number of the player after the mover.
    pub(crate) fn next_player(&self) -> usize {
        self.position.get(NEXT).max(0) as usize
    }
}
