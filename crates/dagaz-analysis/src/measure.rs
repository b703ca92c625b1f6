//! Measurements of the game of a text by playouts.
//!
//! The games are played and counted by `dagaz-arena`.

use dagaz_arena::{add_playouts, playout_measures};
use dagaz_contract::studio::{PlayoutCounts, TextAnswer, TextQuestion};
use dagaz_core::Limits;
use dagaz_front::Reading;
use dagaz_table::Bundle;

/// Returns the counts with a batch of playouts added. A text that cannot be played adds none.
pub(crate) fn measure(question: &TextQuestion, mut counts: PlayoutCounts, limits: &Limits) -> TextAnswer {
    let (name, text) = (question.name.clone(), question.text.clone().into_bytes());
    let bundle = Bundle { main: name.clone(), files: vec![(name, text)] };
    let reading = Reading { limits: limits.clone(), is_picture: |_| false };
    let Ok(loaded) = reading.load(&bundle, None) else { return TextAnswer::Measured { measures: None, counts } };
    // A limit at the start leaves the counts as they are.
    let measures =
        add_playouts(&*loaded.game, &mut counts).ok().map(|()| Box::new(playout_measures(&*loaded.game, &counts)));
    TextAnswer::Measured { measures, counts }
}
