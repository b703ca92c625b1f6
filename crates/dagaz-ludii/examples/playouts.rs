//! Random playouts per CPU-second: `playouts FOLDER DEFINES GAME…`. A game is the path of a
//! description in the folder.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs, reason = "a benchmark prints and may stop")]

use std::path::Path;

use cpu_time::ProcessTime;
use dagaz_ludii::play::Run;
use dagaz_ludii::{Defines, Options, board, expand, ludeme};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, defines, games @ ..] = arguments.as_slice() else {
        println!("usage: playouts FOLDER DEFINES GAME…");
        return;
    };
    let mut files = Vec::new();
    collect(Path::new(defines), &mut files);
    let library = Defines::new(files);
    for game in games {
        let path = Path::new(folder).join(game);
        let text = std::fs::read_to_string(&path).unwrap();
        let began = ProcessTime::now();
        let Ok(tree) = expand(game, &text, &library, &Options::default()).and_then(|expanded| expanded.tree()) else {
            println!("{game}\tcannot be read");
            continue;
        };
        let rules = match board::read(&tree).and_then(|equipment| ludeme::compile(&tree, equipment)) {
            Ok(rules) => rules,
            Err(fault) => {
                println!("{game}\t{}", fault.message);
                continue;
            }
        };
        let load = began.elapsed();
        let (mut number, mut plies) = (0u64, 0u64);
        let began = ProcessTime::now();
        while began.elapsed().as_secs_f64() < 2.0 {
            let mut run = Run::new(&rules, number);
            plies += run.playout(2500).plies as u64;
            number += 1;
        }
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "{game}\t{:.0} playouts/s\t{:.1} plies\t{:.0} plies/s\tload {:.0} ms",
            number as f64 / seconds,
            plies as f64 / number as f64,
            plies as f64 / seconds,
            load.as_secs_f64() * 1000.0
        );
    }
}

fn collect(folder: &Path, files: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "def") {
            files.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
        }
    }
}
