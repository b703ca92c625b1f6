//! Writes the TextMate grammars of `editors/vscode` and the word lists of the studio from the words
//! of the languages.

use dagaz_analysis::{Language, textmate, word_lists};

fn main() -> std::io::Result<()> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/vscode/syntaxes");
    std::fs::create_dir_all(folder)?;
    for (language, name) in [(Language::Drf, "drf"), (Language::Zrf, "zrf"), (Language::ForthScript, "forthscript")] {
        std::fs::write(format!("{folder}/{name}.tmLanguage.json"), textmate(language))?;
    }
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/app/studio/words.json"), word_lists())
}
