//! A script as a [`Game`].
//!
//! Each question takes a machine from a pool, loads the state, asks, and gives the machine back;
//! nothing of the answer depends on which machine it was, or on what was asked before.

mod bots;

use std::sync::{Arc, Mutex, PoisonError};

use dagaz_core::{
    Change, Effect, EndingId, Fuel, Game, Glossary, Layout, LimitHit, LimitKind, Limits, Move, MoveList, MoveRef,
    Outcome, PlayerId, Position, PositionError, Rng, SiteId, SlotId, State, StepChoice, Topology, Turn, UndoLog,
    Verdict,
};

use crate::fault::Fault;
use crate::listing;
use crate::machine::{Machine, PRINTED_MAX, Register, Trouble};
use crate::op::Prim;
use crate::outside::{self, ENDINGS};
use crate::program::{LOSS_SCORE, Program, UNKNOWN_SCORE, WIN_SCORE};
use crate::reach::Reach;
use crate::script::{Script, Stub};
use crate::source::Place;
use crate::transfer;

/// Endings for the player about to move: won, lost, drawn, no legal move.
const WON: EndingId = EndingId(0);
const LOST: EndingId = EndingId(1);
const DRAWN: EndingId = EndingId(2);
const STUCK: EndingId = EndingId(3);
/// Machines that are kept for the next question.
const POOL_MAX: usize = 64;

/// The maximum number of runtime faults kept until the caller takes them.
const FAULTS_MAX: usize = 32;
/// The place of faults that concern a whole script: the standard kit is file 0.
const FIRST_LINE: Place = Place { file: 1, line: 1 };

type Ending = Option<(EndingId, PlayerId)>;

/// A script as a [`Game`], played by a pool of machines.
#[derive(Debug)]
pub struct AxiomGame {
    pub(crate) program: Arc<Program>,
    glossary: Glossary,
    topology: Topology,
    pub(crate) layout: Layout,
    pub(crate) limits: Limits,
    initial: State,
    /// Whether a move can be applied without the machine: no word of the script's own runs when a
    /// turn ends.
    plain_turns: bool,
    /// Whether `OnEvaluate` looks at the list of moves.
    evaluation_lists: bool,
    /// Whether `OnIsTerminal?` does.
    terminal_lists: bool,
    /// Whether the script says in words how a game ended.
    has_messages: bool,
    pool: Mutex<Vec<Machine>>,
    /// What the script's words did wrong, each once.
    faults: Mutex<Faults>,
    /// Text printed by the script, until the caller takes it.
    printed: Mutex<Vec<u8>>,
    /// The ending of the state asked about last, by its key.
    asked: Mutex<Option<(u64, Ending)>>,
}

/// What went wrong so far.
#[derive(Debug, Default)]
struct Faults {
    known: Vec<Fault>,
    /// The faults that the caller has not taken yet.
    untold: Vec<Fault>,
    last: Option<Fault>,
}

impl AxiomGame {
    /// Returns the game of a script without errors. What its own words do wrong when a new game
    /// begins is an error too.
    pub fn new(script: &Script, stub: &Stub, limits: &Limits) -> Result<AxiomGame, Box<Fault>> {
        if let Some(fault) = script.faults().iter().find(|fault| fault.severity == crate::Severity::Error) {
            return Err(Box::new(fault.clone()));
        }
        let mut program = Program::clone(&script.program);
        let as_fault = |trouble: Trouble| match trouble {
            Trouble::Fault(fault) => fault,
            Trouble::Limit(_, Some(fault)) => fault,
            Trouble::Limit(hit, None) => Box::new(Fault::error(FIRST_LINE, hit.to_string())),
        };
        let layout = transfer::layout(&program);
        let mut machine = Machine::of(&program);
        let begun = new_game(&mut machine, &program, stub, limits);
        begun.map_err(as_fault)?;
        let mut printed = std::mem::take(&mut program.printed);
        join_printed(&mut printed, &mut machine.printed);
        let mut initial = State::empty(&layout);
        let mut log = UndoLog::new();
        let mut change = Change::begin(&layout, &mut initial, &mut log);
        transfer::write_back(&program, &machine, &mut change);
        change.remember_position();
        // What a new game has written stays for all of it.
        program.memory = machine.memory.clone();
        let topology = outside::topology(&program, stub, limits).map_err(|hit| as_fault(Trouble::from(hit)))?;
        let evaluation = Reach::of(&program, &machine, [program.events.evaluate]);
        let terminal = Reach::of(&program, &machine, [program.events.is_terminal]);
        let lists = [Prim::MoveCount, Prim::MovesList, Prim::FirstMove];
        let over = Reach::of(&program, &machine, [program.events.is_game_over]);
        let texts = [Prim::AppendString, Prim::AppendNumber, Prim::AppendChar];
        Ok(AxiomGame {
            glossary: outside::glossary(&program, script.name(), stub),
            topology,
            limits: limits.clone(),
            initial,
            plain_turns: program.events.next_turn == 0 && program.events.make_move == 0,
            evaluation_lists: evaluation.does(&lists),
            terminal_lists: terminal.does(&lists),
            has_messages: over.does(&texts),
            layout,
            program: Arc::new(program),
            pool: Mutex::new(Vec::new()),
            faults: Mutex::default(),
            printed: Mutex::new(printed),
            asked: Mutex::new(None),
        })
    }

