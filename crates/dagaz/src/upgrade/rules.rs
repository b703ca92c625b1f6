//! Translates rules of edition 2 to edition 3, and plays both against each other to verify
//! equality.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use dagaz_core::{AttributeId, Game, Limits, PieceTypeId, SiteId};
use dagaz_drf::DrfFile;
use dagaz_engine::{CompiledGame, PathGame};
use dagaz_migrate::{Gap, Remark, Style, Upgraded, text};
use dagaz_rules::Rules;
use dagaz_rules::path::Distinct;
use dagaz_syntax::NoIncludes;
use dagaz_syntax::source::FileId;
use dagaz_zrf::GameFile;
use serde_json::{Value, json};

use super::compare::{Agreement, Budget, ComparisonFailure, Difference, Pair, SequenceCount};
use super::{target, written};
use crate::bench::clock::thread_time;
use crate::cli::UpgradeArgs;
use crate::failure::Failure;
use crate::load::{Source, compile, report, variant};
use crate::output::{self, ERROR, HINT, Output, Progress, clean, grouped, plies, styled};

/// How much of each game is played in both editions.
const BUDGET: Budget = Budget { moves: 60_000, depth: 6, plies: 1_200, length: 150, time: Duration::from_secs(12) };
/// How much of it once more, in the file as it is written.
const AGAIN: Budget = Budget { moves: 2_000, depth: 2, plies: 40, length: 40, time: Duration::from_secs(2) };
/// The processor time for which all games of a file together may be played, about.
const WHOLE: Duration = Duration::from_secs(24);
/// Ways to write rules, the best to read first.
const STYLES: [Style; 2] = [
    Style { exact: false, distinct: Distinct::Results, after_move: false },
    Style { exact: true, distinct: Distinct::Results, after_move: false },
];

/// What has been found out about a game.
enum Verdict {
    Same(Agreement),
    Different(Box<Difference>),
    /// Something is missing.
    Gaps,
    /// It could not be compared, for this reason.
    Unknown(String),
}

/// A game of the file.
struct UpgradedGame {
    title: String,
    /// Its place among the items of the file.
    index: usize,
    rules: Arc<Rules>,
    upgraded: Upgraded,
    verdict: Verdict,
}

/// Prints the rules, or writes them to a file, and says of each game whether it is the same.
pub(super) fn run(args: &UpgradeArgs, source: Source, out: &mut Output) -> Result<(), Failure> {
    let limits = Limits::default();
    let mut file = source.parse(&limits)?;
    if file.playable().is_empty() || file.diagnostics().has_errors() {
        report(&file, &file.diagnostics());
        return Err(Failure::Reported);
    }
    let wanted: Vec<usize> = match &args.variant {
        Some(name) => vec![variant(file.playable(), &source.file_name(), name)?],
        None => (0..file.playable().len()).collect(),
    };
    let progress = Progress::new();
    let share = WHOLE / wanted.len().max(1) as u32;
    let budget = Budget { time: BUDGET.time.min(share), ..BUDGET };
    let (mut items, mut broken) = (Vec::new(), Vec::new());
    for index in wanted {
        let title = file.playable()[index].title.clone();
        progress.show(&format!("{} …", clean(&title)));
        let lowered = file.rules(index);
        match lowered.rules.filter(|_| !lowered.diagnostics.has_errors()) {
            Some(rules) => items.push(upgraded(title, index, Arc::new(rules), budget, &limits)),
            None => {
                progress.clear();
                report(&file, &lowered.diagnostics);
                broken.push(title);
            }
        }
    }
    progress.clear();
    if items.is_empty() {
        return Err(Failure::Reported);
    }
    let again = Budget { time: AGAIN.time.min(share / 4), ..AGAIN };
    let text = whole(&file, &items, again, &limits);
    let all_same = broken.is_empty() && items.iter().all(|item| matches!(item.verdict, Verdict::Same(_)));
    if let Some(name) = target(args) {
        written(name, &text)?;
    }
    if args.json {
        let games: Vec<Value> = items.iter().map(|item| said_in_json(&file, item)).collect();
        let printed = target(args).is_none().then_some(&text);
        let value = json!({
            "file": source.file_name(), "games": games, "broken": broken, "same": all_same, "text": printed,
        });
        out.json(&value)?;
    } else {
        match target(args) {
            Some(name) => out.line(format!("{} written to {name}", source.file_name()))?,
            None => out.text(&text)?,
        }
        // What has been found out stands behind the text where both are seen.
        out.flush()?;
        items.iter().for_each(|item| say(&file, item));
    }
    if all_same { Ok(()) } else { Err(Failure::Reported) }
}

