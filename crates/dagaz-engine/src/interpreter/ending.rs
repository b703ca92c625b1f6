//! The end of a turn, and of the game.

use dagaz_core::{
    Change, EndingId, Fuel, LimitHit, MoveList, Outcome, Piece, PlayerId, Points, State, UndoLog, Verdict,
};
use dagaz_rules::{EndingKind, PassRule, Truth};

use super::Interpreter;
use super::truth::Standpoint;

/// The name of the ending that comes after those of the rules.
pub(super) const NO_LEGAL_MOVE: &str = "no legal move";

/// When an ending is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// When a turn ends: it looks neither at moves nor at repetition.
    Board,
    /// After those.
    Repetition,
    /// When a caller asks.
    Moves,
}

fn phase_of(when: &Truth) -> Phase {
    if when.looks_at_moves() {
        Phase::Moves
    } else if when.mentions(&|part| matches!(part, Truth::Repeated(_))) {
        Phase::Repetition
    } else {
        Phase::Board
    }
}

impl Interpreter {
    /// Gives the turn on and asks whether that ends the game.
    pub(super) fn end_turn(&self, change: &mut Change<'_>) {
        let next = self.slot(change.state()).next;
        change.set_pending(None);
        change.set_slot(next);
        change.remember_position();
        for phase in [Phase::Board, Phase::Repetition] {
            match self.asked(change.state(), phase, false) {
                Ok(Some((ending, player))) => return change.set_ending(ending, player),
                Ok(None) => {}
                // These look at no moves, and nothing else has a limit outside runs.
                Err(hit) => unreachable!("an ending that looks at no moves met a limit: {hit}"),
            }
        }
    }

    /// The first ending of a phase that holds.
    fn asked(&self, state: &State, phase: Phase, is_stuck: bool) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        let mover = [self.slot(state).mover];
        for (index, ending) in self.rules.endings.iter().enumerate() {
            if phase_of(&ending.when) != phase {
                continue;
            }
            let players = if ending.players.is_empty() { &mover } else { &ending.players[..] };
            for &player in players {
                if self.holds(&ending.when, &Standpoint { is_stuck, ..Standpoint::of(state, player) })? {
                    return Ok(Some((EndingId::at(index), player)));
                }
            }
        }
        Ok(None)
    }

    /// Lists the legal moves, a pass among them, and tells whether the game has ended; then the
    /// list is empty.
    pub(super) fn survey(
        &self,
        state: &State,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        list.clear();
        if let Some(ended) = state.ending(&self.layout) {
            return Ok(Some(ended));
        }
        self.legal_moves(state, list, fuel)?;
        let no_legal_move = (EndingId::at(self.rules.endings.len()), self.slot(state).mover);
        if state.pending(&self.layout).is_some() {
            if !self.goes_on(state)? {
                list.push_pass();
            }
            return Ok(list.is_empty().then_some(no_legal_move));
        }
        let is_stuck = list.is_empty();
        if let Some(ended) = self.asked(state, Phase::Moves, is_stuck)? {
            list.clear();
            return Ok(Some(ended));
        }
        let may_pass = match self.rules.pass {
            PassRule::Never => false,
            PassRule::Forced => is_stuck,
            PassRule::Free => !self.is_forbidden(state)?,
        };
        if is_stuck && (!may_pass || self.all_stuck(state)?) {
            return Ok(Some(no_legal_move));
        }
        if may_pass {
            list.push_pass();
            list.check(&self.limits)?;
        }
        Ok(None)
    }

    /// Whether in none of the slots that follow one another from now on there is a move but a pass.
    pub(super) fn all_stuck(&self, state: &State) -> Result<bool, LimitHit> {
        let (mut present, mut log) = (state.clone(), UndoLog::new());
        let (mut list, mut fuel) = (MoveList::new(), self.own_fuel());
        let mut seen = Vec::new();
        while !seen.contains(&present.slot(&self.layout)) {
            seen.push(present.slot(&self.layout));
            self.legal_moves(&present, &mut list, &mut fuel)?;
            if !list.is_empty() {
                return Ok(false);
            }
            let next = self.slot(&present).next;
            Change::begin(&self.layout, &mut present, &mut log).set_slot(next);
        }
        Ok(true)
    }

    /// The result of an ending of `player` for each player.
    pub(super) fn meaning_of(&self, state: &State, ending: EndingId, player: PlayerId) -> Outcome {
        let name = self.rules.endings.get(ending.index()).map_or(NO_LEGAL_MOVE, |ending| &ending.name);
        let kind = self.rules.endings.get(ending.index()).map_or(EndingKind::Draw, |ending| ending.kind);
        let players = || (0..self.rules.players.len()).map(PlayerId::at);
        let chooses = |player: PlayerId| self.rules.competes(player);
        let scores: Vec<Points> = players().map(|player| Points::whole(self.material(state, player))).collect();
        let alone = |other: PlayerId, its: Verdict, rest: Verdict| if other == player { its } else { rest };
        let verdict = |other: PlayerId| match kind {
            _ if !chooses(other) => Verdict::Aside,
            EndingKind::Win => alone(other, Verdict::Win, Verdict::Loss),
            EndingKind::Loss => alone(other, Verdict::Loss, Verdict::Win),
            EndingKind::Draw => Verdict::Draw,
            EndingKind::Count => {
                let most = players().filter(|&player| chooses(player)).map(|player| scores[player.index()]).max();
                let has_most = |player: PlayerId| chooses(player) && Some(scores[player.index()]) == most;
                match (players().filter(|&player| has_most(player)).count(), has_most(other)) {
                    (1, true) => Verdict::Win,
                    (1, false) => Verdict::Loss,
                    _ => Verdict::Draw,
                }
            }
        };
        let verdicts = players().map(verdict).collect();
        Outcome { ending: name.to_string(), verdicts, scores: (kind == EndingKind::Count).then_some(scores) }
    }

    /// How many pieces a player has on the board that count as material.
    fn material(&self, state: &State, owner: PlayerId) -> i64 {
        let counts = self.all_kinds().filter(|kind| !self.rules.pieces[kind.index()].immaterial);
        counts.map(|kind| state.count(&self.layout, Piece { kind, owner }) as i64).sum()
    }
}
