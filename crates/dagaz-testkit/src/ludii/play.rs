//! Judge of play: recorded trials, replayed ply by ply.

use std::panic::{AssertUnwindSafe, catch_unwind};

use dagaz_ludii::play::trial::{Ply, Trial, Verdict, replay};
use dagaz_ludii::rules::Rules;
use serde_json::Value;

/// Returns the first difference from the recorded trials, or `None` if all are equal.
pub fn difference(rules: &Rules, trials: &[Value]) -> Option<String> {
    trials.iter().enumerate().find_map(|(number, recorded)| {
        let Some(trial) = trial(recorded) else { return Some(format!("trial {number} cannot be read")) };
        let verdict = catch_unwind(AssertUnwindSafe(|| replay(rules, &trial)));
        match verdict {
            Ok(Verdict::Wrong { ply, what }) => Some(format!("trial {number} ply {ply}: {what}")),
            Ok(_) => None,
            Err(_) => Some(format!("trial {number}: the replay panicked")),
        }
    })
}

fn trial(recorded: &Value) -> Option<Trial> {
    let ply = |ply: &Value| {
        Some(Ply {
            mover: usize::try_from(ply[0].as_u64()?).ok()?,
            moves: Some(usize::try_from(ply[1].as_u64()?).ok()?),
            text: ply[3].as_str()?.to_string(),
            hash: Some(u32::from_str_radix(ply[4].as_str()?, 16).ok()?),
        })
    };
    let distinct = recorded["distinct"].as_array().into_iter().flatten();
    let ranking = recorded["ranking"].as_array().into_iter().flatten();
    Some(Trial {
        setup: Some(recorded["setup"].as_str()?.to_string()),
        plies: recorded["plies"].as_array()?.iter().map(ply).collect::<Option<Vec<Ply>>>()?,
        distinct: distinct.map(|one| one[0].as_i64().or(one.as_i64()).unwrap_or(-1)).collect(),
        over: recorded["over"].as_bool().unwrap_or(false),
        ranking: ranking.filter_map(Value::as_f64).collect(),
    })
}
