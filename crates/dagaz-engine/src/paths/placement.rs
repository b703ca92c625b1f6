//! Games of pure placement: all that anybody ever does is to put a piece on an empty site.
//!
//! Where that can be proved from the rules, and every ending is about the group of the last piece, the lines through it, or a
//! board without room, a random game needs neither walks nor lists: the open sites are a row from which one is drawn, groups
//! are kept by union and find, and only lines through the new piece are looked at. Lists of moves are read off the board. Hex, Y, Yavalath and the likes of
//! noughts and crosses are played so. Everything else about them stays with the walker, which is also the judge of this.

use dagaz_core::{
    Effect, EndingId, Game, LimitHit, MoveList, PieceTypeId, PlayerId, Playout, PlayoutLimits, Rng, RuleId, Series,
    SiteId, SiteSet, State, UndoLog, below,
};
use dagaz_rules::path::{Act, Family, OwnerRef, Path, PathEndingKind, PathRules, PlayerRef, Set, Truth, WayId};

use super::game::PathGame;

/// Bits for zones that groups may touch.
const ZONES_MAX: usize = 16;
/// No site.
const NONE: u16 = u16::MAX;
/// Sites of a board whose pieces are kept as bits as well.
const BITS: usize = 128;

/// See the [module documentation](self).
#[derive(Debug)]
pub(super) struct Placement {
    sites: usize,
    rule: RuleId,
    kind: PieceTypeId,
    /// Sites on which one may put something.
    room: Vec<bool>,
    /// For each site the one that must be filled before it; empty if none need be.
    support: Vec<u16>,
    /// For each site those that it supports, a row for each.
    supported: Vec<Vec<u16>>,
    /// For each slot who moves, and the slot that follows.
    slots: Vec<(PlayerId, usize)>,
    /// The endings in the order of rank.
    watches: Vec<Watch>,
    /// For each player and site its neighbours in groups, a row of `degree`; empty without groups.
    neighbours: Vec<u16>,
    degree: usize,
    /// For each player and site the zones in which it lies.
    zones: Vec<u16>,
}

/// What is looked at after each move.
#[derive(Debug)]
enum Watch {
    /// Whether the group of the new piece touches all of these zones.
    Group(u16),
    /// Whether a line through it is full. For each site the other sites of its lines.
    Lines(Vec<Vec<Vec<u16>>>),
    /// The same on a small board: the other sites of each line as bits, row after row, and where the row of each site ends.
    FewLines(Vec<u128>, Vec<u32>),
    /// Whether the board is full.
    Full,
    /// Whether there is no room left.
    Stuck,
}

/// Zones and ways that the endings speak of.
#[derive(Default)]
struct Found<'r> {
    ways: Option<&'r [WayId]>,
    zones: Vec<&'r [SiteSet]>,
}

impl Placement {
    /// The form of a game, if all of it is of this kind.
    pub(super) fn of(game: &PathGame) -> Option<Placement> {
        let rules = &*game.rules;
        let [call] = rules.moves.as_slice() else { return None };
        let rule = &rules.rules[call.rule.index()];
        let Path::Seq(parts) = &rule.path else { return None };
        let [Path::At(open), Path::Do(Act::Put { kind, owner: OwnerRef::Player(PlayerRef::Me), at: Set::Here })] =
            parts.as_slice()
        else {
            return None;
        };
        let chosen = (0..rules.players.len()).all(|player| game.plays(PlayerId::at(player)));
        let slots: Option<Vec<_>> = rules
            .slots
            .iter()
            .map(|slot| {
                let plain = slot.roll.is_none() && (slot.names.is_empty() || slot.names.contains(&rule.name));
                plain.then(|| (slot.mover, slot.next.index()))
            })
            .collect();
        let sites = rules.topology.sites().len();
        if !chosen || !does_nothing_else(rules) || sites > game.limits.moves.min(usize::from(NONE)) {
            return None;
        }
        let mut placement = Placement {
            sites,
            rule: call.rule,
            kind: *kind,
            room: vec![true; sites],
            support: Vec::new(),
            supported: Vec::new(),
            slots: slots?,
            watches: Vec::new(),
            neighbours: Vec::new(),
            degree: 0,
            zones: Vec::new(),
        };
        placement.opens(game, open)?;
        let mut found = Found::default();
        for ending in &rules.endings {
            let counts = matches!(ending.kind, PathEndingKind::Score { .. });
            let watch = if counts { None } else { placement.watch(game, &ending.when, &mut found) };
            placement.watches.push(watch?);
        }
        placement.join(game, &found)?;
        Some(placement)
    }

