//! Exhaustive alpha-beta search with a transposition table: the exact value of a position.
//!
//! Nothing is estimated or pruned by heuristics, so results are proved. It suits games that
//! terminate because boards fill or empty, with many transpositions; proof-number search would
//! repeat the proof on each path. If a position repeats on its own path, its value depends on the
//! path, and the table would be wrong: then this search gives up.
//!
//! Each search has a null window: is the value at least this? All moves are played once before one
//! is searched. So a move that ends the game well, or leads to a known position, needs no search.

use dagaz_core::{
    Candidate, Found, Game, LimitHit, Lookahead, PlayerId, Roster, State, Verdict, Weights, below, look_ahead,
};

use super::bounds_table::BoundsTable;
use super::proof::LimitShare;
use crate::SearchLimits;
use crate::random::rng;
use crate::search::Order;

/// Plies from the root at most.
const PLIES_MAX: usize = 400;
/// Bytes of table for each position in the budget: more would never be used.
const BYTES_A_NODE: u64 = 24;

/// Number of playouts that order the first moves, and the weight of a winner's move.
const GAMES: u64 = 400;
const LEAN: i32 = 24;
/// The part of the budget that they may take.
const GAMES_SHARE: u64 = 64;

/// The result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exhausted {
    /// The value for the player to move, -1, 0 or 1, and the index of a move in the list that
    /// reaches it.
    Worth(i32, usize),
    /// A position has occurred again, a game takes too long, or nothing can be done in one that has
    /// not ended.
    Circular,
    /// The search was over before.
    Over,
}

/// Searches a state to the end. `player` is to move. Of several moves of equal value, the one to
/// the position with the key `first` is preferred.
#[expect(clippy::too_many_arguments, reason = "all of it belongs to one search")]
pub(super) fn exhaust(
    game: &dyn Game,
    state: &State,
    player: PlayerId,
    first: Option<u64>,
    memory: usize,
    share: LimitShare,
    watch: &mut SearchLimits<'_>,
    told: &mut dyn FnMut(u64),
) -> Result<Exhausted, LimitHit> {
    // Where rules ask for what was before, the same position may be worth something else.
    if game.layout().spec().keeps_history && !state.is_forgetful() {
        return Ok(Exhausted::Circular);
    }
    let weights = Weights::new(game, |_, _| 0, |_| 0);
    let left = watch.budget().nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(watch.nodes()));
    let bytes = usize::try_from(left.saturating_mul(BYTES_A_NODE)).unwrap_or(usize::MAX).min(memory);
    let ahead = look_ahead(game, state, &weights);
    let mut search = Search {
        player,
        table: BoundsTable::new(bytes),
        order: Order::new(&Roster::of(game), &weights, game.layout().sites(), true),
        watch,
        path: vec![ahead.key()],
        narrows: Narrows::new(ahead.is_quick()),
        ahead,
        plies: Vec::new(),
        broken: None,
        share,
        told,
    };
    let mut list = Vec::new();
    if let Some(ending) = search.ahead.moves(false, &mut list)? {
        return Ok(Exhausted::Worth(i32::from(search.ended(ending, player)), 0));
    }
    let (nodes, time) = (search.watch.nodes(), search.watch.time());
    for game in 0..GAMES {
        search.play_to_see(game)?;
        let (budget, watch) = (search.watch.budget(), &search.watch);
        if budget.nodes.is_some_and(|most| (watch.nodes() - nodes).saturating_mul(GAMES_SHARE) > most)
            || budget.time.is_some_and(|most| (watch.time() - time).saturating_mul(GAMES_SHARE as u32) > most)
        {
            break;
        }
    }
    search.ahead.moves(false, &mut list)?;
    let mut liked = None;
    for index in 0..if first.is_some() { list.len() } else { 0 } {
        search.ahead.play(index)?;
        if first == Some(search.ahead.key()) {
            liked = Some(index);
        }
        search.ahead.undo();
    }
    // A win is searched for among all moves before a draw, since a win needs no more.
    for aim in [1, 0] {
        let mut places: Vec<usize> = (0..list.len()).collect();
        places.sort_by_key(|place| (liked != Some(*place), -i64::from(search.order.score(&list[*place], 0, 0, 0))));
        for index in places {
            let ended = search.ahead.play(index)?;
            let reached = search.child(ended, player, 1, aim, list[index].number());
            search.ahead.undo();
            let reached = reached?;
            if let Some(broken) = search.broken {
                return Ok(broken);
            }
            if reached {
                return Ok(Exhausted::Worth(i32::from(aim), index));
            }
        }
    }
    // Neither is there. What the first round said of a move was only that it does not win.
    Ok(Exhausted::Worth(-1, 0))
}

