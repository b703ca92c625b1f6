//! Checks of all games of a collection, stage by stage, and their totals.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use dagaz_ludii::text::{Diagnostic, Severity};
use dagaz_ludii::{Defines, Options, board, expand, ludeme};

use super::truth::{self, Setting};
use super::{board as boards, expansion, play};

/// How a stage of a game compares with its recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything recorded is equal, in all settings.
    Right,
    /// Something differs: what.
    Wrong(String),
    /// The game is refused with this diagnostic.
    Refused(String),
}

impl Outcome {
    /// Returns `right`, `wrong` or `refused`.
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Right => "right",
            Outcome::Wrong(_) => "wrong",
            Outcome::Refused(_) => "refused",
        }
    }

    /// Returns what is wrong or refused.
    pub fn detail(&self) -> &str {
        match self {
            Outcome::Right => "",
            Outcome::Wrong(detail) | Outcome::Refused(detail) => detail,
        }
    }
}

/// The stages of a check, in their order.
pub const STAGES: [&str; 5] = ["expansion", "sites", "board", "play", "all"];

/// A game that was checked.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Path of its text without the ending.
    pub name: String,
    /// The first two folders of the path.
    pub category: String,
    /// The recorded flags.
    pub flags: Vec<String>,
    /// The outcome of each of [`STAGES`]: the expanded text; sites, neighbours, radials, containers
    /// and tracks; all tables of the board; every trial; and everything together.
    pub stages: [Outcome; 5],
}

/// Parts of the tables without which no rule works. The others are named regions and coordinates.
const SITE_PARTS: [&str; 8] =
    ["sites", "places", "orthogonal", "diagonal", "adjacent", "radials", "containers", "tracks"];

/// Returns the library made of all files of a folder.
pub fn library(folder: &Path) -> io::Result<Defines> {
    let files = truth::files_below(folder, ".def")?;
    let read = |(name, path): (String, std::path::PathBuf)| {
        Ok((format!("{name}.def"), String::from_utf8_lossy(&std::fs::read(path)?).into_owned()))
    };
    Ok(Defines::new(files.into_iter().map(read).collect::<io::Result<Vec<_>>>()?))
}

/// Checks a text against its recordings, at most so many trials of each setting.
pub fn check(name: &str, text: &str, library: &Defines, settings: &[Setting], trials_max: usize) -> Checked {
    let mut stages = [const { Outcome::Right }; 5];
    for setting in settings {
        let found = check_setting(name, text, library, setting, trials_max);
        for (known, found) in stages.iter_mut().zip(found) {
            if *known == Outcome::Right {
                *known = found;
            }
        }
    }
    let flags = settings.first().and_then(|setting| setting.head["flags"].as_str()).unwrap_or_default();
    let folders: Vec<&str> = name.split('/').collect();
    let category = folders[..folders.len().saturating_sub(1).min(2)].join("/");
    Checked { name: name.to_string(), category, flags: flags.split_whitespace().map(str::to_string).collect(), stages }
}

/// Returns the outcome of everything: a refusal counts before a difference.
fn together(stages: [Outcome; 4]) -> [Outcome; 5] {
    let refused = stages.iter().find(|stage| matches!(stage, Outcome::Refused(_)));
    let worst = refused.or_else(|| stages.iter().find(|stage| **stage != Outcome::Right));
    let all = worst.cloned().unwrap_or(Outcome::Right);
    let [expansion, sites, board, play] = stages;
    [expansion, sites, board, play, all]
}

/// Returns the outcome of a diagnostic that ends a check.
fn stopped(fault: Diagnostic) -> Outcome {
    match fault.severity {
        Severity::Unsupported => Outcome::Refused(fault.message),
        _ => Outcome::Wrong(fault.message),
    }
}

fn check_setting(name: &str, text: &str, library: &Defines, setting: &Setting, trials_max: usize) -> [Outcome; 5] {
    let options = Options { choices: setting.options.clone(), ruleset: None };
    let failed = |message: &str| Outcome::Wrong(message.to_string());
    let expanded = match expand(name, text, library, &options) {
        Ok(expanded) => expanded,
        Err(faults) => {
            let message = faults.list.first().map_or("", |fault| fault.message.as_str());
            return together([const { Outcome::Right }; 4].map(|_| failed(message)));
        }
    };
    let recorded = setting.head["expanded"].as_str();
    let difference = recorded.and_then(|recorded| expansion::difference(&expanded, recorded));
    let expansion = difference.map_or(Outcome::Right, Outcome::Wrong);
    let tree = match expanded.tree() {
        Ok(tree) => tree,
        Err(faults) => {
            let message = faults.list.first().map_or("", |fault| fault.message.as_str());
            return together([expansion, failed(message), failed(message), failed(message)]);
        }
    };
    let equipment = match board::read(&tree) {
        Ok(equipment) => equipment,
        Err(fault) => {
            let outcome = stopped(fault);
            return together([expansion, outcome.clone(), outcome.clone(), outcome]);
        }
    };
    let players = setting.head["players"].as_u64().and_then(|number| u8::try_from(number).ok()).unwrap_or(2);
    let mut found = boards::differences(&equipment, &setting.boards);
    found.extend(boards::equipment_differences(&equipment, &setting.head, players));
    let outcome = |parts: &mut dyn Iterator<Item = (&&'static str, &String)>| {
        let told: Vec<String> = parts.map(|(part, what)| format!("{part}: {what}")).collect();
        if told.is_empty() { Outcome::Right } else { Outcome::Wrong(told.join("; ")) }
    };
    let sites = outcome(&mut found.iter().filter(|(part, _)| SITE_PARTS.contains(part)));
    let all = outcome(&mut found.iter());
    let play = match ludeme::compile(&tree, equipment) {
        Ok(rules) => play::difference(&rules, &setting.trials[..trials_max.min(setting.trials.len())])
            .map_or(Outcome::Right, Outcome::Wrong),
        Err(fault) => stopped(fault),
    };
    together([expansion, sites, all, play])
}

/// How many games are right, wrong and refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Right ones.
    pub right: usize,
    /// Wrong ones.
    pub wrong: usize,
    /// Refused ones.
    pub refused: usize,
}

impl Total {
    /// Adds a game.
    pub fn add(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Right => self.right += 1,
            Outcome::Wrong(_) => self.wrong += 1,
            Outcome::Refused(_) => self.refused += 1,
        }
    }
}

/// Returns the totals of a stage, for all games and by a key of each.
pub fn totals<'a>(
    games: &'a [Checked],
    stage: usize,
    keys: impl Fn(&'a Checked) -> Vec<&'a str>,
) -> BTreeMap<&'a str, Total> {
    let mut found: BTreeMap<&str, Total> = BTreeMap::new();
    for game in games {
        for key in keys(game) {
            found.entry(key).or_default().add(&game.stages[stage]);
        }
    }
    found
}
