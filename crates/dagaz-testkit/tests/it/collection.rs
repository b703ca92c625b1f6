//! The games that the requirements name (their section Q) are all in the library, each with counts
//! of its moves that others made, or a program that was written apart for its rules.

use dagaz_testkit::facts::Facts;
use dagaz_testkit::source;

/// As they are named, and where they are. Magyar Dama, dominoes and Tamsk, which needs clocks in
/// the rules, are missing.
const NAMED: [(&str, &str); 46] = [
    ("Surakarta", "leaping/surakarta"),
    ("chess", "chess/chess"),
    ("shogi", "shogi/shogi"),
    ("Go, 9x9", "territory/go-9x9"),
    ("Go, 13x13", "territory/go-13x13"),
    ("Go, 19x19", "territory/go-19x19"),
    ("Nard", "race/nard"),
    ("Backgammon", "race/backgammon"),
    ("Ur", "race/royal-game-of-ur"),
    ("Splut!", "pushing/splut"),
    ("Stavropol checkers", "draughts/stavropol-draughts"),
    ("Bao", "sowing/bao"),
    ("Pentago", "lines/pentago"),
    ("tower draughts", "columns/bashni"),
    ("tavreli", "columns/tavreli"),
    ("Tamerlane chess", "chess/tamerlane"),
    ("Shatar", "chess/shatar"),
    ("Yonin shogi", "shogi/yonin"),
    ("Rithmomachia", "lines/rithmomachia"),
    ("Fanorona", "leaping/fanorona"),
    ("Russian draughts", "draughts/russian-draughts"),
    ("International draughts", "draughts/international-draughts"),
    ("Italian draughts", "draughts/italian-draughts"),
    ("English draughts", "draughts/english-draughts"),
    ("English draughts with huffing", "draughts/huffing-draughts"),
    ("Turkish draughts", "draughts/turkish-draughts"),
    ("old French draughts", "draughts/old-french-draughts"),
    ("Cheskers", "draughts/cheskers"),
    ("Dablot", "leaping/dablot"),
    ("Pasang", "lines/pasang"),
    ("Hanga Roa", "race-to-row/hanga-roa"),
    ("Ko shogi", "shogi/ko"),
    ("Amazons", "territory/amazons"),
    ("Chessball", "pushing/chessball"),
    ("Stapeldammen", "columns/stapeldammen"),
    ("Focus", "columns/focus"),
    ("Shahboy", "chess/shahboy"),
    ("Nine men's morris", "lines/nine-mens-morris"),
    ("Bolotudu", "lines/bolotudu"),
    ("Yote", "leaping/yote"),
    ("Damii", "draughts/damii"),
    ("Alquerque", "leaping/alquerque"),
    ("Blokus", "territory/blokus-duo"),
    ("L-game", "territory/l-game"),
    ("Hippos and crocodiles", "territory/hippos-and-crocodiles"),
    ("Hive", "connection/hive"),
];

/// So many plies are counted,
const PLIES: usize = 3;
/// or fewer where the last of them has so many sequences of moves already.
const MANY: u64 = 1_000_000;

#[test]
fn each_required_game_exists_and_is_counted() {
    let mut faults = Vec::new();
    for (name, folder) in NAMED {
        let path = source::root().join("games").join(folder);
        let rules = path.join(path.file_name().expect("a name")).with_extension("drf");
        if let Err(why) = source::open(&rules) {
            faults.push(format!("{name}: {why}"));
            continue;
        }
        let facts = Facts::beside(&rules).unwrap_or_else(|why| panic!("{why}"));
        let is_enough = |counts: &[u64]| counts.len() >= PLIES || counts.last().is_some_and(|last| *last >= MANY);
        if !facts.perft.iter().any(|perft| is_enough(&perft.counts)) {
            faults.push(format!("{name}: no count goes to {PLIES} plies"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
