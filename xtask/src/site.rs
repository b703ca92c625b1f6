//! `cargo xtask site`: the page without a server, as a folder that any file server serves.
//!
//! The folder holds the page, the engine as WebAssembly, each game of the library in a file of its
//! own, and a service worker that lets the page start without a network.

mod compare;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use dagaz_table::{Bundle, hex};
use dagaz_testkit::facts::Facts;
use dagaz_testkit::source;
use dagaz_web::{Catalog, CatalogGame};
use serde::Serialize;
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::dist::{succeed, target_folder};

/// The page as one file, into which rules are put; and the script that writes it.
const SINGLE: &str = "single.html";
const SINGLE_WRITER: &str = "xtask/src/site/single.mjs";

/// The script by which other pages show games of the site.
const ELEMENT: &str = "dagaz-game.js";

const TARGET: &str = "wasm32-unknown-unknown";

/// The crate that is compiled to WebAssembly, and the name of its files.
const ENGINE: &str = "dagaz-web";
const ENGINE_FILE: &str = "dagaz_web";

/// Where Debian keeps a compiler for WebAssembly and the source of the standard library.
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_LINKER: &str = "/usr/bin/wasm-ld";

/// Files of a game that its rules may need, and how it looks; as in the program's own library.
const EXTENSIONS: [&str; 5] = ["drf", "zrf", "inc", "4th", "md"];
const LOOK: &str = "look.toml";

/// Bytes of a hash in names of files.
const NAME_BYTES: usize = 8;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  cargo xtask site --out site                        then serve the folder with any file server
  cargo xtask site --out site --profile quick        built sooner; larger and slower")]
pub(crate) struct Arguments {
    /// The folder to write; what it held before is removed if it is a site
    #[arg(long)]
    out: PathBuf,
    /// How the engine is built: a profile of the workspace
    #[arg(long, default_value = "web")]
    profile: String,
    /// Also plays so many games of the library by bots, natively and in WebAssembly with Node, and
    /// compares them
    #[arg(long, default_value_t = 0)]
    compare: usize,
}

/// What the page reads first.
#[derive(Serialize)]
struct Site {
    /// The folder of the engine.
    engine: String,
    #[serde(flatten)]
    catalog: Catalog,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let root = source::root();
    let out = std::path::absolute(&arguments.out).map_err(|error| error.to_string())?;
    make_room(&out)?;
    page(&root, &out, "site")?;
    // By it a site is known, also one that was not finished.
    write(&out.join(ELEMENT), &fs::read(root.join("web/site").join(ELEMENT)).map_err(told(&root))?)?;
    let engine = engine(&root, &arguments.profile)?;
    let folder =
        format!("engine-{}", named(&fs::read(engine.join(format!("{ENGINE_FILE}_bg.wasm"))).map_err(told(&engine))?));
    copy(&engine, &out.join(&folder), &["js", "wasm"])?;
    let catalog = library(&root, &out)?;
    let games = catalog.games.len();
    let site = Site { engine: folder, catalog };
    let text = serde_json::to_string(&site).map_err(|error| error.to_string())?;
    write(&out.join("library.json"), text.as_bytes())?;
    copy(&root.join("web/site"), &out, &["png", "webmanifest"])?;
    single(&root, &out, &engine)?;
    service_worker(&root, &out)?;
    println!("{}: {games} games, {:.1} MB", out.display(), size(&out) as f64 / 1e6);
    if arguments.compare > 0 {
        compare::run(&root, &out, &site.engine, &site.catalog, arguments.compare)?;
    }
    Ok(())
}

fn told(path: &Path) -> impl Fn(std::io::Error) -> String + '_ {
    move |error| format!("{}: {error}", path.display())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::create_dir_all(path.parent().unwrap_or(path)).map_err(told(path))?;
    fs::write(path, bytes).map_err(told(path))
}

/// A name that follows from bytes.
fn named(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes)[..NAME_BYTES])
}

