//! Constants and links of a plan, as bitsets of the machine's width.

use dagaz_core::{PieceTypeId, PlayerId, RuleId, SiteId};

use super::super::game::PathGame;
use super::super::plan::{Attack, FamilyNode, ImageId, ImageNode, Plan, Row, SetNode};
use super::super::position::Bitset;
use super::NONE;
use super::bitset::insert;
use super::memory::Pool;
use super::ray::Rays;

/// Constants and links of a plan as bitsets of the machine's width.
#[derive(Debug)]
pub(in crate::paths) struct Tables<const W: usize> {
    pub(super) constants: Vec<Bitset<W>>,
    /// For each row where each site leads.
    pub(super) links: Vec<Box<[u16]>>,
    /// The same for whole sets: for each distance the sites from which the row leads so far.
    pub(super) shifts: Vec<Vec<(i32, Bitset<W>)>>,
    /// For lists of rows that are many shifts: where they lead from each site, and from where they
    /// lead there.
    stars: Vec<Star<W>>,
    back_stars: Vec<Star<W>>,
    /// For each row along which pieces slide the sites on the way from each site.
    pub(super) rays: Vec<Option<Rays<W>>>,
    /// For each question about attacks the rules by which each enemy captures.
    pub(super) attackers: Vec<Vec<(PlayerId, Vec<Attacker>)>>,
    pub(super) board: Bitset<W>,
    /// Half the number of the sites of the board.
    pub(super) half_board: u32,
    pub(super) lines: Vec<Vec<Bitset<W>>>,
    /// The memories of machines that are not at work.
    pub(super) pool: Pool<W>,
}

/// A rule by which pieces of a type capture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attacker {
    pub(super) kind: PieceTypeId,
    pub(super) rule: RuleId,
    /// Where the rule leads, if it only hops and asks.
    pub(super) image: Option<ImageId>,
}

/// Rows, and where they lead from each site.
type Star<const W: usize> = (Box<[Row]>, Box<[Bitset<W>]>);

/// A hop along rows of more shifts than that is made from site to site.
const MOST_SHIFTS: usize = 8;

/// Returns where the rows of each node lead that are many shifts, as on boards that are no
/// rectangles.
fn stars<const W: usize>(plan: &Plan, links: &[Box<[u16]>], shifts: &[Vec<(i32, Bitset<W>)>]) -> Vec<Star<W>> {
    let of_sets = plan.sets.iter().filter_map(|node| match node {
        SetNode::Toward(rows, _) => Some(rows),
        _ => None,
    });
    let of_images = plan.images.iter().filter_map(|node| match node {
        ImageNode::Go(rows) | ImageNode::FloodWithin { rows, .. } => Some(rows),
        _ => None,
    });
    let of_hops = plan.images.iter().filter_map(|node| match node {
        ImageNode::FloodHops { hops, .. } => Some(hops.iter().map(|hop| &hop.rows)),
        _ => None,
    });
    let of_families = plan.families.iter().filter_map(|node| match node {
        FamilyNode::Groups(_, rows) => Some(rows),
        _ => None,
    });
    let mut stars: Vec<Star<W>> = Vec::new();
    for rows in of_sets.chain(of_images).chain(of_hops.flatten()).chain(of_families) {
        if are_many(rows, shifts) && !stars.iter().any(|(known, _)| known == rows) {
            let star = |site: usize| {
                let mut to = [0; W];
                rows.iter().map(|row| links[row.index()][site]).filter(|to| *to != NONE).for_each(|site| {
                    insert(&mut to, site);
                });
                to
            };
            let sites = links.first().map_or(0, |links| links.len());
            stars.push((rows.clone(), (0..sites).map(star).collect()));
        }
    }
    stars
}

/// Whether a hop along some rows is many shifts.
fn are_many<const W: usize>(rows: &[Row], shifts: &[Vec<(i32, Bitset<W>)>]) -> bool {
    rows.iter().map(|row| shifts[row.index()].len()).sum::<usize>() > MOST_SHIFTS
}

