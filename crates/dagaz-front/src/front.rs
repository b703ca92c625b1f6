//! One interface to all front ends: a rules file in any language.

use std::sync::Arc;

use dagaz_axiom::Script;
use dagaz_contract::catalog::{Problem, RulesFile};
use dagaz_core::{Game, Limits, PlayerKind};
use dagaz_drf::DrfFile;
use dagaz_ludii::text::Diagnostics as LudiiFaults;
use dagaz_ludii::{Description, LudiiGame};
use dagaz_rules::Rules;
use dagaz_syntax::SourceMap;
use dagaz_syntax::render::near;
use dagaz_syntax::source::Includes;
use dagaz_syntax::{Diagnostic, Diagnostics, Severity};
use dagaz_table::Bundle;
use dagaz_zrf::GameFile;

use crate::game::{GameFault, compile, first_moves};
use crate::script::ScriptText;
use crate::{descriptions, paths, script};

/// A file of rules that has been read.
pub enum Front {
    /// In ZRF.
    Rules(Box<GameFile>),
    /// In DRF.
    Paths(Box<DrfFile>),
    /// In ForthScript.
    Script(Box<ScriptText>),
    /// A description of Ludii, or its faults.
    Ludii(Box<Result<Description, LudiiFaults>>),
}

/// The facts of a game for the gallery.
pub struct Facts {
    /// The description in the rules.
    pub description: String,
    /// Who takes part.
    pub kinds: Vec<PlayerKind>,
}

/// A game, and its rules for display, if there are any.
pub(crate) type Made = (Arc<dyn Game>, Option<Arc<Rules>>);

/// Returns a diagnostic as data.
fn told(sources: &SourceMap, diagnostic: &Diagnostic) -> Problem {
    let file = sources.file(diagnostic.span.file);
    let place = file.line_column(diagnostic.span.start);
    let near = near(sources, diagnostic.span);
    Problem {
        code: diagnostic.code.to_string(),
        error: diagnostic.severity == Severity::Error,
        say: diagnostic.message.clone(),
        file: Some(file.name().to_string()),
        line: Some(place.line as u32),
        column: Some(place.column as u32),
        text: Some(near.text),
        mark: Some(near.indent as u32 + 1),
        hint: diagnostic.hint.clone(),
    }
}

fn all_told(sources: &SourceMap, diagnostics: &Diagnostics) -> Vec<Problem> {
    diagnostics.list().iter().map(|diagnostic| told(sources, diagnostic)).collect()
}

fn faults(script: &Script) -> Vec<Problem> {
    script.faults().iter().map(|fault| fault_told(script, fault)).collect()
}

fn fault_told(script: &Script, fault: &dagaz_axiom::Fault) -> Problem {
    let error = fault.severity == dagaz_axiom::Severity::Error;
    // The first line of it is the place and the message; the rest shows the text and the stack.
    let say = fault.message.clone();
    let text = fault.render(script.sources());
    Problem {
        text: Some(text),
        line: Some(fault.place.line),
        hint: fault.hint.clone(),
        error,
        ..Problem::fatal("script", &say)
    }
}

struct ScriptIncludes<'a>(&'a dyn Includes);

impl dagaz_axiom::Includes for ScriptIncludes<'_> {
    fn load(&self, name: &str) -> Result<Vec<u8>, dagaz_axiom::IncludeError> {
        self.0.load("", &name.replace('\\', "/")).map_err(|_| dagaz_axiom::IncludeError::NotFound)
    }
}

/// Returns the names of all files of a bundle.
fn names(bundle: &Bundle) -> Vec<String> {
    bundle.files.iter().map(|(name, _)| name.clone()).collect()
}

/// Returns the game of a description, or its faults.
fn made_of(read: &Result<Description, LudiiFaults>, limits: &Limits) -> Result<LudiiGame, Vec<Problem>> {
    let problems = |faults: &LudiiFaults| {
        let problem = |one: &dagaz_ludii::text::Diagnostic| {
            let place = faults.sources.locate(one.span.start);
            Problem {
                file: Some(place.file.to_string()),
                line: Some(place.line as u32),
                column: Some(place.column as u32),
                text: Some(place.text),
                hint: one.hint.clone(),
                error: one.severity != dagaz_ludii::text::Severity::Warning,
                ..Problem::fatal(one.severity.code(), &one.message)
            }
        };
        faults.list.iter().map(problem).collect::<Vec<_>>()
    };
    let text = read.as_ref().map_err(problems)?;
    LudiiGame::new(text, limits).map_err(|faults| problems(&faults))
}

