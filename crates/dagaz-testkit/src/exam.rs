//! The examination of a rules file: everything that can be asked of a game without knowing it,
//! variant by variant.

use std::path::{Path, PathBuf};

use dagaz_core::{Game, LimitHit, Limits, PlayoutLimits};
use dagaz_syntax::{Diagnostics, Severity};
use dagaz_zrf::GameFile;

use crate::source::{Pair, read};
use crate::{agreement, battery, parallel, walk};

/// At most one playout in so many may meet a limit of the game; more say that the rules or the
/// limits are wrong.
const CUT_OFF_SHARE: u64 = 100;

/// How much is asked.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Random playouts.
    pub playouts: u64,
    /// Plies after which a playout is cut off.
    pub plies: usize,
    /// States on which the executors are compared.
    pub states: usize,
    /// How far into a game these states may be.
    pub state_plies: usize,
    /// Games that go through the battery.
    pub batteries: u64,
    /// Plies of each of these.
    pub battery_plies: usize,
}

/// What came out for one variant.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Its title.
    pub title: String,
    /// Why there are no rules, if there are none: the codes and words of the errors.
    pub refused: Option<String>,
    /// Playouts that were made.
    pub playouts: u64,
    /// Those of them that came to an ending.
    pub ended: u64,
    /// Those that met a position whose moves exceed the limits, with the limit.
    pub cut: Vec<(u64, String)>,
    /// Plies of all playouts.
    pub plies: u64,
    /// States on which both executors said the same.
    pub agreed: usize,
    /// What does not hold.
    pub faults: Vec<String>,
}

/// One thing to examine: what can be played in a file, by its place there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The file.
    pub path: PathBuf,
    /// The place among all that the file offers; 0 if it offers nothing.
    pub index: usize,
}

/// Everything that there is to examine in a file: at least one item, never none.
pub fn items(path: &Path, limits: &Limits) -> Vec<Item> {
    let count = read(path, limits).map_or(1, |file| file.playable().len().max(1));
    (0..count).map(|index| Item { path: path.to_path_buf(), index }).collect()
}

/// Examines one item.
pub fn examine(item: &Item, limits: &Limits, plan: &Plan) -> Report {
    let mut file = match read(&item.path, limits) {
        Ok(file) => file,
        Err(error) => return Report { faults: vec![error.to_string()], ..Report::default() },
    };
    match file.playable().get(item.index).map(|playable| playable.title.clone()) {
        Some(title) => variant(&mut file, item.index, title, limits, plan),
        None => {
            let refused = errors(&file.diagnostics());
            let faults = if refused.is_none() { vec!["neither a game nor an error".to_string()] } else { Vec::new() };
            Report { refused, faults, ..Report::default() }
        }
    }
}

/// Examines everything in some files, on all processors. What panics is a report with that fault.
pub fn examine_all(
    files: &[PathBuf],
    limits: &Limits,
    plan: &Plan,
    done: impl Fn(&Item, &Report) + Sync,
) -> Vec<(Item, Report)> {
    let failed = |panic| Report { faults: vec![panic], ..Report::default() };
    let mut reports = Vec::new();
    let mut all = Vec::new();
    for (path, found) in files.iter().zip(parallel::map(files, |path| items(path, limits))) {
        match found {
            Ok(items) => all.extend(items),
            Err(panic) => reports.push((Item { path: path.clone(), index: 0 }, failed(panic))),
        }
    }
    let results = parallel::map(&all, |item| {
        let report = examine(item, limits, plan);
        done(item, &report);
        report
    });
    let results = all.into_iter().zip(results);
    reports.extend(results.map(|(item, result)| (item, result.unwrap_or_else(failed))));
    reports
}

