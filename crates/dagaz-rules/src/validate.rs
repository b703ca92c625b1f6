//! Validation: what the engine may rely on.
//!
//! A front end checks what its author wrote, in its author's words. This checks what the front end
//! made of it: that every id has an entry in its table and every edge a node, and that no cycle of
//! nodes can be walked without a [`Node::Turn`]: since fuel is spent there, every run ends. A flaw
//! is a mistake in a front end, not in a rules file.

use dagaz_core::{DirectionId, MoveClassId, PieceTypeId, PlayerId, SiteId};

use crate::{
    Action, Automaton, Emit, EndlessCycle, Hop, Node, Number, OwnerOf, Place, Rules, SiteTest, Size, Span, Then, Truth,
};

/// A dangling reference in a [`Rules`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// What, in a few words.
    pub what: String,
    /// Where it was written.
    pub span: Span,
}

/// Returns all flaws of a game; none if it can be compiled.
pub fn validate(rules: &Rules) -> Vec<Flaw> {
    let mut check = Check { rules, flaws: Vec::new(), span: Span::default() };
    check.tables();
    for rule in &rules.rules {
        check.span = rule.span;
        check.automaton(&rule.automaton);
    }
    for (players, when, span) in rules
        .nevers
        .iter()
        .map(|never| (&never.players, &never.when, never.span))
        .chain(rules.endings.iter().map(|ending| (&ending.players, &ending.when, ending.span)))
    {
        check.span = span;
        players.iter().for_each(|&player| check.player(player));
        check.truth(when);
    }
    check.flaws
}

struct Check<'a> {
    rules: &'a Rules,
    flaws: Vec<Flaw>,
    span: Span,
}

