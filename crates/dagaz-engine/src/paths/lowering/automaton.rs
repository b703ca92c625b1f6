//! One line as an automaton.
//!
//! An automaton continues after an emission; a path backtracks to its alternatives. In a line, this
//! occurs in loops only: the next round begins where the walk of the rest began, at the remembered
//! site if the rest has moved away.

use dagaz_core::{AttributeId, PieceTypeId};
use dagaz_rules::path::{KindOf, Set, WayId};
use dagaz_rules::{Action, Automaton, AutomatonBuilder, Emit, Hop, Node, NodeId, Place, SiteTest, Truth};

use super::line::{Line, Step, expand, stands_still};
use super::sets::Unsaid;
use super::{Board, Source};

/// Writes the automaton of a line for the pieces of a type.
pub(super) fn of_line(source: &mut Source<'_>, kind: PieceTypeId, line: &Line<'_>) -> Result<Automaton, Unsaid> {
    let max = source.game.limits.rule_nodes;
    let mut writer = Writer { builder: AutomatonBuilder::new(max), source, kind, places: 0 };
    let at = Course {
        here: 0,
        marked: None,
        taken: false,
        becomes: Vec::new(),
        noted: Vec::new(),
        has_left: false,
        was_safe: false,
    };
    let start = writer.write(&line.0, at, End::Move, AutomatonBuilder::END)?;
    Ok(writer.builder.build(start))
}

struct Writer<'w, 'a> {
    source: &'w mut Source<'a>,
    builder: AutomatonBuilder,
    kind: PieceTypeId,
    /// Distinct positions of the cursor.
    places: u32,
}

/// What is known where a part of a line begins.
#[derive(Clone)]
struct Course {
    /// The place of the cursor.
    here: u32,
    /// The place that is remembered.
    marked: Option<u32>,
    /// Whether what stands on the remembered site is captured.
    taken: bool,
    becomes: Vec<PieceTypeId>,
    /// What is noted of the piece.
    noted: Vec<(AttributeId, bool)>,
    /// Whether the piece has left its site.
    has_left: bool,
    /// Whether it was asked that it is not attacked where it began.
    was_safe: bool,
}

/// What follows a line.
#[derive(Clone, Copy)]
enum End {
    /// The move is complete.
    Move,
    /// This.
    Node(NodeId),
}

impl Writer<'_, '_> {
    fn add(&mut self, node: Node) -> Result<NodeId, Unsaid> {
        Ok(self.builder.add(node, Default::default())?)
    }

    fn test(&mut self, truth: Truth, yes: NodeId, no: NodeId) -> Result<NodeId, Unsaid> {
        self.add(Node::Test(truth, yes, no))
    }

    fn place(&mut self) -> u32 {
        self.places += 1;
        self.places
    }

