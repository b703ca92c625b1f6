//! Partial evaluation: runs a rule without a board.
//!
//! From a fixed start site nearly everything that a rule does is known at compile time: its hops,
//! its flags, its zones, its pending effects. The machine executes all of that, and stops where
//! only the board can decide, or where a step is complete. [`Graph`](super::graph::Graph) is what
//! remains when both answers are followed.

use dagaz_core::{Layout, PieceTypeId, PlayerId, SiteId};

use super::codes::{CodeSet, Codes};
use crate::board::Board;
use crate::program::{At, Op, Owner, Program, Test};
use crate::vm::Waiting;

/// Instructions that are executed between two questions at most: more would be a loop that asks
/// nothing.
const OPS_MAX: usize = 20_000;
/// Maximum pending effects of one emission.
const ACTIONS_MAX: usize = 64;

/// The rule does something that cannot be settled without a board, and is no plain question either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Opaque;

/// What a run is of.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) board: &'a Board,
    pub(crate) layout: &'a Layout,
    pub(crate) codes: &'a Codes,
    pub(crate) program: &'a Program,
    pub(crate) side: PlayerId,
    pub(crate) kind: PieceTypeId,
    pub(crate) start: SiteId,
    pub(crate) drops: bool,
    /// The codes that can stand on the start site.
    pub(crate) own: CodeSet,
    /// Whether flags and effects are left to the walk of the graph. Then many more ways through a
    /// rule are equal.
    pub(crate) live: bool,
    /// What the tests of the program hold for.
    pub(crate) tested: &'a Tested,
    /// The next player who chooses, after another.
    pub(crate) next: &'a dyn Fn(PlayerId) -> PlayerId,
}

impl Setting<'_> {
    /// The owner of an effect. Mover and side are the same wherever this machine is used.
    fn owner(&self, owner: Owner) -> PlayerId {
        match owner {
            Owner::Player(player) => player,
            Owner::Mover => self.side,
        }
    }

    /// The next player after the owner of a piece with one of these codes, where all of them have
    /// the same.
    pub(crate) fn next_after(&self, set: CodeSet) -> Option<PlayerId> {
        let codes = (0..self.codes.len() as u8).filter(|code| set >> code & 1 == 1);
        let mut nexts = codes.filter_map(|code| self.codes.piece(code)).map(|piece| (self.next)(piece.owner));
        let next = nexts.next()?;
        nexts.all(|other| other == next).then_some(next)
    }
}

/// For each instruction of a program that tests the piece on a site, the codes for which the test
/// is true.
pub(crate) type Tested = Vec<Option<CodeSet>>;

/// Looks up the tests of a program.
pub(crate) fn tested(codes: &Codes, layout: &Layout, program: &Program) -> Tested {
    let set = |op: &Op| match *op {
        Op::Unless { test, .. } => codes.tested(program, layout, test),
        _ => None,
    };
    program.ops.iter().map(set).collect()
}

/// A question that only the board answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Question {
    /// Whether the code on the site is one of the set.
    Holds(SiteId, CodeSet),
    /// Whether the last step began there.
    LastFrom(SiteId),
    /// Whether it ended there.
    LastTo(SiteId),
    /// Whether the site is attacked, on which one of these codes stands.
    Attacked(SiteId, CodeSet),
    /// The value of a site flag that is left to the walk.
    Flagged(u16, SiteId),
}

/// Where the machine stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Asks(Question),
    /// A test of a flag that is left to the walk.
    AsksFlag(u16),
    /// A flag is set.
    Flags(u16, bool),
    /// A flag of a site is set.
    FlagsAt(u16, SiteId, bool),
    /// An effect becomes pending.
    Waits(Waiting),
    /// The piece on the origin goes to the target as well.
    Cascades(SiteId, SiteId),
    /// A step is complete: the emission of that number.
    Emits(u32),
    Ends,
}

