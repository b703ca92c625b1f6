//! Sets and truths of a path as tests of one site.

use dagaz_rules::path::{PlayerRef, Set, Truth as PathTruth};
use dagaz_rules::{Holder, Place, SiteTest, Truth};

use super::Source;
use super::line::Step;

/// Something that a test of sites cannot say.
pub(super) struct Unsaid;

impl From<dagaz_core::LimitHit> for Unsaid {
    fn from(_: dagaz_core::LimitHit) -> Unsaid {
        Unsaid
    }
}

impl Source<'_> {
    /// Whether the site of a place, which is on the board, is one of a set.
    pub(super) fn is_in(&mut self, set: &Set, place: &Place) -> Result<Truth, Unsaid> {
        let site = |test: SiteTest| Ok(Truth::Site(place.clone(), test));
        match set {
            Set::Board => Ok(Truth::Always(true)),
            Set::Fixed(sets) => site(SiteTest::In(self.board.zone(sets)?)),
            Set::Empty => site(SiteTest::Empty),
            Set::Occupied => Ok(Truth::Site(place.clone(), SiteTest::Empty).negate()),
            Set::Open => Ok(Truth::Site(place.clone(), SiteTest::Holds(Holder::Own, Vec::new())).negate()),
            Set::Kinds(kinds) => site(SiteTest::Holds(Holder::Anyone, kinds.clone())),
            Set::Var(var) if Some(*var) == self.rules.unmoved => {
                let (attribute, _) = self.unmoved.as_ref().ok_or(Unsaid)?;
                site(SiteTest::Has(*attribute))
            }
            Set::Var(var) => site(SiteTest::Has(self.attribute(*var).ok_or(Unsaid)?)),
            Set::LastBy(name) if Some(*name) == self.last_name => {
                let there = Truth::Site(place.clone(), SiteTest::LastTo);
                // AttackIndex want to know whom a capture can be of.
                let who = self.last_kinds.clone().map(|kinds| SiteTest::Holds(Holder::Anyone, kinds));
                let who = who.map(|test| Truth::Site(place.clone(), test));
                Ok(who.map_or(there.clone(), |who| Truth::All(vec![who, there])))
            }
            Set::Attacked(None) => site(SiteTest::Attacked(None)),
            Set::And(parts) => self.all_of(parts, place),
            Set::Or(parts) => {
                let parts = parts.iter().map(|part| self.is_in(part, place)).collect::<Result<_, _>>()?;
                Ok(Truth::Any(parts))
            }
            Set::Not(inner) => Ok(self.is_in(inner, place)?.negate()),
            set => match self.holder(set) {
                Some(holder) => site(SiteTest::Holds(holder, Vec::new())),
                None => Err(Unsaid),
            },
        }
    }

    /// Whose pieces a set is, if it is that.
    pub(super) fn holder(&self, set: &Set) -> Option<Holder> {
        let two = self.rules.players.len() == 2;
        match set {
            Set::Mine | Set::Friend | Set::Of(PlayerRef::Me) => Some(Holder::Own),
            Set::Enemy => Some(Holder::Enemy),
            Set::Of(PlayerRef::Next | PlayerRef::Enemy) if two => Some(Holder::Enemy),
            Set::Nobody => Some(Holder::Neutral),
            _ => None,
        }
    }

    /// Whether the site is in all of some sets; whose piece it is and of which type are one test.
    fn all_of(&mut self, parts: &[Set], place: &Place) -> Result<Truth, Unsaid> {
        let flat = flattened(parts);
        let holder = flat.iter().find_map(|part| Some((*part, self.holder(part)?)));
        let kinds = flat.iter().find_map(|part| match part {
            Set::Kinds(kinds) => Some((*part, kinds)),
            _ => None,
        });
        let mut all = Vec::new();
        if let (Some((_, holder)), Some((_, kinds))) = (&holder, &kinds) {
            all.push(Truth::Site(place.clone(), SiteTest::Holds(*holder, kinds.to_vec())));
        }
        let said = |part: &Set| match (&holder, &kinds) {
            (Some((one, _)), Some((other, _))) => std::ptr::eq(part, *one) || std::ptr::eq(part, *other),
            _ => false,
        };
        for part in flat.iter().filter(|part| !said(part)) {
            all.push(self.is_in(part, place)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Truth::All(all) })
    }

    /// A truth that is asked on a path.
    pub(super) fn holds(&mut self, truth: &PathTruth) -> Result<Truth, Unsaid> {
        let each = |source: &mut Self, parts: &[PathTruth]| -> Result<Vec<Truth>, Unsaid> {
            parts.iter().map(|part| source.holds(part)).collect()
        };
        Ok(match truth {
            PathTruth::Always(value) => Truth::Always(*value),
            PathTruth::Me(player) => {
                // A zone that is the whole board to one player and nothing to others.
                let sites = self.rules.topology.sites().len();
                let mut sets = vec![dagaz_core::SiteSet::empty(sites); self.rules.players.len()];
                self.rules.topology.site_ids().for_each(|site| sets[player.index()].insert(site));
                Truth::Site(Place::Here, SiteTest::In(self.board.zone(&sets)?))
            }
            PathTruth::Not(inner) => self.holds(inner)?.negate(),
            PathTruth::And(parts) => Truth::All(each(self, parts)?),
            PathTruth::Or(parts) => Truth::Any(each(self, parts)?),
            // Where the step began nothing stands any more: only which site it is can be asked.
            PathTruth::Any(Set::And(parts)) => {
                let flat = flattened(parts);
                let begins = |part: &&&Set| matches!(part, Set::Start | Set::Origin);
                let others: Vec<&Set> = flat.iter().filter(|part| !begins(part)).copied().collect();
                let fixed = others.iter().all(|part| matches!(part, Set::Fixed(_)));
                if others.len() == flat.len() || !fixed {
                    return Err(Unsaid);
                }
                let all = others.into_iter().map(|part| self.is_in(part, &Place::Origin));
                Truth::All(all.collect::<Result<_, _>>()?)
            }
            _ => return Err(Unsaid),
        })
    }

    /// Whether one of some lines can be walked from the cursor, if none of them goes round.
    pub(super) fn sees(&mut self, lines: &[Vec<Step<'_>>]) -> Result<Truth, Unsaid> {
        let mut any = Vec::new();
        for line in lines {
            let (mut all, mut along) = (Vec::new(), Vec::new());
            for step in line {
                let place = if along.is_empty() { Place::Here } else { Place::Along(along.clone()) };
                match step {
                    Step::Hop(way) => {
                        along.push(super::Board::direction(*way));
                        all.push(Truth::Site(Place::Along(along.clone()), SiteTest::OnBoard));
                    }
                    Step::Is(set) => all.push(self.is_in(set, &place)?),
                    Step::Holds(truth) => all.push(self.holds(truth)?),
                    Step::Look { lines, wanted } if along.is_empty() => {
                        let seen = self.sees(lines)?;
                        all.push(if *wanted { seen } else { seen.negate() });
                    }
                    _ => return Err(Unsaid),
                }
            }
            any.push(if all.len() == 1 { all.remove(0) } else { Truth::All(all) });
        }
        Ok(if any.len() == 1 { any.remove(0) } else { Truth::Any(any) })
    }
}

/// The parts of sets within sets, all of which a site must be in.
pub(super) fn flattened(parts: &[Set]) -> Vec<&Set> {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Set::And(inner) => flat.extend(flattened(inner)),
            other => flat.push(other),
        }
    }
    flat
}