impl Front {
    /// Reads the main file of a bundle. If that leaves its rules to a script of the bundle, the
    /// script is read.
    pub fn parse(bundle: &Bundle, bytes: &[u8], includes: &dyn Includes, limits: &Limits) -> Front {
        let name = &bundle.main;
        if script::is_script(name) {
            return Front::script(bundle, name, bytes, includes, limits);
        }
        if descriptions::is_description(name) {
            return Front::Ludii(Box::new(descriptions::read_bundle(name, bytes, &bundle.files)));
        }
        if paths::is_paths(name) {
            return Front::Paths(Box::new(DrfFile::parse(name, bytes, includes, limits)));
        }
        let mut file = GameFile::parse(name, bytes, includes, limits);
        let (index, names) = (file.default_index(), names(bundle));
        match script::script_among(name, &mut file, index, &names).map(|place| &bundle.files[place]) {
            Some((name, bytes)) => Front::script(bundle, name, bytes, includes, limits),
            None => Front::Rules(Box::new(file)),
        }
    }

    /// Reads a script of a bundle, and its rules file there.
    fn script(bundle: &Bundle, name: &str, bytes: &[u8], includes: &dyn Includes, limits: &Limits) -> Front {
        let script = Script::load(name, bytes, &ScriptIncludes(includes), limits);
        let (names, read) = (names(bundle), |place: usize| {
            let (name, bytes) = &bundle.files[place];
            Some(GameFile::parse(name, bytes, includes, limits))
        });
        let beside = script::rules_among(name, &names, read).map(|(_, rules)| Arc::new(rules));
        let damage = script::damage_among(name, !script.has_setup(), &names, read);
        Front::Script(Box::new(ScriptText { script, beside, damage }))
    }

    /// Returns the titles of all games and variants.
    pub fn titles(&self) -> Vec<String> {
        match self {
            Front::Rules(file) => file.playable().iter().map(|item| item.title.clone()).collect(),
            Front::Paths(file) => file.playable().iter().map(|item| item.title.clone()).collect(),
            Front::Script(script) => {
                if let Some(rules) = script.beside.as_ref().filter(|rules| !rules.glossary.title.is_empty()) {
                    return vec![rules.glossary.title.clone()];
                }
                let name = script.name();
                let stem = name.rsplit(['/', '\\']).next().unwrap_or(name);
                vec![stem.rsplit_once('.').map_or(stem, |(stem, _)| stem).to_string()]
            }
            Front::Ludii(read) => read.iter().map(|text| text.title.clone()).collect(),
        }
    }

    /// Returns the one that is offered first.
    pub fn default_index(&self) -> usize {
        match self {
            Front::Rules(file) => file.default_index(),
            Front::Paths(file) => file.default_index(),
            Front::Script(_) | Front::Ludii(_) => 0,
        }
    }

    /// Returns the facts of an item for the gallery, and its problems.
    pub fn facts(&mut self, index: usize) -> (Option<Facts>, Vec<Problem>) {
        match self {
            Front::Rules(file) => {
                let mut diagnostics = file.diagnostics();
                if index >= file.playable().len() {
                    return (None, all_told(file.sources(), &diagnostics));
                }
                let lowered = file.rules(index);
                diagnostics.extend(&lowered.diagnostics);
                let facts = lowered.rules.map(|rules| Facts {
                    description: rules.glossary.texts.description.clone(),
                    kinds: rules.players.iter().map(|player| player.kind).collect(),
                });
                (facts, all_told(file.sources(), &diagnostics))
            }
            Front::Paths(file) => {
                let mut diagnostics = file.diagnostics();
                if index >= file.playable().len() {
                    return (None, all_told(file.sources(), &diagnostics));
                }
                let lowered = file.rules(index);
                diagnostics.extend(&lowered.diagnostics);
                let facts = lowered.rules.map(|rules| Facts {
                    description: rules.glossary.texts.description.clone(),
                    kinds: rules.glossary.players.iter().map(|player| player.kind).collect(),
                });
                (facts, all_told(file.sources(), &diagnostics))
            }
            Front::Script(script) => {
                let game = script.game(&Limits::default()).ok();
                let facts = game.map(|game| Facts {
                    description: game.glossary().texts.description.clone(),
                    kinds: game.glossary().players.iter().map(|player| player.kind).collect(),
                });
                (facts, faults(script))
            }
            Front::Ludii(read) => match made_of(read, &Limits::default()) {
                Ok(game) => {
                    let kinds = game.glossary().players.iter().map(|player| player.kind).collect();
                    let description = game.glossary().texts.description.clone();
                    (Some(Facts { description, kinds }), Vec::new())
                }
                Err(problems) => (None, problems),
            },
        }
    }

