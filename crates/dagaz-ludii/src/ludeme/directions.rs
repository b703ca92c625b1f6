//! Readers of directions.

use crate::board::{Direction, Radial, SiteType};
use crate::rules::radials::{Radials, relative};
use crate::text::Node;

use super::args::{Args, Read, refuse};
use super::op::{Directions, Leaps};
use super::reader::Reader;

/// Returns whether a node is a direction.
pub(crate) fn is_direction(node: &Node) -> bool {
    if let Some(word) = node.word() {
        return is_absolute(word) || is_relative(word);
    }
    if let Some(list) = node.braces() {
        return !list.is_empty() && list.iter().all(is_direction);
    }
    match node.list() {
        Some(list) if list.head.as_ref() == "directions" => true,
        Some(list) if list.head.as_ref() == "if" => list.args.get(1).is_some_and(is_direction),
        Some(list) if matches!(list.head.as_ref(), "union" | "difference") => {
            list.args.first().is_some_and(is_direction)
        }
        _ => false,
    }
}

fn is_absolute(word: &str) -> bool {
    Direction::named(word).is_some()
        || matches!(
            word,
            "All"
                | "Angled"
                | "Adjacent"
                | "Axial"
                | "Orthogonal"
                | "Diagonal"
                | "OffDiagonal"
                | "SameLayer"
                | "Upward"
                | "Downward"
                | "Rotational"
        )
}

fn is_relative(word: &str) -> bool {
    matches!(
        word,
        "Forward"
            | "Backward"
            | "Rightward"
            | "Leftward"
            | "Forwards"
            | "Backwards"
            | "Rightwards"
            | "Leftwards"
            | "FL"
            | "FLL"
            | "FLLL"
            | "BL"
            | "BLL"
            | "BLLL"
            | "FR"
            | "FRR"
            | "FRRR"
            | "BR"
            | "BRR"
            | "BRRR"
            | "SameDirection"
            | "OppositeDirection"
    )
}

/// Whether a ray counts, by its start, its direction and its first site.
type Keep = Box<dyn Fn(u32, Direction, u32) -> bool>;

impl Reader {
    /// Takes the next argument if it is a direction, else reads the default.
    pub(crate) fn directions_or(&mut self, args: &mut Args<'_>, ty: SiteType, default: &str) -> Read<Directions> {
        match args.next_if(is_direction) {
            Some(node) => self.directions(node, ty),
            None => match self.words(ty, &[default], "Adjacent") {
                Some(directions) => Ok(directions),
                None => args.refuse(),
            },
        }
    }

    /// Reads directions.
    pub(crate) fn directions(&mut self, node: &Node, ty: SiteType) -> Read<Directions> {
        if node.word().is_some() {
            return self.some_words(node, std::slice::from_ref(node), ty, "Adjacent");
        }
        if let Some(list) = node.braces() {
            return self.some_words(node, list, ty, "Adjacent");
        }
        let mut args = Args::of(node)?;
        let directions = match args.head() {
            "directions" => self.clause(node, &mut args, ty)?,
            "if" => {
                let test = Box::new(self.truth(args.expect("a condition")?)?);
                let yes = Box::new(self.directions(args.expect("directions")?, ty)?);
                let no = Box::new(self.directions(args.expect("directions")?, ty)?);
                Directions::If(test, yes, no)
            }
            head @ ("union" | "difference") => {
                let (one, two) = (args.expect("directions")?, args.expect("directions")?);
                self.combined(head == "union", one, two, ty)?
            }
            _ => return refuse(node),
        };
        args.finish()?;
        Ok(directions)
    }

    fn clause(&mut self, node: &Node, args: &mut Args<'_>, ty: SiteType) -> Read<Directions> {
        if args.list.named("bySite").is_some() || args.list.first_word() == Some("Random") {
            return refuse(node);
        }
        if let Some(ty) = args.word(SiteType::named) {
            let from = self.needed_number(args, "from")?;
            let to = self.needed_number(args, "to")?;
            self.need_compass(ty);
            return Ok(Directions::Towards(ty, Box::new(from), Box::new(to)));
        }
        let relation = args.named("of").and_then(Node::word).unwrap_or("Adjacent");
        match args.next() {
            Some(word) if word.word().is_some() => self.some_words(node, std::slice::from_ref(word), ty, relation),
            Some(list) => match list.braces() {
                Some(words) => self.some_words(node, words, ty, relation),
                None => refuse(node),
            },
            None => self.some_words(node, &[], ty, relation),
        }
    }

