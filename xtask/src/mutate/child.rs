//! Runs a process and measures its processor time and the most memory that it held.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Processor time after which a process is killed.
const LONGEST: Duration = Duration::from_secs(60);

/// Time after which a process is killed that waits for something.
const PATIENCE: Duration = Duration::from_secs(300);

/// Between two looks at a process.
const LOOK: Duration = Duration::from_millis(2);

/// A tick of `/proc/PID/stat`: `USER_HZ` is 100 on every architecture of Linux that Rust supports.
const TICK: Duration = Duration::from_millis(10);

/// Bytes of output that are kept.
const KEPT: u64 = 1 << 20;

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Code(i32),
    Signal(i32),
    /// It was killed after [`LONGEST`] or [`PATIENCE`].
    Hung,
}

/// What a process did.
pub(super) struct Ended {
    pub(super) outcome: Outcome,
    pub(super) processor: Duration,
    /// The most resident bytes.
    pub(super) memory: u64,
    pub(super) output: String,
    pub(super) errors: String,
}

/// Runs a program. `file` is an argument at a place among the others, `input` standard input.
pub(super) fn run(
    program: &Path,
    words: &[&str],
    file: Option<(usize, &Path)>,
    input: Option<&Path>,
) -> Result<Ended, String> {
    let mut command = Command::new(program);
    let (before, after) = words.split_at(file.map_or(words.len(), |(at, _)| at));
    command.args(before).args(file.map(|(_, path)| path)).args(after);
    let told = |error: std::io::Error| format!("{}: {error}", program.display());
    let stdin = input.map(File::open).transpose().map_err(told)?.map_or(Stdio::null(), Stdio::from);
    let mut child = command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(told)?;
    let output = gather(child.stdout.take());
    let errors = gather(child.stderr.take());
    let (processor, memory, hung) = watch(&mut child).map_err(told)?;
    let status = child.wait().map_err(told)?;
    let outcome = match status.code() {
        _ if hung => Outcome::Hung,
        Some(code) => Outcome::Code(code),
        None => Outcome::Signal(signal(status)),
    };
    let text = |gathered: JoinHandle<String>| gathered.join().unwrap_or_default();
    Ok(Ended { outcome, processor, memory, output: text(output), errors: text(errors) })
}

#[cfg(unix)]
fn signal(status: std::process::ExitStatus) -> i32 {
    std::os::unix::process::ExitStatusExt::signal(&status).unwrap_or(0)
}

#[cfg(not(unix))]
fn signal(_: std::process::ExitStatus) -> i32 {
    0
}

/// Reads what a process writes, so that it never waits; keeps the beginning.
fn gather(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let Some(mut pipe) = pipe else { return String::new() };
        let mut kept = Vec::new();
        let _ = (&mut pipe).take(KEPT).read_to_end(&mut kept);
        let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        String::from_utf8_lossy(&kept).into_owned()
    })
}

/// Waits until a process has ended but is not reaped. Returns its processor time, its memory, and
/// whether it was killed.
fn watch(child: &mut Child) -> std::io::Result<(Duration, u64, bool)> {
    let (began, folder) = (Instant::now(), format!("/proc/{}", child.id()));
    let (mut processor, mut memory) = (Duration::ZERO, 0);
    loop {
        let Ok(stat) = std::fs::read_to_string(format!("{folder}/stat")) else {
            // Without /proc only the time that passes is known.
            if child.try_wait()?.is_some() {
                return Ok((processor.max(began.elapsed()), memory, false));
            }
            std::thread::sleep(LOOK);
            continue;
        };
        // Fields are counted behind the name, which may hold blanks: state is the first, utime and
        // stime are the 12th and 13th.
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |at: usize| fields.get(at).and_then(|text| text.parse::<u32>().ok()).unwrap_or(0);
        processor = TICK * (ticks(11) + ticks(12));
        let status = std::fs::read_to_string(format!("{folder}/status")).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = peak.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0);
        memory = memory.max(kilobytes << 10);
        if fields.first() == Some(&"Z") {
            return Ok((processor, memory, false));
        }
        if processor > LONGEST || began.elapsed() > PATIENCE {
            child.kill()?;
            return Ok((processor, memory, true));
        }
        std::thread::sleep(LOOK);
    }
}
