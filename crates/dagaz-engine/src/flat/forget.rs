//! Drops castling rights and en passant squares that no longer matter, at the end of a turn.
//!
//! The reference interpreter (`paths/forget.rs`) defines when that is. This module does not read
//! rules.

use dagaz_core::{Layout, Piece, PlayerId};

use super::Declined;
use super::codes::{CodeSet, Codes};
use super::entries::PieceRule;
use super::list::FlatList;
use super::machine::Question;
use super::moves::Runner;
use super::state::{FlatState, Mark, NOWHERE};
use super::tables::Tables;
use crate::extra_state::ExtraState;
use crate::game::CompiledGame;
use crate::program::{Op, Test};

/// A right of one player's unmoved pieces that depends on other unmoved pieces.
#[derive(Debug)]
struct Right {
    /// The codes of these pieces.
    unmoved: CodeSet,
    /// The alternatives. The right lives while one alternative has a piece of each of its sets.
    beside: Vec<Vec<CodeSet>>,
}

/// The rights of all players, and how to drop them.
#[derive(Debug, Default)]
pub(crate) struct Rights {
    list: Vec<Right>,
    /// The codes that occur in any right. Other changes of the board need no check.
    involved: CodeSet,
    /// For each code the code of the same piece without its right.
    moved: Box<[u8]>,
}

impl Rights {
    pub(crate) fn of(beside: &ExtraState, codes: &Codes, layout: &Layout, players: usize) -> Rights {
        let Some((attribute, rights)) = &beside.rights else { return Rights::default() };
        let Some(bit) = layout.attribute_bit(*attribute).map(|shift| 1u32 << shift) else { return Rights::default() };
        let unmoved = |player, kinds: &[_]| {
            let is_meant = |piece: Piece| piece.owner == player && kinds.contains(&piece.kind);
            codes.set_where(|word| word & bit != 0 && Piece::from_word(word).is_some_and(is_meant))
        };
        let mut list = Vec::new();
        for player in (0..players).map(PlayerId::at) {
            for right in rights {
                let others =
                    |others: &Vec<Vec<_>>| others.iter().map(|kinds| unmoved(player, kinds)).collect::<Vec<_>>();
                let beside = right.beside.iter().map(others).collect();
                list.push(Right { unmoved: unmoved(player, &[right.kind]), beside });
            }
        }
        let all = |right: &Right| right.beside.iter().flatten().fold(right.unmoved, |all, codes| all | codes);
        let involved = list.iter().fold(0, |set, right| set | all(right));
        let moved = (0..codes.len() as u8).map(|code| codes.code(codes.word(code) & !bit));
        Rights { involved, moved: moved.collect(), list }
    }
}

/// The pieces whose moves depend on the last move.
#[derive(Debug, Default)]
pub(crate) struct AskLast {
    /// For each player and target of the last move: the sites and codes of such pieces.
    from: Vec<Vec<(u16, CodeSet)>>,
    /// Whether drops or resumed programs depend on the last move. Then all states need the full
    /// check.
    otherwise: bool,
    sites: usize,
}

impl AskLast {
    pub(crate) fn of(game: &CompiledGame, tables: &Tables, rules: &[std::sync::Arc<PieceRule>]) -> AskLast {
        let (sites, players) = (tables.sites, tables.owners - 1);
        let mut asked = AskLast { from: vec![Vec::new(); players * sites], otherwise: false, sites };
        for rule in rules {
            let side = rule.side.index();
            for (start, graph) in rule.graphs.iter().enumerate() {
                for question in &graph.questions {
                    match question {
                        Question::LastTo(to) if !rule.drops => {
                            let from = &mut asked.from[side * sites + to.index()];
                            if from.last() != Some(&(start as u16, rule.own)) {
                                from.push((start as u16, rule.own));
                            }
                        }
                        Question::LastTo(_) | Question::LastFrom(_) => asked.otherwise = true,
                        _ => {}
                    }
                }
            }
            let asks = |op: &Op| matches!(op, Op::Unless { test: Test::LastTo | Test::LastFrom, .. });
            asked.otherwise |= rule.is_resumed() && game.program(rule.rule, rule.side).ops.iter().any(asks);
        }
        asked
    }

    /// Returns whether a piece of the player may have a move that depends on a last move to a site.
    #[inline]
    fn is_asked<const W: usize>(&self, state: &FlatState<W>, side: PlayerId, to: u16) -> bool {
        self.otherwise
            || self.from[side.index() * self.sites + usize::from(to)]
                .iter()
                .any(|(from, codes)| codes >> state.code(usize::from(*from)) & 1 == 1)
    }
}

impl<const W: usize> FlatState<W> {
    /// Drops rights that ended since a mark.
    #[inline]
    fn forget_rights(&mut self, tables: &Tables, rights: &Rights, before: Mark) {
        if rights.involved != 0 && self.has_changed(before, rights.involved) {
            self.forget_dead_rights(tables, rights);
        }
    }

    #[cold]
    fn forget_dead_rights(&mut self, tables: &Tables, rights: &Rights) {
        // A dropped right may end another one.
        let is_dead = |state: &Self, right: &Right| {
            let waits = |others: &Vec<CodeSet>| others.iter().all(|codes| state.has_any_of(*codes));
            state.has_any_of(right.unmoved) && !right.beside.iter().any(waits)
        };
        while let Some(right) = rights.list.iter().find(|right| is_dead(self, right)) {
            let mut codes = right.unmoved;
            while codes != 0 {
                let code = codes.trailing_zeros() as u8;
                for site in self.set(code).iter() {
                    self.put(tables, site, rights.moved[usize::from(code)]);
                }
                codes &= codes - 1;
            }
        }
    }
}

impl<const W: usize> Runner<'_, W> {
    /// Drops rights and the last move where they no longer matter. The turn began at the mark.
    #[inline]
    pub(crate) fn forget(&mut self, state: &mut FlatState<W>, before: Mark) -> Result<(), Declined> {
        let game = self.game;
        let Some(beside) = &game.tables.beside else { return Ok(()) };
        // Only repetition depends on it, and this state keeps no history.
        if state.forgetful {
            return Ok(());
        }
        state.forget_rights(&game.tables, &beside.rights, before);
        if beside.forgets_last && state.facts.last_to != NOWHERE {
            self.forget_last(state)?;
        }
        Ok(())
    }

    fn forget_last(&mut self, state: &mut FlatState<W>) -> Result<(), Declined> {
        let game = self.game;
        let side = game.slot(state.facts.slot).side;
        if !game.asking.is_asked(state, side, state.facts.last_to) {
            state.forget_last(&game.tables);
            return Ok(());
        }
        let (mut now, mut then) = (self.spare.pop().unwrap_or_default(), self.spare.pop().unwrap_or_default());
        let mark = state.mark();
        let listed = self.legal(state, &mut now).and_then(|()| {
            state.forget_last(&game.tables);
            self.legal(state, &mut then)
        });
        if listed.is_err() || !same_moves(&now, &then) {
            state.undo(&game.tables, mark);
        }
        self.spare.extend([now, then]);
        listed
    }
}

fn same_moves(one: &FlatList, other: &FlatList) -> bool {
    one.len() == other.len()
        && (0..one.len()).all(|index| {
            let (a, b) = (one.get(index), other.get(index));
            let same = |(a, b)| one.is_same_step(a, other, b);
            a.len() == b.len() && a.iter().zip(b).all(same)
        })
}
