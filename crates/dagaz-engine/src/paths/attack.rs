//! Attacks: whether some enemy's step, taken as if a piece of mine stood there, captures it.
//!
//! The enemy's rules are walked as they stand, up to the end of their first step. What keeps that
//! affordable is a table of the sites that a rule can touch at all from a site, whatever stands on
//! the board: most rules are left out by it.

use std::sync::OnceLock;

use dagaz_core::{Fuel, PieceTypeId, PlayerId, RuleId, SiteId, State};
use dagaz_rules::path::{Act, Attackers, Level, Path, Set, Truth};

use super::game::PathGame;
use super::sites::Sites;
use super::sketch::Ends;
use super::walker::{Halt, Walker};

/// For each player and rule, made when first asked for, the sites that it can touch from each site.
#[derive(Debug)]
pub(super) struct Touch {
    of: Vec<OnceLock<Vec<Sites>>>,
    rules: usize,
    /// The other way round: for each site from where a rule can touch it.
    origins: Vec<OnceLock<Vec<Sites>>>,
    /// For each player the other way round: for each site where a piece may stand that could
    /// capture there.
    from: Vec<OnceLock<Vec<Sites>>>,
}

impl Touch {
    pub(super) fn new(players: usize, rules: usize) -> Touch {
        let unknown = |count: usize| (0..count).map(|_| OnceLock::new()).collect();
        Touch { of: unknown(players * rules), origins: unknown(players * rules), rules, from: unknown(players) }
    }

    /// For each site what a rule can touch from there.
    fn of(&self, game: &PathGame, player: PlayerId, rule: RuleId) -> &[Sites] {
        self.of[player.index() * self.rules + rule.index()].get_or_init(|| {
            let path = &game.rules.rules[rule.index()].path;
            game.rules.topology.site_ids().map(|site| touched_from(game, player, path, site)).collect()
        })
    }

    pub(super) fn can(&self, game: &PathGame, player: PlayerId, rule: RuleId, from: SiteId, to: SiteId) -> bool {
        self.of(game, player, rule).get(from.index()).is_some_and(|sites| sites.contains(to))
    }

    /// From where a rule can touch a site.
    pub(super) fn origins(&self, game: &PathGame, player: PlayerId, rule: RuleId, to: SiteId) -> Option<&Sites> {
        let origins = self.origins[player.index() * self.rules + rule.index()].get_or_init(|| {
            let mut origins = vec![Sites::none(game.tables.width); game.rules.topology.sites().len()];
            for (site, touched) in self.of(game, player, rule).iter().enumerate() {
                touched.iter().for_each(|to| origins[to.index()].insert(SiteId::at(site)));
            }
            origins
        });
        origins.get(to.index())
    }

    /// Where a player's piece may stand that could capture on a site.
    pub(super) fn from(&self, game: &PathGame, player: PlayerId, to: SiteId) -> Option<&Sites> {
        let from = self.from[player.index()].get_or_init(|| {
            let mut from = vec![Sites::none(game.tables.width); game.rules.topology.sites().len()];
            let calls = game.rules.pieces.iter().flat_map(|piece| &piece.moves);
            for call in calls.filter(|call| game.tables.captures[call.rule.index()]) {
                for (site, touched) in self.of(game, player, call.rule).iter().enumerate() {
                    touched.iter().for_each(|to| from[to.index()].insert(SiteId::at(site)));
                }
            }
            from
        });
        from.get(to.index())
    }
}

fn touched_from(game: &PathGame, player: PlayerId, path: &Path, site: SiteId) -> Sites {
    let mut from = Sites::none(game.tables.width);
    from.insert(site);
    let mut touched = from.clone();
    touch(game, player, path, &from, &mut touched);
    touched
}

