//! Rules as short text, so that a test can be a line of data.

use std::collections::HashMap;

use dagaz_core::{DirectionId, Limits, MoveClassId, PieceTypeId, PlayerId, SiteId};
use dagaz_rules::{
    Action, Comparison, Emit, Holder, Hop, Node, NodeId, Number, OwnerOf, Place, Rule, Rules, SiteTest, Then, Truth,
};
use dagaz_syntax::NoIncludes;
use dagaz_zrf::GameFile;

/// A file of that text.
pub(crate) fn file(text: &str) -> GameFile {
    GameFile::parse("game.zrf", text.as_bytes(), &NoIncludes, &Limits::default())
}

/// The rules of the first playable item; the diagnostics where there are none.
pub(crate) fn rules(text: &str) -> Result<Rules, String> {
    let mut file = file(text);
    let lowered = file.rules(0);
    let mut said = file.diagnostics();
    said.extend(&lowered.diagnostics);
    match lowered.rules {
        Some(rules) if said.is_empty() => {
            let flaws = dagaz_rules::validate(&rules);
            if flaws.is_empty() { Ok(rules) } else { Err(format!("{flaws:?}")) }
        }
        _ => Err(file.render(&said)),
    }
}

/// A rule as text: its nodes in the order in which they are reached, numbered where something leads
/// back to them.
pub(crate) fn program(rules: &Rules, rule: &Rule) -> String {
    let mut order: Vec<NodeId> = Vec::new();
    let mut numbers: HashMap<NodeId, usize> = HashMap::new();
    let mut waiting = vec![rule.automaton.start];
    while let Some(id) = waiting.pop() {
        let node = rule.automaton.node(id);
        if *node == Node::End || numbers.contains_key(&id) {
            continue;
        }
        numbers.insert(id, order.len());
        order.push(id);
        match node {
            Node::Go(_, next) | Node::Do(_, next) | Node::Turn(next) | Node::Emit(_, next) => waiting.push(*next),
            Node::Test(_, then, otherwise) => waiting.extend([*otherwise, *then]),
            Node::End => {}
        }
    }
    let show = Show(rules);
    let to = |id: &NodeId| numbers.get(id).map_or("end".into(), |number| number.to_string());
    let next = |at: usize, id: &NodeId| {
        if numbers.get(id) == Some(&(at + 1)) { String::new() } else { format!(" -> {}", to(id)) }
    };
    let lines = order.iter().enumerate().map(|(at, id)| {
        let text = match rule.automaton.node(*id) {
            Node::Go(hop, then) => format!("go {}{}", show.hop(hop), next(at, then)),
            Node::Do(action, then) => format!("{}{}", show.action(action), next(at, then)),
            Node::Turn(then) => format!("turn{}", next(at, then)),
            Node::Emit(emit, then) => format!("{}{}", show.emit(emit), next(at, then)),
            Node::Test(truth, then, otherwise) => {
                format!("{}?{} else {}", show.truth(truth), next(at, then), to(otherwise))
            }
            Node::End => String::new(),
        };
        format!("{at} {text}")
    });
    lines.collect::<Vec<_>>().join("; ")
}

/// Says things of a game by their names.
pub(crate) struct Show<'a>(pub(crate) &'a Rules);

