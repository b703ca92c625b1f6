//! Playout kernel for games in which pieces are placed, step and fly to empty sites, and a
//! completed line may allow a capture. All facts of a position are sets: reachable sites, completed
//! lines, possible captures.

use dagaz_core::{EndingId, PlayerId, Playout, PlayoutLimits, Rng, State, below};

use super::ending_check::{Ask, Seen, Watches};
use super::evaluate::Evaluator;
use super::form::{Action, Area, ELSE, Fate, Filled, Form, HANDS, Rule, Side, Start, Weigh};
use super::look::standing;
use crate::flat::Progress;
use crate::paths::bits::Bits as _;
use crate::paths::bits::board::{Board, CODES_MAX, EMPTY};
use crate::paths::bits::hop::Hop;
use crate::paths::bits::past::Past;
use crate::paths::series;

/// See the [module documentation](self).
#[derive(Debug)]
pub(in crate::paths) struct LinePlayout {
    form: Form<u64>,
    sides: Vec<Own>,
    watches: Watches<u64>,
}

/// One player's rules.
#[derive(Debug)]
struct Own {
    rules: Vec<Line>,
    /// Compulsory classes, and the rules that are always asked, as the form has them.
    stages: Vec<Vec<usize>>,
    always: Vec<usize>,
}

#[derive(Debug)]
struct Line {
    given: Vec<Ask<u64>>,
    how: How,
    code: u8,
    /// Where it leads, if nothing stands there.
    zone: u64,
    fills: Option<Fills>,
}

/// How a piece comes to a site.
#[derive(Clone, Debug)]
enum How {
    /// From nowhere.
    Put,
    /// From the hand.
    Drop,
    Go(Hop<u64>),
    Fly,
}

/// What happens where it fills up a line with others of its player.
#[derive(Debug)]
struct Fills {
    lines: usize,
    /// A mask of their codes.
    own: u32,
    /// What is taken then, if anything must be.
    prey: Option<Area<u64>>,
}

impl LinePlayout {
    /// None if anything else is done in a game of this form.
    pub(in crate::paths) fn of(form: Form<u64>) -> Option<LinePlayout> {
        if form.passes || form.setting.passes.is_some() || form.setting.pieces.len() > CODES_MAX {
            return None;
        }
        let sides: Vec<Own> = form.sides.iter().map(|side| own(side, form.setting.board)).collect::<Option<_>>()?;
        let watches = Watches::of(&form);
        Some(LinePlayout { form, sides, watches })
    }

    /// Playouts from a state. `None` if this kernel does not support it.
    pub(in crate::paths) fn run(&self, start: &State) -> Option<Run<'_>> {
        Run::of(self, start)
    }
}

/// None if some rule does more.
fn own(side: &Side<u64>, board: u64) -> Option<Own> {
    if side.may_coincide {
        return None;
    }
    let places = |rules: &[u16]| rules.iter().map(|rule| usize::from(*rule)).collect::<Vec<_>>();
    let stages: Vec<Vec<usize>> = side.stages.iter().map(|stage| places(stage)).collect();
    let always = places(&side.always);
    let begins = |place: &usize| always.contains(place) || stages.iter().any(|stage| stage.contains(place));
    let nothing = || Line { given: Vec::new(), how: How::Put, code: 0, zone: 0, fills: None };
    let rules = side.rules.iter().enumerate();
    let rules = rules.map(|(place, rule)| if begins(&place) { line(side, rule, board) } else { Some(nothing()) });
    let rules: Vec<Line> = rules.collect::<Option<_>>()?;
    // What can be taken is looked for once.
    let mut prey = rules.iter().filter_map(|rule| rule.fills.as_ref()?.prey.as_ref());
    let first = prey.next();
    prey.all(|other| Some(other) == first).then_some(())?;
    Some(Own { rules, stages, always })
}

fn line(side: &Side<u64>, rule: &Rule<u64>, board: u64) -> Option<Line> {
    let (onto, zone) = standing(&rule.sites, board)?;
    if onto != EMPTY || rule.may_fail || rule.bounds.iter().any(|(_, ends)| *ends != board) {
        return None;
    }
    let (how, code) = match (rule.start, &rule.actions[..]) {
        (Start::Site, [Action::Put { code }]) => (How::Put, *code),
        (Start::Site, [Action::Drop { code }]) => (How::Drop, *code),
        (Start::Line { code, line }, []) => {
            let line = &side.lines[usize::from(line)];
            let hop = side.hops[usize::from(line.hop)].clone();
            (line.through.is_none().then_some(How::Go(hop))?, code)
        }
        (Start::Fly { code }, []) => (How::Fly, code),
        _ => return None,
    };
    let fills = match &rule.weigh {
        Weigh::Alike(1) if rule.fate == Fate::Done => None,
        Weigh::Unless { lines, within, here: true, ways: 1, filled } if rule.fate.mostly().is_none() => {
            let (own, everywhere) = standing(within, board)?;
            let prey = match filled {
                Filled::Ends => None,
                Filled::By(then) => {
                    let then = &side.rules[usize::from(*then)];
                    let takes = then.start == Start::Site && then.actions == [Action::Take(Area::Here)];
                    Some(takes.then(|| then.sites.clone())?)
                }
                Filled::Somehow => return None,
            };
            (everywhere == board && own & EMPTY == 0).then_some(Some(Fills {
                lines: usize::from(*lines),
                own,
                prey,
            }))?
        }
        _ => return None,
    };
    let given = rule.given.iter().map(|given| Ask::of(given, board)).collect();
    Some(Line { given, how, code, zone, fills })
}

