//! Our statistics against those of scipy, statsmodels and numpy, on numbers drawn by lot.
//!
//! `DAGAZ_PYTHON` names the interpreter that has them (`independent/requirements.txt`); without
//! them the tests say that they skip.

// The same way to run scripts; the scripts are those of this crate.
#[path = "../../../dagaz-record/tests/it/independent/mod.rs"]
mod python;

use dagaz_arena::stats::{Sample, Z95, Zero, holm, least_squares, ratings, two_proportions, welch, wilson};
use dagaz_arena::{Row, Score, Sums, Trace};
use python::{Dice, Script};
use serde_json::{Value, json};

/// Returns the answer of the reference program, a list of numbers for each case; `None`, with a
/// note, if it is missing.
fn judged(name: &str, cases: &[Value]) -> Option<Vec<Vec<f64>>> {
    let script = Script::needing("scipy, statsmodels", "statistics.py")?;
    let said = script.said(&[name, &Value::from(cases).to_string()]);
    let answers: Vec<Value> = serde_json::from_str(&said).expect("it prints JSON");
    assert_eq!(answers.len(), cases.len());
    Some(answers.iter().map(numbers).collect())
}

/// All numbers of a value, one after the other.
fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(values) => values.iter().flat_map(numbers).collect(),
        value => vec![value.as_f64().expect("a number")],
    }
}

/// That numbers are the same but for this part of them.
#[track_caller]
fn same(own: &[f64], theirs: &[f64], part: f64, case: &Value) {
    assert_eq!(own.len(), theirs.len(), "{case}");
    let close = |own: f64, theirs: f64| (own - theirs).abs() <= part * own.abs().max(theirs.abs()).max(1e-12);
    assert!(own.iter().zip(theirs).all(|(own, theirs)| close(*own, *theirs)), "{own:?}, not {theirs:?}: {case}");
}

/// A number between 0 and 1, neither of them.
fn fraction(dice: &mut Dice) -> f64 {
    (dice.below(1 << 20) as f64 + 0.5) / (1 << 20) as f64
}

#[test]
fn intervals_of_shares() {
    let mut dice = Dice(1);
    let mut cases = vec![(0, 1), (1, 1), (0, 40), (40, 40)];
    cases.extend((0..200).map(|_| {
        let all = 1 + dice.below(2_000);
        (dice.below(all + 1), all)
    }));
    let asked: Vec<Value> = cases.iter().map(|(some, all)| json!({ "some": some, "all": all })).collect();
    let Some(answers) = judged("wilson", &asked) else { return };
    for (((some, all), theirs), case) in cases.into_iter().zip(&answers).zip(&asked) {
        let own = wilson(some as f64, all as f64, Z95);
        // An end at 0 or 1 is exact here, and nearly so there.
        assert!((own.low - theirs[0]).abs() < 1e-12 && (own.high - theirs[1]).abs() < 1e-12, "{own:?}: {case}");
    }
}

#[test]
fn shares_that_differ() {
    let mut dice = Dice(2);
    let mut cases = Vec::new();
    for _ in 0..200 {
        let all = [2 + dice.below(900), 2 + dice.below(900)];
        // Neither all nor nothing together, which the other side has no answer to.
        cases.push((all.map(|all| 1 + dice.below(all - 1)), all));
    }
    let asked: Vec<Value> = cases.iter().map(|(some, all)| json!({ "some": some, "all": all })).collect();
    let Some(answers) = judged("proportions", &asked) else { return };
    for ((some, all), (theirs, case)) in cases.into_iter().zip(answers.iter().zip(&asked)) {
        let of = |side: usize| (some[side] as f64, all[side] as f64);
        let own = two_proportions(of(0), of(1)).expect("there are some of both");
        same(&[own.statistic, own.p], theirs, 1e-9, case);
    }
}

#[test]
fn means_that_differ() {
    let mut dice = Dice(3);
    let mut sample = |_| {
        let most = [3, 30, 3_000][dice.below(3)];
        let count = (2 + dice.below(most)) as f64;
        Sample { count, mean: 4.0 * fraction(&mut dice), deviation: 3.0 * fraction(&mut dice) }
    };
    let cases: Vec<[Sample; 2]> = (0..300).map(|_| [0, 1].map(&mut sample)).collect();
    let of = |sample: &Sample| json!([sample.count, sample.mean, sample.deviation]);
    let asked: Vec<Value> = cases.iter().map(|pair| pair.iter().map(of).collect()).collect();
    let Some(answers) = judged("welch", &asked) else { return };
    for (([first, second], theirs), case) in cases.iter().zip(&answers).zip(&asked) {
        let own = welch(first, second).expect("both have many");
        // Below what a number can hold nothing is compared.
        same(&[own.statistic, own.p.max(1e-250)], &[theirs[0], theirs[1].max(1e-250)], 1e-9, case);
    }
}

