//! Records of moves: what a move does, noted while it is made, and its effects in the order in
//! which they are played.
//!
//! Notes are a stack whose length is a register, so that alternatives forget what others noted. A
//! piece that leaves its site is in the hand until it comes down. Effects know no hand: what
//! happens to the piece in between is an effect on the site where it comes down, and pieces that
//! followed onto the site that it left move together with it.

use dagaz_core::{Effect, LimitHit, LimitKind, SiteId};
use dagaz_rules::path::Distinct;

use super::super::draft::{Draft, landed};
use super::super::look::stands_now;
use super::super::position::Bitset;
use super::super::walker::StepDraft;
use super::bitset::insert;
use super::{Machine, Registers, bits};

/// A note about a move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Note {
    Effect(Effect),
    /// An effect on the piece in the hand.
    InHand(Effect),
    /// The moving piece leaves its site for the hand.
    Departure,
    /// The piece in the hand comes down; `onto`: it was part of a column, or comes onto one, and so
    /// many pieces come.
    Landing {
        from: SiteId,
        to: SiteId,
        onto: Option<u16>,
    },
    EndOfStep,
}

impl<const W: usize> Machine<'_, W> {
    /// Counts an effect and notes it.
    #[inline]
    pub(super) fn effect(&mut self, at: &mut Registers, effect: Effect) {
        at.effects = at.effects.saturating_add(1);
        self.note(at, Note::Effect(effect));
    }

    /// The same for an effect on a site, which may be the hand.
    #[inline]
    pub(super) fn effect_on(&mut self, at: &mut Registers, site: u16, effect: Effect) {
        if usize::from(site) == self.shape().hand() {
            at.held_effects = at.held_effects.saturating_add(1);
            self.note(at, Note::InHand(effect));
        } else {
            self.effect(at, effect);
        }
    }

    #[inline]
    pub(super) fn note(&mut self, at: &mut Registers, note: Note) {
        if self.notes_effects {
            self.memory.notes.truncate(at.notes as usize);
            self.memory.notes.push(note);
            at.notes += 1;
        }
    }

    /// Where the pieces that stood on some sites before the move stand now.
    pub(super) fn now(&self, then: &Bitset<W>, at: &Registers) -> Bitset<W> {
        let mut record = Record::default();
        self.memory.notes[..at.notes as usize].iter().for_each(|note| record.add(*note));
        let mut sites = [0; W];
        for site in bits(*then).filter_map(|site| stands_now(&record.effects, SiteId(site))) {
            insert(&mut sites, site.0);
        }
        sites
    }

    /// Drafts a complete move, unless its result is forbidden.
    pub(super) fn draft_move(&mut self, at: &Registers) {
        let limits = &self.game.limits;
        let before = self.memory.scores.len();
        self.note_scores(at);
        let scores = self.memory.scores.split_off(before);
        let Some(mut draft) = self.draft(at, scores) else { return };
        let mark = self.memory.position.mark();
        let judged = self.judge(at, true);
        self.memory.position.restore(mark);
        let Some((_, _, judged)) = judged else { return };
        if !judged.legal && !self.keeps_forbidden {
            return;
        }
        (draft.result, draft.forbidden) = (judged.result, !judged.legal);
        let slot = &self.game.rules.slots[self.slot().index()];
        if let Some(bests) = &mut self.bests {
            let drafts = &mut self.memory.drafts;
            let before = drafts.len();
            if !self.game.may_be_best(slot, bests, &draft, drafts) {
                return;
            }
            if drafts.len() < before {
                self.draft_parts = drafts.iter().map(Draft::parts).sum();
            }
        }
        self.draft_parts += draft.parts();
        let most_effects = draft.step_effects().map(<[Effect]>::len).max().unwrap_or(0);
        if most_effects > limits.effects {
            // The reference interpreter reports the limit.
            self.fuel = 0;
            return;
        }
        if self.memory.drafts.len() >= limits.moves {
            self.stop_at(LimitHit::new(LimitKind::Moves, limits.moves));
            return;
        }
        if self.draft_parts > limits.move_parts {
            self.stop_at(LimitHit::new(LimitKind::MoveParts, limits.move_parts));
            return;
        }
        self.memory.drafts.push(draft);
    }

    /// Ends the question: there are too many moves, or they have too many parts.
    pub(super) fn stop_at(&mut self, hit: LimitHit) {
        self.too_long = Some(hit.in_rule(self.at_work.0));
        self.fuel = 0;
    }

    /// Returns the complete move as a draft, not yet judged.
    fn draft(&self, at: &Registers, scores: Vec<i64>) -> Option<Draft> {
        let rules = &self.game.rules;
        let notes = &self.memory.notes[..at.notes as usize];
        let mut record = Record { effects: Vec::with_capacity(notes.len()), ..Record::default() };
        notes.iter().for_each(|note| record.add(*note));
        let Record { mut effects, ends_of_steps, .. } = record;
        // The last step says where the turn order goes, so that it is known where steps are played
        // one by one.
        if let [.., before_last, _] = ends_of_steps[..]
            && let Some(place) = effects.iter().rposition(|effect| matches!(effect, Effect::Jump { .. }))
            && place < before_last
        {
            effects.push(effects[place]);
        }
        let steps = self.memory.steps[..at.steps.into()].iter().zip(&ends_of_steps);
        let steps: Vec<StepDraft> = steps
            .map(|(step, effects)| StepDraft {
                rule: step.rule,
                origin: SiteId(step.origin),
                target: SiteId(step.target),
                effects: *effects,
                passed: (0, 0),
            })
            .collect();
        let (first, last) = (*steps.first()?, *steps.last()?);
        let captured = match rules.distinct {
            Distinct::Orders => self.memory.captured[..at.captured.into()].iter().map(|site| SiteId(*site)).collect(),
            _ => Vec::new(),
        };
        Some(Draft {
            steps,
            effects,
            name: rules.rules[first.rule.index()].name,
            origin: first.origin,
            target: last.target,
            result: 0,
            forbidden: false,
            scores,
            passed: Vec::new(),
            captured,
            open: false,
        })
    }
}

