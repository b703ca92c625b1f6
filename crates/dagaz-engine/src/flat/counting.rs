//! Perft and playouts on the flat state.

use dagaz_core::{Effect, EndingId, Piece, PlayerId, Playout, PlayoutLimits, Rng, SiteId, below};

use super::draft::Draft;
use super::list::{Deed, FlatList};
use super::moves::{Declined, Listed, Runner};
use super::state::{FlatState, NOWHERE};

/// Whether a piece that goes from one site to another can come back by further play.
pub(crate) type Returns<'a> = dyn Fn(Piece, SiteId, SiteId) -> bool + 'a;

/// Where a playout stopped.
pub(crate) struct Played {
    pub(crate) playout: Playout,
    /// The ending that the last turn has brought about, if it needed no list of moves.
    pub(crate) ended: Option<(EndingId, PlayerId)>,
    /// Whether the general executor must go on from here.
    pub(crate) declined: bool,
    pub(crate) quiet: usize,
}

impl<'g, const W: usize> Runner<'g, W> {
    /// The number of sequences of exactly `depth` plies. The state must not remember positions.
    pub(crate) fn perft(&mut self, state: &mut FlatState<W>, depth: u32) -> Result<u64, Declined> {
        let mut lists = vec![FlatList::default(); depth as usize];
        // A pattern that holds from the beginning is found however little changes.
        let incremental = self.nothing_holds(state);
        self.leaves(state, &mut lists, incremental)
    }

    /// The keys to which the moves of a state lead, by each form: walked, swept, and their number as counted.
    pub(crate) fn by_each_form(&mut self, state: &mut FlatState<W>) -> Result<(Vec<u64>, Vec<u64>, u64), Declined> {
        let mut list = FlatList::default();
        let mut keys = |runner: &mut Self, state: &mut FlatState<W>, walked: bool| {
            list.clear();
            if walked || !runner.list(state, &mut list)? {
                runner.legal(state, &mut list)?;
            }
            runner.complete(state, &mut list)?;
            let mut keys = Vec::new();
            for index in 0..list.len() {
                let mark = state.mark();
                runner.play(state, &list, index, false)?;
                keys.push(state.facts.key);
                state.undo(&runner.game.tables, mark);
            }
            keys.sort_unstable();
            Ok(keys)
        };
        let (walked, swept) = (keys(self, state, true)?, keys(self, state, false)?);
        let mut draft = Draft::default();
        if self.draft(state, &mut draft)? && draft.len() > 0 && !self.may_add_pass() {
            let mut drawn = Vec::new();
            for number in 0..draft.len() {
                let mark = state.mark();
                draft.draw(number, &mut list);
                self.play(state, &list, 0, false)?;
                drawn.push(state.facts.key);
                state.undo(&self.game.tables, mark);
            }
            drawn.sort_unstable();
            if drawn != swept {
                return Ok((walked, drawn, swept.len() as u64));
            }
        }
        Ok((walked, swept, self.number_of_moves(state, &mut FlatList::default())?))
    }

    fn nothing_holds(&self, state: &FlatState<W>) -> bool {
        !self.game.endings.any_pattern_holds(state)
    }

    fn leaves(&mut self, state: &mut FlatState<W>, lists: &mut [FlatList], incremental: bool) -> Result<u64, Declined> {
        let Some((list, deeper)) = lists.split_first_mut() else { return Ok(1) };
        if deeper.is_empty() {
            return self.number_of_moves(state, list);
        }
        self.moves(state, list)?;
        let mut leaves = 0;
        for index in 0..list.len() {
            let mark = state.mark();
            let played = self.play(state, list, index, incremental);
            let below = match played {
                Ok(None) => self.leaves(state, deeper, incremental),
                Ok(Some(_)) => Ok(0),
                Err(declined) => Err(declined),
            };
            state.undo(&self.game.tables, mark);
            leaves += below?;
        }
        Ok(leaves)
    }

