//! The project's long checks and chores: `cargo xtask <command>`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "these are command line programs")]

mod agree;
mod bouts;
mod compile;
mod contract;
mod corpus;
mod counts;
mod cpu;
mod dist;
mod fuzz;
mod judge;
mod kill;
mod legal;
mod load;
mod ludii;
mod perfect;
mod pictures;
mod rivals;
mod server;
mod signature;
mod site;
mod sizes;
mod speed;
mod stops;
mod storage;
mod strength;
mod suites;
mod times;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The project's long checks and chores")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Counts every golden tree of moves of the library, and compares
    Verify(verify::Arguments),
    /// Plays every rules file of a collection at random and compares the executors
    Corpus(corpus::Arguments),
    /// Compares descriptions of Ludii with recorded expansions, boards and trials
    Ludii(ludii::Arguments),
    /// Compares all executors of every game of the library, and of a collection, on random states
    Agree(agree::Arguments),
    /// Measures random games of every game of edition 3 on each executor
    Speed(speed::Arguments),
    /// Measures how long every game takes from its text to full speed, and how large its tables are
    Compile(compile::Arguments),
    /// Compares move counts of a collection with a table of somebody else's
    Counts(counts::Arguments),
    /// Builds the program as it is published, its debug tables in a file of their own
    Dist(dist::Arguments),
    /// Writes the page without a server: a folder for any file server
    Site(site::Arguments),
    /// Prints how long the crates, test binaries, tests and CI steps of the last run took
    Times(times::Arguments),
    /// Runs each fuzz target for a while
    Fuzz(fuzz::Arguments),
    /// Kills the server again and again while games are played, and looks whether anything is lost
    Kill(kill::Arguments),
    /// Plays as many games at once as a server is to bear, and tells how it bears them
    Load(load::Arguments),
    /// Kills a server with many live games, and measures how soon they are there again
    Recover(load::RecoverArguments),
    /// Plays beside every kind of abuse, and looks whether anybody who plays is disturbed
    Siege(load::SiegeArguments),
    /// Plays at half of what a machine bears for hours, and looks whether anything grows
    Soak(load::SoakArguments),
    /// Writes the types and the description that clients use, from the Rust types
    Contract,
    /// Writes the page about how long the rules of edition 3 are
    Sizes(sizes::Arguments),
    /// Lets our bots play against those of OpenSpiel
    Rivals(rivals::Arguments),
    /// Lets every bot play all games, and looks up every move among the legal ones
    Legal(legal::Arguments),
    /// Measures how soon bots stop when they are told to, in every game of the library
    Stops(stops::Arguments),
    /// Lets bots of ours play each other in twenty games: levels, against chance, one search against the other
    Strength(strength::Arguments),
    /// Tells how often a bot keeps what a position is worth, where that is proved
    Perfect(perfect::Arguments),
    /// Lets a bot solve positions with a proved win, or looks for more of them
    Suites(suites::Arguments),
    /// Renders every game of the library in a browser, at the start and in a middle position
    Pictures(pictures::Arguments),
    /// Prints one number for the behaviour of all games of the library
    Signature(signature::Arguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Corpus(arguments) => corpus::run(&arguments),
        Command::Ludii(arguments) => ludii::run(&arguments),
        Command::Agree(arguments) => agree::run(&arguments),
        Command::Speed(arguments) => speed::run(&arguments),
        Command::Compile(arguments) => compile::run(&arguments),
        Command::Counts(arguments) => counts::run(&arguments),
        Command::Dist(arguments) => dist::run(&arguments),
        Command::Site(arguments) => site::run(&arguments),
        Command::Times(arguments) => times::run(&arguments),
        Command::Fuzz(arguments) => fuzz::run(&arguments),
        Command::Kill(arguments) => kill::run(&arguments),
        Command::Load(arguments) => load::run(&arguments),
        Command::Recover(arguments) => load::recover(&arguments),
        Command::Siege(arguments) => load::siege(&arguments),
        Command::Soak(arguments) => load::soak(&arguments),
        Command::Contract => contract::run(),
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
