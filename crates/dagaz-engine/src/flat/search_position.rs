//! The search position of the bitboard executor.
//!
//! Lists stay in generation order, moves are summarised, and material values are updated from the
//! log of a move. If the bitboard executor falls back, the default search position continues, and
//! is left again on undo.

use dagaz_core::{
    Candidate, Continuation, Effect, EndingId, Found, Game, LimitHit, LimitKind, Lookahead, Plain, PlayerId, Rank,
    Roster, SiteId, State, Verdict, Weights,
};

use super::families::Family;
use super::game::FlatGame;
use super::list::{Action, FlatList, FlatStep};
use super::move_sink::Sink;
use super::moves::{Declined, Listed, Runner};
use super::side_generator::Wanted;
use super::sites::Sites;
use super::state::{FlatState, Mark, NOWHERE};
use crate::game::CompiledGame;
use crate::verdict::Meanings;

/// See the [module documentation](self).
pub(crate) struct FlatSearchPosition<'g, const W: usize> {
    compiled: &'g CompiledGame,
    /// The game of these states, which continues after a fallback.
    game: &'g dyn Game,
    runner: Runner<'g, W>,
    state: FlatState<W>,
    plies: Vec<Ply<W>>,
    depth: usize,
    /// A pattern that holds from the beginning is not found by what changes.
    incremental: bool,
    sums: Sums<'g>,
    /// For each code its piece.
    ranks: Box<[Rank]>,
    /// For each supply its piece, and whether pieces may come from it as something else.
    waiting: Box<[(Rank, bool)]>,
    roster: Roster,
    /// Falls back to the general executor from that depth.
    general: Option<(usize, Plain<'g>)>,
    meanings: Meanings,
}

/// One ply: its moves, and the way back from the one that is played.
struct Ply<const W: usize> {
    list: FlatList,
    mark: Option<Mark>,
}

impl<const W: usize> Ply<W> {
    fn new() -> Ply<W> {
        Ply { list: FlatList::default(), mark: None }
    }
}

/// What the pieces of each player are worth, ply by ply.
struct Sums<'g> {
    weights: &'g Weights,
    /// By code and site.
    board: Box<[i32]>,
    /// For each supply its owner and what a piece in it is worth.
    supplies: Box<[(usize, i32)]>,
    owners: usize,
    sites: usize,
    all: Vec<i32>,
}