fn variant(file: &mut GameFile, index: usize, title: String, limits: &Limits, plan: &Plan) -> Report {
    let lowered = file.rules(index);
    let mut report = Report { title, ..Report::default() };
    let Some(rules) = lowered.rules else {
        report.refused = errors(&lowered.diagnostics).or_else(|| errors(&file.diagnostics()));
        if report.refused.is_none() {
            report.faults.push("neither rules nor an error".to_string());
        }
        return report;
    };
    let flaws = dagaz_rules::validate(&rules);
    report.faults.extend(flaws.iter().map(|flaw| format!("the rules contradict themselves: {flaw:?}")));
    let pair = match Pair::new(rules, limits) {
        Ok(pair) => pair,
        Err(hit) => {
            report.faults.push(format!("not compiled: {hit}"));
            return report;
        }
    };
    type Part = fn(&Pair, &Plan, &mut Report) -> Result<(), LimitHit>;
    for (name, part) in [("playouts", playouts as Part), ("battery", batteries), ("agreement", agreements)] {
        if let Err(hit) = part(&pair, plan, &mut report) {
            report.faults.push(format!("{name}: {}", limit(&pair.compiled, &hit)));
        }
    }
    report
}

/// A limit with the rule that met it.
fn limit(game: &dyn Game, hit: &LimitHit) -> String {
    let rule = hit.rule.and_then(|rule| game.glossary().rules.get(rule.index()));
    rule.map_or_else(|| hit.to_string(), |rule| format!("{hit} in rule {}", rule.name))
}

fn playouts(pair: &Pair, plan: &Plan, report: &mut Report) -> Result<(), LimitHit> {
    for seed in 0..plan.playouts {
        let mut state = pair.compiled.initial();
        let limits = PlayoutLimits { plies: plan.plies, quiet_plies: None };
        let playout = pair.compiled.playout(&mut state, &mut walk::rng(seed), limits)?;
        report.playouts += 1;
        report.plies += playout.plies as u64;
        match playout.end {
            Some(_) => report.ended += 1,
            None if let Some(hit) = &playout.cut => report.cut.push((seed, limit(&pair.compiled, hit))),
            None if playout.plies < plan.plies => {
                report.faults.push(format!("playout {seed} stops after {} plies without an ending", playout.plies));
            }
            None => {}
        }
    }
    if report.cut.len() as u64 * CUT_OFF_SHARE > report.playouts {
        report.faults.push(format!("{} playouts are cut off by limits: {:?}", report.cut.len(), report.cut));
    }
    Ok(())
}

fn batteries(pair: &Pair, plan: &Plan, report: &mut Report) -> Result<(), LimitHit> {
    for seed in 0..plan.batteries {
        report.faults.extend(battery::run(&pair.compiled, seed, plan.battery_plies)?);
    }
    Ok(())
}

fn agreements(pair: &Pair, plan: &Plan, report: &mut Report) -> Result<(), LimitHit> {
    let mut disagreements = 0;
    for state in walk::sample(&pair.compiled, 1, plan.states, plan.state_plies)? {
        if let Some(found) = pair.compiled.disagreement_of_forms(&state) {
            disagreements += 1;
            let position = dagaz_record::write_position(&pair.compiled, &state);
            report.faults.push(format!("the forms disagree on {position}: {found}"));
        }
        let machine = agreement::agree(&pair.machine, &pair.interpreter, &state);
        match machine.and_then(|()| agreement::agree(&pair.compiled, &pair.machine, &state)) {
            Ok(()) => report.agreed += 1,
            Err(found) => {
                disagreements += 1;
                if disagreements <= 2 {
                    let position = dagaz_record::write_position(&pair.compiled, &state);
                    report.faults.push(format!("the executors disagree on {position}: {found}"));
                }
            }
        }
    }
    if disagreements > 2 {
        report.faults.push(format!("the executors disagree on {disagreements} states in all"));
    }
    Ok(())
}

/// The errors among some diagnostics: codes and words of the first, and how many there are.
pub fn errors(diagnostics: &Diagnostics) -> Option<String> {
    let first = diagnostics.list().iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    let others = diagnostics.errors().saturating_sub(1);
    let more = if others > 0 { format!(" (and {others} more)") } else { String::new() };
    match first {
        Some(first) => Some(format!("{}: {}{more}", first.code, first.message)),
        None => diagnostics.has_errors().then(|| format!("{} errors", diagnostics.errors())),
    }
}
