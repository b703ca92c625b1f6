//! Games larger than any that people play: boards of thousands of sites, hundreds of piece types,
//! lists of tens of thousands of moves. Rules of edition 2, made as text, so that all that reads
//! and compiles rules has to bear them too.

use std::fmt::Write;

/// A large game, and what is known of it.
pub struct Large {
    /// What is large about it.
    pub what: &'static str,
    /// Its rules.
    pub text: String,
    /// How many moves its first player has in the beginning, by arithmetic.
    pub first_moves: usize,
}

/// Every kind of large game.
pub fn large() -> Vec<Large> {
    vec![
        Large { what: "2,000 sites and royal pieces", text: chess(50, 40, 5, 1), first_moves: 640 },
        Large { what: "2,000 sites with seven hundred pieces", text: chess(50, 40, 2, 12), first_moves: 2_381 },
        Large { what: "190 piece types on 400 sites", text: types(190), first_moves: 20 },
        Large { what: "60,000 moves", text: drops(120, 25, 20), first_moves: 60_000 },
        Large { what: "28 piece types to drop on 484 sites", text: drops(28, 22, 22), first_moves: 28 * 484 },
    ]
}

/// Chess on a board of so many columns and rows, of which every `gap`-th site is filled: a row of
/// rooks with a king among them, so many rows of queens, and a row of pawns.
pub fn chess(columns: usize, rows: usize, gap: usize, queens: usize) -> String {
    let row = |row: usize, king: bool| {
        let filled = (gap..=columns).step_by(gap).filter(|column| !king || *column != columns / 2);
        filled.map(|column| format!("c{column}-{row} ")).collect::<String>()
    };
    let army = |player: &str, rank: &dyn Fn(usize) -> usize| {
        format!(
            "({player} (King c{}-{}) (Rook {}) (Queen {}) (Pawn {}))",
            columns / 2,
            rank(1),
            row(rank(1), true),
            (0..queens).map(|more| row(rank(2 + more), false)).collect::<String>(),
            row(rank(2 + queens), false)
        )
    };
    let directions = ["n", "s", "e", "w", "ne", "nw", "se", "sw"];
    let each = |rule: &str, directions: &[&str]| {
        directions.iter().map(|direction| format!("({rule} {direction})")).collect::<String>()
    };
    format!(
        "(define step ($1 (verify not-friend?) add))
         (define slide ($1 (while empty? add $1) (verify not-friend?) add))
         (define go ($1 (verify empty?) add))
         (define strike ($1 (verify enemy?) add))
         {} {}
         (board-setup {} {})
         (piece (name King) (moves {}))
         (piece (name Rook) (moves {}))
         (piece (name Queen) (moves {}))
         (piece (name Pawn) (moves (go n) (strike ne) (strike nw)))
         (loss-condition (White Black) (checkmated King)))",
        head("Large chess"),
        board(columns, rows),
        army("White", &|rank| rank),
        army("Black", &|rank| rows + 1 - rank),
        each("step", &directions),
        each("slide", &directions[..4]),
        each("slide", &directions),
    )
}

/// So many types of pieces, of which twenty a side stand on a board of 400 sites and go forward.
fn types(count: usize) -> String {
    let mut text =
        format!("(define go ($1 (verify empty?) add)) {} {} (board-setup", head("Many types"), board(20, 20));
    for (player, row) in [("White", 1), ("Black", 20)] {
        let _ = write!(text, "({player}");
        (1..=20).for_each(|column| {
            let _ = write!(text, "(T{} c{column}-{row})", column * count / 20);
        });
        text.push(')');
    }
    text.push(')');
    (1..=count).for_each(|number| {
        let _ = write!(text, "(piece (name T{number}) (moves (go n)))");
    });
    text.push(')');
    text
}

/// So many types of pieces to drop on any empty site of a board.
fn drops(types: usize, columns: usize, rows: usize) -> String {
    let mut text = format!("{} {} (board-setup", head("Many drops"), board(columns, rows));
    for player in ["White", "Black"] {
        let _ = write!(text, "({player}");
        (1..=types).for_each(|number| {
            let _ = write!(text, "(T{number} off 9)");
        });
        text.push(')');
    }
    text.push(')');
    (1..=types).for_each(|number| {
        let _ = write!(text, "(piece (name T{number}) (drops ((verify empty?) add)))");
    });
    text.push(')');
    text
}

fn head(title: &str) -> String {
    format!("(game (title \"{title}\") (players White Black) (turn-order White Black)")
}

/// A board whose sites are `c1-1`, column first.
fn board(columns: usize, rows: usize) -> String {
    let columns: Vec<String> = (1..=columns).map(|column| format!("c{column}-")).collect();
    let rows: Vec<String> = (1..=rows).rev().map(|row| row.to_string()).collect();
    format!(
        "(board (grid (start-rectangle 0 0 9 9) (dimensions (\"{}\" (10 0)) (\"{}\" (0 10)))
          (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1)))
          (symmetry Black (n s) (s n) (ne se) (se ne) (nw sw) (sw nw)))",
        columns.join("/"),
        rows.join("/")
    )
}
