//! Playout kernel for games with single hops to empty or captured sites: the fewest instructions
//! per ply, since such games are small and short.
//!
//! Pieces never change their type, and placed types are known. So a type that is absent at the
//! start stays absent, and everything that depends on it is resolved before the first game.

use dagaz_core::{EndingId, LimitHit, PlayerId, Playout, PlayoutLimits, Rng, Series, State, below};

use super::form::{Action, Fate, Form, Rule, Side, Start, Truth, Weigh};
use super::look::standing;
use crate::paths::bits::Bits as _;
use crate::paths::bits::board::{Board, CODES_MAX, EMPTY};
use crate::paths::bits::hop::Hop;

/// Rules that one player may have: hops, and pieces that are put.
const LEGS_MAX: usize = 16;

/// See the [module documentation](self).
#[derive(Debug)]
pub(in crate::paths) struct StepPlayout {
    form: Form<u64>,
    sides: Vec<Legs>,
}

/// One player's rules, and what ends the game.
#[derive(Debug)]
struct Legs {
    legs: Vec<Leg>,
    settlings: Vec<Settling>,
    /// Endings in order, without those that cannot hold for a player who can move.
    watches: Vec<Option<Watch>>,
}

/// One hop of pieces of a code.
#[derive(Debug)]
struct Leg {
    code: u8,
    hop: Hop<u64>,
    /// A mask of codes, or [`EMPTY`], onto which it leads, and the sites where.
    onto: u32,
    zone: u64,
}

/// A piece that is put where nothing stands, as long as none of a mask of codes is on the board.
#[derive(Debug)]
struct Settling {
    code: u8,
    lacking: u32,
    zone: u64,
}

/// Whether pieces of a mask of codes stand on some of these sites.
#[derive(Clone, Copy, Debug)]
struct Watch {
    codes: u32,
    zone: u64,
    wanted: bool,
}

/// An ending check ([`Watch`]) for a player, about codes on the board.
struct Watched {
    ending: EndingId,
    player: PlayerId,
    /// `None`: the player to move has no move.
    watch: Option<Watch>,
}

impl StepPlayout {
    /// None if anything else is done in a game of this form, or asked for.
    pub(in crate::paths) fn of(form: Form<u64>) -> Option<StepPlayout> {
        if form.passes || form.setting.remembers || form.setting.passes.is_some() {
            return None;
        }
        let sides = form.sides.iter().map(|side| legs(&form, side)).collect::<Option<_>>()?;
        Some(StepPlayout { form, sides })
    }

    /// Plays a playout from a state, which is then its final state. `None` if this kernel does not
    /// support the state.
    pub(in crate::paths) fn play(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
    ) -> Option<Playout> {
        let mut run = Run::of(self, state)?;
        let playout = run.play(rng, limits);
        *state = run.state(state);
        Some(playout)
    }

    /// Plays playouts one after the other. `None` if this kernel does not support the state.
    pub(in crate::paths) fn play_series(
        &self,
        start: &State,
        limits: PlayoutLimits,
        series: &mut dyn Series,
    ) -> Option<Result<(), LimitHit>> {
        let mut run = Run::of(self, start)?;
        while let Some(rng) = series.begin() {
            run.now = run.start;
            let playout = run.play(rng, limits);
            series.end(&playout, &mut || run.state(start));
        }
        Some(Ok(()))
    }
}

/// How a rule puts a piece, if it does nothing else.
fn settling(rule: &Rule<u64>) -> Option<Settling> {
    let ([Truth::Not(given)], [Action::Put { code }]) = (&rule.given[..], &rule.actions[..]) else { return None };
    let Truth::Any(area) = &**given else { return None };
    let (lacking, everywhere) = standing(area, u64::MAX)?;
    let (EMPTY, zone) = standing(&rule.sites, u64::MAX)? else { return None };
    let only_puts = rule.start == Start::Site
        && rule.fate == Fate::Done
        && matches!(rule.weigh, Weigh::Alike(1))
        && lacking & EMPTY == 0
        && everywhere == u64::MAX;
    only_puts.then_some(Settling { code: *code, lacking, zone })
}

