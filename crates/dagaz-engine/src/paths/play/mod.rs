//! Turns, move lists and playouts on the compiled executor.
//!
//! `turn` generates, tests and plays the moves of a turn; `ending` evaluates endings; `conclude`
//! ends a turn; `list` lists moves with their effects; `playout` plays playouts. If the plan cannot
//! decide what follows (no player has a move, a limit is near), the reference interpreter plays
//! that ply.

mod conclude;
mod ending;
mod list;
mod playout;
mod turn;

use super::game::PathGame;
use super::movegen::Tables;
use super::plan::{NotCompiled, Plan};

/// A compiled game: its plan, and the tables in the width that its board needs.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) plan: Plan,
    tables: WidthTables,
}

#[derive(Debug)]
enum WidthTables {
    Single(Tables<1>),
    Narrow(Tables<2>),
    Middle(Tables<3>),
    Wide(Tables<6>),
    /// A board without borders: 32 times 32 sites.
    Widest(Tables<16>),
}

/// Calls a function with a machine of the right width, which leaves its memory to the next one.
macro_rules! with_machine {
    ($compiled:expr, $game:expr, |$machine:ident| $body:expr) => {
        match &$compiled.tables {
            $crate::paths::play::WidthTables::Single(tables) => {
                let mut $machine = Machine::<1>::new($game, &$compiled.plan, tables);
                let answer = $body;
                $machine.retire();
                answer
            }
            $crate::paths::play::WidthTables::Narrow(tables) => {
                let mut $machine = Machine::<2>::new($game, &$compiled.plan, tables);
                let answer = $body;
                $machine.retire();
                answer
            }
            $crate::paths::play::WidthTables::Middle(tables) => {
                let mut $machine = Machine::<3>::new($game, &$compiled.plan, tables);
                let answer = $body;
                $machine.retire();
                answer
            }
            $crate::paths::play::WidthTables::Wide(tables) => {
                let mut $machine = Machine::<6>::new($game, &$compiled.plan, tables);
                let answer = $body;
                $machine.retire();
                answer
            }
            $crate::paths::play::WidthTables::Widest(tables) => {
                let mut $machine = Machine::<16>::new($game, &$compiled.plan, tables);
                let answer = $body;
                $machine.retire();
                answer
            }
        }
    };
}
use with_machine;

/// How large compiled rules are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompiledSize {
    /// Operations of all players.
    pub operations: usize,
    /// Different sets, numbers and questions that they refer to.
    pub expressions: usize,
}

impl Compiled {
    /// How large the plan is.
    pub(super) fn size(&self) -> CompiledSize {
        let plan = &self.plan;
        let expressions = plan.sets.len() + plan.numbers.len() + plan.truths.len() + plan.images.len();
        CompiledSize { operations: plan.ops.len(), expressions: expressions + plan.families.len() }
    }

    /// Compiles the rules of a game.
    pub(super) fn of(game: &PathGame) -> Result<Compiled, NotCompiled> {
        let plan = Plan::of(game)?;
        // A set holds sites of the board alone; the piece in hand is in none.
        let tables = match game.rules.topology.sites().len().div_ceil(64) {
            0..=1 => WidthTables::Single(Tables::of(game, &plan)),
            2 => WidthTables::Narrow(Tables::of(game, &plan)),
            3 => WidthTables::Middle(Tables::of(game, &plan)),
            4..=6 => WidthTables::Wide(Tables::of(game, &plan)),
            7..=16 if game.window.is_some() => WidthTables::Widest(Tables::of(game, &plan)),
            _ => return Err(NotCompiled::WideBoard),
        };
        Ok(Compiled { plan, tables })
    }
}
