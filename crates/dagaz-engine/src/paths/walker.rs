//! The walker: follows a path over a board that changes under it.
//!
//! Walking is written in continuation-passing style: each element of a path is given what follows it, and calls that once
//! for each of its results, with everything as that result leaves it. When the call comes back everything is put back. So
//! alternatives never leak into each other, a look ahead is a walk that stops at its first success, and what stands
//! after a continuation runs after it, with no special case for any of them.

use dagaz_core::{
    Change, Effect, Fuel, LimitHit, LimitKind, PieceTypeId, PlayerId, RuleId, SiteId, State, UndoLog, undo, word_key,
};
use dagaz_rules::path::{Continue, Level, LocalId, NameId, Onward, Path, PlayerRef, Set, VarId};

use super::draws::Lots;
use super::game::PathGame;
use super::sites::Sites;
use super::tables::Place;
use super::turn::Draft;
use super::why::Forgiving;

/// How deep elements may be nested into what follows them. A move of the longest mancala lap known takes a few thousand.
const DEPTH_MAX: usize = 20_000;

/// Stack that has to be left for one more element, and what is taken when it is not.
const STACK_LEFT: usize = 96 * 1024;
const STACK_MORE: usize = 2 * 1024 * 1024;

/// Why a walk ends early.
#[derive(Debug)]
pub(super) enum Halt {
    /// Whoever asked has what it wanted.
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
    /// Where the moving piece is: the hand while it is carried off the board; none if nothing moves.
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
    /// How many of the topmost pieces of its column go along when it leaves; 0: all.
    pub(super) lift: u16,
    /// How many of the topmost pieces of the column where it was taken into the hand are in the hand; 0: all.
    pub(super) lifted: u16,
    /// Which piece of columns is asked about.
    pub(super) level: Level,
    /// Whether moves of other types are being borrowed.
    borrows: bool,
    /// The rule at work.
    pub(super) rule: RuleId,
    /// Whose view this is.
    pub(super) me: PlayerId,
    /// Whether it is the view before the move.
    pub(super) was: bool,
    /// Where the record of this step begins, in the rows of what was passed and of effects on the piece in hand.
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
pub(super) struct Saved {
    at: Cursor,
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

/// Where effects say that the moving piece moves at the same time as others.
struct Followed {
    place: usize,
    /// How many moved together without it, if they did.
    count: Option<u16>,
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
    pub(super) effects: Vec<Effect>,
    /// What happens to the piece in hand, to be said of the site where it lands.
    hand_effects: Vec<Effect>,
    pub(super) steps: Vec<StepDraft>,
    pub(super) captured: Vec<SiteId>,
    pub(super) taken: Vec<SiteId>,
    pub(super) visited: Vec<SiteId>,
    pub(super) passed: Vec<SiteId>,
    situations: Vec<(SiteId, u64)>,
    /// Variables of the move and the step.
    pub(super) passing: Vec<i64>,
    pub(super) locals: Vec<Local>,
    trail: Vec<Overwritten>,
    /// How often somebody has got what he walked for.
    pub(super) completed: u64,
    /// The site whose capture is asked for, while that is being asked.
    pub(super) probe: Option<SiteId>,
    /// Whether forbidden results that look at moves are left out, since one of them is being asked.
    pub(super) shallow: bool,
    /// Whether one move is enough.
    pub(super) wants_one: bool,
    /// What is done with complete moves.
    pub(super) aim: Aim,
    /// The place of a rule at which one site is chosen, and the only one that is wanted there.
    pub(super) only_at: Option<(&'g Set, SiteId)>,
    /// Whether no move is being made: the position is looked at as it stands.
    pub(super) between_turns: bool,
    /// Whether the player to move has no move, if that is known.
    pub(super) known_stuck: Option<bool>,
    pub(super) drafts: Vec<Draft>,
    /// Whether drafts keep which sites were passed.
    pub(super) keeps_ways: bool,
    /// What may be overlooked, while somebody asks why a move is none.
    pub(super) forgiving: Option<Box<Forgiving<'g>>>,
    pub(super) fuel: Fuel<'g>,
    depth: usize,
}

impl<'g> Walker<'g> {
    /// A walker that starts from a state, in nobody's move.
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
                lift: 0,
                lifted: 0,
                level: Level::Top,
                borrows: false,
                rule: RuleId(0),
                me,
                was: false,
                passed_from: 0,
                hand_from: 0,
                lifted_at: 0,
            },
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
            probe: None,
            shallow: false,
            wants_one: false,
            aim: Aim::Drafts,
            only_at: None,
            between_turns: false,
            known_stuck: None,
            drafts: Vec::new(),
            keeps_ways: false,
            forgiving: None,
            fuel,
            depth: 0,
        }
    }

