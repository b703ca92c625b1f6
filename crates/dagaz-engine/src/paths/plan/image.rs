//! Lowering of paths that only move the cursor and ask, to operations on whole sets.
//!
//! The pre-image of a path is the set from which it can be walked; its image is where it can end.

use dagaz_core::CompactSort;
use dagaz_rules::path::Path;

use super::analysis::{
    asks_position, depends_on_cursor, has_no_cycle, is_local, is_test, reads_carried_piece, truth_depends_on_cursor,
};
use super::lane::acts_here;
use super::lower::Lowering;
use super::{Hop, ImageId, NotCompiled, Pc, Row, SetId, SetNode};

/// Where a path can end, computed with whole sets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::paths) enum ImageNode {
    Go(Box<[Row]>),
    /// Keeps the sites of a set that does not depend on the cursor.
    Keep(SetId),
    Seq(Box<[ImageId]>),
    Or(Box<[ImageId]>),
    /// Any number of rounds.
    Flood {
        least: u8,
        body: ImageId,
    },
    /// The same where a round is one of some hops.
    FloodHops {
        least: u8,
        hops: Box<[Hop]>,
    },
    /// The same where a round is a hop within a set.
    FloodWithin {
        least: u8,
        rows: Box<[Row]>,
        within: SetId,
    },
    /// Hops along a row over sites of `through` and then onto a site of `target`.
    Slide {
        row: Row,
        through: SetId,
        target: SetId,
    },
    /// These sites, if there is any site before.
    To(SetId),
    /// Walked from each site by itself.
    Ends(Pc),
}

/// A path that only asks, as a set of sites.
pub(super) struct SiteTest {
    pub(super) set: SetId,
    /// Whether it passes without a site under the cursor.
    pub(super) at_none: bool,
}

