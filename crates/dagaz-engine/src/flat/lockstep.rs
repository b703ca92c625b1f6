//! Lockstep: runs a rule from all starts at once, to find the starts with a step.
//!
//! A cursor is stored as its distance from the start, so "the site before me has an enemy" is one
//! shifted set, intersected with the starts so far. Flags are sets of starts. Commands that only
//! prepare effects (flipping a row of discs, removing jumped pieces) vanish, since both answers of
//! their tests lead to the same end. So a rule of many parts is often a few dozen word operations.
//! The step itself is found by a walk, only from the starts found here.

use std::collections::HashMap;

use super::machine::Opaque;
use super::sites::Sites;
use super::state::FlatState;

/// Instructions that are worth it.
const STEPS_MAX: usize = 400;

/// Where a cursor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Pos {
    /// So far from the start.
    Away(i32),
    /// On this site, whatever the start.
    At(u16),
    Nowhere,
}

/// What happens at a point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Doing<const W: usize> {
    /// The site holds one of the codes kept under that number, and the start is one of those from
    /// which there is such a site; or not.
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
    /// Something decides that lockstep does not know, so starts go both ways.
    Unknown {
        yes: u32,
        no: u32,
    },
    /// Starts go different ways; those in none of the sets are at their end.
    Split(Vec<(Sites<W>, u32)>),
    /// A step is made; on to what follows.
    Hit(u32),
    End,
}

/// Where starts that have come to their end are.
pub(super) const END: u32 = 0;
/// Where starts are that have made a step.
pub(super) const HIT: u32 = 1;
/// The slot of the first instruction; the others follow in order.
const FIRST: usize = 2;
/// Words of one bit for each slot.
const LIVE_WORDS: usize = (FIRST + STEPS_MAX).div_ceil(64);

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Lockstep<const W: usize> {
    /// In topological order.
    steps: Vec<Step<W>>,
    /// What is done in steps that are no tests of a site some way from the start.
    others: Vec<Doing<W>>,
    slots: usize,
    flags: usize,
    start: u32,
    /// Whether each start makes one step at most.
    pub(crate) once: bool,
}

/// One instruction: the starts in a slot move to other slots.
#[derive(Clone, Copy, Debug)]
struct Step<const W: usize> {
    within: Sites<W>,
    away: i32,
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
    /// Leaves out everything that makes no difference to who makes a step.
    pub(super) fn simplified(
        mut doings: Vec<Doing<W>>,
        starts: &[Sites<W>],
        start: u32,
    ) -> Result<Lockstep<W>, Opaque> {
        let sure = surely_once(&doings, starts);
        for doing in &mut doings {
            let settle = |next: &mut u32| *next = if sure[*next as usize] { HIT } else { *next };
            each_next(doing, settle);
        }
        let start = if sure[start as usize] { HIT } else { start };
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
                    Doing::Test { yes, no, .. }
                    | Doing::Last { yes, no, .. }
                    | Doing::AskFlag { yes, no, .. }
                    | Doing::Unknown { yes, no } => {
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
        once &= !doubt_flags(&mut doings, &order);
        let mut slots = vec![END; doings.len()];
        slots[HIT as usize] = HIT;
        for (place, &id) in order.iter().enumerate() {
            slots[id as usize] = (FIRST + place) as u32;
        }
        let slot = |id: u32| slots[id as usize];
        let mut flags = 0;
        let renumbered = order.iter().map(|&id| match doings[id as usize].clone() {
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
            Doing::Unknown { yes, no } => Doing::Unknown { yes: slot(yes), no: slot(no) },
            Doing::Split(ways) => Doing::Split(ways.into_iter().map(|(set, next)| (set, slot(next))).collect()),
            other => other,
        });
        let renumbered: Vec<Doing<W>> = renumbered.collect();
        let mut others = Vec::new();
        let steps: Vec<Step<W>> = renumbered
            .into_iter()
            .map(|doing| match doing {
                Doing::Test { pos: Pos::Away(away), within, stands, yes, no } => {
                    Step { within, away, yes: yes as u16, no: no as u16, what: stands, tests: true }
                }
                doing => {
                    others.push(doing);
                    let what = others.len() as u16 - 1;
                    Step { within: Sites::EMPTY, away: 0, yes: 0, no: 0, what, tests: false }
                }
            })
            .collect();
        let start = slots[start as usize].max(u32::from(start == HIT));
        Ok(Lockstep { slots: FIRST + steps.len(), steps, others, flags, start, once })
    }

    /// The sets of codes that it asks for.
    pub(super) fn sets(&self) -> impl Iterator<Item = u16> {
        let tests = self.steps.iter().filter(|step| step.tests).map(|step| step.what);
        tests.chain(self.others.iter().filter_map(|doing| match doing {
            Doing::Test { stands, .. } => Some(*stands),
            _ => None,
        }))
    }

    /// The starts among `from` from which the rule makes a step, or may make one where something is
    /// not known.
    pub(crate) fn hits(
        &self,
        state: &FlatState<W>,
        from: Sites<W>,
        standing: &[Sites<W>],
        slots: &mut Slots<W>,
    ) -> Sites<W> {
        if slots.starts.len() < self.slots {
            slots.starts.resize(self.slots, Sites::EMPTY);
        }
        slots.flags.clear();
        slots.flags.resize(self.flags, Sites::EMPTY);
        let flags = &mut slots.flags;
        let mut going = Going { starts: &mut slots.starts, live: [0; LIVE_WORDS], hit: Sites::EMPTY };
        going.on(self.start, from);
        while let Some((slot, here)) = going.next() {
            let step = &self.steps[slot - FIRST];
            if step.tests {
                let holds = standing[usize::from(step.what)].turned(-step.away).and(step.within).and(here);
                going.on(u32::from(step.yes), holds);
                going.on(u32::from(step.no), here.less(holds));
                continue;
            }
            let mut branch = |holds: Sites<W>, yes: u32, no: u32| {
                going.on(yes, here.and(holds));
                going.on(no, here.less(holds));
            };
            match &self.others[usize::from(step.what)] {
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
                    going.on(*next, here);
                }
                Doing::Split(ways) => ways.iter().for_each(|(set, next)| going.on(*next, here.and(*set))),
                Doing::Unknown { yes, no } => {
                    going.on(*yes, here);
                    going.on(*no, here);
                }
                Doing::Hit(_) | Doing::End => {}
            }
        }
        going.hit
    }
}

