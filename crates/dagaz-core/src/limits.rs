//! Limits: what a rules file, a position or a game may cost.
//!
//! Rules come from strangers. Everything that a text can make large has its limit here, with its
//! unit, its default and the largest value known from a real game. Fuel is counted, not timed, so
//! that the same game meets the same limit at the same move on every machine and with every
//! executor.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bounds on what a rules text may ask for. All are inclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of rules text, includes counted. Largest real file: 171 KB.
    pub source_bytes: usize,
    /// Depth of nested lists. Largest real: 64.
    pub nesting: usize,
    /// Tokens after macro expansion, each use of a shared expansion counted. Largest real: 3.7
    /// million.
    pub expanded_tokens: usize,
    /// Nodes stored for the expansion, shared ones counted once.
    pub expanded_nodes: usize,
    /// Work to make the rules of all games and variants of one file, one after the other: about one
    /// unit for each word read, node or link made. Largest real file, of 37 games: a few million.
    pub file_work: u64,
    /// Sites of the board, reserves and dummies counted. Largest real: 3,240.
    pub sites: usize,
    /// Places for pieces where these stand on one another: sites, times the greatest height.
    /// Largest real: 2,040.
    pub column_places: usize,
    /// Named directions.
    pub directions: usize,
    /// Directed links between sites.
    pub links: usize,
    /// Piece types. Largest real: 190.
    pub piece_types: usize,
    /// Players, random and neutral ones counted.
    pub players: usize,
    /// Zones.
    pub zones: usize,
    /// Attributes that pieces carry.
    pub attributes: usize,
    /// Move types, and groups of them in an order of precedence.
    pub classes: usize,
    /// Flags by name, and as many flags of positions. Their numbers have 16 bits.
    pub flags: usize,
    /// Flags of positions, each counted once for every site of the board: bits that a run of a rule
    /// may need.
    pub position_flags: usize,
    /// Slots of the turn order.
    pub slots: usize,
    /// Nodes of all rules' automata together.
    pub rule_nodes: usize,
    /// The work of one test for an ending, for all players: conditions evaluated, those about any
    /// site once for each site.
    pub ending_work: u64,
    /// Fuel of one list of moves: rules run, by their length, loop turns made, steps and effects
    /// produced.
    pub fuel: u64,
    /// Turns of loops in one run of one rule. Honest rules need over 4,000.
    pub loop_turns: u64,
    /// Whole moves in one position. Amazons: 2,176.
    pub moves: usize,
    /// Steps and effects of all whole moves in one position: what a list of moves keeps in memory.
    pub move_parts: usize,
    /// Effects of one step.
    pub effects: usize,
    /// Steps of one move.
    pub steps: usize,
    /// Plies of one game; a playout that gets there is cut off.
    pub plies: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            source_bytes: 1 << 20,
            nesting: 256,
            expanded_tokens: 16_000_000,
            expanded_nodes: 2_000_000,
            file_work: 20_000_000,
            sites: 16_384,
            column_places: 100_000,
            directions: 256,
            links: 262_144,
            piece_types: 1_024,
            players: 32,
            zones: 256,
            attributes: 64,
            classes: 1_024,
            flags: 65_535,
            position_flags: 1 << 24,
            slots: 4_096,
            rule_nodes: 1_000_000,
            ending_work: 50_000_000,
            fuel: 50_000_000,
            loop_turns: 200_000,
            moves: 65_536,
            move_parts: 2_000_000,
            effects: 4_096,
            steps: 1_024,
            plies: 10_000,
        }
    }
}

/// Which limit was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LimitKind {
    /// [`Limits::fuel`].
    Fuel,
    /// [`Limits::loop_turns`].
    LoopTurns,
    /// [`Limits::moves`].
    Moves,
    /// [`Limits::move_parts`].
    MoveParts,
    /// [`Limits::effects`].
    Effects,
    /// [`Limits::steps`].
    Steps,
    /// [`Limits::sites`].
    Sites,
    /// [`Limits::directions`].
    Directions,
    /// [`Limits::links`].
    Links,
    /// [`Limits::piece_types`].
    PieceTypes,
    /// [`Limits::players`].
    Players,
    /// [`Limits::zones`].
    Zones,
    /// [`Limits::attributes`].
    Attributes,
    /// [`Limits::classes`].
    Classes,
    /// [`Limits::flags`].
    Flags,
    /// [`Limits::column_places`].
    ColumnPlaces,
    /// [`Limits::position_flags`].
    PositionFlags,
    /// [`Limits::slots`].
    Slots,
    /// [`Limits::rule_nodes`].
    RuleNodes,
    /// [`Limits::ending_work`].
    EndingWork,
    /// [`Limits::file_work`].
    FileWork,
    /// The extent that the rules give a board without borders.
    Extent,
    /// None: the game's own program failed and cannot list its moves.
    Failure,
    /// The caller asked to stop.
    Stopped,
}

