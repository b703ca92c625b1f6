//! What somebody picks to make a move: sites, pieces from the hand, and answers where that is not enough.

use std::collections::HashMap;

use dagaz_core::{Effect, Game, MoveList, MoveRef, PieceTypeId, PlayerId, SiteId, State, Step};
use dagaz_record::Wording;

use super::Drawing;
use super::counts::counted;
use crate::view::{Pick, Question, StepKind};

/// What is picked for one move of a list, step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickedMove {
    /// For each step its picks and what kind of step it is.
    pub steps: Vec<(Vec<Pick>, StepKind)>,
}

impl PickedMove {
    /// All picks, one after the other.
    pub fn flat(&self) -> impl Iterator<Item = &Pick> {
        self.steps.iter().flat_map(|(picks, _)| picks)
    }

    fn key(&self) -> Vec<&Pick> {
        self.flat().collect()
    }
}

/// The site where the piece that a step is about ends.
pub(super) fn arrival(step: &Step, effects: &[Effect]) -> SiteId {
    let own = effects.iter().find_map(|effect| match *effect {
        Effect::Move { from, to } | Effect::Pile { from, to, .. } if from == step.origin => Some(to),
        _ => None,
    });
    own.unwrap_or(step.target)
}

/// What kind of step it is.
pub(super) fn step_kind(state: &State, step: &Step, effects: &[Effect]) -> StepKind {
    if step.is_pass() || step.is_idle(effects) {
        return StepKind::Pass;
    }
    let (mut moves, mut comes, mut removes) = (0, 0, 0);
    for effect in effects {
        match *effect {
            Effect::Move { to, .. } => {
                moves += 1;
                removes += usize::from(!state.is_empty(to));
            }
            Effect::Pile { .. } => moves += 1,
            Effect::Remove { .. } | Effect::Tuck { .. } | Effect::Pluck { .. } => removes += 1,
            Effect::Place { .. } | Effect::Drop { .. } => comes += 1,
            _ => {}
        }
    }
    match (moves, comes, removes) {
        (0, 0, 0) => StepKind::Change,
        (0, 0, _) => StepKind::Remove,
        (0, _, _) => StepKind::Drop,
        (_, _, 1..) => StepKind::Capture,
        (2.., _, _) => StepKind::Together,
        _ => StepKind::Go,
    }
}

