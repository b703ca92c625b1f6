//! The starts from which a program may touch each site, for any position.
//!
//! This is a forward data-flow analysis (Kildall 1973). A node is an instruction with the cursor on
//! a site, and its value is the set of starts from which a run may come there. A test that depends
//! on the board may go either way, so values are supersets of the truth. Nodes are visited in
//! reverse postorder: without loops on the board, one pass is enough. The starts of a block are
//! worked out together, since their sets are one vector of words.

use dagaz_core::{Bits, SiteId};

use crate::board::Board;
use crate::program::{At, Op, Program, Test};

/// Visits of nodes for one program, in all passes and blocks; beyond, it counts as touching
/// everything.
const VISITS_MAX: usize = 4_000_000;
/// Nodes of a program: 48 MB of tables.
const NODES_MAX: usize = 1_000_000;
/// No node.
const NOWHERE: u32 = u32::MAX;

/// A set of starts of a block, which is some words long.
type Starts<const WORDS: usize> = [u64; WORDS];

/// Adds starts to a set. Returns whether some are new.
#[inline]
fn add<const WORDS: usize>(set: &mut Starts<WORDS>, more: Starts<WORDS>) -> bool {
    let mut is_new = 0;
    for (word, more) in set.iter_mut().zip(more) {
        is_new |= more & !*word;
        *word |= more;
    }
    is_new != 0
}

#[inline]
fn common<const WORDS: usize>(one: Starts<WORDS>, other: Starts<WORDS>) -> Starts<WORDS> {
    std::array::from_fn(|word| one[word] & other[word])
}

/// A register of sites that a program sets and reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Register {
    Mark,
    Target,
    Origin,
}

impl Register {
    const COUNT: usize = 3;
}

/// The successors of a node.
enum Next {
    Nodes([u32; 2]),
    /// At the next instruction, from a site of the register.
    Register(Register),
}

/// What an instruction does that matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// The piece lands on the site of the cursor, and so on the target.
    Land,
    Touch(SiteId),
    TouchRegister(Register),
    Set(Register),
    /// The cursor goes to a site of a register: a number in [`Graph::hops`].
    Hop(u32),
}

/// For each target, as words, the starts from which the program may touch it. `None` if a hop leads
/// anywhere, or the analysis is too long; visits are taken from `left`.
pub(crate) fn touched(board: &Board, program: &Program, left: &mut usize) -> Option<Vec<u64>> {
    let mut visits = VISITS_MAX.min(*left);
    let allowed = visits;
    let words = board.sites().div_ceil(64);
    let sets = Graph::of(board, program, &mut visits).and_then(|graph| match words {
        1 => graph.solve::<1>(words, &mut visits),
        _ => graph.solve::<4>(words, &mut visits),
    });
    *left -= allowed - visits;
    sets
}

/// The nodes of a program, in reverse postorder.
struct Graph {
    sites: usize,
    /// For each site the place of the first instruction there.
    begins: Vec<u32>,
    /// The successors of each place.
    next: Vec<[u32; 2]>,
    /// The effects of places, with the site of the cursor.
    effects: Vec<(u32, SiteId, Effect)>,
    /// Each hop to a register, with the places of the nodes behind it by site.
    hops: Vec<(Register, Vec<u32>)>,
}

