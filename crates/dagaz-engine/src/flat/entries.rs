//! Entries: the rules that pieces have, each with its graphs from all starts.

use std::collections::HashMap;
use std::sync::Arc;

use dagaz_core::{Continuation, Effect, MoveClassId, Piece, PieceTypeId, PlayerId, RuleId, SiteId};
use dagaz_rules::{Entry, Then};

use super::builder::GraphForm;
use super::codes::{CodeSet, Codes};
use super::graph::{Actions, Graph};
use super::machine::{Setting, Tested, tested};
use super::tables::Tables;
use super::workbench::Workbench;
use crate::game::CompiledGame;
use crate::generate::Selection;
use crate::program::{Op, Test};
use crate::report::Unfit;

/// Nodes of all graphs of a game: more would neither be made in tolerable time nor fit a cache.
const NODES_MAX: usize = 1_200_000;

/// Nodes of the graphs of one rule.
const RULE_MAX: usize = 100_000;

/// Of the fuel of a list of moves, the part that a list in this form may need at most: so no limit
/// is met in it.
pub(crate) const FUEL_PART: u64 = 4;

/// A rule as the pieces of one side run it: its graph from each start.
#[derive(Debug)]
pub(crate) struct PieceRule {
    pub(crate) rule: RuleId,
    /// The type of the piece that runs it, if the rule can tell.
    pub(crate) kind: PieceTypeId,
    pub(crate) side: PlayerId,
    pub(crate) drops: bool,
    /// The codes that run it.
    pub(crate) own: CodeSet,
    /// The code of a new piece of the type.
    pub(crate) fresh: u8,
    pub(crate) graphs: Box<[Graph]>,
    /// What the tests of the program hold for.
    pub(crate) tested: Tested,
}

impl PieceRule {
    /// Whether its graphs do not show all that it does.
    pub(crate) fn is_resumed(&self) -> bool {
        self.graphs.iter().any(|graph| !graph.resumed.is_empty())
    }

    /// Whether a piece comes by it to be one of some codes, or is one of them no more, by nothing
    /// but where it goes.
    pub(crate) fn crosses(&self, codes: CodeSet) -> bool {
        let own: Vec<bool> = (0..64u8)
            .filter(|code| self.own >> code & 1 == 1)
            .map(|code| !self.drops && codes >> code & 1 == 1)
            .collect();
        let differs = |(landing, before): (&u8, &bool)| (codes >> landing & 1 == 1) != *before;
        let rows =
            |graph: &Graph| graph.landings.chunks_exact(own.len().max(1)).any(|row| row.iter().zip(&own).any(differs));
        self.graphs.iter().any(rows)
    }

    /// The place of a code among those that run the rule: landing codes are kept by it.
    #[inline]
    pub(crate) fn place(&self, code: u8) -> usize {
        (self.own & ((1u64 << code) - 1)).count_ones() as usize
    }
}

/// A rule with the class under which a piece has it.
#[derive(Clone, Debug)]
pub(crate) struct FlatEntry {
    pub(crate) class: Option<MoveClassId>,
    pub(crate) rule: Arc<PieceRule>,
}

impl FlatEntry {
    /// The fuel that it needs from where it needs most.
    fn fuel(&self) -> u64 {
        self.rule.graphs.iter().map(|graph| graph.fuel).max().unwrap_or(0)
    }

    /// The continuation of the turn after a step that has one.
    #[inline]
    pub(crate) fn then(&self, then: Option<Then>) -> Option<Continuation> {
        then.map(|then| match then {
            Then::Class(class) => Continuation::Class(class),
            Then::SameClass => self.class.map_or(Continuation::Unclassed, Continuation::Class),
        })
    }
}

/// The entries that are tried together, as [`Selection`] has them.
#[derive(Debug, Default)]
pub(crate) struct FlatSelection {
    /// For each code.
    pub(crate) moves: Vec<Box<[FlatEntry]>>,
    /// For each side its drops: supply, code of the new piece, entry.
    pub(crate) drops: Vec<Vec<(usize, u8, FlatEntry)>>,
}

/// The fuel of a list of moves of which every site holds the piece that needs most.
pub(crate) fn fuel_of(selection: &FlatSelection, sites: usize) -> u64 {
    let moves = selection.moves.iter().map(|entries| entries.iter().map(FlatEntry::fuel).sum()).max().unwrap_or(0);
    let drops: u64 =
        selection.drops.iter().map(|drops| drops.iter().map(|(.., entry)| entry.fuel()).sum()).max().unwrap_or(0);
    (moves.saturating_add(drops)).saturating_mul(sites as u64)
}

/// Whether steps of one piece that lead to the same board are always the same steps: if one sets
/// what another leaves as it is, both are listed, and only their effects tell them apart.
fn lands_once(entries: &[FlatEntry], code: u8, sites: usize) -> bool {
    let mut seen: HashMap<(SiteId, u8), &[Effect]> = HashMap::new();
    (0..sites).all(|start| {
        seen.clear();
        entries.iter().flat_map(|entry| entry.rule.graphs[start].made.iter().map(move |made| (entry, made))).all(
            |(entry, made)| match made.actions {
                Actions::Plain(plain) => {
                    let graph = &entry.rule.graphs[start];
                    let (landing, effects) =
                        (graph.landing(plain, entry.rule.place(code)), graph.effects(plain.effects));
                    *seen.entry((made.target, landing)).or_insert(effects) == effects
                }
                _ => true,
            },
        )
    })
}

/// Who runs a rule: the codes of one side, of one type alone if the rule can tell types apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RunBy {
    rule: RuleId,
    side: PlayerId,
    kind: PieceTypeId,
    drops: bool,
    own: CodeSet,
}

