//! FacingLines: lines along which pieces may not stand in view of each other, as the Generals of
//! xiangqi.
//!
//! Such a line forbids just what an attack along it would, so it is put among the threats, and
//! everything that is known of checks and pins holds of it. But it is none: it captures nothing and
//! gives no check. So positions in which it is open to begin with are left to the general executor,
//! and later ones have none, as long as every line is forbidden to both of its ends.

use super::codes::{CodeSet, Codes};
use super::sites::Sites;
use super::state::FlatState;

/// A line that may not be open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FacingLines<const W: usize> {
    /// Where the piece stands to which it is forbidden, and as which codes.
    pub(crate) site: usize,
    pub(crate) codes: CodeSet,
    /// Where the other stands, and as which codes.
    pub(crate) origin: usize,
    pub(crate) others: CodeSet,
    /// The sites between, which are empty.
    pub(crate) between: Sites<W>,
}

impl<const W: usize> FacingLines<W> {
    /// The line, if that is what a way in which a forbidden result holds says: pieces of `own` on
    /// one site, pieces of `foes` on another, and nothing on all others.
    pub(crate) fn of(way: &[(u16, CodeSet)], own: CodeSet, foes: CodeSet) -> Option<FacingLines<W>> {
        let mut sight = FacingLines { site: 0, codes: 0, origin: 0, others: 0, between: Sites::EMPTY };
        for &(site, codes) in way {
            let site = usize::from(site);
            if codes == Codes::EMPTY {
                sight.between.insert(site);
            } else if codes & !own == 0 && sight.codes == 0 {
                (sight.site, sight.codes) = (site, codes);
            } else if codes & !foes == 0 && sight.others == 0 {
                (sight.origin, sight.others) = (site, codes);
            } else {
                return None;
            }
        }
        (sight.codes != 0 && sight.others != 0).then_some(sight)
    }

    /// The same line as its other end sees it.
    pub(crate) fn turned(&self) -> FacingLines<W> {
        FacingLines {
            site: self.origin,
            codes: self.others,
            origin: self.site,
            others: self.codes,
            between: self.between,
        }
    }

    pub(crate) fn is_open(&self, state: &FlatState<W>) -> bool {
        self.codes >> state.code(self.site) & 1 == 1
            && self.others >> state.code(self.origin) & 1 == 1
            && self.between.less(state.empty()).is_empty()
    }
}
