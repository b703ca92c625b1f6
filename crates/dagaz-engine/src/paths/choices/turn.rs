//! The moves of one position: sites that can be chosen as sets, and one by one those where what follows has to be looked at.

use dagaz_core::{EndingId, Found, PlayerId, Rng, below};
use dagaz_rules::path::Continue;

use super::eye::{Between, Eye};
use super::form::{Area, Deed, Fate, Filled, Form, LOCALS_MAX, Move, Rule, RuleIndex, Side, Start, Truth, Weigh};
use crate::paths::bits::Bits;
use crate::paths::bits::board::Board;
use crate::paths::bits::past::Past;
use crate::paths::bits::setting::Setting;
use crate::paths::bits::turning::{Declined, Turning};

/// In place of a site: none.
pub(super) const NOWHERE: u8 = u8::MAX;

/// See the [module documentation](self). Kept from one position to the next for its memory.
#[derive(Debug)]
pub(in crate::paths) struct Turn<'f, B> {
    form: &'f Form<B>,
    side: &'f Side<B>,
    board: Board<B>,
    sweeps: Vec<Sweep<B>>,
    singles: Vec<Single>,
    /// How many moves they are, coinciding ones counted apart.
    total: usize,
    /// Whether there is nothing but to pass.
    passes: bool,
    /// The sites that lines within an area lack alone, if that has been asked.
    lacking: Option<(u16, &'f Area<B>, B)>,
    /// Where moves that have filled up a line go on by a rule, if that has been asked.
    steps: Option<(RuleIndex, B)>,
}

/// Choices of which each goes on in equally many ways.
#[derive(Clone, Copy, Debug)]
struct Sweep<B> {
    rule: RuleIndex,
    froms: Origins<B>,
    sites: B,
    /// Ways to go on, each.
    ways: u32,
    then: Then<B>,
    moves: u32,
}

/// Where pieces come from that go to some sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origins<B> {
    /// Nothing goes there.
    None,
    /// So many hops back on the line of the rule.
    Back(u8),
    /// From any of these.
    Any(B),
}

/// How choices go on.
#[derive(Clone, Copy, Debug)]
enum Then<B> {
    /// As the rule says unless something else is the case.
    Mostly,
    /// Not at all.
    Ends,
    /// By a rule on one of these sites.
    On(RuleIndex, B),
}

/// A choice, and in how many ways it goes on.
#[derive(Clone, Copy, Debug)]
struct Single {
    rule: RuleIndex,
    from: u8,
    to: u8,
    ways: u32,
}

/// A position in the middle of a move.
#[derive(Clone, Copy)]
pub(super) struct Made<B> {
    pub(super) board: Board<B>,
    here: u8,
    bound: [B; LOCALS_MAX],
}

impl<'f, B: Bits> Turn<'f, B> {
    pub(in crate::paths) fn new(form: &'f Form<B>, board: Board<B>) -> Turn<'f, B> {
        let side = &form.sides[board.slot(&form.setting).mover.index()];
        Turn {
            form,
            side,
            board,
            sweeps: Vec::new(),
            singles: Vec::new(),
            total: 0,
            passes: false,
            lacking: None,
            steps: None,
        }
    }

    pub(super) fn rule(&self, index: RuleIndex) -> &'f Rule<B> {
        &self.side.rules[usize::from(index)]
    }

    fn find_moves(&mut self) {
        self.sweeps.clear();
        self.singles.clear();
        self.total = 0;
        let side = self.side;
        for stage in &side.stages {
            self.follow(stage);
            if self.total > 0 {
                break;
            }
        }
        self.follow(&side.always);
    }

    fn follow(&mut self, rules: &'f [RuleIndex]) {
        let board = self.board;
        let eye = Eye::new(self.form, self.side, &board);
        // Who may fly leaves out the same moves on foot.
        let mut flying = 0u32;
        (self.lacking, self.steps) = (None, None);
        for index in rules {
            let rule = self.rule(*index);
            let stands = |code: u8| flying >> code & 1 == 0 && !board.sets[usize::from(code)].is_empty();
            let able = match rule.start {
                Start::Line { code, .. } | Start::Fly { code } => stands(code),
                Start::Stay | Start::Site => true,
            };
            if !able || !rule.given.iter().all(|given| eye.holds(given)) {
                continue;
            }
            match rule.start {
                Start::Stay => {}
                Start::Site => self.sweep(&eye, *index, Origins::None, eye.area(&rule.sites)),
                Start::Line { code, line } => self.go(&eye, *index, line, board.sets[usize::from(code)]),
                Start::Fly { code } => {
                    flying |= 1 << code;
                    self.sweep(&eye, *index, Origins::Any(board.sets[usize::from(code)]), eye.area(&rule.sites));
                }
            }
        }
    }

