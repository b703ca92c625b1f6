//! Limits of the server, all in one place.

use std::time::Duration;

pub use dagaz_club::Measure;

/// What clients may ask for, and what the server keeps. All are inclusive.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of one message on a socket. The largest honest one is a comment.
    pub message_bytes: usize,
    /// Bytes of a request's body, handed-in files apart.
    pub body_bytes: usize,
    /// Bytes of a file that is handed in.
    pub upload_bytes: usize,
    /// Bytes of a question about a rules text, with the text as JSON.
    pub text_bytes: usize,
    /// Between the moves of bots that play each other, so that one can watch.
    pub watching_pace: Duration,
    /// Messages of one socket a second, in the long run.
    pub messages_per_second: u32,
    /// Messages of one socket at once.
    pub message_burst: u32,
    /// Messages that wait for a slow reader; then it is cut off.
    pub queue: usize,
    /// Open sockets.
    pub sockets: usize,
    /// Games that one socket follows.
    pub follows: usize,
    /// Requests that wait for one game.
    pub game_queue: usize,
    /// Cached games in addition to those in progress and those being watched.
    pub idle: Duration,
    /// Addresses from where questions to bots wait; with more no new games against bots begin.
    pub thoughts: usize,
    /// Games in one part of the archive.
    pub page: usize,
    /// Connections of all kinds.
    pub connections: usize,
    /// How long a request may take to say what it wants.
    pub header_time: Duration,
    /// How long a request may take in all.
    pub request_time: Duration,
    /// Maximum games at tables; then new ones are refused, and those in progress continue.
    pub tables: usize,
    /// When a commit takes so long, no new games are begun either.
    pub slow: Duration,
    /// Logins that wait for a password to be looked at.
    pub passwords: usize,
    /// Seeks of one person.
    pub person_seeks: usize,
    /// Seeks of all.
    pub seeks: usize,
    /// Tournaments of one maker that are not over.
    pub person_tournaments: usize,
    /// Tournaments of all that are not over.
    pub tournaments: usize,
    /// People in one tournament.
    pub entrants: usize,
    /// Between the end of a round and the beginning of the next one.
    pub round_pause: Duration,
    /// How long the first move of a game of a tournament may take; a game by mail has the time of a
    /// move.
    pub first_move: Duration,
    /// Open sockets of one address.
    pub address_sockets: usize,
    /// Open connections of one address, of all kinds.
    pub address_connections: usize,
    /// Connections that one address may make.
    pub address_connects: Measure,
    /// Bytes per second that the sockets of one address may send together. Each message counts 256
    /// more, and outgoing bytes count one sixteenth, since short requests cost time too. Excess is
    /// delayed.
    pub address_bytes: Measure,
    /// Requests of one address.
    pub address_requests: Measure,
    /// Pages and other files that one address may request.
    pub address_files: Measure,
    /// Processor time that work for one address, or for one account, may have taken of late:
    /// reading rules, making games ready, explaining, writing records. Half of it is forgotten
    /// every thirty seconds.
    pub address_work: Duration,
    /// Passwords that one address may try.
    pub address_logins: Measure,
    /// Passwords that may be tried for one name, from wherever.
    pub name_logins: Measure,
    /// Password attempts of a known browser for its account.
    pub device_logins: Measure,
    /// Codes of a second factor that may be tried for one account.
    pub person_codes: Measure,
    /// Accounts that one address may make.
    pub address_accounts: Measure,
    /// Guests who may come from one address.
    pub address_guests: Measure,
    /// Games and seeks that may come from one address.
    pub address_games: Measure,
    /// Games and seeks of one person.
    pub person_games: Measure,
    /// Commands to games that may come from one address: each of them is a record on the disk.
    pub address_records: Measure,
    /// The same of one person.
    pub person_records: Measure,
    /// Bytes of records that may come from one address: of commands and of new games. With a debt,
    /// more commands and games are refused.
    pub address_record_bytes: Measure,
    /// The same of one person.
    pub person_record_bytes: Measure,
    /// Bytes that the games of an account may take on the disk; then it begins no more of them.
    /// Games of tournaments do not count.
    pub person_disk_bytes: usize,
    /// The same of a guest.
    pub guest_disk_bytes: usize,
    /// Days after which a game that has not changed is removed, if only guests had a part in it.
    /// The session of a guest ends after 180 days.
    pub guest_game_days: usize,
    /// Lines of talk, comments and reports of one person.
    pub person_talk: Measure,
    /// Bytes of compiled games without users.
    pub prepared_bytes: usize,
    /// Bytes of games by rules that were handed in that are ready to be played, played or not.
    pub handed_in_bytes: usize,
    /// Rules that one person may hand in.
    pub person_rules: Measure,
    /// Rules of one person that are kept as theirs.
    pub person_rule_files: usize,
    /// Bytes of these, unpacked.
    pub person_rule_bytes: usize,
}