#[test]
fn many_comparisons() {
    let mut dice = Dice(4);
    let cases: Vec<Vec<f64>> =
        (0..50).map(|number| (0..=number % 12).map(|_| fraction(&mut dice).powi(4)).collect()).collect();
    let asked: Vec<Value> = cases.iter().map(|case| json!(case)).collect();
    let Some(answers) = judged("holm", &asked) else { return };
    for ((values, theirs), case) in cases.iter().zip(&answers).zip(&asked) {
        same(&holm(values), theirs, 1e-12, case);
    }
}

#[test]
fn ratings_and_their_errors() {
    let mut dice = Dice(5);
    let mut cases: Vec<Vec<Score>> = Vec::new();
    for number in 0..40 {
        let count = 2 + number % 7;
        let mut cross = vec![Score::default(); count * count];
        for one in 0..count {
            for other in 0..one {
                // Some never meet, and some always win.
                let [wins, draws, losses] = match dice.below(6) {
                    0 => [0; 3],
                    1 => [1 + dice.below(30), 0, 0],
                    _ => [dice.below(80), dice.below(20), dice.below(40)],
                }
                .map(|games| games as u64);
                cross[one * count + other] = Score { wins, draws, losses };
                cross[other * count + one] = Score { wins: losses, draws, losses: wins };
            }
        }
        cases.push(cross);
    }
    let points = |score: &Score| score.wins as f64 + score.draws as f64 / 2.0;
    let table = |cross: &Vec<Score>| {
        let rows = cross.chunks(cross.len().isqrt()).map(|row| row.iter().map(points).collect::<Vec<f64>>());
        json!({ "points": rows.collect::<Vec<_>>(), "prior": 0.01 })
    };
    let asked: Vec<Value> = cases.iter().map(table).collect();
    let Some(answers) = judged("ratings", &asked) else { return };
    for ((cross, theirs), case) in cases.iter().zip(&answers).zip(&asked) {
        let own = ratings(cross, Zero::First);
        let own: Vec<f64> = own.iter().flat_map(|rating| [rating.elo, rating.error]).collect();
        let close = own.iter().zip(theirs).all(|(own, theirs)| (own - theirs).abs() < 1e-4);
        assert!(close && own.len() == theirs.len(), "{own:?}, not {theirs:?}: {case}");
    }
}

#[test]
fn piece_values_are_reported() {
    const WORTH: [i32; 3] = [1, 3, 5];
    let mut dice = Dice(6);
    let (mut sums, mut rows, mut results) = (Sums::default(), Vec::new(), Vec::new());
    let games = 400;
    for number in 0..games {
        let kinds = ["Pawn", "King", "Knight", "Rook"].map(String::from).to_vec();
        let mut trace = Trace { kinds, ..Trace::default() };
        // Losses are final: the player with more pieces left is likelier to win.
        let mut more = [0; 3].map(|_: i16| dice.below(5) as i16 - 2);
        for _ in 0..1 + dice.below(30) {
            let lost = dice.below(12);
            if let Some(more) = more.get_mut(lost) {
                *more += if dice.below(2) == 0 { 1 } else { -1 };
            }
            trace.material.push(vec![more[0], 0, more[1], more[2]]);
        }
        let ahead: i32 = more.iter().zip(WORTH).map(|(more, worth)| i32::from(*more) * worth).sum();
        let result = (ahead + dice.below(21) as i32 - 10).signum();
        trace.winners = (0..2).filter(|seat| [1, -1][*seat] == result).collect();
        rows.extend(trace.material.iter().map(|more| [more[0], more[2], more[3]]));
        results.extend(trace.material.iter().map(|_| result));
        let row = Row { number, seats: vec![0, 1], results: vec![result, -result], ended: true, ..Row::default() };
        sums.add(&row, Some(&trace), 2);
    }
    let own = least_squares(&sums.detail.material);
    assert_eq!(own.iter().map(|piece| &*piece.kind).collect::<Vec<_>>(), ["Pawn", "Knight", "Rook"]);
    let unit = own.iter().position(|piece| piece.error == 0.0).expect("one is the unit");
    let case = json!({ "rows": rows, "results": results, "games": games, "unit": unit, "ridge": 1 });
    let Some(answers) = judged("pieces", std::slice::from_ref(&case)) else { return };
    let own: Vec<f64> = own.iter().flat_map(|piece| [piece.value, piece.error]).collect();
    let close = own.iter().zip(&answers[0]).all(|(own, theirs)| (own - theirs).abs() < 1e-7);
    assert!(close && own.len() == answers[0].len(), "{own:?}, not {:?}", answers[0]);
}
