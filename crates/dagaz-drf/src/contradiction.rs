//! Checks that nothing can pass: a site that is to be mine and an enemy's at once, a number that is
//! to be more than a larger one.
//!
//! Only what is written down word by word is looked at: what an argument or a parameter brings
//! along may differ from use to use. A comparison of a parameter is how a text chooses between two
//! rules.

use dagaz_core::{PieceTypeId, PlayerId, SiteSet};
use dagaz_rules::path::{Number, Set, Truth};

use super::environment::{EnvId, Name};
use super::kinds::ExpressionKind;
use super::lower::Lower;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::tree::NodeId;

/// Who may have the piece on a site. Each site is in exactly one of these.
mod side {
    pub(super) const EMPTY: u8 = 1;
    pub(super) const MINE: u8 = 2;
    pub(super) const ALLY: u8 = 4;
    pub(super) const ENEMY: u8 = 8;
    pub(super) const NOBODY: u8 = 16;
    /// A captured piece that still stands, or a site that has vanished.
    pub(super) const GONE: u8 = 32;
    pub(super) const ANY: u8 = EMPTY | MINE | ALLY | ENEMY | NOBODY | GONE;
    pub(super) const PIECE: u8 = ANY & !EMPTY;
}

/// What a check says of a site.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    /// Its piece, if any, is one of these sides'.
    Sides(u8),
    /// On it stands a piece of that type.
    Type(PieceTypeId),
    /// On it stands a piece of that player.
    Player(PlayerId),
    /// It is dark, or light.
    Dark(bool),
}

impl Claim {
    fn sides(self) -> u8 {
        match self {
            Claim::Sides(sides) => sides,
            Claim::Type(_) | Claim::Player(_) => side::PIECE,
            Claim::Dark(_) => side::ANY,
        }
    }

    fn excludes(self, other: Claim) -> bool {
        match (self, other) {
            (Claim::Type(a), Claim::Type(b)) => a != b,
            (Claim::Player(a), Claim::Player(b)) => a != b,
            (Claim::Dark(a), Claim::Dark(b)) => a != b,
            _ => self.sides() & other.sides() == 0,
        }
    }
}

