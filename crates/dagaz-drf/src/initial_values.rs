//! What variables hold at the start, where the set-up says more than their declarations.

use dagaz_core::{PlayerId, SiteId, SiteSet};
use dagaz_rules::path::{Home, VarId};

use super::environment::{EnvId, Name};
use super::lower::Lower;
use dagaz_syntax::tree::NodeId;

/// Numbers and sets of the start.
#[derive(Default)]
pub(super) struct InitialValues {
    /// Each with its site, or its place in a row or among the players.
    pub(super) numbers: Vec<(VarId, SiteId, i32)>,
    /// Each with its place in a row or among the players.
    pub(super) sets: Vec<(VarId, u16, SiteSet)>,
}

impl Lower<'_> {
    /// `(seeds 4 a1..f2)`, `(heap 3 1..4)`, `(trail a1 b1 2)`, or `(close a1)`.
    pub(super) fn variable_setup(&mut self, part: NodeId, held: &mut InitialValues) {
        let parts = self.members(part);
        if self.head(part) == Some("close") {
            self.needs_fixed_sites(part);
            let var = self.closed_variable();
            for &place in &parts[1..] {
                let sites = self.sites_at_the_start(place, PlayerId(0));
                held.numbers.extend(sites.iter().map(|site| (var, site, 1)));
            }
            return;
        }
        let Some(Name::Var(var)) = parts.first().and_then(|node| self.name(*node)).cloned() else {
            self.no_setup(part);
            return;
        };
        let rest = &parts[1..];
        if matches!(self.variables[var.index()].home, Home::Move | Home::Step) {
            let name = &self.variables[var.index()].name;
            let message = format!("`{name}` begins anew with each move, so nothing of it can be set up");
            self.wrong(part, &message, &format!("its value in its declaration: `(var {name} of move 1)`"));
        } else if self.holds_sets(var) {
            self.set_at_the_start(part, var, rest, held);
        } else {
            self.number_at_the_start(part, var, rest, held);
        }
    }

    /// The sites come first, and behind them in a row which numbers, or whose they are.
    fn set_at_the_start(&mut self, part: NodeId, var: VarId, rest: &[NodeId], held: &mut InitialValues) {
        let home = self.variables[var.index()].home;
        let is_which = |lower: &Self, node: &NodeId| match home {
            Home::Numbers { .. } => lower.is_numbers(*node),
            Home::Player => lower.player_named(*node).is_some(),
            _ => false,
        };
        let split = rest.iter().position(|node| is_which(self, node)).unwrap_or(rest.len());
        let (sets, which) = rest.split_at(split);
        let usage = self.set_up_so(var);
        let name = self.variables[var.index()].name.clone();
        if sets.is_empty() {
            self.wrong(part, &format!("`{name}` holds sites, and this set-up names none before anything else"), &usage);
            return;
        }
        for (place, owner) in self.places_at_the_start(part, var, which, &usage) {
            let mut sites = SiteSet::empty(self.sites.len());
            for &set in sets {
                sites.unite(&self.sites_at_the_start(set, owner));
            }
            held.sets.push((var, place, sites));
        }
    }

    /// The number comes first, and behind it where, which of a row, or whose.
    fn number_at_the_start(&mut self, part: NodeId, var: VarId, rest: &[NodeId], held: &mut InitialValues) {
        let usage = self.set_up_so(var);
        let name = self.variables[var.index()].name.clone();
        let Some((value, places)) = rest.split_first().and_then(|(value, rest)| Some((self.constant(*value)?, rest)))
        else {
            self.wrong(part, &format!("`{name}` holds numbers, and this set-up does not begin with one"), &usage);
            return;
        };
        match self.variables[var.index()].home {
            Home::Piece | Home::Site => {
                if places.is_empty() {
                    self.wrong(part, &format!("nothing says where `{name}` is {value} at the start"), &usage);
                }
                for &place in places {
                    let sites = self.sites_at_the_start(place, PlayerId(0));
                    held.numbers.extend(sites.iter().map(|site| (var, site, value)));
                }
            }
            _ => {
                let at = self.places_at_the_start(part, var, places, &usage);
                held.numbers.extend(at.into_iter().map(|(place, _)| (var, SiteId(place), value)));
            }
        }
    }

    /// Which of a row of variables are meant, or whose of those of the players; each with the
    /// player who sees it so.
    fn places_at_the_start(&mut self, part: NodeId, var: VarId, which: &[NodeId], usage: &str) -> Vec<(u16, PlayerId)> {
        let variable = &self.variables[var.index()];
        let (name, home) = (variable.name.clone(), variable.home);
        let mut places = Vec::new();
        match home {
            Home::Numbers { from, count } => {
                if which.is_empty() {
                    let message = format!("`{name}` is a row of variables, and nothing says which of them");
                    self.wrong(part, &message, usage);
                }
                for &node in which {
                    let text = self.text(node).to_string();
                    let (low, high) = text.split_once("..").unwrap_or((&text, &text));
                    let at = |bound: &str| Some(bound.parse::<i64>().ok()? - i64::from(from));
                    match (at(low), at(high)) {
                        (Some(low @ 0..), Some(high)) if low <= high && high < i64::from(count) => {
                            places.extend((low..=high).map(|at| (at as u16, PlayerId(0))));
                        }
                        _ => {
                            let (text, to) = (self.tree.text(node), from + i32::from(count) - 1);
                            let message = format!("`{name}` goes from {from} to {to}, and has no number `{text}`");
                            self.wrong(node, &message, usage);
                        }
                    }
                }
            }
            Home::Player => {
                for &node in which {
                    match self.player_named(node) {
                        Some(player) => places.push((u16::from(player.0), player)),
                        None => self.wrong(node, "this is no player", usage),
                    }
                }
                if which.is_empty() {
                    places.extend((0..self.players.len()).map(|player| (player as u16, PlayerId::at(player))));
                }
            }
            _ => {
                places.push((0, PlayerId(0)));
                for &node in which {
                    self.wrong(node, &format!("there is one `{name}` in the game, and nothing to choose from"), usage);
                }
            }
        }
        places
    }

    /// `3`, or `1..3`.
    fn is_numbers(&self, node: NodeId) -> bool {
        let text = self.text(node);
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        low.parse::<i64>().is_ok() && high.parse::<i64>().is_ok()
    }

    fn sites_at_the_start(&mut self, place: NodeId, viewer: PlayerId) -> SiteSet {
        let set = self.set(place, EnvId::EMPTY);
        self.fixed(&set, viewer, place)
    }

    /// How a variable is set up, by what it holds and where it belongs.
    fn set_up_so(&self, var: VarId) -> String {
        let variable = &self.variables[var.index()];
        let name = &variable.name;
        match (self.holds_sets(var), variable.home) {
            (true, Home::Numbers { from, count }) => {
                let to = from + i32::from(count) - 1;
                format!("`({name} a1 b1 {from})`: sites, and then which of the row, from {from} to {to}")
            }
            (true, Home::Player) => format!("`({name} a1 b1)`: sites, and then whose, if not everybody's"),
            (true, _) => format!("`({name} a1 b1)`: sites and nothing else"),
            (false, Home::Numbers { from, count }) => {
                let to = from + i32::from(count) - 1;
                format!("`({name} 4 {from}..{to})`: the number, and then which of the row have it")
            }
            (false, Home::Player) => format!("`({name} 4)`: the number, and then whose, if not everybody's"),
            (false, Home::Piece | Home::Site) => format!("`({name} 4 a1 b1)`: the number, and then the sites"),
            (false, _) => format!("`({name} 4)`: a number and nothing else"),
        }
    }

    /// Complains about a part of a set-up that is none.
    fn no_setup(&mut self, part: NodeId) {
        let players: Vec<String> = self.players.iter().map(|player| player.name.clone()).collect();
        let players: Vec<&str> = players.iter().map(String::as_str).collect();
        let head = self.head(part).unwrap_or_default().to_string();
        let has_pieces = self.rest(part).iter().any(|item| self.type_named(self.first_member(*item)).is_some());
        if has_pieces || dagaz_syntax::suggest::closest(&head, players.iter().copied()).is_some() {
            self.unknown(part, "this is no player", &head, "this game has the players", &players);
            return;
        }
        self.wrong(
            part,
            "this is no part of a set-up",
            "a picture in quotes, `(White (Pawn a2..h2))`, `(each (Man (row 1 3)))` or `(seeds 4 a1..f2)`",
        );
    }
}