    /// Reads where one may put a piece: on any empty site, in a zone, on top of another piece.
    fn opens(&mut self, game: &PathGame, open: &Set) -> Option<()> {
        match open {
            Set::Empty => {}
            Set::And(parts) if parts.contains(&Set::Empty) => {
                parts.iter().filter(|part| **part != Set::Empty).try_for_each(|part| self.narrow(game, part))?;
            }
            _ => return None,
        }
        Some(())
    }

    fn narrow(&mut self, game: &PathGame, part: &Set) -> Option<()> {
        match part {
            Set::Fixed(sets) if sets.windows(2).all(|two| two[0] == two[1]) => {
                let set = sets.first()?;
                self.room.iter_mut().enumerate().for_each(|(site, room)| *room &= set.contains(SiteId::at(site)));
                Some(())
            }
            Set::Holding(truth) => match &**truth {
                Truth::Not(inner) => match &**inner {
                    Truth::Any(Set::From(from, path)) if **from == Set::Here => self.stands_on(game, path, false),
                    _ => None,
                },
                _ => None,
            },
            Set::Not(inner) => match &**inner {
                Set::Where(_, path) => self.stands_on(game, path, false),
                // Where one hop from an empty site leads.
                Set::From(from, path) if **from == Set::Empty => self.stands_on(game, path, true),
                _ => None,
            },
            _ => None,
        }
    }

    /// A site is open only if the next one in some direction is not: `path` goes there and finds it empty, or comes from there
    /// if it leads back.
    fn stands_on(&mut self, game: &PathGame, path: &Path, back: bool) -> Option<()> {
        let Path::Seq(parts) = path else { return None };
        let [Path::Go(ways), Path::Is(Set::Empty)] = parts.as_slice() else { return None };
        let ([way], true) = (ways.as_slice(), self.support.is_empty()) else { return None };
        let link = |player: usize, site: usize| game.tables.link(PlayerId::at(player), *way, SiteId::at(site));
        let same = |site: &usize| (1..game.rules.players.len()).all(|player| link(player, *site) == link(0, *site));
        if !(0..self.sites).all(|site| same(&site)) {
            return None;
        }
        self.support = (0..self.sites).map(|site| link(0, site).0).collect();
        if back {
            let leads = std::mem::replace(&mut self.support, vec![NONE; self.sites]);
            for (from, to) in leads.into_iter().enumerate().filter(|(_, to)| *to != NONE) {
                if std::mem::replace(&mut self.support[usize::from(to)], from as u16) != NONE {
                    return None;
                }
            }
        }
        self.supported = vec![Vec::new(); self.sites];
        for (site, support) in self.support.iter().enumerate().filter(|(_, support)| **support != NONE) {
            self.supported[usize::from(*support)].push(site as u16);
        }
        Some(())
    }

