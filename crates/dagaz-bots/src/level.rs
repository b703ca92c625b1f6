//! Levels 1 to 10: growing budgets, and fewer blunders.
//!
//! A level has a budget of positions, so that its strength does not depend on the machine, and a
//! maximum time. The lower ones also blunder: sometimes a random legal move replaces the best one.
//! From level 3 on an immediate win is never missed, since the moves are tested for one before the
//! search, and no blunder loses at once.

use std::time::Duration;

use dagaz_core::{PlayerId, UndoLog, Verdict, below};

use crate::legal_moves::legal_of;
use crate::random::rng;
use crate::{Bot, BotError, Budget, Context, Question, Score, Thought};

/// For each level the budget in positions and the percentage of random moves.
const LEVELS: [(u64, usize); 10] =
    [(8, 60), (24, 40), (80, 25), (250, 15), (800, 8), (2_500, 4), (8_000, 0), (30_000, 0), (120_000, 0), (500_000, 0)];
/// A level thinks so long at most.
const TIME_MAX: Duration = Duration::from_secs(10);

/// Returns the budget of a level.
pub(crate) fn budget(level: u8) -> Budget {
    let (nodes, _) = LEVELS[usize::from(level.clamp(1, 10)) - 1];
    Budget { nodes: Some(nodes), time: Some(TIME_MAX), ..Budget::default() }
}

/// Returns whether a level looks for a win at once before it searches.
pub(crate) fn sees_wins(level: u8) -> bool {
    level >= 3
}

/// The bot. See the [module documentation](self).
pub(crate) struct Levelled {
    pub(crate) level: u8,
    pub(crate) inner: Box<dyn Bot>,
}

impl Bot for Levelled {
    fn name(&self) -> String {
        format!("level:{}", self.level)
    }

    fn choose(&self, question: &mut Question<'_>, context: &mut Context) -> Result<Thought, BotError> {
        let mut thought = self.inner.choose(question, context)?;
        let (_, blunders) = LEVELS[usize::from(self.level.clamp(1, 10)) - 1];
        let mut rng = rng(question.seed ^ 0x1e5e_1000);
        let wins = matches!(thought.score, Some(Score::Win(1)));
        if below(&mut rng, 100) >= blunders || wins && sees_wins(self.level) {
            return Ok(thought);
        }
        let list = legal_of(question)?;
        let chosen = list.get(below(&mut rng, list.len()));
        if !sees_wins(self.level) || !loses_at_once(question, chosen) {
            thought.chosen = chosen.to_move();
        }
        Ok(thought)
    }
}

fn loses_at_once(question: &Question<'_>, chosen: dagaz_core::MoveRef<'_>) -> bool {
    let (game, player): (_, PlayerId) = (question.game, question.player());
    let mut state = question.view.seen.clone();
    game.play(&mut state, chosen, &mut UndoLog::new());
    let outcome = game.outcome(&state).ok().flatten();
    outcome.is_some_and(|outcome| outcome.verdicts.get(player.index()) == Some(&Verdict::Loss))
}
