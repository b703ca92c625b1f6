//! Sets up a match: the game, the plan, and the players.

use std::path::{Path, PathBuf};

use dagaz_arena::{Identity, Plan, choosers};
use dagaz_bots::{Bot, Judge};
use dagaz_core::Game;

use super::players;
use crate::cli::{AutoplayArgs, GameArgs};
use crate::failure::Failure;
use crate::load::{Loaded, Source};
use crate::output::Progress;

/// The bot used by default.
const USUAL: &str = "best:300n";
const USUAL_OF_SCRIPTS: &str = "alphabeta:3d";
/// The number of random opening plies by default, if all games would be equal without.
const OPENING: usize = 4;
/// The default number of playouts analysed ply by ply: for fast games, and for slow ones.
const DETAIL: [u64; 2] = [200, 20];

/// What the first words of the command mean.
pub(crate) struct MatchRequest {
    /// The games, one match each.
    pub(crate) games: Vec<GameArgs>,
    /// The rules of the second seat, if it has its own.
    pub(crate) second: Option<GameArgs>,
    /// How many games are to be played.
    pub(crate) count: u64,
}

impl MatchRequest {
    /// `FILE`, or the old form `VARIANT VARIANT NUMBER`.
    pub(crate) fn of(args: &AutoplayArgs) -> Result<MatchRequest, Failure> {
        let named = |file: &str, variant: Option<&String>| GameArgs {
            file: file.to_string(),
            variant: variant.cloned(),
            set: args.set.clone(),
            defines: args.defines.clone(),
        };
        let Some(second) = &args.second else {
            let games = match args.variant.as_slice() {
                [] => vec![named(&args.file, None)],
                variants => variants.iter().map(|variant| named(&args.file, Some(variant))).collect(),
            };
            return Ok(MatchRequest { games, second: None, count: args.games });
        };
        if args.openings.is_some_and(|plies| plies > 0) {
            let message = "--openings is for one set of rules: with two, every game begins at the start position";
            return Err(Failure::Usage(message.to_string()));
        }
        let first = script_named(&args.file);
        // The second is a file as well, or a variant of the first.
        let second = match Source::find(&script_named(second)) {
            Ok(_) => named(&script_named(second), None),
            Err(_) if Source::find(&first).is_ok() => named(&first, Some(second)),
            Err(failure) => return Err(failure),
        };
        let first = named(&first, args.variant.first());
        Ok(MatchRequest { games: vec![first], second: Some(second), count: args.old_games.unwrap_or(args.games) })
    }
}

/// Returns a file, or the script that is meant: AutoPlay named scripts without the ending of their
/// files.
fn script_named(typed: &str) -> String {
    let script = format!("{typed}.4th");
    if !Path::new(typed).is_file() && Path::new(&script).is_file() { script } else { typed.to_string() }
}

/// Everything that a match needs.
pub(crate) struct Arranged<'a> {
    pub(crate) loaded: &'a Loaded,
    pub(crate) second: Option<&'a Loaded>,
    pub(crate) identity: Identity,
    pub(crate) bots: Vec<Option<Box<dyn Bot>>>,
    pub(crate) judge: Judge,
    /// Whether the same seed need not give the same games.
    pub(crate) timed: bool,
}

