//! Readers of the equipment: components, declared regions and maps. Boards, hands and dice are read
//! in `board`.

use crate::board::{ContainerKind, Direction};
use crate::rules::component::Component;
use crate::text::{Diagnostic, Node};

use super::args::{Args, Read, refuse};
use super::number::is_number;
use super::op::{Number, Region};
use super::reader::{Declared, Reader};
use super::region::is_region;

impl Reader {
    /// Reads the facings of the players.
    pub(crate) fn facings(&mut self, node: &Node) -> Read<()> {
        self.facings = vec![None; self.ground.players + 2];
        let mut args = Args::of(node)?;
        let Some(list) = args.next().and_then(Node::braces) else { return Ok(()) };
        for (at, player) in list.iter().enumerate() {
            let direction = player.list().and_then(|list| list.first_word()).and_then(Direction::named);
            if let Some(facing) = self.facings.get_mut(at + 1) {
                *facing = direction.and_then(Direction::point);
            }
        }
        Ok(())
    }

    /// Reads the names and owners of the components.
    pub(crate) fn components(&mut self, items: &[Node]) -> Read<()> {
        self.components = vec![Component::default()];
        for container in self.ground.equipment.containers.clone() {
            if let ContainerKind::Dice { faces } = &container.kind {
                for _ in faces {
                    let name = format!("Die{}", self.components.len());
                    let owner = self.ground.players + 1;
                    self.components.push(Component {
                        plain: "Die".into(),
                        name,
                        owner,
                        is_die: true,
                        ..Default::default()
                    });
                }
            }
        }
        for item in items {
            match item.list().map(|list| list.head.as_ref()) {
                Some("piece" | "tile") => self.component_of(item)?,
                Some("board" | "hand" | "dice" | "regions" | "map" | "mancalaBoard" | "surakartaBoard") => {}
                _ => return refuse(item),
            }
        }
        if self.components.iter().skip(1).all(|one| one.is_die) {
            for owner in 1..=self.ground.players {
                let (plain, name) = ("Ball".to_string(), format!("Ball{owner}"));
                let facing = self.facings.get(owner).copied().flatten().unwrap_or(0);
                self.components.push(Component { name, plain, owner, facing, ..Component::default() });
            }
        }
        Ok(())
    }

    fn component_of(&mut self, item: &Node) -> Read<()> {
        let mut args = Args::of(item)?;
        let Some(plain) = args.text() else { return refuse(item) };
        let role = args.word(|word| super::names::is_role(word).then(|| word.to_string()));
        if args.head() == "tile" {
            // A tile with a walk is a large piece.
            args.named("numSides");
            if args.peek().is_some_and(|node| node.braces().is_some()) || args.list.child("path").is_some() {
                return refuse(item);
            }
        }
        let direction = args.word(Direction::named).and_then(Direction::point);
        let flips = match args.child("flips") {
            Some(node) => {
                let list = node.list().map(|list| list.args.as_slice()).unwrap_or_default();
                match list {
                    [a, b] => Some((integer(a)?, integer(b)?)),
                    _ => return refuse(node),
                }
            }
            None => None,
        };
        let everybody = self.ground.players + 1;
        let owners: Vec<usize> = match role.as_deref() {
            None | Some("Each") => (1..=self.ground.players).collect(),
            Some("Neutral") => vec![0],
            Some("Shared" | "All") => vec![everybody],
            Some(role) => match self.role(role) {
                Some(Number::Const(owner)) if 1 <= owner && owner as usize <= self.ground.players => {
                    vec![owner as usize]
                }
                _ => return refuse(item),
            },
        };
        for owner in owners {
            let bare = owner == everybody || owner == 1 && self.ground.players == 1;
            let name = if bare { plain.to_string() } else { format!("{plain}{owner}") };
            let facing = self.facings.get(owner).copied().flatten().or(direction).unwrap_or(0);
            self.components.push(Component {
                name,
                plain: plain.to_string(),
                owner,
                facing,
                flips,
                generator: None,
                is_die: false,
            });
        }
        Ok(())
    }

    /// Reads what components do; their names are known.
    pub(crate) fn generators(&mut self, items: &[Node]) -> Read<()> {
        let mut at = self.components.iter().position(|one| !one.is_die && !one.name.is_empty()).unwrap_or(1);
        for item in items {
            let Some(list) = item.list_of("piece").or_else(|| item.list_of("tile")) else { continue };
            let each =
                list.args.get(1).and_then(Node::word).is_none_or(|word| word == "Each" || !super::names::is_role(word));
            let number = if each { self.ground.players } else { 1 };
            let is_moves =
                |node: &&Node| node.name.is_none() && node.list().is_some_and(|list| list.head.as_ref() != "flips");
            if let Some(node) = list.args.iter().find(is_moves) {
                let play = self.generator(node)?;
                self.generators.push(play);
                for component in self.components.iter_mut().skip(at).take(number) {
                    component.generator = Some(self.generators.len() - 1);
                }
            }
            at += number;
        }
        Ok(())
    }

