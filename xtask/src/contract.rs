//! `cargo xtask contract`: writes what is published of the contract, from its Rust types.

use std::path::Path;
use std::process::Command;

/// Writes `web/src/contract/index.ts` and `docs/openapi.json`. The tests that compare them write
/// them when they are asked to.
pub(crate) fn run() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let done = Command::new(env!("CARGO"))
        .args(["test", "--quiet", "-p", "dagaz-contract", "-p", "dagaz-server", "--lib", "--", "types"])
        .env("DAGAZ_WRITE", "1")
        .current_dir(root)
        .status();
    if done.is_ok_and(|status| status.success()) { Ok(()) } else { Err("the types could not be written".to_string()) }
}
