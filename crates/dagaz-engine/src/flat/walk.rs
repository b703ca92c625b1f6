//! Walks: the steps of one rule from one site, by its graph.
//!
//! This is what every rule can be made use of by; the faster forms say the same. Steps of one piece
//! that do the same are listed once; what might be the same as a step of another piece is declined.

use dagaz_core::{Effect, Piece, PlayerId, SiteId};

use super::entries::{FlatEntry, FlatSelection};
use super::game::FlatGame;
use super::graph::{Actions, Made, Node, Plain, Shaped};
use super::list::{Action, FlatList, FlatStep};
use super::machine::Question;
use super::moves::{Declined, Runner};
use super::sites::Sites;
use super::state::{FlatState, NOWHERE};
use crate::emission::{Pieces, Shape};
use crate::flags::Flags;
use crate::game::CompiledGame;
use crate::vm::Waiting;

/// Maximum pending effects of one step.
const ACTIONS_MAX: usize = 1_000;

/// What a walk through a live graph notes.
#[derive(Debug, Default)]
pub(crate) struct Registers {
    waiting: Vec<Waiting>,
    cascades: Vec<(SiteId, SiteId)>,
    pub(crate) flags: Flags,
    /// By [`CompiledGame::site_flag`](crate::game::CompiledGame::site_flag).
    pub(crate) site_flags: Flags,
}

impl Registers {
    fn begin(&mut self) {
        self.step_made();
        self.flags.lower();
        self.site_flags.lower();
    }

    /// Forgets what waited for a step.
    pub(crate) fn step_made(&mut self) {
        self.waiting.clear();
        self.cascades.clear();
    }
}

/// Whose walk it is.
#[derive(Clone, Copy)]
pub(crate) struct Walk {
    pub(crate) start: usize,
    /// The code of the piece.
    pub(crate) code: u8,
    /// Where it comes from, if it is dropped.
    pub(crate) supply: Option<usize>,
}

/// What an emission asks about the board.
struct OnFlat<'a, const W: usize> {
    source: &'a CompiledGame,
    game: &'a FlatGame<W>,
    state: &'a FlatState<W>,
}

impl<const W: usize> Pieces for OnFlat<'_, W> {
    fn word(&self, site: SiteId) -> u32 {
        self.game.tables.codes.word(self.state.code(site.index()))
    }

    fn supply(&self, piece: Piece) -> u32 {
        self.game.tables.supply(piece).map_or(0, |index| self.state.supply(index))
    }

    fn next_after(&self, site: SiteId) -> Option<PlayerId> {
        let piece = self.game.tables.codes.piece(self.state.code(site.index()));
        piece.map(|piece| self.next_player(piece.owner))
    }

    fn next_player(&self, owner: PlayerId) -> PlayerId {
        self.source.next_player(owner)
    }
}