impl<'g, const W: usize> FlatSearchPosition<'g, W> {
    /// Looks ahead from a state; none if it is one for the general executor.
    pub(crate) fn new(
        compiled: &'g CompiledGame,
        flat_game: &'g FlatGame<W>,
        game: &'g dyn Game,
        state: &State,
        weights: &'g Weights,
    ) -> Option<FlatSearchPosition<'g, W>> {
        let tables = &flat_game.tables;
        let mut flat = flat_game.begin(state)?;
        if Runner::new(flat_game, compiled, false).end_at_first(&mut flat) != Ok(None) {
            return None;
        }
        let roster = Roster::of(game);
        let codes = || (0..tables.codes.len() as u8).map(|code| tables.codes.piece(code));
        let each = || (0..tables.sites).map(SiteId::at);
        let all = weights.sums(game, state);
        Some(FlatSearchPosition {
            compiled,
            game,
            incremental: !flat_game.endings.any_pattern_holds(&flat),
            runner: Runner::new(flat_game, compiled, false),
            state: flat,
            plies: vec![Ply::new()],
            depth: 0,
            sums: Sums {
                weights,
                board: codes()
                    .flat_map(|piece| each().map(move |site| piece.map_or(0, |piece| weights.on(piece, site))))
                    .collect(),
                supplies: tables
                    .supplies
                    .iter()
                    .map(|&(piece, _)| (piece.owner.index().min(tables.owners - 1), weights.waiting(piece)))
                    .collect(),
                owners: tables.owners,
                sites: tables.sites,
                all,
            },
            ranks: codes().map(|piece| piece.map_or(Rank::NONE, |piece| roster.rank(piece))).collect(),
            waiting: (tables.supplies.iter().enumerate())
                .map(|(supply, &(piece, _))| (roster.rank(piece), flat_game.turns_over(supply)))
                .collect(),
            roster,
            general: None,
            meanings: Meanings::default(),
        })
    }

    fn flat(&self) -> &'g FlatGame<W> {
        self.runner.game
    }

    /// Makes room for the next ply.
    fn deeper(&mut self, mark: Mark) {
        self.plies[self.depth].mark = Some(mark);
        self.depth += 1;
        if self.plies.len() <= self.depth {
            self.plies.push(Ply::new());
        }
        self.sums.push(self.flat(), &self.state, mark, self.depth);
    }

    /// Leaves the bitboard state at this depth.
    fn leave(&mut self) -> &mut Plain<'g> {
        let state = self.state.to_state(&self.flat().tables);
        let plain = Plain::new(self.game, state, self.sums.weights);
        &mut self.general.insert((self.depth, plain)).1
    }

    /// Plays a move that the bitboard executor does not support.
    fn play_generally(&mut self, index: usize) -> Result<Found, LimitHit> {
        let wanted = self.glance(self.plies[self.depth].list.get(index), &self.plies[self.depth].list);
        let state = self.state.to_state(&self.flat().tables);
        let mut plain = Plain::new(self.game, state, self.sums.weights);
        let mut candidates = Vec::new();
        plain.moves(false, &mut candidates)?;
        let same = candidates.iter().position(|other| other.number() == wanted.number());
        let same = same.ok_or_else(|| LimitHit::new(LimitKind::Moves, candidates.len()))?;
        let found = plain.play(same)?;
        let state = plain.state();
        self.deeper(self.state.mark());
        self.general = Some((self.depth, Plain::new(self.game, state, self.sums.weights)));
        Ok(found)
    }

    #[inline]
    fn rank_on(&self, site: u16) -> Rank {
        if site == NOWHERE { Rank::NONE } else { self.ranks[usize::from(self.state.code(usize::from(site)))] }
    }

    /// What a move does, roughly.
    #[inline]
    fn glance(&self, steps: &[FlatStep], list: &FlatList) -> Candidate {
        let (Some(first), Some(last)) = (steps.first(), steps.last()) else { return Candidate::PASS };
        let from = if first.from == NOWHERE { SiteId::NONE } else { SiteId(first.from) };
        let last = match last.action {
            Action::Pass if steps.len() > 1 => &steps[steps.len() - 2],
            Action::Pass => return Candidate::PASS,
            _ => last,
        };
        let piece = self.rank_on(first.from);
        let mut seen =
            Candidate { from, to: SiteId(last.to), piece, becomes: piece, captured: Rank::NONE, captures: 0 };
        let mut at = from;
        for step in steps {
            match step.action {
                Action::Displace(code) => {
                    at = SiteId(step.to);
                    seen.becomes = self.ranks[usize::from(code)];
                    if step.from != step.to {
                        seen.capture(self.rank_on(step.to));
                    }
                }
                Action::Drop { code, supply } => {
                    (seen.piece, seen.becomes) = (self.waiting[usize::from(supply)].0, self.ranks[usize::from(code)]);
                    seen.capture(self.rank_on(step.to));
                }
                Action::Later(number) => {
                    let code = self.flat().later[usize::from(number)].0;
                    (seen.piece, seen.becomes) = (self.ranks[usize::from(code)], self.ranks[usize::from(code)]);
                }
                Action::Effects => {
                    seen.see(list.effects(step), &self.roster, &mut at, |site| self.rank_on(site.0));
                }
                Action::Pass => {}
            }
        }
        seen
    }

    fn list(&mut self, loud: bool, found: &mut Vec<Candidate>) -> Result<Found, Declined> {
        let mut list = std::mem::take(&mut self.plies[self.depth].list);
        let listed = if loud { self.loud(&mut list) } else { self.runner.moves(&mut self.state, &mut list) };
        if let Ok(Listed::Moves) = listed {
            found.extend((0..list.len()).map(|index| self.glance(list.get(index), &list)));
        }
        self.plies[self.depth].list = list;
        Ok(match listed? {
            Listed::Moves => None,
            Listed::Ended(ending, player) => Some((ending, player)),
        })
    }

    fn loud(&mut self, list: &mut FlatList) -> Result<Listed, Declined> {
        list.clear();
        let game = self.flat();
        let side = game.slot(self.state.facts.slot).side;
        let occupied = game.board.less(self.state.empty());
        let mut sink = TacticalMoves {
            list: std::mem::take(list),
            others: occupied.less(self.state.held(side.index())),
            ranks: &self.ranks,
            waiting: &self.waiting,
            codes: std::array::from_fn(|word| {
                std::array::from_fn(|bit| {
                    let site = word * 64 + bit;
                    if site < game.tables.sites { self.state.code(site) } else { 0 }
                })
            }),
        };
        let swept = self.runner.sweep(&mut self.state, &mut sink, Wanted::Legal);
        *list = sink.list;
        if swept? {
            return Ok(Listed::Moves);
        }
        // All of them, and then those that are loud.
        self.runner.legal(&mut self.state, list)?;
        let marked: Vec<bool> = (0..list.len()).map(|index| self.glance(list.get(index), list).is_loud()).collect();
        list.keep(&marked);
        Ok(Listed::Moves)
    }
}

