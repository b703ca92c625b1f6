//! Piece movement in Betza's notation, as XBoard extends it: `fmWfcFifmnD` is a pawn.
//!
//! The notation is derived from play and not from the rules. A piece stands alone on the board and
//! its moves are listed, then with one other piece on each nearby site. So the result is correct
//! for every game. Moves that the notation cannot express (chains of captures, moves that change
//! other pieces) are omitted.

use std::collections::BTreeMap;

use dagaz_core::{Fuel, Game, MoveList, Piece, PieceTypeId, Placement, PlayerId, Position, SiteId, SlotId};

/// From one site to another: to the right, and forward.
type Hop = (i32, i32);

/// Maximum hop distance, except as parts of slides.
const FAR: i32 = 3;
/// Maximum number of sites of a board.
const SITES_MAX: usize = 400;

/// How the pieces of the first player move, each with its letter; those left out that the notation
/// has no words for.
pub fn betza(game: &dyn Game) -> Vec<(String, String)> {
    let Some(board) = Board::of(game) else { return Vec::new() };
    let kinds = (0..game.glossary().pieces.len()).map(PieceTypeId::at);
    let said = |kind: PieceTypeId| {
        let letter = game.glossary().pieces[kind.index()].letter.clone()?;
        Some((letter.to_uppercase(), words(&board.parts(kind)?)?))
    };
    kinds.filter_map(said).collect()
}

/// The test board.
struct Board<'a> {
    game: &'a dyn Game,
    own: PlayerId,
    /// A piece that can do little, to stand in the way and to be taken.
    stone: PieceTypeId,
    /// Pieces that keep the game going: royal pieces of the start or another enemy piece.
    others: Vec<Placement>,
    /// For each site its column, and its row counted forward.
    places: Vec<Option<Hop>>,
    slot: Option<SlotId>,
}

/// A part of what a piece can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct BetzaAtom {
    /// Only as the first move of the piece.
    initial: bool,
    /// The hop without its directions: the shorter distance first.
    shape: Hop,
    /// Over exactly one other piece.
    hops: bool,
    /// Range in the same direction: 1 for one hop, 0 for unlimited.
    range: i32,
    /// Onto empty sites.
    moves: bool,
    /// Onto enemies.
    captures: bool,
    /// Not over anything that stands between.
    lame: bool,
}

impl<'a> Board<'a> {
    /// Returns `None` if the board is not a two-dimensional rectangle, or the first player has no
    /// opponent.
    fn of(game: &'a dyn Game) -> Option<Board<'a>> {
        let topology = game.topology();
        let [columns, rows] = topology.grids().first()?.labels.iter().map(Vec::len).collect::<Vec<_>>()[..] else {
            return None;
        };
        if topology.sites().len() > SITES_MAX {
            return None;
        }
        let on_board = |site: &SiteId| topology.site(*site).grid.as_ref().is_some_and(|place| place.grid == 0);
        if topology.site_ids().filter(on_board).count() != columns * rows {
            return None;
        }
        let (own, enemy) = (PlayerId(0), PlayerId(1));
        let start = game.initial();
        let row = |site: SiteId| topology.site(site).grid.as_ref().map_or(0, |place| i32::from(place.index[1]));
        let mean = |player: PlayerId| {
            let rows: Vec<i32> = start.sites_of(game.layout(), player).map(row).collect();
            rows.iter().sum::<i32>() as f32 / rows.len().max(1) as f32
        };
        let forward = if mean(enemy) < mean(own) { -1 } else { 1 };
        let royals: Vec<Placement> = [own, enemy]
            .into_iter()
            .flat_map(|side| game.royals(&start, side))
            .filter_map(|site| Some(Placement { site, piece: start.piece(site)?, attributes: Vec::new() }))
            .collect();
        let place = |site: SiteId| {
            let index = &topology.site(site).grid.as_ref().filter(|place| place.grid == 0)?.index;
            Some((i32::from(*index.first()?) * forward, i32::from(*index.get(1)?) * forward))
        };
        let mut board = Board {
            game,
            own,
            stone: PieceTypeId(0),
            places: topology.site_ids().map(place).collect(),
            others: Vec::new(),
            slot: game.glossary().slots.iter().position(|slot| slot.mover == own).map(SlotId::at),
        };
        let kinds = || (0..game.glossary().pieces.len()).map(PieceTypeId::at);
        let busy = |board: &Board<'_>, kind: PieceTypeId| -> usize {
            topology.site_ids().filter_map(|site| board.reached(kind, site, &[])).map(|hops| hops.len()).sum()
        };
        let is_royal = |kind: PieceTypeId| royals.iter().any(|one| one.piece.kind == kind);
        // Royal pieces are needed where the game would be over without them, and are in the way
        // elsewhere. Many games are drawn where too little material is left: then another enemy
        // piece of the start keeps them going. The set with which the pieces move most is used.
        let extras = kinds().filter(|kind| !is_royal(*kind)).filter_map(|kind| {
            let piece = Piece { kind, owner: enemy };
            let site = topology.site_ids().find(|site| start.piece(*site) == Some(piece))?;
            Some(vec![Placement { site, piece, attributes: Vec::new() }])
        });
        let extras: Vec<Vec<Placement>> = std::iter::once(Vec::new()).chain(extras).collect();
        let mut best = (0, Vec::new());
        for kept in [&[], &royals[..]] {
            for extra in &extras {
                board.others = [kept, extra].concat();
                let total: usize = kinds().map(|kind| busy(&board, kind)).sum();
                if total > best.0 {
                    best = (total, board.others.clone());
                }
            }
        }
        board.others = best.1;
        board.stone = kinds().filter(|kind| !is_royal(*kind)).min_by_key(|kind| busy(&board, *kind))?;
        Some(board)
    }

