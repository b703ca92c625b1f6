//! The options of the language, and what we make of them.

/// What an option is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Whether and when a player may pass.
    PassTurn,
    /// Whether a player may end a chain early.
    PassPartial,
    /// Whether only the longest chains are legal.
    MaximalCaptures,
    /// Whether captured pieces return to the supply.
    RecycleCaptures,
    /// Whether promotions take from and return to the supply.
    RecyclePromotions,
    /// Whether piece counts include the supply.
    IncludeOffPieces,
    /// Whether moves that lead to the same state are one; ours, not Zillions'.
    MergeResults,
    /// What set-up strings need; ours, not Zillions'.
    Fen,
    /// A rule that has no equivalent here yet.
    Missing,
    /// Display, sound, or the behaviour of one program.
    Display,
    /// Defined by an external program.
    Foreign,
    /// Nothing that we know.
    Unknown,
}

/// Options with a meaning of their own.
const NAMED: [(&str, Meaning); 22] = [
    ("merge equal results", Meaning::MergeResults),
    ("pass turn", Meaning::PassTurn),
    ("pass partial", Meaning::PassPartial),
    ("maximal captures", Meaning::MaximalCaptures),
    ("recycle captures", Meaning::RecycleCaptures),
    ("include off pieces", Meaning::IncludeOffPieces),
    ("recycle promotions", Meaning::RecyclePromotions),
    ("discard cascades", Meaning::Display),
    ("deferred captures", Meaning::Missing),
    ("ko", Meaning::Missing),
    ("shared pieces", Meaning::Missing),
    ("sliding puzzle", Meaning::Missing),
    ("chess invariant", Meaning::Missing),
    ("progressive levels", Meaning::Display),
    ("smart moves", Meaning::Display),
    ("prevent flipping", Meaning::Display),
    ("allow flipping", Meaning::Display),
    ("silent ? moves", Meaning::Display),
    ("selection screen", Meaning::Display),
    ("highlight goals", Meaning::Display),
    ("show moves list", Meaning::Display),
    ("animate captures", Meaning::Display),
];

/// Beginnings and endings of option names that come in families.
const FAMILIES: [(&str, &str, Meaning); 10] = [
    ("fen ", "", Meaning::Fen),
    ("animate", "", Meaning::Display),
    ("show", "", Meaning::Display),
    ("highlight", "", Meaning::Display),
    ("", "extension", Meaning::Foreign),
    ("", "invariant", Meaning::Foreign),
    ("", "restrictions", Meaning::Foreign),
    ("", "setup", Meaning::Foreign),
    ("", "model", Meaning::Foreign),
    ("", "sound", Meaning::Display),
];

/// Rules that have no equivalent here yet, by the normal names of their options, and how the game
/// differs without them.
const WITHOUT: [(&str, &str); 5] = [
    ("deferred captures", "a captured piece leaves the board at once, not when the chain of captures ends"),
    ("ko", "a move may bring back the position before it"),
    ("shared pieces", "players move their own pieces only, so moves of this game are missing"),
    ("sliding puzzle", "pieces move by the rules in this file only, so moves of this game may be missing"),
    ("chess invariant", "a king may stay attacked unless the goals of this file, such as `checkmated`, forbid it"),
];

/// How a game differs that is played without a rule that is [`Meaning::Missing`].
pub(crate) fn without(normal_name: &str) -> Option<&'static str> {
    WITHOUT.iter().find(|(name, _)| *name == normal_name).map(|(_, difference)| *difference)
}

/// Returns an option's name without the differences between its spellings: `pass-turn`, `pass
/// turn`.
pub(crate) fn normal_name(name: &str) -> String {
    name.replace('-', " ").split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase()
}

/// What an option, by its normal name, is about.
pub(crate) fn meaning(normal_name: &str) -> Meaning {
    if let Some((_, meaning)) = NAMED.iter().find(|(name, _)| *name == normal_name) {
        return *meaning;
    }
    let family = FAMILIES.iter().find(|(start, end, _)| normal_name.starts_with(start) && normal_name.ends_with(end));
    family.map_or(Meaning::Unknown, |(_, _, meaning)| *meaning)
}

/// Returns the names of all options, for hints.
pub(crate) fn names() -> impl Iterator<Item = &'static str> + Clone {
    NAMED.iter().map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upgrade_keeps_spellings_and_meanings() {
        let cases = [
            ("pass-turn", Meaning::PassTurn),
            ("Pass Turn", Meaning::PassTurn),
            ("include off-pieces", Meaning::IncludeOffPieces),
            ("silent ? moves", Meaning::Display),
            ("animate-drops", Meaning::Display),
            ("smart-moves", Meaning::Display),
            ("xiangqi-extension", Meaning::Foreign),
            ("chess-invariant", Meaning::Missing),
            ("pas turn", Meaning::Unknown),
        ];
        for (name, meaning) in NAMED {
            assert_eq!(without(name).is_some(), meaning == Meaning::Missing, "{name}");
        }
        for (name, expected) in cases {
            assert_eq!(meaning(&normal_name(name)), expected, "{name}");
        }
    }
}
