//! The check of a DRF file.

use dagaz_core::Limits;
use dagaz_drf::{DrfFile, DrfLowered};
use dagaz_front::paths::{diagnostic, first_fault, make};
use dagaz_rules::path::{Choices, Parameter};
use dagaz_syntax::source::Span;
use dagaz_syntax::{Diagnostic, Diagnostics};

/// The maximum number of parameter values that are tried in one file.
const VALUES_TRIED: usize = 200;

/// Words of a parameter that are tried.
const WORDS_TRIED: usize = 16;

/// Which values of parameters are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// The defaults alone.
    Defaults,
    /// The ends of ranges and a few words too.
    Others,
}

/// Returns everything that is wrong with a file, with all that can be played in it, and with the
/// start of each game.
pub fn check_drf(file: &DrfFile, limits: &Limits, values: Values) -> Diagnostics {
    let mut all = file.diagnostics();
    let mut left = if values == Values::Others { VALUES_TRIED } else { 0 };
    let mut work = 0;
    for (index, item) in file.playable().iter().enumerate() {
        if let Some(fault) = file.too_much(work, index, item.span) {
            all.push(fault);
            break;
        }
        let lowered = file.rules(index);
        work += lowered.work;
        let found = check_one(lowered, item.span, limits);
        let is_sound = !found.has_errors();
        all.extend(&found);
        if !is_sound {
            continue;
        }
        // Rules that are right as they usually are must be right with other values too.
        let parameters = file.parameters(index);
        for (name, value) in parameters.iter().flat_map(others).take(left) {
            left -= 1;
            if work > limits.file_work {
                break;
            }
            let Ok(lowered) = file.rules_with(index, &[(name.clone(), value.clone())]) else { continue };
            work += lowered.work;
            for fault in check_one(lowered, item.span, limits).list() {
                let message = format!("{}, if `{name}` is `{value}`", fault.message);
                all.push(Diagnostic { message, ..fault.clone() });
            }
        }
    }
    if !all.has_errors() {
        all.extend(&file.unused());
    }
    all.sort();
    all
}

/// Everything that is wrong with one item, and with the start of its game.
fn check_one(lowered: DrfLowered, item: Span, limits: &Limits) -> Diagnostics {
    let mut found = lowered.diagnostics;
    let Some(rules) = lowered.rules else { return found };
    match make(rules, limits) {
        Ok(game) => first_fault(&game).iter().for_each(|fault| found.push(diagnostic(fault, Some(&game), item))),
        Err(fault) => found.push(diagnostic(&fault, None, item)),
    }
    found
}

/// Returns the values of a parameter to try in addition to its default: all of a few words, the
/// ends of a range.
fn others(parameter: &Parameter) -> Vec<(String, String)> {
    let places: Vec<u64> = match &parameter.choices {
        Choices::Range(..) | Choices::Halves(..) => vec![0, parameter.choices.count().saturating_sub(1)],
        Choices::Words(words) => (0..words.len().min(WORDS_TRIED) as u64).collect(),
    };
    let values = places.into_iter().filter_map(|place| parameter.choices.at(place));
    let values = values.filter(|value| *value != parameter.default);
    values.map(|value| (parameter.name.clone(), value)).collect()
}
