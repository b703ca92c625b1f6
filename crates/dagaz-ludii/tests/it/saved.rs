//! Games in Ludii's own format: reading and replaying them.

use dagaz_ludii::play::saved::{SavedFault, read};
use dagaz_ludii::play::trial::{Verdict, replay};

use super::play::rules;

const GAME: &str = "\
game=/lud/Small.lud
START GAME OPTIONS
Board Size/1x3
END GAME OPTIONS
RNG internal state=1,2,3,4,5,6,7,8
Move=[Move:mover=0,from=1,to=1,actions=[Add:type=Cell,to=1,what=2]]
Move=[Move:mover=1,from=0,to=0,actions=[Add:type=Cell,to=0,what=1,decision=true],[Remove:type=Cell,to=1]]
Move=[Move:mover=2,from=2,to=2,actions=[Add:type=Cell,to=2,what=2,decision=true]]
numInitialPlacementMoves=1
LEGAL MOVES LIST SIZE = 2
LEGAL MOVES LIST SIZE = 2
winner=0
SANDBOX=false
LUDII_VERSION=1.3.12
";

/// Stones drive the adjacent stones of the other player away.
const STONES: &str = "(board (rectangle 1 3)) (piece \"Stone\" Each)";
const RULES: &str = "(start (place \"Stone2\" 1)) (play (move Add (to (sites Empty)) \
    (then (remove (sites Around (last To) Orthogonal if:(is Enemy (who at:(to)))))))) \
    (end (if (is Full) (result Mover Loss)))";

#[test]
fn options_players_moves_and_lengths_are_read() {
    let saved = read(GAME).expect("the game can be read");
    assert_eq!(saved.game, "/lud/Small.lud");
    assert_eq!(saved.options, ["Board Size/1x3"]);
    assert_eq!(saved.trial.plies.iter().map(|ply| ply.mover).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(saved.trial.plies[1].moves, Some(2));
    assert!(!saved.trial.over);
}

#[test]
fn saved_game_replays() {
    let saved = read(GAME).expect("the game can be read");
    assert_eq!(replay(&rules(STONES, RULES), &saved.trial), Verdict::Right);
}

#[test]
fn illegal_move_and_other_length_are_found() {
    let rules = rules(STONES, RULES);
    let wrong_at = |text: &str| match replay(&rules, &read(text).expect("the game can be read").trial) {
        Verdict::Wrong { ply, .. } => Some(ply),
        Verdict::Right => None,
    };
    assert_eq!(wrong_at(&GAME.replace("mover=2,from=2,to=2", "mover=2,from=0,to=0")), Some(1));
    assert_eq!(wrong_at(&GAME.replacen("SIZE = 2", "SIZE = 3", 1)), Some(0));
}

#[test]
fn broken_files_are_faults() {
    assert_eq!(read("").err(), Some(SavedFault::NoGame));
    assert_eq!(read("game=x\nMove=[Pass]").err(), Some(SavedFault::Move(2)));
    let lengths = GAME.replacen("LEGAL MOVES LIST SIZE = 2\n", "", 1);
    assert_eq!(read(&lengths).err(), Some(SavedFault::Lengths { moves: 2, lengths: 1 }));
}
