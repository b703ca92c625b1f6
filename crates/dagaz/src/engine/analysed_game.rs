//! A loaded game with the results of its analysis.

use std::sync::Arc;

use dagaz_bots::Maker;

use crate::cli::GameArgs;
use crate::failure::Failure;
use crate::load::{Loaded, Source};

/// See the [module documentation](self). Copies share what is found out.
#[derive(Clone)]
pub(super) struct AnalysedGame {
    pub(super) loaded: Arc<Loaded>,
    pub(super) maker: Arc<Maker>,
    /// What was typed for it.
    pub(super) args: GameArgs,
    /// The name used to select it: its name in the library, or its file.
    pub(super) name: String,
}

impl AnalysedGame {
    pub(super) fn new(game: &GameArgs) -> Result<AnalysedGame, Failure> {
        let loaded = Arc::new(Loaded::new(game)?);
        let name = match &loaded.source {
            Source::Library(entry) => entry.name.to_string(),
            Source::File(path) => path.display().to_string(),
        };
        let maker = Arc::new(loaded.maker());
        Ok(AnalysedGame { loaded, maker, args: game.clone(), name })
    }
}
