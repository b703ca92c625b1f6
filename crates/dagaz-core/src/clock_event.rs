//! Events of the clock: which one stands for the time of a turn, and what it leaves of a choice.
//!
//! The time itself comes from the caller. How rules count it is not handled here.

use crate::{Effect, Fuel, Game, LimitHit, MoveList, MoveRef, PlayerId, State, Turn, UndoLog};

/// An event of the clock: a number of ticks that a turn takes.
#[derive(Clone, Debug)]
pub struct ClockEvent {
    /// The player whose turn it is.
    pub player: PlayerId,
    /// The number of ticks; the last event of a list means that many or more.
    pub ticks: u32,
    /// All events from which this one was chosen.
    pub events: MoveList,
    /// The state after the event.
    pub state: State,
}

impl ClockEvent {
    /// Returns the event for a number of ticks in a state, the last one for more than it has;
    /// `None` if no event of the clock comes there.
    ///
    /// # Errors
    /// If the rules meet a limit.
    pub fn of(game: &dyn Game, before: &State, ticks: u32) -> Result<Option<ClockEvent>, LimitHit> {
        let (Some(_), Turn::Chance(player)) = (game.clock_tick(before), game.turn(before)) else { return Ok(None) };
        let mut events = MoveList::new();
        game.moves(before, &mut events, &mut Fuel::new(game.limits().fuel))?;
        let Some(most) = events.len().checked_sub(1) else { return Ok(None) };
        let ticks = ticks.min(most as u32);
        let mut state = before.clone();
        game.play(&mut state, events.get(ticks as usize), &mut UndoLog::new());
        Ok(Some(ClockEvent { player, ticks, events, state }))
    }

    /// Returns the event as a move.
    pub fn chosen(&self) -> MoveRef<'_> {
        self.events.get(self.ticks as usize)
    }

    /// Returns the number of ticks of an event that was played: what its first effect sets.
    pub fn ticks_of(chosen: MoveRef<'_>) -> Option<u32> {
        let (_, effects) = chosen.steps().next()?;
        match effects.first() {
            Some(Effect::Assign { value, .. }) => u32::try_from(*value).ok(),
            _ => None,
        }
    }
}

/// Returns the place of the same choice in the list of moves after more time: a move by the same
/// rules, from and to the same sites, with as many such moves before it.
pub fn same_choice(list: &MoveList, index: usize, later: &MoveList) -> Option<usize> {
    let way = |one: MoveRef<'_>| one.steps().map(|(step, _)| (step.rule, step.origin, step.target)).collect::<Vec<_>>();
    let wanted = way(list.get(index));
    let before = (0..index).filter(|place| way(list.get(*place)) == wanted).count();
    (0..later.len()).filter(|place| way(later.get(*place)) == wanted).nth(before)
}
