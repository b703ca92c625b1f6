//! Checks that nothing can pass: a site that is to be mine and an enemy's at once, a number that is to be more than a larger one.
//!
//! Only what is written down word by word is looked at: what an argument or a parameter brings along may differ from use to use. A comparison
//! of a parameter is how a text chooses between two rules.

use dagaz_core::{PieceTypeId, PlayerId};
use dagaz_rules::path::{Number, Truth};

use super::kinds::Kind;
use super::lower::Lower;
use super::names::{EnvId, Name};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::tree::NodeId;

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
    /// Complains of checks on a path that exclude each other, with nothing between them that goes to another site or changes it.
    pub(super) fn find_contradiction_on_path(&mut self, path: &[NodeId], env: EnvId) {
        if path.iter().filter(|element| self.claim(**element, env).is_some()).count() < 2 {
            return;
        }
        let mut stay = 0;
        for at in 0..path.len() {
            let checks = matches!(self.kind_of(path[at], env), Kind::Set | Kind::Truth);
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
        for &check in checks {
            let Some(claim) = self.claim(check, env) else { continue };
            if let Some((before, _)) = claims.iter().find(|(_, before)| before.excludes(claim)) {
                let (before, text) = (self.tree.text(*before), self.tree.text(check));
                let message = format!("no site is both `{before}` and `{text}`, so that nothing passes here");
                let hint = format!(
                    "`(or {before} {text})` is passed by either; on a path, a direction between the two goes on to another site"
                );
                self.push(Diagnostic::new(Code::Foregone, self.tree.node(check).span, message).hint(hint));
                return;
            }
            claims.push((check, claim));
        }
    }

    /// Complains of a comparison of numbers that are all written down, since it holds always or never.
    pub(super) fn find_foregone(&mut self, comparison: NodeId, read: &Truth) {
        let is_written = |number: &NodeId| self.text(*number).parse::<i32>().is_ok() && !self.tree.is_replaced(*number);
        let Some(holds) = settled(read).filter(|_| self.rest(comparison).iter().all(is_written)) else { return };
        let outcome = if holds { "always" } else { "never" };
        let message = format!("`{}` {outcome} holds", self.tree.text(comparison));
        let hint = "compare something that changes, such as `(count mine)` or a variable";
        self.push(Diagnostic::new(Code::Foregone, self.tree.node(comparison).span, message).hint(hint));
    }

    fn claim(&self, check: NodeId, env: EnvId) -> Option<Claim> {
        let Some(word) = self.tree.word(check) else {
            return match (self.head(check)?, self.rest(check).as_slice()) {
                ("not", [one]) => match self.claim(*one, env)? {
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

/// Whether a comparison holds, if it is one of numbers that never change.
fn settled(truth: &Truth) -> Option<bool> {
    match truth {
        Truth::Compare(Number::Is(a), how, Number::Is(b)) => Some(how.holds(i64::from(*a), i64::from(*b))),
        Truth::Not(inner) => settled(inner).map(|holds| !holds),
        Truth::And(all) => all.iter().try_fold(true, |holds, one| Some(settled(one)? && holds)),
        _ => None,
    }
}
