//! `dagaz info --compiled`: what has become of the rules, and why they are no faster than they are.

use std::sync::Arc;
use std::time::Instant;

use dagaz_core::Game;
use dagaz_engine::{
    CompiledGame, CompiledSize, FlatReport, NotCompiled, NotLowered, PathGame, RuleReport, Unfit, Walked,
};
use dagaz_rules::path::{PathEndingKind, PathRules};
use dagaz_rules::{Rules, Span};
use dagaz_syntax::source::SourceMap;
use serde_json::{Value, json};

use crate::compiled_parts::{self, CompiledPart, is_general};
use crate::failure::Failure;
use crate::output::{FAINT, HEADING, Output, clean, grouped, styled};
use crate::text_place::{place, span_of_text};

/// What was made of a game, and how long that took.
pub(crate) struct Compiled<'a> {
    title: &'a str,
    game: &'a dyn Game,
    /// The executor used without a bitboard form, and its name.
    otherwise: (&'static str, &'static str),
    /// Whether the executor used without a bitboard form draws random moves without listing them.
    draws: bool,
    /// The size of the compiled rules and what each became, or why there are none; `None` if
    /// another executor plays them.
    compiled: Option<Result<(CompiledSize, Vec<CompiledPart>), NotCompiled>>,
    /// The bitboard form and the automata that it was compiled from, or why there is none.
    made: Result<(FlatReport, Arc<Rules>), String>,
    milliseconds: f64,
}

impl<'a> Compiled<'a> {
    /// Compiles a game of edition 2.
    pub(crate) fn of_rules(title: &'a str, game: &'a CompiledGame) -> Compiled<'a> {
        let begin = Instant::now();
        let made = game.make_ready().map_err(|unfit| match unfit {
            Unfit::Rule(rule) => {
                let name = game.rules().rules.get(rule.index()).map_or("?", |rule| &rule.name);
                format!("{unfit}: {name}")
            }
            _ => unfit.to_string(),
        });
        let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
        let made = made.map(|report| (report, game.rules().clone()));
        let otherwise = ("by the virtual machine", "machine");
        Compiled { title, game, otherwise, draws: false, compiled: None, made, milliseconds }
    }

    /// Compiles a game of edition 3, which is lowered to automata first. Obstacles are reported
    /// with their place in the texts.
    pub(crate) fn of_paths(title: &'a str, game: &'a PathGame, sources: &SourceMap) -> Compiled<'a> {
        let begin = Instant::now();
        let made = game.make_ready();
        let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
        let compiled = game.compiled_size();
        let is_general = is_general(&made);
        let otherwise = match &made {
            Ok(_) => ("in automata", "automata"),
            Err(Walked::NoTwin(_) | Walked::NotFlat(_)) if compiled.is_ok() => ("by the compiled executor", "compiled"),
            Err(walked @ (Walked::NoTwin(_) | Walked::NotFlat(_))) => ("by the reference interpreter", walked.form()),
            Err(walked) => ("by a specialised executor", walked.form()),
        };
        let made = made.map_err(|walked| match walked {
            Walked::NoTwin(NotLowered::Rule(rule)) => {
                let rules = game.rules();
                let name = rules.rules.get(rule.index()).and_then(|rule| rules.names.get(rule.name.index()));
                format!("{walked}: {}", name.map_or("?", |name| name))
            }
            Walked::NoTwin(why) => match (clause_in_the_way(game.rules(), why), name_in_the_way(game, why)) {
                (Some((clause, span)), _) => format!("{walked}: {clause}, at {}", place(sources, span_of_text(span))),
                (None, Some(name)) => format!("{walked}: {name}"),
                (None, None) => walked.to_string(),
            },
            _ => walked.to_string(),
        });
        let compiled = is_general.then(|| {
            let size = compiled?;
            Ok((size, compiled_parts::parts_of(game, sources)?))
        });
        Compiled { title, game, otherwise, draws: game.has_quick_playouts(), compiled, made, milliseconds }
    }
}

/// What a game has no automata for, if it has a name but no place in the texts is kept for it.
fn name_in_the_way(game: &PathGame, why: NotLowered) -> Option<String> {
    match why {
        NotLowered::Variable(var) => Some(game.rules().variables.get(var.index())?.name.clone()),
        NotLowered::Chance(player) | NotLowered::By(player) => Some(game.glossary().player(player).to_string()),
        _ => None,
    }
}

/// Returns the clause for which a game has no automata, if it is one of those that have a name, and
/// where it stands.
fn clause_in_the_way(rules: &PathRules, why: NotLowered) -> Option<(String, Span)> {
    match why {
        NotLowered::Others(kind) | NotLowered::Shape(kind) | NotLowered::Moment(_, Some(kind)) => {
            let part = match why {
                NotLowered::Others(_) => "(of …)",
                NotLowered::Shape(_) => "(shape …)",
                _ => "(on …)",
            };
            let piece = rules.pieces.get(kind.index())?;
            Some((format!("(piece {} … {part})", piece.name), piece.span))
        }
        NotLowered::Never(index) | NotLowered::NeverAndFirst(index) => {
            let never = rules.nevers.get(index)?;
            Some((format!("(never {} …)", never.name), never.span))
        }
        NotLowered::Ending(index) => {
            let ending = rules.endings.get(index)?;
            let head = match ending.kind {
                PathEndingKind::Win => "win",
                PathEndingKind::Loss => "lose",
                PathEndingKind::Draw => "draw",
                PathEndingKind::Score { .. } => "score",
            };
            Some((format!("({head} {} …)", ending.name), ending.span))
        }
        _ => None,
    }
}

