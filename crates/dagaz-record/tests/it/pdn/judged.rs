//! Games made and judged by pydraughts, which knows nothing of this project:
//! `tests/independent/draughts_games.py`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use dagaz_core::Game;
use dagaz_record::{Cursor, GameTree};

use super::{ENGLISH, INTERNATIONAL, RUSSIAN, TURKISH, game, last_fen, sound, written};
use crate::independent::{self, Script};
use crate::others::named;

/// The default number of games of each kind. The reference program needs a second for each.
const GAMES: usize = 10;
/// The default number of games of each further kind.
const FEW: usize = 1;
/// Moves of the games that we make.
const PLIES: usize = 120;

/// The final positions that the other program sees in a text.
fn judged(judge: &Script, variant: &str, what: &str, text: &str) -> Vec<String> {
    let name = format!("dagaz-{}-{variant}-{what}.pdn", std::process::id());
    let path: PathBuf = std::env::temp_dir().join(name);
    std::fs::write(&path, text).expect("a temporary file");
    let said = judge.said(&["check", variant, &path.to_string_lossy()]);
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
fn compare(variant: &str, game: &dyn Game, usual: usize) {
    let Some(judge) = Script::needing("draughts", "draughts_games.py") else { return };
    let count = independent::games(usual);

    let games = sound(game, &judge.said(&["make", variant, &count.to_string(), "1"]));
    assert_eq!(games.len(), count);
    for (number, tree) in games.iter().enumerate() {
        let expected = tree.facts.tag("FinalFEN").expect("the script writes it");
        assert_eq!(parts(&last_fen(game, tree)), parts(expected), "{variant}, game {number}");
    }
    let plies: usize = games.iter().map(GameTree::moves).sum();
    agree(&judge, game, variant, "theirs", &games);

    let own: Vec<GameTree> = (0..count as u64).map(|seed| random_game(game, seed)).collect();
    agree(&judge, game, variant, "ours", &own);
    println!("{variant}: {count} games of theirs with {plies} moves, {count} of ours");
}

/// Writes games and has them judged.
fn agree(judge: &Script, game: &dyn Game, variant: &str, what: &str, games: &[GameTree]) {
    let judged = judged(judge, variant, what, &written(game, games));
    assert_eq!(judged.len(), games.len());
    for (number, (tree, expected)) in games.iter().zip(judged).enumerate() {
        assert_eq!(parts(&last_fen(game, tree)), parts(&expected), "{variant}, {what}, game {number}");
    }
}

/// A playout by our rules.
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
    compare("english", &game(ENGLISH), GAMES);
}

#[test]
fn international_draughts_as_another_program_sees_them() {
    compare("standard", &game(INTERNATIONAL), GAMES);
}

#[test]
fn russian_draughts_as_another_program_sees_them() {
    compare("russian", &game(RUSSIAN), GAMES);
}

#[test]
fn turkish_draughts_as_another_program_sees_them() {
    compare("turkish", &game(TURKISH), GAMES);
}

#[test]
fn italian_brazilian_and_frisian_draughts_as_another_program_sees_them() {
    for (variant, name) in
        [("italian", "italian-draughts"), ("brazilian", "brazilian-draughts"), ("frisian", "frisian-draughts")]
    {
        compare(variant, &named(name), FEW);
    }
}

#[test]
fn variants_of_draughts_as_another_program_sees_them() {
    for (variant, name) in [
        ("frysk!", "frisian-draughts/Frysk!"),
        ("breakthrough", "breakthrough-draughts"),
        ("antidraughts", "international-draughts/Antidraughts"),
    ] {
        compare(variant, &named(name), FEW);
    }
}
