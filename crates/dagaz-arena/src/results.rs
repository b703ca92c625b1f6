//! Results: the games of a match so far, to be resumed or merged.

use std::fmt;

use dagaz_core::CompactSort;

use serde::{Deserialize, Serialize};

use crate::{Plan, Shard, Sums};

/// The version of the format; files of others are refused.
const FORMAT: u32 = 2;

/// What makes a match that match: results belong together only if all of it is equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The version of the format.
    format: u32,
    /// The title of the game or variant.
    pub game: String,
    /// A hash of its rules; empty if they have none.
    pub rules: String,
    /// The players who choose, in the order of the turns.
    pub seats: Vec<String>,
    /// How positions are judged.
    pub judge: String,
    /// The plan.
    pub plan: Plan,
}

/// The games of a match so far, which can be continued or merged with other parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// Which match it is.
    pub identity: Identity,
    /// Which games have been played: parts in their order, none of which touches another.
    pub played: Vec<Shard>,
    /// The games summed up.
    pub sums: Sums,
}

/// Why results cannot be put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeFault {
    /// They are of different matches; the text says what differs.
    Different(&'static str),
    /// Both have played these games.
    Twice(Shard),
    /// More games than are asked for have been played already: up to this one.
    Longer(u64),
}

impl fmt::Display for MergeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MergeFault::Different(what) => write!(f, "they are of different matches: {what}"),
            MergeFault::Twice(part) => write!(f, "both have {part}"),
            MergeFault::Longer(games) => write!(f, "{games} games have been played already, more than are asked for"),
        }
    }
}

impl std::error::Error for MergeFault {}

impl Identity {
    /// Returns the identity of a match.
    pub fn new(game: &str, rules: &str, seats: Vec<String>, judge: &str, plan: Plan) -> Identity {
        Identity {
            format: FORMAT,
            game: game.to_string(),
            rules: rules.to_string(),
            seats,
            judge: judge.to_string(),
            plan,
        }
    }

    /// What differs between two identities, if anything does.
    pub fn difference(&self, other: &Identity) -> Option<&'static str> {
        let differs = [
            (self.format != other.format, "the format of the files differs"),
            (self.game != other.game, "the games differ"),
            (self.rules != other.rules, "the rules have been changed"),
            (self.plan.entrants != other.plan.entrants, "the bots differ"),
            (self.plan.seed != other.plan.seed, "the seeds differ"),
            (self.plan.games != other.plan.games, "the numbers of games differ"),
            (self.plan != other.plan, "openings, lengths or detail differ"),
            (self != other, "players or judge differ"),
        ];
        differs.into_iter().find(|(differs, _)| *differs).map(|(_, what)| what)
    }
}

impl Results {
    /// Nothing played yet.
    pub fn new(identity: Identity) -> Results {
        Results { identity, played: Vec::new(), sums: Sums::default() }
    }

    /// Makes these the results of a match that may be longer, but differs in nothing else: how many
    /// games there are to be decides nothing about any of them.
    pub fn lengthen(&mut self, identity: &Identity) -> Result<(), MergeFault> {
        let games = self.identity.plan.games;
        self.identity.plan.games = identity.plan.games;
        let different = self.identity.difference(identity);
        let played = self.played.last().map_or(0, |part| part.end);
        let fault = match different {
            Some(what) => MergeFault::Different(what),
            None if played > identity.plan.games => MergeFault::Longer(played),
            None => return Ok(()),
        };
        self.identity.plan.games = games;
        Err(fault)
    }