    fn some_words(&mut self, node: &Node, words: &[Node], ty: SiteType, relation: &str) -> Read<Directions> {
        let mut texts = Vec::new();
        for word in words {
            match word.word() {
                Some(text) => texts.push(text),
                None => return refuse(word),
            }
        }
        match self.words(ty, &texts, relation) {
            Some(directions) => Ok(directions),
            None => refuse(node),
        }
    }

    fn words(&mut self, ty: SiteType, words: &[&str], relation: &str) -> Option<Directions> {
        if let [word @ ("SameDirection" | "OppositeDirection")] = words {
            self.need_compass(ty);
            return Some(Directions::LastMove { ty, reversed: *word == "OppositeDirection" });
        }
        if let [word] = words
            && is_absolute(word)
        {
            return self.absolute(ty, word).map(Directions::Table);
        }
        if words.iter().all(|word| is_absolute(word)) {
            return self.several(ty, words).map(Directions::Table);
        }
        let elements = self.ground.equipment.board.elements(ty);
        let (orthogonal, diagonal) = (&elements.orthogonal_directions, &elements.diagonal_directions);
        let adjacent = &elements.adjacent_directions;
        let supported: Vec<&Direction> = match relation {
            "Orthogonal" => orthogonal.iter().collect(),
            "Diagonal" => diagonal.iter().collect(),
            "Adjacent" => adjacent.iter().collect(),
            "All" => orthogonal.iter().chain(diagonal).chain(adjacent).collect(),
            _ => return None,
        };
        let mut supported: Vec<usize> = supported.iter().filter_map(|one| one.point()).collect();
        supported.sort_unstable();
        supported.dedup();
        let mut tables = Vec::new();
        for facing in 0..16 {
            let mut points = Vec::new();
            for word in words {
                match Direction::named(word).and_then(Direction::point) {
                    Some(point) => points.push(point),
                    None => points.extend(relative(word, facing, &supported)?),
                }
            }
            let diagonal = matches!(relation, "All" | "Diagonal");
            tables.push(if diagonal { self.points_of_all(ty, &points) } else { self.points(ty, &points) });
        }
        Some(Directions::Facing(tables))
    }

    /// Returns the table of some compass points.
    fn points(&mut self, ty: SiteType, points: &[usize]) -> usize {
        let directions: Vec<Direction> = points.iter().map(|point| Direction::compass(*point)).collect();
        self.named_table(ty, directions)
    }

    /// Returns the table of some compass points of all relations, diagonal steps that are not
    /// adjacent included.
    fn points_of_all(&mut self, ty: SiteType, points: &[usize]) -> usize {
        let elements = self.ground.equipment.board.elements(ty);
        let wanted = |direction: &Direction| direction.point().is_some_and(|point| points.contains(&point));
        let adjacent: Vec<Vec<Radial>> = elements
            .radials
            .iter()
            .map(|all| all.iter().filter(|(one, _)| wanted(one)).flat_map(|(_, rays)| rays.iter().cloned()).collect())
            .collect();
        let leads = |site: usize, ray: &Radial| {
            let from = self.ground.slot(ty, site as i32);
            let to = ray.first().and_then(|first| self.ground.slot(ty, *first as i32));
            match (from, to) {
                (Some(from), Some(to)) => self.ground.point(from, to).is_some_and(|point| points.contains(&point)),
                _ => false,
            }
        };
        let diagonal: Vec<Vec<Radial>> = elements
            .diagonal_radials
            .iter()
            .enumerate()
            .map(|(site, rays)| rays.iter().filter(|ray| leads(site, ray)).cloned().collect())
            .collect();
        let mut sorted = points.to_vec();
        sorted.sort_unstable();
        self.table(ty, format!("all {sorted:?}"), |ground| Radials::listed(ground, ty, &[&adjacent, &diagonal]))
    }

