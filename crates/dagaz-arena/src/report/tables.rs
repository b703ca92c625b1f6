//! Numbers in tables: measures, counters, piece values, the plan.

use maud::{Markup, html};

use super::{card, svg};
use crate::Summary;
use crate::figures::{bounds, count, give_or_take, list, number, plain};
use crate::measures::of_match::MatchMeasure;
use crate::stats::{Interval, Z95};
use crate::summary::Reading;

/// Returns the measures that only a whole match has.
pub(super) fn of_match(measures: &[(&'static MatchMeasure, Interval)], width: &str) -> Markup {
    if measures.is_empty() {
        return html! {};
    }
    card(
        width,
        "Measures of the match",
        Some("with 95 % bounds"),
        html! {
            div.wide { table {
                thead { tr { th { "Measure" } th.n { "Value" } th { "From 0 to 1" } th { "What it tells" } } }
                tbody { @for (measure, found) in measures {
                    tr {
                        (name(measure.name, measure.formula, measure.source))
                        td.n { b { (number(found.value)) } @if found.low < found.high { " " span { "(" (bounds(found, number)) ")" } } }
                        td.bars { @if measure.is_share { (svg::bar(found, None, "half")) } }
                        td { (measure.meaning) }
                    }
                } }
            } }
        },
    )
}

/// Returns the cell of a measure's name. Its formula is shown on demand.
fn name(name: &str, formula: &str, source: &str) -> Markup {
    html! {
        td.what {
            details {
                summary title=(format!("{formula} ({source})")) { (name) }
                p { (formula) }
                p { (source) }
            }
        }
    }
}

/// Returns the measures of single games, each with its meaning.
pub(super) fn measures(summary: &Summary) -> Markup {
    if summary.measures.is_empty() {
        return html! {};
    }
    let note = format!("{} games looked at ply by ply", count(summary.detailed));
    let content = html! {
        div.wide { table {
            thead { tr {
                th { "Measure" } th.n { "Mean" } th { "From 0 to 1" } th.n { "Deviation" } th.n { "Least" } th.n { "Greatest" }
                th { "What it tells" }
            } }
            tbody { @for measure in &summary.measures {
                @let reading = &measure.reading;
                tr {
                    (name(&reading.name, measure.formula, measure.source))
                    (mean(reading))
                    td.bars { @if measure.is_share { (svg::bar(&around(reading), None, "half")) } }
                    td.n { (number(reading.deviation)) } td.n { (number(reading.least)) } td.n { (number(reading.greatest)) }
                    td {
                        (measure.meaning)
                        @if reading.count < summary.detailed { " " span.muted { "(known of " (count(reading.count)) ")" } }
                    }
                }
            } }
        } }
        p.note {
            "About " (number(summary.positions.distinct)) " different positions came up among " (count(summary.positions.seen)) ". Formulas are under the names."
        }
    };
    card("", "Measures of games", Some(&note), content)
}

/// Returns the cell of a mean.
fn mean(reading: &Reading) -> Markup {
    let (mean, half) = give_or_take(reading.mean, reading.error);
    html! { td.n { b { (mean) } " " span { "± " (half) } } }
}

/// Returns the mean with its bounds.
fn around(reading: &Reading) -> Interval {
    let half = Z95 * reading.error;
    Interval { value: reading.mean, low: (reading.mean - half).max(0.0), high: (reading.mean + half).min(1.0) }
}

/// What the rules count themselves.
pub(super) fn counters(summary: &Summary) -> Markup {
    if summary.counters.is_empty() {
        return html! {};
    }
    // Of quick games only some are asked for their counters.
    let asked = summary.counters.iter().map(|reading| reading.count).max().unwrap_or(0);
    let note = match asked < summary.games {
        true => format!("at the end of a game, in {} games", count(asked)),
        false => "at the end of a game".to_string(),
    };
    card(
        "",
        "Counted by the rules",
        Some(&note),
        html! {
            div.wide { table {
                thead { tr { th { "Counter" } th.n { "Mean" } th.n { "Deviation" } th.n { "Least" } th.n { "Greatest" } } }
                tbody { @for reading in &summary.counters {
                    tr {
                        td.what { (plain(&reading.name)) }
                        (mean(reading))
                        td.n { (number(reading.deviation)) } td.n { (number(reading.least)) } td.n { (number(reading.greatest)) }
                    }
                } }
            } }
        },
    )
}

/// Returns how much pieces are worth.
pub(super) fn pieces(summary: &Summary, width: &str) -> Markup {
    let most = summary.pieces.iter().map(|piece| piece.value.abs() + Z95 * piece.error).fold(0.0, f64::max);
    if most <= 0.0 || !most.is_finite() {
        return html! {};
    }
    card(
        width,
        "What pieces are worth",
        Some("95 % bounds"),
        html! {
            div.rows {
                @for piece in &summary.pieces {
                    @let half = Z95 * piece.error;
                    @let value = Interval { value: piece.value, low: piece.value - half, high: piece.value + half };
                    div.label { (plain(&piece.kind)) }
                    (svg::bar_of(&value, most, None, "half", number))
                    @let (value, half) = give_or_take(piece.value, piece.error);
                div.figure { b { (value) } " " span { "± " (half) } }
                }
            }
            p.note {
                "The cheapest kind that is surely worth something has 1. By least squares over all positions, from who won with more of what. It tells what went together with winning in these games, not what caused it."
            }
        },
    )
}

/// What was played, and how to play it again.
pub(super) fn plan(summary: &Summary, command: Option<&str>) -> Markup {
    let plan = &summary.plan;
    card(
        "",
        "The plan",
        None,
        html! {
            dl {
                dt { "Games" } dd { (count(summary.games)) @if summary.games < plan.games { " of " (count(plan.games)) } }
                dt { "Bots" } dd { (list(plan.entrants.iter().map(|entrant| plain(entrant)))) @if plan.fixed { ", each in its own seat" } @else if plan.entrants.len() > 1 { ", taking turns in all seats" } }
                dt { "Opening" } dd { @if plan.opening > 0 { (plan.opening) " random plies, the same for all who take turns" } @else { "the start of the game" } }
                dt { "Cut off" } dd { "after " (count(plan.plies_max as u64)) " plies" }
                dt { "Looked at" } dd { "the first " (count(summary.detailed)) " games, ply by ply; standings judged by " (summary.judge) }
                dt { "Seed" } dd { (plan.seed) }
                @if let Some(command) = command { dt { "Again" } dd { code { (plain(command)) } } }
            }
        },
    )
}