/// Returns a game in the way that reads best of those that play the same; if none does, in the one
/// that reads best.
fn upgraded(title: String, index: usize, rules: Arc<Rules>, budget: Budget, limits: &Limits) -> UpgradedGame {
    let old = match compile(&rules, limits) {
        Ok(old) => old,
        Err(fault) => {
            let upgraded = Upgraded::of(&rules, STYLES[0]);
            return UpgradedGame { title, index, rules, upgraded, verdict: Verdict::Unknown(fault.to_string()) };
        }
    };
    let mut first: Option<(Upgraded, Verdict)> = None;
    // All ways to write a game share its time, of which each has a part in any case.
    let mut left = budget.time;
    let mut play = |upgraded: &Upgraded| {
        let begun = thread_time();
        let verdict = verdict_of(&old, upgraded, Budget { time: left.max(budget.time / 4), ..budget }, limits);
        left = left.saturating_sub(thread_time().saturating_sub(begun));
        verdict
    };
    let mut styles = VecDeque::from(STYLES);
    while let Some(style) = styles.pop_front() {
        let upgraded = Upgraded::of(&rules, style);
        if upgraded.gaps().is_empty() && alone(&upgraded).len() > limits.source_bytes {
            // Other ways to write it are longer still.
            let why = format!("the text is longer than {} bytes", limits.source_bytes);
            return UpgradedGame { title, index, rules, upgraded, verdict: Verdict::Unknown(why) };
        }
        let verdict = play(&upgraded);
        match &verdict {
            Verdict::Same(agreement) => {
                // The old edition distinguishes routes that the new one merges, or the other way
                // round, unless the rules say otherwise.
                let differs = !agreement.lists_alike();
                let others = [Distinct::Paths, Distinct::Pieces, Distinct::Positions].into_iter().filter(|_| differs);
                for distinct in others {
                    let other = Upgraded::of(&rules, Style { distinct, ..style });
                    match play(&other) {
                        Verdict::Same(found) if found.lists_alike() => {
                            return UpgradedGame {
                                title,
                                index,
                                rules,
                                upgraded: other,
                                verdict: Verdict::Same(found),
                            };
                        }
                        _ => {}
                    }
                }
                return UpgradedGame { title, index, rules, upgraded, verdict };
            }
            Verdict::Gaps => return UpgradedGame { title, index, rules, upgraded, verdict },
            // Edition 3 asks of the set-up whether the game has ended.
            Verdict::Different(difference) if difference.after.is_empty() && !style.after_move => {
                styles.push_back(Style { after_move: true, ..style });
            }
            _ => {}
        }
        first.get_or_insert((upgraded, verdict));
    }
    let (upgraded, verdict) = first.unwrap_or_else(|| (Upgraded::of(&rules, STYLES[0]), Verdict::Gaps));
    UpgradedGame { title, index, rules, upgraded, verdict }
}

/// Returns the text of one game.
fn alone(upgraded: &Upgraded) -> String {
    text(&[(upgraded, None, Remark::default())])
}

/// Plays a game against what it has become.
fn verdict_of(old: &CompiledGame, upgraded: &Upgraded, budget: Budget, limits: &Limits) -> Verdict {
    if !upgraded.gaps().is_empty() {
        return Verdict::Gaps;
    }
    compared(old, upgraded, &alone(upgraded), 0, budget, limits)
}