/// Where the cursor can be after a path, tests aside, adding all sites that it can be about to
/// `touched`.
fn touch(game: &PathGame, player: PlayerId, path: &Path, from: &Sites, touched: &mut Sites) -> Sites {
    let mut sites = match path {
        Path::Go(ways) => {
            let mut to = Sites::none(game.tables.width);
            ways.iter().for_each(|way| game.tables.unite_shifted(&mut to, player, *way, from));
            to
        }
        Path::Is(Set::Fixed(sets)) => {
            let mut sites = from.clone();
            if let Some(set) = sets.get(player.index()).or(sets.first()) {
                sites.intersect(&Sites::of_set(set, game.tables.width));
            }
            sites
        }
        Path::Seq(parts) => parts.iter().fold(from.clone(), |sites, part| touch(game, player, part, &sites, touched)),
        Path::Or(parts) | Path::First(parts) => {
            let mut sites = Sites::none(game.tables.width);
            parts.iter().for_each(|part| sites.unite(&touch(game, player, part, from, touched)));
            sites
        }
        Path::Many { body, .. } | Path::Most(body) | Path::Times(_, body) => {
            let mut reached = from.clone();
            loop {
                let more = touch(game, player, body, &reached, touched);
                if more.is_within(&reached) {
                    break reached;
                }
                reached.unite(&more);
            }
        }
        Path::If(_, yes, no) => {
            let mut sites = touch(game, player, yes, from, touched);
            sites.unite(&touch(game, player, no, from, touched));
            sites
        }
        Path::At(Set::Here) | Path::Fly(Set::Here) => from.clone(),
        Path::At(_) | Path::Fly(_) => game.tables.board.clone(),
        // What is borrowed can go anywhere.
        Path::Like(_) => {
            touched.unite(&game.tables.board);
            game.tables.board.clone()
        }
        Path::Each(..) => {
            touched.unite(&game.tables.board);
            from.clone()
        }
        Path::Do(act) => {
            let anywhere = match act {
                Act::Take { at, .. }
                | Act::Put { at, .. }
                | Act::Drop { at, .. }
                | Act::Pocket { at, .. }
                | Act::Pluck { at, .. }
                | Act::Close(at)
                | Act::Tuck(at) => *at != Set::Here,
                Act::Move { .. } | Act::Shift { .. } | Act::Swap(..) | Act::Cycle(_) | Act::Give { .. } => true,
                _ => false,
            };
            if anywhere {
                touched.unite(&game.tables.board);
            }
            from.clone()
        }
        _ => from.clone(),
    };
    sites.intersect(&game.tables.board);
    touched.unite(&sites);
    sites
}

impl PathGame {
    /// Where `side` has what some forbidden result says may not be attacked, and who it is that may
    /// not be: kings.
    pub(super) fn royal_sites(&self, state: &State, side: PlayerId) -> Vec<SiteId> {
        let mut walker = Walker::new(self, state, side, Fuel::new(self.limits.fuel));
        let mut sites: Vec<SiteId> = Vec::new();
        for never in &self.rules.nevers {
            let parts = match &never.when {
                Truth::And(parts) => parts.as_slice(),
                one => std::slice::from_ref(one),
            };
            let Some(sets) = parts.iter().find_map(attacked_of) else { continue };
            // Of several kings only the last may be bound.
            let others = parts.iter().filter(|part| attacked_of(part).is_none());
            if !others.into_iter().all(|part| walker.holds(part).unwrap_or(false)) {
                continue;
            }
            let mut royal = Sites::of_words(state.held(&self.layout, side), self.tables.width);
            for set in sets.iter().filter(|set| !matches!(set, Set::Attacked(_))) {
                match walker.set(set) {
                    Ok(found) => royal.intersect(&found),
                    Err(_) => return sites,
                }
            }
            sites.extend(royal.iter().filter(|site| state.piece(*site).is_some()));
        }
        sites.sort_unstable();
        sites.dedup();
        sites
    }
}

