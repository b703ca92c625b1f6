//! The log that Axiom's AutoPlay printed while two scripts met: what was written to read its output
//! can read ours.

use std::fmt::Write as _;

use dagaz_arena::{Batch, Row};
use dagaz_core::{Game, State, UndoLog};
use dagaz_record::{GameTree, Rounds, move_text};

use super::match_setup::Arranged;
use crate::load::{Loaded, Playable, Text};
use crate::output::clean;

/// See the [module documentation](self).
pub(crate) struct Log<'a> {
    arranged: &'a Arranged<'a>,
    wins: [u64; 2],
    draws: u64,
}

impl<'a> Log<'a> {
    /// Returns the log of a match that begins.
    pub(crate) fn new(arranged: &'a Arranged<'a>) -> Log<'a> {
        Log { arranged, wins: [0; 2], draws: 0 }
    }

    /// Returns the lines before the first game.
    pub(crate) fn heading(&self) -> String {
        let entrants = self.arranged.plan().entrants.iter().enumerate();
        entrants.map(|(place, name)| format!("Player {} variant = \"{}\"\n", place + 1, clean(name))).collect()
    }

    /// Returns the lines of some games.
    pub(crate) fn games(&mut self, batch: &Batch) -> String {
        batch.rows.iter().zip(&batch.trees).map(|(row, tree)| self.game(row, tree)).collect()
    }

    fn game(&mut self, row: &Row, tree: &GameTree) -> String {
        let (game, games) = (self.arranged.game(), self.arranged.plan().games);
        let number = row.number + 1;
        let mut text = format!("Game {number} of {games}\n\n{}\n", setup(self.arranged.loaded));
        if let Some(second) = self.arranged.second {
            text += &format!("{}\n", setup(second));
        }
        let mut state = tree.start().clone();
        let mut rounds = Rounds::default();
        for node in tree.main_line() {
            let Some(chosen) = tree.chosen(node) else { break };
            let round = rounds.next(game, &state);
            let _ = writeln!(text, "{round}. {}", clean(&move_text(game, &state, chosen)));
            game.play(&mut state, chosen, &mut UndoLog::new());
        }
        for (seat, &entrant) in row.seats.iter().enumerate() {
            match row.results[seat] {
                1.. => self.wins[entrant.min(1)] += 1,
                0 => {}
                _ => {
                    let _ = writeln!(text, "Player {} - I lose!", seat + 1);
                }
            }
        }
        self.draws += u64::from(row.results.iter().all(|result| *result == 0));
        if number < games {
            text += &format!("\nCumulative results following game {number} of {games}:\n{}\n", self.standing());
        }
        text
    }

    fn standing(&self) -> String {
        let entrants = self.arranged.plan().entrants.iter().zip(&self.wins).enumerate();
        let lines =
            entrants.map(|(place, (name, wins))| format!("Player {} \"{}\", wins = {wins}.\n", place + 1, clean(name)));
        lines.collect::<String>() + &format!("Draws = {}\n", self.draws)
    }
}

/// Returns the pieces of the start position, a line each: of a script those of its set-up, in its
/// order and by the names that it uses there.
fn setup(loaded: &Loaded) -> String {
    if let (Playable::Script(game), Text::Script(text)) = (&loaded.game, &loaded.text)
        && text.has_setup()
    {
        let line = |names: &[String; 3]| format!("({})\n", clean(&names.join(" ")));
        return game.setup_names().map(line).collect();
    }
    let game: &dyn Game = &*loaded.game;
    let (state, glossary): (State, _) = (game.initial(), game.glossary());
    let piece = |site| state.piece(site).map(|piece| (site, piece));
    let lines = game.topology().site_ids().filter_map(piece).map(|(site, piece)| {
        let (player, kind) = (glossary.player(piece.owner), glossary.piece(piece.kind));
        format!("({} {} {})\n", clean(player), clean(kind), clean(&game.topology().site(site).name))
    });
    lines.collect()
}
