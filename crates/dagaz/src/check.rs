//! `dagaz check`: everything that is wrong with rules files.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use dagaz_analysis::check::{Values, check_drf, check_zrf};
use dagaz_axiom::{Fault, Place, Script};
use dagaz_contract::catalog::Problem;
use dagaz_core::{Game, Limits};
use dagaz_syntax::Severity;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::source::{SourceMap, Span};
use serde_json::json;

use crate::cli::CheckArgs;
use crate::compiled_parts::speed_remarks;
use crate::failure::Failure;
use crate::load::{Source, painted};
use crate::lud;
use crate::output::{Output, counted};
use crate::paths;
use crate::script;
use crate::serve::look_problems_of;

/// Stack of a thread that reads rules: they may nest deeply.
const STACK_BYTES: usize = 32 << 20;

/// What was found in one file.
struct Report {
    name: String,
    /// The titles of what can be played.
    titles: Vec<String>,
    errors: usize,
    warnings: usize,
    /// As text for people.
    text: String,
    diagnostics: Vec<serde_json::Value>,
    unkept: usize,
    /// What keeps the rules slow, if that was asked.
    speed: Vec<String>,
    /// What a script printed meanwhile.
    printed: Option<String>,
}

/// Checks files, several at once, and reports in the order in which they were named.
pub(crate) fn run(args: &CheckArgs, out: &mut Output) -> Result<(), Failure> {
    let mut sources = Vec::new();
    for typed in &args.files {
        if Path::new(typed).is_dir() {
            let files = rules_files(Path::new(typed))?;
            if files.is_empty() {
                return Err(Failure::Usage(format!(
                    "there is no rules file (.zrf, .drf, .4th, .lud) in the folder `{typed}`"
                )));
            }
            sources.extend(files.into_iter().map(Source::File));
        } else {
            sources.push(Source::find(typed)?);
        }
    }
    let begin = Instant::now();
    let reports = check_all(&sources, args, |report| {
        if !args.json && !report.text.is_empty() {
            out.text(&painted(&report.text))?;
            out.flush()?;
        }
        Ok(())
    })?;
    let files = reports.len();
    let variants: usize = reports.iter().map(|report| report.titles.len()).sum();
    let errors: usize = reports.iter().map(|report| report.errors).sum();
    let warnings: usize = reports.iter().map(|report| report.warnings).sum();
    if args.json {
        let files: Vec<serde_json::Value> = reports
            .iter()
            .map(|report| {
                json!({
                    "file": report.name,
                    "playable": report.titles,
                    "errors": report.errors,
                    "warnings": report.warnings,
                    "diagnostics": report.diagnostics,
                    "not_listed": report.unkept,
                    "speed": report.speed,
                    "printed": report.printed,
                })
            })
            .collect();
        let summary = json!({ "files": files.len(), "variants": variants, "errors": errors, "warnings": warnings });
        out.json(&json!({ "files": files, "summary": summary }))?;
    } else {
        out.line(format!(
            "checked {}, {} in {:.2} s: {}, {}",
            counted(files, "file"),
            counted(variants, "variant"),
            begin.elapsed().as_secs_f64(),
            counted(errors, "error"),
            counted(warnings, "warning")
        ))?;
    }
    if errors > 0 { Err(Failure::Reported) } else { Ok(()) }
}

/// Checks each source on one of as many threads as there are cores. `show` sees the reports in
/// order.
fn check_all(
    sources: &[Source],
    args: &CheckArgs,
    mut show: impl FnMut(&Report) -> std::io::Result<()>,
) -> std::io::Result<Vec<Report>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(sources.len());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(source) = sources.get(index) else { break };
                    let report = catch_unwind(AssertUnwindSafe(|| with_look(source, check_one(source, args))))
                        .unwrap_or_else(|_| broken(source));
                    if sender.send((index, report)).is_err() {
                        break;
                    }
                }
            })?;
        }
        drop(sender);
        let mut waiting: Vec<Option<Report>> = sources.iter().map(|_| None).collect();
        let mut done = Vec::new();
        for (index, report) in receiver {
            waiting[index] = Some(report);
            while let Some(report) = waiting.get_mut(done.len()).and_then(Option::take) {
                show(&report)?;
                done.push(report);
            }
        }
        Ok(done)
    })
}

