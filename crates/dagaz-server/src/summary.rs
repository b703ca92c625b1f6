//! What the archive shows of a game.

use dagaz_contract::catalog::GameSummary;
use dagaz_session::{Millis, Phase, Session};
use dagaz_store::Summary;

use crate::present::{Presence, ending, seats};

/// The summary of a session, for the store.
pub(crate) fn summary(session: &Session) -> Summary {
    let shown = game_summary(session, "");
    let phase = session.phase();
    let names = shown.seats.iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>().join(" ");
    Summary {
        live: !matches!(phase, Phase::Ended | Phase::Study),
        touched: shown.touched,
        deadline: session.wants().wake.map(|Millis(at)| at),
        words: format!("{} {} {names}", shown.title, shown.library).to_lowercase(),
        text: serde_json::to_string(&shown).unwrap_or_default(),
    }
}

/// The summary for the archive, with the id of the game.
pub(crate) fn game_summary(session: &Session, id: &str) -> GameSummary {
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
        ending: session.end().map(|end| ending(&**session.game(), end)),
        begun: session.began().0,
        touched: session.touched().0,
    }
}
