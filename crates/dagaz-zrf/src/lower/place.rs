//! Places that commands and conditions are about: a direction, a position, or the cursor itself.

use dagaz_core::{DirectionId, SiteId};
use dagaz_rules::{Hop, Place};

use super::Lower;
use crate::expand::ItemId;
use dagaz_syntax::code::Code;

impl Lower<'_> {
    /// Returns the direction that an item names.
    pub(super) fn find_direction(&self, item: ItemId) -> Option<DirectionId> {
        self.x.word(item).and_then(|name| self.directions.find(name)).map(DirectionId::at)
    }

    /// Returns the position that an item names.
    pub(super) fn find_site(&self, item: ItemId) -> Option<SiteId> {
        self.x.word(item).and_then(|name| self.sites.find(name)).map(SiteId::at)
    }

    /// Returns the place that the arguments of a command or condition name: none is the cursor,
    /// several are a path.
    pub(super) fn place(&mut self, arguments: &[ItemId]) -> Place {
        match *arguments {
            [] => Place::Here,
            [only] => self.one_place(only),
            _ => {
                let mut path = Vec::new();
                for &item in arguments {
                    match self.find_direction(item) {
                        Some(direction) => path.push(direction),
                        None => {
                            self.wrong(
                                item,
                                "several places at once are only read as a path of directions",
                                "a direction",
                            );
                            return Place::Here;
                        }
                    }
                }
                Place::Along(path)
            }
        }
    }

    fn one_place(&mut self, item: ItemId) -> Place {
        if let Some(direction) = self.find_direction(item) {
            return Place::Along(vec![direction]);
        }
        if let Some(site) = self.find_site(item) {
            return Place::At(site);
        }
        match self.x.word(item) {
            Some("from") => return Place::Origin,
            Some("mark") => return Place::Mark,
            Some("last-from") => return Place::LastFrom,
            Some("last-to") => return Place::LastTo,
            _ => {}
        }
        if let Some(direction) = self.opposite(item) {
            return direction.map_or(Place::Here, Place::Against);
        }
        self.unknown_place(item);
        Place::Here
    }

    /// Returns the direction in `(opposite d)`, if an item is that; none in it if it is unknown,
    /// which is noted.
    pub(super) fn opposite(&mut self, item: ItemId) -> Option<Option<DirectionId>> {
        if self.head(item) != Some("opposite") {
            return None;
        }
        let [named] = self.rest(item)[..] else {
            self.wrong(item, "`opposite` needs a direction", "`(opposite n)`");
            return Some(None);
        };
        let found = self.find_direction(named);
        if found.is_none() {
            let known = std::mem::take(&mut self.directions);
            self.unknown(Code::UnknownDirection, named, "direction", "this board has", &[&known]);
            self.directions = known;
        }
        Some(found)
    }

    /// Notes a name that is neither a direction nor a position.
    pub(super) fn unknown_place(&mut self, item: ItemId) {
        let (directions, sites) = (std::mem::take(&mut self.directions), std::mem::take(&mut self.sites));
        let what = "direction or position";
        self.unknown(Code::UnknownPlace, item, what, "this board has", &[&directions, &sites]);
        self.directions = directions;
        self.sites = sites;
    }

    /// Where `(go x)` and its short forms lead.
    pub(super) fn hop(&self, word: &str) -> Option<Hop> {
        Some(match word {
            "from" => Hop::Origin,
            "to" => Hop::Target,
            "mark" => Hop::Mark,
            "last-from" => Hop::LastFrom,
            "last-to" => Hop::LastTo,
            _ => return None,
        })
    }
}
