//! The words of the language, by where they may stand.

use dagaz_syntax::Hint;

/// Heads of clauses.
pub(super) const CLAUSES: [&str; 35] = [
    "players",
    "teams",
    "symmetry",
    "board",
    "setup",
    "piece",
    "rule",
    "define",
    "class",
    "table",
    "var",
    "dice",
    "deck",
    "clock",
    "timer",
    "hidden",
    "moves",
    "first",
    "prefer",
    "never",
    "on",
    "turns",
    "pass",
    "win",
    "lose",
    "draw",
    "score",
    "out",
    "distinct",
    "hint",
    "write",
    "use",
    "fen",
    "parameter",
    "statistic",
];

/// Heads of the parts of a board.
pub(super) const BOARD_PARTS: [&str; 16] = [
    "grid", "hex", "hexhex", "tri", "rings", "sites", "keep", "without", "link", "unlink", "wrap", "track", "zone",
    "lines", "regions", "columns",
];

/// Words that begin a list of directions.
pub(super) const DIRECTION_HEADS: [&str; 6] = ["leaper", "except", "back", "left", "right", "beside"];

/// Words of a turn order that are no players.
pub(super) const TURN_WORDS: [&str; 7] = ["repeat", "phase", "roll", "clock", "by", "together", "chance"];

/// Sets that need no declaration.
pub(super) const SETS: [&str; 25] = [
    "board",
    "empty",
    "occupied",
    "mine",
    "friend",
    "enemy",
    "nobody",
    "open",
    "here",
    "start",
    "it",
    "origin",
    "visited",
    "captured",
    "taken",
    "attacked",
    "passed",
    "unmoved",
    "last-from",
    "last-to",
    "dark",
    "light",
    "none",
    "closed",
    "anyone",
];

/// Questions of one word.
pub(super) const TRUTHS: [&str; 3] = ["no-moves", "nobody-moves", "my-turn"];

/// Words that are numbers.
pub(super) const NUMBERS: [&str; 5] = ["turn", "passes", "steps", "cycle", "moves"];

/// Heads of lists that are sets.
pub(super) const SET_HEADS: [&str; 15] = [
    "top",
    "beneath",
    "bottom",
    "see",
    "from",
    "where",
    "row",
    "column",
    "edge",
    "now",
    "last",
    "can",
    "sites",
    "attacked-by",
    "is",
];

/// Heads of lists that are numbers.
pub(super) const NUMBER_HEADS: [&str; 14] =
    ["distance", "+", "-", "*", "/", "mod", "min", "max", "abs", "count", "hand", "height", "repeats", "ways"];

/// Heads of lists that are truths.
pub(super) const TRUTH_HEADS: [&str; 13] =
    ["all-out", "=", "<", ">", "<=", ">=", "!=", "any", "no", "all", "made", "me", "phase"];

/// Heads of lists that are what their last member is, seen otherwise.
pub(super) const VIEW_HEADS: [&str; 2] = ["as", "was"];

/// Heads that can only be walked.
pub(super) const PATH_HEADS: [&str; 40] = [
    "many",
    "run",
    "most",
    "times",
    "maybe",
    "along",
    "pick",
    "let",
    "unless",
    "each",
    "at",
    "fly",
    "land",
    "like",
    "then",
    "may",
    "must",
    "take",
    "put",
    "drop",
    "draw",
    "pocket",
    "become",
    "give",
    "move",
    "shift",
    "swap",
    "rotate",
    "leave",
    "out",
    "tuck",
    "lift",
    "set",
    "add",
    "extra-turn",
    "goto",
    "skip",
    "spend",
    "close",
    "open",
];

/// Returns whether a list with this head is an element where a path is read. `if` and `see` are
/// values elsewhere.
pub(super) fn is_element_head(head: &str) -> bool {
    PATH_HEADS.contains(&head) || matches!(head, "if" | "see")
}

/// Returns whether a word belongs to one of the lists above.
pub(super) fn is_word(word: &str) -> bool {
    let lists: [&[&str]; 7] = [&SETS, &NUMBERS, &SET_HEADS, &NUMBER_HEADS, &TRUTH_HEADS, &PATH_HEADS, &VIEW_HEADS];
    lists.iter().any(|list| list.contains(&word))
}

/// What to do with a word that stands alone and can only begin a list.
pub(super) fn begins(word: &str) -> Option<Hint> {
    let example = match word {
        "not" => "(not enemy)",
        "and" => "(and mine King)",
        "or" => "(or empty enemy)",
        "if" => "(if empty (become King))",
        "=" | "<" | ">" | "<=" | ">=" | "!=" => {
            return Some(format!("a comparison begins with its sign: `({word} (count enemy) 3)`").into());
        }
        "+" | "-" | "*" | "/" | "mod" | "min" | "max" => {
            return Some(format!("a sum begins with its sign: `({word} (count enemy) 3)`").into());
        }
        _ if SETS.contains(&word) || NUMBERS.contains(&word) => return None,
        _ if is_word(word) => {
            return Some(format!("`{word}` begins a list, with all that it is about: `({word} …)`").into());
        }
        _ => return None,
    };
    Some(format!("`{word}` begins a list: `{example}`").into())
}

/// Returns whether a text is a number: `3`, `-2`, `0.5`. Names such as `inf` are none.
pub(super) fn is_numeral(text: &str) -> bool {
    text.ends_with(|last: char| last.is_ascii_digit() || last == '.') && text.parse::<f64>().is_ok()
}
