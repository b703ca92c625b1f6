//! `cargo xtask dist`: builds the published program.
//!
//! It has all features, is optimised as one program, and has its debug tables in a separate file,
//! which debuggers and backtraces find next to it.

use std::path::{Path, PathBuf};
use std::process::Command;

use dagaz_testkit::source;

/// The features that a plain build does not have.
const FEATURES: &str = "postgres";

/// For this machine's processor, with relocations in their packed form.
const NATIVE_PACKED: &str = r#"build.rustflags=["-Ctarget-cpu=native", "-Clink-arg=-Wl,-z,pack-relative-relocs"]"#;

/// The first version of the GNU C library that reads packed relocations.
const READS_PACKED: (u32, u32) = (2, 36);

#[derive(clap::Args)]
#[command(after_help = "Examples:
  cargo xtask dist               for the processor of this machine
  cargo xtask dist --portable    for any processor of its kind")]
pub(crate) struct Arguments {
    /// For any processor, not only for those like this machine's
    #[arg(long)]
    portable: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let root = source::root();
    let mut build = Command::new("cargo");
    build.args(["build", "--profile", "dist", "--package", "dagaz", "--features", FEATURES]).current_dir(&root);
    // The page is part of it.
    build.env("DAGAZ_WEB", "build");
    // Packed relocations make the program 0.7 MB smaller. A portable program does without them,
    // since it may meet an older C library.
    let flags = match (arguments.portable, has_packed_relocations()) {
        (true, _) => Some("build.rustflags=[]"),
        (false, true) => Some(NATIVE_PACKED),
        (false, false) => None,
    };
    build.args(flags.into_iter().flat_map(|flags| ["--config", flags]));
    succeed(&mut build)?;
    let program = target_folder(&root)?.join("dist/dagaz");
    if cfg!(target_os = "linux") {
        split_debug_tables(&program)?;
    }
    let bytes = std::fs::metadata(&program).map_err(|error| format!("{}: {error}", program.display()))?.len();
    println!("{} ({:.1} MB)", program.display(), bytes as f64 / 1e6);
    Ok(())
}

/// Returns whether the linker and the C library of this machine know packed relocations. The linker
/// that Rust brings for this target does.
fn has_packed_relocations() -> bool {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")) {
        return false;
    }
    let Ok(output) = Command::new("getconf").arg("GNU_LIBC_VERSION").output() else { return false };
    // "glibc 2.36"
    let text = String::from_utf8_lossy(&output.stdout);
    let version = text.split_whitespace().last().and_then(|version| version.split_once('.'));
    version.and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?))) >= Some(READS_PACKED)
}

/// Moves the debug tables to `dagaz.debug`, to which a link is left.
fn split_debug_tables(program: &Path) -> Result<(), String> {
    let tables = program.with_extension("debug");
    succeed(Command::new("objcopy").arg("--only-keep-debug").args([program, &tables]))?;
    succeed(Command::new("objcopy").arg("--strip-all").arg(program))?;
    let mut link = std::ffi::OsString::from("--add-gnu-debuglink=");
    link.push(&tables);
    succeed(Command::new("objcopy").arg(link).arg(program))
}

pub(crate) fn target_folder(root: &Path) -> Result<PathBuf, String> {
    let mut command = Command::new("cargo");
    command.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).current_dir(root);
    let output = command.output().map_err(|error| format!("cargo metadata: {error}"))?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let folder = metadata["target_directory"].as_str().ok_or("cargo metadata names no target folder")?;
    Ok(PathBuf::from(folder))
}

pub(crate) fn succeed(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().to_string();
    let status = command.status().map_err(|error| format!("{name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed: {status}")) }
}
