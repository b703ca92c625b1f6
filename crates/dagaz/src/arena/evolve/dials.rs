//! The parameters of a file that are searched.

use dagaz_arena::evolve::{Dial, Genome, Space};
use dagaz_rules::path::{Choices, Parameter};

use crate::failure::Failure;
use crate::paths::PathText;

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
        let dial = |parameter: &Parameter| Dial {
            name: parameter.name.clone(),
            places: parameter.choices.count(),
            ordered: match &parameter.choices {
                Choices::Range(..) | Choices::Halves(..) => true,
                Choices::Words(words) => words.iter().all(|word| word.parse::<i32>().is_ok()),
            },
        };
        let usual = |parameter: &Parameter| parameter.choices.place_of(&parameter.default).unwrap_or(0);
        Ok(Dials {
            text,
            fixed: fixed.to_vec(),
            space: Space { dials: parameters.iter().map(dial).collect() },
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
