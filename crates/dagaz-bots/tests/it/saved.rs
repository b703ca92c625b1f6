//! An analysis that is saved and taken again is the same.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use dagaz_bots::{AnalysisStore, Maker};
use dagaz_core::Game;
use dagaz_testkit::source;

/// What is saved, and how often.
#[derive(Clone, Debug, Default)]
struct Memory {
    bytes: Arc<Mutex<Option<Vec<u8>>>>,
    saved: Arc<AtomicUsize>,
}

impl AnalysisStore for Memory {
    fn load(&self) -> Option<Vec<u8>> {
        self.bytes.lock().expect("no thread has failed").clone()
    }

    fn save(&self, bytes: &[u8]) {
        self.saved.fetch_add(1, Ordering::Relaxed);
        *self.bytes.lock().expect("no thread has failed") = Some(bytes.to_vec());
    }
}

/// All that an analysis has found, in words.
fn findings(game: &dyn Game, maker: Maker, memory: &Memory) -> String {
    let found = maker.with_store(Box::new(memory.clone())).study(game).expect("no limit");
    format!("{found:?}")
}

#[test]
fn a_saved_analysis_is_taken_in_place_of_a_new_one() {
    // With rows, with points, with territory, with piece values and a lead, with hidden facts.
    for name in ["tic-tac-toe", "kalah", "isolation", "breakthrough", "kuhn-poker"] {
        let (game, memory) = (source::named(name).expect("it is in the library"), Memory::default());
        let first = findings(&*game, Maker::new(), &memory);
        assert_eq!(findings(&*game, Maker::new(), &memory), first, "{name}");
        assert_eq!(memory.saved.load(Ordering::Relaxed), 1, "{name}: the second has not analysed the game");
    }
}

#[test]
fn damaged_analyses_and_those_of_other_games_are_made_anew() {
    let chess = (source::named("chess").expect("it is in the library"), Memory::default());
    findings(&*chess.0, Maker::glancing(), &chess.1);
    let (game, memory) = (source::named("tic-tac-toe").expect("it is in the library"), Memory::default());
    let right = findings(&*game, Maker::new(), &memory);
    let whole = memory.load().expect("it was saved");
    let foreign = chess.1.load().expect("it was saved");
    for bytes in [&whole[..whole.len() / 2], b"", b"{}", b"null", &foreign] {
        memory.save(bytes);
        assert_eq!(findings(&*game, Maker::new(), &memory), right, "after {} damaged bytes", bytes.len());
        assert_eq!(memory.load().as_ref(), Some(&whole), "the damaged bytes are replaced");
    }
}
