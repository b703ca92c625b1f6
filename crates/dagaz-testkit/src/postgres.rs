//! A PostgreSQL of one's own, for as long as a test or a command runs.
//!
//! Its programs are searched in the folder that `DAGAZ_POSTGRES_BIN` names, in the path, and in
//! Debian's folder. Without them the caller prints a note and skips, unless
//! `DAGAZ_POSTGRES=required`.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The user id of the database if we are root, which it refuses to run as: `nobody`.
#[cfg(unix)]
const NOBODY: u32 = 65_534;

/// Runs the database until its standard input ends, also if the other end has crashed.
const GUARD: &str = r#"folder="$1"; shift; "$@" >>"$folder/log" 2>&1 & pg=$!; read word
    kill -INT $pg 2>/dev/null; wait $pg; [ "$word" = keep ] || rm -rf "$folder""#;

/// How long the database may take to start.
const STARTING: Duration = Duration::from_secs(30);

/// A database server that is running.
#[derive(Debug)]
pub struct Cluster {
    bin: PathBuf,
    folder: PathBuf,
    port: u16,
    guard: Child,
    made: AtomicU32,
}

/// Where the programs are, if they are anywhere.
pub fn programs() -> Option<PathBuf> {
    let has = |folder: &PathBuf| folder.join("postgres").is_file() && folder.join("initdb").is_file();
    let named = std::env::var_os("DAGAZ_POSTGRES_BIN").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut debian: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .map(|versions| versions.filter_map(|version| Some(version.ok()?.path().join("bin"))).collect())
        .unwrap_or_default();
    debian.sort();
    debian.reverse();
    named.into_iter().chain(std::env::split_paths(&path)).chain(debian).find(has)
}

/// One that all tests of a program share; none if there is no PostgreSQL and none is required.
///
/// # Panics
///
/// If there is one and it does not start, or there is none and one is required: a test fails.
pub fn shared() -> Option<&'static Cluster> {
    static SHARED: OnceLock<Option<Cluster>> = OnceLock::new();
    let start = || match programs() {
        Some(_) => match Cluster::start() {
            Ok(cluster) => Some(cluster),
            Err(error) => panic!("PostgreSQL does not start: {error}"),
        },
        None => {
            let required = std::env::var("DAGAZ_POSTGRES").is_ok_and(|wish| wish == "required");
            assert!(!required, "PostgreSQL is required and is not here");
            crate::skipped("tests with PostgreSQL; it is not installed (see docs/operations.md)");
            None
        }
    };
    SHARED.get_or_init(start).as_ref()
}

/// A command as the user that the database runs as.
fn as_its_user(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir("/");
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        use std::os::unix::process::CommandExt;
        let owner = fs::metadata(folder).map_or(0, |metadata| metadata.uid());
        if owner == NOBODY {
            command.uid(NOBODY).gid(NOBODY);
        }
    }
    #[cfg(not(unix))]
    let _ = folder;
    command
}

