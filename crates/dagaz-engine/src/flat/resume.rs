//! Resuming: rules beyond their graph run on a machine on the present board.
//!
//! A rule may loop, or have too many records for a graph. Then its graph ends where a machine
//! stopped, and the machine continues from there each time, as the virtual machine does, on a
//! bitboard state.

use super::builder::RESUMED_FUEL;
use super::entries::FlatEntry;
use super::graph::{Actions, Made};
use super::list::FlatList;
use super::machine::{Event, Machine, Setting};
use super::moves::{Declined, Runner};
use super::state::FlatState;
use super::walk::Walk;

impl<const W: usize> Runner<'_, W> {
    /// The steps of a rule from where a machine has stopped.
    pub(crate) fn resume(
        &mut self,
        state: &FlatState<W>,
        entry: &FlatEntry,
        (machine, event): &(Machine, Event),
        walk: Walk,
        list: &mut FlatList,
    ) -> Result<bool, Declined> {
        let (source, rule) = (self.source, &entry.rule);
        let program = source.program(rule.rule, rule.side);
        let setting = Setting {
            board: source.board(),
            layout: &self.game.tables.layout,
            codes: &self.game.tables.codes,
            program,
            side: rule.side,
            kind: rule.kind,
            start: dagaz_core::SiteId::at(walk.start),
            drops: rule.drops,
            own: rule.own,
            live: true,
            tested: &rule.tested,
            next: &|owner| source.next_player(owner),
        };
        let (mut machine, mut event) = (machine.clone(), *event);
        let mut goes_on = false;
        loop {
            match event {
                Event::Asks(question) => {
                    let answer = self.answer(state, entry, question);
                    machine.answered(&setting, question, answer);
                }
                Event::AsksFlag(flag) => {
                    let up = self.registers.flags.is_up(usize::from(flag));
                    machine.told(&setting, up);
                }
                Event::Flags(flag, up) => {
                    self.registers.flags.set(usize::from(flag), up);
                    machine.noted();
                }
                Event::FlagsAt(flag, site, up) => {
                    let place = source.site_flag(flag, site);
                    self.registers.site_flags.set(place, up);
                    machine.noted();
                }
                Event::Waits(action) => {
                    self.wait(action)?;
                    machine.noted();
                }
                Event::Cascades(from, to) => {
                    self.cascade(from, to)?;
                    machine.noted();
                }
                Event::Emits(emit) => {
                    let code = &program.emits[emit as usize];
                    let target = machine.lands();
                    let actions = || Actions::Live { origin: machine.origin, copies: code.copies };
                    let made = |becomes| Made { target, then: code.then, becomes, found: 0, actions: actions() };
                    if code.becomes.is_empty() {
                        goes_on |= self.made(state, entry, &made(None), walk, list)?;
                    }
                    for &kind in &code.becomes {
                        goes_on |= self.made(state, entry, &made(Some(kind)), walk, list)?;
                    }
                    self.registers.step_made();
                    machine.emitted(&setting);
                }
                Event::Ends => return Ok(goes_on),
            }
            if machine.fuel > RESUMED_FUEL {
                return Err(Declined);
            }
            event = machine.advance(&setting).map_err(|_| Declined)?;
        }
    }
}
