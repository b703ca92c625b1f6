//! Sets of sites: whether one site is in a set, and all sites of it.

use dagaz_core::PieceTypeId;
use dagaz_rules::path::Level;

use super::super::plan::{Array, Row, SetId, SetNode, Value};
use super::super::position::Bitset;
use super::bitset::{and, but, count, has, insert, is_empty, of_sites, or};
use super::effect::beneath;
use super::{Machine, NONE, Registers, bits};

impl<const W: usize> Machine<'_, W> {
    /// The union of planes, without dead pieces.
    #[inline]
    fn live(&self, planes: &[u16], at: &Registers) -> Bitset<W> {
        let mut set = [0; W];
        for plane in planes {
            set = or(set, &self.memory.position.board.plane(usize::from(*plane)));
        }
        if at.taken > 0 && !self.was {
            set = but(set, &of_sites(&self.memory.taken[..at.taken.into()]));
        }
        set
    }

    fn is_dead(&self, site: u16, at: &Registers) -> bool {
        at.taken > 0 && !self.was && self.memory.taken[..at.taken.into()].contains(&site)
    }

    /// Whether a piece of one of these planes stands on a site, at the level that is asked about.
    #[inline]
    fn stands(&self, planes: &[u16], site: u16) -> bool {
        if self.level == Level::Top {
            return planes.iter().any(|plane| has(&self.memory.position.board.plane(usize::from(*plane)), site));
        }
        let height = self.memory.position.board.height(self.shape(), site.into());
        let piece = beneath(self.level, height)
            .and_then(|level| self.memory.position.board.piece_beneath(self.shape(), site.into(), level));
        piece.is_some_and(|piece| {
            let (owner, kind) = (self.shape().owner_plane(piece.owner), self.shape().kind_plane(piece.kind));
            planes.iter().any(|plane| usize::from(*plane) == owner || usize::from(*plane) == kind)
        })
    }

    fn is_open_site(&self, site: u16) -> bool {
        match self.level {
            Level::Top => self.memory.position.board.is_empty(site.into()),
            level => beneath(level, self.memory.position.board.height(self.shape(), site.into())).is_none(),
        }
    }

    /// The value of a variable at a site.
    pub(super) fn value_at(&self, value: Value, site: u16) -> i64 {
        match value {
            Value::Attribute(attribute) => {
                let level = match self.level {
                    Level::Top => Some(0),
                    level => beneath(level, self.memory.position.board.height(self.shape(), site.into())),
                };
                level.map_or(0, |level| {
                    self.memory.position.board.attribute(self.shape(), site.into(), level, attribute).into()
                })
            }
            Value::Site(first) => self.memory.position.board.variable(self.shape(), first + site).into(),
            Value::State(index) => self.memory.position.board.variable(self.shape(), index).into(),
            Value::Passing(place) => self.memory.numbers[usize::from(place)],
        }
    }

    /// Asks something of the board before the move.
    pub(super) fn before_the_move<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        if self.was {
            return ask(self);
        }
        self.was = true;
        std::mem::swap(&mut self.memory.position.board, &mut self.memory.before);
        let answer = ask(self);
        std::mem::swap(&mut self.memory.position.board, &mut self.memory.before);
        self.was = false;
        answer
    }

    fn last_move(&self) -> (u16, u16) {
        match self.judged {
            Some(ends) if !self.was && !self.game.tables.keeps_every_last => ends,
            _ => {
                let word = |index: usize| (self.memory.position.board.word(index) as u16).wrapping_sub(1);
                (word(self.shape().last_from), word(self.shape().last_to))
            }
        }
    }

    fn last_by(&self, name: dagaz_rules::path::NameId) -> u16 {
        let word = self.game.tables.extras.last_name;
        let word = word.map_or(0, |word| self.memory.position.board.variable(self.shape(), word));
        match super::super::tables::LastBy::of_word(word, &self.game.rules).is_by(name, &self.game.rules) {
            true => (self.memory.position.board.word(self.shape().last_to) as u16).wrapping_sub(1),
            false => NONE,
        }
    }

    /// The set that is kept from that word of the state on.
    fn kept(&self, first: u16) -> Bitset<W> {
        let mut set = [0; W];
        for index in 0..2 * W.min(self.game.tables.width) {
            let half = self.memory.position.board.variable(self.shape(), first + index as u16) as u32;
            set[index / 2] |= u64::from(half) << (index % 2 * 32);
        }
        set
    }

    fn all_kept(&self, array: Array) -> Bitset<W> {
        (0..array.count).fold([0; W], |set, at| or(set, &self.kept(array.first + at * array.stride)))
    }

    /// Whether a site is in a set.
    pub(in crate::paths) fn contains(&mut self, set: SetId, site: u16, at: &Registers) -> bool {
        let plan = self.plan;
        if usize::from(site) >= self.shape().hand() {
            return false;
        }
        if self.is_closed(site) && !self.sees_vanished {
            return matches!(plan.sets[set.index()], SetNode::Closed);
        }
        if let Some(memo) = self.memo_of_set(set, at)
            && let Some(contains) = self.kept_contains(set, memo, site, at)
        {
            return contains;
        }
        self.contains_alone(set, site, at)
    }

    /// Whether a site of the board is in a set, evaluated for this site alone.
    fn contains_alone(&mut self, set: SetId, site: u16, at: &Registers) -> bool {
        let plan = self.plan;
        match &plan.sets[set.index()] {
            SetNode::Constant(place) => has(&self.tables.constants[usize::from(*place)], site),
            SetNode::Closed => false,
            SetNode::Can(player, names) => has(&self.can(*player, names), site),
            SetNode::Occupied => !self.is_open_site(site),
            SetNode::Empty => self.is_open_site(site),
            SetNode::Plane(plane) => has(&self.memory.position.board.plane((*plane).into()), site),
            SetNode::Live(planes) => self.stands(planes, site) && !self.is_dead(site, at),
            SetNode::Open(planes) => !self.stands(planes, site) && !self.is_dead(site, at),
            SetNode::Here => at.here == site,
            SetNode::Start => at.start == site,
            SetNode::Origin => at.origin == site,
            SetNode::It => at.it == site,
            SetNode::Visited => self.memory.visited[..at.visited.into()].contains(&site),
            SetNode::Passed => self.memory.passed[at.passed_from.into()..at.passed.into()].contains(&site),
            SetNode::Captured => self.memory.captured[at.captured_from.into()..at.captured.into()].contains(&site),
            SetNode::Taken => self.memory.taken[..at.taken.into()].contains(&site),
            SetNode::LastFrom => self.last_move().0 == site,
            SetNode::LastTo => self.last_move().1 == site,
            SetNode::LastBy(name) => self.last_by(*name) == site,
            SetNode::NonZero(value) => self.value_at(*value, site) != 0,
            SetNode::Local(slot) => has(&self.memory.bound_sets[usize::from(*slot)], site),
            SetNode::All(parts) => parts.iter().all(|part| self.contains(*part, site, at)),
            SetNode::Any(parts) => parts.iter().any(|part| self.contains(*part, site, at)),
            SetNode::Not(inner) => !self.contains(*inner, site, at),
            SetNode::Seeing(entry) => self.sees(*entry, &Registers { here: site, ..*at }),
            SetNode::Back(rows, inner) => rows.iter().any(|row| {
                let to = self.link(*row, site);
                to != NONE && self.contains(*inner, to, at)
            }),
            SetNode::Ray { row, least, through, target } => self.ray(*row, *least, *through, *target, site, at),
            SetNode::Was(inner) => self.before_the_move(|machine| machine.contains(*inner, site, at)),
            SetNode::Now(_) => has(&self.set(set, at), site),
            SetNode::Attacked(attack) => self.attacked(*attack, site, at),
            SetNode::If(truth, yes, no) => {
                let branch = if self.holds(*truth, at) { *yes } else { *no };
                self.contains(branch, site, at)
            }
            SetNode::Given(truth, inner) => self.holds_listed(*truth, at) && self.contains(*inner, site, at),
            SetNode::TableWhere(table, comparison, number) => {
                let number = self.number(*number, at);
                let piece = self.memory.position.board.piece(site.into());
                let entries = &self.game.rules.table(*table).entries;
                let value = piece.and_then(|piece| *entries.get(piece.kind.index())?).map_or(0, i64::from);
                comparison.holds(value, number)
            }
            SetNode::Holding(truth) => self.holds(*truth, &Registers { here: site, ..*at }),
            SetNode::WithCursor(inner) => self.contains(*inner, site, &Registers { here: site, ..*at }),
            SetNode::AtLevel(level, inner) => {
                if beneath(*level, self.memory.position.board.height(self.shape(), site.into())).is_none() {
                    return false;
                }
                let outer = std::mem::replace(&mut self.level, *level);
                let answer = self.contains(*inner, site, at);
                self.level = outer;
                answer
            }
            SetNode::Held(_)
            | SetNode::HeldAt(..)
            | SetNode::First(_)
            | SetNode::Image(..)
            | SetNode::Toward(..)
            | SetNode::Family(_) => has(&self.set(set, at), site),
        }
    }

    /// All sites of a set.
    pub(in crate::paths) fn set(&mut self, set: SetId, at: &Registers) -> Bitset<W> {
        let board = self.tables.board;
        self.within(set, &board, at)
    }

    /// The sites of a set that are in `within`.
    pub(in crate::paths) fn within(&mut self, set: SetId, within: &Bitset<W>, at: &Registers) -> Bitset<W> {
        let kept = match self.memo_of_set(set, at) {
            Some(memo) => self.kept_within(set, memo, within, at),
            None => None,
        };
        kept.unwrap_or_else(|| self.evaluate(set, within, at))
    }

    pub(super) fn evaluate(&mut self, set: SetId, within: &Bitset<W>, at: &Registers) -> Bitset<W> {
        if self.fuel == 0 {
            return [0; W];
        }
        self.fuel -= 1;
        let plan = self.plan;
        let there = match self.sees_vanished {
            true => *within,
            false => but(*within, &self.closed()),
        };
        let node = &plan.sets[set.index()];
        let all = match node {
            SetNode::Constant(place) => and(self.tables.constants[usize::from(*place)], &there),
            SetNode::Closed => self.closed(),
            SetNode::Can(player, names) => self.can(*player, names),
            SetNode::Occupied => self.memory.position.board.occupied(self.shape()),
            SetNode::Empty => but(there, &self.memory.position.board.occupied(self.shape())),
            SetNode::Plane(plane) => and(self.memory.position.board.plane((*plane).into()), &there),
            SetNode::Live(planes) => self.live(planes, at),
            SetNode::Open(planes) => {
                let mut closed = [0; W];
                for plane in planes {
                    closed = or(closed, &self.memory.position.board.plane(usize::from(*plane)));
                }
                if at.taken > 0 && !self.was {
                    closed = or(closed, &of_sites(&self.memory.taken[..at.taken.into()]));
                }
                but(there, &closed)
            }
            SetNode::Here => self.one(at.here),
            SetNode::Start => self.one(at.start),
            SetNode::Origin => self.one(at.origin),
            SetNode::It => self.one(at.it),
            SetNode::Visited => of_sites(&self.memory.visited[..at.visited.into()]),
            SetNode::Passed => of_sites(&self.memory.passed[at.passed_from.into()..at.passed.into()]),
            SetNode::Captured => of_sites(&self.memory.captured[at.captured_from.into()..at.captured.into()]),
            SetNode::Taken => of_sites(&self.memory.taken[..at.taken.into()]),
            SetNode::LastFrom => self.one(self.last_move().0),
            SetNode::LastTo => self.one(self.last_move().1),
            SetNode::LastBy(name) => self.one(self.last_by(*name)),
            SetNode::Local(slot) => self.memory.bound_sets[usize::from(*slot)],
            SetNode::Held(array) => and(self.all_kept(*array), &there),
            SetNode::HeldAt(array, index) => {
                let index = self.number(*index, at);
                array.element(index).map_or([0; W], |first| and(self.kept(first), &there))
            }
            SetNode::All(parts) => {
                let mut sites = there;
                for part in parts {
                    if is_empty(&sites) {
                        break;
                    }
                    sites = self.within(*part, &sites, at);
                }
                sites
            }
            SetNode::Any(parts) => {
                let mut sites = [0; W];
                for part in parts {
                    let rest = but(*within, &sites);
                    sites = or(sites, &self.within(*part, &rest, at));
                }
                sites
            }
            SetNode::Not(inner) => but(there, &self.within(*inner, within, at)),
            SetNode::First(parts) => {
                let mut found = [0; W];
                for part in parts {
                    found = self.set(*part, at);
                    if !is_empty(&found) {
                        break;
                    }
                }
                found
            }
            SetNode::Image(from, image) => {
                let from = self.set(*from, at);
                self.image(*image, &from, at)
            }
            SetNode::Toward(rows, inner) => {
                let from = self.set(*inner, at);
                self.shifted(rows, &from)
            }
            SetNode::Back(rows, inner) => {
                let to = self.set(*inner, at);
                and(self.shifted_back(rows, &to), &there)
            }
            SetNode::Was(inner) => self.before_the_move(|machine| machine.within(*inner, within, at)),
            SetNode::Now(inner) => {
                let then = self.set(*inner, at);
                self.now(&then, at)
            }
            SetNode::If(truth, yes, no) => {
                let branch = if self.holds(*truth, at) { *yes } else { *no };
                self.within(branch, within, at)
            }
            SetNode::TableWhere(table, comparison, number) => {
                let number = self.number(*number, at);
                let entries = &self.game.rules.table(*table).entries;
                let mut sites = match comparison.holds(0, number) {
                    true => but(there, &self.memory.position.board.occupied(self.shape())),
                    false => [0; W],
                };
                for kind in 0..self.game.rules.pieces.len() {
                    let value = entries.get(kind).copied().flatten().map_or(0, i64::from);
                    if comparison.holds(value, number) {
                        let plane = self.shape().kind_plane(PieceTypeId::at(kind));
                        sites = or(sites, &self.memory.position.board.plane(plane));
                    }
                }
                sites
            }
            SetNode::Given(truth, inner) => match self.holds_listed(*truth, at) {
                true => self.within(*inner, within, at),
                false => [0; W],
            },
            SetNode::Family(family) => {
                let mut sites = [0; W];
                self.each_of(*family, at, &mut |one| {
                    sites = or(sites, one);
                    true
                });
                sites
            }
            SetNode::NonZero(_)
            | SetNode::Seeing(_)
            | SetNode::Ray { .. }
            | SetNode::Attacked(_)
            | SetNode::Holding(_)
            | SetNode::WithCursor(_)
            | SetNode::AtLevel(..) => {
                // Only a piece has attributes and levels.
                let there = match node {
                    SetNode::AtLevel(..) | SetNode::NonZero(Value::Attribute(_)) if self.level == Level::Top => {
                        and(there, &self.memory.position.board.occupied(self.shape()))
                    }
                    _ => there,
                };
                let mut sites = [0; W];
                for site in bits(there) {
                    if self.contains_alone(set, site, at) {
                        insert(&mut sites, site);
                    }
                }
                self.fuel = self.fuel.saturating_sub(count(&there) as u64);
                sites
            }
        };
        and(all, within)
    }

    /// Whether a set has a site.
    pub(super) fn any(&mut self, set: SetId, at: &Registers) -> bool {
        let plan = self.plan;
        if let Some(memo) = self.memo_of_set(set, at).filter(|memo| memo.cheap) {
            return !is_empty(&self.kept_set(set, memo, at));
        }
        if let SetNode::All(parts) = &plan.sets[set.index()]
            && let [cheap @ .., dear] = parts.as_ref()
        {
            let mut sites = but(self.tables.board, &self.closed());
            for part in cheap {
                sites = self.within(*part, &sites, at);
                if is_empty(&sites) {
                    return false;
                }
            }
            if self.asks_each(*dear) {
                return bits(sites).any(|site| self.contains(*dear, site, at));
            }
            return !is_empty(&self.within(*dear, &sites, at));
        }
        !is_empty(&self.set(set, at))
    }

    /// Whether a set is a question about each site.
    fn asks_each(&self, set: SetId) -> bool {
        match &self.plan.sets[set.index()] {
            SetNode::NonZero(_)
            | SetNode::Seeing(_)
            | SetNode::Ray { .. }
            | SetNode::Attacked(_)
            | SetNode::Holding(_)
            | SetNode::WithCursor(_)
            | SetNode::AtLevel(..) => true,
            SetNode::Not(inner) => self.asks_each(*inner),
            _ => false,
        }
    }

    #[inline]
    pub(super) fn one(&self, site: u16) -> Bitset<W> {
        let mut set = [0; W];
        if usize::from(site) < self.shape().hand() {
            // All words are written, so that the set can stay in registers.
            (0..W).for_each(|word| set[word] = u64::from(word == usize::from(site) / 64) << (site % 64));
        }
        set
    }

    /// The sites that have vanished.
    #[inline]
    pub(in crate::paths) fn closed(&self) -> Bitset<W> {
        self.shape().closed_plane().map_or([0; W], |plane| self.memory.position.board.plane(plane))
    }

    /// Whether a site has vanished, if vanished sites are left out now.
    #[inline]
    pub(super) fn is_gone(&self, site: u16) -> bool {
        !self.sees_vanished && self.is_closed(site)
    }

    #[inline]
    fn is_closed(&self, site: u16) -> bool {
        self.shape().closed_plane().is_some_and(|plane| has(&self.memory.position.board.plane(plane), site))
    }

    /// Where a row leads; nowhere if that site has vanished.
    #[inline]
    pub(super) fn link(&self, row: Row, site: u16) -> u16 {
        let to = self.tables.links[row.index()][usize::from(site)];
        if to != NONE && self.is_gone(to) { NONE } else { to }
    }
}
