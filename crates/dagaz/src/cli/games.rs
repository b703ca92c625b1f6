//! Arguments of commands about one game or one record.

use std::path::PathBuf;

use clap::Args;
use dagaz_bots::Budget;

use super::values::{budget, positive, seconds, seed, setting, some_seconds, some_threads, threads, whole};

#[derive(Debug, Default, Args)]
pub(crate) struct ServeArgs {
    /// The path of a rules file or of a zip, or the name of a game of the library, to open at once
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<String>,
    /// The port; 0 is any free one. Unless given: 8417 if it is free
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// The folder that stores games
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<std::path::PathBuf>,
    /// Keep games and people in a PostgreSQL database, postgres://USER@HOST/NAME, that several
    /// servers may share
    #[arg(long, value_name = "ADDRESS", conflicts_with = "data")]
    pub(crate) db: Option<String>,
    /// Where other servers on the same database reach this one; unless given, where it listens
    #[arg(long, value_name = "HOST:PORT", requires = "db")]
    pub(crate) advertise: Option<String>,
    /// Do not open a browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Print the address as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Also accept pages of this origin, such as a development server
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) allow_origin: Vec<String>,
    /// Accept clients that use this address, as browsers name it: `https://games.example.org`
    #[arg(long, value_name = "ORIGIN", conflicts_with = "file")]
    pub(crate) public: Option<String>,
    /// Listen at this address instead of the machine's own
    #[arg(long, value_name = "ADDRESS", requires = "public")]
    pub(crate) listen: Option<std::net::IpAddr>,
    /// Trust the X-Forwarded-For header of the proxy
    #[arg(long, requires = "public")]
    pub(crate) behind_proxy: bool,
    /// Set a limit: `sockets=20000`; a wrong name lists them all
    #[arg(long, value_name = "NAME=NUMBER")]
    pub(crate) limit: Vec<String>,
    /// Log level on standard error
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = LogLevel::Warn)]
    pub(crate) log: LogLevel,
}

/// Log level of the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LogLevel {
    /// Faults only
    Error,
    /// Conditions that need attention
    #[default]
    Warn,
    /// Start, stop and events of the server
    Info,
    /// Every request and connection
    Debug,
    /// Every command
    Trace,
}

