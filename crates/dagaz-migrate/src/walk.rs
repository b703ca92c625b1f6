//! Automata as paths.
//!
//! A run of an automaton emits moves on its way; a path is a move at its end. So what follows an
//! emission becomes an alternative to it, and what happens only when it is emitted is written where
//! it ends. Tests of an automaton see the board as it was: while a piece is carried it is off the
//! board, so that rules which could see the difference leave the piece where it is, let the cursor
//! go alone, and move the piece at the end.

use dagaz_core::{MoveClassId, PieceTypeId};
use dagaz_rules::{Action, Automaton, Emit, Hop, Node, NodeId, Place, SiteTest, Then, Truth};

use super::branch::either;
use super::draft::Draft;
use super::place::CursorPlace;
use super::question::{QuestionContext, contrary, elements};
use super::round::{goes_on, straightened};
use super::rule_walk::{Manner, RuleState, Walk, Walked};
use super::sequence::{grouped, is_question};
use super::static_facts::StaticFacts;
use super::stop::Untranslated;
use super::text::{Step, Sx, list, word};

/// Parts of a path at most, so that alternatives within alternatives come to an end.
const PARTS_MAX: usize = 12_000;
/// How deep they may be nested.
const DEPTH_MAX: usize = 400;

impl<'d, 'a> Walk<'d, 'a> {
    /// The path of an automaton for a piece type; none if it never gives a move.
    pub(super) fn path(
        draft: &'d Draft<'a>,
        automaton: &'d Automaton,
        (kind, class, drops): (PieceTypeId, Option<MoveClassId>, bool),
        Manner { alone, read }: Manner,
    ) -> Result<(Option<Vec<Sx>>, Vec<bool>), Untranslated> {
        let mut walk = Walk {
            draft,
            automaton,
            kind,
            class,
            drops,
            alone: alone || drops,
            notes: Vec::new(),
            parts: 0,
            depth: 0,
            chain: false,
            goes_one_way: goes_one_way(draft, automaton),
            lands: false,
            answers: 0,
            raised: Vec::new(),
            put_off: Vec::new(),
            keeps: vec![false; draft.rules.attributes.len()],
        };
        for node in &automaton.nodes {
            if let Node::Do(Action::SetSiteFlag(flag, ..), _) = node
                && !walk.raised.contains(flag)
                && draft.asked.site_flags.contains(flag)
            {
                walk.raised.push(*flag);
            }
        }
        let (start, first) = match drops {
            true => walk.note("begun"),
            false => (CursorPlace { fixed: Some(word("start")), ..CursorPlace::here(None) }, None),
        };
        walk.chain = walk.has_chain();
        if walk.chain && !walk.alone {
            return Err(Untranslated::Alone);
        }
        if walk.chain && drops {
            return Err(Untranslated::Gap("a drop with a cascade"));
        }
        let now = RuleState {
            has_left: false,
            hopped: false,
            jumped: false,
            origin: if walk.chain { walk.chain_origin() } else { start.clone() },
            start,
            target: None,
            mark: None,
            moves: Vec::new(),
            acts: Vec::new(),
            known: StaticFacts::nothing(draft),
        };
        let Some(path) = walk.tail(automaton.start, now, None)? else { return Ok((None, walk.keeps)) };
        if !read {
            return Ok((Some(Vec::new()), walk.keeps));
        }
        let begun = if walk.chain { walk.chain_begun() } else { Vec::new() };
        let mut path: Vec<Sx> = first.into_iter().chain(begun).chain(path).collect();
        if !drops {
            path = without_what_is_known(draft, kind, path);
        }
        if walk.alone && !drops {
            // Questions that are asked before anything else need no cursor of their own.
            let asked = path.iter().take_while(|part| is_question(part)).count();
            path.insert(asked, list("at", [word("here")]));
        }
        let path = super::tidy::tidy(draft, path, &walk.notes, walk.alone && draft.style.exact);
        let path = if drops { begun_at_a_site(path) } else { path };
        Ok((Some(path), walk.keeps))
    }

    /// Returns a site under the cursor, and the element that names it if it is used.
    pub(super) fn note(&mut self, called: &'static str) -> (CursorPlace, Option<Sx>) {
        self.notes.push(called);
        let which = self.notes.len() - 1;
        (CursorPlace::here(Some(which)), Some(Sx::Note(which, Box::new(word("here")))))
    }

    /// After an emission what was to be done is forgotten.
    fn forget(&self, now: &mut RuleState) {
        (now.moves, now.acts, now.target) = (Vec::new(), Vec::new(), None);
        now.origin = if self.chain { self.chain_origin() } else { now.start.clone() };
    }

