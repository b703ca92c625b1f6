//! Where a game goes: how much of the board it uses, and whether it comes back to where it was.

use std::collections::BTreeSet;

use super::Measure;
use crate::Trace;

pub(super) const COVERAGE: Measure = Measure {
    name: "coverage",
    meaning: "how much of the board the moves reach",
    formula: "different sites on which a move ended, by sites of the board",
    source: "Browne 2008, board coverage",
    is_share: true,
    of: coverage,
};

pub(super) const VARIETY: Measure = Measure {
    name: "variety",
    meaning: "how little the game repeats itself",
    formula: "different positions by positions, the first one among them",
    source: "our own",
    is_share: true,
    of: variety,
};

fn coverage(trace: &Trace) -> Option<f64> {
    let reached: BTreeSet<_> = trace.plies.iter().filter_map(|ply| ply.target).collect();
    (trace.sites > 0 && !trace.plies.is_empty()).then(|| reached.len() as f64 / trace.sites as f64)
}

fn variety(trace: &Trace) -> Option<f64> {
    let different: BTreeSet<u64> = trace.keys.iter().copied().collect();
    (!trace.keys.is_empty()).then(|| different.len() as f64 / trace.keys.len() as f64)
}

#[cfg(test)]
mod tests {
    use dagaz_core::SiteId;

    use super::super::tests::is;
    use super::*;
    use crate::Ply;

    #[test]
    fn by_hand() {
        let to = |site| Ply { target: Some(SiteId::at(site)), ..Ply::default() };
        let trace = Trace {
            plies: vec![to(0), to(3), Ply::default(), to(3)],
            keys: vec![10, 20, 30, 10, 40],
            sites: 8,
            ..Trace::default()
        };
        // Two of eight sites, four of five positions.
        is(&COVERAGE, &trace, 0.25);
        is(&VARIETY, &trace, 0.8);
        is(&COVERAGE, &Trace { sites: 0, ..trace }, None);
    }
}
