//! `cargo xtask pictures`: every game of the library as it looks in a browser, to be looked at by
//! people.

use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Games; all of the library unless some are named
    games: Vec<String>,
    /// The folder that the pictures are written to
    #[arg(long, default_value = "target/pictures")]
    out: PathBuf,
    /// Only the sheets that show many boards at once
    #[arg(long)]
    sheets: bool,
    /// Only these of light, dark, phone and solid (in depth)
    #[arg(long, value_delimiter = ',')]
    modes: Vec<String>,
    /// Compares the pictures in the light theme with the kept hashes, and fails where one differs
    #[arg(long, conflicts_with = "keep")]
    compare: bool,
    /// Keeps the hashes of the pictures in the light theme
    #[arg(long)]
    keep: bool,
    /// The program to show, instead of one that is built now
    #[arg(long)]
    program: Option<PathBuf>,
}

/// Renders the start and a middle position of each game in four ways: light, dark, on a
/// phone, and in depth.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let absolute = |path: &Path| std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()));
    let program = match &arguments.program {
        Some(program) => absolute(program)?,
        None => crate::server::built()?,
    };
    let out = absolute(&arguments.out)?;
    let hashes = match (arguments.compare, arguments.keep) {
        (true, _) => "compare",
        (_, true) => "keep",
        _ => "",
    };
    let done = Command::new("npx")
        .args(["playwright", "test", "--config", "playwright.pictures.config.ts"])
        .current_dir(root.join("web"))
        .env("DAGAZ_BIN", program)
        .env("DAGAZ_PICTURES", &out)
        .env("DAGAZ_GAMES", arguments.games.join(","))
        .env("DAGAZ_SHEETS_ONLY", if arguments.sheets { "1" } else { "" })
        .env("DAGAZ_HASHES", hashes)
        .envs((!arguments.modes.is_empty()).then(|| ("DAGAZ_MODES", arguments.modes.join(","))))
        .status()
        .map_err(|error| format!("the pictures need Node and the packages of web/ (`npm ci`): {error}"))?;
    if !done.success() {
        return Err("not all pictures could be made, or some differ from the kept ones".to_string());
    }
    println!("the pictures are in {}", out.display());
    Ok(())
}
