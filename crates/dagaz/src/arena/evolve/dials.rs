//! The parameters of a file that are searched.

use std::collections::HashSet;

use dagaz_arena::evolve::{Genome, Space, Variation};
use dagaz_core::Limits;
use dagaz_engine::PathGame;
use dagaz_rules::path::Parameter;
use dagaz_syntax::Severity;
use rand_xoshiro::rand_core::Rng;
use serde_json::{Map, Value, json};

use super::rule_sets::dial;
use super::subject::Subject;
use super::table::values_text;
use crate::failure::Failure;
use crate::paths::{self, PathText};

/// See the [module documentation](self).
pub(super) struct Dials<'a> {
    pub(super) text: &'a PathText,
    /// The parameters that are varied.
    pub(super) parameters: Vec<Parameter>,
    /// What the others are set to.
    pub(super) fixed: Vec<(String, String)>,
    pub(super) space: Space,
    /// The values that the file has.
    pub(super) usual: Genome,
}

impl<'a> Dials<'a> {
    /// Returns the parameters of a game: those that are named, or all; without those that are set
    /// and those that leave no choice.
    pub(super) fn of(text: &'a PathText, fixed: &[(String, String)], named: &[String]) -> Result<Dials<'a>, Failure> {
        let all = text.file.parameters(text.index);
        let title = &text.file.playable()[text.index].title;
        let known = |name: &String| all.iter().any(|parameter| parameter.name == *name);
        if let Some(name) = named.iter().find(|name| !known(name)) {
            let names: Vec<&str> = all.iter().map(|parameter| parameter.name.as_str()).collect();
            let there = if names.is_empty() { "none".to_string() } else { names.join(", ") };
            return Err(Failure::Usage(format!("--vary: {title} has no parameter `{name}`; it has {there}")));
        }
        if let Some((name, _)) = fixed.iter().find(|(name, _)| named.contains(name)) {
            return Err(Failure::Usage(format!("`{name}` is both set and varied")));
        }
        let is_searched = |parameter: &Parameter| {
            let is_set = fixed.iter().any(|(name, _)| *name == parameter.name);
            !is_set && parameter.choices.count() > 1 && (named.is_empty() || named.contains(&parameter.name))
        };
        let parameters: Vec<Parameter> = all.into_iter().filter(is_searched).collect();
        if parameters.is_empty() {
            return Err(Failure::Usage(format!(
                "{title} leaves nothing open that is not set; a parameter is declared by \
                 `(parameter size 5 4..9)`, see docs/language.md"
            )));
        }
        // What another file declares cannot be written into this one.
        if let Some(parameter) = parameters.iter().find(|parameter| parameter.default_span.file != 0) {
            return Err(Failure::Usage(format!(
                "`{name}` is declared in an included file; fix it with `--set {name}={}`, or declare it in {title}",
                parameter.default,
                name = parameter.name
            )));
        }
        let usual = |parameter: &Parameter| parameter.choices.place_of(&parameter.default).unwrap_or(0);
        Ok(Dials {
            text,
            fixed: fixed.to_vec(),
            space: Space { dials: parameters.iter().map(|one| dial(&one.name, &one.choices)).collect() },
            usual: Genome(parameters.iter().map(usual).collect()),
            parameters,
        })
    }

    /// Returns the varied parameters of a candidate with their values.
    pub(super) fn values(&self, genome: &Genome) -> Vec<(String, String)> {
        let value = |(parameter, place): (&Parameter, &u64)| {
            (parameter.name.clone(), parameter.choices.at(*place).unwrap_or_else(|| parameter.default.clone()))
        };
        self.parameters.iter().zip(&genome.0).map(value).collect()
    }

    /// Everything that is set for a candidate.
    pub(super) fn settings(&self, genome: &Genome) -> Vec<(String, String)> {
        self.fixed.iter().cloned().chain(self.values(genome)).collect()
    }
}

impl Variation for Dials<'_> {
    type Genome = Genome;

    const TRIES: usize = Space::TRIES;

    fn unknown(&self, known: &HashSet<Genome>, rng: &mut dyn Rng) -> Option<Genome> {
        self.space.unknown(known, rng)
    }

    fn child(&self, one: &Genome, other: &Genome, rng: &mut dyn Rng) -> Option<Genome> {
        self.space.child(one, other, rng)
    }
}

impl Subject for Dials<'_> {
    fn usual(&self) -> Vec<Genome> {
        vec![self.usual.clone()]
    }

    fn columns(&self) -> Vec<String> {
        self.parameters.iter().map(|parameter| parameter.name.clone()).collect()
    }

    fn cells(&self, genome: &Genome) -> Vec<String> {
        self.values(genome).into_iter().map(|(_, value)| value).collect()
    }

    fn words(&self, genome: &Genome) -> Vec<String> {
        let title = &self.text.file.playable()[self.text.index].title;
        vec![format!("{title} with {}.", values_text(&self.settings(genome)))]
    }

    fn short_words(&self, genome: &Genome) -> String {
        values_text(&self.values(genome))
    }

    fn json(&self, genome: &Genome) -> Map<String, Value> {
        Map::from_iter([("values".to_string(), values_json(&self.values(genome)))])
    }

    fn summary_json(&self) -> Map<String, Value> {
        let parameters = self.parameters.iter().map(paths::parameter_json).collect::<Vec<_>>();
        let all = json!({ "parameters": parameters, "set": values_json(&self.fixed) });
        all.as_object().cloned().unwrap_or_default()
    }

    fn game(&self, genome: &Genome) -> Result<PathGame, String> {
        let lowered = self.text.file.rules_with(self.text.index, &self.settings(genome));
        let lowered = lowered.map_err(|bad| bad.to_string())?;
        let errors = lowered.diagnostics.list().iter().filter(|one| one.severity == Severity::Error);
        let why = errors.map(|one| one.message.clone()).next();
        let rules = lowered.rules.ok_or_else(|| why.unwrap_or_default())?;
        paths::make(rules, &Limits::default()).map_err(|fault| fault.to_string())
    }

    fn text(&self, genome: &Genome) -> Result<String, Failure> {
        let text = self.text.file.text_with(self.text.index, &self.settings(genome));
        text.map_err(|bad| Failure::Errors(bad.to_string()))
    }

    /// Files that the rules include lie in their own folder or below; so will the copies.
    fn included(&self) -> Vec<(String, String)> {
        let main = self.text.file.sources().files().first().map_or("", |file| file.name()).replace('\\', "/");
        let folder = main.rsplit_once('/').map_or("", |(folder, _)| folder);
        let included = self.text.file.included().map(|file| {
            let name = file.name().replace('\\', "/");
            let name = name.strip_prefix(folder).unwrap_or(&name).trim_start_matches('/');
            (name.to_string(), file.text().to_string())
        });
        included.collect()
    }

    fn discarded(&self) -> Vec<(String, usize)> {
        Vec::new()
    }
}

/// Values by name; numbers are numbers.
fn values_json(values: &[(String, String)]) -> Value {
    let value = |text: &String| text.parse::<i32>().map_or_else(|_| Value::from(text.as_str()), Value::from);
    Value::Object(values.iter().map(|(name, text)| (name.clone(), value(text))).collect::<Map<_, _>>())
}
