//! The server under test, in a process of its own.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// Builds the program.
pub(crate) fn built() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let done = Command::new(env!("CARGO"))
        .args(["build", "-p", "dagaz", "--features", "postgres"])
        .current_dir(&root)
        .status();
    if !done.is_ok_and(|status| status.success()) {
        return Err("the server cannot be built".to_string());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join("debug").join(if cfg!(windows) { "dagaz.exe" } else { "dagaz" }))
}

/// Starts the server; returns its startup message once it listens.
pub(crate) fn start(program: &Path, port: u16, options: &[&str]) -> Result<(Child, Value), String> {
    // The port of a process that has just been killed may be taken for a moment.
    for _ in 0..100 {
        let mut child = Command::new(program)
            .args(["serve", "--no-open", "--json", "--port", &port.to_string()])
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let mut told = String::new();
        if let Some(out) = child.stdout.take() {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                told += &line;
                if line == "}" {
                    break;
                }
            }
        }
        if let Ok(told) = serde_json::from_str(&told) {
            return Ok((child, told));
        }
        let _ = child.wait();
        std::thread::sleep(Duration::from_millis(50));
    }
    Err("the server does not start".to_string())
}

/// A server that does not outlive a failed run.
pub(crate) struct Server(Child);

impl Server {
    pub(crate) fn new(child: Child) -> Server {
        Server(child)
    }

    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// Asks it to end, and waits until it has.
    pub(crate) fn stop(&mut self) -> Result<(), String> {
        let number = i32::try_from(self.0.id()).ok().and_then(rustix::process::Pid::from_raw);
        let number = number.ok_or("a process without a number")?;
        rustix::process::kill_process(number, rustix::process::Signal::TERM).map_err(|error| error.to_string())?;
        let status = self.0.wait().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("the server ended with {status}")) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // One that has ended already cannot be killed, which is as good.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An unused port.
pub(crate) fn free_port() -> Result<u16, String> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
    Ok(listener.local_addr().map_err(|error| error.to_string())?.port())
}

/// Memory of a process, in bytes.
pub(crate) fn resident(pid: u32) -> Result<u64, String> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).map_err(|error| error.to_string())?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib: Option<u64> = line.and_then(|line| line.trim().split(' ').next()?.parse().ok());
    kib.map(|kib| kib * 1024).ok_or_else(|| "the memory of the server is not told".to_string())
}

/// Open files and connections of a process.
pub(crate) fn descriptors(pid: u32) -> Result<u64, String> {
    let files = std::fs::read_dir(format!("/proc/{pid}/fd")).map_err(|error| error.to_string())?;
    Ok(files.count() as u64)
}

/// Processor time of a process, in microseconds; it is counted in hundredths of a second.
pub(crate) fn processor_us(pid: u32) -> Result<u64, String> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).map_err(|error| error.to_string())?;
    let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let fields: Vec<u64> = rest.split_whitespace().skip(11).take(2).filter_map(|field| field.parse().ok()).collect();
    Ok(fields.iter().sum::<u64>() * 10_000)
}