/// Why a limit was not set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LimitFault {
    /// There is none of that name.
    Unknown(String),
    /// The value is no number from 1 on.
    Value(String),
}

impl std::fmt::Display for LimitFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LimitFault::Unknown(name) => {
                let known: Vec<&str> = Limits::default().numbers().into_iter().map(|(known, _)| known).collect();
                write!(f, "there is no limit {name}; there are {}", known.join(", "))
            }
            LimitFault::Value(text) => write!(f, "a limit is NAME=NUMBER with a number from 1 on, not {text}"),
        }
    }
}

impl std::error::Error for LimitFault {}

impl Limits {
    /// Returns the limits that can be set from outside, by name. Those of an address or a person
    /// are so many a minute, and as many at once.
    fn numbers(&mut self) -> Vec<(&'static str, Set<'_>)> {
        vec![
            ("sockets", Set::Count(&mut self.sockets)),
            ("connections", Set::Count(&mut self.connections)),
            ("tables", Set::Count(&mut self.tables)),
            ("seeks", Set::Count(&mut self.seeks)),
            ("tournaments", Set::Count(&mut self.tournaments)),
            ("person-tournaments", Set::Count(&mut self.person_tournaments)),
            ("entrants", Set::Count(&mut self.entrants)),
            ("passwords", Set::Count(&mut self.passwords)),
            ("thoughts", Set::Count(&mut self.thoughts)),
            ("person-seeks", Set::Count(&mut self.person_seeks)),
            ("prepared-bytes", Set::Count(&mut self.prepared_bytes)),
            ("handed-in-bytes", Set::Count(&mut self.handed_in_bytes)),
            ("person-rule-files", Set::Count(&mut self.person_rule_files)),
            ("person-rule-bytes", Set::Count(&mut self.person_rule_bytes)),
            ("address-sockets", Set::Count(&mut self.address_sockets)),
            ("address-connections", Set::Count(&mut self.address_connections)),
            ("address-connects", Set::Measure(&mut self.address_connects)),
            ("address-bytes", Set::Measure(&mut self.address_bytes)),
            ("address-files", Set::Measure(&mut self.address_files)),
            ("address-requests", Set::Measure(&mut self.address_requests)),
            ("address-work", Set::Seconds(&mut self.address_work)),
            ("address-logins", Set::Measure(&mut self.address_logins)),
            ("address-accounts", Set::Measure(&mut self.address_accounts)),
            ("address-guests", Set::Measure(&mut self.address_guests)),
            ("address-games", Set::Measure(&mut self.address_games)),
            ("name-logins", Set::Measure(&mut self.name_logins)),
            ("device-logins", Set::Measure(&mut self.device_logins)),
            ("person-codes", Set::Measure(&mut self.person_codes)),
            ("person-games", Set::Measure(&mut self.person_games)),
            ("address-records", Set::Measure(&mut self.address_records)),
            ("person-records", Set::Measure(&mut self.person_records)),
            ("address-record-bytes", Set::Measure(&mut self.address_record_bytes)),
            ("person-record-bytes", Set::Measure(&mut self.person_record_bytes)),
            ("person-disk-bytes", Set::Count(&mut self.person_disk_bytes)),
            ("guest-disk-bytes", Set::Count(&mut self.guest_disk_bytes)),
            ("guest-game-days", Set::Count(&mut self.guest_game_days)),
            ("person-talk", Set::Measure(&mut self.person_talk)),
            ("person-rules", Set::Measure(&mut self.person_rules)),
        ]
    }