impl Lowering<'_> {
    /// The sites from which a path can be walked, if it only moves the cursor and asks; `None` if
    /// it must be walked.
    pub(super) fn test(&mut self, path: &Path) -> Result<Option<SiteTest>, NotCompiled> {
        if self.pieces_have_variables && reads_carried_piece(&self.game.rules, path) {
            return Ok(None);
        }
        let Some(at_none) = passes_without_site(path) else { return Ok(None) };
        let board = self.board();
        Ok(self.pre_image(path, board)?.map(|set| SiteTest { set, at_none }))
    }

    /// The sites from which a path can be walked, as a set of its own if it must be walked from
    /// each.
    pub(super) fn seeing(&mut self, path: &Path) -> Result<SetId, NotCompiled> {
        if !(self.pieces_have_variables && reads_carried_piece(&self.game.rules, path)) {
            let board = self.board();
            if let Some(seen) = self.pre_image(path, board)? {
                return Ok(seen);
            }
        }
        let entry = self.question(path)?;
        Ok(self.set_node(SetNode::Seeing(entry)))
    }

    /// The sites from which a path can end on a site of `target`.
    pub(super) fn pre_image(&mut self, path: &Path, target: SetId) -> Result<Option<SetId>, NotCompiled> {
        Ok(Some(match path {
            Path::Go(ways) => {
                let rows = self.rows(ways);
                self.set_node(SetNode::Back(rows, target))
            }
            Path::Is(set) => {
                let set = match depends_on_cursor(&self.game.rules, set) {
                    true => {
                        let inner = self.set(set)?;
                        self.set_node(SetNode::WithCursor(inner))
                    }
                    false => self.set(set)?,
                };
                self.both(set, target)
            }
            Path::Holds(truth) => match truth_depends_on_cursor(&self.game.rules, truth) {
                true => {
                    let holding = self.holding(truth)?;
                    self.both(holding, target)
                }
                false => {
                    let id = self.truth(truth)?;
                    self.set_node(SetNode::Given(id, target))
                }
            },
            Path::Seq(parts) => {
                let mut target = target;
                for part in parts.iter().rev() {
                    let Some(before) = self.pre_image(part, target)? else { return Ok(None) };
                    target = before;
                }
                target
            }
            Path::Or(parts) | Path::First(parts) => {
                let mut ways = Vec::new();
                for part in parts {
                    let Some(before) = self.pre_image(part, target)? else { return Ok(None) };
                    ways.push(before);
                }
                self.set_node(SetNode::Any(ways.into()))
            }
            Path::See(inner) => {
                let board = self.board();
                let Some(seen) = self.pre_image(inner, board)? else { return Ok(None) };
                self.both(seen, target)
            }
            Path::Not(inner) => {
                let board = self.board();
                let Some(seen) = self.pre_image(inner, board)? else { return Ok(None) };
                let unseen = self.set_node(SetNode::Not(seen));
                self.both(unseen, target)
            }
            Path::If(question, yes, no) => {
                let board = self.board();
                let Some(seen) = self.pre_image(question, board)? else { return Ok(None) };
                let (Some(yes), Some(no)) = (self.pre_image(yes, target)?, self.pre_image(no, target)?) else {
                    return Ok(None);
                };
                let unseen = self.set_node(SetNode::Not(seen));
                let (yes, no) = (self.both(seen, yes), self.both(unseen, no));
                self.set_node(SetNode::Any([yes, no].into()))
            }
            Path::Many { least, body } => {
                let (way, through) = match &**body {
                    Path::Go(ways) => (ways.as_slice(), None),
                    Path::Seq(parts) => match parts.as_slice() {
                        [Path::Go(ways), Path::Is(set)] if !depends_on_cursor(&self.game.rules, set) => {
                            (ways.as_slice(), Some(set))
                        }
                        _ => return Ok(None),
                    },
                    _ => return Ok(None),
                };
                let [way] = way else { return Ok(None) };
                let through = match through {
                    Some(set) => self.set(set)?,
                    None => self.board(),
                };
                let row = self.row(*way);
                self.set_node(SetNode::Ray { row, least: *least, through, target })
            }
            _ => return Ok(None),
        }))
    }

    /// Sites outside of which no move by a path can begin.
    pub(super) fn starts(&mut self, path: &Path) -> Result<SetId, NotCompiled> {
        let parts = parts_of(path);
        // After the first hop the start site is empty. Only tests of other sites may follow, and
        // effects on the site under the cursor, which no later hop comes back to.
        let (mut prefix, mut ways) = (Vec::new(), Vec::new());
        for part in parts {
            let taken = match part {
                Path::Go(hops) => {
                    ways.extend(hops);
                    has_no_cycle(self.game, self.me, &ways)
                }
                Path::Is(set) if !ways.is_empty() => is_local(set),
                part if !ways.is_empty() && !self.plan.has_capture_hooks && acts_here(part) => continue,
                part => ways.is_empty() && is_test(part) && asks_position(&self.game.rules, part),
            };
            if !taken {
                break;
            }
            prefix.push(part.clone());
        }
        let rest = parts.get(prefix.len());
        let board = self.board();
        let target = match rest {
            Some(Path::Or(parts)) if ways.is_empty() => {
                let starts = parts.iter().map(|part| self.starts(part)).collect::<Result<Vec<_>, _>>()?;
                self.set_node(SetNode::Any(starts.into()))
            }
            Some(Path::Many { least: 1.., body }) if ways.is_empty() => self.starts(body)?,
            Some(part @ Path::Seq(_)) if ways.is_empty() => self.starts(part)?,
            _ => board,
        };
        Ok(self.pre_image(&Path::Seq(prefix), target)?.unwrap_or(board))
    }

    pub(super) fn both(&mut self, one: SetId, other: SetId) -> SetId {
        let board = self.board();
        match (one == board, other == board) {
            (true, _) => other,
            (_, true) => one,
            _ => {
                let mut ids = vec![one, other];
                ids.compact_sort_by_key(|id| self.cost(*id));
                self.set_node(SetNode::All(ids.into()))
            }
        }
    }

    /// Where a sequence of paths can end.
    pub(super) fn image(&mut self, path: &[Path]) -> Result<ImageId, NotCompiled> {
        let mut parts = Vec::new();
        for (place, element) in path.iter().enumerate() {
            let node = match element {
                Path::Go(ways) => ImageNode::Go(self.rows(ways)),
                Path::Is(set) => {
                    let inner = self.set(set)?;
                    match depends_on_cursor(&self.game.rules, set) {
                        true => ImageNode::Keep(self.set_node(SetNode::WithCursor(inner))),
                        false => ImageNode::Keep(inner),
                    }
                }
                Path::Seq(inner) => {
                    parts.push(self.image(inner)?);
                    continue;
                }
                Path::Or(inner) => {
                    let ends = inner.iter().map(|part| self.image(std::slice::from_ref(part)));
                    ImageNode::Or(ends.collect::<Result<_, _>>()?)
                }
                Path::Many { least, body } if !body.stays() => self.flood(*least, body)?,
                Path::At(set) => ImageNode::To(self.set(set)?),
                Path::Holds(_) | Path::See(_) | Path::Not(_) => ImageNode::Keep(self.seeing(element)?),
                _ => {
                    // A path that binds, counts or chooses is walked from each site, with the rest
                    // behind it.
                    let entry = self.sequence_question(&path[place..])?;
                    let ends = self.image_node(ImageNode::Ends(entry));
                    parts.push(ends);
                    break;
                }
            };
            let node = self.image_node(node);
            parts.push(node);
        }
        let board = self.board();
        let nodes: Vec<&ImageNode> = parts.iter().map(|part| &self.plan.images[part.index()]).collect();
        if let [ImageNode::FloodWithin { least: 0, rows, within }, ImageNode::Go(last), ImageNode::Keep(target)] =
            nodes.as_slice()
            && let ([row], [hop]) = (rows.as_ref(), last.as_ref())
            && row == hop
        {
            let slide = ImageNode::Slide { row: *row, through: *within, target: *target };
            return Ok(self.image_node(slide));
        }
        // Along a row of pieces to the first site behind it.
        if let [ImageNode::Go(first), ImageNode::FloodHops { least: 0, hops }, ImageNode::Keep(target)] =
            nodes.as_slice()
            && let ([row], [hop]) = (first.as_ref(), hops.as_ref())
            && *hop.rows == [*row]
            && hop.to == board
        {
            let slide = ImageNode::Slide { row: *row, through: hop.from, target: *target };
            return Ok(self.image_node(slide));
        }
        Ok(match parts.as_slice() {
            [only] => *only,
            _ => self.image_node(ImageNode::Seq(parts.into())),
        })
    }
}

