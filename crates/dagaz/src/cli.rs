//! What may be typed behind `dagaz`.

use std::fmt::Display;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand};
use dagaz_bots::Budget;
use dagaz_core::Limits;

/// Exit codes, for the end of every help text.
const EXIT_CODES: &str = "Exit codes: 0 all is well, 1 the rules, the record, the position or a move has errors, a limit \
    is met, or a file cannot be read or the output written, 2 wrong usage, such as a FILE that is not there.";

/// Play any board game written down as text.
#[derive(Debug, Parser)]
#[command(name = "dagaz", version, max_term_width = 100, disable_help_subcommand = true)]
#[command(after_help = format!("Examples:
  dagaz                                    play in the browser
  dagaz games                              what can be played at once
  dagaz play chess                         play it in the terminal
  dagaz play chess --seat Black=level:3    play it against a bot
  dagaz moves chess --after \"e2e4; e7e5\"   every legal move of a position
  dagaz check my-game.zrf                  is my rules file right?

FILE is the path of a rules file, or the name of a game of the library.
{EXIT_CODES}"))]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play in the browser; `dagaz` alone does the same
    #[command(after_help = format!("Examples:\n  dagaz serve                     the gallery of games\n  dagaz serve chess               this game\n  \
        dagaz serve my-game.zrf         this file; whenever it is saved, open games go on by the new rules\n  \
        dagaz serve game.zip            rules with their pictures\n  dagaz serve --no-open --json    for programs: prints the address as JSON\n\n\
        Only this machine can reach the server, and only with the token in the address that is printed.\n\n{EXIT_CODES}"))]
    Serve(ServeArgs),
    /// List the games of the library
    #[command(after_help = format!("Examples:\n  dagaz games\n  dagaz games chess\n  dagaz games --json\n\n{EXIT_CODES}"))]
    Games(GamesArgs),
    /// Tell what is wrong with rules files
    #[command(after_help = format!("Examples:\n  dagaz check my-game.zrf\n  dagaz check rules/*.zrf\n  \
        dagaz check rules/            all rules files of a folder\n  dagaz check --json chess\n\n{EXIT_CODES}"))]
    Check(CheckArgs),
    /// Tell what a game is: players, board, pieces, turn order, endings
    #[command(after_help = format!("Examples:\n  dagaz info chess\n  dagaz info my-game.zrf --variant \"Small board\"\n  dagaz info chess --compiled\n\n{EXIT_CODES}"))]
    Info(InfoArgs),
    /// List the legal moves of a position
    #[command(after_help = format!("Examples:\n  dagaz moves chess\n  dagaz moves chess --after \"e2e4; e7e5\"\n  \
        dagaz moves chess --position \"8/8/8/8/8/5k2/5q2/7K w - - 0 1\"\n  \
        dagaz moves tic-tac-toe --after \"b2\" --json\n\n{EXIT_CODES}"))]
    Moves(MovesArgs),
    /// Count the sequences of moves up to a depth
    #[command(after_help = format!("Examples:\n  dagaz perft chess 4\n  dagaz perft chess 3 --divide\n  \
        dagaz perft english-draughts 6 --merged\n\n\
        Prints a line `depth nodes` for each depth. A finished game has no children.\n\n{EXIT_CODES}"))]
    Perft(PerftArgs),
    /// Play in the terminal
    #[command(after_help = format!("Examples:\n  dagaz play chess\n  dagaz play chess --seat Black=level:3\n  \
        dagaz play chess --seat White=alphabeta:2s --seat Black=mcts:2s\n  \
        dagaz play hex-9x9 --set size=13          a game with another value for one of its parameters\n  \
        dagaz play reversi --seat White=random --seat Black=random --save game.txt\n  \
        printf 'e2e4\\ne7e5\\nmoves\\n' | dagaz play chess\n\n\
        While playing, type a move, its number in the list, or `help`.\n\
        A game in which nobody but random movers is left to move stops after {} plies.\n\
        A line from a pipe that is not understood makes the exit code 1.\n\n{EXIT_CODES}", Limits::default().plies))]
    Play(PlayArgs),
    /// Think about a position and show the best moves
    #[command(after_help = format!("Examples:\n  dagaz analyse chess --time 5s --lines 3\n  \
        dagaz analyse game.pgn-rules.zrf --record game.pgn --ply 12\n  dagaz analyse reversi --bot mcts --time 20000n --json\n  \
        dagaz analyse connect-four --after \"d1; d2\" --bot alphabeta --time 12d\n\n\
        Scores are those of the player to move, in hundredths of a smallest piece.\n\n{EXIT_CODES}"))]
    Analyse(AnalyseArgs),
    /// Be an engine for other programs: UCI, USI, UCCI, CECP, GTP, or JSON lines
    #[command(after_help = format!("Examples:\n  dagaz engine                        UCI; `setoption name UCI_Variant value reversi` changes the game\n  \
        dagaz engine chess --protocol cecp   for xboard\n  dagaz engine hex --protocol gtp      for GoGui\n  \
        dagaz engine shogi --protocol usi --bot level:7\n  \
        dagaz engine --protocol json         every game; docs/engine.schema.json says how\n\n\
        The engine listens while it thinks. Lines that it does not understand are answered and do no harm.\n\n{EXIT_CODES}"))]
    Engine(EngineArgs),
    /// Solve a puzzle, or prove a win
    #[command(after_help = format!("Examples:\n  dagaz solve peg-solitaire --variant \"Cross\"\n  dagaz solve sokoban --nodes 2000000\n  \
        dagaz solve chess --position \"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\"\n  dagaz solve tic-tac-toe --json\n\n\
        With one player a shortest solution is sought where that is possible; with two, a proof that the player to move \
        wins, whatever the other does.\n\n{EXIT_CODES}"))]
    Solve(SolveArgs),
    /// Measure the levels of the bots of a game against each other
    #[command(after_help = format!("Examples:\n  dagaz ladder reversi --games 40 --log reversi-ladder\n  \
        dagaz ladder chess --levels 1,3,5,7 --json\n\n\
        Each level plays the next one but one below it and the next one below it. With --log what was broken off goes on.\n\n{EXIT_CODES}"))]
    Ladder(LadderArgs),
    /// Play a game against itself many times, and tell its designer what it is like
    #[command(after_help = format!("Examples:\n  dagaz autoplay my-game.drf                       a thousand games of quick bots\n  \
        dagaz autoplay chess --bots random -n 100000\n  \
        dagaz autoplay reversi --bots best:2000n,greedy -n 500 --report reversi.html\n  \
        dagaz autoplay my-game.zrf --variant Small --variant Large --json\n  \
        dagaz autoplay hex --bots mcts:500p,mcts:1000p -n 5000 --resume hex.json      goes on where it stopped\n  \
        dagaz autoplay hex -n 100000 --shard 3/8 --resume part-3.json                 one of eight machines\n  \
        dagaz autoplay ur-simple ur-aggressive 100                                    two scripts of one game\n\n\
        Seats are rotated, and each opening is played by everybody in every seat. With bots that do not think by the clock the \
        same seed gives the same games and totals, on any number of threads and machines, broken off or not. \
        Ctrl-C ends with a report of the games so far.\n\
        docs/measures.md says what the measures mean.\n\n{EXIT_CODES} 130 interrupted."))]
    Autoplay(AutoplayArgs),
    /// Put the results of several parts of a match together
    #[command(after_help = format!("Examples:\n  dagaz merge part-*.json --to all.json\n  dagaz merge part-*.json --report out.html\n\n\
        The parts are files that `dagaz autoplay --resume` has written. Together they are, byte by byte, what one run would have written.\n\n{EXIT_CODES}"))]
    Merge(MergeArgs),
    /// Set two matches side by side and say what has surely changed: two versions of a file, two variants, two games
    #[command(after_help = format!("Examples:\n  dagaz compare old.drf new.drf -n 500\n  dagaz compare before.json after.json --report changes.html\n  \
        dagaz compare hex-9x9 hex-9x9 --set size=5 --second-set size=7\n\n\
        A and B are rules files, games of the library, or results that `dagaz autoplay --resume` has written. Rules are played with the same bots, seed and \
        number of games.\n\n{EXIT_CODES}"))]
    Compare(CompareArgs),
    /// Let several bots play each other, in one game or in many, and rate them
    #[command(after_help = format!("Examples:\n  dagaz tournament chess --bots best:500n,greedy,random,level:3\n  \
        dagaz tournament reversi hex breakthrough --bots mcts:500p,alphabeta:500n,greedy -n 20\n  \
        dagaz tournament go-9x9 --bots mcts:100p,mcts:400p,mcts:1600p --system gauntlet\n  \
        dagaz tournament chess --bots level:1,level:2,level:3,level:4,level:5,level:6 --system swiss --log folder\n\n\
        Ratings are those that fit all results best (Bradley and Terry 1952, by the method of Hunter 2004), the mean being 0, with bounds for \
        95 of 100 cases.\n\n{EXIT_CODES}"))]
    Tournament(TournamentArgs),
    /// Search the parameters of a rules file for the values that make the best game
    #[command(after_help = format!("Examples:\n  dagaz evolve my-game.drf --out found/               six generations of ten, then the best five as rules files\n  \
        dagaz evolve my-game.drf --grid --target \"length=40, balance>0.9*2\"\n  \
        dagaz evolve yavalath --set side=5 --generations 10 --population 20 --bots alphabeta:500n\n  \
        dagaz evolve my-game.drf --vary size,goal --target \"balance, completion=1, drawishness<0.1\" --json\n\n\
        A rules file leaves numbers and words open with `(parameter size 5 4..9)`. A target is a list of goals: the name of a measure, \
        what it should be (`>0.9`, `<0.1`, `=40`; nothing: as much as possible), and how much that counts (`*2`). The score of a \
        candidate is the mean of its goals, from 0 to 1. docs/evolve.md says how, docs/measures.md what there is to measure.\n\
        The same seed gives the same result on any number of threads, if the bots do not think by the clock. Ctrl-C ends with \
        what there is.\n\n{EXIT_CODES} 130 interrupted."))]
    Evolve(EvolveArgs),
    /// Let two bots play a match, from varied openings and with both colours
    #[command(after_help = format!("Examples:\n  dagaz match chess alphabeta:20000n mcts:2000n --games 40\n  \
        dagaz match reversi best:100ms random --games 100 --log reversi.json\n  \
        dagaz match breakthrough alphabeta:5000n alphabeta:2000n --sprt 0,50\n\n\
        With --log a match that was broken off goes on where it stopped. Of two games with the same opening each bot plays \
        one as each player.\n\n{EXIT_CODES}"))]
    Match(MatchArgs),
    /// Play a recorded game again and tell whether every move is legal
    #[command(after_help = format!("Examples:\n  dagaz replay game.zsg\n  dagaz replay game.zsg --rules rules/ --verbose\n  \
        dagaz replay game.pgn --ply 12\n  dagaz replay games.pdn --json\n  \
        dagaz replay - --from pgn < game.txt\n\n\
        Formats: zsg, txt, json, sgf, pgn, pdn, usi, ucci; found by the ending of the name, else by the text.\n\
        Rules are looked for beside the record, then in the library.\n\n{EXIT_CODES}"))]
    Replay(ReplayArgs),
    /// Write a record in another format
    #[command(after_help = format!("Examples:\n  dagaz convert game.zsg game.sgf\n  dagaz convert game.pgn game.json\n  \
        dagaz convert damaged.pgn good.pgn --lenient\n  dagaz convert game.json - --to txt\n\n\
        Formats: zsg, txt, json, sgf for every game; pgn for chess, pdn for draughts, usi for shogi, ucci for xiangqi.\n\
        What a format cannot say is named on standard error.\n\n{EXIT_CODES}"))]
    Convert(ConvertArgs),
    /// Play random games and measure speed, length and outcomes; or measure how fast moves are counted
    #[command(after_help = format!("Examples:\n  dagaz bench chess\n  dagaz bench chess --seconds 1 --seed 7\n  \
        dagaz bench reversi --playouts 1000 --json     the same games for the same seed\n  \
        dagaz bench reversi --threads 0                on all cores\n  \
        dagaz bench chess --profile                    see which rules cost what\n  \
        dagaz bench chess --perft 4                    count all sequences of 4 plies instead\n\n\
        Seconds are those of the clock on the wall; it starts when the game is warmed up. In a CPU-second one processor works for this program; those of all \
        threads are added up. The speed-up is CPU time by wall time. Any number of threads plays the same games if \
        seed and --playouts are the same.\n\n\
        What is measured is also checked: one random game of a thousand is played again, and moves of it are \
        looked up in the lists of legal moves; counts must \
        be the same every time, and the same that others have published for a game of the library.\n\n{EXIT_CODES}"))]
    Bench(BenchArgs),
}

