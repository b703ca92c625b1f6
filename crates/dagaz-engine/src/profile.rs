//! Profiles: the parts of the work on positions, to be measured separately.
//!
//! Nothing here reads a clock. The caller repeats the same work many times, and reads a clock
//! before and after.

use dagaz_core::{AttributeId, Fuel, Game, LimitHit, MoveList, Piece, RuleId, State, UndoLog};

use crate::game::CompiledGame;
use crate::generate::Generator;

/// What is done in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Counting the legal moves.
    Count,
    /// Drawing one of all moves, legal or not, as playouts do.
    Draw,
    /// Listing the legal moves.
    List,
    /// Playing one move, ending the turn and taking it back.
    Play,
    /// Looking for attackers of royal pieces, and for pieces that are pinned.
    Safety,
    /// One ply of a playout, on any executor.
    Random,
    /// Finding the steps of the rules of that number, legal or not.
    Rules(usize),
    /// Interpreting the rules of that index, whatever other forms they have.
    Walk(usize),
}

/// Something that can be measured by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What is done.
    pub work: Work,
    /// For rules: whose they are.
    pub piece: Option<Piece>,
    /// For rules: which attributes the piece has.
    pub attributes: Vec<AttributeId>,
    /// For rules: which are found together.
    pub rules: Vec<RuleId>,
}

impl Part {
    /// What all rules have part in.
    pub(crate) fn phase(work: Work) -> Part {
        Part { work, piece: None, attributes: Vec::new(), rules: Vec::new() }
    }
}

impl CompiledGame {
    /// The measurable parts. Rules are measurable if the bitboard executor supports the game.
    pub fn parts(&self) -> Vec<Part> {
        match self.flat() {
            Some(flat) => flat.parts(),
            None => [Work::List, Work::Play].map(Part::phase).into(),
        }
    }

    /// Repeats some work in a state where the game is in progress. Returns the number of moves or
    /// steps each time; `None` if there is no such work.
    pub fn work(&self, state: &State, work: Work, times: u32) -> Result<Option<u64>, LimitHit> {
        if let Some(flat) = self.flat()
            && let Ok(done) = flat.work(self, state, work, times)
        {
            return Ok(done);
        }
        let (mut generator, mut state, mut log) = (Generator::new(self), state.clone(), UndoLog::new());
        let (mut list, mut done) = (MoveList::new(), None);
        match work {
            Work::Count | Work::List => {
                for _ in 0..times {
                    let fuel = &mut Fuel::new(self.fuel());
                    let ended = generator.moves(self, &mut state, &mut list, fuel)?;
                    done = ended.is_none().then_some(list.len() as u64);
                }
            }
            Work::Play => {
                generator.moves(self, &mut state, &mut list, &mut Fuel::new(self.fuel()))?;
                let moves = if list.is_empty() { 0 } else { times as usize };
                for index in (0..list.len()).cycle().take(moves) {
                    self.play_whole(&mut state, list.get(index), &mut log, &mut generator.scratch);
                    self.undo(&mut state, &mut log);
                    done = Some(1);
                }
            }
            Work::Draw | Work::Safety | Work::Random | Work::Rules(_) | Work::Walk(_) => {}
        }
        Ok(done)
    }
}
