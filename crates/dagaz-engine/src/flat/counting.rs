//! Perft on the flat state, and all forms compared.

use dagaz_core::{Counting, PerftTable};

use super::draft::Draft;
use super::list::FlatList;
use super::moves::{Declined, Runner};
use super::side_generator::Wanted;
use super::state::FlatState;

impl<'g, const W: usize> Runner<'g, W> {
    /// The number of sequences of exactly `depth` plies. The state must not remember positions.
    pub(crate) fn perft(
        &mut self,
        state: &mut FlatState<W>,
        depth: u32,
        counting: Counting,
        table: Option<&mut PerftTable>,
    ) -> Result<u64, Declined> {
        let mut levels = vec![Level::default(); depth as usize];
        // A pattern that holds from the beginning is found however little changes.
        let incremental = self.nothing_holds(state);
        self.leaves(state, &mut levels, &mut Manner { counting, incremental, table })
    }

    /// The keys to which the moves of a state lead, by each form: walked, swept, and their number
    /// as counted.
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
        for wanted in [Wanted::Legal, Wanted::PseudoLegal] {
            if !self.draft(state, &mut draft, wanted)? || draft.len() == 0 || self.may_add_pass() {
                continue;
            }
            let mut drawn = Vec::new();
            for number in 0..draft.len() {
                let mark = state.mark();
                draft.draw(number, &mut list);
                if wanted == Wanted::Legal || self.try_out(state, &list, 0)? {
                    state.undo(&self.game.tables, mark);
                    self.play(state, &list, 0, false)?;
                    drawn.push(state.facts.key);
                }
                state.undo(&self.game.tables, mark);
            }
            drawn.sort_unstable();
            if drawn != swept && !swept.is_empty() {
                return Ok((walked, drawn, swept.len() as u64));
            }
        }
        Ok((walked, swept, self.number_of_moves(state, &mut FlatList::default())?))
    }

    pub(crate) fn nothing_holds(&self, state: &FlatState<W>) -> bool {
        !self.game.endings.any_pattern_holds(state)
    }

    fn leaves(
        &mut self,
        state: &mut FlatState<W>,
        levels: &mut [Level],
        manner: &mut Manner<'_>,
    ) -> Result<u64, Declined> {
        let depth = levels.len() as u32;
        let Some((Level { list, results }, deeper)) = levels.split_first_mut() else { return Ok(1) };
        if deeper.is_empty() && manner.counting == Counting::Moves {
            return self.number_of_moves(state, list);
        }
        let shared = match &manner.table {
            Some(table) if !deeper.is_empty() => {
                let position = state.identity(&self.game.tables);
                if let Some(count) = table.find(position, depth) {
                    return Ok(count);
                }
                Some(position)
            }
            _ => None,
        };
        self.moves(state, list)?;
        results.clear();
        let (counting, incremental) = (manner.counting, manner.incremental);
        let mut leaves = 0;
        for index in 0..list.len() {
            let mark = state.mark();
            let played = self.play(state, list, index, incremental);
            let below = match played {
                Ok(_) if counting == Counting::Results && !is_new(results, state.whole_key(&self.game.tables)) => Ok(0),
                Ok(Some(_)) if !deeper.is_empty() => Ok(0),
                Ok(_) => self.leaves(state, deeper, manner),
                Err(declined) => Err(declined),
            };
            state.undo(&self.game.tables, mark);
            leaves += below?;
        }
        if let (Some(position), Some(table)) = (shared, &mut manner.table) {
            table.keep(position, depth, leaves);
        }
        Ok(leaves)
    }
}

/// How a tree is counted.
struct Manner<'t> {
    counting: Counting,
    /// Whether endings by patterns need only be asked for where something has changed.
    incremental: bool,
    table: Option<&'t mut PerftTable>,
}

/// What is known of one ply of a tree, kept for the next one there.
#[derive(Clone, Default)]
struct Level {
    list: FlatList,
    /// The keys to which its moves have led, in order; left empty where every move counts.
    results: Vec<u64>,
}

fn is_new(results: &mut Vec<u64>, key: u64) -> bool {
    let place = results.binary_search(&key);
    if let Err(place) = place {
        results.insert(place, key);
    }
    place.is_err()
}
