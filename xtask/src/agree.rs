//! `cargo xtask agree`: all executors of all games say the same on as many states as one likes.
//!
//! Of a game of edition 2 the interpreter, the virtual machine and every form of its rules list the
//! moves; of a game of edition 3 its forms count, draw at random and look ahead as walking its
//! rules does. The library is compared, and the collection of other people's files where there is
//! one.

use std::path::PathBuf;

use dagaz_core::{Game, Limits};
use dagaz_testkit::exam::{self, Plan};
use dagaz_testkit::source::{self, path_game};
use dagaz_testkit::{forms, parallel, walk};

/// Of so many states of a game of edition 3 one is compared a ply further.
const FURTHER: usize = 10;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only files whose path has this in it
    #[arg(default_value = "")]
    name: String,
    /// States of each game on which the executors are compared
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    states: usize,
    /// How far into a game these states may be
    #[arg(long, value_name = "N", default_value_t = 60)]
    state_plies: usize,
}

/// One thing to compare, and where it comes from.
struct Item {
    path: PathBuf,
    folder: PathBuf,
    index: usize,
}

/// On how many states all was well, and what was not.
struct Compared {
    title: String,
    states: usize,
    faults: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let limits = Limits::default();
    let library = source::root().join("games");
    let mut files: Vec<(PathBuf, PathBuf)> = Vec::new();
    let folders = [Some(library.clone()), source::corpus()];
    for folder in folders.into_iter().flatten() {
        for extension in ["zrf", "drf"] {
            files.extend(source::files(&folder, extension).into_iter().map(|path| (path, folder.clone())));
        }
    }
    files.retain(|(path, folder)| source::short_name(path, folder).contains(&arguments.name));
    let mut items = Vec::new();
    for (path, folder) in &files {
        let mut indices = source::own_places(path, &limits);
        if indices.is_empty() {
            // A file in which there is nothing is one thing that is refused.
            indices.push(0);
        }
        items.extend(indices.into_iter().map(|index| Item { path: path.clone(), folder: folder.clone(), index }));
    }
    println!("  agreed  faults  game");
    let results = parallel::map(&items, |item| {
        let compared = match source::is_of_paths(&item.path) {
            true => of_paths(item, &limits, arguments),
            false => of_programs(item, &limits, arguments),
        };
        if let Some(compared) = &compared {
            let name = source::short_name(&item.path, &item.folder);
            println!("  {:>6} {:>7}  {name}: {}", compared.states, compared.faults.len(), compared.title);
            compared.faults.iter().for_each(|fault| println!("FAULT {name}: {}: {fault}", compared.title));
        }
        compared
    });
    let (mut games, mut states, mut faulty) = (0, 0, 0);
    if items.is_empty() {
        return Err(format!("no file has `{}` in its path", arguments.name));
    }
    for (item, result) in items.iter().zip(results) {
        match result {
            // What others have written may be refused; what we have may not.
            Ok(None) if item.folder != library => {}
            Ok(None) => {
                faulty += 1;
                println!("FAULT {}: it is refused", source::short_name(&item.path, &item.folder));
            }
            Ok(Some(compared)) => {
                states += compared.states;
                match compared.faults.is_empty() {
                    true => games += 1,
                    false => faulty += 1,
                }
            }
            Err(panic) => {
                faulty += 1;
                println!("FAULT {}: {panic}", source::short_name(&item.path, &item.folder));
            }
        }
    }
    println!("{games} games of {} files agree on {states} states; {faulty} do not", files.len());
    if faulty > 0 { Err("not all executors agree".to_string()) } else { Ok(()) }
}

/// One game of edition 2, or none if it is refused.
fn of_programs(item: &Item, limits: &Limits, arguments: &Arguments) -> Option<Compared> {
    let plan = Plan {
        playouts: 0,
        plies: 0,
        states: arguments.states,
        state_plies: arguments.state_plies,
        batteries: 0,
        battery_plies: 0,
    };
    let report = exam::examine(&exam::Item { path: item.path.clone(), index: item.index }, limits, &plan);
    match report.refused {
        Some(_) => None,
        None => Some(Compared { title: report.title, states: report.agreed, faults: report.faults }),
    }
}

/// One game of edition 3, or none if it is refused.
fn of_paths(item: &Item, limits: &Limits, arguments: &Arguments) -> Option<Compared> {
    let file = source::read_paths(&item.path, limits).ok()?;
    let title = file.playable().get(item.index)?.title.clone();
    let make = || path_game(&file, item.index, limits);
    let (game, judge) = (make().ok()?, make().ok()?.only_walking());
    // Whether it has a form is for others to ask; here every form that it has is to be there.
    let _ = game.make_ready();
    let mut compared = Compared { title, states: 0, faults: Vec::new() };
    let states = match walk::sample(&judge, 1, arguments.states, arguments.state_plies) {
        Ok(states) => states,
        Err(hit) => {
            compared.faults.push(hit.to_string());
            return Some(compared);
        }
    };
    if states.is_empty() {
        compared.faults.push("no states were come to".to_string());
    }
    for (number, state) in states.iter().enumerate() {
        let mut found = forms::disagreement(&game, &judge, state);
        if number % FURTHER == 0 {
            found = found.and_then(|()| forms::disagreement_further(&game, &judge, state));
        }
        match found {
            Ok(()) => compared.states += 1,
            Err(found) => {
                compared
                    .faults
                    .push(format!("{found}, on {}", dagaz_record::write_position(&judge as &dyn Game, state)));
            }
        }
    }
    Some(compared)
}