#[derive(Debug, Default, Args)]
pub(crate) struct ServeArgs {
    /// The path of a rules file or of a zip, or the name of a game of the library, to open at once
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<String>,
    /// The port; 0 is any free one. Unless given: 8417 if it is free
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// Where games are kept
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<std::path::PathBuf>,
    /// Open no browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Print the address as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Let pages from this origin in as well: for a development server
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) allow_origin: Vec<String>,
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
    /// The rules: a file, a folder in which to look for the file that the record names, or the name of a game of the
    /// library. Of several, the first that has the name in the record is taken
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Vec<String>,
    /// The variant, if not the one that the record names
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// Give a parameter of the game another value; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) set: Vec<(String, String)>,
    /// The format of the record
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// Take what is good of a damaged record, and only remark on the rest
    #[arg(long)]
    pub(crate) lenient: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    /// Stop each game after so many plies; what is wrong behind them does not count
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
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Show what the compiler has made of each rule, and why it is no faster, instead of the rules
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
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// How many plies deep
    #[arg(value_parser = |text: &str| whole(text, 1000u32), allow_negative_numbers = true)]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Also print the count below each move of the first ply
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count moves of one list that lead to the same state once
    #[arg(long)]
    pub(crate) merged: bool,
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
    /// Who plays for a player: `human` (as all do unless told otherwise), `random`, `greedy`, `level:1` to `level:10`, or a
    /// search with its budget for each move: `best:2s`, `alphabeta:100000n`, `mcts:500ms`
    #[arg(long = "seat", value_name = "PLAYER=WHO")]
    pub(crate) seats: Vec<String>,
    /// Seed of chance; another one each time if it is not given
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, u64::MAX), allow_negative_numbers = true)]
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
    /// How long, or how much: 5s, 100000n (nodes), 12d (plies), 800p (playouts), or several joined by commas
    #[arg(long = "time", value_name = "BUDGET", value_parser = budget)]
    pub(crate) budget: Option<Budget>,
    /// How many of the best moves to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, 500usize), allow_negative_numbers = true)]
    pub(crate) lines: usize,
    /// On how many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, 256usize), allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Seed of everything random in the search
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, u64::MAX), allow_negative_numbers = true)]
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
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Moves to play first, separated by `;`
    #[arg(long, value_name = "MOVES")]
    pub(crate) after: Option<String>,
    /// Positions to look at, at most
    #[arg(long, value_name = "N", default_value_t = 5_000_000, value_parser = |text: &str| whole(text, u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes: u64,
    /// Seconds at most
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LadderArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The levels to measure, joined by commas
    #[arg(long, value_name = "LEVELS", default_value = "1,2,3,4,5,6,7,8,9,10", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(crate) levels: Vec<u8>,
    /// Games of each pair
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = |text: &str| whole(text, 1_000_000u64), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Random plies before the bots begin
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = |text: &str| whole(text, 1_000usize), allow_negative_numbers = true)]
    pub(crate) opening: usize,
    /// Cut a game off as a draw after so many plies
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = |text: &str| whole(text, 1_000_000usize), allow_negative_numbers = true)]
    pub(crate) max_plies: usize,
    /// A folder for the logs of the pairs; with those that it has already the ladder goes on
    #[arg(long, value_name = "FOLDER")]
    pub(crate) log: Option<String>,
    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, 256usize), allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Seed of the openings and of everything random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The first bot: random, greedy, alphabeta:BUDGET, mcts:BUDGET, best:BUDGET, level:N, own
    #[arg(value_name = "BOT")]
    pub(crate) first: String,
    /// The second bot
    #[arg(value_name = "BOT")]
    pub(crate) second: String,
    /// How many games, at most if --sprt is given
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = |text: &str| whole(text, GAMES_MAX), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Random plies before the bots begin
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = |text: &str| whole(text, 1_000usize), allow_negative_numbers = true)]
    pub(crate) opening: usize,
    /// Stop as soon as a sequential test decides between these differences in Elo, the chance of an error being 5 %
    #[arg(long, value_name = "LOW,HIGH", value_parser = pair, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    /// Cut a game off as a draw after so many plies
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = |text: &str| whole(text, 1_000_000usize), allow_negative_numbers = true)]
    pub(crate) max_plies: usize,
    /// Keep the results in this file, and go on with those that it has already
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<String>,
    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, 256usize), allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Seed of the openings and of everything random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Default, Args)]
