//! Alpha-beta to the very end of a game: what a position is worth, exactly, with a table of all that was found out on the way.
//!
//! Nothing is estimated and nothing is left out, so what is found is proved. It suits games that end of themselves, because boards fill or run
//! empty, where the same position is come to by very many ways: proof-number search would prove it anew on each. Where a position
//! occurs again on the way to itself, what it is worth depends on the way, and the table would lie: then this search gives up.

use dagaz_core::{Candidate, Found, Game, LimitHit, Lookahead, PlayerId, Roster, State, Verdict, Weights, look_ahead};

use crate::Watch;
use crate::search::{Bound, Entry, Order, Table, tag};

/// Bytes of the table.
const TABLE_BYTES: usize = 256 << 20;
/// Plies from the root at most.
const PLIES_MAX: usize = 400;

/// What was found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exhausted {
    /// What the position is worth to whoever is to move, -1, 0 or 1, and the place of a move in the list that gives it.
    Worth(i32, usize),
    /// A position has occurred again, or a game takes too long.
    Circular,
    /// The search was over before.
    Over,
}

/// Searches a state to the end. `player` is to move.
pub(super) fn exhaust(
    game: &dyn Game,
    state: &State,
    player: PlayerId,
    watch: &mut Watch<'_>,
) -> Result<Exhausted, LimitHit> {
    let weights = Weights::new(game, |_, _| 0, |_| 0);
    // Where rules ask for what was before, the same position may be worth something else.
    if game.layout().spec().keeps_history {
        return Ok(Exhausted::Circular);
    }
    let bytes = watch
        .budget()
        .nodes
        .map_or(TABLE_BYTES, |nodes| (nodes as usize).saturating_mul(32).clamp(1 << 20, TABLE_BYTES));
    let table = Table::new(bytes);
    let ahead = look_ahead(game, state, &weights);
    let mut search = Search {
        player,
        table: &table,
        order: Order::new(&Roster::of(game), &weights, game.layout().sites(), true),
        watch,
        path: vec![ahead.key()],
        quick: ahead.is_quick(),
        ahead,
        lists: Vec::new(),
        broken: None,
    };
    let mut list = Vec::new();
    if let Some(ending) = search.ahead.moves(false, &mut list)? {
        return Ok(Exhausted::Worth(search.ended(ending, player), 0));
    }
    // Whether there is a win is asked of every move before whether there is a draw: a win needs no more.
    for aim in [1, 0] {
        for (index, one) in list.iter().enumerate() {
            let ended = search.ahead.play(index)?;
            let value = search.child(ended, player, 1, aim - 1, aim, one.number());
            search.ahead.undo();
            let value = value?;
            if let Some(broken) = search.broken {
                return Ok(broken);
            }
            if value >= aim {
                return Ok(Exhausted::Worth(value, index));
            }
        }
    }
    // Neither is there. What the first round said of a move was only that it does not win.
    Ok(Exhausted::Worth(-1, 0))
}

struct Search<'a, 't, 'w> {
    player: PlayerId,
    ahead: Box<dyn Lookahead + 'a>,
    table: &'t Table,
    order: Order,
    watch: &'t mut Watch<'w>,
    path: Vec<u64>,
    quick: bool,
    /// Lists of moves, by ply.
    lists: Vec<Vec<Candidate>>,
    broken: Option<Exhausted>,
}

