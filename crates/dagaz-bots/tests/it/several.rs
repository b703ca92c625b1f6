//! More than two players, partners and dice: what a search says is what looking at everything says.

use std::collections::HashMap;
use std::time::Instant;

use dagaz_bots::{Context, Maker, Score, Thought, opening};
use dagaz_core::{Fuel, Game, MoveList, PlayerId, State, Turn, UndoLog, Verdict};
use dagaz_engine::PathGame;
use dagaz_testkit::source;

fn game(text: &str) -> PathGame {
    source::path_game_of_text(text).unwrap_or_else(|error| panic!("{error}"))
}

fn thought(game: &dyn Game, state: &State, bot: &str) -> Thought {
    let bot = Maker::unlearned().bot(game, bot.parse().expect("a bot")).expect("no limit");
    let Turn::Choice(player) = game.turn(state) else { panic!("somebody chooses") };
    bot.answer(game, &game.view(state, player), 1, &Instant::now(), &mut Context::new()).expect("there are moves")
}

/// What a state is worth to a player and its partners, from -1 to 1, who all play for each other
/// and against all others: every position is looked at, dice are averaged, and nothing is cut off.
fn counted(game: &dyn Game, state: &State, player: PlayerId, known: &mut HashMap<u64, f64>) -> f64 {
    if let Some(outcome) = game.outcome(state).expect("no limit") {
        return match outcome.verdicts[player.index()] {
            Verdict::Win => 1.0,
            Verdict::Loss => -1.0,
            _ => 0.0,
        };
    }
    if let Some(worth) = known.get(&state.key()) {
        return *worth;
    }
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("no limit");
    let mut after = |index: usize| {
        let mut after = state.clone();
        game.play(&mut after, list.get(index), &mut UndoLog::new());
        counted(game, &after, player, known)
    };
    let worth = match game.turn(state) {
        Turn::Chance(_) => game.chances(&list).into_iter().map(|(index, weight)| weight * after(index)).sum(),
        Turn::Choice(mover) if game.are_allied(mover, player) => (0..list.len()).map(after).fold(-1.0, f64::max),
        _ => (0..list.len()).map(after).fold(1.0, f64::min),
    };
    known.insert(state.key(), worth);
    worth
}

/// Four players put stones; two neighbours in a row are worth the game.
fn pairs(teams: &str) -> PathGame {
    game(&format!(
        r#"(drf 3)
(game "Pairs"
  (players North East South West)
  {teams}
  (board (grid a-c 1-3) (lines row 3))
  (piece Stone "S")
  (rule drop (at empty) (put Stone))
  (moves drop)
  (win  row  (full row (or mine friend)))
  (draw full (no empty)))
"#
    ))
}

#[test]
fn partners_play_for_each_other() {
    let game = pairs("(teams (North South) (East West))");
    let mut decided = 0;
    for seed in 0..12 {
        let state = opening(&game, 3, seed).expect("it goes on");
        let Turn::Choice(player) = game.turn(&state) else { panic!("nobody throws dice") };
        let expected = counted(&game, &state, player, &mut HashMap::new());
        let score = thought(&game, &state, "alphabeta:9d").score.expect("it has looked");
        let found = match score {
            Score::Win(_) => 1.0,
            Score::Loss(_) => -1.0,
            Score::Hundredths(value) => f64::from(value),
        };
        assert_eq!(found, expected, "opening {seed}: {score:?}");
        decided += usize::from(expected != 0.0);
    }
    assert!(decided > 2, "{decided}");
}

/// Of three players the second may take the first one's rook or the third one's queen. A player who
/// expects all opponents to cooperate (paranoid) avoids winning a pawn; one who expects each to
/// maximise their own result (max^n) takes it.
const RIVALS: &str = r#"(drf 3)
(game "Rivals"
  (players Red Green Blue)
  (board (grid a-f 1-3))
  (setup (Red (Rook a1)) (Green (Guard d2)) (Blue (Pawn c1) (Queen d3)))
  (piece Rook  "R" (moves (slide (e w))))
  (piece Guard "G" (moves (step (n sw))))
  (piece Queen "Q" (moves (step w)))
  (piece Pawn  "P" (moves (step w)))
  (hint value (Queen 9) (Rook 5) (Guard 3) (Pawn 1))
  (hint worth 0)
  (draw long (>= turn 40)))
"#;

#[test]
fn max_n_and_paranoid_search_differ_for_three_players() {
    let game = game(RIVALS);
    let taken = |bot: &str| {
        let thought = thought(&game, &game.initial(), bot);
        game.topology().site_named("c1") == Some(thought.chosen.as_ref().target())
    };
    assert!(taken("maxn:2d"), "the queen is worth more than the rook");
    assert!(!taken("alphabeta:2d"), "all against one take the rook");
}

/// A player who throws more than the bet wins, else loses: averages of averages.
const BETS: &str = r#"(drf 3)
(game "Bets"
  (players White Black)
  (board (grid a-c 1-2))
  (dice pips 1 (1..3))
  (piece Stone "S")
  (rule bet (at empty) empty (put Stone))
  (moves bet)
  (turns ((roll pips) White) ((roll pips) Black))
  (win  lucky   (and (> pips 2) (or (and a1 mine) (and c2 mine))))
  (lose unlucky (and (< pips 2) (and b2 mine)))
  (draw full    (no empty)))
"#;

#[test]
fn averages_cut_short_are_the_averages() {
    let game = game(BETS);
    /// What a win that is not certain is worth, in hundredths.
    const MOST: f64 = 50_000.0;
    let (mut open, mut asked) = (0, 0);
    for seed in 0..10 {
        let state = opening(&game, 3, seed).expect("it goes on");
        let Turn::Choice(player) = game.turn(&state) else { continue };
        let expected = counted(&game, &state, player, &mut HashMap::new());
        asked += 1;
        match thought(&game, &state, "alphabeta:12d").score.expect("it has looked") {
            Score::Win(_) => assert_eq!(expected, 1.0, "opening {seed}"),
            Score::Loss(_) => assert_eq!(expected, -1.0, "opening {seed}"),
            Score::Hundredths(value) => {
                let found = f64::from(value) / MOST;
                assert!((found - expected).abs() < 1e-3, "opening {seed}: {found} and not {expected}");
                open += usize::from(expected != 0.0 && expected.abs() < 1.0);
            }
        }
    }
    assert!(open > 2, "{open} of {asked}");
}