    /// Reads declared regions.
    pub(crate) fn declared(&mut self, items: &[Node]) -> Read<()> {
        for item in items {
            if item.list_of("regions").is_none() {
                continue;
            }
            let mut args = Args::of(item)?;
            let name = args.text().unwrap_or_default().to_string();
            let role = args.next_if(|node| node.word().is_some_and(super::names::is_role));
            let owner = match role {
                Some(role) => match self.player(role)? {
                    Number::Const(owner) => Some(owner as usize),
                    _ => return refuse(role),
                },
                None => None,
            };
            let ty = self.ground.default_type;
            let node = args.expect("sites")?;
            let regions = match (node.braces(), node.word()) {
                (Some(list), _) if list.iter().any(is_region) => {
                    list.iter().map(|one| self.region_of(one, ty)).collect::<Read<Vec<Region>>>()?
                }
                (_, Some(word)) => match self.static_regions(word) {
                    Some(regions) => regions,
                    None => return refuse(node),
                },
                _ => vec![self.region_of(node, ty)?],
            };
            args.finish()?;
            self.regions.push(Declared { name, owner, regions });
        }
        Ok(())
    }

    /// Reads maps.
    pub(crate) fn mappings(&mut self, items: &[Node]) -> Read<()> {
        for item in items {
            if item.list_of("map").is_none() {
                continue;
            }
            let mut args = Args::of(item)?;
            let name = args.text().unwrap_or("Map").to_string();
            let first = args.expect("pairs")?;
            let Some(list) = first.braces() else { return refuse(item) };
            let mut pairs = Vec::new();
            if let Some(values) = args.next() {
                let Some(values) = values.braces() else { return refuse(item) };
                for (key, value) in list.iter().zip(values) {
                    pairs.push((self.entry(key)?, self.entry(value)?));
                }
            } else {
                for pair in list {
                    match pair.list_of("pair").map(|list| list.args.as_slice()) {
                        Some([key, value]) => pairs.push((self.entry(key)?, self.entry(value)?)),
                        _ => return refuse(pair),
                    }
                }
            }
            args.finish()?;
            // The last pair with a key counts.
            pairs.reverse();
            self.maps.push((name, pairs));
        }
        Ok(())
    }

    fn entry(&mut self, node: &Node) -> Read<i32> {
        if let Some(text) = node.text() {
            return self
                .coordinate(self.ground.default_type, text)
                .or_else(|| self.component(text))
                .ok_or_else(|| Diagnostic::error(node.span, format!("`{text}` is neither a site nor a piece")));
        }
        if is_number(node) || node.word().is_some() {
            let elements = self.ground.equipment.board.default_elements();
            let first = |sites: &[u32]| sites.first().map_or(-1, |site| *site as i32);
            match node.word() {
                Some("CentreSite") => return Ok(first(&elements.centre)),
                Some("LeftSite") => return Ok(first(&elements.left)),
                Some("RightSite") => return Ok(first(&elements.right)),
                Some("Topsite") => return Ok(first(&elements.top)),
                Some("BottomSite") => return Ok(first(&elements.bottom)),
                Some("FirstSite") => return Ok(0),
                Some("LastSite") => return Ok(elements.sites.len() as i32 - 1),
                _ => {}
            }
        }
        let number = self.player(node)?;
        constant(&number).map_or_else(|| refuse(node), Ok)
    }
}

/// Returns the value of a number of constants.
fn constant(number: &Number) -> Option<i32> {
    let pair = |a: &Number, b: &Number| Some((constant(a)?, constant(b)?));
    match number {
        Number::Const(value) => Some(*value),
        Number::Add(list) => list.iter().try_fold(0, |sum: i32, one| sum.checked_add(constant(one)?)),
        Number::Multiply(list) => list.iter().try_fold(1, |product: i32, one| product.checked_mul(constant(one)?)),
        Number::Subtract(a, b) => pair(a, b).and_then(|(a, b)| a.checked_sub(b)),
        Number::Divide(a, b) => pair(a, b).and_then(|(a, b)| a.checked_div(b)),
        Number::Modulo(a, b) => pair(a, b).and_then(|(a, b)| a.checked_rem(b)),
        _ => None,
    }
}

fn integer(node: &Node) -> Read<i32> {
    match node.integer() {
        Some(number) => Ok(number as i32),
        None => refuse(node),
    }
}