/// Makes the graphs, each rule once for all the pieces of a side that have it.
pub(crate) struct Makers<'a> {
    game: &'a CompiledGame,
    tables: &'a Tables,
    known: Vec<(RunBy, Arc<PieceRule>)>,
    nodes: usize,
    bench: Workbench,
}

impl<'a> Makers<'a> {
    pub(crate) fn new(game: &'a CompiledGame, tables: &'a Tables) -> Makers<'a> {
        Makers { game, tables, known: Vec::new(), nodes: 0, bench: Workbench::default() }
    }

    /// All rules that were made.
    pub(crate) fn rules(self) -> Vec<Arc<PieceRule>> {
        self.known.into_iter().map(|(_, rule)| rule).collect()
    }

    /// The entries of a selection for the players who have pieces that move.
    pub(crate) fn selection(&mut self, selection: &Selection, active: &[PlayerId]) -> Result<FlatSelection, Unfit> {
        let codes = &self.tables.codes;
        let mut moves = Vec::new();
        for code in 0..codes.len() as u8 {
            let (mut entries, mut fuel) = (Vec::new(), 0u64);
            if let Some(piece) = codes.piece(code).filter(|piece| active.contains(&piece.owner)) {
                for entry in &selection.moves[piece.kind.index()] {
                    let entry = self.entry(entry, piece, false)?;
                    if entry.rule.graphs.iter().all(Graph::is_barren) {
                        continue;
                    }
                    // As much as this one piece needs is needed by all; why make the others?
                    fuel = fuel.saturating_add(entry.fuel());
                    if fuel.saturating_mul(self.tables.sites as u64) > self.game.fuel() / FUEL_PART {
                        return Err(Unfit::Size);
                    }
                    entries.push(entry);
                }
            }
            if !lands_once(&entries, code, self.tables.sites) {
                return Err(Unfit::Turns);
            }
            moves.push(entries.into_boxed_slice());
        }
        let mut drops = vec![Vec::new(); self.game.rules().players.len()];
        for &side in active {
            for (kind, entries) in &selection.drops {
                let piece = Piece { kind: *kind, owner: side };
                let Some(supply) = self.tables.supply(piece) else { continue };
                let code = self.tables.fresh(piece);
                if code == Codes::NONE {
                    return Err(Unfit::Drops);
                }
                for entry in entries {
                    drops[side.index()].push((supply, code, self.entry(entry, piece, true)?));
                }
            }
        }
        Ok(FlatSelection { moves, drops })
    }

    fn entry(&mut self, entry: &Entry, piece: Piece, drops: bool) -> Result<FlatEntry, Unfit> {
        let by = self.run_by(entry.rule, piece, drops);
        let rule = match self.known.iter().find(|(known, _)| *known == by) {
            Some((_, rule)) => rule.clone(),
            None => {
                let made = Arc::new(self.rule(by)?);
                self.known.push((by, made.clone()));
                made
            }
        };
        Ok(FlatEntry { class: entry.class, rule })
    }

    fn run_by(&self, rule: RuleId, piece: Piece, drops: bool) -> RunBy {
        let Makers { game, tables, .. } = *self;
        let (side, codes) = (piece.owner, &tables.codes);
        if drops {
            return RunBy { rule, side, kind: piece.kind, drops, own: 1 << tables.fresh(piece) };
        }
        let tells = game
            .program(rule, side)
            .ops
            .iter()
            .any(|op| matches!(op, Op::Create(_, None, _) | Op::Unless { test: Test::Attacked(_), .. }));
        if tells {
            return RunBy { rule, side, kind: piece.kind, drops, own: codes.of_piece(piece) };
        }
        let mut by = RunBy { rule, side, kind: piece.kind, drops, own: 0 };
        let kinds = (0..game.kind_count()).map(PieceTypeId::at).rev();
        for kind in kinds.filter(|kind| game.entries(*kind).iter().any(|entry| entry.rule == rule)) {
            (by.kind, by.own) = (kind, by.own | codes.of_piece(Piece { kind, owner: side }));
        }
        by
    }

    fn rule(&mut self, by: RunBy) -> Result<PieceRule, Unfit> {
        let Makers { game, tables, .. } = *self;
        let RunBy { rule, side, kind, drops, own } = by;
        let program = game.program(rule, side);
        let tested = tested(&tables.codes, game.layout_ref(), program);
        let mut form = GraphForm::Settled;
        let mut graphs = Vec::with_capacity(tables.sites);
        let mut nodes = 0;
        while graphs.len() < tables.sites {
            let setting = Setting {
                board: game.board(),
                layout: game.layout_ref(),
                codes: &tables.codes,
                program,
                side,
                kind,
                start: SiteId::at(graphs.len()),
                drops,
                own,
                live: false,
                tested: &tested,
                next: &|owner| game.next_player(owner),
            };
            let graph = Graph::of(&setting, &mut form, &mut self.bench).map_err(|_| Unfit::Rule(rule))?;
            nodes += graph.nodes.len();
            graphs.push(graph);
            if nodes > RULE_MAX && form != GraphForm::Resumed {
                // What is small for each start may be much for all.
                form = GraphForm::Resumed;
                (nodes, graphs) = (0, Vec::with_capacity(tables.sites));
            }
        }
        self.nodes += nodes;
        if self.nodes > NODES_MAX {
            return Err(Unfit::Size);
        }
        let fresh = tables.fresh(Piece { kind, owner: side });
        Ok(PieceRule { rule, kind, side, drops, own, fresh, graphs: graphs.into_boxed_slice(), tested })
    }
}
