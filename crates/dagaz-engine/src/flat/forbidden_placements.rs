//! Forbidden placements: forbidden results that depend only on the sites of one player's own
//! pieces.
//!
//! Examples are a pawn that could never move again, and two pawns on one file. Only their owner can
//! bring them about. So in a position without one, it is enough to know where a piece may not be
//! placed. A ban of one site is known at compile time, and no rule generates such a move. Bans of
//! several sites bind drops. A moving piece must not be restricted more at its destination than at
//! its origin, or the game is not supported. Positions that already violate a ban fall back.

use dagaz_core::{Effect, Piece, SiteId};

use super::codes::{CodeSet, Codes};
use super::entries::PieceRule;
use super::graph::{Actions, Graph};
use super::sites::Sites;
use super::state::FlatState;
use super::tables::Tables;
use crate::vm::Waiting;

/// Sites, and the codes of which one stands on each.
type Pattern = Vec<(u16, CodeSet)>;

/// See the [module documentation](self).
#[derive(Debug)]
pub(crate) struct Bans<const W: usize> {
    /// Whether nothing is forbidden.
    pub(crate) is_empty: bool,
    /// For each code where it may not come.
    arrivals: Box<[Sites<W>]>,
    /// The bans of several sites.
    several: Vec<Pattern>,
    /// All codes that these are about.
    bound: CodeSet,
    /// For each code what they say of a piece that comes from outside the board.
    drops: Box<[OfDrop<W>]>,
}

/// Where a piece that is dropped may not come, by what stands elsewhere.
#[derive(Debug, Default)]
struct OfDrop<const W: usize> {
    /// Where one of some codes stands, by its site.
    pairs: Vec<(CodeSet, Box<[Sites<W>]>)>,
    /// Where there stands all of this.
    others: Vec<(usize, Pattern)>,
}

impl<const W: usize> Bans<W> {
    /// The bans of such patterns; none if one asks for attributes of pieces.
    pub(crate) fn of(codes: &Codes, sites: usize, patterns: Vec<Pattern>) -> Option<Bans<W>> {
        let asked = || patterns.iter().flatten().map(|(_, set)| *set);
        if !asked().all(|set| super::game::of_whole_kinds(codes, set)) {
            return None;
        }
        let mut arrivals = vec![Sites::EMPTY; codes.len()].into_boxed_slice();
        let mut several: Vec<Pattern> = Vec::new();
        for mut pattern in patterns {
            pattern.sort_unstable();
            match *pattern.as_slice() {
                [(site, set)] => {
                    each_code(set).for_each(|code| arrivals[usize::from(code)].insert(usize::from(site)));
                }
                _ if several.contains(&pattern) => {}
                _ => several.push(pattern),
            }
        }
        let mut drops: Box<[OfDrop<W>]> = (0..codes.len()).map(|_| OfDrop::default()).collect();
        for pattern in &several {
            for (index, &(site, set)) in pattern.iter().enumerate() {
                let others =
                    || pattern.iter().enumerate().filter(move |(other, _)| *other != index).map(|(_, one)| *one);
                for code in each_code(set) {
                    let of_code = &mut drops[usize::from(code)];
                    match pattern.len() {
                        2 => {
                            others().for_each(|(other, with)| of_code.add_pair(usize::from(site), (other, with), sites))
                        }
                        _ => of_code.others.push((usize::from(site), others().collect())),
                    }
                }
            }
        }
        let bound = several.iter().flatten().fold(0, |all, (_, set)| all | set);
        let is_empty = several.is_empty() && arrivals.iter().all(Sites::is_empty);
        Some(Bans { is_empty, arrivals, several, bound, drops })
    }

    /// Whether one of them holds.
    pub(crate) fn hold(&self, state: &FlatState<W>) -> bool {
        let stands = |(site, set): &(u16, CodeSet)| set >> state.code(usize::from(*site)) & 1 == 1;
        let arrived =
            || (1..self.arrivals.len() as u8).any(|code| state.set(code).meets(&self.arrivals[usize::from(code)]));
        !self.is_empty && (arrived() || self.several.iter().any(|pattern| pattern.iter().all(stands)))
    }

    /// Whether a piece may never stand on a site as some code.
    #[inline]
    pub(crate) fn forbid(&self, code: u8, site: usize) -> bool {
        self.arrivals[usize::from(code)].contains(site)
    }

    /// Whether a step of more than one effect brings a piece where it may never stand.
    pub(crate) fn forbid_step(&self, tables: &Tables, state: &FlatState<W>, effects: &[Effect]) -> bool {
        if self.is_empty {
            return false;
        }
        // As what a piece ends that is of some code.
        let becomes = |code: u8, at: SiteId| {
            let last = effects.iter().rev().find_map(|effect| match *effect {
                Effect::Become { site, kind } if site == at => Some(kind),
                _ => None,
            });
            last.map_or(code, |kind| tables.as_piece(code, |piece| Piece { kind, ..piece }))
        };
        let arrives = |code: u8, at: SiteId| {
            let forbidden = self.arrivals.get(usize::from(becomes(code, at)));
            forbidden.is_some_and(|sites| sites.contains(at.index()))
        };
        effects.iter().any(|effect| match *effect {
            Effect::Move { from, to } => arrives(state.code(from.index()), to),
            Effect::Place { site, kind, owner } | Effect::Drop { site, kind, owner } => {
                arrives(tables.fresh(Piece { kind, owner }), site)
            }
            _ => false,
        })
    }