    /// Notes where all pieces of a set can go by a line.
    #[inline]
    fn go(&mut self, eye: &Eye<'_, B>, index: RuleIndex, line: u16, pieces: B) {
        let line = &self.side.lines[usize::from(line)];
        let hop = &self.side.hops[usize::from(line.hop)];
        let onto = eye.area(&self.rule(index).sites);
        let Some(through) = &line.through else {
            return self.sweep(eye, index, Origins::Back(1), hop.ahead(pieces) & onto);
        };
        let (through, mut at) = (eye.area(through), pieces);
        for hops in 1.. {
            at = hop.ahead(at);
            self.sweep(eye, index, Origins::Back(hops), at & onto);
            at &= through;
            if at.is_empty() {
                return;
            }
        }
    }

    /// The sites that lines within an area lack alone.
    #[inline]
    fn lacking(&mut self, eye: &Eye<'_, B>, lines: u16, within: &'f Area<B>) -> B {
        if let Some((known, of, lacking)) = self.lacking
            && known == lines
            && of == within
        {
            return lacking;
        }
        let lacking = eye.lacking(lines, eye.area(within));
        self.lacking = Some((lines, within, lacking));
        lacking
    }

    /// Notes the choice of any of some sites.
    #[inline]
    fn sweep(&mut self, eye: &Eye<'_, B>, index: RuleIndex, froms: Origins<B>, sites: B) {
        if sites.is_empty() {
            return;
        }
        let rule = self.rule(index);
        match &rule.weigh {
            Weigh::Alike(ways) => self.note(index, froms, sites, *ways, Then::Mostly),
            Weigh::Unless { lines, within, here, ways, .. } => {
                let full = || eye.holds(&Truth::Full(*lines, within.clone(), None));
                if !*here && full() {
                    return self.each_alone(index, froms, sites);
                }
                let lacking = sites & self.lacking(eye, *lines, within);
                self.note(index, froms, sites.less(lacking), *ways, Then::Mostly);
                if !lacking.is_empty() {
                    self.fill_up(eye, index, froms, lacking);
                }
            }
            Weigh::Each => self.each_alone(index, froms, sites),
        }
    }

    /// Notes the choice of some sites that lines lack.
    fn fill_up(&mut self, eye: &Eye<'_, B>, index: RuleIndex, froms: Origins<B>, sites: B) {
        let rule = self.rule(index);
        let Weigh::Unless { lines, within, ways, filled, .. } = &rule.weigh else { return };
        let (ways_then, then) = match filled {
            Filled::Ends => (1, Then::Ends),
            Filled::By(then) => {
                let steps = match self.steps {
                    Some((known, steps)) if known == *then => steps,
                    _ => eye.area(&self.rule(*then).sites),
                };
                self.steps = Some((*then, steps));
                (steps.count(), Then::On(*then, steps))
            }
            Filled::Somehow => return self.each_alone(index, froms, sites),
        };
        if rule.start == Start::Site {
            return self.note(index, froms, sites, ways_then, then);
        }
        // Whoever goes is missed where he comes from.
        let within = eye.area(within);
        for to in sites.each() {
            let site = B::one(to);
            let through = &self.form.lines[usize::from(*lines)].through[to];
            let fills = |from: usize| {
                let now = within.less(B::one(from)) | site;
                through.iter().any(|line| *line & now == *line)
            };
            let Origins::Any(all) = froms else {
                match fills(usize::from(self.origin(rule.start, froms, to))) {
                    true => self.note(index, froms, site, ways_then, then),
                    false => self.note(index, froms, site, *ways, Then::Mostly),
                }
                continue;
            };
            let filling = all.each().filter(|from| fills(*from)).fold(B::NONE, |all, from| all | B::one(from));
            self.note(index, Origins::Any(filling), site, ways_then, then);
            self.note(index, Origins::Any(all.less(filling)), site, *ways, Then::Mostly);
        }
    }

