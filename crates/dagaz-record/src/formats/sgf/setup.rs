//! Positions that no move of the rules leads to: where a game begins, and what is set up in the
//! middle of it.

use std::collections::BTreeMap;

use dagaz_core::{Game, Piece, Placement, PlayerId, SiteId, SlotId, State};

use super::colours::{Colour, mover};
use super::points::Named;
use super::root::{Wrong, put};
use super::stones::Stones;
use super::text::{parts, read_own, write_own};
use super::token::{Property, shown};
use crate::{parse_position, write_position};

/// Stones to be put on sites; none where one is taken away.
type Changes = BTreeMap<SiteId, Option<Colour>>;

/// The properties that set stones up, and what they put there.
const ADDS: [(&str, Option<Colour>); 3] = [("AB", Some(Colour::Black)), ("AW", Some(Colour::White)), ("AE", None)];

/// Characters of a fault that may quote a text of any length.
const SHOWN: usize = 300;

/// Whether a property sets something up.
pub(super) fn is_setup(name: &str) -> bool {
    name == "PL" || name == "DGS" || ADDS.iter().any(|(known, _)| *known == name)
}

/// Writes what is set up in the middle of a game, between two states: as stones where the standard
/// can say all of it.
pub(super) fn write_change(game: &dyn Game, stones: Option<&Stones>, from: &State, to: &State, out: &mut String) {
    if let Some(stones) = stones {
        let changes = changes(game, stones, from, to);
        let turn = mover(game.turn(to)).and_then(|player| stones.colours.colour(player));
        let player = turn.map(|colour| stones.colours.player(colour));
        // `PL` with the turn unchanged sets nothing up, so a reader would make no node of it.
        let says_something = !changes.is_empty() || game.turn(from) != game.turn(to);
        if says_something && set_up(game, stones, from, &changes, player).is_ok_and(|state| alike(game, &state, to)) {
            put_changes(stones, &changes, out);
            if let Some(colour) = turn {
                put(out, "PL", colour.letter());
            }
            return;
        }
    }
    put(out, "DGS", &write_own(&write_position(game, to)));
}

/// Whether two states have the same position, with any earlier moves.
fn alike(game: &dyn Game, one: &State, other: &State) -> bool {
    write_position(game, one) == write_position(game, other)
}

