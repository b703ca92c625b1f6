//! Chess without tags and without numbers of moves: positions as FEN or EPD, one a line, the
//! `position` lines of UCI, and moves alone. What they say is read as PGN. A text of Othello, of
//! shogi or of xiangqi is none of these.

/// Bytes of a text that is looked at.
const MOST: usize = 1 << 20;
/// Fields of a FEN without counters.
const FIELDS: usize = 4;
/// Ranks of the board.
const RANKS: usize = 8;

/// Returns positions and `position` lines as PGN, each in the line in which it stands; `None` if a
/// line is neither.
pub(crate) fn as_pgn(text: &str) -> Option<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    if text.len() > MOST || line(first).is_none() {
        return None;
    }
    let mut games = String::new();
    for one in text.lines().map(str::trim) {
        if !one.is_empty() {
            games += &line(one)?;
        }
        games.push('\n');
    }
    Some(games)
}

/// One line as a game.
fn line(line: &str) -> Option<String> {
    let said = line.strip_prefix("position ").map_or(line, str::trim_start);
    let is_command = said.len() < line.len() || said.starts_with("startpos");
    let (start, moves) = match said.split_once(" moves") {
        Some((start, moves)) => (start.trim(), moves.trim()),
        None => (said, ""),
    };
    if !moves.split_whitespace().all(is_move) {
        return None;
    }
    if is_command && start == "startpos" {
        return Some(format!("{moves} *"));
    }
    let fen = if is_command { start.strip_prefix("fen ")?.trim() } else { start };
    Some(format!("[FEN \"{}\"] [SetUp \"1\"] {moves} *", fen_of(fen)?))
}

/// The FEN of a line; the operations of EPD behind it are left out.
fn fen_of(line: &str) -> Option<String> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let (board, side) = (fields.first()?, fields.get(1)?);
    let rows = board.split('[').next()?.split('/').count();
    let is_row = |c: char| c.is_ascii_alphanumeric() || "/[]~*-".contains(c);
    if rows != RANKS || !board.chars().all(is_row) || !matches!(*side, "w" | "b") || fields.len() < FIELDS {
        return None;
    }
    let is_operation = |field: &&str| field.starts_with(|c: char| c.is_ascii_alphabetic());
    let end = fields[FIELDS..].iter().position(is_operation).map_or(fields.len(), |at| FIELDS + at);
    let fen = fields[..end].join(" ");
    (!fen.contains(['"', '\\', '{', '}', ';'])).then_some(fen)
}

/// Whether a text has moves of chess and nothing else, two at least.
pub(crate) fn is_moves(text: &str) -> bool {
    let mut moves = text.split_whitespace().filter(|word| !is_number(word));
    text.len() <= MOST && moves.clone().nth(1).is_some() && moves.all(is_move)
}

/// `12.`, or the result at the end.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        || matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2")
}

/// `e4`, `Nbd7+`, `exd8=Q#`, `e7e8q`, `O-O`.
fn is_move(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    if matches!(word, "O-O" | "O-O-O" | "0-0" | "0-0-0") {
        return true;
    }
    let (word, promotes) = match word.split_once('=') {
        Some((word, _)) => (word, true),
        None => (word, false),
    };
    let word = word.strip_prefix(['K', 'Q', 'R', 'B', 'N']).unwrap_or(word);
    let word =
        if word.len() == 5 && !promotes { word.strip_suffix(['q', 'r', 'b', 'n']).unwrap_or(word) } else { word };
    let Some((before, square)) = word.len().checked_sub(2).and_then(|at| word.split_at_checked(at)) else {
        return false;
    };
    let origin = before.chars().all(|c| matches!(c, 'a'..='h' | '1'..='8' | 'x' | '-'));
    origin && before.len() <= 3 && matches!(square.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_lines_of_protocols_become_games() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for (text, pgn) in [
            (format!("{START} 0 1"), format!("[FEN \"{START} 0 1\"] [SetUp \"1\"]  *\n")),
            (format!("{START} bm e4; id \"a\";\n"), format!("[FEN \"{START}\"] [SetUp \"1\"]  *\n")),
            ("\nposition startpos moves e2e4 e7e5".to_string(), "\ne2e4 e7e5 *\n".to_string()),
            (format!("position fen {START} 0 1 moves e2e4"), format!("[FEN \"{START} 0 1\"] [SetUp \"1\"] e2e4 *\n")),
        ] {
            assert_eq!(as_pgn(&text).as_deref(), Some(pgn.as_str()), "{text}");
        }
        for text in [
            "position startpos moves 7g7f",
            "position startpos moves h2e2 h9g7",
            "position fen rnbakabnr/9/1c5c1/9/9/9/9/1C5C1/9/RNBAKABNR w - - 0 1",
            "1. e4 e5",
            "a/b/c/d/e/f/g/h and words",
            "",
        ] {
            assert_eq!(as_pgn(text), None, "{text}");
        }
    }

    #[test]
    fn moves_alone_are_known() {
        for text in ["e4 e5 Nf3 Nc6", "e2e4 e7e5 g1f3", "1. e4 e5 2. O-O", "exd8=Q# Kxd8 1-0", "e7e8q d5"] {
            assert!(is_moves(text), "{text}");
        }
        for text in ["e4", "hello world", "h2e2 h9g7", "7g7f 3c3d", "a b c d", "11-15 22-18", "é4 e5"] {
            assert!(!is_moves(text), "{text}");
        }
    }
}