    /// Reads an ending.
    fn watch<'r>(&self, game: &'r PathGame, truth: &'r Truth, found: &mut Found<'r>) -> Option<Watch> {
        match truth {
            Truth::Stuck => Some(Watch::Stuck),
            Truth::Not(inner) if **inner == Truth::Any(Set::Empty) => Some(Watch::Full),
            Truth::AnySet(Family::Full(lines, Set::Mine, None)) => {
                let mut through = vec![Vec::new(); self.sites];
                for run in &game.rules.lines[lines.index()].runs {
                    for site in run {
                        let others = run.iter().filter(|other| *other != site).map(|other| other.0).collect();
                        through[site.index()].push(others);
                    }
                }
                Some(if self.sites <= BITS { few_lines(&through) } else { Watch::Lines(through) })
            }
            Truth::Any(_) => Some(Watch::Group(found.touching(truth, false)?)),
            Truth::And(parts) => {
                // Only of the last piece it is sure that all parts speak of one group.
                let zones = parts.iter().map(|part| found.touching(part, true));
                Some(Watch::Group(zones.collect::<Option<Vec<u16>>>()?.into_iter().fold(0, |all, bits| all | bits)))
            }
            _ => None,
        }
    }

    /// Lays out neighbours and zones, if groups are asked for. None if a way leads there and not back: then what is
    /// connected is not a matter of groups.
    fn join(&mut self, game: &PathGame, found: &Found<'_>) -> Option<()> {
        let Some(ways) = found.ways else { return Some(()) };
        let players = game.rules.players.len();
        let all = |player: usize, site: usize| {
            let to = ways.iter().map(move |way| game.tables.link(PlayerId::at(player), *way, SiteId::at(site)));
            to.filter(|to| *to != SiteId::NONE).map(|to| to.index()).collect::<Vec<_>>()
        };
        self.degree = ways.len();
        self.neighbours = vec![NONE; players * self.sites * self.degree];
        self.zones = vec![0; players * self.sites];
        for player in 0..players {
            for site in 0..self.sites {
                let near = all(player, site);
                if !near.iter().all(|to| all(player, *to).contains(&site)) {
                    return None;
                }
                let row = (player * self.sites + site) * self.degree;
                self.neighbours[row..].iter_mut().zip(near).for_each(|(place, to)| *place = to as u16);
                for (bit, sets) in found.zones.iter().enumerate() {
                    let set = sets.get(player).or(sets.first())?;
                    self.zones[player * self.sites + site] |= u16::from(set.contains(SiteId::at(site))) << bit;
                }
            }
        }
        Some(())
    }

    /// Lists the moves of a player, in the order in which a walk over the board finds them.
    pub(super) fn list(&self, state: &State, owner: PlayerId, list: &mut MoveList) {
        let empty = |site: usize| state.is_empty(SiteId::at(site));
        let held =
            |site: usize| self.support.get(site).is_none_or(|below| *below == NONE || !empty(usize::from(*below)));
        for site in (0..self.sites).filter(|site| self.room[*site] && empty(*site) && held(*site)) {
            let site = SiteId::at(site);
            let effects = [Effect::Place { site, kind: self.kind, owner }];
            list.push_step(Some(self.rule), SiteId::NONE, site, None, &effects);
        }
    }

    /// Plays one game after the other from a state that is not over. None if the state holds something that this form does not
    /// know.
    fn begin<'p>(&'p self, state: &State, layout: &dagaz_core::Layout) -> Option<Run<'p>> {
        if state.begun().is_some() || state.ending(layout).is_some() {
            return None;
        }
        let groups = if self.degree == 0 { 0 } else { self.sites };
        let mut run = Run {
            placement: self,
            cells: vec![0; 2 * self.sites + 2 * groups],
            open: 0,
            empty: 0,
            slot: state.slot(layout).index(),
            moves: Vec::with_capacity(self.sites),
            held: vec![0; layout.spec().players],
        };
        for site in 0..groups {
            run.cells[2 * self.sites + site] = site as u16;
        }
        for site in 0..self.sites {
            match state.piece(SiteId::at(site)) {
                None => run.empty += 1,
                Some(piece) => run.put(site, piece.owner),
            }
        }
        run.open = 0;
        for site in 0..self.sites {
            let held = self.support.get(site).is_none_or(|below| *below == NONE || run.cells[usize::from(*below)] != 0);
            if run.cells[site] == 0 && self.room[site] && held {
                run.unlock(site as u16);
            }
        }
        Some(run)
    }
}

fn few_lines(through: &[Vec<Vec<u16>>]) -> Watch {
    let (mut lines, mut ends) = (Vec::new(), Vec::new());
    for of_site in through {
        lines.extend(of_site.iter().map(|line| line.iter().fold(0u128, |bits, site| bits | 1 << site)));
        ends.push(lines.len() as u32);
    }
    Watch::FewLines(lines, ends)
}

/// Whether the rules have nothing else than one way to put pieces: no hooks, no choice among moves, no variables.
fn does_nothing_else(rules: &PathRules) -> bool {
    let hooks = [&rules.on_move_start, &rules.on_step_start, &rules.on_step_end, &rules.on_move_end, &rules.on_capture];
    let still = |piece: &dagaz_rules::path::PathPiece| {
        let own =
            [&piece.on_move_start, &piece.on_step_start, &piece.on_step_end, &piece.on_move_end, &piece.on_capture];
        piece.moves.is_empty() && own.into_iter().all(Vec::is_empty)
    };
    hooks.into_iter().all(Vec::is_empty)
        && rules.pieces.iter().all(still)
        && rules.first.is_empty()
        && rules.prefer.is_empty()
        && rules.nevers.is_empty()
        && rules.outs.is_empty()
        && rules.levels == 1
        && rules.variables.is_empty()
        && rules.outs.is_empty()
        && rules.pass != dagaz_rules::PassRule::Free
}

