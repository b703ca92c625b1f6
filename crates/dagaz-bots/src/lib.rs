//! Bots: they play any game within a budget, and report their analysis.
//!
//! A [`Bot`] gets a [`Question`] with a player's view of a state, and returns a [`Thought`]. It
//! keeps no data of a game: the caller keeps a [`Context`] for each game and seat, with the data to
//! be reused for the next move. Clock, stop flag and seed are passed in. A [`Maker`] makes bots of
//! one game from descriptions such as `alphabeta:2s` or `level:5`.

mod analysis_budget;
mod betza;
mod bot;
mod budget;
mod contest;
mod description;
mod dialect;
mod evaluation;
mod external;
mod game_analysis;
mod information_set;
mod judge;
mod learning;
mod legal_moves;
mod level;
mod maker;
mod mcts;
mod mcts_options;
mod own_rules;
mod random;
mod saved_analysis;
mod script_search;
mod search;
mod search_limits;
mod sides;
mod simple;
mod solve;
mod xboard;

pub use betza::betza;
pub use bot::{Bot, BotError, Context, Line, Question, Score, Thought};
pub use budget::Budget;
pub use contest::{Contest, ContestMove, ContestObserver, Played, opening, opening_moves, verdicts_of_resignation};
pub use description::{Description, DescriptionError, Kind};
pub use dialect::{Dialect, position_text};
pub use external::{Patience, Program};
pub use game_analysis::Facts;
pub use judge::Judge;
pub use maker::{Findings, Maker, Player};
pub use mcts_options::MctsOptions;
pub use saved_analysis::AnalysisStore;
pub use search_limits::{Clock, SearchLimits};
pub use sides::Sides;
pub use solve::{
    Aim, Equilibrium, NotSolvable, Policy, PuzzleMethod, SOLVER_MEMORY, Solution, Solved, SolverLimits, Stage, Way,
    equilibrium, is_playable, move_values, solve, solve_with,
};