    /// Where the piece in hand stood.
    pub(super) fn lifted_from(&self) -> SiteId {
        self.at.lifted_from
    }

    /// How many of the topmost pieces of the column where it stood are in the hand; 0: all.
    pub(super) fn lifted(&self) -> u16 {
        self.at.lifted
    }

    /// Where the piece in hand stands for whoever plays the effects: on top of another site by now.
    pub(super) fn lifted_to(&mut self, site: SiteId, lifted: u16) {
        self.at = Cursor { lifted_from: site, lifted, ..self.at };
    }

    /// Nothing moves any more.
    pub(super) fn put_down(&mut self) {
        self.at = Cursor { it: SiteId::NONE, in_hand: false, carrying: false, lifted: 0, has_left: true, ..self.at };
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
                let enemies = &self.game.tables.enemies[me.index()];
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

    pub(super) fn save(&self) -> Saved {
        Saved {
            at: self.at,
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

    pub(super) fn restore(&mut self, saved: Saved) {
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

    /// Notes an effect; one on the piece in hand is said of where it lands.
    pub(super) fn note(&mut self, effect: Effect, site: SiteId) {
        if site == self.game.tables.hand {
            self.hand_effects.push(effect);
        } else {
            self.effects.push(effect);
        }
    }

    /// Walks a path.
    pub(super) fn run(&mut self, path: &'g [Path], next: Next<'_, 'g>) -> Flow {
        match path {
            [] => next(self),
            [only] => self.element(only, next),
            [first, rest @ ..] => self.element(first, &mut |walker| walker.run(rest, next)),
        }
    }

    fn element(&mut self, element: &'g Path, next: Next<'_, 'g>) -> Flow {
        self.fuel.spend(1).map_err(|hit| hit.in_rule(self.at.rule))?;
        if self.depth >= DEPTH_MAX {
            return Err(LimitHit::new(LimitKind::LoopTurns, DEPTH_MAX).in_rule(self.at.rule).into());
        }
        self.depth += 1;
        let flow = stacker::maybe_grow(STACK_LEFT, STACK_MORE, || match self.forgiving {
            None => self.walk(element, next),
            Some(_) => self.forgive(element, next),
        });
        self.depth -= 1;
        flow
    }

    pub(super) fn walk(&mut self, element: &'g Path, next: Next<'_, 'g>) -> Flow {
        match element {
            Path::Go(ways) => {
                let (me, Some(here)) = (self.at.me, self.at.here.some()) else { return Ok(()) };
                let game = self.game;
                let mut hop = |walker: &mut Walker<'g>| {
                    for way in ways {
                        if let Some(to) = game.tables.link(me, *way, here).some() {
                            walker.arrive(to);
                            let flow = next(walker);
                            walker.at.here = here;
                            walker.passed.pop();
                            flow?;
                        }
                    }
                    Ok(())
                };
                if self.departs() {
                    return self.trying(|walker| {
                        walker.depart();
                        hop(walker)
                    });
                }
                hop(self)
            }
            Path::Is(set) => {
                let here = self.at.here;
                if here != SiteId::NONE && self.contains(set, here)? { next(self) } else { Ok(()) }
            }
            Path::Holds(truth) => {
                if self.holds(truth)? {
                    next(self)
                } else {
                    Ok(())
                }
            }
            Path::Seq(parts) => self.run(parts, next),
            Path::Or(parts) => parts.iter().try_for_each(|part| self.element(part, next)),
            Path::First(parts) => {
                let before = self.completed;
                for part in parts {
                    self.element(part, next)?;
                    if self.completed != before {
                        break;
                    }
                }
                Ok(())
            }
            Path::Many { least, body } => {
                let mut known = vec![self.configuration()];
                if *least == 0 {
                    next(self)?;
                } else {
                    known.clear();
                }
                self.again(body, &mut known, next)
            }
            Path::Most(body) => self.most(body, &mut vec![self.configuration()], next),
            Path::Times(number, body) => {
                let times = self.number(number)?;
                self.times(times, body, next)
            }
            Path::See(body) => {
                if self.sees(body)? {
                    next(self)
                } else {
                    Ok(())
                }
            }
            Path::Not(body) => {
                if self.sees(body)? {
                    Ok(())
                } else {
                    next(self)
                }
            }
            Path::If(question, yes, no) => {
                let branch = if self.sees(question)? { yes } else { no };
                self.element(branch, next)
            }
            Path::At(set) => {
                let mut sites = self.set(set)?;
                if let Some((place, site)) = self.only_at
                    && std::ptr::eq(place, set)
                {
                    sites.keep_only(site);
                }
                self.land(&mut |walker| {
                    for site in sites.iter() {
                        walker.trying(|walker| {
                            walker.at.here = site;
                            walker.at.carrying = false;
                            next(walker)
                        })?;
                    }
                    Ok(())
                })
            }
            Path::Fly(set) => {
                let sites = self.set(set)?;
                sites.iter().try_for_each(|site| self.clicking(true, site, next))
            }
            Path::Land => self.land(next),
            Path::Each(set, body) => {
                let sites: Vec<SiteId> = self.set(set)?.iter().collect();
                let home = self.at;
                self.each(&sites, body, &mut |walker| {
                    walker.trying(|walker| {
                        (walker.at.here, walker.at.carrying) = (home.here, home.carrying);
                        next(walker)
                    })
                })
            }
            Path::Pick(local, from, to) => {
                let (from, to) = (self.number(from)?, self.number(to)?);
                for value in from..=to {
                    self.fuel.spend(1)?;
                    self.trying(|walker| {
                        walker.bind(*local, Local::Number(value));
                        next(walker)
                    })?;
                }
                Ok(())
            }
            Path::PickDie(local, dice) => {
                for (face, left) in &self.game.rules.dice[usize::from(*dice)].faces {
                    if self.dice_left(*left) > 0 {
                        self.trying(|walker| {
                            walker.bind(*local, Local::Number(i64::from(*face)));
                            next(walker)
                        })?;
                    }
                }
                Ok(())
            }
            Path::Like(set) => self.borrow(set, next),
            Path::Let(local, number) => {
                let value = self.number(number)?;
                self.trying(|walker| {
                    walker.bind(*local, Local::Number(value));
                    next(walker)
                })
            }
            Path::LetSet(local, set) => {
                let sites = self.set(set)?;
                self.trying(|walker| {
                    walker.bind(*local, Local::Sites(sites));
                    next(walker)
                })
            }
            Path::Continue(how, onward) => self.trying(|walker| {
                walker.finish_step(&mut |walker| {
                    let before = walker.completed;
                    if *how == Continue::May {
                        next(walker)?;
                    }
                    walker.go_on(onward, next)?;
                    if *how == Continue::Then && walker.completed == before { next(walker) } else { Ok(()) }
                })
            }),
            Path::Do(act) => self.trying(|walker| walker.act(act, next)),
        }
    }

    /// Moves that the types on some sites have.
    fn borrow(&mut self, set: &'g Set, next: Next<'_, 'g>) -> Flow {
        if self.at.borrows {
            return Ok(());
        }
        let game = self.game;
        let mut kinds: Vec<PieceTypeId> = Vec::new();
        for site in self.set(set)?.iter() {
            kinds.extend(self.seen().piece(site).map(|piece| piece.kind).filter(|kind| !kinds.contains(kind)));
        }
        for call in kinds.into_iter().flat_map(|kind| &game.rules.pieces[kind.index()].moves) {
            self.trying(|walker| {
                walker.at.borrows = true;
                walker.element(&game.rules.rules[call.rule.index()].path, &mut |walker| {
                    let borrows = std::mem::replace(&mut walker.at.borrows, false);
                    let flow = next(walker);
                    walker.at.borrows = borrows;
                    flow
                })
            })?;
        }
        Ok(())
    }

    /// One click: the cursor goes to a site, alone or with the moving piece.
    pub(super) fn clicking(&mut self, flies: bool, site: SiteId, next: Next<'_, 'g>) -> Flow {
        if flies {
            return self.trying(|walker| {
                walker.depart();
                walker.arrive(site);
                next(walker)
            });
        }
        self.land(&mut |walker| {
            walker.trying(|walker| {
                walker.at.here = site;
                walker.at.carrying = false;
                next(walker)
            })
        })
    }

    /// Site and state, dead pieces told from living ones: what a loop or a chain does not come back to.
    fn configuration(&self) -> (SiteId, u64) {
        let dead = self.taken.iter().fold(0, |key, site| key ^ word_key(usize::from(site.0), u32::MAX));
        (self.at.here, self.state.key() ^ dead)
    }

    fn again(&mut self, body: &'g Path, known: &mut Vec<(SiteId, u64)>, next: Next<'_, 'g>) -> Flow {
        self.element(body, &mut |walker| {
            let now = walker.configuration();
            if known.contains(&now) {
                return Ok(());
            }
            known.push(now);
            next(walker)?;
            walker.again(body, known, next)
        })
    }

    fn most(&mut self, body: &'g Path, known: &mut Vec<(SiteId, u64)>, next: Next<'_, 'g>) -> Flow {
        let mut went_on = false;
        self.element(body, &mut |walker| {
            let now = walker.configuration();
            if known.contains(&now) {
                return Ok(());
            }
            went_on = true;
            known.push(now);
            walker.most(body, known, next)
        })?;
        if went_on { Ok(()) } else { next(self) }
    }

    fn times(&mut self, times: i64, body: &'g Path, next: Next<'_, 'g>) -> Flow {
        if times <= 0 {
            return next(self);
        }
        self.element(body, &mut |walker| walker.times(times - 1, body, next))
    }

    fn each(&mut self, sites: &[SiteId], body: &'g Path, next: Next<'_, 'g>) -> Flow {
        let Some((&site, rest)) = sites.split_first() else { return next(self) };
        let mut done = false;
        self.trying(|walker| {
            walker.at.here = site;
            walker.at.carrying = false;
            walker.element(body, &mut |walker| {
                done = true;
                walker.each(rest, body, next)
            })
        })?;
        if done { Ok(()) } else { self.each(rest, body, next) }
    }

    /// Whether a path can be walked from here.
    pub(super) fn sees(&mut self, path: &'g Path) -> Result<bool, Halt> {
        // What a look finds is no complete move of whoever looks.
        let (saved, probe, completed) = (self.save(), self.probe, self.completed);
        self.at.carrying = false;
        let flow = self.asking(|walker| {
            walker.element(path, &mut |walker| {
                walker.completed += 1;
                Err(Halt::Enough)
            })
        });
        self.restore(saved);
        (self.probe, self.completed) = (probe, completed);
        match flow {
            Ok(()) => Ok(false),
            Err(Halt::Enough) => Ok(true),
            Err(limit) => Err(limit),
        }
    }

    /// Whether this is the first step of a move, not yet ended, and nobody asks what it would capture.
    pub(super) fn is_first_step_of_a_move(&self) -> bool {
        self.at.step_open && self.steps.is_empty() && self.probe.is_none()
    }

    /// Whether the moving piece leaves the board if the cursor goes on.
    fn departs(&self) -> bool {
        self.at.carrying && !self.at.in_hand && self.at.it != SiteId::NONE
    }

    /// The moving piece, if the cursor takes it along, leaves the board for the hand.
    fn depart(&mut self) {
        if self.departs() {
            let (from, hand, lifted) = (self.at.it, self.game.tables.hand, self.at.lift);
            match lifted {
                0 => self.change().relocate(from, hand),
                count => self.change().pile(from, hand, usize::from(count)),
            }
            let (hand_from, lifted_at) = (self.hand_effects.len(), self.effects.len());
            let lifted = Cursor { it: hand, lifted_from: from, lift: 0, lifted, hand_from, lifted_at, ..self.at };
            self.at = Cursor { in_hand: true, ..lifted };
        }
    }

    fn arrive(&mut self, to: SiteId) {
        self.at.here = to;
        self.passed.push(to);
    }

    /// The piece in hand comes down under the cursor; what stands there is captured, or comes to lie beneath.
    pub(super) fn land(&mut self, next: Next<'_, 'g>) -> Flow {
        if !self.at.in_hand {
            return next(self);
        }
        let here = self.at.here;
        if self.game.layout.has_columns() {
            let piled = self.state.height(&self.game.layout, here);
            let hand = self.state.height(&self.game.layout, self.game.tables.hand);
            if piled + hand > self.game.layout.levels() {
                return Ok(());
            }
            return self.trying(|walker| {
                // Whoever asks what is attacked means what could be covered, too.
                if walker.probe.is_some() && piled > 0 {
                    walker.captured.push(here);
                }
                walker.come_down(here, piled > 0, hand as u16, next)
            });
        }
        self.trying(|walker| walker.captured_at(here, &mut |walker| walker.come_down(here, false, 1, next)))
    }

    /// The piece in hand, or `count` of them, comes down on a site, on top of others or alone.
    fn come_down(&mut self, here: SiteId, on_top: bool, count: u16, next: Next<'_, 'g>) -> Flow {
        let (hand, from) = (self.game.tables.hand, self.at.lifted_from);
        self.change().relocate(hand, here);
        let mut followed = None;
        if from != here {
            if on_top || self.at.lifted > 0 {
                self.effects.push(Effect::Pile { from, to: here, count });
            } else {
                followed = self.go_with_followers(from, here);
                if followed.is_none() {
                    self.effects.push(Effect::Move { from, to: here });
                }
            }
        }
        for index in self.at.hand_from..self.hand_effects.len() {
            let effect = moved_to(self.hand_effects[index], here);
            self.effects.push(effect);
        }
        self.at = Cursor { it: here, in_hand: false, lifted_from: SiteId::NONE, lifted: 0, ..self.at };
        self.has_moved(here);
        self.visited.push(here);
        let flow = next(self);
        if let Some(followed) = followed {
            self.go_alone(followed);
        }
        flow
    }

    /// Where another piece has gone where the one in hand stood, whoever plays the effects must move both at once: says so
    /// in the effects that have been noted, and tells where.
    fn go_with_followers(&mut self, from: SiteId, to: SiteId) -> Option<Followed> {
        let since = self.at.lifted_at;
        let follows = |effect: &Effect| matches!(effect, Effect::Move { to, .. } if *to == from);
        let first = since + self.effects[since..].iter().position(follows)?;
        let group = (since..first).rev().find_map(|place| match self.effects[place] {
            Effect::Together { count } if place + usize::from(count) >= first => Some((place, count)),
            _ => None,
        });
        match group {
            Some((place, count)) => self.effects[place] = Effect::Together { count: count + 1 },
            None => self.effects.insert(first, Effect::Together { count: 2 }),
        }
        let place = group.map_or(first, |(place, _)| place);
        self.effects.insert(place + 1, Effect::Move { from, to });
        Some(Followed { place, count: group.map(|(_, count)| count) })
    }

    /// Takes back what was said of followers.
    fn go_alone(&mut self, followed: Followed) {
        let Followed { place, count } = followed;
        self.effects.remove(place + 1);
        match count {
            Some(count) => self.effects[place] = Effect::Together { count },
            None => {
                self.effects.remove(place);
            }
        }
    }

    /// Ends the step: the piece lands, and what happens after each step happens.
    pub(super) fn finish_step(&mut self, next: Next<'_, 'g>) -> Flow {
        if !self.at.step_open {
            return next(self);
        }
        self.land(&mut |walker| {
            if let Some(goal) = walker.probe {
                return if walker.captured.contains(&goal) { Err(Halt::Enough) } else { Ok(()) };
            }
            let game = walker.game;
            let own = walker.moving_kind().map(|kind| game.rules.pieces[kind.index()].on_step_end.as_slice());
            walker.hooks(own.unwrap_or_default(), &game.rules.on_step_end, &mut |walker| {
                walker.trying(|walker| {
                    let Cursor { rule, start, here, it, .. } = walker.at;
                    let moved = it != SiteId::NONE || walker.at.has_left;
                    let origin = if moved { start } else { SiteId::NONE };
                    let passed = (walker.at.passed_from, walker.passed.len());
                    walker.steps.push(StepDraft { rule, origin, target: here, effects: walker.effects.len(), passed });
                    walker.at.step_open = false;
                    next(walker)
                })
            })
        })
    }

    /// Walks hooks at the cursor, one after the other, and comes back to where it was.
    pub(super) fn hooks(&mut self, own: &'g [Path], common: &'g [Path], next: Next<'_, 'g>) -> Flow {
        if own.is_empty() && common.is_empty() {
            return next(self);
        }
        let home = self.at;
        self.trying(|walker| {
            walker.at.carrying = false;
            walker.run_each(own, home, &mut |walker| {
                walker.run_each(common, home, &mut |walker| {
                    walker.trying(|walker| {
                        (walker.at.here, walker.at.carrying) = (home.here, home.carrying);
                        next(walker)
                    })
                })
            })
        })
    }

    fn run_each(&mut self, paths: &'g [Path], home: Cursor, next: Next<'_, 'g>) -> Flow {
        let Some((path, rest)) = paths.split_first() else { return next(self) };
        self.trying(|walker| {
            walker.at.here = home.here;
            walker.element(path, &mut |walker| walker.run_each(rest, home, next))
        })
    }

    /// One step by a rule, from a site.
    pub(super) fn step(&mut self, rule: RuleId, from: SiteId, next: Next<'_, 'g>) -> Flow {
        let game = self.game;
        self.trying(|walker| {
            walker.at = Cursor {
                rule,
                start: from,
                here: from,
                step_open: true,
                carrying: walker.at.it != SiteId::NONE,
                has_left: false,
                lift: 0,
                borrows: false,
                passed_from: walker.passed.len(),
                ..walker.at
            };
            walker.begin_step();
            let own = walker.moving_kind().map(|kind| game.rules.pieces[kind.index()].on_step_start.as_slice());
            walker.hooks(own.unwrap_or_default(), &game.rules.on_step_start, &mut |walker| {
                walker.element(&game.rules.rules[rule.index()].path, &mut |walker| match walker.is_as_good_as_made() {
                    true => walker.take_lot_unmade(),
                    false => walker.finish_step(next),
                })
            })
        })
    }

    /// Variables of the step are as at its beginning.
    fn begin_step(&mut self) {
        for (place, start) in &self.game.step_starts {
            if self.passing[*place] != *start {
                self.pass_by(*place, *start);
            }
        }
    }

    fn go_on(&mut self, onward: &'g [Onward], next: Next<'_, 'g>) -> Flow {
        let now = self.configuration();
        if self.situations.contains(&now) {
            return Ok(());
        }
        let most = self.game.limits.steps;
        if self.steps.len() >= most {
            return Err(LimitHit::new(LimitKind::Steps, most).in_rule(self.at.rule).into());
        }
        self.trying(|walker| {
            walker.situations.push(now);
            let here = walker.at.here;
            for way in onward {
                match way {
                    Onward::Rule(rule) => walker.step(*rule, here, next)?,
                    Onward::Own(names) => walker.own_moves(here, names, next)?,
                    Onward::Play => walker.any_move(next)?,
                }
            }
            Ok(())
        })
    }

    /// The moves of these names that the piece on a site has of its own.
    fn own_moves(&mut self, site: SiteId, names: &[NameId], next: Next<'_, 'g>) -> Flow {
        let game = self.game;
        let Some(piece) = site.some().and_then(|site| self.state.piece(site)) else { return Ok(()) };
        for call in &game.rules.pieces[piece.kind.index()].moves {
            if names.contains(&game.rules.rules[call.rule.index()].name) {
                self.trying(|walker| {
                    walker.at.it = site;
                    walker.step(call.rule, site, next)
                })?;
            }
        }
        Ok(())
    }

    /// Any ordinary move of the player's pieces.
    fn any_move(&mut self, next: Next<'_, 'g>) -> Flow {
        let game = self.game;
        let mine: Vec<SiteId> = self.state.sites_of(&game.layout, self.at.me).collect();
        for site in mine {
            let Some(piece) = self.state.piece(site) else { continue };
            for call in &game.rules.pieces[piece.kind.index()].moves {
                self.trying(|walker| {
                    walker.at.it = site;
                    walker.step(call.rule, site, next)
                })?;
            }
        }
        Ok(())
    }

    /// Begins a move: nothing has happened yet.
    pub(super) fn begin_move(&mut self, me: PlayerId, it: SiteId) {
        let game = self.game;
        self.at = Cursor {
            here: it,
            start: it,
            origin: it,
            it,
            lifted_from: SiteId::NONE,
            carrying: it != SiteId::NONE,
            in_hand: false,
            step_open: false,
            has_left: false,
            lift: 0,
            lifted: 0,
            level: Level::Top,
            borrows: false,
            me,
            was: false,
            passed_from: 0,
            hand_from: 0,
            lifted_at: 0,
            rule: self.at.rule,
        };
        if it != SiteId::NONE {
            self.visited.push(it);
        }
        let now = self.configuration();
        self.situations.push(now);
        for (place, start) in &game.move_starts {
            if self.passing[*place] != *start {
                self.pass_by(*place, *start);
            }
        }
    }
}

/// An effect on the piece in hand, said of the site where it has landed.
fn moved_to(effect: Effect, to: SiteId) -> Effect {
    match effect {
        Effect::Become { kind, .. } => Effect::Become { site: to, kind },
        Effect::Give { owner, .. } => Effect::Give { site: to, owner },
        Effect::Set { attribute, value, .. } => Effect::Set { site: to, attribute, value },
        other => other,
    }
}
