//! Arguments of commands about rules texts.

use clap::Args;

use super::games::{GameArgs, HistoryArgs, StartArgs};

#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Rules files (.drf, .zrf), or folders of them; `-` reads standard input and prints
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Change nothing; exit with 1 if a file is not formatted
    #[arg(long)]
    pub(crate) check: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct WhyArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The move, as `dagaz moves` prints it or as you would type it: "e2 - e4", e2e4, Nf3
    #[arg(value_name = "MOVE")]
    pub(crate) typed: String,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) history: HistoryArgs,
    /// Moves to play first, separated by `;`
    #[arg(long, value_name = "MOVES")]
    pub(crate) after: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
