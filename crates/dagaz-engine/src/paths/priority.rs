//! Which moves come first (`first`) and which are best (`prefer`).
//!
//! The order is the same for the reference interpreter and the compiled executor: each is a
//! [`Generator`] of drafts.

use dagaz_rules::path::{NameId, PathSlot, Prefer};

use super::draft::Draft;
use super::game::PathGame;
use super::walker::{Flow, Walker};

/// The greatest numbers of the moves found so far, for each name of a rule.
///
/// Moves of the same name compete in the same preferences. So a move with lesser numbers than
/// another of its name is not among the best, and need not be kept until all moves are known.
#[derive(Debug, Default)]
pub(super) struct Bests(Vec<(NameId, Vec<i64>)>);

/// Finds the moves of a turn.
pub(super) trait Generator {
    /// Finds the moves by rules whose names are allowed and adds them to the drafts.
    fn find(&mut self, allowed: &dyn Fn(NameId) -> bool) -> Flow;
    /// The drafts so far.
    fn drafts(&mut self) -> &mut Vec<Draft>;
    /// Whether any move has been found.
    fn has_found(&mut self) -> bool {
        !self.drafts().is_empty()
    }
    /// Whether forbidden moves are drafted, too.
    fn keeps_forbidden(&mut self) -> &mut bool;
    /// Whether all moves of the turn are drafted, and not only counted, those of one piece, or
    /// single steps.
    fn drafts_all(&self) -> bool {
        true
    }
}

impl Generator for Walker<'_> {
    fn find(&mut self, allowed: &dyn Fn(NameId) -> bool) -> Flow {
        self.all_moves(allowed)
    }

    fn drafts(&mut self) -> &mut Vec<Draft> {
        &mut self.drafts
    }

    fn has_found(&mut self) -> bool {
        Walker::has_found(self)
    }

    fn keeps_forbidden(&mut self) -> &mut bool {
        &mut self.keeps_forbidden
    }

    fn drafts_all(&self) -> bool {
        self.only.is_none() && self.so_far.is_none()
    }
}

impl PathGame {
    /// Drafts the moves of a turn, without those that are not among the best.
    pub(super) fn draft(&self, generator: &mut impl Generator, slot: &PathSlot) -> Flow {
        if !self.rules.orders_pseudo_legal(slot) {
            return self.draft_in_order(generator, slot);
        }
        *generator.keeps_forbidden() = true;
        let flow = self.draft_in_order(generator, slot);
        *generator.keeps_forbidden() = false;
        // A caller who asks for the moves of one piece ignores what others could do. Single steps
        // have no numbers.
        if generator.drafts_all() {
            self.keep_the_best(slot, generator.drafts(), true);
        }
        generator.drafts().retain(|draft| !draft.forbidden);
        self.put_off(slot, generator.drafts(), false);
        flow
    }

    /// Drops the moves of classes that come later than others which have a move.
    fn put_off(&self, slot: &PathSlot, drafts: &mut Vec<Draft>, pseudo_legal: bool) {
        for first in self.rules.firsts_in(slot).filter(|first| first.pseudo_legal == pseudo_legal) {
            let of = |class: &Vec<NameId>, draft: &Draft| class.contains(&draft.name);
            let found = |class: &&Vec<NameId>| drafts.iter().any(|draft| of(class, draft));
            if let Some(best) = first.classes.iter().position(|class| found(&class)) {
                let later = &first.classes[best + 1..];
                let is_put_off =
                    |draft: &Draft| !of(&first.classes[best], draft) && later.iter().any(|class| of(class, draft));
                drafts.retain(|draft| !is_put_off(draft));
            }
        }
    }

    /// Drafts the moves of a turn class by class.
    pub(super) fn draft_in_order(&self, generator: &mut impl Generator, slot: &PathSlot) -> Flow {
        let allowed = |name: NameId| slot.names.is_empty() || slot.names.contains(&name);
        let mut firsts = self.rules.firsts_in(slot);
        let (Some(first), None) = (firsts.next(), firsts.next()) else {
            generator.find(&allowed)?;
            self.put_off(slot, generator.drafts(), true);
            if !*generator.keeps_forbidden() {
                self.put_off(slot, generator.drafts(), false);
            }
            return Ok(());
        };
        if *generator.keeps_forbidden() && !first.pseudo_legal {
            // The classes are separated after forbidden moves are removed.
            return generator.find(&allowed);
        }
        for class in &first.classes {
            generator.find(&|name| allowed(name) && class.contains(&name))?;
            if generator.has_found() {
                break;
            }
        }
        generator.find(&|name| allowed(name) && !first.classes.iter().any(|class| class.contains(&name)))
    }

    /// What is known of the best moves before any is found; none if moves have no numbers, or if
    /// forbidden moves compete too.
    pub(super) fn bests(&self, slot: &PathSlot) -> Option<Bests> {
        let prefers = self.rules.prefers_in(slot).next().is_some();
        (prefers && !self.rules.orders_pseudo_legal(slot)).then(Bests::default)
    }

    /// Notes the numbers of a legal draft. Returns whether it may be among the best, and removes
    /// the drafts of its name that cannot be any more.
    pub(super) fn may_be_best(
        &self,
        slot: &PathSlot,
        bests: &mut Bests,
        draft: &Draft,
        drafts: &mut Vec<Draft>,
    ) -> bool {
        let (mut numbers, mut column) = (Vec::new(), 0);
        for Prefer { names, by, .. } in self.rules.prefers_in(slot) {
            let columns = column..column + by.len();
            column = columns.end;
            if names.contains(&draft.name) {
                numbers.extend_from_slice(&draft.scores[columns]);
            }
        }
        match bests.0.iter_mut().find(|(name, _)| *name == draft.name) {
            None => bests.0.push((draft.name, numbers)),
            Some((_, best)) if numbers < *best => return false,
            Some((_, best)) if numbers > *best => {
                *best = numbers;
                drafts.retain(|other| other.name != draft.name);
            }
            Some(_) => {}
        }
        true
    }

    /// Of the moves that compete only those with the greatest numbers stay. `among_forbidden`: by
    /// the preferences that forbidden moves take part in, else by the others.
    pub(super) fn keep_the_best(&self, slot: &PathSlot, drafts: &mut Vec<Draft>, among_forbidden: bool) {
        let mut column = 0;
        for Prefer { names, by, pseudo_legal } in self.rules.prefers_in(slot) {
            let columns = column..column + by.len();
            column = columns.end;
            // Without forbidden results all moves are legal.
            if (*pseudo_legal && self.rules.forbids_results()) != among_forbidden {
                continue;
            }
            let competes = |draft: &Draft| names.contains(&draft.name);
            let of = |draft: &Draft| draft.scores[columns.clone()].to_vec();
            let Some(best) = drafts.iter().filter(|draft| competes(draft)).map(of).max() else { continue };
            drafts.retain(|draft| !competes(draft) || of(draft) == best);
        }
    }
}
