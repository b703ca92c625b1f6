//! Finds the legal move that a person has typed.
//!
//! The exact text of the notation comes first; then everything that means one move and no other:
//! `e2e4`, `e2-e4`, `e7-e8=Queen`, `e7e8q`, `f5` for a drop, `pass`, without regard to upper and
//! lower case; in games that have it also [SAN](crate::formats::pgn::san): `Nbd7`, `O-O`. What fits
//! several moves is not guessed at. A sign of a drop (`Q@g4`, `P*5c`) means a drop and nothing
//! else: engines write it, and a move of the board in its place would be another game.

use dagaz_core::{Game, MoveList, State};

use crate::Wording;
use crate::formats::notation::find::find_written;
use crate::formats::pgn::san::{Meaning, San};
use crate::formats::usi;
use crate::formats::wxf;
use crate::game_notation;
use crate::move_texts::listed_as;
use crate::position::two_player::TwoPlayerGame;
use crate::short_forms::{Forms, TIERS, squeezed};

/// Why a typed text is not a move. Moves are given as texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// Nothing was typed.
    Empty,
    /// There is no legal move at all.
    NoMoves,
    /// No legal move is meant by it.
    Unknown {
        /// What was typed.
        typed: String,
        /// The legal moves most like it.
        near: Vec<String>,
    },
    /// Several legal moves could be meant.
    Several {
        /// What was typed.
        typed: String,
        /// The first of them.
        moves: Vec<String>,
        /// How many there are in all.
        count: usize,
    },
}

/// Moves that are named in an error.
const NAMED: usize = 6;

/// Characters of a typed text that are repeated in an error.
const REPEATED: usize = 120;

impl std::fmt::Display for MoveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MoveError::Empty => write!(f, "a move is expected"),
            MoveError::NoMoves => write!(f, "there is no legal move: the game has ended"),
            MoveError::Unknown { typed, near } if near.is_empty() => write!(f, "`{typed}` is not a legal move here"),
            MoveError::Unknown { typed, near } => {
                write!(f, "`{typed}` is not a legal move here; the nearest are: {}", near.join("; "))
            }
            MoveError::Several { typed, moves, count } => {
                write!(f, "`{typed}` could be any of {count} moves: {}", moves.join("; "))?;
                if *count > moves.len() { write!(f, "; …") } else { Ok(()) }
            }
        }
    }
}

impl std::error::Error for MoveError {}

/// Something that can be chosen by typing: a move, or the first steps of one.
pub struct Choice {
    /// Its text, exactly as the notation has it.
    pub text: String,
    /// Its text for people.
    pub short: String,
    /// Whether it could be meant by what was typed, whatever its forms.
    meant: bool,
    forms: Forms,
}

impl Choice {
    /// The choice of a move, or of a part of one.
    pub fn of(game: &dyn Game, state: &State, wording: &Wording) -> Choice {
        Choice { text: wording.text(), short: wording.short(), meant: true, forms: Forms::of(game, state, wording) }
    }
}

