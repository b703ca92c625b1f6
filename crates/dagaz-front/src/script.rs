//! Games written in ForthScript: a script and its rules file.
//!
//! Such a file (its extension is `.zrf`) has the board's pictures and names an external program
//! that knows the rules.

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use dagaz_axiom::{AxiomGame, Fault, Script, Severity, Stub};
use dagaz_core::{CompactSort, EndingId, Game, Limits, PlayerId};
use dagaz_rules::{PassRule, Rules, ViewValue};
use dagaz_zrf::GameFile;

use crate::words::outcome_words;

/// The maximum number of files in a script's folder that are searched for its rules file.
const STUBS_MAX: usize = 64;

/// Returns whether a file of that name is a script.
pub fn is_script(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("4th"))
}

/// A parsed script, and the contents of its rules file.
pub struct ScriptText {
    /// The script.
    pub script: Script,
    /// Its rules file.
    pub beside: Option<Arc<Rules>>,
    /// The fault of its rules file, or a potential one, with its place.
    pub damage: Option<String>,
}

impl Deref for ScriptText {
    type Target = Script;

    fn deref(&self) -> &Script {
        &self.script
    }
}

impl ScriptText {
    /// Returns the game.
    pub fn game(&self, limits: &Limits) -> Result<AxiomGame, Box<Fault>> {
        let stub = self.beside.as_deref().map(stub).unwrap_or_default();
        AxiomGame::new(&self.script, &stub, limits)
    }

    /// Returns the options of its rules file with other values than the default. The script alone
    /// decides the rules; options are for display and limits of another program.
    pub fn options(&self) -> Vec<(String, String)> {
        let Some(rules) = &self.beside else { return Vec::new() };
        let pass = match rules.pass {
            PassRule::Never => None,
            PassRule::Forced => Some("forced"),
            PassRule::Free => Some("true"),
        };
        let flags = [("pass partial", rules.may_stop), ("maximal captures", rules.longest_chain)];
        let flags = flags.into_iter().filter(|(_, on)| *on).map(|(name, _)| (name, "true"));
        let own = pass.map(|value| ("pass turn", value)).into_iter().chain(flags);
        let own = own.map(|(name, value)| (name.to_string(), value.to_string()));
        let shown =
            rules.view.iter().filter(|hint| hint.key == "option").filter_map(|hint| match hint.values.as_slice() {
                [ViewValue::Text(name), ViewValue::Word(value)] => Some((name.clone(), value.clone())),
                _ => None,
            });
        own.chain(shown).collect()
    }

    /// Returns a fault if its rules file names other players: the script decides, so records and
    /// seats with the names of the file do not fit.
    pub fn misnamed_players(&self, game: &AxiomGame) -> Option<Fault> {
        let names = |glossary: &dagaz_core::Glossary| {
            let mut names: Vec<String> = glossary.players.iter().map(|player| player.name.clone()).collect();
            names.sort();
            names
        };
        let (theirs, ours) = (names(&self.beside.as_ref()?.glossary), names(game.glossary()));
        // A damaged file may name none; that is already reported.
        (theirs != ours && !theirs.is_empty()).then(|| Fault {
            severity: Severity::Warning,
            hint: Some("the script decides; give both the same players".to_string()),
            ..game_fault(&format!(
                "the players are {}, but the rules file that goes with the script has {}",
                ours.join(", "),
                theirs.join(", ")
            ))
        })
    }

    /// Returns a fault if its rules file is only partly usable.
    pub fn damaged_file(&self) -> Option<Fault> {
        let why = self.damage.as_ref()?;
        let empty = "this script sets up no pieces itself: they come from that file, as far as it can be read";
        Some(Fault {
            severity: Severity::Warning,
            hint: (!self.script.has_setup()).then(|| empty.to_string()),
            ..game_fault(&format!("the rules file that goes with the script is not in order: {why}"))
        })
    }

    /// Returns the files of the pictures that the rules file names.
    pub fn pictures(&self) -> Vec<String> {
        self.beside.as_deref().map_or_else(Vec::new, pictures)
    }
}

/// Returns the picture files that rules name, each once; those outside the folder of the rules are
/// left out.
pub fn pictures(rules: &Rules) -> Vec<String> {
    let images = rules.view.iter().filter(|hint| hint.key == "image");
    let named = images.flat_map(|hint| &hint.values).filter_map(|value| match value {
        ViewValue::Text(text) if !text.is_empty() && !text.contains("..") => Some(text.clone()),
        _ => None,
    });
    let mut names: Vec<String> = named.collect();
    names.sort();
    names.dedup();
    names
}

/// Returns which of several files is the script of a rules file: the one named after the title,
/// with hyphens for blanks, or else after the file. `None` for complete rules.
pub fn script_among(rules: &str, file: &mut GameFile, index: usize, names: &[String]) -> Option<usize> {
    file.stub(index)?;
    let title = file.playable().get(index).map_or(String::new(), |item| hyphened(&item.title));
    [title, stem(rules)]
        .iter()
        .find_map(|wanted| names.iter().position(|name| is_script(name) && stem(name) == *wanted))
}

