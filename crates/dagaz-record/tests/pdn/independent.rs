//! Games made and judged by pydraughts, which knows nothing of this project: `tests/independent/draughts_games.py`.
//!
//! `DAGAZ_PYTHON` names the interpreter that has it; without one the tests say that they skip. `DAGAZ_DRAUGHTS_GAMES` is
//! how many games of each kind are compared.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use dagaz_core::Game;
use dagaz_record::{Cursor, GameTree};

use crate::{ENGLISH, INTERNATIONAL, RUSSIAN, TURKISH, game, last_fen, sound, written};

/// How many games of each kind, if nothing else is said. The other program needs a second for each.
const GAMES: usize = 20;
/// Moves of the games that we make.
const PLIES: usize = 120;

fn python() -> String {
    std::env::var("DAGAZ_PYTHON").unwrap_or_else(|_| "python3".to_string())
}

fn has_judge() -> bool {
    let import = Command::new(python()).args(["-c", "import draughts"]).stderr(Stdio::null()).status();
    import.is_ok_and(|status| status.success())
}

/// What the script prints.
fn script(arguments: &[&str]) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/independent/draughts_games.py");
    let output = Command::new(python()).arg(script).args(arguments).output().expect("it was there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("PDN is text")
}

/// The final positions that the other program sees in a text.
fn judged(variant: &str, what: &str, text: &str) -> Vec<String> {
    let name = format!("dagaz-{}-{variant}-{what}.pdn", std::process::id());
    let path: PathBuf = std::env::temp_dir().join(name);
    std::fs::write(&path, text).expect("a temporary file");
    let said = script(&["check", variant, &path.to_string_lossy()]);
    let _ = std::fs::remove_file(&path);
    said.lines().map(|line| line.split_once(' ').expect("a count and a position").1.to_string()).collect()
}

/// A position without the order of its squares.
fn parts(fen: &str) -> BTreeSet<String> {
    let fields = fen.split(':').enumerate();
    fields
        .flat_map(|(index, field)| match index {
            0 => vec![field.to_string()],
            _ => field[1..]
                .split(',')
                .filter(|item| !item.is_empty())
                .map(|item| field[..1].to_string() + item)
                .collect(),
        })
        .collect()
}

#[allow(clippy::print_stdout)] // Whoever runs this wants to know whether anything was compared.
fn compare(variant: &str, rules: &str) {
    if !has_judge() {
        println!("skipped: {} has no module draughts; DAGAZ_PYTHON may name an interpreter that has", python());
        return;
    }
    let count = std::env::var("DAGAZ_DRAUGHTS_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(GAMES);
    let game = &game(rules) as &dyn Game;

    let games = sound(game, &script(&["make", variant, &count.to_string(), "1"]));
    assert_eq!(games.len(), count);
    for (number, tree) in games.iter().enumerate() {
        let expected = tree.facts.tag("FinalFEN").expect("the script writes it");
        assert_eq!(parts(&last_fen(game, tree)), parts(expected), "{variant}, game {number}");
    }
    let plies: usize = games.iter().map(GameTree::moves).sum();
    agree(game, variant, "theirs", &games);

    let own: Vec<GameTree> = (0..count as u64).map(|seed| random_game(game, seed)).collect();
    agree(game, variant, "ours", &own);
    println!("{variant}: {count} games of theirs with {plies} moves, {count} of ours");
}

/// Writes games and has them judged.
fn agree(game: &dyn Game, variant: &str, what: &str, games: &[GameTree]) {
    let judged = judged(variant, what, &written(game, games));
    assert_eq!(judged.len(), games.len());
    for (number, (tree, expected)) in games.iter().zip(judged).enumerate() {
        assert_eq!(parts(&last_fen(game, tree)), parts(&expected), "{variant}, {what}, game {number}");
    }
}

/// A random game by our rules.
fn random_game(game: &dyn Game, seed: u64) -> GameTree {
    let mut tree = GameTree::of(game);
    let mut cursor = Cursor::new(game, &tree);
    let mut bits = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for _ in 0..PLIES {
        let list = cursor.legal().expect("draughts are small");
        if list.is_empty() {
            break;
        }
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        cursor.play(&mut tree, list.get((bits >> 33) as usize % list.len()));
    }
    tree
}

#[test]
fn english_draughts_as_another_program_sees_them() {
    compare("english", ENGLISH);
}

#[test]
fn international_draughts_as_another_program_sees_them() {
    compare("standard", INTERNATIONAL);
}

#[test]
fn russian_draughts_as_another_program_sees_them() {
    compare("russian", RUSSIAN);
}

#[test]
fn turkish_draughts_as_another_program_sees_them() {
    compare("turkish", TURKISH);
}
