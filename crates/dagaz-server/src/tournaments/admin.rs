//! The operator's commands about tournaments, in a separate process; a running server notices
//! within seconds.

use dagaz_club::tournament::TournamentAction;
use dagaz_contract::tournament::{TournamentPhase, TournamentSummary};
use dagaz_store::{ActionRow, Register, StoreFault, TournamentRow};

/// Tries to append while the server does so too.
const TRIES: u32 = 10;

/// A tournament that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTournament {
    /// Its id.
    pub id: String,
    /// Its title, as its maker has written it.
    pub title: String,
    /// The name that its maker had.
    pub maker: String,
    /// How many take part.
    pub entrants: u32,
}

/// Returns all tournaments that are not over.
pub fn open_tournaments(register: &Register) -> Result<Vec<OpenTournament>, StoreFault> {
    let mut open = Vec::new();
    for (id, _) in register.open_tournaments()? {
        let summary = register.tournament(&id)?.and_then(|(row, _)| serde_json::from_str(&row.summary).ok());
        let Some(TournamentSummary { title, by, entrants, .. }) = summary else { continue };
        open.push(OpenTournament { id, title, maker: by.name, entrants });
    }
    Ok(open)
}

/// Cancels a tournament, also a running one: its games continue and do not count for it. Returns
/// false if no current tournament has that id.
pub fn call_off(register: &Register, id: &str, now: u64) -> Result<bool, StoreFault> {
    for _ in 0..TRIES {
        let Some((row, actions)) = register.tournament(id)?.filter(|(row, _)| !row.over) else { return Ok(false) };
        let (Ok(mut summary), Ok(action)) = (
            serde_json::from_str::<TournamentSummary>(&row.summary),
            serde_json::to_string(&TournamentAction::Cancelled),
        ) else {
            return Ok(false);
        };
        (summary.phase, summary.end) = (TournamentPhase::Cancelled, Some(now));
        let summary = serde_json::to_string(&summary).unwrap_or(row.summary);
        let row = TournamentRow { touched: now, over: true, summary, ..row };
        if register.append_action(actions.len() as u32, &ActionRow { at: now, action }, &row, None)? {
            return Ok(true);
        }
    }
    Err(StoreFault::Busy)
}
