//! `dagaz serve`: games in the browser.

mod browser;
mod database;
mod log;
mod sandbox;
mod source;
mod why_answer;
pub(crate) mod worker;
mod zip;

use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dagaz_server::{Clock, Limits, Public, Server, Setup, Token};
use dagaz_store::{Options, Register, Store, StoreFault};

use crate::cli::ServeArgs;
use crate::failure::Failure;
use crate::output::{self, FAINT, HEADING, Output, styled};
pub(crate) use database::register;
use source::Rules;
pub(crate) use source::look_problems_of;

/// The port, unless another one is asked for. If it is taken, any free one does.
const PORT: u16 = 8417;

/// Threads that wait for the disk, or read and compile rules.
const BLOCKING: usize = 16;

/// Serves until it is interrupted.
pub(crate) fn run(args: &ServeArgs, out: &mut Output) -> Result<(), Failure> {
    keep_pages_small();
    // Each thread that waits for the disk has memory of its own; more than these only wait for one
    // another.
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(BLOCKING).build()?;
    runtime.block_on(serve(args, out))
}

/// Keeps the system from giving memory away in pages of two megabytes: of the many small things of
/// a server there is one that stays on each of them, and what was freed around it is never given
/// back.
fn keep_pages_small() {
    // Where it cannot be done more memory is used, and nothing else.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}

/// Makes the files of a public server unreadable for other users of the machine, with any mode of
/// the folder.
fn keep_files_to_oneself() {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
}

async fn serve(args: &ServeArgs, out: &mut Output) -> Result<(), Failure> {
    log::begin(args.log);
    let rules = Arc::new(Rules::new(args.file.as_deref())?);
    if let Some(origin) = &args.public {
        check_origin(origin)?;
        keep_files_to_oneself();
    }
    let Opened { store, register, token, metrics, kept } = match &args.db {
        Some(address) => database::open(address, args)?,
        None => in_folder(args)?,
    };
    let mut limits = Limits::default();
    for limit in &args.limit {
        limits.set(limit).map_err(|fault| Failure::Usage(fault.to_string()))?;
    }
    let setup = Setup {
        rules,
        store,
        token: token.clone(),
        metrics: metrics.clone(),
        limits,
        clock: Clock::of_machine(),
        assets: &crate::web::ASSETS,
        origins: args.allow_origin.clone(),
        bot_threads: std::thread::available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1),
        worker: args.public.as_ref().map(|_| worker::of_this_program()).transpose()?,
        public: args.public.as_deref().zip(register).map(|(origin, register)| public(origin, args, register)),
    };
    let at = |port| SocketAddr::new(args.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)), port);
    let free = |port| std::net::TcpListener::bind(at(port)).is_ok();
    let port = match args.port {
        Some(port) => port,
        None if free(PORT) => PORT,
        None => 0,
    };
    let server = Server::bind(at(port), setup)
        .await
        .map_err(|error| Failure::Errors(format!("{} cannot be listened at: {error}", at(port))))?;
    let url = args.public.clone().unwrap_or_else(|| server.url());
    if args.json {
        out.json(&serde_json::json!({
            "url": url,
            "address": server.address().to_string(),
            "token": token.text(),
            "metrics": metrics.text(),
            "data": kept,
        }))?;
    } else {
        out.line(format!("{} {url}", styled(HEADING, "Playing at")))?;
        out.line(styled(FAINT, format!("Games are kept in {kept}. Ctrl+C ends.")))?;
        if let Some(missing) = crate::web::ASSETS.missing {
            out.line(styled(crate::output::WARNING, missing))?;
        }
    }
    out.flush()?;
    if !args.no_open && args.public.is_none() && !browser::open(&url) {
        output::remark("No browser could be opened; open the address above.");
    }
    tracing::info!(address = %server.address(), kept, "serving");
    outlive_file_limit();
    server.run(stopped()).await?;
    tracing::info!("ended");
    Ok(())
}

/// Where games and people are kept, opened.
struct Opened {
    store: Store,
    /// Of a public server.
    register: Option<Register>,
    token: Token,
    /// Allows access to metrics and nothing else.
    metrics: Token,
    /// The storage in words, for the operator.
    kept: String,
}

/// Opens what is kept in a folder.
fn in_folder(args: &ServeArgs) -> Result<Opened, Failure> {
    let folder = match &args.data {
        Some(folder) => folder.clone(),
        None => data_folder()?,
    };
    new_folder()
        .create(&folder)
        .map_err(|error| Failure::Errors(format!("the folder {} cannot be made: {error}", folder.display())))?;
    let file = folder.join("games.sqlite");
    let store = Store::open(&file, Options::default()).map_err(|fault| match fault {
        StoreFault::InUse => Failure::Errors(format!(
            "the games in {} are served already by another process; `--data FOLDER` keeps others",
            folder.display()
        )),
        fault => Failure::Errors(format!("{}: {fault}", file.display())),
    })?;
    let (token, metrics) = (token(&folder.join("token"))?, token(&folder.join("metrics-token"))?);
    let file = folder.join("people.sqlite");
    let register = args.public.as_ref().map(|_| Register::open(&file));
    let register = register.transpose().map_err(|fault| Failure::Errors(format!("{}: {fault}", file.display())))?;
    Ok(Opened { store, register, token, metrics, kept: folder.display().to_string() })
}

/// Makes folders into which only this user looks.
fn new_folder() -> fs::DirBuilder {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Checks that an address can be an origin of browsers.
fn check_origin(origin: &str) -> Result<(), Failure> {
    let name = origin.trim_end_matches('/').strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    let good = |name: &str| !name.is_empty() && !name.contains(['/', '?', '#', '@', ' ']);
    let Some(name) = name.map(|name| name.trim_end_matches('/')).filter(|name| good(name)) else {
        return Err(Failure::Usage(format!(
            "--public takes the address by which browsers come, such as https://games.example.org, and not {origin}"
        )));
    };
    let here = name.rsplit_once(':').map_or(name, |(name, _)| name);
    if origin.starts_with("http://") && !matches!(here, "localhost" | "127.0.0.1" | "[::1]") {
        return Err(Failure::Usage(format!(
            "passes would be read by everybody on the way to {origin}: a public server is reached by https://, through a \
             proxy that does TLS (see docs/operations.md)"
        )));
    }
    Ok(())
}

/// How people meet here.
fn public(origin: &str, args: &ServeArgs, register: Register) -> Public {
    Public { proxied: args.behind_proxy, ..Public::new(origin, register) }
}

/// Lets a write beyond the limit on the size of files fail like any other, instead of ending the
/// process.
fn outlive_file_limit() {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        use tokio::signal::unix::{SignalKind, signal};
        // A failure to ignore the signal is harmless.
        let _ = signal(SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw()));
    }
}

/// Completes on a signal to stop.
async fn stopped() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}

/// Where programs of this user keep their data.
fn data_folder() -> Result<PathBuf, Failure> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || variable("HOME").or_else(|| variable("USERPROFILE"));
    let folder = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    let folder = folder
        .ok_or_else(|| Failure::Usage("there is no home folder to keep games in; name one with --data".into()))?;
    Ok(folder.join("dagaz"))
}

/// Returns the token of this folder: the same after a restart, so that open pages continue. Only
/// its owner may read it.
fn token(file: &Path) -> Result<Token, Failure> {
    if let Some(token) = fs::read_to_string(file).ok().and_then(|text| Token::from_text(&text)) {
        return Ok(token);
    }
    let token = Token::random()?;
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    use std::io::Write;
    options.open(file)?.write_all(token.text().as_bytes())?;
    Ok(token)
}