impl Show<'_> {
    pub(crate) fn site(&self, site: SiteId) -> &str {
        &self.0.topology.site(site).name
    }

    pub(crate) fn direction(&self, direction: DirectionId) -> &str {
        &self.0.topology.directions()[direction.index()]
    }

    pub(crate) fn kinds(&self, kinds: &[PieceTypeId]) -> String {
        kinds.iter().map(|&kind| self.0.piece_name(kind)).collect::<Vec<_>>().join("|")
    }

    pub(crate) fn player(&self, player: PlayerId) -> &str {
        &self.0.players[player.index()].name
    }

    pub(crate) fn class(&self, class: Option<MoveClassId>) -> String {
        class.map_or(String::new(), |class| format!(" {}", self.0.classes[class.index()]))
    }

    fn hop(&self, hop: &Hop) -> String {
        match hop {
            Hop::Along(direction) => self.direction(*direction).into(),
            Hop::Against(direction) => format!("against {}", self.direction(*direction)),
            Hop::To(site) => self.site(*site).into(),
            other => format!("{other:?}").to_lowercase(),
        }
    }

    fn place(&self, place: &Place) -> String {
        match place {
            Place::Here => String::new(),
            Place::Along(path) => {
                format!(" at {}", path.iter().map(|&direction| self.direction(direction)).collect::<Vec<_>>().join("+"))
            }
            Place::Against(direction) => format!(" at against {}", self.direction(*direction)),
            Place::At(site) => format!(" at {}", self.site(*site)),
            other => format!(" at {}", format!("{other:?}").to_lowercase()),
        }
    }

    fn owner(&self, owner: &OwnerOf) -> String {
        match owner {
            OwnerOf::Player(player) => self.player(*player).into(),
            other => format!("{other:?}").to_lowercase(),
        }
    }

    fn action(&self, action: &Action) -> String {
        match action {
            Action::Origin | Action::Target | Action::Mark | Action::Cascade => format!("{action:?}").to_lowercase(),
            Action::Capture(place) => format!("capture{}", self.place(place)),
            Action::Create { owner, kind, place } => {
                let kind = kind.map_or("same", |kind| self.0.piece_name(kind));
                format!("create {} {kind}{}", self.owner(owner), self.place(place))
            }
            Action::Become(kind, place) => format!("become {}{}", self.0.piece_name(*kind), self.place(place)),
            Action::Give(owner, place) => format!("give {}{}", self.owner(owner), self.place(place)),
            Action::Flip(place) => format!("flip{}", self.place(place)),
            Action::SetAttribute(attribute, truth, place) => {
                let name = &self.0.attributes[attribute.index()].name;
                format!("set {name} = {}{}", self.truth(truth), self.place(place))
            }
            Action::SetFlag(flag, truth) => format!("flag {} = {}", self.0.flags[*flag as usize], self.truth(truth)),
            Action::SetSiteFlag(flag, truth, place) => {
                let name = &self.0.site_flags[*flag as usize];
                format!("site flag {name} = {}{}", self.truth(truth), self.place(place))
            }
        }
    }

    fn emit(&self, emit: &Emit) -> String {
        let becomes = if emit.becomes.is_empty() { String::new() } else { format!(" {}", self.kinds(&emit.becomes)) };
        let then = match emit.then {
            None => String::new(),
            Some(Then::SameClass) => ", same class goes on".into(),
            Some(Then::Class(class)) => format!(",{} goes on", self.class(Some(class))),
        };
        format!("{}{becomes}{then}", if emit.copies { "copy" } else { "emit" })
    }

    pub(crate) fn truth(&self, truth: &Truth) -> String {
        let all = |parts: &[Truth], word: &str| {
            format!("({})", parts.iter().map(|part| self.truth(part)).collect::<Vec<_>>().join(word))
        };
        match truth {
            Truth::Always(value) => value.to_string(),
            Truth::Not(inner) => format!("not {}", self.truth(inner)),
            Truth::All(parts) => all(parts, " and "),
            Truth::Any(parts) => all(parts, " or "),
            Truth::Site(place, test) => format!("{}{}", self.test(test), self.place(place)),
            Truth::Flag(flag) => self.0.flags[*flag as usize].clone(),
            Truth::Somewhere(inner) => format!("somewhere {}", self.truth(inner)),
            Truth::Compare(a, comparison, b) => {
                let sign = match comparison {
                    Comparison::Equal => "=",
                    Comparison::Less => "<",
                    Comparison::Greater => ">",
                };
                format!("{} {sign} {}", self.number(a), self.number(b))
            }
            Truth::Captured(kinds) => format!("captured {}", self.kinds(kinds)),
            other => format!("{other:?}").to_lowercase(),
        }
    }

    fn number(&self, number: &Number) -> String {
        match number {
            Number::Is(value) => value.to_string(),
            Number::Count { holder, kinds, supplied } => {
                let supplied = if *supplied { " with supply" } else { "" };
                let kinds = if kinds.is_empty() { String::new() } else { format!(" {}", self.kinds(kinds)) };
                format!("count {holder:?}{kinds}{supplied}")
            }
        }
    }

    fn test(&self, test: &SiteTest) -> String {
        match test {
            SiteTest::Holds(Holder::Anyone, kinds) => self.kinds(kinds),
            SiteTest::Holds(holder, kinds) if kinds.is_empty() => format!("{holder:?}").to_lowercase(),
            SiteTest::Holds(holder, kinds) => format!("{} {}", format!("{holder:?}").to_lowercase(), self.kinds(kinds)),
            SiteTest::Is(site) => format!("is {}", self.site(*site)),
            SiteTest::In(zone) => format!("in {}", self.0.topology.zones()[zone.index()].name),
            SiteTest::Has(attribute) => format!("has {}", self.0.attributes[attribute.index()].name),
            SiteTest::Flagged(flag) => format!("flagged {}", self.0.site_flags[*flag as usize]),
            SiteTest::Attacked(class) => format!("attacked{}", self.class(*class)),
            SiteTest::Defended(class) => format!("defended{}", self.class(*class)),
            other => format!("{other:?}").to_lowercase(),
        }
    }
}
