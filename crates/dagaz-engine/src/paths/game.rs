//! A game of edition 3 that can be played: its rules, tables and executors.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};

use dagaz_core::{Glossary, Layout, LimitHit, LimitKind, Limits, PlayerId, PlayerKind, State, word_key};
use dagaz_rules::Rules;
use dagaz_rules::path::{PathRules, PathSlot, RepeatsOf, Set};

use super::attack::Touch;
use super::bitwise::Bitwise;
use super::candidate_playouts::Draws;
use super::choices::QuietPlayout;
use super::counter_games::Tallies;
use super::fallback::Walked;
use super::lowering::NotLowered;
use super::placement::Placement;
use super::plan::{NotCompiled, continues};
use super::play::Compiled;
use super::stones::Stones;
use super::tables::{Place, Runs, Tables};
use super::window::Window;
use crate::game::CompiledGame;
use crate::long_turns::LongTurns;
use crate::report::FlatReport;

/// A forbidden result, as it is asked about.
#[derive(Debug)]
pub(super) struct Ban {
    pub(super) index: usize,
    pub(super) looks_at_moves: bool,
}

/// An ending, as it is asked about.
#[derive(Debug)]
pub(super) struct Ending {
    pub(super) looks_at_moves: bool,
}

/// A game made of paths.
#[derive(Debug)]
pub struct PathGame {
    pub(super) rules: Arc<PathRules>,
    pub(super) limits: Limits,
    pub(super) layout: Layout,
    pub(super) tables: Tables,
    pub(super) touch: Touch,
    pub(super) lines: Vec<Runs>,
    pub(super) nevers: Vec<Ban>,
    /// What is known of pieces that cover several sites, if there are any.
    pub(super) bodies: Option<super::walker::Bodies>,
    /// Whether some piece may be moved by another than its owner.
    pub(super) moves_others: bool,
    pub(super) endings: Vec<Ending>,
    pub(super) endings_look_at_moves: bool,
    pub(super) forgets: super::forget::Forgets,
    /// Variables that live with a move, and with a step, with their values at its beginning.
    pub(super) move_starts: Vec<(usize, i64)>,
    pub(super) step_starts: Vec<(usize, i64)>,
    /// Whether legality depends on earlier positions, so that counting must not forget them.
    pub(super) remembers: bool,
    /// The counters that positions tell of.
    pub(super) told: Vec<usize>,
    pub(super) glossary: Glossary,
    pub(super) initial: State,
    /// The window of a board without borders.
    pub(super) window: Option<Window>,
    /// The playout kernel of pure placement games.
    pub(super) placement: Option<Placement>,
    /// Keys of states whose turns were found to have too many whole moves, by their last bits.
    pub(super) long_turns: LongTurns,
    /// The executor for moves and playouts of games with stones and liberties.
    pub(super) stones: Option<Stones>,
    /// The executor for playouts of games whose moves are choices of a site.
    pub(super) draws: Option<Draws>,
    /// How it is played where people do not look, if it has a form on a board of bits.
    pub(super) bitwise: OnceLock<Option<Box<Bitwise>>>,
    /// The playout kernel of games in which pieces only move.
    pub(super) going: OnceLock<Option<Box<QuietPlayout>>>,
    /// The playout kernel of counter games.
    pub(super) tallies: OnceLock<Option<Box<Tallies>>>,
    /// The same game in automata, made when it is first worth it, or why there is none.
    pub(super) twin: OnceLock<Result<Box<CompiledGame>, NotLowered>>,
    /// The rules compiled for the machine, made when they are first needed, or why they are not.
    pub(super) compiled: OnceLock<Result<Box<Compiled>, NotCompiled>>,
    /// Fuel that the reference interpreter has used for lists of moves, up to a limit.
    pub(super) interpreted: AtomicU64,
    /// Whether executors for some kinds of games may be used.
    pub(super) specialised: bool,
    /// Whether every rule is to be walked.
    pub(super) walks: bool,
    /// Whether nothing happens before a move or step, so that rules begin on the board as it
    /// stands.
    pub(super) begins_plainly: bool,
    /// Whether a move on which a piece comes to another site is sure to become one move.
    pub(super) one_completion: bool,
}

