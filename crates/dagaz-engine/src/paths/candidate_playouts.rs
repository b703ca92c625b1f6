//! Playouts that draw a move before making it.
//!
//! A move list makes, tests and undoes every move. If a move is a choice of one site that
//! determines everything, a site is drawn first, and only that move is made. If it is illegal,
//! another site is drawn, so all legal moves are equally likely (rejection sampling). Go is an
//! example.
//!
//! In other games with forbidden results, such as chess, testing and recording a move cost more
//! than generating it. There all pseudo-legal moves are generated, one is drawn, and only that one
//! is made and tested.

use dagaz_core::{
    EndingId, Fuel, Game, LimitHit, LimitKind, MoveList, PlayerId, Playout, PlayoutLimits, Rng, RuleId, Series, SiteId,
    State, UndoLog, below,
};
use dagaz_rules::PassRule;
use dagaz_rules::path::{Act, Call, NameId, Path, PathRules, PathSlot, Prefer, Set};
use smallvec::SmallVec;

use super::draft::Draft;
use super::game::PathGame;
use super::move_equality::needs_same_ends;
use super::walker::{Aim, Flow, Halt, Walker};

/// From what a move is drawn.
#[derive(Debug)]
pub(super) enum Draws {
    /// From sites.
    Sites {
        /// The rule that chooses one.
        choose: RuleId,
        /// A rule that does nothing: a pass.
        idle: Option<RuleId>,
    },
    /// From moves that have not been judged.
    Lots,
}

impl Draws {
    /// The form of a game, if drawing before making or judging is possible and gains anything.
    pub(super) fn of(rules: &PathRules) -> Option<Draws> {
        let competes = !rules.first.is_empty() || !rules.prefer.is_empty();
        // Which moves come first or are best may depend on which are legal; which pass is, on
        // whether there are others.
        let legal_ones_compete = rules.first.iter().any(|first| !first.pseudo_legal)
            || rules.prefer.iter().any(|prefer| !prefer.pseudo_legal);
        let open = legal_ones_compete && !rules.nevers.is_empty() || rules.first.len() > 1;
        let ordered = rules.slots.iter().any(PathSlot::has_orders);
        if open || ordered || !rules.outs.is_empty() || rules.pass == PassRule::Free {
            return None;
        }
        if let Some(sites) = Draws::of_sites(rules).filter(|_| !competes) {
            return Some(sites);
        }
        // To find one of many moves without a piece all of them are made again.
        let is_site = |call: &Call| chosen_set(&rules.rules[call.rule.index()].path).is_some();
        (!rules.nevers.is_empty() || rules.moves.iter().all(is_site)).then_some(Draws::Lots)
    }

