//! Reads the equipment that has sites: the board, hands, dice, and the tracks over them.

use super::graph::Graph;
use super::read::{self, Frame};
use super::rings::{self, Stores};
use super::value::{integer, size};
use super::{Board, Container, ContainerKind, Equipment, Owner, SiteType, build, track};
use crate::text::{Diagnostic, List, Node};

/// Sites that a hand may have, and faces that dice may have together.
const PARTS_MAX: usize = 1_000;

/// Returns the board, the containers and the tracks of a game.
pub fn read(game: &Node) -> Result<Equipment, Diagnostic> {
    let list = game.list_of("game").ok_or_else(|| Diagnostic::unsupported(game.span, "(match …)"))?;
    let players = list.child("players").map_or(Ok(2), players)?;
    let equipment = list.child("equipment").and_then(Node::list).and_then(|list| list.args.first());
    let items = equipment.ok_or_else(|| Diagnostic::error(game.span, "this game has no equipment"))?;
    let items = items.braces().unwrap_or(std::slice::from_ref(items));
    let heads = ["board", "mancalaBoard", "surakartaBoard", "boardless"];
    let is_board = |node: &&Node| node.list().is_some_and(|list| heads.contains(&list.head.as_ref()));
    let node = items.iter().find(is_board).ok_or_else(|| Diagnostic::error(game.span, "this game has no board"))?;
    let list = node.list().ok_or_else(|| Diagnostic::error(node.span, "a board is expected"))?;
    let board = board(node, list)?;
    let mut containers = vec![Container {
        name: "Board".to_string(),
        kind: ContainerKind::Board,
        from: 0,
        sites: board.default_elements().sites.len() as u32,
        owner: Owner::Nobody,
    }];
    let mut next = board.cells.sites.len().max(board.default_elements().sites.len()) as u32;
    let mut add = |name: String, kind: ContainerKind, sites: usize, owner: Owner| {
        containers.push(Container { name, kind, from: next, sites: sites as u32, owner });
        next += sites as u32;
    };
    for hand in items.iter().filter_map(|node| node.list_of("hand")) {
        let sites = hand.named("size").map_or(Ok(1), |node| bounded(node, PARTS_MAX))?;
        let role = hand.first_word().unwrap_or("Each");
        let owners: Vec<Owner> = match role {
            "Each" => (1..=players).map(Owner::Player).collect(),
            role => vec![owner(role, players).unwrap_or(Owner::Nobody)],
        };
        for owner in owners {
            add(format!("Hand{}", number(owner, players)), ContainerKind::Hand, sites, owner);
        }
    }
    for (count, (node, dice)) in
        items.iter().filter_map(|node| node.list_of("dice").map(|list| (node, list))).enumerate()
    {
        let faces = faces(node, dice)?;
        let owner = dice.first_word().and_then(|role| owner(role, players)).unwrap_or(Owner::Shared);
        add(format!("Dice{count}"), ContainerKind::Dice { faces: faces.clone() }, faces.len(), owner);
    }
    let mut tracks = track::read_all(list, &board, players)?;
    if list.head.as_ref() == "surakartaBoard" {
        tracks.extend(track::surakarta(list, &board)?);
    }
    Ok(Equipment { board, containers, tracks })
}

/// Returns how many players a game has.
fn players(node: &Node) -> Result<u8, Diagnostic> {
    let first = node.list().and_then(|list| list.args.first());
    let number = match first {
        Some(first) => first.braces().map_or_else(|| size(first), |braces| Ok(braces.len()))?,
        None => 2,
    };
    u8::try_from(number)
        .ok()
        .filter(|number| *number <= 16)
        .ok_or_else(|| Diagnostic::error(node.span, "a game has at most 16 players"))
}

/// Returns the owner that a role names.
pub(super) fn owner(role: &str, players: u8) -> Option<Owner> {
    match role {
        "Neutral" => Some(Owner::Nobody),
        "Shared" | "All" | "Each" => Some(Owner::Shared),
        role => {
            let number = role.strip_prefix('P')?.parse().ok()?;
            (1..=players).contains(&number).then_some(Owner::Player(number))
        }
    }
}

fn number(owner: Owner, players: u8) -> u8 {
    match owner {
        Owner::Nobody => 0,
        Owner::Player(number) => number,
        Owner::Shared => players + 1,
    }
}

fn bounded(node: &Node, most: usize) -> Result<usize, Diagnostic> {
    let number = size(node)?;
    if number > most { Err(Diagnostic::error(node.span, format!("at most {most} are possible"))) } else { Ok(number) }
}

fn faces(node: &Node, dice: &List) -> Result<Vec<Vec<i64>>, Diagnostic> {
    let list = |node: &Node| -> Result<Vec<i64>, Diagnostic> {
        node.braces().unwrap_or_default().iter().take(PARTS_MAX).map(integer).collect()
    };
    let number = dice.named("num").map_or(Ok(1), |node| bounded(node, 100))?;
    if let Some(node) = dice.named("facesByDie") {
        return node.braces().unwrap_or_default().iter().take(PARTS_MAX).map(list).collect();
    }
    if let Some(node) = dice.named("faces") {
        return Ok(vec![list(node)?; number]);
    }
    let sides = dice.named("d").map_or(Ok(6), |node| bounded(node, 100))?;
    let from = dice.named("from").map_or(Ok(1), integer)?;
    if number * sides > 10 * PARTS_MAX {
        return Err(Diagnostic::error(node.span, "these are too many faces"));
    }
    Ok(vec![(0..sides as i64).map(|face| from + face).collect(); number])
}

fn board(node: &Node, list: &List) -> Result<Board, Diagnostic> {
    let (graph, default_type) = match list.head.as_ref() {
        "mancalaBoard" => (sowing(node, list)?, SiteType::Vertex),
        "surakartaBoard" => (inner(node, list, Frame { cells: false })?, SiteType::Vertex),
        "boardless" => return Err(Diagnostic::unsupported(list.head_span, "(boardless …)")),
        _ => {
            let default_type = match list.named("use") {
                Some(node) => node
                    .word()
                    .and_then(SiteType::named)
                    .ok_or_else(|| Diagnostic::error(node.span, "`use:` takes Cell, Vertex or Edge"))?,
                None => SiteType::Cell,
            };
            (inner(node, list, Frame { cells: default_type == SiteType::Cell })?, default_type)
        }
    };
    Ok(build::board(&graph, default_type, list.head.as_ref() == "mancalaBoard"))
}

fn inner(node: &Node, list: &List, frame: Frame) -> Result<Graph, Diagnostic> {
    let graph = list.args.first().ok_or_else(|| Diagnostic::error(node.span, "a board is made of a graph"))?;
    read::graph(graph, frame)
}

fn sowing(node: &Node, list: &List) -> Result<Graph, Diagnostic> {
    let wrong = || Diagnostic::error(node.span, "a sowing board has rows and columns: `(mancalaBoard 2 6)`");
    let rows = bounded(list.args.first().ok_or_else(wrong)?, 100)?;
    let columns = bounded(list.args.get(1).ok_or_else(wrong)?, 100)?;
    if rows == 0 || columns == 0 {
        return Err(wrong());
    }
    let stores = match list.named("store").and_then(Node::word) {
        Some("None") => Stores::No,
        Some("Inner") => return Err(Diagnostic::unsupported(node.span, "(mancalaBoard … store:Inner)")),
        _ => Stores::Outer { number: list.named("numStores").map_or(Ok(2), |node| bounded(node, 2))? },
    };
    Ok(rings::sowing(rows, columns, stores))
}