/// The parts of a path that are walked one after the other.
pub(super) fn parts_of(path: &Path) -> &[Path] {
    match path {
        Path::Seq(parts) => parts,
        one => std::slice::from_ref(one),
    }
}

/// Whether a path can be walked without a site under the cursor; `None` if that depends on a truth.
fn passes_without_site(path: &Path) -> Option<bool> {
    match path {
        Path::Go(_) | Path::Is(_) => Some(false),
        Path::Seq(parts) => {
            let parts: Vec<Option<bool>> = parts.iter().map(passes_without_site).collect();
            if parts.contains(&Some(false)) {
                Some(false)
            } else {
                parts.into_iter().collect::<Option<Vec<_>>>().map(|_| true)
            }
        }
        Path::Or(parts) | Path::First(parts) => {
            let parts: Vec<Option<bool>> = parts.iter().map(passes_without_site).collect();
            if parts.contains(&Some(true)) {
                Some(true)
            } else {
                parts.into_iter().collect::<Option<Vec<_>>>().map(|_| false)
            }
        }
        Path::See(inner) => passes_without_site(inner),
        Path::Not(inner) => passes_without_site(inner).map(|passes| !passes),
        Path::If(question, yes, no) => {
            if passes_without_site(question)? {
                passes_without_site(yes)
            } else {
                passes_without_site(no)
            }
        }
        Path::Many { least, body } => {
            if *least == 0 {
                Some(true)
            } else {
                passes_without_site(body)
            }
        }
        _ => None,
    }
}
