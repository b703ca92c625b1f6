//! The maker: makes bots of one game from descriptions.

use dagaz_core::Game;

use crate::simple::{First, Random};
use crate::{Bot, Description, Kind};

/// Makes bots of one game. What a game must be studied for is found out when the first bot needs it, once for all of them.
#[derive(Debug, Default)]
pub struct Maker {}

impl Maker {
    /// A maker of bots for a game.
    pub fn new(_game: &dyn Game) -> Maker {
        Maker {}
    }

    /// The bot of a description.
    pub fn bot(&self, description: Description) -> Box<dyn Bot> {
        match description.kind {
            Kind::Random => Box::new(Random),
            _ => Box::new(First),
        }
    }
}
