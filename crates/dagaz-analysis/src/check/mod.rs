//! Everything that is wrong with a text and with what can be played in it.
//!
//! `dagaz check` and the language server use the same checks. The server leaves out the other
//! values of parameters, which cost a lowering each.

mod drf;
mod zrf;

use dagaz_core::Limits;
use dagaz_front::script::{self, ScriptText};

pub use drf::{Values, check_drf};
pub use zrf::check_zrf;

/// Returns the faults of a script and of the start of its game. No move is played.
pub fn check_script(script: &ScriptText, limits: &Limits) -> Vec<dagaz_axiom::Fault> {
    let mut faults = script.faults().to_vec();
    match script.game(limits) {
        Ok(game) => {
            faults.extend(script.damaged_file());
            // Without its rules file a script that sets up no pieces has an empty board.
            let is_whole = script.has_setup() || script.beside.is_some();
            faults.extend(if is_whole { script::first_fault(&game) } else { None });
            faults.extend(script.misnamed_players(&game));
        }
        Err(_) if script.has_errors() => {}
        Err(fault) => faults.push(*fault),
    }
    faults
}