impl<'a> Arranged<'a> {
    pub(crate) fn new(
        args: &AutoplayArgs,
        count: u64,
        loaded: &'a Loaded,
        second: Option<&'a Loaded>,
    ) -> Result<Arranged<'a>, Failure> {
        let game: &dyn Game = &*loaded.game;
        loaded.begin(None)?;
        let seats = choosers(game);
        if seats.is_empty() {
            return Err(Failure::Usage("nobody moves in this game, so there is nothing to learn about it".to_string()));
        }
        let usual = match second {
            Some(second) => format!("{},{}", usual_of_seat(game, 0), usual_of_seat(&*second.game, 1)),
            None => USUAL.to_string(),
        };
        // If every move is random, no bot is needed.
        let by_lot = second.is_none() && seats.iter().all(|player| game.is_random(*player));
        let usual = if by_lot { "random".to_string() } else { usual };
        let players = players::read(args.bots.as_deref().unwrap_or(&usual))?;
        if second.is_some() && (players.len() != 2 || seats.len() != 2) {
            return Err(Failure::Usage("two sets of rules need two players and two bots".to_string()));
        }
        if args.fixed_seats && players.len() > seats.len() {
            return Err(Failure::Usage(format!(
                "--fixed-seats has {} seats for {} bots; leave some out, or let them change seats",
                seats.len(),
                players.len()
            )));
        }
        let alone = seats.len() < 2;
        if args.depth.is_some() && alone {
            return Err(Failure::Usage("--depth is for games with two players or more".to_string()));
        }
        if args.sprt.is_some() && (alone || players.len() != 2 || args.fixed_seats || second.is_some()) {
            let message = "--sprt is for two bots that change seats: --bots A,B, in a game with two players or more";
            return Err(Failure::Usage(message.to_string()));
        }
        let progress = Progress::new();
        progress.show("studying the game");
        let (maker, other) = (loaded.maker(), second.unwrap_or(loaded).maker());
        let judge = maker.judge(game)?;
        let mut bots = Vec::new();
        for (place, player) in players.iter().enumerate() {
            bots.push(match second {
                Some(second) if place == 1 => players::bot(&other, &*second.game, player)?,
                _ => players::bot(&maker, game, player)?,
            });
        }
        progress.clear();
        let random = players.iter().all(players::is_random);
        let facts = maker.facts(game)?;
        let chance = facts.chance;
        let opening = args.openings.unwrap_or(if random || chance || second.is_some() { 0 } else { OPENING });
        if opening >= args.max_plies {
            let plies = args.max_plies;
            return Err(Failure::Usage(format!(
                "--max-plies {plies} leaves nothing to play after {opening} random plies at the beginning (--openings)"
            )));
        }
        // Where every game is shown, every game is looked at.
        let shown = second.is_some() || args.plies.is_some() || args.records.is_some();
        let detail = match args.detail {
            Some(_) if shown => {
                let message = "--plies, --records and two sets of rules look at every game; leave --detail out";
                return Err(Failure::Usage(message.to_string()));
            }
            Some(games) => games,
            None if random && !shown => DETAIL[usize::from(!facts.quick)],
            None => u64::MAX,
        };
        let names = match second {
            Some(second) => vec![entrant_named(loaded), entrant_named(second)],
            None => players::names(&players),
        };
        let plan = Plan {
            games: count,
            entrants: names,
            seats: seats.len(),
            opening,
            plies_max: args.max_plies,
            seed: args.crew.seed,
            detail,
            fixed: args.fixed_seats || second.is_some(),
        };
        let of_second = second.and_then(|second| second.identity().hash).unwrap_or_default();
        let mut settings: Vec<String> = args.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
        settings.sort();
        let mut title = vec![loaded.title().to_string()];
        title.extend(settings.iter().cloned());
        let rules = loaded.identity().hash.unwrap_or_default() + &of_second;
        let seats = seats.iter().map(|player| game.glossary().player(*player).to_string()).collect();
        let identity = Identity::new(&title.join(", "), &rules, seats, judge.method(), plan);
        let timed = players.iter().any(players::is_timed);
        Ok(Arranged { loaded, second, identity, bots, judge, timed })
    }

    /// Returns the plan.
    pub(crate) fn plan(&self) -> &Plan {
        &self.identity.plan
    }

    /// Returns the game.
    pub(crate) fn game(&self) -> &dyn Game {
        &*self.loaded.game
    }
}

/// Who plays a seat by rules that meet others: the engine that they give its player, or else the
/// usual search.
fn usual_of_seat(game: &dyn Game, seat: usize) -> &'static str {
    let player = choosers(game).get(seat).copied();
    if player.is_some_and(|player| game.own_bot_of(player).is_some()) { "own" } else { USUAL_OF_SCRIPTS }
}

/// What AutoPlay calls a player: the name of its script without the ending, or the variant.
fn entrant_named(loaded: &Loaded) -> String {
    let file = loaded.source.file_name();
    match &loaded.text {
        crate::load::Text::Script(_) => {
            Path::new(&file).file_stem().map_or(file.clone(), |stem| stem.to_string_lossy().into())
        }
        _ => loaded.title().to_string(),
    }
}

/// Returns the file of one of several matches: the name of the variant is put before the ending.
pub(crate) fn file_of(path: &Path, variant: Option<&str>) -> PathBuf {
    let Some(variant) = variant else { return path.to_path_buf() };
    let word: String =
        variant.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{word}{ending}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_variant_has_files_of_its_own() {
        assert_eq!(file_of(Path::new("a/out.html"), None), Path::new("a/out.html"));
        assert_eq!(file_of(Path::new("a/out.html"), Some("Big Board")), Path::new("a/out-big-board.html"));
        assert_eq!(file_of(Path::new("records"), Some("X")), Path::new("records-x"));
    }
}
