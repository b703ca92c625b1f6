//! How games begin, as a table of first moves with their replies.

use maud::{Markup, html};

use super::player_colours::Paint;
use super::{card, svg};
use crate::Summary;
use crate::figures::{bounds, count, percent, plain};
use crate::summary::{Opening, Reply};

/// First moves that are seen at once; the others are folded away.
const AT_ONCE: usize = 10;
/// Replies that are shown to each.
const REPLIES: usize = 3;
/// Moves are cut to so many characters.
const MOVE_MAX: usize = 48;

/// The first moves.
pub(super) fn openings(summary: &Summary, paints: &[Paint]) -> Markup {
    let openings = &summary.openings;
    let (Some(seat), Some(paint)) = (summary.seats.first(), paints.first()) else { return html! {} };
    if openings.moves.is_empty() {
        return html! {};
    }
    let note = format!("points of {} by game, 95 % bounds", plain(&seat.name));
    let (shown, folded) = openings.moves.split_at(openings.moves.len().min(AT_ONCE));
    let unlisted = openings.known - openings.moves.len();
    card(
        "",
        "How games begin",
        Some(&note),
        html! {
            (table(summary, shown, *paint))
            @if !folded.is_empty() {
                details.more {
                    summary { (folded.len()) " more first moves" }
                    (table(summary, folded, *paint))
                }
            }
            p.note {
                "Frequent moves and replies first. The best reply known is that after which the upper bound is lowest."
            @if summary.entrants.len() > 1 { " Bots have moves that they like, so a share may tell of the bot, not of the move." }
                @if unlisted > 0 {
                    " " (count(unlisted as u64)) " rarer first moves, in " (count(openings.left_out)) " games, are not listed."
                }
            }
        },
    )
}

fn table(summary: &Summary, openings: &[Opening], paint: Paint) -> Markup {
    let even = (summary.seats.len() > 1).then(|| summary.even());
    let has_replies = openings.iter().any(|opening| !opening.replies.is_empty());
    html! {
        div.wide { table {
            thead { tr {
                th { "First move" } th.n { "Games" } th { "Points" } th.n { "Share" }
                @if has_replies { th { "Replies" } }
            } }
            tbody { @for opening in openings {
                tr {
                    td.what { (short(&opening.text)) }
                    td.n { (count(opening.score.games())) }
                    td.bars { (svg::bar(&opening.share, even, paint.class)) }
                    td.n { (percent(opening.share.value)) " " span { "(" (bounds(&opening.share, percent)) ")" } }
                    @if has_replies { td { (replies(opening)) } }
                }
            } }
        } }
    }
}

/// Returns the frequent replies, and the best one that is known.
fn replies(opening: &Opening) -> Markup {
    let shown = || opening.replies.iter().take(REPLIES);
    let is_best = |reply: &Reply| opening.best.as_ref().is_some_and(|best| best.text == reply.text);
    let unshown = opening.best.iter().filter(|best| !shown().any(|reply| reply.text == best.text));
    let only = opening.replies.len() < 2;
    html! {
        @for reply in shown().chain(unshown) {
            @let told = format!("{} games, {}", count(reply.score.games()), bounds(&reply.share, percent));
            span.reply title=(told) {
                b { (short(&reply.text)) } " " span.muted { (percent(reply.share.value)) }
                @if is_best(reply) && !only { " " span.tag.sure { "best" } }
            }
        }
    }
}

fn short(text: &str) -> String {
    let text = plain(text);
    if text.chars().count() > MOVE_MAX { text.chars().take(MOVE_MAX - 1).chain(['…']).collect() } else { text }
}
