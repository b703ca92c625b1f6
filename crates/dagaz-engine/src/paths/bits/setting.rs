//! What all positions of a game on a board of bits have in common.

use dagaz_core::{Layout, Piece, PieceTypeId, PlayerId, SiteId, word_key};
use dagaz_rules::path::{Act, Home, OwnerRef, Part, PathRules, PathSlot, RepeatsOf, Set, VarId, VariableKind};

use super::Bits;
use super::board::CODES_MAX;
use crate::paths::game::PathGame;
use crate::paths::survey::each_part;

/// See the [module documentation](self).
#[derive(Debug)]
pub(in crate::paths) struct Setting<B> {
    pub(in crate::paths) layout: Layout,
    pub(in crate::paths) sites: usize,
    /// The sites of the board.
    pub(in crate::paths) board: B,
    /// For each code its piece, and that piece's word in a state.
    pub(in crate::paths) pieces: Vec<(Piece, u32)>,
    /// For each code and site what such a piece there contributes to the key.
    pub(in crate::paths) keys: Box<[u64]>,
    /// For each code the word of a state that counts those in hand, if any ever wait there.
    pub(in crate::paths) supplies: Vec<Option<usize>>,
    pub(in crate::paths) slots: Vec<Slot>,
    /// Whether any rule asks for repetitions.
    pub(in crate::paths) remembers: bool,
    /// Counters of the last mover, and of consecutive passes if any rule asks.
    pub(in crate::paths) last_mover: usize,
    pub(in crate::paths) passes: Option<usize>,
    /// Maximum consecutive passes while no player has a move.
    pub(in crate::paths) passes_most: usize,
    /// The counter of turns, if any rule asks.
    pub(in crate::paths) turns: Option<usize>,
    /// The words of a state that hold uncompared numbers of the game, in the order of [`counters`].
    pub(in crate::paths) counters: Vec<usize>,
    pub(in crate::paths) steps_max: usize,
    pub(in crate::paths) moves_max: usize,
}

/// A slot of the turn order.
#[derive(Clone, Copy, Debug)]
pub(in crate::paths) struct Slot {
    pub(in crate::paths) mover: PlayerId,
    pub(in crate::paths) next: u16,
    /// What it contributes to the key.
    pub(in crate::paths) key: u64,
}

impl<B: Bits> Setting<B> {
    /// None if positions hold more than where pieces are and wait, whose turn it is, how many there
    /// have been, what the last move was and who passed.
    pub(in crate::paths) fn of(game: &PathGame) -> Option<Setting<B>> {
        let rules = &*game.rules;
        let sites = rules.topology.sites().len();
        let kinds = rules.pieces.len();
        let owners = owners(rules);
        let codes = kinds * owners.len();
        let (extras, spec) = (game.tables.extras, game.layout.spec());
        let plain = sites <= B::SITES
            && codes <= CODES_MAX
            && rules.everybody_chooses()
            && rules.dice.is_empty()
            && rules.outs.is_empty()
            && rules.levels == 1
            && game.tables.repeats.is_none_or(|of| of == RepeatsOf::Situation)
            && extras.passes_most <= usize::from(u8::MAX)
            && [extras.last_name, extras.outs, extras.seats].iter().all(Option::is_none)
            && spec.attributes.is_empty()
            && spec.variables == 0
            && !spec.keeps_last;
        if !plain {
            return None;
        }
        let places = game.layout.places();
        let piece = |code: usize| Piece { kind: PieceTypeId::at(code % kinds), owner: owners[code / kinds] };
        let pieces: Vec<(Piece, u32)> =
            (0..codes).map(|code| (piece(code), game.layout.fresh_word(piece(code)))).collect();
        let board = (0..sites).filter(|site| game.tables.board.contains(SiteId::at(*site)));
        let slot = |(index, slot): (usize, &PathSlot)| Slot {
            mover: slot.mover,
            next: slot.next.0,
            key: word_key(places.slot, index as u32),
        };
        let counter = |word: u16| places.variables + usize::from(word);
        Some(Setting {
            sites,
            board: board.fold(B::NONE, |all, site| all | B::one(site)),
            keys: pieces.iter().flat_map(|(_, word)| (0..sites).map(move |site| word_key(site, *word))).collect(),
            supplies: pieces.iter().map(|(piece, _)| game.layout.supply_word(*piece)).collect(),
            pieces,
            slots: rules.slots.iter().enumerate().map(slot).collect(),
            remembers: game.tables.repeats.is_some(),
            last_mover: counter(extras.last_mover),
            passes: extras.passes.map(counter),
            passes_most: extras.passes_most,
            turns: extras.turns.map(counter),
            counters: counters(rules).filter_map(|var| game.tables.word_of(var)).map(counter).collect(),
            steps_max: game.limits.steps,
            moves_max: game.limits.moves,
            layout: game.layout.clone(),
        })
    }
}

/// Returns the variables that hold uncompared numbers of the game.
pub(in crate::paths) fn counters(rules: &PathRules) -> impl Iterator<Item = VarId> {
    let counts = |var: &VarId| {
        let variable = &rules.variables[var.index()];
        variable.uncompared && variable.home == Home::Game && variable.kind == VariableKind::Number
    };
    (0..rules.variables.len()).map(VarId::at).filter(counts)
}

/// Possible owners on the board: the players, and "no owner" last if it occurs.
fn owners(rules: &PathRules) -> Vec<PlayerId> {
    let mut has_neutral = rules.setup.pieces.iter().any(|placed| placed.piece.owner == PlayerId::NONE);
    each_part(rules, &mut |part| {
        has_neutral |=
            matches!(part, Part::Act(Act::Put { owner, .. } | Act::Give { owner, .. }) if *owner == OwnerRef::Nobody);
    });
    (0..rules.players.len()).map(PlayerId::at).chain(has_neutral.then_some(PlayerId::NONE)).collect()
}

/// Whether there are no hooks before moves, before steps and at captures, and all players move
/// their own pieces.
pub(in crate::paths) fn only_closes(rules: &PathRules) -> bool {
    let hooks = [&rules.on_move_start, &rules.on_step_start, &rules.on_capture];
    let plain = |piece: &dagaz_rules::path::PathPiece| {
        let own = [&piece.on_move_start, &piece.on_step_start, &piece.on_capture];
        piece.of == Set::Mine && own.into_iter().all(Vec::is_empty)
    };
    hooks.into_iter().all(Vec::is_empty) && rules.pieces.iter().all(plain)
}