    fn named_table(&mut self, ty: SiteType, mut directions: Vec<Direction>) -> usize {
        directions.sort();
        directions.dedup();
        let key = directions.iter().map(|one| one.name()).collect::<Vec<_>>().join(" ");
        self.table(ty, key, |ground| Radials::of(ground, ty, |_, direction, _| directions.contains(&direction)))
    }

    /// Returns the table of an absolute direction or of a relation.
    pub(crate) fn absolute(&mut self, ty: SiteType, word: &str) -> Option<usize> {
        if let Some(direction) = Direction::named(word) {
            return Some(self.named_table(ty, vec![direction]));
        }
        if !is_absolute(word) {
            return None;
        }
        let elements = self.ground.equipment.board.elements(ty);
        let adjacent: Vec<Vec<Radial>> = elements
            .radials
            .iter()
            .map(|directions| directions.iter().flat_map(|(_, radials)| radials.iter().cloned()).collect())
            .collect();
        let along = elements.adjacent_radials.clone();
        let (orthogonal, diagonal) = (elements.orthogonal_radials.clone(), elements.diagonal_radials.clone());
        let lists: Vec<&[Vec<Radial>]> = match word {
            "Orthogonal" => vec![&orthogonal],
            "Adjacent" => vec![&along],
            "Diagonal" => vec![&diagonal],
            "All" => vec![&adjacent, &diagonal],
            _ => Vec::new(),
        };
        if !lists.is_empty() {
            return Some(self.table(ty, word.to_string(), |ground| Radials::listed(ground, ty, &lists)));
        }
        let keep = self.keeps(ty, word)?;
        let has_rings = elements.radials.iter().flatten().any(|(one, _)| matches!(one, Direction::CW | Direction::CCW));
        if word == "Rotational" && !has_rings {
            return None;
        }
        Some(self.table(ty, word.to_string(), |ground| Radials::of(ground, ty, keep)))
    }

    fn several(&mut self, ty: SiteType, words: &[&str]) -> Option<usize> {
        if words.iter().all(|word| Direction::named(word).is_some()) {
            return Some(self.named_table(ty, words.iter().filter_map(|word| Direction::named(word)).collect()));
        }
        let keeps: Vec<_> = words.iter().map(|word| self.keeps(ty, word)).collect::<Option<_>>()?;
        Some(self.table(ty, words.join("|"), |ground| {
            Radials::of(ground, ty, |site, direction, first| keeps.iter().any(|keep| keep(site, direction, first)))
        }))
    }

    fn keeps(&self, ty: SiteType, word: &str) -> Option<Keep> {
        let elements = self.ground.equipment.board.elements(ty);
        let related = |relation: &Vec<Vec<u32>>| {
            let relation = relation.clone();
            Box::new(move |site: u32, _, first: u32| {
                relation.get(site as usize).is_some_and(|near| near.contains(&first))
            }) as Keep
        };
        let named = |fits: fn(Direction) -> bool| Box::new(move |_, direction, _| fits(direction)) as Keep;
        if let Some(wanted) = Direction::named(word) {
            return Some(Box::new(move |_, direction, _| direction == wanted));
        }
        Some(match word {
            "Orthogonal" => related(&elements.orthogonal),
            "Diagonal" => related(&elements.diagonal),
            "Adjacent" => related(&elements.adjacent),
            "OffDiagonal" => related(&elements.off),
            "All" => named(|_| true),
            "Rotational" => rotational(&elements.radials),
            "Upward" => named(|one| one.name().starts_with('U')),
            "Downward" => named(|one| one.name().starts_with('D')),
            "SameLayer" => named(|one| !one.name().starts_with(['U', 'D'])),
            // Vertices have no axial steps.
            "Axial" if ty == SiteType::Vertex => named(|_| false),
            _ => return None,
        })
    }

    fn need_compass(&mut self, ty: SiteType) {
        if self.compass[ty as usize].is_empty() {
            let table = |one| Radials::of(&self.ground, ty, |_, direction, _| direction == one);
            self.compass[ty as usize] = Direction::ALL.into_iter().map(table).collect();
        }
    }