impl Event {
    /// Whether it concerns something that the walk records.
    pub(crate) fn is_noted(self) -> bool {
        match self {
            Event::Asks(question) => matches!(question, Question::Flagged(..)),
            Event::AsksFlag(_) | Event::Flags(..) | Event::FlagsAt(..) | Event::Waits(_) | Event::Cascades(..) => true,
            Event::Emits(_) | Event::Ends => false,
        }
    }
}

/// See the [module documentation](self). Two equal machines have equal continuations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Machine {
    next: u32,
    pub(crate) here: SiteId,
    pub(crate) origin: SiteId,
    pub(crate) target: SiteId,
    mark: SiteId,
    /// Flags raised, in order.
    flags: FlagsUp,
    /// Site flags raised, in order.
    site_flags: Vec<(u16, SiteId)>,
    pub(crate) waiting: Vec<Waiting>,
    pub(crate) cascades: Vec<(SiteId, SiteId)>,
    /// Whether every capture that waits is known to find a piece.
    pub(crate) sure: bool,
    /// Sites from which a piece is to move and on which one is known to stand.
    pub(crate) stands: Vec<SiteId>,
    /// What the last question has told about the site under the cursor.
    known: Option<(SiteId, CodeSet)>,
    /// Fuel spent since the last stop.
    pub(crate) fuel: u32,
}

/// Numbers of flags. Mostly there are none, and a million machines are compared for a game: as
/// bytes, as lists of numbers are, two empty ones took 120 ns, since the masked reads of that
/// comparison begin at an address where nothing is.
#[derive(Clone, Debug, Default, Eq)]
struct FlagsUp(Vec<u16>);

impl PartialEq for FlagsUp {
    fn eq(&self, other: &FlagsUp) -> bool {
        self.0.iter().eq(&other.0)
    }
}

impl std::hash::Hash for FlagsUp {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

fn set_flag<T: Ord + Copy>(flags: &mut Vec<T>, flag: T, up: bool) {
    match (flags.binary_search(&flag), up) {
        (Err(place), true) => flags.insert(place, flag),
        (Ok(place), false) => {
            flags.remove(place);
        }
        _ => {}
    }
}

impl Machine {
    pub(crate) fn new(of: &Setting<'_>) -> Machine {
        Machine {
            next: 0,
            here: of.start,
            origin: if of.drops { SiteId::NONE } else { of.start },
            target: SiteId::NONE,
            mark: SiteId::NONE,
            flags: FlagsUp::default(),
            site_flags: Vec::new(),
            waiting: Vec::new(),
            cascades: Vec::new(),
            sure: true,
            stands: Vec::new(),
            known: None,
            fuel: of.program.fuel,
        }
    }

    /// Where a step that is complete now ends.
    pub(crate) fn lands(&self) -> SiteId {
        if self.target == SiteId::NONE { self.here } else { self.target }
    }

    /// The piece on the site of the cursor is the one that goes next.
    fn set_origin(&mut self, of: &Setting<'_>) {
        self.origin = self.here;
        if !of.live && self.known(of, self.here) & Codes::EMPTY == 0 && !self.stands.contains(&self.here) {
            self.stands.push(self.here);
        }
    }

    /// Continues after an emission.
    pub(crate) fn emitted(&mut self, of: &Setting<'_>) {
        self.waiting.clear();
        self.cascades.clear();
        self.sure = true;
        self.stands.clear();
        self.origin = if of.drops { SiteId::NONE } else { of.start };
        self.target = SiteId::NONE;
        self.next += 1;
    }

    /// Continues after a test.
    pub(crate) fn answered(&mut self, of: &Setting<'_>, question: Question, answer: bool) {
        if let Question::Holds(site, set) = question {
            let set = if answer { set } else { !set & of.codes.all() };
            let before = self.known(of, site);
            self.known = Some((site, set & before));
        }
        self.branch(of.program, answer);
    }

    /// Continues after the answer about a flag.
    pub(crate) fn told(&mut self, of: &Setting<'_>, answer: bool) {
        self.branch(of.program, answer);
    }

