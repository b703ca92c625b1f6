//! The bots at a table: their searches, their time, and their answers to offers.

use dagaz_core::PlayerId;
use dagaz_session::{Bot, HolderId, NodeNo, Seat};

use super::messages::TableAsk;
use super::{Broken, Table};
use crate::fair_queue::Whose;

impl Table {
    pub(super) fn ask_bot(&mut self, player: u8, bot: &Bot, node: NodeNo) {
        let Some(sender) = self.sender.upgrade() else { return };
        // A game without people is watched: its moves come one by one, at the pace of its clocks if
        // it has any.
        let nobody_plays =
            !self.played.session.seats().iter().any(|seat| matches!(seat, Seat::Held { .. } | Seat::Open));
        let untimed = self.played.session.clock(PlayerId(player), self.host.now()).is_none();
        let not_before = tokio::time::Instant::now() + self.host.limits.watching_pace;
        let paced = (nobody_plays && untimed).then(tokio::runtime::Handle::current);
        self.played.presence.thinking.insert(player);
        let memory = self.memories.entry(player).or_default().clone();
        self.host.bots.choose(
            self.whose(),
            self.played.asked(PlayerId(player), bot, memory, self.host.now()),
            move |chosen| {
                let ask = match chosen {
                    Some(index) => TableAsk::BotChose { player, node, index },
                    None => TableAsk::BotFailed { player },
                };
                match paced {
                    Some(runtime) => {
                        runtime.spawn(async move {
                            tokio::time::sleep_until(not_before).await;
                            let _ = sender.send(ask).await;
                        });
                    }
                    None => {
                        let _ = sender.blocking_send(ask);
                    }
                }
            },
        );
        self.show_current();
    }

    /// Returns the clients for whom bots work here: the viewers, players first.
    fn whose(&self) -> Whose {
        let plays = |by: &HolderId| !self.played.session.held_by(by).is_empty();
        let player = self.followers.iter().find(|follower| plays(&follower.viewer.holder));
        match player.or(self.followers.first()) {
            Some(follower) => Whose::from(follower.from),
            None => Whose::Away(self.played.session.beginning().owner.clone()),
        }
    }

    /// Lets bots answer an open offer: they decline.
    pub(super) async fn let_bots_answer(&mut self) -> Result<(), Broken> {
        if let Some((bot, command)) = self.played.answer_of_bots() {
            let _ = self.decide_and_do(self.host.now(), &bot, None, &command).await?;
        }
        Ok(())
    }
}
