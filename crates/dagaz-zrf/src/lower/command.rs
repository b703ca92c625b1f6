//! Commands: a block of them becomes an automaton.
//!
//! Commands are read from the last to the first, each made with the node that follows it. So both
//! branches of an `if` lead to the same rest, and nothing is copied.

use std::collections::HashMap;

use dagaz_core::{LimitHit, LimitKind, PieceTypeId, PlayerId};
use dagaz_rules::{Action, Automaton, AutomatonBuilder, Emit, Hop, Node, NodeId, OwnerOf, Then, Truth};

use super::Lower;
use crate::expand::{ItemId, ItemKind};
use dagaz_syntax::code::Code;
use dagaz_syntax::suggest;

/// The commands that are no direction and no position.
const COMMANDS: [&str; 29] = [
    "add",
    "add-copy",
    "add-copy-partial",
    "add-partial",
    "and",
    "back",
    "capture",
    "cascade",
    "change-owner",
    "change-type",
    "create",
    "flip",
    "from",
    "go",
    "if",
    "else",
    "last-from",
    "last-to",
    "mark",
    "opposite",
    "or",
    "set-attribute",
    "set-flag",
    "set-position-flag",
    "to",
    "verify",
    "while",
    "not",
    "move-type",
];

/// An automaton that is being built.
struct Building {
    builder: AutomatonBuilder,
    /// What an `if` or `while` has become before a certain node. Macros that branch into themselves
    /// would double with every level otherwise.
    known: HashMap<(ItemId, NodeId), NodeId>,
}

