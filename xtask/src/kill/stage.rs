//! The servers that are killed, and what they keep games in.

use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

use dagaz_store::Store;
use serde_json::Value;

use super::Arguments;
use crate::server::{free_port, start};
use crate::storage::Storage;

/// The servers, and what they keep games in.
pub(super) struct Stage {
    program: PathBuf,
    pub(super) storage: Storage,
    /// The options by which a server is started, but its port.
    kept: Vec<String>,
    pub(super) servers: Vec<(u16, Child)>,
}

/// Limits that all who come from one address have together, and that would keep a whole tournament
/// from it.
const LIFTED: [&str; 7] = [
    "address-sockets",
    "address-connections",
    "address-connects",
    "address-bytes",
    "address-requests",
    "address-accounts",
    "person-games",
];

impl Stage {
    /// Starts all servers for the first time; gives their token.
    pub(super) fn set(arguments: &Arguments, program: &Path, data: &Path) -> Result<(Stage, String), String> {
        let storage = Storage::new(arguments.db, data)?;
        let mut kept = storage.options().to_vec();
        let count = if storage.is_database() { 2 } else { 1 };
        let first = if arguments.tournament { free_port()? } else { 0 };
        if arguments.tournament {
            // All of them go by the name of the first.
            kept.extend(["--public".to_string(), format!("http://127.0.0.1:{first}")]);
            for name in LIFTED {
                kept.extend(["--limit".to_string(), format!("{name}=100000000")]);
            }
        }
        let mut stage = Stage { program: program.to_path_buf(), storage, kept, servers: Vec::new() };
        let mut token = String::new();
        for number in 0..count {
            // The first start chooses the port and the token, which stay.
            let (child, told) = stage.start(if number == 0 { first } else { 0 })?;
            let address = told["address"].as_str().unwrap_or_default();
            let port =
                address.rsplit(':').next().and_then(|port| port.parse().ok()).ok_or("the server told no port")?;
            token = told["token"].as_str().unwrap_or_default().to_string();
            stage.servers.push((port, child));
        }
        Ok((stage, token))
    }

    fn start(&self, port: u16) -> Result<(Child, Value), String> {
        start(&self.program, port, &self.kept.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Kills a server and starts it again; gives how long that took.
    pub(super) fn kill(&mut self, number: usize) -> Result<Duration, String> {
        let (port, child) = &mut self.servers[number];
        let port = *port;
        child.kill().map_err(|error| error.to_string())?;
        let _ = child.wait();
        let began = Instant::now();
        let (child, _) = self.start(port)?;
        self.servers[number].1 = child;
        Ok(began.elapsed())
    }

    /// Kills the database and starts it again; gives how long that took.
    pub(super) fn kill_database(&mut self) -> Result<Duration, String> {
        let Some(cluster) = self.storage.cluster() else { return Ok(Duration::ZERO) };
        cluster.kill().and_then(|()| cluster.start_again()).map_err(|error| error.to_string())
    }

    pub(super) fn end(&mut self) {
        for (_, child) in &mut self.servers {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// The address of the database, or the folder.
    pub(super) fn database(&self) -> &str {
        &self.kept[1]
    }

    /// What was kept, to be compared.
    pub(super) fn store(&self) -> Result<Store, String> {
        self.storage.open()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.end();
    }
}
