//! All games of the library.

use std::time::{Duration, Instant};

use dagaz_analysis::{Analysis, Language};
use dagaz_core::Limits;
use dagaz_syntax::source::{IncludeError, Includes};

use crate::{files, root};

/// Files of the folder of a game.
struct Folder(std::path::PathBuf);

impl Includes for Folder {
    fn load(&self, _from: &str, path: &str) -> Result<Vec<u8>, IncludeError> {
        let name = path.rsplit('/').next().unwrap_or(path);
        std::fs::read(self.0.join(name)).map_err(|_| IncludeError::NotFound)
    }
}

#[test]
fn games_of_the_library_have_names_and_no_errors() {
    let (mut slowest, mut count) = (Duration::ZERO, 0);
    for language in Language::ALL {
        for path in files(&root().join("games"), language.ending()) {
            // Other scripts are parts that the main one loads.
            let folder = path.parent().and_then(|folder| folder.file_name());
            if language == Language::ForthScript && path.file_stem() != folder {
                continue;
            }
            let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a file")).into_owned();
            let includes = Folder(path.parent().expect("a folder").to_path_buf());
            let name = path.display().to_string();
            let Some(analysis) = Analysis::new(&name, &text, &includes, &Limits::default()) else {
                panic!("{name} is a rules file");
            };
            let errors: Vec<_> = analysis.findings().iter().filter(|finding| finding.is_error).collect();
            assert!(errors.is_empty(), "{name}: {errors:?}");
            assert!(!analysis.outline().is_empty(), "{name}");
            assert_eq!(analysis.format(), None, "{name}");
            let begin = Instant::now();
            for token in analysis.semantic_tokens().iter().step_by(97) {
                analysis.hover(token.range.start);
                analysis.complete(token.range.end);
            }
            let asked = analysis.semantic_tokens().iter().step_by(97).count().max(1) as u32;
            slowest = slowest.max(begin.elapsed() / asked);
            count += 1;
        }
    }
    assert!(count > 50, "{count} files");
    // The goal is 30 ms for both with optimisations; tests run without, at the same time as others.
    assert!(slowest < Duration::from_millis(500), "{slowest:?}");
}