struct Search<'a, 't, 'w> {
    player: PlayerId,
    ahead: Box<dyn Lookahead + 'a>,
    table: BoundsTable,
    order: Order,
    watch: &'t mut SearchLimits<'w>,
    path: Vec<u64>,
    narrows: Narrows,
    plies: Vec<Ply>,
    broken: Option<Exhausted>,
    share: LimitShare,
    told: &'t mut dyn FnMut(u64),
}

/// Reused buffers of a ply.
#[derive(Default)]
struct Ply {
    list: Vec<Candidate>,
    tries: Vec<(i64, u32)>,
    tried: Vec<Candidate>,
}

/// Positions between two reports, and two looks at what has been used up: a power of two.
const BETWEEN: u64 = 1 << 10;

impl Search<'_, '_, '_> {
    /// Plays a playout and records the winner's moves.
    fn play_to_see(&mut self, seed: u64) -> Result<(), LimitHit> {
        let (mut bits, mut played, mut list) = (rng(seed), Vec::new(), Vec::new());
        let mut depth = 0;
        let value = loop {
            if let Some(ending) = self.ahead.moves(false, &mut list)? {
                break self.ended(ending, self.player);
            }
            if list.is_empty() || played.len() >= PLIES_MAX || !self.watch.node() {
                break 0;
            }
            let index = below(&mut bits, list.len());
            played.push((list[index].number(), self.ahead.mover() == self.player));
            let ended = self.ahead.play(index)?;
            depth += 1;
            if let Some(ending) = ended {
                break self.ended(ending, self.player);
            }
        };
        (0..depth).for_each(|_| self.ahead.undo());
        for (number, ours) in played {
            let won = if ours { value } else { -value };
            self.order.lean(number, i32::from(won) * LEAN);
        }
        Ok(())
    }

    /// Returns the value of an ending for a player.
    fn ended(&mut self, ending: (dagaz_core::EndingId, PlayerId), mover: PlayerId) -> i8 {
        let worth = match self.ahead.verdicts(ending).get(self.player.index()) {
            Some(Verdict::Win) => 1,
            Some(Verdict::Loss) => -1,
            _ => 0,
        };
        if mover == self.player { worth } else { -worth }
    }

    /// Returns whether the position after a move by `mover` has at least this value for that
    /// player.
    fn child(&mut self, ended: Found, mover: PlayerId, ply: usize, aim: i8, before: u32) -> Result<bool, LimitHit> {
        if let Some(ending) = ended {
            return Ok(self.ended(ending, mover) >= aim);
        }
        if self.ahead.mover() == mover {
            return self.node(ply, aim, before);
        }
        // So much or more for one is less than what the other would need to prevent it.
        Ok(!self.node(ply, 1 - aim, before)?)
    }

    /// Returns whether the present value for the player to move is at least this.
    fn node(&mut self, ply: usize, aim: i8, before: u32) -> Result<bool, LimitHit> {
        let key = self.ahead.key();
        if self.path.contains(&key) || ply >= PLIES_MAX {
            self.broken = Some(Exhausted::Circular);
        } else if !self.watch.node() {
            self.broken = Some(Exhausted::Over);
        }
        if self.broken.is_some() {
            return Ok(false);
        }
        let known = self.table.get(key);
        if let Some(reached) = known.and_then(|known| known.reaches(aim)) {
            return Ok(reached);
        }
        if self.watch.nodes().is_multiple_of(BETWEEN) {
            (self.told)(self.watch.nodes());
            if self.share.is_used(self.watch) {
                self.broken = Some(Exhausted::Over);
                return Ok(false);
            }
        }
        if self.plies.len() <= ply {
            self.plies.resize_with(ply + 1, Ply::default);
        }
        let mut here = std::mem::take(&mut self.plies[ply]);
        self.path.push(key);
        let began = self.watch.nodes();
        let found = self.search(&mut here, ply, aim, known.and_then(|known| known.good), before, began);
        self.path.pop();
        self.plies[ply] = here;
        let (reached, good) = found?;
        if self.broken.is_some() {
            return Ok(false);
        }
        // Entries with the greatest cost are kept longest.
        let cost = 64 - (self.watch.nodes() - began).leading_zeros();
        self.table.put(key, aim, reached, good.and_then(|good| u8::try_from(good).ok()), cost);
        Ok(reached)
    }

    /// Looks at the moves of the present position and searches them; the place of one that reaches
    /// the aim.
    fn search(
        &mut self,
        here: &mut Ply,
        ply: usize,
        aim: i8,
        good: Option<u8>,
        before: u32,
        began: u64,
    ) -> Result<(bool, Option<u32>), LimitHit> {
        let mover = self.ahead.mover();
        let Ply { list, tries, tried } = here;
        if let Some(ending) = self.ahead.moves(false, list)? {
            return Ok((self.ended(ending, mover) >= aim, None));
        }
        if list.is_empty() {
            self.broken = Some(Exhausted::Circular);
            return Ok((false, None));
        }
        if let Some(enough) = self.look(list, tries, mover, aim, good, ply, before)? {
            return Ok((true, Some(enough)));
        }
        tried.clear();
        for &(_, index) in &*tries {
            let one = list[index as usize];
            let ended = self.ahead.play(index as usize)?;
            let reached = self.child(ended, mover, ply + 1, aim, one.number());
            self.ahead.undo();
            if reached? && self.broken.is_none() {
                let effort = 64 - (self.watch.nodes() - began).leading_zeros() as i32;
                self.order.refuted(&one, tried, effort.min(12), ply, before);
                return Ok((true, Some(index)));
            }
            if self.broken.is_some() {
                break;
            }
            tried.push(one);
        }
        Ok((false, None))
    }

    /// Puts those moves that must be searched into the order in which they are, after a glance at
    /// each; or finds one that is enough.
    #[expect(clippy::too_many_arguments, reason = "all of it belongs to one position")]
    fn look(
        &mut self,
        list: &[Candidate],
        tries: &mut Vec<(i64, u32)>,
        mover: PlayerId,
        aim: i8,
        good: Option<u8>,
        ply: usize,
        before: u32,
    ) -> Result<Option<u32>, LimitHit> {
        tries.clear();
        self.narrows.begin();
        for (index, one) in list.iter().enumerate() {
            let ended = self.ahead.play(index)?;
            let reached = match ended {
                Some(ending) => Some(self.ended(ending, mover) >= aim),
                None => {
                    let same = self.ahead.mover() == mover;
                    // Known positions need no search.
                    let known = self.table.get(self.ahead.key());
                    let reached = known.and_then(|known| known.reaches(if same { aim } else { 1 - aim }));
                    let reached = reached.map(|reached| reached == same);
                    if reached.is_none() {
                        let good = good.is_some_and(|good| usize::from(good) == index);
                        let score = if good { i64::MAX } else { i64::from(self.order.score(one, 0, ply, before)) };
                        let answers = self.narrows.answers(&mut *self.ahead);
                        tries.push((score.saturating_sub(answers).saturating_neg(), index as u32));
                    }
                    reached
                }
            };
            self.ahead.undo();
            if reached == Some(true) {
                return Ok(Some(index as u32));
            }
        }
        self.narrows.end();
        tries.sort_unstable();
        Ok(None)
    }
}

