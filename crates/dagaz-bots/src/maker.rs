//! The maker: makes bots of one game from descriptions.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, TryLockError};
use std::time::Duration;

use dagaz_core::{Game, LimitHit, LimitKind, Piece, Rank, Roster, SearchMethod};

use crate::analysis_budget::{Care, Effort, Meter, stopped};
use crate::evaluation::{Evaluation, Rows};
use crate::external::Program;
use crate::game_analysis::Facts;
use crate::information_set::Informed;
use crate::learning::study;
use crate::level::Levelled;
use crate::mcts::{Mcts, Style};
use crate::saved_analysis::{self, AnalysisStore};
use crate::script_search::Own;
use crate::search::{AlphaBeta, ImmediateWins};
use crate::simple::{First, Greedy, Random};
use crate::{Bot, Budget, Description, Judge, Kind};

/// Makes bots of one game. The game analysis runs once, when the first bot needs it.
#[derive(Debug, Default)]
pub struct Maker {
    known: OnceLock<Result<AnalysedGame, LimitHit>>,
    /// Held during the analysis of the game.
    studying: Mutex<()>,
    care: Care,
    /// Keeps the analysis for other processes.
    store: Option<Box<dyn AnalysisStore>>,
}

/// A flag that is never set.
static NEVER: AtomicBool = AtomicBool::new(false);

/// The result of a game analysis.
#[derive(Clone, Debug)]
struct AnalysedGame {
    facts: Arc<Facts>,
    evaluation: Arc<Evaluation>,
}

/// Who plays: a bot of ours, or a program of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A bot.
    Bot(Description),
    /// A program.
    Program(Program),
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        match Program::parse(text) {
            Some(program) => Ok(Player::Program(program?)),
            None => text.parse().map(Player::Bot).map_err(|error: crate::DescriptionError| error.to_string()),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Bot(description) => description.fmt(f),
            Player::Program(program) => program.fmt(f),
        }
    }
}

/// The result of a game analysis, for display.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The facts of the game.
    pub facts: Facts,
    /// Each piece with its average value and its value on each site, in hundredths.
    pub worths: Vec<(Piece, i32, Vec<i32>)>,
    /// Value of having all moves and the opponents none, in hundredths; 0 without mobility.
    pub mobility: f64,
    /// Value of owning all remaining sites, of owning one more, and of being nearer to all, in
    /// hundredths; `None` without territory.
    pub room: Option<[i32; 3]>,
    /// Value of having all remaining material, in addition to the difference, in hundredths; `None`
    /// if leads are not used.
    pub lead: Option<i32>,
    /// Value of a mean distance that is one hop less than the opponents', in hundredths; `None`
    /// without gathering.
    pub gathering: Option<i32>,
    /// The evaluated rows; `None` without rows.
    pub rows: Option<usize>,
    /// The weight of a point, in hundredths; `None` without points.
    pub points: Option<i32>,
    /// The weight of each of the game's own numbers for the first player, in hundredths; `None`
    /// without tallies.
    pub tallies: Option<Vec<f32>>,
    /// Hundredths at which a player wins about 85 games of 100.
    pub scale: f64,
}

impl Maker {
    /// Returns a maker of bots for one game, the same at each call.
    pub fn new() -> Maker {
        Maker::default()
    }

    /// Returns the maker with a store from which it takes the analysis, and in which it saves the
    /// one that it makes. The store is one of this game, this kind of maker and this program.
    pub fn with_store(self, store: Box<dyn AnalysisStore>) -> Maker {
        Maker { store: Some(store), ..self }
    }

    /// Returns a maker whose bots do not learn from results: piece values follow mobility. For
    /// measuring the effect of learning.
    pub fn unlearned() -> Maker {
        Maker { care: Care::Facts, ..Maker::default() }
    }

    /// Returns a maker that runs all parts of the analysis with meaninglessly few positions: for
    /// testing whether games can be analysed.
    pub fn glancing() -> Maker {
        Maker { care: Care::Glance, ..Maker::default() }
    }

