//! Profiles: the parts of the work that positions make, to be measured one by one.
//!
//! Nothing here reads a clock. Whoever has one asks for the same work many times over, and looks at it before and after.

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
    /// Playing one ply of a random game, however that is done.
    Random,
    /// Finding the steps of the rules of that number, legal or not.
    Rules(usize),
    /// Walking the rules of that number as they stand, whatever forms they have beside that.
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
    /// What can be measured. Rules can be where the game has a flat form.
    pub fn parts(&self) -> Vec<Part> {
        match self.flat() {
            Some(flat) => flat.parts(),
            None => [Work::List, Work::Play].map(Part::phase).into(),
        }
    }

    /// Does some work so many times in a state in which the game goes on. Tells how many moves or steps came of it each
    /// time; none if there is nothing to do there.
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