#[derive(Debug, Args)]
pub(crate) struct AdminArgs {
    /// The folder that the public server was given with --data
    #[arg(long, value_name = "FOLDER", required_unless_present = "db")]
    pub(crate) data: Option<std::path::PathBuf>,
    /// The database that the public server was given with --db
    #[arg(long, value_name = "ADDRESS", conflicts_with = "data")]
    pub(crate) db: Option<String>,
    #[command(subcommand)]
    pub(crate) command: AdminCommand,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum AdminCommand {
    /// Show the data of a user
    Person {
        /// Their name or id; a guest's id is in reports and in the addresses of pages
        name: String,
    },
    /// Lock a user out
    Bar {
        /// Their name or id; of a guest the id
        name: String,
    },
    /// Unlock a user
    Unbar {
        /// Their name or id; of a guest the id
        name: String,
    },
    /// End all sessions of a user, who has to log in again; a guest becomes another guest
    Revoke {
        /// Their name or id; of a guest the id
        name: String,
    },
    /// Remove the second factor of an account whose owner has lost it; ends all its sessions
    RemoveSecondFactor {
        /// The name or id of the account
        name: String,
    },
    /// List open reports
    Reports,
    /// Close a report
    Settle {
        /// Its number
        report: i64,
    },
    /// List the tournaments that are not over
    Tournaments,
    /// Cancel a tournament, also a running one
    CallOff {
        /// Its id
        tournament: String,
    },
    /// List the rules of users that are public in the library
    Rules,
    /// Make public rules of users private again; games continue to use them
    Withdraw {
        /// Their hash
        hash: String,
    },
    /// List who takes the most space on the disk with their games
    Usage {
        /// The most users to list
        #[arg(long, value_name = "COUNT", default_value_t = 50)]
        most: usize,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Copy games and accounts while the server runs
    Backup {
        /// A new folder
        to: std::path::PathBuf,
    },
}

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// Only games whose name or family contains this
    pub(crate) filter: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Rules files, folders of rules files, or names of games of the library
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// The folder of the library's defines, for descriptions of Ludii (.lud)
    #[arg(long, value_name = "DIR")]
    pub(crate) defines: Option<PathBuf>,
    /// Also tell which words keep rules of edition 3 (.drf) slow, and where they stand
    #[arg(long)]
    pub(crate) speed: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which game.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct GameArgs {
    /// The path of a rules file, or the name of a game of the library
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The variant, by its title, a part of it, or its number in `dagaz info`
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// Give a parameter of the game another value; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) set: Vec<(String, String)>,
    /// The folder of the library's defines, for descriptions of Ludii (.lud)
    #[arg(long, value_name = "DIR")]
    pub(crate) defines: Option<PathBuf>,
}

/// From where.
#[derive(Debug, Args)]
pub(crate) struct StartArgs {
    /// The position to begin with, as FEN or as `key=value` line
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
}

/// From the end of which game.
#[derive(Debug, Args)]
pub(crate) struct HistoryArgs {
    /// A recorded game to begin at the end of, in any format
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) record: Option<String>,
    /// Begin after so many plies of the record instead
    #[arg(long, value_name = "N", requires = "record", value_parser = |text: &str| whole(text, usize::MAX), allow_negative_numbers = true)]
    pub(crate) ply: Option<usize>,
}

/// Which record.
#[derive(Debug, Args)]
pub(crate) struct RecordArgs {
    /// The record; `-` reads standard input
    #[arg(value_name = "RECORD")]
    pub(crate) file: String,
    /// The rules: a file, a folder in which to look for the file that the record names, or the name
    /// of a game of the library. Of several, the first that has the name in the record is taken
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Vec<String>,
    /// The variant, if not the one that the record names
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// Give a parameter of the game another value; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) set: Vec<(String, String)>,
    /// The folder of the library's defines, for descriptions of Ludii (.lud)
    #[arg(long, value_name = "DIR")]
    pub(crate) defines: Option<PathBuf>,
    /// The format of the record
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// Read the valid parts of a damaged record, and report the rest as warnings
    #[arg(long)]
    pub(crate) lenient: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    /// Stop each game after so many plies; faults after them are ignored
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, usize::MAX), allow_negative_numbers = true)]
    pub(crate) ply: Option<usize>,
    /// Print every move with all its effects
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    /// The file to write; `-` prints it
    #[arg(value_name = "OUT")]
    pub(crate) out: String,
    /// The format to write
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct UpgradeArgs {
    /// The path of rules in edition 2 (.zrf) or of a script in ForthScript (.4th), or the name of
    /// one of the library
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The rules file to write; it is printed unless one is named
    #[arg(short = 'o', long = "output", alias = "out", value_name = "OUT")]
    pub(crate) out: Option<String>,
    /// Only this game or variant of the file: its title, a part of it, or its number; otherwise all
    /// of them
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// Print JSON: what was found out about each game, and the text unless it is written to a file
    #[arg(long)]
    pub(crate) json: bool,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Print what each rule and ending became, and which word at which line keeps it slow, instead
    /// of the rules
    #[arg(long)]
    pub(crate) compiled: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) history: HistoryArgs,
    /// Moves to play first, separated by `;`
    #[arg(long, value_name = "MOVES")]
    pub(crate) after: Option<String>,
    /// Print the view of this player, with their moves if they are to move
    #[arg(long = "as", value_name = "PLAYER")]
    pub(crate) seen_by: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Depth in plies
    #[arg(value_parser = |text: &str| whole(text, 1000u32), allow_negative_numbers = true)]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) history: HistoryArgs,
    /// Moves to play first, separated by `;`
    #[arg(long, value_name = "MOVES")]
    pub(crate) after: Option<String>,
    /// Also print the count below each move of the first ply
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count this depth alone, and none of those before it
    #[arg(long)]
    pub(crate) only: bool,
    /// Count moves of one list that lead to the same state once
    #[arg(long)]
    pub(crate) merged: bool,
    /// Megabytes in which counts below positions are kept, so that a position that is reached in
    /// several ways is counted below once: for deep trees. 0: every sequence is counted
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = |text: &str| whole(text, 1usize << 20), allow_negative_numbers = true)]
    pub(crate) memory: usize,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) history: HistoryArgs,
    /// Who plays for a player: `human` (as all do unless told otherwise), `random`, `greedy`,
    /// `level:1` to `level:10`, `own` (a script's search), a search with its budget for each move:
    /// `best:2s`, `alphabeta:100000n`, `mcts:500ms`; or a program that speaks UCI, USI, UCCI, CECP
    /// or GTP: `uci:1s:/usr/games/stockfish`, `usi:`, `ucci:`, `cecp:` and `gtp:` likewise
    #[arg(long = "seat", value_name = "PLAYER=WHO")]
    pub(crate) seats: Vec<String>,
    /// Seed of chance; another one each time if it is not given
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Save the game to this new file when it ends or is left; the ending of its name is the format
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) history: HistoryArgs,
    /// Moves to play first, separated by `;`
    #[arg(long, value_name = "MOVES")]
    pub(crate) after: Option<String>,
    /// Who thinks: alphabeta, mcts, greedy or best
    #[arg(long, value_name = "BOT", default_value = "best")]
    pub(crate) bot: String,
    /// How long, or how much: 5s, 100000n (nodes), 12d (plies), 800p (playouts), or several joined
    /// by commas
    #[arg(long = "time", value_name = "BUDGET", value_parser = budget)]
    pub(crate) budget: Option<Budget>,
    /// How many of the best moves to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, 500usize), allow_negative_numbers = true)]
    pub(crate) lines: usize,
    /// On how many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = some_threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Seed of everything random in the search
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    /// The game to begin with: the path of a rules file, or the name of a game of the library
    #[arg(value_name = "FILE", default_value = "chess")]
    pub(crate) file: String,
    /// The variant, by its title, a part of it, or its number in `dagaz info`
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// Give a parameter of the game another value; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) set: Vec<(String, String)>,
    /// What to speak
    #[arg(long, value_name = "PROTOCOL", default_value = "uci", value_parser = ["uci", "usi", "ucci", "cecp", "gtp", "json"])]
    pub(crate) protocol: String,
    /// Who thinks: best, alphabeta, mcts, greedy, level:N; a budget behind it is the usual one
    #[arg(long, value_name = "BOT", default_value = "best")]
    pub(crate) bot: String,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) history: HistoryArgs,
    /// Moves to play first, separated by `;`
    #[arg(long, value_name = "MOVES")]
    pub(crate) after: Option<String>,
    /// Positions to look at, at most
    #[arg(long, value_name = "N", default_value_t = 5_000_000, value_parser = |text: &str| positive(text, u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes: u64,
    /// Seconds at most
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = some_seconds, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// Megabytes for what is known of positions, at most; a proof by numbers may need some 600 more
    #[arg(long, value_name = "MB", default_value_t = 1_024, value_parser = |text: &str| whole(text, 1usize << 20), allow_negative_numbers = true)]
    pub(crate) memory: usize,
    /// Ask for a win within so many plies and for nothing else; of a puzzle, for a solution that is
    /// no longer
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(crate) within: Option<u32>,
    /// How to search a puzzle of one player; otherwise one after the other, until a solution is
    /// found
    #[arg(long, value_name = "COURSE")]
    pub(crate) by: Option<PuzzleCourse>,
    /// Of a game with hidden facts or chance: how much a best answer may gain on what is found
    #[arg(long, value_name = "X", default_value_t = 0.001, value_parser = some_seconds, allow_negative_numbers = true)]
    pub(crate) exploitability: f64,
    /// Of a game with hidden facts or chance: for how many information states to print the moves
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = |text: &str| whole(text, 1usize << 20), allow_negative_numbers = true)]
    pub(crate) policies: usize,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A way to search a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PuzzleCourse {
    /// All positions after one ply, after two and so on: a shortest solution
    Breadth,
    /// Depth first to so many plies, then to more: a shortest solution, with little memory
    Deepening,
    /// Depth first with a memory of what leads nowhere: any solution
    Depth,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// How long to play or count; what is begun is finished
    #[arg(long, value_name = "S", default_value_t = 5.0, value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// How many games to play, instead of how long
    #[arg(long, value_name = "N", conflicts_with = "seconds", value_parser = |text: &str| positive(text, u64::MAX), allow_negative_numbers = true)]
    pub(crate) playouts: Option<u64>,
    /// Count all sequences of so many plies instead of playing, again and again, at least once
    #[arg(long, value_name = "DEPTH", conflicts_with_all = ["playouts", "seed", "max_plies", "quiet_limit"], value_parser = |text: &str| whole(text, 1000u32), allow_negative_numbers = true)]
    pub(crate) perft: Option<u32>,
    /// Measure the parts of the work on positions of playouts: generating moves, playing them, and
    /// each rule by itself
    #[arg(long, conflicts_with_all = ["playouts", "perft", "threads", "quiet_limit"])]
    pub(crate) profile: bool,
    /// Use the reference interpreter, for comparison; rules of edition 3 (.drf) only
    #[arg(long)]
    pub(crate) reference: bool,
    /// How many threads share the work; 0: one on each core
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Seed of the moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Cut a game off after so many plies
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = |text: &str| whole(text, usize::MAX), allow_negative_numbers = true)]
    pub(crate) max_plies: usize,
    /// Cut a game off after so many plies in a row without a capture or another irreversible move
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, usize::MAX), allow_negative_numbers = true)]
    pub(crate) quiet_limit: Option<usize>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
