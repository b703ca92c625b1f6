//! Where a command begins: a position, and the moves played from it.

use std::collections::VecDeque;

use dagaz_core::{Fuel, Game, LimitHit, MoveList, MoveRef, Outcome, PlayerId, State, Turn, UndoLog, Verdict};
use dagaz_record::formats::transcript::run_of_squares;
use dagaz_record::{Cursor, GameTree, asked_start, find_typed, parse_position_with};

use crate::failure::Failure;
use crate::output::{self, clean};

pub(crate) use dagaz_front::outcome_words;

/// Returns the state of a position, or the start of the game if none is given.
pub(crate) fn state(game: &dyn Game, position: Option<&str>) -> Result<State, Failure> {
    let Some(text) = position else { return Ok(game.initial()) };
    let mut remarks = Vec::new();
    let drawn = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let start = asked_start(game, text, drawn.map_or(0, |since| u64::from(since.subsec_micros())));
    if let Some(start) = &start {
        remarks.push(format!("the start is {start}"));
    }
    let text = start.as_deref().unwrap_or(text);
    let position = parse_position_with(game, text, &mut remarks).map_err(|fault| {
        Failure::Errors(format!("the position has an error at {fault}\n{}", pointed(text, fault.column)))
    })?;
    remarks.iter().for_each(|remark| output::remark(&clean(remark)));
    game.set_up(&position).map_err(|errors| {
        let said: Vec<String> = errors.iter().map(|error| in_words(game, error)).collect();
        Failure::Errors(format!("the position cannot be set up: {}", said.join("; ")))
    })
}

/// Returns a line with a mark below one of its characters.
fn pointed(text: &str, column: usize) -> String {
    const BEFORE: usize = 50;
    const SHOWN: usize = 76;
    let skipped = column.saturating_sub(BEFORE + 1);
    let shown: String = text.chars().skip(skipped).take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let dots = if skipped > 0 { "…" } else { "" };
    format!("  {dots}{shown}\n  {}^", " ".repeat(column - 1 - skipped + dots.chars().count()))
}

fn in_words(game: &dyn Game, error: &dagaz_core::PositionError) -> String {
    use dagaz_core::PositionError::{NoSuchPiece, NoSupply};
    let glossary = game.glossary();
    match error {
        NoSupply(piece) => {
            format!("{} {} cannot wait off the board", glossary.player(piece.owner), glossary.piece(piece.kind))
        }
        NoSuchPiece(piece) if piece.owner == PlayerId::NONE => {
            format!("{} cannot belong to nobody in this game", glossary.piece(piece.kind))
        }
        other => other.to_string(),
    }
}

/// The legal moves of a state.
pub(crate) fn legal(game: &dyn Game, state: &State) -> Result<MoveList, LimitHit> {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel))?;
    Ok(list)
}

/// The note for lists of single steps.
pub(crate) const STEPWISE: &str =
    "This turn has too many whole moves to list: it is played one step at a time, and these are the next steps.";

/// Plays typed moves, separated by `;`, from a state.
pub(crate) fn play_moves(game: &dyn Game, state: &mut State, moves: &str) -> Result<(), Failure> {
    play_typed(game, moves, state, |state| state, |state, chosen| play(game, state, chosen))
}

/// Plays typed moves and adds them to a game tree, from the position of a cursor.
pub(crate) fn record_moves(cursor: &mut Cursor<'_>, tree: &mut GameTree, moves: &str) -> Result<(), Failure> {
    let game = cursor.game();
    let add = |cursor: &mut Cursor<'_>, chosen: MoveRef<'_>| {
        cursor.play(tree, chosen);
    };
    play_typed(game, moves, cursor, |cursor| cursor.state(), add)
}

/// Plays typed moves, separated by `;`. A forced pass may be omitted, and squares may stand without
/// signs between them, as in transcripts of Othello.
fn play_typed<P>(
    game: &dyn Game,
    moves: &str,
    place: &mut P,
    state_of: impl Fn(&P) -> &State,
    mut play: impl FnMut(&mut P, MoveRef<'_>),
) -> Result<(), Failure> {
    let mut typed: VecDeque<&str> = moves.split(';').map(str::trim).filter(|text| !text.is_empty()).collect();
    let mut number = 0;
    while let Some(text) = typed.pop_front() {
        let mut list = legal(game, state_of(place))?;
        if let Some(squares) = run_of_squares(text)
            && find_typed(game, state_of(place), &list, text).is_err()
            && find_typed(game, state_of(place), &list, squares[0]).is_ok()
        {
            squares.into_iter().rev().for_each(|square| typed.push_front(square));
            continue;
        }
        number += 1;
        if list.len() == 1 && list.get(0).is_idle() && find_typed(game, state_of(place), &list, text).is_err() {
            play(place, list.get(0));
            list = legal(game, state_of(place))?;
        }
        let index = find_typed(game, state_of(place), &list, text)
            .map_err(|error| Failure::Errors(format!("move {number}: {error}")))?;
        play(place, list.get(index));
    }
    Ok(())
}

/// Plays a move for good.
pub(crate) fn play(game: &dyn Game, state: &mut State, chosen: MoveRef<'_>) {
    game.play(state, chosen, &mut UndoLog::new());
}

/// Returns the names of those who act next.
pub(crate) fn movers(game: &dyn Game, state: &State) -> Vec<PlayerId> {
    match game.turn(state) {
        Turn::Choice(player) | Turn::Chance(player) => vec![player],
        Turn::Together(players) => players,
    }
}

/// Returns a verdict as a word, for JSON.
pub(crate) fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Loss => "loss",
        Verdict::Draw => "draw",
        Verdict::Aside => "aside",
    }
}

/// Returns the end of a game as JSON.
pub(crate) fn outcome_json(game: &dyn Game, outcome: &Outcome) -> serde_json::Value {
    let glossary = game.glossary();
    let results: serde_json::Map<String, serde_json::Value> = outcome
        .verdicts
        .iter()
        .enumerate()
        .map(|(index, verdict)| (glossary.player(PlayerId::at(index)).to_string(), verdict_word(*verdict).into()))
        .collect();
    let scores = outcome.scores.as_ref().map(|scores| scores.iter().map(|points| points.value()).collect::<Vec<_>>());
    serde_json::json!({ "ending": outcome.ending, "results": results, "scores": scores })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_without_players_has_a_sentence() {
        let reversi = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/flipping/reversi/reversi.zrf");
        let source = crate::load::Source::find(reversi).expect("it is in the library");
        let rules = source.parse(&Default::default()).expect("it is read").rules(0).rules.expect("it has no errors");
        let game = dagaz_engine::CompiledGame::new(rules.into(), &Default::default()).expect("it is small");
        let said = |verdicts| outcome_words(&game, &Outcome { ending: "full".to_string(), verdicts, scores: None });
        assert_eq!(said(vec![Verdict::Aside, Verdict::Aside]), "no player wins or loses (full)");
        assert_eq!(said(vec![Verdict::Win, Verdict::Loss]), "Black won, White lost (full)");
    }
}