pub(crate) struct AutoplayArgs {
    /// The path of a rules file, or the name of a game of the library
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Other rules for the second seat: another script of the same game, or a variant of the file
    #[arg(value_name = "SECOND")]
    pub(crate) second: Option<String>,
    /// How many games, behind a second set of rules
    #[arg(value_name = "GAMES", value_parser = |text: &str| whole(text, GAMES_MAX))]
    pub(crate) old_games: Option<u64>,
    /// The variant; given several times, each is a match of its own
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Vec<String>,
    /// Give a parameter of the game another value; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) set: Vec<(String, String)>,
    /// Who plays, joined by commas: random, greedy, alphabeta:BUDGET, mcts:BUDGET, best:BUDGET, level:N, own. One plays against
    /// itself; more than there are seats all meet each other. Unless given: best:300n
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: Option<String>,
    /// How many games, at most if --sprt is given
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1_000, value_parser = |text: &str| whole(text, GAMES_MAX), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// How many games are played at the same time; 0 is one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = |text: &str| whole(text, 256usize), allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Random plies at the beginning of each game, the same for everybody who plays that opening. Unless given: 4, or 0 if
    /// the bots or the rules leave something to chance
    #[arg(long, value_name = "PLIES", value_parser = |text: &str| whole(text, 1_000usize), allow_negative_numbers = true)]
    pub(crate) openings: Option<usize>,
    /// Cut a game off after so many plies
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = |text: &str| whole(text, 1_000_000usize), allow_negative_numbers = true)]
    pub(crate) max_plies: usize,
    /// Everybody keeps the seat in which --bots names them
    #[arg(long)]
    pub(crate) fixed_seats: bool,
    /// Look at so many games ply by ply. Unless given: all, but the first 400 if the bots are all random
    #[arg(long, value_name = "GAMES", value_parser = |text: &str| whole(text, GAMES_MAX), allow_negative_numbers = true)]
    pub(crate) detail: Option<u64>,
    /// The length in plies that games should have, for the measure of duration
    #[arg(long, value_name = "PLIES", value_parser = |text: &str| whole(text, 1_000_000u32), allow_negative_numbers = true)]
    pub(crate) wanted_length: Option<u32>,
    /// Measure the depth of the game as well: so many games between each two neighbours of a ladder of bots, each thinking
    /// four times as much as the one below it
    #[arg(long, value_name = "GAMES", value_parser = |text: &str| whole(text, GAMES_MAX), allow_negative_numbers = true)]
    pub(crate) depth: Option<u64>,
    /// Stop as soon as a sequential test decides between these differences in Elo of two bots, the chance of an error being
    /// 5 %
    #[arg(long, value_name = "LOW,HIGH", value_parser = pair, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    /// Keep the results in this file, and go on with those that it has already
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<String>,
    /// Play only this part of the match: 1/8 is the first of eight. Unless given: what Slurm (SLURM_ARRAY_TASK_ID and COUNT) or
    /// Kubernetes (JOB_COMPLETION_INDEX and JOB_COMPLETIONS) say
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<crate::arena::Part>,
    /// Write a page with plots to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<String>,
    /// Write a table with a line for each game
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<String>,
    /// Write a table with a line for each ply
    #[arg(long, value_name = "FILE")]
    pub(crate) plies: Option<String>,
    /// Write the games into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) records: Option<String>,
    /// In which formats the games are written
    #[arg(long, value_name = "FORMATS", default_value = "json,zsg", value_delimiter = ',', value_parser = record_format)]
    pub(crate) formats: Vec<dagaz_record::Format>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// How a tournament is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SystemWord {
    /// Everybody meets everybody
    RoundRobin,
    /// The first bot meets all others
    Gauntlet,
    /// Those meet who stand about equal and have not met
    Swiss,
}