impl Cluster {
    /// Creates a server in a temporary folder and starts it. It trusts local connections, and syncs
    /// its disk like a production server. It ends with this process.
    pub fn start() -> io::Result<Cluster> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let bin = programs().ok_or_else(|| io::Error::other("there is no PostgreSQL on this machine"))?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("dagaz-postgres-{}-{number}", std::process::id()));
        fs::create_dir(&folder)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
            fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
            if fs::metadata(&folder)?.uid() == 0 {
                chown(&folder, Some(NOBODY), Some(NOBODY))?;
            }
        }
        let made = as_its_user(bin.join("initdb"), &folder)
            .args(["--username=dagaz", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"])
            .arg(folder.join("data"))
            .output()?;
        if !made.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&made.stderr).to_string()));
        }
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let guard = Cluster::guarded(&bin, &folder, port)?;
        let cluster = Cluster { bin, folder, port, guard, made: AtomicU32::new(0) };
        cluster.wait()?;
        Ok(cluster)
    }

    fn guarded(bin: &Path, folder: &Path, port: u16) -> io::Result<Child> {
        as_its_user("/bin/sh", folder)
            .args(["-c", GUARD, "guard"])
            .arg(folder)
            .arg(bin.join("postgres"))
            .arg("-D")
            .arg(folder.join("data"))
            .args(["-p", &port.to_string()])
            .args(
                ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"]
                    .map(|set| format!("-c{set}")),
            )
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
    }

    fn wait(&self) -> io::Result<()> {
        let until = Instant::now() + STARTING;
        while !self.is_ready() {
            if Instant::now() >= until {
                let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                return Err(io::Error::other(format!("it does not answer: {log}")));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Whether it answers: a server that is starting takes connections before it takes questions.
    fn is_ready(&self) -> bool {
        use std::io::Read;
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) else { return false };
        let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
        // The first message of the protocol, version 3.0.
        let said = b"\0\x03\0\0user\0dagaz\0database\0postgres\0\0";
        let length = (said.len() as u32 + 4).to_be_bytes();
        let mut kind = [0];
        stream.write_all(&[&length, &said[..]].concat()).and_then(|()| stream.read_exact(&mut kind)).is_ok()
            && kind == *b"R"
    }

    /// The address of a database of this server.
    pub fn address(&self, database: &str) -> String {
        format!("postgres://dagaz@127.0.0.1:{}/{database}", self.port)
    }

    /// Makes an empty database, and gives its address.
    pub fn database(&self) -> io::Result<String> {
        let name = format!("test{}", self.made.fetch_add(1, Ordering::Relaxed));
        self.run("postgres", &format!("CREATE DATABASE {name}"))?;
        Ok(self.address(&name))
    }

    /// Lets `psql` say something to a database, and gives what it answers.
    pub fn run(&self, database: &str, sql: &str) -> io::Result<String> {
        let address = if database.contains("://") { database.to_string() } else { self.address(database) };
        self.client("psql", &["-XAtq", "-v", "ON_ERROR_STOP=1", "-c", sql, &address])
    }

    /// Runs a program that speaks to servers, and gives what it writes.
    fn client(&self, program: &str, arguments: &[&str]) -> io::Result<String> {
        let told = |path: &Path| Command::new(path).args(arguments).output();
        // Debian has them in the folder of the others and in the path.
        let done = told(&self.bin.join(program)).or_else(|_| told(Path::new(program)))?;
        if !done.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&done.stderr).to_string()));
        }
        Ok(String::from_utf8_lossy(&done.stdout).trim().to_string())
    }

    /// Copies a database as `docs/operations.md` says, while it is used, into a new one, and gives
    /// the address of that.
    pub fn copy(&self, address: &str) -> io::Result<String> {
        let to = self.database()?;
        let number = self.made.load(Ordering::Relaxed);
        let file = std::env::temp_dir().join(format!("dagaz-copy-{}-{number}.dump", std::process::id()));
        let shown = file.display().to_string();
        let copied = self
            .client("pg_dump", &["--format=custom", "--file", &shown, address])
            .and_then(|_| self.client("pg_restore", &["--no-owner", "--dbname", &to, &shown]));
        let _ = fs::remove_file(&file);
        copied.map(|_| to)
    }

    /// Kills the server with all its processes, as a power cut would. Nothing is left to be done in
    /// order.
    pub fn kill(&mut self) -> io::Result<()> {
        let file = fs::read_to_string(self.folder.join("data/postmaster.pid"))?;
        let postmaster = file.lines().next().unwrap_or_default().trim().to_string();
        let children = children(&postmaster);
        // Every shell has this word; the program of its name may be missing.
        let kill = |pids: &[String]| {
            Command::new("/bin/sh").args(["-c", "kill -KILL \"$@\"", "kill"]).args(pids).stderr(Stdio::null()).status()
        };
        kill(std::slice::from_ref(&postmaster))?;
        if !children.is_empty() {
            kill(&children)?;
        }
        // Their memory is not free for the next start before they are gone.
        let until = Instant::now() + STARTING;
        while Instant::now() < until && children.iter().chain([&postmaster]).any(|pid| is_there(pid)) {
            std::thread::sleep(Duration::from_millis(2));
        }
        // The folder stays for the next start.
        if let Some(mut input) = self.guard.stdin.take() {
            let _ = input.write_all(b"keep\n");
        }
        self.guard.wait()?;
        Ok(())
    }

    /// Starts it again after it was killed; gives how long it took until it answered.
    pub fn start_again(&mut self) -> io::Result<Duration> {
        let began = Instant::now();
        self.guard = Cluster::guarded(&self.bin, &self.folder, self.port)?;
        self.wait()?;
        Ok(began.elapsed())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        let _ = self.guard.wait();
    }
}

/// Returns whether a process is running. A zombie has ended.
fn is_there(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

/// The processes whose parent is this one.
fn children(parent: &str) -> Vec<String> {
    let Ok(all) = fs::read_dir("/proc") else { return Vec::new() };
    let is_child = |stat: &str| stat.rsplit_once(") ").and_then(|(_, rest)| rest.split(' ').nth(1)) == Some(parent);
    all.filter_map(|one| {
        let one = one.ok()?;
        let pid = one.file_name().to_str()?.to_string();
        pid.bytes().all(|byte| byte.is_ascii_digit()).then_some(())?;
        is_child(&fs::read_to_string(one.path().join("stat")).ok()?).then_some(pid)
    })
    .collect()
}
