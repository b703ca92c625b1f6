//! Sites that a rule remembers while its cursor moves: relative to the cursor as long as that is
//! known, by a bound name, or by a word that always means them.

use super::board::Board;
use super::stop::Untranslated;
use super::text::{Step, Sx, word};

/// Hops to a place that are written out.
const HOPS_MAX: usize = 2;

/// See the [module documentation](self).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CursorPlace {
    /// The hops from the cursor to it; none: not known any more.
    pub(super) hops: Option<Vec<Step>>,
    /// The note that gives it a name.
    pub(super) note: Option<usize>,
    /// A word that means it wherever the cursor is.
    pub(super) fixed: Option<Sx>,
}

impl CursorPlace {
    /// Under the cursor.
    pub(super) fn here(note: Option<usize>) -> CursorPlace {
        CursorPlace { hops: Some(Vec::new()), note, fixed: None }
    }

    /// Unknown.
    pub(super) fn lost() -> CursorPlace {
        CursorPlace { hops: None, note: None, fixed: None }
    }

    /// Returns a site, or a word for one.
    pub(super) fn fixed(name: impl Into<String>) -> CursorPlace {
        CursorPlace { hops: None, note: None, fixed: Some(word(name)) }
    }

    /// Some hops from the cursor.
    pub(super) fn along(hops: Vec<Step>) -> CursorPlace {
        let mut spot = CursorPlace::here(None);
        hops.into_iter().for_each(|hop| spot.add(hop));
        spot
    }

    fn add(&mut self, hop: Step) {
        let Some(hops) = &mut self.hops else { return };
        match (hops.last_mut(), &hop) {
            (Some(Step::Vector(last)), Step::Vector(more)) if last.len() == more.len() => {
                last.iter_mut().zip(more).for_each(|(along, by)| *along += by);
                if last.iter().all(|along| *along == 0) {
                    hops.pop();
                }
            }
            (Some(Step::Links(last, back)), Step::Links(more, again)) if last == more && *back != *again => {
                hops.pop();
            }
            _ => hops.push(hop),
        }
    }

    /// The cursor moves by a hop.
    pub(super) fn leave(&mut self, hop: &Step, board: &Board<'_>) {
        let Some(old) = self.hops.take() else { return };
        if !board.leads_back(hop) {
            return;
        }
        let mut new = CursorPlace::along(vec![Board::back(hop)]);
        old.into_iter().for_each(|hop| new.add(hop));
        self.hops = new.hops.filter(|hops| hops.len() <= HOPS_MAX + 2);
    }

    /// The position of the cursor relative to here is unknown.
    pub(super) fn lose(&mut self) {
        self.hops = None;
    }

    /// Returns whether it is certainly under the cursor.
    pub(super) fn is_here(&self) -> bool {
        self.hops.as_ref().is_some_and(Vec::is_empty)
    }

    /// Returns whether both are certainly the same.
    pub(super) fn is(&self, other: &CursorPlace) -> bool {
        self.hops.is_some() && self.hops == other.hops
            || self.fixed.is_some() && self.fixed == other.fixed
            || self.note.is_some() && self.note == other.note
    }

    /// The set that it is wherever the cursor is, if there is one.
    pub(super) fn elsewhere(&self) -> Option<Sx> {
        self.fixed.clone().or(self.note.map(Sx::Noted))
    }

    /// Returns the set that it is.
    pub(super) fn set(&self) -> Result<Sx, Untranslated> {
        if self.is_here() {
            return Ok(word("here"));
        }
        if let Some(fixed) = &self.fixed {
            return Ok(fixed.clone());
        }
        match &self.hops {
            Some(hops) if hops.len() <= HOPS_MAX => {
                Ok(hops.iter().fold(word("here"), |set, hop| Sx::List(vec![Sx::Step(hop.clone()), set])))
            }
            _ => self.note.map(Sx::Noted).ok_or(Untranslated::Gap("a place that has been left out of sight")),
        }
    }
}
