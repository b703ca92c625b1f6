//! Common wrong words: from other rules languages, from everyday language, effects without
//! parentheses.

use dagaz_syntax::Hint;

/// Directions as people say them.
pub(super) const LONG_DIRECTIONS: [&str; 4] = ["north", "south", "east", "west"];

/// What to write instead of a clause, if it is one of those.
pub(super) fn clause_instead(word: &str) -> Option<&'static str> {
    Some(match word {
        "goal" | "win-condition" | "loss-condition" | "draw-condition" | "end" | "ending" => {
            "how the game ends is said by `win`, `lose`, `draw` and `score`"
        }
        "turn-order" => "who moves when is said by `turns`",
        "board-setup" | "start" => "what stands where at the start is said by `setup`",
        "move-priorities" | "priority" => "which moves come first is said by `first` and `prefer`",
        "grid" | "dimensions" => "it belongs into the board: `(board (grid a-h 1-8))`",
        "zone" | "lines" | "regions" | "track" | "link" | "unlink" | "wrap" | "keep" | "without" | "columns"
        | "sites" => "it belongs into the board, behind its grid: `(board (grid a-h 1-8) (zone camp a1 b1))`",
        "visible" => "everything is seen that is not hidden: `(hidden (type enemy))`",
        "simultaneous" => "it belongs into the turn order: `(turns (together White Black))`",
        "cards" => "cards are pieces, and a deck holds them: `(deck Stock (Ace 4) (King 4))`",
        "shape" => "it belongs into a piece: `(piece Beam (shape e) …)`",
        "module" | "include" | "game" | "variant" => "it stands by itself, outside of all games",
        _ => return None,
    })
}

/// What to write instead of a word, if it is one of those.
pub(super) fn instead(word: &str) -> Option<Hint> {
    let actions = ["take", "land", "leave", "extra-turn", "then", "put", "drop", "become", "give"];
    if actions.contains(&word) {
        let rest = if matches!(word, "take" | "land" | "leave" | "extra-turn") { "" } else { " …" };
        let text = format!("what is done stands in parentheses: `({word}{rest})`");
        return Some(match rest {
            "" => Hint::instead(text, word, &format!("({word})")),
            _ => text.into(),
        });
    }
    if let Some(hint) = direct(word) {
        return Some(hint);
    }
    let hint = match word {
        "up" => "forward is `n`: directions are the player's own",
        "verify" => "a check needs no word in front of it: `empty`, `enemy`, `(not King)`",
        "add" => "a path that ends is a move; nothing needs to be added to the list of moves",
        "no-moves" | "nobody-moves" | "my-turn" => {
            return Some(format!("it stands without parentheses: `{word}`").into());
        }
        "repeats" | "repeat" => {
            "`(> (repeats) 2)`: how often the position has been there, and a number to compare it with"
        }
        "row" | "column" => {
            return Some(format!("a {word} has a number: `({word} 1)`; `({word} -1)` is the last").into());
        }
        "hand" => "`(hand King)` is how many of one piece the player has in hand",
        "rank" => "a rank is `(row 1)`, counted from the player's own side; `(row -1)` is the last",
        "file" => "a file of the board is `(column 1)`",
        "capture" => "a piece that lands captures; elsewhere it is `(take)`",
        "while" => "`(many d empty)` goes on as long as there are empty sites, and may stop at each",
        "add-partial" => "`(then jump)` goes on with another step",
        _ => return None,
    };
    Some(hint.into())
}

/// Returns the hint for a word that means exactly one word of the language.
fn direct(word: &str) -> Option<Hint> {
    let meant = match word {
        "north" => "n",
        "south" => "s",
        "east" => "e",
        "west" => "w",
        "northeast" | "north-east" => "ne",
        "northwest" | "north-west" => "nw",
        "southeast" | "south-east" => "se",
        "southwest" | "south-west" => "sw",
        "empty?" => "empty",
        "not-empty?" | "occupied?" => "occupied",
        "enemy?" => "enemy",
        "friend?" => "mine",
        _ => return None,
    };
    let text = match word.ends_with('?') {
        true => "sets have no question mark: `empty`, `enemy`, `mine`".to_string(),
        false => format!("the direction is `{meant}`"),
    };
    Some(Hint::instead(text, word, meant))
}
