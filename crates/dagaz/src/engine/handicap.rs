//! Stones that are set up through GTP: handicaps of Go and the positions of GoGui.
//!
//! Where the stones of a fixed handicap stand is a table of the protocol, for boards of 7 to 25
//! lines.

use dagaz_core::{Game, Piece, PieceTypeId, Placement, PlayerId, SiteId, SlotId, State};

use super::controller::Desk;
use super::gtp::{colour, player, size};

/// Returns the points for so many stones, as the protocol orders them. With `free` there may be
/// more than it has a table for, and the rest is put on other points.
pub(super) fn places(desk: &Desk, stones: usize, free: bool) -> Result<Vec<String>, String> {
    let size = size(desk).ok_or("this game has no handicap")?;
    if stones < 2 {
        return Err("invalid number of stones".to_string());
    }
    let edge = if size < 13 { 2 } else { 3 };
    let (low, high) = (edge, size.saturating_sub(1 + edge));
    let middle = (size % 2 == 1).then_some(size / 2);
    let mut points = Vec::new();
    if size >= 7 {
        points.extend([(low, low), (high, high), (low, high), (high, low)]);
    }
    let most = match (size, middle) {
        (0..7, _) => 0,
        (7, _) | (_, None) => 4,
        _ => 9,
    };
    if let Some(middle) = middle.filter(|_| stones > 4 && most == 9) {
        if stones >= 6 {
            points.extend([(low, middle), (high, middle)]);
        }
        if stones >= 8 {
            points.extend([(middle, low), (middle, high)]);
        }
        if stones % 2 == 1 {
            points.push((middle, middle));
        }
    }
    if stones > most && !free || stones >= size * size {
        return Err("invalid number of stones".to_string());
    }
    // Beyond the table any points serve.
    let rest = (0..size).flat_map(|row| (0..size).map(move |column| (column, row)));
    let others: Vec<(usize, usize)> = rest.filter(|point| !points.contains(point)).collect();
    points.extend(others);
    let topology = desk.game().topology();
    let name = |(column, row): (usize, usize)| {
        let on = |site: &SiteId| {
            let place = topology.site(*site).grid.as_ref();
            // Rows are counted from the top.
            place.is_some_and(|place| {
                place.grid == 0
                    && usize::from(place.index[0]) == column
                    && usize::from(place.index[1]) == size - 1 - row
            })
        };
        topology.site_ids().find(on).map(|site| topology.site(site).name.clone())
    };
    let named: Option<Vec<String>> = points.into_iter().take(stones).map(name).collect();
    named.ok_or_else(|| "this game has no handicap".to_string())
}

/// Puts black stones on an empty board; White is to move then.
pub(super) fn put(desk: &mut Desk, places: &[String]) -> Result<(), String> {
    if desk.game().topology().site_ids().any(|site| desk.state().piece(site).is_some()) {
        return Err("board not empty".to_string());
    }
    if places.len() < 2 {
        return Err("invalid number of stones".to_string());
    }
    let stones: Vec<(&str, &str)> = places.iter().map(|place| ("black", place.as_str())).collect();
    let next = player(desk.game(), "white")?;
    let state = with_stones(desk.game(), &desk.game().initial(), &stones, Some(next))?;
    desk.set_state(state);
    Ok(())
}

/// Sets a position up on an empty board, from colours and points in turn.
pub(super) fn set_up(desk: &mut Desk, args: &[&str]) -> Result<(), String> {
    let pairs: Option<Vec<(&str, &str)>> = args.chunks(2).map(|pair| Some((*pair.first()?, *pair.get(1)?))).collect();
    let stones = pairs.ok_or("syntax error: gogui-setup COLOUR POINT ...")?;
    let state = with_stones(desk.game(), &desk.game().initial(), &stones, None)?;
    desk.set_state(state);
    Ok(())
}

/// Returns a state with more stones, in games that have but one type of pieces.
fn with_stones(
    game: &dyn Game,
    from: &State,
    stones: &[(&str, &str)],
    next: Option<PlayerId>,
) -> Result<State, String> {
    if game.glossary().pieces.len() != 1 {
        return Err("this game has no stones".to_string());
    }
    let mut position = game.position(from);
    for (said, place) in stones {
        let owner = player(game, said)?;
        let named = |site: &SiteId| game.topology().site(*site).name.eq_ignore_ascii_case(place);
        let site = game.topology().site_ids().find(named).ok_or_else(|| format!("invalid vertex: {place}"))?;
        if position.pieces.iter().any(|placed| placed.site == site) {
            return Err(format!("repeated vertex: {place}"));
        }
        let piece = Piece { kind: PieceTypeId::at(0), owner };
        position.pieces.push(Placement { site, piece, attributes: Vec::new() });
    }
    if let Some(next) = next {
        let slot = game.glossary().slots.iter().position(|slot| colour(game, slot.mover) == colour(game, next));
        position.slot = slot.map(SlotId::at);
    }
    game.set_up(&position).map_err(|_| "this position is not possible".to_string())
}
