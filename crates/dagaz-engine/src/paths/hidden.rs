//! What players see where rules hide facts.

use dagaz_core::{Change, Fuel, Piece, PlayerId, PlayerKind, SiteId, State, UndoLog};
use dagaz_rules::path::{HiddenPart, Home, VarId, VariableKind};

use super::game::PathGame;
use super::sites::Sites;
use super::tables::Place;
use super::walker::{Halt, Walker};

/// What one player does not see of a state.
struct Unseen {
    /// Sites of which nothing is seen.
    sites: Sites,
    /// Sites of whose pieces only the owner is seen.
    types: Sites,
    hands: bool,
    variables: Vec<VarId>,
}

impl PathGame {
    /// Returns what `viewer` sees of a state; none if the rules hide nothing, or `viewer` is
    /// chance.
    ///
    /// An unseen site has a piece of the unseen type without an owner. A piece of unseen type keeps
    /// its owner. Unseen cards of a hand are of the unseen type. Unseen variables are 0. How the
    /// state came about is not seen at all.
    pub(super) fn seen_by(&self, state: &State, viewer: PlayerId) -> Option<State> {
        if self.rules.hidden.is_empty() || self.rules.players[viewer.index()].kind == PlayerKind::Random {
            return None;
        }
        // A question that meets a limit hides everything that could be hidden.
        let unseen = self.unseen(state, viewer).unwrap_or_else(|_| self.all_unseen());
        let mut seen = state.clone();
        seen.forget_history();
        let mut log = UndoLog::new();
        let mut change = Change::begin(&self.layout, &mut seen, &mut log);
        if let Some(marker) = self.rules.unseen {
            for site in unseen.sites.iter() {
                change.clear(site);
                change.place(site, Piece { kind: marker, owner: PlayerId::NONE });
            }
            for site in unseen.types.iter().filter(|site| !unseen.sites.contains(*site)) {
                let Some(owner) = state.piece(site).map(|piece| piece.owner) else { continue };
                change.clear(site);
                change.place(site, Piece { kind: marker, owner });
            }
        }
        if unseen.hands {
            self.hide_hands(state, viewer, &mut change);
        }
        unseen.variables.iter().for_each(|var| self.hide_variable(state, viewer, *var, &mut change));
        self.hide_last_move(state, viewer, &mut change);
        Some(seen)
    }

    fn unseen(&self, state: &State, viewer: PlayerId) -> Result<Unseen, Halt> {
        let none = || Sites::none(self.tables.width);
        let mut unseen = Unseen { sites: none(), types: none(), hands: false, variables: Vec::new() };
        let mut walker = Walker::new(self, state, viewer, Fuel::new(self.limits.fuel));
        for hidden in &self.rules.hidden {
            if !walker.holds(&hidden.when)? {
                continue;
            }
            match &hidden.part {
                HiddenPart::Sites(set) => unseen.sites.unite(&self.on_board(walker.set(set)?)),
                HiddenPart::Types(set) => unseen.types.unite(&self.on_board(walker.set(set)?)),
                HiddenPart::Hands => unseen.hands = true,
                HiddenPart::Variable(var) => unseen.variables.push(*var),
            }
        }
        Ok(unseen)
    }

    fn on_board(&self, mut sites: Sites) -> Sites {
        sites.intersect(&self.tables.board);
        sites
    }

    fn all_unseen(&self) -> Unseen {
        let mut unseen = Unseen {
            sites: Sites::none(self.tables.width),
            types: Sites::none(self.tables.width),
            hands: false,
            variables: Vec::new(),
        };
        for hidden in &self.rules.hidden {
            match &hidden.part {
                HiddenPart::Sites(_) | HiddenPart::Types(_) => unseen.sites = self.tables.board.clone(),
                HiddenPart::Hands => unseen.hands = true,
                HiddenPart::Variable(var) => unseen.variables.push(*var),
            }
        }
        unseen
    }

    /// Shows of the hands of others how many pieces are in them.
    fn hide_hands(&self, state: &State, viewer: PlayerId, change: &mut Change<'_>) {
        for owner in (0..self.rules.players.len()).map(PlayerId::at).filter(|owner| *owner != viewer) {
            let mut total = 0;
            for &piece in self.layout.spec().supplies.iter().filter(|piece| piece.owner == owner) {
                total += state.supply(&self.layout, piece);
                change.set_supply(piece, 0);
            }
            let marked = self.rules.unseen.map(|kind| Piece { kind, owner });
            if let Some(marked) = marked.filter(|marked| self.layout.supply_word(*marked).is_some()) {
                change.set_supply(marked, total);
            }
        }
    }

    fn hide_variable(&self, state: &State, viewer: PlayerId, var: VarId, change: &mut Change<'_>) {
        let variable = &self.rules.variables[var.index()];
        let of_set = if variable.kind == VariableKind::Set { 2 * self.tables.width } else { 1 };
        let players = self.rules.players.len();
        match self.tables.places[var.index()] {
            Place::State(first) => {
                let first = usize::from(first);
                let words = match variable.home {
                    Home::Game => 1,
                    Home::Player => players,
                    Home::Numbers { count, .. } => usize::from(count),
                    _ => self.rules.topology.sites().len(),
                };
                let own = |word: &usize| variable.home == Home::Player && *word == viewer.index();
                for word in (0..words).filter(|word| !own(word)) {
                    (0..of_set).for_each(|half| change.assign(first + word * of_set + half, 0));
                }
            }
            Place::Piece(attribute) => {
                let others = |site: &SiteId| state.piece(*site).is_some_and(|piece| piece.owner != viewer);
                let sites: Vec<SiteId> = self.tables.board.iter().filter(others).collect();
                for site in sites {
                    let kind = change.state().piece(site).map(|piece| piece.kind);
                    if kind.is_some() && kind != self.rules.unseen {
                        change.set_attribute(site, attribute, 0);
                    }
                }
            }
            Place::Passing(_) => {}
        }
    }

    /// Hides where the last move of another player went, and by which rule it was.
    fn hide_last_move(&self, state: &State, viewer: PlayerId, change: &mut Change<'_>) {
        let mover = self.variable(state, self.tables.extras.last_mover);
        change.assign(usize::from(self.tables.extras.last_mover), 0);
        if mover == i32::from(viewer.0) + 1 {
            return;
        }
        if self.layout.spec().keeps_last {
            change.set_last(SiteId::NONE, SiteId::NONE);
        }
        if let Some(word) = self.tables.extras.last_name {
            change.assign(usize::from(word), 0);
        }
    }
}