/// None if some rule does more than go, or put a piece that is lacking.
fn legs(form: &Form<u64>, side: &Side<u64>) -> Option<Legs> {
    let all = u64::MAX;
    let leg = |rule: &Rule<u64>| {
        let Start::Line { code, line } = rule.start else { return None };
        let line = &side.lines[usize::from(line)];
        let only_goes = rule.given.is_empty()
            && rule.actions.is_empty()
            && rule.fate == Fate::Done
            && matches!(rule.weigh, Weigh::Alike(1))
            && line.through.is_none()
            && rule.bounds.iter().all(|(_, ends)| *ends == form.setting.board);
        let (onto, zone) = standing(&rule.sites, all)?;
        only_goes.then(|| Leg { code, hop: side.hops[usize::from(line.hop)].clone(), onto, zone })
    };
    let settlings: Vec<Settling> = side.rules.iter().filter_map(settling).collect();
    let goes = |rule: &&Rule<u64>| rule.start != Start::Site;
    let legs: Vec<Leg> = side.rules.iter().filter(goes).map(leg).collect::<Option<_>>()?;
    let all_asked = side.stages.is_empty() && side.always.len() == side.rules.len();
    let all_known = legs.len() + settlings.len() == side.rules.len();
    if !all_asked || !all_known || side.rules.len() > LEGS_MAX || form.setting.pieces.len() > CODES_MAX {
        return None;
    }
    let watches = side.endings.iter().map(|truth| match truth {
        Truth::Stuck => Some(None),
        truth => watch(truth, true).map(Some),
    });
    Some(Legs { legs, settlings, watches: watches.collect::<Option<_>>()? })
}

fn watch(truth: &Truth<u64>, wanted: bool) -> Option<Watch> {
    match truth {
        Truth::Not(inner) => watch(inner, !wanted),
        Truth::Any(area) => {
            let (codes, zone) = standing(area, u64::MAX)?;
            (codes & EMPTY == 0).then_some(Watch { codes, zone, wanted })
        }
        _ => None,
    }
}

/// What changes.
#[derive(Clone, Copy)]
struct Now {
    sets: [u64; CODES_MAX],
    slot: usize,
    last_mover: u8,
}

/// A game that is being played.
struct Run<'s> {
    strides: &'s StepPlayout,
    board: Board<u64>,
    start: Now,
    now: Now,
    /// For each player the legs of pieces that there are.
    legs: Vec<Vec<&'s Leg>>,
    /// What is looked at where each player was the last to move.
    watched: Vec<Vec<Watched>>,
}

impl<'s> Run<'s> {
    fn of(strides: &'s StepPlayout, state: &State) -> Option<Run<'s>> {
        let setting = &strides.form.setting;
        let board = Board::of(setting, state)?;
        let put = strides.sides.iter().flat_map(|side| &side.settlings).fold(0, |mask, one| mask | 1 << one.code);
        let stands = |code: usize| !board.sets[code].is_empty() || put >> code & 1 == 1;
        let there = (0..setting.pieces.len()).filter(|code| stands(*code)).fold(EMPTY, |mask, code| mask | 1 << code);
        let legs = |side: &'s Legs| {
            side.legs.iter().filter(|leg| there >> leg.code & 1 == 1 && leg.onto & there != 0).collect()
        };
        let players = strides.sides.len();
        let watched = |first: usize| {
            let mut watched = Vec::new();
            for ending in 0..strides.sides[first].watches.len() {
                for player in (first..players).chain(0..first) {
                    let watch = strides.sides[player].watches[ending];
                    let watch = watch.map(|watch| Watch { codes: watch.codes & there, ..watch });
                    // What is not there never comes.
                    if watch.is_none_or(|watch| watch.codes != 0 || !watch.wanted) {
                        watched.push(Watched { ending: EndingId::at(ending), player: PlayerId::at(player), watch });
                    }
                }
            }
            watched
        };
        let start = Now { sets: board.sets, slot: usize::from(board.slot), last_mover: board.last_mover };
        Some(Run {
            strides,
            board,
            start,
            now: start,
            legs: strides.sides.iter().map(legs).collect(),
            watched: (0..players).map(watched).collect(),
        })
    }

