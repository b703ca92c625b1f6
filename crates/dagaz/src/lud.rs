//! Descriptions of Ludii on the command line: reading, diagnostics, `dagaz info`.

use std::path::Path;

pub(crate) use dagaz_front::descriptions::is_description;
use dagaz_ludii::board::{ContainerKind, Owner, SiteType};
use dagaz_ludii::text::{Diagnostic, Diagnostics, Severity, Sources};
use dagaz_ludii::{Defines, Description, Options};
use serde_json::json;

use crate::cli::GameArgs;
use crate::failure::Failure;
use crate::includes::read as read_file;
use crate::load::{Source, painted};
use crate::output::{HEADING, Output, clean, remark, styled, wrapped};

/// Width of running text.
const WIDTH: usize = 96;

/// Bytes of a file that are read. Longer texts are refused by the reader.
const BYTES_MAX: usize = 4 << 20;

/// Reads the defines in a folder and below.
fn library(folder: &Path) -> Result<Defines, Failure> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    let failed =
        |path: &Path, error: std::io::Error| Failure::Errors(format!("{} cannot be read: {error}", path.display()));
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).map_err(|error| failed(&next, error))? {
            let entry = entry.map_err(|error| failed(&next, error))?;
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("def")) {
                let bytes = read_file(&path, BYTES_MAX).map_err(|error| failed(&path, error))?;
                files.push((path.display().to_string(), String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
    }
    files.sort();
    Ok(Defines::new(files))
}

/// Reads a description, or what is wrong with it.
pub(crate) fn read(
    source: &Source,
    defines: Option<&Path>,
    options: &Options,
) -> Result<Result<Description, Diagnostics>, Failure> {
    let Source::File(path) = source else {
        return Err(Failure::Errors(format!("{} is not a file", source.name())));
    };
    let bytes = read_file(path, BYTES_MAX)
        .map_err(|error| Failure::Errors(format!("{} cannot be read: {error}", source.name())))?;
    let library = defines.map(library).transpose()?.unwrap_or_default();
    Ok(Description::read(&source.name(), &String::from_utf8_lossy(&bytes), &library, options))
}

/// Returns a diagnostic as data.
pub(crate) fn diagnostic_json(one: &Diagnostic, sources: &Sources) -> serde_json::Value {
    let place = sources.locate(one.span.start);
    json!({
        "code": one.severity.code(),
        "severity": if one.severity == Severity::Warning { "warning" } else { "error" },
        "message": one.message,
        "at": { "file": place.file, "line": place.line, "column": place.column },
        "hint": one.hint,
    })
}

/// Returns the choices that `--set` and `--variant` ask for.
pub(crate) fn options(args: &GameArgs) -> Options {
    let choices = args.set.iter().map(|(category, label)| format!("{category}/{label}")).collect();
    Options { choices, ruleset: args.variant.clone() }
}

/// Prints what a description says about its game.
pub(crate) fn info(args: &GameArgs, as_json: bool, out: &mut Output) -> Result<(), Failure> {
    let source = Source::find(&args.file)?;
    let game = match read(&source, args.defines.as_deref(), &options(args))? {
        Ok(game) => game,
        Err(all) => {
            remark(painted(&all.render()).trim_end());
            return Err(Failure::Reported);
        }
    };
    if as_json { Ok(out.json(&data(&game, &source))?) } else { words(&game, out) }
}

fn words(game: &Description, out: &mut Output) -> Result<(), Failure> {
    out.line(styled(HEADING, clean(&game.title)))?;
    for entry in &game.metadata.entries {
        let text = format!("{}: {}", entry.kind, entry.texts.join("; "));
        out.line(clean(&wrapped(&text, WIDTH, "    ")))?;
    }
    let section = |out: &mut Output, heading: &str| {
        out.line("")?;
        out.line(styled(HEADING, heading))
    };
    if !game.categories.is_empty() {
        section(out, "Options")?;
        for category in &game.categories {
            let text = format!("{}: {} (of {})", category.name, category.chosen, category.labels.join(", "));
            out.line(format!("  {}", clean(&wrapped(&text, WIDTH, "    "))))?;
        }
    }
    if !game.rulesets.is_empty() {
        section(out, "Rulesets")?;
        for ruleset in &game.rulesets {
            out.line(format!("  {}", clean(&ruleset.name)))?;
        }
    }
    section(out, "Board")?;
    let board = &game.equipment.board;
    for site_type in SiteType::ALL {
        let number = board.elements(site_type).sites.len();
        let mark = if site_type == board.default_type { ", where pieces stand" } else { "" };
        out.line(format!("  {number} of type {}{mark}", site_type.name()))?;
    }
    for container in &game.equipment.containers[1..] {
        let what = match &container.kind {
            ContainerKind::Dice { faces } => format!("{} dice", faces.len()),
            _ => format!("{} sites", container.sites),
        };
        out.line(format!("  {}: {what}, sites from {}", clean(&container.name), container.from))?;
    }
    for track in &game.equipment.tracks {
        let kind = if track.is_loop { "a loop" } else { "a path" };
        out.line(format!("  track {}: {kind} of {} sites", clean(&track.name), track.elements.len()))?;
    }
    Ok(())
}

fn data(game: &Description, source: &Source) -> serde_json::Value {
    let owner = |owner: Owner| match owner {
        Owner::Nobody => json!(null),
        Owner::Player(number) => json!(number),
        Owner::Shared => json!("shared"),
    };
    let board = &game.equipment.board;
    let sites = |site_type: SiteType| {
        let labels: Vec<&str> = board.elements(site_type).sites.iter().map(|site| site.label.as_str()).collect();
        (site_type.name().to_string(), json!(labels))
    };
    let sites: serde_json::Map<String, serde_json::Value> = SiteType::ALL.into_iter().map(sites).collect();
    json!({
        "title": game.title,
        "file": source.name(),
        "language": "Ludii",
        "metadata": game.metadata.entries.iter()
            .map(|entry| json!({ "kind": entry.kind, "texts": entry.texts })).collect::<Vec<_>>(),
        "options": game.categories.iter()
            .map(|one| json!({ "name": one.name, "values": one.labels, "value": one.chosen })).collect::<Vec<_>>(),
        "rulesets": game.rulesets.iter()
            .map(|one| json!({ "name": one.name, "choices": one.choices })).collect::<Vec<_>>(),
        "board": { "default": board.default_type.name(), "sites": sites },
        "containers": game.equipment.containers.iter().map(|one| json!({
            "name": one.name, "from": one.from, "sites": one.sites, "owner": owner(one.owner),
        })).collect::<Vec<_>>(),
        "tracks": game.equipment.tracks.iter().map(|one| json!({
            "name": one.name, "owner": owner(one.owner), "loop": one.is_loop,
            "sites": one.elements.iter().map(|element| element.site).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
    })
}