/// Removes the site of before. Another folder is left alone.
fn make_room(out: &Path) -> Result<(), String> {
    let is_empty = |folder: &Path| folder.read_dir().is_ok_and(|mut entries| entries.next().is_none());
    if out.exists() && !is_empty(out) {
        if !out.join(ELEMENT).is_file() || !out.join("index.html").is_file() {
            return Err(format!("{} is no site; name an empty folder", out.display()));
        }
        fs::remove_dir_all(out).map_err(told(out))?;
    }
    fs::create_dir_all(out).map_err(told(out))
}

/// Builds the page in a mode of `vite.config.ts`.
fn page(root: &Path, out: &Path, mode: &str) -> Result<(), String> {
    let web = root.join("web");
    if !web.join("node_modules").is_dir() {
        succeed(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&web))?;
    }
    let mut build = Command::new("npm");
    build.args(["exec", "--", "vite", "build", "--mode", mode, "--logLevel", "warn", "--emptyOutDir", "--outDir"]);
    succeed(build.arg(out).current_dir(&web))
}

/// Writes the page as one file that holds the engine.
fn single(root: &Path, out: &Path, engine: &Path) -> Result<(), String> {
    let folder = target_folder(root)?.join("single");
    page(root, &folder, "single")?;
    let mut writer = Command::new("node");
    writer.arg(root.join(SINGLE_WRITER)).arg(folder.join("index.html")).arg(engine).arg(out.join(SINGLE));
    succeed(&mut writer)
}

/// Builds the engine; gives the folder with its script and its module.
fn engine(root: &Path, profile: &str) -> Result<PathBuf, String> {
    let target = target_folder(root)?.join("wasm");
    let mut build = compiler()?;
    build.args(["build", "--package", ENGINE, "--lib", "--target", TARGET, "--profile", profile, "--target-dir"]);
    succeed(build.arg(&target).current_dir(root))?;
    let folder = if profile == "dev" { "debug" } else { profile };
    let module = target.join(TARGET).join(folder).join(format!("{ENGINE_FILE}.wasm"));
    let bound = target.join("bound");
    // The library that writes the script must have the version of the one in the module; both
    // `Cargo.toml` name it exactly.
    let mut bindgen = Bindgen::new();
    bindgen.input_path(&module).typescript(false).remove_name_section(true).remove_producers_section(true);
    let written = bindgen.web(true).and_then(|bindgen| bindgen.generate(&bound));
    written.map_err(|error| format!("{}: {error:#}", module.display()))?;
    Ok(bound)
}

/// A `cargo` that compiles to WebAssembly: the usual one where it has the target, or Debian's,
/// which has no library for it but its source.
fn compiler() -> Result<Command, String> {
    let asked = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    let folder = asked.map_err(|error| format!("rustc: {error}"))?.stdout;
    if Path::new(String::from_utf8_lossy(&folder).trim()).is_dir() {
        return Ok(Command::new("cargo"));
    }
    let debian = [DEBIAN_CARGO, DEBIAN_RUSTC, DEBIAN_LINKER, "/usr/lib/rustlib/src/rust/library/std"];
    if !debian.iter().all(|path| Path::new(path).exists()) {
        return Err(format!(
            "no compiler for WebAssembly: `rustup target add {TARGET}`, or on Debian without rustup's servers \
             `apt-get install rustc-web cargo-web rust-web-src lld`"
        ));
    }
    let mut cargo = Command::new(DEBIAN_CARGO);
    // The standard library is built from its source, which a stable compiler does only with
    // RUSTC_BOOTSTRAP.
    cargo.args(["-Z", "build-std=std,panic_abort"]);
    cargo.envs([("RUSTC_BOOTSTRAP", "1"), ("RUSTC", DEBIAN_RUSTC)]);
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", DEBIAN_LINKER);
    // What a `cargo run` has set is about another toolchain.
    cargo.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
    Ok(cargo)
}

