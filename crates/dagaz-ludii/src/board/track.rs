//! Tracks: paths over the board, as lists of sites or as directions to walk.

use super::equipment::owner;
use super::value::{integer, size};
use super::{Board, Direction, Owner, Track, TrackElement};
use crate::text::{Diagnostic, List, Node};

/// The site of `End`.
const END: i32 = -2;

/// Elements that a track may have.
const LENGTH_MAX: usize = 10_000;

/// Returns the tracks that a board lists.
pub(super) fn read_all(board: &List, on: &Board, players: u8) -> Result<Vec<Track>, Diagnostic> {
    let nodes = board.args.iter().flat_map(|node| node.braces().unwrap_or(std::slice::from_ref(node)));
    let tracks = nodes.filter_map(|node| node.list_of("track").map(|list| (node, list)));
    tracks.map(|(node, list)| read(node, list, on, players)).collect()
}

/// Returns the loops of a Surakarta board, each in both directions.
///
/// A loop follows a row, a column, the opposite row and the opposite column; a piece can turn round
/// a corner only at the end of a line, which counts twice.
pub(super) fn surakarta(list: &List, on: &Board) -> Result<Vec<Track>, Diagnostic> {
    let (rows, columns) = (&on.vertices.rows, &on.vertices.columns);
    let number = |name: &str, default: usize| list.named(name).map_or(Ok(default), size);
    let from = number("from", 1)?;
    let loops = number("loops", (rows.len().min(columns.len()) / 2).saturating_sub(1))?;
    let mut tracks = Vec::new();
    for (count, at) in (from..from.saturating_add(loops)).enumerate() {
        let opposite = |lines: &[Vec<u32>]| lines.len().checked_sub(1 + at).filter(|far| *far > at);
        let (Some(far_row), Some(far_column)) = (opposite(rows), opposite(columns)) else { break };
        let forward = |line: &[u32]| line.to_vec();
        let backward = |line: &[u32]| line.iter().rev().copied().collect::<Vec<u32>>();
        let ways = [
            (
                'F',
                [forward(&rows[at]), forward(&columns[far_column]), backward(&rows[far_row]), backward(&columns[at])],
            ),
            (
                'B',
                [forward(&columns[at]), forward(&rows[far_row]), backward(&columns[far_column]), backward(&rows[at])],
            ),
        ];
        for (way, lines) in ways {
            let double_end = |line: &Vec<u32>| line.iter().chain(line.last()).map(|site| *site as i32).collect();
            let sites: Vec<i32> = lines.iter().flat_map(|line| -> Vec<i32> { double_end(line) }).collect();
            let name = format!("Track{}{way}", count + 1);
            let elements = elements(&sites, true, true);
            tracks.push(Track { name, owner: Owner::Nobody, is_loop: true, directed: true, elements });
        }
    }
    Ok(tracks)
}

fn read(node: &Node, list: &List, board: &Board, players: u8) -> Result<Track, Diagnostic> {
    let wrong = || Diagnostic::error(node.span, "a track has a name and sites: `(track \"Name\" {0 1 2})`");
    let mut positional = list.positional();
    let name = positional.next().and_then(Node::text).ok_or_else(wrong)?;
    let path = positional.next().ok_or_else(wrong)?;
    let sites = match path.braces() {
        Some(elements) => elements.iter().map(|node| site(node, board)).collect::<Result<Vec<i32>, _>>()?,
        None => walk(path, path.text().ok_or_else(wrong)?, board)?,
    };
    if sites.len() > LENGTH_MAX {
        return Err(Diagnostic::error(path.span, format!("a track has at most {LENGTH_MAX} sites")));
    }
    let owner = match positional.next() {
        Some(node) => match node.word() {
            Some(role) => owner(role, players).unwrap_or(Owner::Nobody),
            None => u8::try_from(integer(node)?).map_or(Owner::Nobody, |number| match number {
                0 => Owner::Nobody,
                number if number > players => Owner::Shared,
                number => Owner::Player(number),
            }),
        },
        None => Owner::Nobody,
    };
    let flag = |name: &str| list.named(name).and_then(Node::boolean).unwrap_or(false);
    let (is_loop, directed) = (flag("loop"), flag("directed"));
    Ok(Track { name: name.to_string(), owner, is_loop, directed, elements: elements(&sites, is_loop, directed) })
}

fn site(node: &Node, board: &Board) -> Result<i32, Diagnostic> {
    if let Some(label) = node.text() {
        let found = board.default_elements().sites.iter().position(|site| site.label == label);
        return found
            .map(|site| site as i32)
            .ok_or_else(|| Diagnostic::error(node.span, format!("no site of the board is called {label}")));
    }
    i32::try_from(integer(node)?).map_err(|_| Diagnostic::error(node.span, "this is no site"))
}

/// Follows a text such as `"0,E,N3,7,End"`.
fn walk(node: &Node, text: &str, board: &Board) -> Result<Vec<i32>, Diagnostic> {
    let mut sites: Vec<i32> = Vec::new();
    let elements = board.default_elements();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        if sites.len() > LENGTH_MAX {
            break;
        }
        if let Ok(site) = part.parse::<i32>() {
            sites.push(site);
            continue;
        }
        if part == "End" {
            sites.push(END);
            continue;
        }
        let letters = part.trim_end_matches(|character: char| character.is_ascii_digit());
        let number = part[letters.len()..].parse::<usize>().ok();
        let direction = Direction::named(letters)
            .ok_or_else(|| Diagnostic::error(node.span, format!("`{part}` is no step of a track")))?;
        let Some(from) = sites.last().and_then(|site| u32::try_from(*site).ok()) else {
            return Err(Diagnostic::error(node.span, "a track begins with the number of a site"));
        };
        if let Some(radial) = elements.radials_in(from, direction).first() {
            sites.extend(radial.iter().take(number.unwrap_or(usize::MAX)).map(|site| *site as i32));
        }
    }
    Ok(sites)
}

/// Returns the elements of a track over these sites. A site that stands several times in a row is
/// one element.
fn elements(sites: &[i32], is_loop: bool, directed: bool) -> Vec<TrackElement> {
    let mut runs: Vec<(i32, u32)> = Vec::new();
    for &site in sites {
        match runs.last_mut() {
            Some((last, bump)) if *last == site => *bump += 1,
            _ => runs.push((site, 0)),
        }
    }
    let number = runs.len();
    let at = |index: Option<usize>| index.map_or(-1, |index| runs[index].0);
    (0..number)
        .map(|index| {
            let last = index + 1 == number;
            let next = if last { is_loop.then_some(0) } else { Some(index + 1) };
            let before = if index == 0 { is_loop.then_some(number - 1) } else { Some(index - 1) };
            // In a directed track only the ends know what is before them.
            let before = before.filter(|_| !directed || last || index == 0);
            TrackElement {
                site: runs[index].0,
                next: at(next),
                next_index: next.map_or(-1, |next| next as i32),
                previous: at(before),
                bump: runs[index].1,
            }
        })
        .collect()
}