/// The index of the legal move of `list` that is meant by `typed`. Equal moves, which only a random
/// mover has, count as one.
pub fn find_move(game: &dyn Game, state: &State, list: &MoveList, typed: &str) -> Result<usize, MoveError> {
    // Most callers type what the list shows; the forms are made only when that fails.
    let typed = typed.trim();
    let mut exact = list.iter().enumerate().filter(|(_, one)| Wording::of(game, state, *one).text() == typed);
    if let Some((index, one)) = exact.next()
        && exact.all(|(_, other)| other.same_as(one))
    {
        return Ok(index);
    }
    // What the game's own notation means comes before guesses; texts that several moves have are
    // told.
    let meant = game_notation::meant(game, state, list, typed);
    if let Some(&first) = meant.first() {
        if meant.iter().all(|&index| list.get(index).same_as(list.get(first))) {
            return Ok(first);
        }
        let texts = meant.iter().map(|&index| Wording::of(game, state, list.get(index)).text()).take(NAMED);
        return Err(MoveError::Several { typed: repeated(typed), moves: texts.collect(), count: meant.len() });
    }
    // What the rules write for a move comes before what other games mean by it.
    if let Some(index) = find_written(game, state, list, typed) {
        return Ok(index);
    }
    // Before loose forms, which know no capitals: `bxc4` is a pawn's capture and `Bc4` the bishop's
    // move.
    if let Some(san) = San::of(game)
        && let Meaning::One(index) = san.find(state, list, typed)
    {
        return Ok(index);
    }
    let board = is_drop_word(typed).then(|| TwoPlayerGame::of(game));
    let meant = |wording: &Wording| board.as_ref().is_none_or(|board| is_drop(wording, board.as_ref()));
    let wordings: Vec<Wording> = list.iter().map(|one| Wording::of(game, state, one)).collect();
    // What is not meant keeps its place in the list, so that a choice is an index of it.
    let choices: Vec<Choice> =
        wordings.iter().map(|wording| Choice { meant: meant(wording), ..Choice::of(game, state, wording) }).collect();
    // `7g7f` of shogi and `C2=5` of xiangqi come last: what the names of the game mean comes
    // before.
    let found = meant_by(&choices, typed)?
        .or_else(|| usi::find(game, state, list, typed))
        .or_else(|| wxf::find(game, state, list, typed));
    // Moves are shown as in lists: those that move nothing have no other text.
    found.ok_or_else(|| unknown(&choices, &listed_as(game, state, list, &wordings), typed))
}

/// Whether a text says that a piece is put on the board: a name, `@` or `*`, and where to.
fn is_drop_word(typed: &str) -> bool {
    typed.split_once(['@', '*']).is_some_and(|(piece, site)| {
        let named = piece.strip_prefix('+').unwrap_or(piece).trim_end();
        let to = site.trim_start().starts_with(char::is_alphanumeric);
        to && !named.is_empty() && named.chars().all(|c| c.is_alphabetic())
    })
}

/// Returns whether a move puts a piece on the board: from nowhere, or from a hand site outside it.
fn is_drop(wording: &Wording, board: Option<&TwoPlayerGame<'_>>) -> bool {
    let step = wording.steps.iter().find(|step| !step.pass);
    step.is_some_and(|step| step.from.is_none_or(|from| board.is_some_and(|board| board.place(from).is_none())))
}

/// The index of the choice that is meant by `typed`. Choices with the same text count as one.
pub fn choose(choices: &[Choice], typed: &str) -> Result<usize, MoveError> {
    let typed = typed.trim();
    let told = || choices.iter().map(|choice| choice.text.clone()).collect::<Vec<_>>();
    meant_by(choices, typed)?.ok_or_else(|| unknown(choices, &told(), typed))
}

/// The same; none if nothing is meant.
fn meant_by(choices: &[Choice], typed: &str) -> Result<Option<usize>, MoveError> {
    if typed.is_empty() {
        return Err(MoveError::Empty);
    }
    if choices.is_empty() {
        return Err(MoveError::NoMoves);
    }
    let plain = plain(typed);
    let mut fitting = fits(choices, |choice| choice.text == typed);
    if fitting.is_empty() {
        fitting = fits(choices, |choice| self::plain(&choice.text) == plain);
    }
    if fitting.is_empty() {
        fitting = fits(choices, |choice| self::plain(&choice.short) == plain);
    }
    // A `+`, `#`, `!` or `?` at the end is a remark, unless it belongs to the move.
    for typed in [typed, typed.trim_end_matches(['+', '#', '!', '?'])] {
        let short = squeezed(typed);
        let folded = short.to_lowercase();
        for tier in 0..TIERS {
            if fitting.is_empty() && !short.is_empty() {
                fitting = fits(choices, |choice| choice.forms.tiers[tier].contains(&short));
            }
            if fitting.is_empty() && !short.is_empty() {
                fitting =
                    fits(choices, |choice| choice.forms.tiers[tier].iter().any(|form| form.to_lowercase() == folded));
            }
        }
        // Numbers with nothing between them, wherever they may be cut.
        if fitting.is_empty() && !short.is_empty() && !short.contains('-') {
            let joined = |form: &String| form.contains('-') && form.replace('-', "") == short;
            fitting = fits(choices, |choice| choice.forms.tiers.iter().flatten().any(joined));
        }
    }
    let Some(&first) = fitting.first() else { return Ok(None) };
    if fitting.iter().all(|&index| choices[index].text == choices[first].text) {
        return Ok(Some(first));
    }
    let mut moves: Vec<String> = fitting.iter().map(|&index| choices[index].text.clone()).collect();
    moves.dedup();
    let count = moves.len();
    moves.truncate(NAMED);
    Err(MoveError::Several { typed: repeated(typed), moves, count })
}

