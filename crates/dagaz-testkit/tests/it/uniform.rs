//! Playouts draw every legal move equally often, whatever sets or counts they draw from.

use std::collections::HashMap;

use dagaz_core::{Fuel, Game, Limits, MoveList, Playout, PlayoutLimits, Rng, Series, State, UndoLog};
use dagaz_testkit::source;
use dagaz_testkit::subjects::Subject;
use dagaz_testkit::{parallel, walk};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Draws for each move, on the average.
const DRAWS: u64 = 200;

/// How far counts are from what was expected of each, in standard deviations of that distance
/// (Pearson's chi-square).
fn deviation(counts: &[(u64, f64)]) -> f64 {
    let freedom = counts.len() as f64 - 1.0;
    let distance: f64 = counts.iter().map(|&(found, expected)| (found as f64 - expected).powi(2) / expected).sum();
    if freedom < 1.0 { 0.0 } else { (distance - freedom) / (2.0 * freedom).sqrt() }
}

/// Moves of a position beyond which drawing them all often enough takes too long.
const MOVES_MAX: usize = 300;

/// One-ply games, of which the results are counted.
struct Plies<'a> {
    rng: Xoshiro256PlusPlus,
    left: u64,
    results: &'a mut HashMap<u64, (u64, f64)>,
}

impl Series for Plies<'_> {
    fn begin(&mut self) -> Option<&mut dyn Rng> {
        self.left = self.left.checked_sub(1)?;
        Some(&mut self.rng)
    }

    fn end(&mut self, _: &Playout, stopped: &mut dyn FnMut() -> State) {
        self.results.get_mut(&stopped().position_key()).expect("a playout makes only legal moves").0 += 1;
    }
}

/// How unevenly one-ply playouts come to the results of the legal moves of a state.
fn unevenness(game: &dyn Game, state: &State, seed: u64) -> f64 {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within limits");
    if list.len() > MOVES_MAX {
        return 0.0;
    }
    let mut results: HashMap<u64, (u64, f64)> = HashMap::new();
    let (mut after, mut log) = (state.clone(), UndoLog::new());
    for one in list.iter() {
        game.play(&mut after, one, &mut log);
        results.entry(after.position_key()).or_default().1 += DRAWS as f64;
        game.undo(&mut after, &mut log);
    }
    let left = DRAWS * list.len() as u64;
    let mut plies = Plies { rng: walk::rng(seed), left, results: &mut results };
    game.playouts(state, PlayoutLimits { plies: 1, quiet_plies: None }, &mut plies).expect("within limits");
    deviation(&results.into_values().collect::<Vec<_>>())
}

#[test]
fn playouts_draw_every_legal_move_equally_often() {
    let draughts = ["english-draughts", "international-draughts"];
    let others = ["chess", "xiangqi", "breakthrough", "reversi", "amazons", "nine-mens-morris"];
    for name in draughts.into_iter().chain(others) {
        let subject = Subject::load(name).expect("the library has it");
        let game = &subject.pair.compiled;
        for (index, state) in subject.states(12).expect("they are found").iter().enumerate() {
            let uneven = unevenness(game, state, index as u64);
            // Five of these happen once in three million positions.
            assert!(uneven < 5.0, "{name}, position {index}: {uneven:.1} standard deviations from even");
        }
    }
}

#[test]
fn playouts_of_edition_3_draw_every_legal_move_equally_often() {
    let chess = ["crazyhouse", "atomic", "capablanca", "gorogoro", "courier"];
    let others =
        ["canadian-draughts", "italian-draughts", "hnefatafl", "surakarta", "lines-of-action", "go-9x9", "kalah"];
    let choices = [
        "reversi",
        "nine-mens-morris",
        "pentago",
        "ataxx",
        "amazons-6x6",
        "fox-and-hounds",
        "fox-and-hounds-chosen",
        "chinese-checkers",
    ];
    let names: Vec<&str> = chess.into_iter().chain(others).chain(choices).collect();
    let limits = Limits::default();
    let paths: Vec<_> = source::path_library()
        .into_iter()
        .filter(|path| names.iter().any(|name| path.file_stem().is_some_and(|stem| stem == *name)))
        .collect();
    assert_eq!(paths.len(), names.len());
    let faults: Vec<String> = parallel::map(&paths, |path| {
        let file = source::read_paths(path, &limits).expect("the file is there");
        let game = source::path_game(&file, source::own_items(&file)[0], &limits).unwrap_or_else(|why| panic!("{why}"));
        let states = walk::sample(&game, 1, 3, 200).expect("within limits");
        let uneven = states.iter().enumerate().map(|(index, state)| unevenness(&game, state, index as u64));
        let worst = uneven.fold(0.0, f64::max);
        (worst >= 5.0).then(|| format!("{}: {worst:.1} standard deviations from even", path.display()))
    })
    .into_iter()
    .filter_map(|worked| worked.unwrap_or_else(Some))
    .collect();
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn the_fairness_test_detects_a_biased_draw() {
    let even: Vec<(u64, f64)> = (0..30).map(|index| (290 + index % 20, 300.0)).collect();
    assert!(deviation(&even) < 5.0);
    let skewed: Vec<(u64, f64)> = (0..30).map(|index| (240 + 4 * index, 300.0)).collect();
    assert!(deviation(&skewed) > 5.0);
}