    /// The last fault of the script's own words since this was asked last. A question that met one
    /// has given [`LimitKind::Failure`], or the limit that was met.
    pub fn take_fault(&self) -> Option<Fault> {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let last = faults.last.take();
        faults.untold.retain(|known| last.as_ref().is_none_or(|last| !known.same_as(last)));
        last
    }

    /// Returns the faults of the script since the last call, each place at most once. A faulty move
    /// is applied up to its fault; a faulty evaluation returns nothing.
    pub fn take_faults(&self) -> Vec<Fault> {
        std::mem::take(&mut self.faults.lock().unwrap_or_else(PoisonError::into_inner).untold)
    }

    /// What the script has printed since this was asked last: while it was read, while a game
    /// began, while it was asked for anything. Only the first 4096 bytes are kept; an ellipsis at
    /// the end says that there was more.
    pub fn take_printed(&self) -> String {
        let printed = std::mem::take(&mut *self.printed.lock().unwrap_or_else(PoisonError::into_inner));
        match printed.get(..PRINTED_MAX).filter(|_| printed.len() > PRINTED_MAX) {
            Some(kept) => crate::source::shown_lines(kept) + "…",
            None => crate::source::shown_lines(&printed),
        }
    }

    /// Records a fault for a later report, unless it is known already.
    pub(crate) fn keep(&self, fault: Fault) {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        if faults.known.len() < FAULTS_MAX && !faults.known.iter().any(|known| known.same_as(&fault)) {
            faults.known.push(fault.clone());
            faults.untold.push(fault.clone());
        }
        faults.last = Some(fault);
    }

    /// Returns a move as the kit prints it: `Man e3 - e4 Man e2 x e3`, or `Pass`.
    pub fn move_string(&self, state: &State, chosen: MoveRef<'_>) -> String {
        self.ask(state, |machine| machine.text_of(&self.program, &all_effects(chosen)))
    }

    /// Returns the set-up as scripts write it: the names of player, piece and position of each
    /// piece, in their order.
    pub fn setup_names(&self) -> impl Iterator<Item = &[String; 3]> {
        self.program.setup.iter().map(|entry| &entry.names)
    }

    /// Returns a machine with a state on its board.
    pub(crate) fn ask<T>(&self, state: &State, question: impl FnOnce(&mut Machine) -> T) -> T {
        let kept = self.pool.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut machine = kept.unwrap_or_else(|| Machine::of(&self.program));
        machine.begin(&self.program, state.key());
        transfer::load(&self.program, &self.layout, state, &mut machine);
        let answer = question(&mut machine);
        if !machine.printed.is_empty() {
            join_printed(&mut self.printed.lock().unwrap_or_else(PoisonError::into_inner), &mut machine.printed);
        }
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        if pool.len() < POOL_MAX {
            pool.push(machine);
        }
        answer
    }

    /// Converts a stop of the machine to the error of the caller, and records the fault.
    pub(crate) fn told<T>(&self, outcome: Result<T, Trouble>) -> Result<T, LimitHit> {
        outcome.map_err(|trouble| {
            match &trouble {
                Trouble::Fault(fault) => self.keep((**fault).clone()),
                // A budget that the caller has made smaller is no fault of the script.
                Trouble::Limit(hit, Some(fault)) if hit.kind != LimitKind::Fuel || hit.max >= self.limits.fuel => {
                    self.keep((**fault).clone());
                }
                Trouble::Limit(..) => {}
            }
            trouble.into_limit()
        })
    }