    /// Notes choices that go on alike.
    #[inline]
    fn note(&mut self, rule: RuleIndex, froms: Origins<B>, sites: B, ways: u32, then: Then<B>) {
        let origins = if let Origins::Any(froms) = froms { froms.count() } else { 1 };
        let moves = sites.count() * origins * ways;
        if moves > 0 {
            self.sweeps.push(Sweep { rule, froms, sites, ways, then, moves });
            self.total += moves as usize;
        }
    }

    /// Looks at each of some choices.
    fn each_alone(&mut self, index: RuleIndex, froms: Origins<B>, sites: B) {
        let start = self.rule(index).start;
        for to in sites.each() {
            match froms {
                Origins::Any(froms) => froms.each().for_each(|from| self.single(index, from as u8, to as u8)),
                froms => self.single(index, self.origin(start, froms, to), to as u8),
            }
        }
    }

    /// Where the piece comes from that goes to a site, if there is just one such origin.
    #[inline]
    fn origin(&self, start: Start, froms: Origins<B>, to: usize) -> u8 {
        match (start, froms) {
            (Start::Line { line, .. }, Origins::Back(hops)) => {
                let from = &self.side.hops[usize::from(self.side.lines[usize::from(line)].hop)].from;
                (0..hops).fold(to as u8, |site, _| from[usize::from(site)])
            }
            _ => NOWHERE,
        }
    }

    fn single(&mut self, index: RuleIndex, from: u8, to: u8) {
        let ways = self.make(self.rule(index), &self.board, from, to).map_or(0, |made| self.ways(index, &made));
        if ways > 0 {
            self.singles.push(Single { rule: index, from, to, ways });
            self.total += ways as usize;
        }
    }

    fn eye<'a>(&'a self, made: &'a Made<B>) -> Eye<'a, B> {
        let here = if made.here == NOWHERE { B::NONE } else { B::one(usize::from(made.here)) };
        Eye { here, bound: &made.bound, ..Eye::new(self.form, self.side, &made.board) }
    }

    /// Whether a rule is in no compulsory class.
    pub(super) fn is_always_asked(&self, index: RuleIndex) -> bool {
        self.side.always.contains(&index)
    }

    /// How many hops a site of a line is from another; [`NOWHERE`] if none lead there.
    pub(super) fn hops_to(&self, line: u16, from: u8, to: u8) -> u8 {
        let next = &self.side.hops[usize::from(self.side.lines[usize::from(line)].hop)].to;
        let (mut at, mut hops) = (from, 0);
        while at != to && at != NOWHERE && usize::from(hops) < next.len() {
            at = next[usize::from(at)];
            hops += 1;
        }
        if at == to { hops } else { NOWHERE }
    }

    /// Whether a rule can be followed, and its line leads from a site to another by one hop.
    pub(super) fn leads(&self, index: RuleIndex, line: u16, from: u8, to: u8) -> bool {
        let eye = Eye::new(self.form, self.side, &self.board);
        self.hops_to(line, from, to) == 1 && self.rule(index).given.iter().all(|given| eye.holds(given))
    }

    /// Makes a choice. None if it turns out to be none.
    #[inline]
    fn make(&self, rule: &Rule<B>, board: &Board<B>, from: u8, to: u8) -> Option<Made<B>> {
        self.make_noting(rule, board, from, to, &mut |_, _, _| {})
    }

