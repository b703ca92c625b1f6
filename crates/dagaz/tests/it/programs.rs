//! Programs of others in a seat: this program's own engine in every protocol, and small ones that
//! misbehave.

use crate::common::{Folder, dagaz};

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The engine of this program, for a seat.
fn engine(dialect: &str, budget: &str, game: &str, bot: &str) -> String {
    let protocol = if dialect == "uci" { String::new() } else { format!(" --protocol {dialect}") };
    format!("{dialect}:{budget}:{} engine {game}{protocol} --bot {bot}", env!("CARGO_BIN_EXE_dagaz"))
}

/// A small program that answers what it hears, by these cases of a shell.
fn script(folder: &Folder, name: &str, cases: &str) -> String {
    let text = format!("#!/bin/sh\nwhile read -r line; do\ncase \"$line\" in\n{cases}\nquit) exit 0;;\nesac\ndone\n");
    format!("sh {}", folder.file(name, &text))
}

/// What every UCI program says first.
const UCI: &str = "uci) echo uciok;;\nisready) echo readyok;;";

#[test]
fn the_engine_plays_itself_in_every_protocol() {
    for (dialect, budget, game) in [
        ("uci", "200n", "tic-tac-toe"),
        ("cecp", "200n", "tic-tac-toe"),
        ("gtp", "1s", "tic-tac-toe"),
        ("usi", "50n", "minishogi"),
        ("ucci", "20ms", "mini-xiangqi"),
        ("cecp", "20ms", "minishogi"),
        ("cecp", "2d", "mini-xiangqi"),
    ] {
        let program = engine(dialect, budget, game, "random");
        let mut arguments = vec!["match", game, program.as_str(), "random", "--opening", "2", "--games", "2"];
        arguments.extend(["--max-plies", "30", "--json"]);
        let said = dagaz(&arguments, "");
        assert_eq!(said.code, Some(0), "{dialect} in {game}: {}", said.err);
        assert_eq!(json(&said.out)["games"], 2, "{dialect} in {game}");
    }
}

/// Whatever the words for it are, it is a game lost and no more.
#[test]
fn an_engine_that_resigns_loses_the_game() {
    let folder = Folder::new("resigning");
    for (place, word) in ["bestmove resign", "bestmove (none)", "bestmove 0000", "nobestmove"].iter().enumerate() {
        let name = format!("gives-up-{place}.sh");
        let program = format!("uci:1s:{}", script(&folder, &name, &format!("{UCI}\ngo*) echo '{word}';;")));
        let said = dagaz(&["match", "tic-tac-toe", &program, "random", "--games", "2", "--json"], "");
        assert_eq!(said.code, Some(0), "{word}: {}", said.err);
        let told = json(&said.out);
        assert_eq!((&told["losses"], &told["cut_off"]), (&2.into(), &0.into()), "{word}: {told}");
    }
    let cecp =
        script(&folder, "cecp.sh", "protover*) echo 'feature setboard=1 usermove=1 done=1';;\ngo) echo resign;;");
    let gtp = script(
        &folder,
        "gtp.sh",
        "known_command*) echo '= false'; echo;;\ngenmove*) echo '= resign'; echo;;\n*_*|boardsize*|play*) echo '='; echo;;",
    );
    for program in [format!("cecp:1s:{cecp}"), format!("gtp:1s:{gtp}")] {
        let said = dagaz(&["match", "tic-tac-toe", &program, "random", "--games", "2", "--opening", "0", "--json"], "");
        assert_eq!((said.code, &json(&said.out)["losses"]), (Some(0), &2.into()), "{program}: {}", said.err);
    }
    let program = format!("uci:1s:{}", script(&folder, "play.sh", &format!("{UCI}\ngo*) echo 'bestmove resign';;")));
    let record = folder.0.join("given-up.json").display().to_string();
    let seat = format!("White={program}");
    let said = dagaz(&["play", "chess", "--seat", &seat, "--seat", "Black=random", "--save", &record], "");
    assert!(said.code == Some(0) && said.out.contains("White resigned"), "{}{}", said.out, said.err);
    assert!(said.out.contains("White lost") && said.out.contains("Black won"), "{}", said.out);
    assert!(std::fs::read_to_string(&record).is_ok_and(|text| text.contains("White resigned")));
}

#[test]
fn a_crash_of_an_engine_is_reported_with_its_last_output() {
    let folder = Folder::new("ending");
    let dies = script(&folder, "dies.sh", &format!("{UCI}\ngo*) echo 'out of paint' >&2; exit 3;;"));
    let seat = format!("White=uci:1s:{dies}");
    let said = dagaz(&["play", "chess", "--seat", &seat, "--seat", "Black=random"], "");
    for words in ["the program that plays White", "dies.sh", "has ended", "exit status: 3", "out of paint"] {
        assert!(said.code == Some(1) && said.err.contains(words), "{words}: {}", said.err);
    }
    let never = script(&folder, "never.sh", "never) ;;");
    let said = dagaz(&["match", "chess", &format!("gtp:1s:{never}"), "random", "--games", "2"], "");
    assert!(said.code == Some(1) && said.err.contains("protocol_version"), "{}", said.err);
}

