//! The moves of one position: sites that can be chosen as sets, and one by one those where what
//! follows has to be looked at.

use super::evaluate::Evaluator;
use super::form::{Area, Filled, Form, Rule, RuleIndex, Side, Start, Truth, Weigh};
use crate::paths::bits::Bits;
use crate::paths::bits::board::Board;

/// In place of a site: none.
pub(super) const NOWHERE: u8 = u8::MAX;

/// See the [module documentation](self). Kept from one position to the next for its memory.
#[derive(Debug)]
pub(in crate::paths) struct Turn<'f, B> {
    pub(super) form: &'f Form<B>,
    pub(super) side: &'f Side<B>,
    pub(super) board: Board<B>,
    pub(super) sweeps: Vec<Sweep<B>>,
    pub(super) singles: Vec<Single>,
    /// How many moves they are, coinciding ones counted apart; not more than so many, if there are
    /// fans.
    pub(super) total: usize,
    /// First steps that open fans.
    pub(super) fans: u32,
    /// Whether there is nothing but to pass.
    pub(super) passes: bool,
    /// The sites that lines within an area lack alone, if that has been asked.
    lacking: Option<(u16, &'f Area<B>, B)>,
    /// The continuing rule of moves that have completed a line, if it was computed.
    steps: Option<(RuleIndex, B)>,
}

/// Choices with equal numbers of continuations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweep<B> {
    pub(super) rule: RuleIndex,
    pub(super) froms: Origins<B>,
    pub(super) sites: B,
    /// Continuations of each.
    pub(super) ways: u32,
    pub(super) then: Then<B>,
    pub(super) moves: u32,
}

/// Where pieces come from that go to some sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origins<B> {
    /// Nothing goes there.
    None,
    /// So many hops back on the line of the rule.
    Back(u8),
    /// From any of these.
    Any(B),
}

/// The continuation of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then<B> {
    /// As the rule says unless something else is the case.
    Mostly,
    /// Not at all.
    Ends,
    /// By a rule on one of these sites.
    On(RuleIndex, B),
    /// By a fan, which may be narrower than it is taken for.
    Fan,
}

/// A choice, and its number of continuations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Single {
    pub(super) rule: RuleIndex,
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) ways: u32,
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
            fans: 0,
            passes: false,
            lacking: None,
            steps: None,
        }
    }

    pub(super) fn rule(&self, index: RuleIndex) -> &'f Rule<B> {
        &self.side.rules[usize::from(index)]
    }

    pub(super) fn find_moves(&mut self) {
        self.sweeps.clear();
        self.singles.clear();
        (self.total, self.fans) = (0, 0);
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
        let eye = Evaluator::new(self.form, self.side, &board);
        // Who may fly leaves out the same moves on foot.
        let mut flying = 0u32;
        (self.lacking, self.steps) = (None, None);
        for index in rules {
            let rule = self.rule(*index);
            let stands = |code: u8| flying >> code & 1 == 0 && !board.sets[usize::from(code)].is_empty();
            if !rule.start.goes().is_none_or(stands) || !rule.given.iter().all(|given| eye.holds(given)) {
                continue;
            }
            match rule.start {
                Start::Stay | Start::Ray { .. } => {}
                Start::Site => self.sweep(&eye, *index, Origins::None, eye.area(&rule.sites)),
                Start::Line { code, line } => self.go(&eye, *index, line, board.sets[usize::from(code)]),
                Start::Fly { code } => {
                    flying |= 1 << code;
                    let onto = eye.area(&rule.sites);
                    for (of, to) in &rule.bounds {
                        let froms = board.sets[usize::from(code)] & *of;
                        if !froms.is_empty() {
                            self.sweep(&eye, *index, Origins::Any(froms), onto & *to);
                        }
                    }
                }
                Start::Chain { code, chain } => {
                    let chain = &self.side.chains[usize::from(chain)];
                    let (empty, over) = (eye.area(&rule.sites), board.those(&self.form.setting, chain.over));
                    for (of, to) in &rule.bounds {
                        for from in (board.sets[usize::from(code)] & *of).each() {
                            let sites = chain.reach(from, over, empty) & *to;
                            self.note(*index, Origins::Any(B::one(from)), sites, 1, Then::Mostly);
                        }
                    }
                }
            }
        }
    }

    /// Notes where all pieces of a set can go by a line.
    #[inline]
    fn go(&mut self, eye: &Evaluator<'_, B>, index: RuleIndex, line: u16, pieces: B) {
        let line = &self.side.lines[usize::from(line)];
        let hop = &self.side.hops[usize::from(line.hop)];
        let rule = self.rule(index);
        let onto = eye.area(&rule.sites);
        let through = line.through.as_ref().map(|through| eye.area(through));
        for (of, to) in &rule.bounds {
            let mut at = pieces & *of;
            for hops in 1.. {
                at = hop.ahead(at);
                self.sweep(eye, index, Origins::Back(hops), at & onto & *to);
                at &= through.unwrap_or(B::NONE);
                if at.is_empty() {
                    break;
                }
            }
        }
    }

    /// The sites that lines within an area lack alone.
    #[inline]
    fn lacking(&mut self, eye: &Evaluator<'_, B>, lines: u16, within: &'f Area<B>) -> B {
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
    fn sweep(&mut self, eye: &Evaluator<'_, B>, index: RuleIndex, froms: Origins<B>, sites: B) {
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
            Weigh::Fan(fan) => self.open(index, froms, sites, fan.most),
            Weigh::Each => self.each_alone(index, froms, sites),
        }
    }

    /// Notes the choice of any of some sites where fans open.
    #[inline]
    fn open(&mut self, index: RuleIndex, froms: Origins<B>, sites: B, most: u32) {
        let moves = sites.count() * origins(froms) * most;
        let sweep = Sweep { rule: index, froms, sites, ways: most, then: Then::Fan, moves };
        // That there is a move at all has to be known.
        if moves > 0 && (self.total > 0 || self.opens(&sweep)) {
            self.sweeps.push(sweep);
            self.total += moves as usize;
            self.fans += moves / most;
        }
    }

    /// Notes the choice of some sites that lines lack.
    fn fill_up(&mut self, eye: &Evaluator<'_, B>, index: RuleIndex, froms: Origins<B>, sites: B) {
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
        // The origin of the moving piece is empty after the move.
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

    /// Records choices with equal continuations.
    #[inline]
    fn note(&mut self, rule: RuleIndex, froms: Origins<B>, sites: B, ways: u32, then: Then<B>) {
        let moves = sites.count() * origins(froms) * ways;
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
    pub(super) fn origin(&self, start: Start, froms: Origins<B>, to: usize) -> u8 {
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
}

/// From how many sites each choice can begin.
#[inline]
fn origins<B: Bits>(froms: Origins<B>) -> u32 {
    if let Origins::Any(froms) = froms { froms.count() } else { 1 }
}