/// Choices with equal continuations.
#[derive(Clone, Copy)]
struct Sweep {
    rule: usize,
    /// From where, if pieces fly.
    froms: u64,
    sites: u64,
    /// Whether one of the prey is captured, which multiplies the continuations.
    takes: bool,
    ways: u32,
    moves: u32,
}

/// A game that is being played.
pub(in crate::paths) struct Run<'f> {
    rows: &'f LinePlayout,
    start: Board<u64>,
    start_past: Past,
    board: Board<u64>,
    past: Past,
    sweeps: Vec<Sweep>,
    total: u32,
    /// What can be taken.
    prey: u64,
}

impl<'f> Run<'f> {
    fn of(rows: &'f LinePlayout, state: &State) -> Option<Run<'f>> {
        let setting = &rows.form.setting;
        let board = Board::of(setting, state)?;
        let past = Past::new(state.history(), state.is_forgetful(), setting.remembers);
        Some(Run { rows, start: board, start_past: past.clone(), board, past, sweeps: Vec::new(), total: 0, prey: 0 })
    }

    /// Finds the moves.
    fn find(&mut self, own: &Own, mover: PlayerId, empty: u64) {
        self.sweeps.clear();
        self.total = 0;
        // What can be taken does not depend on what the move does first.
        let mut prey = None;
        for stage in &own.stages {
            self.follow(own, stage, mover, empty, &mut prey);
            if self.total > 0 {
                break;
            }
        }
        self.follow(own, &own.always, mover, empty, &mut prey);
        self.prey = prey.unwrap_or(0);
    }

    #[inline]
    fn follow(&mut self, own: &Own, rules: &[usize], mover: PlayerId, empty: u64, prey: &mut Option<u64>) {
        let form = &self.rows.form;
        // Who may fly leaves out the same moves on foot.
        let mut flying = 0u32;
        let mut lacking = None;
        for &index in rules {
            let rule = &own.rules[index];
            let pieces = self.board.sets[usize::from(rule.code)];
            let seen = Seen { form, board: &self.board, empty, past: &self.past, mover, stuck: false };
            if !rule.given.iter().all(|given| given.holds(&seen, mover)) {
                continue;
            }
            let (sites, froms) = match &rule.how {
                How::Put | How::Drop => (empty & rule.zone, 0),
                _ if pieces == 0 || flying >> rule.code & 1 == 1 => continue,
                How::Go(hop) => (hop.ahead(pieces) & empty & rule.zone, 0),
                How::Fly => {
                    flying |= 1 << rule.code;
                    (empty & rule.zone, pieces)
                }
            };
            let Some(fills) = &rule.fills else {
                self.note(Sweep { rule: index, froms, sites, takes: false, ways: 1, moves: 0 });
                continue;
            };
            let within = self.board.those_or(fills.own, empty);
            let lanes = &form.lines[fills.lines];
            let lacks = match lacking {
                Some((lines, own, lacks)) if (lines, own) == (fills.lines, fills.own) => lacks,
                _ => lacked(&lanes.all, within),
            };
            lacking = Some((fills.lines, fills.own, lacks));
            let mut filling = sites & lacks;
            if filling == 0 {
                self.note(Sweep { rule: index, froms, sites, takes: false, ways: 1, moves: 0 });
                continue;
            }
            let takes = fills.prey.is_some();
            let ways = fills.prey.as_ref().map_or(1, |area| {
                let eye = || Evaluator::new(form, &form.sides[mover.index()], &self.board);
                prey.get_or_insert_with(|| eye().area(area)).count_ones()
            });
            let fills = |from: u64, to: usize| {
                let now = (within & !from) | u64::one(to);
                lanes.through[to].iter().any(|line| line & !now == 0)
            };
            // The origin of the moving piece is empty after the move.
            if let How::Go(hop) = &rule.how {
                let only = filling.each().filter(|to| fills(u64::one(usize::from(hop.from[*to])), *to));
                filling = only.fold(0, |all, to| all | u64::one(to));
            }
            self.note(Sweep { rule: index, froms, sites: sites & !filling, takes: false, ways: 1, moves: 0 });
            if froms == 0 {
                self.note(Sweep { rule: index, froms, sites: filling, takes, ways, moves: 0 });
                continue;
            }
            for to in filling.each() {
                let full = froms.each().filter(|from| fills(u64::one(*from), to));
                let full = full.fold(0, |all, from| all | u64::one(from));
                let sites = u64::one(to);
                self.note_flying(Sweep { rule: index, froms: full, sites, takes, ways, moves: 0 });
                self.note_flying(Sweep { rule: index, froms: froms & !full, sites, takes: false, ways: 1, moves: 0 });
            }
        }
    }

    #[inline]
    fn note_flying(&mut self, sweep: Sweep) {
        if sweep.froms != 0 {
            self.note(sweep);
        }
    }

    #[inline]
    fn note(&mut self, sweep: Sweep) {
        let moves = sweep.sites.count_ones() * sweep.froms.count_ones().max(1) * sweep.ways;
        if moves > 0 {
            self.sweeps.push(Sweep { moves, ..sweep });
            self.total += moves;
        }
    }

    /// Makes the move of that number, but for the end of the turn. The code of what goes or comes;
    /// whether it comes; the code of what is taken.
    #[inline]
    fn go(&mut self, own: &Own, number: u32) -> (usize, bool, Option<usize>) {
        let setting = &self.rows.form.setting;
        let (mut left, mut chosen) = (number, 0);
        while let Some(rest) = left.checked_sub(self.sweeps[chosen].moves) {
            left = rest;
            chosen += 1;
        }
        let sweep = self.sweeps[chosen];
        let rule = &own.rules[sweep.rule];
        let (place, prey) = if sweep.ways == 1 { (left, 0) } else { (left / sweep.ways, left % sweep.ways) };
        let code = usize::from(rule.code);
        let to = match &rule.how {
            How::Fly => {
                let count = sweep.sites.count_ones();
                self.board.turn_over(setting, code, sweep.froms.nth(place / count));
                sweep.sites.nth(place % count)
            }
            How::Go(hop) => {
                let to = sweep.sites.nth(place);
                self.board.turn_over(setting, code, usize::from(hop.from[to]));
                to
            }
            How::Put => sweep.sites.nth(place),
            How::Drop => {
                self.board.hold(setting, code, self.board.hands[code].saturating_sub(1));
                sweep.sites.nth(place)
            }
        };
        self.board.turn_over(setting, code, to);
        let mut taken = None;
        if sweep.takes {
            let site = self.prey.nth(prey);
            taken = self.board.code_on(site);
            taken.iter().for_each(|code| self.board.turn_over(setting, *code, site));
        }
        (code, matches!(rule.how, How::Put | How::Drop), taken)
    }
}

impl series::Run for Run<'_> {
    fn play(&mut self, rng: &mut dyn Rng, limits: PlayoutLimits, _counts: bool) -> Progress {
        let LinePlayout { form, sides, watches } = self.rows;
        let setting = &form.setting;
        self.past.restart(&self.start_past);
        self.board = self.start;
        let (mut playout, mut quiet, mut changed) = (Playout::default(), 0, u32::MAX);
        loop {
            let mover = self.board.slot(setting).mover;
            let own = &sides[mover.index()];
            let empty = self.board.empty(setting);
            self.find(own, mover, empty);
            if self.total as usize > setting.moves_max {
                return Progress { playout, quiet, goes_on: true };
            }
            let stuck = self.total == 0;
            let seen = Seen { form, board: &self.board, empty, past: &self.past, mover, stuck };
            playout.end = watches.ended(&seen, changed);
            if playout.end.is_none() && stuck {
                playout.end = Some((EndingId::at(form.for_all.len()), mover));
            }
            let cut = playout.plies >= limits.plies || limits.quiet_plies.is_some_and(|most| quiet >= most);
            if playout.end.is_some() || cut {
                return Progress { playout, quiet, goes_on: false };
            }
            playout.choices += u64::from(self.total);
            playout.plies += 1;
            let (code, comes, taken) = self.go(own, below(rng, self.total as usize) as u32);
            changed = 1 << code | EMPTY | ELSE | if comes { HANDS } else { 0 };
            changed |= taken.map_or(0, |code| 1 << code);
            quiet = if comes || taken.is_some() { 0 } else { quiet + 1 };
            self.board.end_turn(setting);
            // Where something came and something went the same number stands there, and the same
            // may come again.
            self.past.note(self.board.key, form.only_grows_or_shrinks && comes != taken.is_some());
        }
    }

    fn state(&self) -> State {
        self.board.state(&self.rows.form.setting, self.past.keys(), self.past.is_forgetful())
    }
}

/// The sites that lines lack alone of a set.
#[inline]
fn lacked(lines: &[u64], within: u64) -> u64 {
    lines.iter().fold(0, |all, line| {
        let lacks = line & !within;
        all | if lacks & lacks.wrapping_sub(1) == 0 { lacks } else { 0 }
    })
}
