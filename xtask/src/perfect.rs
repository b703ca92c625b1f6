//! `cargo xtask perfect`: how often a bot keeps the proved value of a position.
//!
//! Positions come from playouts, deep enough that every move can be proved. Positions whose moves
//! all have the same value are skipped. Position number `n` follows from `n`, and each is a line in
//! a file, so an interrupted run continues.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use dagaz_bots::{Bot, Budget, Context, Description, Maker, move_values, opening_moves};
use dagaz_core::{Fuel, Game, MoveList, State, Turn, UndoLog};
use dagaz_record::move_text;
use dagaz_testkit::{boards, source};

/// A game, and after how many random plies its positions are taken.
struct Field {
    name: &'static str,
    plies: std::ops::Range<usize>,
}

const FIELDS: [Field; 10] = [
    Field { name: "tic-tac-toe", plies: 0..7 },
    Field { name: "connect-four", plies: 12..26 },
    Field { name: "three-mens-morris", plies: 0..12 },
    Field { name: "tapatan", plies: 0..12 },
    Field { name: "achi", plies: 0..12 },
    Field { name: "kalah-3x4", plies: 0..8 },
    Field { name: "kalah-4x3", plies: 0..10 },
    Field { name: "kalah-6x4", plies: 24..40 },
    Field { name: "reversi-6x6", plies: 16..28 },
    Field { name: "four-in-a-row-5x5", plies: 0..14 },
];

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Games, by their names here; none: all of them
    games: Vec<String>,
    /// Who is asked
    #[arg(long, default_value = "best:200ms", value_name = "BOT")]
    bot: Description,
    /// How many positions of each game, of those that decide something
    #[arg(long, default_value_t = 50, value_name = "N")]
    number: usize,
    /// Positions that the proof of each move may look at
    #[arg(long, default_value_t = 3_000_000, value_name = "N")]
    proof: u64,
    /// File of results; an existing one is continued
    #[arg(long, default_value = "target/perfect", value_name = "FOLDER")]
    log: PathBuf,
}

/// What came of a position, and the word for it in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// The bot's move keeps the value.
    Kept,
    /// It does not.
    Lost,
    /// All moves are worth the same, or there is none.
    Alike,
    /// Not all of it was proved.
    Open,
}

const WORDS: [(Found, &str); 4] =
    [(Found::Kept, "kept"), (Found::Lost, "lost"), (Found::Alike, "alike"), (Found::Open, "open")];

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let known = |name: &String| FIELDS.iter().any(|field| field.name == name);
    if let Some(name) = arguments.games.iter().find(|name| !known(name)) {
        let names: Vec<&str> = FIELDS.iter().map(|field| field.name).collect();
        return Err(format!("{name}: one of {} is expected", names.join(", ")));
    }
    std::fs::create_dir_all(&arguments.log).map_err(|error| format!("{}: {error}", arguments.log.display()))?;
    let wanted = |field: &&Field| arguments.games.is_empty() || arguments.games.iter().any(|name| name == field.name);
    for field in FIELDS.iter().filter(wanted) {
        measure(arguments, field)?;
    }
    Ok(())
}

/// The game of a name: of the library, or on a board of another size.
fn game_of(name: &str) -> Result<Box<dyn Game>, String> {
    Ok(match name {
        "kalah-3x4" => Box::new(boards::kalah(3, 4)?),
        "kalah-4x3" => Box::new(boards::kalah(4, 3)?),
        "kalah-6x4" => Box::new(boards::kalah(6, 4)?),
        "reversi-6x6" => Box::new(boards::reversi(6)?),
        "four-in-a-row-5x5" => Box::new(boards::in_a_row(4, 5, 5)?),
        name => source::named(name)?,
    })
}

fn measure(arguments: &Arguments, field: &Field) -> Result<(), String> {
    let game = game_of(field.name)?;
    let bot = Maker::new().bot(&*game, arguments.bot).map_err(|hit| hit.to_string())?;
    let said = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '-' };
    let name: String = arguments.bot.to_string().chars().map(said).collect();
    let path = arguments.log.join(format!("{}-{name}.txt", field.name));
    let mut found = read(&path)?;
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&path).map_err(|e| e.to_string())?;
    let count = |found: &[Found], wanted| found.iter().filter(|one| **one == wanted).count();
    // Where too little can be proved, looking on would never end.
    while count(&found, Found::Kept) + count(&found, Found::Lost) < arguments.number
        && found.len() < arguments.number * 20
    {
        let seed = found.len() as u64;
        let plies = field.plies.start + found.len() % field.plies.len();
        let one = ask(&*game, &*bot, plies, seed, arguments.proof)?;
        let word = WORDS.iter().find(|(known, _)| *known == one).map_or("", |(_, word)| word);
        writeln!(file, "{seed} {plies} {word}").map_err(|error| error.to_string())?;
        found.push(one);
    }
    let [kept, lost, alike, open] = WORDS.map(|(one, _)| count(&found, one));
    println!(
        "{}: {} keeps the value in {kept} of {}; {alike} positions decide nothing, {open} are not proved",
        field.name,
        arguments.bot,
        kept + lost
    );
    Ok(())
}

/// What a file says of the positions before, in their order.
fn read(path: &Path) -> Result<Vec<Found>, String> {
    let Ok(text) = std::fs::read_to_string(path) else { return Ok(Vec::new()) };
    let found = text.lines().enumerate().map(|(number, line)| {
        let mut words = line.split(' ');
        let (seed, word) = (words.next(), words.nth(1));
        let known = WORDS.iter().find(|(_, known)| word == Some(known)).map(|(found, _)| *found);
        known
            .filter(|_| seed == Some(&number.to_string()))
            .ok_or_else(|| format!("{}, line {}: no result of position {number}", path.display(), number + 1))
    });
    found.collect()
}

/// Lets a bot move in a position some random plies from the start, if that decides something.
fn ask(game: &dyn Game, bot: &dyn Bot, plies: usize, seed: u64, proof: u64) -> Result<Found, String> {
    let clock = Instant::now();
    let moves = opening_moves(game, plies, seed).map_err(|error| error.to_string())?;
    let (mut state, mut before) = (game.initial(), Vec::new());
    for chosen in &moves {
        before.push(move_text(game, &state, chosen.as_ref()));
        game.play(&mut state, chosen.as_ref(), &mut UndoLog::new());
    }
    let values = move_values(game, &state, Budget::nodes(proof), &clock).map_err(|why| format!("{why:?}"))?;
    let Some(values) = values else { return Ok(Found::Open) };
    let (Some(best), Some(worst)) = (values.iter().max(), values.iter().min()) else { return Ok(Found::Alike) };
    if best == worst {
        return Ok(Found::Alike);
    }
    let index = chosen(game, bot, &state, seed)?;
    if values.get(index) == Some(best) {
        return Ok(Found::Kept);
    }
    // The details, for debugging.
    println!("  the value is lost by move {} of the list {values:?} after {}", index + 1, before.join(" "));
    Ok(Found::Lost)
}

/// The place of a bot's move in the list.
fn chosen(game: &dyn Game, bot: &dyn Bot, state: &State, seed: u64) -> Result<usize, String> {
    let Turn::Choice(mover) = game.turn(state) else { return Err("it is nobody's turn".to_string()) };
    let view = game.view(state, mover);
    let thought = bot.answer(game, &view, seed, &Instant::now(), &mut Context::new()).map_err(|e| e.to_string())?;
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).map_err(|hit| hit.to_string())?;
    let place = list.iter().position(|one| one.same_as(thought.chosen.as_ref()));
    place.ok_or_else(|| "the bot's move is not legal".to_string())
}
