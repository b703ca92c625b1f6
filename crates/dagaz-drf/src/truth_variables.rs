//! Variables that are only ever 0 or 1.

use dagaz_rules::path::{Act, Home, Number, Path, PathRules, Variable, VariableKind};

/// Notes which variables of pieces are only ever 0 or 1: those that begin so and are set to nothing
/// else.
pub(super) fn note(rules: &mut PathRules) {
    let is_truth = |value: i32| matches!(value, 0 | 1);
    let begins = |variable: &Variable| {
        variable.home == Home::Piece && variable.kind == VariableKind::Number && is_truth(variable.start)
    };
    let mut truths: Vec<bool> = rules.variables.iter().map(begins).collect();
    if let Some(body) = rules.body {
        truths[body.index()] = false;
    }
    let mut visit = |path: &Path| match path {
        Path::Do(Act::Assign { var, value, add, .. }) => {
            truths[var.index()] &= !add && matches!(value, Number::Is(value) if is_truth(*value));
        }
        Path::Do(Act::AssignElement { var, .. } | Act::AssignSet(var, _)) => truths[var.index()] = false,
        _ => {}
    };
    let common =
        [&rules.on_move_start, &rules.on_step_start, &rules.on_step_end, &rules.on_move_end, &rules.on_capture];
    let own = rules.pieces.iter().flat_map(|piece| {
        [&piece.on_move_start, &piece.on_step_start, &piece.on_step_end, &piece.on_move_end, &piece.on_capture]
    });
    let hooks = common.into_iter().chain(own).flatten();
    rules.rules.iter().map(|rule| &rule.path).chain(hooks).for_each(|path| path.each_part(&mut visit));
    let attributes = rules.variables.iter().enumerate().filter(|(_, variable)| variable.home == Home::Piece);
    let attributes: Vec<usize> = attributes.map(|(var, _)| var).collect();
    for (attribute, value) in rules.setup.pieces.iter().flat_map(|placed| &placed.attributes) {
        if let Some(var) = attributes.get(attribute.index()) {
            truths[*var] &= is_truth(*value);
        }
    }
    for (var, _, value) in &rules.setup_variables {
        truths[var.index()] &= is_truth(*value);
    }
    for (variable, truth) in rules.variables.iter_mut().zip(truths) {
        variable.boolean |= truth;
    }
}
