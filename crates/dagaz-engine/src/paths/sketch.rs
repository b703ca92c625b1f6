//! Sketches: where a piece can go by a rule that only hops and looks, without taking it off its
//! site.
//!
//! Walking makes every move on the way to it, since what follows may look at the board as it then
//! is. Most rules of most games do nothing on their way but hop and look at sites: where such a
//! rule leads is seen on the board as it stands. And of a rule that does more, a sketch mostly
//! tells that it leads nowhere: a man of draughts has nothing to jump over.

use dagaz_core::SiteId;
use dagaz_rules::path::{Act, Number, Path, Set};
use smallvec::SmallVec;

use super::walker::{Halt, Walker};

/// Where a rule can end, in the order in which a walk comes there.
pub(super) type Ends = SmallVec<[SiteId; 32]>;

/// What follows a part of a path: the rest of each path that it is a part of, the inmost first.
struct Rest<'a, 'g> {
    parts: &'g [Path],
    then: Option<&'a Rest<'a, 'g>>,
}

/// How far a sketch has come.
#[derive(Clone, Copy)]
struct At {
    site: SiteId,
    /// Where the piece stands. For a sketch it is still there, so none comes back.
    from: SiteId,
    /// Captured pieces that stay until the move ends: a returning piece would meet them, which the
    /// sketch does not support.
    taken: SiteId,
}

impl At {
    fn is_changed(self, site: SiteId) -> bool {
        site == self.from || site == self.taken
    }
}

impl<'g> Walker<'g> {
    /// The destinations of the piece on a site by a path. False if unknown: the path does more than
    /// hop and test. It is the view of the player to move, without a cursor.
    pub(super) fn sketch(&mut self, path: &'g Path, from: SiteId, ends: &mut Ends) -> Result<bool, Halt> {
        ends.clear();
        self.follow(std::slice::from_ref(path), None, At { site: from, from, taken: SiteId::NONE }, ends)
    }

    fn follow(
        &mut self,
        parts: &'g [Path],
        then: Option<&Rest<'_, 'g>>,
        at: At,
        ends: &mut Ends,
    ) -> Result<bool, Halt> {
        self.fuel.spend(1)?;
        let Some((first, parts)) = parts.split_first() else {
            return match then {
                Some(rest) => self.follow(rest.parts, rest.then, at, ends),
                None => {
                    ends.push(at.site);
                    Ok(at.site != at.from && at.taken == SiteId::NONE)
                }
            };
        };
        match first {
            Path::Go(ways) => {
                for way in ways {
                    let Some(site) = self.hop(*way, at.site).some() else { continue };
                    if at.is_changed(site) || !self.follow(parts, then, At { site, ..at }, ends)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Path::Is(set) if is_plain(set) => match self.contains(set, at.site)? {
                true => self.follow(parts, then, at, ends),
                false => Ok(true),
            },
            Path::Seq(inner) => self.follow(inner, Some(&Rest { parts, then }), at, ends),
            Path::Or(ways) => {
                for way in ways {
                    if !self.follow(std::slice::from_ref(way), Some(&Rest { parts, then }), at, ends)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Path::Many { least, body } => {
                if *least == 0 && !self.follow(parts, then, at, ends)? {
                    return Ok(false);
                }
                let mut site = at.site;
                loop {
                    match self.straight(body, site)? {
                        Straight::No => return Ok(true),
                        Straight::To(to) if !at.is_changed(to) && to != at.site => site = to,
                        Straight::To(_) | Straight::Unknown => return Ok(false),
                    }
                    if !self.follow(parts, then, At { site, ..at }, ends)? {
                        return Ok(false);
                    }
                }
            }
            Path::Times(Number::Is(times), body) => {
                let mut site = at.site;
                for _ in 0..*times {
                    match self.straight(body, site)? {
                        Straight::No => return Ok(true),
                        Straight::To(to) if !at.is_changed(to) => site = to,
                        Straight::To(_) | Straight::Unknown => return Ok(false),
                    }
                }
                self.follow(parts, then, At { site, ..at }, ends)
            }
            Path::If(question, yes, no) => match &**question {
                Path::Is(set) if is_plain(set) => {
                    let branch = if self.contains(set, at.site)? { yes } else { no };
                    self.follow(std::slice::from_ref(branch), Some(&Rest { parts, then }), at, ends)
                }
                _ => Ok(false),
            },
            Path::Do(Act::Take { at: Set::Here, later: true }) if at.taken == SiteId::NONE => {
                self.follow(parts, then, At { taken: at.site, ..at }, ends)
            }
            _ => Ok(false),
        }
    }

    /// Where one round of a loop leads that goes one way.
    fn straight(&mut self, body: &'g Path, site: SiteId) -> Result<Straight, Halt> {
        self.fuel.spend(1)?;
        match body {
            Path::Go(ways) => match ways.as_slice() {
                [way] => {
                    let to = self.hop(*way, site);
                    Ok(to.some().map_or(Straight::No, Straight::To))
                }
                _ => Ok(Straight::Unknown),
            },
            Path::Is(set) if is_plain(set) => {
                Ok(if self.contains(set, site)? { Straight::To(site) } else { Straight::No })
            }
            Path::Seq(parts) => {
                let mut now = site;
                for part in parts {
                    match self.straight(part, now)? {
                        Straight::To(to) => now = to,
                        other => return Ok(other),
                    }
                }
                Ok(Straight::To(now))
            }
            _ => Ok(Straight::Unknown),
        }
    }
}

enum Straight {
    To(SiteId),
    No,
    Unknown,
}

/// Whether what a set says of a site follows from the board, the player and the last move.
fn is_plain(set: &Set) -> bool {
    match set {
        Set::Board | Set::Fixed(_) | Set::Empty | Set::Occupied | Set::Mine | Set::Friend | Set::Enemy => true,
        Set::Open | Set::Nobody | Set::Of(_) | Set::Kinds(_) | Set::LastFrom | Set::LastTo => true,
        Set::And(parts) | Set::Or(parts) => parts.iter().all(is_plain),
        Set::Not(inner) => is_plain(inner),
        _ => false,
    }
}
