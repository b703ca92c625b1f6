//! From the files of a bundle to entries of a library and games.

use std::sync::Arc;

use dagaz_contract::catalog::{LibraryEntry, Problem, RulesFile};
use dagaz_core::{Limits, PlayerKind};
use dagaz_table::{Bundle, Loaded};

use crate::bundle_files::{images, look, look_problems, noted, picture_problems};
use crate::files::BundleIncludes;
use crate::front::Front;

/// Letters of a description in the list of games.
const ABOUT_MAX: usize = 200;

/// How the files of a bundle are read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What a game may cost.
    pub limits: Limits,
    /// Whether these are the bytes of a picture that can be shown.
    pub is_picture: fn(&[u8]) -> bool,
}

/// Returns the first sentences of a description.
fn about(text: &str) -> String {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if flat.chars().count() <= ABOUT_MAX {
        return flat;
    }
    let cut: String = flat.chars().take(ABOUT_MAX).collect();
    match cut.rfind(". ") {
        Some(end) => cut[..=end].to_string(),
        None => format!("{}…", cut.rsplit_once(' ').map_or(cut.as_str(), |(start, _)| start)),
    }
}

impl Reading {
    /// Reads the main file.
    pub fn parse(&self, bundle: &Bundle) -> Result<Front, Vec<Problem>> {
        let bytes = bundle.file(&bundle.main);
        let bytes = bytes.ok_or_else(|| vec![Problem::fatal("missing", "the rules file is gone")])?;
        Ok(Front::parse(bundle, bytes, &BundleIncludes(bundle), &self.limits))
    }

    /// Returns the entry of a bundle in a library, with its faults.
    pub fn entry(&self, id: &str, family: Option<&str>, bundle: &Bundle) -> (LibraryEntry, Vec<Problem>) {
        let mut entry = LibraryEntry {
            id: id.to_string(),
            family: family.map(str::to_string),
            title: bundle.main.clone(),
            variants: Vec::new(),
            default: 0,
            about: String::new(),
            choosers: 0,
            chance: false,
            errors: 1,
            by: None,
            visible: None,
        };
        let mut file = match self.parse(bundle) {
            Ok(file) => file,
            Err(problems) => return (entry, problems),
        };
        entry.variants = file.titles();
        entry.default = file.default_index() as u32;
        let (facts, problems) = file.facts(file.default_index());
        entry.errors = problems.iter().filter(|problem| problem.error).count() as u32;
        if let Some(title) = entry.variants.get(entry.default as usize).filter(|title| !title.is_empty()) {
            entry.title.clone_from(title);
        }
        if let Some(facts) = facts {
            entry.about = if facts.description.is_empty() { about(&noted(bundle)) } else { about(&facts.description) };
            entry.choosers = facts.kinds.iter().filter(|kind| **kind == PlayerKind::Chooser).count() as u32;
            entry.chance = facts.kinds.contains(&PlayerKind::Random);
        }
        if entry.variants.is_empty() && problems.is_empty() {
            return (entry, vec![Problem::fatal("empty", "there is no game in the file")]);
        }
        (entry, problems)
    }

    /// The same, after the game that is offered first has been made.
    pub fn checked(&self, id: &str, bundle: &Bundle) -> (LibraryEntry, Vec<Problem>) {
        let (mut entry, mut problems) = self.entry(id, None, bundle);
        if entry.errors == 0 {
            match self.made(bundle, None) {
                Ok((loaded, rules)) => {
                    let pictures = rules.iter().flat_map(|rules| picture_problems(rules, bundle, self.is_picture));
                    problems.extend(pictures);
                    problems.extend(look_problems(&loaded));
                }
                Err(more) => {
                    entry.errors = more.len().max(1) as u32;
                    problems.extend(more);
                }
            }
        }
        (entry, problems)
    }

    /// Returns the problems of the look file of rules without errors; empty without a look.
    pub fn look_problems(&self, bundle: &Bundle) -> Vec<Problem> {
        if look(bundle).is_none() {
            return Vec::new();
        }
        self.made(bundle, None).map_or_else(|_| Vec::new(), |(loaded, _)| look_problems(&loaded))
    }

    /// Makes a game; by its number, or the one that is offered first.
    pub fn load(&self, bundle: &Bundle, variant: Option<u32>) -> Result<Loaded, Vec<Problem>> {
        self.made(bundle, variant).map(|(loaded, _)| loaded)
    }

    /// Returns a bundle in which parameters of a game have other usual values; `None` if its rules
    /// have none of these parameters and values, or have them already.
    pub fn with_settings(
        &self,
        bundle: &Bundle,
        variant: Option<u32>,
        settings: &[(String, String)],
    ) -> Option<Bundle> {
        let Front::Paths(file) = self.parse(bundle).ok()? else { return None };
        let index = variant.map_or(file.default_index(), |variant| variant as usize);
        let parameters = file.parameters(index);
        let differs = |(name, value): &&(String, String)| {
            parameters.iter().any(|parameter| parameter.name == *name && parameter.default != *value)
        };
        let settings: Vec<(String, String)> = settings.iter().filter(differs).cloned().collect();
        if settings.is_empty() {
            return None;
        }
        let text = file.text_with(index, &settings).ok()?;
        let mut bundle = bundle.clone();
        let main = bundle.main.clone();
        let (_, bytes) = bundle.files.iter_mut().find(|(name, _)| name.eq_ignore_ascii_case(&main))?;
        *bytes = text.into_bytes();
        Some(bundle)
    }

    /// Returns the texts.
    pub fn texts(&self, bundle: &Bundle) -> Vec<RulesFile> {
        self.parse(bundle).map_or_else(|_| Vec::new(), |file| file.texts())
    }

    /// Returns a game of a bundle, and its rules for display.
    fn made(
        &self,
        bundle: &Bundle,
        variant: Option<u32>,
    ) -> Result<(Loaded, Option<Arc<dagaz_rules::Rules>>), Vec<Problem>> {
        let mut file = self.parse(bundle)?;
        let index = variant.map_or(file.default_index(), |variant| variant as usize);
        let (game, view) = file.load(index, &self.limits)?;
        let title = file.titles().get(index).cloned().unwrap_or_default();
        let images = view.as_ref().map_or_else(Vec::new, |rules| images(rules, bundle, self.is_picture));
        let (about, look) = (noted(bundle), look(bundle));
        Ok((Loaded { game, variant: index as u32, title, about, images, look }, view))
    }
}
