//! Puts the library of games into the binary: every `games/<family>/<name>/` with a rules file of
//! that name, and the files that it may include, with the counts of its moves that others have
//! made.
#![expect(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

mod web;

use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Deserialize;

/// Rules files, included files, and their documents.
const EXTENSIONS: [&str; 5] = ["drf", "zrf", "inc", "4th", "md"];

/// How a game looks.
const LOOK: &str = "look.toml";

/// What is used here of a game's `facts.toml`; what may stand there is for the tests of the library
/// to say.
#[derive(Deserialize)]
struct Facts {
    plays: Option<String>,
    #[serde(default)]
    perft: Vec<Perft>,
}

#[derive(Deserialize)]
struct Perft {
    counts: Vec<u64>,
    from: String,
    variant: Option<String>,
    edition: Option<u8>,
    position: Option<String>,
    #[serde(default)]
    merged: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let games = crate_folder.join("../../games");
    let mut code = String::from("&[\n");
    // The files one after the other, which compresses better than each alone.
    let mut contents = Vec::new();
    for family in folders(&games)? {
        for game in folders(&family)? {
            let (Some(family), Some(name)) = (name_of(&family), name_of(&game)) else { continue };
            let facts = facts(&game.join("facts.toml"))?;
            // A folder with rules in two editions is played in the newer one, if its facts do not
            // say otherwise.
            let Some(main) = facts
                .plays
                .iter()
                .map(String::as_str)
                .chain(["drf", "zrf", "4th"])
                .map(|ending| format!("{name}.{ending}"))
                .find(|file| game.join(file).is_file())
            else {
                continue;
            };
            writeln!(code, "    Entry {{ family: {family:?}, name: {name:?}, main: {main:?}, files: &[")?;
            for file in sorted(&game)?.iter().filter(|file| file.is_file()) {
                let known = file.extension().is_some_and(|ending| EXTENSIONS.iter().any(|known| ending == *known));
                if let Some(file_name) = name_of(file).filter(|name| known || name == LOOK) {
                    let start = contents.len();
                    contents.extend(fs::read(file)?);
                    writeln!(code, "        ({file_name:?}, {start}..{}),", contents.len())?;
                }
            }
            code += "    ], known: &[\n";
            code += &known(&facts, if main.ends_with(".drf") { 3 } else { 2 })?;
            code += "    ] },\n";
        }
    }
    code += "]\n";
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("library.rs"), code)?;
    let mut encoder = ZlibEncoder::new(fs::File::create(out.join("library.zlib"))?, Compression::best());
    encoder.write_all(&contents)?;
    encoder.finish()?;
    println!("cargo:rerun-if-changed={}", games.display());
    println!("cargo:rerun-if-changed=build");
    web::write(&crate_folder.join("../.."), &out)
}

/// The golden facts of a game; none if there is no such file.
fn facts(path: &Path) -> Result<Facts, Box<dyn Error>> {
    if !path.is_file() {
        return Ok(Facts { plays: None, perft: Vec::new() });
    }
    Ok(toml::from_str(&fs::read_to_string(path)?).map_err(|error| format!("{}: {error}", path.display()))?)
}

/// The counts from start positions among the golden facts of a game, as code: those of the edition
/// that its rules file is of.
fn known(facts: &Facts, edition: u8) -> Result<String, Box<dyn Error>> {
    let mut code = String::new();
    let told = |perft: &&Perft| perft.position.is_none() && !perft.merged;
    for perft in facts.perft.iter().filter(told).filter(|perft| perft.edition.is_none_or(|said| said == edition)) {
        let Perft { variant, counts, from, .. } = perft;
        writeln!(code, "        Known {{ variant: {variant:?}, counts: &{counts:?}, from: {from:?} }},")?;
    }
    Ok(code)
}

fn folders(of: &Path) -> std::io::Result<Vec<PathBuf>> {
    Ok(sorted(of)?.into_iter().filter(|path| path.is_dir()).collect())
}

fn sorted(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    // Without a library the binary still plays files.
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn name_of(path: &Path) -> Option<String> {
    path.file_name()?.to_str().map(str::to_string)
}