    /// Consistency check of edited files: a resumed match must not start from impossible numbers.
    pub fn inconsistency(&self) -> Option<&'static str> {
        let (sums, plan) = (&self.sums, &self.identity.plan);
        let in_order = self.played.windows(2).all(|two| two[0].end < two[1].first);
        let in_plan = self.played.iter().all(|part| !part.is_empty() && part.end <= plan.games);
        let add = |numbers: &mut dyn Iterator<Item = u64>| numbers.fold(0u64, u64::saturating_add);
        let played = add(&mut self.played.iter().map(Shard::games));
        let entrants = plan.entrants.len();
        let begun = sums.games > 0;
        let whole = |scores: &[crate::Score]| scores.iter().all(|score| score.games() == sums.games);
        let sizes = [
            (sums.seats.len(), plan.seats),
            (sums.entrants.len(), entrants),
            (sums.seated.len(), entrants * plan.seats),
            (sums.cross.len(), entrants * entrants),
        ];
        let (sites, detail) = (sums.detail.visits.len(), &sums.detail);
        let checks = [
            (in_order && in_plan, "the parts that were played are not in order or not of this match"),
            (played == sums.games, "the parts that were played have another number of games"),
            (sums.ended <= sums.games && detail.games <= sums.games, "there are more games than there are"),
            (add(&mut sums.endings.values().map(|(games, _)| *games)) == sums.games, "the endings do not add up"),
            (sums.endings.values().all(|(games, draws)| draws <= games), "there are more draws than games"),
            (add(&mut sums.lengths.values().copied()) == sums.games, "the lengths do not add up"),
            (whole(&sums.seats), "the results of the seats do not add up"),
            (
                !begun || sizes.iter().all(|(is, should)| is == should),
                "there are more or fewer players than in the plan",
            ),
            (detail.captures.len() == sites && detail.lasts.len() == sites, "the sites differ in number"),
            (detail.games == 0 || detail.measures.len() == crate::MEASURES.len(), "the measures differ in number"),
        ];
        checks.into_iter().find(|(holds, _)| !holds).map(|(_, what)| what)
    }

    /// Adds the results of other games of the same match.
    pub fn merge(&mut self, other: Results) -> Result<(), MergeFault> {
        if let Some(what) = self.identity.difference(&other.identity) {
            return Err(MergeFault::Different(what));
        }
        let overlap = |one: &Shard, two: &Shard| one.first.max(two.first) < one.end.min(two.end);
        for one in &self.played {
            if let Some(two) = other.played.iter().find(|two| overlap(one, two)) {
                return Err(MergeFault::Twice(Shard { first: one.first.max(two.first), end: one.end.min(two.end) }));
            }
        }
        other.played.iter().for_each(|part| self.mark(*part));
        self.sums.merge(other.sums);
        Ok(())
    }

    /// Returns whether these are of the same match, and every game of the other is here already.
    pub fn has_all_of(&self, other: &Results) -> bool {
        self.identity == other.identity && other.played.iter().all(|part| self.left(*part).is_empty())
    }

    /// Adds games that have just been played, none of which was there before.
    pub fn add(&mut self, part: Shard, sums: Sums) {
        debug_assert!(self.left(part) == [part] || part.is_empty(), "no game counts twice");
        self.mark(part);
        self.sums.merge(sums);
    }

    /// What is left to play of a part: the holes in what has been played, in their order.
    pub fn left(&self, part: Shard) -> Vec<Shard> {
        let (mut holes, mut first) = (Vec::new(), part.first);
        for done in &self.played {
            holes.push(Shard { first, end: done.first.min(part.end) });
            first = first.max(done.end);
        }
        holes.push(Shard { first, end: part.end });
        holes.retain(|hole| !hole.is_empty());
        holes
    }

    /// Returns whether every game of the plan has been played.
    pub fn is_complete(&self) -> bool {
        self.left(self.identity.plan.whole()).is_empty()
    }

    fn mark(&mut self, part: Shard) {
        if part.is_empty() {
            return;
        }
        self.played.push(part);
        self.played.compact_sort_by_key(|part| part.first);
        self.played.dedup_by(|later, part| {
            let touches = later.first <= part.end;
            if touches {
                part.end = part.end.max(later.end);
            }
            touches
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(seed: u64) -> Results {
        let plan = Plan {
            games: 30,
            entrants: vec!["random".to_string()],
            seats: 2,
            opening: 0,
            plies_max: 10,
            seed,
            detail: 0,
            fixed: false,
        };
        Results::new(Identity::new("X", "", vec!["A".into(), "B".into()], "", plan))
    }

    fn part(first: u64, end: u64) -> Shard {
        Shard { first, end }
    }

    #[test]
    fn partial_results_merge() {
        let mut all = results(1);
        all.add(part(20, 30), Sums { games: 10, ..Sums::default() });
        let mut other = results(1);
        other.add(part(0, 5), Sums { games: 5, ..Sums::default() });
        other.add(part(5, 20), Sums { games: 15, ..Sums::default() });
        assert_eq!(other.played, [part(0, 20)]);
        assert_eq!(other.left(part(0, 30)), [part(20, 30)]);
        assert_eq!(other.left(part(10, 15)), []);
        assert_eq!(all.left(part(0, 30)), [part(0, 20)]);
        let mut holes = results(1);
        holes.add(part(10, 20), Sums::default());
        holes.add(part(25, 26), Sums::default());
        assert_eq!(holes.left(part(0, 30)), [part(0, 10), part(20, 25), part(26, 30)]);
        assert_eq!(holes.left(part(12, 23)), [part(20, 23)]);
        all.merge(other.clone()).expect("they are of one match");
        assert_eq!((all.played.as_slice(), all.sums.games), (&[part(0, 30)][..], 30));
        assert!(all.is_complete() && !other.is_complete());
    }

    #[test]
    fn impossible_match_results_are_detected() {
        let score = crate::Score { wins: 6, draws: 0, losses: 4 };
        let sums = Sums {
            games: 10,
            ended: 10,
            endings: [("mate".to_string(), (10, 0))].into(),
            lengths: [(40, 10)].into(),
            seats: vec![score, score.turned()],
            entrants: vec![crate::Score { wins: 10, draws: 0, losses: 10 }],
            seated: vec![score, score.turned()],
            cross: vec![crate::Score::default()],
            ..Sums::default()
        };
        let mut whole = results(1);
        whole.add(part(0, 10), sums);
        assert_eq!((whole.inconsistency(), results(1).inconsistency()), (None, None));
        let changed = |change: &dyn Fn(&mut Results)| {
            let mut results = whole.clone();
            change(&mut results);
            results.inconsistency()
        };
        assert_eq!(
            changed(&|results| results.played = vec![part(0, 5)]),
            Some("the parts that were played have another number of games")
        );
        assert!(changed(&|results| results.played = vec![part(5, 10), part(0, 5)]).is_some());
        assert!(changed(&|results| results.played = vec![part(25, 35)]).is_some());
        assert!(changed(&|results| results.sums.seats[0].wins = 7).is_some());
        assert!(changed(&|results| results.sums.lengths = [(40, 11)].into()).is_some());
        assert!(changed(&|results| results.sums.entrants.clear()).is_some());
        assert!(changed(&|results| results.sums.ended = 11).is_some());
    }

    #[test]
    fn unrelated_results_are_not_merged() {
        let mut one = results(1);
        one.add(part(0, 10), Sums::default());
        assert_eq!(one.clone().merge(results(2)), Err(MergeFault::Different("the seeds differ")));
        let mut other = results(1);
        other.add(part(9, 12), Sums::default());
        assert!(!one.has_all_of(&other) && one.has_all_of(&one) && !one.has_all_of(&results(2)));
        let fault = one.merge(other).expect_err("both have a game");
        assert_eq!((&fault, fault.to_string()), (&MergeFault::Twice(part(9, 10)), "both have game 10".to_string()));
        let mut within = results(1);
        within.add(part(2, 5), Sums::default());
        assert!(one.has_all_of(&within));
        assert_eq!(one.merge(within).map_err(|fault| fault.to_string()), Err("both have games 3 to 5".to_string()));
        let mut longer = one.identity.clone();
        longer.plan.games = 40;
        assert_eq!((one.lengthen(&longer), one.identity.plan.games), (Ok(()), 40));
        longer.plan.games = 9;
        assert_eq!((one.lengthen(&longer), one.identity.plan.games), (Err(MergeFault::Longer(10)), 40));
    }
}