impl<'r> Found<'r> {
    /// The zones that a group of the player's must touch for this to hold: it begins in one of them, or at the last
    /// piece, and reaches others.
    fn touching(&mut self, truth: &'r Truth, of_last: bool) -> Option<u16> {
        let Truth::Any(set) = truth else { return None };
        let (mut zones, mut groups, mut ends) = (0, 0, 0);
        let parts = match set {
            Set::And(parts) => parts.as_slice(),
            _ => std::slice::from_ref(set),
        };
        for part in parts {
            zones |= match part {
                Set::Fixed(sets) => {
                    ends += 1;
                    self.zone(sets)?
                }
                Set::From(from, path) => {
                    groups += 1;
                    self.group(from, path, of_last, &mut ends)?
                }
                _ => return None,
            };
        }
        // A site that must lie in several zones is more than a group that touches all of them.
        (groups == 1 && ends <= 1).then_some(zones)
    }

    /// A group, followed from where it begins.
    fn group(&mut self, from: &'r Set, path: &'r Path, of_last: bool, ends: &mut usize) -> Option<u16> {
        let Set::And(parts) = from else { return None };
        let [begins] = parts.iter().filter(|part| **part != Set::Mine).collect::<Vec<_>>()[..] else { return None };
        let mut zones = match begins {
            _ if parts.len() != 2 => return None,
            Set::LastTo => 0,
            Set::Fixed(sets) if !of_last => self.zone(sets)?,
            _ => return None,
        };
        let parts = match path {
            Path::Seq(parts) => parts.as_slice(),
            _ => std::slice::from_ref(path),
        };
        let (Path::Many { least: 0, body }, reaches) = parts.split_first()? else { return None };
        for reached in reaches {
            let Path::Is(Set::Fixed(sets)) = reached else { return None };
            *ends += 1;
            zones |= self.zone(sets)?;
        }
        let Path::Seq(round) = &**body else { return None };
        let [Path::Go(ways), Path::Is(Set::Mine)] = round.as_slice() else { return None };
        (*self.ways.get_or_insert(ways) == ways.as_slice()).then_some(zones)
    }

    /// The bit of a zone.
    fn zone(&mut self, sets: &'r [SiteSet]) -> Option<u16> {
        let known = self.zones.iter().position(|zone| *zone == sets);
        let bit = known.unwrap_or_else(|| {
            self.zones.push(sets);
            self.zones.len() - 1
        });
        (bit < ZONES_MAX).then(|| 1 << bit)
    }
}

/// A game that is being played.
#[derive(Clone)]
struct Run<'p> {
    placement: &'p Placement,
    /// One after the other, so that they are copied as one: for each site its owner (0: empty, else the player from 1 on); the
    /// open sites; for each site the next one on the way to the root of its group; for each root the zones of its group.
    cells: Vec<u16>,
    /// How many sites are open.
    open: usize,
    /// How many sites are empty.
    empty: usize,
    slot: usize,
    /// Where pieces have been put.
    moves: Vec<u16>,
    /// Where each player's pieces are, on a small board.
    held: Vec<u128>,
}

