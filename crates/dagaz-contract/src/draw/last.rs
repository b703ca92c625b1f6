//! The move that led to a position, as far as somebody may know it.

use dagaz_core::{Change, Effect, Game, MoveRef, PlayerId, State, UndoLog, apply};
use dagaz_record::Wording;

use super::Drawing;
use super::picks::{arrival, step_kind};
use crate::view::{LastMove, StepView};

impl Drawing {
    /// The move that `mover` made in `before`, seen by somebody who saw everything.
    pub fn last(&self, game: &dyn Game, before: &State, mover: PlayerId, chosen: MoveRef<'_>) -> LastMove {
        let (mut state, mut log) = (before.clone(), UndoLog::new());
        let (mut steps, mut sites, mut removed) = (Vec::new(), Vec::new(), Vec::new());
        for (step, effects) in chosen.steps() {
            let add = |list: &mut Vec<String>, site| {
                let site = self.site(site);
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
            steps.push(StepView {
                pick: Vec::new(),
                effects: self.effects(game, arrival(step, effects), effects),
                say: step_kind(&state, step, effects),
            });
            apply(&mut Change::begin(game.layout(), &mut state, &mut log), effects);
        }
        LastMove {
            player: self.player(mover).unwrap_or_default(),
            text: Some(Wording::of(game, before, chosen).short()),
            steps,
            sites,
            removed,
        }
    }

    /// The same seen by somebody to whom something is hidden: only what differs between what was seen before and after.
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
}