/// Plays a game against an item of a text.
fn compared(
    old: &CompiledGame,
    upgraded: &Upgraded,
    text: &str,
    item: usize,
    budget: Budget,
    limits: &Limits,
) -> Verdict {
    let file = DrfFile::parse("upgraded.drf", text.as_bytes(), &NoIncludes, limits);
    let mut diagnostics = file.diagnostics();
    let lowered = file.rules(item);
    diagnostics.extend(&lowered.diagnostics);
    let Some(rules) = lowered.rules.filter(|_| !diagnostics.has_errors()) else {
        let errors = file.render(&diagnostics.errors_alone());
        return Verdict::Unknown(format!("the text cannot be read: {}", errors.lines().next().unwrap_or_default()));
    };
    let new = match PathGame::new(Arc::new(rules), limits) {
        Ok(new) => new,
        Err(hit) => return Verdict::Unknown(format!("the text cannot be played: {hit}")),
    };
    let sites: Option<Vec<SiteId>> = upgraded.sites().iter().map(|name| new.topology().site_named(name)).collect();
    let Some(sites) = sites else { return Verdict::Unknown("a site of the board is missing".into()) };
    let known = &new.rules().pieces;
    let kind = |name: &String| known.iter().position(|piece| piece.name == *name).map(PieceTypeId::at);
    let Some(kinds) = upgraded.pieces().iter().map(kind).collect::<Option<Vec<PieceTypeId>>>() else {
        return Verdict::Unknown("a piece is missing".into());
    };
    let variables = &new.glossary().attributes;
    let both = |(index, name): (usize, &Option<String>)| {
        let place = variables.iter().position(|known| Some(known) == name.as_ref())?;
        Some((AttributeId::at(index), AttributeId::at(place)))
    };
    let attributes = upgraded.attributes().iter().enumerate().filter_map(both).collect();
    let pair = Pair {
        old,
        new: &new,
        sites,
        players: upgraded.players().to_vec(),
        kinds,
        hands: upgraded.hands().to_vec(),
        attributes,
    };
    match pair.compare(budget) {
        Ok(agreement) => Verdict::Same(agreement),
        Err(ComparisonFailure::Different(difference)) => Verdict::Different(difference),
        Err(ComparisonFailure::Limit(hit)) => Verdict::Unknown(hit.to_string()),
        Err(ComparisonFailure::Late) => Verdict::Unknown("there was no time for it".into()),
    }
}

/// Returns the text of all games: variants say only what is different, if that plays the same.
fn whole(file: &GameFile, items: &[UpgradedGame], again: Budget, limits: &Limits) -> String {
    // The default variant comes first, which is the only way to mark it.
    let chosen = items.iter().position(|item| item.index == file.default_index()).unwrap_or(0);
    let items: Vec<&UpgradedGame> = std::iter::once(chosen)
        .chain((0..items.len()).filter(|place| *place != chosen))
        .filter_map(|place| items.get(place))
        .collect();
    let remarks: Vec<Remark> = items.iter().map(|item| remark(file, item)).collect();
    let base_of = |item: &UpgradedGame| {
        let base = file.playable()[..item.index].iter().rposition(|other| !other.is_variant);
        file.playable()[item.index].is_variant.then_some(base).flatten()
    };
    let first = items[0];
    let bases: Vec<Option<usize>> = items
        .iter()
        .enumerate()
        .map(|(place, item)| match place {
            0 => None,
            // The game whose variant comes before it.
            _ if base_of(first) == Some(item.index) => Some(0),
            _ => base_of(item).and_then(|base| items.iter().position(|other| other.index == base)),
        })
        .collect();
    let written = |bases: &[Option<usize>]| {
        let games: Vec<(&Upgraded, Option<usize>, Remark)> = items
            .iter()
            .zip(bases)
            .zip(&remarks)
            .map(|((item, base), remark)| (&item.upgraded, *base, remark.clone()))
            .collect();
        text(&games)
    };
    let all = written(&bases);
    if items.len() == 1 {
        return all;
    }
    let same = items.iter().enumerate().all(|(place, item)| {
        let told = matches!(item.verdict, Verdict::Same(_));
        !told
            || compile(&item.rules, limits)
                .is_ok_and(|old| matches!(compared(&old, &item.upgraded, &all, place, again, limits), Verdict::Same(_)))
    });
    if same { all } else { written(&vec![None; items.len()]) }
}

/// Returns the comment on a game in the text.
fn remark(file: &GameFile, item: &UpgradedGame) -> Remark {
    let texts = &item.rules.glossary.texts;
    let mut above: Vec<String> = Vec::new();
    for text in [&texts.description, &texts.history] {
        above.extend(text.lines().map(str::to_string));
    }
    if let Verdict::Different(difference) = &item.verdict {
        above.push("ATTENTION: this text does not play as the old one does:".into());
        above.push(told(difference));
    }
    let missing = item.upgraded.gaps().iter().map(|gap| gap_in_words(file, gap)).collect();
    Remark { above, missing }
}

