//! A played game as text, in the form of Zillions' saved games.
//!
//! Three lines of headers, the changes to the start position, and a line for each step, numbered by rounds: a round
//! is over when the turn order begins anew.

use dagaz_core::{Game, PlayerKind, SlotId, State};

use crate::line;

/// A game on its way to a file.
#[derive(Clone, Debug)]
pub struct SavedGame {
    header: String,
    setup: String,
    moves: Vec<(SlotId, Vec<String>)>,
    remark: Option<String>,
}

impl SavedGame {
    /// A game that begins at `start`. `seats` says for each player whether a person sits there.
    pub fn new(game: &dyn Game, rules_file: &str, start: &State, seats: &[bool]) -> SavedGame {
        let glossary = game.glossary();
        let letters: String = (0..glossary.players.len())
            .map(|index| {
                let person = glossary.players[index].kind == PlayerKind::Chooser && seats.get(index) == Some(&true);
                if person { 'H' } else { 'C' }
            })
            .collect();
        let header = format!(
            "Zillions Save Game File Version 0.02 {letters}\nRulesFile={rules_file}\nVariantName={}\n",
            glossary.title
        );
        let initial = game.initial();
        let mut setup = String::new();
        for site in game.topology().site_ids().filter(|&site| initial.word(site) != start.word(site)) {
            let name = &game.topology().site(site).name;
            setup += &match start.piece(site) {
                None => format!("(x {name})\n"),
                Some(piece) => format!("({} {} {name})\n", glossary.player(piece.owner), glossary.piece(piece.kind)),
            };
        }
        // What the set-up lines cannot say is kept as a remark.
        let remark = (initial.key() != start.key()).then(|| line::write(game, &game.position(start)));
        SavedGame { header, setup, moves: Vec::new(), remark }
    }

    /// Adds a move, played in that slot of the turn order, by the texts of its steps.
    pub fn push(&mut self, slot: SlotId, steps: Vec<String>) {
        self.moves.push((slot, steps));
    }

    /// Whether no move has been played.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The file.
    pub fn text(&self) -> String {
        let mut text = format!("{}{}", self.header, self.setup);
        let (mut round, mut last) = (1, None);
        for (slot, steps) in &self.moves {
            round += u32::from(last.is_some_and(|last| *slot <= last));
            last = Some(*slot);
            for step in steps {
                text += &format!("{round}. {step}\n");
            }
        }
        if let Some(remark) = &self.remark {
            text += &format!("[Position {remark}]\n");
        }
        text
    }
}
