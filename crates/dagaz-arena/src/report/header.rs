//! The head of the page: what was played, and the verdicts.

use maud::{Markup, html};

use crate::Summary;
use crate::figures::{count, list, plain};
use crate::summary::Tone;

/// Title, plan in a line, verdicts.
pub(super) fn head(summary: &Summary) -> Markup {
    let entrants: Vec<String> = summary.plan.entrants.iter().map(|entrant| plain(entrant)).collect();
    let games = if summary.games == 1 { "1 game".to_string() } else { format!("{} games", count(summary.games)) };
    html! {
        div.head {
            h1 { (plain(&summary.title)) }
            p {
                (games)
                @if summary.games < summary.plan.games { " of " (count(summary.plan.games)) " planned" }
                " by " (list(entrants.into_iter()))
                @if summary.plan.opening > 0 { " · " (summary.plan.opening) " random plies at the beginning" }
                " · seed " (summary.plan.seed)
                @if summary.detailed < summary.games { " · the first " (count(summary.detailed)) " looked at ply by ply" }
            }
            @if let Some(blindness) = summary.blindness() { p.beware { "Beware: " (plain(&blindness)) "." } }
            @if let Some(repetition) = summary.repetition() { p.beware { "Beware: " (repetition) "." } }
        }
        section.card.verdicts aria-label="Verdicts" {
            @for verdict in summary.verdicts() {
                div.verdict {
                    h2 { (icon(verdict.tone)) (verdict.question) }
                    p.answer { (joined(&verdict.answer)) }
                    p.reason { (joined(&verdict.reason)) }
                }
            }
        }
    }
}

/// Returns a text whose figures are not torn from their signs at the end of a line.
fn joined(text: &str) -> String {
    plain(text).replace(" %", "\u{a0}%").replace(" ± ", "\u{a0}±\u{a0}").replace(" plies", "\u{a0}plies")
}

/// Returns the tone as a shape, so that colour is not the only cue.
fn icon(tone: Tone) -> Markup {
    let (class, label, shape) = match tone {
        Tone::Good => ("tone good", "good", "M5.5 10.5L8.7 13.5L14.5 7"),
        Tone::Fair => ("tone fair", "to be looked at", "M10 5.5V11M10 14.2V14.4"),
        Tone::Poor => ("tone poor", "poor", "M6.5 6.5L13.5 13.5M13.5 6.5L6.5 13.5"),
        Tone::Unknown => ("tone", "not known", "M7.4 8A2.6 2.6 0 1 1 10 10.6V11.6M10 14.6V14.8"),
        Tone::Plain => ("tone", "for information", "M6 14V11M10 14V6M14 14V9"),
    };
    html! { svg class=(class) viewBox="0 0 20 20" role="img" aria-label=(label) { circle cx="10" cy="10" r="10" {} path d=(shape) {} } }
}