/// Whether the moves of a game differ in how many answers they leave: only where they do is it
/// worth while to count those.
struct Narrows {
    counts: bool,
    /// Positions visited for the result, and in how many of them it made a difference.
    looked_at: u32,
    differed: u32,
    least: u32,
    most: u32,
}

/// Positions that tell.
const TELL: u32 = 2_000;
/// Weight of a reply in the move ordering, in addition to its history.
const ANSWER: i64 = 600;

impl Narrows {
    fn new(quick: bool) -> Narrows {
        Narrows { counts: quick, looked_at: 0, differed: 0, least: u32::MAX, most: 0 }
    }

    fn begin(&mut self) {
        (self.least, self.most) = (u32::MAX, 0);
    }

    /// Returns the ordering score of the replies to a move.
    fn answers(&mut self, ahead: &mut dyn Lookahead) -> i64 {
        if !self.counts {
            return 0;
        }
        let Some(answers) = ahead.mobility(ahead.mover()) else { return 0 };
        (self.least, self.most) = (self.least.min(answers), self.most.max(answers));
        i64::from(answers) * ANSWER
    }

    /// All moves of a position have been examined.
    fn end(&mut self) {
        if self.counts && self.looked_at < TELL && self.least <= self.most {
            self.looked_at += 1;
            self.differed += u32::from((self.most - self.least) * 4 > self.most);
            self.counts = self.looked_at < TELL || self.differed * 4 > TELL;
        }
    }
}
