//! Every ForthScript game of the library: complete, without a fault, and true to what must hold of
//! all games.

use std::path::Path;

use dagaz_core::{Game, Limits, PlayoutLimits};
use dagaz_testkit::facts::Facts;
use dagaz_testkit::source::{files, root, short_name};
use dagaz_testkit::{battery, parallel, scripts, walk};

/// Runs `check` on every script of the library; panics with all that was found.
fn for_each_script(check: impl Fn(&Path) -> Result<(), String> + Sync) {
    let all = scripts::library();
    assert!(all.len() >= 4, "the library has lost its scripts");
    let faults: Vec<String> = all
        .iter()
        .zip(parallel::map(&all, |path| check(path)))
        .filter_map(|(path, result)| {
            let fault = result.unwrap_or_else(Err).err()?;
            Some(format!("{}: {fault}", short_name(path, &root())))
        })
        .collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_script_keeps_the_invariants() {
    for_each_script(|path| {
        let game = scripts::load(path, &Limits::default())?;
        for seed in 0..3 {
            let faults = battery::run(&game, seed, 40).map_err(|hit| hit.to_string())?;
            if !faults.is_empty() {
                return Err(faults.join("; "));
            }
        }
        Ok(())
    });
}

#[test]
fn every_script_ends_alike_for_the_same_seed() {
    for_each_script(|path| {
        let game = scripts::load(path, &Limits::default())?;
        let play = |seed| {
            let (mut state, limits) = (game.initial(), PlayoutLimits { plies: 3_000, quiet_plies: None });
            let playout = game.playout(&mut state, &mut walk::rng(seed), limits).map_err(|hit| hit.to_string());
            playout.map(|playout| (playout, state))
        };
        for seed in 0..5 {
            let first = play(seed)?;
            if first != play(seed)? {
                return Err(format!("two playouts with seed {seed} differ"));
            }
            if first.0.end.is_none() {
                return Err(format!("the game of seed {seed} does not end"));
            }
        }
        Ok(())
    });
}

#[test]
fn every_script_has_a_readme_and_its_golden_counts() {
    for_each_script(|path| {
        if !path.with_file_name("README.md").is_file() {
            return Err("there is no README.md beside it".to_string());
        }
        let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
        if path.file_stem().and_then(|stem| stem.to_str()) != Some(folder) {
            return Ok(());
        }
        let facts = Facts::beside(path)?;
        if facts.perft.is_empty() {
            return Err("nobody has counted its moves".to_string());
        }
        let game = scripts::load(path, &Limits::default())?;
        facts.perft.iter().try_for_each(|perft| {
            perft.verify(&game, 300_000).and_then(|_| perft.verify_in(&game, 300_000, 4 << 10)).map(|_| ())
        })
    });
}

#[test]
fn fuzz_seeds_and_past_findings_pass() {
    let mut inputs = files(&root().join("fuzz/seeds/scripts"), "4th");
    inputs.extend(files(&root().join("fuzz/regressions/scripts"), "4th"));
    assert!(inputs.len() >= 3, "the seeds are gone");
    for path in inputs {
        scripts::fuzz(&std::fs::read(&path).expect("it is there"));
    }
    for path in scripts::library() {
        scripts::fuzz(&std::fs::read(&path).expect("it is there"));
    }
}

/// Scripts made by exchanging, doubling and leaving out words of others: most are nearly right,
/// which finds more than bytes by lot would.
#[test]
fn shuffled_scripts_never_crash() {
    use dagaz_core::below;
    let sources = files(&root().join("fuzz/seeds/scripts"), "4th").into_iter().chain(scripts::library());
    let texts: Vec<Vec<String>> = sources
        .map(|path| {
            let text = String::from_utf8_lossy(&std::fs::read(path).expect("it is there")).into_owned();
            text.split_inclusive(char::is_whitespace).map(str::to_string).collect()
        })
        .collect();
    let rounds: u64 = std::env::var("DAGAZ_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(300);
    let rounds: Vec<u64> = (0..rounds).collect();
    let results = parallel::map(&rounds, |&round| {
        let mut rng = walk::rng(round);
        let mut words = texts[below(&mut rng, texts.len())].clone();
        for _ in 0..=below(&mut rng, 6) {
            let at = below(&mut rng, words.len());
            let other = &texts[below(&mut rng, texts.len())];
            match below(&mut rng, 4) {
                0 => drop(words.remove(at)),
                1 => words.insert(at, other[below(&mut rng, other.len())].clone()),
                2 => words[at] = other[below(&mut rng, other.len())].clone(),
                _ => {
                    let with = below(&mut rng, words.len());
                    words.swap(at, with);
                }
            }
            if words.is_empty() {
                break;
            }
        }
        scripts::fuzz(words.concat().as_bytes());
    });
    let panics: Vec<String> = rounds
        .iter()
        .zip(results)
        .filter_map(|(round, result)| Some(format!("round {round}: {}", result.err()?)))
        .collect();
    assert!(panics.is_empty(), "{}", panics.join("\n"));
}
