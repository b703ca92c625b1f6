//! The legal moves of a position, all of them or one level of their tree.

use std::collections::{HashMap, HashSet};

use dagaz_core::{DirectionId, Effect, Game, MoveList, SiteId, State};
use dagaz_record::{Wording, fallen};

use super::Drawing;
use super::picks::{PickedMove, arrival, picks_of};
use super::routes::{Ways, passed};
use crate::view::{EffectView, MoveView, Pick, StepKind, StepView};

/// Whole moves that are listed at once; where there are more, the tree of picks is shown level by
/// level.
pub const WHOLE_MAX: usize = 2_000;

/// The moves of a position with their picks: made once, asked for many prefixes.
pub struct Listing<'a> {
    drawing: &'a Drawing,
    game: &'a dyn Game,
    state: &'a State,
    list: &'a MoveList,
    picked: Vec<PickedMove>,
}

impl<'a> Listing<'a> {
    /// The moves of `list`, which are legal in `state`.
    pub fn new(drawing: &'a Drawing, game: &'a dyn Game, state: &'a State, list: &'a MoveList) -> Listing<'a> {
        Listing { drawing, game, state, list, picked: picks_of(drawing, game, state, list) }
    }

    /// All moves, or beginnings of moves where there are too many.
    pub fn all(mut self) -> (Vec<MoveView>, bool) {
        if self.picked.len() > WHOLE_MAX {
            return self.after(&[]);
        }
        let picked = std::mem::take(&mut self.picked);
        (self.whole(&Vec::from_iter(0..picked.len()), picked), false)
    }

    /// The moves that begin with these picks, and whether they are only beginnings.
    pub fn after(&self, prefix: &[Pick]) -> (Vec<MoveView>, bool) {
        let fits = |one: &PickedMove| {
            let mut picks = one.flat();
            prefix.iter().all(|wanted| picks.next() == Some(wanted))
        };
        let fitting: Vec<usize> = (0..self.picked.len()).filter(|&index| fits(&self.picked[index])).collect();
        if fitting.len() <= WHOLE_MAX {
            let picked = fitting.iter().map(|&index| self.picked[index].clone()).collect();
            return (self.whole(&fitting, picked), false);
        }
        let mut at: HashMap<&Pick, usize> = HashMap::new();
        let mut level: Vec<MoveView> = Vec::new();
        for &index in &fitting {
            let one = &self.picked[index];
            let Some(next) = one.flat().nth(prefix.len()) else { continue };
            let whole = one.flat().count() == prefix.len() + 1;
            let place = *at.entry(next).or_insert_with(|| {
                let pick: Vec<Pick> = prefix.iter().chain([next]).cloned().collect();
                let text = pick.iter().map(pick_text).collect::<Vec<_>>().join(" ");
                level.push(MoveView {
                    id: None,
                    text,
                    steps: vec![StepView {
                        pick,
                        effects: Vec::new(),
                        say: one.steps.first().map_or(StepKind::Go, |step| step.1),
                    }],
                });
                level.len() - 1
            });
            if whole {
                level[place].id = Some(index as u32);
            }
        }
        (level, true)
    }

    /// Returns the move that has exactly these picks.
    pub fn find(&self, picks: &[Pick]) -> Option<usize> {
        self.picked.iter().position(|one| one.flat().eq(picks))
    }

    /// Returns whether some move begins with these picks.
    pub fn begins(&self, picks: &[Pick]) -> bool {
        self.picked.iter().any(|one| {
            let mut flat = one.flat();
            picks.iter().all(|wanted| flat.next() == Some(wanted))
        })
    }

    /// What is picked for each move.
    pub fn picked(&self) -> &[PickedMove] {
        &self.picked
    }

    /// The views of some moves; `picked` is what is picked for each of them.
    fn whole(&self, indices: &[usize], picked: Vec<PickedMove>) -> Vec<MoveView> {
        let mut ways = Ways::default();
        // What is native depends on the other moves of the list.
        let mut native = self.drawing.notation.texts(self.game, self.state, self.list);
        // Native texts differ from each other.
        let mut others = native.iter().any(Option::is_none).then(HashSet::new);
        let mut views = Vec::with_capacity(indices.len());
        for (&index, picked) in indices.iter().zip(picked) {
            let chosen = self.list.get(index);
            let native = native[index].take();
            let text = match &mut others {
                Some(texts) => self.text(index, native, texts),
                None => native.unwrap_or_default(),
            };
            let steps = chosen
                .steps()
                .zip(picked.steps)
                .enumerate()
                .map(|(number, ((step, effects), (pick, say)))| StepView {
                    pick,
                    effects: self.drawing.effects(self.game, arrival(step, effects), effects, &mut |from, to| {
                        passed(ways.of(self.game, self.state).get(index)?.get(number)?, from, to)
                    }),
                    say,
                })
                .collect();
            views.push(MoveView { id: Some(index as u32), text, steps });
        }
        views
    }

    /// The text of a move, which none of `texts` equals.
    fn text(&self, index: usize, native: Option<String>, texts: &mut HashSet<String>) -> String {
        let chosen = self.list.get(index);
        let wording = || Wording::of(self.game, self.state, chosen);
        let throws = self.game.throws(self.state);
        let thrown = if throws { fallen(self.game, chosen) } else { Vec::new() };
        let mut text = match (native, thrown.is_empty()) {
            (Some(native), _) => native,
            (None, true) => wording().short(),
            (None, false) => thrown.join(" "),
        };
        if !texts.insert(text.clone()) {
            if thrown.is_empty() {
                text = wording().text();
            }
            if !texts.insert(text.clone()) {
                text = format!("{text} ({})", index + 1);
                texts.insert(text.clone());
            }
        }
        text
    }
}

