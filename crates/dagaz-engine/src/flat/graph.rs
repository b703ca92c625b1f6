//! What is left of a rule when its start site is known: questions about the board, and the steps to which answers lead.
//!
//! A graph is made by running the [`Machine`] from one start and following both answers of every question
//! ([`builder`](super::builder)). Runs that have come to the same point are one node, so a slider is a row of nodes and a
//! tour of the board is no longer than the board. Where too many different things can be flagged or wait for a step, the
//! graph notes them while it is walked; and where even that would be too large, or goes in circles, it ends with machines
//! that are resumed.

use dagaz_core::{AttributeId, Effect, PieceTypeId, SiteId};
use dagaz_rules::Then;

use super::codes::CodeSet;
use super::machine::{Event, Machine, Question};
use crate::vm::Waiting;

/// A place in a rule where the board decides, or a step is made. Some rules have hundreds of thousands: what is wider than a
/// number, and of which there is little, stands beside them in the [`Graph`].
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
    /// On each of some sites where one of these codes stands, the piece is captured with the next step. They are the
    /// `first..last` of [`Graph::each`].
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
    /// A deed waits for the next step.
    Wait {
        deed: Waiting,
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
    /// The machine of that number among [`Graph::resumed`] goes on.
    Resume(u32),
    End,
}

/// What a step does to the board.
#[derive(Clone, Debug)]
pub(crate) enum Deeds {
    /// A piece goes from the start to the target, or is dropped there, and becomes what `landing` says for each code
    /// that it can have. `effects` say the same.
    Plain(Plain),
    /// These effects, always.
    Fixed(Box<[Effect]>),
    /// What the shape of the step says once the board is known.
    Shaped(Box<Shaped>),
    /// The same, with the deeds that wait when the step is made.
    Live { origin: SiteId, copies: bool },
}

/// See [`Deeds::Plain`].
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) landing: Box<[u8]>,
    /// Behind one pointer: they are needed only where somebody is shown the step, and every step has room for a plain one.
    pub(crate) effects: Box<Box<[Effect]>>,
}

/// See [`Deeds::Shaped`].
#[derive(Clone, Debug)]
pub(crate) struct Shaped {
    pub(crate) cascades: Box<[(SiteId, SiteId)]>,
    pub(crate) waiting: Box<[Waiting]>,
    pub(crate) origin: SiteId,
    pub(crate) copies: bool,
}

/// A step that the rule can make.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) target: SiteId,
    pub(crate) then: Option<Then>,
    pub(crate) becomes: Option<PieceTypeId>,
    /// The codes that may stand on the target before the step, as far as the rule has just asked.
    pub(crate) found: CodeSet,
    pub(crate) deeds: Deeds,
}

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    /// Of all [`Node::Ask`] and [`Node::CaptureEach`].
    pub(crate) sets: Vec<CodeSet>,
    /// Of all [`Node::AskElse`].
    pub(crate) questions: Vec<Question>,
    pub(crate) made: Vec<Made>,
    pub(crate) start: u32,
    /// The most fuel that a run can need.
    pub(crate) fuel: u64,
    /// Whether flags are set and deeds wait while it is walked.
    pub(crate) live: bool,
    /// The sites of all [`Node::CaptureEach`].
    pub(crate) each: Vec<SiteId>,
    /// Machines that have stopped, and where.
    pub(crate) resumed: Vec<(Machine, Event)>,
}

impl Graph {
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

    /// Memory of the graph in bytes, about.
    pub(crate) fn bytes(&self) -> usize {
        let deeds = |made: &Made| match &made.deeds {
            Deeds::Plain(plain) => size_of::<Box<[Effect]>>() + plain.landing.len() + size_of_val(&plain.effects[..]),
            Deeds::Fixed(effects) => size_of_val(&effects[..]),
            Deeds::Shaped(shaped) => {
                size_of::<Shaped>() + size_of_val(&shaped.cascades[..]) + size_of_val(&shaped.waiting[..])
            }
            Deeds::Live { .. } => 0,
        };
        let own = size_of_val(&self.nodes[..]) + size_of_val(&self.made[..]) + size_of_val(&self.each[..]);
        let own = own + size_of_val(&self.questions[..]) + size_of_val(&self.sets[..]);
        own + size_of_val(&self.resumed[..]) + self.made.iter().map(deeds).sum::<usize>()
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
