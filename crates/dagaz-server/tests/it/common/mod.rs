//! A server for tests, and clients of it.

mod client;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dagaz_contract::catalog::{LibraryEntry, Problem, RulesFile};
use dagaz_contract::studio::{TextAnswer, TextQuestion};
use dagaz_core::{Game, Limits};
use dagaz_drf::DrfFile;
use dagaz_engine::{CompiledGame, PathGame};
use dagaz_server::{
    Asset, AssetBody, Assets, Clock, Connector, PassRules, PasswordCost, Public, Server, Setup, Token, Worker,
};
use dagaz_store::{Options, Register, Store};
use dagaz_syntax::NoIncludes;
use dagaz_table::{Bundle, Loaded, RulesSource};
use dagaz_testkit::source::{files, root};
use dagaz_zrf::GameFile;
use serde_json::{Value, json};
use tokio::net::TcpStream as AsyncStream;
use tokio_tungstenite::MaybeTlsStream;
use tokio_tungstenite::tungstenite::ClientRequestBuilder;

pub(crate) use client::Client;

/// The library's files, and one whose text a test can change.
#[derive(Default)]
pub(crate) struct TestRules {
    pub own: Mutex<Option<String>>,
    pub changed: Mutex<bool>,
    /// How often a game was made.
    pub loads: AtomicU32,
}

impl TestRules {
    pub(crate) fn save(&self, text: &str) {
        *self.own.lock().expect("no test has failed") = Some(text.to_string());
        *self.changed.lock().expect("no test has failed") = true;
    }
}

impl RulesSource for TestRules {
    fn library(&self) -> Vec<LibraryEntry> {
        Vec::new()
    }

    fn open(&self) -> Option<String> {
        None
    }

    fn bundle(&self, id: &str) -> Option<Arc<Bundle>> {
        let bytes = match id {
            "file" => self.own.lock().expect("no test has failed").clone()?.into_bytes(),
            // Games that no text can say; the bundle only names them.
            "three-cups" => id.as_bytes().to_vec(),
            // One hides something, and the players of the other roll dice.
            "dark-chess" | "backgammon" => {
                let all = files(&root().join("games"), "drf");
                let path = all.into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == id))?;
                let bytes = std::fs::read(path).expect("it can be read");
                return Some(Arc::new(Bundle { main: format!("{id}.drf"), files: vec![(format!("{id}.drf"), bytes)] }));
            }
            _ => {
                let all = files(&root().join("games"), "zrf");
                let path = all.into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == id))?;
                std::fs::read(path).expect("it can be read")
            }
        };
        Some(Arc::new(Bundle { main: format!("{id}.zrf"), files: vec![(format!("{id}.zrf"), bytes)] }))
    }

    fn unpack(&self, name: &str, bytes: &[u8]) -> Result<Bundle, Vec<Problem>> {
        Ok(Bundle { main: name.to_string(), files: vec![(name.to_string(), bytes.to_vec())] })
    }

    fn entry(&self, id: &str, bundle: &Bundle) -> (LibraryEntry, Vec<Problem>) {
        let problems = self.load(bundle, None).err().unwrap_or_default();
        let entry = LibraryEntry {
            id: id.to_string(),
            family: None,
            title: bundle.main.clone(),
            variants: Vec::new(),
            default: 0,
            about: String::new(),
            choosers: 2,
            chance: false,
            errors: problems.len() as u32,
            by: None,
            visible: None,
        };
        (entry, problems)
    }

    fn answer(&self, question: &TextQuestion) -> Option<TextAnswer> {
        question.name.ends_with(".drf").then_some(TextAnswer::Formatted { edit: None })
    }

    fn load(&self, bundle: &Bundle, variant: Option<u32>) -> Result<Loaded, Vec<Problem>> {
        self.loads.fetch_add(1, Ordering::SeqCst);
        if bundle.main == "three-cups.zrf" {
            let game: Arc<dyn Game> = Arc::new(dagaz_testkit::hidden::ThreeCups::new().expect("it is small"));
            return Ok(Loaded {
                game,
                variant: 0,
                title: "Three Cups".to_string(),
                about: String::new(),
                images: Vec::new(),
                look: None,
            });
        }
        if bundle.main.ends_with(".drf") {
            let file = DrfFile::parse(&bundle.main, &bundle.files[0].1, &NoIncludes, &Limits::default());
            let rules = file.rules(file.default_index()).rules.expect("the rules have no errors");
            let game = PathGame::new(rules.into(), &Limits::default()).expect("it is within the limits");
            return Ok(Loaded {
                game: Arc::new(game),
                variant: file.default_index() as u32,
                title: bundle.main.clone(),
                about: String::new(),
                images: Vec::new(),
                look: None,
            });
        }
        let mut file = GameFile::parse(&bundle.main, &bundle.files[0].1, &NoIncludes, &Limits::default());
        let bad = |say: &str| {
            vec![Problem {
                code: "test".into(),
                error: true,
                say: say.into(),
                file: None,
                line: None,
                column: None,
                text: None,
                mark: None,
                hint: None,
            }]
        };
        if file.playable().is_empty() {
            return Err(bad("there is no game"));
        }
        let index = variant.map_or(file.default_index(), |variant| variant as usize);
        let rules = file.rules(index).rules.ok_or_else(|| bad("the rules have errors"))?;
        let title = file.playable()[index].title.clone();
        let game = CompiledGame::new(rules.into(), &Limits::default()).map_err(|hit| bad(&hit.to_string()))?;
        Ok(Loaded {
            game: Arc::new(game),
            variant: index as u32,
            title,
            about: String::new(),
            images: Vec::new(),
            look: None,
        })
    }

    fn texts(&self, _bundle: &Bundle) -> Vec<RulesFile> {
        Vec::new()
    }

    fn changed(&self) -> Vec<String> {
        let changed = std::mem::take(&mut *self.changed.lock().expect("no test has failed"));
        changed.then(|| "file".to_string()).into_iter().collect()
    }
}

