//! Commands of an automaton: hops of the cursor, and effects, which are immediate or pending until
//! an emission.

use dagaz_core::AttributeId;
use dagaz_rules::{Action, Hop, Place, Truth};

use super::act::{Act, What};
use super::place::CursorPlace;
use super::rule_walk::{RuleState, Walk, Walked};
use super::sequence::grouped;
use super::stop::Untranslated;
use super::text::{Step, Sx, list, word};

impl Walk<'_, '_> {
    /// Returns a hop of the cursor; none if it leads nowhere.
    pub(super) fn go(&mut self, hop: Hop, now: &mut RuleState) -> Walked {
        now.known.leave(self.draft);
        let board = &self.draft.board;
        let step = match hop {
            Hop::Along(direction) => board.way(direction),
            Hop::Against(direction) => board.way_back(direction)?,
            // Nothing has been marked yet.
            Hop::Mark if now.mark.is_none() => return Ok(None),
            _ => return self.jump(hop, now).map(Some),
        };
        let Some(step) = step else { return Ok(None) };
        now.spots().for_each(|spot| spot.leave(&step, board));
        (now.has_left, now.hopped) = (true, true);
        Ok(Some(vec![Sx::Step(step)]))
    }

    /// The cursor goes to a place that it knows.
    fn jump(&mut self, hop: Hop, now: &mut RuleState) -> Result<Vec<Sx>, Untranslated> {
        if !self.alone {
            return Err(Untranslated::Alone);
        }
        let to = match hop {
            Hop::To(site) => CursorPlace::fixed(self.draft.board.sites[site.index()].clone()),
            Hop::Origin => now.origin.clone(),
            Hop::Target if self.chain => self.chain_goal(),
            Hop::Target => now.target.clone().ok_or(Untranslated::Gap("a way back to a target that is not known"))?,
            Hop::Mark => now.mark.clone().ok_or(Untranslated::Gap("a way back to a mark that is not known"))?,
            Hop::LastFrom => self.last_from(),
            _ => self.last_to(),
        };
        if to.is_here() {
            return Ok(Vec::new());
        }
        let path = list("at", [to.set()?]);
        let hops = to.hops.clone();
        for spot in now.spots() {
            if spot.is(&to) {
                spot.hops = Some(Vec::new());
            } else {
                match hops.as_deref() {
                    Some([hop @ Step::Vector(_)]) => spot.leave(hop, &self.draft.board),
                    _ => spot.lose(),
                }
            }
        }
        (now.has_left, now.jumped) = (true, true);
        Ok(vec![path])
    }

    /// Something is done: at once, or when a move is emitted.
    pub(super) fn action(
        &mut self,
        action: &Action,
        now: &mut RuleState,
        at_once: bool,
    ) -> Result<Vec<Sx>, Untranslated> {
        let needs_cursor = matches!(action, Action::Origin | Action::Target | Action::Cascade);
        if needs_cursor && !self.alone {
            return Err(Untranslated::Alone);
        }
        if needs_cursor && self.chain {
            return self.chain_action(action);
        }
        Ok(match action {
            Action::Origin => {
                let (spot, note) = self.note("other");
                now.origin = spot;
                note.into_iter().collect()
            }
            Action::Target => {
                let (spot, note) = self.note("target");
                now.target = Some(spot);
                note.into_iter().collect()
            }
            Action::Mark => {
                let (spot, note) = self.note("mark");
                now.mark = Some(spot);
                note.into_iter().collect()
            }
            Action::Cascade => {
                let (spot, note) = self.note("pushed");
                let to = now.target.take().unwrap_or_else(|| spot.clone());
                now.moves.push((now.origin.clone(), to));
                now.origin = spot;
                note.into_iter().collect()
            }
            Action::SetFlag(flag, _) if !self.draft.asked.flags.contains(flag) => Vec::new(),
            Action::SetSiteFlag(flag, ..) if !self.draft.asked.site_flags.contains(flag) => Vec::new(),
            Action::SetFlag(flag, truth) => {
                let truth = now.known.settled(self.draft, truth);
                now.known.set(*flag, &truth);
                let flag = self.draft.flag(*flag);
                let set = |value: &str| list("set", [word(flag.clone()), word(value)]);
                match truth {
                    Truth::Always(value) => vec![set(if value { "1" } else { "0" })],
                    truth => vec![list("if", [self.question(&truth, now)?, set("1"), set("0")])],
                }
            }
            Action::SetSiteFlag(flag, truth, place) => {
                let name = word(self.draft.site_flag(*flag));
                let at = self.spot(place, now)?.set()?;
                let with = list("set", [name.clone(), list("or", [name.clone(), at.clone()])]);
                let without = list("set", [name.clone(), list("and", [name, list("not", [at])])]);
                match truth {
                    Truth::Always(true) => vec![with],
                    Truth::Always(false) => vec![without],
                    truth => vec![list("if", [self.question(truth, now)?, with, without])],
                }
            }
            _ => {
                let (place, called) = match action {
                    Action::Capture(place) => (place, "victim"),
                    Action::Create { place, .. } => (place, "spot"),
                    Action::Become(_, place)
                    | Action::Give(_, place)
                    | Action::Flip(place)
                    | Action::SetAttribute(_, _, place) => (place, "changed"),
                    _ => return Ok(Vec::new()),
                };
                let mut spot = self.spot(place, now)?;
                let mut noted = None;
                if matches!(place, Place::Here) && !at_once {
                    (spot, noted) = self.note(called);
                }
                if let (Place::Along(_) | Place::Against(_), false, None, Ok(set)) =
                    (place, at_once, &spot.fixed, spot.set())
                {
                    // Should it be left out of sight.
                    self.notes.push("spot");
                    spot.note = Some(self.notes.len() - 1);
                    noted = Some(Sx::Note(self.notes.len() - 1, Box::new(set)));
                }
                if let Action::SetAttribute(attribute, truth, _) = action
                    && !matches!(truth, Truth::Always(_))
                {
                    return self.answer(*attribute, truth, spot, noted, now, at_once);
                }
                let Some(act) = self.act(action, spot)? else { return Ok(Vec::new()) };
                let of_the_piece = self.lands && matches!(act.what, What::Become(_) | What::Set(..));
                if at_once && !self.alone && act.at.is_here() && !of_the_piece {
                    // It is about what stands there, not about the piece that is carried.
                    return Err(Untranslated::Alone);
                }
                // A piece that is captured or changed where it arrives has arrived before.
                let arrives = (self.lands || self.chain) && self.alone && act.at.is_here();
                if at_once && (self.draft.style.exact || arrives) {
                    // It is done when the move is emitted, at all the sites that have been noted by
                    // then.
                    let name = self.draft.later(&act.what)?;
                    if !self.put_off.contains(&act.what) {
                        self.put_off.push(act.what.clone());
                    }
                    let both = list("or", [word(name.clone()), act.at.set()?]);
                    return Ok(vec![list("set", [word(name), both])]);
                }
                if at_once {
                    return self.written(&act);
                }
                now.acts.push(act);
                noted.into_iter().collect()
            }
        })
    }

