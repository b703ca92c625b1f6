//! Names and words for the parts of a game.

use std::fmt::Write;

use dagaz_core::{DirectionId, MoveClassId, PieceTypeId, PlayerId, SiteId};

use super::Printer;
use crate::{Action, Comparison, Emit, Holder, Hop, Number, OwnerOf, Place, SiteTest, Then, Truth};

impl Printer<'_> {
    pub(super) fn site(&self, site: SiteId) -> String {
        self.rules.topology.sites().get(site.index()).map_or("nowhere".into(), |site| site.name.clone())
    }

    pub(super) fn direction(&self, direction: DirectionId) -> String {
        named(self.rules.topology.directions(), direction.index())
    }

    pub(super) fn player(&self, player: PlayerId) -> String {
        self.rules.players.get(player.index()).map_or("nobody".into(), |player| player.name.clone())
    }

    pub(super) fn kind(&self, kind: PieceTypeId) -> String {
        self.rules.piece_name(kind).to_string()
    }

    pub(super) fn kinds(&self, kinds: &[PieceTypeId], none: &str) -> String {
        match kinds {
            [] => none.to_string(),
            kinds => kinds.iter().map(|&kind| self.kind(kind)).collect::<Vec<_>>().join(" or "),
        }
    }

    pub(super) fn class(&self, class: MoveClassId) -> String {
        named(&self.rules.classes, class.index())
    }

    pub(super) fn attribute(&self, index: usize) -> String {
        self.rules.attributes.get(index).map_or("?".into(), |attribute| attribute.name.clone())
    }

    pub(super) fn rule(&self, index: usize) -> String {
        match self.rules.rules.get(index) {
            Some(rule) if rule.arguments.is_empty() => format!("{index} {}", rule.name),
            Some(rule) => format!("{index} {} {}", rule.name, rule.arguments.join(" ")),
            None => format!("{index} ?"),
        }
    }

    pub(super) fn owner(&self, owner: OwnerOf) -> String {
        match owner {
            OwnerOf::Side => "the side".into(),
            OwnerOf::Mover => "the mover".into(),
            OwnerOf::Player(player) => self.player(player),
        }
    }

    pub(super) fn hop(&self, hop: Hop) -> String {
        match hop {
            Hop::Along(direction) => format!("go {}", self.direction(direction)),
            Hop::Against(direction) => format!("go against {}", self.direction(direction)),
            Hop::To(site) => format!("go to {}", self.site(site)),
            Hop::Origin => "go to the origin".into(),
            Hop::Target => "go to the target".into(),
            Hop::Mark => "go to the mark".into(),
            Hop::LastFrom => "go where the last step began".into(),
            Hop::LastTo => "go where the last step ended".into(),
        }
    }

    pub(super) fn place(&self, place: &Place) -> String {
        match place {
            Place::Here => "here".into(),
            Place::Along(path) => path.iter().map(|&step| self.direction(step)).collect::<Vec<_>>().join("-"),
            Place::Against(direction) => format!("against {}", self.direction(*direction)),
            Place::At(site) => self.site(*site),
            Place::Mark => "the mark".into(),
            Place::Origin => "the origin".into(),
            Place::LastFrom => "the last step's origin".into(),
            Place::LastTo => "the last step's target".into(),
        }
    }

    pub(super) fn action(&self, action: &Action) -> String {
        match action {
            Action::Origin => "origin here".into(),
            Action::Target => "target here".into(),
            Action::Mark => "mark here".into(),
            Action::Cascade => "cascade".into(),
            Action::Capture(place) => format!("capture {}", self.place(place)),
            Action::Create { owner, kind, place } => {
                let kind = kind.map_or("the moving type".to_string(), |kind| self.kind(kind));
                format!("create {kind} of {} at {}", self.owner(*owner), self.place(place))
            }
            Action::Become(kind, place) => format!("{} becomes {}", self.place(place), self.kind(*kind)),
            Action::Give(owner, place) => format!("give {} to {}", self.place(place), self.owner(*owner)),
            Action::Flip(place) => format!("give {} to the next player after its owner", self.place(place)),
            Action::SetAttribute(attribute, value, place) => {
                let (name, value) = (self.attribute(attribute.index()), self.truth(value));
                format!("set {name} of {} to: {value}", self.place(place))
            }
            Action::SetFlag(flag, value) => {
                format!("set flag {} to: {}", named(&self.rules.flags, *flag as usize), self.truth(value))
            }
            Action::SetSiteFlag(flag, value, place) => {
                let name = named(&self.rules.site_flags, *flag as usize);
                format!("set site flag {name} of {} to: {}", self.place(place), self.truth(value))
            }
        }
    }

    pub(super) fn emit(&self, emit: &Emit) -> String {
        let mut words = if emit.copies { "ADD a copy".to_string() } else { "ADD".to_string() };
        if !emit.becomes.is_empty() {
            let _ = write!(words, ", becoming {}", self.kinds(&emit.becomes, ""));
        }
        match emit.then {
            None => {}
            Some(Then::Class(class)) => {
                let _ = write!(words, ", then {}", self.class(class));
            }
            Some(Then::SameClass) => words.push_str(", then the same class"),
        }
        words
    }

    /// Returns a truth in words. Recursive, as deep as the truth is nested.
    pub(super) fn truth(&self, truth: &Truth) -> String {
        let joined = |parts: &[Truth], word: &str, none: &str| match parts {
            [] => none.to_string(),
            [part] => self.truth(part),
            parts => format!("({})", parts.iter().map(|part| self.truth(part)).collect::<Vec<_>>().join(word)),
        };
        match truth {
            Truth::Always(true) => "true".into(),
            Truth::Always(false) => "false".into(),
            Truth::Not(inner) => format!("not {}", self.truth(inner)),
            Truth::All(parts) => joined(parts, " and ", "true"),
            Truth::Any(parts) => joined(parts, " or ", "false"),
            Truth::Site(place, test) => format!("{} {}", self.place(place), self.site_test(test)),
            Truth::Flag(flag) => format!("flag {}", named(&self.rules.flags, *flag as usize)),
            Truth::Somewhere(inner) => format!("somewhere {}", self.truth(inner)),
            Truth::Compare(a, comparison, b) => {
                let sign = match comparison {
                    Comparison::Equal => "=",
                    Comparison::Less => "<",
                    Comparison::Greater => ">",
                };
                format!("{} {sign} {}", self.number(a), self.number(b))
            }
            Truth::Captured(kinds) => format!("an own {} was captured", self.kinds(kinds, "piece")),
            Truth::Stuck => "there is no legal move".into(),
            Truth::AllStuck => "nobody has a legal move".into(),
            Truth::Repeated(times) => format!("the position occurs {times} times"),
        }
    }

    pub(super) fn site_test(&self, test: &SiteTest) -> String {
        let of_class =
            |class: &Option<MoveClassId>| class.map_or(String::new(), |class| format!(" by {}", self.class(class)));
        match test {
            SiteTest::OnBoard => "is on the board".into(),
            SiteTest::Empty => "is empty".into(),
            SiteTest::Holds(holder, kinds) => format!("holds {}", self.holder(*holder, &self.kinds(kinds, "piece"))),
            SiteTest::Is(site) => format!("is {}", self.site(*site)),
            SiteTest::In(zone) => {
                format!("is in {}", self.rules.topology.zones().get(zone.index()).map_or("?", |zone| &zone.name))
            }
            SiteTest::Has(attribute) => format!("has {}", self.attribute(attribute.index())),
            SiteTest::Flagged(flag) => format!("has site flag {}", named(&self.rules.site_flags, *flag as usize)),
            SiteTest::LastFrom => "is the last step's origin".into(),
            SiteTest::LastTo => "is the last step's target".into(),
            SiteTest::Marked => "is the mark".into(),
            SiteTest::NextToEnemy => "is next to an enemy".into(),
            SiteTest::Attacked(class) => format!("is attacked{}", of_class(class)),
            SiteTest::Defended(class) => format!("is defended{}", of_class(class)),
        }
    }

    pub(super) fn holder(&self, holder: Holder, kinds: &str) -> String {
        let whose = match holder {
            Holder::Own => "own",
            Holder::Enemy => "enemy",
            Holder::Neutral => "neutral",
            Holder::Anyone => "any",
        };
        format!("{whose} {kinds}")
    }

    pub(super) fn number(&self, number: &Number) -> String {
        match number {
            Number::Is(value) => value.to_string(),
            Number::Count { holder, kinds, supplied } => {
                let place = if *supplied { "on the board and in supply" } else { "on the board" };
                format!("count of {} {place}", self.holder(*holder, &self.kinds(kinds, "material")))
            }
        }
    }
}

fn named(names: &[String], index: usize) -> String {
    names.get(index).cloned().unwrap_or_else(|| "?".into())
}
