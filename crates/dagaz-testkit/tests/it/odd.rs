//! Odd rules: each text in `odd/` is an unplayable game, made to combine executors' special cases.
//! All executors, and all forms of the compiled one, must agree on them.

use dagaz_core::Limits;
use dagaz_testkit::exam::{Plan, examine_all};
use dagaz_testkit::source::{files, root};

#[test]
fn all_executors_agree_on_odd_rules() {
    let texts = files(&root().join("crates/dagaz-testkit/tests/odd"), "zrf");
    assert!(texts.len() >= 15, "the texts are gone");
    let plan = Plan { playouts: 10, plies: 200, states: 150, state_plies: 100, batteries: 1, battery_plies: 40 };
    let mut agreed = 0;
    for (_, report) in examine_all(&texts, &Limits::default(), &plan, |_, _| ()) {
        assert_eq!((&report.refused, &report.faults), (&None, &Vec::new()), "{}", report.title);
        agreed += report.agreed;
    }
    assert_eq!(agreed, 150 * texts.len());
}