    /// The form of a game all of whose moves are the choice of a site.
    fn of_sites(rules: &PathRules) -> Option<Draws> {
        let before = [&rules.on_move_start, &rules.on_step_start];
        let after = [&rules.on_step_end, &rules.on_move_end, &rules.on_capture];
        let plain = rules.pieces.iter().all(|piece| {
            let before = [&piece.on_move_start, &piece.on_step_start];
            let after = [&piece.on_step_end, &piece.on_move_end, &piece.on_capture];
            piece.moves.is_empty() && before.into_iter().all(Vec::is_empty) && after.into_iter().flatten().all(settles)
        });
        if !plain || !before.into_iter().all(Vec::is_empty) || !after.into_iter().flatten().all(settles) {
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
        Some(Draws::Sites { choose: choose?, idle })
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

/// What was drawn for a turn.
enum Drawn {
    /// Nothing: the game has ended.
    Ended(EndingId, PlayerId),
    /// A move.
    Move { choices: u64 },
    /// Nothing yet: the turn has too many whole moves, and is played step by step.
    Turn,
}

impl PathGame {
    /// Plays one game after the other at random, drawing moves before they are made. False if that
    /// is not possible here.
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

    /// Plays one game so, if that is possible here. `counts`: the moves that there were to choose
    /// from are counted.
    pub(super) fn draw_at_random(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
        counts: bool,
    ) -> Result<Option<Playout>, LimitHit> {
        let Some(draws) = self.draws.as_ref().filter(|_| state.begun().is_none()) else { return Ok(None) };
        self.drawn(draws, state, rng, limits, counts).map(Some)
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
            let drawn = match self.draw(draws, state, rng, counts, &mut list) {
                Err(hit) if playout.plies > 0 => {
                    playout.cut = Some(hit);
                    return Ok(playout);
                }
                drawn => drawn?,
            };
            let choices = match drawn {
                Drawn::Ended(ending, player) => {
                    playout.end = Some((ending, player));
                    return Ok(playout);
                }
                Drawn::Move { choices } => choices,
                Drawn::Turn => {
                    // The whole turn is a ply, as it is where its moves can be listed.
                    let choices = list.len() as u64;
                    self.random_steps(state, rng)?;
                    playout.choices += if counts { choices } else { 0 };
                    (quiet, playout.plies) = (0, playout.plies + 1);
                    continue;
                }
            };
            playout.choices += choices;
            let chosen = list.get(0);
            quiet = if self.is_irreversible(state, chosen) { 0 } else { quiet + 1 };
            playout.plies += 1;
            self.play(state, chosen, &mut log);
            log.clear();
        }
        playout.stopped(self.ending(state))
    }

    /// Draws one move into the list, with the number of moves if requested. A turn with too many
    /// whole moves is left to the caller, with its first steps in the list.
    fn draw(
        &self,
        draws: &Draws,
        state: &State,
        rng: &mut dyn Rng,
        counts: bool,
        list: &mut MoveList,
    ) -> Result<Drawn, LimitHit> {
        let slot = self.slot(state);
        let drawn = match self.ended(state, None)? {
            // Whether an ending that looks at moves comes before it, the list tells.
            Some(_) => false,
            None => match slot.roll.is_none().then(|| self.draw_one(draws, state, rng, list)) {
                // Too many whole moves: the list has single steps.
                Some(Err(hit)) if hit.is_of_chains() => {
                    self.note_long_turn(state);
                    false
                }
                drawn => drawn.transpose()?.unwrap_or(false),
            },
        };
        if drawn && (!self.endings_look_at_moves || self.ended(state, Some(false))?.is_none()) {
            let mut all = MoveList::new();
            if counts {
                self.list(state, &mut all, &mut Fuel::new(self.limits.fuel))?;
            }
            return Ok(Drawn::Move { choices: all.len() as u64 });
        }
        if let Some((ending, player)) = self.list(state, list, &mut Fuel::new(self.limits.fuel))? {
            return Ok(Drawn::Ended(ending, player));
        }
        if list.is_stepwise() {
            return Ok(Drawn::Turn);
        }
        let choices = list.len();
        let chosen = list.get(below(rng, choices)).to_move();
        list.clear();
        list.push_parts(chosen.as_ref().steps());
        Ok(Drawn::Move { choices: if counts { choices as u64 } else { 0 } })
    }

    /// Draws a legal move into the list; false if there is none.
    fn draw_one(&self, draws: &Draws, state: &State, rng: &mut dyn Rng, list: &mut MoveList) -> Result<bool, LimitHit> {
        let slot = self.slot(state);
        let mut walker = Walker::new(self, state, slot.mover, Fuel::new(self.limits.fuel));
        let drawn = match *draws {
            Draws::Sites { choose, idle } => self.draw_site(&mut walker, &slot.names, choose, idle, rng),
            Draws::Lots => self.draw_lot(&mut walker, slot, rng),
        };
        match drawn {
            Err(Halt::Limit(hit)) => return Err(hit),
            Ok(()) | Err(Halt::Enough) => {}
        }
        list.clear();
        walker.drafts.iter().for_each(|draft| draft.push(list));
        Ok(!list.is_empty())
    }

    /// Leaves the reference interpreter with a move whose site was drawn, if a legal one exists.
    fn draw_site<'g>(
        &'g self,
        walker: &mut Walker<'g>,
        names: &[NameId],
        choose: RuleId,
        idle: Option<RuleId>,
        rng: &mut dyn Rng,
    ) -> Flow {
        let allowed = |rule: RuleId| names.is_empty() || names.contains(&self.rules.rules[rule.index()].name);
        let mut pool: Vec<Draw> = idle.filter(|rule| allowed(*rule)).map(Draw::Idle).into_iter().collect();
        let set = chosen_set(&self.rules.rules[choose.index()].path).filter(|_| allowed(choose));
        if let Some(set) = set {
            pool.extend(walker.set(set)?.iter().map(Draw::Site));
        }
        while !pool.is_empty() && walker.drafts.is_empty() {
            match pool.swap_remove(below(rng, pool.len())) {
                Draw::Site(site) => {
                    walker.only_at = set.map(|set| (set, site));
                    walker.one(choose, SiteId::NONE)?;
                }
                Draw::Idle(rule) => walker.one(rule, SiteId::NONE)?,
            }
        }
        Ok(())
    }

    /// Leaves the reference interpreter with a move that was drawn before its test, if a legal one
    /// exists.
    fn draw_lot<'g>(&'g self, walker: &mut Walker<'g>, slot: &'g PathSlot, rng: &mut dyn Rng) -> Flow {
        walker.aim = Aim::Lots(Lots::default());
        self.draft_in_order(walker, slot)?;
        let Aim::Lots(Lots { mut all, .. }) = std::mem::replace(&mut walker.aim, Aim::Drafts) else { return Ok(()) };
        self.keep_the_best_lots(&mut all);
        let mut left: Vec<usize> = (0..all.len()).collect();
        while !left.is_empty() {
            let place = left.swap_remove(below(rng, left.len()));
            let lot = &all[place];
            let Some(draft) = walker.make(lot)? else { continue };
            // Of moves that are one the first is drawn.
            let mut has_twin = false;
            let anywhere = !needs_same_ends(self.rules.distinct);
            for earlier in all[..place].iter().filter(|earlier| anywhere || earlier.has_ends_of(lot)) {
                let twin = walker.make(earlier)?;
                has_twin |= twin.is_some_and(|twin| twin.is_same_as(&draft, self.rules.distinct));
            }
            if !has_twin {
                walker.drafts.push(draft);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Of the lots that compete only those with the greatest numbers stay.
    fn keep_the_best_lots(&self, lots: &mut Vec<Lot>) {
        let mut column = 0;
        for Prefer { names, by, .. } in &self.rules.prefer {
            let columns = column..column + by.len();
            column = columns.end;
            let competes = |lot: &Lot| names.contains(&lot.name);
            let best: Option<SmallVec<[i64; 2]>> = lots
                .iter()
                .filter(|lot| competes(lot))
                .map(|lot| &lot.scores[columns.clone()])
                .max()
                .map(SmallVec::from);
            if let Some(best) = best {
                lots.retain(|lot| !competes(lot) || lot.scores[columns.clone()] == best[..]);
            }
        }
    }
}

/// A move that the rules have come to and that has not been judged.
pub(super) struct Lot {
    /// The rule that it begins by, and that rule's name; the piece that it begins with.
    rule: RuleId,
    name: NameId,
    it: SiteId,
    /// The site that the rule chooses, if it is known by that.
    choice: SiteId,
    /// How many moves the rule gives for the piece, or the site, before this one.
    nth: u32,
    origin: SiteId,
    target: SiteId,
    /// For each number of each preference its value.
    scores: SmallVec<[i64; 2]>,
}

impl Lot {
    fn has_ends_of(&self, other: &Lot) -> bool {
        (self.origin, self.target) == (other.origin, other.target)
    }
}

/// The lots of one turn.
#[derive(Default)]
pub(super) struct Lots {
    all: Vec<Lot>,
    /// The rule at work, the piece that it is at work with, and how many lots there were before.
    at_work: Option<(RuleId, SiteId)>,
    before: usize,
}

impl Lots {
    /// A rule is asked for the moves that begin with a piece.
    pub(super) fn begin(&mut self, rule: RuleId, it: SiteId) {
        (self.at_work, self.before) = (Some((rule, it)), self.all.len());
    }
}

impl<'g> Walker<'g> {
    /// Whether any move has been found.
    pub(super) fn has_found(&self) -> bool {
        match &self.aim {
            Aim::Lots(lots) => !lots.all.is_empty(),
            _ => !self.drafts.is_empty(),
        }
    }

    /// Whether the move that ends here, its piece in hand, is sure to become one move, so that it
    /// need not be made to be counted.
    pub(super) fn is_as_good_as_made(&self) -> bool {
        matches!(self.aim, Aim::Lots(_))
            && self.game.one_completion
            && self.is_first_step_of_a_move()
            && self.at.in_hand
            && self.at.here != self.lifted_from()
    }

    /// Takes a lot for a move that ends here without having been made.
    pub(super) fn take_lot_unmade(&mut self) -> Flow {
        self.completed += 1;
        self.take_lot(self.at.start, self.at.here)
    }

    /// Takes a lot for the move that has been come to.
    pub(super) fn take_lot(&mut self, origin: SiteId, target: SiteId) -> Flow {
        let game = self.game;
        let mut scores = SmallVec::new();
        for number in game.rules.prefer.iter().flat_map(|prefer| &prefer.by) {
            scores.push(self.number(number)?);
        }
        let Aim::Lots(lots) = &mut self.aim else { return Ok(()) };
        let Some((rule, it)) = lots.at_work else { return Ok(()) };
        if lots.all.len() >= game.limits.moves {
            return Err(LimitHit::new(LimitKind::Moves, game.limits.moves).in_rule(rule).into());
        }
        let nth = (lots.all.len() - lots.before) as u32;
        let name = game.rules.rules[rule.index()].name;
        lots.all.push(Lot { rule, name, it, choice: SiteId::NONE, nth, origin, target, scores });
        Ok(())
    }

    /// Takes a lot for each site that a rule without a piece may choose, unless more has to be
    /// known of a move than that. Whether it is a move is seen when it is made.
    pub(super) fn take_lots_of_sites(&mut self, rule: RuleId) -> Result<bool, Halt> {
        let game = self.game;
        let competes = !game.rules.first.is_empty() || !game.rules.prefer.is_empty();
        let Some(set) = chosen_set(&game.rules.rules[rule.index()].path) else { return Ok(false) };
        if competes || !game.one_completion || !game.begins_plainly {
            return Ok(false);
        }
        let sites = self.set(set)?;
        let name = game.rules.rules[rule.index()].name;
        if let Aim::Lots(lots) = &mut self.aim {
            let lot = |site| Lot {
                rule,
                name,
                it: SiteId::NONE,
                choice: site,
                nth: 0,
                origin: SiteId::NONE,
                target: site,
                scores: SmallVec::new(),
            };
            lots.all.extend(sites.iter().map(lot));
        }
        Ok(true)
    }

    /// Makes and judges the move of a lot; none if it is forbidden.
    fn make(&mut self, lot: &Lot) -> Result<Option<Draft>, Halt> {
        let path = &self.game.rules.rules[lot.rule.index()].path;
        self.aim = Aim::One(lot.nth);
        self.only_at = lot.choice.some().and_then(|site| Some((chosen_set(path)?, site)));
        let flow = self.one(lot.rule, lot.it);
        (self.aim, self.only_at) = (Aim::Drafts, None);
        match flow {
            Ok(()) | Err(Halt::Enough) => Ok(self.drafts.pop()),
            Err(limit) => Err(limit),
        }
    }
}

/// Whether nothing happens before a move or a step.
pub(super) fn begins_plainly(rules: &PathRules) -> bool {
    let own = rules.pieces.iter().flat_map(|piece| [&piece.on_move_start, &piece.on_step_start]);
    rules.body.is_none() && [&rules.on_move_start, &rules.on_step_start].into_iter().chain(own).all(Vec::is_empty)
}

/// Whether nothing that happens at the end of a step or move, or to what it captures, can prevent
/// or multiply it, so that every way on which a piece comes to another site is one move.
pub(super) fn one_completion(rules: &PathRules) -> bool {
    let common = [&rules.on_step_end, &rules.on_move_end, &rules.on_capture];
    let own = rules.pieces.iter().flat_map(|piece| [&piece.on_step_end, &piece.on_move_end, &piece.on_capture]);
    rules.levels == 1
        && rules.body.is_none()
        && rules.prefer.is_empty()
        && common.into_iter().chain(own).flatten().all(has_one_result)
}

/// Whether a path has exactly one result, on the site where it begins.
fn has_one_result(path: &Path) -> bool {
    match path {
        Path::Let(..) | Path::LetSet(..) => true,
        Path::Seq(parts) => parts.iter().all(has_one_result),
        Path::If(_, yes, no) => has_one_result(yes) && has_one_result(no),
        Path::Do(Act::Become { kinds, .. }) => kinds.len() == 1,
        Path::Do(Act::Take { .. } | Act::Put { .. } | Act::Assign { .. } | Act::AssignSet(..) | Act::Give { .. }) => {
            true
        }
        Path::Do(Act::ExtraTurn | Act::Skip(_) | Act::Goto(_)) => true,
        _ => false,
    }
}
