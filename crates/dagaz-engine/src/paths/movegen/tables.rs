//! Constants and links of a plan, as bitsets of the machine's width.

use dagaz_core::{PlayerId, SiteId};

use super::super::game::PathGame;
use super::super::plan::Plan;
use super::super::position::Bitset;
use super::NONE;

/// Constants and links of a plan as bitsets of the machine's width.
#[derive(Debug)]
pub(in crate::paths) struct Tables<const W: usize> {
    pub(super) constants: Vec<Bitset<W>>,
    /// For each row where each site leads.
    pub(super) links: Vec<Box<[u16]>>,
    /// The same for whole sets: for each distance the sites from which the row leads so far.
    pub(super) shifts: Vec<Vec<(i32, Bitset<W>)>>,
    pub(super) board: Bitset<W>,
    pub(super) lines: Vec<Vec<Bitset<W>>>,
}

impl<const W: usize> Tables<W> {
    pub(in crate::paths) fn of(game: &PathGame, plan: &Plan) -> Tables<W> {
        let bits = |sites: &super::super::sites::Sites| {
            let mut set = [0; W];
            sites.iter().for_each(|site| set[site.index() / 64] |= 1 << (site.index() % 64));
            set
        };
        let sites = game.rules.topology.sites().len();
        let players = (0..game.rules.players.len()).map(PlayerId::at);
        let ways = || (0..game.rules.ways.len()).map(dagaz_rules::path::WayId::at);
        let rows = players.flat_map(|player| ways().map(move |way| (player, way)));
        let links: Vec<Box<[u16]>> = rows
            .map(|(player, way)| (0..=sites).map(|site| game.tables.link(player, way, SiteId::at(site)).0).collect())
            .collect();
        let shifts = links.iter().map(|links| {
            let mut shifts: Vec<(i32, Bitset<W>)> = Vec::new();
            for (from, to) in links.iter().enumerate().filter(|(_, to)| **to != NONE) {
                let by = i32::from(*to) - from as i32;
                let place = shifts.iter().position(|(known, _)| *known == by).unwrap_or_else(|| {
                    shifts.push((by, [0; W]));
                    shifts.len() - 1
                });
                shifts[place].1[from / 64] |= 1 << (from % 64);
            }
            shifts
        });
        Tables {
            constants: plan.constants.iter().map(bits).collect(),
            shifts: shifts.collect(),
            links,
            board: bits(&game.tables.board),
            lines: game.lines.iter().map(|runs| runs.lines.iter().map(bits).collect()).collect(),
        }
    }
}
