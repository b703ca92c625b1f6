//! What the archive shows of a game.

use dagaz_core::Verdict;
use dagaz_session::{Millis, Phase, Seat, Session};
use dagaz_store::Summary;
use dagaz_table::game_summary;

/// Returns the summary of a session, for the store.
pub(crate) fn summary(session: &Session) -> Summary {
    let shown = game_summary(session, "");
    let (phase, wants) = (session.phase(), session.wants());
    let names = shown.seats.iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>().join(" ");
    Summary {
        live: !matches!(phase, Phase::Ended | Phase::Study),
        touched: shown.touched,
        // A result that is to be counted is looked after at once, and again until it is.
        deadline: if wants.rate { Some(shown.touched) } else { wants.wake.map(|Millis(at)| at) },
        words: format!("{} {} {names}", shown.title, shown.library).to_lowercase(),
        text: serde_json::to_string(&shown).unwrap_or_default(),
    }
}

/// The tag of all public games.
pub(crate) const LISTED: &str = "all";

/// The tag of public games with an open seat.
pub(crate) const WAITING: &str = "waiting";

/// Returns the tag of games by some rules.
pub(crate) fn rules_tag(rules: &str) -> String {
    format!("r:{rules}")
}

/// Returns the tag of a person's games.
pub(crate) fn player_tag(person: &str) -> String {
    format!("p:{person}")
}

/// Returns the tag of a person's games with a result: `win`, `draw` or `loss`.
pub(crate) fn result_tag(person: &str, result: &str) -> String {
    format!("p:{person}:{result}")
}

/// Returns the tag of the games of a tournament.
pub(crate) fn tournament_tag(tournament: &str) -> String {
    format!("t:{tournament}")
}

/// The tag of games in which no account has a part. They are removed when they are old.
pub(crate) const GUESTS: &str = "guests";

/// The first letters of the tag of a person's games by which their space on the disk is counted.
pub const CREATOR: &str = "c:";

/// Returns the tag of the games for whose space on the disk a person answers.
pub(crate) fn creator_tag(person: &str) -> String {
    format!("{CREATOR}{person}")
}

/// Returns whether only guests have a part in a game, and no tournament.
fn is_of_guests(session: &Session) -> bool {
    let beginning = session.beginning();
    let held = session.seats().iter().filter_map(|seat| match seat {
        Seat::Held { by, .. } => Some(by),
        _ => None,
    });
    let mut holders = held.chain([&beginning.owner]);
    beginning.tournament.is_none() && holders.all(|holder| crate::tokens::is_guest(&holder.0))
}

/// Returns the tags of a game, in addition to those of its [opening](crate::opening).
pub(crate) fn tags(session: &Session, opening: &[String]) -> Vec<String> {
    let beginning = session.beginning();
    let mut tags = vec![rules_tag(&beginning.rules.id)];
    if !beginning.private && !beginning.study {
        tags.push(LISTED.to_string());
        if session.phase() == Phase::Waiting {
            tags.push(WAITING.to_string());
        }
    }
    match beginning.tournament.as_deref() {
        Some(tournament) => tags.push(tournament_tag(tournament)),
        None => tags.push(creator_tag(&beginning.owner.0)),
    }
    if is_of_guests(session) {
        tags.push(GUESTS.to_string());
    }
    if beginning.study {
        tags.push(player_tag(&beginning.owner.0));
        return tags;
    }
    for (player, seat) in session.seats().iter().enumerate() {
        let Seat::Held { by, .. } = seat else { continue };
        tags.push(player_tag(&by.0));
        let verdict = session.end().and_then(|end| end.outcome.verdicts.get(player));
        let result = match verdict {
            Some(Verdict::Win) => "win",
            Some(Verdict::Draw) => "draw",
            Some(Verdict::Loss) => "loss",
            Some(Verdict::Aside) | None => continue,
        };
        tags.push(result_tag(&by.0, result));
    }
    tags.extend_from_slice(opening);
    tags.sort();
    tags.dedup();
    tags
}
