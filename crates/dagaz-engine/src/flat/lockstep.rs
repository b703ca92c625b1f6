//! Lockstep: a rule run from all starts at once, to find those from which it makes a step.
//!
//! A cursor is kept as its distance from the start, so that "the site before me holds an enemy" is one set of sites moved
//! over the board and cut with the starts that have come so far. Flags are sets of starts. What only prepares the deeds of
//! a step (turning a row of discs, lifting all that was jumped) falls away, since both answers of its questions lead to
//! the same end; so a rule of many parts is often a few dozen word operations. Which step it is, is found by walking,
//! and only from the starts found here.

use std::collections::HashMap;

use dagaz_core::SiteId;

use super::codes::CodeSet;
use super::machine::{Opaque, Setting};
use super::masks::Masks;
use super::sites::Sites;
use super::state::FlatState;
use crate::program::{At, Op, Test};

/// Nodes of one rule, while it is followed.
const NODES_MAX: usize = 3_000;
/// Instructions that are worth it.
const STEPS_MAX: usize = 400;

/// Where a cursor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Pos {
    /// So far from the start.
    Away(i32),
    /// On this site, whatever the start.
    At(u16),
    Nowhere,
}

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

/// What happens at a point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Doing<const W: usize> {
    /// The site holds one of the codes kept under that number, and the start is one of those from which there is such a
    /// site; or not.
    Test {
        pos: Pos,
        within: Sites<W>,
        stands: u16,
        yes: u32,
        no: u32,
    },
    Last {
        ends: bool,
        pos: Pos,
        yes: u32,
        no: u32,
    },
    AskFlag {
        flag: u16,
        yes: u32,
        no: u32,
    },
    Flag {
        flag: u16,
        up: bool,
        next: u32,
    },
    /// Starts go different ways; those in none of the sets are at their end.
    Split(Vec<(Sites<W>, u32)>),
    /// A step is made; on to what follows.
    Hit(u32),
    End,
}

/// Where starts that have come to their end are.
const END: u32 = 0;
/// Where starts are that have made a step.
const HIT: u32 = 1;

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Lockstep<const W: usize> {
    /// In an order in which nobody comes back.
    steps: Vec<Step<W>>,
    /// What is done in steps that are no tests of a site some way from the start.
    others: Vec<Doing<W>>,
    slots: usize,
    flags: usize,
    start: u32,
    /// Whether each start makes one step at most.
    pub(crate) once: bool,
}

/// One instruction: the starts in a slot go on to others.
#[derive(Clone, Copy, Debug)]
struct Step<const W: usize> {
    within: Sites<W>,
    away: i32,
    slot: u16,
    yes: u16,
    no: u16,
    /// The number of the codes that must stand there, or of something else that is done.
    what: u16,
    tests: bool,
}

/// The memory that runs use.
#[derive(Debug)]
pub(crate) struct Slots<const W: usize> {
    starts: Vec<Sites<W>>,
    flags: Vec<Sites<W>>,
}

impl<const W: usize> Default for Slots<W> {
    fn default() -> Self {
        Slots { starts: Vec::new(), flags: Vec::new() }
    }
}

impl<const W: usize> Lockstep<W> {
    /// Makes a rule ready; an error if it asks for something that lockstep does not know, or is too long.
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