/// Adds the faults of the look file in the folder of the rules to a report.
fn with_look(source: &Source, mut report: Report) -> Report {
    if report.errors > 0 || lud::is_description(&source.name()) {
        return report;
    }
    for problem in look_problems_of(source) {
        report.errors += 1;
        report.text += &look_text(&problem);
        report.diagnostics.push(json!({
            "code": problem.code,
            "severity": "error",
            "message": problem.say,
            "at": { "file": problem.file, "line": problem.line, "column": problem.column },
            "hint": problem.hint,
        }));
    }
    report
}

/// Returns a problem of a look as text, laid out as those of rules are.
fn look_text(problem: &Problem) -> String {
    let (line, column) = (problem.line.unwrap_or(1), problem.column.unwrap_or(1));
    let file = problem.file.as_deref().unwrap_or_default();
    let mut text = format!("{file}:{line}:{column}: error[{}]: {}\n    |\n", problem.code, problem.say);
    text += &format!("{line:>2}  | {}\n", problem.text.as_deref().unwrap_or_default());
    text += &format!("    | {}^\n", " ".repeat(column.saturating_sub(1) as usize));
    text += &problem.hint.as_ref().map_or_else(String::new, |hint| format!("    = hint: {hint}\n"));
    text + "\n"
}

fn check_one(source: &Source, args: &CheckArgs) -> Report {
    let limits = Limits::default();
    if lud::is_description(&source.name()) {
        return check_description(source, args.defines.as_deref());
    }
    if script::is_script(&source.name()) {
        return check_script(source, None, &limits);
    }
    if paths::is_paths(&source.name()) {
        let file = match paths::parse(source, &limits) {
            Ok(file) => file,
            Err(failure) => return unread(source, &failure.to_string()),
        };
        let all = check_drf(&file, &limits, Values::Others);
        let speed = if args.speed && all.errors() == 0 { speed_remarks(&file, &limits) } else { Vec::new() };
        return Report {
            name: source.name(),
            titles: file.playable().iter().map(|item| item.title.clone()).collect(),
            errors: all.errors(),
            warnings: all.warnings(),
            text: file.render(&all) + &speed.iter().map(|remark| format!("{remark}\n")).collect::<String>(),
            diagnostics: all.list().iter().map(|one| diagnostic_json(one, file.sources())).collect(),
            unkept: all.unkept(),
            speed,
            printed: None,
        };
    }
    let mut file = match source.parse(&limits) {
        Ok(file) => file,
        Err(failure) => return unread(source, &failure.to_string()),
    };
    // A file that leaves its rules to a script is played as the script says.
    let index = file.default_index();
    if let Some(found) = script::script_of(source, &mut file, index) {
        return Report { name: source.name(), ..check_script(&found.script, found.rules.as_deref(), &limits) };
    }
    let all = check_zrf(&mut file, &limits);
    Report {
        name: source.name(),
        titles: file.playable().iter().map(|item| item.title.clone()).collect(),
        errors: all.errors(),
        warnings: all.warnings(),
        text: file.render(&all),
        diagnostics: all.list().iter().map(|one| diagnostic_json(one, file.sources())).collect(),
        unkept: all.unkept(),
        speed: Vec::new(),
        printed: None,
    }
}

