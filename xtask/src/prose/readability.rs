//! Sentences, syllables and the Flesch reading ease of English text.
//!
//! Source: R. Flesch, "A new readability yardstick", Journal of Applied Psychology 32 (1948). As
//! there, a colon or semicolon ends a sentence. Syllables are estimated from the spelling.

/// Counts of a text.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counts {
    sentences: usize,
    words: usize,
    syllables: usize,
}

impl Counts {
    /// Adds the counts of one block of text, such as a paragraph.
    pub(super) fn add(&mut self, block: &str) {
        for sentence in sentences(block) {
            self.sentences += 1;
            for word in words(sentence.1) {
                self.words += 1;
                self.syllables += syllables(word);
            }
        }
    }

    /// Returns the reading ease: about 100 for very easy text, below 30 for very difficult text.
    pub(super) fn reading_ease(self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "counts of a document are small")]
        let [sentences, words, syllables] = [self.sentences, self.words, self.syllables].map(|n| n.max(1) as f64);
        206.835 - 1.015 * (words / sentences) - 84.6 * (syllables / words)
    }
}

/// Returns the sentences of a block that have at least one word, each with its byte offset. A list
/// of code spans alone, which are all `x`, is no sentence.
pub(super) fn sentences(block: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut begin = 0;
    let mut marks = block.char_indices().peekable();
    while let Some((at, mark)) = marks.next() {
        // A point within a number or a name ends nothing.
        let is_followed = marks.peek().is_none_or(|(_, next)| next.is_whitespace() || ")\"”'*".contains(*next));
        if ".?!:;".contains(mark) && is_followed {
            found.push((begin, &block[begin..at]));
            begin = at + mark.len_utf8();
        }
    }
    found.push((begin, &block[begin..]));
    found.retain(|(_, sentence)| words(sentence).any(|word| word.trim_matches(',') != "x"));
    found
}

/// The words of a sentence. A number, or a name with a hyphen, is one word.
pub(super) fn words(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric))
}

/// Estimates the syllables of a word: groups of vowels, less a silent `e` at the end.
fn syllables(word: &str) -> usize {
    let word: String = word.chars().filter(|c| c.is_alphabetic()).collect::<String>().to_lowercase();
    let is_vowel = |c: char| "aeiouyäöüéèá".contains(c);
    let mut groups = 0;
    let mut was_vowel = false;
    let mut letters = word.chars().peekable();
    while let Some(c) = letters.next() {
        // Before a vowel "y" is a consonant: "player".
        let is_consonant = c == 'y' && letters.peek().is_some_and(|next| is_vowel(*next));
        let is_sounded = is_vowel(c) && !is_consonant;
        groups += usize::from(is_sounded && !was_vowel);
        was_vowel = is_sounded;
    }
    let stem = word.strip_suffix('s').unwrap_or(&word);
    // A consonant and "le" are a syllable: "table", not "rule".
    let is_le = stem.strip_suffix("le").and_then(|start| start.chars().next_back()).is_some_and(|c| !is_vowel(c));
    let is_sibilant =
        word.ends_with('s') && ["se", "ce", "ge", "xe", "ze", "she", "che"].iter().any(|end| stem.ends_with(end));
    let is_silent = (stem.ends_with('e') && !is_le && !is_sibilant)
        || (word.ends_with("ed") && !word.ends_with("ted") && !word.ends_with("ded"));
    if is_silent && groups > 1 {
        groups -= 1;
    }
    groups.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn syllables_of_common_words_are_counted() {
        for (word, count) in [
            ("board", 1),
            ("moves", 1),
            ("pieces", 2),
            ("table", 2),
            ("rule", 1),
            ("boxes", 2),
            ("rules", 1),
            ("tables", 2),
            ("captured", 2),
            ("ended", 2),
            ("interpreter", 4),
            ("a", 1),
            ("3", 1),
            ("the", 1),
            ("player", 2),
        ] {
            assert_eq!(syllables(word), count, "{word}");
        }
    }

    #[test]
    fn points_within_numbers_end_no_sentence() {
        assert!(sentences("x, x, x").is_empty());
        let found: Vec<&str> = sentences("It takes 0.5 s. See e4.e5: done; (really.) Yes")
            .into_iter()
            .map(|(_, text)| text.trim())
            .collect();
        assert_eq!(found, ["It takes 0.5 s", "See e4.e5", "done", "(really", ") Yes"]);
    }

    #[test]
    fn reading_ease_follows_the_formula() {
        let mut counts = Counts::default();
        counts.add("The cat sat on the mat.");
        assert_eq!(counts, Counts { sentences: 1, words: 6, syllables: 6 });
        assert!((counts.reading_ease() - 116.145).abs() < 1e-9);
    }
}
