//! Readers of regions.

use crate::board::{Direction, Elements, SiteType};
use crate::play::bits::Bits;
use crate::play::position::{LAST_TO, MOVER};
use crate::text::{Diagnostic, Node};

use super::args::{Args, Read, refuse};
use super::generator::walks;
use super::number::is_number;
use super::op::{AroundKind, Number, Region, SightKind, Truth};
use super::reader::Reader;

/// Returns whether a node is a region.
pub(crate) fn is_region(node: &Node) -> bool {
    let Some(list) = node.list() else { return false };
    match list.head.as_ref() {
        "sites" => true,
        "expand" => true,
        "forEach" => true,
        "union" | "intersection" | "difference" => list.args.first().is_some_and(|first| {
            is_region(first) || first.braces().is_some_and(|list| list.first().is_some_and(is_region))
        }),
        "if" => list.args.get(1).is_some_and(is_region),
        "last" => list.first_word() == Some("Between"),
        _ => false,
    }
}

impl Reader {
    /// Reads a region of the default element type.
    pub(crate) fn region(&mut self, node: &Node) -> Read<Region> {
        self.region_of(node, self.ground.default_type)
    }

    /// Returns sites by number as a region, constant if they are.
    pub(crate) fn sites_region(&self, ty: SiteType, sites: Vec<Number>) -> Region {
        let constants: Option<Vec<i32>> =
            sites.iter().map(|site| if let Number::Const(site) = site { Some(*site) } else { None }).collect();
        match constants {
            Some(sites) => Region::Const(self.ground.bits(ty, sites)),
            None => Region::Sites(ty, sites),
        }
    }

    /// Reads a region of an element type.
    pub(crate) fn region_of(&mut self, node: &Node, ty: SiteType) -> Read<Region> {
        if let Some(list) = node.braces() {
            if list.iter().all(is_region) && !list.is_empty() {
                let regions = list.iter().map(|one| self.region_of(one, ty)).collect::<Read<Vec<_>>>()?;
                return Ok(union(regions));
            }
            let sites = list.iter().map(|one| match one.text() {
                Some(label) => self.coordinate_at(one, ty, label).map(Number::Const),
                None => self.number(one),
            });
            let sites = sites.collect::<Read<Vec<_>>>()?;
            return Ok(self.sites_region(ty, sites));
        }
        if is_number(node) || node.text().is_some() {
            let site = self.number(node)?;
            return Ok(self.sites_region(ty, vec![site]));
        }
        let mut args = Args::of(node)?;
        let region = match args.head() {
            "sites" => self.sites(node, &mut args, ty)?,
            "union" => union(self.some_regions(&mut args, ty)?),
            "intersection" => intersection(self.some_regions(&mut args, ty)?),
            "difference" => {
                let from = self.region_of(args.expect("a region")?, ty)?;
                let less = self.region_or_site(args.expect("a region")?, ty)?;
                difference(from, less)
            }
            "expand" => self.expand(node, &mut args, ty)?,
            "if" => {
                let test = Box::new(self.truth(args.expect("a condition")?)?);
                let yes = Box::new(self.region_of(args.expect("a region")?, ty)?);
                let no = args.next().map(|node| self.region_of(node, ty)).transpose()?;
                let nothing = || Region::Const(Bits::new(self.ground.slots));
                Region::If(test, yes, Box::new(no.unwrap_or_else(nothing)))
            }
            "forEach" => self.for_each_region(node, &mut args, ty)?,
            _ => return refuse(node),
        };
        args.finish()?;
        Ok(region)
    }

    fn some_regions(&mut self, args: &mut Args<'_>, ty: SiteType) -> Read<Vec<Region>> {
        if let Some(list) = args.next_if(|node| node.braces().is_some()) {
            return list.braces().unwrap_or_default().iter().map(|node| self.region_or_site(node, ty)).collect();
        }
        let one = self.region_or_site(args.expect("a region")?, ty)?;
        Ok(vec![one, self.region_or_site(args.expect("a second region")?, ty)?])
    }

