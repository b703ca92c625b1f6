//! `dagaz why`: by which rule a move is legal, or what refuses it.

mod paths;
mod plain;
mod typed;

use dagaz_core::{Game, MoveList, SiteId, State};
use dagaz_engine::PathGame;
use dagaz_record::{Wording, find_typed, thrown};
use serde_json::json;

use crate::cli::WhyArgs;
use crate::failure::Failure;
use crate::load::{Loaded, Playable, Text};
use crate::output::{FAINT, HEADING, HINT, Output, clean, styled, wrapped};
use crate::start::{legal, movers, outcome_words};

use typed::NamedParts;

/// Reasons for which a move is refused whether or not the game has ended.
const REFUSALS: [&str; 6] = ["test", "never", "extent", "idle", "not yours", "empty"];

/// Width of running text.
const WIDTH: usize = 110;

/// A game, and what was read of it.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub(crate) text: &'a Text,
    pub(crate) game: &'a dyn Game,
    /// The same game, if it is one of edition 3.
    pub(crate) paths: Option<&'a PathGame>,
}

impl<'a> Subject<'a> {
    fn of(loaded: &'a Loaded) -> Subject<'a> {
        let paths = match &loaded.game {
            Playable::Paths(game) => Some(&**game),
            _ => None,
        };
        Subject { text: &loaded.text, game: &*loaded.game, paths }
    }
}

/// A rule, for people.
#[derive(Debug)]
pub(crate) struct RuleShown {
    /// Its name and arguments.
    name: String,
    /// Where it stands, if that is known: file and line.
    at: Option<String>,
    /// The same for programs: file, line and column.
    pub(crate) place: Option<(String, u32, u32)>,
    /// Its text.
    pub(crate) text: Option<String>,
}

/// Why a move is legal, or is not.
#[derive(Debug)]
pub(crate) struct WhyAnswer {
    /// The move, as it was found or typed.
    chosen: String,
    legal: bool,
    /// A word for programs.
    pub(crate) reason: &'static str,
    /// The rules that make it, or the one that comes nearest to it.
    pub(crate) rules: Vec<RuleShown>,
    /// The answer, a sentence each.
    pub(crate) say: Vec<String>,
    /// The sites that it is about.
    pub(crate) sites: Vec<SiteId>,
}

/// Answers.
pub(crate) fn run(args: &WhyArgs, out: &mut Output) -> Result<(), Failure> {
    Loaded::new(&args.game)?.with(|loaded| {
        let answer = answer(args, loaded)?;
        print(loaded, &answer, args.json, out)
    })
}

fn answer(args: &WhyArgs, loaded: &Loaded) -> Result<WhyAnswer, Failure> {
    let game: &dyn Game = &*loaded.game;
    let state = loaded.reached(&args.start, &args.history, args.after.as_deref())?;
    let list = legal(game, &state)?;
    let refused = |reason, say: String| WhyAnswer {
        chosen: args.typed.clone(),
        legal: false,
        reason,
        rules: Vec::new(),
        say: vec![say],
        sites: Vec::new(),
    };
    if let Some(outcome) = game.outcome(&state)? {
        let mut over = refused("over", format!("the game has ended: {}", outcome_words(game, &outcome)));
        let mover = movers(game, &state).first().map(|player| game.glossary().player(*player).to_string());
        over.say.extend(mover.map(|player| format!("it is the turn of {player}")));
        // The reason other than an ending, if there is one.
        let named = NamedParts::of(game, &state, &args.typed);
        if named.unknown.is_none() && !(named.sites.is_empty() && named.rule.is_none()) {
            let answer = refusal(&Subject::of(loaded), &state, &list, &named, &args.typed)?;
            if REFUSALS.contains(&answer.reason) {
                over.say.extend(answer.say);
                (over.rules, over.sites) = (answer.rules, answer.sites);
            }
        }
        return Ok(over);
    }
    if let Ok(index) = find_typed(game, &state, &list, &args.typed) {
        return Ok(by_rule(&Subject::of(loaded), &state, &list, index));
    }
    let named = NamedParts::of(game, &state, &args.typed);
    if named.is_pass && named.rule.is_none() {
        return Ok(refused("pass", plain::pass(&Subject::of(loaded), &list)));
    }
    if named.unknown.is_some() || named.sites.is_empty() && named.rule.is_none() {
        let example = list
            .iter()
            .next()
            .map(|one| thrown(game, &state, one).unwrap_or_else(|| Wording::of(game, &state, one).short()))
            .map_or(String::new(), |one| format!("; a move here is `{one}`"));
        let sites = match game.sites_in_reach(&state) {
            Some(sites) => sites.iter().collect(),
            None => game.topology().site_ids().collect::<Vec<SiteId>>(),
        };
        let first = sites.first().map_or("".into(), |site| game.site_name(&state, *site));
        return Err(Failure::Errors(format!(
            "`{}` names no site of the board, which has {} such as {first}{example}",
            named.unknown.as_ref().unwrap_or(&args.typed),
            crate::output::counted(sites.len(), "site"),
        )));
    }
    refusal(&Subject::of(loaded), &state, &list, &named, &args.typed)
}

/// Returns the reason why sites picked in this order are not a legal move.
pub(crate) fn of_sites(subject: &Subject<'_>, state: &State, sites: &[SiteId]) -> Result<WhyAnswer, Failure> {
    let list = legal(subject.game, state)?;
    let named = NamedParts { sites: sites.to_vec(), ..NamedParts::default() };
    refusal(subject, state, &list, &named, "")
}

fn refusal(
    subject: &Subject<'_>,
    state: &State,
    list: &MoveList,
    named: &NamedParts,
    typed: &str,
) -> Result<WhyAnswer, Failure> {
    match subject.paths {
        Some(game) => paths::refused(subject, game, state, named, typed),
        None => plain::refused(subject, state, list, named, typed),
    }
}

/// Returns the rules that make a legal move.
fn by_rule(subject: &Subject<'_>, state: &State, list: &MoveList, index: usize) -> WhyAnswer {
    let game = subject.game;
    let chosen = list.get(index);
    let legal = |chosen, rules, say| WhyAnswer {
        chosen,
        legal: true,
        reason: "legal",
        rules,
        say: vec![say],
        sites: Vec::new(),
    };
    // Dice fall by no rule.
    if let Some(throw) = thrown(game, state, chosen) {
        let throws = crate::output::counted(list.len(), "throw");
        return legal(throw, Vec::new(), format!("this may fall: it is one of {throws}"));
    }
    let mut rules: Vec<RuleShown> = Vec::new();
    for (step, _) in chosen.steps() {
        let shown = match step.rule {
            Some(rule) => shown(subject, rule),
            None => RuleShown { name: "pass".to_string(), at: None, place: None, text: None },
        };
        if rules.last().is_none_or(|last| last.name != shown.name) {
            rules.push(shown);
        }
    }
    let names: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
    let say = format!("this is legal, by {}", names.join(", then "));
    legal(Wording::of(game, state, chosen).text(), rules, say)
}

/// Returns a rule with its place in the text.
fn shown(subject: &Subject<'_>, rule: dagaz_core::RuleId) -> RuleShown {
    let glossary = subject.game.glossary();
    let name = glossary.rules.get(rule.index()).map_or_else(
        || "a rule without a name".to_string(),
        |rule| [&[rule.name.clone()][..], &rule.arguments].concat().join(" "),
    );
    let (sources, span) = match (subject.text, subject.paths) {
        (Text::Paths(text), Some(game)) => {
            (text.file.sources(), game.rules().rules.get(rule.index()).map(|rule| rule.span))
        }
        (Text::Rules(text), _) => (text.file.sources(), text.rules.rules.get(rule.index()).map(|rule| rule.span)),
        _ => return RuleShown { name: format!("the word {name}"), at: None, place: None, text: None },
    };
    let Some(span) = span else { return RuleShown { name, at: None, place: None, text: None } };
    let file = dagaz_syntax::source::FileId(span.file);
    let span = dagaz_syntax::source::Span { file, start: span.start, end: span.end };
    let source = sources.file(file);
    let text = sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let start = source.line_column(span.start);
    let at = format!("{}:{}", source.name(), start.line);
    let place = Some((source.name().to_string(), start.line as u32, start.column as u32));
    RuleShown { name, at: Some(at), place, text: Some(text).filter(|text| !text.is_empty()) }
}

fn print(loaded: &Loaded, answer: &WhyAnswer, as_json: bool, out: &mut Output) -> Result<(), Failure> {
    if as_json {
        let rule = |rule: &RuleShown| json!({ "name": rule.name, "at": rule.at, "text": rule.text });
        out.json(&json!({
            "game": loaded.title(),
            "move": answer.chosen,
            "legal": answer.legal,
            "reason": answer.reason,
            "rules": answer.rules.iter().map(rule).collect::<Vec<_>>(),
            "say": answer.say,
        }))?;
        return Ok(());
    }
    let mark = if answer.legal { "" } else { " is not legal" };
    out.line(styled(HEADING, clean(&format!("{}{mark}", answer.chosen))))?;
    for say in &answer.say {
        out.line(format!("  {}", clean(&wrapped(say, WIDTH, "    "))))?;
    }
    for rule in &answer.rules {
        let at = rule.at.as_ref().map_or(String::new(), |at| format!("  {at}"));
        out.line(format!("  {}{}", clean(&rule.name), styled(FAINT, clean(&at))))?;
        if let Some(text) = &rule.text {
            const MOST: usize = 600;
            let shown: String = text.chars().take(MOST).collect();
            let dots = if text.chars().count() > MOST { " …" } else { "" };
            out.line(format!("      {}", styled(HINT, clean(&wrapped(&format!("{shown}{dots}"), WIDTH, "        ")))))?;
        }
    }
    Ok(())
}
