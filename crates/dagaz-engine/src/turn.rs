//! The end of a turn: the next slot, and whether the game is over.

use dagaz_core::{Change, EndingId, Fuel, LimitHit, MoveList, MoveRef, PlayerId, SlotId, State, UndoLog, undo};
use dagaz_rules::{PassRule, Rules};

use crate::board::Board;
use crate::check::Check;
use crate::compile::Resolver;
use crate::context::{Stuck, holds};
use crate::game::CompiledGame;
use crate::generate::{Generator, play_effects};
use crate::program::Program;
use crate::vm::Scratch;

/// A truth that is asked of a whole state for one player.
#[derive(Debug)]
pub(crate) struct Judgement {
    pub(crate) player: PlayerId,
    pub(crate) program: Program,
    pub(crate) check: Check,
}

impl Judgement {
    pub(crate) fn new(rules: &Rules, board: &Board, player: PlayerId, truth: &dagaz_rules::Truth) -> Judgement {
        let mut resolver = Resolver::new(rules, board, player);
        let check = Check::resolve(&mut resolver, truth);
        Judgement { player, program: resolver.tables(), check }
    }
}

/// When an ending is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// At the end of each turn.
    Board,
    /// At the end of each turn, after those of the board.
    Repetition,
    /// Only on request, since moves must be generated.
    Moves,
}

/// An ending, resolved for each player for whom it is asked.
#[derive(Debug)]
pub(crate) struct EndingCode {
    pub(crate) id: EndingId,
    pub(crate) phase: Phase,
    /// Whether it is asked once, of the game as a whole: then `judgements` has one for every
    /// player, and the next mover's is asked.
    pub(crate) whole: bool,
    pub(crate) judgements: Vec<Judgement>,
}

impl EndingCode {
    pub(crate) fn all(rules: &Rules, board: &Board) -> Vec<EndingCode> {
        let everyone: Vec<PlayerId> = (0..rules.players.len()).map(PlayerId::at).collect();
        rules
            .endings
            .iter()
            .enumerate()
            .map(|(index, ending)| {
                let repeats = ending.when.mentions(&|part| matches!(part, dagaz_rules::Truth::Repeated(_)));
                let phase = match (ending.when.looks_at_moves(), repeats) {
                    (true, _) => Phase::Moves,
                    (false, true) => Phase::Repetition,
                    (false, false) => Phase::Board,
                };
                let whole = ending.players.is_empty();
                let players = if whole { &everyone } else { &ending.players };
                let judge = |&player: &PlayerId| Judgement::new(rules, board, player, &ending.when);
                let judgements = players.iter().map(judge).collect();
                EndingCode { id: EndingId::at(index), phase, whole, judgements }
            })
            .collect()
    }
}

/// Forgets what the last turn captured, if a new turn begins: until then endings may ask for it.
pub(crate) fn begin_step(change: &mut Change<'_>) {
    if change.state().pending(change.layout()).is_none() {
        change.forget_captures();
    }
}

impl CompiledGame {
    /// Plays all steps of a move and ends the turn unless the move is open, under one mark.
    pub(crate) fn play_whole(&self, state: &mut State, chosen: MoveRef<'_>, log: &mut UndoLog, scratch: &mut Scratch) {
        let mut change = Change::begin(self.layout_ref(), state, log);
        begin_step(&mut change);
        let mut onward = None;
        for (step, effects) in chosen.steps() {
            play_effects(&mut change, step, effects);
            onward = step.then.filter(|_| step.open).map(|then| (step.target, then));
        }
        match onward {
            Some(_) => change.set_pending(onward),
            None => self.end_turn(&mut change, scratch),
        }
    }