    /// An attribute becomes the answer to a question that is asked now.
    fn answer(
        &mut self,
        attribute: AttributeId,
        truth: &Truth,
        at: CursorPlace,
        noted: Option<Sx>,
        now: &mut RuleState,
        at_once: bool,
    ) -> Result<Vec<Sx>, Untranslated> {
        let question = self.question(truth, now)?;
        if at_once && self.draft.style.exact {
            return Err(Untranslated::Gap("an attribute that becomes the answer to a question in a branch or a loop"));
        }
        if at_once {
            let set = |value| self.written(&Act { what: What::Set(attribute, value), at: at.clone() });
            return Ok(vec![list("if", [question, grouped(set(true)?), grouped(set(false)?)])]);
        }
        let name = self.draft.answer(self.answers)?;
        self.answers += 1;
        let set = |value: &str| list("set", [word(name.clone()), word(value)]);
        let asked = list("if", [question, set("1"), set("0")]);
        now.acts.push(Act { what: What::SetKept(attribute, name), at });
        Ok(noted.into_iter().chain([asked]).collect())
    }

    /// Returns the site of an effect.
    pub(super) fn spot(&self, place: &Place, now: &RuleState) -> Result<CursorPlace, Untranslated> {
        Ok(match place {
            Place::Here => CursorPlace::here(None),
            Place::Along(directions) => {
                let steps: Option<Vec<Step>> = directions.iter().map(|way| self.draft.board.way(*way)).collect();
                match steps {
                    Some(steps) => CursorPlace::along(steps),
                    None => CursorPlace::fixed("none"),
                }
            }
            Place::Against(direction) => match self.draft.board.way_back(*direction)? {
                Some(step) => CursorPlace::along(vec![step]),
                None => CursorPlace::fixed("none"),
            },
            Place::At(site) => CursorPlace::fixed(self.draft.board.sites[site.index()].clone()),
            Place::Mark => now.mark.clone().ok_or(Untranslated::Gap("a mark that is not known here"))?,
            Place::Origin => now.origin.clone(),
            Place::LastFrom => self.last_from(),
            Place::LastTo => self.last_to(),
        })
    }

    /// Where the last step began.
    fn last_from(&self) -> CursorPlace {
        CursorPlace { fixed: Some(self.draft.last_from(self.draft.last.walked(self.class))), ..CursorPlace::lost() }
    }

    /// Where the last step ended.
    fn last_to(&self) -> CursorPlace {
        CursorPlace { fixed: Some(self.draft.last_to(self.draft.last.walked(self.class))), ..CursorPlace::lost() }
    }
}
