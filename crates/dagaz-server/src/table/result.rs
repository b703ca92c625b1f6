//! The effect of a result on ratings.

use dagaz_club::Score;
use dagaz_core::Verdict;
use dagaz_session::{HolderId, Rerated, Seat};

use super::Table;

impl Table {
    /// Rates the result for both players.
    pub(super) async fn count_result(&self) -> Option<Vec<Rerated>> {
        let (people, end) = (self.host.people.as_ref()?, self.played.session.end()?);
        let holder = |(player, seat): (usize, &Seat)| match seat {
            Seat::Held { by, .. } => Some((player as u8, by.clone())),
            _ => None,
        };
        let players: Vec<(u8, HolderId)> = self.played.session.seats().iter().enumerate().filter_map(holder).collect();
        let verdict = |place: usize| end.outcome.verdicts.get(usize::from(players.get(place)?.0)).copied();
        let score = match verdict(0) {
            Some(Verdict::Win) => Score::Win,
            Some(Verdict::Draw) => Score::Draw,
            Some(Verdict::Loss) => Score::Loss,
            Some(Verdict::Aside) | None => return Some(Vec::new()),
        };
        let Ok(players) = <[(u8, HolderId); 2]>::try_from(players) else { return Some(Vec::new()) };
        if players[0].1 == players[1].1 {
            return Some(Vec::new());
        }
        let rules = &self.played.session.beginning().rules;
        let key = crate::lobby::rating_key(&rules.id, rules.variant);
        people.rate(&self.played.id, &key, &rules.title, players, score, self.played.session.touched().0).await.ok()
    }
}
