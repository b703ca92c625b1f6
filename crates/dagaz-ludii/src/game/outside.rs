//! What a game looks like from outside: names and places.

use std::collections::HashSet;

use dagaz_core::{
    Glossary, Grid, GridPlace, LimitHit, Limits, PieceName, PlayerId, PlayerKind, PlayerName, Point, RuleName, Site,
    SiteId, SiteKind, SlotName, Texts, Topology, TopologyBuilder,
};

use crate::board::{ContainerKind, Direction, SiteType};
use crate::metadata::Metadata;
use crate::play::position::FIXED;
use crate::rules::Rules;

use super::words::Words;

/// Distance of neighbours in the picture.
const SPACING: f64 = 50.0;

/// The endings of games. `won` and `lost` are relative to a player.
pub(super) const ENDINGS: [&str; 4] = ["won", "lost", "drawn", "ranked"];

/// Names of the registers before those of players, in their order.
const REGISTERS: [&str; FIXED] = [
    "mover",
    "next",
    "previous",
    "counter",
    "memory",
    "pot",
    "turns",
    "moves this turn",
    "plies",
    "passes",
    "last from",
    "last to",
    "last level from",
    "last level to",
    "last to after",
    "last pass",
    "over",
    "winners",
    "losers",
    "dice equal",
    "next set",
    "positions of the turn",
    "last mover",
    "rolled",
    "previous turn",
    "last from after",
    "last to type",
];

/// Names of the blocks of registers that players have.
const BLOCKS: [&str; crate::ludeme::BLOCKS] =
    ["score", "value", "amount", "phase", "team", "rank", "stalemated", "inactive"];

/// Returns the name of a player from 1.
pub(super) fn player_name(player: usize) -> String {
    format!("P{player}")
}

/// Returns the names of the registers of a game.
pub(super) fn registers(rules: &Rules, number: usize) -> Vec<String> {
    let players = rules.ground.players + 2;
    let of_player = |name: &str, player: usize| format!("{name}.{}", player_name(player));
    (0..number)
        .map(|at| match at.checked_sub(FIXED) {
            None => REGISTERS[at].to_string(),
            Some(at) if at < BLOCKS.len() * players => of_player(BLOCKS[at / players], at % players),
            Some(at) => {
                let at = at - BLOCKS.len() * players;
                match at.checked_sub(rules.vars) {
                    None => format!("variable {at}"),
                    Some(at) if at < rules.events * players => format!("event {}", at),
                    Some(at) => {
                        let dice = rules.ground.dice().map_or(0, |(_, faces)| faces.len());
                        match (at - rules.events * players).checked_sub(dice) {
                            None => format!("pips {}", at - rules.events * players + 1),
                            Some(at) => format!("track place {at}"),
                        }
                    }
                }
            }
        })
        .collect()
}

/// Returns the name of each slot.
pub(super) fn site_names(rules: &Rules) -> Vec<String> {
    let ground = &rules.ground;
    let mut used = HashSet::new();
    let mut name = |slot: usize, wanted: String| {
        let fits = |name: &str| !name.is_empty() && !name.contains(['=', ';', ',', ':', '-', '#', '^', '"', '\\', ' ']);
        let name = if fits(&wanted) { wanted } else { format!("s{slot}") };
        if used.insert(name.clone()) {
            return name;
        }
        let other = format!("{name}_{slot}");
        used.insert(other.clone());
        other
    };
    (0..ground.slots)
        .map(|slot| {
            let (ty, number) = ground.site(slot);
            if let Some(container) = container(rules, slot) {
                let at = slot - container.from as usize;
                let wanted =
                    if container.sites == 1 { container.name.clone() } else { format!("{}_{at}", container.name) };
                return name(slot, wanted);
            }
            let label = board_site(rules, slot).map_or("", |site| site.label.as_str());
            let letter = match (ty == ground.default_type, ty) {
                (true, _) => "",
                (_, SiteType::Cell) => "c",
                (_, SiteType::Vertex) => "v",
                (_, SiteType::Edge) => "e",
            };
            let label = if label.is_empty() { number.to_string() } else { label.to_string() };
            name(slot, format!("{letter}{label}"))
        })
        .collect()
}