    fn at(&self, (x, y): Hop) -> Option<SiteId> {
        self.places.iter().position(|place| *place == Some((x, y))).map(SiteId::at)
    }

    fn to(&self, from: SiteId, hop: Hop) -> Option<SiteId> {
        let (x, y) = self.places[from.index()]?;
        self.at((x + hop.0, y + hop.1))
    }

    /// Returns the destinations of a piece on a site, with other pieces on those sites; `None` if
    /// the position is impossible.
    fn reached(&self, kind: PieceTypeId, from: SiteId, others: &[(SiteId, PlayerId)]) -> Option<Vec<Hop>> {
        let royal = |one: &&Placement| {
            one.site != from
                && others.iter().all(|(site, _)| *site != one.site)
                && one.piece != Piece { kind, owner: self.own }
        };
        let mut pieces: Vec<Placement> = self.others.iter().filter(royal).cloned().collect();
        self.places[from.index()]?;
        let placed = |site: SiteId, piece: Piece| Placement { site, piece, attributes: Vec::new() };
        // A capture of a royal piece is not a move.
        let guests: Vec<SiteId> = pieces.iter().map(|one| one.site).collect();
        pieces.extend(others.iter().map(|&(site, owner)| placed(site, Piece { kind: self.stone, owner })));
        pieces.push(placed(from, Piece { kind, owner: self.own }));
        let state = self.game.set_up(&Position { pieces, slot: self.slot, ..Position::default() }).ok()?;
        let mut list = MoveList::new();
        self.game.moves(&state, &mut list, &mut Fuel::new(self.game.limits().fuel)).ok()?;
        let (x, y) = self.places[from.index()]?;
        let ends = list.iter().filter(|one| one.origin() == from).filter_map(|one| one.target().some());
        let ends = ends.filter(|to| !guests.contains(to));
        let hop = |to: SiteId| self.places.get(to.index()).copied().flatten().map(|(a, b)| (a - x, b - y));
        let mut hops: Vec<Hop> = ends.filter_map(hop).filter(|hop| *hop != (0, 0)).collect();
        hops.sort_unstable();
        hops.dedup();
        Some(hops)
    }

    fn reaches(&self, kind: PieceTypeId, from: SiteId, others: &[(SiteId, PlayerId)], hop: Hop) -> bool {
        self.reached(kind, from, others).is_some_and(|hops| hops.contains(&hop))
    }