    fn count(&mut self, parts: usize) -> Result<(), Untranslated> {
        self.parts += parts;
        if self.parts > PARTS_MAX { Err(Untranslated::Gap("a rule of so many branches")) } else { Ok(()) }
    }

    pub(super) fn node(&self, node: NodeId) -> &'d Node {
        self.automaton.node(node)
    }

    /// Returns the loop that begins at a node: its test, its body, and what follows.
    pub(super) fn a_loop(&self, node: NodeId) -> Option<(&'d Truth, NodeId, NodeId)> {
        match self.node(node) {
            Node::Test(truth, yes, no) => match self.node(*yes) {
                Node::Turn(body) => Some((truth, *body, *no)),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn question(&self, truth: &Truth, now: &RuleState) -> Result<Sx, Untranslated> {
        if !self.alone && now.has_left && truth.mentions(&sees_the_origin) {
            return Err(Untranslated::Alone);
        }
        let walked = self.draft.last.walked(self.class);
        let carried = (!self.drops).then(|| now.origin.clone());
        let asked = QuestionContext { mark: now.mark.clone(), origin: Some(now.origin.clone()), carried, walked };
        self.draft.question(&now.known.settled(self.draft, truth), &asked)
    }

    /// Which way a test leads, if that is known.
    pub(super) fn way(&self, truth: &Truth, (yes, no): (NodeId, NodeId), now: &RuleState) -> Option<NodeId> {
        match now.known.settled(self.draft, truth) {
            Truth::Always(holds) => Some(if holds { yes } else { no }),
            _ => None,
        }
    }

    /// Translates everything from a node to the ends of its moves. It fails if it reaches `end`.
    pub(super) fn tail(&mut self, node: NodeId, now: RuleState, end: Option<NodeId>) -> Walked {
        if self.depth >= DEPTH_MAX {
            return Err(Untranslated::Gap("a rule of so many branches"));
        }
        self.depth += 1;
        let walked = self.tail_of(node, now, end);
        self.depth -= 1;
        walked
    }

    fn tail_of(&mut self, mut node: NodeId, mut now: RuleState, end: Option<NodeId>) -> Walked {
        let mut path = Vec::new();
        loop {
            self.count(1)?;
            if Some(node) == end {
                return Ok(None);
            }
            if let Some((truth, body, after)) = self.a_loop(node) {
                if self.way(truth, (body, after), &now) == Some(after) {
                    node = after;
                    continue;
                }
                let emits = self.reaches_emission(body, Some(node));
                let Some(rest) = (match emits {
                    true => self.emitting_loop(node, truth, body, after, now, end)?,
                    false => {
                        let Some(round) = self.silent_loop(node, truth, body, &mut now)? else { return Ok(None) };
                        path.extend(round);
                        node = after;
                        continue;
                    }
                }) else {
                    return Ok(None);
                };
                path.extend(rest);
                return Ok(Some(path));
            }
            match self.node(node) {
                Node::End => return Ok(None),
                Node::Turn(next) => node = *next,
                Node::Go(hop, next) => {
                    let Some(steps) = self.go(*hop, &mut now)? else { return Ok(None) };
                    path.extend(steps);
                    node = *next;
                }
                Node::Do(action, next) => {
                    path.extend(self.action(action, &mut now, false)?);
                    node = *next;
                }
                Node::Emit(emit, next) => {
                    let done = self.emission(emit, &now)?;
                    self.forget(&mut now);
                    // What waited for this emission does not wait for the next.
                    let forgotten = self.forgotten()?;
                    let rest = self.tail(*next, now, end)?;
                    let rest = rest.map(|rest| forgotten.into_iter().chain(rest).collect());
                    path.extend(either(done, rest));
                    return Ok(Some(path));
                }
                Node::Test(truth, yes, no) => {
                    if let Some(way) = self.way(truth, (*yes, *no), &now) {
                        node = way;
                        continue;
                    }
                    if let Some(join) = self.join(node, (*yes, *no), end) {
                        // Both branches lead on to the same rest, and nothing is emitted before.
                        let branches = self.branches(truth, *yes, *no, join, &mut now)?;
                        let Some(branches) = branches else { return Ok(None) };
                        path.extend(branches);
                        node = join;
                        continue;
                    }
                    if let Some(ways) = self.emitting_branches(node, truth, (*yes, *no), &now, end)? {
                        path.extend(ways);
                        return Ok(Some(path));
                    }
                    let Some(ways) = self.apart(truth, (*yes, *no), now, end)? else { return Ok(None) };
                    path.extend(ways);
                    return Ok(Some(path));
                }
            }
        }
    }

    /// A loop on whose way moves are emitted: after any number of rounds one is, or the loop ends.
    fn emitting_loop(
        &mut self,
        head: NodeId,
        truth: &Truth,
        body: NodeId,
        after: NodeId,
        mut now: RuleState,
        end: Option<NodeId>,
    ) -> Walked {
        if !now.acts.is_empty() || !now.moves.is_empty() || now.target.is_some() {
            // They belong to the first move that is emitted, and to no later one.
            return Err(Untranslated::Gap("actions before a loop that makes several moves"));
        }
        let before = now.clone();
        let mut round_now = self.unknown(now.clone(), head, body);
        let question = self.question(truth, &round_now)?;
        let loop_now = round_now.clone();
        let round = self.region(body, head, &mut round_now, Some(head))?.map(straightened);
        let emitted = self.tail(body, loop_now.clone(), Some(head))?;
        let round = match round {
            Some(round) => {
                if !goes_on(&round) {
                    return Err(Untranslated::Gap("a loop that stays where it is"));
                }
                let parts = elements(question.clone()).into_iter().chain(round);
                Some(list("many", parts))
            }
            None => None,
        };
        // Without a second round everything is known as well as before.
        now = if round.is_some() { loop_now } else { before };
        let rest = self.tail(after, now, end)?;
        let mut ways = Vec::new();
        if let Some(emitted) = emitted {
            ways.push(grouped(elements(question.clone()).into_iter().chain(emitted).collect()));
        }
        if let Some(rest) = rest {
            ways.push(grouped(elements(contrary(question)).into_iter().chain(rest).collect()));
        }
        if ways.is_empty() {
            return Ok(None);
        }
        let ways = if ways.len() == 1 { ways.remove(0) } else { list("or", ways) };
        Ok(Some(round.into_iter().chain([ways]).collect()))
    }

    /// Returns a loop that only goes: as often as it can.
    fn silent_loop(
        &mut self,
        head: NodeId,
        truth: &Truth,
        body: NodeId,
        now: &mut RuleState,
    ) -> Result<Option<Vec<Sx>>, Untranslated> {
        let mut inside = self.unknown(now.clone(), head, body);
        let known = inside.known.clone();
        let question = self.question(truth, &inside)?;
        let Some(round) = self.region(body, head, &mut inside, None)?.map(straightened) else {
            // The loop never ends.
            return Ok(Some(elements(contrary(question))));
        };
        if !goes_on(&round) {
            return Err(Untranslated::Gap("a loop that stays where it is"));
        }
        (inside.has_left, inside.hopped) = (true, now.hopped);
        // There may have been no round.
        inside.known = known;
        *now = self.unknown(inside, head, body);
        let rounds = list("most", elements(question.clone()).into_iter().chain(round));
        Ok(Some(std::iter::once(rounds).chain(elements(contrary(question))).collect()))
    }

    /// What is known where a loop has gone round any number of times.
    fn unknown(&self, mut now: RuleState, head: NodeId, body: NodeId) -> RuleState {
        let inside = self.reached(body, Some(head));
        let moves = inside.iter().any(|node| matches!(self.node(*node), Node::Go(..)));
        if moves {
            now.spots().for_each(CursorPlace::lose);
            now.has_left = true;
            now.known.leave(self.draft);
        }
        for node in &inside {
            if let Node::Do(Action::SetFlag(flag, _), _) = self.node(*node) {
                now.known.forget(*flag);
            }
        }
        let sets = |wanted: &dyn Fn(&Action) -> bool| {
            inside.iter().any(|node| matches!(self.node(*node), Node::Do(action, _) if wanted(action)))
        };
        if sets(&|action| matches!(action, Action::Mark)) {
            now.mark = Some(CursorPlace::lost());
        }
        if sets(&|action| matches!(action, Action::Target)) {
            now.target = None;
        }
        now
    }

    /// Returns the way from a node to another, on which nothing is emitted; or, on the way to
    /// `silently`, what is emitted does not matter, nor what is done before it is.
    pub(super) fn region(
        &mut self,
        mut node: NodeId,
        to: NodeId,
        now: &mut RuleState,
        silently: Option<NodeId>,
    ) -> Walked {
        let mut path = Vec::new();
        while node != to {
            self.count(1)?;
            if let Some((truth, body, after)) = self.a_loop(node) {
                if self.way(truth, (body, after), now) == Some(after) {
                    node = after;
                    continue;
                }
                if self.reaches_emission(body, Some(node)) {
                    return Err(Untranslated::Gap("a loop within a loop that makes several moves"));
                }
                let Some(round) = self.silent_loop(node, truth, body, now)? else { return Ok(None) };
                path.extend(round);
                node = after;
                continue;
            }
            match self.node(node) {
                Node::End => return Ok(None),
                Node::Turn(next) => node = *next,
                Node::Go(hop, next) => {
                    let Some(steps) = self.go(*hop, now)? else { return Ok(None) };
                    path.extend(steps);
                    node = *next;
                }
                Node::Do(action, next) => {
                    // What is done before an emission is forgotten by it.
                    let forgotten = silently.is_some_and(|head| self.surely_emits(*next, head));
                    match (forgotten, action) {
                        (
                            true,
                            Action::Capture(_)
                            | Action::Create { .. }
                            | Action::Become(..)
                            | Action::Give(..)
                            | Action::Flip(_),
                        )
                        | (true, Action::SetAttribute(..) | Action::Cascade | Action::Origin) => {}
                        _ => {
                            self.lands = self.lands_before_emission(*next);
                            path.extend(self.action(action, now, true)?);
                        }
                    }
                    node = *next;
                }
                Node::Emit(_, next) if silently.is_some() => {
                    self.forget(now);
                    path.extend(self.forgotten()?);
                    node = *next;
                }
                Node::Emit(..) => return Err(Untranslated::Gap("a move in the middle of a loop")),
                Node::Test(truth, yes, no) => {
                    if let Some(way) = self.way(truth, (*yes, *no), now) {
                        node = way;
                        continue;
                    }
                    let join = self.meeting(node, (*yes, *no), Some(to)).unwrap_or(to);
                    let Some(branches) = self.branches_silently(truth, *yes, *no, join, now, silently)? else {
                        return Ok(None);
                    };
                    path.extend(branches);
                    node = join;
                }
            }
        }
        Ok(Some(path))
    }

    /// The moves that continue a chain.
    pub(super) fn onward(&self, emit: &Emit) -> Option<Option<MoveClassId>> {
        emit.then.map(|then| match then {
            Then::Class(class) => Some(class),
            Then::SameClass => self.class,
        })
    }
}

/// Returns whether a question could see where the moving piece was.
fn sees_the_origin(truth: &Truth) -> bool {
    matches!(truth, Truth::Site(Place::Origin, _) | Truth::Site(_, SiteTest::Attacked(_) | SiteTest::Defended(_)))
}

/// At its start the moving piece is there: its type and its owner need not be asked.
fn without_what_is_known(draft: &Draft<'_>, kind: PieceTypeId, path: Vec<Sx>) -> Vec<Sx> {
    let own = word(draft.pieces[kind.index()].clone());
    let known = |part: &Sx| {
        part.is("mine")
            || part.is("occupied")
            || *part == own
            || part.rest_of("or").is_some_and(|kinds| kinds.contains(&own))
    };
    let asked = path.iter().take_while(|part| is_question(part)).count();
    let mut path = path;
    let rest = path.split_off(asked);
    path.into_iter().flat_map(elements).filter(|part| !known(part)).chain(rest).collect()
}

/// A drop begins at a site that is chosen: the questions at the beginning say which sites there
/// are.
fn begun_at_a_site(path: Vec<Sx>) -> Vec<Sx> {
    let notes: Vec<Sx> = path.iter().take_while(|part| part.rest_of("let").is_some()).cloned().collect();
    let path: Vec<Sx> = path.into_iter().skip(notes.len()).collect();
    let sets: Vec<Sx> =
        path.iter().take_while(|part| is_question(part) && part.rest_of("=").is_none()).cloned().collect();
    let rest = path.into_iter().skip(sets.len());
    std::iter::once(list("at", [super::question::all(sets)])).chain(notes).chain(rest).collect()
}

/// Returns whether all hops of an automaton go over the grid, and to one side of some line.
fn goes_one_way(draft: &Draft<'_>, automaton: &Automaton) -> bool {
    let mut hops: Vec<Vec<i32>> = Vec::new();
    for node in &automaton.nodes {
        let Node::Go(hop, _) = node else { continue };
        let step = match hop {
            Hop::Along(direction) => draft.board.way(*direction),
            Hop::Against(direction) => draft.board.way_back(*direction).ok().flatten(),
            _ => None,
        };
        match step {
            Some(Step::Vector(vector)) => hops.push(vector),
            Some(_) => return false,
            None => {}
        }
    }
    // Lines that are adjacent to a hop of few steps.
    let dimensions = hops.iter().map(Vec::len).max().unwrap_or(0);
    let mut sides: Vec<Vec<i32>> = vec![Vec::new()];
    for _ in 0..dimensions.min(3) {
        sides = sides
            .into_iter()
            .flat_map(|side| (-3..=3).map(move |along| [side.clone(), vec![along]].concat()))
            .collect();
    }
    sides.iter().any(|side| hops.iter().all(|hop| hop.iter().zip(side).map(|(a, b)| a * b).sum::<i32>() > 0))
}