fn container(rules: &Rules, slot: usize) -> Option<&crate::board::Container> {
    let holds = |one: &&crate::board::Container| (one.from..one.from + one.sites).contains(&(slot as u32));
    (slot >= rules.ground.outside).then(|| rules.ground.equipment.containers.iter().skip(1).find(holds)).flatten()
}

fn board_site(rules: &Rules, slot: usize) -> Option<&crate::board::Site> {
    let (ty, number) = rules.ground.site(slot);
    let in_board = rules.ground.slot(ty, number) == Some(slot) && container(rules, slot).is_none();
    rules.ground.equipment.board.elements(ty).sites.get(usize::try_from(number).ok()?).filter(|_| in_board)
}

/// Returns the names of everything.
pub(super) fn glossary(rules: &Rules, words: &Words, title: &str, metadata: &Metadata) -> Glossary {
    let players = rules.ground.players;
    let dice = rules.ground.dice().is_some();
    let chooser = |player: usize| PlayerName { name: player_name(player), kind: PlayerKind::Chooser };
    let thrower = dice.then(|| PlayerName { name: "Dice".to_string(), kind: PlayerKind::Random });
    let slot =
        |mover: usize, side: usize| SlotName { mover: PlayerId::at(mover), side: PlayerId::at(side), class: None };
    let mut slots: Vec<SlotName> = (0..players).map(|player| slot(player, player)).collect();
    if dice {
        slots.extend((0..players).map(|player| slot(players, player)));
    }
    let texts = |kind: &str| -> Vec<&str> {
        let entries = metadata.entries.iter().filter(|entry| entry.kind == kind);
        entries.flat_map(|entry| entry.texts.iter().map(String::as_str)).collect()
    };
    let known = ["description", "rules", "history", "strategy"];
    let others = metadata.entries.iter().filter(|entry| !known.contains(&entry.kind.as_str()));
    Glossary {
        title: title.to_string(),
        texts: Texts {
            description: [texts("description"), texts("rules")].concat().join("\n\n"),
            history: texts("history").join("\n\n"),
            strategy: texts("strategy").join("\n\n"),
            notes: others.map(|entry| (entry.kind.clone(), entry.texts.join("; "))).collect(),
        },
        players: (1..=players).map(chooser).chain(thrower).collect(),
        pieces: words
            .pieces
            .names
            .iter()
            .map(|name| PieceName { name: name.clone(), ..PieceName::default() })
            .collect(),
        attributes: words.attributes.clone(),
        variables: words.names.clone(),
        unshown: ["value", "phase", "team", "rank", "stalemated", "inactive"].map(String::from).to_vec(),
        rules: ["move", "throw"].map(|name| RuleName { name: name.to_string(), ..RuleName::default() }).to_vec(),
        slots,
        endings: ENDINGS.map(String::from).to_vec(),
        ..Glossary::default()
    }
}

