//! Strides: how far a rule can bring pieces, whatever stands on the board.
//!
//! A path is walked with sets of sites in the place of sites, and all that it tests is taken to
//! pass: so nothing that it can ever do is left out, and much that it cannot is in. What is not
//! understood at all gives no stride.

use dagaz_core::{PlayerId, SiteId, SiteSet};
use dagaz_rules::path::{Act, Path, PathRules, Set, WayId};

/// What a rule can do to pieces.
#[derive(Debug, Default)]
pub(super) struct Stride {
    /// For each site where the moving piece may come to that stands there; none where no piece
    /// moves.
    pub(super) carries: Vec<SiteSet>,
    /// The ways in which other pieces go a hop, each at most one in a move.
    pub(super) pushes: Vec<WayId>,
    /// Whether it is certain that nothing is captured.
    pub(super) spares: bool,
}

impl Stride {
    /// What a rule can do in a player's hands; `by_piece`: it moves the piece from where it begins.
    /// None if that is not understood.
    pub(super) fn of(rules: &PathRules, path: &Path, player: PlayerId, by_piece: bool) -> Option<Stride> {
        let sites = rules.topology.sites().len();
        let mut stride = Stride { spares: spares(path), ..Stride::default() };
        for from in (0..sites).map(SiteId::at) {
            let mut walk = Walk { rules, player, pushes: Vec::new(), rounds: 0 };
            let begin = SiteSet::of(sites, [from]);
            let none = || SiteSet::empty(sites);
            let begun = match by_piece {
                true => Spread { carried: begin, cursor: none(), landed: none() },
                // Without a piece a path may begin anywhere.
                false => {
                    Spread { carried: none(), cursor: SiteSet::of(sites, rules.topology.site_ids()), landed: none() }
                }
            };
            let mut end = walk.follow(path, begun)?;
            stride.pushes = walk.pushes;
            if !by_piece {
                break;
            }
            end.carried.unite(&end.landed);
            stride.carries.push(end.carried);
        }
        Some(stride)
    }
}

/// Where the cursor may be, and the moving piece.
#[derive(Clone, PartialEq)]
struct Spread {
    /// The cursor, while the piece goes with it.
    carried: SiteSet,
    /// The cursor, once the piece has landed or if there is none.
    cursor: SiteSet,
    /// Where the piece has landed.
    landed: SiteSet,
}

impl Spread {
    fn unite(&mut self, other: &Spread) {
        self.carried.unite(&other.carried);
        self.cursor.unite(&other.cursor);
        self.landed.unite(&other.landed);
    }
}

struct Walk<'r> {
    rules: &'r PathRules,
    player: PlayerId,
    pushes: Vec<WayId>,
    /// How many loops the walk is in.
    rounds: usize,
}

