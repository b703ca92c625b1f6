//! The public side of a script's game: glossary, topology, positions set up by callers.

use dagaz_core::{
    Change, Glossary, Grid, GridPlace, Layout, LimitHit, Limits, PieceName, PlayerId, PlayerKind, PlayerName, Point,
    Position, PositionError, RuleName, Site, SiteId, SlotId, SlotName, State, Topology, TopologyBuilder, UndoLog,
};

use crate::program::{NOWHERE, Program};
use crate::script::Stub;
use crate::transfer;

/// How games end, as seen by the player about to move.
pub(crate) const ENDINGS: [&str; 4] =
    ["the player to move has won", "the player to move has lost", "drawn", "no moves"];
/// Distance between two columns or rows of a grid without coordinates.
const SPACING: f32 = 50.0;

/// Names of everything.
pub(crate) fn glossary(program: &Program, name: &str, stub: &Stub) -> Glossary {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let kind = |player: &crate::program::PlayerSpec| match (player.is_chance, player.neutral) {
        (_, true) => PlayerKind::Neutral,
        (true, _) => PlayerKind::Random,
        _ => PlayerKind::Chooser,
    };
    let player = |cell: i32| transfer::player(program, cell);
    let class = |class: i32| {
        let index = usize::try_from(class).ok()?.checked_sub(1)?;
        (index < program.classes.len()).then(|| dagaz_core::MoveClassId::at(index))
    };
    let pieces = program.pieces.iter().map(|piece| {
        let texts = stub.pieces.iter().find(|(name, ..)| *name == piece.name);
        PieceName {
            name: piece.name.clone(),
            letter: None,
            help: texts.map(|(_, help, _)| help.clone()).unwrap_or_default(),
            description: texts.map(|(.., description)| description.clone()).unwrap_or_default(),
        }
    });
    Glossary {
        title: if stub.title.is_empty() { stem.to_string() } else { stub.title.clone() },
        texts: stub.texts.clone(),
        players: program
            .players
            .iter()
            .map(|player| PlayerName { name: player.name.clone(), kind: kind(player) })
            .collect(),
        pieces: pieces.collect(),
        classes: program.classes.clone(),
        class_numbers: (1..=program.classes.len() as u32).map(Some).collect(),
        variables: transfer::variable_names(program),
        rules: program.rules.iter().map(|name| RuleName { name: name.clone(), ..RuleName::default() }).collect(),
        slots: program
            .turns
            .iter()
            .map(|turn| SlotName {
                mover: player(turn.player),
                side: player(turn.for_player),
                class: class(turn.of_type),
            })
            .collect(),
        endings: ENDINGS.iter().map(ToString::to_string).collect(),
        ..Glossary::default()
    }
}

/// Returns the board.
pub(crate) fn topology(program: &Program, stub: &Stub, limits: &Limits) -> Result<Topology, LimitHit> {
    let mut board = TopologyBuilder::new(limits);
    let grid = program.grid.map(|(rows, columns)| {
        // The names say what the rows and columns are called.
        let label = |site: usize| program.sites.get(site).map_or("", |name| name.as_str());
        let letters = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_string();
        let digits = |name: &str| name.trim_start_matches(|c: char| !c.is_ascii_digit()).to_string();
        let across = (0..columns).map(|column| letters(label(column))).collect();
        let down = (0..rows).map(|row| digits(label(row * columns))).collect();
        (board.grid(Grid { labels: vec![across, down] }), rows * columns, columns)
    });
    for (number, name) in program.sites.iter().enumerate() {
        let drawn = stub.centers.iter().find(|(known, _)| known == name).map(|(_, center)| *center);
        let place = grid.filter(|(_, count, _)| number < *count);
        let usual = place.map(|(_, _, columns)| Point {
            x: SPACING * ((number % columns) as f32 + 0.5),
            y: SPACING * ((number / columns) as f32 + 0.5),
            z: 0.0,
        });
        board.site(Site {
            name: name.clone(),
            center: drawn.or(usual),
            grid: place.map(|(grid, _, columns)| GridPlace {
                grid,
                index: [(number % columns) as u16, (number / columns) as u16].into(),
            }),
            ..Site::default()
        })?;
    }
    for (number, name) in program.directions.iter().enumerate() {
        let direction = board.direction(name)?;
        for (from, &to) in program.links.get(number).into_iter().flatten().enumerate() {
            if to != NOWHERE && usize::from(to) < program.sites.len() {
                board.link(direction, SiteId::at(from), SiteId(to))?;
            }
        }
    }
    for (player, row) in program.symmetries.iter().enumerate() {
        for (said, &meant) in row.iter().enumerate() {
            if said != usize::from(meant) {
                let direction = dagaz_core::DirectionId::at;
                board.symmetry(PlayerId::at(player), direction(said), direction(usize::from(meant)));
            }
        }
    }
    board.build()
}

/// Returns the state of a position, or everything that is wrong with it.
pub(crate) fn set_up(layout: &Layout, slots: usize, position: &Position) -> Result<State, Vec<PositionError>> {
    let spec = layout.spec();
    let mut errors = Vec::new();
    for placement in &position.pieces {
        let piece = placement.piece;
        if placement.site.index() >= spec.sites {
            errors.push(PositionError::NoSuchSite(placement.site));
        }
        let owned = piece.owner.index() < spec.players || piece.owner == PlayerId::NONE;
        if piece.kind.index() >= spec.kinds || !owned {
            errors.push(PositionError::NoSuchPiece(piece));
        }
        errors.extend(placement.attributes.iter().map(|(which, _)| PositionError::NoSuchAttribute(*which)));
    }
    errors.extend(position.supplies.iter().map(|(piece, _)| PositionError::NoSupply(*piece)));
    let slot = position.slot.unwrap_or(SlotId(0));
    if slot.index() >= slots {
        errors.push(PositionError::NoSuchSlot(slot));
    }
    let unknown = position.variables.iter().filter(|(which, _)| *which >= spec.variables);
    errors.extend(unknown.map(|(which, _)| PositionError::NoSuchVariable(*which)));
    if !position.tail.is_empty() {
        errors.push(PositionError::NoSuchTail);
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let (mut state, mut log) = (State::empty(layout), UndoLog::new());
    let mut change = Change::begin(layout, &mut state, &mut log);
    for placement in &position.pieces {
        change.place(placement.site, placement.piece);
    }
    change.set_slot(slot);
    for &(which, value) in &position.variables {
        change.set_variable(which, value as u32);
    }
    change.remember_position();
    Ok(state)
}
