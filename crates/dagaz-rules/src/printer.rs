//! Prints a whole game in words, with all defaults of the rules text: for authors who look for a
//! mistake. No program reads the text, and it may change.

mod words;

use std::collections::HashSet;
use std::fmt::Write;

use dagaz_core::{DirectionId, MoveClassId, PlayerId, PlayerKind, SiteId};

use crate::{Automaton, Capture, EndingKind, EndingRound, Entry, EvaluatedFirst, Node, NodeId, PassRule, Rules, Truth};

/// Listings are indented no deeper than this.
const INDENT_MAX: usize = 24;

/// Prints a game.
pub fn print(rules: &Rules) -> String {
    let mut printer = Printer { rules, text: String::new() };
    printer.board();
    printer.tables();
    printer.turns();
    printer.pieces();
    printer.automata();
    printer.results();
    printer.setup();
    printer.text
}

struct Printer<'a> {
    rules: &'a Rules,
    text: String,
}

impl Printer<'_> {
    fn heading(&mut self, title: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(title);
        self.text.push('\n');
    }

    fn line(&mut self, indent: usize, line: &str) {
        for _ in 0..indent.min(INDENT_MAX) {
            self.text.push_str("  ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn board(&mut self) {
        let board = &self.rules.topology;
        self.heading(&format!("game: {} (edition {})", self.rules.glossary.title, self.rules.edition));
        self.heading("board");
        self.line(1, &format!("{} sites: {}", board.sites().len(), listed(board.site_ids().map(|id| self.site(id)))));
        for index in 0..board.directions().len() {
            let direction = DirectionId::at(index);
            let links = board.links(direction).iter().filter(|&&to| to != SiteId::NONE).count();
            let mut line = format!("direction {}: {links} links", self.direction(direction));
            for player in (0..self.rules.players.len()).map(PlayerId::at) {
                let meant = board.seen_by(player, direction);
                if meant != direction {
                    let _ = write!(line, ", {} for {}", self.direction(meant), self.player(player));
                }
            }
            self.line(1, &line);
        }
        for zone in board.zones() {
            self.line(1, &format!("zone {}: {}", zone.name, listed(zone.common.iter().map(|site| self.site(site)))));
            for (player, own) in &zone.own {
                let sites = listed(own.iter().map(|site| self.site(site)));
                self.line(2, &format!("for {}: {sites}", self.player(*player)));
            }
        }
    }

    fn tables(&mut self) {
        self.heading("players");
        for player in &self.rules.players {
            let kind = match player.kind {
                PlayerKind::Chooser => "chooses",
                PlayerKind::Random => "moves at random",
                PlayerKind::Neutral => "is neutral",
            };
            self.line(1, &format!("{} {kind}", player.name));
        }
        let attributes = self.rules.attributes.iter();
        let attributes =
            attributes.map(|one| format!("{} ({})", one.name, if one.integer { "integer" } else { "truth" }));
        self.heading(&format!("attributes: {}", listed(attributes)));
        self.line(0, &format!("classes: {}", listed(self.rules.classes.iter().cloned())));
        self.line(0, &format!("flags: {}", listed(self.rules.flags.iter().cloned())));
        self.line(0, &format!("site flags: {}", listed(self.rules.site_flags.iter().cloned())));
    }

    fn turns(&mut self) {
        self.heading("turns");
        for (index, slot) in self.rules.turns.slots.iter().enumerate() {
            let class = slot.class.map_or("any class".to_string(), |class| format!("only {}", self.class(class)));
            let (mover, side) = (self.player(slot.mover), self.player(slot.side));
            self.line(1, &format!("{index}: {mover} moves {side}'s pieces, {class}; then {}", slot.next.0));
        }
        let first = match &self.rules.first {
            None => "no class comes first".to_string(),
            Some(first) => {
                let group = |group: &Vec<MoveClassId>| listed(group.iter().map(|&class| self.class(class)));
                let groups: Vec<String> = first.groups.iter().map(group).collect();
                format!("first {}, then moves without class", groups.join("; then "))
            }
        };
        self.line(1, &first);
        self.line(
            1,
            match self.rules.merge {
                crate::Merge::Effects => "moves with the same effects are one",
                crate::Merge::Results => "moves with the same result are one",
            },
        );
        self.line(1, if self.rules.longest_chain { "only the longest chains" } else { "chains of any length" });
        let stop = if self.rules.may_stop { "a chain may be ended early" } else { "a chain goes on while it can" };
        self.line(1, stop);
        let pass = match self.rules.pass {
            PassRule::Never => "no passing",
            PassRule::Forced => "passing exactly when there is no other legal move",
            PassRule::Free => "passing at any time",
        };
        self.line(1, pass);
        let capture = match self.rules.capture {
            Capture::Gone => "captured pieces are out of the game",
            Capture::OwnersSupply => "captured pieces go to their owner's supply",
        };
        self.line(1, capture);
    }

    fn pieces(&mut self) {
        self.heading("pieces");
        for piece in &self.rules.pieces {
            let material = if piece.immaterial { " (no material)" } else { "" };
            self.line(1, &format!("{}{material}", piece.name));
            for (attribute, value) in &piece.starts {
                self.line(2, &format!("starts with {} = {value}", self.attribute(attribute.index())));
            }
            for (what, entries) in [("moves", &piece.moves), ("drops", &piece.drops)] {
                for entry in entries {
                    self.line(2, &format!("{what} by {}", self.entry(entry)));
                }
            }
        }
    }

    fn entry(&self, entry: &Entry) -> String {
        let class = entry.class.map_or("no class".to_string(), |class| self.class(class));
        format!("{} ({class})", self.rule(entry.rule.index()))
    }

    fn automata(&mut self) {
        for (index, rule) in self.rules.rules.iter().enumerate() {
            self.heading(&format!("rule {}", self.rule(index)));
            self.automaton(&rule.automaton);
        }
    }

    /// Each node once, in the order of a walk that takes the first way first.
    fn automaton(&mut self, automaton: &Automaton) {
        let mut printed = HashSet::new();
        let mut waiting = vec![(automaton.start, 1, false)];
        while let Some((mut at, mut indent, is_else)) = waiting.pop() {
            if is_else {
                self.line(indent, "     else");
                indent += 1;
            }
            loop {
                let node = automaton.node(at);
                if !matches!(node, Node::End) && !printed.insert(at) {
                    self.line(indent, &format!("     go on at {}", at.0));
                    break;
                }
                let (words, next, otherwise) = match node {
                    Node::End => {
                        self.line(indent, "     end");
                        break;
                    }
                    Node::Go(hop, next) => (self.hop(*hop), *next, None),
                    Node::Do(action, next) => (self.action(action), *next, None),
                    Node::Turn(next) => ("turn".to_string(), *next, None),
                    Node::Emit(emit, next) => (self.emit(emit), *next, None),
                    Node::Test(truth, then, otherwise) => self.test(automaton, truth, *then, *otherwise),
                };
                self.line(indent, &format!("{:>4} {words}", at.0));
                at = next;
                if let Some(otherwise) = otherwise {
                    waiting.push((otherwise, indent, true));
                    indent += 1;
                }
            }
        }
    }

    /// Returns a test with one branch that ends the run is printed as a condition to continue.
    fn test(
        &self,
        automaton: &Automaton,
        truth: &Truth,
        then: NodeId,
        otherwise: NodeId,
    ) -> (String, NodeId, Option<NodeId>) {
        let ends = |id| matches!(automaton.node(id), Node::End);
        match (ends(then), ends(otherwise)) {
            (_, true) => (format!("only if {}", self.truth(truth)), then, None),
            (true, false) => (format!("unless {}", self.truth(truth)), otherwise, None),
            (false, false) => (format!("if {}", self.truth(truth)), then, Some(otherwise)),
        }
    }

    fn results(&mut self) {
        self.heading("nevers");
        for never in &self.rules.nevers {
            let players = listed(never.players.iter().map(|&player| self.player(player)));
            self.line(1, &format!("{}: {players} may not leave {}", never.name, self.truth(&never.when)));
        }
        self.heading("endings");
        if self.rules.endings.len() > 1 {
            self.line(1, "evaluated in this order; the first that holds ends the game");
        }
        for (index, ending) in self.rules.endings.iter().enumerate() {
            let players = match ending.players.is_empty() {
                true => "the next mover".to_string(),
                false => listed(ending.players.iter().map(|&player| self.player(player))),
            };
            let meaning = match ending.kind {
                EndingKind::Win => "wins",
                EndingKind::Loss => "loses",
                EndingKind::Draw => "draws",
                EndingKind::Count => "ends the game for the one with most pieces",
            };
            let (number, when) = (index + 1, self.truth(&ending.when));
            self.line(1, &format!("{number}. {}: {players} {meaning} if {when}", ending.name));
            if let Some(next) = self.rules.endings.get(index + 1) {
                let reason = match ending.evaluated_before(next) {
                    EvaluatedFirst::Round(own, its) => {
                        format!("endings by {} come before endings by {}", subject(own), subject(its))
                    }
                    EvaluatedFirst::Variant => "the variant adds it".to_string(),
                    EvaluatedFirst::Text => "it is written first".to_string(),
                };
                self.line(2, &format!("before {}: {reason}", next.name));
            }
        }
        self.line(1, "no legal move: a draw if nothing else holds");
    }

    fn setup(&mut self) {
        let setup = &self.rules.setup;
        self.heading("setup");
        self.line(1, &format!("slot {}", setup.slot.map_or(0, |slot| slot.0)));
        for placement in &setup.pieces {
            let (owner, kind) = (self.player(placement.piece.owner), self.kind(placement.piece.kind));
            let mut line = format!("{}: {owner} {kind}", self.site(placement.site));
            for (attribute, value) in &placement.attributes {
                let _ = write!(line, ", {} = {value}", self.attribute(attribute.index()));
            }
            self.line(1, &line);
        }
        for (piece, count) in &setup.supplies {
            self.line(1, &format!("supply: {count} {} {}", self.player(piece.owner), self.kind(piece.kind)));
        }
        if let Some((from, to)) = setup.last {
            self.line(1, &format!("last step: {} to {}", self.site(from), self.site(to)));
        }
        if let Some((site, _)) = setup.pending {
            self.line(1, &format!("goes on: {}", self.site(site)));
        }
    }
}

fn listed(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    if names.is_empty() { "none".into() } else { names.join(" ") }
}

/// Returns what endings of a round look at.
fn subject(round: EndingRound) -> &'static str {
    match round {
        EndingRound::Board => "material and places",
        EndingRound::Repetition => "repetition",
        EndingRound::Moves => "moves and attacks",
    }
}