impl Lower<'_> {
    /// Complains of checks on a path that exclude each other, with nothing between them that goes
    /// to another site or changes it.
    pub(super) fn find_contradiction_on_path(&mut self, path: &[NodeId], env: EnvId) {
        let says = |element: &&NodeId| self.claim(**element, env).is_some() || self.is_place(**element, env);
        if path.iter().filter(says).count() < 2 {
            return;
        }
        let mut stay = 0;
        for at in 0..path.len() {
            let checks = matches!(self.kind_of(path[at], env), ExpressionKind::Set | ExpressionKind::Truth);
            if !checks || self.head(path[at]) == Some("if") {
                self.find_contradiction(&path[stay..at], env);
                stay = at + 1;
            }
        }
        self.find_contradiction(&path[stay..], env);
    }

    /// Complains of the first of several checks of one site that excludes one before it.
    pub(super) fn find_contradiction(&mut self, checks: &[NodeId], env: EnvId) {
        let mut claims: Vec<(NodeId, Claim)> = Vec::new();
        let mut places: Vec<(NodeId, Vec<SiteSet>)> = Vec::new();
        for &check in checks {
            if self.is_place(check, env) {
                let Set::Fixed(sites) = self.set(check, env) else { continue };
                if let Some((before, _)) = places.iter().find(|(_, before)| are_apart(before, &sites)) {
                    return self.both(*before, check);
                }
                places.push((check, sites));
            }
            let Some(claim) = self.claim(check, env) else { continue };
            if let Some((before, _)) = claims.iter().find(|(_, before)| before.excludes(claim)) {
                return self.both(*before, check);
            }
            claims.push((check, claim));
        }
    }

    /// Complains of two checks that exclude each other.
    fn both(&mut self, before: NodeId, check: NodeId) {
        let (before, text) = (self.tree.text(before), self.tree.text(check));
        let message = format!("no site is both `{before}` and `{text}`, so that nothing passes here");
        let hint = format!(
            "`(or {before} {text})` is passed by either; on a path, a direction between the two goes on to another site"
        );
        self.push(Diagnostic::new(Code::Foregone, self.tree.node(check).span, message).hint(hint));
    }

    /// Returns whether a text is a fixed part of the board, for every viewer and every position.
    fn is_place(&self, node: NodeId, env: EnvId) -> bool {
        match self.tree.word(node) {
            Some(word) if self.envs.get(env, word).is_some() || self.tree.is_replaced(node) => false,
            Some(word) => match self.names.get(&word) {
                Some(name) => matches!(name, Name::Zone(_) | Name::Site(_)),
                None => self.range(self.text(node)).is_some_and(|sites| !sites.is_empty()),
            },
            None => {
                let is_written =
                    |number: &NodeId| self.text(*number).parse::<i32>().is_ok() && !self.tree.is_replaced(*number);
                matches!(self.head(node), Some("row" | "column")) && self.rest(node).iter().all(is_written)
            }
        }
    }

    /// Complains of questions of an ending that are asked one by one, where their author has the
    /// sites in mind that are all of it; and of two that ask for different players at once.
    pub(super) fn find_asked_apart(&mut self, questions: &[NodeId], env: EnvId) {
        let asked: Vec<NodeId> =
            questions.iter().copied().filter(|question| self.head(*question) == Some("me")).collect();
        let who = |question: &NodeId| {
            self.rest(*question).first().and_then(|player| self.player_named(self.meant(*player, env)))
        };
        if let [first, others @ ..] = asked.as_slice()
            && let Some(other) = others.iter().find(|other| who(other) != who(first))
        {
            let (first, other, span) = (self.tree.text(*first), self.tree.text(*other), self.tree.node(*other).span);
            let message = format!("nobody is both `{first}` and `{other}`, so that this never holds");
            self.push(
                Diagnostic::new(Code::Foregone, span, message).hint(format!("`(or {first} {other})` holds for either")),
            );
            return;
        }
        for &question in questions {
            let parts = self.members(question);
            if self.kind_of(question, env) == ExpressionKind::Path
                && parts.iter().all(|part| self.kind_of(*part, env) == ExpressionKind::Set)
            {
                self.both_or_either(question, &parts, env);
            }
        }
        let sets: Vec<NodeId> =
            questions.iter().copied().filter(|question| self.kind_of(*question, env) == ExpressionKind::Set).collect();
        let is_bare = |set: &&NodeId| self.tree.word(**set).is_some() && self.claim(**set, env).is_some();
        let Some(bare) = sets.iter().find(is_bare).filter(|_| sets.len() > 1) else { return };
        let all: Vec<String> = sets.iter().map(|set| self.tree.text(*set)).collect();
        let message = format!("these are asked one by one: whether there is a site of {}", said_of_each(&all));
        let hint = format!("`(and {})` asks for a site that is all of it", all.join(" "));
        self.push(Diagnostic::new(Code::Foregone, self.tree.node(*bare).span, message).hint(hint));
    }

    /// Complains of a list that may mean what is both or what is either.
    pub(super) fn both_or_either(&mut self, list: NodeId, parts: &[NodeId], env: EnvId) {
        let is_side = |part: &NodeId| matches!(self.claim(*part, env), Some(Claim::Sides(_) | Claim::Player(_)));
        if parts.iter().any(is_side) && !parts.iter().all(is_side) {
            let all: Vec<String> = parts.iter().map(|part| self.tree.text(*part)).collect();
            let all = all.join(" ");
            let example = format!("`(and {all})` for the sites that are all of it, or `(or {all})`");
            self.wrong(list, "this does not say whether it means both or either", &example);
        }
    }

    /// Complains of a comparison of numbers that are all written down, since it holds always or
    /// never.
    pub(super) fn find_foregone(&mut self, comparison: NodeId, read: &Truth) {
        let is_written = |number: &NodeId| self.text(*number).parse::<i32>().is_ok() && !self.tree.is_replaced(*number);
        let written = || settled(read).filter(|_| self.rest(comparison).iter().all(is_written));
        let Some(holds) = self.of_itself(comparison).or_else(written) else { return };
        let outcome = if holds { "always" } else { "never" };
        let message = format!("`{}` {outcome} holds", self.tree.text(comparison));
        let hint = "compare something that changes, such as `(count mine)` or a variable";
        self.push(Diagnostic::new(Code::Foregone, self.tree.node(comparison).span, message).hint(hint));
    }

    /// Returns whether a comparison of something with itself holds, if it is one.
    fn of_itself(&self, comparison: NodeId) -> Option<bool> {
        let [one, other] = self.rest(comparison)[..] else { return None };
        let is_replaced = (one.0..self.tree.node(other).end.0).any(|node| self.tree.is_replaced(NodeId(node)));
        let is_same = !is_replaced && self.tree.text(one) == self.tree.text(other);
        is_same.then(|| matches!(self.head(comparison), Some("=" | "<=" | ">=")))
    }

    /// Returns whether a claim holds on every site that it allows. `(or King Bishop)` claims no
    /// more than that some piece is there.
    fn is_exact(&self, check: NodeId, env: EnvId) -> bool {
        match self.head(check) {
            Some("or") => self
                .rest(check)
                .iter()
                .all(|one| matches!(self.claim(*one, env), Some(Claim::Sides(_))) && self.is_exact(*one, env)),
            Some("not") => self.rest(check).iter().all(|one| self.is_exact(*one, env)),
            _ => true,
        }
    }

    fn claim(&self, check: NodeId, env: EnvId) -> Option<Claim> {
        let Some(word) = self.tree.word(check) else {
            return match (self.head(check)?, self.rest(check).as_slice()) {
                ("not", [one]) => match self.claim(*one, env).filter(|_| self.is_exact(*one, env))? {
                    Claim::Sides(sides) => Some(Claim::Sides(side::ANY & !sides)),
                    Claim::Dark(dark) => Some(Claim::Dark(!dark)),
                    Claim::Type(_) | Claim::Player(_) => None,
                },
                ("or", several) => {
                    let mut sides = 0;
                    for one in several {
                        sides |= self.claim(*one, env)?.sides();
                    }
                    Some(Claim::Sides(sides))
                }
                _ => None,
            };
        };
        if self.envs.get(env, word).is_some() || self.tree.is_replaced(check) {
            return None;
        }
        match self.names.get(&word) {
            Some(Name::Type(kind)) => return Some(Claim::Type(*kind)),
            Some(Name::Player(player)) => return Some(Claim::Player(*player)),
            Some(_) => return None,
            None => {}
        }
        Some(match self.text(check) {
            "empty" => Claim::Sides(side::EMPTY),
            "occupied" | "anyone" => Claim::Sides(side::PIECE),
            "mine" => Claim::Sides(side::MINE),
            "friend" => Claim::Sides(side::MINE | side::ALLY),
            "enemy" => Claim::Sides(side::ENEMY),
            "nobody" => Claim::Sides(side::NOBODY),
            "open" => Claim::Sides(side::ANY & !(side::MINE | side::ALLY)),
            "dark" => Claim::Dark(true),
            "light" => Claim::Dark(false),
            _ => return None,
        })
    }
}

/// Returns whether no player sees a site in both.
fn are_apart(one: &[SiteSet], other: &[SiteSet]) -> bool {
    fn of(sets: &[SiteSet], player: usize) -> Option<&SiteSet> {
        sets.get(player).or(sets.first())
    }
    (0..one.len().max(other.len())).all(|player| match (of(one, player), of(other, player)) {
        (Some(one), Some(other)) => !one.iter().any(|site| other.contains(site)),
        _ => false,
    })
}

/// `` `mine`, and whether there is one of `attacked` ``
fn said_of_each(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| format!("`{text}`")).collect();
    texts.join(", and whether there is one of ")
}

/// Returns whether a comparison holds, if it is one of numbers that never change.
fn settled(truth: &Truth) -> Option<bool> {
    match truth {
        Truth::Compare(Number::Is(a), how, Number::Is(b)) => Some(how.holds(i64::from(*a), i64::from(*b))),
        Truth::Not(inner) => settled(inner).map(|holds| !holds),
        Truth::And(all) => all.iter().try_fold(true, |holds, one| Some(settled(one)? && holds)),
        _ => None,
    }
}
