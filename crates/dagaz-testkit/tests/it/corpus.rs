//! Other people's rules files, where a collection of them is at hand: each loads or says why not,
//! and what loads can be played.

use dagaz_core::Limits;
use dagaz_testkit::exam::{Plan, examine_all};
use dagaz_testkit::source;

/// The short form of `cargo xtask corpus`.
const PLAN: Plan = Plan { playouts: 4, plies: 1_000, states: 12, state_plies: 30, batteries: 1, battery_plies: 20 };

#[test]
#[expect(clippy::print_stdout, reason = "what is refused should be seen")]
fn every_file_of_the_collection_loads_or_says_why_not_and_can_be_played() {
    let Some(folder) = source::corpus() else {
        dagaz_testkit::skipped("every file of the collection; there is none, DAGAZ_CORPUS names its folder");
        return;
    };
    let files = source::files(&folder, "zrf");
    let (mut faults, mut loaded, mut refused) = (Vec::new(), 0, Vec::new());
    for (item, report) in examine_all(&files, &Limits::default(), &PLAN, |_, _| ()) {
        let name = format!("{}: {}", source::short_name(&item.path, &folder), report.title);
        match &report.refused {
            Some(reason) => refused.push(format!("{name}: {reason}")),
            None => loaded += 1,
        }
        faults.extend(report.faults.iter().map(|fault| format!("{name}: {fault}")));
    }
    println!("{} files, {loaded} variants loaded, {} refused", files.len(), refused.len());
    refused.iter().for_each(|refused| println!("  refused: {refused}"));
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
