//! The host of a page, driven as its workers drive it.

mod long_turns;
mod records;

use std::cell::Cell;
use std::rc::Rc;

use dagaz_contract::ServerMessage;
use dagaz_contract::catalog::{Archive, Begun, Uploaded};
use dagaz_contract::message::{ClientMessage, Reason};
use dagaz_contract::view::View;
use dagaz_session::{Millis, Record};
use dagaz_table::Bundle;
use dagaz_testkit::source::path_library;
use dagaz_web::{Catalog, CatalogGame, Environment, Host, Needed, Out, Thinker, ThinkerMessage, Work};
use serde_json::{Value, json};

/// A page with one game in its library, and what its worker keeps.
struct Page {
    host: Host,
    thinker: Thinker,
    catalog: Catalog,
    files: Vec<u8>,
    time: Rc<Cell<u64>>,
    log: Vec<Record>,
    listed: Vec<dagaz_contract::catalog::GameSummary>,
    tells: Vec<ServerMessage>,
}

fn environment(time: &Rc<Cell<u64>>) -> Environment {
    let time = time.clone();
    Environment { now: Box::new(move || Millis(time.get())), random: Box::new(|bytes| bytes.fill(7)) }
}

impl Page {
    fn new() -> Page {
        let path = path_library().into_iter().find(|path| path.ends_with("breakthrough.drf"));
        let text = std::fs::read(path.expect("the library has it")).expect("it can be read");
        let bundle = Bundle { main: "breakthrough.drf".into(), files: vec![("breakthrough.drf".into(), text)] };
        let files = bundle.to_bytes();
        let (game, _) = CatalogGame::new("breakthrough", "hunt", bundle).expect("it has no errors");
        let catalog = Catalog { games: vec![game] };
        let time = Rc::new(Cell::new(1_000));
        let host = Host::new(environment(&time), catalog.clone(), Vec::new());
        let (log, listed, tells) = Default::default();
        Page { host, thinker: Thinker::new(), catalog, files, time, log, listed, tells }
    }

    /// The same page after it was closed: with what was kept, and nothing else.
    fn again(&mut self) {
        self.host = Host::new(environment(&self.time), self.catalog.clone(), self.listed.clone());
        self.thinker = Thinker::new();
    }

    fn supply(&mut self, needed: Needed) {
        match needed {
            Needed::Rules(id) => assert!(self.host.supply(&id, &self.files), "{id}"),
            Needed::Log(game) => {
                while let Err(needed) = self.host.restore(&game, self.log.clone()) {
                    self.supply(needed);
                }
            }
        }
    }

    fn request(&mut self, method: &str, path: &str, body: &[u8]) -> (u16, Value) {
        loop {
            match self.host.request(method, path, body) {
                Ok((status, text)) => return (status, serde_json::from_str(&text).expect("it is JSON")),
                Err(needed) => self.supply(needed),
            }
        }
    }

    fn begin(&mut self, wish: &Value) -> String {
        let (status, begun) = self.request("POST", "/games", wish.to_string().as_bytes());
        assert_eq!(status, 200, "{begun}");
        serde_json::from_value::<Begun>(begun).expect("a game").game
    }

    /// Sends a request and returns all messages, with those of the bots that follow.
    fn ask(&mut self, ask: &Value) -> Vec<ServerMessage> {
        let ask: ClientMessage = serde_json::from_value(ask.clone()).expect("a message");
        while let Some(needed) = self.host.hear(&ask) {
            self.supply(needed);
        }
        self.settle();
        std::mem::take(&mut self.tells)
    }

    /// Does what is to be done, until nothing is.
    fn settle(&mut self) {
        loop {
            let all = self.host.take();
            if all.is_empty() {
                return;
            }
            for out in all {
                match out {
                    Out::ServerMessage(tell) => self.tells.push(*tell),
                    Out::Keep { after, records, summary, .. } => {
                        assert_eq!(after as usize, self.log.len(), "no record is lost");
                        self.log.extend(records);
                        self.listed = vec![*summary];
                    }
                    Out::KeepRules(_) | Out::StopAnalysis => {}
                    Out::Think(job) => {
                        if !self.thinker.has(&job.hash) {
                            self.thinker.supply(&self.host.files(&job.rules).expect("they are here"));
                        }
                        // As it goes between workers.
                        let job = serde_json::to_string(&job).and_then(|text| serde_json::from_str(&text));
                        let job: dagaz_web::Job = job.expect("it is JSON");
                        let mut told = Vec::new();
                        self.thinker.work(&job, &mut |said| told.push(said));
                        for said in told {
                            match (said, &job.work) {
                                (ThinkerMessage::Chosen(index), Work::Choose { player, .. }) => {
                                    self.host.chosen(&job.game, *player, job.node, index);
                                }
                                (ThinkerMessage::ServerMessage(tell), _) => self.tells.push(*tell),
                                (told, work) => panic!("{told:?} comes of {work:?}"),
                            }
                        }
                    }
                }
            }
        }
    }

