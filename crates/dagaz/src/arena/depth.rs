//! How deep a game is: a ladder of bots, each thinking four times as much as the one below it, is
//! climbed rung by rung.

use std::sync::atomic::{AtomicBool, Ordering};

use dagaz_arena::Score;
use dagaz_core::Game;

use super::head_to_head::{Meeting, score};
use super::match_setup::Arranged;
use super::players;
use crate::failure::Failure;
use crate::output::Progress;

/// The bots of the ladder, the weakest first.
const LADDER: [&str; 4] = ["best:25n", "best:100n", "best:400n", "best:1600n"];
/// Random plies at the beginning of their games, at least.
const OPENING: usize = 2;

/// What each bot of the ladder but the weakest has scored against the one below it, in so many
/// games; nothing if it was broken off.
pub(crate) fn climb(
    arranged: &Arranged<'_>,
    games: u64,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Vec<Score>, Failure> {
    let game: &dyn Game = arranged.game();
    let (maker, progress) = (arranged.loaded.maker(), Progress::new());
    let mut scores = Vec::new();
    for pair in LADDER.windows(2) {
        let [lower, higher] = [pair[0], pair[1]].map(players::one);
        let [lower, higher] = [lower?, higher?];
        let bots = [players::bot(&maker, game, &higher)?, players::bot(&maker, game, &lower)?];
        let sums = Meeting {
            loaded: arranged.loaded,
            judge: &arranged.judge,
            bots: [(higher.to_string(), bots[0].as_deref()), (lower.to_string(), bots[1].as_deref())],
            games,
            opening: arranged.plan().opening.max(OPENING),
            plies_max: arranged.plan().plies_max,
            seed: arranged.plan().seed,
            threads,
            sprt: None,
            log: None,
            stop,
        }
        .hold(&progress)?;
        // A ladder that was broken off is another ladder.
        if stop.load(Ordering::Relaxed) {
            return Ok(Vec::new());
        }
        scores.push(score(&sums));
    }
    Ok(scores)
}