    /// Where a piece of a code may not be dropped.
    pub(crate) fn of_drop(&self, state: &FlatState<W>, code: u8) -> Sites<W> {
        let mut banned = self.arrivals[usize::from(code)];
        let OfDrop { pairs, others } = &self.drops[usize::from(code)];
        for (codes, of_site) in pairs {
            banned = state.any_of(*codes).iter().fold(banned, |banned, site| banned.or(of_site[site]));
        }
        let stands = |(site, set): &(u16, CodeSet)| set >> state.code(usize::from(*site)) & 1 == 1;
        for (site, pattern) in others {
            if pattern.iter().all(stands) {
                banned.insert(*site);
            }
        }
        banned
    }

    /// Whether a rule can respect them by excluding codes from sites, for moves and drops.
    pub(crate) fn are_kept_by(&self, rule: &PieceRule, codes: &Codes) -> bool {
        let asked = !self.is_empty && (rule.drops || !self.several.is_empty());
        !asked || rule.graphs.iter().enumerate().all(|(start, graph)| self.keeps(rule, codes, (start, graph)))
    }

    fn keeps(&self, rule: &PieceRule, codes: &Codes, (start, graph): (usize, &Graph)) -> bool {
        let own = || each_code(rule.own);
        let step = |from: usize, to: usize, before: CodeSet, moves: usize| {
            each_code(before).all(|code| {
                let alone = moves == 1 && self.binds_no_more((from, code), (to, code));
                self.bound >> code & 1 == 0 || alone
            })
        };
        // What moves along may be anything.
        let may_be = |from: usize| if from == start && !rule.drops { rule.own } else { codes.all() & !Codes::EMPTY };
        let made = |made: &super::graph::Made| match made.actions {
            Actions::Plain(plain) if rule.drops => own().all(|code| {
                codes.piece(graph.landing(plain, rule.place(code))).map(|piece| piece.kind)
                    == codes.piece(code).map(|piece| piece.kind)
            }),
            Actions::Plain(plain) => own().all(|code| {
                let landing = graph.landing(plain, rule.place(code));
                self.binds_no_more((start, code), (made.target.index(), landing))
            }),
            Actions::Fixed(_) | Actions::Shaped(_) if rule.drops => false,
            Actions::Fixed(span) => {
                let effects = graph.effects(span);
                let moves = effects.iter().filter(|effect| matches!(effect, Effect::Move { .. })).count();
                effects.iter().all(|effect| match *effect {
                    Effect::Move { from, to } => step(from.index(), to.index(), may_be(from.index()), moves),
                    Effect::Together { .. } | Effect::Remove { .. } | Effect::Set { .. } => true,
                    _ => false,
                })
            }
            Actions::Shaped(number) => {
                let shaped = &graph.shaped[number as usize];
                let all = || shaped.cascades.iter().copied().chain([(shaped.origin, made.target)]);
                let plain = |action: &Waiting| matches!(action, Waiting::Capture(_) | Waiting::Set(..));
                !shaped.copies
                    && made.becomes.is_none()
                    && shaped.waiting.iter().all(plain)
                    && all().all(|(from, to)| {
                        from.some().is_some() && step(from.index(), to.index(), may_be(from.index()), all().count())
                    })
            }
            Actions::Live { .. } => false,
        };
        graph.resumed.is_empty() && graph.made.iter().all(made)
    }

    /// Whether a piece that goes and changes completes no ban of several sites that its like would
    /// not have completed before.
    fn binds_no_more(&self, (from, before): (usize, u8), (to, after): (usize, u8)) -> bool {
        if self.bound >> after & 1 == 0 {
            return true;
        }
        let here = |pattern: &&Pattern, site: usize, code: u8| {
            pattern.iter().any(|(at, set)| usize::from(*at) == site && set >> code & 1 == 1)
        };
        let completed = self.several.iter().filter(|pattern| here(pattern, to, after));
        completed.filter(|pattern| pattern.iter().all(|(at, _)| usize::from(*at) != from)).all(|pattern| {
            let is_there = |(at, set): &(u16, CodeSet)| {
                let other = pattern.iter().filter(|(site, _)| usize::from(*site) != to);
                usize::from(*at) == from && set >> before & 1 == 1
                    || other.clone().any(|(site, with)| site == at && with & !set == 0)
            };
            self.several.iter().filter(|known| here(known, from, before)).any(|known| known.iter().all(is_there))
        })
    }
}

impl<const W: usize> OfDrop<W> {
    fn add_pair(&mut self, site: usize, (other, with): (u16, CodeSet), sites: usize) {
        let place = self.pairs.iter().position(|(known, _)| *known == with).unwrap_or_else(|| {
            self.pairs.push((with, vec![Sites::EMPTY; sites].into_boxed_slice()));
            self.pairs.len() - 1
        });
        self.pairs[place].1[usize::from(other)].insert(site);
    }
}

fn each_code(set: CodeSet) -> impl Iterator<Item = u8> {
    (0..64u8).filter(move |code| set >> code & 1 == 1)
}
