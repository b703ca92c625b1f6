//! `cargo xtask rivals`: comparison with other programs: matches between bots, and results of
//! playouts.

mod driver;
mod figures;
mod play;
mod results;
mod speech;
mod table;

/// Plays against the bots of OpenSpiel, or compares rules with other programs.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: play::MatchArguments,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Compare moves, positions, repetitions and results of playouts with other programs, ply by
    /// ply
    Results(results::ResultArguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    match &arguments.command {
        Some(Command::Results(results)) => results::run(results),
        None => play::run(&arguments.play),
    }
}