impl Search<'_, '_, '_> {
    /// What an ending is worth to a player.
    fn ended(&mut self, ending: (dagaz_core::EndingId, PlayerId), mover: PlayerId) -> i32 {
        let worth = match self.ahead.verdicts(ending).get(self.player.index()) {
            Some(Verdict::Win) => 1,
            Some(Verdict::Loss) => -1,
            _ => 0,
        };
        if mover == self.player { worth } else { -worth }
    }

    /// The worth of the position that a move by `mover` has led to, as that one sees it.
    fn child(
        &mut self,
        ended: Found,
        mover: PlayerId,
        ply: usize,
        alpha: i32,
        beta: i32,
        before: u32,
    ) -> Result<i32, LimitHit> {
        if let Some(ending) = ended {
            return Ok(self.ended(ending, mover));
        }
        if self.ahead.mover() == mover {
            return self.node(ply, alpha, beta, before);
        }
        Ok(-self.node(ply, -beta, -alpha, before)?)
    }

    /// The worth of the present position to whoever is to move: exact between `alpha` and `beta`, a bound outside.
    fn node(&mut self, ply: usize, mut alpha: i32, beta: i32, before: u32) -> Result<i32, LimitHit> {
        let key = self.ahead.key();
        if self.path.contains(&key) || ply >= PLIES_MAX {
            self.broken = Some(Exhausted::Circular);
        } else if !self.watch.node() {
            self.broken = Some(Exhausted::Over);
        }
        if self.broken.is_some() {
            return Ok(0);
        }
        let mut known = 0;
        if let Some(entry) = self.table.get(key) {
            known = entry.best;
            match entry.bound {
                Bound::Exact => return Ok(entry.value),
                Bound::Lower if entry.value >= beta => return Ok(entry.value),
                Bound::Upper if entry.value <= alpha => return Ok(entry.value),
                _ => {}
            }
        }
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Vec::new);
        }
        let mover = self.ahead.mover();
        let mut list = std::mem::take(&mut self.lists[ply]);
        if let Some(ending) = self.ahead.moves(false, &mut list)? {
            self.lists[ply] = list;
            return Ok(self.ended(ending, mover));
        }
        let began = self.watch.nodes();
        let first = alpha;
        let (mut best, mut best_tag) = (-1, 0);
        self.path.push(key);
        match self.tries(&list, mover, beta, known, ply, before)? {
            Err(value) => best = value,
            Ok(tries) => {
                let mut tried: Vec<Candidate> = Vec::new();
                for index in tries {
                    let candidate = list[index];
                    let ended = self.ahead.play(index)?;
                    let value = self.child(ended, mover, ply + 1, alpha, beta, candidate.number());
                    self.ahead.undo();
                    let value = value?;
                    if self.broken.is_some() {
                        break;
                    }
                    best = best.max(value);
                    if value > alpha {
                        (alpha, best_tag) = (value, tag(candidate.number()));
                        if value >= beta {
                            let effort = 64 - (self.watch.nodes() - began).leading_zeros() as i32;
                            self.order.refuted(&candidate, &tried, effort.min(12), ply, before);
                            break;
                        }
                    }
                    tried.push(candidate);
                }
            }
        }
        self.path.pop();
        self.lists[ply] = list;
        if self.broken.is_some() {
            return Ok(0);
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > first => Bound::Exact,
            _ => Bound::Upper,
        };
        // What cost most is kept longest.
        let effort = 64 - (self.watch.nodes() - began).leading_zeros() as i32;
        self.table.put(key, Entry { value: best, bound, depth: effort, best: best_tag });
        Ok(best)
    }

    /// The moves in the order in which they are tried, after a glance at each; or at once a value that is enough.
    fn tries(
        &mut self,
        list: &[Candidate],
        mover: PlayerId,
        beta: i32,
        known: u16,
        ply: usize,
        before: u32,
    ) -> Result<Result<Vec<usize>, i32>, LimitHit> {
        /// What an answer of the other's counts in the order, beside what was good elsewhere.
        const ANSWER: i64 = 600;
        let mut tries = Vec::with_capacity(list.len());
        for (index, one) in list.iter().enumerate() {
            let ended = self.ahead.play(index)?;
            let mut score = i64::from(self.order.score(one, known, ply, before));
            let mut enough = None;
            match ended {
                Some(ending) => enough = Some(self.ended(ending, mover)),
                None => {
                    let same = self.ahead.mover() == mover;
                    // What is known already need not be searched.
                    if let Some(entry) = self.table.get(self.ahead.key()) {
                        let holds = matches!(
                            (entry.bound, same),
                            (Bound::Exact, _) | (Bound::Lower, true) | (Bound::Upper, false)
                        );
                        let value = if same { entry.value } else { -entry.value };
                        enough = holds.then_some(value);
                    }
                    // The fewer answers there are, the sooner it is settled.
                    if self.quick
                        && let Some(answers) = self.ahead.mobility(self.ahead.mover())
                    {
                        score -= i64::from(answers) * ANSWER;
                    }
                }
            }
            self.ahead.undo();
            if let Some(value) = enough.filter(|value| *value >= beta) {
                return Ok(Err(value));
            }
            tries.push((-score, index));
        }
        tries.sort_unstable();
        Ok(Ok(tries.into_iter().map(|(_, index)| index).collect()))
    }
}
