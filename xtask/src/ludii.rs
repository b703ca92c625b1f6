//! `cargo xtask ludii`: descriptions of Ludii against recorded truth.

use std::path::{Path, PathBuf};

use dagaz_testkit::ludii::report::{Checked, STAGES, Total, check, library, totals};
use dagaz_testkit::ludii::truth;
use dagaz_testkit::parallel;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the texts
    #[arg(long, value_name = "DIR")]
    texts: PathBuf,
    /// Folder of the library's defines
    #[arg(long, value_name = "DIR")]
    defines: PathBuf,
    /// Folder of the recordings, one `.jsonl.gz` for each text at the same path
    #[arg(long, value_name = "DIR")]
    trials: PathBuf,
    /// Trials of each setting that are replayed
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    trials_max: usize,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Only texts with this in their path
    file: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let library = library(&arguments.defines).map_err(failed(&arguments.defines))?;
    let texts = truth::files_below(&arguments.texts, ".lud").map_err(failed(&arguments.texts))?;
    let chosen = |name: &str| arguments.file.as_ref().is_none_or(|part| name.contains(part.as_str()));
    let texts: Vec<(String, PathBuf)> = texts.into_iter().filter(|(name, _)| chosen(name)).collect();
    let checked = parallel::map(&texts, |(name, path)| {
        let text = String::from_utf8_lossy(&std::fs::read(path).map_err(failed(path))?).into_owned();
        let recording = arguments.trials.join(format!("{name}.jsonl.gz"));
        let settings = truth::read(&recording).map_err(failed(&recording))?;
        Ok::<Checked, String>(check(name, &text, &library, &settings, arguments.trials_max))
    });
    let games = checked.into_iter().map(|result| result?).collect::<Result<Vec<Checked>, String>>()?;
    if arguments.json {
        println!("{:#}", json(&games));
    } else {
        print(&games);
    }
    Ok(())
}

/// The message of a file that cannot be read.
fn failed(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

fn by_category(game: &Checked) -> Vec<&str> {
    vec![&game.category]
}

fn by_flag(game: &Checked) -> Vec<&str> {
    game.flags.iter().map(String::as_str).collect()
}

fn print(games: &[Checked]) {
    for game in games {
        let words: Vec<String> =
            STAGES.iter().zip(&game.stages).map(|(stage, outcome)| format!("{stage} {}", outcome.word())).collect();
        println!("{}: {}", game.name, words.join(", "));
        // The later stages include what is wrong in the earlier ones.
        if let Some(outcome) = game.stages.iter().rev().find(|outcome| !outcome.detail().is_empty()) {
            println!("    {}", outcome.detail().chars().take(400).collect::<String>());
        }
    }
    for (stage, name) in STAGES.iter().enumerate() {
        let all = totals(games, stage, |_| vec![""]).remove("").unwrap_or_default();
        println!("\n{name}: {}", line(all));
        for (title, table) in [("category", totals(games, stage, by_category)), ("flag", totals(games, stage, by_flag))]
        {
            println!("  by {title}:");
            table.iter().for_each(|(key, total)| println!("    {key:24} {}", line(*total)));
        }
    }
}

fn line(total: Total) -> String {
    format!("{:4} right {:4} wrong {:4} refused", total.right, total.wrong, total.refused)
}

fn json(games: &[Checked]) -> serde_json::Value {
    let number = |total: &Total| serde_json::json!([total.right, total.wrong, total.refused]);
    let game = |game: &Checked| {
        let stages = STAGES.iter().zip(&game.stages).map(|(stage, outcome)| {
            ((*stage).to_string(), serde_json::json!({"outcome": outcome.word(), "detail": outcome.detail()}))
        });
        let stages: serde_json::Map<String, serde_json::Value> = stages.collect();
        serde_json::json!({"game": game.name, "flags": game.flags, "stages": stages})
    };
    let table = |stage: usize, keys: fn(&Checked) -> Vec<&str>| {
        let table = totals(games, stage, keys);
        table.iter().map(|(key, total)| ((*key).to_string(), number(total))).collect::<serde_json::Map<_, _>>()
    };
    let stages = STAGES.iter().enumerate().map(|(stage, name)| {
        let all = totals(games, stage, |_| vec![""]).remove("").unwrap_or_default();
        let categories = table(stage, by_category);
        let flags = table(stage, by_flag);
        ((*name).to_string(), serde_json::json!({"all": number(&all), "category": categories, "flag": flags}))
    });
    let totals: serde_json::Map<String, serde_json::Value> = stages.collect();
    serde_json::json!({
        "columns": ["right", "wrong", "refused"],
        "totals": totals,
        "games": games.iter().map(game).collect::<Vec<_>>(),
    })
}