    /// Leaves out everything that makes no difference to who makes a step.
    fn simplified(mut doings: Vec<Doing<W>>, starts: &[Sites<W>], start: u32) -> Result<Lockstep<W>, Opaque> {
        let order = in_order(&doings, start)?;
        // Whether another step can follow one.
        let mut hits = vec![false; doings.len()];
        let mut once = true;
        for &id in order.iter().rev() {
            let follows = nexts(&doings[id as usize]).any(|next| hits[next as usize]);
            let hit = matches!(doings[id as usize], Doing::Hit(_));
            once &= !(hit && follows);
            hits[id as usize] = hit || follows;
        }
        let mut alike: Vec<u32> = (0..doings.len() as u32).collect();
        loop {
            let asked: Vec<u16> = order
                .iter()
                .filter_map(|&id| match doings[id as usize] {
                    Doing::AskFlag { flag, .. } if alike[id as usize] == id => Some(flag),
                    _ => None,
                })
                .collect();
            let mut changed = false;
            let mut twins: HashMap<Doing<W>, u32> = HashMap::new();
            for &id in order.iter().rev() {
                let index = id as usize;
                let to = |next: u32, alike: &[u32]| alike[next as usize];
                let same = match &mut doings[index] {
                    Doing::End => END,
                    Doing::Hit(_) => HIT,
                    Doing::Test { yes, no, .. } | Doing::Last { yes, no, .. } | Doing::AskFlag { yes, no, .. } => {
                        (*yes, *no) = (to(*yes, &alike), to(*no, &alike));
                        if yes == no { *yes } else { id }
                    }
                    Doing::Flag { flag, next, .. } => {
                        *next = to(*next, &alike);
                        if asked.contains(flag) && *next > HIT { id } else { *next }
                    }
                    Doing::Split(ways) => {
                        let mut merged: Vec<(Sites<W>, u32)> = Vec::new();
                        for (set, next) in ways.iter() {
                            let next = to(*next, &alike);
                            match merged.iter_mut().find(|(_, known)| *known == next) {
                                _ if next == END => {}
                                Some((known, _)) => *known = known.or(*set),
                                None => merged.push((*set, next)),
                            }
                        }
                        *ways = merged;
                        match ways.as_slice() {
                            [] => END,
                            [(set, next)] if starts[index].less(*set).is_empty() => *next,
                            _ => id,
                        }
                    }
                };
                let same = if same == id { *twins.entry(doings[index].clone()).or_insert(id) } else { same };
                changed |= alike[index] != same;
                alike[index] = same;
            }
            if !changed {
                break;
            }
        }
        let start = alike[start as usize];
        let order = in_order(&doings, start)?;
        if order.len() > STEPS_MAX {
            return Err(Opaque);
        }
        let mut slots = vec![END; doings.len()];
        slots[HIT as usize] = HIT;
        for (place, &id) in order.iter().enumerate() {
            slots[id as usize] = place as u32 + 2;
        }
        let slot = |id: u32| slots[id as usize];
        let mut flags = 0;
        let steps = order.iter().map(|&id| {
            let doing = match doings[id as usize].clone() {
                Doing::Test { pos, within, stands, yes, no } => {
                    Doing::Test { pos, within, stands, yes: slot(yes), no: slot(no) }
                }
                Doing::Last { ends, pos, yes, no } => Doing::Last { ends, pos, yes: slot(yes), no: slot(no) },
                Doing::AskFlag { flag, yes, no } => {
                    flags = flags.max(usize::from(flag) + 1);
                    Doing::AskFlag { flag, yes: slot(yes), no: slot(no) }
                }
                Doing::Flag { flag, up, next } => {
                    flags = flags.max(usize::from(flag) + 1);
                    Doing::Flag { flag, up, next: slot(next) }
                }
                Doing::Split(ways) => Doing::Split(ways.into_iter().map(|(set, next)| (set, slot(next))).collect()),
                other => other,
            };
            (slot(id), doing)
        });
        let mut others = Vec::new();
        let steps: Vec<Step<W>> = steps
            .collect::<Vec<(u32, Doing<W>)>>()
            .into_iter()
            .map(|(slot, doing)| match doing {
                Doing::Test { pos: Pos::Away(away), within, stands, yes, no } => {
                    let (slot, yes, no) = (slot as u16, yes as u16, no as u16);
                    Step { within, away, slot, yes, no, what: stands, tests: true }
                }
                doing => {
                    others.push(doing);
                    let what = others.len() as u16 - 1;
                    Step { within: Sites::EMPTY, away: 0, slot: slot as u16, yes: 0, no: 0, what, tests: false }
                }
            })
            .collect();
        let start = slots[start as usize].max(u32::from(start == HIT));
        Ok(Lockstep { slots: steps.len() + 2, steps, others, flags, start, once })
    }

