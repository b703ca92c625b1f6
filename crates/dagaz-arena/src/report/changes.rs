//! What has changed since an earlier version of the rules.

use maud::{Markup, html};

use super::card;
use crate::Summary;
use crate::comparison::{Change, Changes};
use crate::figures::count;

/// Returns the comparison as a table, surest changes marked.
pub(super) fn changes(before: &Summary, after: &Summary) -> Markup {
    let changes = Changes::between(before, after);
    let note = format!("{} games before, {} now", count(before.games), count(after.games));
    card(
        "",
        "What has changed",
        Some(&note),
        html! {
            p { (changes.headline()) }
            @if let Some(caveat) = &changes.caveat { p.beware { "Beware: " (caveat) } }
            div.wide { table {
                thead { tr { th { "" } th.n { "Before" } th.n { "Now" } th.n { "Difference" } th.n { "p" } th { "" } } }
                tbody { @for change in &changes.all { (row(change)) } }
            } }
            p.note { (Changes::RULE) }
        },
    )
}

fn row(change: &Change) -> Markup {
    html! {
        tr {
            td.what { (change.what) }
            td.n { (change.write(change.before)) } td.n { (change.write(change.after)) }
            td.n { (change.write_difference()) }
            td.n { span { (change.write_p()) } }
            td { @if change.is_sure { span.tag.sure { "changed" } } @else { span.muted { "may be chance" } } }
        }
    }
}
