//! `cargo xtask mutate`: gives mutated inputs to every subcommand that reads a file or standard
//! input.
//!
//! An input is a file of the library or a fuzz seed with some mutations. The program must not
//! panic, crash or hang. An input that takes more processor time or memory than allowed must be
//! refused with the name of a limit. One seed makes the same inputs on every machine.

mod child;
mod inputs;

use std::path::{Path, PathBuf};
use std::time::Duration;

use dagaz_testkit::source;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use self::child::{Ended, Outcome};
use self::inputs::{Kind, Seeds};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many inputs each subcommand reads
    #[arg(long, value_name = "N", default_value_t = 1_500)]
    inputs: u64,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Only these subcommands
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// The program
    #[arg(long, value_name = "FILE", default_value = "target/release/dagaz")]
    program: PathBuf,
    /// Seconds of processor time for one input
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0)]
    seconds: f64,
    /// Megabytes of memory for one input
    #[arg(long, value_name = "MB", default_value_t = 256)]
    memory: u64,
    /// A folder for the inputs that fail
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// How a subcommand gets an input.
struct Reader {
    name: &'static str,
    kinds: &'static [Kind],
    /// Its arguments; `FILE` is the file of the input. Without it, the input is standard input.
    arguments: &'static [&'static str],
    /// Whether it plays games. Their length is up to the rules, so its time is not judged.
    plays: bool,
}

const RULES: &[Kind] = &[Kind::Drf, Kind::Zrf, Kind::Script];

const fn reader(name: &'static str, kinds: &'static [Kind], arguments: &'static [&'static str]) -> Reader {
    Reader { name, kinds, arguments, plays: false }
}

