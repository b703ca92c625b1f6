//! Generation of moves and effects: which operation does what.

use crate::ludeme::op::{self, Moves as Op, Play};

use super::action::{Action, Moves};
use super::position::{COUNTER, NEXT};
use super::run::Run;

impl<'g> Run<'g> {
    /// Adds the moves of a generator to a list.
    pub(crate) fn generate(&mut self, play: &'g Play, out: &mut Moves) {
        if !self.enter() {
            return;
        }
        let start = out.list.len();
        // Conditions on what follows a move can be tested later where nothing depends on the number
        // of moves.
        let postpones = self.postpones;
        self.postpones &= matches!(play.op.as_ref(), Op::If(..) | Op::Or(_) | Op::Same(_) | Op::Do { .. });
        self.generate_op(play, out);
        self.postpones = postpones;
        let applies_itself = matches!(play.op.as_ref(), Op::MaxMoves(_) | Op::MaxCaptures(_));
        if !applies_itself && !makes_own(&play.op) {
            out.append_then(start, play.then);
        }
        self.leave();
    }

    fn generate_op(&mut self, play: &'g Play, out: &mut Moves) {
        let then = play.then;
        match play.op.as_ref() {
            Op::Nothing => {}
            // A note changes nothing, but can have a consequence.
            Op::Note => self.emit(out, None, (-1, -1), &[], then),
            Op::Pass => self.emit(out, None, (-1, -1), &[Action::Pass { forced: false }], then),
            Op::Add { pieces, to, count, stack } => self.add(pieces.as_ref(), to, count.as_ref(), *stack, then, out),
            Op::Step { from, directions, to, stack } => self.step(from, directions, to, *stack, then, out),
            Op::Slide { from, directions, between, to, stack } => {
                self.slide(from, directions, between, to, *stack, then, out);
            }
            Op::SlideTrack { turns, from, tracks, between, to } => {
                self.slide_track(*turns, from, tracks, between, to, then, out)
            }
            Op::Hop { from, directions, between, to, stack } => {
                self.hop(from, directions, between, to, *stack, then, out);
            }
            Op::Leap { from, targets, forward, to } => self.leap(from, targets, *forward, to, then, out),
            Op::Shoot { pieces, from, directions, to, .. } => self.shoot(pieces, from, directions, to, then, out),
            Op::FromTo { from, to, count, copy, stack } => {
                self.carry_from_to(from, to, count.as_ref(), copy.as_ref(), *stack, then, out);
            }
            Op::Select { from, to } => self.select(from, to.as_ref(), then, out),
            Op::Remove { ty, sites, level, deferred, count } => {
                self.remove(*ty, sites, level.as_ref(), *deferred, count.as_ref(), then, out);
            }
            Op::Promote { ty, site, pieces } => self.promote(*ty, site, pieces, then, out),
            Op::SwapPieces(one, two) => self.swap_pieces(one, two, then, out),
            Op::SwapPlayers(one, two) => {
                let (one, two) = (self.number(one), self.number(two));
                self.emit(out, None, (-1, -1), &[Action::Swap { one: one as u8, two: two as u8 }], then);
            }
            Op::Custodial { from, ty, directions, between, to } => {
                self.custodial(from, *ty, directions, between, to, out);
            }
            Op::Surround { from, ty, directions, between, to, except } => {
                self.surround(from, *ty, directions, between, to, except.as_ref(), out);
            }
            Op::Enclose { from, ty, directions, between } => self.enclose(from, *ty, directions, between, out),
            Op::Intervene { from, ty, lines, between, to } => self.intervene(from, *ty, *lines, between, to, out),
            Op::Directional { from, ty, directions, to } => self.directional(from, *ty, directions, to, out),
            Op::Attract { from, ty, directions } => self.attract(from, *ty, directions, then, out),
            Op::Sow(sow) => self.sow(sow, then, out),
            Op::Flip { ty, site } => self.flip(*ty, site, then, out),
            Op::AddScore(pairs) => self.add_score(pairs, then, out),
            Op::SetScore(players, value) => {
                let players = self.players(players);
                let value = self.number(value);
                let block = self.block(crate::ludeme::Block::Score);
                self.set_players(players, block, value, then, out);
            }
            Op::SetPlayerValue(players, value) => {
                let players = self.players(players);
                let value = self.number(value);
                let block = self.block(crate::ludeme::Block::Value);
                self.set_players(players, block, value, then, out);
            }
            Op::SetRegister(register, value) => {
                let value =
                    value.as_ref().map_or(if *register == COUNTER { -1 } else { 0 }, |value| self.number(value));
                self.one(out, Action::Register { register: *register as u32, value }, then);
            }
            Op::SetVar(_, register, value) => {
                let value = self.number(value);
                self.one(out, Action::Register { register: *register as u32, value }, then);
            }
            Op::SetPending(place) => self.set_pending(place.as_ref(), then, out),
            Op::SetFacet { facet, ty, at, level, value } => {
                self.set_facet(*facet, *ty, at, level.as_ref(), value, then, out);
            }
            Op::SetCount { ty, at, value } => self.set_count(*ty, at, value, then, out),
            Op::SetNextPlayer(players) => {
                for player in self.array(players) {
                    if 0 <= player && player as usize <= self.rules.ground.players {
                        self.one(out, Action::Next { player: player as u8 }, then);
                    }
                }
            }
            Op::SetTeam(team, players) => {
                let team = self.number(team);
                let block = self.block(crate::ludeme::Block::Team);
                let mut actions = Vec::new();
                for player in players {
                    let player = self.number(player).max(0) as usize;
                    actions.push(Action::Register { register: (block + player) as u32, value: team });
                }
                self.emit(out, None, (-1, -1), &actions, then);
            }
            Op::MoveAgain => {
                let player = self.mover() as u8;
                self.one(out, Action::Next { player }, then);
            }
            Op::Remember(list, value, unique) => {
                let value = self.number(value);
                if !(*unique && self.position.remembered[*list].contains(&value)) {
                    self.one(out, Action::Remember { list: *list as u32, value }, then);
                }
            }
            Op::Forget(list, value) => self.forget(*list, value.as_ref(), then, out),
            Op::Trigger(event, players) => {
                let players = self.players(players);
                for player in 0..=self.rules.ground.players + 1 {
                    if players >> player & 1 != 0 {
                        let register = self.event_register(*event, player) as u32;
                        self.one(out, Action::Register { register, value: 1 }, then);
                    }
                }
            }
            Op::Roll => self.roll(then, out),
            Op::Apply { test, effect } => {
                if self.holds(test.as_ref())
                    && let Some(effect) = effect
                {
                    self.generate(effect, out);
                }
            }
            Op::If(test, yes, no) => {
                if self.truth(test) {
                    self.generate(yes, out);
                } else if let Some(no) = no {
                    self.generate(no, out);
                }
            }
            Op::Or(list) => list.iter().for_each(|one| self.generate(one, out)),
            Op::Same(one) => self.generate(one, out),
            Op::Append(one) => self.append(one, out),
            Op::AllCombinations(one, two) => self.combinations(one, two, out),
            Op::Priority(list) => {
                for one in list {
                    let start = out.list.len();
                    self.generate(one, out);
                    if out.list.len() > start {
                        break;
                    }
                }
            }
            Op::Sequence(list) => self.sequence(list, out),
            Op::While(test, one) => self.while_holds(test, one, out),
            Op::Do { prior, next, after } => self.perform(prior, next.as_ref(), after.as_ref(), out),
            Op::MaxMoves(one) => self.longest(one, false, out),
            Op::MaxCaptures(one) => self.longest(one, true, out),
            Op::FirstMoveOnTrack(track, one) => self.first_on_track(track, one, out),
            Op::ForEachPiece(each) => self.for_each_piece(each, out),
            Op::ForEachSite { region, play, otherwise, .. } => {
                self.for_each_site(region, play, otherwise.as_ref(), then, out);
            }
            Op::ForEachDirection { from, directions, between, to, play } => {
                self.for_each_direction(from, directions, between, to.as_ref(), play.as_ref(), then, out);
            }
            Op::ForEachPlayer(players, play) => {
                let players = self.players(players);
                let players = (0..32).filter(|player| players >> player & 1 != 0).collect();
                self.for_each_value(op::Bound::Player, players, play, out);
            }
            Op::ForEachArrayPlayer(players, play) => {
                let players = self.array(players);
                self.for_each_value(op::Bound::Player, players, play, out);
            }
            Op::ForEachValue { low, high, play } => {
                let (low, high) = (self.number(low), self.number(high));
                let high = high.min(low.saturating_add(100_000));
                self.for_each_value(op::Bound::Value, (low..=high).collect(), play, out);
            }
            Op::ForEachElement(array, play) => {
                let values = self.array(array);
                self.for_each_value(op::Bound::Value, values, play, out);
            }
            Op::ForEachDie { replay_double, test, play } => {
                let replay_double = self.truth(replay_double);
                self.for_each_die(replay_double, test.as_ref(), play, out);
            }
            Op::ForEachLevel { ty, site, from_top, play } => self.for_each_level(*ty, site, *from_top, play, out),
            Op::ForEachGroup { query, play } => self.for_each_group(query, play, out),
        }
    }