    fn expand(&mut self, node: &Node, args: &mut Args<'_>, ty: SiteType) -> Read<Region> {
        let origin = args.named("origin").map(|node| self.number(node)).transpose()?;
        if args.peek().is_some_and(|node| node.text().is_some()) {
            return refuse(node);
        }
        let region = match origin {
            Some(origin) => self.sites_region(ty, vec![origin]),
            None => self.region_of(args.expect("a region")?, ty)?,
        };
        let steps = self.named_number(args, "steps")?.unwrap_or(Number::Const(1));
        let directions = self.directions_or(args, ty, "Adjacent")?;
        if let (Region::Const(bits), Number::Const(steps), super::op::Directions::Table(table)) =
            (&region, &steps, &directions)
        {
            let mut bits = bits.clone();
            for _ in 0..(*steps).clamp(0, self.ground.slots as i32) {
                for slot in bits.clone().iter() {
                    self.radials[*table].steps(slot).for_each(|near| bits.insert(near));
                }
            }
            return Ok(Region::Const(bits));
        }
        Ok(Region::Expand(ty, Box::new(region), Box::new(steps), directions))
    }

    fn for_each_region(&mut self, node: &Node, args: &mut Args<'_>, ty: SiteType) -> Read<Region> {
        if let Some(of) = args.named("of") {
            // The type belongs to the regions that are joined, not to the sites they depend on.
            let of = Box::new(self.region(of)?);
            let each = Box::new(self.region_of(args.expect("a region")?, ty)?);
            return Ok(Region::ForSites(ty, of, each));
        }
        let first = args.expect("a region")?;
        if first.word().is_some() {
            return refuse(node);
        }
        if first.list_of("players").is_some() {
            let array = Box::new(self.array(first)?);
            let region = Box::new(self.region_of(args.expect("a region")?, ty)?);
            return Ok(Region::ForArray(array, region));
        }
        let region = Box::new(self.region_of(first, ty)?);
        match self.named_truth(args, "if")? {
            Some(test) => Ok(Region::Filter(ty, region, Box::new(test))),
            None => refuse(node),
        }
    }

    fn sites(&mut self, node: &Node, args: &mut Args<'_>, default: SiteType) -> Read<Region> {
        if args.list.args.is_empty() {
            return Ok(Region::Bound);
        }
        let first = args.peek();
        if let Some(list) = first.filter(|node| node.braces().is_some()) {
            args.next();
            if list.braces().is_some_and(|list| list.iter().any(|one| one.braces().is_some())) {
                return refuse(node);
            }
            return self.region_of(list, default);
        }
        if let Some(word) = first.and_then(Node::word) {
            if super::names::is_role(word) {
                let role = self.player(args.expect("a role")?)?;
                // The element type says nothing more about declared regions.
                self.site_type(args);
                let name = args.text();
                return Ok(self.owned(role, name.unwrap_or_default()));
            }
            if let Some(ty) = args.word(SiteType::named) {
                if let Some(label) = args.text() {
                    return Ok(Region::Const(self.ground.bits(ty, [self.coordinate_at(node, ty, label)?])));
                }
                let Some(list) = args.next_if(|node| node.braces().is_some()) else { return refuse(node) };
                if list.braces().is_some_and(|list| list.iter().any(|one| one.braces().is_some())) {
                    return refuse(node);
                }
                return self.region_of(list, ty);
            }
            args.next();
            return self.sites_word(node, args, word, default);
        }
        if first.is_some_and(|node| node.list_of("player").is_some()) {
            let role = self.player(args.expect("a player")?)?;
            let name = args.text();
            return Ok(self.owned(role, name.unwrap_or_default()));
        }
        if let Some(name) = args.text() {
            let named: Vec<Region> =
                self.regions.iter().filter(|one| one.name == name).cloned().flat_map(|one| one.regions).collect();
            if !named.is_empty() {
                return Ok(union(named));
            }
            // A name that nothing has is an empty region.
            return Ok(Region::Const(self.ground.bits(default, self.coordinate(default, name))));
        }
        if let (Some(from), Some(walks)) = (first.filter(|node| is_number(node)), args.list.args.get(1).and_then(walks))
        {
            args.next();
            args.next();
            let turns = self.rotations(node, args)?;
            let ends = self.leaps(default, &walks, turns);
            return Ok(Region::Walk(default, ends, Box::new(self.number(from)?)));
        }
        let array = self.array(args.expect("sites")?)?;
        Ok(Region::OfArray(default, Box::new(array)))
    }

