//! Tables of radials: for each slot, the rays that begin there in certain directions.

use crate::board::{Direction, Radial, SiteType};

use super::ground::Ground;

/// Rays by the slot where they begin. A ray does not hold that slot.
#[derive(Clone, Debug, Default)]
pub struct Radials {
    of_slot: Vec<(u32, u32)>,
    rays: Vec<(u32, u32)>,
    slots: Vec<u16>,
}

impl Radials {
    /// Returns the rays from a slot.
    #[inline]
    pub fn from(&self, slot: usize) -> impl ExactSizeIterator<Item = &[u16]> {
        let (start, end) = self.of_slot.get(slot).copied().unwrap_or((0, 0));
        self.rays[start as usize..end as usize].iter().map(|(start, end)| &self.slots[*start as usize..*end as usize])
    }

    /// Returns the slots one step away.
    #[inline]
    pub fn steps(&self, slot: usize) -> impl Iterator<Item = usize> + '_ {
        self.from(slot).filter_map(|ray| ray.first().map(|first| usize::from(*first)))
    }

    /// Returns the table of the rays of a type that `keep` accepts: it is given the start, the
    /// direction and the first site.
    pub fn of(ground: &Ground, ty: SiteType, keep: impl Fn(u32, Direction, u32) -> bool) -> Radials {
        let elements = ground.equipment.board.elements(ty);
        let mut table = Radials { of_slot: vec![(0, 0); ground.slots], ..Radials::default() };
        for (site, directions) in elements.radials.iter().enumerate() {
            let Some(slot) = ground.slot(ty, site as i32) else { continue };
            let start = table.rays.len() as u32;
            for (direction, radials) in directions {
                for radial in radials {
                    let Some(first) = radial.first() else { continue };
                    if keep(site as u32, *direction, *first) {
                        table.push(ground, ty, radial);
                    }
                }
            }
            table.of_slot[slot] = (start, table.rays.len() as u32);
        }
        table
    }

    /// Returns the table of lists of rays by site, each ray once.
    pub fn listed(ground: &Ground, ty: SiteType, lists: &[&[Vec<Radial>]]) -> Radials {
        let mut table = Radials { of_slot: vec![(0, 0); ground.slots], ..Radials::default() };
        for site in 0..ground.size(ty) {
            let Some(slot) = ground.slot(ty, site as i32) else { continue };
            let start = table.rays.len() as u32;
            let mut known: Vec<&Radial> = Vec::new();
            for radial in lists.iter().filter_map(|list| list.get(site)).flatten() {
                if !radial.is_empty() && !known.contains(&radial) {
                    known.push(radial);
                    table.push(ground, ty, radial);
                }
            }
            table.of_slot[slot] = (start, table.rays.len() as u32);
        }
        table
    }

    fn push(&mut self, ground: &Ground, ty: SiteType, radial: &[u32]) {
        let start = self.slots.len() as u32;
        self.slots.extend(radial.iter().filter_map(|site| ground.slot(ty, *site as i32)).map(|slot| slot as u16));
        self.rays.push((start, self.slots.len() as u32));
    }
}

/// A ray with the rays that lead the opposite way.
#[derive(Clone, Debug)]
pub struct Line {
    /// The ray.
    pub ray: Vec<u16>,
    /// The opposite rays.
    pub opposite: Vec<Vec<u16>>,
}

/// Lines by the slot through which they go, each once.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// The lines.
    pub through: Vec<Vec<Line>>,
}

impl Lines {
    /// Returns the lines of a table of rays. The opposite rays are those of the table and those
    /// that begin with an `adjacent` site.
    pub fn of(ground: &Ground, ty: SiteType, table: &Radials, adjacent: &Radials) -> Lines {
        let sites = &ground.equipment.board.elements(ty).sites;
        let place = |slot: usize| sites.get(ground.number(slot) as usize).map(|site| (site.x, site.y));
        let angle = |from: usize, ray: &[u16]| {
            let (from, to) = (place(from)?, place(usize::from(*ray.first()?))?);
            Some((to.1 - from.1).atan2(to.0 - from.0))
        };
        let is_opposite = |slot: usize, one: &[u16], other: &[u16]| match (angle(slot, one), angle(slot, other)) {
            (Some(a), Some(b)) => ((a - b).abs() - std::f64::consts::PI).abs() < 0.1,
            _ => false,
        };
        let mut lines = Lines { through: vec![Vec::new(); ground.slots] };
        for slot in 0..ground.slots {
            let mut done: Vec<&[u16]> = Vec::new();
            for ray in table.from(slot) {
                if done.contains(&ray) {
                    continue;
                }
                let mut opposite: Vec<&[u16]> = Vec::new();
                for other in table.from(slot).chain(adjacent.from(slot)) {
                    if !opposite.contains(&other) && is_opposite(slot, ray, other) {
                        opposite.push(other);
                    }
                }
                done.extend(&opposite);
                let opposite = opposite.into_iter().map(<[u16]>::to_vec).collect();
                lines.through[slot].push(Line { ray: ray.to_vec(), opposite });
            }
        }
        lines
    }
}

/// Returns the compass points meant by a relative direction, of the supported points, for a facing;
/// all points are numbered from 0 (north) to 15, clockwise.
pub fn relative(word: &str, facing: usize, supported: &[usize]) -> Option<Vec<usize>> {
    let next = |from: usize, step: usize| {
        (1..=16).map(|k| (from + k * step) % 16).find(|point| supported.contains(point)).into_iter().collect()
    };
    let fan = |middle: usize| {
        let within = |point: &&usize| {
            let turn = (**point + 16 - middle) % 16;
            !(4..=12).contains(&turn)
        };
        supported.iter().filter(within).copied().collect()
    };
    Some(match word {
        "Forward" => supported.iter().copied().filter(|point| *point == facing).collect(),
        "Backward" => vec![(facing + 8) % 16],
        "Leftward" => vec![(facing + 12) % 16],
        "Rightward" => vec![(facing + 4) % 16],
        "Forwards" => fan(facing),
        "Backwards" => fan((facing + 8) % 16),
        "Leftwards" => fan((facing + 12) % 16),
        "Rightwards" => fan((facing + 4) % 16),
        "FL" | "FLL" | "FLLL" => next(facing, 15),
        "FR" | "FRR" | "FRRR" => next(facing, 1),
        "BL" | "BLL" | "BLLL" => next((facing + 8) % 16, 1),
        "BR" | "BRR" | "BRRR" => next((facing + 8) % 16, 15),
        _ => return None,
    })
}
