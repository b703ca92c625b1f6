//! Rules that are no more than going somewhere, and what becomes of pieces where they end.

use dagaz_core::{PieceTypeId, RuleId};
use dagaz_rules::path::{self as rules, Act, Path, Set};

use super::form::Line;
use super::side::Reader;
use crate::paths::bits::Bits;
use crate::paths::bits::board::EMPTY;
use crate::paths::bits::hop::NOWHERE;

impl<B: Bits> Reader<'_, B> {
    /// What a piece becomes where its move ends.
    pub(super) fn ends(&mut self, kind: usize) -> Option<Vec<(B, Vec<u8>)>> {
        let code = self.code(PieceTypeId::at(kind));
        let (mut left, mut ends) = (self.board, Vec::new());
        match &self.rules.pieces[kind].on_move_end[..] {
            [] => {}
            [hook] => {
                let (zone, codes) = self.crowning(hook)?;
                left = left.less(zone);
                ends.push((zone, codes));
            }
            _ => return None,
        }
        ends.push((left, vec![code]));
        Some(ends)
    }

    /// `(if zone (become …))`: where, and what.
    pub(super) fn crowning(&mut self, path: &Path) -> Option<(B, Vec<u8>)> {
        let Path::If(question, yes, no) = path else { return None };
        let (Path::Is(set), Path::Do(Act::Become { kinds, at: Set::Here })) = (&**question, &**yes) else {
            return None;
        };
        let test = self.test_of(set)?;
        let everything = self.everything();
        if **no != Path::here() || test.now != everything.now || test.was != everything.was {
            return None;
        }
        let codes: Option<Vec<u8>> = self.kinds(kinds)?.into_iter().collect();
        Some((test.zone, codes?))
    }

    /// A rule as a line for pieces of a code, if it is no more than that.
    pub(super) fn line(&mut self, code: u8, rule: RuleId) -> Option<Line<B>> {
        let path = &self.rules.rules[rule.index()].path;
        let elements = match path {
            Path::Seq(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        let (hop, through, onto, rest) = match elements {
            [Path::Go(ways), Path::Is(set), rest @ ..] => {
                let (hop, onto) = self.hop_onto(ways, set)?;
                (hop, None, onto, rest)
            }
            [Path::Many { least, body }, rest @ ..] => {
                let Path::Seq(body) = &**body else { return None };
                let [Path::Go(ways), Path::Is(set)] = &body[..] else { return None };
                let (hop, through) = self.hop_onto(ways, set)?;
                match (least, rest) {
                    (1, rest) => (hop, Some(through), through, rest),
                    (_, [Path::Go(ways), Path::Is(set), rest @ ..]) => {
                        let (other, onto) = self.hop_onto(ways, set)?;
                        (other == hop).then_some((hop, Some(through), onto, rest))?
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        let own = self.side.ends[usize::from(code)].clone();
        let ends = match rest {
            [] => own,
            [crowning] => {
                let (zone, codes) = self.crowning(crowning)?;
                let crowned = codes.iter().map(|code| self.side.ends[usize::from(*code)].clone());
                let crowned: Vec<(B, Vec<u8>)> =
                    crowned.flatten().map(|(sites, codes)| (sites & zone, codes)).collect();
                let mut ends: Vec<(B, Vec<u8>)> =
                    own.into_iter().map(|(sites, codes)| (sites.less(zone), codes)).collect();
                for (sites, codes) in crowned {
                    match ends.iter_mut().find(|(known, _)| *known == sites) {
                        Some((_, known)) => known.extend(codes),
                        None => ends.push((sites, codes)),
                    }
                }
                ends
            }
            _ => return None,
        };
        let ends: Vec<(B, Vec<u8>)> = ends.into_iter().filter(|(sites, _)| !sites.is_empty()).collect();
        let disjoint = (0..ends.len()).all(|one| (0..one).all(|other| (ends[one].0 & ends[other].0).is_empty()));
        // Where one never comes back there is one way at most from one site to another.
        let returns = !self.side.hops[usize::from(hop)].never_returns();
        let one_end = ends.iter().all(|(_, codes)| codes.len() == 1);
        let captures = self.side.tests[usize::from(onto)].now != EMPTY;
        (disjoint && !returns).then_some(Line { hop, through, onto, ends, one_end, captures })
    }

    /// A hop by one way onto sites of a set, which does not ask what there was before the move.
    pub(super) fn hop_onto(&mut self, ways: &[rules::WayId], set: &Set) -> Option<(u16, u16)> {
        let [way] = ways else { return None };
        let (hop, test) = (self.hop(*way)?, self.test(set)?);
        (self.side.tests[usize::from(test)].was == self.everything().was).then_some((hop, test))
    }

    /// Whether two lines never lead from one site to the same other one.
    pub(super) fn never_meet(&self, one: &Line<B>, other: &Line<B>) -> bool {
        let [onto, of_other] = [one, other].map(|line| &self.side.tests[usize::from(line.onto)]);
        // They end on different things.
        if onto.now & of_other.now == 0 || (onto.zone & of_other.zone).is_empty() {
            return true;
        }
        let all = |line: &Line<B>, from: usize| {
            let to = &self.side.hops[usize::from(line.hop)].to;
            let next = |site: &u8| Some(to[usize::from(*site)]).filter(|to| *to != NOWHERE);
            let reached = std::iter::successors(next(&(from as u8)), next);
            let far = if line.through.is_some() { self.board.count() as usize } else { 1 };
            reached.take(far).fold(B::NONE, |all, site| all | B::one(usize::from(site)))
        };
        self.board.each().all(|from| (all(one, from) & all(other, from)).is_empty())
    }
}
