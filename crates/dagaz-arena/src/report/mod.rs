//! The report: one HTML page about a match.
//!
//! It is self-contained: no script, no external resource, both themes, printable. Templates escape
//! all foreign text. It stays below about a megabyte for any game, because every list is capped:
//! openings and replies by [`OPENINGS_MAX`](crate::summary::OPENINGS_MAX) and
//! [`REPLIES_MAX`](crate::summary::REPLIES_MAX), endings, bots and curves by constants in their
//! sections, boards by `heat_map`.

mod changes;
mod coordinates;
mod course;
mod goals;
mod header;
mod heat_map;
mod lengths;
mod openings;
mod picture;
mod player_colours;
mod results;
mod svg;
mod tables;

use dagaz_contract::Board;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::Summary;
use crate::figures::plain;
use crate::measures::of_match::MatchMeasure;
use crate::stats::Interval;

const STYLE: &str = include_str!("style.css");
/// The tokens of the dark theme.
const DARK: &str = include_str!("dark.css");

/// What a page is made of.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The match.
    pub summary: &'a Summary,
    /// The measures of the match as a whole, each with its value and its bounds.
    pub measures: &'a [(&'static MatchMeasure, Interval)],
    /// The board on which what happened is drawn; without one there are lists of sites.
    pub board: Option<&'a Board>,
    /// The command that plays the same games again.
    pub command: Option<&'a str>,
    /// The match of an earlier version of the rules, to be compared with.
    pub before: Option<&'a Summary>,
}

/// Returns the page. Its theme is that of the reader's system, or what `data-theme` on its root
/// says: `light` or `dark`.
pub fn html(page: &Page<'_>) -> String {
    let summary = page.summary;
    let title = plain(&summary.title);
    let names: Vec<&str> = summary.seats.iter().map(|seat| seat.name.as_str()).collect();
    let paints = player_colours::paints(&names);
    // Two tables that stand side by side if there are both.
    let both = !summary.pieces.is_empty() && !page.measures.is_empty();
    let (values, of_match) = if both { ("w4", "w8") } else { ("", "") };
    let style = STYLE.replace(
        "/*dark*/",
        &format!(
            // Paper is always light.
            "@media screen and (prefers-color-scheme: dark) {{ :root:not([data-theme=\"light\"]) {{ {DARK} }} }}\n\
             @media screen {{ :root[data-theme=\"dark\"] {{ {DARK} }} }}"
        ),
    );
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " – report of " (crate::figures::count(summary.games)) " games" }
                style { (PreEscaped(style)) }
            }
            body {
                header.top {
                    svg viewBox="0 0 32 32" aria-hidden="true" { rect width="32" height="32" rx="9" {} path d="M8.5 8v16l15-16v16Z" {} }
                    "Dagaz" span { "Autoplay report" }
                }
                main {
                    (header::head(summary))
                    @if let Some(before) = page.before { (changes::changes(before, summary)) }
                    div.stack { (results::seats(summary, &paints)) (results::endings(summary)) }
                    (lengths::lengths(summary))
                    (course::evaluation(summary))
                    (course::branching(summary))
                    (course::samples(summary, &paints))
                    (heat_map::heat(summary, page.board))
                    (openings::openings(summary, &paints))
                    (results::entrants(summary))
                    (tables::pieces(summary, values))
                    (tables::of_match(page.measures, of_match))
                    (tables::measures(summary))
                    (tables::counters(summary))
                    (tables::plan(summary, page.command))
                    footer { "Made by Dagaz. Bounds are those between which a value lies in 95 of 100 cases; ± is half their width." }
                }
            }
        }
    };
    markup.into_string()
}

/// Returns a section of the page. `width` is a class of the grid: how many of twelve columns.
fn card(width: &str, title: &str, note: Option<&str>, content: Markup) -> Markup {
    html! {
        section class=(format!("card {width}")) {
            h2 { (title) @if let Some(note) = note { " " small { "· " (note) } } }
            (content)
        }
    }
}