impl Drawing {
    fn plain(&self, game: &dyn Game, state: &State, chosen: MoveRef<'_>) -> PickedMove {
        let mut before = SiteId::NONE;
        let mut steps = Vec::with_capacity(chosen.steps().len());
        for (number, (step, effects)) in chosen.steps().enumerate() {
            let kind = step_kind(state, step, effects);
            let mut picks = Vec::new();
            let to = arrival(step, effects);
            let site = |site: SiteId| Pick::Site(self.site(site));
            match kind {
                // Behind other steps a pass is what is left when nothing more is picked.
                StepKind::Pass if number > 0 => {}
                StepKind::Pass => picks.push(Pick::Pass),
                StepKind::Remove => picks.extend(effects.iter().filter_map(|effect| match *effect {
                    Effect::Remove { site: from } | Effect::Pluck { site: from, .. } => Some(site(from)),
                    _ => None,
                })),
                _ if step.origin == SiteId::NONE => {
                    let hand = effects.iter().find_map(|effect| match *effect {
                        Effect::Drop { kind, owner, .. } => Some((kind, owner)),
                        _ => None,
                    });
                    if let Some((kind, owner)) = hand.filter(|_| self.hand_first) {
                        picks.push(Pick::Hand { owner: self.player(owner), r#type: self.kind(kind) });
                    }
                    // Where seeds are sown, the pit that they are taken from is the choice, not the one where they end.
                    let first = counted(game, effects).next().filter(|_| kind == StepKind::Change);
                    picks.push(site(first.map_or(to, |(first, _)| first)));
                }
                _ => {
                    if step.origin != before {
                        picks.push(site(step.origin));
                    }
                    if to != SiteId::NONE && (to != step.origin || picks.is_empty()) {
                        picks.push(site(to));
                    }
                }
            }
            before = to;
            steps.push((picks, kind));
        }
        PickedMove { steps }
    }
}

/// What is picked for each move of a list. No two moves have the same picks.
pub fn picks_of(drawing: &Drawing, game: &dyn Game, state: &State, list: &MoveList) -> Vec<PickedMove> {
    let mut picked: Vec<PickedMove> = list.iter().map(|chosen| drawing.plain(game, state, chosen)).collect();
    for question in [Question::Promote, Question::Capture, Question::Way] {
        for same in groups(&picked) {
            let options: Vec<(usize, String)> =
                same.iter().map(|&index| option(drawing, game, state, list.get(index), question)).collect();
            let differ = options.iter().any(|other| *other != options[0]);
            for (&index, (step, option)) in same.iter().zip(options) {
                // Where the answers are not all the same, each of them is given.
                if differ && let Some((picks, _)) = picked[index].steps.get_mut(step) {
                    picks.push(Pick::Choose { question, option });
                }
            }
        }
    }
    // What still looks the same is told apart by its number.
    for same in groups(&picked) {
        for (number, index) in same.into_iter().enumerate() {
            if let Some((picks, _)) = picked[index].steps.last_mut() {
                picks.push(Pick::Choose { question: Question::Way, option: (number + 1).to_string() });
            }
        }
    }
    picked
}

/// The moves that have the same picks as another, by groups.
fn groups(picked: &[PickedMove]) -> Vec<Vec<usize>> {
    let mut by_picks: HashMap<Vec<&Pick>, Vec<usize>> = HashMap::new();
    for (index, one) in picked.iter().enumerate() {
        by_picks.entry(one.key()).or_default().push(index);
    }
    let mut groups: Vec<Vec<usize>> = by_picks.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_unstable();
    groups
}

/// The answer of a move to a question, and the step at which it is asked.
fn option(
    drawing: &Drawing,
    game: &dyn Game,
    state: &State,
    chosen: MoveRef<'_>,
    question: Question,
) -> (usize, String) {
    let last = chosen.steps().len().saturating_sub(1);
    match question {
        Question::Promote => {
            let kinds: Vec<(usize, PieceTypeId)> = chosen
                .steps()
                .enumerate()
                .flat_map(|(number, (_, effects))| effects.iter().map(move |effect| (number, effect)))
                .filter_map(|(number, effect)| match *effect {
                    Effect::Become { kind, .. } | Effect::Place { kind, .. } | Effect::Drop { kind, .. } => {
                        Some((number, kind))
                    }
                    _ => None,
                })
                .collect();
            match kinds.last() {
                Some(&(number, kind)) => (number, drawing.kind(kind)),
                // The piece stays what it is.
                None => {
                    let origin = chosen.origin();
                    let kind = (origin != SiteId::NONE).then(|| state.piece(origin)).flatten().map(|piece| piece.kind);
                    (last, kind.map_or_else(String::new, |kind| drawing.kind(kind)))
                }
            }
        }
        Question::Capture => {
            let mut sites: Vec<String> = Vec::new();
            for (_, effects) in chosen.steps() {
                for effect in effects {
                    match *effect {
                        Effect::Remove { site } | Effect::Tuck { from: site, .. } | Effect::Pluck { site, .. } => {
                            sites.push(drawing.site(site));
                        }
                        Effect::Move { to, .. } if !state.is_empty(to) => sites.push(drawing.site(to)),
                        Effect::Give { site, owner } if owner != PlayerId::NOBODY => sites.push(drawing.site(site)),
                        _ => {}
                    }
                }
            }
            (last, sites.join(" "))
        }
        Question::Stop | Question::Way => (last, Wording::of(game, state, chosen).short()),
    }
}
