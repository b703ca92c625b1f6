//! Time in the rules: which event of the clock the time of a turn amounts to.
//!
//! A turn that takes time begins behind an event of the clock ([`Game::clock_tick`]). The session
//! plays the event of no tick first. When the player moves, or when more ticks change what the
//! player can do, the event of the ticks that have passed takes its place. Clocks of the session
//! itself are not handled here.
//!
//! [`Game::clock_tick`]: dagaz_core::Game::clock_tick

use dagaz_core::{ClockEvent, Fuel, MoveList, PlayerId, State, UndoLog, same_choice};
use dagaz_record::Wording;

use crate::clock_rule::Millis;
use crate::command::Refusal;
use crate::lag::Arrival;
use crate::movers::legal;
use crate::record::Event;
use crate::recorded_move::Recorded;
use crate::replay_fault::ReplayFault;
use crate::session::{Phase, Session};
use crate::tree::NodeNo;
use crate::turn_time::Timing;

impl Session {
    /// Notes that the game has come to its current node.
    pub(crate) fn begin_timing(&mut self, at: Millis) {
        self.timing = self.timing_at(at);
        if self.phase() == Phase::Playing && self.onward <= 1 {
            let alarm = self.next_alarm();
            if let Some(timing) = &mut self.timing {
                timing.alarm = alarm;
            }
        }
    }

    fn timing_at(&self, at: Millis) -> Option<Timing> {
        if self.beginning.study {
            return None;
        }
        let throw = self.parent(self.current)?;
        let tick = self.game.clock_tick(&*self.state_at(throw)?)?;
        let ticks = ClockEvent::ticks_of(self.tree.chosen(self.id(self.current)?)?)?;
        let used = u64::from(ticks) * u64::from(tick);
        let began = match &self.timing {
            Some(timing) if timing.throw == throw => timing.began,
            _ => Millis(at.0.saturating_sub(used)),
        };
        Some(Timing { throw, tick, began, ticks, alarm: None, paused: None })
    }

    /// Stops the time of the turn, or lets it run again.
    pub(crate) fn pause_timing(&mut self, at: Millis, pauses: bool) {
        let Some(timing) = &mut self.timing else { return };
        match (pauses, timing.paused.take()) {
            (true, _) => timing.paused = Some(at),
            (false, Some(since)) => timing.began = Millis(timing.began.0 + at.0.saturating_sub(since.0)),
            (false, None) => {}
        }
    }

    /// Returns when the time that has passed must be played, even if no player moves.
    pub fn alarm(&self) -> Option<Millis> {
        let timing = self.timing.as_ref()?;
        timing.alarm.map(|ticks| timing.time_of(ticks))
    }

    /// Returns the event of the clock at an alarm that is due.
    pub(crate) fn alarm_event(&self, now: Millis) -> Option<Event> {
        let timing = self.timing.as_ref().filter(|timing| timing.alarm.is_some())?;
        self.alarm().filter(|at| *at <= now)?;
        let later = self.later(timing, now)?;
        Some(self.played_event(timing.throw, &later))
    }

    /// Returns the decision about a move that comes after more ticks than have been played; `None`
    /// if no more have passed.
    pub(crate) fn decide_late(
        &mut self,
        Arrival { at, lag }: Arrival,
        player: PlayerId,
        index: u32,
    ) -> Option<Result<Event, Refusal>> {
        let list = self.list_of(player).ok()?;
        let timing = self.timing.as_ref()?;
        let later = self.later(timing, at.before(lag))?;
        if index as usize >= list.len() {
            return Some(Err(Refusal::Illegal));
        }
        if !matches!(self.game.ending(&later.state), Ok(None)) {
            return Some(Ok(self.played_event(timing.throw, &later)));
        }
        let found = legal(&*self.game, &later.state, player).ok()?;
        let Some(place) = same_choice(&list, index as usize, &found) else { return Some(Err(Refusal::Illegal)) };
        let chosen = found.get(place);
        let mut after = later.state.clone();
        self.game.play(&mut after, chosen, &mut UndoLog::new());
        Some(Ok(Event::Played {
            node: self.current,
            player: player.0,
            index: place as u32,
            key: after.key(),
            text: Wording::of(&*self.game, &later.state, chosen).text().into(),
            from: chosen.origin().some().map(|site| site.0),
            lag,
            ticks: Some(later.ticks),
        }))
    }

    /// Plays an event of the clock in place of the one that led to a node, and returns its node.
    pub(crate) fn retime(&mut self, node: NodeNo, ticks: u32, arrival: Arrival) -> Result<NodeNo, ReplayFault> {
        let throw = self.parent(node).ok_or(ReplayFault::Unknown)?;
        let state = self.state_at(throw).ok_or(ReplayFault::Unknown)?;
        let event = ClockEvent::of(&*self.game, &state, ticks).map_err(ReplayFault::Limit)?;
        let event = event.ok_or(ReplayFault::Unknown)?;
        let text = Wording::of(&*self.game, &state, event.chosen()).text().into();
        let recorded =
            Recorded { player: event.player, index: event.ticks, key: event.state.key(), text: &text, from: None };
        self.played(throw, recorded, arrival)
    }

    /// Removes the events of the clock behind a node that nothing followed: another one takes their
    /// place.
    pub(crate) fn drop_events(&mut self, parent: dagaz_record::NodeId) {
        if self.beginning.study || self.game.clock_tick(&self.state).is_none() {
            return;
        }
        for child in self.tree.children(parent) {
            let is_open = self.tree.children(*child).iter().any(|next| !self.nodes[self.number(*next).index()].gone);
            let number = self.number(*child).index();
            if !is_open {
                self.nodes[number].gone = true;
            }
        }
    }

    /// The event of the clock for the present time, if more ticks have passed than were played.
    fn later(&self, timing: &Timing, now: Millis) -> Option<ClockEvent> {
        if timing.paused.is_some() {
            return None;
        }
        let passed = now.0.saturating_sub(timing.began.0) / u64::from(timing.tick.max(1));
        let state = self.state_at(timing.throw)?;
        let event = ClockEvent::of(&*self.game, &state, u32::try_from(passed).unwrap_or(u32::MAX)).ok()??;
        (event.ticks > timing.ticks).then_some(event)
    }

    fn played_event(&self, throw: NodeNo, event: &ClockEvent) -> Event {
        let before = self.state_at(throw).unwrap_or_else(|| self.state.clone());
        Event::Played {
            node: throw,
            player: event.player.0,
            index: event.ticks,
            key: event.state.key(),
            text: Wording::of(&*self.game, &before, event.chosen()).text().into(),
            from: None,
            lag: Millis(0),
            ticks: None,
        }
    }

    /// The least number of further ticks after which the game has ended, or the player has another
    /// number of moves.
    fn next_alarm(&self) -> Option<u32> {
        let timing = self.timing.as_ref()?;
        let before = self.state_at(timing.throw)?;
        let choices = |state: &State| {
            let mut list = MoveList::new();
            let ended = self.game.moves_or_ending(state, &mut list, &mut Fuel::new(self.game.limits().fuel));
            ended.ok().map(|ended| (ended.is_some(), list.len()))
        };
        let now = choices(&self.state);
        let last = ClockEvent::of(&*self.game, &before, u32::MAX).ok()??.ticks;
        (timing.ticks + 1..=last).find(|ticks| {
            let later = ClockEvent::of(&*self.game, &before, *ticks).ok().flatten();
            later.is_some_and(|later| choices(&later.state) != now)
        })
    }
}