impl PathGame {
    /// Makes a game of rules. An error if it is larger than the limits allow, or begins from an
    /// impossible position.
    pub fn new(rules: Arc<PathRules>, limits: &Limits) -> Result<PathGame, LimitHit> {
        let (tables, layout) = Tables::new(&rules, limits)?;
        let mut glossary = rules.glossary.clone();
        glossary.endings = rules.endings.iter().map(|ending| ending.name.clone()).collect();
        glossary.endings.push("no legal move".into());
        glossary.variables = tables.variable_names(&rules, &layout);
        glossary.fen.halfmoves = tables.halfmoves(&rules);
        glossary.fen.checks = tables.checks(&rules);
        let starting = |home| {
            let variables = rules.variables.iter().zip(&tables.places);
            let passing = variables.filter_map(move |(variable, place)| match place {
                Place::Passing(place) if variable.home == home => Some((*place, i64::from(variable.start))),
                _ => None,
            });
            passing.collect::<Vec<_>>()
        };
        let (move_starts, step_starts) =
            (starting(dagaz_rules::path::Home::Move), starting(dagaz_rules::path::Home::Step));
        // What endings ask of the past takes no move away.
        let mut asks_repeats = false;
        let mut note = |part: dagaz_rules::path::Part<'_>| {
            asks_repeats |= matches!(
                part,
                dagaz_rules::path::Part::Number(
                    dagaz_rules::path::Number::Repeats(_) | dagaz_rules::path::Number::Cycle
                )
            );
        };
        rules.nevers.iter().for_each(|never| super::survey::in_truth(&never.when, &mut note));
        rules.rules.iter().for_each(|rule| super::survey::in_path(&rule.path, &mut note));
        let told = tables.told_counters(&rules).into_iter().map(|(word, _)| word).collect();
        let initial = State::empty(&layout);
        let mut game = PathGame {
            limits: limits.clone(),
            touch: Touch::new(rules.players.len(), rules.rules.len()),
            lines: rules.lines.iter().map(|lines| Runs::new(&lines.runs, &tables)).collect(),
            nevers: rules
                .nevers
                .iter()
                .enumerate()
                .map(|(index, never)| Ban { index, looks_at_moves: never.when.looks_at_moves() })
                .collect(),
            bodies: super::walker::Bodies::of(&rules, &tables.places),
            moves_others: rules.pieces.iter().any(|piece| piece.of != Set::Mine),
            endings: rules
                .endings
                .iter()
                .map(|ending| Ending { looks_at_moves: ending.when.looks_at_moves() })
                .collect(),
            endings_look_at_moves: rules.endings.iter().any(|ending| ending.when.looks_at_moves()),
            remembers: asks_repeats,
            forgets: super::forget::Forgets::of(&rules, &tables),
            window: Window::of(&rules, &tables, &layout),
            move_starts,
            step_starts,
            tables,
            layout,
            rules,
            told,
            glossary,
            initial,
            placement: None,
            // No state has this key, but an empty board has the key 0.
            long_turns: LongTurns::default(),
            stones: None,
            draws: None,
            bitwise: OnceLock::new(),
            going: OnceLock::new(),
            tallies: OnceLock::new(),
            twin: OnceLock::new(),
            compiled: OnceLock::new(),
            interpreted: AtomicU64::new(0),
            specialised: true,
            walks: false,
            begins_plainly: false,
            one_completion: false,
        };
        if game.window.is_some() || game.rules.slots.iter().any(|slot| game.chance_moves(slot)) {
            // How often a move is found says how likely it is: the other forms find each once. None
            // of them has a window.
            game.specialised = false;
        } else {
            game.placement = Placement::of(&game);
            game.stones = Stones::of(&game);
            game.draws = Draws::of(&game.rules);
        }
        game.begins_plainly = super::candidate_playouts::begins_plainly(&game.rules);
        game.one_completion = super::candidate_playouts::one_completion(&game.rules);
        let setup = game.rules.setup.clone();
        game.initial = game.begin(&setup, true).map_err(|_| LimitHit::new(LimitKind::Slots, game.rules.slots.len()))?;
        Ok(game)
    }

    /// Whether one of the moves of a slot is drawn by lot.
    pub(super) fn chance_moves(&self, slot: &PathSlot) -> bool {
        self.rules.players[slot.chooser.index()].kind == PlayerKind::Random
    }

    /// The rules that it was made of.
    pub fn rules(&self) -> &Arc<PathRules> {
        &self.rules
    }

    /// The same game without forms that are made for some games only: slow, and the judge of them.
    pub fn only_walking(mut self) -> PathGame {
        (self.placement, self.stones, self.draws, self.walks) = (None, None, None, true);
        self
    }

    /// The game on a board of bits, if it has such a form and may use it.
    pub(super) fn bitwise(&self) -> Option<&Bitwise> {
        if self.walks || !self.specialised {
            return None;
        }
        self.bitwise.get_or_init(|| Bitwise::of(self).map(Box::new)).as_deref()
    }

    /// The playout kernel of games in which pieces only move, if nothing else needs the reference
    /// interpreter.
    pub(super) fn going(&self) -> Option<&QuietPlayout> {
        if self.walks || !self.specialised {
            return None;
        }
        self.going.get_or_init(|| QuietPlayout::of(self).map(Box::new)).as_deref()
    }

    /// The playout kernel of counter games, if this is one.
    pub(super) fn tallies(&self) -> Option<&Tallies> {
        if self.walks || !self.specialised {
            return None;
        }
        self.tallies.get_or_init(|| Tallies::of(self).map(Box::new)).as_deref()
    }

    /// The same game in automata, if it has one and may use it.
    pub(super) fn twin(&self) -> Option<&CompiledGame> {
        if self.walks || !self.specialised || self.placement.is_some() || self.stones.is_some() {
            return None;
        }
        let twin = self.twin.get_or_init(|| super::lowering::of(self).map(Box::new)).as_deref().ok()?;
        twin.flat().is_some().then_some(twin)
    }

    /// Makes the game ready to be played at full speed, which happens by itself sooner or later,
    /// and tells what has become of the rules in automata, with those automata; or why they are
    /// walked.
    pub fn make_ready(&self) -> Result<(FlatReport, Arc<Rules>), Walked> {
        if self.placement.is_some() {
            return Err(Walked::Places);
        }
        if self.stones.is_some() {
            return Err(Walked::Stones);
        }
        if let Some(bitwise) = self.bitwise() {
            return Err(if bitwise.jumps() { Walked::Jumps } else { Walked::Chooses });
        }
        if self.tallies().is_some() {
            return Err(Walked::Tallies);
        }
        let twin = self.twin.get_or_init(|| super::lowering::of(self).map(Box::new));
        let twin = twin.as_deref().map_err(|why| Walked::NoTwin(*why))?;
        let report = twin.make_ready().map_err(Walked::NotFlat)?;
        Ok((report, twin.rules().clone()))
    }

    /// The automata in which the game is played, if it is played in automata.
    pub fn automata(&self) -> Option<&CompiledGame> {
        if self.bitwise().is_some() || self.tallies().is_some() { None } else { self.twin() }
    }

    /// Whether this is a pure placement game, whose playouts cost almost nothing.
    pub fn only_places(&self) -> bool {
        self.placement.is_some()
    }

    /// Whether playouts have a specialised kernel.
    pub fn has_quick_playouts(&self) -> bool {
        let quick = self.placement.is_some() || self.stones.is_some() || self.draws.is_some();
        quick
            || self.compiled().is_ok()
            || self.bitwise().is_some()
            || self.going().is_some()
            || self.tallies().is_some()
    }

    pub(super) fn slot(&self, state: &State) -> &PathSlot {
        &self.rules.slots[state.slot(&self.layout).index()]
    }

    /// A variable of a state.
    pub(super) fn variable(&self, state: &State, word: u16) -> i32 {
        match usize::from(word).checked_sub(self.layout.spec().variables) {
            None => state.variable(&self.layout, usize::from(word)) as i32,
            Some(counter) => state.counter(&self.layout, counter) as i32,
        }
    }

    /// Whether a player chooses moves.
    pub(super) fn plays(&self, player: PlayerId) -> bool {
        dagaz_rules::competes(&self.rules.players, player)
    }

    /// Whether a player has left the game.
    pub(super) fn is_out(&self, state: &State, player: PlayerId) -> bool {
        self.tables.extras.outs.is_some_and(|word| self.variable(state, word) >> player.0 & 1 == 1)
    }

    /// Who sits where a player of the rules is: that one, or, once places have been changed, the
    /// other.
    pub(super) fn seat(&self, state: &State, player: PlayerId) -> PlayerId {
        match self.tables.extras.seats {
            Some(word) if self.variable(state, word) == 1 && self.plays(player) => self.after(player),
            _ => player,
        }
    }

    /// The player who comes after another in order of declaration.
    pub(super) fn after(&self, player: PlayerId) -> PlayerId {
        let count = self.rules.players.len();
        (1..=count)
            .map(|step| PlayerId::at((player.index() + step) % count))
            .find(|next| self.plays(*next))
            .unwrap_or(player)
    }

    /// What is remembered of a state for repetition.
    pub(super) fn history_key(&self, state: &State, of: RepeatsOf) -> u64 {
        match of {
            RepeatsOf::Situation => state.position_key(),
            RepeatsOf::Board => {
                let words = state.words().iter().take(self.layout.sites()).enumerate();
                words.fold(0, |key, (place, word)| key ^ word_key(place, *word))
            }
        }
    }

    /// Whether a turn that begins in a state is known to have too many whole moves to list.
    pub(super) fn is_known_as_long(&self, begun: &State) -> bool {
        self.long_turns.knows(begun)
    }

    pub(super) fn note_as_long(&self, begun: &State) {
        self.long_turns.note(begun);
    }

    /// Notes after a limit that a turn is long, if it can be played in steps and moves that were
    /// not compared are sure to be too many.
    pub(super) fn note_long_turn(&self, begun: &State) {
        let compares = self.rules.prefers_in(self.slot(begun)).next().is_some();
        if !compares && self.rules.rules.iter().any(|rule| continues(&rule.path, &|_| true)) {
            self.note_as_long(begun);
        }
    }
}
