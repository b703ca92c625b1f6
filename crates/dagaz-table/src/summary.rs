//! What a list of games shows of one.

use dagaz_contract::catalog::GameSummary;
use dagaz_session::{Phase, Session};

use crate::present::{Presence, ending, name, seats};

/// Returns the summary for the archive, with the id of the game.
pub fn game_summary(session: &Session, id: &str) -> GameSummary {
    let beginning = session.beginning();
    let seats = seats(session, &Presence::default());
    GameSummary {
        game: id.to_string(),
        library: beginning.rules.id.to_string(),
        title: beginning.rules.title.to_string(),
        rules: beginning.rules.hash.to_string(),
        seats,
        plies: session.id(session.current()).map_or(0, |id| session.tree().depth(id) as u32),
        study: beginning.study,
        rated: beginning.rated,
        private: beginning.private,
        turn: match session.phase() {
            Phase::Playing => session.movers().into_iter().map(|player| name(&**session.game(), player)).collect(),
            _ => Vec::new(),
        },
        ending: session.end().map(|end| ending(&**session.game(), end)),
        begun: session.began().0,
        touched: session.touched().0,
    }
}
