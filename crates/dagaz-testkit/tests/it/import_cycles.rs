//! Cycles of imports between the top-level modules of a crate: `import_cycles.toml` lists those
//! that still exist, and the list may only shrink.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use dagaz_testkit::source::{files, root};

use crate::purity::{heads, without_tests};

/// The modules that each module imports.
type Imports = BTreeMap<String, BTreeSet<String>>;
/// The cycles of each crate: sets of modules that import each other, directly or not.
type Cycles = BTreeMap<String, Vec<BTreeSet<String>>>;

/// Returns the top-level module of a source file and its depth below the crate root; `None` for the
/// root itself.
fn module_of(file: &Path) -> Option<(String, usize)> {
    let parts: Vec<&str> = file.iter().filter_map(|part| part.to_str()).collect();
    let (last, folders) = parts.split_last()?;
    let stem = last.strip_suffix(".rs")?;
    match folders.first() {
        None if matches!(stem, "lib" | "main") => None,
        None => Some((stem.to_owned(), 1)),
        Some(first) => Some(((*first).to_owned(), folders.len() + usize::from(stem != "mod"))),
    }
}

/// Returns the names of the crate root that a source text mentions by `crate::` or `super::`.
fn names_of_root(text: &str, depth: usize) -> BTreeSet<String> {
    let tokens = without_tests(text);
    let word = |at: usize| tokens.get(at).map(|(_, word)| word.as_str());
    let mut names = BTreeSet::new();
    for at in 0..tokens.len() {
        let mut next = at;
        if word(at) == Some("crate") && word(at + 1) == Some("::") {
            next = at + 2;
        } else if word(at) == Some("super") && (at == 0 || word(at - 1) != Some("::")) {
            while word(next) == Some("super") && word(next + 1) == Some("::") {
                next += 2;
            }
            if next - at != 2 * depth {
                continue;
            }
        }
        if next > at {
            names.extend(heads(&tokens, next).into_iter().map(|(_, name)| name));
        }
    }
    names
}

/// Returns the imports between the top-level modules of a crate, from its sources by path below
/// `src`.
fn imports(sources: &[(&Path, String)]) -> Imports {
    let modules: BTreeSet<String> = sources.iter().filter_map(|(file, _)| Some(module_of(file)?.0)).collect();
    let mut imports = Imports::new();
    for (file, text) in sources {
        if let Some((module, depth)) = module_of(file) {
            let names = names_of_root(text, depth);
            let others = names.intersection(&modules).filter(|name| **name != module).cloned();
            imports.entry(module.clone()).or_default().extend(others);
        }
    }
    imports
}

/// Returns the modules that can be reached by imports.
fn reached(imports: &Imports, from: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![from.to_owned()];
    while let Some(module) = open.pop() {
        for next in imports.get(&module).into_iter().flatten() {
            if found.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    found
}

/// Returns the strongly connected components with more than one module, by their first module.
fn cycles(imports: &Imports) -> Vec<BTreeSet<String>> {
    let reach: BTreeMap<&String, BTreeSet<String>> =
        imports.keys().map(|module| (module, reached(imports, module))).collect();
    let mut found: Vec<BTreeSet<String>> = Vec::new();
    for (module, reached) in &reach {
        if reached.contains(*module) && !found.iter().any(|cycle| cycle.contains(*module)) {
            found.push(reached.iter().filter(|other| reach[other].contains(*module)).cloned().collect());
        }
    }
    found
}

/// Returns the cycles of all crates.
fn present() -> Cycles {
    let mut present = Cycles::new();
    let entries = std::fs::read_dir(root().join("crates")).expect("the folder can be read");
    let crates = entries.map(|entry| entry.expect("an entry can be read").path());
    for folder in crates.chain([root().join("xtask")]) {
        let name = folder.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let source = folder.join("src");
        let paths = files(&source, "rs");
        let sources: Vec<(&Path, String)> =
            paths.iter().map(|path| (path.strip_prefix(&source).expect("it is in the folder"), read(path))).collect();
        let found = cycles(&imports(&sources));
        if !found.is_empty() {
            present.insert(name, found);
        }
    }
    present
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the file can be read")
}

/// Returns a message for each cycle that is not listed, and for each listed one that is gone.
fn faults(present: &Cycles, listed: &Cycles) -> Vec<String> {
    let of = |cycles: &Cycles| -> Vec<(String, BTreeSet<String>)> {
        cycles.iter().flat_map(|(name, all)| all.iter().map(|cycle| (name.clone(), cycle.clone()))).collect()
    };
    let (present, listed) = (of(present), of(listed));
    let is_listed = |one: &(String, BTreeSet<String>)| listed.contains(one);
    let new = present.iter().filter(|one| !is_listed(one)).map(|(name, cycle)| {
        format!("{name}: the cycle {cycle:?} is not listed; undo it, or list it if it is a part of a listed one")
    });
    let gone = listed.iter().filter(|one| !present.contains(one));
    new.chain(gone.map(|(name, cycle)| format!("{name}: the cycle {cycle:?} is gone; take it off the list"))).collect()
}

#[test]
fn modules_import_each_other_in_listed_cycles_only() {
    let listed = read(&root().join("crates/dagaz-testkit/tests/it/import_cycles.toml"));
    let listed: Cycles = toml::from_str(&listed).expect("the list is valid");
    assert_eq!(faults(&present(), &listed), Vec::<String>::new());
}

#[test]
fn a_cycle_is_found_through_groups_supers_and_other_modules() {
    let sources = [
        ("lib.rs", "mod a; use crate::a::A;"),
        ("a.rs", "use crate::{b::B, other::C}; #[cfg(test)] mod tests { use crate::d::D; }"),
        ("b/mod.rs", "mod inner;"),
        ("b/inner.rs", "fn f() { super::super::c::call(); super::helper(); }"),
        ("c.rs", "use super::a; // use crate::d;\nconst TEXT: &str = \"crate::d\";"),
        ("d.rs", "use crate::a::A;"),
    ];
    let sources = sources.map(|(file, text)| (Path::new(file), text.to_owned()));
    let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(cycles(&imports(&sources)), [set(&["a", "b", "c"])]);
    let one = |cycle: BTreeSet<String>| Cycles::from([("x".to_owned(), vec![cycle])]);
    assert_eq!(faults(&one(set(&["a", "b"])), &one(set(&["a", "b"]))), Vec::<String>::new());
    assert_eq!(faults(&one(set(&["a", "b"])), &one(set(&["a", "b", "c"]))).len(), 2);
    assert_eq!(faults(&Cycles::new(), &one(set(&["a", "b"]))).len(), 1);
}
