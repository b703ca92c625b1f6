//! Moves as a record has them, found among the legal ones and played.

use dagaz_core::{Game, LimitHit, MoveList};

use super::colours::{Colour, Colours, mover};
use super::points::{Named, Points};
use super::setup::swapped;
use super::stones::{Stones, only_put};
use super::text::{read_own, read_simple};
use super::token::{Property, shown};
use crate::changed::POSITIONS_MAX;
use crate::formats::backgammon::{self, turn::TurnError};
use crate::formats::join::append;
use crate::matching::MoveError;
use crate::tree::GameTree;
use crate::{Cursor, find_move, recorded_moves, with_turn};

/// Why a move cannot be played.
pub(super) enum Trouble {
    /// It is not legal, or could be several moves.
    Illegal { typed: String, near: Vec<String>, message: String },
    /// It is a word that ends the game, such as `resign`: the ending.
    Over(&'static str),
    /// The rules met a limit.
    Limit(LimitHit),
}

impl Trouble {
    /// A move that is not legal, for a reason that no other move would help.
    pub(super) fn illegal(property: &Property<'_>, message: String) -> Trouble {
        let typed = format!("{}[{}]", property.name, shown(property.first()));
        Trouble::Illegal { typed, near: Vec::new(), message }
    }
}

impl From<LimitHit> for Trouble {
    fn from(hit: LimitHit) -> Trouble {
        Trouble::Limit(hit)
    }
}

/// Plays a move in the notation of saved games, made by a player, if the record says by whom.
pub(super) fn play_own(
    tree: &mut GameTree,
    cursor: &mut Cursor<'_>,
    raw: &str,
    by: Option<&str>,
) -> Result<(), Trouble> {
    let (game, text) = (cursor.game(), read_own(raw));
    if let (Some(by), Some(player)) = (by.map(read_own), mover(game.turn(cursor.state()))) {
        let player = game.glossary().player(player);
        if by != player {
            return Err(wrong_turn(shown(&text), &by, player));
        }
    }
    let list = cursor.legal()?;
    match recorded_moves::find(game, cursor.state(), &list, &text) {
        Ok(index) => cursor.play(tree, list.get(index)),
        Err(error) => return Err(not_legal(shown(&text), error)),
    };
    Ok(())
}

/// What the moves of the standard are about.
pub(super) struct Board<'b> {
    /// Black and White.
    pub(super) colours: &'b Colours,
    /// The points, if the board is one rectangle.
    pub(super) points: Option<&'b Points>,
    /// The stones, if the game is nothing but putting them.
    pub(super) stones: Option<&'b Stones>,
}