    /// The same; `note` is told each deed before it is done, with the board and the sites that it is about.
    #[inline]
    pub(super) fn make_noting(
        &self,
        rule: &Rule<B>,
        board: &Board<B>,
        from: u8,
        to: u8,
        note: &mut impl FnMut(&Deed<B>, &Board<B>, B),
    ) -> Option<Made<B>> {
        let setting = &self.form.setting;
        let mut made = Made { board: *board, here: to, bound: [B::NONE; LOCALS_MAX] };
        if let Start::Line { code, .. } | Start::Fly { code } = rule.start {
            made.board.clear(setting, B::one(usize::from(to)));
            made.board.turn_over(setting, usize::from(code), usize::from(from));
            made.board.turn_over(setting, usize::from(code), usize::from(to));
        }
        for deed in &rule.deeds {
            let eye = self.eye(&made);
            let at = match deed {
                Deed::When(truth) if !eye.holds(truth) => return None,
                Deed::Bind(_, at) | Deed::Take(at) | Deed::Give { at, .. } => eye.area(at),
                _ => B::NONE,
            };
            note(deed, &made.board, at);
            match deed {
                Deed::When(_) => {}
                Deed::Bind(local, _) => made.bound[usize::from(*local)] = at,
                Deed::Put { code } => {
                    made.board.clear(setting, B::one(usize::from(to)));
                    made.board.turn_over(setting, usize::from(*code), usize::from(to));
                }
                Deed::Drop { code } => {
                    let held = made.board.hands[usize::from(*code)].checked_sub(1)?;
                    made.board.hold(setting, usize::from(*code), held);
                    made.board.clear(setting, B::one(usize::from(to)));
                    made.board.turn_over(setting, usize::from(*code), usize::from(to));
                }
                Deed::Take(_) => made.board.clear(setting, at),
                Deed::Give { codes, .. } => {
                    for (code, becomes) in codes.iter().map(|code| usize::from(*code)).enumerate() {
                        let turned = made.board.sets[code] & at;
                        if code != becomes && !turned.is_empty() {
                            made.board.lay(setting, code, made.board.sets[code].less(turned));
                            made.board.lay(setting, becomes, made.board.sets[becomes] | turned);
                        }
                    }
                }
                Deed::Round { sites, to, .. } => {
                    for code in 0..setting.pieces.len() {
                        let set = made.board.sets[code];
                        let gone = set & *sites;
                        if !gone.is_empty() {
                            let come = gone.each().fold(B::NONE, |come, site| come | B::one(usize::from(to[site])));
                            made.board.lay(setting, code, set.less(gone) | come);
                        }
                    }
                }
            }
        }
        Some(made)
    }

    /// How a move goes on after a choice: how, and by which rules.
    fn onward(&self, index: RuleIndex, made: &Made<B>) -> Option<(Continue, &'f [RuleIndex])> {
        let eye = self.eye(made);
        let mut fate = &self.rule(index).fate;
        loop {
            fate = match fate {
                Fate::Done => return None,
                Fate::On { how, rules } => return Some((*how, rules)),
                Fate::If(truth, yes, no) => {
                    if eye.holds(truth) {
                        yes
                    } else {
                        no
                    }
                }
            };
        }
    }

    /// In how many ways a move goes on after a choice.
    fn ways(&self, index: RuleIndex, made: &Made<B>) -> u32 {
        let Some((how, rules)) = self.onward(index, made) else { return 1 };
        let steps = rules.iter().map(|rule| self.steps(*rule, made).count()).sum();
        match how {
            Continue::Must => steps,
            Continue::Then => steps.max(1),
            Continue::May => steps + 1,
        }
    }

    /// The sites of the second steps by a rule.
    fn steps(&self, index: RuleIndex, made: &Made<B>) -> B {
        let (rule, eye) = (self.rule(index), self.eye(made));
        if !rule.given.iter().all(|given| eye.holds(given)) {
            return B::NONE;
        }
        let sites = match rule.start {
            Start::Site => eye.area(&rule.sites),
            _ => B::one(usize::from(made.here)),
        };
        if !rule.may_fail {
            return sites;
        }
        let makes = |to: &usize| self.make(rule, &made.board, NOWHERE, *to as u8).is_some();
        sites.each().filter(makes).fold(B::NONE, |all, to| all | B::one(to))
    }

    /// The way of that number to go on after a choice.
    fn way(&self, index: RuleIndex, made: &Made<B>, mut number: u32) -> Option<(RuleIndex, u8)> {
        let (how, rules) = self.onward(index, made)?;
        if how == Continue::May {
            number = number.checked_sub(1)?;
        }
        for rule in rules {
            let steps = self.steps(*rule, made);
            match number.checked_sub(steps.count()) {
                Some(rest) => number = rest,
                None => return Some((*rule, steps.nth(number) as u8)),
            }
        }
        None
    }

    /// The move of that number.
    fn get(&self, mut left: u32) -> Move {
        for sweep in &self.sweeps {
            match left.checked_sub(sweep.moves) {
                Some(rest) => left = rest,
                None => return self.one_of(sweep, left),
            }
        }
        for single in &self.singles {
            match left.checked_sub(single.ways) {
                Some(rest) => left = rest,
                None => return self.way_of(single, left),
            }
        }
        Move::PASS
    }