fn told(difference: &Difference) -> String {
    let after = match difference.after.as_slice() {
        [] => "at the start".to_string(),
        moves => format!("after {}", moves.join("; ")),
    };
    format!("{after}, {}", difference.what)
}

/// Line and column of what is missing, if it stands anywhere.
fn place(file: &GameFile, gap: &Gap) -> Option<(String, usize, usize)> {
    if gap.span.end == 0 {
        return None;
    }
    let source = file.sources().file(FileId(gap.span.file));
    let at = source.line_column(gap.span.start);
    Some((source.name().to_string(), at.line, at.column))
}

fn gap_in_words(file: &GameFile, gap: &Gap) -> String {
    match place(file, gap) {
        Some((_, line, _)) => format!("line {line}: {}", gap.what),
        None => gap.what.clone(),
    }
}

/// Says what has been found out about a game.
fn say(file: &GameFile, item: &UpgradedGame) {
    let title = clean(&item.title);
    match &item.verdict {
        Verdict::Same(agreement) => output::remark(&format!("{title}: {}", agreed(agreement))),
        Verdict::Different(difference) => {
            output::remark(&format!("{title}: {}", styled(ERROR, "other moves than before")));
            output::remark(&format!("  {}", clean(&told(difference))));
        }
        Verdict::Unknown(why) => {
            output::remark(&format!("{title}: {}: {}", styled(ERROR, "not compared"), clean(why)));
        }
        Verdict::Gaps => {
            output::remark(&format!("{title}: {}", styled(HINT, "to be written by hand:")));
            for gap in item.upgraded.gaps() {
                let place =
                    place(file, gap).map_or(String::new(), |(name, line, column)| format!("{name}:{line}:{column}: "));
                output::remark(&format!("  - {place}{}", clean(&gap.what)));
            }
        }
    }
}

/// That two games agree, and as far as what.
fn agreed(agreement: &Agreement) -> String {
    let row = |number: &dyn Fn(&SequenceCount) -> u64| {
        let counts: Vec<String> = agreement.counts.iter().map(|count| number(count).to_string()).collect();
        counts.join(" ")
    };
    let [old, new] = [0, 1].map(|which| row(&|count| count.ways[which]));
    let depth = match agreement.counts.len() {
        1 => "1".to_string(),
        depth => format!("1..{depth}"),
    };
    let perft = match old == new {
        true if agreement.lists_alike() => format!("same moves: perft {depth} = {old}"),
        true => {
            let [old_list, new_list] = agreement.listed.map(grouped);
            format!(
                "same results of moves: perft {depth} = {old}; in random games {old_list} ways to them before, {new_list} now"
            )
        }
        false => format!(
            "same results of moves: {} for depth {depth}; by all ways to them {old} before, {new} now",
            row(&|count| count.results),
        ),
    };
    let games = plies(agreement.plies as usize);
    let ended = grouped(u64::from(agreement.ended));
    let short = if agreement.cut_short { "; there was no time for more" } else { "" };
    format!("{perft}, {games} of random games, {ended} of which came to their end{short}")
}

fn said_in_json(file: &GameFile, item: &UpgradedGame) -> Value {
    let missing: Vec<Value> = item
        .upgraded
        .gaps()
        .iter()
        .map(|gap| {
            let place = place(file, gap);
            json!({
                "file": place.as_ref().map(|(name, ..)| name),
                "line": place.as_ref().map(|(_, line, _)| line),
                "column": place.as_ref().map(|(.., column)| column),
                "what": gap.what,
            })
        })
        .collect();
    let mut value =
        json!({ "title": item.title, "same": matches!(item.verdict, Verdict::Same(_)), "missing": missing });
    match &item.verdict {
        Verdict::Same(agreement) => {
            let counts =
                |number: fn(&SequenceCount) -> u64| json!(agreement.counts.iter().map(number).collect::<Vec<u64>>());
            value["perft"] = counts(|count| count.ways[1]);
            value["perft_before"] = counts(|count| count.ways[0]);
            value["results"] = counts(|count| count.results);
            value["plies"] = json!(agreement.plies);
            value["ended"] = json!(agreement.ended);
            value["cut_short"] = json!(agreement.cut_short);
        }
        Verdict::Different(difference) => {
            value["difference"] = json!({ "after": difference.after, "what": difference.what });
        }
        Verdict::Unknown(why) => value["not_compared"] = json!(why),
        Verdict::Gaps => {}
    }
    value
}