#[derive(Debug, Args)]
pub(crate) struct TournamentArgs {
    /// Rules files, or names of games of the library
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Who plays, joined by commas: random, greedy, alphabeta:BUDGET, mcts:BUDGET, best:BUDGET, level:N, own
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: String,
    /// Who meets whom
    #[arg(long, value_name = "SYSTEM", value_enum, default_value_t = SystemWord::RoundRobin)]
    pub(crate) system: SystemWord,
    /// Rounds of a Swiss tournament. Unless given: one more than a knock-out would need
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1_000usize), allow_negative_numbers = true)]
    pub(crate) rounds: Option<usize>,
    /// Games of two bots who meet, in each game
    #[arg(short = 'n', long = "games", value_name = "N", default_value_t = 20, value_parser = |text: &str| whole(text, GAMES_MAX), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Random plies before the bots begin
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = |text: &str| whole(text, 1_000usize), allow_negative_numbers = true)]
    pub(crate) opening: usize,
    /// Cut a game off as a draw after so many plies
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = |text: &str| whole(text, 1_000_000usize), allow_negative_numbers = true)]
    pub(crate) max_plies: usize,
    /// A folder for the results of the pairs; with those that it has already the tournament goes on
    #[arg(long, value_name = "FOLDER")]
    pub(crate) log: Option<String>,
    /// How many games are played at the same time; 0 is one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = |text: &str| whole(text, 256usize), allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Seed of the openings and of everything random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// The one: a rules file, a game of the library, or results of a match
    #[arg(value_name = "A")]
    pub(crate) first: String,
    /// The other
    #[arg(value_name = "B")]
    pub(crate) second: String,
    /// The variant of the first
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// The variant of the second
    #[arg(long, value_name = "NAME")]
    pub(crate) second_variant: Option<String>,
    /// A parameter of the first
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) set: Vec<(String, String)>,
    /// A parameter of the second
    #[arg(long = "second-set", value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) second_set: Vec<(String, String)>,
    /// Who plays. Unless given: best:300n
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: Option<String>,
    /// How many games of each
    #[arg(short = 'n', long, value_name = "N", default_value_t = 500, value_parser = |text: &str| whole(text, GAMES_MAX), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// How many games are played at the same time; 0 is one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = |text: &str| whole(text, 256usize), allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Cut a game off after so many plies
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = |text: &str| whole(text, 1_000_000usize), allow_negative_numbers = true)]
    pub(crate) max_plies: usize,
    /// Write a page with plots to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl CompareArgs {
    /// The match of one side.
    pub(crate) fn autoplay(&self, side: usize) -> AutoplayArgs {
        let (file, variant, set) = if side == 0 {
            (&self.first, &self.variant, &self.set)
        } else {
            (&self.second, &self.second_variant, &self.second_set)
        };
        AutoplayArgs {
            file: file.clone(),
            variant: variant.iter().cloned().collect(),
            set: set.clone(),
            bots: self.bots.clone(),
            games: self.games,
            threads: self.threads,
            seed: self.seed,
            max_plies: self.max_plies,
            ..AutoplayArgs::default()
        }
    }
}