const fn player(name: &'static str, arguments: &'static [&'static str]) -> Reader {
    Reader { name, kinds: RULES, arguments, plays: true }
}

/// Subcommands with the least work, so that time is that of reading and of preparing the game.
const READERS: &[Reader] = &[
    reader("check", RULES, &["check", "FILE"]),
    reader("check --json", RULES, &["check", "--json", "FILE"]),
    reader("fmt", RULES, &["fmt", "--check", "FILE"]),
    reader("info", RULES, &["info", "FILE"]),
    reader("explain", RULES, &["explain", "FILE"]),
    reader("why", RULES, &["why", "FILE", "a1a2"]),
    reader("moves", RULES, &["moves", "FILE"]),
    reader("perft", RULES, &["perft", "FILE", "1"]),
    player("play", &["play", "FILE"]),
    player("analyse", &["analyse", "FILE", "--bot", "mcts", "--time", "10n"]),
    player("solve", &["solve", "FILE", "--nodes", "100", "--seconds", "1"]),
    player("autoplay", &["autoplay", "FILE", "--bots", "random", "-n", "1"]),
    player("compare", &["compare", "FILE", "tic-tac-toe", "--bots", "random", "-n", "1"]),
    player("tournament", &["tournament", "FILE", "--bots", "random,random", "-n", "1"]),
    player("match", &["match", "FILE", "random", "random", "--games", "1"]),
    player("bench", &["bench", "FILE", "--playouts", "1"]),
    Reader { plays: true, ..reader("upgrade", &[Kind::Zrf, Kind::Script], &["upgrade", "FILE"]) },
    reader("replay", &[Kind::Record], &["replay", "FILE"]),
    reader("convert", &[Kind::Record], &["convert", "FILE", "-", "--to", "json"]),
    reader("engine", &[Kind::Lines], &["engine"]),
    reader("engine --protocol json", &[Kind::Lines], &["engine", "--protocol", "json"]),
    reader("engine --protocol gtp", &[Kind::Lines], &["engine", "tic-tac-toe", "--protocol", "gtp"]),
    reader("lsp", &[Kind::Messages], &["lsp"]),
];

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let program = source::root().join(&arguments.program);
    if !program.is_file() {
        return Err(format!("there is no program {}; build it, or name it with --program", program.display()));
    }
    let known = |name: &String| READERS.iter().any(|reader| reader.name == name);
    if let Some(unknown) = arguments.only.iter().find(|name| !known(name)) {
        let names: Vec<&str> = READERS.iter().map(|reader| reader.name).collect();
        return Err(format!("{unknown} is none of {}", names.join(", ")));
    }
    let seeds = Seeds::read(&source::root())?;
    let folder = std::env::temp_dir().join(format!("dagaz-mutate-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut failed = 0;
    for reader in
        READERS.iter().filter(|one| arguments.only.is_empty() || arguments.only.iter().any(|name| name == one.name))
    {
        failed += read(reader, &seeds, &program, &folder, arguments)?;
    }
    let _ = std::fs::remove_dir_all(&folder);
    if failed == 0 { Ok(()) } else { Err(format!("{failed} inputs failed")) }
}

/// Gives a subcommand its inputs; returns how many failed.
fn read(reader: &Reader, seeds: &Seeds, program: &Path, folder: &Path, arguments: &Arguments) -> Result<u64, String> {
    let (mut failed, mut refused) = (0, 0);
    let (mut longest, mut largest) = (Duration::ZERO, 0);
    for seed in arguments.seed..arguments.seed.saturating_add(arguments.inputs) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let kind = reader.kinds[rng.next_u32() as usize % reader.kinds.len()];
        let (bytes, ending) = seeds.input(kind, &mut rng);
        let file = folder.join(format!("input.{ending}"));
        std::fs::write(&file, &bytes).map_err(|error| format!("{}: {error}", file.display()))?;
        let named = reader.arguments.contains(&"FILE");
        let words: Vec<&str> = reader.arguments.iter().copied().filter(|word| *word != "FILE").collect();
        let at = reader.arguments.iter().position(|word| *word == "FILE");
        let input = if named { None } else { Some(&file) };
        let ended = child::run(program, &words, at.map(|at| (at, file.as_path())), input.map(PathBuf::as_path))?;
        longest = longest.max(ended.processor);
        largest = largest.max(ended.memory);
        refused += u64::from(ended.outcome == Outcome::Code(1));
        if let Some(why) = fault(&ended, reader, arguments) {
            failed += 1;
            println!("{}: seed {seed} (.{ending}, {} bytes): {why}", reader.name, bytes.len());
            if let Some(out) = &arguments.out {
                let kept = out.join(format!("{}-{seed}.{ending}", reader.name.replace(' ', "-")));
                std::fs::create_dir_all(out)
                    .and_then(|()| std::fs::write(&kept, &bytes))
                    .map_err(|error| error.to_string())?;
            }
        }
    }
    let (inputs, seconds) = (arguments.inputs, longest.as_secs_f64());
    let name = reader.name;
    println!(
        "{name}: {inputs} inputs, {refused} refused, {failed} failed; at most {seconds:.2} s, {} MB",
        largest >> 20
    );
    Ok(failed)
}

/// Returns what is wrong with the end of a process.
fn fault(ended: &Ended, reader: &Reader, arguments: &Arguments) -> Option<String> {
    let panicked = ended.errors.contains("panicked at");
    match ended.outcome {
        _ if panicked => Some(format!("panic: {}", first_line(&ended.errors, "panicked at"))),
        Outcome::Hung => Some(format!("it does not end; {:.0} s of processor time", ended.processor.as_secs_f64())),
        Outcome::Signal(signal) => Some(format!("signal {signal}")),
        Outcome::Code(code) if !(0..=2).contains(&code) => Some(format!("exit code {code}")),
        Outcome::Code(_) => {
            let names_limit = ended.errors.contains("limit") || ended.output.contains("limit");
            let seconds = ended.processor.as_secs_f64();
            let over_time = seconds > arguments.seconds && !reader.plays;
            let over_memory = ended.memory > arguments.memory << 20;
            ((over_time || over_memory) && !names_limit).then(|| {
                format!("{seconds:.2} s of processor time and {} MB without a named limit", ended.memory >> 20)
            })
        }
    }
}

fn first_line<'a>(text: &'a str, with: &str) -> &'a str {
    text.lines().find(|line| line.contains(with)).unwrap_or_default()
}
