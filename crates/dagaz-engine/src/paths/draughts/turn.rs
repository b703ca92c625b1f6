//! The moves of one position: what goes somewhere as sets of sites, what captures as a list.
//!
//! Pieces that only go somewhere all go at once. A rule that takes is walked from one site after
//! the other, but only from those from which the step it begins with can be made: these are found
//! for all pieces at once by following the rule back from its end.

use dagaz_core::{Found, Rng, below};
use dagaz_rules::path::NameId;

use super::form::{Back, Does, Form, Move, Node, NodeId, Side, Use};
use crate::paths::bits::Bits;
use crate::paths::bits::board::Board;
use crate::paths::bits::past::Past;
use crate::paths::bits::setting::Setting;
use crate::paths::bits::turning::{Declined, Turning};

/// The moves of a position. Kept from one position to the next for its memory.
#[derive(Debug)]
pub(in crate::paths) struct Turn<'f, B> {
    pub(super) form: &'f Form<B>,
    pub(super) side: &'f Side<B>,
    pub(super) board: Board<B>,
    /// For each test the sites that pass it as the position stands, what stood there before left
    /// aside; and those that pass for what stood there before.
    pub(super) now: Vec<B>,
    pub(super) was: Vec<B>,
    /// Moves one by one.
    pub(super) walked: Vec<Walked<B>>,
    /// For each preference the greatest numbers so far.
    pub(super) best: Vec<Option<Vec<i64>>>,
    /// Moves in sets.
    swept: Vec<Swept<B>>,
    /// How many moves they are.
    swept_moves: usize,
}

/// A move that was come to one by one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walked<B> {
    pub(super) made: Move<B>,
    /// The name of the rule that it begins with.
    pub(super) name: NameId,
    /// Tells ways to the same result apart, where these are different moves.
    pub(super) way: u64,
}

/// Pieces that have gone equally far on a line.
#[derive(Clone, Copy, Debug)]
struct Swept<B> {
    line: u16,
    code: u8,
    hops: u8,
    /// Which of the line's ends, unless each site has just one; and the sites there.
    end: Option<u8>,
    sites: B,
    /// How many moves it is, and how many those before it are.
    moves: u32,
    before: u32,
}

impl<'f, B: Bits> Turn<'f, B> {
    pub(in crate::paths) fn new(form: &'f Form<B>, board: Board<B>) -> Turn<'f, B> {
        let side = &form.sides[board.slot(&form.setting).mover.index()];
        let mut turn = Turn {
            form,
            side,
            board,
            now: Vec::new(),
            was: Vec::new(),
            walked: Vec::new(),
            best: Vec::new(),
            swept: Vec::new(),
            swept_moves: 0,
        };
        turn.look();
        turn
    }

    /// How many moves there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.walked.len() + self.swept_moves
    }

    /// Finds out what passes the tests. Kept apart, as a compiler that sees the whole program likes
    /// to, this and what is marked so below cost a tenth of all counting.
    #[inline(always)]
    fn look(&mut self) {
        let (board, tests) = (&self.board, &self.side.tests);
        let empty = board.empty(&self.form.setting);
        self.now.clear();
        self.now.extend(tests.iter().map(|test| board.those_or(test.now, empty) & test.zone));
        if self.side.looks_back {
            self.was.clear();
            self.was.extend(tests.iter().map(|test| board.those_or(test.was, empty) & test.zone));
        }
    }

    #[inline]
    fn follow(&mut self, one: &Use) -> Result<(), Declined> {
        let pieces = self.board.those(&self.form.setting, one.codes);
        if pieces.is_empty() {
            return Ok(());
        }
        match one.does {
            Does::Line(line) => {
                self.sweep(line, one.codes.trailing_zeros() as u8, pieces);
                Ok(())
            }
            Does::Walk { root, trail } => {
                let able = pieces & self.back(trail);
                able.each().try_for_each(|from| self.walk_from(one.name, root, from))
            }
        }
    }