/// Names of people and places need not be UTF-8.
#[test]
fn arbitrary_bytes_never_crash_the_reader() {
    let folder = Folder::new("bytes");
    let odd = script(&folder, "odd.sh", &format!("{UCI}\ngo*) printf 'info string \\377\\376\\nbestmove a1\\n';;"));
    let said =
        dagaz(&["match", "tic-tac-toe", &format!("uci:1s:{odd}"), "random", "--games", "1", "--opening", "0"], "");
    assert!(!said.err.contains("has ended"), "{}", said.err);
}

#[test]
fn ucci_sends_time_in_its_own_format() {
    let folder = Folder::new("ucci");
    let heard = folder.0.join("heard").display().to_string();
    let cases = format!(
        "ucci) echo 'option usemillisec type check'; echo ucciok;;\nisready) echo readyok;;\ngo*) echo \"$line\" >> {heard}; echo nobestmove;;"
    );
    let program = format!("ucci:1500ms:{}", script(&folder, "hears.sh", &cases));
    let said = dagaz(&["match", "xiangqi", &program, "random", "--games", "1", "--json"], "");
    assert_eq!(said.code, Some(0), "{}", said.err);
    let heard = std::fs::read_to_string(&heard).expect("it was asked");
    assert!(heard.lines().all(|line| line == "go time 1500 movestogo 1"), "{heard}");
}

/// Programs that know no positions hear the moves that were made, or where these are not known all
/// stones.
#[test]
fn engines_without_positions_receive_moves() {
    let folder = Folder::new("moves");
    let heard = folder.0.join("heard").display().to_string();
    let listens = |answers: &str| format!("*) echo \"$line\" >> {heard}\n case \"$line\" in\n{answers}\n esac;;");
    let gtp =
        "known_command*) echo '= false'; echo;;\ngenmove*) echo '= resign'; echo;;\nquit) exit;;\n*) echo '='; echo;;";
    let gtp = format!("gtp:1s:{}", script(&folder, "gtp.sh", &listens(gtp)));
    let cecp = "protover*) echo 'feature usermove=1 done=1';;\ngo) echo resign;;\nquit) exit;;";
    let cecp = format!("cecp:1s:{}", script(&folder, "cecp.sh", &listens(cecp)));
    let played = |program: &str, opening: &str| {
        let _ = std::fs::remove_file(&heard);
        let said = dagaz(&["match", "tic-tac-toe", program, "random", "--games", "2", "--opening", opening], "");
        (said, std::fs::read_to_string(&heard).unwrap_or_default())
    };
    for opening in ["0", "2"] {
        let (said, heard) = played(&gtp, opening);
        assert_eq!(said.code, Some(0), "{}", said.err);
        assert!(heard.contains("play black ") && heard.contains("time_settings 0 1 1"), "{heard}");
        assert_eq!(heard.contains("play white "), opening == "2", "{heard}");
    }
    let (said, moves) = played(&cecp, "0");
    assert!(said.code == Some(0) && moves.contains("usermove ") && moves.contains("st 1"), "{}{moves}", said.err);
    // Somewhere in the middle of a game it cannot begin.
    let (said, _) = played(&cecp, "4");
    assert!(said.code == Some(1) && said.err.contains("--opening 0"), "{}", said.err);
}

#[test]
fn help_describes_external_engines() {
    for command in ["play", "match"] {
        let said = dagaz(&[command, "--help"], "").out;
        for word in ["uci:", "cecp:", "gtp:", "/usr/games/stockfish"] {
            assert!(said.contains(word), "{command}: {word}");
        }
    }
    let said = dagaz(&["play", "chess", "--seat", "White=gtp:500n:gnugo"], "");
    assert!(said.code == Some(2) && said.err.contains("whole seconds"), "{}", said.err);
}

#[test]
fn incomplete_engine_definitions_show_the_format() {
    let said = dagaz(&["match", "chess", "uci", "random"], "");
    assert!(said.code == Some(2) && said.err.contains("`uci:BUDGET:PROGRAM`"), "{}", said.err);
    let said = dagaz(&["match", "chess", "uci:1s", "random"], "");
    assert!(said.code == Some(2) && said.err.contains("names no program"), "{}", said.err);
    for command in ["analyse", "engine"] {
        let said = dagaz(&[command, "chess", "--bot", "uci:1s:stockfish"], "");
        assert!(said.code == Some(2) && said.err.contains("only bots of its own"), "{command}: {}", said.err);
    }
}

#[test]
fn a_match_without_games_is_refused() {
    let of = |more: &[&str]| dagaz(&[&["match", "tic-tac-toe", "random", "random", "--games", "2"], more].concat(), "");
    for more in [["--threads", "0"], ["--max-plies", "0"], ["--max-plies", "4"]] {
        let said = of(&more);
        assert_eq!(said.code, Some(2), "{more:?}: {}", said.err);
    }
    let said = of(&["--opening", "100"]);
    assert!(said.code == Some(0) && said.err.contains("games begin at the start instead"), "{}", said.err);
}
