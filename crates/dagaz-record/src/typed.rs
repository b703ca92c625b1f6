//! From what a person types to a legal move: the one way for every command.
//!
//! All notations that the game has are understood. The text that lists of moves show comes first,
//! then SAN, loose forms such as `e2e4`, USI and WXF ([`matching`](crate::matching)); then the
//! [notation of records](crate::formats::notation) and the numbered squares of draughts.

use dagaz_core::{Game, MoveList, State};

use crate::formats::notation::find::find_exact;
use crate::formats::{notation, pdn};
use crate::matching::{MoveError, find_move};
use crate::move_texts::listed;
use crate::recorded_moves::alone;

/// Why a typed text is not a move, with the details of the mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistyped {
    /// Why it is none.
    pub error: MoveError,
    /// A site that is named and that the board does not have.
    pub no_site: Option<String>,
}

impl Mistyped {
    /// An error, looked at for sites that the board does not have.
    pub fn of(game: &dyn Game, error: MoveError) -> Mistyped {
        let no_site = match &error {
            MoveError::Unknown { typed, .. } => unknown_site(game, typed),
            _ => None,
        };
        Mistyped { error, no_site }
    }
}

impl std::fmt::Display for Mistyped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.no_site, &self.error) {
            (Some(site), MoveError::Unknown { typed, near }) => {
                write!(f, "`{typed}` is not a legal move here: the board has no site {site}")?;
                if near.is_empty() { Ok(()) } else { write!(f, "; the nearest moves are: {}", near.join("; ")) }
            }
            (_, error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Mistyped {}

/// The index of the legal move of `list` that is meant by `typed`, in any notation that the game
/// has.
pub fn find_typed(game: &dyn Game, state: &State, list: &MoveList, typed: &str) -> Result<usize, Mistyped> {
    let typed = typed.trim();
    let error = match find_move(game, state, list, typed) {
        Ok(found) => {
            let Err(error) = alone(game, state, list, typed, found) else { return Ok(found) };
            // Of moves with equal wordings one is selected by its exact text only.
            return find_exact(game, state, list, typed).ok_or_else(|| Mistyped::of(game, error));
        }
        Err(error @ (MoveError::Unknown { .. } | MoveError::Several { .. })) => error,
        Err(error) => return Err(Mistyped::of(game, error)),
    };
    let noted = || notation::find_move(game, state, list, typed).ok();
    let numbered = || pdn::find(game, state, list, typed);
    let sown = || from_its_site(game, state, list, typed);
    noted().or_else(numbered).or_else(sown).ok_or_else(|| Mistyped::of(game, error))
}

/// Returns the only move whose text begins with a site, if just that site was typed and is empty,
/// as in sowing games. The site of a piece is the origin of a move, and users who mean it continue
/// with the target.
fn from_its_site(game: &dyn Game, state: &State, list: &MoveList, typed: &str) -> Option<usize> {
    let sites = game.topology();
    let named = |word: &str| sites.site_ids().find(|site| game.site_name(state, *site).eq_ignore_ascii_case(word));
    let site = named(typed).filter(|site| state.piece(*site).is_none())?;
    let texts = listed(game, state, list);
    let mut from_there =
        (0..texts.len()).filter(|index| texts[*index].split_whitespace().find_map(named) == Some(site));
    from_there.next().filter(|_| from_there.next().is_none())
}

/// The first site of a letter and a number in a typed text that the board does not have. Nothing is
/// said of boards whose sites have other names.
fn unknown_site(game: &dyn Game, typed: &str) -> Option<String> {
    let names = || game.topology().sites().iter().map(|site| site.name.as_str());
    if !names().any(|name| split(name).is_some_and(|(letters, digits)| letters.len() == 1 && !digits.is_empty())) {
        return None;
    }
    // `7g7f` and `C2=5` name squares in other ways.
    let sign = typed.as_bytes().get(2).is_some_and(|byte| b"+-=.".contains(byte));
    if typed.starts_with(|c: char| c.is_ascii_digit()) || typed.len() == 4 && sign {
        return None;
    }
    let mut rest = typed;
    while let Some(at) = rest.find(|c: char| c.is_ascii_alphabetic()) {
        let word = &rest[at..];
        let Some((letters, digits)) = split(word) else { break };
        rest = &word[letters.len() + digits.len()..];
        // `Nxc4`: the letters before the sign of a capture are not part of the site.
        let own = letters.rsplit(['x', 'X']).next().filter(|own| !own.is_empty()).unwrap_or(letters);
        // Longer words are names of rules and pieces.
        if digits.is_empty() || own.len() > 2 {
            continue;
        }
        let known = |from: usize| {
            let site = format!("{}{digits}", &own[from..]);
            names().any(|name| name.eq_ignore_ascii_case(&site))
        };
        if !(0..own.len()).any(known) {
            return Some(format!("{}{digits}", &own[own.len() - 1..]));
        }
    }
    None
}

/// The letters at the beginning of a text, and the digits behind them; none if it begins otherwise.
fn split(text: &str) -> Option<(&str, &str)> {
    let letters = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let digits = text[letters..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - letters);
    (letters > 0).then(|| (&text[..letters], &text[letters..letters + digits]))
}