    /// Sets a limit: `sockets=20000`.
    pub fn set(&mut self, text: &str) -> Result<(), LimitFault> {
        let wrong = || LimitFault::Value(text.to_string());
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        let value: u32 = value.parse().ok().filter(|value| *value > 0).ok_or_else(wrong)?;
        let known = self.numbers().into_iter().find(|(known, _)| *known == name);
        match known.ok_or_else(|| LimitFault::Unknown(name.to_string()))?.1 {
            Set::Count(count) => *count = value as usize,
            Set::Seconds(time) => *time = Duration::from_secs(u64::from(value)),
            Set::Measure(measure) => *measure = Measure { burst: value, per_minute: value },
        }
        Ok(())
    }
}

/// A limit to be set.
enum Set<'a> {
    Count(&'a mut usize),
    Seconds(&'a mut Duration),
    Measure(&'a mut Measure),
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            message_bytes: 16_384,
            body_bytes: 65_536,
            upload_bytes: 16 << 20,
            text_bytes: 3 << 20,
            messages_per_second: 50,
            message_burst: 200,
            queue: 64,
            sockets: 10_000,
            follows: 64,
            game_queue: 256,
            watching_pace: Duration::from_millis(900),
            idle: Duration::from_secs(60),
            thoughts: 256,
            page: 100,
            connections: 12_000,
            header_time: Duration::from_secs(10),
            request_time: Duration::from_secs(30),
            tables: 20_000,
            slow: Duration::from_secs(1),
            passwords: 64,
            person_seeks: 5,
            seeks: 5_000,
            person_tournaments: 3,
            tournaments: 200,
            entrants: 200,
            round_pause: Duration::from_secs(10),
            first_move: Duration::from_secs(60),
            address_sockets: 64,
            address_connections: 256,
            address_connects: Measure { burst: 300, per_minute: 600 },
            address_bytes: Measure { burst: 256 << 10, per_minute: 60 * (128 << 10) },
            address_files: Measure { burst: 300, per_minute: 1_200 },
            address_requests: Measure { burst: 300, per_minute: 600 },
            address_work: Duration::from_secs(20),
            address_logins: Measure { burst: 10, per_minute: 5 },
            name_logins: Measure { burst: 20, per_minute: 5 },
            device_logins: Measure { burst: 10, per_minute: 5 },
            person_codes: Measure { burst: 10, per_minute: 1 },
            address_accounts: Measure { burst: 5, per_minute: 1 },
            address_guests: Measure { burst: 30, per_minute: 10 },
            address_games: Measure { burst: 60, per_minute: 30 },
            person_games: Measure { burst: 20, per_minute: 10 },
            address_records: Measure { burst: 2_000, per_minute: 12_000 },
            person_records: Measure { burst: 400, per_minute: 1_200 },
            address_record_bytes: Measure { burst: 64 << 20, per_minute: 4 << 20 },
            person_record_bytes: Measure { burst: 8 << 20, per_minute: 1 << 20 },
            person_disk_bytes: 256 << 20,
            guest_disk_bytes: 16 << 20,
            guest_game_days: 180,
            person_talk: Measure { burst: 10, per_minute: 30 },
            prepared_bytes: 128 << 20,
            handed_in_bytes: 256 << 20,
            person_rules: Measure { burst: 10, per_minute: 1 },
            person_rule_files: 200,
            person_rule_bytes: 128 << 20,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_set_by_name() {
        let mut limits = Limits::default();
        assert_eq!(limits.set("sockets=7"), Ok(()));
        assert_eq!(limits.set("address-logins=9"), Ok(()));
        assert_eq!((limits.sockets, limits.address_logins), (7, Measure { burst: 9, per_minute: 9 }));
        for wrong in ["sockets", "sockets=", "sockets=0", "sockets=-1", "sockets=x"] {
            assert_eq!(limits.set(wrong), Err(LimitFault::Value(wrong.to_string())));
        }
        let fault = limits.set("socks=1").expect_err("there is none");
        assert!(fault.to_string().starts_with("there is no limit socks; there are sockets, "), "{fault}");
    }
}