impl LimitKind {
    /// Returns the name of the counted quantity.
    pub fn what(self) -> &'static str {
        match self {
            LimitKind::Fuel => "work to list the moves of one position",
            LimitKind::LoopTurns => "loop turns in one move rule",
            LimitKind::Moves => "moves in one position",
            LimitKind::MoveParts => "steps and effects of all moves in one position",
            LimitKind::Effects => "effects of one step",
            LimitKind::Steps => "steps of one move",
            LimitKind::Sites => "sites of the board",
            LimitKind::Directions => "directions",
            LimitKind::Links => "links between sites",
            LimitKind::PieceTypes => "piece types",
            LimitKind::Players => "players",
            LimitKind::Zones => "zones",
            LimitKind::Attributes => "attributes",
            LimitKind::Classes => "move types",
            LimitKind::Flags => "flags",
            LimitKind::ColumnPlaces => "sites of the board, times the greatest height of columns",
            LimitKind::PositionFlags => "flags of positions, times sites",
            LimitKind::Slots => "slots of the turn order",
            LimitKind::RuleNodes => "size of the move rules",
            LimitKind::EndingWork => "work to tell whether the game has ended",
            LimitKind::FileWork => "work to read all games and variants of one file",
            LimitKind::Extent => "sites along one side of the pieces on a board without borders",
            LimitKind::Failure => "mistakes of the game's program",
            LimitKind::Stopped => "time given by the caller",
        }
    }
}

/// A limit was met: generation stopped, and nothing that it found so far is to be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitHit {
    /// Which limit.
    pub kind: LimitKind,
    /// Its value; 0 when the caller asked to stop.
    pub max: u64,
    /// The rule that was running, if one was.
    pub rule: Option<crate::RuleId>,
}

impl LimitHit {
    /// The limit `kind` of value `max` was met outside any rule.
    pub fn new(kind: LimitKind, max: usize) -> LimitHit {
        LimitHit { kind, max: max as u64, rule: None }
    }

    /// Returns whether the list of complete moves is too long. The game may still be played step by
    /// step.
    pub fn is_of_length(&self) -> bool {
        matches!(self.kind, LimitKind::Moves | LimitKind::MoveParts)
    }

    /// Returns whether joining steps to complete moves may have exceeded it. Then the steps
    /// themselves may be few.
    pub fn is_of_chains(&self) -> bool {
        self.is_of_length() || matches!(self.kind, LimitKind::Steps | LimitKind::Fuel)
    }

    /// The same, met while `rule` was at work, unless another is named already.
    pub fn in_rule(self, rule: crate::RuleId) -> LimitHit {
        LimitHit { rule: self.rule.or(Some(rule)), ..self }
    }
}

impl fmt::Display for LimitHit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            LimitKind::Failure => write!(f, "the program of this game went wrong"),
            LimitKind::Stopped => write!(f, "stopped: the caller asked for it"),
            kind => write!(f, "limit reached: {} (at most {})", kind.what(), self.max),
        }
    }
}

impl std::error::Error for LimitHit {}

/// The remaining budget of one move list. All executors spend it in the same way, so a position
/// meets the same limit in each of them.
#[derive(Clone, Debug)]
pub struct Fuel<'a> {
    left: u64,
    max: u64,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Fuel<'a> {
    /// The cost of starting a run of a rule, in addition to the cost of its steps.
    pub const RUN: u32 = 2;

    /// Returns a budget of `units`.
    pub fn new(units: u64) -> Fuel<'a> {
        Fuel { left: units, max: units, stop: None }
    }

    /// Returns a budget with `left` of `max` units.
    pub fn rest(left: u64, max: u64) -> Fuel<'a> {
        Fuel { left, max, stop: None }
    }

    /// The same budget, which also ends when `stop` becomes true.
    pub fn with_stop(self, stop: &'a AtomicBool) -> Fuel<'a> {
        Fuel { stop: Some(stop), ..self }
    }

    /// Returns the full budget.
    pub fn renewed(&self) -> Fuel<'a> {
        Fuel { left: self.max, ..self.clone() }
    }

    /// Returns the full budget, but no more than `units`.
    pub fn at_most(&self, units: u64) -> Fuel<'a> {
        Fuel { left: self.max.min(units), ..self.clone() }
    }

    /// Returns the flag that ends the work, if there is one.
    pub fn stop(&self) -> Option<&'a AtomicBool> {
        self.stop
    }

    /// Units not yet spent.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Counts work that had a budget of its own: what is left becomes less, and ends at 0.
    pub fn charge(&mut self, other: &Fuel<'_>) {
        self.left = self.left.saturating_sub(other.max - other.left);
    }

    /// Spends `units`. Returns the limit as an error if it is exceeded.
    #[inline]
    pub fn spend(&mut self, units: u64) -> Result<(), LimitHit> {
        if units > self.left {
            self.left = 0;
            return Err(LimitHit { kind: LimitKind::Fuel, max: self.max, rule: None });
        }
        let before = self.left;
        self.left -= units;
        // The flag is tested about every thousand units: often enough to stop within a millisecond.
        if (before ^ self.left) >> 10 != 0 && self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(LimitHit { kind: LimitKind::Stopped, max: 0, rule: None });
        }
        Ok(())
    }
}