    /// Gives the turn on, and asks for the endings that need no list of moves.
    pub(crate) fn end_turn(&self, change: &mut Change<'_>, scratch: &mut Scratch) {
        let next = self.slot(change.state()).next;
        change.set_pending(None);
        change.set_slot(next);
        change.remember_position();
        for phase in [Phase::Board, Phase::Repetition] {
            // These do not look at moves, and `Limits::ending_work` bounds the rest of their work
            // before the game begins.
            scratch.probe.fuel = u64::MAX;
            match self.ending_of(phase, change.state(), Stuck::default(), scratch) {
                Ok(Some((ending, player))) => return change.set_ending(ending, player),
                Ok(None) => {}
                Err(hit) => unreachable!("an ending that looks at no moves met a limit: {hit}"),
            }
        }
    }

    /// The first ending of a phase that holds.
    fn ending_of(
        &self,
        phase: Phase,
        state: &State,
        stuck: Stuck,
        scratch: &mut Scratch,
    ) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        for ending in self.endings().iter().filter(|ending| ending.phase == phase) {
            let mover = self.slot(state).mover;
            for judgement in ending.judgements.iter().filter(|one| !ending.whole || one.player == mover) {
                let Judgement { player, program, check } = judgement;
                if holds(self, program, check, state, *player, stuck, scratch)? {
                    return Ok(Some((ending.id, *player)));
                }
            }
        }
        Ok(None)
    }
}

impl Generator<'_> {
    /// Lists all legal moves, passes included, or tells how the game has ended; then the list is
    /// empty.
    pub(crate) fn moves(
        &mut self,
        game: &CompiledGame,
        state: &mut State,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        list.clear();
        self.scratch.probe.fuel = game.fuel();
        if let Some(ended) = state.ending(game.layout_ref()) {
            return Ok(Some(ended));
        }
        self.legal(state, list, fuel)?;
        if state.pending(game.layout_ref()).is_some() {
            if list.is_empty() {
                list.push_pass();
            }
            return Ok(None);
        }
        let (mover, side) = (game.slot(state).mover, game.slot(state).side);
        let pass = game.rules().pass;
        let stuck = list.is_empty();
        if !stuck && !game.can_end_unstuck() {
            if pass == PassRule::Free {
                self.add_pass(game, state, side, list)?;
            }
            return Ok(None);
        }
        let all_stuck = stuck && (game.asks_all_stuck() || pass != PassRule::Never) && self.all_stuck(state)?;
        let known = Stuck { mover: stuck.then_some(mover), all: all_stuck };
        if let Some(ended) = game.ending_of(Phase::Moves, state, known, &mut self.scratch)? {
            list.clear();
            return Ok(Some(ended));
        }
        match pass {
            PassRule::Free if !all_stuck => self.add_pass(game, state, side, list)?,
            PassRule::Forced if stuck && !all_stuck => list.push_pass(),
            _ => {}
        }
        Ok(list.is_empty().then_some((game.no_move_ending(), mover)))
    }

    /// Adds a pass, unless it leaves what may not be.
    fn add_pass(
        &mut self,
        game: &CompiledGame,
        state: &mut State,
        side: PlayerId,
        list: &mut MoveList,
    ) -> Result<(), LimitHit> {
        list.push_pass();
        if game.is_bound(side) && !self.is_allowed(state, list.get(list.len() - 1), side)? {
            list.pop();
        }
        Ok(())
    }

    /// Whether no mover of any slot that passes lead to has a move on this board.
    fn all_stuck(&mut self, state: &mut State) -> Result<bool, LimitHit> {
        let game = self.game();
        let (mut log, mut list, mut fuel) = (UndoLog::new(), MoveList::new(), Fuel::new(game.fuel()));
        let mut asked: Vec<SlotId> = vec![state.slot(game.layout_ref())];
        let mut slot = game.slot(state).next;
        while !asked.contains(&slot) {
            asked.push(slot);
            Change::begin(game.layout_ref(), state, &mut log).set_slot(slot);
            let next = game.slot(state).next;
            let result = self.legal(state, &mut list, &mut fuel);
            undo(game.layout_ref(), state, &mut log);
            result?;
            if !list.is_empty() {
                return Ok(false);
            }
            slot = next;
        }
        Ok(true)
    }
}