    /// The starts among `from` from which the rule makes a step.
    pub(crate) fn hits(
        &self,
        state: &FlatState<W>,
        from: Sites<W>,
        standing: &[Sites<W>],
        slots: &mut Slots<W>,
    ) -> Sites<W> {
        slots.starts.clear();
        slots.starts.resize(self.slots, Sites::EMPTY);
        slots.flags.clear();
        slots.flags.resize(self.flags, Sites::EMPTY);
        let (starts, flags) = (&mut slots.starts, &mut slots.flags);
        starts[self.start as usize] = from;
        for step in &self.steps {
            let here = starts[usize::from(step.slot)];
            if here.is_empty() {
                continue;
            }
            if step.tests {
                let holds = standing[usize::from(step.what)].moved(-step.away).and(step.within).and(here);
                let (yes, no) = (usize::from(step.yes), usize::from(step.no));
                starts[yes] = starts[yes].or(holds);
                starts[no] = starts[no].or(here.less(holds));
                continue;
            }
            let doing = &self.others[usize::from(step.what)];
            let mut branch = |holds: Sites<W>, yes: u32, no: u32| {
                starts[yes as usize] = starts[yes as usize].or(here.and(holds));
                starts[no as usize] = starts[no as usize].or(here.less(holds));
            };
            match doing {
                Doing::Test { pos, within, stands, yes, no } => {
                    let standing = standing[usize::from(*stands)];
                    let holds = match *pos {
                        Pos::At(site) if standing.contains(usize::from(site)) => Sites([u64::MAX; W]),
                        _ => Sites::EMPTY,
                    };
                    branch(holds.and(*within), *yes, *no);
                }
                Doing::Last { ends, pos, yes, no } => {
                    let last = if *ends { state.facts.last_to } else { state.facts.last_from };
                    let holds = match *pos {
                        Pos::Away(away) if last != super::state::NOWHERE => {
                            let start = i32::from(last) - away;
                            if (0..64 * W as i32).contains(&start) { Sites::of(start as usize) } else { Sites::EMPTY }
                        }
                        Pos::At(site) if site == last => Sites([u64::MAX; W]),
                        _ => Sites::EMPTY,
                    };
                    branch(holds, *yes, *no);
                }
                Doing::AskFlag { flag, yes, no } => branch(flags[usize::from(*flag)], *yes, *no),
                Doing::Flag { flag, up, next } => {
                    let flag = &mut flags[usize::from(*flag)];
                    *flag = if *up { flag.or(here) } else { flag.less(here) };
                    starts[*next as usize] = starts[*next as usize].or(here);
                }
                Doing::Split(ways) => {
                    for (set, next) in ways {
                        starts[*next as usize] = starts[*next as usize].or(here.and(*set));
                    }
                }
                Doing::Hit(_) | Doing::End => {}
            }
        }
        starts[HIT as usize]
    }
}

fn nexts<const W: usize>(doing: &Doing<W>) -> impl Iterator<Item = u32> + '_ {
    let (fixed, ways) = match doing {
        Doing::Test { yes, no, .. } | Doing::Last { yes, no, .. } | Doing::AskFlag { yes, no, .. } => {
            ([*yes, *no], &[][..])
        }
        Doing::Flag { next, .. } | Doing::Hit(next) => ([*next, END], &[][..]),
        Doing::Split(ways) => ([END, END], &ways[..]),
        Doing::End => ([END, END], &[][..]),
    };
    fixed.into_iter().chain(ways.iter().map(|(_, next)| *next))
}

/// All points that can be come to, each before those that follow; an error if there is a circle.
fn in_order<const W: usize>(doings: &[Doing<W>], start: u32) -> Result<Vec<u32>, Opaque> {
    let (mut order, mut colour) = (Vec::new(), vec![0u8; doings.len()]);
    let mut path = vec![start];
    while let Some(&id) = path.last() {
        let index = id as usize;
        if id <= HIT || colour[index] == 2 {
            path.pop();
        } else if colour[index] == 1 {
            colour[index] = 2;
            order.push(id);
            path.pop();
        } else {
            colour[index] = 1;
            for next in nexts(&doings[index]).filter(|next| *next > HIT) {
                match colour[next as usize] {
                    0 => path.push(next),
                    1 => return Err(Opaque),
                    _ => {}
                }
            }
        }
    }
    order.reverse();
    Ok(order)
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
                Op::Capture(_) | Op::Create(..) | Op::Become(..) | Op::Give(..) | Op::SetAttribute(..) => point = after,
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
                Op::UnlessCheck { .. } | Op::SetSiteFlag(..) => return Err(Opaque),
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
                            // Said of all starts, so that points which differ only in who comes to them are one.
                            let within = match point.place {
                                Some(_) => Sites([u64::MAX; W]),
                                None => self.leading_to(point, at, pos)?,
                            };
                            return Ok(Doing::Test { pos, within, stands, yes, no });
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
            Test::Flagged(_) | Test::Attacked(_) | Test::Defended(_) | Test::NextToEnemy => return Err(Opaque),
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
}
