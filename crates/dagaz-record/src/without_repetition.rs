//! A game that no repetition ends.
//!
//! In many games a third repetition is a draw that a player may claim, and records contain
//! unclaimed ones. Rules without claims end the game at once, so such a record is read by this game
//! instead.

use std::borrow::Cow;

use dagaz_core::{
    EndingId, Fuel, Game, Glossary, Layout, LimitHit, Limits, MoveList, MoveRef, Outcome, PlayerId, Position,
    PositionError, SiteId, SiteSet, State, StepChoice, Topology, Turn, UndoLog,
};

/// See the [module documentation](self). Its states remember no positions, and differ in nothing
/// else.
pub(crate) struct WithoutRepetition<'g>(pub(crate) &'g dyn Game);

fn forgetful(mut state: State) -> State {
    state.forget_history();
    state
}

impl Game for WithoutRepetition<'_> {
    fn glossary(&self) -> &Glossary {
        self.0.glossary()
    }

    fn topology(&self) -> &Topology {
        self.0.topology()
    }

    fn layout(&self) -> &Layout {
        self.0.layout()
    }

    fn limits(&self) -> &Limits {
        self.0.limits()
    }

    fn initial(&self) -> State {
        forgetful(self.0.initial())
    }

    fn set_up(&self, position: &Position) -> Result<State, Vec<PositionError>> {
        self.0.set_up(position).map(forgetful)
    }

    fn turn(&self, state: &State) -> Turn {
        self.0.turn(state)
    }

    fn ending(&self, state: &State) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        self.0.ending(state)
    }

    fn outcome_of(&self, state: &State, ending: (EndingId, PlayerId)) -> Outcome {
        self.0.outcome_of(state, ending)
    }

    fn moves(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        self.0.moves(state, list, fuel)
    }

    fn steps(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<StepChoice, LimitHit> {
        self.0.steps(state, list, fuel)
    }

    fn play(&self, state: &mut State, chosen: MoveRef<'_>, log: &mut UndoLog) {
        self.0.play(state, chosen, log);
    }

    fn play_step(&self, state: &mut State, step: MoveRef<'_>, log: &mut UndoLog) -> Result<(), LimitHit> {
        self.0.play_step(state, step, log)
    }

    fn undo(&self, state: &mut State, log: &mut UndoLog) -> bool {
        self.0.undo(state, log)
    }

    fn is_irreversible(&self, state: &State, chosen: MoveRef<'_>) -> bool {
        self.0.is_irreversible(state, chosen)
    }

    fn null_move(&self, state: &mut State, log: &mut UndoLog) -> bool {
        self.0.null_move(state, log)
    }

    fn attacked(&self, state: &State, site: SiteId, side: PlayerId) -> Result<bool, LimitHit> {
        self.0.attacked(state, site, side)
    }

    fn site_name(&self, state: &State, site: SiteId) -> Cow<'_, str> {
        self.0.site_name(state, site)
    }

    fn site_called(&self, state: &State, name: &str) -> Option<SiteId> {
        self.0.site_called(state, name)
    }

    fn has_chance(&self) -> bool {
        self.0.has_chance()
    }

    fn clock_tick(&self, state: &State) -> Option<u32> {
        self.0.clock_tick(state)
    }

    fn sites_in_reach(&self, state: &State) -> Option<SiteSet> {
        self.0.sites_in_reach(state)
    }

    fn hides(&self) -> bool {
        self.0.hides()
    }

    fn blotted(&self, state: &State, player: PlayerId) -> Option<State> {
        self.0.blotted(state, player)
    }

    fn own_text(&self, state: &State, chosen: MoveRef<'_>) -> Option<String> {
        self.0.own_text(state, chosen)
    }

    fn in_mid_turn(&self, state: &State) -> bool {
        self.0.in_mid_turn(state)
    }

    fn position(&self, state: &State) -> Position {
        self.0.position(state)
    }
}
