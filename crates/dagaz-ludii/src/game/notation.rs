//! Moves in words: the actions of a move, in their order.

use dagaz_core::{Glossary, SiteId, State, Topology};

use crate::play::action::{Action, Move, Moves};
use crate::rules::Rules;

use super::words::Words;

/// What names are taken from.
pub(super) struct Namer<'a> {
    pub(super) rules: &'a Rules,
    pub(super) words: &'a Words,
    pub(super) glossary: &'a Glossary,
    pub(super) topology: &'a Topology,
    pub(super) state: &'a State,
}

impl Namer<'_> {
    /// Returns a move in words.
    pub(super) fn text(&self, moves: &Moves, one: &Move) -> String {
        let mut words = Vec::new();
        for action in moves.actions_of(one) {
            let text = self.action(action);
            if !text.is_empty() {
                words.push(text);
            }
        }
        if words.is_empty() { "Nothing".to_string() } else { words.join(" ") }
    }

    fn site(&self, slot: u32) -> &str {
        self.topology.sites().get(slot as usize).map_or("?", |site| &site.name)
    }

    fn at(&self, slot: u32, level: i16) -> String {
        if level < 0 { self.site(slot).to_string() } else { format!("{}^{level}", self.site(slot)) }
    }

    fn kind(&self, what: u16) -> &str {
        self.words.pieces.piece(what).map_or("?", |piece| self.glossary.piece(piece.kind))
    }

    fn action(&self, action: &Action) -> String {
        let there = |slot: u32| self.state.piece(SiteId::at(slot as usize));
        let piece = |slot: u32| there(slot).map_or("?", |piece| self.glossary.piece(piece.kind));
        match *action {
            Action::Move { from, to, level, count, stack } => {
                let sign = if there(to).is_none() || self.rules.stacking || self.rules.counted { "-" } else { "x" };
                let amount = if count > 0 { format!("{count} ") } else { String::new() };
                let amount = if stack { format!("{amount}Stack ") } else { amount };
                format!("{amount}{} {} {sign} {}", piece(from), self.at(from, level), self.site(to))
            }
            Action::Sow { from, to } => format!("{} {} - {}", piece(from), self.site(from), self.site(to)),
            Action::Copy { from, to, level } => {
                format!("Copy {} {} - {}", piece(from), self.at(from, level), self.site(to))
            }
            Action::Add { slot, what, count, state, value, rotation, .. } => {
                let owner = self.words.pieces.piece(what).map(|piece| piece.owner);
                let owner = owner.and_then(|owner| self.glossary.players.get(owner.index()));
                let owner = owner.map_or(String::new(), |owner| format!("{} ", owner.name));
                let mut text = format!("{owner}{} {}", self.kind(what), self.site(slot));
                for (name, number, usual) in
                    [("count", count, 1), ("state", state, 0), ("value", value, 0), ("rotation", rotation.into(), 0)]
                {
                    if number != usual {
                        text += &format!(" {name} {number}");
                    }
                }
                text
            }
            Action::Remove { slot, level, count, .. } => {
                let amount = if count > 0 { format!(" {count}") } else { String::new() };
                format!("x {}{amount}", self.at(slot, level))
            }
            Action::Promote { slot, level, what } => {
                let owner = self.words.pieces.piece(what).map(|piece| piece.owner);
                let other = owner != there(slot).map(|piece| piece.owner);
                let owner = owner.filter(|_| other).and_then(|owner| self.glossary.players.get(owner.index()));
                let owner = owner.map_or(String::new(), |owner| format!("{} ", owner.name));
                format!("= {owner}{} on {}", self.kind(what), self.at(slot, level))
            }
            Action::Select { from, to } if from == to => format!("Select {}", self.site(from)),
            Action::Select { from, to } => format!("Select {} - {}", self.site(from), self.site(to)),
            Action::Pass { .. } => "Pass".to_string(),
            Action::Count { slot, count, .. } => format!("Count {} {count}", self.site(slot)),
            Action::State { slot, level, state } => format!("State {} {state}", self.at(slot, level)),
            Action::Rotation { slot, level, rotation } => format!("Rotation {} {rotation}", self.at(slot, level)),
            Action::Value { slot, level, value } => format!("Value {} {value}", self.at(slot, level)),
            Action::Register { register, value } => {
                let name = self.words.register_name(register as usize);
                format!("Set {name} {value}")
            }
            Action::Score { player, add } => format!("Score {player} {add:+}"),
            Action::Pending { value } => format!("Pending {value}"),
            Action::Next { player } => format!("Next {player}"),
            Action::Remember { list, value } => format!("Remember {list} {value}"),
            Action::Forget { list, value } => format!("Forget {list} {value}"),
            Action::UseDie { die } => format!("Die {}", die + 1),
            // The throw was a move of its own.
            Action::Die { .. } | Action::DiceEqual { .. } => String::new(),
            Action::Swap { .. } => "Swap".to_string(),
        }
    }
}
