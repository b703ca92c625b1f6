//! Output of the terminal for games with hidden facts, and for boards without borders.

use crate::common::{Folder, dagaz, fine};

/// Two play Kuhn's poker; a person has the first seat.
const SEATS: [&str; 6] = ["play", "kuhn-poker", "--seed", "3", "--seat", "Two=random"];

#[test]
fn position_and_leaving_tell_only_what_the_person_sees() {
    let said = fine(&SEATS, "position\n");
    let seen: Vec<&str> = said.lines().filter(|line| line.contains("turn=One")).collect();
    assert_eq!(seen.len(), 2, "{said}");
    for line in seen {
        assert!(line.contains("One Jack=first; Two unseen=second; supply Stock unseen=1"), "{line}");
    }
    for hidden in ["Queen", "King"] {
        assert!(!said.contains(&format!("Two {hidden}")) && !said.contains(&format!("Stock {hidden}")), "{said}");
    }
    // Where nothing is hidden, the position is whole.
    let said = fine(&["play", "chess"], "position\n");
    assert!(said.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), "{said}");
    assert!(said.contains("Stopped after 0 moves. The position:"), "{said}");
}

#[test]
fn a_game_with_hidden_facts_is_saved_at_its_end() {
    let folder = Folder::new("hidden-save");
    let file = folder.0.join("kuhn.json").display().to_string();
    let said = dagaz(&SEATS, &format!("save {file}\n"));
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    assert!(said.out.contains("a record shows what the game hides from One until its end"), "{}", said.out);
    let leaving = dagaz(&[&SEATS[..], &["--save", &file]].concat(), "quit\n");
    assert_eq!(leaving.code, Some(1), "{}{}", leaving.out, leaving.err);
    assert!(!folder.0.join("kuhn.json").exists());
    let said = fine(&SEATS, &format!("bet\nsave {file}\n"));
    assert!(said.contains("Saved 4 moves"), "{said}");
    let record = std::fs::read_to_string(&file).expect("it is written");
    assert!(record.contains("\"One\": \"win\"") && record.contains("\"Two\": \"loss\""), "{record}");
}

#[test]
fn the_better_score_of_the_choosing_players_wins() {
    let start = "first deal-one Stock Jack; second deal-two Stock King; bet; hold";
    let said = dagaz(&["moves", "kuhn-poker", "--after", start], "");
    assert!(said.err.contains("One won, Two lost"), "{}{}", said.out, said.err);
}

#[test]
fn no_equilibrium_is_claimed_where_moves_tell_hidden_facts() {
    let folder = Folder::new("hidden-solve");
    let rules = |guess: &str| {
        folder.file(
            "leak.drf",
            &format!(
                "(drf 3) (game \"Leak\" (players One Two) (board (sites table)) (var c of game 0) (var ans of game 0)
                   (rule (hide k) (set c k)) (rule (guess k) {guess} (set ans k))
                   (moves (hide 1..2) (guess 1..2)) (turns (One hide) (Two guess))
                   (hidden c (me Two))
                   (score end (> ans 0) (if (me One) (if (= ans c) -1 1) (if (= ans c) 1 -1))))"
            ),
        )
    };
    let said = dagaz(&["solve", &rules("(= k c)")], "");
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    assert!(said.err.contains("the legal moves of Two differ"), "{}", said.err);
    let fair = fine(&["solve", &rules("")], "");
    assert!(fair.contains("worth +0.00000 to One"), "{fair}");
}

#[test]
fn why_finds_sites_of_boards_without_borders_by_their_names() {
    let why = |asked: &str| {
        dagaz(&["why", "five-without-borders", asked, "--after", "e0n0; e2n0; e3n0"], "").out.replace('\n', " ")
    };
    for (site, owner) in [("e0n0", "Black"), ("e2n0", "White"), ("e3n0", "Black")] {
        let said = why(site);
        assert!(said.contains(&format!("a Stone of {owner} stands on {site}")), "{said}");
    }
    assert!(why("e1n0").contains("this is legal"), "{}", why("e1n0"));
    assert!(why("e9n9").contains("e9n9 is out of reach"), "{}", why("e9n9"));
}