    /// Writes steps; `back` is the node for failure, and for the end of what follows.
    fn write(&mut self, steps: &[Step<'_>], at: Course, end: End, back: NodeId) -> Result<NodeId, Unsaid> {
        let Some((step, rest)) = steps.split_first() else {
            return match end {
                End::Move => self.emission(&at, back),
                End::Node(node) => Ok(node),
            };
        };
        match step {
            // What is attacked is only asked of where the piece is, and as long as it makes no
            // difference that it has left.
            Step::Look { lines, .. } | Step::If { question: lines, .. } if at.has_left && look_for_attacks(lines) => {
                Err(Unsaid)
            }
            Step::Is(set) => {
                let asks = asks_attacked(set);
                if asks && !is_safe(set) || asks && at.has_left && !(at.was_safe && self.source.lines_are_open()) {
                    return Err(Unsaid);
                }
                let was_safe = at.was_safe || asks;
                let truth = self.source.is_in(set, &Place::Here)?;
                let next = self.write(rest, Course { was_safe, ..at }, end, back)?;
                self.test(truth, next, back)
            }
            Step::Holds(truth) => {
                let truth = self.source.holds(truth)?;
                let next = self.write(rest, at, end, back)?;
                self.test(truth, next, back)
            }
            Step::Look { lines, wanted } => match self.source.sees(lines) {
                Ok(truth) => {
                    let next = self.write(rest, at, end, back)?;
                    let (yes, no) = if *wanted { (next, back) } else { (back, next) };
                    self.test(truth, yes, no)
                }
                Err(Unsaid) => self.look_around(lines, *wanted, rest, at, end, back),
            },
            Step::If { question, yes, no } => {
                let truth = self.source.sees(question)?;
                let mut branch = |steps: &[Step<'_>]| {
                    let steps: Vec<Step<'_>> = steps.iter().chain(rest).cloned().collect();
                    self.write(&steps, at.clone(), end, back)
                };
                let (yes, no) = (branch(yes)?, branch(no)?);
                self.test(truth, yes, no)
            }
            Step::Hop(way) => {
                let here = self.place();
                let next = self.write(rest, Course { here, has_left: true, ..at }, end, back)?;
                self.hop(*way, next, back)
            }
            Step::Loop { way, tests } => self.go_round(*way, tests, rest, at, end, back),
            Step::Take if rest.is_empty() => self.write(rest, at, end, back),
            Step::Take => {
                if at.marked.is_some_and(|marked| marked != at.here) || back != AutomatonBuilder::END {
                    return Err(Unsaid);
                }
                let here = at.here;
                let next = self.write(rest, Course { marked: Some(here), taken: true, ..at }, end, back)?;
                self.add(Node::Do(Action::Mark, next))
            }
            Step::Become(kinds) => {
                if !at.becomes.is_empty() {
                    return Err(Unsaid);
                }
                let becomes: Vec<PieceTypeId> = kinds.iter().map(|kind| self.becomes(*kind)).collect();
                // What becomes what it is does not change.
                let becomes = if becomes == [self.kind] { Vec::new() } else { becomes };
                self.write(rest, Course { becomes, ..at }, end, back)
            }
            Step::Note { var, value } => {
                let attribute = self.source.attribute(*var).ok_or(Unsaid)?;
                let of_pieces = Some(*var) != self.source.rules.unmoved;
                // What is noted of the piece is not asked of it in the same line.
                let rest_changes = rest.iter().all(|step| matches!(step, Step::Note { .. } | Step::Become(_)));
                if !of_pieces || !rest_changes || at.noted.iter().any(|(known, _)| *known == attribute) {
                    return Err(Unsaid);
                }
                let mut noted = at.noted.clone();
                noted.push((attribute, *value));
                self.write(rest, Course { noted, ..at }, end, back)
            }
            Step::Other { from, to } => self.other(from, to, &at, back),
        }
    }

    fn hop(&mut self, way: WayId, next: NodeId, back: NodeId) -> Result<NodeId, Unsaid> {
        let direction = Board::direction(way);
        let go = self.add(Node::Go(Hop::Along(direction), next))?;
        self.test(Truth::Site(Place::Along(vec![direction]), SiteTest::OnBoard), go, back)
    }

    fn becomes(&self, kind: KindOf) -> PieceTypeId {
        super::hands::becomes(self.source.rules, self.kind, kind)
    }

    /// Looks along lines that go round, and comes back.
    fn look_around(
        &mut self,
        lines: &[Vec<Step<'_>>],
        wanted: bool,
        rest: &[Step<'_>],
        at: Course,
        end: End,
        back: NodeId,
    ) -> Result<NodeId, Unsaid> {
        let [line] = lines else { return Err(Unsaid) };
        let other = at.marked.is_some_and(|marked| marked != at.here);
        if other || at.taken || back != AutomatonBuilder::END {
            return Err(Unsaid);
        }
        let here = at.here;
        let look = Course { marked: Some(here), ..at };
        let next = self.write(rest, look.clone(), end, back)?;
        let home = self.add(Node::Go(Hop::Mark, next))?;
        let (yes, no) = if wanted { (home, back) } else { (back, home) };
        let looking = self.write(line, look, End::Node(yes), no)?;
        self.add(Node::Do(Action::Mark, looking))
    }

    /// A loop, and what comes behind any number of its rounds.
    fn go_round(
        &mut self,
        way: WayId,
        tests: &[Step<'_>],
        rest: &[Step<'_>],
        at: Course,
        end: End,
        back: NodeId,
    ) -> Result<NodeId, Unsaid> {
        let head = self.add(Node::End)?;
        let here = self.place();
        let turn = self.add(Node::Turn(head))?;
        let inside = Course { here, has_left: true, ..at.clone() };
        // The next round goes the same hop as the rest does: one hop serves both.
        if let [Step::Hop(same), behind @ ..] = rest
            && *same == way
        {
            let many = behind.iter().take_while(|step| matches!(step, Step::Is(_))).count();
            let (asked, last) = behind.split_at(many);
            let round = self.write(tests, inside.clone(), End::Node(turn), back)?;
            let either = if matches!(end, End::Move) && stands_still(last) {
                Some(self.write(behind, inside.clone(), end, round)?)
            } else if asked.iter().any(is_of_occupied) && tests.iter().any(is_of_empty) {
                let found = self.write(last, inside.clone(), end, back)?;
                Some(self.write(asked, inside.clone(), End::Node(found), round)?)
            } else {
                None
            };
            if let Some(either) = either {
                let begin = self.hop(way, either, back)?;
                self.builder.replace(head, always(begin));
                return Ok(head);
            }
        }
        let round = self.write(tests, inside.clone(), End::Node(turn), back)?;
        let round = self.hop(way, round, back)?;
        if matches!(end, End::Move) && stands_still(rest) {
            if !at.has_left {
                // A move needs a round.
                return Err(Unsaid);
            }
            let once = self.write(rest, inside, end, round)?;
            self.builder.replace(head, always(once));
            return Ok(head);
        }
        if at.marked.is_some() {
            return Err(Unsaid);
        }
        let again = self.add(Node::Go(Hop::Mark, round))?;
        let once = self.write(rest, Course { marked: Some(here), ..inside }, end, again)?;
        self.builder.replace(head, Node::Do(Action::Mark, once));
        Ok(head)
    }

    /// The move is complete.
    fn emission(&mut self, at: &Course, back: NodeId) -> Result<NodeId, Unsaid> {
        let emit = Emit { becomes: at.becomes.clone(), then: None, copies: false };
        let mut node = self.add(Node::Emit(emit, back))?;
        node = self.has_moved(Place::Here, node, false)?;
        for &(attribute, value) in &at.noted {
            let action = Action::SetAttribute(attribute, Truth::Always(value), Place::Here);
            node = self.add(Node::Do(action, node))?;
        }
        if at.taken {
            node = self.add(Node::Do(Action::Capture(Place::Mark), node))?;
        }
        Ok(node)
    }

    /// A piece that arrived has moved. `any`: it may have any type.
    fn has_moved(&mut self, place: Place, next: NodeId, any: bool) -> Result<NodeId, Unsaid> {
        match &self.source.unmoved {
            Some((attribute, kinds)) if any || kinds.contains(&self.kind) => {
                let action = Action::SetAttribute(*attribute, Truth::Always(false), place);
                self.add(Node::Do(action, next))
            }
            _ => Ok(next),
        }
    }

    /// Another piece moves, and the move is complete.
    fn other(&mut self, from: &Set, to: &Set, at: &Course, back: NodeId) -> Result<NodeId, Unsaid> {
        let other = at.marked.is_some_and(|marked| marked != at.here);
        if other || at.taken || !at.becomes.is_empty() || !at.noted.is_empty() || !at.has_left {
            return Err(Unsaid);
        }
        let (from, to) = (way_to(from)?, way_to(to)?);
        if !to.iter().all(|step| matches!(step, Step::Hop(_))) {
            return Err(Unsaid);
        }
        let mut node = self.add(Node::Emit(Emit::default(), back))?;
        node = self.has_moved(Place::Mark, node, false)?;
        node = self.has_moved(Place::Here, node, true)?;
        let away = Course { marked: Some(at.here), ..at.clone() };
        node = self.write(&to, away.clone(), End::Node(node), back)?;
        node = self.add(Node::Go(Hop::Mark, node))?;
        node = self.add(Node::Do(Action::Origin, node))?;
        // Both branches are equal. But this test shows the analysis that a piece moves along, and
        // the effects are known at compile time.
        node = self.test(Truth::Site(Place::Here, SiteTest::Empty), node, node)?;
        node = self.write(&from, away, End::Node(node), back)?;
        node = self.add(Node::Do(Action::Cascade, node))?;
        self.add(Node::Do(Action::Mark, node))
    }
}

/// A node that only leads on: the head of a loop.
fn always(next: NodeId) -> Node {
    Node::Test(Truth::Always(true), next, AutomatonBuilder::END)
}

/// The steps from the cursor to the only site of a set.
pub(super) fn way_to(set: &Set) -> Result<Vec<Step<'_>>, Unsaid> {
    match set {
        Set::Here => Ok(Vec::new()),
        Set::Toward(ways, inner) => {
            let [way] = ways.as_slice() else { return Err(Unsaid) };
            let mut steps = way_to(inner)?;
            steps.push(Step::Hop(*way));
            Ok(steps)
        }
        Set::From(inner, path) if **inner == Set::Here => {
            let mut lines = expand(path).ok_or(Unsaid)?;
            if lines.len() == 1 { Ok(lines.remove(0)) } else { Err(Unsaid) }
        }
        _ => Err(Unsaid),
    }
}

fn is_of_empty(step: &Step<'_>) -> bool {
    matches!(step, Step::Is(Set::Empty))
}

fn is_of_occupied(step: &Step<'_>) -> bool {
    let occupied = |set: &Set| {
        matches!(set, Set::Occupied | Set::Mine | Set::Friend | Set::Enemy | Set::Nobody | Set::Kinds(_) | Set::Of(_))
    };
    match step {
        Step::Is(Set::And(parts)) => super::sets::flattened(parts).into_iter().any(occupied),
        Step::Is(set) => occupied(set),
        _ => false,
    }
}

fn look_for_attacks(lines: &[Vec<Step<'_>>]) -> bool {
    lines.iter().flatten().any(|step| match step {
        Step::Is(set) => asks_attacked(set),
        Step::Look { lines, .. } | Step::If { question: lines, .. } => look_for_attacks(lines),
        _ => false,
    })
}

/// Whether a set is where nothing is attacked.
fn is_safe(set: &Set) -> bool {
    matches!(set, Set::Not(inner) if **inner == Set::Attacked(None))
}

fn asks_attacked(set: &Set) -> bool {
    let mut asks = false;
    super::super::survey::in_set(set, &mut |part| {
        asks |= matches!(part, dagaz_rules::path::Part::Set(Set::Attacked(_)));
    });
    asks
}
