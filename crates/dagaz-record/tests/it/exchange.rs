//! Games that independent libraries make are read, written and judged by them: chess variants
//! (python-chess and pyffish), Hex (sgfmill) and backgammon (gnubg).
//!
//! `DAGAZ_GAMES` is the number of games of each kind; `cargo xtask exchange` sets it.

use dagaz_core::Game;
use dagaz_record::{Format, ReadLimits, Written};

use crate::independent::{Script, games};
use crate::others::named;

/// Games of each kind in the short form.
const FEW: usize = 1;

/// Kinds of games by their names in a script, and the games of the library.
type Kinds<'a> = [(&'a str, &'a str)];

/// Reads the games that a script makes, writes them, and has the script judge the text. Its texts
/// have a line of one `=` before the games of each kind.
fn exchange(judge: &Script, name: &str, format: Format, kinds: &Kinds<'_>) {
    let count = games(FEW);
    let number = count.to_string();
    let names = kinds.iter().map(|(kind, _)| *kind);
    let arguments: Vec<&str> = [number.as_str(), "48"].into_iter().chain(names).collect();
    let made = judge.said(&[&["make"], &arguments[..]].concat());
    let parts: Vec<&str> = made.split("=\n").filter(|part| !part.trim().is_empty()).collect();
    assert_eq!(parts.len(), kinds.len());
    let mut all = String::new();
    let mut faults = Vec::new();
    for (part, (kind, rules)) in parts.iter().zip(kinds) {
        match come_back(&named(rules), format, part, count).and_then(complete) {
            Ok(text) => all += &format!("=\n{text}\n"),
            Err(fault) => faults.push(format!("{kind}: {fault}")),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    judge.check(&format!("exchange-{name}.{}", format.name()), &all, &arguments);
}

/// Reads games and writes them; what is written must be read as the same.
fn come_back(game: &dyn Game, format: Format, text: &str, count: usize) -> Result<Written, String> {
    let read = |text: &str| format.read(game, text, &ReadLimits::default()).strict().map_err(|why| why.to_string());
    let trees = read(text)?;
    if trees.len() != count {
        return Err(format!("{} games instead of {count}", trees.len()));
    }
    let written = format.write(game, &trees).map_err(|why| why.to_string())?;
    let again = format.write(game, &read(&written.text)?).map_err(|why| why.to_string())?;
    if again.text != written.text {
        return Err("what was written is read as other games".to_string());
    }
    Ok(written)
}

/// The text of games that come back with everything.
fn complete(written: Written) -> Result<String, String> {
    if written.left_out.is_empty() { Ok(written.text) } else { Err(format!("left out: {:?}", written.left_out)) }
}

#[test]
fn games_of_python_chess_come_back_equal() {
    let Some(judge) = Script::needing("chess, pyffish", "variant_games.py") else { return };
    let kinds = [
        ("chess", "chess"),
        ("chess960", "chess960"),
        ("antichess", "antichess"),
        ("atomic", "atomic"),
        ("king of the hill", "king-of-the-hill"),
        ("racing kings", "racing-kings"),
        ("horde", "horde"),
        ("three-check", "three-check"),
        ("crazyhouse", "crazyhouse"),
        ("giveaway", "giveaway"),
    ];
    exchange(&judge, "python-chess", Format::Pgn, &kinds);
}

#[test]
fn games_of_fairy_stockfish_come_back_equal() {
    let Some(judge) = Script::needing("chess, pyffish", "variant_games.py") else { return };
    let kinds = [
        ("fairy:seirawan", "seirawan"),
        ("fairy:makruk", "makruk"),
        ("fairy:capablanca", "capablanca"),
        ("fairy:grand", "grand"),
        ("fairy:shatranj", "shatranj"),
        ("fairy:gardner", "gardner"),
        ("fairy:capahouse", "capahouse"),
        ("fairy:losalamos", "los-alamos"),
        ("fairy:torpedo", "torpedo"),
    ];
    exchange(&judge, "pyffish", Format::Pgn, &kinds);
}

#[test]
fn games_of_hex_come_back_equal() {
    let Some(judge) = Script::needing("sgfmill", "hex_games.py") else { return };
    let (hex, count) = (named("hex"), games(40));
    let number = count.to_string();
    let text = judge.said(&["make", &number, "48"]);
    let written = come_back(&hex, Format::Sgf, &text, count).and_then(complete);
    let written = written.unwrap_or_else(|fault| panic!("{fault}"));
    judge.check("exchange-hex.sgf", &written, &[&number, "48"]);
}

#[test]
fn games_of_gnubg_come_back_equal() {
    let Some(judge) = Script::running("gnubg", "backgammon_games.py") else { return };
    let (game, count) = (named("backgammon"), games(4));
    let turns = |name: &str, text: &str, form: &str| {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, text).expect("a folder of our own");
        judge.said(&["check", &path.to_string_lossy(), form])
    };
    for format in [Format::Mat, Format::Sgf] {
        let form = format.name();
        let made = judge.said(&["make", form, &count.to_string(), "48"]);
        let files: Vec<&str> = made.split("=\n").filter(|file| !file.trim().is_empty()).collect();
        let games = if format == Format::Mat { count } else { 1 };
        let back =
            |file: &&str| come_back(&game, format, file, games).unwrap_or_else(|fault| panic!("{form}: {fault}"));
        let written: Vec<Written> = files.iter().map(back).collect();
        for left_out in written.iter().flat_map(|written| &written.left_out) {
            // gnubg reads no properties of ours.
            let own = ["file and hash of the rules", "ending, verdicts and scores"];
            assert!(format == Format::Sgf && own.iter().any(|own| left_out.starts_with(own)), "{form}: {left_out}");
        }
        let written: Vec<String> = written.into_iter().map(|written| written.text).collect();
        let theirs = turns(&format!("gnubg-theirs.{form}"), &made, form);
        let ours = turns(&format!("gnubg-ours.{form}"), &written.join("=\n"), form);
        assert_eq!(theirs, ours, "{form}");
        assert!(theirs.lines().count() > 20 * count, "{theirs}");
    }
}