#[cfg(test)]
mod tests {
    use dagaz_core::Limits;

    use super::*;
    use crate::{AutomatonBuilder, Emit, Holder, Hop, Place, SiteTest, Span, Then};

    #[test]
    fn a_slider_is_listed_node_by_node() {
        let mut board = dagaz_core::TopologyBuilder::new(&Limits::default());
        let north = board.direction("n").expect("first");
        let mut builder = AutomatonBuilder::new(10);
        let mut node = |node| builder.add(node, Span::default()).expect("small");
        let here = |test| Truth::Site(Place::Here, test);
        let head = node(Node::End);
        let take = node(Node::Emit(Emit::default(), AutomatonBuilder::END));
        let enemy = here(SiteTest::Holds(Holder::Enemy, Vec::new()));
        let enemy = node(Node::Test(enemy, take, AutomatonBuilder::END));
        let quiet = node(Node::Emit(Emit { then: Some(Then::SameClass), ..Emit::default() }, head));
        let test = node(Node::Test(here(SiteTest::Empty), quiet, enemy));
        let step = node(Node::Go(Hop::Along(north), test));
        builder.replace(head, Node::Turn(step));
        let rules = crate::Rules {
            edition: 2,
            topology: board.build().expect("empty"),
            players: Vec::new(),
            pieces: Vec::new(),
            attributes: Vec::new(),
            flags: Vec::new(),
            site_flags: Vec::new(),
            classes: Vec::new(),
            rules: Vec::new(),
            turns: Default::default(),
            first: None,
            longest_chain: false,
            merge: Default::default(),
            recycle_promotions: false,
            may_stop: false,
            pass: PassRule::Never,
            capture: Capture::Gone,
            nevers: Vec::new(),
            endings: Vec::new(),
            setup: Default::default(),
            glossary: Default::default(),
            view: Vec::new(),
        };
        let mut printer = Printer { rules: &rules, text: String::new() };
        printer.automaton(&builder.build(head));
        let expected = [
            "     1 turn",
            "     6 go n",
            "     5 if here is empty",
            "       4 ADD, then the same class",
            "         go on at 1",
            "       else",
            "       3 only if here holds enemy piece",
            "       2 ADD",
            "         end",
        ];
        assert_eq!(printer.text.lines().collect::<Vec<_>>(), expected);
        assert!(print(&rules).contains("no passing") && print(&rules).contains("0 sites: none"));
    }
}
