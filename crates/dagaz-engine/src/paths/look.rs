//! Looking: what sets, numbers and truths are, seen by somebody on the board as it is or was.
//!
//! A set is asked in two ways: whether one site is in it, which mostly is a look at that site, and for all its sites,
//! which mostly is a word or two of bits. A path asked for the sites where it can end is walked with whole sets of sites
//! at once, which is a flood, wherever its elements allow.

use std::ops::ControlFlow;

use dagaz_core::{Effect, Piece, PlayerId, SiteId};
use dagaz_rules::path::{
    Family, Home, Level, LinesId, Number, Path, PlayerRef, RepeatsOf, Set, Truth, VarId, VariableKind, WayId,
};

use smallvec::SmallVec;

use super::arithmetic::compute;
use super::sites::Sites;
use super::survey::in_set;
use super::tables::{Part, Place};
use super::walker::{Halt, Local, Walker};

/// So many sites are looked at one by one before whole sets are moved.
const FEW: usize = 12;

/// What is done with each set of a family; it may break off.
type Visit<'v> = &'v mut dyn FnMut(&Sites) -> ControlFlow<()>;

impl<'g> Walker<'g> {
    fn none(&self) -> Sites {
        Sites::none(self.game.tables.width)
    }

    fn sites_of(&self, sites: &[SiteId]) -> Sites {
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
        let everybody = (0..layout.spec().players).map(PlayerId::at).chain([PlayerId::NOBODY]);
        everybody.for_each(|player| sites.unite_words(seen.held(layout, player)));
        sites.remove(self.game.tables.hand);
        sites
    }

