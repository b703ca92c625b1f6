//! Arguments of commands that play many games.

use clap::Args;

use super::GameArgs;
use super::values::{GAMES_MAX, games, opening, pair, plies, positive, seed, setting, some_threads, threads, whole};

/// On how many threads games are played, and by which chance: of commands that play very many.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct CrewArgs {
    /// Number of games played at the same time; 0: one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
}

/// Two bots who meet: where their games begin, and when they are cut off.
#[derive(Debug, Args)]
pub(crate) struct DuelArgs {
    /// Random plies before the bots begin
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = opening, allow_negative_numbers = true)]
    pub(crate) opening: usize,
    /// End a game as a draw after so many plies
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = plies, allow_negative_numbers = true)]
    pub(crate) max_plies: usize,
}

/// The same for commands that measure bots, one game at a time unless told otherwise.
#[derive(Debug, Args)]
pub(crate) struct BoutArgs {
    #[command(flatten)]
    pub(crate) duel: DuelArgs,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = some_threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Seed of the openings and of all random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct LadderArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The levels to measure, separated by commas
    #[arg(long, value_name = "LEVELS", default_value = "1,2,3,4,5,6,7,8,9,10", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(crate) levels: Vec<u8>,
    /// Games of each pair
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = |text: &str| positive(text, 1_000_000u64), allow_negative_numbers = true)]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) bout: BoutArgs,
    /// A folder for the logs of the pairs; logs from an earlier run are continued
    #[arg(long, value_name = "FOLDER")]
    pub(crate) log: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The first bot: random, greedy, alphabeta:BUDGET, maxn:BUDGET, mcts:BUDGET, best:BUDGET,
    /// level:N, own; or a program that speaks UCI, USI, UCCI, CECP or GTP: uci:BUDGET:PROGRAM,
    /// usi:, ucci:, cecp: and gtp: likewise
    #[arg(value_name = "BOT")]
    pub(crate) first: String,
    /// The second bot
    #[arg(value_name = "BOT")]
    pub(crate) second: String,
    /// Number of games; the most if --sprt is given
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = games, allow_negative_numbers = true)]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) bout: BoutArgs,
    /// Stop as soon as a sequential test decides between these differences in Elo, the chance of an
    /// error being 5 %
    #[arg(long, value_name = "LOW,HIGH", value_parser = pair, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    /// Store the results in this file, and continue an earlier run of it
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<String>,
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
    /// Number of games, after a second set of rules
    #[arg(value_name = "GAMES", value_parser = games)]
    pub(crate) old_games: Option<u64>,
    /// The variant; given several times, each is a match of its own
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Vec<String>,
    /// Give a parameter of the game another value; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) set: Vec<(String, String)>,
    /// The folder of the library's defines, for descriptions of Ludii (.lud)
    #[arg(long, value_name = "DIR")]
    pub(crate) defines: Option<std::path::PathBuf>,
    /// Who plays, joined by commas: random, greedy, alphabeta:BUDGET, maxn:BUDGET, mcts:BUDGET,
    /// best:BUDGET, level:N, own, or programs as `dagaz match` has them. One plays against itself;
    /// more than there are seats all meet each other. Unless given: best:300n
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: Option<String>,
    /// Number of games; the most if --sprt is given
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1_000, value_parser = games, allow_negative_numbers = true)]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) crew: CrewArgs,
    /// Random plies at the beginning of each game, the same for all games of an opening. Default:
    /// 4, or 0 if the bots or the rules are random
    #[arg(long, value_name = "PLIES", value_parser = opening, allow_negative_numbers = true)]
    pub(crate) openings: Option<usize>,
    /// End a game without a result after so many plies
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = plies, allow_negative_numbers = true)]
    pub(crate) max_plies: usize,
    /// Each bot keeps the seat of its position in --bots
    #[arg(long)]
    pub(crate) fixed_seats: bool,
    /// Look at so many games ply by ply. Unless given: all, but the first 200 if the bots are all
    /// random
    #[arg(long, value_name = "GAMES", value_parser = |text: &str| whole(text, GAMES_MAX), allow_negative_numbers = true)]
    pub(crate) detail: Option<u64>,
    /// The length in plies that games should have, for the measure of duration
    #[arg(long, value_name = "PLIES", value_parser = |text: &str| whole(text, 1_000_000u32), allow_negative_numbers = true)]
    pub(crate) wanted_length: Option<u32>,
    /// Measure the depth of the game as well: so many games between each two neighbours of a ladder
    /// of bots, each thinking four times as much as the one below it
    #[arg(long, value_name = "GAMES", value_parser = games, allow_negative_numbers = true)]
    pub(crate) depth: Option<u64>,
    /// Stop as soon as a sequential test decides between these differences in Elo of two bots, the
    /// chance of an error being 5 %
    #[arg(long, value_name = "LOW,HIGH", value_parser = pair, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    /// Store the results in this file, and continue an earlier run of it
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<String>,
    /// Play only this part of the match: 1/8 is the first of eight. Unless given: what Slurm
    /// (SLURM_ARRAY_TASK_ID and COUNT) or Kubernetes (JOB_COMPLETION_INDEX and JOB_COMPLETIONS) say
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<crate::arena::ShardSelector>,
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

