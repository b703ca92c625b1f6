//! Rules of edition 3 in words, so that authors can check how their text was read.
//!
//! The words show which reading every set has: *here is* … for a test on a path, *some site is* …
//! for a condition, *every site that is* … for an argument. They are not a language: no program
//! reads them, and they may change.

mod actions;
mod numbers;
mod outline;
mod sets;

use dagaz_core::{PieceTypeId, RuleId, SiteId, SiteSet};

use super::{LinesId, LocalId, NameId, OwnerRef, PathRules, PlayerRef, TableId, VarId, WayId};

/// More sites than this are not listed but counted.
const SITES_MAX: usize = 16;

/// Prints parts of one game in words.
#[derive(Clone, Copy, Debug)]
pub struct Words<'r> {
    rules: &'r PathRules,
}

impl<'r> Words<'r> {
    /// Returns the words of a game.
    pub fn new(rules: &'r PathRules) -> Words<'r> {
        Words { rules }
    }

    /// Returns a hop: `n`, or `n.ne`.
    pub fn way(&self, way: WayId) -> String {
        let names = self.rules.topology.directions();
        let hop = self.rules.ways.get(way.index()).map_or(&[][..], |way| &way.directions);
        let hop: Vec<&str> = hop.iter().filter_map(|one| names.get(one.index())).map(String::as_str).collect();
        if hop.is_empty() { "nowhere".to_string() } else { hop.join(".") }
    }

    /// Hops, as a list.
    pub fn ways(&self, ways: &[WayId]) -> String {
        listed(ways.iter().map(|way| self.way(*way)))
    }

    /// Returns the name of a rule.
    pub fn name(&self, name: NameId) -> &'r str {
        self.rules.names.get(name.index()).map_or("?", String::as_str)
    }

    /// Names of rules, as a list.
    pub fn names(&self, names: &[NameId]) -> String {
        listed(names.iter().map(|name| self.name(*name).to_string()))
    }

    /// Rules with their arguments, as a list.
    fn calls(&self, rules: &[RuleId]) -> String {
        let text = |rule: &RuleId| {
            let called = self.rules.glossary.rules.get(rule.index())?;
            Some(std::iter::once(&called.name).chain(&called.arguments).cloned().collect::<Vec<_>>().join(" "))
        };
        listed(rules.iter().map(|rule| text(rule).unwrap_or_else(|| "?".to_string())))
    }

    fn site(&self, site: SiteId) -> &'r str {
        &self.rules.topology.site(site).name
    }

    fn kind(&self, kind: PieceTypeId) -> &'r str {
        self.rules.pieces.get(kind.index()).map_or("?", |piece| &piece.name)
    }

    fn var(&self, var: VarId) -> &'r str {
        self.rules.variables.get(var.index()).map_or("?", |variable| &variable.name)
    }

    fn table(&self, table: TableId) -> &'r str {
        self.rules.tables.get(table.index()).map_or("?", |table| &table.name)
    }

    fn lines(&self, lines: LinesId) -> &'r str {
        self.rules.lines.get(lines.index()).map_or("?", |lines| &lines.name)
    }

    /// Names bound on a path are lost.
    fn bound(&self, what: &str, local: LocalId) -> String {
        format!("{what} #{}", local.index() + 1)
    }

    fn player(&self, player: PlayerRef) -> String {
        match player {
            PlayerRef::Me => "mover".to_string(),
            PlayerRef::Next => "next player".to_string(),
            PlayerRef::Enemy => "next enemy".to_string(),
            PlayerRef::Player(player) => {
                self.rules.players.get(player.index()).map_or_else(String::new, |player| player.name.clone())
            }
        }
    }

    fn owner(&self, owner: OwnerRef) -> String {
        match owner {
            OwnerRef::Player(PlayerRef::Player(player)) => self.player(PlayerRef::Player(player)),
            OwnerRef::Player(player) => format!("the {}", self.player(player)),
            OwnerRef::Nobody => "nobody".to_string(),
            OwnerRef::Owner => "its owner".to_string(),
        }
    }

    /// These sites: the name of a zone that has the same, or their names.
    fn fixed(&self, sites: &[SiteSet]) -> String {
        let Some(first) = sites.first() else { return "no site".to_string() };
        let of = |player: usize| sites.get(player).unwrap_or(first);
        let players = self.rules.players.len().max(1);
        let is = |zone: &&dagaz_core::Zone| {
            (0..players).all(|player| zone.of(dagaz_core::PlayerId::at(player)).iter().eq(of(player).iter()))
        };
        if let Some(zone) = self.rules.topology.zones().iter().find(is) {
            return format!("in the zone {}", zone.name);
        }
        let listed_sites = self.site_list(first);
        match sites[1..].iter().all(|other| other == first) {
            true => listed_sites,
            false => {
                let name = self.rules.players.first().map_or("the first player", |player| &player.name);
                format!("{listed_sites} as {name} sees the board")
            }
        }
    }

    fn site_list(&self, sites: &SiteSet) -> String {
        let count = sites.iter().count();
        let names = sites.iter().take(SITES_MAX).map(|site| self.site(site).to_string());
        match count {
            0 => "no site".to_string(),
            1..=SITES_MAX => format!("one of {}", names.collect::<Vec<_>>().join(" ")),
            _ => format!("one of {} … ({count} sites)", names.collect::<Vec<_>>().join(" ")),
        }
    }
}

/// Names with commas, and an *or* before the last.
fn listed(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    match names.as_slice() {
        [] => "nothing".to_string(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}
