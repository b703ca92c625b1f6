//! Reads the tables and records of an interrupted match, and reports the games that are missing.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use dagaz_arena::Shard;

/// The maximum number of parts reported one by one.
const PARTS_MAX: usize = 3;

/// What a table holds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct TableContents {
    /// The games of which it has lines, in their order.
    pub(super) games: Vec<Shard>,
    /// Its lines but the heading.
    pub(super) lines: u64,
    /// Its length in bytes up to the end of the last whole line.
    pub(super) length: u64,
}

impl TableContents {
    /// Reads the first `most` bytes of a table whose lines begin with the number of a game, counted
    /// from 1.
    pub(super) fn of(path: &Path, most: u64) -> io::Result<TableContents> {
        let mut kept = TableContents::default();
        let mut lines = BufReader::new(io::Read::take(File::open(path)?, most));
        let (mut line, mut heading) = (Vec::new(), true);
        let mut games = Vec::new();
        while lines.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
            kept.length += line.len() as u64;
            if !std::mem::take(&mut heading) {
                kept.lines += 1;
                let digits: Vec<u8> = line.iter().copied().take_while(u8::is_ascii_digit).collect();
                let number = String::from_utf8_lossy(&digits).parse::<u64>().ok().and_then(|one| one.checked_sub(1));
                games.extend(number.filter(|number| games.last() != Some(number)));
            }
            line.clear();
        }
        kept.games = parts(games);
        Ok(kept)
    }
}

/// Numbers as parts without gaps.
pub(super) fn parts(mut numbers: Vec<u64>) -> Vec<Shard> {
    numbers.sort_unstable();
    numbers.dedup();
    let mut parts: Vec<Shard> = Vec::new();
    for number in numbers {
        match parts.last_mut() {
            Some(last) if last.end == number => last.end += 1,
            _ => parts.push(Shard { first: number, end: number + 1 }),
        }
    }
    parts
}

/// What of some parts is not in others.
pub(super) fn without(parts: &[Shard], others: &[Shard]) -> Vec<Shard> {
    let mut left = parts.to_vec();
    for other in others {
        left = left
            .into_iter()
            .flat_map(|part| {
                let before = Shard { first: part.first, end: part.end.min(other.first) };
                [before, Shard { first: part.first.max(other.end), end: part.end }]
            })
            .filter(|part| !part.is_empty())
            .collect();
    }
    left
}

/// Parts in a few words: `games 1 to 50, game 53 and 7 more`.
pub(super) fn said(parts: &[Shard]) -> String {
    let mut words: Vec<String> = parts.iter().take(PARTS_MAX).map(Shard::to_string).collect();
    let more: u64 = parts.iter().skip(PARTS_MAX).map(Shard::games).sum();
    if more > 0 {
        words.push(format!("and {more} more"));
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(first: u64, end: u64) -> Shard {
        Shard { first, end }
    }

    #[test]
    fn parts_are_taken_away_from_parts() {
        assert_eq!(without(&[part(0, 10)], &[part(2, 4), part(8, 20)]), [part(0, 2), part(4, 8)]);
        assert_eq!(without(&[part(0, 2), part(5, 6)], &[]), [part(0, 2), part(5, 6)]);
        assert_eq!(without(&[part(3, 5)], &[part(0, 9)]), []);
        assert_eq!(parts(vec![4, 2, 3, 9, 2]), [part(2, 5), part(9, 10)]);
        let many = [part(0, 1), part(2, 4), part(5, 6), part(7, 17)];
        assert_eq!(said(&many), "game 1, games 3 to 4, game 6, and 10 more");
    }
}
