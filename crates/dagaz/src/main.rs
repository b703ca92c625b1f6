//! `dagaz`: plays any board game written down as text.
//!
//! The one binary. It alone knows which front end belongs to which file; each command is a module
//! of its own.

mod admin;
mod analyse;
mod analysis_cache;
mod arena;
mod bench;
mod board;
mod check;
mod cli;
mod compiled;
mod compiled_parts;
mod convert;
mod engine;
mod equilibrium;
mod explain;
mod failure;
mod fmt;
mod games;
mod includes;
mod info;
mod ladder;
mod library;
mod load;
mod lsp;
mod lud;
mod lud_replay;
mod matches;
mod moves;
mod output;
mod paths;
mod perft;
mod play;
mod record;
mod replay;
mod saving;
mod script;
mod script_info;
mod serve;
mod solve;
mod start;
mod text_place;
mod upgrade;
mod web;
mod why;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command};
use crate::failure::Failure;
use crate::output::Output;

/// A server allocates many small objects on many threads; this allocator needs less memory and time
/// for them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = Output::stdout();
    let done = run(cli, &mut out).and_then(|()| out.flush().map_err(Failure::from));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Errors come after what was printed before them.
            let _ = out.flush();
            if let Failure::Explained(text) = &failure {
                output::remark(text);
            } else if let Some(message) = failure.message() {
                output::complain(&message);
            }
            ExitCode::from(failure.code())
        }
    }
}

fn run(cli: Cli, out: &mut Output) -> Result<(), Failure> {
    match cli.command {
        None => serve::run(&cli::ServeArgs::default(), out),
        Some(Command::Serve(args)) => serve::run(&args, out),
        Some(Command::Admin(args)) => admin::run(&args, out),
        Some(Command::Games(args)) => games::run(&args, out),
        Some(Command::Check(args)) => check::run(&args, out),
        Some(Command::Fmt(args)) => fmt::run(&args, out),
        Some(Command::Lsp) => lsp::run(),
        Some(Command::Info(args)) => info::run(&args, out),
        Some(Command::Explain(args)) => explain::run(&args, out),
        Some(Command::Why(args)) => why::run(&args, out),
        Some(Command::Moves(args)) => moves::run(&args, out),
        Some(Command::Perft(args)) => perft::run(&args, out),
        Some(Command::Play(args)) => play::run(&args, out),
        Some(Command::Analyse(args)) => analyse::run(&args, out),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Solve(args)) => solve::run(&args, out),
        Some(Command::Ladder(args)) => ladder::run(&args, out),
        Some(Command::Autoplay(args)) => arena::autoplay::run(&args, out),
        Some(Command::Compare(args)) => arena::compare::run(&args, out),
        Some(Command::Tournament(args)) => arena::tournament::run(&args, out),
        Some(Command::Merge(args)) => arena::merge::run(&args, out),
        Some(Command::Evolve(args)) => arena::evolve::run(&args, out),
        Some(Command::Match(args)) => matches::run(&args, out),
        Some(Command::Replay(args)) => replay::run(&args, out),
        Some(Command::Convert(args)) => convert::run(&args, out),
        Some(Command::Upgrade(args)) => upgrade::run(&args, out),
        Some(Command::Bench(args)) => bench::run(&args, out),
        Some(Command::Worker) => serve::worker::run(),
    }
}