/// The sets of which a truth says that something in all of them is attacked.
fn attacked_of(truth: &Truth) -> Option<&[Set]> {
    match truth {
        Truth::Any(Set::And(parts)) if parts.iter().any(|part| matches!(part, Set::Attacked(None))) => Some(parts),
        _ => None,
    }
}

impl<'g> Walker<'g> {
    /// Whether an enemy's piece (of those, or in the way, that is given) could capture a piece of
    /// mine on a site. False while this very question is being answered.
    pub(super) fn attacked(&mut self, site: SiteId, by: Option<&'g Attackers>) -> Result<bool, Halt> {
        if self.attacked_site.is_some() {
            return Ok(false);
        }
        let game = self.game;
        if self.at.was {
            // Another walker, for which that is now.
            let mut other = Walker::new(game, self.before, self.at.me, self.fuel.clone());
            other.locals.clone_from(&self.locals);
            let answer = other.attacked(site, by)?;
            self.fuel = other.fuel;
            return Ok(answer);
        }
        let me = self.at.me;
        let names = by.map_or(&[][..], |attackers| &attackers.by);
        let by = by.and_then(|attackers| attackers.from.as_ref()).map(|from| self.set(from)).transpose()?;
        let saved = self.save();
        let captured = std::mem::take(&mut self.captured);
        if self.state.piece(site).is_none_or(|piece| piece.owner != me) {
            let kind = self.moving_kind().unwrap_or(PieceTypeId(0));
            self.change().place(site, dagaz_core::Piece { kind, owner: me });
        }
        let mut answer = Ok(false);
        'enemies: for &enemy in &game.tables.enemies[me.index()] {
            if game.is_out(&self.state, enemy) {
                continue;
            }
            let Some(near) = game.touch.from(game, enemy, site) else { continue };
            let mut theirs = Sites::of_words(self.state.held(&game.layout, enemy), game.tables.width);
            // Distances are measured to the first site of a piece.
            if game.bodies.is_none() {
                theirs.intersect(near);
            }
            by.iter().for_each(|by| theirs.intersect(by));
            for from in theirs.iter() {
                let Some(piece) = self.state.piece(from).filter(|_| !self.taken.contains(&from)) else { continue };
                if game.is_further_part(&self.state, from) {
                    continue;
                }
                for call in &game.rules.pieces[piece.kind.index()].moves {
                    if !game.tables.captures[call.rule.index()]
                        || !names.is_empty() && !names.contains(&game.rules.rules[call.rule.index()].name)
                        || game.bodies.is_none() && !game.touch.can(game, enemy, call.rule, from, site)
                    {
                        continue;
                    }
                    match self.captures(enemy, call.rule, from, site) {
                        Ok(false) => {}
                        found => {
                            answer = found;
                            break 'enemies;
                        }
                    }
                }
            }
        }
        self.captured = captured;
        self.restore(saved);
        answer
    }

    /// Whether a rule, begun on a site, captures what stands on another with its first step.
    fn captures(&mut self, enemy: PlayerId, rule: RuleId, from: SiteId, goal: SiteId) -> Result<bool, Halt> {
        let game = self.game;
        if game.begins_plainly && !game.layout.has_columns() && self.at.level == Level::Top {
            let (mut ends, me) = (Ends::new(), std::mem::replace(&mut self.at.me, enemy));
            let known = self.sketch(&game.rules.rules[rule.index()].path, from, &mut ends);
            self.at.me = me;
            if known? {
                return Ok(ends.contains(&goal));
            }
        }
        let saved = self.save();
        self.attacked_site = Some(goal);
        self.begin_move(enemy, from);
        let flow = self.asking(|walker| walker.step(rule, from, &mut |_| Ok(())));
        self.attacked_site = None;
        self.restore(saved);
        match flow {
            Ok(()) => Ok(false),
            Err(Halt::Enough) => Ok(true),
            Err(limit) => Err(limit),
        }
    }
}