impl Graph {
    fn of(board: &Board, program: &Program, visits: &mut usize) -> Option<Graph> {
        /// A node that is visited, or left behind all that follow it.
        enum Step {
            Visit(u32),
            Leave(u32),
        }
        let sites = board.sites();
        let nodes = program.ops.len() * sites;
        if nodes > NODES_MAX {
            return None;
        }
        let walk = Walk { board, program, sites };
        let (mut seen, mut expanded) = (vec![false; nodes], vec![false; program.ops.len()]);
        let mut order: Vec<u32> = Vec::new();
        let mut waiting: Vec<Step> = (0..sites as u32).map(Step::Visit).collect();
        while let Some(step) = waiting.pop() {
            let node = match step {
                Step::Leave(node) => {
                    order.push(node);
                    continue;
                }
                Step::Visit(node) if seen[node as usize] => continue,
                Step::Visit(node) => node,
            };
            seen[node as usize] = true;
            *visits = visits.checked_sub(1)?;
            waiting.push(Step::Leave(node));
            match walk.next(node)? {
                Next::Nodes(next) => {
                    let fresh = next.into_iter().filter(|&next| next != NOWHERE && !seen[next as usize]);
                    waiting.extend(fresh.map(Step::Visit));
                }
                Next::Register(_) => {
                    let op = node as usize / sites;
                    if !std::mem::replace(&mut expanded[op], true) {
                        waiting.extend((0..sites).map(|site| Step::Visit(((op + 1) * sites + site) as u32)));
                    }
                }
            }
        }
        order.reverse();
        let mut places = vec![NOWHERE; nodes];
        order.iter().enumerate().for_each(|(place, &node)| places[node as usize] = place as u32);
        let place_of = |node: u32| if node == NOWHERE { NOWHERE } else { places[node as usize] };
        let mut graph = Graph {
            sites,
            begins: places[..sites].to_vec(),
            next: Vec::with_capacity(order.len()),
            effects: Vec::new(),
            hops: Vec::new(),
        };
        let mut hop_of = vec![NOWHERE; program.ops.len()];
        for (place, &node) in order.iter().enumerate() {
            let (op, here) = (node as usize / sites, SiteId::at(node as usize % sites));
            let mut note = |effect| graph.effects.push((place as u32, here, effect));
            match walk.next(node)? {
                Next::Nodes(next) => {
                    walk.effects(op, here, &mut note)?;
                    graph.next.push(next.map(place_of));
                }
                Next::Register(register) => {
                    if hop_of[op] == NOWHERE {
                        hop_of[op] = graph.hops.len() as u32;
                        graph.hops.push((register, places[(op + 1) * sites..][..sites].to_vec()));
                    }
                    note(Effect::Hop(hop_of[op]));
                    graph.next.push([NOWHERE; 2]);
                }
            }
        }
        Some(graph)
    }

    fn solve<const WORDS: usize>(&self, words: usize, visits: &mut usize) -> Option<Vec<u64>> {
        let none: Starts<WORDS> = [0; WORDS];
        let mut sets = vec![0u64; self.sites * words];
        let mut reached = vec![none; self.next.len()];
        let mut registers = [(); Register::COUNT].map(|()| vec![none; self.sites]);
        for block in 0..words.div_ceil(WORDS) {
            reached.fill(none);
            registers.iter_mut().for_each(|register| register.fill(none));
            let first = block * WORDS * 64;
            for site in first..self.sites.min(first + WORDS * 64) {
                let bit = site - first;
                reached[self.begins[site] as usize][bit / 64] |= 1 << (bit % 64);
                registers[Register::Origin as usize][site][bit / 64] |= 1 << (bit % 64);
            }
            loop {
                *visits = visits.checked_sub(self.next.len())?;
                let is_new = self.pass(&mut reached);
                if !self.exchange(&mut reached, &mut registers) && !is_new {
                    break;
                }
            }
            let mut note = |target: usize, starts: Starts<WORDS>| {
                let words = &mut sets[target * words..][..words][block * WORDS..];
                words.iter_mut().zip(starts).for_each(|(word, more)| *word |= more);
            };
            // The starts from which the sites of a register are touched.
            let mut touching = [none; Register::COUNT];
            for &(place, here, effect) in &self.effects {
                let starts = reached[place as usize];
                match effect {
                    Effect::Land => {
                        add(&mut touching[Register::Target as usize], starts);
                        note(here.index(), starts);
                    }
                    Effect::Touch(site) => note(site.index(), starts),
                    Effect::TouchRegister(register) => _ = add(&mut touching[register as usize], starts),
                    Effect::Set(_) | Effect::Hop(_) => {}
                }
            }
            for (register, starts) in registers.iter().zip(touching) {
                register.iter().enumerate().for_each(|(site, &held)| note(site, common(starts, held)));
            }
        }
        Some(sets)
    }

    /// Sends all starts on once. Returns whether some came to a place before, so that another pass
    /// is needed.
    fn pass<const WORDS: usize>(&self, reached: &mut [Starts<WORDS>]) -> bool {
        let mut is_new = false;
        for (place, next) in self.next.iter().enumerate() {
            let starts = reached[place];
            if starts == [0; WORDS] {
                continue;
            }
            for &next in next.iter().filter(|&&next| next != NOWHERE) {
                is_new |= add(&mut reached[next as usize], starts) && next as usize <= place;
            }
        }
        is_new
    }

