//! The reference interpreter of paths: follows a path over a changing board.
//!
//! It is written in continuation-passing style. Each element of a path gets its continuation, and
//! calls it once for each of its results, with the state of that result. After the call everything
//! is undone. So alternatives are independent, a look is a walk that stops at its first success,
//! and elements after a continuation run after it, without special cases.
//!
//! This module has the state of a walk and its undo log. `path` has the elements of paths, `hand`
//! the carried piece, `course` the steps of a move, `complete` whole moves, `move_questions`
//! questions about legal moves.

mod body;
mod complete;
mod course;
mod hand;
mod move_questions;
mod path;

use dagaz_core::{
    Change, Effect, Fuel, LimitHit, PieceTypeId, PlayerId, RuleId, SiteId, State, UndoLog, undo, word_key,
};
use dagaz_rules::path::{Level, LocalId, Onward, Path, PlayerRef, Set, VarId};

pub(super) use body::Bodies;
pub(super) use complete::Forbidden;

use super::candidate_playouts::Lots;
use super::configurations::Configuration;
use super::draft::Draft;
use super::game::PathGame;
use super::priority::Bests;
use super::sites::Sites;
use super::tables::Place;
use super::turn::TurnOrder;
use super::why::Forgiving;

/// Why a walk ends early.
#[derive(Debug)]
pub(super) enum Halt {
    /// The caller has its result.
    Enough,
    /// A limit was met.
    Limit(LimitHit),
}

impl From<LimitHit> for Halt {
    fn from(hit: LimitHit) -> Halt {
        Halt::Limit(hit)
    }
}

pub(super) type Flow = Result<(), Halt>;
pub(super) type Next<'n, 'g> = &'n mut dyn FnMut(&mut Walker<'g>) -> Flow;

/// A number or set bound on a path.
#[derive(Clone, Debug, Default)]
pub(super) enum Local {
    #[default]
    Nothing,
    Number(i64),
    Sites(Sites),
}

/// Where a walk is: everything that is copied and put back as one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    /// The site under the cursor; none where a question has none.
    pub(super) here: SiteId,
    /// Where this step began, and the move.
    pub(super) start: SiteId,
    pub(super) origin: SiteId,
    /// Where the moving piece is: the hand while it is carried off the board; none if nothing
    /// moves.
    pub(super) it: SiteId,
    /// Where it was taken into the hand.
    lifted_from: SiteId,
    /// Whether it goes along with the cursor.
    pub(super) carrying: bool,
    pub(super) in_hand: bool,
    /// Whether the step has not been ended.
    step_open: bool,
    /// Whether the moving piece has left the board in this step.
    has_left: bool,
    /// In an attack question, whether the piece asked about has been moved off its site.
    pub(super) displaced: bool,
    /// How many of the topmost pieces of its column go along when it leaves; 0: all.
    pub(super) lift: u16,
    /// How many of the topmost pieces of the column where it was taken into the hand are in the
    /// hand; 0: all.
    pub(super) lifted: u16,
    /// In which form the piece in hand lies, if it covers several sites.
    form: Option<u16>,
    /// Which piece of columns is asked about.
    pub(super) level: Level,
    /// Whether moves of other types are being borrowed.
    borrows: bool,
    /// The rule at work.
    pub(super) rule: RuleId,
    /// Whose view this is.
    pub(super) me: PlayerId,
    /// Whether sites that have vanished are looked at as if they were there.
    pub(super) whole: bool,
    /// Whether it is the view before the move.
    pub(super) was: bool,
    /// Where the record of this step begins, in the rows of what was passed and of effects on the
    /// piece in hand.
    pub(super) passed_from: usize,
    hand_from: usize,
    /// Where the effects begin that have been noted since the moving piece was taken into the hand.
    lifted_at: usize,
}

/// A step as it is recorded.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepDraft {
    pub(super) rule: RuleId,
    pub(super) origin: SiteId,
    pub(super) target: SiteId,
    /// Its effects end here.
    pub(super) effects: usize,
    /// Where what it passed begins and ends in the row of that.
    pub(super) passed: (usize, usize),
}

/// How far rows had been written when something was tried.
#[derive(Clone, Copy)]
pub(super) struct Saved<'g> {
    at: Cursor,
    order: TurnOrder<'g>,
    log: usize,
    effects: usize,
    hand_effects: usize,
    steps: usize,
    captured: usize,
    taken: usize,
    visited: usize,
    passed: usize,
    situations: usize,
    trail: usize,
}

/// What was overwritten among the things that pass with the move.
enum Overwritten {
    Passing(usize, i64),
    Local(LocalId, Local),
}

/// What is done with the complete moves that a walk comes to.
pub(super) enum Aim {
    /// They are judged, and drafted unless they are forbidden.
    Drafts,
    /// Each becomes a lot, and is not judged.
    Lots(Lots),
    /// One of those that a rule gives for a piece is judged and drafted: so many come before it.
    One(u32),
}

/// The steps with which the requested moves begin.
#[derive(Clone, Copy)]
pub(super) struct SoFar<'g> {
    /// The key of the state after each of them.
    pub(super) keys: &'g [u64],
    /// Whether only the next step is drafted, if a legal move continues with it.
    pub(super) single: bool,
}

