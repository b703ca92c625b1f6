//! The piece in hand: it leaves the board when the cursor moves, and lands at the end of its path.

use dagaz_core::{Effect, SiteId};

use super::super::draft::landed;
use super::{Cursor, Flow, Next, Walker};

/// Where effects say that the moving piece moves at the same time as others.
struct Followed {
    place: usize,
    /// How many moved together without it, if they did.
    count: Option<u16>,
}

impl<'g> Walker<'g> {
    /// Where the piece in hand stood.
    pub(in crate::paths) fn lifted_from(&self) -> SiteId {
        self.at.lifted_from
    }

    /// How many of the topmost pieces of the column where it stood are in the hand; 0: all.
    pub(in crate::paths) fn lifted(&self) -> u16 {
        self.at.lifted
    }

    /// Where the piece in hand is in the playback of effects: on top of another site by now.
    pub(in crate::paths) fn lifted_to(&mut self, site: SiteId, lifted: u16) {
        self.at = Cursor { lifted_from: site, lifted, ..self.at };
    }

    /// Nothing moves any more.
    pub(in crate::paths) fn put_down(&mut self) {
        self.at = Cursor {
            it: SiteId::NONE,
            in_hand: false,
            carrying: false,
            lifted: 0,
            form: None,
            has_left: true,
            ..self.at
        };
    }

    /// Whether the moving piece leaves the board if the cursor moves.
    pub(super) fn departs(&self) -> bool {
        self.at.carrying && !self.at.in_hand && self.at.it != SiteId::NONE
    }

    /// The moving piece, if the cursor takes it along, leaves the board for the hand.
    pub(in crate::paths) fn depart(&mut self) {
        if self.departs() {
            let (from, hand, lifted) = (self.at.it, self.game.tables.hand, self.at.lift);
            self.take_up_parts(from);
            match lifted {
                0 => self.change().relocate(from, hand),
                count => self.change().pile(from, hand, usize::from(count)),
            }
            let (hand_from, lifted_at) = (self.hand_effects.len(), self.effects.len());
            let lifted = Cursor { it: hand, lifted_from: from, lift: 0, lifted, hand_from, lifted_at, ..self.at };
            self.at = Cursor { in_hand: true, ..lifted };
        }
    }

    pub(super) fn arrive(&mut self, to: SiteId) {
        self.at.here = to;
        self.passed.push(to);
    }

    /// The piece in hand comes down under the cursor; what stands there is captured, or comes to
    /// lie beneath.
    pub(in crate::paths) fn land(&mut self, next: Next<'_, 'g>) -> Flow {
        if !self.at.in_hand {
            return next(self);
        }
        if self.at.form.is_some() {
            return self.land_body(next);
        }
        let here = self.at.here;
        if self.game.layout.has_columns() {
            let piled = self.state.height(&self.game.layout, here);
            let hand = self.state.height(&self.game.layout, self.game.tables.hand);
            if piled + hand > self.game.layout.levels() {
                return Ok(());
            }
            return self.trying(|walker| {
                // In attack questions, covered sites count too.
                if walker.attacked_site.is_some() && piled > 0 {
                    walker.captured.push(here);
                }
                walker.come_down(here, piled > 0, hand as u16, next)
            });
        }
        self.trying(|walker| walker.captured_at(here, &mut |walker| walker.come_down(here, false, 1, next)))
    }

    /// The piece in hand, or `count` of them, comes down on a site, on top of others or alone.
    fn come_down(&mut self, here: SiteId, on_top: bool, count: u16, next: Next<'_, 'g>) -> Flow {
        let (hand, from) = (self.game.tables.hand, self.at.lifted_from);
        self.change().relocate(hand, here);
        let mut followed = None;
        if from != here {
            if on_top || self.at.lifted > 0 {
                self.effects.push(Effect::Pile { from, to: here, count });
            } else {
                followed = self.go_with_followers(from, here);
                if followed.is_none() {
                    self.effects.push(Effect::Move { from, to: here });
                }
            }
        }
        for index in self.at.hand_from..self.hand_effects.len() {
            let effect = landed(self.hand_effects[index], here);
            self.effects.push(effect);
        }
        self.at = Cursor { it: here, in_hand: false, lifted_from: SiteId::NONE, lifted: 0, ..self.at };
        self.has_moved(here);
        self.visited.push(here);
        let flow = next(self);
        if let Some(followed) = followed {
            self.go_alone(followed);
        }
        flow
    }

    /// If another piece has moved to where the one in hand stood, the playback must move both at
    /// once: marks this in the recorded effects, and returns the place.
    fn go_with_followers(&mut self, from: SiteId, to: SiteId) -> Option<Followed> {
        let since = self.at.lifted_at;
        let follows = |effect: &Effect| matches!(effect, Effect::Move { to, .. } if *to == from);
        let first = since + self.effects[since..].iter().position(follows)?;
        let group = (since..first).rev().find_map(|place| match self.effects[place] {
            Effect::Together { count } if place + usize::from(count) >= first => Some((place, count)),
            _ => None,
        });
        match group {
            Some((place, count)) => self.effects[place] = Effect::Together { count: count + 1 },
            None => self.effects.insert(first, Effect::Together { count: 2 }),
        }
        let place = group.map_or(first, |(place, _)| place);
        self.effects.insert(place + 1, Effect::Move { from, to });
        Some(Followed { place, count: group.map(|(_, count)| count) })
    }

    /// Takes back what was said of followers.
    fn go_alone(&mut self, followed: Followed) {
        let Followed { place, count } = followed;
        self.effects.remove(place + 1);
        match count {
            Some(count) => self.effects[place] = Effect::Together { count },
            None => {
                self.effects.remove(place);
            }
        }
    }
}