impl Sums<'_> {
    /// The sums after a move, from those before it and what it has changed since `mark`.
    fn push<const W: usize>(&mut self, game: &FlatGame<W>, state: &FlatState<W>, mark: Mark, depth: usize) {
        self.all.truncate(depth * self.owners);
        self.all.extend_from_within((depth - 1) * self.owners..);
        let (all, board, sites) = (&mut self.all[depth * self.owners..], &self.board, self.sites);
        state.each_change(mark, |site, old, new| {
            if old != 0 {
                all[game.tables.owner(old)] -= board[usize::from(old) * sites + site];
            }
            if new != 0 {
                all[game.tables.owner(new)] += board[usize::from(new) * sites + site];
            }
        });
        let supplies = &self.supplies;
        state.each_supply_change(mark, |index, more| {
            let (owner, worth) = supplies[index];
            all[owner] += worth * more;
        });
    }
}

impl<const W: usize> Lookahead for FlatSearchPosition<'_, W> {
    fn key(&self) -> u64 {
        match &self.general {
            Some((_, plain)) => plain.key(),
            None => self.state.whole_key(&self.flat().tables),
        }
    }

    fn state(&self) -> State {
        match &self.general {
            Some((_, plain)) => plain.state(),
            None => self.state.to_state(&self.flat().tables),
        }
    }

    fn mover(&self) -> PlayerId {
        match &self.general {
            Some((_, plain)) => plain.mover(),
            None => self.compiled.rules().turns.slots[self.state.facts.slot.index()].mover,
        }
    }

    fn by_chance(&self) -> bool {
        match &self.general {
            Some((_, plain)) => plain.by_chance(),
            None => self.compiled.is_random_mover(self.mover()),
        }
    }

    fn chances(&self, found: &[Candidate]) -> Vec<(usize, f64)> {
        if let Some((_, plain)) = &self.general {
            return plain.chances(found);
        }
        let share = 1.0 / found.len().max(1) as f64;
        let mut chances: Vec<(usize, f64)> = Vec::new();
        for (index, one) in found.iter().enumerate() {
            match chances.iter_mut().find(|(known, _)| found[*known] == *one) {
                Some((_, probability)) => *probability += share,
                None => chances.push((index, share)),
            }
        }
        chances
    }

    fn moves(&mut self, loud: bool, found: &mut Vec<Candidate>) -> Result<Found, LimitHit> {
        found.clear();
        if let Some((_, plain)) = &mut self.general {
            return plain.moves(loud, found);
        }
        match self.list(loud, found) {
            Ok(listed) => Ok(listed),
            Err(Declined) => self.leave().moves(loud, found),
        }
    }

    fn play(&mut self, index: usize) -> Result<Found, LimitHit> {
        if let Some((_, plain)) = &mut self.general {
            let found = plain.play(index)?;
            self.depth += 1;
            return Ok(found);
        }
        let mark = self.state.mark();
        let list = std::mem::take(&mut self.plies[self.depth].list);
        let played = self.runner.play(&mut self.state, &list, index, self.incremental);
        self.plies[self.depth].list = list;
        match played {
            Ok(found) => {
                self.deeper(mark);
                Ok(found)
            }
            Err(Declined) => {
                self.state.undo(&self.flat().tables, mark);
                self.play_generally(index)
            }
        }
    }

    fn pass(&mut self) -> bool {
        if let Some((_, plain)) = &mut self.general {
            let passed = plain.pass();
            self.depth += usize::from(passed);
            return passed;
        }
        let (mark, game) = (self.state.mark(), self.flat());
        (self.state.facts.watched, self.state.facts.stirred) = (0, false);
        self.state.forget_last(&game.tables);
        game.give_on(&mut self.state);
        self.deeper(mark);
        true
    }

    fn undo(&mut self) {
        match &mut self.general {
            Some((from, plain)) if self.depth > *from => {
                plain.undo();
                self.depth -= 1;
                return;
            }
            Some(_) => self.general = None,
            None => {}
        }
        if let Some(above) = self.depth.checked_sub(1)
            && let Some(mark) = self.plies[above].mark.take()
        {
            self.state.undo(&self.flat().tables, mark);
            self.depth = above;
        }
    }

    fn sums(&self) -> &[i32] {
        match &self.general {
            Some((_, plain)) => plain.sums(),
            None => &self.sums.all[self.depth * self.sums.owners..(self.depth + 1) * self.sums.owners],
        }
    }

    fn weights(&self) -> &Weights {
        self.sums.weights
    }

    fn occurrences(&self) -> usize {
        match &self.general {
            Some((_, plain)) => plain.occurrences(),
            None => self.state.occurrences(),
        }
    }

    fn verdicts(&mut self, ending: (EndingId, PlayerId)) -> Vec<Verdict> {
        let mut meanings = std::mem::take(&mut self.meanings);
        let verdicts = meanings.of(ending, || self.game.outcome_of(&self.state(), ending));
        self.meanings = meanings;
        verdicts
    }

    fn mobility(&mut self, player: PlayerId) -> Option<u32> {
        if let Some((_, plain)) = &mut self.general {
            return plain.mobility(player);
        }
        let game = self.flat();
        let (now, mark) = (self.state.facts.slot, self.state.mark());
        let mut slot = now;
        while game.slot(slot).side != player {
            slot = game.slot(slot).next;
            if slot == now {
                return None;
            }
        }
        if slot != now {
            self.state.set_slot(&game.tables, slot);
        }
        let counted = match self.runner.count(&mut self.state) {
            Ok(Some(count)) => Some(count as u32),
            Ok(None) => {
                let mut list = self.runner.spare.pop().unwrap_or_default();
                let count = self.runner.legal(&mut self.state, &mut list).ok().map(|()| list.len() as u32);
                self.runner.spare.push(list);
                count
            }
            Err(Declined) => None,
        };
        self.state.undo(&game.tables, mark);
        counted
    }

    fn in_check(&mut self) -> Option<bool> {
        if self.general.is_some() {
            return None;
        }
        let game = self.flat();
        let side = game.slot(self.state.facts.slot).side;
        let royal = game.royals[side.index()];
        Some(royal != 0 && game.any_attacked(&self.state, side, royal))
    }

    fn is_quick(&self) -> bool {
        true
    }
}