/// See the [module documentation](self).
pub(super) struct Walker<'g> {
    pub(super) game: &'g PathGame,
    /// The state before the move.
    pub(super) before: &'g State,
    /// The positions before that.
    pub(super) history: &'g [u64],
    /// The state now; it knows nothing of earlier positions.
    pub(super) state: State,
    log: UndoLog,
    pub(super) at: Cursor,
    /// What the move says about the turn that follows.
    pub(super) order: TurnOrder<'g>,
    pub(super) effects: Vec<Effect>,
    /// Effects on the piece in hand, to be recorded for its landing site.
    hand_effects: Vec<Effect>,
    pub(super) steps: Vec<StepDraft>,
    pub(super) captured: Vec<SiteId>,
    pub(super) taken: Vec<SiteId>,
    pub(super) visited: Vec<SiteId>,
    pub(super) passed: Vec<SiteId>,
    /// The configurations from which the move has continued.
    situations: Vec<Situation<'g>>,
    /// Variables of the move and the step.
    pub(super) passing: Vec<i64>,
    pub(super) locals: Vec<Local>,
    trail: Vec<Overwritten>,
    /// Number of results so far.
    pub(super) completed: u64,
    /// The site whose capture is asked for, while that is being asked.
    pub(super) attacked_site: Option<SiteId>,
    /// Whether forbidden results that look at moves are left out, since one of them is being asked.
    pub(super) shallow: bool,
    /// The only piece whose moves are requested, by its site.
    pub(super) only: Option<SiteId>,
    /// Whether one move is enough.
    pub(super) wants_one: bool,
    /// Whether forbidden moves are drafted too, since pseudo-legal ones decide which come first or
    /// are best.
    pub(super) keeps_forbidden: bool,
    /// What is done with complete moves.
    pub(super) aim: Aim,
    /// The place in a rule where one site is chosen, and the only requested site.
    pub(super) only_at: Option<(&'g Set, SiteId)>,
    /// From where and to where the move went of which it is being asked whether its result is
    /// forbidden.
    pub(super) judged: Option<(SiteId, SiteId)>,
    /// Whether the player to move has no move, if that is known.
    pub(super) known_stuck: Option<bool>,
    pub(super) drafts: Vec<Draft>,
    /// Steps, effects and captures of all of them, which is what they hold in memory.
    pub(super) parts: usize,
    /// The greatest numbers so far, if drafts with lesser ones are dropped.
    pub(super) bests: Option<Bests>,
    /// Whether drafts keep which sites were passed.
    pub(super) keeps_ways: bool,
    /// The steps that the moves begin with, in the middle of a turn.
    pub(super) so_far: Option<SoFar<'g>>,
    /// Tests that may be ignored, when a caller asks why a move is illegal.
    pub(super) forgiving: Option<Box<Forgiving<'g>>>,
    pub(super) fuel: Fuel<'g>,
    depth: usize,
}

/// The configurations from which a chain has continued.
#[derive(Clone, Copy)]
struct Situation<'g> {
    at: (SiteId, u64),
    /// With what.
    onward: &'g [Onward],
}