    /// Generates, and asks the script whether the game is over for the player about to move.
    fn judge(&self, machine: &mut Machine, fuel: &mut Fuel<'_>) -> Result<Ending, Trouble> {
        let program = &*self.program;
        machine.generate(program, fuel)?;
        let player = transfer::player(program, machine.register(Register::PLAYER));
        let score = machine.event(program, program.events.is_game_over, fuel)?;
        Ok(match score {
            UNKNOWN_SCORE if machine.items().is_empty() => Some((STUCK, player)),
            UNKNOWN_SCORE => None,
            0 if machine.items().is_empty() && !self.is_own_ending() => Some((STUCK, player)),
            0 => Some((DRAWN, player)),
            score if score > 0 => Some((WON, player)),
            _ => Some((LOST, player)),
        })
    }

    /// Returns whether the script has its own word for the end.
    fn is_own_ending(&self) -> bool {
        let token = self.program.events.is_game_over as usize;
        self.program.tokens.get(token).is_some_and(|&entry| self.program.place_of(entry as usize).file > 0)
    }

    fn remember(&self, state: &State, ending: Ending) {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Some((state.key(), ending));
    }

    pub(crate) fn is_chance(&self, player: PlayerId) -> bool {
        self.program.players.get(player.index()).is_some_and(|spec| spec.is_chance)
    }

    /// Applies effects to a state on the machine, with the words that run when a turn ends.
    fn apply_by_machine(&self, state: &mut State, effects: &[Effect], log: &mut UndoLog) {
        let program = &*self.program;
        let run = |machine: &mut Machine, occurrences: i32| {
            machine.occurrences = occurrences;
            let mut fuel = Fuel::new(self.limits.fuel);
            machine.set_register(Register::PARTIAL, 0);
            let applied = machine.apply(program, effects, &mut fuel);
            let ended = if program.events.make_move != 0 {
                machine.event(program, program.events.make_move, &mut fuel).map(|_| ())
            } else {
                Ok(())
            };
            let turned = if machine.register(Register::PARTIAL) != 0 {
                Ok(())
            } else if program.events.next_turn != 0 {
                machine.event(program, program.events.next_turn, &mut fuel).map(|_| ())
            } else {
                machine.next_turn(program);
                Ok(())
            };
            // Applying a move cannot fail: effects before a fault stay, and the fault is recorded.
            let _ = self.told(applied.and(ended).and(turned));
        };
        let before = state.clone();
        self.ask(&before, |machine| {
            run(machine, 1);
            let mut change = Change::begin(&self.layout, state, log);
            transfer::write_back(program, machine, &mut change);
            if program.repeats {
                change.remember_position();
                let occurrences = change.state().occurrences() as i32;
                if occurrences > 1 {
                    // Only now is it known how often this position has been there.
                    machine.begin(program, before.key());
                    machine.printed.clear();
                    transfer::load(program, &self.layout, &before, machine);
                    run(machine, occurrences);
                    transfer::write_back(program, machine, &mut change);
                }
            }
        });
    }
}

/// Returns the effects of all steps of a move.
pub(crate) fn all_effects(chosen: MoveRef<'_>) -> Vec<Effect> {
    chosen.steps().flat_map(|(_, effects)| effects.iter().copied()).collect()
}

/// Puts what has just been printed behind what was printed before, as far as there is room.
fn join_printed(all: &mut Vec<u8>, new: &mut Vec<u8>) {
    let room = (PRINTED_MAX + 1).saturating_sub(all.len());
    all.extend(new.drain(..).take(room));
}

/// Begins a new game: the board is empty, the first turn begins, the script's word runs, the pieces
/// are set up.
fn new_game(machine: &mut Machine, program: &Program, stub: &Stub, limits: &Limits) -> Result<(), Trouble> {
    let mut fuel = Fuel::new(limits.fuel);
    machine.begin(program, 0);
    machine.board.fill(0);
    machine.set_slot(program, 0);
    machine.event(program, program.events.new_game, &mut fuel)?;
    let add = |machine: &mut Machine, cells: [i32; 3], fuel: &mut Fuel<'_>| {
        cells.into_iter().for_each(|cell| machine.push(cell));
        if program.events.edit_add != 0 {
            let outcome = machine.event(program, program.events.edit_add, fuel);
            machine.set_depth(0);
            return outcome.map(|_| ());
        }
        if let Some((kind, owner)) = Machine::piece_of(program, cells[0] | cells[1]) {
            machine.set_cell(program, cells[2], Machine::piece_cell(program, kind, owner));
        }
        machine.set_depth(0);
        Ok(())
    };
    for entry in &program.setup {
        let mut cells = [0; 3];
        for (cell, token) in cells.iter_mut().zip(entry.tokens) {
            *cell = machine.event(program, token, &mut fuel)?;
        }
        add(machine, cells, &mut fuel)?;
    }
    if program.setup.is_empty() {
        for [owner, piece, site] in &stub.setup {
            let player = program.players.iter().position(|known| known.name == *owner);
            let kind = program.pieces.iter().position(|known| known.name == *piece);
            let site = program.sites.iter().position(|known| known == site);
            if let (Some(player), Some(kind), Some(site)) = (player, kind, site) {
                add(machine, [program.player_cell(player), kind as i32 + 1, site as i32], &mut fuel)?;
            }
        }
    }
    Ok(())
}