/// Returns the board: all slots with their places, and the directions of the sites on which pieces
/// usually stand.
pub(super) fn topology(rules: &Rules, names: &[String], limits: &Limits) -> Result<Topology, LimitHit> {
    let ground = &rules.ground;
    let elements = ground.equipment.board.elements(ground.default_type);
    let unit = unit(elements);
    let highest = elements.sites.iter().map(|site| site.y).fold(f64::NEG_INFINITY, f64::max);
    let lowest = elements.sites.iter().map(|site| site.y).fold(f64::INFINITY, f64::min);
    let left = elements.sites.iter().map(|site| site.x).fold(f64::INFINITY, f64::min);
    let place = |x: f64, y: f64, layer: u32| Point {
        x: (SPACING * (x - left) / unit) as f32,
        y: (SPACING * (highest - y) / unit) as f32,
        z: layer as f32,
    };
    let mut board = TopologyBuilder::new(limits);
    let grid = lattice(elements).map(|(columns, rows)| {
        let label = |at: usize| elements.sites.get(at).map_or("", |site| site.label.as_str());
        let letters = |text: &str| text.trim_end_matches(|c: char| c.is_ascii_digit()).to_string();
        let digits = |text: &str| text.trim_start_matches(|c: char| !c.is_ascii_digit()).to_string();
        let across = (0..columns).map(|column| letters(label(column))).collect();
        let down = (0..rows).rev().map(|row| digits(label(row * columns))).collect();
        (board.grid(Grid { labels: vec![across, down] }), columns, rows)
    });
    let mut trays = 0;
    for (slot, name) in names.iter().enumerate() {
        let (ty, number) = ground.site(slot);
        let mut site = Site { name: name.clone(), ..Site::default() };
        if let Some(known) = board_site(rules, slot) {
            site.kind = match ty {
                SiteType::Cell => SiteKind::Cell,
                SiteType::Vertex => SiteKind::Vertex,
                SiteType::Edge => SiteKind::Edge,
            };
            site.center = Some(place(known.x, known.y, known.layer));
            site.grid = grid.filter(|_| ty == ground.default_type).map(|(grid, columns, rows)| GridPlace {
                grid,
                index: [(number as usize % columns) as u16, (rows - 1 - number as usize / columns) as u16].into(),
            });
        } else if let Some(container) = container(rules, slot)
            && !matches!(container.kind, ContainerKind::Dice { .. })
        {
            // Hands lie in rows below the board.
            let at = slot - container.from as usize;
            trays += usize::from(at == 0);
            let down = lowest - unit * 1.5 * trays as f64;
            site.center = Some(place(left + unit * at as f64, down, 0));
        }
        board.site(site)?;
    }
    for direction in ground.equipment.board.directions.iter().copied() {
        link(&mut board, rules, direction)?;
    }
    board.build()
}

fn link(board: &mut TopologyBuilder, rules: &Rules, direction: Direction) -> Result<(), LimitHit> {
    let ground = &rules.ground;
    let elements = ground.equipment.board.elements(ground.default_type);
    let mut links = Vec::new();
    for (site, radials) in elements.radials.iter().enumerate() {
        let radials = radials.iter().filter(|(known, _)| *known == direction).flat_map(|(_, radials)| radials);
        let next = radials.filter_map(|radial| radial.first()).next();
        if let Some(next) = next.filter(|next| elements.adjacent[site].contains(next)) {
            links.push((site, *next as usize));
        }
    }
    if links.is_empty() {
        return Ok(());
    }
    let number = board.direction(direction.name())?;
    for (from, to) in links {
        let slot = |site: usize| ground.slot(ground.default_type, site as i32).map(SiteId::at);
        if let (Some(from), Some(to)) = (slot(from), slot(to)) {
            board.link(number, from, to)?;
        }
    }
    Ok(())
}

/// Returns the distance of the nearest neighbours.
fn unit(elements: &crate::board::Elements) -> f64 {
    let distance = |a: usize, b: usize| {
        let (a, b) = (&elements.sites[a], &elements.sites[b]);
        (a.x - b.x).hypot(a.y - b.y)
    };
    let pairs = elements.adjacent.iter().enumerate().flat_map(|(a, near)| near.iter().map(move |b| (a, *b as usize)));
    let least = pairs.map(|(a, b)| distance(a, b)).filter(|one| *one > 0.001).fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 1.0 }
}

/// Returns the columns and rows of a board whose sites are a rectangle, row by row from below.
fn lattice(elements: &crate::board::Elements) -> Option<(usize, usize)> {
    let sites = &elements.sites;
    let columns = sites.iter().take_while(|site| site.row == 0).count();
    let rows = sites.len().checked_div(columns)?;
    let straight = |(at, site): (usize, &crate::board::Site)| {
        let below = &sites[at % columns];
        let beside = &sites[at - at % columns];
        site.row as usize == at / columns
            && site.column as usize == at % columns
            && site.layer == 0
            && (site.x - below.x).abs() < 0.01
            && (site.y - beside.y).abs() < 0.01
    };
    (rows > 1 && columns > 1 && rows * columns == sites.len() && sites.iter().enumerate().all(straight))
        .then_some((columns, rows))
}
