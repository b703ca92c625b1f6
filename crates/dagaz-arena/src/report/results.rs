//! Who won, and how games ended.

use maud::{Markup, html};

use super::player_colours::Paint;
use super::{card, svg};
use crate::Summary;
use crate::figures::{bounds, count, elo, mean_text, percent, plain};
use crate::stats::{Difference, Interval};
use crate::summary::Entrant;

/// Endings that are shown: the most frequent ones.
const ENDINGS_MAX: usize = 12;
/// Bots that are shown in a table of all against all.
const CROSS_MAX: usize = 12;
/// Bots that are shown.
const ENTRANTS_MAX: usize = 40;

/// Each seat with its points.
pub(super) fn seats(summary: &Summary, paints: &[Paint]) -> Markup {
    let alone = summary.seats.len() < 2;
    let even = (!alone).then(|| summary.even());
    let title = if alone { "How often it is won" } else { "Who wins" };
    card(
        "",
        title,
        Some("points by game, 95 % bounds"),
        html! {
            div.rows {
                @for (seat, paint) in summary.seats.iter().zip(paints) {
                    div.label { (paint.mark()) (plain(&seat.name)) }
                    (svg::bar(&seat.standing.share, even, paint.class))
                    (figure(&seat.standing.share))
                    div.under {
                        (count(seat.score.wins)) " won, " (count(seat.score.draws)) " without a winner, " (count(seat.score.losses)) " lost"
                        @if summary.seats.len() == 2 { " · Elo " (rating(&seat.standing)) }
                        @if let Some(points) = &seat.points {
                            " · counts " (mean_text(points.mean, points.error))
                        }
                    }
                }
            }
            @if let (Some(first), Some(seat)) = (summary.first_mover_text(), summary.seats.first()) {
                p.note { (plain(&seat.name)) " begins, and is " (first) "." }
            }
        },
    )
}

/// How games ended.
pub(super) fn endings(summary: &Summary) -> Markup {
    let more = summary.endings.len().saturating_sub(ENDINGS_MAX);
    card(
        "",
        "How games end",
        None,
        html! {
            div.rows {
                @for ending in summary.endings.iter().take(ENDINGS_MAX) {
                    div.label {
                        span { (plain(&ending.name)) }
                        @if summary.seats.len() > 1 && ending.draws == ending.share.count { span.tag { "no winner" } }
                    }
                    (svg::bar(&ending.share.share, None, "half"))
                    (figure(&ending.share.share))
                    @if ending.draws > 0 && ending.draws < ending.share.count {
                        div.under { "in " (count(ending.draws)) " of them nobody won" }
                    }
                }
            }
            @if more > 0 { p.note { "and " (more) " rarer ways" } }
        },
    )
}

/// Each bot with its points, and all against all.
pub(super) fn entrants(summary: &Summary) -> Markup {
    let entrants = &summary.entrants;
    if entrants.len() < 2 {
        return html! {};
    }
    let two = summary.seats.len() == 2;
    let more = entrants.len().saturating_sub(ENTRANTS_MAX);
    let crossed = entrants.len() > 2 && entrants.len() <= CROSS_MAX;
    card(
        "",
        "Who plays better",
        Some("points by game, 95 % bounds"),
        html! {
            div.wide { table {
                thead { tr {
                    th { "Bot" } th { "Points" } th.n { "Share" } @if two { th.n { "Elo" } } th.n { "Won" } th.n { "Drawn" } th.n { "Lost" }
                    @for seat in &summary.seats { th.n { "as " (plain(&seat.name)) } }
                } }
                tbody { @for entrant in entrants.iter().take(ENTRANTS_MAX) {
                    tr {
                        td.what { (plain(&entrant.name)) }
                        td.bars { (svg::bar(&entrant.standing.share, Some(summary.even()), "half")) }
                        td.n { (percent(entrant.standing.share.value)) " " span { "(" (bounds(&entrant.standing.share, percent)) ")" } }
                        @if two { td.n { (rating(&entrant.standing)) } }
                        td.n { (count(entrant.score.wins)) } td.n { (count(entrant.score.draws)) } td.n { (count(entrant.score.losses)) }
                        @for seat in &entrant.seats { td.n { (percent(seat.share.value)) } }
                    }
                } }
            } }
            @if more > 0 { p.note { "and " (more) " more" } }
            @if crossed { (cross(entrants)) }
        },
    )
}

/// Returns a table of all against all.
fn cross(entrants: &[Entrant]) -> Markup {
    html! {
        details.more {
            summary { "All against all" }
            div.wide { table {
                thead { tr { th { "" } @for other in entrants { th.n { (plain(&other.name)) } } } }
                tbody { @for entrant in entrants {
                    tr {
                        td.what { (plain(&entrant.name)) }
                        @for score in &entrant.against {
                            td.n { @if score.games() > 0 { (percent(score.share())) " " span { "of " (count(score.games())) } } @else { "·" } }
                        }
                    }
                } }
            } }
        }
    }
}

/// Returns a share as text next to its bar.
fn figure(share: &Interval) -> Markup {
    html! { div.figure { b { (percent(share.value)) } " " span { "(" (bounds(share, percent)) ")" } } }
}

fn rating(standing: &Difference) -> String {
    format!("{} ({})", elo(standing.elo.value), bounds(&standing.elo, elo))
}
