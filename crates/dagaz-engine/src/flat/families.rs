//! Families: one rule for all its starts at once (set-wise move generation).
//!
//! On a regular board a question can be asked of all starts by shifting whole sets of sites. A pawn
//! may step if the site before it is empty, so the pawns that may are those on the empty sites
//! shifted back one row. A family is the set of starts with the same relative targets and
//! conditions. An irregular board has many families, and other forms serve it better.

use dagaz_core::Continuation;

use super::codes::CodeSet;
use super::masks::Masks;
use super::open::Open;
use super::sites::Sites;

/// Families, while those that differ only in what a piece becomes are not yet one.
const FAMILIES_MAX: usize = 200;

/// Starts with the same relative targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Family<const W: usize> {
    pub(crate) starts: Sites<W>,
    /// From the start to the target, in sites.
    pub(crate) step: i32,
    /// As what the piece lands: one move for each.
    pub(crate) codes: Vec<u8>,
    /// The continuation of the turn.
    pub(crate) then: Option<Continuation>,
    /// How far from the start, and the number of the set of codes that must stand there; the target
    /// among them.
    conditions: Vec<(i32, u16)>,
}

impl<const W: usize> Family<W> {
    /// The same with only some of what a piece lands as.
    pub(crate) fn landing_as(&self, codes: Vec<u8>) -> Family<W> {
        Family { codes, ..self.clone() }
    }

    /// The sets of codes that it asks for.
    pub(crate) fn sets(&self) -> impl Iterator<Item = u16> {
        self.conditions.iter().map(|(_, stands)| *stands)
    }

    /// The starts among `from` on which the conditions hold.
    #[inline]
    pub(crate) fn open(&self, from: Sites<W>, standing: &[Sites<W>]) -> Sites<W> {
        let mut open = self.starts.and(from);
        for &(away, stands) in &self.conditions {
            // On a narrow board a branch misprediction costs more than the rest of the loop.
            if W > 1 && open.is_empty() {
                return open;
            }
            open = open.and(standing[usize::from(stands)].turned(-away));
        }
        open
    }
}

/// The families of some starts, each with the ways from it. Nothing that ways may leave aside is
/// looked at: what the last step was, and what is attacked. None if they are too many.
pub(crate) fn families<const W: usize>(
    masks: &mut Masks<W>,
    all: CodeSet,
    of_starts: &[(usize, Vec<Open>)],
) -> Option<Vec<Family<W>>> {
    let mut families: Vec<Family<W>> = Vec::new();
    for (start, opens) in of_starts {
        for open in opens {
            let away = |site: usize| site as i32 - *start as i32;
            let mut conditions: Vec<(i32, u16)> = Vec::new();
            if open.stands != all {
                conditions.push((away(open.target), masks.number(open.stands)));
            }
            conditions.extend(open.conditions.iter().map(|&(at, set)| (away(usize::from(at)), masks.number(set))));
            let (step, codes) = (away(open.target), Vec::from_iter(open.landing));
            let then = open.then;
            let same = |known: &&mut Family<W>| {
                (known.step, known.then) == (step, then) && known.codes == codes && known.conditions == conditions
            };
            match families.iter_mut().find(same) {
                Some(known) => known.starts.insert(*start),
                None => families.push(Family { starts: Sites::of(*start), step, codes, then, conditions }),
            }
            if families.len() > FAMILIES_MAX {
                return None;
            }
        }
    }
    // Rules that promote to several types do so from the same starts.
    let mut merged: Vec<Family<W>> = Vec::new();
    for family in families {
        let same = merged.iter_mut().find(|known| {
            (known.starts, known.step, known.then) == (family.starts, family.step, family.then)
                && known.conditions == family.conditions
                && family.codes.iter().all(|code| !known.codes.contains(code))
        });
        match same {
            Some(known) => known.codes.extend(family.codes),
            None => merged.push(family),
        }
    }
    Some(merged)
}

/// Whether a start can be in two families that open the same target in the same way: then one move
/// would be counted twice.
pub(crate) fn overlap<const W: usize>(families: &[Family<W>], stands: &[CodeSet]) -> bool {
    let apart = |a: &Family<W>, b: &Family<W>| {
        a.conditions.iter().any(|(away, set)| {
            let set = stands[usize::from(*set)];
            b.conditions.iter().any(|(other, more)| away == other && set & stands[usize::from(*more)] == 0)
        })
    };
    families.iter().enumerate().any(|(index, a)| {
        families[..index].iter().any(|b| {
            a.step == b.step
                && a.starts.meets(&b.starts)
                && a.codes.iter().any(|code| b.codes.contains(code))
                && !apart(a, b)
        })
    })
}
