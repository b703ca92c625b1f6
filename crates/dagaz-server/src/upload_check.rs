//! Uploads are checked in a separate process.
//!
//! Rules may take unbounded time or memory to read. So an upload goes to a [`Worker`] first: a
//! process with bounded memory and time. It unpacks, reads and compiles every game of the file, and
//! plays a few moves of each. A crash, a hang or an exceeded limit is an error of the file. For
//! accepted files the server compiles the same bytes under the same limits.
//!
//! Request and response are length-prefixed parts on standard input and output. A request of two
//! parts is an upload: its name and its bytes. One of a single part is a question about a text.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use dagaz_contract::catalog::{LibraryEntry, Problem};
use dagaz_contract::studio::{TextAnswer, TextQuestion};
use dagaz_core::{Fuel, Game, MoveList, Turn, UndoLog, below};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::pictures;
use crate::refused::Refused;
use crate::work::processor_time;
use dagaz_table::{Bundle, RulesSource};

/// How the worker process is started: program and arguments.
#[derive(Clone, Debug)]
pub struct Worker {
    /// The program; it calls [`judge`] on its standard input and output.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// How long it may take, by the clock on the wall. Its processor time and memory are bounded by
    /// itself.
    pub patience: Duration,
}

/// Workers at the same time: there are games to be played meanwhile.
const AT_ONCE: usize = 1;

/// Files that wait for a worker; more are refused.
const WAITING: usize = 16;

/// Questions about texts that wait for an answer; more are refused.
const QUESTIONS: usize = 64;

/// Bytes of an answer: a bundle is never larger.
const ANSWER_BYTES: u64 = 40 << 20;

/// Plies of each game that are tried.
const PLIES: usize = 40;

/// How much processor time one position of such a game may take.
const POSITION: Duration = Duration::from_millis(500);

/// Games and variants of one file.
const VARIANTS_MAX: usize = 200;

/// The result of checking an upload.
pub(crate) struct CheckedUpload {
    /// Its files, if it could be unpacked.
    pub(crate) bundle: Option<Bundle>,
    /// Its list entry, if a part of it can be played.
    pub(crate) entry: Option<LibraryEntry>,
    pub(crate) problems: Vec<Problem>,
}

/// The part of an answer that is JSON.
#[derive(Serialize, Deserialize)]
struct WorkerAnswer {
    entry: Option<LibraryEntry>,
    problems: Vec<Problem>,
}

/// The workers that check uploads.
pub(crate) struct Judges {
    worker: Option<Worker>,
    at_once: Semaphore,
    waiting: Arc<Semaphore>,
    questions: Arc<Semaphore>,
}

impl Judges {
    pub(crate) fn new(worker: Option<Worker>) -> Judges {
        let places = |count| Arc::new(Semaphore::new(count));
        Judges { worker, at_once: Semaphore::new(AT_ONCE), waiting: places(WAITING), questions: places(QUESTIONS) }
    }

    /// Returns whether uploads are checked in a separate process.
    pub(crate) fn are_apart(&self) -> bool {
        self.worker.is_some()
    }

    /// Returns a slot among the waiting uploads: their contents are in memory.
    pub(crate) fn place(&self) -> Result<OwnedSemaphorePermit, Refused> {
        self.waiting.clone().try_acquire_owned().map_err(|_| Refused::busy())
    }

    /// Returns a slot among the waiting questions about texts.
    pub(crate) fn question_place(&self) -> Result<OwnedSemaphorePermit, Refused> {
        self.questions.clone().try_acquire_owned().map_err(|_| Refused::busy())
    }

    /// Returns how a worker is started, if there are workers.
    pub(crate) fn worker(&self) -> Option<&Worker> {
        self.worker.as_ref()
    }