    #[inline]
    fn one_of(&self, sweep: &Sweep<B>, number: u32) -> Move {
        let (place, number) = (number / sweep.ways, number % sweep.ways);
        let (rule, count) = (self.rule(sweep.rule), sweep.sites.count());
        let to = sweep.sites.nth(place % count);
        let from = match sweep.froms {
            Origins::Any(froms) => froms.nth(place / count) as u8,
            froms => self.origin(rule.start, froms, to),
        };
        let then = match sweep.then {
            Then::On(rule, steps) => Some((rule, steps.nth(number) as u8)),
            Then::Ends => None,
            Then::Mostly => rule.fate.mostly().map(|rules| (rules[number as usize], to as u8)),
        };
        Move { rule: Some(sweep.rule), from, to: to as u8, then }
    }

    fn way_of(&self, single: &Single, number: u32) -> Move {
        let made = self.make(self.rule(single.rule), &self.board, single.from, single.to);
        let then = made.and_then(|made| self.way(single.rule, &made, number));
        Move { rule: Some(single.rule), from: single.from, to: single.to, then }
    }

    /// The board after the choices of a move, before the turn ends.
    fn after(&self, chosen: Move) -> Board<B> {
        let Some(rule) = chosen.rule else { return self.board };
        let Some(made) = self.make(self.rule(rule), &self.board, chosen.from, chosen.to) else { return self.board };
        let then = chosen.then.and_then(|(rule, site)| self.make(self.rule(rule), &made.board, NOWHERE, site));
        then.unwrap_or(made).board
    }

    /// How many moves with the same first choice lead to the same position as this one, itself counted.
    fn alike(&self, chosen: Move) -> usize {
        let (Some(rule), Some((then, site))) = (chosen.rule, chosen.then) else { return 1 };
        let Some(made) = self.make(self.rule(rule), &self.board, chosen.from, chosen.to) else { return 1 };
        let Some((_, rules)) = self.onward(rule, &made) else { return 1 };
        let after = |rule: RuleIndex, site: u8| self.make(self.rule(rule), &made.board, NOWHERE, site);
        let Some(result) = after(then, site) else { return 1 };
        // What two rules do on different sites is the same only if both do nothing.
        let changes = result.board.sets != made.board.sets;
        let touches = self.rule(then).touches;
        let near = rules.iter().filter(|rule| !changes || !(self.rule(**rule).touches & touches).is_empty());
        let others = near.flat_map(|rule| self.steps(*rule, &made).each().map(move |site| (*rule, site as u8)));
        let same = |(rule, site)| {
            (rule, site) == (then, chosen.then.map_or(NOWHERE, |(_, site)| site))
                || after(rule, site).is_some_and(|made| made.board.key == result.board.key)
        };
        others.filter(|other| same(*other)).count()
    }

    /// Calls `take` with every move, coinciding ones each.
    fn each_apart(&self, mut take: impl FnMut(Move)) {
        (0..self.total as u32).for_each(|number| take(self.get(number)));
    }

    /// Whether somebody else whose turn passes would lead to can move, or the rules say what it means that nobody can.
    fn may_pass(&self) -> bool {
        let setting = &self.form.setting;
        if setting.passes.is_some() && usize::from(self.board.passes) < 2 * setting.slots.len() {
            return true;
        }
        let mut board = self.board;
        loop {
            board.pass(setting);
            if board.slot == self.board.slot {
                return false;
            }
            let mut turn = self.beside(board);
            turn.find_moves();
            if turn.total > 0 {
                return true;
            }
        }
    }

    /// What a move takes or wins over; `after`: what it leads to, if that is known.
    fn taken(&self, chosen: Move, after: Option<&Board<B>>) -> B {
        let Some(rule) = chosen.rule else { return B::NONE };
        let takes = |rule: RuleIndex| {
            let deeds = &self.rule(rule).deeds;
            deeds.iter().any(|deed| matches!(deed, Deed::Take(_) | Deed::Give { .. }))
        };
        let lands_on = self.board.occupied() & B::one(usize::from(chosen.to));
        if !takes(rule) && !chosen.then.is_some_and(|(rule, _)| takes(rule)) {
            return lands_on;
        }
        let made;
        let after = match after {
            Some(after) => after,
            None => {
                made = self.after(chosen);
                &made
            }
        };
        let pieces = self.board.sets.iter().zip(&after.sets);
        let gone = pieces.fold(B::NONE, |gone, (before, after)| gone | before.less(*after));
        if chosen.from == NOWHERE { gone } else { gone.less(B::one(usize::from(chosen.from))) }
    }
}

