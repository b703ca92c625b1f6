//! The updates of a table: to all subscribers after a change, and to single requests.

use dagaz_contract::ServerMessage;
use dagaz_contract::message::Reason;
use dagaz_contract::view::View;
use dagaz_session::{Event, NodeNo, Phase, Record, Seat};
use dagaz_table::{Changed, Refused, Viewer};

use super::Table;
use crate::encoded;

impl Table {
    /// Publishes the change of a record.
    pub(super) fn show(&mut self, record: &Record, nodes_before: u32) {
        let changed = self.played.changed(record, nodes_before);
        self.send_updates(&changed);
        if let Event::Played { .. } | Event::Seated { .. } | Event::Resumed = &record.event {
            self.call();
        }
    }

    pub(super) fn show_current(&mut self) {
        self.send_updates(&Changed::default());
    }

    /// Sends the current position and the changes to all followers.
    fn send_updates(&mut self, changed: &Changed) {
        let (now, followers) = (self.host.now(), &self.followers);
        let viewers: Vec<&Viewer> = followers.iter().map(|follower| &follower.viewer).collect();
        self.played.tell_each(&viewers, changed, now, |places, tell| {
            let text = encoded::text(tell);
            for place in places {
                followers[*place].send(text.clone());
            }
        });
    }

    /// Notifies the players to move who are viewing another game.
    pub(super) fn call(&self) {
        let Some(people) = &self.host.people else { return };
        if self.played.session.phase() != Phase::Playing {
            return;
        }
        for player in self.played.session.movers() {
            let Some(Seat::Held { by, .. }) = self.played.session.seats().get(player.index()) else { continue };
            if self.followers.iter().any(|follower| follower.viewer.holder == *by) {
                continue;
            }
            self.host.tell_everywhere(
                people,
                by,
                &encoded::text(&ServerMessage::Turn { game: self.played.id.to_string() }),
            );
        }
    }

    pub(super) fn tell_all(&self, tell: &ServerMessage) {
        let text = encoded::text(tell);
        for follower in &self.followers {
            follower.send(text.clone());
        }
    }

    pub(super) fn view(&mut self, viewer: &Viewer, node: NodeNo) -> Result<View, Refused> {
        self.played.view(viewer, node, self.host.now())
    }

    pub(super) fn with_view(&mut self, mut refused: Refused, viewer: &Viewer) -> Refused {
        if refused.reason == Reason::Stale {
            refused.view = self.view(viewer, self.played.session.current()).ok().map(Box::new);
        }
        refused
    }
}