fn check_script(source: &Source, rules: Option<&Path>, limits: &Limits) -> Report {
    let script = match script::parse(source, rules, limits) {
        Ok(read) => read,
        Err(failure) => return unread(source, &failure.to_string()),
    };
    let mut faults: Vec<Fault> = script.faults().to_vec();
    let mut titles = Vec::new();
    let mut printed = None;
    match script.game(limits) {
        Ok(game) => {
            titles.push(game.glossary().title.clone());
            faults.extend(script.damaged_file());
            let first = script::first_fault(&game);
            faults.extend(if first.is_some() { first.into_iter().collect() } else { script::faults_of_play(&game) });
            faults.extend(script.misnamed_players(&game));
            printed = script::printed(&script, &game);
        }
        Err(_) if script.has_errors() => {}
        Err(fault) => faults.push(*fault),
    }
    let all: Vec<&Fault> = faults.iter().collect();
    let count = |severity| faults.iter().filter(|fault| fault.severity == severity).count();
    Report {
        name: source.name(),
        titles,
        errors: count(dagaz_axiom::Severity::Error),
        warnings: count(dagaz_axiom::Severity::Warning),
        text: script::render(&script, &all) + printed.as_deref().unwrap_or_default(),
        diagnostics: faults.iter().map(|fault| fault_json(fault, &script)).collect(),
        unkept: 0,
        speed: Vec::new(),
        printed,
    }
}

fn check_description(source: &Source, defines: Option<&Path>) -> Report {
    let read = match lud::read(source, defines, &dagaz_ludii::Options::default()) {
        Ok(read) => read,
        Err(failure) => return unread(source, &failure.message().unwrap_or_default()),
    };
    let (titles, all) = match read {
        Ok(description) => (vec![description.title], dagaz_ludii::text::Diagnostics::default()),
        Err(all) => (Vec::new(), all),
    };
    let (errors, warnings) = all.counts();
    Report {
        name: source.name(),
        titles,
        errors,
        warnings,
        text: all.render(),
        diagnostics: all.list.iter().map(|one| lud::diagnostic_json(one, &all.sources)).collect(),
        unkept: 0,
        speed: Vec::new(),
        printed: None,
    }
}

fn fault_json(fault: &Fault, script: &Script) -> serde_json::Value {
    let place = |place: Place| {
        let file = script.sources().get(usize::from(place.file)).map_or("", |source| source.name.as_str());
        json!({ "file": file, "line": place.line })
    };
    json!({
        "code": fault.severity.code(),
        "severity": match fault.severity {
            dagaz_axiom::Severity::Warning => "warning",
            dagaz_axiom::Severity::Error => "error",
        },
        "message": fault.message,
        "at": place(fault.place),
        "hint": fault.hint,
        "words": fault.trace.iter().map(|frame| json!({ "word": frame.word, "at": place(frame.place) })).collect::<Vec<_>>(),
        "stack": fault.stack,
    })
}

fn unread(source: &Source, message: &str) -> Report {
    Report {
        name: source.name(),
        titles: Vec::new(),
        errors: 1,
        warnings: 0,
        text: format!("error: {message}\n"),
        diagnostics: vec![json!({ "severity": "error", "message": message })],
        unkept: 0,
        speed: Vec::new(),
        printed: None,
    }
}

fn broken(source: &Source) -> Report {
    unread(
        source,
        &format!("{}: reading this file broke dagaz, which is a mistake of dagaz; please report it", source.name()),
    )
}

fn diagnostic_json(one: &Diagnostic, sources: &SourceMap) -> serde_json::Value {
    let place = |span: Span| {
        let file = sources.file(span.file);
        let (from, to) = (file.line_column(span.start), file.line_column(span.end));
        json!({
            "file": file.name(),
            "line": from.line, "column": from.column,
            "end_line": to.line, "end_column": to.column,
        })
    };
    json!({
        "code": one.code.to_string(),
        "severity": match one.severity { Severity::Warning => "warning", Severity::Error => "error" },
        "message": one.message,
        "at": place(one.span),
        "expected": one.expected,
        "found": one.found,
        "hint": one.hint,
        "labels": one.labels.iter().map(|label| json!({ "at": place(label.span), "message": label.message })).collect::<Vec<_>>(),
    })
}

/// Returns the rules files in a folder and below, by path. Links to folders are not followed.
pub(crate) fn rules_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if matches!(ending.as_str(), "zrf" | "drf" | "4th" | "lud") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
