//! `dagaz tournament`: several bots, in one game or in many, and a table of how they stand.

use std::path::{Path, PathBuf};

use dagaz_arena::tournament::{Place, System, Tournament};
use dagaz_bots::{Bot, Judge, Player};
use serde_json::{Value, json};

use super::head_to_head::{Meeting, Sighted, score, studied};
use super::{interrupt, players};
use crate::cli::{GameArgs, SystemWord, TournamentArgs};
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{HEADING, Output, Progress, clean, remark, styled};

/// A game with its bots.
struct Venue {
    loaded: Loaded,
    judge: Judge,
    bots: Vec<Option<Box<dyn Bot>>>,
}

impl Venue {
    fn new(loaded: Loaded, entrants: &[Player], progress: &Progress) -> Result<Venue, Failure> {
        let (maker, judge) = studied(&loaded, progress)?;
        let bots: Result<_, Failure> =
            entrants.iter().map(|entrant| players::bot(&maker, &*loaded.game, entrant)).collect();
        Ok(Venue { bots: bots?, loaded, judge })
    }
}

pub(crate) fn run(args: &TournamentArgs, out: &mut Output) -> Result<(), Failure> {
    let entrants = players::read(&args.bots)?;
    if entrants.len() < 2 {
        return Err(Failure::Usage("a tournament needs two bots or more, joined by commas: --bots A,B,C".to_string()));
    }
    let names = players::names(&entrants);
    let progress = Progress::new();
    let mut venues: Vec<Venue> = Vec::new();
    for file in &args.files {
        let loaded = Loaded::new(&GameArgs { file: file.clone(), ..GameArgs::default() })?;
        // The same seed would give the same games again, and each would count for two.
        if venues.iter().any(|known| known.loaded.identity().hash == loaded.identity().hash) {
            let title = loaded.title();
            return Err(Failure::Usage(format!(
                "{title} is named twice, and its games would be the same ones again; -n asks for more games"
            )));
        }
        venues.push(Venue::new(loaded, &entrants, &progress)?);
    }
    if let Some(folder) = &args.log {
        std::fs::create_dir_all(folder).map_err(|error| Failure::Errors(format!("{folder}: {error}")))?;
    }
    let stop = interrupt::watch();
    let mut tournament = Tournament::new(system(args, entrants.len()), entrants.len());
    let (mut played, mut sighted) = (0_u64, Sighted::default());
    let stopped = || stop.load(std::sync::atomic::Ordering::Relaxed);
    for number in 0.. {
        let round = tournament.next_round();
        if round.is_empty() || stopped() {
            break;
        }
        for pair in round {
            for venue in &venues {
                let log = args.log.as_ref().map(|folder| log_of(folder, venue, number, [pair.0, pair.1]));
                let sums = Meeting {
                    loaded: &venue.loaded,
                    judge: &venue.judge,
                    bots: [pair.0, pair.1].map(|place| (names[place].clone(), venue.bots[place].as_deref())),
                    games: args.games,
                    opening: args.duel.opening,
                    plies_max: args.duel.max_plies,
                    // All pairs of a round use the same openings; the next round has others.
                    seed: args.crew.seed.wrapping_add(number),
                    threads: super::autoplay::threads(args.crew.threads),
                    sprt: None,
                    log: log.as_deref(),
                    stop: &stop,
                }
                .hold(&progress)
                .map_err(|failure| venue.loaded.explain(failure))?;
                played += sums.games;
                let name = |place: usize| match venues.len() {
                    1 => names[place].clone(),
                    _ => format!("{} in {}", names[place], venue.loaded.title()),
                };
                sighted.add([&name(pair.0), &name(pair.1)], &sums);
                tournament.add(pair, score(&sums));
            }
        }
    }
    venues.iter().for_each(|venue| venue.loaded.tell_faults());
    let table = tournament.table();
    tell(args, &venues, &names, &table, (played, &sighted), out)?;
    if stopped() {
        remark("stopped before its end");
        return Err(Failure::Interrupted);
    }
    Ok(())
}

fn system(args: &TournamentArgs, players: usize) -> System {
    match args.system {
        SystemWord::RoundRobin => System::RoundRobin,
        SystemWord::Gauntlet => System::Gauntlet,
        // As many rounds as a knock-out would need, and one more.
        SystemWord::Swiss => {
            System::Swiss { rounds: args.rounds.unwrap_or(players.next_power_of_two().ilog2() as usize + 1) }
        }
    }
}

/// Returns the file for the results of a pair in a game and round. The rules distinguish versions
/// of a game.
fn log_of(folder: &str, venue: &Venue, round: u64, [one, other]: [usize; 2]) -> PathBuf {
    let rules: String = venue.loaded.identity().hash.unwrap_or_default().chars().take(8).collect();
    let word: String =
        venue.loaded.title().chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    Path::new(folder).join(format!("{word}-{rules}-{}-{}-{}.json", round + 1, one + 1, other + 1))
}

fn tell(
    args: &TournamentArgs,
    venues: &[Venue],
    names: &[String],
    table: &[Place],
    (played, sighted): (u64, &Sighted),
    out: &mut Output,
) -> Result<(), Failure> {
    let titles: Vec<&str> = venues.iter().map(|venue| venue.loaded.title()).collect();
    if args.json {
        let places = table.iter().map(|place| {
            json!({
                "bot": names[place.player],
                "rating": place.rating.elo,
                "error": place.rating.error,
                "wins": place.score.wins,
                "draws": place.score.draws,
                "losses": place.score.losses,
                "against": table.iter().filter(|other| other.player != place.player)
                    .map(|other| json!({ "bot": names[other.player], "score": place.against[other.player] }))
                    .collect::<Vec<Value>>(),
            })
        });
        let places: Vec<Value> = places.collect();
        out.json(&json!({ "games": titles, "played": played, "seed": args.crew.seed, "table": places, "blind": sighted.blind() }))?;
        return Ok(());
    }
    let heading = format!("{}: {played} games by {} bots", clean(&titles.join(", ")), names.len());
    out.line(styled(HEADING, heading))?;
    sighted.warn(out)?;
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(3);
    let numbers: String = (1..=table.len()).map(|number| format!("{number:>7}")).collect();
    out.line(format!("     {:<width$}   Elo        points {numbers}", "bot"))?;
    for (number, place) in table.iter().enumerate() {
        let cells: String = table
            .iter()
            .map(|other| match &place.against[other.player] {
                _ if other.player == place.player => format!("{:>7}", "·"),
                score if score.games() == 0 => format!("{:>7}", ""),
                score => format!("{:>5.1} %", 100.0 * score.share()),
            })
            .collect();
        let (name, rating) = (&names[place.player], &place.rating);
        let bounds = format!("± {:.0}", 1.96 * rating.error);
        let share = 100.0 * place.score.share();
        out.line(format!("{:>3}. {name:<width$} {:>+5.0} {bounds:<6} {share:>5.1} % {cells}", number + 1, rating.elo))?;
    }
    Ok(())
}
