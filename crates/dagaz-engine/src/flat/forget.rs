//! What is forgotten at the end of a turn, because it can no longer matter; the walker says when that is.

use dagaz_core::{Layout, Piece, PlayerId};

use super::Declined;
use super::codes::{CodeSet, Codes};
use super::entries::PieceRule;
use super::list::FlatList;
use super::machine::Question;
use super::moves::Runner;
use super::state::{FlatState, Mark, NOWHERE};
use super::tables::Tables;
use crate::beside::Beside;
use crate::game::CompiledGame;
use crate::program::{Op, Test};

/// Pieces that have not moved, of which it matters only while others have not either.
#[derive(Debug)]
struct Right {
    /// Their codes.
    unmoved: CodeSet,
    /// What has to be there: for one of these lists a piece of each of its sets.
    beside: Vec<Vec<CodeSet>>,
}

/// When it is forgotten that pieces have not moved.
#[derive(Debug, Default)]
pub(crate) struct Rights {
    list: Vec<Right>,
    /// The codes that may have to be forgotten of, or that others wait for.
    involved: CodeSet,
    /// For each code that of the same piece, of which nothing is known.
    moved: Box<[u8]>,
}

impl Rights {
    pub(crate) fn of(beside: &Beside, codes: &Codes, layout: &Layout, players: usize) -> Rights {
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

/// From where it is asked whether the last move went to a site.
#[derive(Debug, Default)]
pub(crate) struct AskLast {
    /// For each player and site the sites, and the codes that ask from there.
    from: Vec<Vec<(u16, CodeSet)>>,
    /// Whether it is asked in other ways, too.
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

    /// Whether some piece of a player asks for a last move that went to a site.
    #[inline]
    fn is_asked<const W: usize>(&self, state: &FlatState<W>, side: PlayerId, to: u16) -> bool {
        self.otherwise
            || self.from[side.index() * self.sites + usize::from(to)]
                .iter()
                .any(|(from, codes)| codes >> state.code(usize::from(*from)) & 1 == 1)
    }
}

impl<const W: usize> FlatState<W> {
    fn has_any(&self, codes: CodeSet) -> bool {
        let mut rest = codes;
        while rest != 0 {
            if !self.set(rest.trailing_zeros() as u8).is_empty() {
                return true;
            }
            rest &= rest - 1;
        }
        false
    }

    /// Forgets rights that have died since a mark.
    #[inline]
    fn forget_rights(&mut self, tables: &Tables, rights: &Rights, before: Mark) {
        if rights.involved != 0 && self.has_changed(before, rights.involved) {
            self.forget_dead_rights(tables, rights);
        }
    }

    #[cold]
    fn forget_dead_rights(&mut self, tables: &Tables, rights: &Rights) {
        // What is forgotten of one may be what another waits for.
        let is_dead = |state: &Self, right: &Right| {
            let waits = |others: &Vec<CodeSet>| others.iter().all(|codes| state.has_any(*codes));
            state.has_any(right.unmoved) && !right.beside.iter().any(waits)
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
    /// Forgets what can no longer matter, once the turn that began at a mark is over.
    #[inline]
    pub(crate) fn forget(&mut self, state: &mut FlatState<W>, before: Mark) -> Result<(), Declined> {
        let game = self.game;
        let Some(beside) = &game.tables.beside else { return Ok(()) };
        // Where no position is compared with an earlier one it would be work for nothing.
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