/// Returns from where the rows of each node that are many shifts lead to each site.
fn back_stars<const W: usize>(plan: &Plan, links: &[Box<[u16]>], shifts: &[Vec<(i32, Bitset<W>)>]) -> Vec<Star<W>> {
    let mut stars: Vec<Star<W>> = Vec::new();
    for node in &plan.sets {
        let SetNode::Back(rows, _) = node else { continue };
        if are_many(rows, shifts) && !stars.iter().any(|(known, _)| known == rows) {
            let mut star = vec![[0; W]; links.first().map_or(0, |links| links.len())];
            for row in rows {
                for (from, to) in links[row.index()].iter().enumerate() {
                    if let Some(sources) = star.get_mut(usize::from(*to)) {
                        insert(sources, from as u16);
                    }
                }
            }
            stars.push((rows.clone(), star.into()));
        }
    }
    stars
}

/// Returns the rules by which each enemy of the asking player captures.
fn attackers(game: &PathGame, plan: &Plan, attack: &Attack) -> Vec<(PlayerId, Vec<Attacker>)> {
    let of_enemy = |enemy: &PlayerId| {
        let mut attackers = Vec::new();
        for (kind, piece) in game.rules.pieces.iter().enumerate() {
            for call in &piece.moves {
                let name = game.rules.rules[call.rule.index()].name;
                if game.tables.captures[call.rule.index()] && (attack.names.is_empty() || attack.names.contains(&name))
                {
                    let image = plan.side(*enemy).attacks[call.rule.index()];
                    attackers.push(Attacker { kind: PieceTypeId::at(kind), rule: call.rule, image });
                }
            }
        }
        (*enemy, attackers)
    };
    game.tables.enemies[attack.me.index()].iter().map(of_enemy).collect()
}

impl<const W: usize> Tables<W> {
    /// Where rows lead from each site, if they are many shifts.
    #[inline]
    pub(super) fn star(&self, rows: &[Row]) -> Option<&[Bitset<W>]> {
        self.find_star(&self.stars, rows)
    }

    /// From where rows lead to each site, if they are many shifts.
    #[inline]
    pub(super) fn back_star(&self, rows: &[Row]) -> Option<&[Bitset<W>]> {
        self.find_star(&self.back_stars, rows)
    }

    #[inline]
    fn find_star<'s>(&self, stars: &'s [Star<W>], rows: &[Row]) -> Option<&'s [Bitset<W>]> {
        if let [row] = rows
            && self.shifts[row.index()].len() <= MOST_SHIFTS
        {
            return None;
        }
        stars.iter().find(|(known, _)| **known == *rows).map(|(_, star)| star.as_ref())
    }

    pub(in crate::paths) fn of(game: &PathGame, plan: &Plan) -> Tables<W> {
        let bits = |sites: &super::super::sites::Sites| {
            let mut set = [0; W];
            sites.iter().for_each(|site| insert(&mut set, site.0));
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
            for (from, to) in links.iter().enumerate().take(sites).filter(|(_, to)| **to != NONE) {
                let by = i32::from(*to) - from as i32;
                let place = shifts.iter().position(|(known, _)| *known == by).unwrap_or_else(|| {
                    shifts.push((by, [0; W]));
                    shifts.len() - 1
                });
                shifts[place].1[from / 64] |= 1 << (from % 64);
            }
            shifts
        });
        let mut rays: Vec<Option<Rays<W>>> = links.iter().map(|_| None).collect();
        for image in &plan.images {
            let row = match image {
                ImageNode::Slide { row, .. } => row,
                ImageNode::FloodWithin { rows, .. } if rows.len() == 1 => &rows[0],
                _ => continue,
            };
            rays[row.index()].get_or_insert_with(|| Rays::of(&links[row.index()]));
        }
        let shifts: Vec<Vec<(i32, Bitset<W>)>> = shifts.collect();
        Tables {
            attackers: plan.attacks.iter().map(|attack| attackers(game, plan, attack)).collect(),
            rays,
            stars: stars(plan, &links, &shifts),
            back_stars: back_stars(plan, &links, &shifts),
            constants: plan.constants.iter().map(bits).collect(),
            shifts,
            links,
            half_board: game.tables.board.iter().count() as u32 / 2,
            board: bits(&game.tables.board),
            pool: Pool::new(),
            lines: game.lines.iter().map(|runs| runs.lines.iter().map(bits).collect()).collect(),
        }
    }
}
