//! Random games in which a move is drawn before it is made.
//!
//! To list the moves of a position each of them is made, judged and taken back. Where a move is nothing but a choice of one
//! site, with consequences that are settled by it, a site can be drawn first: only that move is made, and if there is
//! none, or it is forbidden, another site is drawn. So all legal moves stay equally likely. Go and reversi are of this kind.

use dagaz_core::{
    EndingId, Fuel, Game, LimitHit, MoveList, PlayerId, Playout, PlayoutLimits, Rng, RuleId, Series, SiteId, State,
    UndoLog, below,
};
use dagaz_rules::PassRule;
use dagaz_rules::path::{Act, Path, PathRules, Set};

use super::game::PathGame;
use super::walker::{Halt, Walker};

/// The rules of a game whose moves can be drawn.
#[derive(Debug)]
pub(super) struct Draws {
    /// The rule that chooses a site.
    choose: RuleId,
    /// A rule that does nothing: a pass.
    idle: Option<RuleId>,
}

impl Draws {
    /// The form of a game, if all its moves are of this kind.
    pub(super) fn of(rules: &PathRules) -> Option<Draws> {
        let before = [&rules.on_move_start, &rules.on_step_start];
        let after = [&rules.on_step_end, &rules.on_move_end, &rules.on_capture];
        let plain = rules.pieces.iter().all(|piece| {
            let before = [&piece.on_move_start, &piece.on_step_start];
            let after = [&piece.on_step_end, &piece.on_move_end, &piece.on_capture];
            piece.moves.is_empty() && before.into_iter().all(Vec::is_empty) && after.into_iter().flatten().all(settles)
        });
        let free = rules.outs.is_empty() && rules.pass != PassRule::Free;
        let one_by_one = rules.first.is_empty() && rules.prefer.is_empty() && free;
        if !plain || !one_by_one || !before.into_iter().all(Vec::is_empty) || !after.into_iter().flatten().all(settles)
        {
            return None;
        }
        let (mut choose, mut idle) = (None, None);
        for call in &rules.moves {
            let rule = &rules.rules[call.rule.index()];
            let place = if chosen_set(&rule.path).is_some() {
                &mut choose
            } else if rule.may_be_idle && rule.path == Path::here() {
                &mut idle
            } else {
                return None;
            };
            // Two rules could give the same move, which then would be drawn twice as often.
            if place.replace(call.rule).is_some() {
                return None;
            }
        }
        Some(Draws { choose: choose?, idle })
    }
}

/// The set of which a path chooses a site, if all that follows is settled by that.
fn chosen_set(path: &Path) -> Option<&Set> {
    let Path::Seq(parts) = path else { return None };
    match parts.split_first()? {
        (Path::At(set), rest) if rest.iter().all(settles) => Some(set),
        _ => None,
    }
}

/// Whether a path has one result at most, on the site where it begins.
fn settles(path: &Path) -> bool {
    match path {
        Path::Is(_) | Path::Holds(_) | Path::See(_) | Path::Not(_) | Path::Let(..) | Path::LetSet(..) => true,
        Path::Seq(parts) => parts.iter().all(settles),
        Path::If(_, yes, no) => settles(yes) && settles(no),
        Path::Times(_, body) | Path::Each(_, body) => settles(body),
        Path::Do(Act::Become { kinds, .. }) => kinds.len() == 1,
        Path::Do(Act::Swap(..) | Act::Move { .. }) => false,
        Path::Do(_) => true,
        _ => false,
    }
}

/// What is drawn.
#[derive(Clone, Copy)]
enum Draw {
    Site(SiteId),
    Idle(RuleId),
}

impl PathGame {
    /// Plays one game after the other at random, drawing moves before they are made. False if that is not possible here.
    pub(super) fn draw_in_series(
        &self,
        start: &State,
        limits: PlayoutLimits,
        series: &mut dyn Series,
    ) -> Result<bool, LimitHit> {
        let Some(draws) = self.draws.as_ref().filter(|_| start.begun().is_none()) else { return Ok(false) };
        let mut state = start.clone();
        while let Some(rng) = series.begin() {
            state.clone_from(start);
            let playout = self.drawn(draws, &mut state, rng, limits, false)?;
            series.end(&playout, &mut || state.clone());
        }
        Ok(true)
    }

