//! The maker: makes bots of one game from descriptions.

use std::sync::{Arc, OnceLock};

use dagaz_core::{Game, LimitHit};

use crate::evaluation::{Evaluation, study};
use crate::search::AlphaBeta;
use crate::simple::{First, Greedy, Random};
use crate::study::Facts;
use crate::{Bot, Description, Kind};

/// Makes bots of one game. What a game must be studied for is found out when the first bot needs it, once for all of them.
#[derive(Debug, Default)]
pub struct Maker {
    known: OnceLock<Result<Known, LimitHit>>,
}

/// What a study has found out.
#[derive(Clone, Debug)]
struct Known {
    facts: Arc<Facts>,
    evaluation: Arc<Evaluation>,
}

impl Maker {
    /// A maker of bots for one game, the same at each call.
    pub fn new() -> Maker {
        Maker::default()
    }

    fn known(&self, game: &dyn Game) -> Result<Known, LimitHit> {
        let found = self.known.get_or_init(|| {
            let (facts, evaluation) = study(game)?;
            Ok(Known { facts: Arc::new(facts), evaluation: Arc::new(evaluation) })
        });
        found.clone()
    }

    /// What the game is like. It is found out by playing it, which takes about a second.
    pub fn facts(&self, game: &dyn Game) -> Result<Arc<Facts>, LimitHit> {
        Ok(self.known(game)?.facts)
    }

    /// The bot of a description. An error if the game meets a limit while it is studied.
    pub fn bot(&self, game: &dyn Game, description: Description) -> Result<Box<dyn Bot>, LimitHit> {
        let budget = description.budget_or_usual();
        Ok(match description.kind {
            Kind::Random => Box::new(Random),
            Kind::First => Box::new(First),
            Kind::Greedy => {
                let Known { facts, evaluation } = self.known(game)?;
                Box::new(Greedy { facts, evaluation })
            }
            _ => {
                let Known { facts, evaluation } = self.known(game)?;
                Box::new(AlphaBeta { name: description.to_string(), budget, facts, evaluation })
            }
        })
    }
}
