//! The bots at a table: when they are asked, how long they may think, and what they say to offers.

use dagaz_core::PlayerId;
use dagaz_session::{Actor, Bot, Command, HolderId, NodeNo, OfferKind, Seat};

use super::ask::TableAsk;
use super::{Broken, Table};
use crate::turns::Whose;

impl Table {
    pub(super) fn ask_bot(&mut self, player: u8, bot: &Bot, node: NodeNo) {
        let Some(sender) = self.sender.upgrade() else { return };
        // A game without people is there to be watched: its moves come one by one. Where clocks run they are the pace.
        let nobody_plays = !self.session.seats().iter().any(|seat| matches!(seat, Seat::Held { .. } | Seat::Open));
        let untimed = self.session.clock(PlayerId(player), self.host.now()).is_none();
        let not_before = tokio::time::Instant::now() + self.host.limits.watching_pace;
        let paced = (nobody_plays && untimed).then(tokio::runtime::Handle::current);
        let state = self.session.state().clone();
        let known = self.known(node, &state, PlayerId(player));
        let view = known.unwrap_or_else(|_| self.session.game().view(&state, PlayerId(player)));
        self.presence.thinking.insert(player);
        self.host.bots.choose(
            crate::bots::Asked {
                whose: self.whose(),
                prepared: self.prepared.clone(),
                state,
                view,
                player: PlayerId(player),
                bot: bot.clone(),
                seed: self.session.beginning().seed ^ (u64::from(self.session.node_count()) << 20),
                memory: self.memories.entry(player).or_default().clone(),
                time: self.thinking_time(PlayerId(player)),
            },
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

    /// For whom bots think here: for whoever looks, who plays first of all.
    fn whose(&self) -> Whose {
        let plays = |by: &HolderId| !self.session.held_by(by).is_empty();
        let player = self.followers.iter().find(|follower| plays(&follower.viewer.holder));
        match player.or(self.followers.first()) {
            Some(follower) => Whose::from(follower.from),
            None => Whose::Away(self.session.beginning().owner.clone()),
        }
    }

    /// What a bot may spend on a move where its clock leaves less than it would like: a thirtieth of what is left.
    pub(super) fn thinking_time(&self, player: PlayerId) -> Option<std::time::Duration> {
        const PART: u64 = 30;
        const ENOUGH: u64 = 2_000;
        let left = self.session.clock(player, self.host.now())?.left.0;
        (left / PART < ENOUGH).then(|| std::time::Duration::from_millis(left / PART))
    }

    /// What bots say to an offer that is on the table: they play on to the end.
    pub(super) async fn let_bots_answer(&mut self) -> Result<(), Broken> {
        let open = self.session.offers().iter().any(|offer| offer.kind == OfferKind::Draw);
        let bot = self.session.seats().iter().position(|seat| matches!(seat, Seat::Bot(_)));
        if let (true, Some(bot)) = (open, bot) {
            let command = Command::Decline { kind: OfferKind::Draw };
            let _ = self.decide_and_do(self.host.now(), &Actor::Bot(bot as u8), None, &command).await?;
        }
        Ok(())
    }
}
