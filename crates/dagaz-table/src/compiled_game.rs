//! A prepared game: compiled from a bundle of rules, with its drawing.

use std::sync::Arc;

use dagaz_bots::Maker;
use dagaz_contract::Board;
use dagaz_contract::draw::Drawing;
use dagaz_contract::message::Reason;
use dagaz_core::Game;
use dagaz_session::RulesRef;

use crate::refused::Refused;
use crate::rules::{Bundle, Loaded, RulesSource, hex};

/// A game made ready to be played and shown.
pub struct Prepared {
    /// By which rules it is played.
    pub rules: RulesRef,
    /// Its files, without pictures if it was uploaded.
    pub bundle: Arc<Bundle>,
    /// The loaded rules.
    pub loaded: Loaded,
    /// The game.
    pub game: Arc<dyn Game>,
    /// How it is shown.
    pub drawing: Drawing,
    /// Its board.
    pub board: Arc<Board>,
    /// What bots know of it.
    pub maker: Maker,
    /// About how many bytes it keeps in memory.
    pub bytes: usize,
}

impl Prepared {
    /// Makes a game of a bundle: the one of that number, or the one that is offered first. `hash`
    /// is that of the bundle; `size` returns width and height of a picture in pixels.
    pub fn new(
        rules: &dyn RulesSource,
        id: Arc<str>,
        hash: Arc<str>,
        bundle: Arc<Bundle>,
        variant: Option<u32>,
        size: impl Fn(&[u8]) -> Option<[u32; 2]>,
    ) -> Result<Prepared, Refused> {
        let loaded = rules.load(&bundle, variant);
        let loaded =
            loaded.map_err(|problems| Refused::new(Reason::BadRules, "the rules have errors").with(problems))?;
        let whole = sha_of(&hash, loaded.variant);
        let maker = match rules.analysis_store(&id, &whole) {
            Some(store) => Maker::new().with_store(store),
            None => Maker::new(),
        };
        let rules = RulesRef { id, variant: loaded.variant, hash: hash.clone(), title: loaded.title.as_str().into() };
        let mut drawing = Drawing::new(&*loaded.game, &whole);
        drawing.board_mut().title.clone_from(&loaded.title);
        if drawing.board().texts.description.is_empty() {
            drawing.board_mut().texts.description.clone_from(&loaded.about);
        }
        drawing.board_mut().images = loaded
            .images
            .iter()
            .map(|(kind, owner, file)| {
                let url = format!("/api/v1/rules/{hash}/files/{}", encoded(file));
                drawing.picture(kind.clone(), owner.clone(), url, bundle.file(file).and_then(&size))
            })
            .collect();
        // Faults of a look are ignored here; `dagaz check` reports them.
        drawing.board_mut().look =
            loaded.look.as_ref().map(|text| dagaz_contract::look_file::read(text, drawing.board()).0);
        let board = Arc::new(drawing.board().clone());
        let game = loaded.game.clone();
        let bytes = game.memory() + board_memory(&board) + bundle.size() as usize;
        Ok(Prepared { rules, bundle, game, loaded, drawing, board, maker, bytes })
    }
}

/// Returns the approximate memory of a board, which is stored twice: for drawing and for requests.
fn board_memory(board: &Board) -> usize {
    const SITE: usize = 512;
    const LINK: usize = 160;
    const NAME: usize = 48;
    let named: usize = board.zones.iter().map(|zone| zone.sites.len()).sum();
    let text = board.texts.description.len();
    2 * (board.sites.len() * SITE + board.links.len() * LINK + named * NAME + text)
}

fn sha_of(hash: &str, variant: u32) -> String {
    use sha2::Digest;
    hex(&sha2::Sha256::digest(format!("{hash}:{variant}:{}", dagaz_contract::VERSION)))
}

/// Returns a file name in an address.
fn encoded(name: &str) -> String {
    name.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b'/' => (byte as char).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