impl<const W: usize> Runner<'_, W> {
    /// The steps of one piece.
    #[inline]
    pub(crate) fn piece(
        &mut self,
        state: &FlatState<W>,
        selection: &FlatSelection,
        site: usize,
        list: &mut FlatList,
    ) -> Result<bool, Declined> {
        let code = state.code(site);
        (self.seen, self.first) = (Sites::EMPTY, list.steps().len());
        let mut goes_on = false;
        for entry in &selection.moves[usize::from(code)] {
            goes_on |= self.entry(state, entry, site, code, None, list)?;
        }
        Ok(goes_on)
    }

    /// The steps of one rule from one site.
    #[inline]
    pub(crate) fn entry(
        &mut self,
        state: &FlatState<W>,
        entry: &FlatEntry,
        start: usize,
        code: u8,
        supply: Option<usize>,
        list: &mut FlatList,
    ) -> Result<bool, Declined> {
        let graph = &entry.rule.graphs[start];
        let walk = Walk { start, code, supply };
        let mut goes_on = false;
        let mut id = graph.start;
        if graph.live {
            self.registers.begin();
        }
        loop {
            match graph.nodes[id as usize] {
                Node::Ask { site, set, then, otherwise } => {
                    let set = graph.sets[usize::from(set)];
                    id = if set >> state.code(site.index()) & 1 == 1 { then } else { otherwise };
                }
                Node::AskElse { question, then, otherwise } => {
                    let question = graph.questions[question as usize];
                    id = if self.answer(state, entry, question) { then } else { otherwise };
                }
                Node::Make { first, last, next } => {
                    for index in first..last {
                        goes_on |= self.made(state, entry, &graph.made[index as usize], walk, list)?;
                    }
                    if graph.live {
                        self.registers.step_made();
                    }
                    id = next;
                }
                Node::AskFlag { flag, then, otherwise } => {
                    id = if self.registers.flags.is_up(usize::from(flag)) { then } else { otherwise };
                }
                Node::Flag { flag, up, next } => {
                    self.registers.flags.set(usize::from(flag), up);
                    id = next;
                }
                Node::FlagAt { flag, site, up, next } => {
                    self.registers.site_flags.set(self.source.site_flag(flag, site), up);
                    id = next;
                }
                Node::Wait { action, next } => {
                    self.wait(action)?;
                    id = next;
                }
                Node::Cascade { from, to, next } => {
                    self.cascade(from, to)?;
                    id = next;
                }
                Node::CaptureEach { first, last, set, next } => {
                    let set = graph.sets[usize::from(set)];
                    if !state.any_of(set).is_empty() {
                        for &site in &graph.each[first as usize..last as usize] {
                            if set >> state.code(site.index()) & 1 == 1 {
                                self.registers.waiting.push(Waiting::Capture(site));
                            }
                        }
                    }
                    id = next;
                }
                Node::Resume(number) => {
                    let resumed = &graph.resumed[number as usize];
                    return Ok(self.resume(state, entry, resumed, walk, list)? || goes_on);
                }
                Node::End => return Ok(goes_on),
            }
        }
    }

    /// Records an effect for the next step.
    #[inline]
    pub(crate) fn wait(&mut self, action: Waiting) -> Result<(), Declined> {
        if self.registers.waiting.last() != Some(&action) {
            if self.registers.waiting.len() >= ACTIONS_MAX {
                return Err(Declined);
            }
            self.registers.waiting.push(action);
        }
        Ok(())
    }

    /// Notes that a piece goes along with the next step.
    pub(crate) fn cascade(&mut self, from: SiteId, to: SiteId) -> Result<(), Declined> {
        if !self.registers.cascades.contains(&(from, to)) {
            if self.registers.cascades.len() >= ACTIONS_MAX {
                return Err(Declined);
            }
            self.registers.cascades.push((from, to));
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn answer(&self, state: &FlatState<W>, entry: &FlatEntry, question: Question) -> bool {
        match question {
            Question::Holds(site, set) => set >> state.code(site.index()) & 1 == 1,
            Question::LastFrom(site) => state.facts.last_from == site.0,
            Question::LastTo(site) => state.facts.last_to == site.0,
            Question::Flagged(flag, site) => self.registers.site_flags.is_up(self.source.site_flag(flag, site)),
            Question::Attacked(site, _) => self.game.attacked(state, site.index(), entry.rule.side, entry.rule.fresh),
        }
    }

    /// Lists a step, unless it is listed already.
    #[inline]
    pub(crate) fn made(
        &mut self,
        state: &FlatState<W>,
        entry: &FlatEntry,
        made: &Made,
        Walk { start, code, supply }: Walk,
        list: &mut FlatList,
    ) -> Result<bool, Declined> {
        let then = entry.then(made.then);
        let from = if supply.is_some() { NOWHERE } else { start as u16 };
        let rule = entry.rule.rule;
        let merges = self.game.slot(state.facts.slot).merges && !self.apart;
        let graph = &entry.rule.graphs[start];
        match made.actions {
            Actions::Plain(_) if self.but_plain => return Ok(false),
            Actions::Plain(plain) => {
                let effects = graph.effects(plain.effects);
                let landing = graph.landing(plain, entry.rule.place(code));
                if self.game.bans.forbid(landing, made.target.index()) {
                    return Ok(false);
                }
                let action = match supply {
                    None => Action::Displace(landing),
                    Some(supply) => Action::Drop { code: landing, supply: supply as u8 },
                };
                if supply.is_some() && made.target.index() != start {
                    // Another start may drop there too.
                    return Err(Declined);
                }
                let step = FlatStep::new(from, made.target.0, action, then, rule);
                if merges && self.is_listed(list, &step, effects)? {
                    return Ok(false);
                }
                if self.in_full {
                    list.push_with(step, effects);
                } else {
                    list.push(from, made.target.0, action, then, rule);
                }
            }
            Actions::Fixed(span) => {
                let effects = graph.effects(span);
                if self.game.bans.forbid_step(&self.game.tables, state, effects) {
                    return Ok(false);
                }
                let step = FlatStep::new(from, made.target.0, Action::Effects, then, rule);
                if merges && self.is_listed(list, &step, effects)? {
                    return Ok(false);
                }
                self.check_apart(state, effects, start, supply)?;
                if effects.len() > self.game.limits.effects {
                    return Err(Declined);
                }
                list.push_with(step, effects);
            }
            Actions::Shaped(_) | Actions::Live { .. } => {
                let mut effects = std::mem::take(&mut self.effects);
                self.shaped(state, (entry, start), made, supply.is_some(), &mut effects);
                if self.game.bans.forbid_step(&self.game.tables, state, &effects) {
                    self.effects = effects;
                    return Ok(false);
                }
                let step = FlatStep::new(from, made.target.0, Action::Effects, then, rule);
                let listed = if merges { self.is_listed(list, &step, &effects) } else { Ok(false) };
                let apart = self.check_apart(state, &effects, start, supply);
                let apart = if effects.len() > self.game.limits.effects { Err(Declined) } else { apart };
                if listed == Ok(false) && apart.is_ok() {
                    list.push_with(step, &effects);
                }
                self.effects = effects;
                apart?;
                if listed? {
                    return Ok(false);
                }
            }
        }
        Ok(then.is_some())
    }

    /// Declines a step that another piece could make as well, since such steps may be one.
    fn check_apart(
        &self,
        state: &FlatState<W>,
        effects: &[Effect],
        start: usize,
        supply: Option<usize>,
    ) -> Result<(), Declined> {
        let own = effects.iter().any(|effect| match *effect {
            Effect::Move { from, .. } => from.index() == start,
            Effect::Drop { site, .. } => site.index() == start && supply.is_some(),
            _ => false,
        });
        let apart = own && !self.game.takes_a_leader(state, effects, start);
        if apart || state.facts.pending.is_some() { Ok(()) } else { Err(Declined) }
    }

    /// Whether a step with the same effects is listed already for the same piece.
    #[inline]
    fn is_listed(&mut self, list: &FlatList, step: &FlatStep, effects: &[Effect]) -> Result<bool, Declined> {
        let to = usize::from(step.to);
        if to == usize::from(NOWHERE) || !self.seen.contains(to) {
            if to != usize::from(NOWHERE) {
                self.seen.insert(to);
            }
            return Ok(false);
        }
        for other in list.steps()[self.first..].iter().filter(|other| other.to == step.to) {
            let same = match (other.action, step.action) {
                (Action::Effects, Action::Effects) => same_effects(list.effects(other), effects),
                // The effects of such a step may not be listed, and are few anyway.
                (Action::Effects, _) | (_, Action::Effects) => {
                    let listed = if other.action == Action::Effects { list.effects(other) } else { effects };
                    if listed
                        .iter()
                        .filter(|effect| !matches!(effect, Effect::Set { .. } | Effect::Become { .. }))
                        .count()
                        < 2
                    {
                        return Err(Declined);
                    }
                    false
                }
                (one, another) => one == another && self.same_plain(list, other, effects),
            };
            if same {
                if other.then != step.then {
                    return Err(Declined);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether two steps that come to the same code say so by the same effects.
    fn same_plain(&self, list: &FlatList, other: &FlatStep, effects: &[Effect]) -> bool {
        // Without effects in the list, steps of one piece that land as the same code are taken for
        // one; `in_full` is asked about what is shown, and there the effects decide.
        !self.in_full || same_effects(list.effects(other), effects)
    }

    /// The effects of a step that depend on the board.
    fn shaped(
        &self,
        state: &FlatState<W>,
        (entry, start): (&FlatEntry, usize),
        made: &Made,
        drops: bool,
        effects: &mut Vec<Effect>,
    ) {
        effects.clear();
        let graph = &entry.rule.graphs[start];
        let live = &self.registers;
        let (cascades, waiting, origin, copies) = match made.actions {
            Actions::Shaped(number) => {
                let Shaped { cascades, waiting, origin, copies } = &graph.shaped[number as usize];
                (&cascades[..], &waiting[..], *origin, *copies)
            }
            Actions::Live { origin, copies } => (&live.cascades[..], &live.waiting[..], origin, copies),
            Actions::Plain(Plain { effects: span, .. }) | Actions::Fixed(span) => {
                return effects.extend_from_slice(graph.effects(span));
            }
        };
        let shape = Shape {
            pieces: &OnFlat { source: self.source, game: self.game, state },
            kind: entry.rule.kind,
            side: entry.rule.side,
            drops,
            recycles: false,
            cascades,
            origin,
            target: made.target,
            copies,
        };
        shape.effects(waiting, effects);
        if let Some(kind) = made.becomes {
            shape.add_becoming(kind, effects);
        }
    }
}

/// Whether two steps have the same effects, in any order.
fn same_effects(one: &[Effect], other: &[Effect]) -> bool {
    if one == other {
        return true;
    }
    if one.len() != other.len() || one.len() < 2 {
        return false;
    }
    let sorted = |effects: &[Effect]| {
        let mut effects = effects.to_vec();
        effects.sort_unstable();
        effects
    };
    sorted(one) == sorted(other)
}
