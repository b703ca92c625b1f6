//! `dagaz fmt`: rules files laid out uniformly.

use std::io::Read;
use std::path::{Path, PathBuf};

use dagaz_core::Limits;
use dagaz_syntax::format::{Unformattable, format};
use serde_json::json;

use crate::check::rules_files;
use crate::cli::FmtArgs;
use crate::failure::Failure;
use crate::includes::read;
use crate::output::{self, Output, counted};
use crate::saving::write_whole;

/// Formats files where they are, or tells which are not formatted.
pub(crate) fn run(args: &FmtArgs, out: &mut Output) -> Result<(), Failure> {
    if args.files.iter().any(|name| name == "-") {
        return match args.files.as_slice() {
            [_] => pipe(args, out),
            _ => Err(Failure::Usage("`-` stands alone: standard input is formatted and printed".to_string())),
        };
    }
    let (mut changed, mut same, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    for path in paths(&args.files)? {
        let name = path.display().to_string();
        match format_file(&path, args.check) {
            Ok(true) => changed.push(name),
            Ok(false) => same.push(name),
            Err(why) => {
                output::complain(&why);
                failed.push(name);
            }
        }
    }
    if args.json {
        let file = |state: &'static str| move |name: &String| json!({ "file": name, "state": state });
        let word = if args.check { "not formatted" } else { "changed" };
        let all: Vec<serde_json::Value> = changed
            .iter()
            .map(file(word))
            .chain(same.iter().map(file("formatted")))
            .chain(failed.iter().map(file("failed")))
            .collect();
        out.json(&json!({ "files": all }))?;
    } else {
        let what = if args.check { "is not formatted" } else { "formatted" };
        for name in &changed {
            out.line(match args.check {
                true => format!("{name} {what}"),
                false => format!("{what} {name}"),
            })?;
        }
        if changed.is_empty() && failed.is_empty() {
            out.line(format!("{}, all formatted", counted(same.len(), "file")))?;
        }
    }
    match failed.is_empty() && (changed.is_empty() || !args.check) {
        true => Ok(()),
        false => Err(Failure::Reported),
    }
}

/// Returns the files that are meant, those of folders by path.
fn paths(typed: &[String]) -> Result<Vec<PathBuf>, Failure> {
    let mut paths = Vec::new();
    for name in typed {
        let path = Path::new(name);
        if path.is_dir() {
            let files = rules_files(path)?.into_iter().filter(|path| is_text_of_rules(path));
            paths.extend(files);
        } else if !path.exists() {
            return Err(Failure::Usage(format!("there is no file `{name}`")));
        } else if is_text_of_rules(path) {
            paths.push(path.to_path_buf());
        } else {
            return Err(Failure::Usage(format!("{name} is no rules file: `dagaz fmt` takes .drf and .zrf")));
        }
    }
    Ok(paths)
}

fn is_text_of_rules(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    ending == "drf" || ending == "zrf"
}

/// Formats a file, or only looks. Whether it was not formatted.
fn format_file(path: &Path, only_look: bool) -> Result<bool, String> {
    let name = path.display();
    let bytes =
        read(path, Limits::default().source_bytes).map_err(|error| format!("{name} cannot be read: {error}"))?;
    let text = text_of(&name.to_string(), bytes)?;
    let formatted = format(&text).map_err(|fault| told(&name.to_string(), &text, fault))?;
    let differs = formatted != text;
    if differs && !only_look {
        write_whole(path, &formatted).map_err(|error| format!("{name} cannot be written: {error}"))?;
    }
    Ok(differs)
}

fn text_of(name: &str, bytes: Vec<u8>) -> Result<String, String> {
    let most = Limits::default().source_bytes;
    if bytes.len() > most {
        return Err(format!("{name} is longer than {most} bytes"));
    }
    String::from_utf8(bytes).map_err(|_| format!("{name} is not UTF-8: save it as UTF-8 first"))
}

/// A fault with its place, as `dagaz check` would tell it.
fn told(name: &str, text: &str, fault: Unformattable) -> String {
    let before = &text[..(fault.at() as usize).min(text.len())];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    format!("{name}:{line}:{column}: {fault}; the file is left as it is")
}

/// Standard input, formatted.
fn pipe(args: &FmtArgs, out: &mut Output) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(Limits::default().source_bytes as u64 + 1).read_to_end(&mut bytes)?;
    let text = text_of("standard input", bytes).map_err(Failure::Errors)?;
    let formatted = format(&text).map_err(|fault| Failure::Errors(told("standard input", &text, fault)))?;
    if !args.check {
        out.text(&formatted)?;
        return Ok(());
    }
    if formatted == text { Ok(()) } else { Err(Failure::Errors("standard input is not formatted".to_string())) }
}
