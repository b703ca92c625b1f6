//! Solving: proofs about a position.
//!
//! A puzzle of one player is searched breadth first, then by `deepening`, then depth first
//! (`puzzle`). For two players `duel` has the methods and their order: retrograde analysis of all
//! reachable positions (`graph`); proof-number search (`proof`); exhaustive search of games that
//! terminate (`exhaust`, with proved bounds in `known`). A win within a number of plies is searched
//! ply by ply first (`within`).

mod bounded_win;
mod bounds_table;
mod deepening;
mod equilibrium;
mod exhaustive;
mod graph;
mod moves;
mod proof;
mod puzzle;
mod two_player;

use std::sync::atomic::AtomicBool;

use dagaz_core::{Game, LimitHit, Move, MoveList, PlayerId, State, Turn, UndoLog, Verdict, Weights, look_ahead};

use crate::SearchLimits;
use crate::search::moves_of;
pub use equilibrium::{Aim, Equilibrium, Policy, equilibrium};
use exhaustive::{Exhausted, exhaust};
pub use moves::move_values;
use proof::LimitShare;
use puzzle::puzzle;
use two_player::Duel;

/// The result for a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Solution {
    /// The player to move wins. These moves show how; the defender's hold out longest within the
    /// proof. With `shortest` there is no shorter win.
    Win {
        /// The line.
        moves: Vec<Move>,
        /// Maximum plies to the end against any defence; `None` if only the winning first move is
        /// known.
        plies: Option<u32>,
        /// Whether it is known that there is no shorter way.
        shortest: bool,
    },
    /// With best play the game is drawn.
    Draw,
    /// The player to move loses against best play; a puzzle has no solution.
    Loss,
    /// The player to move cannot force a win, or not within the plies of the budget; more is
    /// unknown. Of a puzzle: no solution is that short.
    NoWin,
    /// The search was over before anything was proved.
    Unknown,
}

/// Returns the value of a position for the player to move, -1, 0 or 1, and the key of the position
/// after a move of that value, if exhaustive search finds it. Only for two players without chance.
/// The move to the position with the key `first` is preferred among equal ones.
pub(crate) fn to_the_end(
    game: &dyn Game,
    state: &State,
    player: PlayerId,
    first: Option<u64>,
    memory: usize,
    watch: &mut SearchLimits<'_>,
) -> Result<Option<(i8, u64)>, LimitHit> {
    match exhaust(game, state, player, first, memory, LimitShare::ALL, watch, &mut |_| {})? {
        Exhausted::Worth(value, index) => {
            let weights = Weights::new(game, |_, _| 0, |_| 0);
            let mut ahead = look_ahead(game, state, &weights);
            ahead.moves(false, &mut Vec::new())?;
            ahead.play(index)?;
            Ok(Some((value as i8, ahead.key())))
        }
        Exhausted::Circular | Exhausted::Over => Ok(None),
    }
}

/// Why a position cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSolvable {
    /// Chance, hidden facts, or more than two players.
    Kind,
    /// It has more histories than that, or making them takes too long.
    Large(usize),
    /// The legal moves of this player tell apart states that look the same to them.
    MovesDiffer(PlayerId),
    /// The game has met a limit.
    Limit(LimitHit),
}

impl From<LimitHit> for NotSolvable {
    fn from(hit: LimitHit) -> NotSolvable {
        NotSolvable::Limit(hit)
    }
}

/// The result and its method.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// The value of the position.
    pub solution: Solution,
    /// The best moves for both sides, where there is no winning line: first one that keeps the draw
    /// or holds out longest. Empty if they are not known.
    pub best: Vec<Move>,
    /// How many plies a loser can hold out, if that is known.
    pub plies: Option<u32>,
    /// The method.
    pub way: Way,
    /// Whether it was the memory that did not suffice: for all positions that can be reached, or
    /// those of a puzzle that were to be remembered.
    pub crowded: bool,
}

/// A method of solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Retrograde analysis, with the number of reachable positions.
    AllPositions(usize),
    /// Proof-number search.
    Proof,
    /// All games to their ends.
    ToTheEnd,
    /// A search of all that can happen within some plies.
    WithinPlies,
    /// The search for the solution of a puzzle.
    Puzzle(PuzzleMethod),
}

/// A way to search a puzzle of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleMethod {
    /// All positions after one ply, after two and so on: a shortest solution.
    Breadth,
    /// Iterative deepening: a shortest solution, with little memory.
    Deepening,
    /// Depth first with a memory of what leads nowhere: any solution.
    Depth,
}

/// How far a solver is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It looks for a proof.
    Proving,
    /// Enumeration of reachable positions: the number found, and the number expanded.
    Reaching(usize, usize),
    /// It searches all games to their ends.
    Exhausting(u64),
}

/// Limits of a solver in addition to its budget.
pub struct SolverLimits<'m> {
    /// Bytes for its largest tables.
    pub memory: usize,
    /// The only course that a puzzle is searched by; none: one after the other, until one has found
    /// a solution.
    pub course: Option<PuzzleMethod>,
    /// Told now and then how far it is.
    pub progress: &'m mut dyn FnMut(Stage),
}

/// Default bytes for the largest tables of a solver.
pub const SOLVER_MEMORY: usize = 1 << 30;

/// Positions that are remembered at most: about 500 MB.
const REMEMBERED_MAX: usize = 8_000_000;

/// Finds out what it can about a state until the watch says that it is over.
pub fn solve(game: &dyn Game, state: &State, watch: &mut SearchLimits<'_>) -> Result<Solution, NotSolvable> {
    solve_with(game, state, watch, SolverLimits { memory: SOLVER_MEMORY, course: None, progress: &mut |_| {} })
        .map(|found| found.solution)
}

/// The same with given resources, and the method.
pub fn solve_with(
    game: &dyn Game,
    state: &State,
    watch: &mut SearchLimits<'_>,
    limits: SolverLimits<'_>,
) -> Result<Solved, NotSolvable> {
    let slots = &game.glossary().slots;
    let mut players: Vec<PlayerId> = slots.iter().map(|slot| slot.mover).collect();
    players.sort_unstable();
    players.dedup();
    let hides = (0..game.glossary().players.len()).any(|player| game.view(state, PlayerId::at(player)).seen != *state);
    let random = players.iter().any(|player| game.is_random(*player));
    if hides || random || matches!(game.turn(state), Turn::Chance(_)) {
        return Err(NotSolvable::Kind);
    }
    match players.len() {
        1 => puzzle(game, state, players[0], (limits.memory, limits.course), watch),
        2 => Duel::new(game, state, watch, limits)?.run(),
        _ => Err(NotSolvable::Kind),
    }
}

fn wins(verdicts: &[Verdict], player: PlayerId) -> bool {
    verdicts.get(player.index()) == Some(&Verdict::Win)
}

fn won(game: &dyn Game, root: &State, keys: &[u64], shortest: bool) -> Solution {
    let moves = moves_of(game, root, keys, None, 0, &AtomicBool::new(false));
    Solution::Win { plies: Some(keys.len() as u32), moves, shortest }
}

/// Returns whether a line of moves can be played one after the other from a state.
pub fn is_playable(game: &dyn Game, state: &State, moves: &[Move]) -> bool {
    let (mut state, mut list) = (state.clone(), MoveList::new());
    moves.iter().all(|one| {
        let fuel = &mut dagaz_core::Fuel::new(game.limits().fuel);
        let legal = game.moves(&state, &mut list, fuel).is_ok() && list.iter().any(|other| other.same_as(one.as_ref()));
        game.play(&mut state, one.as_ref(), &mut UndoLog::new());
        legal
    })
}
