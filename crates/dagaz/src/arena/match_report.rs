//! Reports of a match: for the terminal, as JSON, as a page.

use std::path::Path;
use std::time::Duration;

use dagaz_arena::measures::of_match::{Facts, MATCH_MEASURES, MatchMeasure};
use dagaz_arena::report::{Page, html};
use dagaz_arena::stats::{Decision, Interval, Risks, Sprt};
use dagaz_arena::{Batch, Identity, Results, Score, Subject, Summary, Sums};
use dagaz_contract::draw::Drawing;
use dagaz_core::Game;
use serde_json::{Value, json};

use super::match_setup::{Arranged, file_of};
use crate::cli::AutoplayArgs;
use crate::failure::Failure;
use crate::load::{Loaded, Text};
use crate::matches::decided;
use crate::output::{Output, counted, grouped};
use crate::saving::write_whole;

/// How quickly a match is played. None of it belongs to the results: it is never the same twice.
pub(crate) struct Pace {
    entrants: Vec<String>,
    /// For each entrant how long it has thought, and about how many moves.
    thinking: Vec<(Duration, u64)>,
    /// Games that were there before.
    before: u64,
    /// Games that have been played now.
    games: u64,
    /// How long that took.
    pub(crate) time: Duration,
}

impl Pace {
    pub(crate) fn new(entrants: &[String], before: u64) -> Pace {
        let thinking = vec![(Duration::ZERO, 0); entrants.len()];
        Pace { entrants: entrants.to_vec(), thinking, before, games: 0, time: Duration::ZERO }
    }

    pub(crate) fn add(&mut self, batch: &Batch) {
        self.games += batch.sums.games;
        for (own, other) in self.thinking.iter_mut().zip(&batch.thinking) {
            own.0 += other.0;
            own.1 += other.1;
        }
    }

    /// Returns how far the match is, and how it stands.
    pub(crate) fn progress(&self, results: &Results, left: u64, time: Duration) -> String {
        let (done, all) = (self.games, left);
        let share = done as f64 / all.max(1) as f64;
        let filled = (share * BAR as f64) as usize;
        let bar: String = (0..BAR).map(|place| if place < filled { '█' } else { '░' }).collect();
        let rest = time.as_secs_f64() * (1.0 - share) / share.max(1e-9);
        let sums = &results.sums;
        if done == 0 {
            return format!("{bar} {} of {} games", grouped(self.before), grouped(self.before + all));
        }
        let standing = sums.entrants.iter().zip(&self.entrants).take(SHOWN);
        let standing = standing.map(|(score, name)| format!("{name} {:.1} %", 100.0 * score.share()));
        let standing: Vec<String> = standing.collect();
        format!(
            "{bar} {} of {} games, {} left; {}",
            grouped(self.before + done),
            grouped(self.before + all),
            short(rest),
            standing.join(", ")
        )
    }

    /// Thinking time a move, in milliseconds, by entrant.
    fn decisions(&self) -> impl Iterator<Item = (&str, f64)> {
        self.entrants
            .iter()
            .zip(&self.thinking)
            .filter(|(_, (_, moves))| *moves > 0)
            .map(|(name, (time, moves))| (name.as_str(), time.as_secs_f64() * 1e3 / *moves as f64))
    }

    fn rate(&self) -> f64 {
        self.games as f64 / self.time.as_secs_f64().max(1e-9)
    }

    fn words(&self) -> String {
        let thought: Vec<String> = self.decisions().map(|(name, time)| format!("{name} {time:.2} ms a move")).collect();
        let thought = if thought.is_empty() { String::new() } else { format!("; {}", thought.join(", ")) };
        let (games, rate) = (counted(self.games as usize, "game"), self.rate());
        format!("{games} played in {:.1} s, {rate:.1} a second{thought}", self.time.as_secs_f64())
    }

    fn json(&self) -> Value {
        let decisions = self.decisions().map(|(name, time)| json!({ "bot": name, "milliseconds_a_move": time }));
        json!({
            "games": self.games,
            "seconds": self.time.as_secs_f64(),
            "games_per_second": self.rate(),
            "decisions": decisions.collect::<Vec<_>>(),
        })
    }
}

/// Width of the bar.
const BAR: usize = 20;
/// The maximum number of entrants shown.
const SHOWN: usize = 3;

/// Returns a time that is left, in a few letters.
fn short(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 90.0 => format!("{seconds:.0} s"),
        seconds if seconds < 5_400.0 => format!("{:.0} min", seconds / 60.0),
        seconds if seconds < 360_000.0 => format!("{:.1} h", seconds / 3_600.0),
        _ => "days".to_string(),
    }
}

/// The input of a report.
pub(crate) struct ReportInput<'a> {
    /// Which match it was.
    pub(crate) identity: &'a Identity,
    /// Its games.
    pub(crate) sums: &'a Sums,
    /// What the bots of a ladder have scored against those below them; empty if it was not climbed.
    pub(crate) ladder: &'a [Score],
    /// The length that games should have.
    pub(crate) wanted: Option<u32>,
}

