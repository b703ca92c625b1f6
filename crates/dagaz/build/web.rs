//! Builds the web application and puts it into the binary.
//!
//! It is built with Node in an ordinary release build. Where that cannot be, everything else is
//! built all the same, and the binary says why it has no web application. A `web/dist` that is
//! there already is taken as it is in other builds.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// What the application is built from.
const SOURCES: [&str; 8] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
];

pub(crate) fn write(workspace: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-env-changed=DAGAZ_WEB");
    let web = workspace.join("web");
    for source in SOURCES.iter().map(|name| web.join(name)).filter(|path| path.exists()) {
        println!("cargo:rerun-if-changed={}", source.display());
    }
    let dist = web.join("dist");
    let wanted = match env::var("DAGAZ_WEB").as_deref() {
        Ok("build") => true,
        Ok("skip") => false,
        _ => env::var("PROFILE").as_deref() == Ok("release"),
    };
    let missing = if wanted { build(&web).err() } else { None };
    if let Some(why) = &missing {
        println!("cargo:warning=the web application was not built: {why}");
    }
    // What this script has written itself would make it run at every build.
    if !wanted && dist.is_dir() {
        println!("cargo:rerun-if-changed={}", dist.display());
    }
    let mut code = String::from("Assets { files: &[\n");
    if dist.join("index.html").is_file() {
        let mut files = Vec::new();
        collect(&dist, &mut files)?;
        files.sort();
        for path in files.iter().filter(|path| path.extension().is_none_or(|ending| ending != "br" && ending != "gz")) {
            asset(&mut code, &dist, path)?;
        }
        code += "], missing: None }";
    } else {
        let why = missing.unwrap_or_else(|| "this is no release build; `cargo build --release` builds it".to_string());
        let say = format!("The web application is not in this binary: {why}.");
        write!(code, "], missing: Some({say:?}) }}")?;
    }
    fs::write(out.join("web.rs"), code)?;
    Ok(())
}

/// Builds `web/dist`, or says why it cannot.
fn build(web: &Path) -> Result<(), String> {
    if !web.join("package.json").is_file() {
        return Err("its sources are not there".to_string());
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if Command::new(npm).arg("--version").output().is_ok_and(|done| done.status.success()) {
        // The lock file is what counts; what is installed already is not installed again.
        let lock = web.join("node_modules/.package-lock.json");
        let newer = |one: &Path, other: &Path| {
            let time = |path: &Path| fs::metadata(path).and_then(|facts| facts.modified()).ok();
            time(one) > time(other)
        };
        if !lock.is_file() || newer(&web.join("package-lock.json"), &lock) {
            run(Command::new(npm).args(["ci", "--no-audit", "--no-fund"]).current_dir(web), "npm ci")?;
        }
        return run(Command::new(npm).args(["run", "build"]).current_dir(web), "npm run build");
    }
    Err("npm, which comes with Node.js, was not found".to_string())
}

fn run(command: &mut Command, name: &str) -> Result<(), String> {
    let done = command.output().map_err(|error| format!("`{name}` in web/ could not be run: {error}"))?;
    if done.status.success() {
        return Ok(());
    }
    let said = [done.stdout, done.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let last: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = last[last.len().saturating_sub(6)..].join(" | ");
    Err(format!("`{name}` in web/ failed: {last}"))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn asset(code: &mut String, dist: &Path, file: &Path) -> Result<(), Box<dyn Error>> {
    let path = file.strip_prefix(dist)?.to_string_lossy().replace('\\', "/");
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let kind = match ending {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "ftl" | "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    };
    let embedded = |suffix: &str| {
        let path = PathBuf::from(format!("{}{suffix}", file.display())).canonicalize()?;
        Ok::<_, std::io::Error>(format!("include_bytes!({:?})", path.display().to_string()))
    };
    let body = match (embedded(".br"), embedded(".gz")) {
        (Ok(brotli), Ok(gzip)) => format!("Compressed {{ brotli: {brotli}, gzip: {gzip} }}"),
        _ => format!("Plain({})", embedded("")?),
    };
    // Vite puts everything with a hash in its name there.
    let lasting = path.starts_with("assets/");
    writeln!(
        code,
        "    dagaz_server::Asset {{ path: {path:?}, kind: {kind:?}, body: dagaz_server::AssetBody::{body}, \
         lasting: {lasting} }},"
    )?;
    Ok(())
}
