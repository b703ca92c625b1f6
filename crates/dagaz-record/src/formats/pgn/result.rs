//! Results: `1-0`, `0-1`, `1/2-1/2` and `*`, and their outcomes.

use dagaz_core::{Game, Outcome, PlayerId, PlayerKind, Verdict};

/// The result of an unfinished game, or an unknown result.
pub(crate) const OPEN: &str = "*";

/// The ending of a draw of which nothing else is known.
const AGREED: &str = "agreed";
/// The ending of a win of which nothing else is known.
const UNKNOWN: &str = "unknown";
/// What PGN says of an ending if it has nothing to say.
const NORMAL: &str = "normal";

/// The result that a word is, in the form of the standard.
pub(crate) fn parse(word: &str) -> Option<&'static str> {
    match word {
        "1-0" => Some("1-0"),
        "0-1" => Some("0-1"),
        "1/2-1/2" | "1/2" | "½-½" => Some("1/2-1/2"),
        "*" => Some(OPEN),
        _ => None,
    }
}

/// Returns the outcome of a result for all players. `termination` is the value of that tag.
pub(crate) fn outcome(
    game: &dyn Game,
    players: &[PlayerId],
    result: &str,
    termination: Option<&str>,
) -> Option<Outcome> {
    let [white, black] = match result {
        "1-0" => [Verdict::Win, Verdict::Loss],
        "0-1" => [Verdict::Loss, Verdict::Win],
        "1/2-1/2" => [Verdict::Draw, Verdict::Draw],
        _ => return None,
    };
    let known = termination.map(str::trim).filter(|said| !said.is_empty() && !said.eq_ignore_ascii_case(NORMAL));
    let unsaid = if white == Verdict::Draw { AGREED } else { UNKNOWN };
    let verdicts = game.glossary().players.iter().enumerate().map(|(index, player)| match players {
        [first, ..] if first.index() == index => white,
        [_, second] if second.index() == index => black,
        _ if player.kind == PlayerKind::Chooser => Verdict::Draw,
        _ => Verdict::Aside,
    });
    Some(Outcome { ending: known.unwrap_or(unsaid).to_string(), verdicts: verdicts.collect(), scores: None })
}

/// The result that an outcome has; none if it is one that PGN does not know.
pub(crate) fn of(players: &[PlayerId], outcome: &Outcome) -> Option<&'static str> {
    let verdict = |place: usize| outcome.verdicts.get(players.get(place)?.index()).copied();
    match (verdict(0)?, verdict(1)?) {
        (Verdict::Win, Verdict::Loss) => Some("1-0"),
        (Verdict::Loss, Verdict::Win) => Some("0-1"),
        (Verdict::Draw, Verdict::Draw) => Some("1/2-1/2"),
        _ => None,
    }
}

/// Whether the result alone says as much about an ending.
pub(crate) fn says_nothing(ending: &str) -> bool {
    [AGREED, UNKNOWN, ""].contains(&ending)
}