    /// Plays on at random until the game ends, a limit cuts it off, or the general executor must go on.
    pub(crate) fn playout(
        &mut self,
        state: &mut FlatState<W>,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
        returns: &Returns<'_>,
    ) -> Played {
        let (mut list, mut draft) = (FlatList::default(), Draft::default());
        let playout = Playout { end: None, cut: None, plies: 0, choices: 0 };
        let mut played = Played { playout, ended: None, declined: false, quiet: 0 };
        let incremental = self.nothing_holds(state);
        loop {
            let playout = &mut played.playout;
            let cut = playout.plies >= limits.plies || limits.quiet_plies.is_some_and(|most| played.quiet >= most);
            let drafted = match self.draft(state, &mut draft) {
                Ok(drafted) => drafted && draft.len() > 0 && !self.may_add_pass(),
                Err(Declined) => {
                    played.declined = true;
                    return played;
                }
            };
            let chain = if draft.chained && !cut && !self.may_add_pass() {
                let mark = state.mark();
                match self.draw_chain(state, &draft.firsts, rng, &mut list) {
                    Ok(choices) => Some(choices),
                    Err(Declined) => {
                        state.undo(&self.game.tables, mark);
                        played.declined = true;
                        return played;
                    }
                }
            } else {
                None
            };
            let (index, choices) = if let Some(choices) = chain {
                (0, choices)
            } else if draft.chained && cut {
                return played;
            } else if drafted {
                if cut {
                    return played;
                }
                draft.draw(below(rng, draft.len() as usize) as u64, &mut list);
                (0, draft.len())
            } else {
                match self.moves(state, &mut list) {
                    Err(Declined) => {
                        played.declined = true;
                        return played;
                    }
                    Ok(Listed::Ended(ending, player)) => {
                        playout.end = Some((ending, player));
                        return played;
                    }
                    Ok(Listed::Moves) if cut => return played,
                    Ok(Listed::Moves) => (below(rng, list.len()), list.len() as u64),
                }
            };
            let quiet = limits.quiet_plies.is_some() && self.is_quiet(state, &list, index, returns);
            let mark = state.mark();
            let Ok(ended) = self.play(state, &list, index, incremental) else {
                state.undo(&self.game.tables, mark);
                played.declined = true;
                return played;
            };
            state.commit();
            playout.choices += choices;
            playout.plies += 1;
            played.quiet = if quiet { played.quiet + 1 } else { 0 };
            if ended.is_some() {
                playout.end = ended;
                played.ended = ended;
                return played;
            }
        }
    }

    /// Whether a move can be taken back by further play, as far as anybody can tell from the pieces that it moves.
    fn is_quiet(&self, state: &FlatState<W>, list: &FlatList, index: usize, returns: &Returns<'_>) -> bool {
        let steps = list.get(index);
        let piece_on = |site: u16| self.game.tables.codes.piece(state.code(usize::from(site)));
        // Within a chain the piece that moves is the one that stood on the origin.
        let first = steps.first().filter(|step| step.from != NOWHERE).and_then(|step| piece_on(step.from));
        let mut left: Vec<u16> = Vec::new();
        let mut goes_back = |from: u16, to: u16| {
            let captures = piece_on(to).is_some() && !left.contains(&to);
            left.push(from);
            let piece = piece_on(from).or(first);
            !captures && piece.is_none_or(|piece| returns(piece, SiteId(from), SiteId(to)))
        };
        steps.iter().all(|step| match step.deed {
            Deed::Pass => true,
            Deed::Drop { .. } | Deed::Later(_) => false,
            Deed::Displace(landing) => {
                let becomes = self.game.tables.codes.piece(landing);
                goes_back(step.from, step.to) && becomes == piece_on(step.from).or(first)
            }
            Deed::Effects => list.effects(step).iter().all(|effect| match *effect {
                Effect::Together { .. } | Effect::Set { .. } => true,
                Effect::Move { from, to } => goes_back(from.0, to.0),
                _ => false,
            }),
        })
    }
}
