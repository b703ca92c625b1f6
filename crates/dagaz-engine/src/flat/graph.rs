//! What is left of a rule when its start site is known: questions about the board, and the steps to
//! which answers lead.
//!
//! A graph is made by running the [`Machine`] from one start and following both answers of every
//! question ([`builder`](super::builder)). Runs that have come to the same point are one node, so a
//! slider is a row of nodes and a tour of the board is no longer than the board. Where too many
//! different things can be flagged or wait for a step, the graph notes them while it is walked; and
//! where even that would be too large, or goes in circles, it ends with machines that are resumed.

use dagaz_core::{AttributeId, Effect, PieceTypeId, SiteId};
use dagaz_rules::Then;

use super::codes::CodeSet;
use super::machine::{Event, Machine, Question};
use crate::vm::Waiting;

/// A node of a rule's graph where the board decides, or a step is emitted. Some rules have hundreds
/// of thousands of nodes, so rare wide data is stored separately in the [`Graph`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    /// Whether one of the codes of that number among [`Graph::sets`] stands on the site.
    Ask {
        site: SiteId,
        set: u16,
        then: u32,
        otherwise: u32,
    },
    /// Any other question, by its number among [`Graph::questions`].
    AskElse {
        question: u32,
        then: u32,
        otherwise: u32,
    },
    /// On each of some sites where one of these codes stands, the piece is captured with the next
    /// step. They are the `first..last` of [`Graph::each`].
    CaptureEach {
        first: u32,
        last: u32,
        set: u16,
        next: u32,
    },
    /// A flag decides.
    AskFlag {
        flag: u16,
        then: u32,
        otherwise: u32,
    },
    /// A flag is set.
    Flag {
        flag: u16,
        up: bool,
        next: u32,
    },
    /// A flag of a site is set.
    FlagAt {
        flag: u16,
        site: SiteId,
        up: bool,
        next: u32,
    },
    /// An effect becomes pending for the next step.
    Wait {
        action: Waiting,
        next: u32,
    },
    /// A piece goes along with the next step.
    Cascade {
        from: SiteId,
        to: SiteId,
        next: u32,
    },
    /// The steps `first..last`, then on.
    Make {
        first: u32,
        last: u32,
        next: u32,
    },
    /// Continues the machine of that number among [`Graph::resumed`].
    Resume(u32),
    End,
}

/// What a step does to the board. Shogi has 400,000 of them, so this too is only numbers of what
/// stands in the [`Graph`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Actions {
    /// A piece goes from the start to the target, or is dropped there, and becomes what `landing`
    /// says for each code that it can have. `effects` say the same.
    Plain(Plain),
    /// These effects, always.
    Fixed(Span),
    /// What the shape of that number among [`Graph::shaped`] says once the board is known.
    Shaped(u32),
    /// The same, with the pending effects at the emission.
    Live { origin: SiteId, copies: bool },
}

/// See [`Actions::Plain`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain {
    /// Where its codes begin among [`Graph::landings`].
    pub(crate) landing: u32,
    pub(crate) effects: Span,
}

/// Some that follow each other in [`Graph::effects`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) first: u32,
    pub(crate) count: u16,
}

/// See [`Actions::Shaped`].
#[derive(Clone, Debug)]
pub(crate) struct Shaped {
    pub(crate) cascades: Box<[(SiteId, SiteId)]>,
    pub(crate) waiting: Box<[Waiting]>,
    pub(crate) origin: SiteId,
    pub(crate) copies: bool,
}

