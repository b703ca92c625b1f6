//! The structure of the workspace: the layers of the crates, and what the lower layers never use.

use std::path::PathBuf;
use std::process::Command;

use dagaz_testkit::source::{files, root};
use serde_json::Value;

/// The layer of each crate that ships. A crate depends only on crates of lower layers.
const LAYERS: [(&str, u32); 23] = [
    ("dagaz-core", 0),
    ("dagaz-rules", 1),
    ("dagaz-syntax", 1),
    ("dagaz-engine", 2),
    ("dagaz-drf", 2),
    ("dagaz-zrf", 2),
    ("dagaz-axiom", 2),
    ("dagaz-ludii", 2),
    ("dagaz-record", 2),
    ("dagaz-bots", 3),
    ("dagaz-migrate", 3),
    ("dagaz-club", 3),
    ("dagaz-contract", 3),
    ("dagaz-session", 3),
    ("dagaz-store", 3),
    ("dagaz-arena", 4),
    ("dagaz-table", 4),
    ("dagaz-front", 5),
    ("dagaz-server", 5),
    ("dagaz-analysis", 6),
    ("dagaz-web", 7),
    ("dagaz-lsp", 7),
    ("dagaz", 8),
];

/// Crates outside of the layers: for development only.
const DEVELOPMENT_ONLY: [&str; 2] = ["dagaz-testkit", "xtask"];

/// Layers up to this one are pure.
const PURE: u32 = 2;

/// What the pure layers may use of third-party crates: a crate alone, or any.
const ALLOWED: [(&str, Option<&str>); 7] = [
    ("rand_core", None),
    // Records come in many encodings.
    ("encoding_rs", Some("dagaz-record")),
    ("serde", Some("dagaz-record")),
    ("serde_json", Some("dagaz-record")),
    // Paths are walked by recursion as deep as the longest move, over sets that are mostly one
    // word.
    ("smallvec", Some("dagaz-engine")),
    ("stacker", Some("dagaz-engine")),
    // One instruction by which moves are drawn, without `unsafe` of our own.
    ("safe_arch", Some("dagaz-engine")),
];

fn layer(name: &str) -> Option<u32> {
    LAYERS.iter().find(|(known, _)| *known == name).map(|(_, layer)| *layer)
}

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo writes JSON")
}

/// What a crate depends on, development apart: name, and whether it is of this workspace.
fn dependencies(package: &Value) -> Vec<(String, bool)> {
    let all = package["dependencies"].as_array().expect("a list").iter();
    let shipped = all.filter(|dependency| dependency["kind"] != "dev");
    shipped.map(|one| (text(&one["name"]), one["source"].is_null())).collect()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_string()
}

/// Returns the faults in the dependencies between the crates, as `cargo metadata` prints them.
fn direction_faults(metadata: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    for package in metadata["packages"].as_array().expect("a list") {
        let name = text(&package["name"]);
        let Some(own_layer) = layer(&name) else {
            if !DEVELOPMENT_ONLY.contains(&name.as_str()) {
                faults.push(format!("{name} has no layer"));
            } else if package["publish"].as_array().is_none_or(|registries| !registries.is_empty()) {
                faults.push(format!("{name} is for development only but may be published"));
            }
            continue;
        };
        for (other, _) in dependencies(package).into_iter().filter(|(_, ours)| *ours) {
            match layer(&other) {
                Some(layer) if layer < own_layer => {}
                Some(layer) => faults.push(format!("{name} (layer {own_layer}) depends on {other} (layer {layer})")),
                None => faults.push(format!("{name} ships and depends on {other}, which does not")),
            }
        }
    }
    faults
}

/// The dependencies of the pure layers on crates that are not allowed there.
fn foreign_faults(metadata: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    for package in metadata["packages"].as_array().expect("a list") {
        let name = text(&package["name"]);
        if layer(&name).is_some_and(|layer| layer <= PURE) {
            let allowed = |other: &str| {
                ALLOWED.iter().any(|(known, whose)| *known == other && whose.is_none_or(|whose| whose == name))
            };
            let foreign = dependencies(package).into_iter().filter(|(other, ours)| !ours && !allowed(other));
            faults.extend(foreign.map(|(other, _)| format!("{name} depends on {other}")));
        }
    }
    faults
}