    /// Returns by slot where walks lead, each target once, with the compass point in which it lies.
    /// Walks begin in all directions if they turn, else in that of the piece.
    pub(crate) fn leaps(&self, ty: SiteType, walks: &[Vec<u8>], turns: bool) -> Leaps {
        let supported = &self.ground.equipment.board.elements(ty).orthogonal_directions;
        if turns {
            return Leaps { by_facing: vec![self.leaps_from(ty, walks, 0..supported.len())] };
        }
        let first = |facing: usize| {
            let at = supported.iter().position(|one| one.point() == Some(facing)).unwrap_or(0);
            self.leaps_from(ty, walks, at..(at + 1).min(supported.len()))
        };
        Leaps { by_facing: (0..16).map(first).collect() }
    }

    fn leaps_from(&self, ty: SiteType, walks: &[Vec<u8>], firsts: std::ops::Range<usize>) -> Vec<Vec<(u16, u8)>> {
        let ground = &self.ground;
        let sites = &ground.equipment.board.elements(ty).sites;
        let mut leaps = vec![Vec::new(); ground.slots];
        for (site, from) in sites.iter().enumerate() {
            let Some(slot) = ground.slot(ty, site as i32) else { continue };
            for walk in walks {
                for first in firsts.clone() {
                    let passed = self.walk_from(ty, site as u32, first, walk);
                    let Some(to) = passed.and_then(|passed| passed.last().copied()) else { continue };
                    let target = (to as usize != site).then(|| ground.slot(ty, to as i32)).flatten();
                    let (Some(target), Some(end)) = (target, sites.get(to as usize)) else { continue };
                    let angle = (end.x - from.x).atan2(end.y - from.y).to_degrees().rem_euclid(360.0);
                    let point = (angle / 22.5).round() as u8 % 16;
                    if !leaps[slot].contains(&(target as u16, point)) {
                        leaps[slot].push((target as u16, point));
                    }
                }
            }
        }
        leaps
    }

    fn combined(&mut self, union: bool, one: &Node, two: &Node, ty: SiteType) -> Read<Directions> {
        let (one, two) = (self.directions(one, ty)?, self.directions(two, ty)?);
        let tables = |directions: &Directions| match directions {
            Directions::Table(table) => Some(vec![*table; 16]),
            Directions::Facing(tables) => Some(tables.clone()),
            _ => None,
        };
        let (Some(one), Some(two)) = (tables(&one), tables(&two)) else {
            return Ok(Directions::Combined { union, one: Box::new(one), two: Box::new(two) });
        };
        let mut made = Vec::new();
        for (one, two) in one.into_iter().zip(two) {
            let (a, b) = (self.radials[one].clone(), self.radials[two].clone());
            let has = |table: &Radials, slot: Option<usize>, first: Option<usize>| match (slot, first) {
                (Some(slot), Some(first)) => table.steps(slot).any(|step| step == first),
                _ => false,
            };
            made.push(self.table(ty, format!("{union} {one} {two}"), |ground| {
                Radials::of(ground, ty, |site, _, first| {
                    let (slot, first) = (ground.slot(ty, site as i32), ground.slot(ty, first as i32));
                    let (in_one, in_two) = (has(&a, slot, first), has(&b, slot, first));
                    if union { in_one || in_two } else { in_one && !in_two }
                })
            }));
        }
        Ok(Directions::Facing(made))
    }
}

/// Along the rings, outwards, and inwards: straight through the centre where the board continues
/// behind it.
fn rotational(radials: &[Vec<(Direction, Vec<Radial>)>]) -> Keep {
    let first = |radials: &[Radial]| radials.first().and_then(|radial| radial.first()).copied();
    // By site where `In` leads, and whether a compass direction leads there too.
    let inwards: Vec<(Option<u32>, bool)> = radials
        .iter()
        .map(|directions| {
            let inward = directions.iter().find(|(one, _)| *one == Direction::In).and_then(|(_, list)| first(list));
            let straight = |(one, list): &(Direction, Vec<Radial>)| one.point().is_some() && first(list) == inward;
            (inward, inward.is_some() && directions.iter().any(straight))
        })
        .collect();
    Box::new(move |site, direction, first| {
        let (inward, straight) = inwards.get(site as usize).copied().unwrap_or_default();
        match direction {
            Direction::CW | Direction::CCW | Direction::Out => true,
            Direction::In => !straight,
            _ => straight && direction.point().is_some() && Some(first) == inward,
        }
    })
}