    /// Returns the declared regions of a player whose names contain `name`.
    fn owned(&self, role: Number, name: &str) -> Region {
        let of = |player: usize| {
            let own = self.regions.iter().filter(|one| one.owner == Some(player) && one.name.contains(name));
            union(
                std::iter::once(Region::Const(Bits::new(self.ground.slots)))
                    .chain(own.flat_map(|one| one.regions.iter().cloned()))
                    .collect(),
            )
        };
        if let Number::Const(player) = role {
            return of(player.max(0) as usize);
        }
        Region::ByPlayer((0..self.ground.players + 2).map(of).collect(), Box::new(role))
    }

    fn constant(&self, ty: SiteType, sites: &[u32]) -> Region {
        Region::Const(self.ground.bits(ty, sites.iter().map(|site| *site as i32)))
    }

    fn sites_word(&mut self, node: &Node, args: &mut Args<'_>, word: &str, default: SiteType) -> Read<Region> {
        if let Some(sites) = simple(word) {
            let ty = args.word(SiteType::named).unwrap_or(default);
            return Ok(self.constant(ty, sites(self.ground.equipment.board.elements(ty))));
        }
        match word {
            "Board" => {
                let ty = args.word(SiteType::named).unwrap_or(default);
                Ok(Region::Const(self.ground.board(ty)))
            }
            "Empty" => {
                let ty = args.word(SiteType::named).unwrap_or(self.ground.default_type);
                if args.peek().is_some() {
                    return refuse(node);
                }
                Ok(Region::Empty(self.ground.board(ty)))
            }
            "Row" | "Column" | "Phase" | "Layer" | "State" => self.index(node, args, word, default),
            "Side" => self.side(node, args, default),
            "Hand" => {
                // Without a player the region is empty.
                let Some(player) = self.next_player(args)? else {
                    return Ok(Region::Const(self.ground.bits(default, std::iter::empty())));
                };
                let hands: Vec<Region> = (0..self.ground.players + 2)
                    .map(|player| {
                        let (from, sites) = self.ground.hand(player as i32).unwrap_or((0, 0));
                        Region::Const(self.ground.container(from as u32, sites as u32))
                    })
                    .collect();
                Ok(Region::ByPlayer(hands, Box::new(player)))
            }
            "Occupied" => self.occupied(node, args),
            "Around" => self.around(node, args, default),
            "Direction" => {
                let from = args.named("from");
                let directions_at = args.next_if(super::directions::is_direction);
                let included = self.named_truth(args, "included")?.map(Box::new);
                let stop = self.named_truth(args, "stop")?.map(Box::new);
                let stop_included = self.named_truth(args, "stopIncluded")?.map(Box::new);
                let distance = self.named_number(args, "distance")?.map(Box::new);
                let ty = args.word(SiteType::named).unwrap_or(default);
                let directions = match directions_at {
                    Some(node) => self.directions(node, ty)?,
                    None => self.named_directions(node, ty, "Adjacent")?,
                };
                let from = match from {
                    Some(node) => Box::new(self.region_or_site(node, ty)?),
                    None => return refuse(node),
                };
                Ok(Region::Direction { ty, from, directions, included, stop, stop_included, distance })
            }
            "LineOfSight" => {
                let kind = args.word(|word| match word {
                    "Empty" => Some(SightKind::Empty),
                    "Farthest" => Some(SightKind::Farthest),
                    "Piece" => Some(SightKind::Piece),
                    _ => None,
                });
                let ty = args.word(SiteType::named).unwrap_or(default);
                let at = self.named_number(args, "at")?.unwrap_or(Number::Register(LAST_TO));
                let directions = self.directions_or(args, ty, "Adjacent")?;
                Ok(Region::Sight { ty, kind: kind.unwrap_or(SightKind::Piece), at: Box::new(at), directions })
            }
            "Between" => {
                let directions_at = args.next_if(super::directions::is_direction);
                let ty = args.word(SiteType::named).unwrap_or(default);
                let directions = match directions_at {
                    Some(node) => self.directions(node, ty)?,
                    None => self.named_directions(node, ty, "Adjacent")?,
                };
                let no = || Box::new(Truth::Const(false));
                Ok(Region::Between {
                    ty,
                    directions,
                    from: Box::new(self.needed_number(args, "from")?),
                    from_included: self.named_truth(args, "fromIncluded")?.map_or_else(no, Box::new),
                    to: Box::new(self.needed_number(args, "to")?),
                    to_included: self.named_truth(args, "toIncluded")?.map_or_else(no, Box::new),
                    test: self.named_truth(args, "cond")?.map(Box::new),
                })
            }
            "Distance" => {
                let ty = args.word(SiteType::named).unwrap_or(default);
                let relation = args.word(|word| {
                    matches!(word, "Orthogonal" | "Diagonal" | "Adjacent" | "All").then(|| word.to_string())
                });
                let (directions, test) = match args.child("step") {
                    Some(step) => {
                        let (directions, test) = self.step_clause(step, ty)?;
                        (directions, Some(Box::new(test)))
                    }
                    None => (self.named_directions(node, ty, relation.as_deref().unwrap_or("Adjacent"))?, None),
                };
                let from = Box::new(self.needed_number(args, "from")?);
                let (low, high) = self.range(args.expect("a range")?)?;
                Ok(Region::Distance(ty, directions, test, from, Box::new(low), Box::new(high)))
            }
            "Group" => {
                let from = args.named("from");
                let (query, at) = self.group_at(args)?;
                let region = match from {
                    Some(from) => self.region_of(from, query.ty)?,
                    None => self.sites_region(query.ty, vec![at]),
                };
                Ok(Region::Group(Box::new(query), Box::new(region)))
            }
            "Incident" => self.incident(node, args),
            "Crossing" => self.crossing(node, args),
            "Track" => {
                let track = match args.peek() {
                    Some(node) if node.text().is_some() || node.word().is_some() => self.track(args)?,
                    // Without a name and a player it is the first track without an owner.
                    _ => self.common_track(),
                };
                let from = self.named_number(args, "from")?.map(Box::new);
                let to = self.named_number(args, "to")?.map(Box::new);
                Ok(Region::Track(track, from, to))
            }
            "From" => Ok(Region::FromOf(Box::new(self.generator(args.expect("moves")?)?))),
            "To" => Ok(Region::ToOf(Box::new(self.generator(args.expect("moves")?)?))),
            "ToClear" => Ok(Region::ToClear),
            "Pending" => Ok(Region::Pending),
            "LastTo" => Ok(Region::Sites(default, vec![Number::Register(LAST_TO)])),
            "Start" => self.start(node, args),
            "Random" => {
                let of = match args.next_if(is_region) {
                    Some(node) => self.region_of(node, default)?,
                    None => Region::Empty(self.ground.board(default)),
                };
                let number = self.named_number(args, "num")?.unwrap_or(Number::Const(1));
                Ok(Region::Random(Box::new(of), Box::new(number)))
            }
            "Winning" => {
                let player = self.next_player(args)?.unwrap_or(Number::Register(MOVER));
                Ok(Region::Winning(Box::new(player), Box::new(self.generator(args.expect("moves")?)?)))
            }
            _ => refuse(node),
        }
    }

