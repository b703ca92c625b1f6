//! `cargo xtask rivals results`: playouts of other libraries, followed ply by ply.
//!
//! A library plays. At every ply the legal moves, the position, its number of occurrences and the
//! result must equal ours, or the difference is reported. A game is abandoned at its first
//! difference. `xtask/rivals/results.toml` has the comparisons and the allowed differences.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use dagaz_core::{Fuel, Game, MoveList, PlayerId, State, Turn, UndoLog, Verdict};
use dagaz_record::parse_position;
use dagaz_testkit::parallel;
use serde::Serialize;

use super::driver::{Driver, Played, Ply};
use super::figures::{Figures, Games, Known};
use super::speech::{PASS, Speech};
use super::table::{Allowed, Comparison, Field, Table, What, When};

#[derive(clap::Args)]
pub(super) struct ResultArguments {
    /// Only these: names of folders or variants of the library, or names of libraries
    games: Vec<String>,
    /// How many games of each
    #[arg(long = "games", id = "number", default_value_t = 20, value_name = "N")]
    number: u64,
    /// The number of the first game, so that a long run can be made in parts
    #[arg(long, default_value_t = 0, value_name = "N")]
    first: u64,
    /// Games follow from it and their numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Plies of a game at most
    #[arg(long, default_value_t = 300, value_name = "PLIES")]
    plies: usize,
    /// Begin no game after so many seconds
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Write the JSON document to a file as well
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Keep the figures of each comparison in a table
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Begin behind the games that the table has of a comparison without differences
    #[arg(long, requires = "write")]
    resume: bool,
    /// Stop a comparison after so many differences that are not allowed
    #[arg(long, default_value_t = 20, value_name = "N")]
    most: usize,
}

/// Occurrences of a position after which chess is drawn, for conditions of allowed differences.
const REPEATS: usize = 3;

/// Plies of fifty moves.
const FIFTY_MOVES: u64 = 100;

/// What a comparison came to.
#[derive(Debug, Default, Serialize)]
pub(super) struct Report {
    pub(super) title: String,
    pub(super) games: u64,
    /// How many positions were compared.
    pub(super) plies: usize,
    /// How many games have ended here, by the ending.
    endings: BTreeMap<String, u64>,
    pub(super) differences: Vec<Difference>,
    /// How often each allowed difference was met.
    pub(super) allowed: BTreeMap<String, u64>,
}

/// A difference, met so many times.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Difference {
    what: What,
    ours: String,
    theirs: String,
    pub(super) times: u64,
    /// The shortest game that shows it.
    game: u64,
    /// The position before its last move, as the library writes it.
    before: String,
    position: String,
    moves: Vec<String>,
}

/// How a game differs.
struct Found {
    what: What,
    ours: String,
    theirs: String,
    ply: usize,
}