    /// All that a piece can do, each part with its directions.
    fn parts(&self, kind: PieceTypeId) -> Option<BTreeMap<BetzaAtom, Vec<Hop>>> {
        let (friend, enemy) = (|site: SiteId| (site, self.own), |site: SiteId| (site, PlayerId(1)));
        let topology = self.game.topology();
        let start = self.game.initial();
        let begins = |site: SiteId| start.piece(site) == Some(Piece { kind, owner: self.own });
        let all: Vec<(SiteId, Vec<Hop>)> =
            topology.site_ids().filter_map(|site| Some((site, self.reached(kind, site, &[])?))).collect();
        let middle = |site: SiteId| -> i32 {
            let (x, y) = self.places[site.index()].unwrap_or_default();
            let far = |of: i32, all: &mut dyn Iterator<Item = i32>| all.map(|one| (one - of).abs()).max().unwrap_or(0);
            let places = || self.places.iter().flatten();
            far(x, &mut places().map(|place| place.0)) + far(y, &mut places().map(|place| place.1))
        };
        // Where it can go most, next to the middle of the board, and not where it stands in the
        // beginning.
        let (from, free) = all
            .iter()
            .filter(|(site, _)| !begins(*site) && self.others.iter().all(|other| other.site != *site))
            .max_by_key(|(site, hops)| (hops.len(), -middle(*site)))?;
        let mut parts: BTreeMap<BetzaAtom, Vec<Hop>> = BTreeMap::new();
        let mut add = |part: BetzaAtom, hop: Hop| parts.entry(part).or_default().push(hop);
        for hop in (-FAR..=FAR).flat_map(|x| (-FAR..=FAR).map(move |y| (x, y))) {
            let (shape, twice) = (shape_of(hop), (2 * hop.0, 2 * hop.1));
            let part = |range: i32| BetzaAtom {
                initial: false,
                range,
                moves: true,
                captures: false,
                hops: false,
                lame: false,
                shape,
            };
            let Some(there) = self.to(*from, hop) else { continue };
            let (moves, captures) = (free.contains(&hop), self.reaches(kind, *from, &[enemy(there)], hop));
            let farther = self.to(*from, twice);
            let slides = moves && free.contains(&twice) && !self.reaches(kind, *from, &[friend(there)], twice);
            // Farther sites in the direction of a slide belong to the slide.
            let part_of_slide = (1..FAR).any(|part| {
                let less = (hop.0 / (part + 1), hop.1 / (part + 1));
                let whole = (less.0 * (part + 1), less.1 * (part + 1)) == hop;
                let twice = (2 * less.0, 2 * less.1);
                let between =
                    || self.to(*from, less).is_some_and(|site| !self.reaches(kind, *from, &[friend(site)], twice));
                whole && less != (0, 0) && (1..=part + 1).all(|n| free.contains(&(less.0 * n, less.1 * n))) && between()
            });
            if part_of_slide {
                continue;
            }
            if slides {
                let length = (1..).take_while(|n| free.contains(&(hop.0 * n, hop.1 * n))).count() as i32;
                let ends = self.to(*from, (hop.0 * (length + 1), hop.1 * (length + 1))).is_none();
                let range = if ends { 0 } else { length };
                let over = farther
                    .is_some_and(|far| !captures && self.reaches(kind, *from, &[friend(there), enemy(far)], twice));
                add(BetzaAtom { captures, ..part(range) }, hop);
                if over {
                    add(BetzaAtom { moves: false, captures: true, hops: true, ..part(range) }, hop);
                }
            } else if moves || captures {
                let lame = between(hop).into_iter().any(|stone| {
                    let mut others: Vec<(SiteId, PlayerId)> = self.to(*from, stone).map(friend).into_iter().collect();
                    // Capture-only moves need an enemy piece.
                    others.extend((!moves).then_some(enemy(there)));
                    !self.reaches(kind, *from, &others, hop)
                });
                add(BetzaAtom { moves, captures, lame, ..part(1) }, hop);
            }
        }
        // Moves from the initial site only.
        let usual = |hop: &Hop| all.iter().any(|(site, hops)| !begins(*site) && hops.contains(hop));
        let mut first: Vec<(SiteId, Hop)> = Vec::new();
        for (site, hops) in all.iter().filter(|(site, _)| begins(*site)) {
            for hop in hops.iter().filter(|hop| !usual(hop) && hop.0.abs() <= FAR && hop.1.abs() <= FAR) {
                if first.iter().all(|(_, known)| known != hop) {
                    first.push((*site, *hop));
                }
            }
        }
        for (site, hop) in first {
            let captures = self.to(site, hop).is_some_and(|there| self.reaches(kind, site, &[enemy(there)], hop));
            let blocks =
                |stone: Hop| self.to(site, stone).is_some_and(|one| !self.reaches(kind, site, &[friend(one)], hop));
            let lame = between(hop).into_iter().any(blocks);
            let part =
                BetzaAtom { initial: true, range: 1, moves: true, captures, hops: false, lame, shape: shape_of(hop) };
            add(part, hop);
        }
        (!parts.is_empty()).then_some(parts)
    }
}

/// Returns a hop without its directions: the shorter distance first.
fn shape_of((x, y): Hop) -> Hop {
    (x.abs().min(y.abs()), x.abs().max(y.abs()))
}

