//! Defines: named texts with arguments, put in until none is left.

use std::collections::{HashMap, HashSet};

use dagaz_core::CompactSort;

use super::scan::{self, Cut};
use super::{Budget, USES_MAX, unclosed};
use crate::text::{Diagnostic, Sources, Traced, string_end};

/// Arguments of a define. Largest real: 9.
const ARGUMENTS_MAX: usize = 20;

/// The library's defines, which descriptions use by name.
#[derive(Clone, Debug, Default)]
pub struct Defines {
    files: Vec<(String, String)>,
    /// Which file has a name. The last one wins.
    by_name: HashMap<String, usize>,
}

impl Defines {
    /// Returns the library made of these files, each with its name and text.
    pub fn new(files: impl IntoIterator<Item = (String, String)>) -> Defines {
        let mut all = Defines { files: files.into_iter().collect(), by_name: HashMap::new() };
        for (number, (_, text)) in all.files.iter().enumerate() {
            let text = scan::without_comments(&Traced::new(text, 0));
            let Ok(Cut { lists, .. }) = scan::cut_lists(&text, "define") else { continue };
            for define in lists.iter().filter_map(read_define) {
                all.by_name.insert(define.name, number);
            }
        }
        all
    }
}

/// A define: its name and its body.
struct Define {
    name: String,
    body: Traced,
    /// How many arguments it takes: `#1`, `#2` … without a gap.
    arguments: usize,
    uses: usize,
}

/// Reads `(define "Name" body)`.
fn read_define(list: &Traced) -> Option<Define> {
    let bytes = list.bytes();
    let start = bytes.iter().position(|byte| *byte == b'"')?;
    let end = string_end(bytes, start)?;
    let name = String::from_utf8_lossy(&bytes[start + 1..end]).into_owned();
    let body_start = scan::skip_blanks(bytes, end + 1).min(bytes.len() - 1);
    let blanks = bytes[body_start..bytes.len() - 1].iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
    let body = list.slice(body_start, bytes.len() - 1 - blanks);
    let mut arguments = 0;
    while arguments < ARGUMENTS_MAX && contains(body.bytes(), format!("#{}", arguments + 1).as_bytes()) {
        arguments += 1;
    }
    Some(Define { name, body, arguments, uses: 0 })
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Puts in all defines: the text's own and those of the library.
pub(super) fn expand(
    text: Traced,
    library: &Defines,
    sources: &mut Sources,
    budget: &mut Budget,
) -> Result<Traced, Diagnostic> {
    let cut = scan::cut_lists(&text, "define");
    let Cut { lists, rest: mut text } = cut.map_err(|at| unclosed(&text, at))?;
    let mut names = HashSet::new();
    let mut own: Vec<Define> = lists.iter().filter_map(read_define).collect();
    own.retain(|define| names.insert(define.name.clone()));
    let mut loaded: Vec<Define> = Vec::new();
    loop {
        while sweep(&mut text, &mut own, budget)? {}
        let mut changed = false;
        loop {
            load(&text, library, &own, &mut loaded, sources)?;
            if !sweep(&mut text, &mut loaded, budget)? {
                break;
            }
            changed = true;
        }
        if !changed {
            return Ok(text);
        }
    }
}

/// Reads the defines of the library that the text names and that were not read yet.
fn load(
    text: &Traced,
    library: &Defines,
    own: &[Define],
    loaded: &mut Vec<Define>,
    sources: &mut Sources,
) -> Result<(), Diagnostic> {
    for name in quoted(text) {
        let Ok(name) = std::str::from_utf8(name) else { continue };
        let Some(&number) = library.by_name.get(name) else { continue };
        if own.iter().chain(loaded.iter()).any(|one| one.name == name) {
            continue;
        }
        let (file, content) = &library.files[number];
        let too_large = || Diagnostic::error(text.span(0, 1), "the defines are too large");
        let base = sources.add(file.clone(), content.clone()).ok_or_else(too_large)?;
        let content = scan::without_comments(&Traced::new(content, base));
        let Ok(Cut { lists, .. }) = scan::cut_lists(&content, "define") else { continue };
        for define in lists.iter().filter_map(read_define) {
            let current = library.by_name.get(&define.name) == Some(&number);
            if current && !own.iter().chain(loaded.iter()).any(|one| one.name == define.name) {
                loaded.push(define);
            }
        }
    }
    loaded.compact_sort_by(|a, b| a.name.cmp(&b.name));
    Ok(())
}

/// Returns the insides of all quoted texts.
fn quoted(text: &Traced) -> HashSet<&[u8]> {
    let bytes = text.bytes();
    let mut found = HashSet::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'"' {
            let Some(end) = string_end(bytes, at) else { break };
            found.insert(&bytes[at + 1..end]);
            at = end;
        }
        at += 1;
    }
    found
}

