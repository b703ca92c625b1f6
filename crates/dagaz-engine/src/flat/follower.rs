//! Followers: a rule run from all starts at once before the game, to make it ready for
//! [`Lockstep`].

use std::collections::HashMap;

use dagaz_core::SiteId;

use super::codes::CodeSet;
use super::lockstep::{Doing, END, Lockstep, Pos};
use super::machine::{Opaque, Setting};
use super::masks::Masks;
use super::sites::Sites;
use crate::program::{At, Op, Test};

/// Nodes of one rule, while it is followed.
const NODES_MAX: usize = 8_000;

/// A point of the rule with all cursors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Point {
    next: u32,
    here: Pos,
    origin: Pos,
    target: Pos,
    mark: Pos,
    /// What the place of the instruction at `next` leads to, if that has been found out.
    place: Option<Pos>,
    /// What the last question has told about one place.
    known: Option<(Pos, CodeSet)>,
}

impl<const W: usize> Lockstep<W> {
    /// Makes a rule ready; an error if it asks for something that lockstep does not know, or is too
    /// long.
    pub(crate) fn of(setting: &Setting<'_>, masks: &mut Masks<W>) -> Result<Lockstep<W>, Opaque> {
        let sites = setting.board.sites();
        let mut follower = Follower {
            setting,
            masks,
            sites,
            known: HashMap::new(),
            points: Vec::new(),
            doings: vec![Doing::End, Doing::End],
            starts: vec![Sites::EMPTY; 2],
            waiting: Vec::new(),
        };
        let here = Pos::Away(0);
        let origin = if setting.drops { Pos::Nowhere } else { here };
        let first = Point { next: 0, here, origin, target: Pos::Nowhere, mark: Pos::Nowhere, place: None, known: None };
        let start = follower.node(first, Sites::first(sites))?;
        while let Some(id) = follower.waiting.pop() {
            let point = follower.points[id as usize - 2];
            let doing = follower.follow(point, follower.starts[id as usize])?;
            follower.doings[id as usize] = doing;
        }
        let Follower { doings, starts, .. } = follower;
        Lockstep::simplified(doings, &starts, start)
    }
}

struct Follower<'a, const W: usize> {
    setting: &'a Setting<'a>,
    masks: &'a mut Masks<W>,
    sites: usize,
    known: HashMap<Point, u32>,
    points: Vec<Point>,
    doings: Vec<Doing<W>>,
    /// For each point the starts that can come to it, as far as the board's shape tells.
    starts: Vec<Sites<W>>,
    waiting: Vec<u32>,
}