/// Returns a pick as people say it.
fn pick_text(pick: &Pick) -> String {
    match pick {
        Pick::Site(site) => site.clone(),
        Pick::Hand { r#type, .. } => r#type.clone(),
        Pick::Choose { option, .. } => option.clone(),
        Pick::Pass => "pass".to_string(),
    }
}

impl Drawing {
    /// Effects as views have them. `way` tells which sites a piece has passed, if the game knows
    /// it.
    pub(super) fn effects(
        &self,
        game: &dyn Game,
        arrival: SiteId,
        effects: &[Effect],
        way: &mut dyn FnMut(SiteId, SiteId) -> Option<Vec<SiteId>>,
    ) -> Vec<EffectView> {
        let mut view = |effect: &Effect| {
            Some(match *effect {
                Effect::Move { from, to } | Effect::Pile { from, to, .. } => EffectView::Move {
                    from: self.site(from),
                    to: self.site(to),
                    path: if to == arrival {
                        // A straight line is only a guess where the piece may have gone another
                        // way.
                        let line = straight(game, from, to);
                        let path = if line.len() == 2 { line } else { way(from, to).unwrap_or(line) };
                        path.into_iter().map(|site| self.site(site)).collect()
                    } else {
                        Vec::new()
                    },
                },
                // What goes under a column, or out of one, is seen to leave its place; where it is,
                // the next view says.
                Effect::Remove { site } | Effect::Tuck { from: site, .. } | Effect::Pluck { site, .. } => {
                    EffectView::Remove { site: self.site(site) }
                }
                Effect::Place { site, kind, owner } => EffectView::Place {
                    site: self.site(site),
                    owner: self.player(owner),
                    r#type: self.kind(kind),
                    hand: false,
                },
                Effect::Drop { site, kind, owner } => EffectView::Place {
                    site: self.site(site),
                    owner: self.player(owner),
                    r#type: self.kind(kind),
                    hand: true,
                },
                Effect::Become { site, kind } => EffectView::Become { site: self.site(site), r#type: self.kind(kind) },
                Effect::Give { site, owner } => EffectView::Give { site: self.site(site), owner: self.player(owner) },
                Effect::Set { site, attribute, value } => EffectView::Set {
                    site: self.site(site),
                    attribute: game.glossary().attributes.get(attribute.index())?.clone(),
                    value,
                },
                Effect::Assign { variable, value } => return self.count_effect(game, variable, value),
                // Nothing to be seen on the board.
                Effect::Together { .. } | Effect::Supply { .. } | Effect::Jump { .. } | Effect::Own { .. } => {
                    return None;
                }
            })
        };
        effects.iter().filter_map(&mut view).collect()
    }
}

/// Returns the sites that lie between two sites in one direction, ends included; empty if no
/// direction leads there.
fn straight(game: &dyn Game, from: SiteId, to: SiteId) -> Vec<SiteId> {
    let topology = game.topology();
    let mut best: Option<(DirectionId, usize)> = None;
    for direction in (0..topology.directions().len()).map(DirectionId::at) {
        let most = best.map_or(topology.sites().len() - 1, |(_, length)| length - 1);
        let mut at = from;
        for length in 1..=most {
            at = topology.link(at, direction);
            if at == SiteId::NONE || at == from {
                break;
            }
            if at == to {
                best = Some((direction, length));
                break;
            }
        }
    }
    let Some((direction, length)) = best else { return Vec::new() };
    std::iter::successors(Some(from), |at| Some(topology.link(*at, direction))).take(length + 1).collect()
}