    /// Returns the facts of the game. Of several concurrent callers one analyses it, and each stops
    /// at its own flag. After a stop, the next caller restarts the analysis.
    fn known(&self, game: &dyn Game, stop: &AtomicBool) -> Result<AnalysedGame, LimitHit> {
        /// Interval between checks whether another thread is done.
        const PAUSE: Duration = Duration::from_millis(2);
        loop {
            if let Some(known) = self.known.get() {
                return known.clone();
            }
            if stop.load(Ordering::Relaxed) {
                return Err(stopped());
            }
            let _held = match self.studying.try_lock() {
                Ok(held) => held,
                // A failed analysis leaves nothing behind.
                Err(TryLockError::Poisoned(held)) => held.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    std::thread::sleep(PAUSE);
                    continue;
                }
            };
            if self.known.get().is_none() {
                let found = self.analysis(game, stop);
                if let Err(hit) = &found
                    && hit.kind == LimitKind::Stopped
                {
                    return Err(hit.clone());
                }
                let known =
                    |(facts, evaluation)| AnalysedGame { facts: Arc::new(facts), evaluation: Arc::new(evaluation) };
                let _ = self.known.set(found.map(known));
            }
        }
    }

    /// Takes the analysis from the store, or analyses the game and saves the result.
    fn analysis(&self, game: &dyn Game, stop: &AtomicBool) -> Result<(Facts, Evaluation), LimitHit> {
        let saved = self.store.as_ref().and_then(|store| store.load());
        if let Some(saved) = saved
            && let Some(restored) = saved_analysis::from_bytes(game, &saved)?
        {
            return Ok(restored);
        }
        let (facts, evaluation) = study(game, Effort { care: self.care, stop, meter: &Meter::default() })?;
        if let Some(store) = &self.store
            && let Some(bytes) = saved_analysis::to_bytes(game, &facts, &evaluation)
        {
            store.save(&bytes);
        }
        Ok((facts, evaluation))
    }

    /// Returns the facts of the game, from playouts of about a second.
    pub fn facts(&self, game: &dyn Game) -> Result<Arc<Facts>, LimitHit> {
        Ok(self.known(game, &NEVER)?.facts)
    }

    /// Returns the search that `best` is in this game, with such a budget.
    pub fn suited(&self, game: &dyn Game, budget: Budget) -> Result<Kind, LimitHit> {
        let AnalysedGame { facts, evaluation } = self.known(game, &NEVER)?;
        Ok(choose(game, &facts, &evaluation, budget))
    }

    /// Returns the judge, which estimates winning chances without a search.
    pub fn judge(&self, game: &dyn Game) -> Result<Judge, LimitHit> {
        let AnalysedGame { facts, evaluation } = self.known(game, &NEVER)?;
        Ok(Judge { evaluation, quick: facts.quick, ended: facts.ended })
    }

    /// Returns the result of the game analysis, for display.
    pub fn study(&self, game: &dyn Game) -> Result<Findings, LimitHit> {
        let AnalysedGame { facts, evaluation } = self.known(game, &NEVER)?;
        let evaluation = evaluation.halfway(game);
        let roster = Roster::of(game);
        let worths = (0..roster.len())
            .map(|rank| roster.piece(Rank(rank as u16)))
            .filter(|piece| facts.choosers.contains(&piece.owner));
        let worths = worths.map(|piece| {
            let map: Vec<i32> = game.topology().site_ids().map(|site| evaluation.weights.on(piece, site)).collect();
            (piece, map.iter().sum::<i32>() / map.len().max(1) as i32, map)
        });
        Ok(Findings {
            worths: worths.collect(),
            facts: (*facts).clone(),
            mobility: f64::from(evaluation.mobility),
            room: evaluation.territory.as_ref().map(|room| [room.share, room.site, room.closeness]),
            lead: evaluation.lead.map(|lead| lead.all),
            gathering: evaluation.gathering.as_ref().map(|gathering| gathering.hop),
            rows: evaluation.rows.as_ref().map(Rows::count),
            points: evaluation.points.map(|points| points.each),
            tallies: evaluation.tallies.as_ref().map(|tallies| tallies.each.clone()),
            scale: evaluation.scale,
        })
    }

    /// Returns the bot of a description: [`bot`](Maker::bot), or an external engine.
    pub fn player(&self, game: &dyn Game, player: &Player) -> Result<Box<dyn Bot>, LimitHit> {
        match player {
            Player::Bot(description) => self.bot(game, *description),
            Player::Program(program) => Ok(Box::new(program.clone())),
        }
    }

    /// Returns the bot of a description. An error if the game meets a limit while it is studied.
    pub fn bot(&self, game: &dyn Game, description: Description) -> Result<Box<dyn Bot>, LimitHit> {
        self.bot_until(game, description, &NEVER)
    }

    /// The same; a study that is needed for it ends soon after `stop` becomes true, with
    /// [`LimitKind::Stopped`](dagaz_core::LimitKind::Stopped).
    pub fn bot_until(
        &self,
        game: &dyn Game,
        description: Description,
        stop: &AtomicBool,
    ) -> Result<Box<dyn Bot>, LimitHit> {
        let budget = description.budget_or_usual();
        Ok(match description.kind {
            Kind::Random => Box::new(Random),
            Kind::First => Box::new(First),
            Kind::Own(number) => Box::new(Own { number }),
            Kind::Greedy => {
                let AnalysedGame { facts, evaluation } = self.known(game, stop)?;
                Box::new(Greedy { facts, evaluation })
            }
            Kind::AlphaBeta | Kind::MaxN | Kind::Mcts | Kind::Best => self.sighted(game, description, budget, stop)?,
            Kind::Level(level) => {
                let (best, budget) = (Description::of(Kind::Best), crate::level::budget(level));
                let inner = match crate::level::sees_wins(level) {
                    true => self.sighted(game, best, budget, stop)?,
                    false => self.search(game, best, budget, stop)?,
                };
                Box::new(Levelled { level, inner })
            }
        })
    }

    /// Returns a bot that searches after a test for immediate wins. With hidden information the
    /// test is impossible.
    fn sighted(
        &self,
        game: &dyn Game,
        description: Description,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<Box<dyn Bot>, LimitHit> {
        let inner = self.search(game, description, budget, stop)?;
        let facts = self.known(game, stop)?.facts;
        Ok(if facts.hidden { inner } else { Box::new(ImmediateWins { inner, budget, facts }) })
    }

    /// Returns a searching bot of the requested kind, or of the one that suits the game.
    fn search(
        &self,
        game: &dyn Game,
        description: Description,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<Box<dyn Bot>, LimitHit> {
        let AnalysedGame { facts, evaluation } = self.known(game, stop)?;
        let Description { kind, habits, .. } = description;
        let name = description.to_string();
        if facts.hidden {
            return Ok(Box::new(Informed { name, budget }));
        }
        Ok(match if kind == Kind::Best { choose(game, &facts, &evaluation, budget) } else { kind } {
            Kind::Mcts => {
                let style = Style::of(game, &facts, &evaluation).with(habits);
                Box::new(Mcts { name, budget, style, facts, evaluation })
            }
            kind => {
                let selfish = kind == Kind::MaxN;
                Box::new(AlphaBeta { name, budget, selfish, facts, evaluation, lists: None })
            }
        })
    }
}

/// Returns the search that suits a game. Alpha-beta wherever an evaluation has proved that it means
/// something, playouts where none has and a game is long or broad. The rules may know better.
fn choose(game: &dyn Game, facts: &Facts, evaluation: &Evaluation, budget: Budget) -> Kind {
    /// Plies of playouts per move of a list; below this, a tree soon has many playouts for each
    /// move.
    const SOON: f64 = 500.0;
    /// Games that are shorter are searched to their end.
    const SHORT: f64 = 12.0;
    /// Playouts for each move of a list from which on a tree knows more of a broad game than a
    /// search of two plies.
    const EACH: f64 = 6.0;
    match game.hinted_search() {
        Some(SearchMethod::AlphaBeta) => return Kind::AlphaBeta,
        Some(SearchMethod::MonteCarlo) => return Kind::Mcts,
        None => {}
    }
    // Of hundreds of moves a tree tries what seems good, part by part; alpha-beta must look at all,
    // which it can where that is quick.
    let many = facts.is_broad() && !facts.quick;
    if many && facts.choosers.len() == 2 && !evaluation.own && evaluation.tells_of_freedom() {
        return Kind::Mcts;
    }
    let searchable = facts.is_searchable();
    // Playouts that do not end are slow and give no information.
    let tells = facts.ended >= crate::judge::ENDED_MIN;
    // If playouts last until the board is full, the whole board decides and not piece-square
    // values; playouts measure this.
    if facts.fills(game) && !searchable && tells && !evaluation.own {
        return Kind::Mcts;
    }
    if facts.is_placing() && !evaluation.own {
        // In placement games that end before the board is full, a winning line must be seen, which
        // needs all moves. With few moves, playouts are enough. With so many moves that a search
        // reaches only the reply, playouts are better too, if they are fast enough for some per
        // move and no winning rows are known. If a turn places several pieces, two plies are one
        // turn, and immediate wins are found.
        let soon = facts.length >= SHORT && facts.length * facts.branching < SOON;
        let broad = facts.is_broad() && facts.again < 0.1 && evaluation.rows.is_none();
        let each = broad && game.states_are_dear() && playouts(facts, budget) >= EACH * facts.branching;
        return if (soon || each) && tells { Kind::Mcts } else { Kind::AlphaBeta };
    }
    if evaluation.is_blind() && !searchable && tells { Kind::Mcts } else { Kind::AlphaBeta }
}

/// Estimated number of playouts for a budget, if the game has a specialised playout kernel.
fn playouts(facts: &Facts, budget: Budget) -> f64 {
    /// Seconds that a ply of them takes.
    const PLY: f64 = 250e-9;
    let timed = budget.time.map(|time| time.as_secs_f64() / (facts.length.max(1.0) * PLY));
    let counted = [budget.playouts, budget.nodes].into_iter().flatten().map(|most| most as f64);
    counted.chain(timed).fold(f64::INFINITY, f64::min)
}
