//! `dagaz info --compiled`: what has become of the rules, and why they are no faster than they are.

use std::time::Instant;

use dagaz_core::Game;
use dagaz_engine::{CompiledGame, FlatReport, RuleReport, Unfit};
use dagaz_rules::Rules;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::load::RulesText;
use crate::output::{FAINT, HEADING, Output, clean, grouped, styled};

/// Rules and what they were compiled to.
pub(crate) struct Compiler<'a> {
    /// The rules.
    pub(crate) text: &'a RulesText,
    /// The game.
    pub(crate) game: &'a CompiledGame,
}

impl Compiler<'_> {
    fn title(&self) -> &str {
        &self.text.file.playable()[self.text.index].title
    }
}

/// What was made of a game, and how long that took.
struct Compiled {
    made: Result<FlatReport, Unfit>,
    milliseconds: f64,
}

fn compile(rules: &Compiler<'_>) -> Compiled {
    let begin = Instant::now();
    let made = rules.game.make_ready();
    Compiled { made, milliseconds: begin.elapsed().as_secs_f64() * 1e3 }
}

/// Prints the form of each rule.
pub(crate) fn print(rules: &Compiler<'_>, out: &mut Output) -> Result<(), Failure> {
    let Compiled { made, milliseconds } = compile(rules);
    out.line(styled(HEADING, clean(rules.title())))?;
    let report = match made {
        Ok(report) => report,
        Err(unfit) => {
            out.line("played by the virtual machine: no flat form")?;
            out.line(clean(&format!("  because {}", reason(&rules.text.rules, unfit))))?;
            return Ok(());
        }
    };
    out.line(format!("flat form        made in {milliseconds:.1} ms, {} KB", grouped(report.bytes as u64 / 1024)))?;
    out.line(format!("codes of pieces  {}", report.codes))?;
    out.line(format!("graphs           {} of {} nodes", grouped(report.graphs as u64), grouped(report.nodes as u64)))?;
    out.line(format!("a position       {} bytes", rules.game.layout().state_bytes()))?;
    let mut piece = None;
    for rule in &report.rules {
        if piece != Some(rule.piece) {
            piece = Some(rule.piece);
            out.line(String::new())?;
            out.line(styled(HEADING, clean(&name_of_piece(rules, rule))))?;
        }
        let name = clean(&name_of_rule(&rules.text.rules, rule));
        let why = if rule.why.is_empty() { String::new() } else { format!("  {}", styled(FAINT, rule.why)) };
        out.line(format!("  {:<10} {name:<36}{why}", rule.form.name()).trim_end())?;
    }
    Ok(())
}

/// The same as data.
pub(crate) fn as_json(rules: &Compiler<'_>) -> Value {
    let Compiled { made, milliseconds } = compile(rules);
    match made {
        Err(unfit) => json!({
            "game": rules.title(),
            "flat": false,
            "why": reason(&rules.text.rules, unfit),
            "milliseconds": milliseconds,
        }),
        Ok(report) => json!({
            "game": rules.title(),
            "flat": true,
            "milliseconds": milliseconds,
            "bytes": report.bytes,
            "codes": report.codes,
            "graphs": report.graphs,
            "nodes": report.nodes,
            "state_bytes": rules.game.layout().state_bytes(),
            "rules": report.rules.iter().map(|rule| json!({
                "piece": name_of_piece(rules, rule),
                "rule": name_of_rule(&rules.text.rules, rule),
                "drops": rule.drops,
                "form": rule.form.name(),
                "why_not_faster": rule.why,
            })).collect::<Vec<_>>(),
        }),
    }
}

fn name_of_piece(rules: &Compiler<'_>, rule: &RuleReport) -> String {
    let names = rules.game.glossary();
    format!("{} {}", names.player(rule.piece.owner), names.piece(rule.piece.kind))
}

fn name_of_rule(rules: &Rules, rule: &RuleReport) -> String {
    let Some(of) = rules.rules.get(rule.rule.index()) else { return String::new() };
    let arguments: String = of.arguments.iter().map(|argument| format!(" {argument}")).collect();
    format!("{}{arguments}{}", of.name, if rule.drops { " (drop)" } else { "" })
}

fn reason(rules: &Rules, unfit: Unfit) -> String {
    match unfit {
        Unfit::Rule(rule) => {
            let name = rules.rules.get(rule.index()).map_or("?", |rule| &rule.name);
            format!("{unfit}: {name}")
        }
        _ => unfit.to_string(),
    }
}
