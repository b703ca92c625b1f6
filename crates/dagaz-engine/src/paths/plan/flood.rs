//! Lowering of floods: paths that are walked any number of times, one after the other.

use dagaz_rules::path::Path;

use super::analysis::{depends_on_cursor, is_test, reads_carried_piece};
use super::lower::Lowering;
use super::{ImageNode, NotCompiled, Row, SetId, SetNode};

/// A hop of a flood: from sites of one set, along rows, to sites of another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::paths) struct Hop {
    pub(in crate::paths) from: SetId,
    pub(in crate::paths) rows: Box<[Row]>,
    pub(in crate::paths) to: SetId,
}

/// The greatest cost of a set that is computed whole before a flood that may need a part of it.
const MOST_COST: u8 = 1;

impl Lowering<'_> {
    pub(super) fn flood(&mut self, least: u8, body: &Path) -> Result<ImageNode, NotCompiled> {
        let (ways, within) = match body {
            Path::Go(ways) => (Some(ways), self.board()),
            Path::Seq(parts) => match parts.as_slice() {
                [Path::Go(ways), Path::Is(set)] if !depends_on_cursor(&self.game.rules, set) => {
                    (Some(ways), self.set(set)?)
                }
                _ => (None, self.board()),
            },
            _ => (None, self.board()),
        };
        if let Some(ways) = ways {
            return Ok(ImageNode::FloodWithin { least, rows: self.rows(ways), within });
        }
        if let Some(hops) = self.hops(body)? {
            return Ok(ImageNode::FloodHops { least, hops });
        }
        Ok(ImageNode::Flood { least, body: self.image(std::slice::from_ref(body))? })
    }

    /// The hops of a round, if each of its alternatives is one hop between tests that are cheap as
    /// whole sets.
    fn hops(&mut self, body: &Path) -> Result<Option<Box<[Hop]>>, NotCompiled> {
        if self.pieces_have_variables && reads_carried_piece(&self.game.rules, body) {
            return Ok(None);
        }
        let (mut alternatives, mut hops) = (Vec::new(), Vec::<Hop>::new());
        note_alternatives(body, &mut alternatives);
        for alternative in alternatives {
            let Some(hop) = self.single_hop(alternative)? else { return Ok(None) };
            match hops.iter_mut().find(|known| known.rows == hop.rows && known.to == hop.to) {
                Some(known) => known.from = self.set_node(SetNode::Any([known.from, hop.from].into())),
                None => hops.push(hop),
            }
        }
        Ok(Some(hops.into()))
    }

    fn single_hop(&mut self, path: &Path) -> Result<Option<Hop>, NotCompiled> {
        let mut parts = Vec::new();
        note_parts(path, &mut parts);
        let hops = |part: &&Path| matches!(part, Path::Go(_));
        let Some(place) = parts.iter().position(hops) else { return Ok(None) };
        let (before, after) = (&parts[..place], &parts[place + 1..]);
        let Path::Go(ways) = parts[place] else { return Ok(None) };
        if !before.iter().chain(after).all(|part| is_test(part)) {
            return Ok(None);
        }
        let (Some(from), Some(to)) = (self.passing(before)?, self.passing(after)?) else { return Ok(None) };
        let is_cheap = self.cost(from).max(self.cost(to)) <= MOST_COST;
        Ok(is_cheap.then(|| Hop { from, rows: self.rows(ways), to }))
    }

    /// The sites that pass some tests.
    fn passing(&mut self, tests: &[&Path]) -> Result<Option<SetId>, NotCompiled> {
        let board = self.board();
        self.pre_image(&Path::Seq(tests.iter().map(|test| (*test).clone()).collect()), board)
    }
}

/// The alternatives of a path.
fn note_alternatives<'p>(path: &'p Path, alternatives: &mut Vec<&'p Path>) {
    match path {
        Path::Or(parts) => parts.iter().for_each(|part| note_alternatives(part, alternatives)),
        one => alternatives.push(one),
    }
}

/// The parts of a path that are walked one after the other, parts of parts too.
fn note_parts<'p>(path: &'p Path, parts: &mut Vec<&'p Path>) {
    match path {
        Path::Seq(inner) => inner.iter().for_each(|part| note_parts(part, parts)),
        one => parts.push(one),
    }
}
