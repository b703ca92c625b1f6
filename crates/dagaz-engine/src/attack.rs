//! Attacks: whether some piece could capture on a site.
//!
//! Instead of the whole list of an enemy's moves, only those runs are made that could possibly
//! touch the site (see [`reach`](crate::reach)), and each ends at the first emission that does.

use dagaz_core::{
    Bits, Change, Effect, Fuel, LimitHit, MoveClassId, Piece, PieceTypeId, PlayerId, SiteId, State, UndoLog,
};

use crate::context::Context;
use crate::game::CompiledGame;
use crate::vm::{Emission, Registers, Run, Sink, run};

/// Additional fuel of each run of an attack question: finding the relevant pieces takes time too,
/// and the questions of one list must be bounded.
const RUN_COST: u32 = 8;
/// Bytes of which a unit of fuel pays for the copy, where a piece is only thought to stand.
const COPIED_PER_FUEL: usize = 128;
/// Entries of a piece that a unit of fuel pays for, where most are passed over.
const ENTRIES_PER_FUEL: usize = 8;

/// The sink of an attack question.
struct Attack<'a> {
    site: SiteId,
    found: bool,
    fuel: Fuel<'a>,
}

impl Sink for Attack<'_> {
    const EFFECTS: bool = false;

    fn step(&mut self, _: Emission<'_>, _: &[Effect]) -> Result<bool, LimitHit> {
        Ok(false)
    }

    #[inline]
    fn touches(&mut self, site: SiteId) -> bool {
        self.found |= site == self.site;
        self.found
    }

    #[inline]
    fn pay(&mut self, fuel: u32) -> Result<(), LimitHit> {
        self.fuel.spend(u64::from(fuel))
    }
}

/// Whether a piece of `side` on `site` could be captured; if none stands there, one of `kind` is
/// thought to.
#[allow(clippy::too_many_arguments)] // Every one is a fact of the question; a struct would only rename them.
pub(crate) fn attacked(
    game: &CompiledGame,
    state: &State,
    site: SiteId,
    side: PlayerId,
    kind: PieceTypeId,
    class: Option<MoveClassId>,
    registers: &mut Registers,
    thought: &mut Option<State>,
) -> Result<bool, LimitHit> {
    let stands = state.piece(site).is_some_and(|piece| piece.owner == side);
    if stands {
        let enemies = game.enemies(side);
        return captured_by(game, state, site, enemies, SiteId::NONE, class, registers);
    }
    // No candidate attacker is left.
    registers.pay(game, (game.enemies(side).len() * game.set_words()) as u64)?;
    if !game.enemies(side).iter().any(|&enemy| game.reach().any_candidate(game, state, enemy, site)) {
        return Ok(false);
    }
    let state = think(game, state, site, Piece { kind, owner: side }, thought, registers)?;
    captured_by(game, state, site, game.enemies(side), SiteId::NONE, class, registers)
}

/// Whether the side of a run could recapture on `site`.
pub(crate) fn defended(
    context: &Context<'_>,
    site: SiteId,
    class: Option<MoveClassId>,
    registers: &mut Registers,
    thought: &mut Option<State>,
) -> Result<bool, LimitHit> {
    let Context { game, side, kind, .. } = *context;
    let Some(&enemy) = game.enemies(side).first() else { return Ok(false) };
    let state = think(game, context.state, site, Piece { kind, owner: enemy }, thought, registers)?;
    captured_by(game, state, site, &[side], context.start, class, registers)
}

/// The state with a piece thought to stand on a site.
fn think<'a>(
    game: &CompiledGame,
    state: &State,
    site: SiteId,
    piece: Piece,
    thought: &'a mut Option<State>,
    registers: &mut Registers,
) -> Result<&'a State, LimitHit> {
    registers.pay(game, (game.layout_ref().state_bytes() / COPIED_PER_FUEL) as u64)?;
    let thought = thought.get_or_insert_with(|| state.clone());
    thought.clone_from(state);
    let mut log = UndoLog::new();
    let mut change = Change::begin(game.layout_ref(), thought, &mut log);
    change.clear(site);
    change.place(site, piece);
    Ok(thought)
}

/// Whether a piece of one of `players`, not the one on `except`, could capture what stands on
/// `site`.
fn captured_by(
    game: &CompiledGame,
    state: &State,
    site: SiteId,
    players: &[PlayerId],
    except: SiteId,
    class: Option<MoveClassId>,
    registers: &mut Registers,
) -> Result<bool, LimitHit> {
    registers.pay(game, (players.len() * game.set_words()) as u64)?;
    let mut sink = Attack { site, found: false, fuel: Fuel::rest(registers.fuel, game.fuel()) };
    for &player in players {
        let candidates = game.reach().candidates(game, player, site);
        for (index, &held) in state.held(game.layout_ref(), player).iter().enumerate() {
            for bit in Bits(held & candidates.word(index)) {
                let start = SiteId::at(index * 64 + bit);
                let Some(piece) = state.piece(start).filter(|_| start != except) else { continue };
                let entries = game.entries(piece.kind);
                sink.fuel.spend((1 + entries.len() / ENTRIES_PER_FUEL) as u64)?;
                for (entry, move_entry) in entries.iter().enumerate() {
                    if class.is_some() && move_entry.class != class || !candidates.entry(piece.kind, entry, start) {
                        continue;
                    }
                    let of = Run {
                        game,
                        program: game.program(move_entry.rule, player),
                        state,
                        mover: player,
                        side: player,
                        kind: piece.kind,
                        class: move_entry.class,
                        start,
                        drops: false,
                        rule: move_entry.rule,
                    };
                    sink.pay(RUN_COST).map_err(|hit| hit.in_rule(move_entry.rule))?;
                    run(&of, registers, None, &mut sink)?;
                    if sink.found {
                        registers.fuel = sink.fuel.left();
                        return Ok(true);
                    }
                }
            }
        }
    }
    registers.fuel = sink.fuel.left();
    Ok(false)
}
