//! What may be typed behind `dagaz`.

use clap::{Args, Parser, Subcommand};

/// Exit codes, for the end of every help text.
const EXIT_CODES: &str = "Exit codes: 0 all is well, 1 the rules, the position or a move has errors, 2 wrong usage.";

/// Play any board game written down as text.
#[derive(Debug, Parser)]
#[command(name = "dagaz", version, max_term_width = 100, disable_help_subcommand = true)]
#[command(after_help = "Examples:
  dagaz games                              what can be played at once
  dagaz play chess                         play it here, both sides or against a random mover
  dagaz play chess --seat Black=random
  dagaz moves chess --after \"e2e4; e7e5\"   every legal move of a position
  dagaz check my-game.zrf                  is my rules file right?

FILE is the path of a rules file, or the name of a game of the library.
Exit codes: 0 all is well, 1 the rules, the position or a move has errors, 2 wrong usage.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games of the library
    #[command(after_help = "Examples:\n  dagaz games\n  dagaz games chess\n  dagaz games --json")]
    Games(GamesArgs),
    /// Tell what is wrong with rules files
    #[command(after_help = format!("Examples:\n  dagaz check my-game.zrf\n  dagaz check rules/*.zrf\n  \
        dagaz check rules/            all rules files of a folder\n  dagaz check --json chess\n\n{EXIT_CODES}"))]
    Check(CheckArgs),
    /// Tell what a game is: players, board, pieces, turn order, endings
    #[command(after_help = format!("Examples:\n  dagaz info chess\n  dagaz info my-game.zrf --variant \"Small board\"\n\n{EXIT_CODES}"))]
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
    #[command(after_help = format!("Examples:\n  dagaz play chess\n  dagaz play chess --seat Black=random --seed 7\n  \
        dagaz play reversi --seat White=random --seat Black=random\n  \
        printf 'e2e4\\ne7e5\\nmoves\\n' | dagaz play chess\n\n\
        While playing, type a move, its number in the list, or `help`.\n\n{EXIT_CODES}"))]
    Play(PlayArgs),
    /// Play random games and measure speed, length and outcomes
    #[command(after_help = format!("Examples:\n  dagaz bench chess\n  dagaz bench chess --seconds 1 --seed 7\n  \
        dagaz bench reversi --playouts 1000 --json     the same result for the same seed\n\n\
        Seconds are those of the clock on the wall.\n\n{EXIT_CODES}"))]
    Bench(BenchArgs),
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
#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    /// The path of a rules file, or the name of a game of the library
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The variant, by its title, a part of it, or its number in `dagaz info`
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
}

/// From where.
#[derive(Debug, Args)]
pub(crate) struct StartArgs {
    /// The position to begin with, as FEN or as `key=value` line
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
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
    #[arg(value_parser = clap::value_parser!(u32).range(0..=1000))]
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
    /// Who plays for a player: `human` (as all do unless told otherwise) or `random`
    #[arg(long = "seat", value_name = "PLAYER=human|random")]
    pub(crate) seats: Vec<String>,
    /// Seed of chance; another one each time if it is not given
    #[arg(long)]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// How long to play
    #[arg(long, value_name = "S", default_value_t = 5.0)]
    pub(crate) seconds: f64,
    /// How many games to play, instead of how long
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub(crate) playouts: Option<u64>,
    /// Seed of the moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Cut a game off after so many plies
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub(crate) max_plies: usize,
    /// Cut a game off after so many plies in a row without a capture or another irreversible move
    #[arg(long, value_name = "N")]
    pub(crate) quiet_limit: Option<usize>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