impl AutoplayArgs {
    /// The sequential test that is asked for.
    pub(crate) fn sprt(&self) -> Option<dagaz_arena::stats::Sprt> {
        self.sprt.map(|(low, high)| dagaz_arena::stats::Sprt { low, high })
    }
}

#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Results of parts of one match
    #[arg(required = true, value_name = "RESULTS")]
    pub(crate) files: Vec<String>,
    /// Write the results together to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) to: Option<String>,
    /// Write a page with plots to this file; the board is drawn if the game is named
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<String>,
    /// The rules file or the game of the library that was played, for a picture of its board
    #[arg(long, value_name = "FILE")]
    pub(crate) game: Option<String>,
    /// Its variant
    #[arg(long, value_name = "NAME", requires = "game")]
    pub(crate) variant: Option<String>,
    /// A parameter of it
    #[arg(long = "set", value_name = "NAME=VALUE", requires = "game", value_parser = setting)]
    pub(crate) set: Vec<(String, String)>,
    /// The length in plies that games should have, for the measure of duration
    #[arg(long, value_name = "PLIES", value_parser = |text: &str| whole(text, 1_000_000u32), allow_negative_numbers = true)]
    pub(crate) wanted_length: Option<u32>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct EvolveArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Search only these parameters, joined by commas. Unless given: all that are not set
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) vary: Vec<String>,
    /// Try all combinations instead of evolving
    #[arg(long, conflicts_with_all = ["generations", "population"])]
    pub(crate) grid: bool,
    /// How many generations; the first is drawn at random
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = |text: &str| whole(text, 1_000_000usize), allow_negative_numbers = true)]
    pub(crate) generations: usize,
    /// How many candidates in each generation
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = |text: &str| whole(text, 100_000usize), allow_negative_numbers = true)]
    pub(crate) population: usize,
    /// Candidates to try at most
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = |text: &str| whole(text, 10_000_000usize), allow_negative_numbers = true)]
    pub(crate) limit: usize,
    /// What is wanted
    #[arg(long, value_name = "GOALS", default_value = "balance>0.9, completion=1, drawishness<0.2")]
    pub(crate) target: String,
    /// Who plays, joined by commas, as in `dagaz autoplay`. One plays against itself
    #[arg(long, value_name = "BOTS", default_value = "greedy")]
    pub(crate) bots: String,
    /// Games for each candidate
    #[arg(short = 'n', long, value_name = "N", default_value_t = 40, value_parser = |text: &str| whole(text, 1_000_000u64), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Random plies at the beginning of each game
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = |text: &str| whole(text, 1_000usize), allow_negative_numbers = true)]
    pub(crate) openings: usize,
    /// Cut a game off after so many plies
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = |text: &str| whole(text, 100_000usize), allow_negative_numbers = true)]
    pub(crate) max_plies: usize,
    /// How many candidates are tried at the same time; 0 is one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = |text: &str| whole(text, 256usize), allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Save the best as rules files in this folder, and the lineage of all as lineage.json
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<String>,
    /// How many of the best to show and save
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = |text: &str| whole(text, 10_000usize), allow_negative_numbers = true)]
    pub(crate) keep: usize,
    /// Replace what another search has saved in the folder
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Print JSON: the lineage
    #[arg(long)]
    pub(crate) json: bool,
}

