//! `dagaz replay` of games of Ludii: its saved games (`.trl`), and trials as JSON lines (`.jsonl`,
//! `.jsonl.gz`) with a line for each setting and each game.

use std::io::Read;
use std::path::Path;

use dagaz_ludii::play::saved;
use dagaz_ludii::play::trial::{Ply, Trial, Verdict, replay};
use dagaz_ludii::rules::Rules;
use dagaz_ludii::{Options, ludeme};
use flate2::read::GzDecoder;
use serde_json::{Value, json};

use crate::cli::{RecordArgs, ReplayArgs};
use crate::failure::Failure;
use crate::includes::read;
use crate::load::{Source, painted};
use crate::lud;
use crate::output::{Output, clean, counted, plies, remark};

/// Bytes of a file, and of its text, that are read.
const BYTES_MAX: usize = 256 << 20;

/// Games with one choice of options.
#[derive(Default)]
struct Setting {
    options: Vec<String>,
    trials: Vec<Trial>,
}

/// Returns whether a record is one of Ludii: by its name, and by its rules.
pub(crate) fn is_recording(args: &RecordArgs) -> bool {
    let named = [".trl", ".jsonl", ".jsonl.gz"].iter().any(|ending| args.file.to_ascii_lowercase().ends_with(ending));
    named && args.from.is_none() && args.rules.first().is_some_and(|rules| lud::is_description(rules))
}

/// Replays all games of a file, with the options of each.
pub(crate) fn run(args: &ReplayArgs, out: &mut Output) -> Result<(), Failure> {
    let record = &args.record;
    let rules = record.rules.first().map(String::as_str).unwrap_or_default();
    let source = Source::find(rules)?;
    let mut games = Vec::new();
    for setting in settings(&record.file)? {
        let rules = compile(record, &source, setting.options)?;
        for mut trial in setting.trials {
            if let Some(most) = args.ply.filter(|most| *most < trial.plies.len()) {
                trial.plies.truncate(most);
                trial.over = false;
            }
            let wrong = match replay(&rules, &trial) {
                Verdict::Right => None,
                Verdict::Wrong { ply, what } => Some((ply, what)),
            };
            games.push((trial.plies.len(), wrong));
        }
    }
    if games.is_empty() {
        return Err(Failure::Errors(format!("{} holds no game", record.file)));
    }
    if args.json {
        let list: Vec<Value> = games.iter().map(|(plies, wrong)| data(*plies, wrong.as_ref())).collect();
        out.json(&json!({ "file": record.file, "rules": { "file": source.name() }, "games": list }))?;
    } else {
        words(&games, out)?;
    }
    let right = games.iter().all(|(_, wrong)| wrong.is_none());
    if right || record.lenient { Ok(()) } else { Err(Failure::Reported) }
}

fn words(games: &[(usize, Option<(usize, String)>)], out: &mut Output) -> Result<(), Failure> {
    for (number, (length, wrong)) in games.iter().enumerate() {
        match wrong {
            None => out.line(format!("Game {}: all {} are legal.", number + 1, plies(*length)))?,
            Some((ply, what)) => out.line(clean(&format!("Game {}, ply {}: {what}", number + 1, ply + 1)))?,
        }
    }
    let right = games.iter().filter(|(_, wrong)| wrong.is_none()).count();
    out.line(format!("{right} of {} replay.", counted(games.len(), "game")))?;
    Ok(())
}

fn data(plies: usize, wrong: Option<&(usize, String)>) -> Value {
    let fault = wrong.map(|(ply, what)| json!({ "ply": ply + 1, "message": what }));
    json!({ "plies": plies, "legal": wrong.is_none(), "fault": fault })
}

/// Compiles the rules with the options of a record and those of the command.
fn compile(args: &RecordArgs, source: &Source, mut choices: Vec<String>) -> Result<Rules, Failure> {
    choices.extend(args.set.iter().map(|(category, label)| format!("{category}/{label}")));
    let options = Options { choices, ruleset: args.variant.clone() };
    let compiled = lud::read(source, args.defines.as_deref(), &options)?.and_then(|game| {
        ludeme::compile(&game.tree, game.equipment).map_err(|fault| {
            let mut all = dagaz_ludii::text::Diagnostics { sources: game.sources, list: Vec::new() };
            all.push(fault);
            all
        })
    });
    compiled.map_err(|all| {
        remark(painted(&all.render()).trim_end());
        Failure::Reported
    })
}

/// Reads the games of a file.
fn settings(file: &str) -> Result<Vec<Setting>, Failure> {
    let failed = |what: &dyn std::fmt::Display| Failure::Errors(format!("{file} cannot be read: {what}"));
    let mut bytes = read(Path::new(file), BYTES_MAX).map_err(|error| failed(&error))?;
    if file.to_ascii_lowercase().ends_with(".gz") {
        let mut text = Vec::new();
        let most = BYTES_MAX as u64;
        GzDecoder::new(bytes.as_slice()).take(most).read_to_end(&mut text).map_err(|error| failed(&error))?;
        bytes = text;
    }
    let text = String::from_utf8_lossy(&bytes);
    if file.to_ascii_lowercase().ends_with(".trl") {
        let saved = saved::read(&text).map_err(|fault| failed(&fault))?;
        return Ok(vec![Setting { options: saved.options, trials: vec![saved.trial] }]);
    }
    let mut found: Vec<Setting> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let line: Value = serde_json::from_str(line).map_err(|error| failed(&error))?;
        match (line["kind"].as_str(), found.last_mut()) {
            (Some("game" | "variant"), _) => {
                let options = line["options"].as_array().into_iter().flatten();
                let options = options.filter_map(|one| one.as_str().map(str::to_string)).collect();
                found.push(Setting { options, trials: Vec::new() });
            }
            (Some("trial"), Some(setting)) => match trial(&line) {
                Some(trial) => setting.trials.push(trial),
                None => return Err(failed(&format!("line {} is no game", number + 1))),
            },
            _ => {}
        }
    }
    Ok(found)
}

fn trial(line: &Value) -> Option<Trial> {
    let ply = |ply: &Value| {
        Some(Ply {
            mover: usize::try_from(ply[0].as_u64()?).ok()?,
            moves: ply[1].as_u64().and_then(|moves| usize::try_from(moves).ok()),
            text: ply[3].as_str()?.to_string(),
            hash: ply[4].as_str().and_then(|hash| u32::from_str_radix(hash, 16).ok()),
        })
    };
    let distinct = line["distinct"].as_array().into_iter().flatten();
    let ranking = line["ranking"].as_array().into_iter().flatten();
    Some(Trial {
        setup: line["setup"].as_str().map(str::to_string),
        plies: line["plies"].as_array()?.iter().map(ply).collect::<Option<Vec<Ply>>>()?,
        distinct: distinct.map(|one| one[0].as_i64().or(one.as_i64()).unwrap_or(-1)).collect(),
        over: line["over"].as_bool().unwrap_or(false),
        ranking: ranking.filter_map(Value::as_f64).collect(),
    })
}
