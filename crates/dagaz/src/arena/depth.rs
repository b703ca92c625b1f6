//! How deep a game is: a ladder of bots, each thinking four times as much as the one below it, is climbed rung by rung.

use dagaz_arena::{Hold, Match, Plan, Score, Shard};
use dagaz_bots::{Maker, Player};
use dagaz_core::Game;

use super::arrange::Arranged;
use super::autoplay::failed;
use super::players;
use crate::failure::Failure;
use crate::output::Progress;

/// The bots of the ladder, the weakest first.
const LADDER: [&str; 4] = ["best:25n", "best:100n", "best:400n", "best:1600n"];

/// What each bot of the ladder but the weakest has scored against the one below it, in so many games.
pub(crate) fn climb(
    arranged: &Arranged<'_>,
    games: u64,
    threads: usize,
    stop: &std::sync::atomic::AtomicBool,
) -> Result<Vec<Score>, Failure> {
    let game: &dyn Game = arranged.game();
    let (maker, progress) = (Maker::new(), Progress::new());
    let clock = std::time::Instant::now();
    let mut scores = Vec::new();
    for pair in LADDER.windows(2) {
        let [lower, higher] = pair else { continue };
        let bots = [higher, lower].map(|text| text.parse::<Player>());
        let mut made = Vec::new();
        for bot in bots {
            made.push(players::bot(&maker, game, &bot.map_err(Failure::Errors)?)?);
        }
        let plan = Plan {
            games,
            entrants: [higher, lower].map(|text| text.to_string()).to_vec(),
            opening: arranged.plan().opening.max(2),
            detail: 0,
            fixed: false,
            ..arranged.plan().clone()
        };
        let held = Match {
            game,
            plan: &plan,
            bots: made.iter().map(Option::as_deref).collect(),
            rules: Vec::new(),
            judge: &arranged.judge,
            stop,
            clock: &clock,
        };
        let mut score = Score::default();
        held.hold::<Failure>(Shard { first: 0, end: games }, Hold { threads, ..Hold::default() }, &mut |batch| {
            score.merge(&batch.sums.between(0, 1));
            progress.show(&format!("depth: {higher} against {lower}, {} of {games} games", score.games()));
            Ok(true)
        })
        .map_err(failed)?;
        scores.push(score);
    }
    progress.clear();
    Ok(scores)
}
