//! Reports, verified by the log of the game: only users who were at that table can be reported, and
//! their messages are read from the log.

use dagaz_contract::message::Reason;
use dagaz_session::{Actor, Event, HolderId, Record, Seat};

use crate::refused::Refused;

/// Whom a report is about, and which line of theirs, if it is about one.
pub(crate) struct ReportedText {
    pub(crate) person: HolderId,
    /// By its number in the game.
    pub(crate) line: Option<u32>,
}

impl ReportedText {
    /// Returns the message in the log of a game. Refused if the user was never at that table, or
    /// did not write it.
    pub(crate) fn in_log(&self, log: &[Vec<u8>]) -> Result<Option<String>, Refused> {
        let (mut was_there, mut lines, mut said) = (false, 0, None);
        // Errors of unreadable records are reported where the game itself is requested.
        for record in log.iter().filter_map(|bytes| serde_json::from_slice::<Record>(bytes).ok()) {
            was_there |= self.is_in(&record);
            let Event::Said { text, .. } = record.event else { continue };
            lines += 1;
            if self.line == Some(lines) && record.by == Actor::Holder(self.person.clone()) {
                said = Some(text.to_string());
            }
        }
        match self.line {
            _ if !was_there => Err(Refused::new(Reason::Unknown, "they were not at this table")),
            Some(_) if said.is_none() => Err(Refused::new(Reason::Unknown, "they have not said this")),
            _ => Ok(said),
        }
    }

    /// Returns whether the user acted, or got a seat.
    fn is_in(&self, record: &Record) -> bool {
        let sits = |seat: &Seat| seat.is_held_by(&self.person);
        let seated = match &record.event {
            Event::Began(beginning) => beginning.seats.iter().any(sits),
            Event::Seated { seat, .. } => sits(seat),
            _ => false,
        };
        seated || record.by == Actor::Holder(self.person.clone())
    }
}

#[cfg(test)]
mod tests {
    use dagaz_session::{Beginning, Millis, NodeNo, RulesRef};

    use super::*;

    fn log() -> Vec<Vec<u8>> {
        let held = |by: &str| Seat::Held { by: HolderId::new(by), name: "".into() };
        let beginning = Beginning {
            rules: RulesRef::default(),
            owner: HolderId::new("owner"),
            seats: vec![held("ann"), Seat::Open],
            clock: None,
            seed: 1,
            chance: None,
            study: false,
            position: None,
            tree: None,
            at: NodeNo::ROOT,
            rated: false,
            private: false,
            patience: None,
            tournament: None,
        };
        let said = |text: &str| Event::Said { player: 0, text: text.into() };
        let events = [
            ("owner", Event::Began(Box::new(beginning))),
            ("bob", Event::Seated { player: 1, seat: held("bob") }),
            ("bob", said("good luck")),
            ("cay", Event::Seated { player: 1, seat: held("cay") }),
            ("cay", said("no luck")),
        ];
        let record = |(by, event)| Record { at: Millis(0), by: Actor::Holder(HolderId::new(by)), nonce: None, event };
        events.map(|event| serde_json::to_vec(&record(event)).expect("JSON")).to_vec()
    }

    #[test]
    fn reports_contain_only_observed_facts() {
        let look = |person: &str, line| ReportedText { person: HolderId::new(person), line }.in_log(&log());
        assert_eq!(look("bob", Some(1)).ok(), Some(Some("good luck".to_string())), "who has gone was there");
        assert_eq!(look("cay", Some(2)).ok(), Some(Some("no luck".to_string())));
        for there in ["owner", "ann", "bob", "cay"] {
            assert_eq!(look(there, None).ok(), Some(None));
        }
        for (who, line) in [("dan", None), ("dan", Some(1)), ("cay", Some(1)), ("bob", Some(3)), ("ann", Some(0))] {
            assert_eq!(look(who, line).err().map(|refused| refused.reason), Some(Reason::Unknown), "{who} {line:?}");
        }
    }
}