#[test]
fn a_crate_depends_only_on_lower_layers() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("a list");
    for (name, _) in LAYERS {
        assert!(packages.iter().any(|package| package["name"] == name), "the crate {name} is gone");
    }
    assert_eq!(direction_faults(&metadata), Vec::<String>::new());
}

#[test]
fn pure_layers_have_few_dependencies() {
    assert_eq!(foreign_faults(&metadata()), Vec::<String>::new());
}

#[test]
fn a_wrong_dependency_is_found() {
    let dependency = |name: &str, kind: Value| {
        let source = if name.starts_with("dagaz") { Value::Null } else { "registry".into() };
        serde_json::json!({ "name": name, "kind": kind, "source": source })
    };
    let package = |name: &str, dependencies: Vec<Value>| {
        let publish = if DEVELOPMENT_ONLY.contains(&name) { serde_json::json!([]) } else { Value::Null };
        serde_json::json!({ "name": name, "dependencies": dependencies, "publish": publish })
    };
    let metadata = serde_json::json!({ "packages": [
        package("dagaz-core", vec![dependency("dagaz-rules", Value::Null), dependency("serde", Value::Null)]),
        package("dagaz-zrf", vec![dependency("dagaz-engine", Value::Null), dependency("dagaz-core", Value::Null)]),
        package("dagaz-record", vec![dependency("dagaz-testkit", "dev".into()), dependency("toml", "dev".into())]),
        package("dagaz", vec![dependency("dagaz-testkit", Value::Null), dependency("clap", Value::Null)]),
        package("dagaz-testkit", vec![dependency("dagaz", Value::Null)]),
        package("dagaz-new", vec![]),
    ]});
    let expected = [
        "dagaz-core (layer 0) depends on dagaz-rules (layer 1)",
        "dagaz-zrf (layer 2) depends on dagaz-engine (layer 2)",
        "dagaz ships and depends on dagaz-testkit, which does not",
        "dagaz-new has no layer",
    ];
    assert_eq!(direction_faults(&metadata), expected);
    assert_eq!(foreign_faults(&metadata), ["dagaz-core depends on serde"]);
}

#[test]
fn pure_layers_have_no_side_effects() {
    let mut faults = Vec::new();
    for (name, _) in LAYERS.iter().filter(|(_, layer)| *layer <= PURE) {
        let folder = root().join("crates").join(name).join("src");
        let mut sources: Vec<PathBuf> = files(&folder, "rs");
        assert!(!sources.is_empty(), "{name} has no sources");
        let scanned: Vec<(PathBuf, crate::purity::Scan)> = sources
            .drain(..)
            .map(|path| {
                let text = std::fs::read_to_string(&path).expect("the file is there");
                (path, crate::purity::scan(&text))
            })
            .collect();
        // Modules that are compiled for tests only, in files of their own.
        let test_files: Vec<PathBuf> = scanned
            .iter()
            .flat_map(|(path, scan)| scan.test_modules.iter().map(|module| module_path(path, module)))
            .collect();
        for (path, scan) in &scanned {
            if test_files.iter().any(|test| path.with_extension("") == *test || path.starts_with(test)) {
                continue;
            }
            let shown = path.strip_prefix(root()).unwrap_or(path).display().to_string();
            faults.extend(scan.findings.iter().map(|(line, what)| format!("{shown}:{line}: {what}")));
        }
    }
    assert!(faults.is_empty(), "floors 0 to {PURE} are pure:\n{}", faults.join("\n"));
}

/// Where the sources of a module declared in `parent` are: this path with `.rs`, or this folder.
fn module_path(parent: &std::path::Path, module: &str) -> PathBuf {
    let folder = match parent.file_name().and_then(|name| name.to_str()) {
        Some("lib.rs" | "main.rs" | "mod.rs") | None => parent.with_file_name(""),
        Some(_) => parent.with_extension(""),
    };
    folder.join(module)
}
