//! Lists of legal moves with their effects, in the order of the reference interpreter.

use dagaz_core::{EndingId, Fuel, LimitHit, MoveList, PlayerId, RuleId, State};
use dagaz_rules::PassRule;
use dagaz_rules::path::{NameId, PathSlot};

use super::super::draft::Draft;
use super::super::game::PathGame;
use super::super::move_equality;
use super::super::movegen::{Machine, NONE, bits, has, is_empty};
use super::super::position::Bitset;
use super::super::priority::Generator;
use super::super::walker::{Flow, Halt};
use super::{Compiled, with_machine};

impl<const W: usize> Generator for Machine<'_, W> {
    /// Site after site, each with the rules of its piece, then the rules without a piece.
    fn find(&mut self, allowed: &dyn Fn(NameId) -> bool) -> Flow {
        let game = self.game;
        let allowed = |rule: RuleId| allowed(game.rules.rules[rule.index()].name);
        let mut starts: Vec<(RuleId, Bitset<W>)> = Vec::new();
        let mut sites = [0; W];
        for (kind, piece) in game.rules.pieces.iter().enumerate() {
            let movable = self.movable(kind);
            if is_empty(&movable) {
                continue;
            }
            for call in piece.moves.iter().filter(|call| allowed(call.rule)) {
                let from = self.starts(call.rule, &movable);
                (0..W).for_each(|word| sites[word] |= from[word]);
                starts.push((call.rule, from));
            }
        }
        for site in bits(sites) {
            for (rule, from) in &starts {
                if has(from, site) {
                    self.list(*rule, site);
                }
            }
        }
        let slot = &game.rules.slots[self.slot().index()];
        for call in game.rules.moves_in(slot).filter(|call| allowed(call.rule)) {
            self.list(call.rule, NONE);
        }
        if self.fuel == 0 { Err(Halt::Enough) } else { Ok(()) }
    }

    fn drafts(&mut self) -> &mut Vec<Draft> {
        &mut self.memory.drafts
    }

    fn keeps_forbidden(&mut self) -> &mut bool {
        &mut self.keeps_forbidden
    }
}

/// The ending of a game and its player, if it is over.
type Ended = Option<(EndingId, PlayerId)>;

impl<const W: usize> Machine<'_, W> {
    /// Drafts the legal moves of the player to move, each once; `None` where a limit is near.
    pub(super) fn drafted(&mut self, slot: &PathSlot) -> Option<Vec<Draft>> {
        let game = self.game;
        self.begin_turn(slot.mover);
        (self.drafts_moves, self.notes_effects) = (true, true);
        self.memory.drafts.clear();
        self.draft_parts = 0;
        self.bests = game.bests(slot);
        let flow = game.draft(self, slot);
        (self.drafts_moves, self.notes_effects) = (false, self.plan.asks_now);
        if flow.is_err() || self.fuel == 0 {
            return None;
        }
        let mut drafts = std::mem::take(&mut self.memory.drafts);
        game.keep_the_best(slot, &mut drafts, false);
        if !game.chance_moves(slot) {
            move_equality::merge(&mut drafts, game.rules.distinct);
        }
        Some(drafts)
    }

    /// Lists the legal moves of the position, or returns how the game has ended; the outer `None`
    /// if only the reference interpreter can decide.
    fn list_moves(&mut self, list: &mut MoveList) -> Option<Ended> {
        let game = self.game;
        self.between_turns();
        let early = self.ended(false);
        if self.fuel == 0 {
            return None;
        }
        let before_moves =
            |ended: &(EndingId, PlayerId)| game.endings[..ended.0.index()].iter().all(|ending| !ending.looks_at_moves);
        if early.as_ref().is_some_and(before_moves) {
            return Some(early);
        }
        let slot = &game.rules.slots[self.slot().index()];
        if let Some(roll) = &slot.roll {
            game.list_throws(self.memory.position.words(), slot.mover, roll, list);
            return Some(None);
        }
        let drafts = self.drafted(slot)?;
        if drafts.is_empty() || self.must_leave() {
            return None;
        }
        if game.endings_look_at_moves {
            let late = self.ended(true);
            if self.fuel == 0 {
                return None;
            }
            if let Some(ended) = [early, late].into_iter().flatten().min_by_key(|ended| ended.0) {
                return Some(Some(ended));
            }
        }
        drafts.iter().for_each(|draft| draft.push(list));
        if game.rules.pass == PassRule::Free {
            list.push_pass();
        }
        list.check(&game.limits).ok().map(|()| None)
    }
}

impl Compiled {
    /// Lists the legal moves of a state, or returns how the game has ended; the outer `None` if
    /// only the reference interpreter can decide: the player to move has no move, or a limit is
    /// near.
    pub(in crate::paths) fn list(
        &self,
        game: &PathGame,
        state: &State,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Option<Result<Ended, LimitHit>> {
        let (listed, used, too_long) = with_machine!(self, game, |machine| {
            machine.load(state);
            machine.set_budget(fuel);
            (machine.list_moves(list), machine.used(), machine.too_long.take())
        });
        let Some(ended) = listed else {
            list.clear();
            // The reference interpreter would list the same moves up to the same limit.
            return too_long.map(|hit| {
                fuel.spend(used.min(fuel.left()))?;
                Err(hit)
            });
        };
        Some(fuel.spend(used.min(fuel.left())).map(|()| ended))
    }

    /// Drafts the legal moves of a state, passes aside; `None` where a limit is near.
    pub(in crate::paths) fn drafted(&self, game: &PathGame, state: &State, fuel: &mut Fuel<'_>) -> Option<Vec<Draft>> {
        let slot = game.slot(state);
        let (drafts, used) = with_machine!(self, game, |machine| {
            machine.load(state);
            machine.set_budget(fuel);
            (machine.drafted(slot), machine.used())
        });
        // What the machine gave up costs nothing: the reference interpreter spends the same fuel.
        let drafts = drafts?;
        fuel.spend(used.min(fuel.left())).ok()?;
        Some(drafts)
    }

    /// Returns the ending of a state; the outer `None` if only the reference interpreter can
    /// decide.
    pub(in crate::paths) fn ending(&self, game: &PathGame, state: &State) -> Option<Ended> {
        with_machine!(self, game, |machine| {
            machine.load(state);
            machine.ending()
        })
    }
}