impl Game for AxiomGame {
    fn glossary(&self) -> &Glossary {
        &self.glossary
    }

    fn topology(&self) -> &Topology {
        &self.topology
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn initial(&self) -> State {
        self.initial.clone()
    }

    fn set_up(&self, position: &Position) -> Result<State, Vec<PositionError>> {
        outside::set_up(&self.layout, self.program.turns.len(), position)
    }

    fn turn(&self, state: &State) -> Turn {
        let cell = transfer::register(&self.program, &self.layout, state, Register::PLAYER);
        let player = transfer::player(&self.program, cell);
        if self.is_chance(player) { Turn::Chance(player) } else { Turn::Choice(player) }
    }

    fn ending(&self, state: &State) -> Result<Ending, LimitHit> {
        if let Some((key, ending)) = *self.asked.lock().unwrap_or_else(PoisonError::into_inner)
            && key == state.key()
        {
            return Ok(ending);
        }
        let ending = self.ask(state, |machine| self.told(self.judge(machine, &mut Fuel::new(self.limits.fuel))))?;
        self.remember(state, ending);
        Ok(ending)
    }

    fn outcome_of(&self, state: &State, (ending, player): (EndingId, PlayerId)) -> Outcome {
        let mut text = self.glossary.endings.get(ending.index()).map_or(ENDINGS[2], |name| name).to_string();
        let verdicts = self.ask(state, |machine| {
            let mut fuel = Fuel::new(self.limits.fuel);
            if self.has_messages && self.judge(machine, &mut fuel).is_ok() && !machine.text.is_empty() {
                text = crate::source::shown(&machine.text);
            }
            let verdict = |index: usize| {
                let spec = &self.program.players[index];
                if spec.neutral || spec.is_chance {
                    return Verdict::Aside;
                }
                let (own, asked) = (self.program.player_cell(index), self.program.player_cell(player.index()));
                let friend = machine.are_friends(&self.program, own, asked, &mut fuel).unwrap_or(own == asked);
                match (ending, friend) {
                    (WON, true) | (LOST, false) => Verdict::Win,
                    (WON, false) | (LOST, true) => Verdict::Loss,
                    _ => Verdict::Draw,
                }
            };
            (0..self.program.players.len()).map(verdict).collect()
        });
        Outcome { ending: text, verdicts, scores: None }
    }

    fn moves(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        list.clear();
        let ending = self.ask(state, |machine| {
            let ending = self.told(self.judge(machine, fuel))?;
            if ending.is_none() {
                listing::fill(machine, list, &self.limits)?;
                if matches!(self.turn(state), Turn::Choice(_)) {
                    listing::merge(machine, list);
                }
            }
            Ok(ending)
        })?;
        self.remember(state, ending);
        Ok(())
    }

    fn steps(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<StepChoice, LimitHit> {
        self.moves(state, list, fuel)?;
        Ok(StepChoice { may_stop: false })
    }

    fn play(&self, state: &mut State, chosen: MoveRef<'_>, log: &mut UndoLog) {
        let own = |effect: &Effect| matches!(effect, Effect::Own { .. });
        if !self.plain_turns || chosen.steps().any(|(_, effects)| effects.iter().any(own)) {
            self.apply_by_machine(state, &all_effects(chosen), log);
            return;
        }
        let mut change = Change::begin(&self.layout, state, log);
        for (_, effects) in chosen.steps() {
            for &effect in effects {
                match effect {
                    Effect::Move { from, to } if from != to && change.state().is_empty(from) => change.clear(to),
                    effect => dagaz_core::apply(&mut change, &[effect]),
                }
            }
        }
        let slot = self.program.next_slot(change.state().slot(&self.layout).index());
        change.set_slot(SlotId::at(slot));
        (0..transfer::REGISTERS.len()).for_each(|register| change.set_variable(register, 0));
        change.remember_position();
    }

    fn play_step(&self, state: &mut State, step: MoveRef<'_>, log: &mut UndoLog) -> Result<(), LimitHit> {
        self.play(state, step, log);
        Ok(())
    }

    /// Returns the move as the kit prints it.
    fn own_text(&self, state: &State, chosen: MoveRef<'_>) -> Option<String> {
        Some(self.move_string(state, chosen))
    }

    fn in_mid_turn(&self, state: &State) -> bool {
        transfer::register(&self.program, &self.layout, state, Register::PARTIAL) != 0
    }

    fn is_irreversible(&self, state: &State, chosen: MoveRef<'_>) -> bool {
        chosen.steps().any(|(_, effects)| {
            effects.iter().any(|effect| match *effect {
                Effect::Move { to, .. } => !state.is_empty(to),
                _ => true,
            })
        })
    }

    fn null_move(&self, state: &mut State, log: &mut UndoLog) -> bool {
        self.apply_by_machine(state, &[], log);
        true
    }

    /// Searches the moves of all other players for one that captures a piece of `side` on the site.
    fn attacked(&self, state: &State, site: SiteId, side: PlayerId) -> Result<bool, LimitHit> {
        let program = &*self.program;
        self.ask(state, |machine| {
            let mut fuel = Fuel::new(self.limits.fuel);
            if machine.cell(program, i32::from(site.0)) == 0 {
                let piece = Machine::piece_cell(program, dagaz_core::PieceTypeId(0), side);
                machine.set_cell(program, i32::from(site.0), piece);
            }
            let own = program.player_cell(side.index());
            let mut asked: Vec<i32> = Vec::new();
            for turn in &program.turns {
                if asked.contains(&turn.player)
                    || self.told(machine.are_friends(program, turn.player, own, &mut fuel))?
                {
                    continue;
                }
                asked.push(turn.player);
                machine.set_register(Register::PLAYER, turn.player);
                machine.set_register(Register::FOR_PLAYER, turn.for_player);
                machine.set_register(Register::OF_TYPE, 0);
                self.told(machine.generate(program, &mut fuel))?;
                let takes = |effect: &Effect| match *effect {
                    Effect::Move { from, to } => to == site && from != site,
                    Effect::Remove { site: at } | Effect::Place { site: at, .. } => at == site,
                    _ => false,
                };
                if machine.items().iter().any(|item| machine.effects_of(item).iter().any(takes)) {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    /// What the script's `OnEvaluate` says, in its own units, between a lost and a won game.
    fn evaluate(&self, state: &State, player: PlayerId) -> Option<i32> {
        if self.program.events.evaluate == 0 {
            return None;
        }
        let program = &*self.program;
        let score = self.ask(state, |machine| {
            let mut fuel = Fuel::new(self.limits.fuel);
            let own = program.player_cell(player.index());
            let mover = machine.register(Register::PLAYER);
            if self.is_chance(transfer::player(program, mover)) {
                // Chance has no opinion: the player is asked as if it moved.
                machine.set_register(Register::PLAYER, own);
                machine.set_register(Register::FOR_PLAYER, own);
            }
            if self.evaluation_lists {
                machine.generate(program, &mut fuel)?;
            }
            let score = machine.event(program, program.events.evaluate, &mut fuel)?;
            let view = machine.register(Register::PLAYER);
            let friend = view == own || machine.are_friends(program, view, own, &mut fuel)?;
            Ok(if friend { score } else { score.saturating_neg() })
        });
        self.told(score).ok().map(|score| score.clamp(LOSS_SCORE, WIN_SCORE))
    }

    /// What the script's own `OnIsTerminal?` says: FALSE asks for a look further on.
    fn looks_on(&self, state: &State) -> Option<bool> {
        let word = self.program.events.is_terminal;
        if word == 0 {
            return None;
        }
        let answer = self.ask(state, |machine| {
            let mut fuel = Fuel::new(self.limits.fuel);
            if self.terminal_lists {
                machine.generate(&self.program, &mut fuel)?;
            }
            machine.event(&self.program, word, &mut fuel)
        });
        Some(self.told(answer).is_ok_and(|flag| flag == 0))
    }

    fn own_bots(&self) -> Vec<String> {
        bots::names(self)
    }

    fn own_bot_of(&self, player: PlayerId) -> Option<String> {
        bots::of_player(self, player)
    }

    fn own_bot_move(
        &self,
        bot: &str,
        state: &State,
        rng: &mut dyn Rng,
        fuel: &mut Fuel<'_>,
    ) -> Result<Option<Move>, LimitHit> {
        bots::choose(self, bot, state, rng, fuel)
    }
}

/// Returns whether a limit came from the script itself.
pub fn is_failure(hit: &LimitHit) -> bool {
    hit.kind == LimitKind::Failure
}