    /// The sites from which the step can be made that a trail leads back from.
    #[inline]
    fn back(&self, trail: u16) -> B {
        let trail = &self.side.trails[usize::from(trail)];
        let mut able = trail.end.map_or(self.form.setting.board, |node| self.able(node));
        for step in &trail.back {
            able = match *step {
                Back::Onto { hop, test } => self.side.hops[usize::from(hop)].behind(able & self.passing(test)),
                Back::Is { test } => able & self.passing(test),
                Back::Go { hop } => self.side.hops[usize::from(hop)].behind(able),
                Back::Run { hop, test, once } => self.run_back(hop, test, once, able),
            };
        }
        able
    }

    /// The sites that pass a test, before anything has been done.
    #[inline]
    pub(super) fn passing(&self, test: u16) -> B {
        let now = self.now[usize::from(test)];
        if self.side.looks_back { now & self.was[usize::from(test)] } else { now }
    }

    #[inline]
    fn run_back(&self, hop: u16, test: u16, once: bool, ends: B) -> B {
        let (hop, passes) = (&self.side.hops[usize::from(hop)], self.passing(test));
        let (mut able, mut last) = (if once { B::NONE } else { ends }, ends);
        while !last.is_empty() {
            last = hop.behind(last & passes);
            able |= last;
        }
        able
    }

    /// The sites from which a step can be made by what is left of a rule.
    fn able(&self, node: NodeId) -> B {
        match &self.side.nodes[usize::from(node)] {
            Node::Go { hop, then } => self.side.hops[usize::from(*hop)].behind(self.able(*then)),
            Node::Is { test, then } => self.able(*then) & self.passing(*test),
            Node::Run { hop, test, once, then } => self.run_back(*hop, *test, *once, self.able(*then)),
            Node::If { test, yes, no } => {
                let passes = self.passing(*test);
                passes & self.able(*yes) | self.able(*no).less(passes)
            }
            Node::Or(all) | Node::First(all) => all.iter().fold(B::NONE, |able, one| able | self.able(*one)),
            Node::Take { then, .. }
            | Node::Assign { then, .. }
            | Node::Become { then, .. }
            | Node::Note { then, .. }
            | Node::See { then, .. } => self.able(*then),
            Node::Continue { .. } | Node::End => self.form.setting.board,
        }
    }

    /// All pieces of a code go along a line.
    #[inline]
    fn sweep(&mut self, index: u16, code: u8, pieces: B) {
        let line = &self.side.lines[usize::from(index)];
        let hop = &self.side.hops[usize::from(line.hop)];
        let onto = self.now[usize::from(line.onto)];
        let (mut at, mut hops) = (pieces, 0);
        loop {
            at = hop.ahead(at);
            hops += 1;
            let ends = at & onto;
            if ends.is_empty() {
                // No piece can stop here.
            } else if line.one_end {
                let (moves, before) = (ends.count(), self.swept_moves as u32);
                self.swept.push(Swept { line: index, code, hops, end: None, sites: ends, moves, before });
                self.swept_moves += moves as usize;
            } else {
                for (end, (sites, codes)) in line.ends.iter().enumerate() {
                    let (sites, end) = (ends & *sites, Some(end as u8));
                    let moves = sites.count() * codes.len() as u32;
                    let before = self.swept_moves as u32;
                    self.swept.push(Swept { line: index, code, hops, end, sites, moves, before });
                    self.swept_moves += moves as usize;
                }
            }
            match line.through {
                Some(through) => at &= self.now[usize::from(through)],
                None => return,
            }
            if at.is_empty() {
                return;
            }
        }
    }

