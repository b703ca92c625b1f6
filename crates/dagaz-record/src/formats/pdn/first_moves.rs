//! Which draughts a text without `GameType` is of: the squares of its moves tell.

/// Lines of a text that are looked at: the first games of a file suffice.
const LINES: usize = 400;

/// How the moves of a text name squares, if they do as draughts do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Squares {
    /// By numbers, of which this is the largest.
    Numbers(u32),
    /// By letter and digit.
    Letters,
}

impl Squares {
    /// The squares of the moves in a text; none in a text without moves of draughts.
    pub(super) fn of(text: &str) -> Option<Squares> {
        let words = words(text);
        let mut found = words.split_whitespace().filter_map(squares);
        // On 32 squares no game begins with a man of the last row: these are 31 to 35 of 50.
        let first = match found.next()? {
            Squares::Numbers(31 | 32) => Squares::Numbers(33),
            other => other,
        };
        Some(found.fold(first, |one, other| match (one, other) {
            (Squares::Numbers(one), Squares::Numbers(other)) => Squares::Numbers(one.max(other)),
            (first, _) => first,
        }))
    }

    /// The number of the game type that such records usually are of.
    pub(super) fn game_type(self) -> u32 {
        match self {
            Squares::Numbers(51..) => 27,
            Squares::Numbers(33..) => 20,
            Squares::Numbers(_) => 21,
            Squares::Letters => 25,
        }
    }
}

/// The text behind the tags without comments; numbers of moves are words of their own.
fn words(text: &str) -> String {
    let lines = text.lines().take(LINES).filter(|line| !line.trim_start().starts_with(['[', '%']));
    let mut words = String::new();
    let mut comment = false;
    for line in lines {
        for c in line.chars() {
            match c {
                '{' => comment = true,
                '}' => comment = false,
                _ if comment => {}
                ';' => break,
                '.' | '(' | ')' => words.push(' '),
                c => words.push(c),
            }
        }
        words.push(' ');
    }
    words
}

/// The squares of a word, if it is a move from one square to others. Results are none: they have a
/// 0, or the same number twice.
fn squares(word: &str) -> Option<Squares> {
    let word = word.trim_end_matches(['!', '?', '*']);
    let parts: Vec<&str> = word.split(['-', 'x', ':']).collect();
    if parts.len() < 2 || parts[0] == parts[1] {
        return None;
    }
    let number = |part: &&str| part.parse::<u32>().ok().filter(|number| (1..=99).contains(number));
    let numbers: Option<Vec<u32>> = parts.iter().map(number).collect();
    if let Some(largest) = numbers.and_then(|numbers| numbers.into_iter().max()) {
        return Some(Squares::Numbers(largest));
    }
    let letters = |part: &&str| matches!(part.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    parts.iter().all(letters).then_some(Squares::Letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_of_moves_tell_the_game_type() {
        for (text, expected) in [
            ("[Event \"1985-12\"]\n1. 32-28 19-23 {60-70} 2. 28x19", Some(20)),
            ("1.11-15 23-19 2.8-11 1/2-1/2", Some(21)),
            ("1. 50-44 ; 61-70\n57x46", Some(27)),
            ("1. c3-d4 d6-c5 2. d4:b6", Some(25)),
            ("1. e4 e5 2. O-O-O 0-0 1-0 2-0 1-1 1/2-1/2", None),
            ("", None),
        ] {
            assert_eq!(Squares::of(text).map(Squares::game_type), expected, "{text}");
        }
    }
}