impl<'g> Walker<'g> {
    /// An interpreter for a state, without a move in progress.
    pub(super) fn new(game: &'g PathGame, before: &'g State, me: PlayerId, fuel: Fuel<'g>) -> Walker<'g> {
        let none = SiteId::NONE;
        Walker {
            game,
            before,
            history: before.history(),
            state: before.at_present(),
            log: UndoLog::new(),
            at: Cursor {
                here: none,
                start: none,
                origin: none,
                it: none,
                lifted_from: none,
                carrying: false,
                in_hand: false,
                step_open: false,
                has_left: false,
                displaced: false,
                lift: 0,
                lifted: 0,
                form: None,
                level: Level::Top,
                borrows: false,
                rule: RuleId(0),
                me,
                whole: false,
                was: false,
                passed_from: 0,
                hand_from: 0,
                lifted_at: 0,
            },
            order: TurnOrder::default(),
            effects: Vec::new(),
            hand_effects: Vec::new(),
            steps: Vec::new(),
            captured: Vec::new(),
            taken: Vec::new(),
            visited: Vec::new(),
            passed: Vec::new(),
            situations: Vec::new(),
            passing: vec![0; game.tables.passing],
            locals: vec![Local::Nothing; game.rules.locals],
            trail: Vec::new(),
            completed: 0,
            attacked_site: None,
            shallow: false,
            only: None,
            wants_one: false,
            keeps_forbidden: false,
            aim: Aim::Drafts,
            only_at: None,
            judged: None,
            known_stuck: None,
            drafts: Vec::new(),
            parts: 0,
            bests: None,
            keeps_ways: false,
            so_far: None,
            forgiving: None,
            fuel,
            depth: 0,
        }
    }

    /// The type of the moving piece, as it is now.
    pub(super) fn moving_kind(&self) -> Option<PieceTypeId> {
        self.at.it.some().and_then(|it| self.state.piece(it)).map(|piece| piece.kind)
    }

    /// A variable of the state.
    pub(super) fn word(&self, variable: u16) -> i32 {
        let (layout, seen) = (&self.game.layout, self.seen());
        match usize::from(variable).checked_sub(layout.spec().variables) {
            None => seen.variable(layout, usize::from(variable)) as i32,
            Some(counter) => seen.counter(layout, counter) as i32,
        }
    }

    /// How many dice show the face that a variable counts, and have not been used.
    pub(super) fn dice_left(&self, left: VarId) -> i32 {
        match self.game.tables.places[left.index()] {
            Place::State(word) => self.word(word),
            _ => 0,
        }
    }

    /// Who is meant, seen by whose view this is.
    pub(super) fn player(&self, player: PlayerRef) -> PlayerId {
        let me = self.at.me;
        match player {
            PlayerRef::Me => me,
            PlayerRef::Player(player) => player,
            PlayerRef::Next => {
                let still_plays = |player: &PlayerId| *player == me || !self.game.is_out(&self.state, *player);
                let line = std::iter::successors(Some(self.game.after(me)), |player| Some(self.game.after(*player)));
                line.take(self.game.rules.players.len()).find(still_plays).unwrap_or(me)
            }
            PlayerRef::Enemy => {
                let enemies = &self.game.tables.opponents[me.index()];
                let mut still_play = enemies.iter().filter(|enemy| !self.game.is_out(&self.state, **enemy));
                let first = still_play.clone().next().or(enemies.first());
                still_play.find(|enemy| **enemy > me).or(first).copied().unwrap_or(me)
            }
        }
    }

    /// The state that questions look at.
    #[inline]
    pub(super) fn seen(&self) -> &State {
        if self.at.was { self.before } else { &self.state }
    }

    /// Site and state, dead pieces told from living ones: what a loop or a chain does not come back
    /// to.
    fn configuration(&self) -> (SiteId, u64) {
        let dead = self.taken.iter().fold(0, |key, site| key ^ word_key(usize::from(site.0), u32::MAX));
        (self.at.here, self.state.key() ^ dead)
    }

    /// What a loop does not come back to: a configuration, with the values of the variables that
    /// its rounds set and that pass with the step or the move.
    fn round(&self, body: &Path) -> Configuration {
        let (here, mut key) = self.configuration();
        if !self.passing.is_empty() {
            // No state has so many words.
            let word = |place: usize| word_key(u32::MAX as usize - 1 - place, self.passing[place] as u32);
            self.game.tables.set_in_rounds(body, &mut |place| key = key.wrapping_add(word(place)));
        }
        (here.0, key)
    }

    pub(super) fn save(&self) -> Saved<'g> {
        Saved {
            at: self.at,
            order: self.order,
            log: self.log.depth(),
            effects: self.effects.len(),
            hand_effects: self.hand_effects.len(),
            steps: self.steps.len(),
            captured: self.captured.len(),
            taken: self.taken.len(),
            visited: self.visited.len(),
            passed: self.passed.len(),
            situations: self.situations.len(),
            trail: self.trail.len(),
        }
    }

    pub(super) fn restore(&mut self, saved: Saved<'g>) {
        while self.log.depth() > saved.log {
            undo(&self.game.layout, &mut self.state, &mut self.log);
        }
        while self.trail.len() > saved.trail {
            match self.trail.pop() {
                Some(Overwritten::Passing(place, value)) => self.passing[place] = value,
                Some(Overwritten::Local(local, value)) => self.locals[local.index()] = value,
                None => {}
            }
        }
        self.effects.truncate(saved.effects);
        self.hand_effects.truncate(saved.hand_effects);
        self.steps.truncate(saved.steps);
        self.captured.truncate(saved.captured);
        self.taken.truncate(saved.taken);
        self.visited.truncate(saved.visited);
        self.passed.truncate(saved.passed);
        self.situations.truncate(saved.situations);
        self.at = saved.at;
        self.order = saved.order;
    }

    /// Tries something, and puts everything back.
    #[inline]
    pub(super) fn trying(&mut self, attempt: impl FnOnce(&mut Walker<'g>) -> Flow) -> Flow {
        let saved = self.save();
        let flow = attempt(self);
        self.restore(saved);
        flow
    }

    /// A change of the state, taken back by [`Walker::restore`].
    pub(super) fn change(&mut self) -> Change<'_> {
        Change::begin(&self.game.layout, &mut self.state, &mut self.log)
    }

    pub(super) fn pass_by(&mut self, place: usize, value: i64) {
        self.trail.push(Overwritten::Passing(place, self.passing[place]));
        self.passing[place] = value;
    }

    fn bind(&mut self, local: LocalId, value: Local) {
        let old = std::mem::replace(&mut self.locals[local.index()], value);
        self.trail.push(Overwritten::Local(local, old));
    }

    /// Records an effect; one on the piece in hand is recorded for its landing site.
    pub(super) fn note(&mut self, effect: Effect, site: SiteId) {
        if site == self.game.tables.hand {
            self.hand_effects.push(effect);
        } else {
            self.effects.push(effect);
        }
    }
}