pub(super) fn run(arguments: &ResultArguments) -> Result<(), String> {
    let table = Table::read()?;
    let wanted = |one: &&Comparison| {
        let names = [Some(&one.game), one.variant.as_ref(), Some(&one.library)];
        arguments.games.is_empty() || arguments.games.iter().any(|name| names.contains(&Some(name)))
    };
    let chosen: Vec<&Comparison> = table.comparison.iter().filter(wanted).collect();
    if chosen.is_empty() {
        return Err("the table compares none of these".to_string());
    }
    let figures = arguments.write.as_deref().map(Figures::open).transpose()?;
    let games = Games { seed: arguments.seed, first: arguments.first, plies: arguments.plies };
    let begun = Instant::now();
    let reports = parallel::map(&chosen, |one| {
        let keep = |report: &Report| figures.as_ref().map_or(Ok(()), |figures| figures.add(report, games));
        let known =
            figures.as_ref().filter(|_| arguments.resume).and_then(|figures| figures.known(&one.title(), games));
        let report = compare(&table, one, arguments, begun, known.unwrap_or_default(), &keep);
        if !arguments.json {
            match &report {
                Ok(report) => print(report),
                Err(error) => println!("FAILED  {}: {error}", one.title()),
            }
        }
        report
    });
    let (mut made, mut failures) = (Vec::new(), Vec::new());
    for (one, report) in chosen.iter().zip(reports) {
        match report.and_then(|report| report) {
            Ok(report) => made.push(report),
            Err(error) => failures.push(format!("{}: {error}", one.title())),
        }
    }
    let document = serde_json::to_string_pretty(&made).map_err(|error| error.to_string())?;
    if let Some(path) = &arguments.output {
        std::fs::write(path, &document).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let games: u64 = made.iter().map(|report| report.games).sum();
    let plies: usize = made.iter().map(|report| report.plies).sum();
    let differing = made.iter().filter(|report| !report.differences.is_empty()).count();
    let seconds = begun.elapsed().as_secs();
    if arguments.json {
        println!("{document}");
    } else {
        println!("{} comparisons, {games} games, {plies} positions in {seconds} s: {differing} differ", made.len());
    }
    match (differing, failures.is_empty()) {
        (0, true) => Ok(()),
        (_, true) => Err(format!("{differing} comparisons differ")),
        _ => Err(failures.join("\n")),
    }
}

fn print(report: &Report) {
    let endings: Vec<String> = report.endings.iter().map(|(name, times)| format!("{name} {times}")).collect();
    let word = if report.differences.is_empty() { "OK    " } else { "DIFFER" };
    println!("{word}  {}: {} games, {} positions; {}", report.title, report.games, report.plies, endings.join(", "));
    for (name, times) in &report.allowed {
        println!("        allowed {times} times: {name}");
    }
    for one in &report.differences {
        println!("        {:?}, {} times: `{}` here, `{}` there", one.what, one.times, one.ours, one.theirs);
        println!("          game {} at {}, before it {}: {}", one.game, one.position, one.before, one.moves.join(" "));
    }
}

/// How many games a comparison plays before its figures are kept.
const SLICE: u64 = 50;

/// Compares games behind the `known` ones until there are enough, or too many differences. `keep`
/// stores what the comparison came to so far.
fn compare(
    table: &Table,
    one: &Comparison,
    arguments: &ResultArguments,
    begun: Instant,
    known: Known,
    keep: &dyn Fn(&Report) -> Result<(), String>,
) -> Result<Report, String> {
    let game = one.game()?;
    let allowed: Vec<(&String, &Allowed)> =
        one.allow.iter().filter_map(|name| table.difference.get_key_value(name)).collect();
    let mut follower = Follower { game: &*game, speech: Speech::new(&*game, one), comparison: one, allowed };
    let mut driver = Driver::start(&one.library)?;
    let Known { games, positions, allowed } = known;
    let mut report = Report { title: one.title(), games, plies: positions, allowed, ..Report::default() };
    for number in arguments.first + games..arguments.first + arguments.number {
        let late = arguments.seconds.is_some_and(|seconds| begun.elapsed() > Duration::from_secs(seconds));
        if late || report.differences.iter().map(|one| one.times).sum::<u64>() >= arguments.most as u64 {
            break;
        }
        let start = one.start(number);
        let played = driver.game(one, start, arguments.seed.wrapping_add(number), arguments.plies)?;
        let found = follower.follow(start, &played, &mut report)?;
        report.games += 1;
        if let Some(found) = found {
            report.add(found, &played, number);
        }
        if report.games.is_multiple_of(SLICE) {
            keep(&report)?;
        }
        if (number + 1) % 200 == 0 {
            eprintln!("{}: {} games, {} positions", report.title, report.games, report.plies);
        }
    }
    keep(&report)?;
    Ok(report)
}

impl Report {
    /// Counts a difference; of several games the shortest is kept.
    fn add(&mut self, found: Found, played: &Played, game: u64) {
        let chosen = |ply: &Ply| ply.chosen.clone();
        let fen = |ply: Option<usize>| {
            ply.and_then(|ply| played.plies.get(ply)).map_or("the start".to_string(), |ply| ply.fen.clone())
        };
        let one = Difference {
            what: found.what,
            ours: found.ours,
            theirs: found.theirs,
            times: 1,
            game,
            before: fen(found.ply.checked_sub(1)),
            position: fen(Some(found.ply)),
            moves: played.plies.iter().take(found.ply).filter_map(chosen).collect(),
        };
        let is_same = |known: &&mut Difference| {
            known.what == one.what
                && (matches!(one.what, What::Moves | What::Position)
                    || known.ours == one.ours && known.theirs == one.theirs)
        };
        match self.differences.iter_mut().find(is_same) {
            None => self.differences.push(one),
            Some(known) => {
                let times = known.times + 1;
                if one.moves.len() < known.moves.len() {
                    *known = one;
                }
                known.times = times;
            }
        }
    }
}

/// Returns how often the last of these positions has occurred.
fn occurrences(plies: &[Ply], is_same: impl Fn(&Ply, &Ply) -> bool) -> usize {
    plies.last().map_or(0, |last| plies.iter().filter(|ply| is_same(ply, last)).count())
}

fn has_same_fen(one: &Ply, other: &Ply) -> bool {
    one.position == other.position
}

/// Returns the half-move clock of a FEN.
fn clock(fen: &str) -> Option<u64> {
    fen.split_whitespace().rev().nth(1)?.parse().ok()
}

/// Whether two positions have the same pieces, hands, player to move and legal moves, by the other
/// program.
fn has_same_moves(one: &Ply, other: &Ply) -> bool {
    let has_same = |field| one.position.get(&field) == other.position.get(&field);
    let moves = |ply: &Ply| ply.moves.iter().cloned().collect::<BTreeSet<String>>();
    [Field::Board, Field::Hands, Field::Turn].into_iter().all(has_same) && moves(one) == moves(other)
}

/// Follows the games of a library by our rules.
struct Follower<'a> {
    game: &'a dyn Game,
    speech: Speech<'a>,
    comparison: &'a Comparison,
    allowed: Vec<(&'a String, &'a Allowed)>,
}

