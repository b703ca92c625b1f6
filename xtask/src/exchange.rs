//! `cargo xtask exchange`: the long form of the comparisons with other programs.
//!
//! First the libraries of `crates/dagaz-record/tests/independent` make and judge many records.
//! Then whole games are played: XBoard referees `dagaz engine` in its variants, and GNU Go,
//! Stockfish and Fairy-Stockfish take seats. A program that is not installed is skipped and named.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use dagaz_record::names;
use dagaz_testkit::source;
use serde::{Deserialize, Serialize};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  cargo xtask exchange --games 40 --write           compare everything and keep the results
  cargo xtask exchange --records-only --only PDN    exchange draughts games only")]
pub(crate) struct Arguments {
    /// How many records of each kind are exchanged
    #[arg(long, value_name = "N", default_value_t = 40)]
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
    /// Only comparisons with this part in their names
    #[arg(long, value_name = "PART")]
    only: Vec<String>,
    /// The profile of cargo with which the tests are built
    #[arg(long, value_name = "NAME", default_value = "release")]
    profile: String,
    /// Keep the results in docs/bench/exchange.json, with those of earlier runs of other parts
    #[arg(long)]
    write: bool,
}

/// Records that a library or a program makes and judges.
struct Records {
    name: &'static str,
    judge: &'static str,
    /// A part of the names of the tests that exchange them.
    tests: &'static str,
    count: Count,
}

/// How many records are exchanged.
#[derive(Clone, Copy)]
enum Count {
    /// So many, whatever is asked for.
    Fixed(usize),
    /// So many times the number of games of each kind.
    Kinds(usize),
}

const RECORDS: [Records; 13] = [
    records("PGN of chess and nine variants", "python-chess", "exchange::games_of_python_chess", Count::Kinds(10)),
    records("PGN of nine further variants", "pyffish", "exchange::games_of_fairy_stockfish", Count::Kinds(9)),
    records("PGN of chess, both ways", "python-chess", "python_chess_sees", Count::Kinds(1)),
    records("FEN of the Chess960 starts", "python-chess", "all_starts_of_chess960", Count::Fixed(960)),
    records("PDN of ten game types", "pydraughts", "pdn::judged::", Count::Kinds(10)),
    records("SGF of Go on three boards", "sgfmill", "go_files_of_sgfmill", Count::Fixed(60)),
    records("SGF of games on three boards", "sgfmill", "independent_readers_accept", Count::Kinds(1)),
    records("SGF of Hex", "sgfmill", "games_of_hex", Count::Kinds(1)),
    records("KIF and CSA", "python-shogi", "shogi_files_of_python_shogi", Count::Fixed(80)),
    records("KI2 of KIF", "python-shogi", "ki2_means", Count::Fixed(40)),
    records("USI of shogi", "python-shogi", "python_shogi_plays", Count::Kinds(1)),
    records("UCCI of xiangqi", "pyffish", "fairy_stockfish_plays", Count::Kinds(1)),
    records("mat and SGF of backgammon", "gnubg", "games_of_gnubg", Count::Kinds(2)),
];

const fn records(name: &'static str, judge: &'static str, tests: &'static str, count: Count) -> Records {
    Records { name, judge, tests, count }
}

/// What came of one comparison.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Compared {
    judge: String,
    /// Records, or games that were played.
    count: usize,
    result: String,
    seconds: f64,
}