/// The effects of a move, as far as its notes have been read.
#[derive(Default)]
struct Record {
    effects: Vec<Effect>,
    in_hand: smallvec::SmallVec<[Effect; 4]>,
    /// How many effects there were when the piece left its site.
    departure: usize,
    ends_of_steps: smallvec::SmallVec<[usize; 4]>,
}

impl Record {
    fn add(&mut self, note: Note) {
        match note {
            Note::Effect(effect) => self.effects.push(effect),
            Note::InHand(effect) => self.in_hand.push(effect),
            Note::Departure => {
                self.in_hand.clear();
                self.departure = self.effects.len();
            }
            Note::Landing { from, to, onto } => {
                match onto {
                    _ if from == to => {}
                    Some(count) => self.effects.push(Effect::Pile { from, to, count }),
                    None => move_with_followers(&mut self.effects, self.departure, from, to),
                }
                self.effects.extend(self.in_hand.iter().map(|effect| landed(*effect, to)));
            }
            Note::EndOfStep => self.ends_of_steps.push(self.effects.len()),
        }
    }
}

/// Adds the move of a piece that left its site after the first `departure` effects. If another
/// piece has moved onto that site since, both move at once.
fn move_with_followers(effects: &mut Vec<Effect>, departure: usize, from: SiteId, to: SiteId) {
    let follows = |effect: &Effect| matches!(effect, Effect::Move { to, .. } if *to == from);
    let Some(first) = effects[departure..].iter().position(follows) else {
        effects.push(Effect::Move { from, to });
        return;
    };
    let first = departure + first;
    let group = (departure..first).rev().find_map(|place| match effects[place] {
        Effect::Together { count } if place + usize::from(count) >= first => Some((place, count)),
        _ => None,
    });
    match group {
        Some((place, count)) => effects[place] = Effect::Together { count: count + 1 },
        None => effects.insert(first, Effect::Together { count: 2 }),
    }
    let place = group.map_or(first, |(place, _)| place);
    effects.insert(place + 1, Effect::Move { from, to });
}
