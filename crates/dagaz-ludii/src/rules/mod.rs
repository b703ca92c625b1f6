//! A compiled game: equipment and operations, ready to be played. It holds no position.

pub mod component;
pub mod ground;
pub mod hairpin;
pub mod radials;

use crate::ludeme::op::{Number, Play, Players, Region, Truth};
use component::Component;
use ground::Ground;
use hairpin::Hairpin;
use radials::{Lines, Radials};

/// A compiled game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Its name.
    pub name: String,
    /// Its sites.
    pub ground: Ground,
    /// Its components, number 0 being none.
    pub components: Vec<Component>,
    /// Tables of radials.
    pub radials: Vec<Radials>,
    /// Compass points of the directions of the board, clockwise: the steps of a rotation.
    pub turns: Vec<usize>,
    /// Tables of lines.
    pub lines: Vec<Lines>,
    /// The radials of each single direction by element type, where rules ask for the direction of a
    /// move.
    pub compass: [Vec<Radials>; 3],
    /// Consequences.
    pub thens: Vec<Play>,
    /// Tracks on which places of pieces are remembered.
    pub hairpins: Vec<Hairpin>,
    /// Generators of components.
    pub generators: Vec<Play>,
    /// Phases.
    pub phases: Vec<Phase>,
    /// The set-up.
    pub start: Vec<Start>,
    /// Endings of all phases.
    pub end: Vec<End>,
    /// Whether pieces are stacked.
    pub stacking: bool,
    /// Whether pieces are counted.
    pub counted: bool,
    /// Whether the pie rule holds.
    pub swap: bool,
    /// Which repetitions are forbidden.
    pub no_repeat: Option<Repetition>,
    /// Whether a move may not lose.
    pub no_suicide: bool,
    /// Whether positions are recorded.
    pub records: bool,
    /// Whether the game is drawn when all players pass.
    pub pass_draws: bool,
    /// Number of named variables.
    pub vars: usize,
    /// Names of the lists of remembered values; empty for the unnamed one.
    pub lists: Vec<String>,
    /// Number of events.
    pub events: usize,
    /// Whether there are teams.
    pub teams: bool,
    /// Whether visited sites are asked for.
    pub visits: bool,
    /// The facets of pieces that the rules mention.
    pub facets: Facets,
}

/// The state of pieces in addition to their component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facets {
    /// A local state.
    pub state: bool,
    /// A rotation.
    pub rotation: bool,
    /// A value.
    pub value: bool,
}

/// Which positions count as repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// The same pieces.
    Positional,
    /// The same pieces and the same player to move.
    Situational,
    /// The same pieces as before in the same turn.
    PositionalInTurn,
    /// The same pieces and players as before in the same turn.
    SituationalInTurn,
}

impl Repetition {
    /// Returns whether the players count.
    pub fn is_situational(self) -> bool {
        matches!(self, Repetition::Situational | Repetition::SituationalInTurn)
    }

    /// Returns whether only positions of the same turn count.
    pub fn is_in_turn(self) -> bool {
        matches!(self, Repetition::PositionalInTurn | Repetition::SituationalInTurn)
    }
}

/// A phase.
#[derive(Clone, Debug)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// The player whose phase it is; all players' if absent.
    pub owner: Option<usize>,
    /// What may be played.
    pub play: Play,
    /// Its endings.
    pub end: Vec<End>,
    /// How it changes.
    pub next: Vec<NextPhase>,
}

/// A change of the phase.
#[derive(Clone, Debug)]
pub struct NextPhase {
    /// The player whose phase changes; every player's if absent.
    pub player: Option<Number>,
    /// When.
    pub test: Truth,
    /// The phase that comes.
    pub phase: usize,
}

/// A rule of the set-up.
#[derive(Clone, Debug)]
pub enum Start {
    /// Pieces are placed.
    Place {
        /// The components, the lowest first.
        what: Vec<u16>,
        /// Where, in this order.
        sites: Sites,
        /// How many on a site.
        count: Number,
        /// How many on each site, if that differs.
        counts: Vec<Number>,
        /// Their state.
        state: Option<Number>,
        /// Their rotation.
        rotation: Option<Number>,
        /// Their value.
        value: Option<Number>,
        /// Whether they are stacked.
        stack: bool,
    },
    /// Pieces are placed at random.
    Random {
        /// The components.
        what: Vec<u16>,
        /// Where.
        region: Region,
        /// How many of each.
        count: Number,
        /// Their state.
        state: Option<Number>,
        /// Their value.
        value: Option<Number>,
    },
    /// Counts of sites are set.
    Count(Number, Sites),
    /// A register of players is set.
    Register(usize, Players, Number),
    /// Players form a team.
    Team(Number, Vec<Number>),
    /// Values are remembered.
    Remember(usize, Result<Number, Region>, bool),
}

/// Sites in order.
#[derive(Clone, Debug)]
pub enum Sites {
    /// A list.
    List(crate::board::SiteType, Vec<Number>),
    /// A region, ascending.
    Region(Region),
    /// The first empty site of a container: its first site and its size.
    FirstFree(u32, u32),
}

/// A rule of the end.
#[derive(Clone, Debug)]
pub enum End {
    /// A result if a condition holds.
    If {
        /// The condition.
        test: Truth,
        /// Finer conditions; the first that holds counts.
        subs: Vec<End>,
        /// The result.
        result: Option<Ending>,
    },
    /// A result for each player for whom a condition holds.
    ForEachPlayer(Players, Truth, Ending),
}

/// A result.
#[derive(Clone, Debug)]
pub enum Ending {
    /// A result of some players.
    Result(Players, Verdict),
    /// Players are ranked by their scores, which may be set before.
    ByScore {
        /// Scores to be set.
        scores: Vec<(Number, Number)>,
        /// Whether the lowest score wins.
        misere: Truth,
    },
}

/// What happens to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the results")]
pub enum Verdict {
    Win,
    Loss,
    Draw,
}
