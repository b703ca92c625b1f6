//! Boards of our own, described part by part in `board.txt`.

use dagaz_ludii::board::{Direction, Equipment, SiteType};
use dagaz_ludii::{Defines, Description, Options};

/// Blocks apart by blank lines: the board, then facts.
const CASES: &str = include_str!("board.txt");

/// The boards of the cases.
pub(crate) fn boards() -> impl Iterator<Item = &'static str> {
    CASES.split("\n\n").filter_map(|block| block.trim().lines().next())
}

fn equipment(board: &str) -> Equipment {
    let text = format!("(game \"G\" (players 2) (equipment {{ {board} }}))");
    let game = Description::read("g.lud", &text, &Defines::default(), &Options::default());
    game.unwrap_or_else(|all| panic!("{}", all.render())).equipment
}

fn sorted(sites: &[u32]) -> String {
    let mut sites = sites.to_vec();
    sites.sort_unstable();
    sites.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns what a board has where a fact asks: `cell orthogonal 4`, `vertex radial 0 NE`, `track
/// 0`.
fn fact(equipment: &Equipment, question: &str) -> String {
    let words: Vec<&str> = question.split_whitespace().collect();
    let number = |at: usize| words[at].parse::<usize>().expect("a number");
    if words[0] == "track" {
        let track = &equipment.tracks[number(1)];
        return track.elements.iter().map(|one| one.site.to_string()).collect::<Vec<_>>().join(" ");
    }
    let site_type = match words[0] {
        "cell" => SiteType::Cell,
        "vertex" => SiteType::Vertex,
        "edge" => SiteType::Edge,
        other => panic!("{other} is no type"),
    };
    let all = equipment.board.elements(site_type);
    match words[1] {
        "number" => all.sites.len().to_string(),
        "place" => format!("{:.2} {:.2}", all.sites[number(2)].x, all.sites[number(2)].y),
        "label" => all.sites[number(2)].label.clone(),
        "phase" => all.sites[number(2)].phase.to_string(),
        "orthogonal" => sorted(&all.orthogonal[number(2)]),
        "diagonal" => sorted(&all.diagonal[number(2)]),
        "adjacent" => sorted(&all.adjacent[number(2)]),
        "radial" => {
            let direction = Direction::named(words[3]).expect("a direction");
            let radials = all.radials_in(number(2) as u32, direction);
            let text = |radial: &Vec<u32>| radial.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
            radials.iter().map(text).collect::<Vec<_>>().join(" | ")
        }
        "row" => sorted(&all.rows[number(2)]),
        "column" => sorted(&all.columns[number(2)]),
        "corners" => sorted(&all.corners),
        "inner" => sorted(&all.inner),
        "top" => sorted(&all.top),
        "left" => sorted(&all.left),
        "centre" => sorted(&all.centre),
        "side" => {
            let direction = Direction::named(words[2]).expect("a direction");
            let side = all.sides.iter().find(|(side, _)| *side == direction);
            side.map_or(String::new(), |(_, sites)| sorted(sites))
        }
        other => panic!("{other} is no question"),
    }
}

#[test]
fn boards_have_the_listed_facts() {
    for block in CASES.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        let (board, facts) = block.split_once('\n').expect("a board has facts");
        let equipment = equipment(board);
        for line in facts.lines() {
            let (question, answer) = line.split_once('=').expect("a fact has an answer");
            assert_eq!(fact(&equipment, question.trim()), answer.trim(), "{board}: {question}");
        }
    }
}