/// A step that the rule can make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Made {
    pub(crate) target: SiteId,
    pub(crate) then: Option<Then>,
    pub(crate) becomes: Option<PieceTypeId>,
    /// The codes that may stand on the target before the step, as far as the rule has just asked.
    pub(crate) found: CodeSet,
    pub(crate) actions: Actions,
}

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: Box<[Node]>,
    /// Of all [`Node::Ask`] and [`Node::CaptureEach`].
    pub(crate) sets: Box<[CodeSet]>,
    /// Of all [`Node::AskElse`].
    pub(crate) questions: Box<[Question]>,
    pub(crate) made: Box<[Made]>,
    /// Of all [`Actions::Plain`] and [`Actions::Fixed`].
    pub(crate) effects: Box<[Effect]>,
    /// Of all [`Actions::Plain`].
    pub(crate) landings: Box<[u8]>,
    /// Of all [`Actions::Shaped`].
    pub(crate) shaped: Box<[Shaped]>,
    /// The sites of all [`Node::CaptureEach`].
    pub(crate) each: Box<[SiteId]>,
    /// Machines that have stopped, and where.
    pub(crate) resumed: Box<[(Machine, Event)]>,
    pub(crate) start: u32,
    /// The most fuel that a run can need.
    pub(crate) fuel: u64,
    /// Whether flags are set and effects become pending during the walk.
    pub(crate) live: bool,
}

impl Graph {
    /// Effects of a step.
    #[inline]
    pub(crate) fn effects(&self, span: Span) -> &[Effect] {
        &self.effects[span.first as usize..][..usize::from(span.count)]
    }

    /// As what a piece lands that has such a place among those that run the rule.
    #[inline]
    pub(crate) fn landing(&self, plain: Plain, place: usize) -> u8 {
        self.landings[plain.landing as usize + place]
    }

    /// For each node whether a step that is `wanted` can follow.
    pub(crate) fn leads_to(&self, wanted: &dyn Fn(&Made) -> bool) -> Vec<bool> {
        let mut leads: Vec<bool> = (self.nodes.iter())
            .map(|node| match *node {
                Node::Make { first, last, .. } => self.made[first as usize..last as usize].iter().any(wanted),
                // Who knows.
                Node::Resume(_) => true,
                _ => false,
            })
            .collect();
        // Nodes are numbered as they were found, so a few passes from the end do.
        let mut changed = true;
        while changed {
            changed = false;
            for (index, node) in self.nodes.iter().enumerate().rev() {
                let follows = match *node {
                    Node::Ask { then, otherwise, .. }
                    | Node::AskElse { then, otherwise, .. }
                    | Node::AskFlag { then, otherwise, .. } => leads[then as usize] || leads[otherwise as usize],
                    Node::Make { next, .. }
                    | Node::Flag { next, .. }
                    | Node::FlagAt { next, .. }
                    | Node::Wait { next, .. }
                    | Node::Cascade { next, .. }
                    | Node::CaptureEach { next, .. } => leads[next as usize],
                    Node::Resume(_) | Node::End => false,
                };
                changed |= follows && !leads[index];
                leads[index] |= follows;
            }
        }
        leads
    }

    /// Memory of the graph in bytes. What machines that have stopped remember is not in it.
    pub(crate) fn bytes(&self) -> usize {
        let of_shaped = |shaped: &Shaped| size_of_val(&shaped.cascades[..]) + size_of_val(&shaped.waiting[..]);
        let numbers = size_of_val(&self.nodes[..]) + size_of_val(&self.made[..]) + size_of_val(&self.effects[..]);
        let beside = size_of_val(&self.sets[..]) + size_of_val(&self.questions[..]) + size_of_val(&self.each[..]);
        let shapes = size_of_val(&self.shaped[..]) + self.shaped.iter().map(of_shaped).sum::<usize>();
        size_of::<Graph>() + numbers + beside + shapes + self.landings.len() + size_of_val(&self.resumed[..])
    }

    /// Whether nothing ever comes of it.
    pub(crate) fn is_barren(&self) -> bool {
        self.made.is_empty() && self.resumed.is_empty()
    }
}

/// A site's word with an attribute set.
pub(crate) fn set_bit(layout: &dagaz_core::Layout, word: u32, attribute: AttributeId, value: bool) -> Option<u32> {
    let bit = layout.attribute_bit(attribute)?;
    Some(word & !(1 << bit) | u32::from(value) << bit)
}
