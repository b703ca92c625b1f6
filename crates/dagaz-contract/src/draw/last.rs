//! The last move, as far as the viewer may know it.

use dagaz_core::{Change, Effect, Fuel, Game, MoveList, MoveRef, PlayerId, SiteId, State, UndoLog, apply};
use dagaz_record::{Wording, fallen};

use super::Drawing;
use super::counts::counted;
use super::picks::{arrival, step_kind};
use super::routes::{Ways, passed};
use crate::view::{LastMove, StepView};

impl Drawing {
    /// Returns the move that `mover` made in `before`, for an observer with full information;
    /// `text` is its [notation](Drawing::said).
    pub fn last(
        &self,
        game: &dyn Game,
        before: &State,
        mover: PlayerId,
        chosen: MoveRef<'_>,
        text: String,
    ) -> LastMove {
        let (mut state, mut log) = (before.clone(), UndoLog::new());
        let (mut steps, mut sites, mut removed) = (Vec::new(), Vec::new(), Vec::new());
        let (mut ways, mut index) = (Ways::default(), None);
        let after = after_window(game, before, chosen);
        for (number, (step, effects)) in chosen.steps().enumerate() {
            let add = |list: &mut Vec<String>, site| {
                let site = self.site(moved_site(game, before, after.as_ref(), site));
                if !list.contains(&site) {
                    list.push(site);
                }
            };
            for effect in effects {
                match *effect {
                    Effect::Move { from, to } => {
                        if !state.is_empty(to) {
                            add(&mut removed, to);
                        }
                        add(&mut sites, from);
                        add(&mut sites, to);
                    }
                    Effect::Pile { from, to, .. } => {
                        add(&mut sites, from);
                        add(&mut sites, to);
                    }
                    Effect::Place { site, .. } | Effect::Drop { site, .. } => add(&mut sites, site),
                    Effect::Remove { site } | Effect::Tuck { from: site, .. } | Effect::Pluck { site, .. } => {
                        add(&mut removed, site)
                    }
                    Effect::Become { site, .. } | Effect::Give { site, .. } => add(&mut sites, site),
                    _ => {}
                }
            }
            // Of places whose numbers change the first is where seeds were taken from; what is left
            // empty has been captured.
            for (place, (site, count)) in counted(game, effects).enumerate() {
                if place == 0 || site == step.target {
                    add(&mut sites, site);
                } else if count == 0 {
                    add(&mut removed, site);
                }
            }
            let mut way = |from, to| {
                let ways = ways.of(game, before);
                let index = *index.get_or_insert_with(|| place_of(game, before, chosen));
                passed(ways.get(index?)?.get(number)?, from, to)
            };
            steps.push(StepView {
                pick: Vec::new(),
                effects: self.effects(game, arrival(step, effects), effects, &mut way),
                say: step_kind(&state, step, effects),
            });
            apply(&mut Change::begin(game.layout(), &mut state, &mut log), effects);
        }
        LastMove { player: self.player(mover).unwrap_or_default(), text: Some(text), steps, sites, removed }
    }

    /// As `last`, for an observer with hidden information: only the difference of the two views.
    pub fn last_seen(&self, game: &dyn Game, mover: PlayerId, before: &State, after: &State) -> LastMove {
        let (mut sites, mut removed) = (Vec::new(), Vec::new());
        for site in game.topology().site_ids() {
            if before.word(site) != after.word(site) {
                let gone = after.is_empty(site) && !before.is_empty(site);
                if gone { removed.push(self.site(site)) } else { sites.push(self.site(site)) }
            }
        }
        LastMove { player: self.player(mover).unwrap_or_default(), text: None, steps: Vec::new(), sites, removed }
    }

    /// Returns a move as players write it: of a throw what has fallen, in games of the chess family
    /// SAN, else its wording. `list` has the legal moves, if they are known already.
    pub fn said(&self, game: &dyn Game, before: &State, list: Option<&MoveList>, chosen: MoveRef<'_>) -> String {
        let thrown = if game.throws(before) { fallen(game, chosen) } else { Vec::new() };
        if !thrown.is_empty() {
            return thrown.join(" ");
        }
        let san = self.notation.san().and_then(|san| {
            let san = san.san(game);
            match list {
                Some(list) => san.whole(before, list, chosen),
                None => san.whole(before, &moves(game, before)?, chosen),
            }
        });
        san.unwrap_or_else(|| Wording::of(game, before, chosen).short())
    }
}

fn moves(game: &dyn Game, state: &State) -> Option<MoveList> {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).ok()?;
    Some(list)
}

/// Returns the state after a move, if the window of a board without borders may follow the pieces.
fn after_window(game: &dyn Game, before: &State, chosen: MoveRef<'_>) -> Option<State> {
    game.sites_in_reach(before)?;
    let mut after = before.clone();
    game.play(&mut after, chosen, &mut UndoLog::new());
    Some(after)
}

/// Returns the site of a later state that has the name of a site before.
fn moved_site(game: &dyn Game, before: &State, after: Option<&State>, site: SiteId) -> SiteId {
    let found = after.and_then(|after| game.site_called(after, &game.site_name(before, site)));
    found.unwrap_or(site)
}

/// Returns the place of a move in the list of those that are legal.
fn place_of(game: &dyn Game, before: &State, chosen: MoveRef<'_>) -> Option<usize> {
    moves(game, before)?.iter().position(|one| one.same_as(chosen) && one.origin() == chosen.origin())
}
