//! Results of matches that are kept line by line in files.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

/// What the first of two has won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) won: usize,
    pub(crate) drawn: usize,
    pub(crate) lost: usize,
}

impl Tally {
    fn of(lines: &[String]) -> Tally {
        let count = |word: &str| lines.iter().filter(|line| line.split(' ').nth(1) == Some(word)).count();
        Tally { won: count("won"), drawn: count("drawn"), lost: count("lost") }
    }

    /// Points of a hundred, a draw being a half.
    pub(crate) fn share(&self) -> f64 {
        let games = self.won + self.drawn + self.lost;
        100.0 * (self.won as f64 + self.drawn as f64 / 2.0) / games.max(1) as f64
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} won, {} drawn, {} lost: {:.1} %", self.won, self.drawn, self.lost, self.share())
    }
}

/// Plays the games of a match that are not in its file yet; a game is a line that begins with its
/// number and `won`, `drawn` or `lost`.
pub(crate) fn go_on(
    folder: &Path,
    name: &str,
    games: u64,
    mut play: impl FnMut(u64) -> Result<String, String>,
) -> Result<Tally, String> {
    let safe: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let path = folder.join(format!("{safe}.log"));
    let fault = |error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(folder).map_err(fault)?;
    let lines =
        || -> Vec<String> { std::fs::read_to_string(&path).unwrap_or_default().lines().map(str::to_string).collect() };
    let mut log = OpenOptions::new().create(true).append(true).open(&path).map_err(fault)?;
    for number in lines().len() as u64..games {
        let line = play(number)?;
        writeln!(log, "{number} {line}").map_err(fault)?;
    }
    Ok(Tally::of(&lines()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_match_resumes() {
        let folder = std::env::temp_dir().join(format!("bouts-{}", std::process::id()));
        let mut asked = Vec::new();
        let broken = go_on(&folder, "a:b", 4, |number| match number {
            2 => Err("broken off".to_string()),
            _ => Ok("won 10 plies".to_string()),
        });
        assert_eq!(broken, Err("broken off".to_string()));
        let tally = go_on(&folder, "a:b", 4, |number| {
            asked.push(number);
            Ok("drawn 3 plies".to_string())
        });
        assert_eq!(tally, Ok(Tally { won: 2, drawn: 2, lost: 0 }));
        assert_eq!((asked, tally.map(|tally| tally.share())), (vec![2, 3], Ok(75.0)));
        std::fs::remove_dir_all(folder).expect("it was made here");
    }
}