    fn start(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Region> {
        let pieces = self.pieces(args.expect("a piece")?)?;
        let slots = self.ground.slots;
        let of = |places: &[(SiteType, i32)]| {
            let mut bits = Bits::new(slots);
            for (ty, site) in places {
                bits.union_with(&self.ground.bits(*ty, [*site]));
            }
            Region::Const(bits)
        };
        let places: Vec<Region> = self.start_places.iter().map(|places| of(places)).collect();
        match pieces.components.as_slice() {
            [Number::Const(what)] => Ok(places.get(*what as usize).cloned().unwrap_or(Region::Const(Bits::new(slots)))),
            [what] => Ok(Region::ByPlayer(places, Box::new(what.clone()))),
            _ => refuse(node),
        }
    }

    fn index(&mut self, node: &Node, args: &mut Args<'_>, word: &str, default: SiteType) -> Read<Region> {
        let ty = args.word(SiteType::named).unwrap_or(default);
        let index = self.number(args.expect("an index")?)?;
        if word == "State" {
            return Ok(Region::State(ty, Box::new(index)));
        }
        let elements = self.ground.equipment.board.elements(ty);
        let of = |entry: fn(&crate::board::Site) -> u32| {
            let most = elements.sites.iter().map(entry).max().map_or(0, |most| most as usize + 1);
            let mut bits = vec![Bits::new(self.ground.slots); most];
            for (site, one) in elements.sites.iter().enumerate() {
                if let Some(slot) = self.ground.slot(ty, site as i32) {
                    bits[entry(one) as usize].insert(slot);
                }
            }
            bits
        };
        let table = match word {
            "Row" => of(|site| site.row),
            "Column" => of(|site| site.column),
            "Phase" => of(|site| site.phase),
            "Layer" => of(|site| site.layer),
            _ => return refuse(node),
        };
        if let Number::Const(index) = index {
            let none = Bits::new(self.ground.slots);
            return Ok(Region::Const(
                usize::try_from(index).ok().and_then(|at| table.get(at).cloned()).unwrap_or(none),
            ));
        }
        Ok(Region::Index(table, Box::new(index)))
    }

    fn side(&mut self, node: &Node, args: &mut Args<'_>, default: SiteType) -> Read<Region> {
        let ty = args.word(SiteType::named).unwrap_or(default);
        let side = |this: &Reader, direction: Option<Direction>| {
            let sides = &this.ground.equipment.board.elements(ty).sides;
            let found = sides.iter().filter(|(one, _)| Some(*one) == direction);
            let mut bits = Bits::new(this.ground.slots);
            for (_, sites) in found {
                bits.union_with(&this.ground.bits(ty, sites.iter().map(|site| *site as i32)));
            }
            Region::Const(bits)
        };
        if let Some(direction) = args.word(Direction::named) {
            return Ok(side(self, Some(direction)));
        }
        let Some(player) = self.next_player(args)? else { return refuse(node) };
        let by_player = (0..self.ground.players + 2)
            .map(|player| side(self, self.facings.get(player).copied().flatten().map(Direction::compass)))
            .collect();
        Ok(Region::ByPlayer(by_player, Box::new(player)))
    }

    fn occupied(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Region> {
        let Some(by) = args.named("by") else { return refuse(node) };
        let players = self.players(by, true)?;
        let container = args.named("container");
        let components = match (args.named("component"), args.named("components")) {
            (Some(one), _) => match one.text() {
                Some(name) => Some(self.components_like(name)),
                None => match self.number(one)? {
                    Number::Const(number) => Some(vec![number.max(0) as u16]),
                    _ => return refuse(one),
                },
            },
            (_, Some(list)) => {
                let names = list.braces().unwrap_or_default().iter().filter_map(Node::text);
                Some(names.flat_map(|name| self.components_like(name)).collect())
            }
            _ => None,
        };
        let on = args.named("on").and_then(Node::word).and_then(SiteType::named);
        let within = match container {
            Some(node) => match node.text() {
                Some(name) => self.container_named(node, name, on)?,
                None => {
                    let number = self.number(node)?;
                    let everywhere = self.ground.everything();
                    let of = Region::Occupied { players, components, within: everywhere, any_level: false };
                    let containers = self.ground.equipment.containers.iter();
                    let sites = containers.enumerate().map(|(at, one)| match at {
                        0 => self.ground.board(self.ground.default_type),
                        _ => self.ground.container(one.from, one.sites),
                    });
                    let container = Region::Index(sites.collect(), Box::new(number));
                    return Ok(Region::Intersection(vec![of, container]));
                }
            },
            None => match on {
                Some(ty) => self.ground.board(ty),
                // Dice belong to no player.
                None => {
                    let mut all = self.ground.everything();
                    if let Some((first, faces)) = self.ground.dice() {
                        all.subtract(&self.ground.container(first as u32, faces.len() as u32));
                    }
                    all
                }
            },
        };
        let top = args.named("top").and_then(Node::boolean).unwrap_or(true);
        Ok(Region::Occupied { players, components, within, any_level: !top && self.stacking })
    }

    /// Returns the sites of a container.
    pub(crate) fn container_named(&self, node: &Node, name: &str, on: Option<SiteType>) -> Read<Bits> {
        if name == "Board" {
            return Ok(self.ground.board(on.unwrap_or(self.ground.default_type)));
        }
        let plain = |one: &str| one.trim_end_matches(|c: char| c.is_ascii_digit()) == name;
        let found = self.ground.equipment.containers.iter().filter(|one| one.name == name || plain(&one.name));
        let mut bits = Bits::new(self.ground.slots);
        for container in found {
            bits.union_with(&self.ground.container(container.from, container.sites));
        }
        if bits.is_empty() {
            return Err(Diagnostic::error(node.span, format!("there is no container `{name}`")));
        }
        Ok(bits)
    }

    fn around(&mut self, node: &Node, args: &mut Args<'_>, default: SiteType) -> Read<Region> {
        let ty = args.word(SiteType::named).unwrap_or(default);
        let of = Box::new(self.region_or_site(args.expect("a site")?, ty)?);
        let kind = args.word(|word| {
            Some(match word {
                "Empty" => AroundKind::Empty,
                "NotEmpty" => AroundKind::NotEmpty,
                "Own" => AroundKind::Own,
                "NotOwn" => AroundKind::NotOwn,
                "Enemy" => AroundKind::Enemy,
                "NotEnemy" => AroundKind::NotEnemy,
                _ => return None,
            })
        });
        let distance = self.named_number(args, "distance")?.map(Box::new);
        let directions = self.directions_or(args, ty, "Adjacent")?;
        let test = self.named_truth(args, "if")?.map(Box::new);
        let includes_self = match args.named("includeSelf") {
            Some(node) => match node.boolean() {
                Some(value) => value,
                None => return refuse(node),
            },
            None => false,
        };
        if distance.is_some() && !matches!(directions, super::op::Directions::Table(_)) {
            return refuse(node);
        }
        let kind = kind.unwrap_or(AroundKind::Any);
        Ok(Region::Around { ty, of, kind, distance, directions, test, includes_self })
    }

    fn incident(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Region> {
        let Some(result) = args.word(SiteType::named) else { return refuse(node) };
        let of = self.named_type(args, "of");
        let at = Box::new(self.needed_number(args, "at")?);
        let owner = match args.named("owner") {
            Some(node) => Some(self.players(node, false)?),
            None => match args.next_if(|node| node.word().is_some_and(super::names::is_role)) {
                Some(node) => Some(self.players(node, false)?),
                None => None,
            },
        };
        let elements = self.ground.equipment.board.elements(of);
        let near = |(number, site): (usize, &crate::board::Site)| {
            let sites = match result {
                // Elements of one type touch over an edge or an end.
                _ if result == of => &elements.orthogonal[number],
                SiteType::Cell => &site.cells,
                SiteType::Vertex => &site.vertices,
                SiteType::Edge => &site.edges,
            };
            sites.iter().filter_map(|site| self.ground.slot(result, *site as i32)).collect::<Vec<_>>()
        };
        Ok(Region::Incident(elements.sites.iter().enumerate().map(near).collect(), at, owner.map(Box::new)))
    }

    /// Returns regions that belong to the board.
    pub(crate) fn static_regions(&self, word: &str) -> Option<Vec<Region>> {
        let ty = self.ground.default_type;
        let elements = self.ground.equipment.board.elements(ty);
        let corners = self.ground.bits(ty, elements.corners.iter().map(|site| *site as i32));
        let sides =
            || elements.sides.iter().map(|(_, sites)| self.ground.bits(ty, sites.iter().map(|site| *site as i32)));
        let lists = |lists: &[Vec<u32>]| lists.iter().map(|sites| self.constant(ty, sites)).collect();
        Some(match word {
            "Rows" => lists(&elements.rows),
            "Columns" => lists(&elements.columns),
            "Corners" => elements.corners.iter().map(|site| self.constant(ty, &[*site])).collect(),
            "Sides" => sides().map(Region::Const).collect(),
            "SidesNoCorners" => sides()
                .map(|mut side| {
                    side.subtract(&corners);
                    Region::Const(side)
                })
                .collect(),
            "AllSites" => vec![Region::Const(self.ground.board(ty))],
            _ => return None,
        })
    }
}

fn simple(word: &str) -> Option<fn(&Elements) -> &[u32]> {
    Some(match word {
        "Top" => |elements| &elements.top,
        "Bottom" => |elements| &elements.bottom,
        "Left" => |elements| &elements.left,
        "Right" => |elements| &elements.right,
        "Inner" => |elements| &elements.inner,
        "Outer" => |elements| &elements.outer,
        "Perimeter" => |elements| &elements.perimeter,
        "Corners" => |elements| &elements.corners,
        "ConcaveCorners" => |elements| &elements.corners_concave,
        "ConvexCorners" => |elements| &elements.corners_convex,
        "Major" => |elements| &elements.major,
        "Minor" => |elements| &elements.minor,
        "Centre" => |elements| &elements.centre,
        _ => return None,
    })
}

/// Returns the union, constant if all parts are.
pub(crate) fn union(regions: Vec<Region>) -> Region {
    combine(regions, Bits::union_with, Region::Union)
}

fn intersection(regions: Vec<Region>) -> Region {
    combine(regions, Bits::intersect_with, Region::Intersection)
}

fn combine(mut regions: Vec<Region>, with: fn(&mut Bits, &Bits), make: fn(Vec<Region>) -> Region) -> Region {
    if regions.len() == 1 {
        return regions.remove(0);
    }
    let constants: Option<Vec<&Bits>> =
        regions.iter().map(|region| if let Region::Const(bits) = region { Some(bits) } else { None }).collect();
    match constants.as_deref() {
        Some([first, rest @ ..]) => {
            let mut all = (*first).clone();
            rest.iter().for_each(|one| with(&mut all, one));
            Region::Const(all)
        }
        _ => make(regions),
    }
}

fn difference(from: Region, less: Region) -> Region {
    match (from, less) {
        (Region::Const(mut from), Region::Const(less)) => {
            from.subtract(&less);
            Region::Const(from)
        }
        (from, less) => Region::Difference(Box::new(from), Box::new(less)),
    }
}