    /// Continues after something that the walk has recorded.
    pub(crate) fn noted(&mut self) {
        self.next += 1;
    }

    /// Takes the branch that the answer to the test at `next` leads to.
    fn branch(&mut self, program: &Program, answer: bool) {
        self.next = match program.ops[self.next as usize] {
            Op::Unless { wanted, target, .. } | Op::UnlessFlag { wanted, target, .. } if answer != wanted => target,
            _ => self.next + 1,
        };
    }

    /// The codes that may stand on a site, as far as the machine knows.
    pub(crate) fn known(&self, of: &Setting<'_>, site: SiteId) -> CodeSet {
        let known = self.known.filter(|(known, _)| *known == site).map_or(of.codes.all(), |(_, set)| set);
        if site == of.start && !of.drops { known & of.own } else { known }
    }

    fn site(&self, of: &Setting<'_>, at: At) -> Result<SiteId, Opaque> {
        Ok(match at {
            At::Here => self.here,
            At::Row(row) => of.board.link(row, self.here),
            At::Path(path) => of.program.paths[path as usize].iter().fold(self.here, |site, &row| match site {
                SiteId::NONE => SiteId::NONE,
                site => of.board.link(row, site),
            }),
            At::Site(site) => site,
            At::Mark => self.mark,
            At::Origin => self.origin,
            At::Target => self.target,
            At::LastFrom | At::LastTo => return Err(Opaque),
        })
    }

    /// The answer to a test, or the question that it is.
    fn test(&self, of: &Setting<'_>, site: SiteId, test: Test) -> Result<Result<bool, Question>, Opaque> {
        if site == SiteId::NONE {
            return Ok(Ok(false));
        }
        Ok(match test {
            Test::OnBoard => Ok(true),
            Test::Is(other) => Ok(site == other),
            Test::In(zone) => Ok(of.program.zones[zone as usize][site.index() / 64] >> (site.index() % 64) & 1 == 1),
            Test::Flagged(flag) if of.live => Err(Question::Flagged(flag, site)),
            Test::Flagged(flag) => Ok(self.site_flags.binary_search(&(flag, site)).is_ok()),
            Test::Marked => Ok(site == self.mark),
            Test::LastFrom => Err(Question::LastFrom(site)),
            Test::LastTo => Err(Question::LastTo(site)),
            Test::Attacked(None) => Err(Question::Attacked(site, self.known(of, site))),
            Test::Attacked(Some(_)) | Test::Defended(_) | Test::NextToEnemy => return Err(Opaque),
            Test::Empty | Test::Owned(_) | Test::OwnedKind(..) | Test::OwnedKinds(..) | Test::Has(_) => {
                let set = of.tested[self.next as usize].ok_or(Opaque)?;
                let known = self.known(of, site);
                match (known & set, known & !set) {
                    (0, _) => Ok(false),
                    (_, 0) => Ok(true),
                    _ => Err(Question::Holds(site, set)),
                }
            }
        })
    }

    /// Makes an effect pending, or delegates it to the walk.
    fn wait(&mut self, of: &Setting<'_>, action: Waiting, site: SiteId) -> Result<Option<Event>, Opaque> {
        if site == SiteId::NONE {
            return Ok(None);
        }
        if of.live {
            return Ok(Some(Event::Waits(action)));
        }
        if self.waiting.last() == Some(&action) {
            return Ok(None);
        }
        if self.waiting.len() >= ACTIONS_MAX {
            return Err(Opaque);
        }
        self.waiting.push(action);
        Ok(None)
    }

    /// The next player after the owner of the piece on a site, where all pieces that may stand
    /// there have the same.
    fn next_after(&self, of: &Setting<'_>, site: SiteId) -> Option<PlayerId> {
        if site == SiteId::NONE { None } else { of.next_after(self.known(of, site)) }
    }