    fn play(&mut self, rng: &mut dyn Rng, limits: PlayoutLimits) -> Playout {
        let setting = &self.strides.form.setting;
        let mut now = self.now;
        let (mut playout, mut quiet) = (Playout::default(), 0);
        let mut targets = [0u64; LEGS_MAX];
        let mut occupied = now.sets.iter().fold(0, |all, set| all | *set);
        loop {
            let slot = &setting.slots[now.slot];
            let legs = &self.legs[slot.mover.index()];
            let settlings = &self.strides.sides[slot.mover.index()].settlings;
            let empty = setting.board & !occupied;
            let mut total = 0;
            for (leg, targets) in legs.iter().zip(&mut targets) {
                let onto = if leg.onto == EMPTY { empty } else { standing_on(&now.sets, empty, leg.onto) };
                *targets = leg.hop.ahead(now.sets[usize::from(leg.code)]) & onto & leg.zone;
                total += targets.count_ones();
            }
            for (settling, targets) in settlings.iter().zip(&mut targets[legs.len()..]) {
                let lacks = standing_on(&now.sets, 0, settling.lacking) == 0;
                *targets = if lacks { empty & settling.zone & setting.board } else { 0 };
                total += targets.count_ones();
            }
            let first = usize::from(now.last_mover).checked_sub(1).unwrap_or(slot.mover.index());
            let ended = self.watched[first].iter().find(|watched| match watched.watch {
                None => total == 0 && watched.player == slot.mover,
                Some(Watch { codes, zone, wanted }) => (standing_on(&now.sets, empty, codes) & zone != 0) == wanted,
            });
            playout.end = ended.map(|watched| (watched.ending, watched.player));
            if playout.end.is_none() && total == 0 {
                let endings = self.strides.sides[first].watches.len();
                playout.end = Some((EndingId::at(endings), slot.mover));
            }
            let cut = playout.plies >= limits.plies || limits.quiet_plies.is_some_and(|most| quiet >= most);
            if playout.end.is_some() || cut {
                self.now = now;
                return playout;
            }
            playout.choices += u64::from(total);
            playout.plies += 1;
            let mut left = below(rng, total as usize) as u32;
            let mut chosen = 0;
            while let Some(rest) = left.checked_sub(targets[chosen].count_ones()) {
                left = rest;
                chosen += 1;
            }
            let to = targets[chosen].nth(left);
            let here = u64::one(to);
            let (code, gone) = match legs.get(chosen) {
                Some(leg) => {
                    quiet += 1;
                    (leg.code, u64::one(usize::from(leg.hop.from[to])))
                }
                None => {
                    quiet = 0;
                    (settlings[chosen - legs.len()].code, 0)
                }
            };
            if occupied & here != 0 {
                now.sets.iter_mut().for_each(|set| *set &= !here);
                quiet = 0;
            }
            now.sets[usize::from(code)] ^= here | gone;
            occupied = (occupied & !gone) | here;
            now.last_mover = slot.mover.0 + 1;
            now.slot = usize::from(slot.next);
        }
    }

    /// The state where the last game stopped; `start`: the one where it began.
    fn state(&self, start: &State) -> State {
        let setting = &self.strides.form.setting;
        let mut board = self.board;
        for (code, set) in self.now.sets.iter().enumerate().take(setting.pieces.len()) {
            board.lay(setting, code, *set);
        }
        board.key ^= board.slot(setting).key;
        (board.slot, board.last_mover) = (self.now.slot as u16, self.now.last_mover);
        board.key ^= board.slot(setting).key;
        board.state(setting, start.history(), start.is_forgetful())
    }
}

/// Where pieces of a mask of codes stand, or nothing.
#[inline]
fn standing_on(sets: &[u64; CODES_MAX], empty: u64, mask: u32) -> u64 {
    let mut all = if mask & EMPTY == 0 { 0 } else { empty };
    let mut codes = mask & !EMPTY;
    while codes != 0 {
        all |= sets[codes.trailing_zeros() as usize % CODES_MAX];
        codes &= codes - 1;
    }
    all
}
