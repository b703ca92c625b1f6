//! `cargo xtask exchange`: the long form of the comparisons with other programs.
//!
//! First the libraries of `crates/dagaz-record/tests/independent` make and judge many records.
//! Then whole games are played: XBoard referees `dagaz engine` in its variants, and GNU Go,
//! Stockfish and Fairy-Stockfish take seats. A program that is not installed is skipped and named.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use dagaz_record::names;
use dagaz_testkit::source;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many records of each kind are exchanged
    #[arg(long, value_name = "N", default_value_t = 34)]
    games: usize,
    /// The program that plays; it must be built
    #[arg(long, value_name = "FILE", default_value = "target/release/dagaz")]
    program: PathBuf,
    /// A game that XBoard has not ended by then is a failure
    #[arg(long, value_name = "S", default_value_t = 120)]
    seconds: u64,
    /// Only the records
    #[arg(long, conflicts_with = "matches_only")]
    records_only: bool,
    /// Only the matches
    #[arg(long)]
    matches_only: bool,
}

/// The tests that exchange records.
const TESTS: [&str; 8] = [
    "exchange::",
    "judged::",
    "python_chess_sees",
    "of_sgfmill_come_back",
    "of_python_shogi_come_back",
    "gnubg",
    "ucci::",
    "usi::",
];
/// Variants of XBoard, by its names.
const VARIANTS: [&str; 11] = [
    "normal",
    "fischerandom",
    "3check",
    "crazyhouse",
    "atomic",
    "giveaway",
    "suicide",
    "capablanca",
    "makruk",
    "shatranj",
    "seirawan",
];
/// Games that other engines play against ours: the game, and the seat of the other engine.
const SEATS: [(&str, &str, &str); 6] = [
    ("chess", "stockfish", "uci:300n:stockfish"),
    ("crazyhouse", "fairy-stockfish", "uci:300n:fairy-stockfish;UCI_Variant=crazyhouse"),
    ("xiangqi", "fairy-stockfish", "uci:300n:fairy-stockfish;UCI_Variant=xiangqi"),
    ("shogi", "fairy-stockfish", "usi:300n:fairy-stockfish"),
    ("makruk", "fairy-stockfish", "uci:300n:fairy-stockfish;UCI_Variant=makruk"),
    ("go-9x9", "gnugo", "gtp:1s:gnugo --mode gtp --level 0 --chinese-rules --capture-all-dead"),
];

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let mut failed = Vec::new();
    if !arguments.matches_only {
        let run = Command::new("cargo")
            .args(["test", "--release", "-p", "dagaz-record", "--test", "it", "--"])
            .args(TESTS)
            .env("DAGAZ_GAMES", arguments.games.to_string())
            .current_dir(source::root())
            .status();
        if !run.is_ok_and(|status| status.success()) {
            failed.push("records".to_string());
        }
    }
    if !arguments.records_only {
        let program = fs::canonicalize(&arguments.program).map_err(|error| {
            format!("{}: {error}; build it with cargo build --release", arguments.program.display())
        })?;
        for variant in VARIANTS {
            report(&mut failed, variant, refereed(&program, variant, arguments.seconds));
        }
        for (game, needed, seat) in SEATS {
            report(&mut failed, game, seated(&program, game, needed, seat));
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

fn report(failed: &mut Vec<String>, name: &str, played: Result<String, String>) {
    match played {
        Ok(said) => println!("{name}: {said}"),
        Err(why) => {
            println!("{name}: FAILED: {why}");
            failed.push(name.to_string());
        }
    }
}

/// Where a program of Debian's games is.
fn installed(program: &str) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&paths).chain([PathBuf::from("/usr/games")]).collect();
    folders.into_iter().map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// Lets XBoard play one game of two of our engines.
fn refereed(program: &Path, variant: &str, seconds: u64) -> Result<String, String> {
    let (Some(xboard), Some(screen)) = (installed("xboard"), installed("xvfb-run")) else {
        return Ok("SKIPPED: xboard and xvfb-run are needed".to_string());
    };
    let game = names::all().iter().find(|names| names.xboard == variant).map(|names| names.game);
    let game = game.filter(|game| !game.is_empty()).ok_or("the table of names does not have it")?;
    let folder = source::root().join("target/exchange");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let [record, log] = ["pgn", "log"].map(|ending| folder.join(format!("{variant}.{ending}")));
    let _ = fs::remove_file(&record);
    let engine =
        |seed: u32| format!("{} engine {game} --protocol cecp --bot alphabeta:300n --seed {seed}", program.display());
    let child = Command::new(screen)
        .arg("-a")
        .arg(xboard)
        .args(["-variant", variant, "-fcp", &engine(1), "-fd", ".", "-scp", &engine(2), "-sd", "."])
        .args(["-mg", "1", "-tc", "5", "-inc", "0", "-depth", "1", "-debug", "-nameOfDebugFile"])
        .arg(&log)
        .arg("-sgf")
        .arg(&record)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn();
    let child = Group(child.map_err(|error| error.to_string())?);
    let until = Instant::now() + Duration::from_secs(seconds);
    // XBoard shows a window when the match is over, and waits.
    while fs::metadata(&record).map_or(0, |file| file.len()) == 0 {
        if Instant::now() > until {
            return Err(format!("no game within {seconds} s; see {}", log.display()));
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    drop(child);
    let text = fs::read_to_string(&record).map_err(|error| error.to_string())?;
    let end = text.trim_end().rsplit('{').next().unwrap_or_default().replace('\n', " ");
    let bad = ["llegal", "orfeit", "xboard exit", "crash", "disconnect"];
    if bad.iter().any(|word| end.contains(word)) { Err(end) } else { Ok(end) }
}

/// A group of processes that ends with its value.
struct Group(Child);

impl Drop for Group {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["--", &format!("-{}", self.0.id())]).status();
        let _ = self.0.wait();
    }
}

/// Lets another engine take a seat for two games.
fn seated(program: &Path, game: &str, needed: &str, seat: &str) -> Result<String, String> {
    let Some(path) = installed(needed) else { return Ok(format!("SKIPPED: {needed} is needed")) };
    let seat = seat.replace(&format!(":{needed}"), &format!(":{}", path.display()));
    let run = Command::new(program)
        .args(["match", game, "alphabeta:300n", &seat, "--games", "2", "--max-plies", "400"])
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&run.stdout).lines().last().unwrap_or_default().to_string();
    let failure = String::from_utf8_lossy(&run.stderr).trim().to_string();
    if run.status.success() { Ok(said) } else { Err(failure) }
}
