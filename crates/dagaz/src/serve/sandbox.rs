//! The jail of a worker: no file, no network, no other process, and none but the system calls that
//! reading rules takes.
//!
//! Rules are read by safe code, so that the sandbox is a second line of defence, against unknown
//! faults.

use crate::failure::Failure;

/// Enters the jail, out of which there is no way. On systems that have none nothing happens; a
/// kernel that has only a part of it gives that part.
#[cfg(target_os = "linux")]
pub(super) fn enter() -> Result<(), Failure> {
    without_files().map_err(|error| Failure::Errors(format!("the worker cannot give up its files: {error}")))?;
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    with_few_calls().map_err(|error| Failure::Errors(format!("the worker cannot give up system calls: {error}")))?;
    Ok(())
}

/// See above.
#[cfg(not(target_os = "linux"))]
pub(super) fn enter() -> Result<(), Failure> {
    Ok(())
}

/// Landlock: files can be neither opened nor made, and no port can be reached, as far as the kernel
/// knows how.
#[cfg(target_os = "linux")]
fn without_files() -> Result<(), landlock::RulesetError> {
    use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr};
    let newest = ABI::V5;
    let rules = Ruleset::default().handle_access(AccessFs::from_all(newest))?;
    rules.handle_access(AccessNet::from_all(newest))?.create()?.restrict_self()?;
    Ok(())
}

/// Seccomp: every other call of any thread fails as one that is not permitted.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn with_few_calls() -> Result<(), Box<dyn std::error::Error>> {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
    let filter = SeccompFilter::new(
        CALLS.iter().map(|call| (*call, Vec::new())).collect(),
        SeccompAction::Errno(libc::EPERM as u32),
        SeccompAction::Allow,
        std::env::consts::ARCH.try_into()?,
    )?;
    let program: BpfProgram = filter.try_into()?;
    Ok(seccompiler::apply_filter_all_threads(&program)?)
}

/// What reading rules takes: reading the question and writing the answer, memory, time, random
/// seeds of hash tables, and the end.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
const CALLS: [libc::c_long; 30] = [
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_close,
    libc::SYS_brk,
    libc::SYS_mmap,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_futex,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_clock_gettime,
    libc::SYS_getrandom,
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_getrusage,
    libc::SYS_prlimit64,
    libc::SYS_sigaltstack,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_tgkill,
    libc::SYS_prctl,
    libc::SYS_restart_syscall,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_set_robust_list,
];