/// The file with the results of the last runs.
const KNOWN: &str = "docs/bench/exchange.json";

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
const SEATS: [(&str, &str, &str); 7] = [
    ("chess", "stockfish", "uci:300n:stockfish"),
    ("crazyhouse", "fairy-stockfish", "uci:300n:fairy-stockfish;UCI_Variant=crazyhouse"),
    ("xiangqi", "fairy-stockfish", "uci:300n:fairy-stockfish;UCI_Variant=xiangqi"),
    ("shogi", "fairy-stockfish", "usi:300n:fairy-stockfish"),
    ("shogi", "fairy-stockfish", "uci:300n:fairy-stockfish;UCI_Variant=shogi"),
    ("makruk", "fairy-stockfish", "uci:300n:fairy-stockfish;UCI_Variant=makruk"),
    ("go-9x9", "gnugo", "gtp:1s:gnugo --mode gtp --level 0 --chinese-rules --capture-all-dead"),
];

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let mut run = Run { arguments, failed: Vec::new(), results: BTreeMap::new() };
    if !arguments.matches_only {
        for records in RECORDS {
            let count = match records.count {
                Count::Fixed(count) => count,
                Count::Kinds(kinds) => kinds * arguments.games,
            };
            run.compare(records.name, (records.judge, count), || exchanged(arguments, &records));
        }
    }
    if !arguments.records_only {
        let program = fs::canonicalize(&arguments.program).map_err(|error| {
            format!("{}: {error}; build it with cargo build --release", arguments.program.display())
        })?;
        for variant in VARIANTS {
            let name = format!("games of {variant}");
            run.compare(&name, ("XBoard", 1), || refereed(&program, variant, arguments.seconds));
        }
        for (game, needed, seat) in SEATS {
            let protocol = seat.split(':').next().unwrap_or_default();
            let name = format!("seats in {game}, {protocol}");
            run.compare(&name, (needed, 2), || seated(&program, game, needed, seat));
        }
    }
    if arguments.write {
        run.write()?;
    }
    let failed = run.failed;
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

/// A run and its results.
struct Run<'a> {
    arguments: &'a Arguments,
    failed: Vec<String>,
    results: BTreeMap<String, Compared>,
}

impl Run<'_> {
    /// Makes a comparison if it is asked for, and reports what came of it.
    fn compare(&mut self, name: &str, (judge, count): (&str, usize), deed: impl FnOnce() -> Result<String, String>) {
        let asked = self.arguments.only.is_empty() || self.arguments.only.iter().any(|part| name.contains(part));
        if !asked {
            return;
        }
        let begun = Instant::now();
        let result = match deed() {
            Ok(said) => said,
            Err(why) => {
                self.failed.push(name.to_string());
                format!("FAILED: {why}")
            }
        };
        let seconds = (begun.elapsed().as_secs_f64() * 10.0).round() / 10.0;
        println!("{name} ({judge}, {count}): {result} ({seconds} s)");
        self.results.insert(name.to_string(), Compared { judge: judge.to_string(), count, result, seconds });
    }

    /// Writes the results over those of the same names in the file of earlier runs.
    fn write(&self) -> Result<(), String> {
        let path = source::root().join(KNOWN);
        let known = fs::read_to_string(&path).ok();
        let mut all: BTreeMap<String, Compared> =
            known.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        all.extend(self.results.clone());
        let text = serde_json::to_string_pretty(&all).map_err(|error| error.to_string())?;
        fs::write(&path, text + "\n").map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// Lets a library or a program make and judge records, by the tests that do so.
fn exchanged(arguments: &Arguments, records: &Records) -> Result<String, String> {
    let run = Command::new("cargo")
        .args(["test", "--profile", &arguments.profile, "-p", "dagaz-record", "--test", "it", "--", "--nocapture"])
        .arg(records.tests)
        .env("DAGAZ_GAMES", arguments.games.to_string())
        .current_dir(source::root())
        .output()
        .map_err(|error| error.to_string())?;
    let (said, told) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    if !run.status.success() {
        let lines: Vec<&str> = said.lines().chain(told.lines()).collect();
        return Err(lines[lines.len().saturating_sub(FAILURE_LINES)..].join("\n"));
    }
    if let Some(skipped) = told.lines().find(|line| line.starts_with("SKIPPED")) {
        return Ok(skipped.to_string());
    }
    match said.lines().find_map(|line| line.strip_prefix("test result: ok. ")) {
        Some(passed) if !passed.starts_with("0 passed") => Ok("equal".to_string()),
        _ => Err(format!("there is no test `{}`", records.tests)),
    }
}

/// Lines that are repeated of a test that failed.
const FAILURE_LINES: usize = 30;

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