/// The starts of one run on their way. Most are soon at their end, so only slots where some are get
/// looked at.
struct Going<'a, const W: usize> {
    /// By slot; of those that are not live whatever was there before.
    starts: &'a mut [Sites<W>],
    /// The slots in which there are starts, one bit each.
    live: [u64; LIVE_WORDS],
    hit: Sites<W>,
}

impl<const W: usize> Going<'_, W> {
    /// Adds starts to a slot.
    #[inline]
    fn on(&mut self, slot: u32, starts: Sites<W>) {
        if slot == HIT {
            self.hit = self.hit.or(starts);
        } else if slot != END && !starts.is_empty() {
            let (word, bit) = (slot as usize / 64, 1 << (slot % 64));
            let here = &mut self.starts[slot as usize];
            *here = if self.live[word] & bit == 0 { starts } else { here.or(starts) };
            self.live[word] |= bit;
        }
    }

    /// The next slot with starts. All edges lead to later slots, so each is visited once.
    #[inline]
    fn next(&mut self) -> Option<(usize, Sites<W>)> {
        let (word, live) = self.live.iter_mut().enumerate().find(|(_, live)| **live != 0)?;
        let slot = 64 * word + live.trailing_zeros() as usize;
        *live &= *live - 1;
        Some((slot, self.starts[slot]))
    }
}

fn nexts<const W: usize>(doing: &Doing<W>) -> impl Iterator<Item = u32> + '_ {
    let (fixed, ways) = match doing {
        Doing::Test { yes, no, .. }
        | Doing::Last { yes, no, .. }
        | Doing::AskFlag { yes, no, .. }
        | Doing::Unknown { yes, no } => ([*yes, *no], &[][..]),
        Doing::Flag { next, .. } | Doing::Hit(next) => ([*next, END], &[][..]),
        Doing::Split(ways) => ([END, END], &ways[..]),
        Doing::End => ([END, END], &[][..]),
    };
    fixed.into_iter().chain(ways.iter().map(|(_, next)| *next))
}

/// Lets something be done with each point that follows one.
fn each_next<const W: usize>(doing: &mut Doing<W>, mut change: impl FnMut(&mut u32)) {
    match doing {
        Doing::Test { yes, no, .. }
        | Doing::Last { yes, no, .. }
        | Doing::AskFlag { yes, no, .. }
        | Doing::Unknown { yes, no } => [yes, no].into_iter().for_each(change),
        Doing::Flag { next, .. } | Doing::Hit(next) => change(next),
        Doing::Split(ways) => ways.iter_mut().for_each(|(_, next)| change(next)),
        Doing::End => {}
    }
}

/// The nodes with exactly one step, whatever the tests return. Every run of a rule ends, so a way
/// within such nodes is finite.
fn surely_once<const W: usize>(doings: &[Doing<W>], starts: &[Sites<W>]) -> Vec<bool> {
    let settle = |holds: &mut Vec<bool>, check: &dyn Fn(usize, &[bool]) -> bool| {
        while let Some(index) = (0..doings.len()).rev().find(|index| holds[*index] && !check(*index, holds)) {
            holds[index] = false;
            for index in (0..doings.len()).rev() {
                holds[index] = holds[index] && check(index, holds);
            }
        }
    };
    let (mut never, mut once) = (vec![true; doings.len()], vec![true; doings.len()]);
    settle(&mut never, &|index, never| {
        !matches!(doings[index], Doing::Hit(_)) && nexts(&doings[index]).all(|next| never[next as usize])
    });
    settle(&mut once, &|index, once| match &doings[index] {
        Doing::End => index == HIT as usize,
        Doing::Hit(next) => never[*next as usize],
        Doing::Split(ways) => {
            let gone = ways.iter().fold(Sites::EMPTY, |gone, (set, _)| gone.or(*set));
            starts[index].less(gone).is_empty() && ways.iter().all(|(_, next)| once[*next as usize])
        }
        Doing::Flag { next, .. } => once[*next as usize],
        doing => nexts(doing).all(|next| once[next as usize]),
    });
    once
}

/// If the answer of a test is unknown, starts take both branches. A flag that is set on one branch
/// only becomes unknown. Returns whether there is such a test.
fn doubt_flags<const W: usize>(doings: &mut [Doing<W>], order: &[u32]) -> bool {
    let mut doubtful = vec![false; doings.len()];
    let mut flags: Vec<u16> = Vec::new();
    loop {
        let before = flags.len();
        for &id in order {
            let index = id as usize;
            match doings[index] {
                Doing::AskFlag { flag, yes, no } if flags.contains(&flag) => doings[index] = Doing::Unknown { yes, no },
                Doing::Flag { flag, .. } if doubtful[index] && !flags.contains(&flag) => flags.push(flag),
                _ => {}
            }
            if doubtful[index] || matches!(doings[index], Doing::Unknown { .. }) {
                nexts(&doings[index]).for_each(|next| doubtful[next as usize] = true);
            }
        }
        if flags.len() == before {
            return doubtful.contains(&true);
        }
    }
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
