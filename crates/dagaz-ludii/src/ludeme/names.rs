//! Roles, players, components and places by name.

use crate::board::SiteType;
use crate::play::position::{MOVER, NEXT, PREV};
use crate::text::{Diagnostic, Node};

use super::args::{Args, Read, refuse};
use super::op::{Bound, Number, Pieces};
use super::reader::Reader;

/// Returns whether a word is a role.
pub(crate) fn is_role(word: &str) -> bool {
    matches!(
        word,
        "Mover"
            | "Next"
            | "Prev"
            | "Neutral"
            | "Shared"
            | "Each"
            | "All"
            | "NonMover"
            | "Enemy"
            | "Friend"
            | "Ally"
            | "Player"
            | "TeamMover"
    ) || numbered(word, "P").is_some()
        || numbered(word, "Team").is_some()
}

fn numbered(word: &str, prefix: &str) -> Option<i32> {
    let rest = word.strip_prefix(prefix)?;
    let number = rest.parse().ok()?;
    (rest.bytes().all(|byte| byte.is_ascii_digit()) && (1..=16).contains(&number)).then_some(number)
}

impl Reader {
    /// Reads a role as a player number.
    pub(crate) fn role(&self, word: &str) -> Option<Number> {
        let everybody = self.ground.players as i32 + 1;
        Some(match word {
            "Mover" => Number::Register(MOVER),
            "Next" => Number::Register(NEXT),
            "Prev" => Number::Register(PREV),
            "Player" => Number::Bound(Bound::Player),
            "Neutral" => Number::Const(0),
            "Shared" | "All" | "Each" => Number::Const(everybody),
            _ => Number::Const(numbered(word, "P")?),
        })
    }

    /// Reads a role, `(player …)` or a number as a player number.
    pub(crate) fn player(&mut self, node: &Node) -> Read<Number> {
        if let Some(word) = node.word() {
            return match self.role(word) {
                Some(number) => Ok(number),
                None => refuse(node),
            };
        }
        if let Some(list) = node.list_of("player")
            && !list.args.is_empty()
        {
            let mut args = Args::of(node)?;
            let number = self.number(args.expect("a number")?)?;
            args.finish()?;
            return Ok(number);
        }
        self.number(node)
    }

    /// Takes the next argument if it is a role or a `(player …)`.
    pub(crate) fn next_player(&mut self, args: &mut Args<'_>) -> Read<Option<Number>> {
        let fits = |node: &Node| node.word().is_some_and(is_role) || node.list_of("player").is_some();
        match args.next_if(fits) {
            Some(node) => self.player(node).map(Some),
            None => Ok(None),
        }
    }

    /// Returns the component with exactly this name.
    pub(crate) fn component(&self, name: &str) -> Option<i32> {
        self.components.iter().position(|one| one.name == name).map(|at| at as i32)
    }

    /// Returns by owner the first component whose name contains `name`.
    pub(crate) fn component_by_owner(&self, name: &str) -> Vec<i32> {
        (0..self.ground.players + 2)
            .map(|owner| {
                let fits = |one: &crate::rules::component::Component| one.owner == owner && one.name.contains(name);
                self.components.iter().position(fits).map_or(-1, |at| at as i32)
            })
            .collect()
    }

    /// Returns the components whose names contain `name`.
    pub(crate) fn components_like(&self, name: &str) -> Vec<u16> {
        let like = |at: &usize| self.components[*at].name.contains(name);
        (1..self.components.len()).filter(like).map(|at| at as u16).collect()
    }

    /// Reads `(piece …)`: components by name or number.
    pub(crate) fn pieces(&mut self, node: &Node) -> Read<Pieces> {
        let mut args = Args::of(node)?;
        let nodes = match args.next_if(|node| node.braces().is_some()) {
            Some(list) => list.braces().unwrap_or_default(),
            None => std::slice::from_ref(args.expect("a piece")?),
        };
        let mut components = Vec::new();
        for one in nodes {
            components.push(match one.text() {
                Some(name) => self.named_piece(one, name)?,
                None => self.number(one)?,
            });
        }
        let state = args.named("state").map(|state| self.number(state)).transpose()?;
        args.finish()?;
        Ok(Pieces { components, state })
    }

    fn named_piece(&self, node: &Node, name: &str) -> Read<Number> {
        if let Some(number) = self.component(name) {
            return Ok(Number::Const(number));
        }
        let by_owner: Vec<i32> = self.component_by_owner(name);
        if by_owner.iter().all(|one| *one < 0) {
            return Err(Diagnostic::error(node.span, format!("there is no piece `{name}`")));
        }
        Ok(Number::Component(by_owner, Box::new(Number::Register(MOVER))))
    }

    /// Returns the site with a coordinate.
    pub(crate) fn coordinate(&self, ty: SiteType, label: &str) -> Option<i32> {
        let sites = &self.ground.equipment.board.elements(ty).sites;
        sites.iter().position(|site| site.label == label).map(|at| at as i32)
    }

    /// Returns the site with a coordinate, or a fault.
    pub(crate) fn coordinate_at(&self, node: &Node, ty: SiteType, label: &str) -> Read<i32> {
        // On irregular boards labels can differ from those that the author knows.
        let message = || Diagnostic::unsupported(node.span, format!("coordinate {label}"));
        self.coordinate(ty, label).ok_or_else(message)
    }
}