    /// Adds a move of one action without a place.
    pub(crate) fn one(&mut self, out: &mut Moves, action: Action, then: Option<usize>) {
        self.emit(out, None, (-1, -1), &[action], then);
    }

    fn append(&mut self, one: &'g Play, out: &mut Moves) {
        let mut list = self.take_list();
        self.generate(one, &mut list);
        if !list.list.is_empty() {
            let (from, to) = (list.list[0].from, list.list[0].to);
            self.emit(out, Some(&list), (from, to), &[], None);
        }
        self.give_list(list);
    }

    fn combinations(&mut self, one: &'g Play, two: &'g Play, out: &mut Moves) {
        let (mut first, mut second) = (self.take_list(), self.take_list());
        self.generate(one, &mut first);
        self.generate(two, &mut second);
        let mut pair = self.take_list();
        for a in &first.list {
            for b in &second.list {
                pair.clear();
                pair.copy_from(&first, a);
                pair.copy_from(&second, b);
                self.emit(out, Some(&pair), (a.from, a.to), &[], None);
            }
        }
        self.give_list(pair);
        self.give_list(first);
        self.give_list(second);
    }

    /// Returns the first register of a block of players.
    pub(crate) fn block(&self, block: crate::ludeme::Block) -> usize {
        crate::ludeme::block_start(self.rules.ground.players, block)
    }

    /// Returns whether the mover would move again.
    pub(crate) fn moves_again(&self) -> bool {
        self.position.get(NEXT) == self.mover_number()
    }
}

/// Returns whether an operation gives its moves the consequence itself.
fn makes_own(op: &Op) -> bool {
    !matches!(
        op,
        Op::Custodial { .. }
            | Op::Surround { .. }
            | Op::Enclose { .. }
            | Op::Intervene { .. }
            | Op::Directional { .. }
            | Op::Apply { .. }
            | Op::If(..)
            | Op::Or(_)
            | Op::Same(_)
            | Op::Append(_)
            | Op::AllCombinations(..)
            | Op::Priority(_)
            | Op::Sequence(_)
            | Op::While(..)
            | Op::Do { .. }
            | Op::FirstMoveOnTrack(..)
            | Op::ForEachPiece(_)
            | Op::ForEachPlayer(..)
            | Op::ForEachArrayPlayer(..)
            | Op::ForEachValue { .. }
            | Op::ForEachElement(..)
            | Op::ForEachDie { .. }
            | Op::ForEachLevel { .. }
            | Op::ForEachGroup { .. }
    )
}
