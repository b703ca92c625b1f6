//! Two bots meet: what `dagaz match`, `dagaz ladder` and the measure of depth have in common.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Once;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use dagaz_arena::stats::{Decision, Risks, Sprt};
use dagaz_arena::summary::blindness_of;
use dagaz_arena::{Batch, Hold, Identity, Match, Plan, Score, Shard, Sights, Sums, choosers};
use dagaz_bots::{Bot, Judge, Maker, opening_moves};
use dagaz_core::Game;

use super::autoplay::failed;
use super::results_file::Book;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{Output, Progress, plies, remark};

/// A match of two bots.
pub(crate) struct Meeting<'a> {
    pub(crate) loaded: &'a Loaded,
    pub(crate) judge: &'a Judge,
    /// What the bots are called, and the bots; none for one that plays at random.
    pub(crate) bots: [(String, Option<&'a dyn Bot>); 2],
    pub(crate) games: u64,
    pub(crate) opening: usize,
    pub(crate) plies_max: usize,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    /// Ends the match as soon as it decides.
    pub(crate) sprt: Option<Sprt>,
    /// Where the results are kept.
    pub(crate) log: Option<&'a Path>,
    pub(crate) stop: &'a AtomicBool,
}

impl Meeting<'_> {
    /// Plays the match, or continues it.
    pub(crate) fn hold(&self, progress: &Progress) -> Result<Sums, Failure> {
        let game: &dyn Game = &*self.loaded.game;
        let seats = choosers(game);
        if seats.len() < 2 {
            return Err(Failure::Usage("a match needs a game with two players or more".to_string()));
        }
        if self.opening >= self.plies_max {
            return Err(Failure::Usage(format!(
                "--max-plies {} leaves nothing to play after {} random plies at the beginning (--opening)",
                self.plies_max, self.opening
            )));
        }
        let plan = Plan {
            games: self.games,
            entrants: self.bots.iter().map(|(name, _)| name.clone()).collect(),
            seats: seats.len(),
            opening: self.opening,
            plies_max: self.plies_max,
            seed: self.seed,
            detail: 0,
            fixed: false,
        };
        let seats = seats.iter().map(|player| game.glossary().player(*player).to_string()).collect();
        let rules = self.loaded.identity().hash.unwrap_or_default();
        let identity = Identity::new(self.loaded.title(), &rules, seats, self.judge.method(), plan.clone());
        let mut book = Book::open(self.log, identity)?;
        let decided = |sums: &Sums| {
            let asked = sums.games.is_multiple_of(plan.cycle());
            asked && self.sprt.is_some_and(|test| test.decide(&score(sums), &Risks::default()) != Decision::GoOn)
        };
        if decided(&book.results().sums) {
            return Ok(book.results().sums.clone());
        }
        self.look_at_openings(&plan);
        let clock = Instant::now();
        let held = Match {
            game,
            plan: &plan,
            bots: self.bots.iter().map(|(_, bot)| *bot).collect(),
            rules: Vec::new(),
            judge: self.judge,
            stop: self.stop,
            clock: &clock,
        };
        let hold = Hold { threads: self.threads, ..Hold::default() };
        let left = book.results().left(plan.whole());
        let take = &mut |batch: Batch| {
            let games = Shard { first: batch.first, end: batch.first + batch.sums.games };
            book.add(games, batch.sums);
            if book.is_due() {
                book.write(Default::default())?;
            }
            let sums = &book.results().sums;
            let (first, second) = (&self.bots[0].0, &self.bots[1].0);
            let share = score(sums).share();
            progress.show(&format!("{first} against {second}: {} of {} games, {share:.3}", sums.games, self.games));
            Ok(!decided(sums))
        };
        let done = left.into_iter().try_for_each(|hole| held.hold(hole, hold, take));
        progress.clear();
        book.write(Default::default())?;
        done.map_err(failed)?;
        Ok(book.results().sums.clone())
    }
}

impl Meeting<'_> {
    /// Warns if games end within the random opening plies. Such games begin at the start position
    /// instead, and are equal if the bots are deterministic.
    fn look_at_openings(&self, plan: &Plan) {
        /// Once for all pairs of a ladder.
        static SAID: Once = Once::new();
        let first = opening_moves(&*self.loaded.game, plan.opening, plan.fixture(0).opening_seed);
        if plan.opening > 0 && first.is_ok_and(|moves| moves.is_empty()) {
            SAID.call_once(|| {
                let opening = plies(plan.opening);
                remark(&format!("random games are over within {opening}: games begin at the start instead"));
            });
        }
    }
}

/// What the scores of bots said in several matches, by the names of the bots.
#[derive(Debug, Default)]
pub(crate) struct Sighted(BTreeMap<String, Sights>);

impl Sighted {
    /// Adds a match of two bots.
    pub(crate) fn add(&mut self, names: [&str; 2], sums: &Sums) {
        for (entrant, name) in names.into_iter().enumerate() {
            self.0.entry(name.to_string()).or_default().merge(&sums.sights_of(entrant));
        }
    }

    /// Returns the names of the bots that could tell no two positions apart.
    pub(crate) fn blind(&self) -> Vec<&str> {
        self.0.iter().filter(|(_, sights)| sights.are_blind()).map(|(name, _)| name.as_str()).collect()
    }

    /// Writes a warning about bots that could tell no two positions apart, if there are any.
    pub(crate) fn warn(&self, out: &mut Output) -> Result<(), Failure> {
        match self.blind().as_slice() {
            [] => Ok(()),
            names => Ok(out.line(format!("Beware: {}.", blindness_of(&names.join(", "))))?),
        }
    }
}

/// What the first of two has scored against the second.
pub(crate) fn score(sums: &Sums) -> Score {
    sums.between(0, 1)
}

/// Who judges the games of a match, and makes its bots. Studying a game takes a moment.
pub(crate) fn studied(loaded: &Loaded, progress: &Progress) -> Result<(Maker, Judge), Failure> {
    progress.show("studying the game");
    let maker = loaded.maker();
    let judge = maker.judge(&*loaded.game)?;
    progress.clear();
    Ok((maker, judge))
}
