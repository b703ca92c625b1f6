//! `dagaz worker`: checks one uploaded rules file in a process with bounded memory and time.
//!
//! A hidden command that the server starts. The server treats any exit as an answer.

use std::time::Duration;

use dagaz_server::Worker;

use super::source::Rules;
use crate::failure::Failure;

/// Memory of the process, in bytes: what it may change, and what it may reserve.
#[cfg(any(target_os = "linux", target_os = "macos"))]
const DATA_BYTES: u64 = 512 << 20;
#[cfg(any(target_os = "linux", target_os = "macos"))]
const ADDRESS_BYTES: u64 = 4 << 30;

/// Bytes of the stack on which rules are read; more is taken from the memory where it is needed.
const STACK_BYTES: usize = 8 << 20;

/// Seconds of processor time.
#[cfg(any(target_os = "linux", target_os = "macos"))]
const PROCESSOR: u64 = 15;

/// How long the server waits. The worker is judged by its processor time: on a machine that has
/// much else to do it may last.
const PATIENCE: Duration = Duration::from_secs(300);

/// How the server starts a worker: this very program.
pub(super) fn of_this_program() -> Result<Worker, Failure> {
    Ok(Worker { program: std::env::current_exe()?, arguments: vec!["worker".to_string()], patience: PATIENCE })
}

/// Judges what comes on standard input.
pub(crate) fn run() -> Result<(), Failure> {
    let judge = || {
        dagaz_server::yield_to_others();
        bound()?;
        let rules = Rules::new(None)?;
        super::sandbox::enter()?;
        dagaz_server::judge(&rules, std::io::stdin().lock(), std::io::stdout().lock())?;
        Ok(())
    };
    // The bounds of the first thread's stack stand in a file, which cannot be read in jail; those
    // of any other are known.
    let judging = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(judge)?;
    judging.join().unwrap_or_else(|_| Err(Failure::Errors("the worker has failed".to_string())))
}

/// Bounds this process: memory, processor time, and that it writes no file.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn bound() -> Result<(), Failure> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let bounds = [
        (Resource::Data, DATA_BYTES),
        (Resource::As, ADDRESS_BYTES),
        (Resource::Cpu, PROCESSOR),
        (Resource::Fsize, 0),
        (Resource::Core, 0),
    ];
    for (resource, most) in bounds {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) }).map_err(std::io::Error::from)?;
    }
    Ok(())
}

/// Where the system cannot bound a process, the server's patience does.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn bound() -> Result<(), Failure> {
    Ok(())
}
