//! Compares the game and the board of a root node with the rules.

use dagaz_core::Game;

use super::colours::Colour;
use super::number::{self, GO};
use super::points::Points;
use super::root::Wrong;
use super::token::{Property, Token, Tokens, shown};
use super::writer::size;
use crate::tree::Facts;

/// Whether the record is one of this game and this board: what is wrong in the way it says so, or
/// why it is not.
pub(super) fn check(
    game: &dyn Game,
    points: Option<&Points>,
    properties: &[Property<'_>],
) -> Result<Vec<Wrong>, Wrong> {
    let mut wrong = Vec::new();
    for property in properties {
        let at = property.values.first().map_or(property.at, |value| value.at);
        let text = property.first().trim();
        match (&*property.name, points) {
            ("GM", _) => match text.parse() {
                Ok(asked) => same_game(game, asked).map_err(|message| (at, message))?,
                Err(_) => wrong.push((at, format!("`{}` is no number of a game", shown(text)))),
            },
            ("SZ", Some(points)) => match board(text) {
                Some(asked) => same_board(game, points, asked).map_err(|message| (at, message))?,
                None => wrong.push((at, format!("`{}` is no size of a board", shown(text)))),
            },
            _ => {}
        }
    }
    Ok(wrong)
}

fn same_game(game: &dyn Game, asked: u32) -> Result<(), String> {
    let title = &game.glossary().title;
    // Many programs say Go whatever the game is.
    if asked == GO || number::of_title(title).is_none_or(|ours| ours == asked) {
        return Ok(());
    }
    let name = number::title_of(asked).unwrap_or(format!("game {asked}"));
    Err(format!("this is a record of {name} (GM[{asked}]), not of {title}"))
}

/// Columns and rows.
fn board(text: &str) -> Option<(usize, usize)> {
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    Some((columns.trim().parse().ok()?, rows.trim().parse().ok()?))
}

fn same_board(game: &dyn Game, points: &Points, asked: (usize, usize)) -> Result<(), String> {
    if asked == points.size() {
        return Ok(());
    }
    let by = |board: (usize, usize)| size(board).replace(':', " by ");
    let title = &game.glossary().title;
    Err(format!("the record is for a board of size {}, that of {title} is {}", by(asked), by(points.size())))
}

/// Returns what a record of Go says of its rules and the rules of the game do not follow.
pub(super) fn remarks(game: &dyn Game, facts: &Facts) -> Vec<String> {
    let mut remarks = Vec::new();
    if number::of_title(&game.glossary().title) != Some(GO) {
        return remarks;
    }
    if let Some(komi) = facts.tag("Komi").filter(|komi| super::points_of_komi(komi).is_none()) {
        remarks.push(format!("the komi `{}` is no number of points; it does not count", shown(komi)));
    }
    let by_territory = |rules: &&str| TERRITORY.iter().any(|name| rules.to_lowercase().starts_with(name));
    if let Some(rules) = facts.tag("Rules").filter(by_territory) {
        remarks.push(format!("the rules `{}` count territory; this game is scored by area", shown(rules)));
    }
    remarks
}

/// How the names of rules of Go begin that count territory, as `RU` has them.
const TERRITORY: [&str; 4] = ["jap", "kor", "日本", "韩国"];

/// The colour of the first move, which stands in the root or soon behind it, where the tokens are.
pub(super) fn next_colour(root: &[Property<'_>], tokens: &Tokens<'_>) -> Option<Colour> {
    const FAR: usize = 64;
    let colour = |property: &Property<'_>| match &*property.name {
        "B" => Some(Colour::Black),
        "W" => Some(Colour::White),
        _ => None,
    };
    let mut ahead = tokens.clone();
    // White answers the stones of a handicap.
    let handicap = root.iter().find(|property| property.name == "HA");
    let handicap =
        handicap.and_then(|property| property.first().trim().parse::<u32>().ok()).is_some_and(|stones| stones > 1);
    let found = root.iter().find_map(colour).or_else(|| {
        std::iter::from_fn(|| ahead.take()).take(FAR).find_map(|(_, token)| match token {
            Token::Property(property) => colour(&property),
            _ => None,
        })
    });
    found.or(handicap.then_some(Colour::White))
}