impl Check<'_> {
    fn refers(&mut self, what: &str, index: usize, count: usize) {
        if index >= count {
            self.flaws
                .push(Flaw { what: format!("{what} {index} does not exist: there are {count}"), span: self.span });
        }
    }

    fn player(&mut self, player: PlayerId) {
        self.refers("player", player.index(), self.rules.players.len());
    }

    fn kind(&mut self, kind: PieceTypeId) {
        self.refers("piece type", kind.index(), self.rules.pieces.len());
    }

    fn class(&mut self, class: MoveClassId) {
        self.refers("move class", class.index(), self.rules.classes.len());
    }

    fn site(&mut self, site: SiteId) {
        self.refers("site", site.index(), self.rules.topology.sites().len());
    }

    fn direction(&mut self, direction: DirectionId) {
        self.refers("direction", direction.index(), self.rules.topology.directions().len());
    }

    fn tables(&mut self) {
        let rules = self.rules;
        if rules.turns.slots.is_empty() {
            self.flaws.push(Flaw { what: "nobody ever moves: the turn order is empty".into(), span: self.span });
        }
        for slot in &rules.turns.slots {
            self.span = slot.span;
            self.player(slot.mover);
            self.player(slot.side);
            slot.class.into_iter().for_each(|class| self.class(class));
            self.refers("slot", slot.next.index(), rules.turns.slots.len());
        }
        for piece in &rules.pieces {
            self.span = piece.span;
            for entry in piece.moves.iter().chain(&piece.drops) {
                self.refers("rule", entry.rule.index(), rules.rules.len());
                entry.class.into_iter().for_each(|class| self.class(class));
            }
            for (attribute, _) in &piece.starts {
                self.refers("attribute", attribute.index(), rules.attributes.len());
            }
        }
        for placement in &rules.setup.pieces {
            self.site(placement.site);
            self.kind(placement.piece.kind);
            self.player(placement.piece.owner);
        }
        for (piece, _) in &rules.setup.supplies {
            self.kind(piece.kind);
            self.player(piece.owner);
        }
        for class in rules.first.iter().flat_map(|first| first.groups.iter().flatten()) {
            self.class(*class);
        }
    }

    fn automaton(&mut self, automaton: &Automaton) {
        let count = automaton.nodes.len();
        self.refers("node", automaton.start.0 as usize, count);
        for (index, node) in automaton.nodes.iter().enumerate() {
            self.span = automaton.spans.get(index).copied().unwrap_or(self.span);
            match node {
                Node::Go(hop, next) => {
                    match *hop {
                        Hop::Along(direction) | Hop::Against(direction) => self.direction(direction),
                        Hop::To(site) => self.site(site),
                        Hop::Origin | Hop::Target | Hop::Mark | Hop::LastFrom | Hop::LastTo => {}
                    }
                    self.refers("node", next.0 as usize, count);
                }
                Node::Test(truth, then, otherwise) => {
                    self.truth(truth);
                    self.refers("node", then.0 as usize, count);
                    self.refers("node", otherwise.0 as usize, count);
                }
                Node::Do(action, next) => {
                    self.action(action);
                    self.refers("node", next.0 as usize, count);
                }
                Node::Turn(next) => self.refers("node", next.0 as usize, count),
                Node::Emit(Emit { becomes, then, .. }, next) => {
                    becomes.iter().for_each(|&kind| self.kind(kind));
                    if let Some(Then::Class(class)) = then {
                        self.class(*class);
                    }
                    self.refers("node", next.0 as usize, count);
                }
                Node::End => {}
            }
        }
        if let Err(EndlessCycle(node)) = automaton.fuel(Size::of(self.rules)) {
            let span = automaton.spans.get(node.0 as usize).copied().unwrap_or(self.span);
            self.flaws.push(Flaw { what: format!("node {} is on a cycle without a turn of a loop", node.0), span });
        }
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::Origin | Action::Target | Action::Mark | Action::Cascade => {}
            Action::Capture(place) | Action::Flip(place) => self.place(place),
            Action::Create { owner, kind, place } => {
                self.owner(*owner);
                kind.iter().for_each(|&kind| self.kind(kind));
                self.place(place);
            }
            Action::Become(kind, place) => {
                self.kind(*kind);
                self.place(place);
            }
            Action::Give(owner, place) => {
                self.owner(*owner);
                self.place(place);
            }
            Action::SetAttribute(attribute, value, place) => {
                self.refers("attribute", attribute.index(), self.rules.attributes.len());
                self.truth(value);
                self.place(place);
            }
            Action::SetFlag(flag, value) => {
                self.refers("flag", *flag as usize, self.rules.flags.len());
                self.truth(value);
            }
            Action::SetSiteFlag(flag, value, place) => {
                self.refers("site flag", *flag as usize, self.rules.site_flags.len());
                self.truth(value);
                self.place(place);
            }
        }
    }

    fn owner(&mut self, owner: OwnerOf) {
        if let OwnerOf::Player(player) = owner {
            self.player(player);
        }
    }

    fn place(&mut self, place: &Place) {
        match place {
            Place::Along(path) => path.iter().for_each(|&direction| self.direction(direction)),
            Place::Against(direction) => self.direction(*direction),
            Place::At(site) => self.site(*site),
            Place::Here | Place::Mark | Place::Origin | Place::LastFrom | Place::LastTo => {}
        }
    }

    fn truth(&mut self, truth: &Truth) {
        match truth {
            Truth::Always(_) | Truth::Stuck | Truth::AllStuck | Truth::Repeated(_) => {}
            Truth::Not(inner) | Truth::Somewhere(inner) => self.truth(inner),
            Truth::All(parts) | Truth::Any(parts) => parts.iter().for_each(|part| self.truth(part)),
            Truth::Site(place, test) => {
                self.place(place);
                self.test(test);
            }
            Truth::Flag(flag) => self.refers("flag", *flag as usize, self.rules.flags.len()),
            Truth::Compare(a, _, b) => [a, b].into_iter().for_each(|number| {
                if let Number::Count { kinds, .. } = number {
                    kinds.iter().for_each(|&kind| self.kind(kind));
                }
            }),
            Truth::Captured(kinds) => kinds.iter().for_each(|&kind| self.kind(kind)),
        }
    }

    fn test(&mut self, test: &SiteTest) {
        match test {
            SiteTest::Holds(_, kinds) => kinds.iter().for_each(|&kind| self.kind(kind)),
            SiteTest::Is(site) => self.site(*site),
            SiteTest::In(zone) => self.refers("zone", zone.index(), self.rules.topology.zones().len()),
            SiteTest::Has(attribute) => self.refers("attribute", attribute.index(), self.rules.attributes.len()),
            SiteTest::Flagged(flag) => self.refers("site flag", *flag as usize, self.rules.site_flags.len()),
            SiteTest::Attacked(class) | SiteTest::Defended(class) => class.iter().for_each(|&class| self.class(class)),
            SiteTest::OnBoard
            | SiteTest::Empty
            | SiteTest::LastFrom
            | SiteTest::LastTo
            | SiteTest::Marked
            | SiteTest::NextToEnemy => {}
        }
    }
}