/// Games of one match at most.
const GAMES_MAX: u64 = 1_000_000_000;

fn record_format(text: &str) -> Result<dagaz_record::Format, String> {
    dagaz_record::Format::named(text.trim())
        .ok_or_else(|| "it must be zsg, txt, json, sgf, pgn, pdn, usi or ucci".to_string())
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
    #[arg(long, value_name = "N", conflicts_with = "seconds", value_parser = |text: &str| whole(text, u64::MAX), allow_negative_numbers = true)]
    pub(crate) playouts: Option<u64>,
    /// Count all sequences of so many plies instead of playing, again and again, at least once
    #[arg(long, value_name = "DEPTH", conflicts_with_all = ["playouts", "seed", "max_plies", "quiet_limit"], value_parser = |text: &str| whole(text, 1000u32), allow_negative_numbers = true)]
    pub(crate) perft: Option<u32>,
    /// Measure the parts of the work on positions of random games: finding moves, playing them, and each rule by itself
    #[arg(long, conflicts_with_all = ["playouts", "perft", "threads", "quiet_limit"])]
    pub(crate) profile: bool,
    /// How many threads share the work; 0: one on each core
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, THREADS_MAX), allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Seed of the moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, u64::MAX), allow_negative_numbers = true)]
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

/// Threads at most: more than any machine has use for.
const THREADS_MAX: usize = 1_024;

