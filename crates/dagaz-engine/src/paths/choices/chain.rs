//! Chains of hops without captures: a piece hops over another to the site behind it, any number of
//! times.
//!
//! All hop paths to a site are one move, so only the reachable sites matter. The moving piece is on
//! no site meanwhile: it cannot be hopped over, and it does not return to its origin.

use dagaz_core::{PieceTypeId, RuleId, SiteId};
use dagaz_rules::path::{Continue, Onward, Path, Set, WayId};

use super::form::{Area, Chain, Fate, Rule, RuleIndex, Start, Weigh};
use super::look::standing;
use super::read::Reader;
use crate::paths::bits::Bits;
use crate::paths::bits::board::EMPTY;

/// One hop over something, as a rule says it.
struct Leap<'p> {
    /// First there, where something of a set stands, then here, where something of another does.
    ways: [WayId; 2],
    sets: [&'p Set; 2],
    onward: &'p [Onward],
}

impl<'p> Leap<'p> {
    /// None if the rule says anything else.
    fn of(path: &'p Path) -> Option<Leap<'p>> {
        let Path::Seq(parts) = path else { return None };
        let [Path::Go(first), Path::Is(over), Path::Go(second), Path::Is(onto), rest @ ..] = &parts[..] else {
            return None;
        };
        // A piece that may revisit sites may return to its origin and stay there.
        let onward = match rest {
            [] => &[][..],
            [Path::Is(Set::Not(inner)), Path::Continue(Continue::May, onward)] if **inner == Set::Visited => onward,
            _ => return None,
        };
        let ([first], [second]) = (&first[..], &second[..]) else { return None };
        Some(Leap { ways: [*first, *second], sets: [over, onto], onward })
    }
}

impl<B: Bits> Reader<'_, B> {
    /// Whether a rule hops over something onto a site where the piece may stay.
    pub(super) fn leaps(&self, rule: RuleId) -> bool {
        Leap::of(&self.rules.rules[rule.index()].path).is_some()
    }

    /// The rules of a type that do so, as one.
    pub(super) fn chain(&mut self, kind: PieceTypeId, rules: &[RuleId]) -> Option<RuleIndex> {
        let id = *rules.first()?;
        let ons = self.onward_of(kind, id)?;
        let goes_on_alike = |rule: &RuleId| self.onward_of(kind, *rule).as_ref() == Some(&ons);
        if !rules.iter().chain(&ons).all(goes_on_alike) {
            return None;
        }
        let (firsts, over) = self.hops_over(rules)?;
        let (ons, over_then) = self.hops_over(&ons)?;
        let over = over.filter(|over| over_then.is_none_or(|then| then == *over))?;
        let chain = Chain { firsts, ons, over };
        // The reference interpreter makes a step of each hop, and stops at a limit.
        let farthest = self.board.each().map(|from| chain.leads_to::<B>(from).count() as usize).max()?;
        if farthest > self.game.limits.steps {
            return None;
        }
        let piece = &self.rules.pieces[kind.index()];
        if !piece.on_step_end.is_empty() || !self.rules.on_step_end.is_empty() {
            return None;
        }
        let hooks: Vec<&Path> = piece.on_move_end.iter().chain(&self.rules.on_move_end).collect();
        let bounds = self.bounds(&hooks)?;
        self.side.chains.push(chain);
        let chain = u16::try_from(self.side.chains.len() - 1).ok()?;
        self.side.rules.push(Rule {
            id,
            given: Vec::new(),
            start: Start::Chain { code: self.mine(kind), chain },
            bounds,
            sites: Area::Empty,
            actions: Vec::new(),
            fate: Fate::Done,
            may_fail: false,
            weigh: Weigh::Alike(1),
            touches: self.board,
        });
        RuleIndex::try_from(self.side.rules.len() - 1).ok()
    }

    /// The rules that continue after a hop of a piece type, in order.
    fn onward_of(&self, kind: PieceTypeId, rule: RuleId) -> Option<Vec<RuleId>> {
        let rule = &self.rules.rules[rule.index()];
        let leap = Leap::of(&rule.path).filter(|_| !rule.may_be_idle)?;
        let mut all = Vec::new();
        for onward in leap.onward {
            match onward {
                Onward::Rule(rule) => all.push(*rule),
                Onward::Own(names) => {
                    let own = self.rules.pieces[kind.index()].moves.iter().map(|call| call.rule);
                    all.extend(own.filter(|rule| names.contains(&self.name(*rule))));
                }
                Onward::Play => return None,
            }
        }
        all.sort_unstable();
        all.dedup();
        Some(all)
    }

    /// For each site over which others these rules lead where, and a mask of what stands there, the
    /// same for all of them.
    #[expect(clippy::type_complexity, reason = "a table and what it is a table of")]
    fn hops_over(&mut self, rules: &[RuleId]) -> Option<(Vec<Vec<(u8, u8)>>, Option<u32>)> {
        let paths = self.rules;
        let (mut table, mut mask) = (vec![Vec::new(); paths.topology.sites().len()], None);
        for rule in rules {
            let leap = Leap::of(&paths.rules[rule.index()].path)?;
            let (over, over_zone) = standing(&self.area(leap.sets[0], false)?, self.board)?;
            let (onto, onto_zone) = standing(&self.area(leap.sets[1], false)?, self.board)?;
            if over & EMPTY != 0 || onto != EMPTY || *mask.get_or_insert(over) != over {
                return None;
            }
            let link = |way: WayId, from: usize| self.game.tables.link(self.me, way, SiteId::at(from)).some();
            for (from, hops) in table.iter_mut().enumerate() {
                let Some(first) = link(leap.ways[0], from).filter(|first| over_zone.contains(first.index())) else {
                    continue;
                };
                let Some(second) = link(leap.ways[1], first.index()).filter(|to| onto_zone.contains(to.index())) else {
                    continue;
                };
                // The moving piece is on none of the sites that it passes.
                if first.index() != from && second.index() != from && first != second {
                    hops.push((first.0 as u8, second.0 as u8));
                }
            }
        }
        Some((table, mask))
    }
}

impl Chain {
    /// Where a piece comes to over what stands on some sites, onto some on which nothing does.
    #[inline]
    pub(super) fn reach<B: Bits>(&self, from: usize, over: B, empty: B) -> B {
        let over = over.less(B::one(from));
        let open = |all: B, hops: &[(u8, u8)]| {
            let leads = |(by, to): &&(u8, u8)| over.contains(usize::from(*by)) && empty.contains(usize::from(*to));
            hops.iter().filter(leads).fold(B::NONE, |new, (_, to)| new | B::one(usize::from(*to))).less(all)
        };
        let mut last = open(B::NONE, &self.firsts[from]);
        let mut all = last;
        while !last.is_empty() {
            let new = open(all, &self.ons[last.lowest()]);
            all |= new;
            last = last.without_lowest() | new;
        }
        all
    }

    /// Where a piece might come to if the board were as it likes.
    pub(super) fn leads_to<B: Bits>(&self, from: usize) -> B {
        // No piece returns to its origin.
        let everywhere = !B::NONE;
        self.reach(from, everywhere | B::one(from), everywhere.less(B::one(from)))
    }
}