    /// Runs on to the next stop.
    pub(crate) fn advance(&mut self, of: &Setting<'_>) -> Result<Event, Opaque> {
        for _ in 0..OPS_MAX {
            let op = of.program.ops[self.next as usize];
            match op {
                Op::Unless { at, test, .. } => {
                    let site = self.site(of, at)?;
                    match self.test(of, site, test)? {
                        Ok(answer) => self.branch(of.program, answer),
                        Err(question) => return Ok(Event::Asks(question)),
                    }
                    continue;
                }
                Op::UnlessFlag { flag, .. } if of.live => return Ok(Event::AsksFlag(flag)),
                Op::UnlessFlag { flag, .. } => {
                    let answer = self.flags.0.binary_search(&flag).is_ok();
                    self.branch(of.program, answer);
                    continue;
                }
                Op::Jump(target) => {
                    self.next = target;
                    continue;
                }
                Op::Emit(emit) => return Ok(Event::Emits(emit)),
                Op::End => return Ok(Event::Ends),
                Op::UnlessCheck { .. } => return Err(Opaque),
                Op::Hop(at) => {
                    self.here = self.site(of, at)?;
                    // Facts about other sites would only distinguish equal machines.
                    self.known = self.known.filter(|(site, _)| *site == self.here);
                    if self.here == SiteId::NONE {
                        return Ok(Event::Ends);
                    }
                }
                Op::Turn(fuel) => self.fuel = self.fuel.saturating_add(fuel),
                Op::SetOrigin => {
                    self.set_origin(of);
                }
                Op::SetTarget => self.target = self.here,
                Op::SetMark => self.mark = self.here,
                Op::Cascade => {
                    let cascade = (self.origin, self.lands());
                    self.set_origin(of);
                    self.target = SiteId::NONE;
                    if of.live {
                        return Ok(Event::Cascades(cascade.0, cascade.1));
                    }
                    if !self.cascades.contains(&cascade) {
                        self.cascades.push(cascade);
                    }
                }
                Op::Capture(at) => {
                    let site = self.site(of, at)?;
                    if site != SiteId::NONE && !of.live {
                        self.sure &= self.known(of, site) & Codes::EMPTY == 0;
                    }
                    if let Some(event) = self.wait(of, Waiting::Capture(site), site)? {
                        return Ok(event);
                    }
                }
                Op::Create(owner, kind, at) => {
                    let site = self.site(of, at)?;
                    let owner = of.owner(owner);
                    if let Some(event) = self.wait(of, Waiting::Create(site, kind.unwrap_or(of.kind), owner), site)? {
                        return Ok(event);
                    }
                }
                Op::Become(kind, at) => {
                    let site = self.site(of, at)?;
                    if let Some(event) = self.wait(of, Waiting::Become(site, kind), site)? {
                        return Ok(event);
                    }
                }
                Op::Give(owner, at) => {
                    let site = self.site(of, at)?;
                    if let Some(event) = self.wait(of, Waiting::Give(site, of.owner(owner)), site)? {
                        return Ok(event);
                    }
                }
                Op::Flip(at) => {
                    let site = self.site(of, at)?;
                    let next = self.next_after(of, site);
                    if let Some(event) = self.wait(of, Waiting::Flip(site, next), site)? {
                        return Ok(event);
                    }
                }
                Op::SetAttribute(attribute, value, at) => {
                    let site = self.site(of, at)?;
                    if let Some(event) = self.wait(of, Waiting::Set(site, attribute, value), site)? {
                        return Ok(event);
                    }
                }
                Op::SetFlag(flag, value) if of.live => return Ok(Event::Flags(flag, value)),
                Op::SetFlag(flag, value) => set_flag(&mut self.flags.0, flag, value),
                Op::SetSiteFlag(flag, value, at) => {
                    let site = self.site(of, at)?;
                    if site != SiteId::NONE && of.live {
                        return Ok(Event::FlagsAt(flag, site, value));
                    }
                    if site != SiteId::NONE {
                        set_flag(&mut self.site_flags, (flag, site), value);
                    }
                }
            }
            self.next += 1;
        }
        Err(Opaque)
    }
}