    /// The move of that number.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Move<B> {
        let Some(number) = index.checked_sub(self.walked.len()) else { return self.walked[index].made };
        // All are examined: that is faster than an unpredictable early exit.
        let place = self.swept.iter().filter(|swept| swept.before as usize <= number).count() - 1;
        let swept = &self.swept[place];
        self.one_of(swept, number - swept.before as usize)
    }

    fn one_of(&self, swept: &Swept<B>, number: usize) -> Move<B> {
        let line = &self.side.lines[usize::from(swept.line)];
        let (to, codes) = match swept.end {
            Some(end) => {
                let codes = &line.ends[usize::from(end)].1;
                (swept.sites.nth((number / codes.len()) as u32), &codes[number % codes.len()..])
            }
            None => {
                let to = swept.sites.nth(number as u32);
                let end = line.ends.iter().find(|(sites, _)| sites.contains(to));
                (to, end.map_or(&[][..], |(_, codes)| codes))
            }
        };
        let back = &self.side.hops[usize::from(line.hop)].from;
        let from = (0..swept.hops).fold(to, |site, _| usize::from(back[site]));
        Move {
            from: from as u8,
            to: to as u8,
            before: swept.code,
            after: codes.first().copied().unwrap_or(swept.code),
            captured: if line.captures { self.board.occupied() & B::one(to) } else { B::NONE },
        }
    }
}

impl<'f, B: Bits> Turning<'f> for Turn<'f, B> {
    type Bits = B;
    type Move = Move<B>;

    #[inline]
    fn setting(&self) -> &'f Setting<B> {
        &self.form.setting
    }

    #[inline]
    fn board(&self) -> &Board<B> {
        &self.board
    }

    fn beside(&self, board: Board<B>) -> Self {
        Turn::new(self.form, board)
    }

    #[inline]
    fn turn_to(&mut self, board: Board<B>) {
        self.board = board;
        self.side = &self.form.sides[board.slot(&self.form.setting).mover.index()];
        self.look();
    }

    #[inline]
    fn find(&mut self) -> Result<(), Declined> {
        self.walked.clear();
        self.swept.clear();
        self.swept_moves = 0;
        let side = self.side;
        self.best.clear();
        if !side.prefers.is_empty() {
            self.best.resize(side.prefers.len(), None);
        }
        for stage in &side.stages {
            stage.iter().try_for_each(|one| self.follow(one))?;
            if self.len() > 0 {
                break;
            }
        }
        side.always.iter().try_for_each(|one| self.follow(one))?;
        if self.len() > self.form.setting.moves_max { Err(Declined) } else { Ok(()) }
    }

    #[inline(always)]
    fn ended(&self, past: &Past) -> Found {
        self.ending(past)
    }

    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    fn each(&self, mut take: impl FnMut(Move<B>)) {
        self.walked.iter().for_each(|one| take(one.made));
        for swept in &self.swept {
            (0..swept.moves as usize).for_each(|number| take(self.one_of(swept, number)));
        }
    }

    #[inline]
    fn draw(&self, rng: &mut dyn Rng) -> Move<B> {
        self.get(below(rng, self.len()))
    }

    #[inline(always)]
    fn played(&self, chosen: Move<B>) -> Board<B> {
        let (setting, mut board) = (&self.form.setting, self.board);
        if !chosen.captured.is_empty() {
            board.clear(setting, chosen.captured);
        }
        board.turn_over(setting, usize::from(chosen.before), usize::from(chosen.from));
        board.turn_over(setting, usize::from(chosen.after), usize::from(chosen.to));
        if !self.form.counters.is_empty() {
            self.count_turn(chosen, &mut board);
        }
        board.end_turn(setting);
        board
    }

    #[inline]
    fn is_quiet(&self, chosen: Move<B>, _after: Option<&Board<B>>) -> bool {
        chosen.captured.is_empty() && chosen.before == chosen.after
    }

    #[inline]
    fn is_for_good(&self, chosen: Move<B>, is_quiet: bool, _after: &Board<B>) -> bool {
        !is_quiet || self.form.onward >> chosen.before & 1 == 1
    }

    #[inline]
    fn is_loud(&self, chosen: Move<B>) -> bool {
        !self.is_quiet(chosen, None)
    }

    fn ends(&self, chosen: Move<B>) -> (Option<usize>, Option<usize>) {
        (Some(usize::from(chosen.from)), Some(usize::from(chosen.to)))
    }

    fn pieces(&self, chosen: Move<B>) -> (Option<usize>, Option<usize>) {
        (Some(usize::from(chosen.before)), Some(usize::from(chosen.after)))
    }

    fn captured(&self, chosen: Move<B>) -> B {
        chosen.captured
    }
}
