//! Upper bounds of destinations on any board. The end-of-move hooks may depend only on origin and
//! destination. A piece that has reached its goal stays there.

use dagaz_rules::path::{Path, Set, Truth};

use super::form::{self, Area};
use super::read::Reader;
use crate::paths::bits::Bits;

impl<B: Bits> Reader<'_, B> {
    /// By where pieces set out where they may end. None if anything else is asked, or done.
    pub(super) fn bounds(&mut self, hooks: &[&Path]) -> Option<Vec<(B, B)>> {
        let mut bounds: Vec<(B, B)> = Vec::new();
        for origin in self.board.each() {
            let mut ends = self.board;
            for hook in hooks {
                ends &= self.passing(hook, origin)?;
            }
            match bounds.iter_mut().find(|(_, known)| *known == ends) {
                Some((origins, _)) => *origins |= B::one(origin),
                None => bounds.push((B::one(origin), ends)),
            }
        }
        bounds.retain(|(_, ends)| !ends.is_empty());
        Some(bounds)
    }

    /// The sites of which each passes a path if a move from an origin ends there.
    fn passing(&mut self, path: &Path, origin: usize) -> Option<B> {
        Some(match path {
            Path::Seq(parts) => {
                let mut all = self.board;
                for part in parts {
                    all &= self.passing(part, origin)?;
                }
                all
            }
            Path::Is(set) => self.fixed(set, origin)?,
            Path::Holds(truth) => self.holding(truth, origin)?,
            Path::See(inner) => self.passing(inner, origin)?,
            Path::Not(inner) => self.board.less(self.passing(inner, origin)?),
            Path::If(question, yes, no) => {
                let asked = self.passing(question, origin)?;
                (asked & self.passing(yes, origin)?) | self.passing(no, origin)?.less(asked)
            }
            _ => return None,
        })
    }

    /// The sites for which a question is answered with yes if a move from an origin ends there.
    fn holding(&mut self, truth: &Truth, origin: usize) -> Option<B> {
        let board = self.board;
        Some(match truth {
            Truth::Not(inner) => board.less(self.holding(inner, origin)?),
            Truth::And(parts) => {
                let mut all = board;
                for part in parts {
                    all &= self.holding(part, origin)?;
                }
                all
            }
            Truth::Or(parts) => {
                let mut all = B::NONE;
                for part in parts {
                    all |= self.holding(part, origin)?;
                }
                all
            }
            Truth::Any(Set::Here) => board,
            Truth::Any(Set::And(parts)) if parts.contains(&Set::Here) => {
                let mut all = board;
                for part in parts.iter().filter(|part| **part != Set::Here) {
                    all &= self.fixed(part, origin)?;
                }
                all
            }
            Truth::Any(set) if self.fixed(set, origin)?.is_empty() => B::NONE,
            Truth::Any(_) => board,
            truth => match self.truth(truth, false)? {
                form::Truth::Always(true) => board,
                form::Truth::Always(false) => B::NONE,
                _ => return None,
            },
        })
    }

    /// A set that is the same on every board.
    fn fixed(&mut self, set: &Set, origin: usize) -> Option<B> {
        Some(match set {
            Set::Origin => B::one(origin),
            Set::Not(inner) => self.board.less(self.fixed(inner, origin)?),
            Set::And(parts) => {
                let mut all = self.board;
                for part in parts {
                    all &= self.fixed(part, origin)?;
                }
                all
            }
            Set::Or(parts) => {
                let mut all = B::NONE;
                for part in parts {
                    all |= self.fixed(part, origin)?;
                }
                all
            }
            set => match self.area(set, false)? {
                Area::Fixed(sites) => sites,
                _ => return None,
            },
        })
    }
}