/// By which browsers know the public server of tests.
pub(crate) const ORIGIN: &str = "https://games.example";

/// By which the figures of the server of tests are asked for.
pub(crate) const METRICS: &str = "ffeeddccbbaa99887766554433221100";

/// A page of one file.
static ASSETS: Assets = Assets {
    files: &[Asset {
        path: "index.html",
        kind: "text/html; charset=utf-8",
        body: AssetBody::Compressed {
            brotli: include_bytes!("../../page/index.html.br"),
            gzip: include_bytes!("../../page/index.html.gz"),
        },
        lasting: false,
    }],
    missing: None,
};

/// A server that runs until it is stopped.
pub(crate) struct Running {
    pub address: SocketAddr,
    pub connector: Connector,
    pub token: String,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    task: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl Running {
    pub(crate) async fn start(folder: &std::path::Path, rules: Arc<TestRules>) -> Running {
        Running::start_as(folder, rules, None, dagaz_server::Limits::default()).await
    }

    /// A public server, whose passwords cost little.
    pub(crate) async fn start_public(
        folder: &std::path::Path,
        limits: dagaz_server::Limits,
        passes: PassRules,
    ) -> Running {
        let register = Register::open(&folder.join("people.sqlite")).expect("it opens");
        let password_cost = PasswordCost { kib: 64, rounds: 1 };
        let public = Public { password_cost, passes, ..Public::new(ORIGIN, register) };
        Running::start_as(folder, Arc::default(), Some(public), limits).await
    }

    /// A public server on a machine whose clock may leap.
    pub(crate) async fn start_by(folder: &std::path::Path, passes: PassRules, clock: Clock) -> Running {
        Running::start_limited_by(folder, passes, dagaz_server::Limits::default(), clock).await
    }

    /// The same with limits.
    pub(crate) async fn start_limited_by(
        folder: &std::path::Path,
        passes: PassRules,
        limits: dagaz_server::Limits,
        clock: Clock,
    ) -> Running {
        let register = Register::open(&folder.join("people.sqlite")).expect("it opens");
        let password_cost = PasswordCost { kib: 64, rounds: 1 };
        let public = Public { password_cost, passes, ..Public::new(ORIGIN, register) };
        let store = Store::open(&folder.join("games.sqlite"), Options::default()).expect("it opens");
        Running::start_with(store, Arc::default(), Some(public), None, limits, clock).await
    }

    /// A public server that takes rules, and has them judged by a worker.
    pub(crate) async fn start_judging(
        folder: &std::path::Path,
        worker: Worker,
        limits: dagaz_server::Limits,
    ) -> Running {
        let register = Register::open(&folder.join("people.sqlite")).expect("it opens");
        let password_cost = PasswordCost { kib: 64, rounds: 1 };
        let public = Public { password_cost, ..Public::new(ORIGIN, register) };
        let store = Store::open(&folder.join("games.sqlite"), Options::default()).expect("it opens");
        Running::start_with(store, Arc::default(), Some(public), Some(worker), limits, Clock::of_machine()).await
    }

    /// One of several public servers on a database.
    pub(crate) async fn start_beside(address: &str, limits: dagaz_server::Limits) -> Running {
        let store = Store::open_database(address, Options::default()).expect("it opens");
        let register = Register::open_database(address).expect("it opens");
        let public = Public { password_cost: PasswordCost { kib: 64, rounds: 1 }, ..Public::new(ORIGIN, register) };
        Running::start_with(store, Arc::default(), Some(public), None, limits, Clock::of_machine()).await
    }

    pub(crate) async fn start_as(
        folder: &std::path::Path,
        rules: Arc<TestRules>,
        public: Option<Public>,
        limits: dagaz_server::Limits,
    ) -> Running {
        let store = Store::open(&folder.join("games.sqlite"), Options::default()).expect("it opens");
        Running::start_with(store, rules, public, None, limits, Clock::of_machine()).await
    }

    pub(crate) async fn start_with(
        store: Store,
        rules: Arc<TestRules>,
        public: Option<Public>,
        worker: Option<Worker>,
        limits: dagaz_server::Limits,
        clock: Clock,
    ) -> Running {
        let token = Token::from_text("00112233445566778899aabbccddeeff").expect("it is one");
        let text = token.text().to_string();
        let setup = Setup {
            rules,
            store,
            token,
            metrics: Token::from_text(METRICS).expect("it is one"),
            limits,
            clock,
            assets: &ASSETS,
            origins: Vec::new(),
            bot_threads: 1,
            worker,
            public,
        };
        let server = Server::bind(([127, 0, 0, 1], 0).into(), setup).await.expect("a port is free");
        let (address, connector) = (server.address(), server.connector());
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let task = tokio::spawn(server.run(async move {
            let _ = stopped.await;
        }));
        Running { address, connector, token: text, stop: Some(stop), task }
    }

    /// Ends the server without waiting for it.
    pub(crate) fn abandon(mut self) {
        drop(self.connector);
        let _ = self.stop.take().map(|stop| stop.send(()));
    }

    pub(crate) async fn stop(mut self) {
        drop(self.connector);
        self.stop.take().expect("it runs").send(()).expect("it runs");
        tokio::time::timeout(Duration::from_secs(10), self.task)
            .await
            .expect("it ends")
            .expect("it ends")
            .expect("it ends well");
    }

    /// A request with these headers: the status, the head and the body of the answer.
    pub(crate) fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, String, String) {
        let (status, head, body) = self.exchange(method, path, headers, body);
        (status, head, String::from_utf8(body).expect("the answer is text"))
    }

