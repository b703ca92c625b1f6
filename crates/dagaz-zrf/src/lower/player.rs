//! Players and the turn order.

use std::collections::HashSet;

use dagaz_core::{LimitHit, LimitKind, MoveClassId, PlayerId, PlayerKind, SlotId};
use dagaz_rules::{PieceType, Slot, TurnOrder};

use super::Lower;
use crate::expand::ItemId;
use dagaz_syntax::code::Code;
use dagaz_syntax::suggest;

impl Lower<'_> {
    /// Learns the players' names. A name that begins with `?` is a random mover's.
    pub(super) fn player_names(&mut self) {
        let Some(section) = self.needed("players", "(players White Black)") else { return };
        for item in self.rest(section).to_vec() {
            let Some(name) = self.x.word(item).map(str::to_string) else {
                self.wrong(item, "`players` lists names", "the name of a player");
                continue;
            };
            if self.players.find(&name).is_some() {
                let fault = self.fault(Code::RepeatedName, item, format!("player `{name}` is declared twice"));
                self.push(fault);
                continue;
            }
            if self.players.len() >= self.limits.players {
                self.limit(item, &LimitHit::new(LimitKind::Players, self.limits.players));
                break;
            }
            self.kinds.push(if name.starts_with('?') { PlayerKind::Random } else { PlayerKind::Chooser });
            self.players.add(&name);
        }
        if self.players.len() == 0 {
            self.wrong(section, "a game needs a player", "`(players White Black)`");
        }
    }

    /// Reads the turn order. Players without a part in it are neutral.
    pub(super) fn turn_order(&mut self) -> TurnOrder {
        let mut order = TurnOrder::default();
        let mut repeat = 0;
        match self.keyword("turn-order") {
            Some(section) => {
                for item in self.rest(section).to_vec() {
                    if self.x.word(item) == Some("repeat") {
                        repeat = order.slots.len();
                    } else if order.slots.len() >= self.limits.slots {
                        self.limit(item, &LimitHit::new(LimitKind::Slots, self.limits.slots));
                        break;
                    } else {
                        order.slots.extend(self.slot(item));
                    }
                }
                if order.slots.is_empty() && !self.out.has_errors() {
                    let fault = self.fault(Code::EmptyTurnOrder, section, "nobody ever moves");
                    self.push(fault.hint("list the players in turn: `(turn-order White Black)`"));
                }
            }
            // Without a turn order the players move one after the other.
            None => {
                let span = self.rule_span(self.form);
                let slot = |player| Slot { mover: player, side: player, class: None, next: SlotId(0), span };
                order.slots = (0..self.players.len()).map(|player| slot(PlayerId::at(player))).collect();
            }
        }
        let count = order.slots.len();
        if repeat >= count {
            repeat = 0;
        }
        for (index, slot) in order.slots.iter_mut().enumerate() {
            slot.next = SlotId::at(if index + 1 < count { index + 1 } else { repeat });
        }
        for (index, kind) in self.kinds.iter_mut().enumerate() {
            let player = PlayerId::at(index);
            if order.slots.iter().all(|slot| slot.mover != player && slot.side != player) {
                *kind = PlayerKind::Neutral;
            }
        }
        order
    }

    /// Warns of slots with a class of moves that no piece has: their player can never move.
    pub(super) fn idle_slots(&mut self, pieces: &[PieceType]) {
        let Some(&section) = self.keywords("turn-order").last() else { return };
        let used: HashSet<usize> = pieces
            .iter()
            .flat_map(|piece| piece.moves.iter().chain(&piece.drops))
            .filter_map(|entry| entry.class)
            .map(MoveClassId::index)
            .collect();
        for item in self.rest(section).to_vec() {
            let Some(&named) = self.rest(item).last() else { continue };
            let name = self.x.word(named).unwrap_or_default();
            if self.players.find(name).is_none() && self.classes.find(name).is_some_and(|class| !used.contains(&class))
            {
                let fault = self.fault(Code::UnknownMoveType, named, format!("no piece has a move of type `{name}`"));
                let close = self.closest(name, used.iter().map(|&class| self.classes.names()[class].as_str()));
                let hint = close.map(|close| suggest::did_you_mean(name, close));
                self.push(fault.maybe_hint(hint));
            }
        }
    }

    /// Returns a slot: `P`, `(P T)`, `(P Q)` or `(P Q T)`, where P moves, Q owns the pieces, and T
    /// is the only class.
    fn slot(&mut self, item: ItemId) -> Option<Slot> {
        let parts = if self.is_list(item) { self.members(item).to_vec() } else { vec![item] };
        let Some((&first, rest)) = parts.split_first() else {
            self.wrong(item, "this is no slot of a turn order", "`White` or `(White move-type)`");
            return None;
        };
        let mover = self.player(first)?;
        let named = |at: usize| rest.get(at).and_then(|&part| self.x.word(part));
        let side = named(0).and_then(|name| self.players.find(name)).map(PlayerId::at);
        let class_at = usize::from(side.is_some());
        let class = named(class_at).map(str::to_string);
        if rest.len() > class_at + usize::from(class.is_some()) {
            self.wrong(
                item,
                "a slot has at most a player, the owner of the pieces and a move type",
                "`(White Black slide)`",
            );
        }
        let class = class.map(|name| self.class(&name));
        Some(Slot { mover, side: side.unwrap_or(mover), class, next: SlotId(0), span: self.rule_span(item) })
    }
}
