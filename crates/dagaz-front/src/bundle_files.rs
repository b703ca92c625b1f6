//! The other files of a bundle: a note that describes the game, a look, and pictures.

use std::collections::HashMap;

use dagaz_contract::catalog::Problem;
use dagaz_contract::draw::Drawing;
use dagaz_contract::look_file;
use dagaz_rules::ViewValue;
use dagaz_table::{Bundle, Loaded};

use crate::files::{entry_named, named};
use crate::script;

/// Returns the description of a game in its note: the text between its title and its source.
pub(crate) fn noted(bundle: &Bundle) -> String {
    let note = named(bundle, "README.md").map(String::from_utf8_lossy).unwrap_or_default();
    let lines = note.lines().skip_while(|line| line.trim().is_empty() || line.starts_with('#'));
    let text: Vec<&str> = lines.take_while(|line| !line.starts_with("Source") && !line.starts_with('#')).collect();
    let paragraphs = text.split(|line| line.trim().is_empty()).filter(|lines| !lines.is_empty());
    paragraphs.map(|lines| lines.join(" ")).collect::<Vec<_>>().join("\n\n")
}

/// Returns the text of the look in a bundle; `None` if there is none.
pub(crate) fn look(bundle: &Bundle) -> Option<String> {
    named(bundle, look_file::FILE).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}

/// Returns the faults of the look of a game, which can be played without it.
pub(crate) fn look_problems(loaded: &Loaded) -> Vec<Problem> {
    let Some(text) = &loaded.look else { return Vec::new() };
    let drawing = Drawing::new(&*loaded.game, "");
    let (_, problems) = look_file::read(text, drawing.board());
    problems.into_iter().map(|problem| Problem { error: false, ..problem }).collect()
}

/// Returns the pictures of the rules: for the board, and for each piece and owner. Only those that
/// the bundle holds.
pub(crate) fn images(
    rules: &dagaz_rules::Rules,
    bundle: &Bundle,
    is_picture: fn(&[u8]) -> bool,
) -> Vec<(Option<String>, Option<String>, String)> {
    let mut images = Vec::new();
    let players: HashMap<&str, &str> =
        rules.players.iter().map(|player| (player.name.as_str(), player.name.as_str())).collect();
    for hint in rules.view.iter().filter(|hint| hint.key == "image") {
        let kind = rules.pieces.iter().any(|piece| *piece.name == *hint.about).then(|| hint.about.to_string());
        if kind.is_none() && hint.about != "board" {
            continue;
        }
        let mut owner: Option<&str> = None;
        for value in &hint.values {
            match value {
                ViewValue::Word(word) => owner = players.get(word.as_str()).copied(),
                ViewValue::Text(text) => {
                    let known = images.iter().any(|(of, whose, _): &(Option<String>, Option<String>, String)| {
                        *of == kind && whose.as_deref() == owner
                    });
                    // The first of several pictures is the usual one.
                    if !known && let Some((name, _)) = entry_named(bundle, text).filter(|(_, bytes)| is_picture(bytes))
                    {
                        images.push((kind.clone(), owner.map(str::to_string), name.clone()));
                    }
                }
            }
        }
    }
    images
}

/// Returns the faults of the pictures of an archive. Rules without pictures use the built-in ones.
pub(crate) fn picture_problems(
    rules: &dagaz_rules::Rules,
    bundle: &Bundle,
    is_picture: fn(&[u8]) -> bool,
) -> Vec<Problem> {
    let looks =
        |name: &str| [".bmp", ".png", ".gif", ".jpg", ".jpeg"].iter().any(|end| name.to_lowercase().ends_with(end));
    if !bundle.files.iter().any(|(name, _)| looks(name)) {
        return Vec::new();
    }
    let mut names = script::pictures(rules);
    names.sort();
    names.dedup();
    let wrong = names.iter().filter_map(|name| match entry_named(bundle, name) {
        None => Some(format!("the picture {name} is not there, and one of ours is drawn instead")),
        Some((_, bytes)) if !is_picture(bytes) => {
            Some(format!("the picture {name} cannot be read, and one of ours is drawn instead"))
        }
        Some(_) => None,
    });
    wrong.map(|say| Problem { error: false, ..Problem::fatal("picture", &say) }).collect()
}