/// Seconds to play at most: four months.
const SECONDS_MAX: f64 = 1e7;

/// A whole number from 0 to `most`.
fn whole<T: FromStr + Ord + Display>(text: &str, most: T) -> Result<T, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    match text.parse::<T>() {
        Ok(number) if number <= most => Ok(number),
        _ if !is_number => Err("it must be a whole number, 0 or more".to_string()),
        _ if digits != text => Err("it must be 0 or more".to_string()),
        _ => Err(format!("it must be at most {most}")),
    }
}

/// `NAME=VALUE`.
fn setting(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
    let parts = parts.filter(|(name, value)| !name.is_empty() && !value.is_empty());
    let said = "it must be a parameter and its value, such as `size=7`; `dagaz info` lists the parameters of a game";
    parts.map(|(name, value)| (name.to_string(), value.to_string())).ok_or_else(|| said.to_string())
}

fn budget(text: &str) -> Result<Budget, String> {
    Budget::parse(text).ok_or_else(|| "it must be a budget: 5s, 500ms, 100000n, 12d or 800p".to_string())
}

/// Two numbers, the first one less than the second.
fn pair(text: &str) -> Result<(f64, f64), String> {
    let numbers = text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    numbers
        .filter(|(low, high): &(f64, f64)| low.is_finite() && high.is_finite() && low < high)
        .ok_or_else(|| "it must be two numbers joined by a comma, the lower one first".to_string())
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number < 0.0 => Err("it must be 0 or more".to_string()),
        Ok(number) if number <= SECONDS_MAX => Ok(number),
        Ok(number) if number > SECONDS_MAX => Err(format!("it must be at most {SECONDS_MAX}")),
        _ => Err("it must be a number, 0 or more".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_from_zero_on() {
        assert_eq!((whole("0", 9u32), whole("9", 9u32)), (Ok(0), Ok(9)));
        for (text, words) in
            [("-1", "0 or more"), ("10", "at most 9"), ("99999999999", "at most 9"), ("x", "whole number")]
        {
            assert!(whole(text, 9u32).is_err_and(|message| message.contains(words)), "{text}");
        }
        assert_eq!(seconds("0.5"), Ok(0.5));
        for (text, words) in [("-1", "0 or more"), ("inf", "at most"), ("NaN", "a number"), ("x", "a number")] {
            assert!(seconds(text).is_err_and(|message| message.contains(words)), "{text}");
        }
    }
}
