//! Command-line arguments of `dagaz`.

mod arena;
mod games;
mod language;
mod values;

use clap::{Parser, Subcommand};
use dagaz_core::Limits;

pub(crate) use arena::{
    AutoplayArgs, CompareArgs, EvolveArgs, LadderArgs, MatchArgs, MergeArgs, SystemWord, TournamentArgs,
};
pub(crate) use games::{
    AdminArgs, AdminCommand, AnalyseArgs, BenchArgs, CheckArgs, ConvertArgs, EngineArgs, GameArgs, GamesArgs,
    HistoryArgs, InfoArgs, LogLevel, MovesArgs, PerftArgs, PlayArgs, PuzzleCourse, RecordArgs, ReplayArgs, ServeArgs,
    SolveArgs, StartArgs, UpgradeArgs,
};
pub(crate) use language::{ExplainArgs, FmtArgs, WhyArgs};

/// Exit codes, for the end of every help text.
const EXIT_CODES: &str = "Exit codes: 0 all is well, 1 the rules, the record, the position or a move has errors, a limit \
    is met, or a file cannot be read or the output written, 2 wrong usage, such as a FILE that is not there.";

/// Play any board game written down as text.
#[derive(Debug, Parser)]
#[command(name = "dagaz", version, max_term_width = 100)]
#[command(after_help = format!("Examples:
  dagaz                                    play in the browser
  dagaz games                              list the games of the library
  dagaz play chess                         play it in the terminal
  dagaz play chess --seat Black=level:3    play it against a bot
  dagaz moves chess --after \"e2e4; e7e5\"   list the legal moves of a position
  dagaz check my-game.zrf                  report mistakes in a rules file

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
        dagaz serve my-game.zrf         this file; after each save, open games continue under the new rules\n  \
        dagaz serve game.zip            rules with their pictures\n  dagaz serve --no-open --json    for programs: prints the address as JSON\n  \
        dagaz serve --public https://games.example.org    a public server; see docs/operations.md\n\n\
        A server that is not public is reached from this machine only, with the token in the printed address.\n\n{EXIT_CODES}"))]
    Serve(ServeArgs),
    /// Manage the users and data of a public server
    #[command(after_help = format!("Examples:\n  dagaz admin --data /var/lib/dagaz reports\n  \
        dagaz admin --data /var/lib/dagaz bar Ann\n  dagaz admin --data /var/lib/dagaz backup /var/backups/today\n\n\
        The server may run meanwhile. See docs/operations.md.\n\n{EXIT_CODES}"))]
    Admin(AdminArgs),
    /// List the games of the library
    #[command(after_help = format!("Examples:\n  dagaz games\n  dagaz games chess\n  dagaz games --json\n\n{EXIT_CODES}"))]
    Games(GamesArgs),
    /// Report mistakes in rules files
    #[command(after_help = format!("Examples:\n  dagaz check my-game.zrf\n  dagaz check rules/*.zrf\n  \
        dagaz check rules/            all rules files of a folder\n  dagaz check --json chess\n\n{EXIT_CODES}"))]
    Check(CheckArgs),
    /// Format rules files
    #[command(after_help = format!("Examples:\n  dagaz fmt my-game.drf\n  dagaz fmt rules/                 all rules files of a folder\n  \
        dagaz fmt --check my-game.drf    for a hook before a commit: changes nothing, exits with 1 if a file is not formatted\n  \
        dagaz fmt - < my-game.drf\n\n\
        Only blanks change: indentation, empty lines, columns, and lines of more than 120 characters. Line ends are yours, comments stay, and what \
        you have lined up stays lined up.\n\n{EXIT_CODES}"))]
    Fmt(FmtArgs),
    /// Serve an editor: the Language Server Protocol on standard input and output
    #[command(after_help = format!("An editor starts this command for files that end in .drf, .zrf or .4th. It then shows errors with their fixes while you type, \
        completes words, explains them, finds and renames names, and formats. docs/studio.md says how to set up editors.\n\n{EXIT_CODES}"))]
    Lsp,
    /// Describe a game: players, board, pieces, turn order, endings
    #[command(after_help = format!("Examples:\n  dagaz info chess\n  dagaz info my-game.zrf --variant \"Small board\"\n  dagaz info chess --compiled\n\n{EXIT_CODES}"))]
    Info(InfoArgs),
    /// Print a game with every default made explicit, and how each list was read
    #[command(after_help = format!("Examples:\n  dagaz explain my-game.drf\n  dagaz explain chess --json\n  dagaz explain international-draughts --variant 2\n\n\
        Each part of the game is printed with its text and place, or is marked `by default`. Rules are English sentences, a line for \
        each effect.\n\n{EXIT_CODES}"))]
    Explain(ExplainArgs),
    /// Explain why a move is legal or illegal
    #[command(after_help = format!("Examples:\n  dagaz why chess \"e2 - e4\"\n  dagaz why chess e1e3 --after \"e2e4; e7e5\"\n  \
        dagaz why my-game.drf a3b4 --json\n  dagaz why chess e1g1 --position \"4k3/8/8/8/8/8/5r2/4K2R w K - 0 1\"\n\n\
        For an illegal move the nearest rule is named, with its tests that fail. The exit code is 0 for every answer.\n\n{EXIT_CODES}"))]
    Why(WhyArgs),
    /// List the legal moves of a position
    #[command(after_help = format!("Examples:\n  dagaz moves chess\n  dagaz moves chess --after \"e2e4; e7e5\"\n  \
        dagaz moves chess --position \"8/8/8/8/8/5k2/5q2/7K w - - 0 1\"\n  \
        dagaz moves tic-tac-toe --after \"b2\" --json\n\n{EXIT_CODES}"))]
    Moves(MovesArgs),
    /// Count the sequences of moves up to a depth
    #[command(after_help = format!("Examples:\n  dagaz perft chess 4\n  dagaz perft chess 3 --divide\n  \
        dagaz perft chess 3 --after \"e2e4; e7e5\"\n  \
        dagaz perft english-draughts 6 --merged\n  dagaz perft english-draughts 16 --only --memory 4096\n\n\
        Prints a line `depth nodes` for each depth, or with `--only` for the last. A finished game has no children;\n\
        draws by repetition are not counted as endings.\n\n{EXIT_CODES}"))]
    Perft(PerftArgs),
    /// Play in the terminal
    #[command(after_help = format!("Examples:\n  dagaz play chess\n  dagaz play chess --seat Black=level:3\n  \
        dagaz play chess --seat White=alphabeta:2s --seat Black=mcts:2s\n  \
        dagaz play chess --seat \"Black=uci:1s:/usr/games/stockfish;Skill Level=3\"\n  \
        dagaz play go-9x9 --seat \"White=gtp:2s:gnugo --mode gtp;komi=6.5\"\n  \
        dagaz play hex-9x9 --set size=13          set a parameter of the game\n  \
        dagaz play reversi --seat White=random --seat Black=random --save game.txt\n  \
        printf 'e2e4\\ne7e5\\nmoves\\n' | dagaz play chess\n\n\
        While playing, type a move, its number in the list, or `help`.\n\
        A game in which only random movers are left stops after {} plies.\n\
        An unknown line from a pipe makes the exit code 1.\n\n{EXIT_CODES}", Limits::default().plies))]
    Play(PlayArgs),
    /// Search a position and print the best moves
    #[command(after_help = format!("Examples:\n  dagaz analyse chess --time 5s --lines 3\n  \
        dagaz analyse game.pgn-rules.zrf --record game.pgn --ply 12\n  dagaz analyse reversi --bot mcts --time 20000n --json\n  \
        dagaz analyse connect-four --after \"d1; d2\" --bot alphabeta --time 12d\n\n\
        Scores are for the player to move, in hundredths of the smallest piece.\n\n{EXIT_CODES}"))]
    Analyse(AnalyseArgs),
    /// Run as an engine for other programs: UCI, USI, UCCI, CECP, GTP, or JSON lines
    #[command(after_help = format!("Examples:\n  dagaz engine                        UCI; `setoption name UCI_Variant value reversi` changes the game\n  \
        dagaz engine chess --protocol cecp   for xboard\n  dagaz engine hex --protocol gtp      for GoGui\n  \
        dagaz engine shogi --protocol usi --bot level:7\n  \
        dagaz engine --protocol json         every game; see docs/engine.schema.json\n\n\
        The engine reads input while it searches. Unknown lines get an answer and change nothing. When the input ends, \
        open requests are answered: limited searches within ten seconds after the game analysis, unlimited ones at once.\n\n{EXIT_CODES}"))]
    Engine(EngineArgs),
    /// Solve a puzzle, or prove a win
    #[command(after_help = format!("Examples:\n  dagaz solve peg-solitaire --variant \"any last hole\"\n  dagaz solve sokoban --nodes 2000000\n  \
        dagaz solve eight-puzzle --by deepening\n  \
        dagaz solve chess --position \"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\"\n  dagaz solve tic-tac-toe --json\n  \
        dagaz solve connect-four --after \"d1; d2; d3; d4; d5; d6; c1; e1\" --nodes 2000000000 --seconds 3600 --memory 4096\n  \
        dagaz solve game.pgn-rules.zrf --record game.pgn --ply 40\n\n\
        With one player, a shortest solution is searched where that is possible. With two, the value of the position is proved: won, \
        drawn or lost for the player to move. If all reachable positions fit into memory, the best moves and the length are \
        printed too.\n\n{EXIT_CODES}"))]
    Solve(SolveArgs),
    /// Measure the levels of the bots of a game against each other
    #[command(after_help = format!("Examples:\n  dagaz ladder reversi --games 40 --log reversi-ladder\n  \
        dagaz ladder chess --levels 1,3,5,7 --json\n\n\
        Each level plays the two levels below it. With --log an interrupted run is continued.\n\n{EXIT_CODES}"))]
    Ladder(LadderArgs),
    /// Play a game against itself many times, and report its measures
    #[command(after_help = format!("Examples:\n  dagaz autoplay my-game.drf                       a thousand games of quick bots\n  \
        dagaz autoplay chess --bots random -n 100000\n  \
        dagaz autoplay reversi --bots best:2000n,greedy -n 500 --report reversi.html\n  \
        dagaz autoplay my-game.zrf --variant Small --variant Large --json\n  \
        dagaz autoplay hex --bots mcts:500p,mcts:1000p -n 5000 --resume hex.json      continue an interrupted run\n  \
        dagaz autoplay hex -n 100000 --shard 3/8 --resume part-3.json                 one of eight machines\n  \
        dagaz autoplay 'Ur-[simple]' 'Ur-[random]' 100      two scripts of one game, of this folder\n\n\
        Seats are rotated, and each bot plays each opening in every seat. With bots that have no time budget the \
        same seed gives the same games and totals, on any number of threads and machines, interrupted or not. \
        Ctrl-C ends with a report of the games so far.\n\
        docs/measures.md defines the measures.\n\n{EXIT_CODES} 130 interrupted."))]
    Autoplay(AutoplayArgs),
    /// Merge the results of several parts of a match
    #[command(after_help = format!("Examples:\n  dagaz merge part-*.json --to all.json\n  dagaz merge part-*.json --report out.html\n\n\
        The parts are files that `dagaz autoplay --resume` has written. The merged file equals, byte by byte, the file of a single run.\n\n{EXIT_CODES}"))]
    Merge(MergeArgs),
    /// Compare two versions of a file, two variants or two games, and report significant
    /// differences
    #[command(after_help = format!("Examples:\n  dagaz compare old.drf new.drf -n 500\n  dagaz compare before.json after.json --report changes.html\n  \
        dagaz compare hex-9x9 hex-9x9 --set size=5 --second-set size=7\n\n\
        A and B are rules files, games of the library, or results that `dagaz autoplay --resume` has written. Rules are played with the same bots, seed and \
        number of games.\n\n{EXIT_CODES}"))]
    Compare(CompareArgs),
    /// Play a tournament of bots, in one game or in many, and rate them
    #[command(after_help = format!("Examples:\n  dagaz tournament chess --bots best:500n,greedy,random,level:3\n  \
        dagaz tournament reversi hex breakthrough --bots mcts:500p,alphabeta:500n,greedy -n 20\n  \
        dagaz tournament go-9x9 --bots mcts:100p,mcts:400p,mcts:1600p --system gauntlet\n  \
        dagaz tournament chess --bots level:1,level:2,level:3,level:4,level:5,level:6 --system swiss --log folder\n\n\
        Ratings are those that fit all results best (Bradley and Terry 1952, by the method of Hunter 2004), the mean being 0, with bounds for \
        95 of 100 cases.\n\n{EXIT_CODES}"))]
    Tournament(TournamentArgs),
    /// Vary the parameters of a rules file, or the rules themselves, and keep the best games
    #[command(after_help = format!("Examples:\n  dagaz evolve my-game.drf --out found/               six generations of ten, then the best five as rules files\n  \
        dagaz evolve my-game.drf --grid --target \"length=40, balance>0.9*2\"\n  \
        dagaz evolve yavalath --set side=5 --generations 10 --population 20 --bots alphabeta:500n\n  \
        dagaz evolve my-game.drf --vary size,goal --target \"balance, completion=1, drawishness<0.1\" --json\n  \
        dagaz evolve tic-tac-toe --out found/                new rule sets, with rules of eight library games\n  \
        dagaz evolve yavalath hex --seed 7 --out found/      rules exchanged between these games\n\n\
        A rules file leaves numbers and words open with `(parameter size 5 4..9)`. Of a game without parameters, of several games, \
        and with --rules, the rules themselves are changed and exchanged, and only what `dagaz check` accepts is played. A target is a list of goals: the name of a measure, \
        what it should be (`>0.9`, `<0.1`, `=40`; nothing: as much as possible), and how much that counts (`*2`). The score of a \
        candidate is the mean of its goals, from 0 to 1. See docs/evolve.md, and docs/measures.md for the measures.\n\
        The same seed gives the same result on any number of threads, if the bots have no time budget. Ctrl-C ends with \
        the candidates so far.\n\n{EXIT_CODES} 130 interrupted."))]
    Evolve(EvolveArgs),
    /// Play a match of two bots, from varied openings and with both colours
    #[command(after_help = format!("Examples:\n  dagaz match chess alphabeta:20000n mcts:2000n --games 40\n  \
        dagaz match reversi best:100ms random --games 100 --log reversi.json\n  \
        dagaz match breakthrough alphabeta:5000n alphabeta:2000n --sprt 0,50\n  \
        dagaz match chess best:100ms \"uci:1000n:/usr/games/stockfish\"\n  \
        dagaz match crazyhouse best:1s \"cecp:1s:/usr/games/sjeng;variant=crazyhouse\"\n\n\
        An external engine that resigns loses that game. With --log an interrupted match is continued. Each opening is played \
        twice, with the seats exchanged.\n\n{EXIT_CODES}"))]
    Match(MatchArgs),
    /// Replay a recorded game and check that every move is legal
    #[command(after_help = format!("Examples:\n  dagaz replay game.zsg\n  dagaz replay game.zsg --rules rules/ --verbose\n  \
        dagaz replay game.pgn --ply 12\n  dagaz replay games.pdn --json\n  \
        dagaz replay - --from pgn < game.txt\n\n\
        Formats: zsg, txt, json, sgf, pgn, pdn, usi, ucci, kif, ki2, csa, mat; found by the ending of the name, else by the text.\n\
        Rules are searched next to the record, then in the library.\n\n{EXIT_CODES}"))]
    Replay(ReplayArgs),
    /// Write a record in another format
    #[command(after_help = format!("Examples:\n  dagaz convert game.zsg game.sgf\n  dagaz convert game.pgn game.json\n  \
        dagaz convert damaged.pgn good.pgn --lenient\n  dagaz convert game.json - --to txt\n\n\
        Formats: zsg, txt, json, sgf for every game; pgn for chess, pdn for draughts, usi, kif, ki2, csa for shogi, ucci for xiangqi, mat for backgammon.\n\
        Contents that a format cannot express are listed on standard error.\n\n{EXIT_CODES}"))]
    Convert(ConvertArgs),
    /// Translate rules of edition 2 (.zrf) to edition 3 (.drf); of a script (.4th), make a first
    /// draft
    #[command(after_help = format!("Examples:\n  dagaz upgrade chess.zrf                prints it\n  dagaz upgrade chess.zrf -o chess.drf\n  \
        dagaz upgrade draughts.zrf --variant \"Breakthrough draughts\"\n  dagaz upgrade games.zrf --json         what was found out, for programs\n  \
        dagaz upgrade Ur.4th -o ur.drf         the beginning of rules\n\n\
        Of rules, every game and variant of the file is written as a person would write it, and then played against the old one: all \
        sequences of a few moves, and random games. Only what plays the same is told to be the same; whatever has no words in edition 3 stands \
        in a comment and is listed on standard error with its line, and the exit code is 1.\n\n\
        Of a script, board, directions, symmetries, players, pieces, turn order, set-up and variables are said. What its words \
        do stands in comments where rules are to be written; until then there is nothing to play but passes.\n\n{EXIT_CODES}"))]
    Upgrade(UpgradeArgs),
    /// Play uniform playouts and measure speed, length and outcomes; or measure how fast moves are
    /// counted
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
    /// Judge a file of rules that was handed in to a public server, which starts this itself
    #[command(hide = true)]
    Worker,
}
