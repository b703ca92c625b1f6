//! Host and thinker as a Web Worker calls them: JSON in and out.

use dagaz_session::Millis;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::host::{Environment, Host};
use crate::outbox::Needed;
use crate::speed::Speed;
use crate::thinker::{Thinker, ThinkerMessage};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Date, js_name = now)]
    fn date_now() -> f64;

    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn fill_random(bytes: &mut [u8]);
}

fn text(value: &Value) -> String {
    value.to_string()
}

fn fault(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

fn needs(needed: &Needed) -> String {
    text(&json!({ "needs": needed }))
}

/// The host of a page.
#[wasm_bindgen]
pub struct WebHost(Host);

#[wasm_bindgen]
impl WebHost {
    /// Returns a host with a library and the entries of games that were begun before, both as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(catalog: &str, listed: &str) -> Result<WebHost, JsError> {
        let environment =
            Environment { now: Box::new(|| Millis(date_now() as u64)), random: Box::new(|bytes| fill_random(bytes)) };
        let (catalog, listed) =
            (serde_json::from_str(catalog).map_err(fault)?, serde_json::from_str(listed).map_err(fault)?);
        Ok(WebHost(Host::new(environment, catalog, listed)))
    }

    /// Answers a request: `{"status", "body"}` or `{"needs"}`.
    pub fn request(&mut self, method: &str, path: &str, body: &[u8]) -> String {
        match self.0.request(method, path, body) {
            // The body is JSON already.
            Ok((status, body)) => format!(r#"{{"status":{status},"body":{body}}}"#),
            Err(needed) => needs(&needed),
        }
    }

    /// Handles a message of the page; returns `{"needs"}` or nothing.
    pub fn hear(&mut self, ask: &str) -> Result<Option<String>, JsError> {
        let ask = serde_json::from_str(ask).map_err(fault)?;
        Ok(self.0.hear(&ask).map(|needed| needs(&needed)))
    }

    /// Returns the outputs since the last call, as JSON.
    pub fn take(&mut self) -> Result<String, JsError> {
        serde_json::to_string(&self.0.take()).map_err(fault)
    }

    /// Takes files of rules that were needed; whether they are the right ones.
    pub fn supply(&mut self, id: &str, files: &[u8]) -> bool {
        self.0.supply(id, files)
    }

    /// Returns the files of rules that are here.
    pub fn files(&self, id: &str) -> Option<Vec<u8>> {
        self.0.files(id)
    }

    /// Takes the log of a game that was needed, as a JSON array of records: `{"needs"}` or nothing.
    pub fn restore(&mut self, game: &str, log: &str) -> Result<Option<String>, JsError> {
        let log = serde_json::from_str(log).map_err(fault)?;
        Ok(self.0.restore(game, log).err().map(|needed| needs(&needed)))
    }

    /// Takes the move that a bot has chosen; none if it could not.
    pub fn chosen(&mut self, game: &str, player: u8, node: u32, index: Option<u32>) {
        self.0.chosen(game, player, node, index);
    }

    /// Milliseconds after which [`WebHost::wake`] is to be called, if nothing happens until then.
    pub fn wakes_in(&self) -> Option<f64> {
        self.0.wakes_in().map(|ms| ms as f64)
    }

    /// Looks whose time has run out.
    pub fn wake(&mut self) {
        self.0.wake();
    }
}

/// What lets bots think.
#[wasm_bindgen]
pub struct WebThinker(Thinker);

#[wasm_bindgen]
impl WebThinker {
    /// Returns a thinker without rules.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "it is made by JavaScript")]
    pub fn new() -> WebThinker {
        WebThinker(Thinker::new())
    }

    /// Takes files of rules.
    pub fn supply(&mut self, files: &[u8]) {
        self.0.supply(files);
    }

    /// Does a piece of work; `tell` is called with `{"chosen"}` or `{"tell"}`, as JSON.
    pub fn work(&mut self, job: &str, tell: &js_sys::Function) -> Result<(), JsError> {
        let job = serde_json::from_str(job).map_err(fault)?;
        self.0.work(&job, &mut |told| {
            let said = match told {
                ThinkerMessage::Chosen(index) => json!({ "chosen": index }),
                ThinkerMessage::ServerMessage(tell) => json!({ "tell": tell }),
            };
            let _ = tell.call1(&JsValue::NULL, &JsValue::from_str(&text(&said)));
        });
        Ok(())
    }
}

/// A game whose speed is measured by the caller's clock.
#[wasm_bindgen]
pub struct WebSpeed(Speed);

#[wasm_bindgen]
impl WebSpeed {
    /// Returns the game of files of the library.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &[u8]) -> Result<WebSpeed, JsError> {
        Speed::new(files).map(WebSpeed).ok_or_else(|| JsError::new("the files cannot be played"))
    }

    /// Returns the number of sequences of so many plies.
    pub fn perft(&self, depth: u32) -> Option<f64> {
        self.0.perft(depth).map(|nodes| nodes as f64)
    }

    /// Plays so many games at random, and returns their plies together.
    pub fn playouts(&self, games: u32, seed: u32) -> Option<f64> {
        self.0.playouts(games, u64::from(seed)).map(|plies| plies as f64)
    }
}