impl Lower<'_> {
    /// Returns the automaton of a block of commands.
    pub(super) fn block(&mut self, block: ItemId) -> Result<Automaton, LimitHit> {
        let left = self.limits.rule_nodes.saturating_sub(self.rule_nodes);
        let mut building = Building { builder: AutomatonBuilder::new(left), known: HashMap::new() };
        let x = self.x;
        let mut start = self.sequence(&mut building, x.members(block), AutomatonBuilder::END)?;
        if building.builder.goes_back_unmarked(start) {
            // Unmarked `back` returns to the start site; castling is written so.
            start = building.builder.add(Node::Do(Action::Mark, start), self.rule_span(block))?;
        }
        let automaton = building.builder.build(start);
        self.rule_nodes += automaton.nodes.len();
        if self.rule_nodes > self.limits.rule_nodes {
            return Err(LimitHit::new(LimitKind::RuleNodes, self.limits.rule_nodes));
        }
        Ok(automaton)
    }

    fn sequence(&mut self, b: &mut Building, commands: &[ItemId], end: NodeId) -> Result<NodeId, LimitHit> {
        commands.iter().rev().try_fold(end, |next, &command| self.command(b, command, next))
    }

    fn command(&mut self, b: &mut Building, item: ItemId, next: NodeId) -> Result<NodeId, LimitHit> {
        match self.x.kind(item) {
            ItemKind::Word(_) => self.plain_command(b, item, item, &[], next),
            ItemKind::String(_) => {
                self.wrong(item, "a text is no command", "a command such as `add`");
                Ok(next)
            }
            ItemKind::List => {
                let x = self.x;
                let Some((&head, rest)) = x.members(item).split_first() else { return Ok(next) };
                match x.word(head) {
                    Some(word @ ("if" | "while")) => {
                        if let Some(&known) = b.known.get(&(item, next)) {
                            return Ok(known);
                        }
                        let node = match word {
                            "if" => self.if_command(b, item, rest, next)?,
                            _ => self.while_command(b, item, rest, next)?,
                        };
                        b.known.insert((item, next), node);
                        Ok(node)
                    }
                    Some(_) => self.plain_command(b, item, head, rest, next),
                    None => {
                        self.wrong(item, "this list is no command", "a command such as `(capture n)`");
                        Ok(next)
                    }
                }
            }
        }
    }

    fn if_command(
        &mut self,
        b: &mut Building,
        item: ItemId,
        rest: &[ItemId],
        next: NodeId,
    ) -> Result<NodeId, LimitHit> {
        let Some((&condition, commands)) = rest.split_first() else {
            self.wrong(item, "`if` needs a condition", "`(if empty? add)`");
            return Ok(next);
        };
        let (then, otherwise) = match commands.iter().position(|&command| self.x.word(command) == Some("else")) {
            Some(at) => (&commands[..at], &commands[at + 1..]),
            None => (commands, &commands[commands.len()..]),
        };
        let truth = self.condition(condition);
        let otherwise = self.sequence(b, otherwise, next)?;
        let then = self.sequence(b, then, next)?;
        b.builder.add(Node::Test(truth, then, otherwise), self.rule_span(item))
    }

    fn while_command(
        &mut self,
        b: &mut Building,
        item: ItemId,
        rest: &[ItemId],
        next: NodeId,
    ) -> Result<NodeId, LimitHit> {
        let Some((&condition, commands)) = rest.split_first() else {
            self.wrong(item, "`while` needs a condition", "`(while empty? add n)`");
            return Ok(next);
        };
        let truth = self.condition(condition);
        let head = b.builder.add(Node::End, self.rule_span(item))?;
        let body = self.sequence(b, commands, head)?;
        let turn = b.builder.add(Node::Turn(body), self.rule_span(item))?;
        b.builder.replace(head, Node::Test(truth, turn, next));
        Ok(head)
    }

    /// Returns a command other than `if` and `while`.
    fn plain_command(
        &mut self,
        b: &mut Building,
        item: ItemId,
        head: ItemId,
        arguments: &[ItemId],
        next: NodeId,
    ) -> Result<NodeId, LimitHit> {
        let x = self.x;
        let name = x.word(head).unwrap_or_default();
        let node = match name {
            "verify" => Node::Test(self.verified(item, arguments), next, AutomatonBuilder::END),
            "add" | "add-partial" | "add-copy" | "add-copy-partial" => Node::Emit(self.emit(name, arguments), next),
            "back" => Node::Go(Hop::Mark, next),
            "go" => match self.go(item, arguments) {
                Some(hop) => Node::Go(hop, next),
                None => return Ok(next),
            },
            "opposite" => match self.opposite(item) {
                Some(Some(direction)) => Node::Go(Hop::Against(direction), next),
                _ => return Ok(next),
            },
            "last-from" | "last-to" => match self.hop(name) {
                Some(hop) => Node::Go(hop, next),
                None => return Ok(next),
            },
            _ => match self.action(item, name, arguments) {
                Some(Some(action)) => Node::Do(action, next),
                Some(None) => return Ok(next),
                None => match self.step(item, head, name, arguments) {
                    Some(hop) => Node::Go(hop, next),
                    None => return Ok(next),
                },
            },
        };
        b.builder.add(node, self.rule_span(item))
    }

    fn verified(&mut self, item: ItemId, arguments: &[ItemId]) -> Truth {
        match *arguments {
            [condition] => self.condition(condition),
            [] => {
                self.wrong(item, "`verify` needs a condition", "`(verify empty?)`");
                Truth::Always(false)
            }
            _ => {
                self.wrong(item, "`verify` takes one condition", "`(verify (and ...))`");
                Truth::Always(false)
            }
        }
    }

    fn go(&mut self, item: ItemId, arguments: &[ItemId]) -> Option<Hop> {
        let [to] = *arguments else {
            self.wrong(item, "`go` needs one place", "`(go from)`");
            return None;
        };
        let hop = self.x.word(to).and_then(|word| self.hop(word));
        let hop = hop.or_else(|| self.find_direction(to).map(Hop::Along)).or_else(|| self.find_site(to).map(Hop::To));
        if hop.is_none() {
            self.wrong(to, "`go` leads nowhere", "from, to, mark, last-from, last-to or a position");
        }
        hop
    }

    /// Returns a step along a direction or a jump to a position. Anything else is no command at
    /// all, and noted.
    fn step(&mut self, item: ItemId, head: ItemId, name: &str, arguments: &[ItemId]) -> Option<Hop> {
        let hop = self.find_direction(head).map(Hop::Along).or_else(|| self.find_site(head).map(Hop::To));
        if hop.is_some() && arguments.is_empty() {
            return hop;
        }
        if hop.is_some() {
            self.wrong(item, format!("`{name}` takes no arguments"), "a direction or position alone");
            return None;
        }
        let fault = if COMMANDS.contains(&name) {
            self.fault(Code::UnknownCommand, head, format!("`{name}` is no command here"))
        } else if self.is_list(item) {
            self.fault(Code::UnknownCommand, head, format!("unknown command or macro `{name}`"))
        } else {
            self.fault(Code::UnknownCommand, head, format!("`{name}` is no command, direction or position"))
        };
        let known = COMMANDS.into_iter().chain(self.directions.iter()).chain(self.sites.iter());
        let close = self.closest(name, known.chain(self.x.macro_names()));
        let hint = match close.filter(|&close| close != name) {
            Some(close) if self.is_list(item) || self.directions.find(close).is_none() => {
                Some(suggest::did_you_mean(name, close))
            }
            None if self.is_list(item) => None,
            None if !self.may_hint() => None,
            _ => suggest::hint(name, "the directions of this board are", self.directions.iter()),
        };
        self.push(fault.maybe_hint(hint));
        None
    }

    fn emit(&mut self, name: &str, arguments: &[ItemId]) -> Emit {
        let goes_on = name.ends_with("-partial");
        let mut emit = Emit {
            becomes: Vec::new(),
            then: goes_on.then_some(Then::SameClass),
            copies: name.starts_with("add-copy"),
        };
        for &argument in arguments {
            let word = self.x.word(argument).unwrap_or_default();
            if let Some(kind) = self.pieces.find(word) {
                emit.becomes.push(PieceTypeId::at(kind));
            } else if goes_on && !word.is_empty() {
                // A class that no piece has is the usual way to end a chain.
                emit.then = Some(Then::Class(self.class(word)));
            } else {
                self.piece_type(argument);
            }
        }
        emit
    }

    /// Returns the effect of a command; empty if it is faulty, `None` if the command is not an
    /// effect.
    fn action(&mut self, item: ItemId, name: &str, arguments: &[ItemId]) -> Option<Option<Action>> {
        Some(match name {
            "from" | "to" | "mark" | "cascade" => {
                if !arguments.is_empty() {
                    self.wrong(item, format!("`{name}` takes no arguments"), &format!("`{name}` alone"));
                }
                Some(match name {
                    "from" => Action::Origin,
                    "to" => Action::Target,
                    "mark" => Action::Mark,
                    _ => Action::Cascade,
                })
            }
            "capture" => Some(Action::Capture(self.place(arguments))),
            "create" => {
                let (owner, rest) = self.owner(arguments, OwnerOf::Side);
                let (kind, rest) = match rest.split_first() {
                    Some((&first, after)) if self.is_piece(first) => (self.piece_type(first), after),
                    _ => (None, rest),
                };
                Some(Action::Create { owner, kind, place: self.place(rest) })
            }
            "change-type" => match arguments.split_first() {
                Some((&kind, rest)) => {
                    let place = self.place(rest);
                    self.piece_type(kind).map(|kind| Action::Become(kind, place))
                }
                None => {
                    self.wrong(item, "`change-type` needs a piece", "`(change-type Queen)`");
                    None
                }
            },
            "change-owner" => {
                let (owner, rest) = self.owner(arguments, OwnerOf::Side);
                Some(Action::Give(owner, self.place(rest)))
            }
            "flip" => Some(Action::Flip(self.place(arguments))),
            "set-flag" | "set-position-flag" | "set-attribute" => self.setting(item, name, arguments),
            _ => return None,
        })
    }

    /// `(set-... name value [place])`.
    fn setting(&mut self, item: ItemId, name: &str, arguments: &[ItemId]) -> Option<Action> {
        let [named, value, rest @ ..] = arguments else {
            self.wrong(item, format!("`{name}` needs a name and a value"), &format!("`({name} seen true)`"));
            return None;
        };
        let Some(word) = self.x.word(*named).map(str::to_string) else {
            self.wrong(*named, format!("`{name}` begins with a name"), "a name");
            return None;
        };
        let truth = self.condition(*value);
        match name {
            "set-flag" => {
                if !rest.is_empty() {
                    self.wrong(item, "`set-flag` takes a name and a value", "`(set-flag seen true)`");
                }
                Some(Action::SetFlag(self.flag(*named, &word), truth))
            }
            "set-position-flag" => {
                let flag = self.site_flag(*named, &word);
                Some(Action::SetSiteFlag(flag, truth, self.place(rest)))
            }
            _ => {
                let place = self.place(rest);
                self.attribute(*named).map(|attribute| Action::SetAttribute(attribute, truth, place))
            }
        }
    }

    /// Returns a leading player among arguments, and the rest of them.
    fn owner<'a>(&self, arguments: &'a [ItemId], otherwise: OwnerOf) -> (OwnerOf, &'a [ItemId]) {
        let Some((&first, rest)) = arguments.split_first() else { return (otherwise, arguments) };
        let player = self.x.word(first).and_then(|name| self.players.find(name));
        // A name that is also a piece's is a player's only where a piece follows.
        let shared = self.is_piece(first) && !rest.first().is_some_and(|&next| self.is_piece(next));
        match player {
            Some(player) if !shared => (OwnerOf::Player(PlayerId::at(player)), rest),
            _ => (otherwise, arguments),
        }
    }

    fn is_piece(&self, item: ItemId) -> bool {
        self.x.word(item).is_some_and(|name| self.pieces.find(name).is_some())
    }
}