    /// Returns the last view among messages.
    fn view(tells: &[ServerMessage]) -> View {
        let view = tells.iter().rev().find_map(|tell| match tell {
            ServerMessage::Joined { view, .. }
            | ServerMessage::Update { view, .. }
            | ServerMessage::View { view, .. } => Some(view),
            _ => None,
        });
        (**view.expect("a view")).clone()
    }
}

fn against_a_bot() -> Value {
    json!({ "rules": "breakthrough", "nonce": "one", "seed": 3,
            "seats": [{ "player": "White", "by": "me" }, { "player": "Black", "by": { "bot": { "bot": "random" } } }] })
}

fn play(game: &str, view: &View, re: u32) -> Value {
    let id = view.moves[0].id.expect("a whole move");
    json!({ "ask": "do", "re": re, "game": game, "nonce": format!("n{re}"), "command": { "do": "play", "node": view.node, "move": id } })
}

#[test]
fn a_bot_answers_a_move_and_a_move_sent_twice_is_made_once() {
    let mut page = Page::new();
    let game = page.begin(&against_a_bot());
    assert_eq!(page.begin(&against_a_bot()), game, "the same request begins no second game");
    let first = Page::view(&page.ask(&json!({ "ask": "join", "re": 1, "game": game })));
    assert!(!first.moves.is_empty() && first.me == ["White"]);
    let command = play(&game, &first, 2);
    let told = page.ask(&command);
    assert!(told.iter().any(|tell| matches!(tell, ServerMessage::Done { re: 2, .. })), "{told:?}");
    let second = Page::view(&told);
    assert!(second.current && second.me == second.status.turn, "the bot has moved: {:?}", second.status);
    let again = page.ask(&command);
    assert!(matches!(again.as_slice(), [ServerMessage::Done { re: 2, .. }]), "{again:?}");
    let stale = page.ask(&play(&game, &first, 3));
    assert!(
        matches!(stale.as_slice(), [ServerMessage::Refused { reason: Reason::Stale, view: Some(_), .. }]),
        "{stale:?}"
    );
}

#[test]
fn a_game_goes_on_after_the_page_was_closed() {
    let mut page = Page::new();
    let game = page.begin(&against_a_bot());
    let first = Page::view(&page.ask(&json!({ "ask": "join", "re": 1, "game": game })));
    let second = Page::view(&page.ask(&play(&game, &first, 2)));
    page.again();
    let (_, listed) = page.request("GET", "/games", b"");
    let listed: Archive = serde_json::from_value(listed).expect("a list");
    assert_eq!(listed.games.iter().map(|one| one.game.as_str()).collect::<Vec<_>>(), [game.as_str()]);
    let restored = Page::view(&page.ask(&json!({ "ask": "join", "re": 1, "game": game })));
    assert_eq!((restored.version, &restored.pieces), (second.version, &second.pieces));
    let third = Page::view(&page.ask(&play(&game, &restored, 3)));
    assert!(third.version > restored.version + 1, "the bot answers still");
}

#[test]
fn hints_and_takebacks_are_answered() {
    let mut page = Page::new();
    let game = page.begin(&against_a_bot());
    let first = Page::view(&page.ask(&json!({ "ask": "join", "re": 1, "game": game })));
    let hint = page.ask(&json!({ "ask": "hint", "re": 2, "game": game, "node": first.node }));
    let good = |tell: &ServerMessage| matches!(tell, ServerMessage::Thought { re: 2, thought, .. } if !thought.lines.is_empty());
    assert!(hint.iter().any(good), "{hint:?}");
    page.ask(&play(&game, &first, 3));
    let offer = json!({ "do": "offer", "kind": "takeback", "node": 0 });
    let back = page.ask(&json!({ "ask": "do", "re": 4, "game": game, "nonce": "n4", "command": offer }));
    assert_eq!(Page::view(&back).node, first.node);
}