/// Plays a move of the standard: a point, a pass, or whatever else the rules call a move. The
/// standard has no turns: a second stone of one colour in a row is put as if the other player had
/// been left out.
pub(super) fn play_stone(
    tree: &mut GameTree,
    cursor: &mut Cursor<'_>,
    board: &Board<'_>,
    colour: Colour,
    raw: &str,
) -> Result<(), Trouble> {
    let Board { colours, points, stones } = *board;
    let game = cursor.game();
    let text = read_simple(raw);
    let text = text.trim();
    let typed = || format!("{}[{}]", colour.letter(), shown(text));
    match text.to_lowercase().as_str() {
        "resign" | "resigns" => return Err(Trouble::Over("resignation")),
        "forfeit" | "forfeits" => return Err(Trouble::Over("forfeit")),
        _ => {}
    }
    let player = colours.player(colour);
    let mut list = cursor.legal()?;
    if !list.is_empty() && mover(game.turn(cursor.state())) != Some(player) {
        // A pass that is the only move may be left out of a record.
        if list.len() == 1 && list.get(0).is_idle() {
            cursor.play(tree, list.get(0));
            list = cursor.legal()?;
        }
        let room = tree.positions() < POSITIONS_MAX;
        let left_out = stones.filter(|_| room && !list.is_empty() && mover(game.turn(cursor.state())) != Some(player));
        if let Some(state) = left_out.and_then(|_| with_turn(game, cursor.state(), player)) {
            cursor.change(tree, state);
            list = cursor.legal()?;
        }
        let turn = mover(game.turn(cursor.state()));
        if !list.is_empty() && turn != Some(player) {
            let turn = turn.map_or("all", |turn| game.glossary().player(turn));
            return Err(wrong_turn(typed(), game.glossary().player(player), turn));
        }
    }
    // Players of Go may continue after two passes, to agree on dead stones.
    if list.is_empty()
        && tree.positions() < POSITIONS_MAX
        && let Some(state) = stones.and_then(|_| with_turn(game, cursor.state(), player))
        && game.outcome(&state)?.is_none()
    {
        cursor.change(tree, state);
        list = cursor.legal()?;
    }
    if list.is_empty() {
        return Err(not_legal(typed(), MoveError::NoMoves));
    }
    let index = match points.map_or(Named::Nothing, |points| points.find(text)) {
        Named::Site(site) => only_put(cursor.state(), &list, site).map_err(|count| {
            let name = &game.topology().site(site).name;
            let near = near(game, cursor, &list, name);
            let message = match count {
                0 if near.is_empty() => format!("`{}` is not legal here", typed()),
                0 => format!("`{}` is not legal here; the nearest are: {}", typed(), near.join("; ")),
                _ => format!("`{}` could be any of {count} moves", typed()),
            };
            Trouble::Illegal { typed: typed(), near, message }
        })?,
        Named::Pass => match (0..list.len()).find(|&index| list.get(index).is_idle()) {
            Some(index) => index,
            None => {
                let near = near(game, cursor, &list, "pass");
                let player = game.glossary().player(player);
                let message = format!("{player} cannot pass here; legal are: {}", near.join("; "));
                return Err(Trouble::Illegal { typed: typed(), near, message });
            }
        },
        Named::Outside => {
            let near = near(game, cursor, &list, text);
            let message = format!("`{}` is not a point of this board", typed());
            return Err(Trouble::Illegal { typed: typed(), near, message });
        }
        Named::Nothing => match recorded_moves::find(game, cursor.state(), &list, text) {
            Ok(index) => index,
            Err(error) => {
                let room = tree.positions() < POSITIONS_MAX;
                let hex = stones.filter(|stones| room && stones.points.are_of_hex());
                let state = hex.and_then(|stones| match text {
                    "swap" | "swap-pieces" => swapped(game, stones, cursor.state()),
                    // The players change their colours and the stones stay: the same colour is to
                    // move.
                    "swap-sides" => Some(cursor.state().clone()),
                    _ => None,
                });
                let state = state.ok_or_else(|| not_legal(typed(), error))?;
                cursor.change(tree, state);
                return Ok(());
            }
        },
    };
    cursor.play(tree, list.get(index));
    Ok(())
}

/// Plays a turn of backgammon: the throw and the moves. Words about the cube become a
/// comment, since the rules have none.
pub(super) fn play_turn<'a>(
    tree: &mut GameTree,
    cursor: &mut Cursor<'a>,
    board: &backgammon::Board<'a>,
    colour: Colour,
    property: &Property<'_>,
) -> Result<(), Trouble> {
    let text = read_simple(property.first());
    let text = text.trim();
    match text {
        "drop" => return Err(Trouble::Over("resignation")),
        "double" | "take" | "beaver" => {
            append(&mut tree.note_mut(cursor.node()).comment, text, "\n", COMMENT);
            return Ok(());
        }
        _ => {}
    }
    let player = usize::from(colour == Colour::Black);
    let said = backgammon::sgf::parse(text, player);
    let said = said.ok_or_else(|| Trouble::illegal(property, format!("`{}` is no turn", shown(text))))?;
    board.play(tree, cursor, player, &said).map_err(|error| match error {
        TurnError::Limit(hit) => Trouble::Limit(hit),
        TurnError::Illegal(why) => Trouble::illegal(property, format!("`{}` {why}", shown(text))),
    })
}

/// Bytes of a comment to which words about the cube are added.
const COMMENT: usize = 1000;

fn wrong_turn(typed: String, player: &str, turn: &str) -> Trouble {
    let message = format!("`{typed}` is a move of {}, but it is the turn of {turn}", shown(player));
    Trouble::Illegal { typed, near: Vec::new(), message }
}

fn not_legal(typed: String, error: MoveError) -> Trouble {
    let error = match error {
        MoveError::Unknown { near, .. } => MoveError::Unknown { typed: typed.clone(), near },
        MoveError::Several { moves, count, .. } => MoveError::Several { typed: typed.clone(), moves, count },
        other => other,
    };
    Trouble::Illegal { typed, message: error.to_string(), near: near_of(error) }
}

/// The legal moves most like a text.
fn near(game: &dyn Game, cursor: &Cursor<'_>, list: &MoveList, text: &str) -> Vec<String> {
    match find_move(game, cursor.state(), list, text) {
        Ok(index) => vec![crate::move_text(game, cursor.state(), list.get(index))],
        Err(error) => near_of(error),
    }
}

fn near_of(error: MoveError) -> Vec<String> {
    match error {
        MoveError::Unknown { near, .. } => near,
        MoveError::Several { moves, .. } => moves,
        MoveError::Empty | MoveError::NoMoves => Vec::new(),
    }
}