impl Walk<'_> {
    fn follow(&mut self, path: &Path, mut spread: Spread) -> Option<Spread> {
        match path {
            Path::Go(ways) => {
                spread.carried = self.gone(ways, &spread.carried);
                spread.cursor = self.gone(ways, &spread.cursor);
            }
            Path::Is(_) | Path::Holds(_) | Path::See(_) | Path::Not(_) => {}
            Path::Pick(..) | Path::PickDie(..) | Path::Let(..) | Path::LetSet(..) => {}
            Path::Seq(parts) => {
                for part in parts {
                    spread = self.follow(part, spread)?;
                }
            }
            Path::Or(parts) | Path::First(parts) => return self.either(parts.iter(), &spread),
            Path::If(_, yes, no) => return self.either([&**yes, &**no].into_iter(), &spread),
            Path::Many { body, .. } | Path::Most(body) | Path::Times(_, body) => {
                self.rounds += 1;
                loop {
                    let before = spread.clone();
                    spread.unite(&self.follow(body, before.clone())?);
                    if spread == before {
                        break;
                    }
                }
                self.rounds -= 1;
            }
            Path::At(set) => {
                spread.landed.unite(&spread.carried);
                spread.carried = SiteSet::empty(self.sites());
                spread.cursor = self.all(set);
            }
            Path::Fly(set) => {
                for part in [&mut spread.carried, &mut spread.cursor] {
                    if !part.is_empty() {
                        *part = self.all(set);
                    }
                }
            }
            Path::Land => {
                spread.landed.unite(&spread.carried);
                spread.cursor.unite(&spread.carried);
                spread.carried = SiteSet::empty(self.sites());
            }
            Path::Do(act) => self.act(act)?,
            Path::Each(..) | Path::PickCells(..) | Path::Like(_) | Path::Continue(..) => return None,
        }
        Some(spread)
    }

    fn either<'p>(&mut self, parts: impl Iterator<Item = &'p Path>, spread: &Spread) -> Option<Spread> {
        let none = || SiteSet::empty(self.rules.topology.sites().len());
        let mut all = Spread { carried: none(), cursor: none(), landed: none() };
        for part in parts {
            all.unite(&self.follow(part, spread.clone())?);
        }
        Some(all)
    }

    fn act(&mut self, act: &Act) -> Option<()> {
        match act {
            Act::Shift { set: Set::Here, way } if self.rounds == 0 => self.pushes.push(*way),
            Act::Take { .. } | Act::Leave => {}
            Act::Assign { .. } | Act::AssignElement { .. } | Act::AssignSet(..) | Act::AssignSetAt(..) => {}
            Act::Spend(..) | Act::ExtraTurn | Act::Skip(_) | Act::Goto(_) => {}
            _ => return None,
        }
        Some(())
    }

    fn sites(&self) -> usize {
        self.rules.topology.sites().len()
    }

    /// Where ways lead from any of these sites.
    fn gone(&self, ways: &[WayId], from: &SiteSet) -> SiteSet {
        let hops = ways.iter().flat_map(|&way| from.iter().map(move |site| hop(self.rules, way, self.player, site)));
        SiteSet::of(self.sites(), hops.flatten())
    }

    /// All sites that a set may ever hold.
    fn all(&self, set: &Set) -> SiteSet {
        match set {
            Set::Fixed(sets) => sets.get(self.player.index()).or(sets.first()).cloned(),
            _ => None,
        }
        .unwrap_or_else(|| SiteSet::of(self.sites(), self.rules.topology.site_ids()))
    }
}

/// Where a way leads from a site.
pub(super) fn hop(rules: &PathRules, way: WayId, player: PlayerId, from: SiteId) -> Option<SiteId> {
    let links = &rules.ways.get(way.index())?.links;
    links.get(player.index()).or(links.first())?.get(from.index()).and_then(|site| site.some())
}

/// Whether a path never captures: the piece comes to rest where nothing stands, and what is pushed
/// as well. Only plain rows of parts are understood.
fn spares(path: &Path) -> bool {
    let mut parts = Vec::new();
    flatten(path, &mut parts);
    // Whether something may stand where the cursor is, besides the piece that has come there.
    let mut occupied = false;
    for (place, part) in parts.iter().enumerate() {
        match part {
            Path::Go(_) | Path::Fly(_) => occupied = true,
            Path::Is(set) if is_empty(set) => occupied = false,
            Path::Do(Act::Shift { way, .. }) => {
                let before = place.checked_sub(1).map(|before| parts[before]);
                if !before.is_some_and(|before| sees_room(before, *way)) {
                    return false;
                }
                occupied = false;
            }
            Path::Is(_) | Path::Holds(_) | Path::See(_) | Path::Not(_) | Path::Let(..) | Path::LetSet(..) => {}
            Path::Do(Act::Assign { .. } | Act::AssignSet(..) | Act::ExtraTurn) => {}
            _ => return false,
        }
    }
    !occupied
}

fn flatten<'p>(path: &'p Path, parts: &mut Vec<&'p Path>) {
    match path {
        Path::Seq(inner) => inner.iter().for_each(|part| flatten(part, parts)),
        part => parts.push(part),
    }
}

fn is_empty(set: &Set) -> bool {
    match set {
        Set::Empty => true,
        Set::And(all) => all.iter().any(is_empty),
        _ => false,
    }
}

/// Whether a part tests that the destination of a direction is empty.
fn sees_room(part: &Path, way: WayId) -> bool {
    let Path::See(seen) = part else { return false };
    let mut parts = Vec::new();
    flatten(seen, &mut parts);
    matches!(&parts[..], [Path::Go(ways), Path::Is(set)] if ways[..] == [way] && is_empty(set))
}