impl<'f, B: Bits> Turning<'f> for Turn<'f, B> {
    type Bits = B;
    type Move = Move;

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
    }

    #[inline]
    fn find(&mut self) -> Result<(), Declined> {
        self.find_moves();
        self.passes = self.total == 0 && self.form.passes && self.may_pass();
        if self.total > self.form.setting.moves_max { Err(Declined) } else { Ok(()) }
    }

    fn ended(&self, past: &Past) -> Found {
        let (form, stuck) = (self.form, self.total == 0);
        let mover = self.board.slot(&form.setting).mover;
        let first = usize::from(self.board.last_mover).checked_sub(1).unwrap_or(mover.index());
        for (ending, truth) in self.side.endings.iter().enumerate() {
            if !stuck && matches!(truth, Truth::Stuck) {
                continue;
            }
            for player in (first..form.sides.len()).chain(0..first) {
                let (side, me) = (&form.sides[player], PlayerId::at(player));
                let between = Some(Between { past, me, mover, stuck });
                let eye = Eye { between, ..Eye::new(form, side, &self.board) };
                if eye.holds(&side.endings[ending]) {
                    return Some((EndingId::at(ending), me));
                }
                if form.for_all[ending] {
                    break;
                }
            }
        }
        (stuck && !self.passes).then(|| (EndingId::at(self.side.endings.len()), mover))
    }

    fn count(&self) -> usize {
        if self.passes {
            return 1;
        }
        if !self.side.may_coincide {
            return self.total;
        }
        let mut count = 0;
        self.each(|_| count += 1);
        count
    }

    fn each(&self, mut take: impl FnMut(Move)) {
        if self.passes {
            return take(Move::PASS);
        }
        if !self.side.may_coincide {
            return self.each_apart(take);
        }
        // Moves that begin alike follow one another.
        let (mut first, mut known) = (Move::PASS, Vec::new());
        self.each_apart(|one| {
            let begins = Move { then: None, ..one };
            if begins != first {
                first = begins;
                known.clear();
            }
            let key = self.after(one).key;
            if !known.contains(&key) {
                known.push(key);
                take(one);
            }
        });
    }

    #[inline]
    fn draw(&self, rng: &mut dyn Rng) -> Move {
        if self.passes {
            return Move::PASS;
        }
        loop {
            let drawn = self.get(below(rng, self.total) as u32);
            // Of moves that coincide each is drawn as often as if there were only one.
            if !self.side.may_coincide || below(rng, self.alike(drawn)) == 0 {
                return drawn;
            }
        }
    }

    #[inline]
    fn played(&self, chosen: Move) -> Board<B> {
        let mut board = self.after(chosen);
        match chosen.rule {
            Some(_) => board.end_turn(&self.form.setting),
            None => board.pass(&self.form.setting),
        }
        board
    }

    fn is_quiet(&self, chosen: Move, after: Option<&Board<B>>) -> bool {
        let Some(rule) = chosen.rule else { return true };
        match self.rule(rule).start {
            Start::Site | Start::Stay => false,
            _ => chosen.then.is_none() && self.taken(chosen, after).is_empty(),
        }
    }

    fn is_for_good(&self, _chosen: Move, is_quiet: bool, after: &Board<B>) -> bool {
        // Where pieces only change sides the same may come again.
        !is_quiet && self.form.only_grows_or_shrinks && self.board.occupied().count() != after.occupied().count()
    }

    fn is_loud(&self, chosen: Move) -> bool {
        !self.taken(chosen, None).is_empty()
    }

    fn ends(&self, chosen: Move) -> (Option<usize>, Option<usize>) {
        let some = |site: u8| (site != NOWHERE).then_some(usize::from(site));
        (some(chosen.from), some(chosen.then.map_or(chosen.to, |(_, site)| site)))
    }

    fn pieces(&self, chosen: Move) -> (Option<usize>, Option<usize>) {
        let Some(rule) = chosen.rule else { return (None, None) };
        let rule = self.rule(rule);
        let put = || {
            rule.deeds.iter().find_map(|deed| match deed {
                Deed::Put { code } | Deed::Drop { code } => Some(usize::from(*code)),
                _ => None,
            })
        };
        let code = match rule.start {
            Start::Line { code, .. } | Start::Fly { code } => Some(usize::from(code)),
            // What is put elsewhere than where the move ends is not what the move is about.
            _ if chosen.then.is_some_and(|(_, site)| site != chosen.to) => None,
            _ => put(),
        };
        (code, code)
    }

    fn captured(&self, chosen: Move) -> B {
        self.taken(chosen, None)
    }
}
