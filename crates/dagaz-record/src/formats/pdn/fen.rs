//! Positions: `W:W31,32,K40:B1-5`.
//!
//! Who moves, then for each colour its squares, a `K` before each king. Squares are numbers, or
//! ranges of them, or have letters; spaces, a full stop at the end, empty lists and lists in either
//! order are read. Some programs add counters (`H0`, `F1`, and moves of kings `+0+0`), of which
//! nothing is made.

use dagaz_core::{Placement, Position, SiteId, State};

use super::board::{Colour, Draughts};
use super::numbering::Numbering;
use crate::position::draft::{ordered, start};

/// What is wrong with a position: the byte, and a sentence.
pub(super) type FenFault = (usize, String);

/// The state of a position.
pub(super) fn read(draughts: &Draughts<'_>, numbering: &Numbering, text: &str) -> Result<State, FenFault> {
    let game = draughts.game;
    let position = parse(draughts, numbering, text)?;
    game.set_up(&position).map_err(|errors| {
        let first = errors.first().map_or_else(String::new, |error| format!(": {error}"));
        (0, format!("the rules do not have this position{first}"))
    })
}

/// The position that a text says, which the rules may not have.
pub(super) fn parse(draughts: &Draughts<'_>, numbering: &Numbering, text: &str) -> Result<Position, FenFault> {
    let trimmed = text.trim_end();
    let body = trimmed.strip_suffix('.').unwrap_or(trimmed);
    let mut fields = body.split(':').map(|field| (offset(text, field), field.trim()));
    let (_, turn) = fields.next().unwrap_or_default();
    let mover = match turn {
        "?" => return Err((0, "the position does not say who moves".to_string())),
        _ if turn.len() == 1 => turn.chars().next().and_then(Colour::of),
        _ => None,
    };
    let mover = mover.ok_or_else(|| (0, "a position begins with W or B, for the player to move".to_string()))?;
    let mut position = start(draughts.game);
    position.pieces.clear();
    (position.last, position.pending) = (None, None);
    let mut held: Vec<Option<Colour>> = vec![None; draughts.game.topology().sites().len()];
    for (at, field) in fields {
        if is_counter(field) {
            continue;
        }
        let letter = field.chars().next();
        let Some(colour) = letter.and_then(Colour::of) else {
            return Err((at, "W or B is expected, and the squares of this colour".to_string()));
        };
        let list = &field[1..];
        if list.trim().is_empty() {
            continue;
        }
        for item in list.split(',') {
            let at = offset(text, item.trim_start());
            let (king, sites) = squares(numbering, item.trim()).map_err(|message| (at, message))?;
            for site in sites {
                if let Some(Some(known)) = held.get(site.index()) {
                    let message =
                        format!("{} already has a {} piece", numbering.name(site), known.name().to_lowercase());
                    return Err((at, message));
                }
                held[site.index()] = Some(colour);
                position.pieces.push(Placement { site, piece: draughts.piece(colour, king), attributes: Vec::new() });
            }
        }
    }
    let player = draughts.player(mover);
    let slots = &draughts.game.glossary().slots;
    position.slot = slots.iter().position(|slot| slot.mover == player).map(dagaz_core::SlotId::at);
    Ok(ordered(position))
}

/// One item of a list: a square or a range, and whether kings stand there.
fn squares(numbering: &Numbering, item: &str) -> Result<(bool, Vec<SiteId>), String> {
    let bare = item.strip_prefix(['K', 'k']).unwrap_or(item);
    // On a wide board `k1` may be a square itself; a king is then `Kk1`.
    let king = bare.len() < item.len() && !(item.starts_with('k') && numbering.square(item).is_ok());
    let name = if king { bare.trim() } else { item };
    if name.is_empty() {
        return Err("a square is expected".to_string());
    }
    let Some((from, to)) = name.split_once('-') else { return Ok((king, vec![numbering.square(name)?])) };
    let number = |name: &str| -> Result<usize, String> {
        numbering.square(name.trim())?;
        name.trim().parse().map_err(|_| "only numbers can be a range".to_string())
    };
    let (from, to) = (number(from)?, number(to)?);
    if from > to {
        return Err(format!("the range {from}-{to} runs backwards"));
    }
    Ok((king, (from..=to).filter_map(|number| numbering.numbered(number)).collect()))
}

/// A counter of moves, as some programs add them.
fn is_counter(field: &str) -> bool {
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let kings = || field.strip_prefix('+')?.split_once('+');
    field.strip_prefix(['H', 'F']).is_some_and(is_number)
        || kings().is_some_and(|(white, black)| is_number(white) && is_number(black))
}

fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The text of a state's position; none if there is more to it than men, kings and the player to
/// move.
pub(super) fn write(draughts: &Draughts<'_>, numbering: &Numbering, state: &State) -> Option<String> {
    let position = draughts.game.position(state);
    if position.pending.is_some() {
        return None;
    }
    let mover = draughts.game.glossary().slots.get(position.slot?.index())?.mover;
    let mut text = String::from(draughts.colour(mover).letter());
    for colour in [Colour::White, Colour::Black] {
        let own = position.pieces.iter().filter(|placement| placement.piece.owner == draughts.player(colour));
        let ranked = own.map(|placement| {
            let king = if placement.piece.kind == draughts.king { "K" } else { "" };
            let rank = numbering.rank(placement.site).filter(|_| placement.attributes.is_empty())?;
            Some((rank, format!("{king}{}", numbering.name(placement.site))))
        });
        let mut ranked: Vec<(usize, String)> = ranked.collect::<Option<_>>()?;
        ranked.sort_unstable();
        let names: Vec<String> = ranked.into_iter().map(|(_, name)| name).collect();
        text += &format!(":{}{}", colour.letter(), names.join(","));
    }
    Some(text)
}
