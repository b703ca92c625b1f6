//! Retreat: which moves can be taken back by further play.
//!
//! A piece that left a site may come back to it or not; a draughts man never does. What a type can
//! do is found by moving one piece of it alone over an empty board: a move is irreversible if no
//! path of quiet moves leads back.

use std::sync::OnceLock;

use dagaz_core::{Change, Effect, Fuel, LimitHit, MoveRef, Piece, SiteId, SiteSet, State, UndoLog, undo};

use crate::game::CompiledGame;
use crate::vm::{Emission, Run, Scratch, Sink};

/// Boards beyond this many sites are not analysed: the tables would be larger than they are worth.
const SITES_MAX: usize = 4_096;

/// For each (player, type), on demand: the sites that can be reached from each site. `None`: too
/// large, so every move is assumed to be reversible.
#[derive(Debug)]
pub(crate) struct Retreat {
    reached: Vec<OnceLock<Option<Vec<SiteSet>>>>,
}

impl Retreat {
    pub(crate) fn new(count: usize) -> Retreat {
        Retreat { reached: (0..count).map(|_| OnceLock::new()).collect() }
    }

    /// Whether no further play can restore what `chosen` changes.
    pub(crate) fn is_irreversible(&self, game: &CompiledGame, state: &State, chosen: MoveRef<'_>) -> bool {
        let effects = chosen.steps().flat_map(|(_, effects)| effects.iter().copied());
        let returns = |piece, from, to| self.can_return(game, piece, from, to);
        is_irreversible(effects, chosen.origin(), |site| state.piece(site), returns)
    }

    /// Whether a piece that goes from one site to another can come back by moves of its own.
    pub(crate) fn can_return(&self, game: &CompiledGame, piece: Piece, from: SiteId, to: SiteId) -> bool {
        let index = piece.owner.index() * game.kind_count() + piece.kind.index();
        let Some(cell) = self.reached.get(index) else { return true };
        let reached = cell.get_or_init(|| wanderings(game, piece));
        reached.as_ref().is_none_or(|reached| reached[to.index()].contains(from))
    }
}

/// Whether no further play can restore what the effects of a move change, that of a piece from
/// `origin`. `stands` tells what stands on a site before the move, `returns` whether a piece that
/// goes from one site to another can come back.
pub(crate) fn is_irreversible(
    mut effects: impl Iterator<Item = Effect>,
    origin: SiteId,
    stands: impl Fn(SiteId) -> Option<Piece>,
    returns: impl Fn(Piece, SiteId, SiteId) -> bool,
) -> bool {
    // A site that the move itself has left may be entered again.
    let mut left = Vec::new();
    effects.any(|effect| match effect {
        Effect::Together { .. } | Effect::Set { .. } => false,
        Effect::Move { from, to } => {
            let captures = stands(to).is_some() && !left.contains(&to);
            left.push(from);
            // Within a chain the piece that moves is the one that stood on the origin.
            let piece = stands(from).or_else(|| origin.some().and_then(&stands));
            captures || !piece.is_none_or(|piece| returns(piece, from, to))
        }
        _ => true,
    })
}

/// For each site all sites to which a lone piece can get from it in any number of its own moves;
/// none if that is too much work to find out.
fn wanderings(game: &CompiledGame, piece: Piece) -> Option<Vec<SiteSet>> {
    let sites = game.board().sites();
    if sites > SITES_MAX {
        return None;
    }
    let mut fuel = Fuel::new(game.fuel());
    let (mut state, mut log, mut scratch) = (State::empty(game.layout_ref()), UndoLog::new(), Scratch::default());
    let mut direct = Vec::with_capacity(sites);
    for start in (0..sites).map(SiteId::at) {
        let mut sink = Targets { found: SiteSet::empty(sites), fuel: &mut fuel };
        Change::begin(game.layout_ref(), &mut state, &mut log).place(start, piece);
        for entry in game.entries(piece.kind) {
            let run = Run {
                game,
                program: game.program(entry.rule, piece.owner),
                state: &state,
                mover: piece.owner,
                side: piece.owner,
                kind: piece.kind,
                class: entry.class,
                start,
                drops: false,
                rule: entry.rule,
            };
            // A rule that meets a limit of its own here will meet it in play too, and be reported
            // there.
            scratch.run(&run, &mut sink).ok()?;
        }
        undo(game.layout_ref(), &mut state, &mut log);
        direct.push(sink.found);
    }
    let mut reached = Vec::with_capacity(sites);
    for start in 0..sites {
        let (mut seen, mut waiting) = (SiteSet::empty(sites), vec![SiteId::at(start)]);
        while let Some(site) = waiting.pop() {
            for next in direct[site.index()].iter() {
                if !seen.contains(next) {
                    seen.insert(next);
                    waiting.push(next);
                }
            }
        }
        reached.push(seen);
    }
    Some(reached)
}

/// Notes where steps lead.
struct Targets<'a> {
    found: SiteSet,
    fuel: &'a mut Fuel<'static>,
}

impl Sink for Targets<'_> {
    const EFFECTS: bool = true;

    fn step(&mut self, emission: Emission<'_>, effects: &[Effect]) -> Result<bool, LimitHit> {
        let moved = effects.iter().any(|effect| matches!(effect, Effect::Move { .. }));
        let changed = effects.iter().any(|effect| matches!(effect, Effect::Become { .. }));
        if moved && !changed {
            self.found.insert(emission.target);
        }
        Ok(false)
    }

    fn pay(&mut self, fuel: u32) -> Result<(), LimitHit> {
        self.fuel.spend(u64::from(fuel))
    }
}