impl<const W: usize> Follower<'_, W> {
    /// The point, which these starts can come to.
    fn node(&mut self, point: Point, starts: Sites<W>) -> Result<u32, Opaque> {
        if starts.is_empty() {
            return Ok(END);
        }
        let next = self.doings.len() as u32;
        let id = *self.known.entry(point).or_insert(next);
        if id == next {
            if self.doings.len() >= NODES_MAX {
                return Err(Opaque);
            }
            self.points.push(point);
            self.doings.push(Doing::End);
            self.starts.push(Sites::EMPTY);
        }
        let known = &mut self.starts[id as usize];
        if !starts.less(*known).is_empty() {
            *known = known.or(starts);
            self.waiting.push(id);
        }
        Ok(id)
    }

    /// What happens at a point to those starts.
    fn follow(&mut self, mut point: Point, starts: Sites<W>) -> Result<Doing<W>, Opaque> {
        let program = self.setting.program;
        for _ in 0..1_000 {
            let op = program.ops[point.next as usize];
            let after = Point { next: point.next + 1, place: None, ..point };
            match op {
                Op::Jump(target) => point = Point { next: target, ..after },
                Op::Turn(_) => point = after,
                Op::SetOrigin => point = Point { origin: point.here, ..after },
                Op::SetTarget => point = Point { target: point.here, ..after },
                Op::SetMark => point = Point { mark: point.here, ..after },
                Op::Cascade => point = Point { origin: point.here, target: Pos::Nowhere, ..after },
                Op::Capture(_)
                | Op::Create(..)
                | Op::Become(..)
                | Op::Give(..)
                | Op::Flip(_)
                | Op::SetAttribute(..) => point = after,
                Op::SetFlag(flag, up) => return Ok(Doing::Flag { flag, up, next: self.node(after, starts)? }),
                Op::UnlessFlag { flag, wanted, target } => {
                    let other = Point { next: target, ..after };
                    let (yes, no) = if wanted { (after, other) } else { (other, after) };
                    return Ok(Doing::AskFlag { flag, yes: self.node(yes, starts)?, no: self.node(no, starts)? });
                }
                Op::Emit(_) => {
                    let origin = if self.setting.drops { Pos::Nowhere } else { Pos::Away(0) };
                    let next = Point { origin, target: Pos::Nowhere, ..after };
                    return Ok(Doing::Hit(self.node(next, starts)?));
                }
                Op::End => return Ok(Doing::End),
                // What is asked of such flags is not known.
                Op::SetSiteFlag(..) => point = after,
                Op::UnlessCheck { .. } => return Err(Opaque),
                Op::Hop(at) => {
                    let places = self.places(point, at, starts)?;
                    if let [(_, pos)] = *places {
                        if pos == Pos::Nowhere {
                            return Ok(Doing::End);
                        }
                        point = Point { here: pos, known: after.known.filter(|(place, _)| *place == pos), ..after };
                        continue;
                    }
                    let mut ways = Vec::new();
                    for (set, pos) in places.into_iter().filter(|(_, pos)| *pos != Pos::Nowhere) {
                        let known = after.known.filter(|(place, _)| *place == pos);
                        ways.push((set, self.node(Point { here: pos, known, ..after }, set)?));
                    }
                    return Ok(Doing::Split(ways));
                }
                Op::Unless { at, test, wanted, target } => {
                    let (within, pos) = match point.place {
                        Some(pos) => (starts, pos),
                        None => match *self.places(point, at, starts)? {
                            [one] => one,
                            // Where the place leads nowhere, every test is false.
                            [(_, Pos::Nowhere), one] | [one, (_, Pos::Nowhere)] => one,
                            ref places => {
                                let mut ways = Vec::new();
                                for &(set, pos) in places {
                                    ways.push((set, self.node(Point { place: Some(pos), ..point }, set)?));
                                }
                                return Ok(Doing::Split(ways));
                            }
                        },
                    };
                    let other = Point { next: target, ..after };
                    let (yes, no) = if wanted { (after, other) } else { (other, after) };
                    match self.test(point, pos, test, within)? {
                        Answer::Split(holds) => {
                            let (for_yes, for_no) = (starts.and(holds), starts.less(holds));
                            if for_no.is_empty() {
                                point = yes;
                            } else if for_yes.is_empty() {
                                point = no;
                            } else {
                                let ways = vec![(for_yes, self.node(yes, for_yes)?), (for_no, self.node(no, for_no)?)];
                                return Ok(Doing::Split(ways));
                            }
                        }
                        Answer::Holds(stands) => {
                            let set = self.masks.stands()[usize::from(stands)];
                            let before =
                                point.known.filter(|(place, _)| *place == pos).map_or(u64::MAX, |(_, set)| set);
                            let yes = Point { known: Some((pos, before & set)), ..yes };
                            // Where the place leads nowhere nothing has been learnt.
                            let no = Point { known: (within == starts).then_some((pos, before & !set)), ..no };
                            let (yes, no) = (self.node(yes, within)?, self.node(no, starts)?);
                            // Said of all starts, so that points which differ only in who comes to
                            // them are one.
                            let within = match point.place {
                                Some(_) => Sites([u64::MAX; W]),
                                None => self.leading_to(point, at, pos)?,
                            };
                            return Ok(Doing::Test { pos, within, stands, yes, no });
                        }
                        Answer::Unknown => {
                            return Ok(Doing::Unknown { yes: self.node(yes, starts)?, no: self.node(no, starts)? });
                        }
                        Answer::Last(ends) => {
                            if within != starts {
                                return Err(Opaque);
                            }
                            let (yes, no) = (self.node(yes, starts)?, self.node(no, starts)?);
                            return Ok(Doing::Last { ends, pos, yes, no });
                        }
                    }
                }
            }
        }
        Err(Opaque)
    }

    /// All starts from which a place leads there.
    fn leading_to(&self, point: Point, at: At, pos: Pos) -> Result<Sites<W>, Opaque> {
        let mut starts = Sites::first(self.sites);
        if let Pos::Away(away) = point.here {
            let on_board = |start: &usize| (0..self.sites as i32).contains(&(*start as i32 + away));
            let off: Vec<usize> = starts.iter().filter(|start| !on_board(start)).collect();
            off.into_iter().for_each(|start| starts.remove(start));
        }
        let places = self.places(point, at, starts)?;
        Ok(places.iter().find(|(_, known)| *known == pos).map_or(Sites::EMPTY, |(set, _)| *set))
    }

    /// The site that a cursor is on, for one start.
    fn site(&self, pos: Pos, start: usize) -> SiteId {
        match pos {
            Pos::Away(away) => SiteId::at((start as i32 + away) as usize),
            Pos::At(site) => SiteId(site),
            Pos::Nowhere => SiteId::NONE,
        }
    }

    /// Where a place leads, for which of the starts.
    fn places(&self, point: Point, at: At, starts: Sites<W>) -> Result<Vec<(Sites<W>, Pos)>, Opaque> {
        let board = self.setting.board;
        let along = |row: u16, site: SiteId| if site == SiteId::NONE { site } else { board.link(row, site) };
        let from_here = |hop: &dyn Fn(SiteId) -> SiteId| {
            let mut places: Vec<(Sites<W>, Pos)> = Vec::new();
            for start in starts.iter() {
                let pos = match (hop(self.site(point.here, start)), point.here) {
                    (SiteId::NONE, _) => Pos::Nowhere,
                    (site, Pos::At(_)) => Pos::At(site.0),
                    (site, _) => Pos::Away(i32::from(site.0) - start as i32),
                };
                match places.iter_mut().find(|(_, known)| *known == pos) {
                    Some((set, _)) => set.insert(start),
                    None => places.push((Sites::of(start), pos)),
                }
            }
            places
        };
        Ok(match at {
            At::Here => vec![(starts, point.here)],
            At::Row(row) => from_here(&|site| along(row, site)),
            At::Path(path) => {
                let rows = &self.setting.program.paths[path as usize];
                from_here(&|site| rows.iter().fold(site, |site, &row| along(row, site)))
            }
            At::Site(site) => vec![(starts, Pos::At(site.0))],
            At::Mark => vec![(starts, point.mark)],
            At::Origin => vec![(starts, point.origin)],
            At::Target => vec![(starts, point.target)],
            At::LastFrom | At::LastTo => return Err(Opaque),
        })
    }

    fn test(&mut self, point: Point, pos: Pos, test: Test, starts: Sites<W>) -> Result<Answer<W>, Opaque> {
        if pos == Pos::Nowhere {
            return Ok(Answer::Split(Sites::EMPTY));
        }
        let where_it = |holds: &dyn Fn(SiteId, usize) -> bool| {
            let mut set = Sites::EMPTY;
            starts.iter().filter(|&start| holds(self.site(pos, start), start)).for_each(|start| set.insert(start));
            Answer::Split(set)
        };
        Ok(match test {
            Test::OnBoard => Answer::Split(starts),
            Test::Is(other) => where_it(&|site, _| site == other),
            Test::In(zone) => {
                let zone = &self.setting.program.zones[zone as usize];
                where_it(&|site, _| zone[site.index() / 64] >> (site.index() % 64) & 1 == 1)
            }
            Test::Marked => where_it(&|site, start| site == self.site(point.mark, start)),
            Test::LastFrom => Answer::Last(false),
            Test::LastTo => Answer::Last(true),
            Test::Flagged(_) => Answer::Unknown,
            Test::Attacked(_) | Test::Defended(_) | Test::NextToEnemy => return Err(Opaque),
            Test::Empty | Test::Owned(_) | Test::OwnedKind(..) | Test::OwnedKinds(..) | Test::Has(_) => {
                let set = self.setting.tested[point.next as usize].ok_or(Opaque)?;
                let own = if pos == Pos::Away(0) && !self.setting.drops { self.setting.own } else { u64::MAX };
                let known = point.known.filter(|(place, _)| *place == pos).map_or(u64::MAX, |(_, set)| set);
                match (own & known & set, own & known & !set & self.setting.codes.all()) {
                    (0, _) => Answer::Split(Sites::EMPTY),
                    (_, 0) => Answer::Split(starts),
                    _ => Answer::Holds(self.masks.number(set)),
                }
            }
        })
    }
}

enum Answer<const W: usize> {
    /// It holds for these starts.
    Split(Sites<W>),
    /// It holds where one of the codes kept under that number stands.
    Holds(u16),
    /// It holds where the last step began, or ended.
    Last(bool),
    /// Who knows.
    Unknown,
}
