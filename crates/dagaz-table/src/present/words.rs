//! Moves in words, for the list of moves.

use dagaz_contract::draw::Drawing;
use dagaz_contract::message::NodeView;
use dagaz_core::{State, Turn};
use dagaz_session::{NodeNo, Phase, Session};

use super::look::{choosers, hides};
use super::{Presence, Viewer, name};

/// The text of a move, and whether it is hidden from a viewer.
#[derive(Clone, Debug)]
pub struct NodeWords {
    /// The text.
    pub text: Box<str>,
    /// Whether some viewer may not know it.
    pub secret: bool,
    /// Whether chance decided.
    pub chance: bool,
}

/// The words of all nodes of a game, as far as they are known.
#[derive(Default)]
pub struct Words(Vec<Option<NodeWords>>);

impl Words {
    /// Returns the words of a node, if they are known.
    pub fn get(&self, node: NodeNo) -> Option<&NodeWords> {
        self.0.get(node.0 as usize)?.as_ref()
    }

    /// Notes the words of a node.
    pub fn set(&mut self, node: NodeNo, words: NodeWords) {
        let place = node.0 as usize;
        if self.0.len() <= place {
            self.0.resize_with(place + 1, || None);
        }
        self.0[place] = Some(words);
    }

    /// Forgets all words.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns whether one of the moves is hidden from the viewer.
    pub fn hide(&self) -> bool {
        self.0.iter().flatten().any(|words| words.secret)
    }
}

/// Returns the words of a node's move.
pub fn words(session: &Session, drawing: &Drawing, node: NodeNo) -> Option<NodeWords> {
    let before = session.state_at(session.parent(node)?)?;
    let after = session.state_at(node)?;
    words_between(session, drawing, node, &before, &after)
}

/// The same where the states before and after are known.
pub fn words_between(
    session: &Session,
    drawing: &Drawing,
    node: NodeNo,
    before: &State,
    after: &State,
) -> Option<NodeWords> {
    let game = &**session.game();
    let chosen = session.tree().chosen(session.id(node)?)?;
    let choosers = choosers(session);
    let list = session.moves_before(session.parent(node)?);
    Some(NodeWords {
        text: drawing.said(game, before, list.as_deref(), chosen).into(),
        secret: hides(game, before, &choosers) || hides(game, after, &choosers),
        chance: matches!(game.turn(before), Turn::Chance(_)),
    })
}

/// A node for the list of moves.
pub fn node_view(
    session: &Session,
    presence: &Presence,
    viewer: &Viewer,
    node: NodeNo,
    words: &NodeWords,
) -> Option<NodeView> {
    let id = session.id(node)?;
    let mover = session.mover_to(node);
    let note = session.tree().note(id);
    let over = session.phase() == Phase::Ended;
    let known = !words.secret || over || session.held_by(&viewer.holder).contains(&mover);
    let heard = session.commented_by(node).is_none_or(|by| !presence.is_muted(viewer, by));
    Some(NodeView {
        id: node.0,
        parent: session.parent(node)?.0,
        main: session.is_main(node),
        player: name(&**session.game(), mover),
        text: known.then(|| words.text.to_string()),
        chance: words.chance,
        comment: if heard { note.comment.clone() } else { String::new() },
        glyphs: note.glyphs.clone(),
        clock: session.clock_at(node).map(|clock| clock.0),
    })
}