#[test]
fn a_clock_that_has_run_out_ends_the_game() {
    let mut page = Page::new();
    let mut wish = against_a_bot();
    wish["clock"] = json!({ "kind": "fischer", "mainMs": 1_000, "addMs": 0 });
    let game = page.begin(&wish);
    let first = Page::view(&page.ask(&json!({ "ask": "join", "re": 1, "game": game })));
    let second = Page::view(&page.ask(&play(&game, &first, 2)));
    let wait = page.host.wakes_in().expect("a clock runs");
    page.host.wake();
    page.settle();
    assert!(page.tells.is_empty(), "there is time left");
    page.time.set(page.time.get() + wait);
    page.host.wake();
    page.settle();
    let last = Page::view(&std::mem::take(&mut page.tells));
    assert!(last.version > second.version && last.status.ending.is_some(), "{:?}", last.status);
    assert_eq!(page.host.wakes_in(), None);
}

#[test]
fn rules_that_are_handed_in_are_played_and_errors_have_their_place() {
    let mut page = Page::new();
    let text = "(drf 3)\n(game \"Little Rows\" (players X O) (board (grid a-c 1-3) (lines three 3)) (piece Mark)
  (rule place (at empty) (put Mark)) (moves place) (win three-in-a-row (full three mine)))";
    let (_, wrong) = page.request("POST", "/rules?name=rows.drf", text.replace("at empty", "at emty").as_bytes());
    let wrong: Uploaded = serde_json::from_value(wrong).expect("an answer");
    assert!(wrong.entry.is_none() && wrong.problems[0].line == Some(3), "{:?}", wrong.problems);
    let (_, taken) = page.request("POST", "/rules?name=rows.drf", text.as_bytes());
    let entry = serde_json::from_value::<Uploaded>(taken).expect("an answer").entry.expect("it can be played");
    assert_eq!(entry.title, "Little Rows");
    let game = page.begin(&json!({ "rules": entry.id, "nonce": "rows" }));
    let view = Page::view(&page.ask(&json!({ "ask": "join", "re": 1, "game": game })));
    assert_eq!(view.moves.len(), 9);
}

#[test]
fn files_of_other_rules_than_the_library_names_are_not_taken() {
    let mut page = Page::new();
    let other =
        Bundle { main: "breakthrough.drf".into(), files: vec![("breakthrough.drf".into(), b"(drf 3)".to_vec())] };
    assert!(!page.host.supply("breakthrough", &other.to_bytes()));
    assert!(!page.host.supply("breakthrough", b"nonsense"));
    assert_eq!(page.request("GET", "/library/nothing/board", b"").0, 404);
    assert_eq!(page.request("POST", "/games", b"{}").0, 400);
    let told = page.ask(&json!({ "ask": "join", "re": 5, "game": "nothing" }));
    assert!(matches!(told.as_slice(), [ServerMessage::Refused { re: 5, reason: Reason::Unknown, .. }]), "{told:?}");
}

#[test]
fn a_text_that_is_being_written_is_checked() {
    let mut page = Page::new();
    let mut ask = |name: &str| {
        let text = "(drf 3)\n(game \"A\" (playrs White))";
        let question = json!({ "name": name, "text": text, "about": { "ask": "check" } }).to_string();
        page.request("POST", "/studio", question.as_bytes())
    };
    let (status, answer) = ask("a.drf");
    assert_eq!((status, &answer["findings"][0]["fix"]["edit"]["text"]), (200, &json!("players")), "{answer}");
    assert_eq!(ask("a.txt").0, 404);
}

#[test]
fn a_draft_is_neither_kept_nor_listed_and_goes_when_it_is_left() {
    let mut page = Page::new();
    let text = "(drf 3)\n(game \"Rows\" (players X O) (board (grid a-c 1-3) (lines three 3)) (piece Mark)
  (rule place (at empty) (put Mark)) (moves place) (win three-in-a-row (full three mine)))";
    let (_, taken) = page.request("POST", "/rules?name=rows.drf&draft=true", text.as_bytes());
    let entry = serde_json::from_value::<Uploaded>(taken).expect("an answer").entry.expect("it can be played");
    let bot = json!([{ "player": "O", "by": { "bot": { "bot": "random" } } }]);
    let game = page.begin(&json!({ "rules": entry.id, "draft": true, "nonce": "d", "seats": bot }));
    let view = Page::view(&page.ask(&json!({ "ask": "join", "re": 1, "game": game })));
    let tells = page.ask(&play(&game, &view, 2));
    assert_eq!(Page::view(&tells).moves.len(), 7, "the bot has answered");
    assert!(page.log.is_empty() && page.listed.is_empty());
    assert!(page.host.take().is_empty());
    page.ask(&json!({ "ask": "leave", "re": 3, "game": game }));
    let tells = page.ask(&json!({ "ask": "join", "re": 4, "game": game }));
    assert!(matches!(tells.as_slice(), [ServerMessage::Refused { re: 4, reason: Reason::Unknown, .. }]), "{tells:?}");
}