    /// Plays one game so, if that is possible here, and counts the moves there were to choose from.
    pub(super) fn draw_at_random(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
    ) -> Result<Option<Playout>, LimitHit> {
        let Some(draws) = self.draws.as_ref().filter(|_| state.begun().is_none()) else { return Ok(None) };
        self.drawn(draws, state, rng, limits, true).map(Some)
    }

    fn drawn(
        &self,
        draws: &Draws,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
        counts: bool,
    ) -> Result<Playout, LimitHit> {
        let (mut list, mut log) = (MoveList::new(), UndoLog::new());
        let (mut playout, mut quiet) = (Playout::default(), 0);
        while playout.plies < limits.plies && limits.quiet_plies.is_none_or(|most| quiet < most) {
            match self.draw(draws, state, rng, counts, &mut list) {
                Err(hit) if playout.plies > 0 => {
                    playout.cut = Some(hit);
                    return Ok(playout);
                }
                Err(hit) => return Err(hit),
                Ok((Some(end), _)) => {
                    playout.end = Some(end);
                    return Ok(playout);
                }
                Ok((None, choices)) => playout.choices += choices,
            }
            let chosen = list.get(0);
            quiet = if self.is_irreversible(state, chosen) { 0 } else { quiet + 1 };
            playout.plies += 1;
            self.play(state, chosen, &mut log);
            log.clear();
        }
        playout.end = self.ending(state)?;
        Ok(playout)
    }

    /// Draws one move into the list, and says from how many if that is wanted; or how the game has ended.
    fn draw(
        &self,
        draws: &Draws,
        state: &State,
        rng: &mut dyn Rng,
        counts: bool,
        list: &mut MoveList,
    ) -> Result<(Option<(EndingId, PlayerId)>, u64), LimitHit> {
        let slot = self.slot(state);
        let drawn = match self.ended(state, None)? {
            // Whether an ending that looks at moves comes before it, the list tells.
            Some(_) => false,
            None => slot.roll.is_none() && self.draw_one(draws, state, rng, list)?,
        };
        if drawn && (!self.endings_look_at_moves || self.ended(state, Some(false))?.is_none()) {
            let mut all = MoveList::new();
            if counts {
                self.list(state, &mut all, &mut Fuel::new(self.limits.fuel))?;
            }
            return Ok((None, all.len() as u64));
        }
        let ended = self.list(state, list, &mut Fuel::new(self.limits.fuel))?;
        if ended.is_some() {
            return Ok((ended, 0));
        }
        let choices = list.len();
        let chosen = list.get(below(rng, choices)).to_move();
        list.clear();
        list.push_parts(chosen.as_ref().steps());
        Ok((None, choices as u64))
    }

    /// Draws a legal move into the list; false if there is none.
    fn draw_one(&self, draws: &Draws, state: &State, rng: &mut dyn Rng, list: &mut MoveList) -> Result<bool, LimitHit> {
        let slot = self.slot(state);
        let allowed = |rule: RuleId| slot.names.is_empty() || slot.names.contains(&self.rules.rules[rule.index()].name);
        let mut walker = Walker::new(self, state, slot.mover, Fuel::new(self.limits.fuel));
        let mut pool: Vec<Draw> = draws.idle.filter(|rule| allowed(*rule)).map(Draw::Idle).into_iter().collect();
        let set = chosen_set(&self.rules.rules[draws.choose.index()].path).filter(|_| allowed(draws.choose));
        if let Some(set) = set {
            match walker.set(set) {
                Ok(sites) => pool.extend(sites.iter().map(Draw::Site)),
                Err(Halt::Limit(hit)) => return Err(hit),
                Err(Halt::Enough) => {}
            }
        }
        while !pool.is_empty() {
            let walked = match pool.swap_remove(below(rng, pool.len())) {
                Draw::Site(site) => {
                    walker.only_at = set.map(|set| (set, site));
                    walker.one(draws.choose, SiteId::NONE)
                }
                Draw::Idle(rule) => walker.one(rule, SiteId::NONE),
            };
            if let Err(Halt::Limit(hit)) = walked {
                return Err(hit);
            }
            if let Some(draft) = walker.drafts.pop() {
                list.clear();
                draft.push(list);
                return Ok(true);
            }
        }
        Ok(false)
    }
}