/// Reads what the properties of a node behind the root set up. `next` is as in [`read`].
pub(super) fn read_change(
    game: &dyn Game,
    stones: Option<&Stones>,
    from: &State,
    properties: &[Property<'_>],
) -> Result<State, Wrong> {
    read_from(game, stones, from, properties, None)
}

/// The state behind a swap of pieces in Hex: each stone is reflected at the long diagonal and
/// becomes one of the other colour, and the other player moves.
pub(super) fn swapped(game: &dyn Game, stones: &Stones, from: &State) -> Option<State> {
    let (mut changes, mut turned) = (Changes::new(), Changes::new());
    for site in game.topology().site_ids() {
        if let (Some(piece), Some((column, row))) = (from.piece(site), stones.points.place(site)) {
            changes.insert(site, None);
            turned.insert(stones.points.site((row, column))?, Some(stones.colours.colour(piece.owner)?.other()));
        }
    }
    changes.extend(turned);
    let mover = stones.colours.colour(mover(game.turn(from))?)?;
    set_up(game, stones, from, &changes, Some(stones.colours.player(mover.other()))).ok()
}

/// What stands on other points, or in another colour.
fn changes(game: &dyn Game, stones: &Stones, from: &State, to: &State) -> Changes {
    let sites = game.topology().site_ids();
    sites
        .filter(|&site| stones.points.place(site).is_some() && to.piece(site) != from.piece(site))
        .map(|site| (site, to.piece(site).and_then(|piece| stones.colours.colour(piece.owner))))
        .collect()
}

fn put_changes(stones: &Stones, changes: &Changes, out: &mut String) {
    for (name, colour) in ADDS {
        let sites = changes.iter().filter(|(_, other)| **other == colour);
        let names: Vec<String> = sites.filter_map(|(site, _)| stones.points.name(*site)).collect();
        if !names.is_empty() {
            *out += name;
            names.iter().for_each(|point| *out += &format!("[{point}]"));
        }
    }
}

/// Writes the start, if it is not that of the rules: as stones where the standard can, in our own
/// words where it cannot say everything.
pub(super) fn write(game: &dyn Game, stones: Option<&Stones>, start: &State, out: &mut String) {
    let initial = game.initial();
    if same(start, &initial) {
        return;
    }
    if let Some(stones) = stones {
        let changes = changes(game, stones, &initial, start);
        put_changes(stones, &changes, out);
        let turn = mover(game.turn(start)).and_then(|player| stones.colours.colour(player));
        if let Some(colour) = turn {
            put(out, "PL", colour.letter());
        }
        let turn = turn.map(|colour| stones.colours.player(colour));
        if set_up(game, stones, &initial, &changes, turn).is_ok_and(|state| same(&state, start)) {
            return;
        }
    }
    put(out, "DGS", &write_own(&write_position(game, start)));
}

/// Whether two states are the same, with their history.
pub(super) fn same(one: &State, other: &State) -> bool {
    one == other && one.key() == other.key()
}

/// Reads the start. `next` is the colour of the first move, which is the default for set-up
/// positions.
pub(super) fn read(
    game: &dyn Game,
    stones: Option<&Stones>,
    properties: &[Property<'_>],
    next: Option<Colour>,
) -> Result<State, Wrong> {
    read_from(game, stones, &game.initial(), properties, next)
}

fn read_from(
    game: &dyn Game,
    stones: Option<&Stones>,
    from: &State,
    properties: &[Property<'_>],
    next: Option<Colour>,
) -> Result<State, Wrong> {
    if let Some(property) = properties.iter().find(|property| property.name == "DGS") {
        let text = read_own(property.first());
        let position = parse_position(game, &text).map_err(|fault| {
            let fault: String = fault.to_string().chars().take(SHOWN).collect();
            (property.at, format!("the position of the start cannot be read: {fault}"))
        })?;
        return game.set_up(&position).map_err(|errors| (property.at, not_here(&errors)));
    }
    let Some(first) = properties.iter().find(|property| is_setup(&property.name)) else {
        return Ok(from.clone());
    };
    let Some(stones) = stones else {
        let message = format!("`{}` sets stones up, but this is not a game of stones on one board", first.name);
        return Err((first.at, message));
    };
    let mut changes = Changes::new();
    let mut turn = None;
    for property in properties {
        if let Some((_, colour)) = ADDS.iter().find(|(name, _)| *name == property.name) {
            for value in &property.values {
                let sites = points(stones, value.raw).map_err(|message| (value.at, message))?;
                changes.extend(sites.into_iter().map(|site| (site, *colour)));
            }
        }
        if property.name == "PL" {
            let colour = Colour::named(property.first());
            turn = Some(
                colour
                    .ok_or_else(|| (property.at, format!("`PL` is `B` or `W`, not `{}`", shown(property.first()))))?,
            );
        }
    }
    let turn = turn.or(next.filter(|_| !changes.is_empty())).map(|colour| stones.colours.player(colour));
    set_up(game, stones, from, &changes, turn).map_err(|message| (first.at, message))
}

/// The sites of a value: a point, or two opposite corners of a rectangle.
fn points(stones: &Stones, raw: &str) -> Result<Vec<SiteId>, String> {
    let points = &stones.points;
    let off = |text: &str| format!("`{}` is not a point of this board", shown(text.trim()));
    let site = |text: &str| match points.find(text) {
        Named::Site(site) => Ok(site),
        _ => Err(off(text)),
    };
    let Some((one, other)) = parts(raw) else {
        // An empty list of points is one empty value.
        return if raw.trim().is_empty() { Ok(Vec::new()) } else { Ok(vec![site(raw)?]) };
    };
    let place = |text: &str| points.place(site(text)?).ok_or_else(|| off(text));
    let ((a, b), (c, d)) = (place(one)?, place(other)?);
    let mut sites = Vec::new();
    for row in b.min(d)..=b.max(d) {
        sites.extend((a.min(c)..=a.max(c)).filter_map(|column| points.site((column, row))));
    }
    Ok(sites)
}

/// A state with some stones changed. What is added comes from the supplies.
fn set_up(
    game: &dyn Game,
    stones: &Stones,
    from: &State,
    changes: &Changes,
    turn: Option<PlayerId>,
) -> Result<State, String> {
    let mut position = game.position(from);
    position.last = None;
    let count = |pieces: &[Placement], piece: Piece| pieces.iter().filter(|placed| placed.piece == piece).count();
    let before = position.pieces.clone();
    let mut placed: Vec<Option<Placement>> = vec![None; game.topology().sites().len()];
    for placement in position.pieces {
        let site = placement.site.index();
        placed[site] = Some(placement);
    }
    for (site, colour) in changes {
        placed[site.index()] =
            colour.map(|colour| Placement { site: *site, piece: stones.stone(colour), attributes: Vec::new() });
    }
    position.pieces = placed.into_iter().flatten().collect();
    for (piece, supply) in &mut position.supplies {
        let (was, is) = (count(&before, *piece) as u32, count(&position.pieces, *piece) as u32);
        *supply = (*supply + was).saturating_sub(is);
    }
    if let Some(player) = turn {
        let slots = &game.glossary().slots;
        let slot = slots.iter().position(|slot| slot.mover == player);
        let slot = slot.ok_or_else(|| format!("{} never moves in this game", game.glossary().player(player)))?;
        position.slot = Some(SlotId::at(slot));
    }
    game.set_up(&position).map_err(|errors| not_here(&errors))
}

fn not_here(errors: &[dagaz_core::PositionError]) -> String {
    let first = errors.first().map_or("it is refused".to_string(), ToString::to_string);
    format!("this start is not possible by these rules: {first}")
}