/// Returns which of several files is the rules file of a script, with its contents: the one of the
/// same name, or one with a game of that title, with hyphens for blanks. `read` reads the file of
/// that number.
pub fn rules_among(
    script: &str,
    names: &[String],
    mut read: impl FnMut(usize) -> Option<GameFile>,
) -> Option<(usize, Rules)> {
    candidates(script, names).find_map(|place| {
        let mut file = read(place)?;
        let index = index_for(script, &names[place], &file)?;
        Some((place, file.stub(index)?))
    })
}

/// Returns the first error of the rules file of a script, with its place; `None` if there is no
/// such file. A valid file may be cut off before its set-up, which is an error if the script has
/// none (`bare`).
pub fn damage_among(
    script: &str,
    bare: bool,
    names: &[String],
    mut read: impl FnMut(usize) -> Option<GameFile>,
) -> Option<String> {
    candidates(script, names).find_map(|place| {
        let mut file = read(place)?;
        let index = index_for(script, &names[place], &file)?;
        let mut found = file.stub_errors(index).list().first().cloned();
        if found.is_none() && bare && file.stub(index).is_some_and(|rules| rules.setup.pieces.is_empty()) {
            found = file.diagnostics().list().first().cloned();
        }
        let first = found?;
        let source = file.sources().file(first.span.file);
        let at = source.line_column(first.span.start);
        Some(format!("{}:{}:{}: {}", source.name(), at.line, at.column, first.message))
    })
}

/// Returns the files that may go with a script: first those of the same name.
fn candidates(script: &str, names: &[String]) -> impl Iterator<Item = usize> {
    let wanted = stem(script);
    let mut places: Vec<usize> =
        (0..names.len()).filter(|place| names[*place].to_lowercase().ends_with(".zrf")).collect();
    places.compact_sort_by_key(|place| stem(&names[*place]) != wanted);
    places.into_iter().take(STUBS_MAX)
}

/// Returns the item of a rules file that belongs to a script: the one of the same name, or the
/// first of a file of that name.
fn index_for(script: &str, name: &str, file: &GameFile) -> Option<usize> {
    let wanted = stem(script);
    let index = file.playable().iter().position(|item| hyphened(&item.title) == wanted);
    index.or_else(|| (stem(name) == wanted).then(|| file.default_index()))
}

/// Returns a title as scripts are named after it, in small letters: blanks are written as hyphens.
fn hyphened(title: &str) -> String {
    title.replace(' ', "-").to_lowercase()
}

/// Returns whether a script is named after a game or variant of that title.
pub fn is_named_after(script: &str, title: &str) -> bool {
    stem(script) == hyphened(title)
}

/// Returns the name of the script that is named after a game or variant of that title.
pub fn named_after(title: &str) -> String {
    format!("{}.4th", hyphened(title))
}

/// Returns the name of a file without its folder and its ending, in small letters.
fn stem(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_lowercase()
}

/// Returns the fault of a start: an error of the script, or that no player can move.
pub fn first_fault(game: &AxiomGame) -> Option<Fault> {
    let listed = game.ending(&game.initial());
    match (listed, game.take_fault()) {
        (_, Some(fault)) => Some(fault),
        (Ok(None), None) => None,
        (Ok(Some(ending)), None) => Some(game_fault(&over_at_once(game, ending))),
        (Err(hit), None) => Some(game_fault(&hit.to_string())),
    }
}

/// How a game ends that is over before it begins.
pub fn over_at_once(game: &AxiomGame, ending: (EndingId, PlayerId)) -> String {
    let outcome = game.outcome_of(&game.initial(), ending);
    format!("the game is over before it begins: {}", outcome_words(game, &outcome))
}

fn game_fault(message: &str) -> Fault {
    Fault {
        severity: Severity::Error,
        place: dagaz_axiom::Place { file: 1, line: 1 },
        message: message.to_string(),
        hint: None,
        trace: Vec::new(),
        stack: Vec::new(),
    }
}

/// Returns the reference of rules to a script.
fn stub(rules: &Rules) -> Stub {
    let glossary = &rules.glossary;
    let sites = rules.topology.sites();
    let name = |site: dagaz_core::SiteId| sites.get(site.index()).map_or(String::new(), |site| site.name.clone());
    Stub {
        title: glossary.title.clone(),
        texts: glossary.texts.clone(),
        centers: sites.iter().filter_map(|site| Some((site.name.clone(), site.center?))).collect(),
        pieces: glossary
            .pieces
            .iter()
            .map(|piece| (piece.name.clone(), piece.help.clone(), piece.description.clone()))
            .collect(),
        setup: rules
            .setup
            .pieces
            .iter()
            .map(|placed| {
                let owner = glossary.player(placed.piece.owner).to_string();
                [owner, glossary.piece(placed.piece.kind).to_string(), name(placed.site)]
            })
            .collect(),
    }
}
