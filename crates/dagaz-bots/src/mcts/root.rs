//! The moves of the root: what a search says about them in the end.

use std::collections::HashMap;

/// A move of the root with what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootChild {
    /// Its place in the list.
    pub(crate) index: usize,
    pub(super) node: usize,
    /// How often its parts were visited: where it begins, and where it ends.
    pub(super) parts: [u32; 2],
    pub(crate) visits: u32,
    /// From -1 to 1, as the player who is asked sees it.
    pub(crate) worth: f32,
    pub(crate) proven: i8,
    /// Keys of the positions along the line that is most looked at.
    pub(crate) keys: Vec<u64>,
}

impl RootChild {
    pub(super) fn best_first(a: &RootChild, b: &RootChild) -> std::cmp::Ordering {
        let rank = |one: &RootChild| match one.proven {
            1 => 2,
            -1 => 0,
            _ => 1,
        };
        let longest = |one: &RootChild| if one.proven == -1 { one.keys.len() } else { 0 };
        let key = |one: &RootChild| (rank(one), longest(one), one.parts, one.visits);
        key(b).cmp(&key(a)).then(b.worth.total_cmp(&a.worth))
    }

    /// Puts together what two trees know of the same moves.
    pub(crate) fn join(own: &mut [RootChild], others: Vec<RootChild>) {
        let mut others: HashMap<usize, RootChild> = others.into_iter().map(|other| (other.index, other)).collect();
        for own in own {
            let Some(other) = others.remove(&own.index) else { continue };
            own.parts = [0, 1].map(|part| own.parts[part] + other.parts[part]);
            let visits = own.visits + other.visits;
            if visits > 0 {
                own.worth = (own.worth * own.visits as f32 + other.worth * other.visits as f32) / visits as f32;
            }
            own.visits = visits;
            if own.proven == 0 {
                own.proven = other.proven;
            }
        }
    }
}
