//! What one participant sees of a session: the one place where hidden facts are taken away.

mod look;
mod parts;
mod scene;
mod words;

use std::collections::HashSet;
use std::sync::Arc;

use dagaz_contract::people::PersonView;
use dagaz_core::{Game, PlayerId};
use dagaz_session::HolderId;

pub use look::{Looked, look};
pub use parts::{ending, offer_of, seats, talk_line};
pub use scene::Scene;
pub use words::{Words, node_view, words, words_between};

/// The holder of all seats in a game on one device.
pub const OWNER: &str = "owner";

/// A source of user names.
pub trait Names: Send + Sync {
    /// Returns the name of a person; empty if it is not known.
    fn name_of(&self, person: &str) -> Arc<str>;

    /// Returns a person as others see them.
    fn view_of(&self, person: &str) -> PersonView;

    /// Returns whether a holder has muted another one.
    fn has_muted(&self, by: &HolderId, about: &HolderId) -> bool;
}

/// Who looks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Viewer {
    /// Who.
    pub holder: HolderId,
    /// From whose side, where the holder has several seats.
    pub side: Option<PlayerId>,
}

/// What of a session is not in its records: who is there, and who thinks.
#[derive(Default)]
pub struct Presence {
    /// Who is there.
    pub here: HashSet<HolderId>,
    /// Which players a bot thinks for.
    pub thinking: HashSet<u8>,
    /// The source of user names, on public servers.
    pub people: Option<Arc<dyn Names>>,
}

impl Presence {
    /// Returns whether a viewer has muted a user.
    pub fn is_muted(&self, viewer: &Viewer, by: &HolderId) -> bool {
        self.people.as_ref().is_some_and(|people| people.has_muted(&viewer.holder, by))
    }
}

/// Returns the name of a player.
pub fn name(game: &dyn Game, player: PlayerId) -> String {
    game.glossary().player(player).to_string()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use dagaz_contract::draw::Drawing;
    use dagaz_session::{Actor, Beginning, Command, Decided, Event, Millis, NodeNo, Record, RulesRef, Seat, Session};
    use dagaz_testkit::hidden::ThreeCups;
    use dagaz_testkit::simultaneous::RockPaperScissors;

    use super::*;

    fn session(game: Arc<dyn Game>) -> Session {
        let held = |name: &str| Seat::Held { by: HolderId::new(name), name: name.into() };
        let beginning = Beginning {
            rules: RulesRef::default(),
            owner: HolderId::new("ann"),
            seats: vec![held("ann"), held("bob")],
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
        let by = Actor::Holder(beginning.owner.clone());
        Session::replay(game, &[Record { at: Millis(0), by, nonce: None, event: Event::Began(Box::new(beginning)) }])
            .expect("it begins")
    }

    fn play(session: &mut Session, who: &str, index: u32) {
        let command = Command::Play { node: session.current(), player: None, index };
        let Ok(Decided::New(record)) = session.decide(Millis(1), &Actor::Holder(HolderId::new(who)), None, &command)
        else {
            panic!("{who} may play {index}")
        };
        session.apply(&record).expect("it was decided");
    }

    /// Everything that a viewer is ever sent about a session, in wire form.
    fn told(session: &mut Session, who: &str) -> String {
        let viewer = Viewer { holder: HolderId::new(who), side: None };
        let drawing = Drawing::new(&*session.game().clone(), "");
        let nodes: Vec<NodeNo> = std::iter::once(NodeNo::ROOT).chain(session.nodes().collect::<Vec<_>>()).collect();
        let (mut all, presence) = (String::new(), Presence::default());
        for node in nodes {
            let mut scene = Scene::new(session, &drawing, "g", node, Millis(9), &presence, None);
            // Another viewer's view, of which this one must contain nothing.
            let others = scene.view(&Viewer { holder: HolderId::new("ann"), side: None });
            scene.reuse(others.expect("within limits").expect("it is there"));
            let view = scene.view(&viewer).expect("within limits").expect("it is there");
            all += &serde_json::to_string(&view).expect("JSON");
            if let Some(words) = words(session, &drawing, node) {
                let shown = node_view(session, &presence, &viewer, node, &words);
                all += &serde_json::to_string(&shown).expect("JSON");
            }
        }
        all
    }

    /// Two states that differ only in information hidden from a viewer look the same to them, in
    /// every message.
    #[test]
    fn no_message_contains_hidden_facts() {
        let worlds = [0, 1, 2].map(|cup| {
            let mut session = session(Arc::new(ThreeCups::new().expect("it is small")));
            play(&mut session, "ann", cup);
            session
        });
        let [mut first, mut second, mut third] = worlds;
        for who in ["bob", "eve"] {
            let seen = told(&mut first, who);
            assert_eq!(seen, told(&mut second, who), "{who} sees where the stone is");
            assert_eq!(seen, told(&mut third, who), "{who} sees where the stone is");
        }
        assert_ne!(told(&mut first, "ann"), told(&mut second, "ann"), "she has hidden it herself");
    }

    #[test]
    fn a_commitment_is_secret_until_all_players_have_committed() {
        let worlds = [0, 1].map(|sign| {
            let mut session = session(Arc::new(RockPaperScissors::new().expect("it is small")));
            play(&mut session, "ann", sign);
            session
        });
        let [mut first, mut second] = worlds;
        for who in ["bob", "eve"] {
            assert_eq!(told(&mut first, who), told(&mut second, who), "{who} sees the sign");
        }
        play(&mut first, "bob", 0);
        play(&mut second, "bob", 0);
        assert_ne!(told(&mut first, "eve"), told(&mut second, "eve"), "now everybody sees it");
    }
}
