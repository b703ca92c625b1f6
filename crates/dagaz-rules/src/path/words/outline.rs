//! Paths in words: as an outline, an element a line, or in one line.

use super::Words;
use crate::path::{Continue, Onward, Path};

impl Words<'_> {
    /// Returns a path, an element a line; what belongs to an element stands further in.
    pub fn outline(&self, path: &Path) -> Vec<(usize, String)> {
        let mut lines = Vec::new();
        self.put(path, 0, &mut lines);
        if lines.is_empty() {
            lines.push((0, "nothing".to_string()));
        }
        lines
    }

    /// Returns a path in one line.
    pub fn path(&self, path: &Path) -> String {
        let (parts, between): (&[Path], &str) = match path {
            Path::Seq(parts) => (parts, ", "),
            Path::Or(parts) => (parts, " or "),
            Path::First(parts) => (parts, ", or if that leads to no move "),
            other => return self.element(other),
        };
        if parts.is_empty() {
            return "stay here".to_string();
        }
        let part = |part: &Path| match part {
            Path::Seq(_) | Path::Or(_) | Path::First(_) => format!("({})", self.path(part)),
            part => self.element(part),
        };
        parts.iter().map(part).collect::<Vec<_>>().join(between)
    }

    /// One element in one line.
    pub fn element(&self, path: &Path) -> String {
        match path {
            Path::Seq(_) | Path::Or(_) | Path::First(_) => self.path(path),
            Path::If(question, yes, no) => {
                format!("if [{}]: [{}], else [{}]", self.path(question), self.path(yes), self.path(no))
            }
            Path::Many { body, .. }
            | Path::Most(body)
            | Path::Times(_, body)
            | Path::See(body)
            | Path::Not(body)
            | Path::Each(_, body) => format!("{} [{}]", self.heading(path), self.path(body)),
            _ => self.heading(path),
        }
    }

    /// Returns the words of an element, without the paths in it.
    fn heading(&self, path: &Path) -> String {
        match path {
            Path::Go(ways) => match ways.as_slice() {
                [one] => format!("go {}", self.way(*one)),
                ways => format!("go {}, whichever there is", self.ways(ways)),
            },
            Path::Is(set) => format!("here is {}", self.set(set)),
            Path::Holds(truth) => self.truth(truth),
            Path::Seq(_) => "in order:".to_string(),
            Path::Or(_) => "each of these:".to_string(),
            Path::First(_) => "the first of these that leads to a complete move:".to_string(),
            Path::Many { least: 0, .. } => "any number of times, or not at all:".to_string(),
            Path::Many { .. } => "once or more often:".to_string(),
            Path::Most(_) => "as often as possible:".to_string(),
            Path::Times(number, _) => format!("so often as this says, {}:", self.number(number)),
            Path::See(_) => "looking only, this can be walked from here:".to_string(),
            Path::Not(_) => "looking only, this cannot be walked from here:".to_string(),
            Path::If(..) => "if this can be walked from here:".to_string(),
            Path::At(set) => format!("the cursor alone goes to any site that is {}", self.set(set)),
            Path::Fly(set) => format!("go to any site that is {}", self.set(set)),
            Path::Land => "the moving piece comes down here".to_string(),
            Path::Each(set, _) => format!("from every site that is {}, one after the other:", self.set(set)),
            Path::Pick(local, from, to) => {
                format!("choose {} from {} to {}", self.bound("number", *local), self.number(from), self.number(to))
            }
            Path::PickDie(local, _) => {
                format!("choose {} from what the unused dice show", self.bound("number", *local))
            }
            Path::PickCells(local, kind) => {
                let kind = self.rules.glossary.piece(*kind);
                format!(
                    "choose {} from what a {kind} covers that is laid with its first site here",
                    self.bound("set", *local)
                )
            }
            Path::Like(set) => format!("any move that the piece has that stands where it is {}", self.set(set)),
            Path::Let(local, number) => format!("{} is {}", self.bound("number", *local), self.number(number)),
            Path::LetSet(local, set) => {
                format!("{} is every site that is {}", self.bound("set", *local), self.set(set))
            }
            Path::Continue(how, onward) => {
                let how = match how {
                    Continue::Then => "the step ends; the move goes on if it can, with",
                    Continue::May => "the step ends; the player may go on with",
                    Continue::Must => "the step ends; the move must go on, or there is none, with",
                };
                format!("{how} {}", onward.iter().map(|onward| self.onward(onward)).collect::<Vec<_>>().join(" or "))
            }
            Path::Do(act) => self.act(act),
        }
    }

    fn onward(&self, onward: &Onward) -> String {
        match onward {
            Onward::Rule(rule) => match self.rules.glossary.rules.get(rule.index()) {
                Some(rule) => [&[rule.name.clone()][..], &rule.arguments].concat().join(" "),
                None => "a rule".to_string(),
            },
            Onward::Own(names) => format!("a move of its own by {}", self.names(names)),
            Onward::Play => "any move of the turn".to_string(),
        }
    }

    fn put(&self, path: &Path, indent: usize, lines: &mut Vec<(usize, String)>) {
        let mut inside = |heading: String, parts: &[&Path]| {
            lines.push((indent, heading));
            for part in parts {
                match part {
                    Path::Seq(inner) if inner.is_empty() => lines.push((indent + 1, "nothing more".to_string())),
                    part => self.put(part, indent + 1, lines),
                }
            }
        };
        match path {
            Path::Seq(parts) => parts.iter().for_each(|part| self.put(part, indent, lines)),
            Path::Or(parts) | Path::First(parts) => {
                // A choice among choices of several elements: each has a mark of its own.
                inside(self.heading(path), &[]);
                for part in parts {
                    let from = lines.len();
                    match part {
                        Path::Seq(inner) if inner.is_empty() => lines.push((indent + 2, "nothing more".to_string())),
                        part => self.put(part, indent + 2, lines),
                    }
                    if let Some((depth, text)) = lines.get_mut(from) {
                        *depth = indent + 1;
                        text.insert_str(0, "- ");
                    }
                }
            }
            Path::Many { body, .. }
            | Path::Most(body)
            | Path::Times(_, body)
            | Path::See(body)
            | Path::Not(body)
            | Path::Each(_, body) => inside(self.heading(path), &[&**body]),
            Path::If(question, yes, no) => {
                inside(self.heading(path), &[&**question]);
                for (heading, branch) in [("then:", yes), ("else:", no)] {
                    if !matches!(&**branch, Path::Seq(parts) if parts.is_empty()) {
                        lines.push((indent, heading.to_string()));
                        self.put(branch, indent + 1, lines);
                    }
                }
            }
            other => lines.push((indent, self.heading(other))),
        }
    }
}
