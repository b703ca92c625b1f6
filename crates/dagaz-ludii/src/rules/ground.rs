//! Slots: one numbering of all sites of a game (cells, vertices and edges together), and the sets
//! that follow from it.
//!
//! A site of the default element type, of a hand or of dice has the slot of its own number. Sites
//! of the other element types follow, where the rules use them.

use crate::board::{ContainerKind, Equipment, Owner, SiteType};
use crate::play::bits::Bits;

/// The sites of a game.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Number of players.
    pub players: usize,
    /// The element type that rules mean where they name none.
    pub default_type: SiteType,
    /// Number of slots.
    pub slots: usize,
    /// The board, containers and tracks.
    pub equipment: Equipment,
    /// First site outside the board.
    pub outside: usize,
    offsets: [Option<usize>; 3],
    sizes: [usize; 3],
    site_of: Vec<(SiteType, i32)>,
}

impl Ground {
    /// Returns the slots of a game whose rules use the element types `used`.
    pub fn new(equipment: Equipment, players: usize, used: &[SiteType]) -> Ground {
        let default_type = equipment.board.default_type;
        let sizes = SiteType::ALL.map(|ty| equipment.board.elements(ty).sites.len());
        let outside = sizes[default_type as usize].max(sizes[SiteType::Cell as usize]);
        let outside = equipment.containers.get(1).map_or(outside, |first| first.from as usize);
        let end = equipment.containers.iter().skip(1).map(|one| (one.from + one.sites) as usize).max();
        let mut slots = end.unwrap_or(sizes[default_type as usize]).max(1);
        let mut site_of: Vec<(SiteType, i32)> =
            (0..slots).map(|slot| (if slot < outside { default_type } else { SiteType::Cell }, slot as i32)).collect();
        let mut offsets = [None; 3];
        offsets[default_type as usize] = Some(0);
        for ty in SiteType::ALL {
            if ty != default_type && used.contains(&ty) {
                offsets[ty as usize] = Some(slots);
                slots += sizes[ty as usize];
                site_of.extend((0..sizes[ty as usize]).map(|site| (ty, site as i32)));
            }
        }
        Ground { players, default_type, slots, equipment, outside, offsets, sizes, site_of }
    }

    /// Returns the slot of a site, if there is one.
    #[inline]
    pub fn slot(&self, ty: SiteType, site: i32) -> Option<usize> {
        let number = usize::try_from(site).ok()?;
        if number < self.sizes[ty as usize] {
            return Some(self.offsets[ty as usize]? + number);
        }
        let end = self.outside_end();
        (self.outside <= number && number < end).then_some(number)
    }

    fn outside_end(&self) -> usize {
        self.equipment.containers.last().map_or(0, |last| (last.from + last.sites) as usize)
    }

    /// Returns the element type and the number of the site of a slot.
    #[inline]
    pub fn site(&self, slot: usize) -> (SiteType, i32) {
        self.site_of[slot]
    }

    /// Returns the number of the site of a slot.
    #[inline]
    pub fn number(&self, slot: usize) -> i32 {
        self.site_of[slot].1
    }

    /// Returns the number of elements of a type.
    pub fn size(&self, ty: SiteType) -> usize {
        self.sizes[ty as usize]
    }

    /// Returns the element types that have slots.
    pub fn types(&self) -> impl Iterator<Item = SiteType> + '_ {
        SiteType::ALL.into_iter().filter(|ty| self.offsets[*ty as usize].is_some())
    }

    /// Returns the slots of given sites.
    pub fn bits(&self, ty: SiteType, sites: impl IntoIterator<Item = i32>) -> Bits {
        Bits::of(self.slots, sites.into_iter().filter_map(|site| self.slot(ty, site)))
    }

    /// Returns the slots of the board's elements of a type.
    pub fn board(&self, ty: SiteType) -> Bits {
        self.bits(ty, (0..self.sizes[ty as usize]).map(|site| site as i32))
    }

    /// Returns all slots of all elements and containers but gaps.
    pub fn everything(&self) -> Bits {
        let mut all = Bits::new(self.slots);
        for ty in self.types() {
            all.union_with(&self.board(ty));
        }
        for container in self.equipment.containers.iter().skip(1) {
            all.union_with(&self.container(container.from, container.sites));
        }
        all
    }

    /// Returns the slots of a container outside the board.
    pub fn container(&self, from: u32, sites: u32) -> Bits {
        Bits::of(self.slots, from as usize..(from + sites) as usize)
    }

    /// Returns the number of the container of a slot; 0 is the board.
    pub fn container_of(&self, slot: usize) -> usize {
        let containers = self.equipment.containers.iter().skip(1);
        containers
            .enumerate()
            .find(|(_, one)| (one.from..one.from + one.sites).contains(&(slot as u32)))
            .map_or(0, |(at, _)| at + 1)
    }

    /// Returns the first site and the size of the hand of a player.
    pub fn hand(&self, player: i32) -> Option<(i32, i32)> {
        let found = self
            .equipment
            .containers
            .iter()
            .find(|one| one.kind == ContainerKind::Hand && self.owner(one.owner) as i32 == player)?;
        Some((found.from as i32, found.sites as i32))
    }

    /// Returns the number of an owner; n + 1 is "shared".
    pub fn owner(&self, owner: Owner) -> usize {
        match owner {
            Owner::Nobody => 0,
            Owner::Player(player) => player.into(),
            Owner::Shared => self.players + 1,
        }
    }

    /// Returns the first site and the values of the faces of the dice.
    pub fn dice(&self) -> Option<(usize, &[Vec<i64>])> {
        self.equipment.containers.iter().find_map(|one| match &one.kind {
            ContainerKind::Dice { faces } => Some((one.from as usize, faces.as_slice())),
            _ => None,
        })
    }

    /// Returns the compass point, from 0 (north) to 15, in which a slot of the board lies as seen
    /// from another one.
    pub fn point(&self, from: usize, to: usize) -> Option<usize> {
        let place = |slot: usize| {
            let (ty, number) = self.site(slot);
            self.equipment.board.elements(ty).sites.get(usize::try_from(number).ok()?).map(|site| (site.x, site.y))
        };
        let (from, to) = (place(from)?, place(to)?);
        let angle = (to.0 - from.0).atan2(to.1 - from.1).to_degrees().rem_euclid(360.0);
        Some((angle / 22.5).round() as usize % 16)
    }

    /// Returns the number of sets of dice.
    pub fn dice_sets(&self) -> usize {
        self.equipment.containers.iter().filter(|one| matches!(one.kind, ContainerKind::Dice { .. })).count()
    }
}