impl Follower<'_> {
    fn position(&self, fen: &str) -> Result<State, String> {
        let position = parse_position(self.game, fen).map_err(|fault| format!("{fen}: {fault}"))?;
        self.game.set_up(&position).map_err(|errors| format!("{fen}: {errors:?}"))
    }

    /// Follows a game; gives the first difference that is not allowed.
    fn follow(&mut self, start: Option<&str>, played: &Played, report: &mut Report) -> Result<Option<Found>, String> {
        let mut state = start.map_or_else(|| Ok(self.game.initial()), |start| self.position(start))?;
        let (mut list, mut log) = (MoveList::new(), UndoLog::new());
        for (number, ply) in played.plies.iter().enumerate() {
            report.plies += 1;
            let found = |what, ours: String, theirs: String| Found { what, ours, theirs, ply: number };
            let said = |hit: dagaz_core::LimitHit| hit.to_string();
            let ending = self.ending(&state).map_err(said)?;
            if let Some(ending) = &ending {
                *report.endings.entry(ending.clone()).or_default() += 1;
            }
            let mut differences = Vec::new();
            let ours = self.speech.position(&state, &self.comparison.fields);
            // Whose turn it were, and whether what is left is counted to the players, is nothing to
            // ask at the end.
            let is_over = ending.is_some() || ply.end.is_some();
            let is_asked = |field: &Field| !is_over || !matches!(field, Field::Turn | Field::Counts);
            for (field, text) in ours.iter().filter(|(field, _)| is_asked(field)) {
                let theirs = ply.position.get(field).map_or("", String::as_str);
                if text != theirs {
                    differences.push(found(What::Position, text.clone(), theirs.to_string()));
                }
            }
            if let Some(repeats) = ply.repeats.filter(|_| self.comparison.repeats)
                && repeats != state.occurrences()
            {
                differences.push(found(What::Repeats, state.occurrences().to_string(), repeats.to_string()));
            }
            let theirs = ply.end.as_ref().map(|end| format!("{}: {}", end.by, end.result));
            let result =
                |text: &Option<String>| text.as_ref().and_then(|text| Some(text.rsplit_once(": ")?.1.to_string()));
            if result(&ending) != result(&theirs) {
                let word = |text: &Option<String>| text.clone().unwrap_or("goes on".to_string());
                differences.push(found(What::Ending, word(&ending), word(&theirs)));
            }
            let mut words = Vec::new();
            if ending.is_none() {
                let listed = self.game.moves(&state, &mut list, &mut Fuel::new(self.game.limits().fuel));
                listed.map_err(said)?;
                words = list.iter().map(|one| self.speech.word(&state, one)).collect();
                if ply.end.is_none() {
                    let ours: BTreeSet<&str> = words.iter().map(String::as_str).collect();
                    let theirs: BTreeSet<&str> = ply.moves.iter().map(String::as_str).collect();
                    if ours != theirs {
                        let more = |one: &BTreeSet<&str>, other: &BTreeSet<&str>| {
                            let mut more: Vec<&str> = one.difference(other).take(8).copied().collect();
                            if more.is_empty() {
                                more.push("none");
                            }
                            format!("{} moves, of them alone {}", one.len(), more.join(" "))
                        };
                        differences.push(found(What::Moves, more(&ours, &theirs), more(&theirs, &ours)));
                    }
                }
            }
            for difference in differences {
                let holds = |when| match when {
                    When::Wins => self.alone_wins(&state, &list, &words, &ply.moves),
                    When::Passes => words == [PASS],
                    When::Promotes => words.iter().all(|word| word.ends_with('+')),
                    When::SameMoves => occurrences(&played.plies[..=number], has_same_moves) >= REPEATS,
                    When::FewerFens => occurrences(&played.plies[..=number], has_same_fen) < REPEATS,
                    When::Clock => clock(&ply.fen).is_some_and(|plies| plies >= FIFTY_MOVES),
                };
                let covered = |(_, allowed): &&(&String, &Allowed)| {
                    let fits = allowed.covers(difference.what, &difference.ours, &difference.theirs);
                    fits && allowed.when.is_none_or(holds)
                };
                match self.allowed.iter().find(covered) {
                    Some((name, _)) => *report.allowed.entry(name.to_string()).or_default() += 1,
                    None => return Ok(Some(difference)),
                }
            }
            let Some(chosen) = ply.chosen.as_ref().filter(|_| ending.is_none()) else { return Ok(None) };
            // What an allowed difference leaves out cannot be followed.
            let Some(index) = words.iter().position(|word| word == chosen) else { return Ok(None) };
            self.game.play(&mut state, list.get(index), &mut log);
        }
        match &played.error {
            Some(error) => {
                let ply = played.plies.len().saturating_sub(1);
                Ok(Some(Found { what: What::Failure, ours: "goes on".to_string(), theirs: error.clone(), ply }))
            }
            None => Ok(None),
        }
    }

    /// Whether each move that the library does not have wins at once.
    fn alone_wins(&self, state: &State, list: &MoveList, words: &[String], theirs: &[String]) -> bool {
        let mut alone = words.iter().enumerate().filter(|(_, word)| !theirs.contains(word));
        let mover = self.game.turn(state);
        alone.all(|(index, _)| {
            let mut after = state.clone();
            self.game.play(&mut after, list.get(index), &mut UndoLog::new());
            let outcome = self.game.outcome(&after).ok().flatten();
            let wins = |player: PlayerId| {
                outcome.as_ref().is_some_and(|outcome| outcome.verdicts.get(player.index()) == Some(&Verdict::Win))
            };
            matches!(mover, Turn::Choice(player) if wins(player))
        })
    }

    /// How the game is over: the ending and the result.
    fn ending(&self, state: &State) -> Result<Option<String>, dagaz_core::LimitHit> {
        let Some(outcome) = self.game.outcome(state)? else { return Ok(None) };
        let verdict =
            |place: usize| self.speech.players.get(place).and_then(|player| outcome.verdicts.get(player.index()));
        let result = match (verdict(0), verdict(1)) {
            (Some(Verdict::Win), _) | (_, Some(Verdict::Loss)) => "1-0",
            (Some(Verdict::Loss), _) | (_, Some(Verdict::Win)) => "0-1",
            _ => "1/2-1/2",
        };
        Ok(Some(format!("{}: {result}", outcome.ending)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(passed: &str, moves: &str) -> Ply {
        let position = BTreeMap::from([
            (Field::Board, "K.k".to_string()),
            (Field::Turn, "w".to_string()),
            (Field::Passed, passed.to_string()),
        ]);
        let moves = moves.split(' ').map(str::to_string).collect();
        Ply { moves, position, fen: String::new(), end: None, repeats: None, chosen: None }
    }

    #[test]
    fn positions_are_counted_by_moves_and_by_fens() {
        let plies = [ply("e3", "a1b1 a1a2"), ply("-", "a1b1"), ply("-", "a1a2 a1b1"), ply("-", "a1b1 a1a2")];
        assert_eq!(occurrences(&plies, has_same_moves), 3);
        assert_eq!(occurrences(&plies, has_same_fen), 3);
        assert_eq!(occurrences(&plies[..3], has_same_moves), 2);
        assert_eq!(occurrences(&plies[..1], has_same_fen), 1);
    }

    #[test]
    fn clock_stands_before_the_number_of_the_move() {
        assert_eq!(clock("4k3/8/8/8/8/8/8/4K3[Pp] w - - 99 81"), Some(99));
        assert_eq!(clock("4k3/8/8/8/8/8/8/4K3"), None);
    }
}