/// Pairing system of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SystemWord {
    /// Each bot plays all others
    RoundRobin,
    /// The first bot meets all others
    Gauntlet,
    /// Bots with about equal scores that have not met play each other
    Swiss,
}

#[derive(Debug, Args)]
pub(crate) struct TournamentArgs {
    /// Rules files, or names of games of the library
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Who plays, joined by commas: random, greedy, alphabeta:BUDGET, maxn:BUDGET, mcts:BUDGET,
    /// best:BUDGET, level:N, own
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: String,
    /// Pairing system
    #[arg(long, value_name = "SYSTEM", value_enum, default_value_t = SystemWord::RoundRobin)]
    pub(crate) system: SystemWord,
    /// Rounds of a Swiss tournament. Unless given: one more than a knock-out would need
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1_000usize), allow_negative_numbers = true)]
    pub(crate) rounds: Option<usize>,
    /// Games of each pair, in each game
    #[arg(short = 'n', long = "games", value_name = "N", default_value_t = 20, value_parser = games, allow_negative_numbers = true)]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) duel: DuelArgs,
    /// A folder for the results of the pairs; results from an earlier run are continued
    #[arg(long, value_name = "FOLDER")]
    pub(crate) log: Option<String>,
    #[command(flatten)]
    pub(crate) crew: CrewArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// First: a rules file, a game of the library, or results of a match
    #[arg(value_name = "A")]
    pub(crate) first: String,
    /// Second, in the same form
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
    /// Bots that play. Unless given: best:300n
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: Option<String>,
    /// Number of games of each
    #[arg(short = 'n', long, value_name = "N", default_value_t = 500, value_parser = games, allow_negative_numbers = true)]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) crew: CrewArgs,
    /// End a game without a result after so many plies
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = plies, allow_negative_numbers = true)]
    pub(crate) max_plies: usize,
    /// Write a page with plots to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl CompareArgs {
    /// Returns the match of one side.
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
            crew: self.crew.clone(),
            max_plies: self.max_plies,
            ..AutoplayArgs::default()
        }
    }
}

impl AutoplayArgs {
    /// Returns the sequential test that is asked for.
    pub(crate) fn sprt(&self) -> Option<dagaz_arena::stats::Sprt> {
        self.sprt.map(|(low, high)| dagaz_arena::stats::Sprt { low, high })
    }
}

#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Results of parts of one match
    #[arg(required = true, value_name = "RESULTS")]
    pub(crate) files: Vec<String>,
    /// Write the merged results to this file
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
    /// More games: rules are exchanged between all of them
    #[arg(value_name = "GAME", conflicts_with_all = ["vary", "grid"])]
    pub(crate) more: Vec<String>,
    /// Vary the rules themselves, also if the game has parameters
    #[arg(long, conflicts_with_all = ["vary", "grid"])]
    pub(crate) rules: bool,
    /// Library games that rules are taken from, drawn by the seed. Unless given: 8 for one game,
    /// 0 for several
    #[arg(long, value_name = "N", conflicts_with_all = ["vary", "grid"], value_parser = |text: &str| whole(text, 100usize), allow_negative_numbers = true)]
    pub(crate) donors: Option<usize>,
    /// Search only these parameters, separated by commas. Unless given: all that are not set
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) vary: Vec<String>,
    /// Try all combinations instead of evolving
    #[arg(long, conflicts_with_all = ["generations", "population"])]
    pub(crate) grid: bool,
    /// Number of generations; the first is drawn at random
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = |text: &str| positive(text, 1_000_000usize), allow_negative_numbers = true)]
    pub(crate) generations: usize,
    /// Number of candidates in each generation
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = |text: &str| positive(text, 100_000usize), allow_negative_numbers = true)]
    pub(crate) population: usize,
    /// Candidates to try at most
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = |text: &str| whole(text, 10_000_000usize), allow_negative_numbers = true)]
    pub(crate) limit: usize,
    /// The goal of the search
    #[arg(long, value_name = "GOALS", default_value = "balance>0.9, completion=1, drawishness<0.2")]
    pub(crate) target: String,
    /// Who plays, joined by commas, as in `dagaz autoplay`. One plays against itself
    #[arg(long, value_name = "BOTS", default_value = "greedy")]
    pub(crate) bots: String,
    /// Games for each candidate
    #[arg(short = 'n', long, value_name = "N", default_value_t = 40, value_parser = |text: &str| positive(text, 1_000_000u64), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Random plies at the beginning of each game
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = opening, allow_negative_numbers = true)]
    pub(crate) openings: usize,
    /// End a game without a result after so many plies
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = |text: &str| positive(text, 100_000usize), allow_negative_numbers = true)]
    pub(crate) max_plies: usize,
    #[command(flatten)]
    pub(crate) crew: CrewArgs,
    /// Save the best as rules files in this folder, and the lineage of all as lineage.json
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<String>,
    /// Number of best candidates to print and save
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = |text: &str| whole(text, 10_000usize), allow_negative_numbers = true)]
    pub(crate) keep: usize,
    /// Overwrite the results of an earlier search in the folder
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Print JSON: the lineage
    #[arg(long)]
    pub(crate) json: bool,
}

fn record_format(text: &str) -> Result<dagaz_record::Format, String> {
    dagaz_record::Format::named(text.trim())
        .ok_or_else(|| "it must be zsg, txt, json, sgf, pgn, pdn, usi, ucci, kif or csa".to_string())
}
