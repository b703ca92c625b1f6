//! The virtual machine: runs a program from a start site and passes every emission to a sink.
//!
//! The same run serves three callers, distinguished by their [`Sink`] type: the list of steps, the
//! question whether a site is attacked, and the count of quiet moves that shows which moves are
//! reversible.

use dagaz_core::{
    AttributeId, Continuation, Effect, Fuel, LimitHit, LimitKind, MoveClassId, PieceTypeId, PlayerId, SiteId, State,
};

use crate::attack::attacked;
use crate::context::{Context, Probe, Stuck};
use crate::emission::emit_step;
use crate::flags::Flags;
use crate::game::CompiledGame;
use crate::program::{Op, Owner, Program};

/// What belongs to a run and does not change while it lasts.
#[derive(Clone, Copy)]
pub(crate) struct Run<'a> {
    pub(crate) game: &'a CompiledGame,
    pub(crate) program: &'a Program,
    pub(crate) state: &'a State,
    pub(crate) mover: PlayerId,
    pub(crate) side: PlayerId,
    pub(crate) kind: PieceTypeId,
    pub(crate) class: Option<MoveClassId>,
    pub(crate) start: SiteId,
    pub(crate) drops: bool,
    pub(crate) rule: dagaz_core::RuleId,
}

impl Run<'_> {
    /// The owner of an effect.
    fn owner(&self, owner: Owner) -> PlayerId {
        match owner {
            Owner::Player(player) => player,
            Owner::Mover => self.mover,
        }
    }
}

/// A pending effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Waiting {
    Capture(SiteId),
    Create(SiteId, PieceTypeId, PlayerId),
    Become(SiteId, PieceTypeId),
    Give(SiteId, PlayerId),
    /// The piece that will stand there changes sides. The player is whose it becomes if no other
    /// piece arrives, where that is known before the board is looked at.
    Flip(SiteId, Option<PlayerId>),
    Set(SiteId, AttributeId, bool),
}

/// The changing part of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Registers {
    pub(crate) waiting: Vec<Waiting>,
    pub(crate) cascades: Vec<(SiteId, SiteId)>,
    pub(crate) flags: Flags,
    /// By [`CompiledGame::site_flag`].
    pub(crate) site_flags: Flags,
    pub(crate) effects: Vec<Effect>,
    /// Fuel left for all attack questions of one list, and for its questions about any site.
    pub(crate) fuel: u64,
}

/// The memory that runs use, kept from run to run.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) registers: Registers,
    pub(crate) probe: Registers,
    /// Where a piece is thought to stand that does not.
    pub(crate) thought: Option<State>,
}

/// A step on its way to the sink.
pub(crate) struct Emission<'a> {
    pub(crate) run: &'a Run<'a>,
    pub(crate) target: SiteId,
    pub(crate) then: Option<Continuation>,
}