/// No move matches the typed text; `told` is the text of each choice.
fn unknown(choices: &[Choice], told: &[String], typed: &str) -> MoveError {
    MoveError::Unknown { typed: repeated(typed), near: nearest(choices, told, typed) }
}

/// A typed text as errors repeat it.
fn repeated(typed: &str) -> String {
    match typed.char_indices().nth(REPEATED) {
        None => typed.to_string(),
        Some((end, _)) => format!("{}…", &typed[..end]),
    }
}

fn fits(choices: &[Choice], fit: impl Fn(&Choice) -> bool) -> Vec<usize> {
    (0..choices.len()).filter(|&index| choices[index].meant && fit(&choices[index])).collect()
}

/// A text in lower case, with single blanks, and without the numbers of `partial`.
fn plain(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.split_whitespace();
    while let Some(word) = rest.next() {
        if word.eq_ignore_ascii_case("partial") {
            rest.next();
        } else {
            words.push(word.to_lowercase());
        }
    }
    words.join(" ")
}

/// Returns the texts of the choices most similar to the typed text, best first.
fn nearest(choices: &[Choice], told: &[String], typed: &str) -> Vec<String> {
    let short = squeezed(typed).to_lowercase();
    let mut ranked: Vec<(usize, usize)> = choices
        .iter()
        .enumerate()
        .map(|(index, choice)| {
            let text = squeezed(&told[index]);
            let forms = choice.forms.tiers.iter().flatten().chain([&text]);
            let best = forms.map(|form| distance(&short, &form.to_lowercase())).min();
            (best.unwrap_or(usize::MAX), index)
        })
        .collect();
    ranked.sort_unstable();
    let mut near: Vec<String> = Vec::new();
    for (_, index) in ranked {
        if !near.contains(&told[index]) {
            near.push(told[index].clone());
        }
        if near.len() == NAMED {
            break;
        }
    }
    near
}

/// The texts most like what was typed, best first.
pub(crate) fn nearest_texts(texts: &[String], typed: &str) -> Vec<String> {
    let typed = squeezed(typed).to_lowercase();
    let mut ranked: Vec<(usize, &String)> =
        texts.iter().map(|text| (distance(&typed, &squeezed(text).to_lowercase()), text)).collect();
    ranked.sort();
    ranked.dedup();
    ranked.into_iter().take(NAMED).map(|(_, text)| text.clone()).collect()
}

/// How many characters must be put in, taken out or changed to make one text of the other
/// (Levenshtein).
pub fn distance(one: &str, other: &str) -> usize {
    // Long texts are as far apart as their beginnings: what a person types is short.
    const COMPARED: usize = 64;
    let other: Vec<char> = other.chars().take(COMPARED).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().take(COMPARED).enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &b) in other.iter().enumerate() {
            let change = corner + usize::from(a != b);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_changes() {
        for (one, other, expected) in [("", "abc", 3), ("chess", "chess", 0), ("ches", "chess", 1), ("e2e5", "e2e4", 1)]
        {
            assert_eq!(distance(one, other), expected, "{one} {other}");
        }
    }

    #[test]
    fn plain_text_has_no_partial_numbers() {
        assert_eq!(plain("partial 2  Man c3 - E5 +  Man e5 - g7"), "man c3 - e5 + man e5 - g7");
    }
}