    /// The piece that stands for a site: the topmost, unless another level of columns is asked about.
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
        if !self.game.tables.board.contains(site) {
            return Ok(false);
        }
        let me = self.at.me;
        Ok(match set {
            Set::Board => true,
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
            Set::Nobody => self.live(site).is_some_and(|piece| piece.owner == PlayerId::NOBODY),
            Set::Of(player) => {
                let player = self.player(*player);
                self.live(site).is_some_and(|piece| piece.owner == player)
            }
            Set::Kinds(kinds) => self.live(site).is_some_and(|piece| kinds.contains(&piece.kind)),
            Set::Var(var) => self.value_at(*var, site) != 0,
            Set::Here => self.at.here == site,
            Set::Start => self.at.start == site,
            Set::Origin => self.at.origin == site,
            Set::It => self.at.it == site,
            Set::Visited => self.visited.contains(&site),
            Set::Passed => self.passed[self.at.passed_from..].contains(&site),
            Set::Captured => self.captured.contains(&site),
            Set::Taken => self.taken.contains(&site),
            Set::LastFrom => self.seen().last_from(&self.game.layout) == site,
            Set::LastTo => self.seen().last_to(&self.game.layout) == site,
            Set::And(parts) => {
                for part in parts {
                    if !self.contains(part, site)? {
                        return Ok(false);
                    }
                }
                true
            }
            Set::Or(parts) => {
                for part in parts {
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
        self.fuel.spend(1)?;
        let (me, width) = (self.at.me, self.game.tables.width);
        Ok(match set {
            Set::Board => self.game.tables.board.clone(),
            Set::Fixed(sets) => {
                sets.get(me.index()).or(sets.first()).map_or(self.none(), |set| Sites::of_set(set, width))
            }
            Set::Empty => self.occupied().complement(&self.game.tables.board),
            Set::Occupied => self.occupied(),
            Set::Mine => self.held_by(&[me]),
            Set::Friend => self.held_by(&self.game.tables.friends[me.index()]),
            Set::Enemy => self.held_by(&self.game.tables.enemies[me.index()]),
            Set::Nobody => self.held_by(&[PlayerId::NOBODY]),
            Set::Open => {
                let mut closed = self.held_by(&self.game.tables.friends[me.index()]);
                if !self.at.was {
                    self.taken.iter().for_each(|site| closed.insert(*site));
                }
                closed.complement(&self.game.tables.board)
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
            Set::Held(var) => match self.game.tables.places[var.index()] {
                Place::State(first) => {
                    let halves = (0..2 * width as u16).map(|index| self.word(first + index) as u32);
                    Sites::of_halves(halves, width)
                }
                _ => self.none(),
            },
            Set::Here => self.sites_of(&[self.at.here]),
            Set::Start => self.sites_of(&[self.at.start]),
            Set::Origin => self.sites_of(&[self.at.origin]),
            Set::It => {
                let mut sites = self.sites_of(&[self.at.it]);
                sites.intersect(&self.game.tables.board);
                sites
            }
            Set::Visited => self.sites_of(&self.visited),
            Set::Passed => self.sites_of(&self.passed[self.at.passed_from..]),
            Set::Captured => self.sites_of(&self.captured),
            Set::Taken => self.sites_of(&self.taken),
            Set::LastFrom => self.sites_of(&[self.seen().last_from(&self.game.layout)]),
            Set::LastTo => self.sites_of(&[self.seen().last_to(&self.game.layout)]),
            Set::LastBy(name) => {
                let by = self.game.tables.extras.last_name.map(|word| self.game.variable(self.seen(), word));
                let last = if by == Some(i32::from(name.0) + 1) {
                    self.seen().last_to(&self.game.layout)
                } else {
                    SiteId::NONE
                };
                self.sites_of(&[last])
            }
            Set::And(parts) => {
                // Those that are bits first; those that look at each site then have few left to look at.
                let mut sites = self.game.tables.board.clone();
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
            Set::Not(inner) => self.set(inner)?.complement(&self.game.tables.board),
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
                let board = self.game.tables.board.clone();
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

    fn shifted(&self, ways: &[WayId], from: &Sites) -> Sites {
        let mut sites = self.none();
        if let Some(only) = from.only() {
            let links = ways.iter().filter_map(|way| self.game.tables.link(self.at.me, *way, only).some());
            links.for_each(|site| sites.insert(site));
            return sites;
        }
        ways.iter().for_each(|way| self.game.tables.unite_shifted(&mut sites, self.at.me, *way, from));
        sites
    }

    /// Where a path can end that begins on one of some sites.
    fn image(&mut self, from: &Sites, path: &'g [Path]) -> Result<Sites, Halt> {
        let mut now = from.clone();
        for (place, element) in path.iter().enumerate() {
            if now.is_empty() {
                return Ok(now);
            }
            self.fuel.spend(1)?;
            now = match element {
                Path::Go(ways) => self.shifted(ways, &now),
                Path::Is(set) if looks_at_each(set) || mentions_here(set) => self.those_here(&now, set)?,
                Path::Is(set) => {
                    let mut sites = self.set(set)?;
                    sites.intersect(&now);
                    sites
                }
                Path::Seq(parts) => self.image(&now, parts)?,
                Path::Or(parts) => {
                    let mut sites = self.none();
                    for part in parts {
                        let part = self.image(&now, std::slice::from_ref(part))?;
                        sites.unite(&part);
                    }
                    sites
                }
                Path::Many { least, body } => self.flood(&now, *least, body)?,
                Path::At(set) => self.set(set)?,
                Path::Holds(_) | Path::See(_) | Path::Not(_) => {
                    let mut sites = self.none();
                    for site in now.iter() {
                        if self.at_site(site, |walker| walker.sees(element))? {
                            sites.insert(site);
                        }
                    }
                    sites
                }
                // What binds, counts or chooses is walked from each site by itself, with all that follows.
                _ => return self.ends(&now, &path[place..]),
            };
        }
        Ok(now)
    }

    fn those_here(&mut self, of: &Sites, set: &'g Set) -> Result<Sites, Halt> {
        let mut sites = self.none();
        for site in of.iter() {
            if self.at_site(site, |walker| walker.contains(set, site))? {
                sites.insert(site);
            }
        }
        Ok(sites)
    }

    /// Where any number of rounds can end.
    fn flood(&mut self, from: &Sites, least: u8, body: &'g Path) -> Result<Sites, Halt> {
        if let Path::Go(ways) = body {
            return self.flood_within(from, least, ways, &Set::Board);
        }
        if let Path::Seq(parts) = body
            && let [Path::Go(ways), Path::Is(set)] = parts.as_slice()
            && !looks_at_each(set)
            && !mentions_here(set)
        {
            return self.flood_within(from, least, ways, set);
        }
        let body = std::slice::from_ref(body);
        let mut reached = if least == 0 { from.clone() } else { self.image(from, body)? };
        let mut edge = reached.clone();
        while !edge.is_empty() {
            let mut more = self.image(&edge, body)?;
            more.subtract(&reached);
            reached.unite(&more);
            edge = more;
        }
        Ok(reached)
    }

    /// The same where every round is a hop within a set, which looking does not change.
    fn flood_within(&mut self, from: &Sites, least: u8, ways: &[WayId], within: &'g Set) -> Result<Sites, Halt> {
        let mut rest = self.set(within)?;
        let mut reached = if least == 0 { from.clone() } else { self.none() };
        rest.subtract(&reached);
        // A few sites one by one, many all at once.
        let mut edge: SmallVec<[SiteId; FEW]> = from.iter().take(FEW).collect();
        let mut left = if edge.len() < FEW { FEW } else { 0 };
        while left > 0 {
            let Some(site) = edge.pop() else { return Ok(reached) };
            self.fuel.spend(1)?;
            left -= 1;
            for way in ways {
                let to = self.game.tables.link(self.at.me, *way, site);
                if rest.contains(to) {
                    rest.remove(to);
                    reached.insert(to);
                    edge.push(to);
                }
            }
        }
        let mut edge = from.clone();
        edge.unite(&reached);
        while !edge.is_empty() {
            self.fuel.spend(1)?;
            edge = self.shifted(ways, &edge);
            edge.intersect(&rest);
            rest.subtract(&edge);
            reached.unite(&edge);
        }
        Ok(reached)
    }

    /// Where a path ends, walked from each of some sites.
    fn ends(&mut self, from: &Sites, path: &'g [Path]) -> Result<Sites, Halt> {
        let mut ends = self.none();
        for site in from.iter() {
            let (saved, completed) = (self.save(), self.completed);
            (self.at.here, self.at.carrying) = (site, false);
            let flow = self.asking(|walker| {
                walker.run(path, &mut |walker| {
                    walker.completed += 1;
                    ends.insert(walker.at.here);
                    Ok(())
                })
            });
            self.restore(saved);
            self.completed = completed;
            flow?;
        }
        Ok(ends)
    }

    /// The value of a variable for one site, or for the piece there.
    fn value_at(&self, var: VarId, site: SiteId) -> i64 {
        let (layout, seen) = (&self.game.layout, self.seen());
        match (self.game.tables.places[var.index()], self.game.rules.variables[var.index()].home) {
            (Place::Piece(attribute), _) => {
                let level = beneath(self.at.level, seen.height(layout, site));
                i64::from(level.map_or(0, |level| seen.attribute_beneath(layout, site, level, attribute)))
            }
            (Place::State(first), Home::Site) => i64::from(self.word(first + site.0)),
            (Place::State(first), Home::Player) => i64::from(self.word(first + u16::from(self.at.me.0))),
            (Place::State(first), _) => i64::from(self.word(first)),
            (Place::Passing(place), _) => self.passing[place],
        }
    }

    /// Calls `visit` with each set of a family, until it breaks.
    fn each_of(&mut self, family: &'g Family, visit: Visit<'_>) -> Result<(), Halt> {
        let game = self.game;
        let lines = |lines: &LinesId| game.lines[lines.index()].lines.iter();
        match family {
            Family::Lines(which) => {
                for line in lines(which) {
                    if visit(line).is_break() {
                        break;
                    }
                }
            }
            Family::Full(which, set, through) => {
                let full = self.set(set)?;
                let through = through.as_ref().map(|set| self.set(set)).transpose()?;
                let all = &game.lines[which.index()];
                for &index in full.iter().flat_map(|site| all.beginning_on(site)) {
                    self.fuel.spend(1)?;
                    let line = &all.lines[index as usize];
                    let wanted = line.is_within(&full) && through.as_ref().is_none_or(|through| line.meets(through));
                    if wanted && visit(line).is_break() {
                        break;
                    }
                }
            }
            Family::Groups(set, ways) => {
                let mut rest = self.set(set)?;
                while let Some(site) = rest.first() {
                    let mut group = self.sites_of(&[site]);
                    let mut edge = group.clone();
                    while !edge.is_empty() {
                        self.fuel.spend(1)?;
                        let mut more = self.shifted(ways, &edge);
                        more.intersect(&rest);
                        more.subtract(&group);
                        group.unite(&more);
                        edge = more;
                    }
                    rest.subtract(&group);
                    if visit(&group).is_break() {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// A number.
    pub(super) fn number(&mut self, number: &'g Number) -> Result<i64, Halt> {
        self.fuel.spend(1)?;
        let game = self.game;
        Ok(match number {
            Number::Is(value) => i64::from(*value),
            Number::Local(local) => match &self.locals[local.index()] {
                Local::Number(value) => *value,
                Local::Sites(sites) => sites.len() as i64,
                Local::Nothing => 0,
            },
            Number::Var(var) => self.variable(*var)?,
            Number::Sum(var, set) => match set {
                Set::It => self.at.it.some().map_or(0, |it| self.value_at(*var, it)),
                set => {
                    let sites = self.set(set)?;
                    sites.iter().map(|site| self.value_at(*var, site)).sum()
                }
            },
            Number::Count(Set::Captured) => self.captured.len() as i64,
            Number::Count(set) => self.set(set)?.len() as i64,
            Number::CountSets(family) => {
                let mut count = 0;
                self.each_of(family, &mut |_| {
                    count += 1;
                    ControlFlow::Continue(())
                })?;
                count
            }
            Number::Ways(set, path) => {
                let sites = self.set(set)?;
                let mut ways = 0;
                for site in sites.iter() {
                    let (saved, completed) = (self.save(), self.completed);
                    (self.at.here, self.at.carrying) = (site, false);
                    let flow = self.asking(|walker| {
                        walker.run(std::slice::from_ref(path), &mut |walker| {
                            walker.completed += 1;
                            ways += 1;
                            Ok(())
                        })
                    });
                    self.restore(saved);
                    self.completed = completed;
                    flow?;
                }
                ways
            }
            Number::Of(operation, parts) => compute(*operation, parts.iter().map(|part| self.number(part)))?,
            Number::If(truth, yes, no) => {
                let branch = if self.holds(truth)? { yes } else { no };
                self.number(branch)?
            }
            Number::Height(set) => {
                let sites = self.subjects(set)?;
                sites.into_iter().map(|site| self.seen().height(&game.layout, site) as i64).sum()
            }
            Number::Distance(from, to, ways) => {
                let (from, to) = (self.set(from)?, self.set(to)?);
                self.distance(from, to, ways)?
            }
            Number::DiceLeft(dice) => {
                let faces = &game.rules.dice[usize::from(*dice)].faces;
                faces.iter().map(|(_, var)| self.value_at(*var, SiteId::NONE)).sum()
            }
            Number::Hand(kind) => {
                let piece = Piece { kind: *kind, owner: self.at.me };
                i64::from(self.seen().supply(&game.layout, piece))
            }
            Number::Table(table, set) => {
                let entries = &game.rules.table(*table).entries;
                let of = |walker: &Walker<'g>, site: SiteId| {
                    let piece = walker.seen().piece(site);
                    piece.and_then(|piece| *entries.get(piece.kind.index())?).map_or(0, i64::from)
                };
                match set {
                    Set::It | Set::Here => self.subjects(set)?.into_iter().map(|site| of(self, site)).sum(),
                    set => self.set(set)?.iter().map(|site| of(self, site)).sum(),
                }
            }
            Number::Steps => self.steps.len() as i64,
            Number::Passes => game.tables.extras.passes.map_or(0, |word| i64::from(self.word(word))),
            Number::Turn => 1 + game.tables.extras.turns.map_or(0, |word| i64::from(self.word(word))),
            Number::Repeats(of) => self.repeats(*of) as i64,
            Number::Cycle => self.cycle() as i64,
            Number::Moves => self.count_moves()? as i64,
        })
    }

    /// How many hops some sites are from the nearest of others, together.
    fn distance(&mut self, mut from: Sites, mut reached: Sites, ways: &[WayId]) -> Result<i64, Halt> {
        let (game, me) = (self.game, self.at.me);
        let (mut sum, mut hops) = (0, 0);
        from.subtract(&reached);
        while !from.is_empty() {
            self.fuel.spend(game.rules.topology.sites().len() as u64)?;
            let leads = |site: &SiteId| ways.iter().any(|way| reached.contains(game.tables.link(me, *way, *site)));
            let more: Vec<SiteId> = reached.complement(&game.tables.board).iter().filter(leads).collect();
            hops += 1;
            if more.is_empty() {
                return Ok(sum + from.len() as i64 * game.rules.topology.sites().len() as i64);
            }
            for site in more {
                sum += if from.contains(site) { hops } else { 0 };
                reached.insert(site);
            }
            from.subtract(&reached);
        }
        Ok(sum)
    }

    fn variable(&mut self, var: VarId) -> Result<i64, Halt> {
        let variable = &self.game.rules.variables[var.index()];
        if variable.kind == VariableKind::Set {
            return Ok(0);
        }
        Ok(match variable.home {
            Home::Piece if self.at.here == SiteId::NONE => {
                let mine = self.held_by(&[self.at.me]);
                mine.iter().map(|site| self.value_at(var, site)).sum()
            }
            Home::Piece if self.at.carrying && self.at.in_hand => self.value_at(var, self.at.it),
            Home::Site if self.at.here == SiteId::NONE => {
                let board = self.game.tables.board.clone();
                board.iter().map(|site| self.value_at(var, site)).sum()
            }
            _ => self.value_at(var, self.at.here),
        })
    }

    /// Whether a truth holds.
    pub(super) fn holds(&mut self, truth: &'g Truth) -> Result<bool, Halt> {
        Ok(match truth {
            Truth::Always(value) => *value,
            Truth::Any(Set::And(parts)) if parts.iter().any(is_bits) && parts.iter().any(looks_at_each) => {
                // One site is enough.
                let mut sites = self.game.tables.board.clone();
                for part in parts.iter().filter(|part| is_bits(part)) {
                    let part = self.set(part)?;
                    sites.intersect(&part);
                }
                for site in sites.iter() {
                    let mut all = true;
                    for part in parts.iter().filter(|part| !is_bits(part)) {
                        all = all && self.contains(part, site)?;
                    }
                    if all {
                        return Ok(true);
                    }
                }
                false
            }
            Truth::Any(set) => !self.set(set)?.is_empty(),
            Truth::AnySet(family) => {
                let mut any = false;
                self.each_of(family, &mut |_| {
                    any = true;
                    ControlFlow::Break(())
                })?;
                any
            }
            Truth::Within(a, b) => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                a.is_within(&b)
            }
            Truth::Compare(a, comparison, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                comparison.holds(a, b)
            }
            Truth::Not(inner) => !self.holds(inner)?,
            Truth::And(parts) => {
                for part in parts {
                    if !self.holds(part)? {
                        return Ok(false);
                    }
                }
                true
            }
            Truth::Or(parts) => {
                for part in parts {
                    if self.holds(part)? {
                        return Ok(true);
                    }
                }
                false
            }
            Truth::Made(name) => {
                let rules = &self.game.rules.rules;
                let by = |rule: dagaz_core::RuleId| rules[rule.index()].name == *name;
                if self.steps.is_empty() {
                    let last = self.game.tables.extras.last_name.map(|word| self.word(word));
                    last == Some(i32::from(name.0) + 1)
                } else {
                    self.steps.iter().any(|step| by(step.rule))
                }
            }
            Truth::Me(player) => self.at.me == *player,
            Truth::AllOut(who) => {
                let (me, game) = (self.at.me, self.game);
                let players: Vec<PlayerId> = match who {
                    PlayerRef::Me => game.tables.friends[me.index()].clone(),
                    PlayerRef::Enemy => game.tables.enemies[me.index()].clone(),
                    other => vec![self.player(*other)],
                };
                players.iter().filter(|player| game.plays(**player)).all(|player| game.is_out(self.seen(), *player))
            }
            Truth::MyTurn => self.game.slot(&self.state).mover == self.at.me,
            Truth::Stuck => self.stuck()?,
            Truth::As(player, inner) => {
                let player = self.player(*player);
                self.as_player(player, |walker| walker.holds(inner))?
            }
        })
    }

    /// How often the present situation has been there, now counted.
    fn repeats(&self, of: RepeatsOf) -> usize {
        let key = self.game.history_key(&self.state, of);
        let earlier = self.history.iter().filter(|known| **known == key).count();
        // Between two turns the present situation has been written down already.
        if self.between_turns { earlier.max(1) } else { earlier + 1 }
    }

    fn cycle(&self) -> usize {
        let Some((now, earlier)) = self.history.split_last() else { return 0 };
        earlier.iter().rev().position(|key| key == now).map_or(0, |back| back + 1)
    }
}

/// How many pieces stand on top of that piece of a column of some height; none if there is no such piece.
pub(super) fn beneath(level: Level, height: usize) -> Option<usize> {
    match level {
        Level::Top => (height > 0).then_some(0),
        Level::Beneath => (height > 1).then_some(1),
        Level::Bottom => height.checked_sub(1),
    }
}

/// Where the piece now stands that stood on a site before the effects.
fn stands_now(effects: &[Effect], site: SiteId) -> Option<SiteId> {
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
