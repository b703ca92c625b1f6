//! The searches that a game brings along: a script's own.

use dagaz_core::Fuel;

use crate::legal_moves::legal_of;
use crate::random::rng;
use crate::{Bot, BotError, Context, Question, Thought};

/// Maximum fuel of such a search, in typical move lists.
const LISTS: u64 = 10;

/// One of them, by its number from 1; 0 is the one that the game has for the player to move.
#[derive(Debug)]
pub(crate) struct Own {
    pub(crate) number: u8,
}

impl Bot for Own {
    fn name(&self) -> String {
        if self.number == 0 { "own".to_string() } else { format!("own:{}", self.number) }
    }

    /// Returns the first legal move if the search makes no choice.
    fn choose(&self, question: &mut Question<'_>, _context: &mut Context) -> Result<Thought, BotError> {
        let list = legal_of(question)?;
        let (game, state) = (question.game, &question.view.seen);
        let names = game.own_bots();
        let name = match usize::from(self.number).checked_sub(1) {
            None if !names.is_empty() => "",
            Some(index) if index < names.len() => &names[index],
            _ => {
                let brings = match names.len() {
                    0 => "no search of its own".to_string(),
                    count => format!("{count} of its own: {}", names.join(", ")),
                };
                return Err(BotError::Program(format!("`{}`: this game brings {brings}", self.name())));
            }
        };
        let fuel = &mut Fuel::new(LISTS * game.limits().fuel).with_stop(question.stop);
        let chosen = game.own_bot_move(name, state, &mut rng(question.seed), fuel)?;
        Ok(Thought::just(chosen.unwrap_or_else(|| list.get(0).to_move())))
    }
}