/// Prints the form of each rule.
pub(crate) fn print(compiled: &Compiled<'_>, out: &mut Output) -> Result<(), Failure> {
    let Compiled { title, game, otherwise: (how, form), draws, compiled, made, milliseconds } = compiled;
    out.line(styled(HEADING, clean(title)))?;
    let (report, rules) = match made {
        Ok(made) => made,
        Err(why) => {
            out.line(format!("played {how}, not by the bitboard executor"))?;
            out.line(clean(&format!("  because {why}")))?;
            out.line(format!("executor         {form}, made in {milliseconds:.1} ms"))?;
            match compiled {
                Some(Ok((CompiledSize { operations, expressions }, _))) => {
                    out.line(format!("compiled rules   {operations} operations, {expressions} expressions"))?;
                }
                Some(Err(why)) => out.line(format!("compiled rules   none: {why}"))?,
                None => {}
            }
            if *form == "walked" && *draws {
                out.line("playouts         drawn before they are judged, without lists")?;
            }
            out.line(format!("a position       {} bytes", game.layout().state_bytes()))?;
            if let Some(Ok((_, parts))) = compiled {
                return Ok(compiled_parts::print(parts, out)?);
            }
            let rules = names_of_rules(*game).join(", ");
            if !rules.is_empty() {
                out.line(clean(&format!("rules            {rules}")))?;
            }
            return Ok(());
        }
    };
    out.line(format!("bitboards        made in {milliseconds:.1} ms, {} KB", grouped(report.bytes as u64 / 1024)))?;
    out.line(format!("codes of pieces  {}", report.codes))?;
    out.line(format!("graphs           {} of {} nodes", grouped(report.graphs as u64), grouped(report.nodes as u64)))?;
    out.line(format!("a position       {} bytes", game.layout().state_bytes()))?;
    let mut piece = None;
    for rule in &report.rules {
        if piece != Some(rule.piece) {
            piece = Some(rule.piece);
            out.line(String::new())?;
            out.line(styled(HEADING, clean(&name_of_piece(*game, rule))))?;
        }
        let name = clean(&name_of_rule(rules, rule));
        let why = if rule.why.is_empty() { String::new() } else { format!("  {}", styled(FAINT, rule.why)) };
        out.line(format!("  {:<10} {name:<36}{why}", rule.form.name()).trim_end())?;
    }
    Ok(())
}

/// The same as data.
pub(crate) fn as_json(compiled: &Compiled<'_>) -> Value {
    let Compiled { title, game, otherwise: (_, form), draws, compiled, made, milliseconds } = compiled;
    match made {
        Err(why) => json!({
            "game": title,
            "flat": false,
            "form": form,
            "why": why,
            "quick_random_games": draws,
            "compiled": compiled.as_ref().map(|compiled| match compiled {
                Ok((size, parts)) => json!({
                    "operations": size.operations,
                    "expressions": size.expressions,
                    "parts": compiled_parts::as_json(parts),
                }),
                Err(why) => json!({"why_not": why.to_string()}),
            }),
            "milliseconds": milliseconds,
            "state_bytes": game.layout().state_bytes(),
            "rules": names_of_rules(*game).into_iter().map(|rule| json!({
                "rule": rule,
                "form": form,
                "why_not_faster": why,
            })).collect::<Vec<_>>(),
        }),
        Ok((report, rules)) => json!({
            "game": title,
            "flat": true,
            "form": "automata",
            "milliseconds": milliseconds,
            "bytes": report.bytes,
            "codes": report.codes,
            "graphs": report.graphs,
            "nodes": report.nodes,
            "state_bytes": game.layout().state_bytes(),
            "rules": report.rules.iter().map(|rule| json!({
                "piece": name_of_piece(*game, rule),
                "rule": name_of_rule(rules, rule),
                "drops": rule.drops,
                "form": rule.form.name(),
                "why_not_faster": rule.why,
            })).collect::<Vec<_>>(),
        }),
    }
}

/// Returns the names of the rules of a game, each once.
fn names_of_rules(game: &dyn Game) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for rule in &game.glossary().rules {
        if !names.contains(&rule.name.as_str()) {
            names.push(&rule.name);
        }
    }
    names
}

fn name_of_piece(game: &dyn Game, rule: &RuleReport) -> String {
    let names = game.glossary();
    format!("{} {}", names.player(rule.piece.owner), names.piece(rule.piece.kind))
}

fn name_of_rule(rules: &Rules, rule: &RuleReport) -> String {
    let Some(of) = rules.rules.get(rule.rule.index()) else { return String::new() };
    let arguments: String = of.arguments.iter().map(|argument| format!(" {argument}")).collect();
    format!("{}{arguments}{}", of.name, if rule.drops { " (drop)" } else { "" })
}