    /// Judges a file of a name; none where there is no worker to do it.
    pub(crate) async fn judge(&self, name: &str, bytes: &[u8]) -> Result<Option<CheckedUpload>, Refused> {
        let Some(worker) = &self.worker else { return Ok(None) };
        let _turn = self.at_once.acquire().await.map_err(|_| Refused::busy())?;
        let said = match tokio::time::timeout(worker.patience, worker.ask(name, bytes)).await {
            Ok(Ok(answer)) => return Ok(Some(answer)),
            Ok(Err(WorkerFailure::Start(error))) => {
                tracing::error!(%error, "no worker can be started");
                return Err(Refused::busy());
            }
            Ok(Err(failure)) => failure_text(Some(&failure), worker.patience),
            Err(_) => failure_text(None, worker.patience),
        };
        let said = said.unwrap_or_default();
        tracing::warn!(file = name, said, "something handed in was too much");
        Ok(Some(CheckedUpload { bundle: None, entry: None, problems: vec![Problem::fatal("tooMuch", &said)] }))
    }
}

/// Returns why a text has no answer: the failure of its worker, or that it was waited for too long.
/// `None` if no worker could be started, which is not the fault of the text.
pub(crate) fn failure_text(failure: Option<&WorkerFailure>, patience: Duration) -> Option<String> {
    match failure {
        Some(WorkerFailure::Start(_)) => None,
        Some(WorkerFailure::Died(how)) => {
            Some(format!("reading these rules takes more memory or time than there is for it ({how})"))
        }
        Some(WorkerFailure::Answer) => Some("reading these rules has failed".to_string()),
        None => Some(format!("reading these rules takes longer than {} seconds", patience.as_secs())),
    }
}

/// Why a worker has given no answer.
pub(crate) enum WorkerFailure {
    Start(std::io::Error),
    Died(String),
    Answer,
}

impl Worker {
    async fn ask(&self, name: &str, bytes: &[u8]) -> Result<CheckedUpload, WorkerFailure> {
        let answer = self.run(&[name.as_bytes(), bytes]).await?;
        let mut rest = answer.as_slice();
        let answer: WorkerAnswer =
            next(&mut rest).and_then(|json| serde_json::from_slice(json).ok()).ok_or(WorkerFailure::Answer)?;
        let bundle = next(&mut rest).and_then(Bundle::from_bytes);
        Ok(CheckedUpload { bundle, entry: answer.entry, problems: answer.problems })
    }

    /// Answers a question about a text; `None` if its name is not that of a rules file.
    pub(crate) async fn answer(&self, question: &TextQuestion) -> Result<Option<TextAnswer>, WorkerFailure> {
        let question = serde_json::to_vec(question).map_err(|_| WorkerFailure::Answer)?;
        let answer = self.run(&[&question]).await?;
        let json = next(&mut answer.as_slice()).map(serde_json::from_slice);
        json.and_then(Result::ok).ok_or(WorkerFailure::Answer)
    }

    /// Starts a process, sends it the parts of a request, and returns its response.
    async fn run(&self, parts: &[&[u8]]) -> Result<Vec<u8>, WorkerFailure> {
        let mut child = tokio::process::Command::new(&self.program)
            .args(&self.arguments)
            .env_clear()
            // Memory that the allocator only sets aside would count against the worker's bound, and
            // leave it none.
            .env("MIMALLOC_ARENA_EAGER_COMMIT", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(WorkerFailure::Start)?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(WorkerFailure::Answer);
        };
        let mut question = Vec::new();
        parts.iter().for_each(|bytes| part(&mut question, bytes));
        let asked = async {
            // A dead worker reads nothing; its exit status is reported.
            let _ = input.write_all(&question).await;
            drop(input);
        };
        let mut answer = Vec::new();
        let mut output = output.take(ANSWER_BYTES);
        let (read, ()) = tokio::join!(output.read_to_end(&mut answer), asked);
        let status = child.wait().await.map_err(WorkerFailure::Start)?;
        if !status.success() {
            return Err(WorkerFailure::Died(status.to_string()));
        }
        read.map_err(|_| WorkerFailure::Answer)?;
        Ok(answer)
    }
}

fn part(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend((bytes.len() as u32).to_le_bytes());
    out.extend(bytes);
}

fn next<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, behind) = rest.split_first_chunk::<4>()?;
    let length = u32::from_le_bytes(*length) as usize;
    let found = behind.get(..length)?;
    *rest = &behind[length..];
    Some(found)
}

