//! Games recorded years ago by people and programs, with other software, replay to their last ply
//! by the rules in their folder.
#![allow(clippy::print_stdout, reason = "what was replayed should be seen")]

use std::path::{Path, PathBuf};

use dagaz_core::Limits;
use dagaz_record::formats::zsg;
use dagaz_record::{Cursor, Format, ReadLimits, RecordFaultKind};
use dagaz_testkit::exam::{Plan, examine_all};
use dagaz_testkit::parallel;
use dagaz_testkit::source::{self, Pair};

/// Returns the rules file that a log names, in its folder, ignoring case.
fn rules_of(log: &Path, named: &str) -> Option<PathBuf> {
    let files = source::files(log.parent()?, "zrf");
    files.into_iter().find(|path| path.file_name().is_some_and(|name| name.eq_ignore_ascii_case(named)))
}

/// How a replay ended.
struct Replayed {
    plies: usize,
    /// The game was over at the end.
    over: bool,
    /// The log continues with a pass, though the game has ended by the rules in its folder: it was
    /// recorded by other rules.
    by_other_rules: bool,
}

/// Chessence.zsg: its 41st turn ends with a stalemate, which the rules in its folder make a loss.
/// The log continues with a pass.
const BY_OTHER_RULES: usize = 1;

fn replay(log: &Path) -> Result<Replayed, String> {
    let limits = Limits::default();
    let text = dagaz_syntax::decode::decode(&std::fs::read(log).map_err(|error| error.to_string())?);
    let header = zsg::header(&text).ok_or("it has no header")?;
    let path = rules_of(log, &header.rules_file).ok_or_else(|| format!("there is no {}", header.rules_file))?;
    let mut file = source::read(&path, &limits).map_err(|error| error.to_string())?;
    let index = file.titled(&header.title).ok_or_else(|| format!("there is no variant {}", header.title))?;
    let rules = file.rules(index).rules.ok_or("the rules have errors")?;
    let game = Pair::new(rules, &limits).map_err(|hit| hit.to_string())?.compiled;
    let reading = Format::Zsg.read(&game, &text, &ReadLimits::default());
    let tree = reading.games.first().ok_or("no game was read")?;
    let plies = tree.main_line().len();
    let mut cursor = Cursor::new(&game, tree);
    let last = tree.main_line().last().copied();
    last.into_iter().for_each(|node| cursor.go_to(tree, node));
    let over = cursor.outcome().map_err(|hit| hit.to_string())?.is_some();
    let goes_on = |kind: &RecordFaultKind| matches!(kind, RecordFaultKind::Move { typed, near } if typed == "Pass" && near.is_empty());
    let by_other_rules = over && reading.faults.first().is_some_and(|fault| goes_on(&fault.kind));
    match reading.faults.first().filter(|_| !by_other_rules) {
        Some(fault) => Err(format!("after {plies} plies: {fault}")),
        None => Ok(Replayed { plies, over, by_other_rules }),
    }
}

#[test]
fn every_log_of_the_corpus_replays_to_its_last_ply() {
    let Some(corpus) = source::corpus() else {
        dagaz_testkit::skipped("every log of the collection; there is none, DAGAZ_CORPUS names its folder");
        return;
    };
    let logs = source::files(&corpus, "zsg");
    assert!(!logs.is_empty(), "the corpus has no logs");
    let results = parallel::map(&logs, |log| replay(log));
    let (mut plies, mut over, mut others, mut faults) = (0, 0, 0, Vec::new());
    for (log, result) in logs.iter().zip(results) {
        match result.and_then(|replayed| replayed) {
            Ok(replayed) => {
                let named = log.file_name().is_some_and(|name| *name == *"Chessence.zsg");
                assert!(named || !replayed.by_other_rules, "{} goes on after the end", log.display());
                plies += replayed.plies;
                over += usize::from(replayed.over);
                others += usize::from(replayed.by_other_rules);
            }
            Err(fault) => faults.push(format!("{}: {fault}", source::short_name(log, &corpus))),
        }
    }
    assert!(faults.is_empty(), "{} of {} logs fail:\n{}", faults.len(), logs.len(), faults.join("\n"));
    assert_eq!(others, BY_OTHER_RULES, "logs that go on after the end");
    println!("{} logs, {plies} plies, {over} games over at the end, {others} by other rules", logs.len());
}

/// A game of our own, whose hands stand on the board: captured pieces change sides as they are
/// cascaded there, a full hand has to drop, and promoted pieces come back as what they were.
#[test]
fn a_game_with_hands_on_the_board_replays_to_its_last_ply() {
    let folder = source::root().join("crates/dagaz-testkit/tests/recorded");
    let logs = source::files(&folder, "zsg");
    assert_eq!(logs.len(), 2, "a record is gone, or is not counted");
    for log in logs {
        let replayed = replay(&log).unwrap_or_else(|fault| panic!("{}: {fault}", log.display()));
        let lines = std::fs::read_to_string(&log).expect("it can be read");
        assert_eq!(replayed.plies, lines.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count());
        assert!(replayed.over && !replayed.by_other_rules, "{}", log.display());
        for said in [" = South", " = North", "Tokin"] {
            assert!(lines.contains(said), "{}: no `{said}`", log.display());
        }
    }
}

#[test]
fn all_executors_agree_on_recorded_games_of_our_own() {
    let texts = source::files(&source::root().join("crates/dagaz-testkit/tests/recorded"), "zrf");
    let plan = Plan { playouts: 10, plies: 200, states: 80, state_plies: 100, batteries: 1, battery_plies: 40 };
    for (_, report) in examine_all(&texts, &Limits::default(), &plan, |_, _| ()) {
        assert_eq!((&report.refused, &report.faults), (&None, &Vec::new()), "{}", report.title);
    }
}