/// Puts in each define, one after the other, and returns whether the text changed.
fn sweep(text: &mut Traced, defines: &mut [Define], budget: &mut Budget) -> Result<bool, Diagnostic> {
    let names: HashSet<Vec<u8>> = quoted(text).into_iter().map(<[u8]>::to_vec).collect();
    budget.spend(text.len(), text.span(0, 1))?;
    let mut changed = false;
    for define in defines.iter_mut().filter(|define| names.contains(define.name.as_bytes())) {
        while let Some(next) = put_in(text, define, budget)? {
            *text = next;
            changed = true;
        }
    }
    Ok(changed)
}

/// Replaces the uses of a define that the text has now. Returns `None` if there are none.
fn put_in(text: &Traced, define: &mut Define, budget: &mut Budget) -> Result<Option<Traced>, Diagnostic> {
    let bytes = text.bytes();
    budget.spend(bytes.len(), text.span(0, 1))?;
    let mut out = Traced::default();
    let (mut at, mut kept) = (0, 0);
    while at < bytes.len() {
        if bytes[at] != b'"' {
            at += 1;
            continue;
        }
        let Some(end) = string_end(bytes, at) else { break };
        if &bytes[at + 1..end] != define.name.as_bytes() || is_name_of_game(bytes, at) {
            at = end + 1;
            continue;
        }
        let span = text.span(at, end + 1);
        define.uses += 1;
        if define.uses > USES_MAX {
            let message = format!("the define \"{}\" is put in without end", define.name);
            return Err(Diagnostic::error(span, message).hint("look for defines that use each other, or themselves"));
        }
        if at > 0 && bytes[at - 1] == b'(' {
            let close = scan::closing(bytes, at - 1).ok_or_else(|| unclosed(text, at - 1))?;
            budget.spend(close - at, span)?;
            out.push(text, kept, at - 1);
            put_body(&mut out, text, (end + 1, close), define, budget)?;
            kept = close + 1;
        } else {
            out.push(text, kept, at);
            put_body(&mut out, text, (end + 1, end + 1), define, budget)?;
            kept = end + 1;
        }
        at = kept;
        budget.check_length(out.len(), span)?;
        budget.spend(define.body.len(), span)?;
    }
    if kept == 0 {
        return Ok(None);
    }
    out.push(text, kept, bytes.len());
    budget.check_length(out.len(), text.span(0, 1))?;
    Ok(Some(out))
}

/// Returns whether the string that starts there is the name of a game, which may be that of a
/// define.
fn is_name_of_game(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].trim_ascii_end();
    [&b"(game"[..], b"(match", b"(instance"].iter().any(|word| before.ends_with(word))
}

/// Appends the body of a define with the arguments that stand in a part of the text.
fn put_body(
    out: &mut Traced,
    text: &Traced,
    (start, end): (usize, usize),
    define: &Define,
    budget: &mut Budget,
) -> Result<(), Diagnostic> {
    let bytes = text.bytes();
    let mut arguments = Vec::new();
    let mut at = scan::skip_blanks(bytes, start);
    while at < end {
        let stop = scan::argument_end(bytes, at).clamp(at + 1, end);
        arguments.push((at, stop));
        at = scan::skip_blanks(bytes, stop);
    }
    let body = define.body.bytes();
    let (mut at, mut kept) = (0, 0);
    while at < body.len() {
        let digits = body[at + 1..].iter().take(2).take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&body[at + 1..at + 1 + digits]).ok().and_then(|text| text.parse().ok());
        match number.filter(|number| body[at] == b'#' && (1..=define.arguments).contains(number)) {
            Some(number) => {
                out.push(&define.body, kept, at);
                if let Some(&(start, end)) =
                    arguments.get(number - 1).filter(|(start, end)| &bytes[*start..*end] != b"~")
                {
                    out.push(text, start, end);
                    budget.check_length(out.len(), text.span(start, end))?;
                }
                at += 1 + digits;
                kept = at;
            }
            None => at += 1,
        }
    }
    out.push(&define.body, kept, body.len());
    Ok(())
}