/// Possible blockers of a hop: straight ahead, or on the diagonal.
fn between((x, y): Hop) -> Vec<Hop> {
    let (sx, sy) = (x.signum(), y.signum());
    match shape_of((x, y)) {
        (_, 0 | 1) => Vec::new(),
        (0, far) | (far, _) if far == x.abs().max(y.abs()) => (1..far).map(|n| (sx * n, sy * n)).collect(),
        _ if x.abs() > y.abs() => vec![(sx, 0), (sx, sy)],
        _ => vec![(0, sy), (sx, sy)],
    }
}

/// Returns the notation of all parts; `None` if a part has none.
fn words(parts: &BTreeMap<BetzaAtom, Vec<Hop>>) -> Option<String> {
    let mut said: Vec<String> = Vec::new();
    for (part, hops) in parts {
        let atom = match part.shape {
            (0, 1) => "W",
            (1, 1) => "F",
            (0, 2) => "D",
            (1, 2) => "N",
            (2, 2) => "A",
            (0, 3) => "H",
            (1, 3) => "C",
            (2, 3) => "Z",
            (3, 3) => "G",
            _ => return None,
        };
        let atom = match (atom, part.range) {
            (atom, 1) => atom.to_string(),
            ("W", 0) => "R".to_string(),
            ("F", 0) => "B".to_string(),
            (atom, 0) => format!("{atom}{atom}"),
            (atom, range) => format!("{atom}{range}"),
        };
        let mut word = String::new();
        if part.initial {
            word.push('i');
        }
        word.push_str(&directions(part.shape, hops)?);
        match (part.moves, part.captures) {
            (true, false) => word.push('m'),
            (false, true) => word.push('c'),
            _ => {}
        }
        if part.hops {
            word.push('p');
        }
        if part.lame {
            word.push('n');
        }
        said.push(word + &atom);
    }
    // Two words that have one together.
    for (one, other, both) in [("W", "F", "K"), ("R", "B", "Q")] {
        if let (Some(first), Some(second)) =
            (said.iter().position(|word| word == one), said.iter().position(|word| word == other))
        {
            said[first] = both.to_string();
            said.remove(second);
        }
    }
    Some(said.concat())
}

/// Returns the direction letters of hops of one shape; empty for all directions, `None` if these
/// have no notation.
fn directions(shape: Hop, hops: &[Hop]) -> Option<String> {
    let is = |test: &dyn Fn(Hop) -> bool, all: &[Hop]| all.iter().all(|hop| hops.contains(hop) == test(*hop));
    let (a, b) = shape;
    let mut all: Vec<Hop> = [(a, b), (b, a)].iter().flat_map(|&(x, y)| [(x, y), (-x, y), (x, -y), (-x, -y)]).collect();
    all.sort_unstable();
    all.dedup();
    if is(&|_| true, &all) {
        return Some(String::new());
    }
    if a == 0 {
        let has = |x: i32, y: i32| hops.contains(&(x * b, y * b));
        let mut said = String::new();
        [("f", has(0, 1)), ("b", has(0, -1))].iter().filter(|(_, has)| *has).for_each(|(word, _)| said.push_str(word));
        match (has(-1, 0), has(1, 0)) {
            (true, true) => said.push('s'),
            (true, false) => said.push('l'),
            (false, true) => said.push('r'),
            (false, false) => {}
        }
        return Some(said);
    }
    if a == b {
        let has = |x: i32, y: i32| hops.contains(&(x * a, y * a));
        let mut said = String::new();
        for (row, word) in [(1, "f"), (-1, "b")] {
            match (has(-1, row), has(1, row)) {
                (true, true) => said.push_str(word),
                (true, false) => said.extend([word, "l"]),
                (false, true) => said.extend([word, "r"]),
                (false, false) => {}
            }
        }
        return Some(said);
    }
    let some: [(&str, &dyn Fn(Hop) -> bool); 8] = [
        ("f", &|(_, y)| y > 0),
        ("b", &|(_, y)| y < 0),
        ("ff", &|(_, y)| y == b),
        ("bb", &|(_, y)| y == -b),
        ("fs", &|(_, y)| y == a),
        ("bs", &|(_, y)| y == -a),
        ("v", &|(_, y)| y.abs() == b),
        ("s", &|(_, y)| y.abs() == a),
    ];
    some.iter().find(|(_, test)| is(*test, &all)).map(|(word, _)| word.to_string())
}