/// Writes the files of all games and the pictures of their boards; gives the list.
fn library(root: &Path, out: &Path) -> Result<Catalog, String> {
    let mut catalog = Catalog::default();
    for family in sorted(&root.join("games"))?.iter().filter(|path| path.is_dir()) {
        for folder in sorted(family)?.iter().filter(|path| path.is_dir()) {
            let Some((id, bundle)) = bundle(folder)? else { continue };
            let files = bundle.to_bytes();
            let (game, board) = CatalogGame::new(&id, &file_name(family), bundle)?;
            write(&out.join(format!("games/{}.bin", game.hash)), &files)?;
            let board = serde_json::to_vec(&*board).map_err(|error| error.to_string())?;
            write(&out.join(format!("boards/{}.json", game.hash)), &board)?;
            catalog.games.push(game);
        }
    }
    Ok(catalog)
}

/// The files of a game, as the program has them in its library; none in a folder without rules.
fn bundle(folder: &Path) -> Result<Option<(String, Bundle)>, String> {
    let id = file_name(folder);
    let facts = folder.join("facts.toml");
    let plays = match fs::read_to_string(&facts) {
        Ok(text) => toml::from_str::<Facts>(&text).map_err(|error| format!("{}: {error}", facts.display()))?.plays,
        Err(_) => None,
    };
    let endings = plays.iter().map(String::as_str).chain(["drf", "zrf", "4th"]);
    let main = endings.map(|ending| format!("{id}.{ending}")).find(|name| folder.join(name).is_file());
    let Some(main) = main else { return Ok(None) };
    let mut files = Vec::new();
    for path in sorted(folder)?.into_iter().filter(|path| path.is_file()) {
        let known = path.extension().is_some_and(|ending| EXTENSIONS.iter().any(|known| ending == *known));
        if known || file_name(&path) == LOOK {
            files.push((file_name(&path), fs::read(&path).map_err(told(&path))?));
        }
    }
    Ok(Some((id, Bundle { main, files })))
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut paths: Vec<PathBuf> = entries.map_err(told(folder))?;
    paths.sort();
    Ok(paths)
}

/// Copies files with certain endings.
fn copy(from: &Path, to: &Path, endings: &[&str]) -> Result<(), String> {
    for path in sorted(from)? {
        if path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)) {
            write(&to.join(file_name(&path)), &fs::read(&path).map_err(told(&path))?)?;
        }
    }
    Ok(())
}

/// What is fetched after the page has started. The view in 3D is large, and few games begin in it.
const LATER: [&str; 4] = ["games/", "boards/", "assets/three-d", SINGLE];

/// Writes the service worker, which knows every file of the site.
fn service_worker(root: &Path, out: &Path) -> Result<(), String> {
    let mut all = Vec::new();
    files_below(out, out, &mut all)?;
    all.sort();
    let mut hash = Sha256::new();
    for name in &all {
        hash.update(name);
        hash.update(fs::read(out.join(name)).map_err(told(out))?);
    }
    let (later, first): (Vec<String>, Vec<String>) =
        all.into_iter().partition(|name| LATER.iter().any(|beginning| name.starts_with(beginning)));
    let template = root.join("web/site/sw.js");
    let text = fs::read_to_string(&template).map_err(told(&template))?;
    let list = |names: &[String]| serde_json::to_string(names).map_err(|error| error.to_string());
    let text = text
        .replace("\"%VERSION%\"", &format!("{:?}", hex(&hash.finalize()[..NAME_BYTES])))
        .replace("[\"%FIRST%\"]", &list(&first)?)
        .replace("[\"%LATER%\"]", &list(&later)?);
    write(&out.join("sw.js"), text.as_bytes())
}

/// The names of all files below a folder.
fn files_below(folder: &Path, base: &Path, names: &mut Vec<String>) -> Result<(), String> {
    for path in sorted(folder)? {
        if path.is_dir() {
            files_below(&path, base, names)?;
        } else if let Ok(name) = path.strip_prefix(base) {
            names.push(name.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}

fn size(folder: &Path) -> u64 {
    let mut names = Vec::new();
    let _ = files_below(folder, folder, &mut names);
    names.iter().filter_map(|name| fs::metadata(folder.join(name)).ok()).map(|file| file.len()).sum()
}
