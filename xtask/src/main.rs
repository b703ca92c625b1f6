//! Long checks, benchmarks and generators of the project: `cargo xtask <command>`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "these are command line programs")]

mod agree;
mod compile;
mod contract;
mod corpus;
mod counts;
mod cpu;
mod dist;
mod exchange;
mod fuzz;
mod judge;
mod kill;
mod legal;
mod load;
mod ludii;
mod match_results;
mod mutate;
mod perfect;
mod pictures;
mod prose;
mod rivals;
mod sbom;
mod server;
mod signature;
mod simulate;
mod site;
mod sizes;
mod speed;
mod stops;
mod storage;
mod strength;
mod suites;
mod times;
mod upgrades;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Long checks, benchmarks and generators", arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compare perft counts of all games with the golden counts
    Verify(verify::Arguments),
    /// Play all rules files of a folder and compare the executors
    Corpus(corpus::Arguments),
    /// Compare every game of a folder with what `dagaz upgrade` makes of it
    Upgrades(upgrades::Arguments),
    /// Compare Ludii descriptions with recorded expansions, boards and trials
    Ludii(ludii::Arguments),
    /// Compare all executors of each game on random states
    Agree(agree::Arguments),
    /// Measure playouts of each game of edition 3 on each executor
    Speed(speed::Arguments),
    /// Measure compile time and table size of each game
    Compile(compile::Arguments),
    /// Compare perft counts of a folder with a published table
    Counts(counts::Arguments),
    /// Build the release binary, with its debug tables in a separate file
    Dist(dist::Arguments),
    /// Write the page without a server: a folder for any file server
    Site(site::Arguments),
    /// Exchange records with other libraries, and play whole games with other programs
    Exchange(exchange::Arguments),
    /// Print the times of crates, tests and CI steps of the last run
    Times(times::Arguments),
    /// Run each fuzz target for a limited time
    Fuzz(fuzz::Arguments),
    /// Give mutated inputs to every subcommand: no panic, no hang, limits are named
    Mutate(mutate::Arguments),
    /// Write the software bill of materials and check the licences
    Sbom(sbom::Arguments),
    /// Simulate disk faults, power failures and lost messages from many seeds
    Simulate(simulate::Arguments),
    /// Kill the server during play and check that nothing is lost
    Kill(kill::Arguments),
    /// Load test: play many games at once and measure latency
    Load(load::Arguments),
    /// Kill a server with many live games and measure its recovery
    Recover(load::RecoverArguments),
    /// Abuse test: attack the server and check that games are not disturbed
    Siege(load::SiegeArguments),
    /// Soak test at 50 % load: fail if memory or file descriptors grow
    Soak(load::SoakArguments),
    /// Write the TypeScript types and the OpenAPI description
    Contract,
    /// Check the wording of documents and comments
    Prose(prose::Arguments),
    /// Write docs/sizes.md: the length of all rules of edition 3
    Sizes(sizes::Arguments),
    /// Play our bots against those of other libraries
    Rivals(rivals::Arguments),
    /// Let each bot play each game and check that its moves are legal
    Legal(legal::Arguments),
    /// Measure how soon bots stop after a stop request
    Stops(stops::Arguments),
    /// Measure bot strength: levels, against random, alpha-beta against MCTS
    Strength(strength::Arguments),
    /// Measure how often a bot keeps the proved value of a position
    Perfect(perfect::Arguments),
    /// Let a bot solve positions with a proved win, or search for new ones
    Suites(suites::Arguments),
    /// Render every game of the library in a browser, at the start and in a middle position
    Pictures(pictures::Arguments),
    /// Print one hash of the behaviour of all games
    Signature(signature::Arguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Corpus(arguments) => corpus::run(&arguments),
        Command::Upgrades(arguments) => upgrades::run(&arguments),
        Command::Ludii(arguments) => ludii::run(&arguments),
        Command::Agree(arguments) => agree::run(&arguments),
        Command::Speed(arguments) => speed::run(&arguments),
        Command::Compile(arguments) => compile::run(&arguments),
        Command::Counts(arguments) => counts::run(&arguments),
        Command::Dist(arguments) => dist::run(&arguments),
        Command::Site(arguments) => site::run(&arguments),
        Command::Exchange(arguments) => exchange::run(&arguments),
        Command::Times(arguments) => times::run(&arguments),
        Command::Fuzz(arguments) => fuzz::run(&arguments),
        Command::Mutate(arguments) => mutate::run(&arguments),
        Command::Sbom(arguments) => sbom::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Kill(arguments) => kill::run(&arguments),
        Command::Load(arguments) => load::run(&arguments),
        Command::Recover(arguments) => load::recover(&arguments),
        Command::Siege(arguments) => load::siege(&arguments),
        Command::Soak(arguments) => load::soak(&arguments),
        Command::Contract => contract::run(),
        Command::Prose(arguments) => prose::run(&arguments),
        Command::Sizes(arguments) => sizes::run(&arguments),
        Command::Perfect(arguments) => perfect::run(&arguments),
        Command::Pictures(arguments) => pictures::run(&arguments),
        Command::Rivals(arguments) => rivals::run(&arguments),
        Command::Legal(arguments) => legal::run(&arguments),
        Command::Stops(arguments) => stops::run(&arguments),
        Command::Strength(arguments) => strength::run(&arguments),
        Command::Suites(arguments) => suites::run(&arguments),
        Command::Signature(arguments) => signature::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