impl Run<'_> {
    /// Begins like another one.
    fn restart(&mut self, start: &Run<'_>) {
        self.cells.copy_from_slice(&start.cells);
        (self.open, self.empty, self.slot) = (start.open, start.empty, start.slot);
        self.moves.clear();
        self.held.copy_from_slice(&start.held);
    }

    #[inline]
    fn unlock(&mut self, site: u16) {
        self.cells[self.placement.sites + self.open] = site;
        self.open += 1;
    }

    /// Puts a piece there, and joins it with its group.
    #[inline]
    fn put(&mut self, site: usize, owner: PlayerId) {
        let placement = self.placement;
        let code = u16::from(owner.0) + 1;
        self.cells[site] = code;
        if site < BITS {
            self.held[owner.index()] |= 1 << site;
        }
        if placement.degree == 0 || owner.index() * placement.sites >= placement.zones.len() {
            return;
        }
        let (roots, zones) = (2 * placement.sites, 3 * placement.sites);
        let place = owner.index() * placement.sites + site;
        let mut touched = placement.zones[place];
        for to in &placement.neighbours[place * placement.degree..][..placement.degree] {
            let to = usize::from(*to);
            if to == usize::from(NONE) {
                break;
            }
            if self.cells[to] == code {
                let root = self.root(to);
                touched |= self.cells[zones + root];
                self.cells[roots + root] = site as u16;
            }
        }
        self.cells[zones + site] = touched;
    }

    /// The root of a group, to which the way is shortened.
    #[inline]
    fn root(&mut self, mut site: usize) -> usize {
        let roots = 2 * self.placement.sites;
        loop {
            let next = usize::from(self.cells[roots + site]);
            if next == site {
                return site;
            }
            let after = self.cells[roots + next];
            self.cells[roots + site] = after;
            site = usize::from(after);
        }
    }

    /// Plays on at random.
    fn play(&mut self, rng: &mut dyn Rng, plies_max: usize) -> Playout {
        let placement = self.placement;
        let mut playout = Playout::default();
        while playout.plies < plies_max {
            playout.choices += self.open as u64;
            playout.plies += 1;
            let drawn = placement.sites + below(rng, self.open);
            let site = self.cells[drawn];
            self.open -= 1;
            self.cells[drawn] = self.cells[placement.sites + self.open];
            let (mover, next) = placement.slots[self.slot];
            self.put(usize::from(site), mover);
            self.empty -= 1;
            self.slot = next;
            self.moves.push(site);
            for above in placement.supported.get(usize::from(site)).into_iter().flatten() {
                if placement.room[usize::from(*above)] && self.cells[usize::from(*above)] == 0 {
                    self.unlock(*above);
                }
            }
            playout.end = self.ended(usize::from(site), mover);
            if playout.end.is_some() {
                break;
            }
        }
        playout
    }

    /// How the game has ended with a piece put there.
    #[inline]
    fn ended(&self, site: usize, mover: PlayerId) -> Option<(EndingId, PlayerId)> {
        let placement = self.placement;
        let code = u16::from(mover.0) + 1;
        let next = placement.slots[self.slot].0;
        for (rank, watch) in placement.watches.iter().enumerate() {
            let holds = match watch {
                Watch::Group(zones) => self.cells[3 * placement.sites + site] & zones == *zones,
                Watch::Lines(through) => {
                    through[site].iter().any(|line| line.iter().all(|other| self.cells[usize::from(*other)] == code))
                }
                Watch::FewLines(lines, ends) => {
                    let from = site.checked_sub(1).map_or(0, |before| ends[before] as usize);
                    let held = self.held[mover.index()];
                    lines[from..ends[site] as usize].iter().any(|line| held & line == *line)
                }
                Watch::Full => self.empty == 0,
                Watch::Stuck => self.open == 0,
            };
            if holds {
                let player = if matches!(watch, Watch::Stuck) { next } else { mover };
                return Some((EndingId::at(rank), player));
            }
        }
        (self.open == 0).then(|| (EndingId::at(placement.watches.len()), next))
    }
}

impl PathGame {
    /// Plays one game after the other at random by this form. False if the state is not one for it, or is over.
    pub(super) fn place_in_series(
        &self,
        start: &State,
        limits: PlayoutLimits,
        series: &mut dyn Series,
    ) -> Result<bool, LimitHit> {
        let Some(first) = self.begin_placing(start)? else { return Ok(false) };
        let mut run = first.clone();
        while let Some(rng) = series.begin() {
            run.restart(&first);
            let playout = run.play(rng, plies_max(limits));
            series.end(&playout, &mut || {
                let mut state = start.clone();
                self.place(&mut state, &run);
                state
            });
        }
        Ok(true)
    }

    /// Plays one game at random by this form, if the state is one for it and not over.
    pub(super) fn place_at_random(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
    ) -> Result<Option<Playout>, LimitHit> {
        let Some(mut run) = self.begin_placing(state)? else { return Ok(None) };
        let playout = run.play(rng, plies_max(limits));
        self.place(state, &run);
        Ok(Some(playout))
    }

    fn begin_placing(&self, start: &State) -> Result<Option<Run<'_>>, LimitHit> {
        let begun = self.placement.as_ref().and_then(|placement| placement.begin(start, &self.layout));
        let Some(run) = begun.filter(|run| run.open > 0) else { return Ok(None) };
        let over = self.ended(start, Some(false))?.is_some();
        Ok((!over).then_some(run))
    }

    /// Plays on a state what has been played.
    fn place(&self, state: &mut State, run: &Run<'_>) {
        let (mut list, mut log) = (MoveList::new(), UndoLog::new());
        for site in &run.moves {
            let (site, owner) = (SiteId(*site), self.slot(state).mover);
            let effects = [Effect::Place { site, kind: run.placement.kind, owner }];
            list.clear();
            list.push_step(Some(run.placement.rule), SiteId::NONE, site, None, &effects);
            self.play(state, list.get(0), &mut log);
            log.clear();
        }
    }
}

/// Nothing that is put is ever taken back, so no game is quiet for longer than no move at all.
fn plies_max(limits: PlayoutLimits) -> usize {
    if limits.quiet_plies == Some(0) { 0 } else { limits.plies }
}