/// Runs a worker: reads a request, checks the upload or answers the question, and writes the
/// response.
/// The caller has limited the process before.
pub fn judge(rules: &dyn RulesSource, mut input: impl Read, mut output: impl Write) -> std::io::Result<()> {
    let mut question = Vec::new();
    input.read_to_end(&mut question)?;
    let mut rest = question.as_slice();
    let first = next(&mut rest).ok_or_else(|| std::io::Error::other("this is no question"))?;
    let mut out = Vec::new();
    let Some(bytes) = next(&mut rest) else {
        part(&mut out, &serde_json::to_vec(&rules.answer(&serde_json::from_slice(first)?))?);
        output.write_all(&out)?;
        return output.flush();
    };
    let name = first;
    let judged = judged(rules, &String::from_utf8_lossy(name), bytes, true);
    let answer = WorkerAnswer { entry: judged.entry, problems: judged.problems };
    part(&mut out, &serde_json::to_vec(&answer)?);
    if let Some(bundle) = judged.bundle {
        part(&mut out, &bundle.to_bytes());
    }
    output.write_all(&out)?;
    output.flush()
}

/// Checks an upload in this process; `harm`: also whether any game of it exceeds limits.
pub(crate) fn judged(rules: &dyn RulesSource, name: &str, bytes: &[u8], harm: bool) -> CheckedUpload {
    let bundle = match rules.unpack(name, bytes) {
        Ok(bundle) => bundle,
        Err(problems) => return CheckedUpload { bundle: None, entry: None, problems },
    };
    let pixels: u64 = bundle.files.iter().map(|(_, bytes)| pictures::pixels(bytes)).sum();
    if pixels > pictures::TOGETHER_MAX {
        let say = format!("the pictures have {pixels} pixels; together they may have {}", pictures::TOGETHER_MAX);
        return CheckedUpload { bundle: Some(bundle), entry: None, problems: vec![Problem::fatal("tooMuch", &say)] };
    }
    let (entry, mut problems) = rules.entry(&crate::bundles::id_of(&bundle.hash()), &bundle);
    if harm && entry.errors == 0 {
        problems.extend(tried(rules, &bundle, &entry));
    }
    let good = !problems.iter().any(|problem| problem.error);
    CheckedUpload { bundle: Some(bundle), entry: (entry.errors == 0 && good).then_some(entry), problems }
}

/// Compiles every game of a file and plays a few moves of it. A variant with errors is reported
/// when it is chosen; this check looks for harmful ones.
fn tried(rules: &dyn RulesSource, bundle: &Bundle, entry: &LibraryEntry) -> Option<Problem> {
    if entry.variants.len() > VARIANTS_MAX {
        return Some(Problem::fatal("tooMuch", &format!("a file may have {VARIANTS_MAX} games and variants at most")));
    }
    (0..entry.variants.len() as u32).find_map(|variant| {
        let loaded = rules.load(bundle, Some(variant)).ok()?;
        let spent = longest_position(&*loaded.game)?;
        let say = format!("the moves of one position of {} take {} ms", loaded.title, spent.as_millis());
        Some(Problem::fatal("tooMuch", &say))
    })
}

/// Time of a position in a playout, if one took too long.
fn longest_position(game: &dyn Game) -> Option<Duration> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut state = game.initial();
    for _ in 0..PLIES {
        let begun = processor_time();
        let mut list = MoveList::new();
        let player = match game.turn(&state) {
            Turn::Choice(player) | Turn::Chance(player) => player,
            Turn::Together(players) => *players.first()?,
        };
        // A limit of the rules is met in play as well, and reported there.
        let over = game.outcome(&state).ok()?.is_some();
        game.moves_of(&state, player, &mut list, &mut Fuel::new(game.limits().fuel)).ok()?;
        let spent = processor_time().saturating_sub(begun);
        if spent > POSITION {
            return Some(spent);
        }
        if over || list.is_empty() {
            return None;
        }
        game.play(&mut state, list.get(below(&mut rng, list.len())), &mut UndoLog::new());
    }
    None
}