impl ReportInput<'_> {
    /// Returns the summary. The sites have names if the game is known.
    pub(crate) fn summary(&self, game: Option<&dyn Game>) -> Summary {
        let sites = game.map(|game| game.topology().sites().iter().map(|site| site.name.clone()).collect());
        let subject = Subject {
            title: self.identity.game.clone(),
            seats: self.identity.seats.clone(),
            sites: sites.unwrap_or_default(),
            judge: self.identity.judge.clone(),
        };
        Summary::new(subject, &self.identity.plan, self.sums)
    }

    /// Writes the page of the match. Its board is drawn if the game is known.
    pub(crate) fn write_page(
        &self,
        path: &Path,
        game: Option<&Loaded>,
        before: Option<&Summary>,
    ) -> Result<(), Failure> {
        let measures = self.measures(game.map(words));
        let game = game.map(|loaded| &*loaded.game as &dyn Game);
        let (summary, drawing) = (self.summary(game), game.map(|game| Drawing::new(game, "")));
        let board = drawing.as_ref().map(Drawing::board);
        let command = game.map(|_| typed(std::env::args().skip(1)));
        let page = html(&Page { summary: &summary, measures: &measures, board, command: command.as_deref(), before });
        write_whole(path, &page).map_err(|error| Failure::Errors(format!("{}: {error}", path.display())))
    }

    /// Returns the measures of the match.
    fn measures(&self, words: Option<u64>) -> Vec<(&'static MatchMeasure, Interval)> {
        let wanted = self.wanted.filter(|plies| *plies > 0).map(f64::from);
        let facts = Facts { sums: self.sums, wanted, ladder: self.ladder, words };
        MATCH_MEASURES.iter().filter_map(|measure| Some((measure, (measure.of)(&facts)?))).collect()
    }

    /// Returns the text report of a match.
    pub(crate) fn text(
        &self,
        game: Option<&Loaded>,
        pace: Option<&Pace>,
        test: Option<Sprt>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let summary = self.summary(game.map(|loaded| &*loaded.game as &dyn Game));
        out.text(&summary.text())?;
        if let Some((test, ratio, decision)) = self.tested(test) {
            out.line(format!("\n{}", decided(test, ratio, decision)))?;
        }
        out.line("\nOf the match, with 95 % bounds")?;
        for (measure, Interval { value, low, high }) in self.measures(game.map(words)) {
            let bounds = if low == high { String::new() } else { format!("({low:.3} to {high:.3})") };
            out.line(format!("  {:<22} {value:>8.3} {bounds:<20} {}", measure.name, measure.meaning))?;
        }
        if let Some(pace) = pace {
            out.line(format!("\n{}", pace.words()))?;
        }
        out.text(&format!("\n{}", summary.autoplay()))?;
        Ok(())
    }

    /// The same for programs.
    pub(crate) fn json(&self, game: Option<&Loaded>, pace: Option<&Pace>, test: Option<Sprt>) -> Value {
        let summary = self.summary(game.map(|loaded| &*loaded.game as &dyn Game));
        let measures = self.measures(game.map(words)).into_iter().map(|(measure, found)| {
            json!({ "name": measure.name, "value": found.value, "low": found.low, "high": found.high,
                "meaning": measure.meaning, "formula": measure.formula, "source": measure.source })
        });
        let mut told = json!({ "summary": summary, "match": measures.collect::<Vec<_>>() });
        if let Some(pace) = pace {
            told["run"] = pace.json();
        }
        if let Some((test, ratio, decision)) = self.tested(test) {
            told["sprt"] =
                json!({ "low": test.low, "high": test.high, "log_likelihood_ratio": ratio, "result": decision });
        }
        told
    }

    /// How a sequential test stands.
    fn tested(&self, test: Option<Sprt>) -> Option<(Sprt, f64, Decision)> {
        let score = self.sums.between(0, 1);
        test.map(|test| (test, test.likelihood(&score), test.decide(&score, &Risks::default())))
    }
}

/// Returns how many words the rules have: what stands between blanks and brackets, comments aside,
/// with everything that is included.
fn words(loaded: &Loaded) -> u64 {
    let count = |text: &str| {
        let lines = text.lines().map(|line| line.split(';').next().unwrap_or(""));
        let blank = |c: char| c.is_whitespace() || c == '(' || c == ')';
        lines.map(|line| line.split(blank).filter(|word| !word.is_empty()).count() as u64).sum::<u64>()
    };
    match &loaded.text {
        Text::Rules(text) => text.file.sources().files().iter().map(|file| count(file.text())).sum(),
        Text::Paths(text) => text.file.sources().files().iter().map(|file| count(file.text())).sum(),
        Text::Ludii(text) => text.sources.texts().map(count).sum(),
        Text::Script(script) => {
            let own = script.sources().iter().skip(1);
            own.map(|source| String::from_utf8_lossy(&source.bytes).split_whitespace().count() as u64).sum()
        }
    }
}

/// Tells everything that is asked for; what is for programs is handed back, so that several matches
/// become one document.
pub(crate) fn tell(
    told: &ReportInput<'_>,
    arranged: &Arranged<'_>,
    args: &AutoplayArgs,
    pace: &Pace,
    variant: Option<&str>,
    out: &mut Output,
) -> Result<Option<Value>, Failure> {
    let mut document = None;
    if args.json {
        document = Some(told.json(Some(arranged.loaded), Some(pace), args.sprt()));
    } else if arranged.second.is_some() {
        out.text(&format!("\n{}", told.summary(None).autoplay()))?;
    } else {
        told.text(Some(arranged.loaded), Some(pace), args.sprt(), out)?;
    }
    out.flush()?;
    if let Some(report) = &args.report {
        told.write_page(&file_of(Path::new(report), variant), Some(arranged.loaded), None)?;
    }
    Ok(document)
}

/// Returns a command as a shell takes it.
pub(crate) fn typed(words: impl Iterator<Item = String>) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,=+@%".contains(c);
    let quoted = words.map(|word| match word.chars().all(plain) && !word.is_empty() {
        true => word,
        false => format!("'{}'", word.replace('\'', "'\\''")),
    });
    std::iter::once("dagaz".to_string()).chain(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_survives_a_shell() {
        let words = ["autoplay", "my game.drf", "--bots", "best:300n,greedy", "it's", ""].map(String::from);
        assert_eq!(typed(words.into_iter()), "dagaz autoplay 'my game.drf' --bots best:300n,greedy 'it'\\''s' ''");
    }
}
