//! A summary as text for a terminal.

use std::fmt::Write as _;

use crate::figures::{bounds, count, elo, give_or_take, interval, list, mean_text, number, percent, plain};
use crate::stats::Difference;
use crate::summary::Reading;
use crate::{Score, Summary};

/// Endings, openings and other lists show so many lines.
const LINES_MAX: usize = 8;
/// Names are cut to so many characters in tables.
const NAME_MAX: usize = 32;

impl Summary {
    /// Returns the summary for a terminal: some forty lines, none of them wrapped, ending with a
    /// line feed.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = self.write_text(&mut text);
        text
    }

    fn write_text(&self, text: &mut String) -> std::fmt::Result {
        let entrants = list(self.plan.entrants.iter().map(|entrant| plain(entrant)));
        let (games, planned) = (count(self.games), count(self.plan.games));
        let of = if self.games == self.plan.games { games } else { format!("{games} of {planned}") };
        let games = if of == "1" { "game" } else { "games" };
        let opening = match self.plan.opening {
            0 => String::new(),
            1 => ", one random ply first".to_string(),
            plies => format!(", {plies} random plies first"),
        };
        writeln!(text, "{}: {of} {games} by {entrants}, seed {}{opening}", plain(&self.title), self.plan.seed)?;
        if self.games == 0 {
            return writeln!(text, "\nNo game has been finished, so there is nothing to tell.");
        }
        if let Some(blindness) = self.blindness() {
            writeln!(text, "Beware: {}.", plain(&blindness))?;
        }
        if let Some(repetition) = self.repetition() {
            writeln!(text, "Beware: {repetition}.")?;
        }
        writeln!(text)?;
        for verdict in self.verdicts() {
            writeln!(text, "  {:<16} {}", verdict.question, plain(&verdict.answer))?;
        }
        self.write_scores(text)?;
        self.write_endings(text)?;
        self.write_lengths(text)?;
        self.write_measures(text)?;
        self.write_openings(text)
    }

    fn write_scores(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "\nSeat  (points by game with 95 % bounds)")?;
        for seat in &self.seats {
            line(text, &seat.name, &seat.score, &seat.standing, self.seats.len() == 2)?;
        }
        if let Some(first) = self.first_mover_text() {
            writeln!(text, "  the first mover is {first}")?;
        }
        for (seat, points) in self.seats.iter().filter_map(|seat| Some((seat, seat.points.as_ref()?))) {
            let points = mean_text(points.mean, points.error);
            writeln!(text, "  {} counts {points} at the end", name(&seat.name).trim_end())?;
        }
        if self.entrants.len() > 1 {
            writeln!(text, "\nBot")?;
            for entrant in &self.entrants {
                line(text, &entrant.name, &entrant.score, &entrant.standing, self.seats.len() == 2)?;
            }
        }
        Ok(())
    }

    fn write_endings(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "\nEnding")?;
        for ending in self.endings.iter().take(LINES_MAX) {
            let share = interval(&ending.share.share, percent);
            writeln!(text, "  {} {:>8}  {share}", name(&ending.name), count(ending.share.count))?;
        }
        if let Some(more @ 1..) = self.endings.len().checked_sub(LINES_MAX) {
            writeln!(text, "  and {more} more")?;
        }
        Ok(())
    }

    fn write_lengths(&self, text: &mut String) -> std::fmt::Result {
        let lengths = &self.lengths;
        writeln!(text, "\nPlies")?;
        let mean = mean_text(lengths.mean, lengths.error);
        writeln!(text, "  mean {mean}, deviation {}", number(lengths.deviation))?;
        let [least, lower, median, upper, greatest] =
            [lengths.least, lengths.lower_quarter, lengths.median, lengths.upper_quarter, lengths.greatest]
                .map(|plies| count(plies.into()));
        writeln!(text, "  least {least}, quarter {lower}, median {median}, three quarters {upper}, greatest {greatest}")
    }

    fn write_measures(&self, text: &mut String) -> std::fmt::Result {
        // Of quick games only some are asked for their counters.
        let of = |reading: &Reading| match reading.count < self.games {
            true => format!("of {} games", count(reading.count)),
            false => String::new(),
        };
        let counters = self.counters.iter().map(|reading| (reading, of(reading)));
        let measures = self.measures.iter().map(|measured| (&measured.reading, measured.meaning.to_string()));
        let mut heading = Some("\nMean of a game, with 95 % bounds");
        for (reading, meaning) in measures.chain(counters) {
            if let Some(heading) = heading.take() {
                writeln!(text, "{heading}")?;
            }
            let (mean, error) = give_or_take(reading.mean, reading.error);
            let row = format!("  {} {mean:>8} ± {error:<8} {meaning}", name(&reading.name));
            writeln!(text, "{}", row.trim_end())?;
        }
        if self.detailed > 0 {
            let different = number(self.positions.distinct);
            writeln!(text, "  about {different} different positions of {}", count(self.positions.seen))?;
        }
        Ok(())
    }

    fn write_openings(&self, text: &mut String) -> std::fmt::Result {
        if self.openings.moves.is_empty() {
            return Ok(());
        }
        let first = self.seats.first().map_or_else(String::new, |seat| plain(&seat.name));
        writeln!(
            text,
            "\nFirst move  ({} of {}; points of {first})",
            self.openings.moves.len().min(LINES_MAX),
            self.openings.known
        )?;
        for opening in self.openings.moves.iter().take(LINES_MAX) {
            let share = interval(&opening.share, percent);
            writeln!(text, "  {} {:>8}  {share}", name(&opening.text), count(opening.score.games()))?;
        }
        Ok(())
    }

    /// Returns the lines with which Axiom's AutoPlay closes, in its words, from `Final results:`
    /// on, ending with a line feed. Players are the entrants; if there is but one, its seats.
    pub fn autoplay(&self) -> String {
        let alone = self.entrants.len() < 2;
        let of_seats = self
            .seats
            .iter()
            .map(|seat| (&self.entrants.first().map_or(&seat.name, |one| &one.name)[..], seat.score.wins));
        let of_entrants = self.entrants.iter().map(|entrant| (entrant.name.as_str(), entrant.score.wins));
        let players: Vec<(&str, u64)> = if alone { of_seats.collect() } else { of_entrants.collect() };
        let mut text = "Final results:\n".to_string();
        for (number, (name, wins)) in players.iter().enumerate() {
            text += &format!("Player {} \"{}\", wins = {wins}.\n", number + 1, plain(name));
        }
        text + &format!("Draws = {}\n{} game(s) played\n", self.draws(), self.games)
    }
}

fn line(text: &mut String, named: &str, score: &Score, standing: &Difference, rated: bool) -> std::fmt::Result {
    let share = interval(&standing.share, percent);
    let results = format!("+{} ={} -{}", score.wins, score.draws, score.losses);
    write!(text, "  {} {share:<28} {results}", name(named))?;
    if rated {
        let Difference { elo: rating, .. } = standing;
        write!(text, "  Elo {} ({})", elo(rating.value), bounds(rating, elo))?;
    }
    writeln!(text)
}

/// Returns a name in a column of its own.
fn name(name: &str) -> String {
    let plain = plain(name);
    let short: String = if plain.chars().count() > NAME_MAX {
        plain.chars().take(NAME_MAX - 1).chain(['…']).collect()
    } else {
        plain
    };
    format!("{short:<22}")
}