    /// Sets registers and hops to their sites. Returns whether something is new.
    fn exchange<const WORDS: usize>(
        &self,
        reached: &mut [Starts<WORDS>],
        registers: &mut [Vec<Starts<WORDS>>; Register::COUNT],
    ) -> bool {
        let mut is_new = false;
        let mut hopping = vec![[0; WORDS]; self.hops.len()];
        for &(place, here, effect) in &self.effects {
            let starts = reached[place as usize];
            match effect {
                Effect::Set(register) => is_new |= add(&mut registers[register as usize][here.index()], starts),
                Effect::Hop(number) => _ = add(&mut hopping[number as usize], starts),
                Effect::Land | Effect::Touch(_) | Effect::TouchRegister(_) => {}
            }
        }
        for ((register, landings), starts) in self.hops.iter().zip(hopping) {
            for (&held, &landing) in registers[*register as usize].iter().zip(landings) {
                is_new |= add(&mut reached[landing as usize], common(starts, held));
            }
        }
        is_new
    }
}

/// A site that an instruction names.
enum Place {
    /// The same in every run, or none.
    Fixed(Option<SiteId>),
    Held(Register),
}

struct Walk<'a> {
    board: &'a Board,
    program: &'a Program,
    sites: usize,
}

impl Walk<'_> {
    /// `None` if the run may go anywhere.
    fn next(&self, node: u32) -> Option<Next> {
        let (op, here) = (node as usize / self.sites, SiteId::at(node as usize % self.sites));
        let node = |op: usize, site: SiteId| (op * self.sites + site.index()) as u32;
        let next = match self.program.ops[op] {
            Op::Hop(at) => match self.place(at, here)? {
                Place::Held(register) => return Some(Next::Register(register)),
                Place::Fixed(site) => [site.map_or(NOWHERE, |site| node(op + 1, site)), NOWHERE],
            },
            Op::Unless { at, test, wanted, target } => {
                let answer = self.settled(at, test, here);
                let stays = if answer == Some(!wanted) { NOWHERE } else { node(op + 1, here) };
                [stays, if answer == Some(wanted) { NOWHERE } else { node(target as usize, here) }]
            }
            Op::UnlessFlag { target, .. } | Op::UnlessCheck { target, .. } => {
                [node(op + 1, here), node(target as usize, here)]
            }
            Op::Jump(target) => [node(target as usize, here), NOWHERE],
            Op::End => [NOWHERE; 2],
            _ => [node(op + 1, here), NOWHERE],
        };
        Some(Next::Nodes(next))
    }

    /// Tells the effects of an instruction. `None` if they may be anywhere.
    fn effects(&self, op: usize, here: SiteId, note: &mut impl FnMut(Effect)) -> Option<()> {
        match self.program.ops[op] {
            Op::SetMark => note(Effect::Set(Register::Mark)),
            Op::SetTarget => note(Effect::Set(Register::Target)),
            Op::SetOrigin => note(Effect::Set(Register::Origin)),
            Op::Cascade => {
                note(Effect::Land);
                note(Effect::Set(Register::Origin));
            }
            Op::Emit(_) => note(Effect::Land),
            Op::Capture(at) | Op::Create(_, _, at) => match self.place(at, here)? {
                Place::Held(register) => note(Effect::TouchRegister(register)),
                Place::Fixed(site) => site.into_iter().for_each(|site| note(Effect::Touch(site))),
            },
            _ => {}
        }
        Some(())
    }

    /// `None` if it may be anywhere.
    fn place(&self, at: At, here: SiteId) -> Option<Place> {
        Some(match at {
            At::Mark => Place::Held(Register::Mark),
            At::Target => Place::Held(Register::Target),
            At::Origin => Place::Held(Register::Origin),
            At::LastFrom | At::LastTo => return None,
            _ => Place::Fixed(self.fixed(at, here)),
        })
    }

    /// The site that a place means, if that depends only on where the cursor is.
    fn fixed(&self, at: At, here: SiteId) -> Option<SiteId> {
        match at {
            At::Here => Some(here),
            At::Row(row) => self.board.link(row, here).some(),
            At::Path(path) => {
                self.program.paths[path as usize].iter().try_fold(here, |site, &row| self.board.link(row, site).some())
            }
            At::Site(site) => Some(site),
            _ => None,
        }
    }

    /// The answer to a test, if that depends only on where the cursor is.
    fn settled(&self, at: At, test: Test, here: SiteId) -> Option<bool> {
        if matches!(at, At::Mark | At::Target | At::Origin | At::LastFrom | At::LastTo) {
            return None;
        }
        let Some(site) = self.fixed(at, here) else { return Some(false) };
        match test {
            Test::OnBoard => Some(true),
            Test::Is(other) => Some(site == other),
            Test::In(zone) => {
                let word = self.program.zones[zone as usize][site.index() / 64];
                Some(Bits(word).any(|bit| bit == site.index() % 64))
            }
            _ => None,
        }
    }
}