/// Who asks.
pub(crate) trait Sink {
    /// Whether emissions need their effects.
    const EFFECTS: bool;
    /// A step; `Ok(true)` ends the run.
    fn step(&mut self, emission: Emission<'_>, effects: &[Effect]) -> Result<bool, LimitHit>;
    /// A step of which only the sites it would take or enter matter; `true` ends the run.
    fn touches(&mut self, _site: SiteId) -> bool {
        false
    }
    /// A run or a turn of a loop has begun, and costs that much fuel.
    fn pay(&mut self, fuel: u32) -> Result<(), LimitHit>;
}

/// The cursor and its companions.
#[derive(Clone, Copy)]
pub(crate) struct Cursor {
    pub(crate) here: SiteId,
    pub(crate) origin: SiteId,
    pub(crate) target: SiteId,
    pub(crate) mark: SiteId,
}

/// Runs a program. `probe` is there unless this run itself answers whether a site is attacked. A
/// limit that is met names the rule.
pub(crate) fn run<S: Sink>(
    run: &Run<'_>,
    registers: &mut Registers,
    probe: Probe<'_, '_>,
    sink: &mut S,
) -> Result<(), LimitHit> {
    walk(run, registers, probe, sink).map_err(|hit| hit.in_rule(run.rule))
}

fn walk<S: Sink>(
    run: &Run<'_>,
    registers: &mut Registers,
    mut probe: Probe<'_, '_>,
    sink: &mut S,
) -> Result<(), LimitHit> {
    let Run { game, program, state, .. } = *run;
    sink.pay(program.fuel)?;
    registers.waiting.clear();
    registers.cascades.clear();
    registers.lower_flags();
    let origin = if run.drops { SiteId::NONE } else { run.start };
    let mut cursor = Cursor { here: run.start, origin, target: SiteId::NONE, mark: SiteId::NONE };
    let context =
        Context { game, program, state, side: run.side, kind: run.kind, start: run.start, stuck: Stuck::default() };
    let mut loop_turns = 0;
    let mut next = 0;
    loop {
        let op = program.ops[next];
        next += 1;
        match op {
            Op::Hop(at) => {
                cursor.here = context.site(at, &cursor);
                if cursor.here == SiteId::NONE {
                    return Ok(());
                }
            }
            Op::Unless { at, test, wanted, target } => {
                let site = context.site(at, &cursor);
                if context.test(test, site, &cursor, registers, &mut probe)? != wanted {
                    next = target as usize;
                }
            }
            Op::UnlessFlag { flag, wanted, target } => {
                if registers.flags.is_up(usize::from(flag)) != wanted {
                    next = target as usize;
                }
            }
            Op::UnlessCheck { check, target } => {
                if !context.check(&program.checks[check as usize], &mut cursor.clone(), registers, &mut probe)? {
                    next = target as usize;
                }
            }
            Op::Jump(target) => next = target as usize,
            Op::Turn(fuel) => {
                loop_turns += 1;
                if loop_turns > game.loop_turns() {
                    let rule = Some(run.rule);
                    return Err(LimitHit { kind: LimitKind::LoopTurns, max: game.loop_turns(), rule });
                }
                sink.pay(fuel)?;
            }
            Op::SetOrigin => cursor.origin = cursor.here,
            Op::SetTarget => cursor.target = cursor.here,
            Op::SetMark => cursor.mark = cursor.here,
            Op::Cascade => {
                let to = if cursor.target == SiteId::NONE { cursor.here } else { cursor.target };
                if registers.cascades.len() >= game.effects_max() {
                    return Err(game.too_many_effects(run.rule));
                }
                if !registers.cascades.contains(&(cursor.origin, to)) {
                    registers.cascades.push((cursor.origin, to));
                }
                cursor.origin = cursor.here;
                cursor.target = SiteId::NONE;
            }
            Op::Capture(at) => {
                let site = context.site(at, &cursor);
                registers.wait(game, run, Waiting::Capture(site), site)?;
            }
            Op::Create(owner, kind, at) => {
                let site = context.site(at, &cursor);
                let owner = run.owner(owner);
                registers.wait(game, run, Waiting::Create(site, kind.unwrap_or(run.kind), owner), site)?;
            }
            Op::Become(kind, at) => {
                let site = context.site(at, &cursor);
                registers.wait(game, run, Waiting::Become(site, kind), site)?;
            }
            Op::Give(owner, at) => {
                let site = context.site(at, &cursor);
                registers.wait(game, run, Waiting::Give(site, run.owner(owner)), site)?;
            }
            Op::Flip(at) => {
                let site = context.site(at, &cursor);
                registers.wait(game, run, Waiting::Flip(site, None), site)?;
            }
            Op::SetAttribute(attribute, value, at) => {
                let site = context.site(at, &cursor);
                registers.wait(game, run, Waiting::Set(site, attribute, value), site)?;
            }
            Op::SetFlag(flag, value) => registers.flags.set(usize::from(flag), value),
            Op::SetSiteFlag(flag, value, at) => {
                let site = context.site(at, &cursor);
                if site != SiteId::NONE {
                    registers.site_flags.set(game.site_flag(flag, site), value);
                }
            }
            Op::Emit(emit) => {
                if emit_step::<S>(run, registers, &cursor, emit, sink)? {
                    return Ok(());
                }
                registers.waiting.clear();
                registers.cascades.clear();
                cursor.origin = origin;
                cursor.target = SiteId::NONE;
            }
            Op::End => return Ok(()),
        }
    }
}

impl Registers {
    /// Lowers all flags, as at the beginning of a run and wherever truths are asked outside one.
    #[inline]
    pub(crate) fn lower_flags(&mut self) {
        self.flags.lower();
        self.site_flags.lower();
    }

    /// Spends fuel of the questions of one list.
    #[inline]
    pub(crate) fn pay(&mut self, game: &CompiledGame, units: u64) -> Result<(), LimitHit> {
        let mut fuel = Fuel::rest(self.fuel, game.fuel());
        fuel.spend(units)?;
        self.fuel = fuel.left();
        Ok(())
    }

    /// Makes an effect pending; one without a site does nothing.
    #[inline]
    fn wait(&mut self, game: &CompiledGame, run: &Run<'_>, action: Waiting, site: SiteId) -> Result<(), LimitHit> {
        if site == SiteId::NONE {
            return Ok(());
        }
        // A loop that does the same again and again does it once; others are bounded.
        if self.waiting.last() == Some(&action) {
            return Ok(());
        }
        if self.waiting.len() >= 16 * game.effects_max() {
            return Err(game.too_many_effects(run.rule));
        }
        self.waiting.push(action);
        Ok(())
    }
}

impl Scratch {
    /// Runs a program with this memory.
    pub(crate) fn run<S: Sink>(&mut self, of: &Run<'_>, sink: &mut S) -> Result<(), LimitHit> {
        let Scratch { registers, probe, thought } = self;
        run(of, registers, Some((probe, thought)), sink)
    }

    /// Whether a piece of `side` on `site` could be captured; if none stands there, one of `kind`
    /// is thought to.
    pub(crate) fn attacked(
        &mut self,
        game: &CompiledGame,
        state: &State,
        site: SiteId,
        side: PlayerId,
        kind: PieceTypeId,
    ) -> Result<bool, LimitHit> {
        attacked(game, state, site, side, kind, None, &mut self.probe, &mut self.thought)
    }
}