    /// Returns the game of an item, or the reason why there is none.
    pub(crate) fn load(&mut self, index: usize, limits: &Limits) -> Result<Made, Vec<Problem>> {
        let none = || vec![Problem::fatal("variant", "there is no such game or variant in the file")];
        match self {
            Front::Rules(file) => {
                let mut diagnostics = file.diagnostics();
                if index >= file.playable().len() {
                    let problems = all_told(file.sources(), &diagnostics);
                    return Err(if problems.is_empty() { none() } else { problems });
                }
                let lowered = file.rules(index);
                diagnostics.extend(&lowered.diagnostics);
                let Some(rules) = lowered.rules.filter(|_| !diagnostics.has_errors()) else {
                    return Err(all_told(file.sources(), &diagnostics.errors_alone()));
                };
                let (rules, span) = (Arc::new(rules), file.playable()[index].span);
                let fault = |fault: GameFault| vec![told(file.sources(), &fault.diagnostic(&rules, span))];
                let game = compile(&rules, limits).map_err(fault)?;
                first_moves(&game, limits.fuel).1.map_err(fault)?;
                Ok((Arc::new(game), Some(rules)))
            }
            Front::Paths(file) => {
                let mut diagnostics = file.diagnostics();
                if index >= file.playable().len() {
                    let problems = all_told(file.sources(), &diagnostics);
                    return Err(if problems.is_empty() { none() } else { problems });
                }
                let lowered = file.rules(index);
                diagnostics.extend(&lowered.diagnostics);
                let Some(rules) = lowered.rules.filter(|_| !diagnostics.has_errors()) else {
                    return Err(all_told(file.sources(), &diagnostics.errors_alone()));
                };
                let span = file.playable()[index].span;
                let fault = |fault: &GameFault, game: Option<&dagaz_engine::PathGame>| {
                    vec![told(file.sources(), &paths::diagnostic(fault, game, span))]
                };
                let game = paths::make(rules, limits).map_err(|found| fault(&found, None))?;
                match paths::first_fault(&game) {
                    Some(found) => Err(fault(&found, Some(&game))),
                    None => Ok((Arc::new(game), None)),
                }
            }
            Front::Script(script) => {
                if script.has_errors() {
                    return Err(faults(script));
                }
                let game = script.game(limits).map_err(|fault| vec![fault_told(script, &fault)])?;
                match script::first_fault(&game) {
                    Some(fault) => {
                        let faults = [Some(fault), script.damaged_file()];
                        Err(faults.iter().flatten().map(|fault| fault_told(script, fault)).collect())
                    }
                    None => Ok((Arc::new(game), script.beside.clone())),
                }
            }
            Front::Ludii(read) => Ok((Arc::new(made_of(read, limits)?), None)),
        }
    }

    /// Returns the texts.
    pub fn texts(&self) -> Vec<RulesFile> {
        let of = |sources: &SourceMap| -> Vec<RulesFile> {
            let file = |file: &dagaz_syntax::source::SourceFile| RulesFile {
                name: file.name().to_string(),
                text: file.text().to_string(),
            };
            sources.files().iter().map(file).collect()
        };
        match self {
            Front::Rules(file) => of(file.sources()),
            Front::Paths(file) => {
                file.texts().map(|(name, text)| RulesFile { name: name.to_string(), text: text.to_string() }).collect()
            }
            Front::Script(script) => script
                .sources()
                .iter()
                .skip(1)
                .map(|file| RulesFile {
                    name: file.name.clone(),
                    text: String::from_utf8_lossy(&file.bytes).into_owned(),
                })
                .collect(),
            Front::Ludii(read) => {
                let sources = match &**read {
                    Ok(text) => &text.sources,
                    Err(faults) => &faults.sources,
                };
                let file = |(name, text): (&str, &str)| RulesFile { name: name.to_string(), text: text.to_string() };
                sources.files().map(file).collect()
            }
        }
    }
}
