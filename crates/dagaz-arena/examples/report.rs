//! Plays games by the rules of a file and writes the report of them: `cargo run --release -p
//! dagaz-arena --example report -- games/chess/chess/chess.zrf report.html 1000/200 random greedy`.
//! Of a thousand games the first two hundred are looked at ply by ply.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use dagaz_arena::measures::of_match::{Facts, MATCH_MEASURES};
use dagaz_arena::report::{Page, html};
use dagaz_arena::{Hold, Match, Plan, Subject, Summary, Sums, choosers};
use dagaz_bots::{Bot, Maker};
use dagaz_contract::draw::Drawing;
use dagaz_core::{Game, Limits};
use dagaz_engine::CompiledGame;
use dagaz_testkit::{scripts, source};

fn load(path: &Path) -> Result<Box<dyn Game>, Box<dyn Error>> {
    let limits = Limits::default();
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("4th") => Ok(Box::new(scripts::load(path, &limits)?)),
        Some("drf") => {
            let file = source::read_paths(path, &limits)?;
            let item = source::own_items(&file).first().copied().ok_or("there is no game in it")?;
            Ok(Box::new(source::path_game(&file, item, &limits)?))
        }
        _ => {
            let mut file = source::read(path, &limits)?;
            let index = file.default_index();
            let rules = file.rules(index).rules.ok_or("the rules have mistakes")?;
            Ok(Box::new(CompiledGame::new(Arc::from(rules), &limits).map_err(|hit| hit.to_string())?))
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, out, games, entrants @ ..] = &arguments[..] else {
        return Err("usage: report RULES OUT.html GAMES[/LOOKED_AT] [BOT …]".into());
    };
    let game = load(Path::new(path))?;
    let entrants = if entrants.is_empty() { vec!["random".to_string()] } else { entrants.to_vec() };
    let (games, detail) = games.split_once('/').unwrap_or((games, games));
    let (games, detail): (u64, u64) = (games.parse()?, detail.parse()?);
    let seats = choosers(&*game).len();
    let plan = Plan { games, entrants, seats, opening: 0, plies_max: 600, seed: 7, detail, fixed: false };
    let maker = Maker::new();
    let judge = maker.judge(&*game).map_err(|hit| hit.to_string())?;
    let mut bots: Vec<Option<Box<dyn Bot>>> = Vec::new();
    for name in &plan.entrants {
        let description: dagaz_bots::Description = name.parse().map_err(|_| format!("no bot is called {name}"))?;
        let bot = maker.bot(&*game, description).map_err(|hit| hit.to_string())?;
        bots.push((name != "random").then_some(bot));
    }
    let stop = AtomicBool::new(false);
    let held = Match {
        game: &*game,
        rules: Vec::new(),
        plan: &plan,
        bots: bots.iter().map(Option::as_deref).collect(),
        judge: &judge,
        stop: &stop,
        clock: &Instant::now(),
    };
    let mut sums = Sums::default();
    held.hold(plan.whole(), Hold { threads: 2, ..Hold::default() }, &mut |batch| {
        sums.merge(batch.sums);
        Ok::<bool, std::convert::Infallible>(true)
    })
    .map_err(|failed| format!("{failed:?}"))?;
    let summary = Summary::new(Subject::of(&*game, &judge), &plan, &sums);
    let facts = Facts { sums: &sums, wanted: None, ladder: &[], words: None };
    let measures: Vec<_> = MATCH_MEASURES.iter().filter_map(|measure| Some((measure, (measure.of)(&facts)?))).collect();
    let drawing = Drawing::new(&*game, "");
    let command = format!("dagaz autoplay {path} --games {games} --seed {}", plan.seed);
    let page = Page {
        summary: &summary,
        measures: &measures,
        board: Some(drawing.board()),
        command: Some(&command),
        before: None,
    };
    std::fs::write(out, html(&page))?;
    #[allow(clippy::print_stdout)]
    {
        print!("{}\n{}", summary.text(), summary.autoplay());
    }
    Ok(())
}
