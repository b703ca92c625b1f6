//! Picks: the sites, pieces in hand and answers that select a move.

use std::collections::HashMap;

use dagaz_core::{CompactSort, Effect, Game, MoveList, MoveRef, PieceTypeId, PlayerId, SiteId, State, Step};
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
    /// Returns all picks, one after the other.
    pub fn flat(&self) -> impl Iterator<Item = &Pick> {
        self.steps.iter().flat_map(|(picks, _)| picks)
    }
}

/// A pick before it has words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Plain {
    Site(SiteId),
    Hand(PlayerId, PieceTypeId),
    Pass,
}

/// What is picked for each move of a list as long as no questions are asked, in one row.
#[derive(Default)]
struct PlainPicks {
    picks: Vec<Plain>,
    /// For each step where its picks end, and what kind of step it is.
    steps: Vec<(usize, StepKind)>,
    /// For each move where its steps end.
    moves: Vec<usize>,
}

impl PlainPicks {
    fn steps(&self, index: usize) -> std::ops::Range<usize> {
        let begin = index.checked_sub(1).map_or(0, |before| self.moves[before]);
        begin..self.moves[index]
    }

    fn end(&self, step: usize) -> usize {
        step.checked_sub(1).map_or(0, |before| self.steps[before].0)
    }

    /// Returns all picks of a move, one after the other.
    fn flat(&self, index: usize) -> &[Plain] {
        let steps = self.steps(index);
        &self.picks[self.end(steps.start)..self.end(steps.end)]
    }

    /// The moves that have the same picks as another, by groups.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> = (0..self.moves.len()).collect();
        order.compact_sort_by(|one, other| self.flat(*one).cmp(self.flat(*other)).then(one.cmp(other)));
        let same = order.chunk_by(|one, other| self.flat(*one) == self.flat(*other));
        same.filter(|group| group.len() > 1).map(<[usize]>::to_vec).collect()
    }
}

/// Returns the site where the piece that a step is about ends.
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
    fn plain(&self, game: &dyn Game, state: &State, chosen: MoveRef<'_>, plain: &mut PlainPicks) {
        let mut before = SiteId::NONE;
        let picks = &mut plain.picks;
        for (number, (step, effects)) in chosen.steps().enumerate() {
            let kind = step_kind(state, step, effects);
            let first_pick = picks.len();
            let (to, site) = (arrival(step, effects), Plain::Site);
            match kind {
                // Behind other steps a pass is what is left when nothing more is picked.
                StepKind::Pass if number > 0 => {}
                StepKind::Pass => picks.push(Plain::Pass),
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
                        picks.push(Plain::Hand(owner, kind));
                    }
                    // Where seeds are sown, the pit that they are taken from is the choice, not the
                    // one where they end.
                    let first = counted(game, effects).next().filter(|_| kind == StepKind::Change);
                    picks.push(site(first.map_or(to, |(first, _)| first)));
                }
                _ => {
                    if step.origin != before {
                        picks.push(site(step.origin));
                    }
                    if to != SiteId::NONE && (to != step.origin || picks.len() == first_pick) {
                        picks.push(site(to));
                    }
                }
            }
            before = to;
            plain.steps.push((picks.len(), kind));
        }
        plain.moves.push(plain.steps.len());
    }

    fn worded(&self, pick: Plain) -> Pick {
        match pick {
            Plain::Site(site) => Pick::Site(self.site(site)),
            Plain::Hand(owner, kind) => Pick::Hand { owner: self.player(owner), r#type: self.kind(kind) },
            Plain::Pass => Pick::Pass,
        }
    }
}

/// What is picked for each move of a list. No two moves have the same picks.
pub fn picks_of(drawing: &Drawing, game: &dyn Game, state: &State, list: &MoveList) -> Vec<PickedMove> {
    let mut plain = PlainPicks::default();
    list.iter().for_each(|chosen| drawing.plain(game, state, chosen, &mut plain));
    let worded = |step: usize| {
        let picks = &plain.picks[plain.end(step)..plain.end(step + 1)];
        (picks.iter().map(|pick| drawing.worded(*pick)).collect(), plain.steps[step].1)
    };
    let mut picked: Vec<PickedMove> =
        (0..list.len()).map(|index| PickedMove { steps: plain.steps(index).map(worded).collect() }).collect();
    // Answers only ever tell apart: moves of two groups never become the same.
    let mut alike = plain.groups();
    for question in [Question::Promote, Question::Capture, Question::Way] {
        for same in &alike {
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
        alike = alike.iter().flat_map(|same| groups(&picked, same)).collect();
    }
    // Picks with equal labels are numbered.
    for same in alike {
        for (number, index) in same.into_iter().enumerate() {
            if let Some((picks, _)) = picked[index].steps.last_mut() {
                picks.push(Pick::Choose { question: Question::Way, option: (number + 1).to_string() });
            }
        }
    }
    picked
}

/// Those of some moves that have the same picks as another of them, by groups.
fn groups(picked: &[PickedMove], among: &[usize]) -> Vec<Vec<usize>> {
    let mut by_picks: HashMap<Vec<&Pick>, Vec<usize>> = HashMap::new();
    for &index in among {
        by_picks.entry(picked[index].flat().collect()).or_default().push(index);
    }
    by_picks.into_values().filter(|group| group.len() > 1).collect()
}

/// Returns the answer of a move to a question, and the step at which it is asked.
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
                        Effect::Give { site, owner } if owner != PlayerId::NONE => sites.push(drawing.site(site)),
                        _ => {}
                    }
                }
            }
            (last, sites.join(" "))
        }
        Question::Stop | Question::Way => (last, Wording::of(game, state, chosen).short()),
    }
}