/// Keeps the moves that capture or change the piece that moves.
struct TacticalMoves<'a, const W: usize> {
    list: FlatList,
    /// Where pieces stand that are not the mover's.
    others: Sites<W>,
    ranks: &'a [Rank],
    /// For each supply its piece, and whether pieces may come from it as something else.
    waiting: &'a [(Rank, bool)],
    codes: [[u8; 64]; W],
}

impl<const W: usize> TacticalMoves<'_, W> {
    #[inline]
    fn changes(&self, from: usize, code: u8) -> bool {
        self.ranks[usize::from(self.codes[from / 64 % W][from % 64])] != self.ranks[usize::from(code)]
    }
}

impl<'g, const W: usize> Sink<'g, W> for TacticalMoves<'_, W> {
    #[inline]
    fn targets(&mut self, from: usize, targets: Sites<W>, codes: &'g [u8], then: Option<Continuation>) {
        let changes = codes.iter().any(|&code| self.changes(from, code));
        let loud = if changes { targets } else { targets.and(self.others) };
        Sink::<W>::targets(&mut self.list, from, loud, codes, then);
    }

    #[inline]
    fn starts(&mut self, starts: Sites<W>, family: &'g Family<W>, supply: Option<usize>) {
        if let Some(supply) = supply {
            let changes = |&&code: &&u8| self.ranks[usize::from(code)] != self.waiting[supply].0;
            let changed: Vec<u8> = family.codes.iter().filter(changes).copied().collect();
            if !changed.is_empty() {
                Sink::starts(&mut self.list, starts, &family.landing_as(changed), Some(supply));
            }
            return;
        }
        let onto = starts.and(self.others.moved(-family.step));
        let mut loud = onto;
        for start in starts.less(onto).iter() {
            if family.codes.iter().any(|&code| self.changes(start, code)) {
                loud.insert(start);
            }
        }
        Sink::starts(&mut self.list, loud, family, None);
    }

    fn later(&mut self, _: Sites<W>, _: u16) {}

    fn wants_drops_from(&self, supply: usize) -> bool {
        self.waiting[supply].1
    }

    fn step(&mut self, list: &FlatList, step: &FlatStep) {
        let to_others = step.to != NOWHERE && self.others.contains(usize::from(step.to));
        let loud = match step.action {
            Action::Displace(code) => to_others || self.changes(usize::from(step.from), code),
            Action::Drop { code, supply } => {
                to_others || self.ranks[usize::from(code)] != self.waiting[usize::from(supply)].0
            }
            Action::Later(_) | Action::Pass => false,
            Action::Effects => {
                to_others
                    || list.effects(step).iter().any(|effect| {
                        matches!(effect, Effect::Remove { .. } | Effect::Give { .. } | Effect::Become { .. })
                    })
            }
        };
        if loud {
            self.list.push_with(*step, list.effects(step));
        }
    }

    fn chains<'r>(&mut self, _: &mut Runner<'r, W>, _: &mut FlatState<W>, _: &FlatList) -> Result<bool, Declined> {
        Ok(false)
    }
}
