//! Openings: an index of games by their first moves.
//!
//! After enough moves, or at the end of the game, each prefix of its line gives a tag: a hash of
//! the rules and of the moves' effects, independent of notation.

use dagaz_core::{Fuel, Game, MoveList, UndoLog};
use dagaz_record::{find_typed, move_text};
use dagaz_session::{Phase, Session};
use sha2::{Digest, Sha256};

use dagaz_table::hex;

/// Moves by which a game is found.
pub(crate) const MOVES: usize = 8;

/// Bytes of the hash in a tag: openings by the same rules are few.
const HASH_BYTES: usize = 10;

/// Returns whether the opening is final and visible to every client. A game that hides something
/// is found by its opening only after it has ended: earlier, searches would reveal hidden moves.
pub(crate) fn is_told(session: &Session) -> bool {
    let beginning = session.beginning();
    if beginning.study || beginning.position.is_some() || beginning.tree.is_some() {
        return false;
    }
    let depth = || session.id(session.current()).map_or(0, |id| session.tree().depth(id));
    session.phase() == Phase::Ended || !session.game().hides() && depth() >= MOVES
}

/// The tags of all prefixes of a game's line, once they are final.
pub(crate) fn tags(session: &Session) -> Vec<String> {
    let (tree, game, beginning) = (session.tree(), &**session.game(), session.beginning());
    let Some(current) = session.id(session.current()).filter(|_| is_told(session)) else { return Vec::new() };
    let path = tree.path(current);
    let mut opening = Opening::new(&beginning.rules.id, beginning.rules.variant);
    let mut state = tree.start().clone();
    let mut tags = Vec::new();
    // Behind a position that was set up the moves are no opening.
    for chosen in path.into_iter().take(MOVES).map_while(|node| tree.chosen(node)) {
        opening.add(&move_text(game, &state, chosen));
        tags.push(opening.tag());
        game.play(&mut state, chosen, &mut UndoLog::new());
    }
    tags
}

/// Why an opening cannot be looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoOpening {
    /// A move of it is none: its text, and why.
    Move(String, String),
    /// It has more moves than games are found by.
    TooLong,
}

/// The tag of a typed opening, with moves separated by `;`; `None` if it is empty.
pub(crate) fn typed(game: &dyn Game, rules: &str, variant: u32, text: &str) -> Result<Option<String>, NoOpening> {
    let mut opening = Opening::new(rules, variant);
    let mut state = game.initial();
    let moves = text.split(';').map(str::trim).filter(|text| !text.is_empty());
    for (number, text) in moves.enumerate() {
        if number == MOVES {
            return Err(NoOpening::TooLong);
        }
        let none = |why: String| NoOpening::Move(text.to_string(), why);
        let mut list = MoveList::new();
        let listed = game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel));
        listed.map_err(|hit| none(hit.to_string()))?;
        let found = find_typed(game, &state, &list, text).map_err(|error| none(error.to_string()))?;
        let chosen = list.get(found);
        opening.add(&move_text(game, &state, chosen));
        game.play(&mut state, chosen, &mut UndoLog::new());
    }
    Ok((opening.moves > 0).then(|| opening.tag()))
}

/// The beginning of a game, move by move.
struct Opening {
    hash: Sha256,
    moves: usize,
}

impl Opening {
    fn new(rules: &str, variant: u32) -> Opening {
        Opening { hash: Sha256::new().chain_update(format!("{rules}\n{variant}")), moves: 0 }
    }

    fn add(&mut self, text: &str) {
        self.hash.update("\n");
        self.hash.update(text);
        self.moves += 1;
    }

    fn tag(&self) -> String {
        format!("o:{}", hex(&self.hash.clone().finalize()[..HASH_BYTES]))
    }
}