    /// The same for what may be answered by a picture.
    pub(crate) fn request_bytes(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> (u16, String, Vec<u8>) {
        self.exchange(method, path, headers, "")
    }

    fn exchange(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> (u16, String, Vec<u8>) {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a time");
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).expect("it listens");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it answers");
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, head.to_lowercase(), answer.split_off(end + 4))
    }

    pub(crate) fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }

    /// Sends a request with the server's token.
    pub(crate) fn json(&self, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        let bearer = self.bearer();
        let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
        let body = body.map_or(String::new(), |body| body.to_string());
        let (status, head, body) = self.request(method, &format!("/api/v1{path}"), &headers, &body);
        let body = if head.contains("transfer-encoding: chunked") { dechunked(&body) } else { body };
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    pub(crate) fn begin(&self, request: Value) -> String {
        let (status, begun) = self.json("POST", "/games", Some(request));
        assert_eq!(status, 201, "{begun}");
        begun["game"].as_str().expect("an id").to_string()
    }

    pub(crate) async fn socket(&self) -> Client {
        self.socket_of(&self.token).await.expect("it is let in")
    }

    /// Returns a socket with a session token, or `None` if the token is invalid.
    pub(crate) async fn socket_of(&self, pass: &str) -> Option<Client> {
        let stream = AsyncStream::connect(self.address).await.ok()?;
        self.socket_by(pass, stream).await
    }

    /// The same by a connection that has been made.
    pub(crate) async fn socket_by(&self, pass: &str, stream: AsyncStream) -> Option<Client> {
        let url = format!("ws://{}/api/v1/socket", self.address).parse().expect("an address");
        let request = ClientRequestBuilder::new(url).with_header("Authorization", format!("Bearer {pass}"));
        let stream = MaybeTlsStream::Plain(stream);
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await.ok()?;
        Some(Client { socket, next: 0, news: Vec::new() })
    }

    /// Sends a request with a session token, or without; returns also the token that the answer
    /// sets.
    pub(crate) fn as_person(
        &self,
        pass: &str,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> (u16, Value, Option<String>) {
        let bearer = format!("Bearer {pass}");
        let mut headers = vec![("Content-Type", "application/json")];
        if !pass.is_empty() {
            headers.push(("Authorization", &bearer));
        }
        let body = body.map_or(String::new(), |body| body.to_string());
        let (status, head, body) = self.request(method, &format!("/api/v1{path}"), &headers, &body);
        let body = if head.contains("transfer-encoding: chunked") { dechunked(&body) } else { body };
        let cookie = head.split("set-cookie: __host-dagaz=").nth(1).and_then(|rest| rest.split(';').next());
        let pass = cookie.filter(|pass| !pass.is_empty()).map(str::to_string);
        (status, serde_json::from_str(&body).unwrap_or(Value::Null), pass)
    }

    /// Creates a user: with an account, or a guest if there is no name. Returns their token and id.
    pub(crate) fn new_user(&self, name: &str) -> (String, String) {
        let (path, body) = match name {
            "" => ("/guests", json!({})),
            name => ("/accounts", json!({ "name": name, "password": format!("password of {name}") })),
        };
        let (status, view, pass) = self.as_person("", "POST", path, Some(body));
        assert_eq!(status, 200, "{view}");
        (pass.expect("a pass"), view["person"].as_str().expect("an id").to_string())
    }
}

fn dechunked(body: &str) -> String {
    let (mut rest, mut out) = (body, String::new());
    while let Some((length, behind)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap_or(0);
        out += behind.get(..length).unwrap_or_default();
        rest = behind.get(length + 2..).unwrap_or_default();
    }
    out
}
