//! Results: `RE[B+R]` and what it means.

use dagaz_core::{Game, Outcome, PlayerKind, Points, Verdict};

use super::colours::{Colour, Colours};

/// Reasons that the standard has a letter for, with what we call them.
const REASONS: [(&str, &str); 3] = [("R", "resignation"), ("T", "time"), ("F", "forfeit")];

/// How endings begin that tell the points of a record.
const BY: &str = "win by ";

/// Whether a text counts points; in backgammon those of a resigned game have an `R`: `2R`.
fn is_number(points: &str) -> bool {
    let points = points.strip_suffix('R').unwrap_or(points);
    points.chars().all(|c| c.is_ascii_digit() || c == '.') && points.parse::<f64>().is_ok()
}

/// The standard's words for an outcome, if it has any.
pub(super) fn write(colours: &Colours, outcome: &Outcome) -> Option<String> {
    let verdict = |colour: Colour| outcome.verdicts.get(colours.player(colour).index()).copied();
    let winner = match (verdict(Colour::Black)?, verdict(Colour::White)?) {
        (Verdict::Draw, Verdict::Draw) => return Some("Draw".to_string()),
        (Verdict::Win, Verdict::Loss) => Colour::Black,
        (Verdict::Loss, Verdict::Win) => Colour::White,
        _ => return None,
    };
    let reason = REASONS.iter().find(|(_, name)| *name == outcome.ending).map(|(letter, _)| letter.to_string());
    let score = |colour: Colour| outcome.scores.as_ref()?.get(colours.player(colour).index()).copied();
    let ahead = score(Colour::Black).zip(score(Colour::White)).map(|(black, white)| black.apart(white));
    let reason = reason.or(ahead.filter(|&ahead| ahead > Points::default()).map(|ahead| ahead.to_string()));
    // A number of points that the record has told stays as it is.
    let told = || outcome.ending.strip_prefix(BY).filter(|points| is_number(points)).map(str::to_string);
    let reason = reason.or_else(told);
    Some(format!("{}+{}", winner.letter(), reason.unwrap_or_default()))
}

/// The outcome that a value means; none for a game that has no result, or none that we understand.
pub(super) fn read(game: &dyn Game, colours: &Colours, value: &str) -> Option<Outcome> {
    let value = value.trim();
    if value == "0" || value.eq_ignore_ascii_case("draw") || value.eq_ignore_ascii_case("jigo") {
        return Some(outcome(game, colours, "draw", None));
    }
    if let Some((winner, ending)) = in_words(value) {
        return Some(outcome(game, colours, ending, winner));
    }
    let (winner, reason) = value.split_once('+')?;
    let winner = Colour::named(winner)?;
    let reason = reason.trim();
    let ending = match REASONS.iter().find(|(letter, _)| {
        // Older files write the words out: `B+Resign`.
        reason.get(..1).is_some_and(|first| first.eq_ignore_ascii_case(letter))
    }) {
        Some((_, name)) => name.to_string(),
        None if reason.is_empty() => "win".to_string(),
        None => format!("{BY}{reason}"),
    };
    Some(outcome(game, colours, &ending, Some(winner)))
}

/// The winner and the ending that Chinese or Japanese words mean: `黑中盘胜` is `B+R`.
fn in_words(value: &str) -> Option<(Option<Colour>, &'static str)> {
    if matches!(value, "和" | "和棋" | "平局" | "持碁" | "ジゴ") {
        return Some((None, "draw"));
    }
    let winner = match value.chars().next()? {
        '黑' | '黒' => Colour::Black,
        '白' => Colour::White,
        _ => return None,
    };
    let has = |words: &[&str]| words.iter().any(|word| value.contains(word));
    let ending = match () {
        () if has(&["中盘", "中盤", "中押"]) => "resignation",
        () if has(&["超时", "超時", "时间", "時間"]) => "time",
        // Points that are counted in words stay as they are.
        () if has(&["目", "子"]) => return None,
        () => "win",
    };
    has(&["胜", "勝"]).then_some((Some(winner), ending))
}

/// Returns the outcome for all players of a game won by a colour, or drawn.
pub(super) fn outcome(game: &dyn Game, colours: &Colours, ending: &str, winner: Option<Colour>) -> Outcome {
    let players = game.glossary().players.iter().enumerate();
    let verdicts = players.map(|(index, player)| match winner {
        _ if player.kind != PlayerKind::Chooser => Verdict::Aside,
        None => Verdict::Draw,
        Some(winner) if colours.player(winner).index() == index => Verdict::Win,
        Some(_) => Verdict::Loss,
    });
    Outcome { ending: ending.to_string(), verdicts: verdicts.collect(), scores: None }
}

/// Verdicts as letters.
pub(super) fn letters(verdicts: &[Verdict]) -> String {
    let letter = |verdict: &Verdict| match verdict {
        Verdict::Loss => 'L',
        Verdict::Draw => 'D',
        Verdict::Win => 'W',
        Verdict::Aside => '-',
    };
    verdicts.iter().map(letter).collect()
}

/// Letters as verdicts; none if there are others.
pub(super) fn verdicts(letters: &str) -> Option<Vec<Verdict>> {
    let verdict = |letter: char| match letter {
        'L' => Some(Verdict::Loss),
        'D' => Some(Verdict::Draw),
        'W' => Some(Verdict::Win),
        '-' => Some(Verdict::Aside),
        _ => None,
    };
    letters.trim().chars().map(verdict).collect()
}
