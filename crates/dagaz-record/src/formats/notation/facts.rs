//! Facts about a game other than its moves, as `key: value` lines.

use dagaz_core::{Game, Outcome, Points, Verdict};

use super::names::{name, player_key, player_of_key, read_name, read_value, value};
use super::remark::FIRST_WORDS;
use crate::tree::{Facts, RulesIdentity};

/// The keys of lines, for an error about another one.
const KEYS: &str = "rules, title, edition, hash, set, player, bot, seed, tag, position, result, verdicts, scores";

/// The words for verdicts.
pub(crate) const VERDICTS: [(&str, Verdict); 4] =
    [("loss", Verdict::Loss), ("draw", Verdict::Draw), ("win", Verdict::Win), ("aside", Verdict::Aside)];

/// The word for a verdict.
pub(crate) fn verdict_word(verdict: Verdict) -> &'static str {
    VERDICTS.iter().find(|(_, known)| *known == verdict).map_or("", |(word, _)| word)
}

/// The lines that stand before the moves.
pub(super) fn opening(game: &dyn Game, facts: &Facts) -> String {
    let mut text = String::new();
    let mut line = |key: &str, value: &str| text += &format!("{key}: {value}\n");
    let rules = &facts.rules;
    for (key, text) in [("rules", &rules.file), ("title", &rules.title)] {
        if !text.is_empty() {
            line(key, &value(text));
        }
    }
    if let Some(edition) = rules.edition {
        line("edition", &edition.to_string());
    }
    if let Some(hash) = &rules.hash {
        line("hash", &value(hash));
    }
    for (parameter, chosen) in &rules.settings {
        line(&format!("set {}", name(parameter)), &value(chosen));
    }
    for (player, seat) in facts.seats.iter().enumerate() {
        let key = name(&player_key(game, player));
        line(&format!("player {key}"), &value(&seat.name));
        if let Some(bot) = &seat.bot {
            line(&format!("bot {key}"), &value(bot));
        }
    }
    if let Some(seed) = facts.seed {
        line("seed", &seed.to_string());
    }
    for (key, text) in &facts.tags {
        line(&format!("tag {}", name(key)), &value(text));
    }
    text
}

/// What the first lines say of the rules.
pub(super) fn rules_named(text: &str) -> RulesIdentity {
    let mut rules = RulesIdentity::default();
    for line in
        text.lines().map(str::trim).skip_while(|line| line.starts_with(FIRST_WORDS)).take_while(|line| !line.is_empty())
    {
        let Some(KeyLine { key, name, value, .. }) = KeyLine::of(line) else { break };
        let Some(value) = read_value(value) else { continue };
        match (key, name) {
            ("rules", None) => rules.file = value,
            ("title", None) => rules.title = value,
            ("edition", None) => rules.edition = value.parse().ok(),
            ("hash", None) => rules.hash = Some(value),
            ("set", Some(parameter)) => rules.settings.push((parameter, value)),
            _ => {}
        }
    }
    rules
}

/// The lines that stand behind the moves.
pub(super) fn closing(game: &dyn Game, result: &Outcome) -> String {
    let mut text = format!("result: {}\n", value(&result.ending));
    let listed = |words: Vec<String>| {
        let pairs = words.into_iter().enumerate();
        let pairs: Vec<String> =
            pairs.map(|(player, word)| format!("{} {word}", name(&player_key(game, player)))).collect();
        pairs.join(", ")
    };
    if !result.verdicts.is_empty() {
        let words = result.verdicts.iter().map(|&verdict| verdict_word(verdict).to_string());
        text += &format!("verdicts: {}\n", listed(words.collect()));
    }
    if let Some(scores) = &result.scores {
        text += &format!("scores: {}\n", listed(scores.iter().map(Points::to_string).collect()));
    }
    text.replace("scores: \n", "scores:\n")
}

/// A line, taken apart: its key, the name behind the key, and its value with the byte where that
/// begins.
pub(super) struct KeyLine<'t> {
    key: &'t str,
    name: Option<String>,
    pub(super) value: &'t str,
    pub(super) value_at: usize,
}

impl<'t> KeyLine<'t> {
    /// None if the line is no such line.
    pub(super) fn of(line: &'t str) -> Option<KeyLine<'t>> {
        let end = line.find(|c: char| !c.is_ascii_lowercase())?;
        let (key, mut rest) = line.split_at(end);
        let mut name = None;
        if rest.starts_with(' ') {
            let (found, behind) = read_name(rest, &[':'])?;
            (name, rest) = (Some(found), behind);
        }
        let value = rest.strip_prefix(':')?;
        (!key.is_empty()).then_some(KeyLine {
            key,
            name,
            value: value.trim(),
            value_at: line.len() - value.trim_start().len(),
        })
    }

    /// The bytes of the longest text of the line, without quotes if it is not within `most` with
    /// them.
    pub(super) fn longest(&self, most: usize) -> usize {
        let value = if self.value.len() > most { self.text().map_or(0, |text| text.len()) } else { 0 };
        value.max(self.name.as_ref().map_or(0, String::len))
    }

    /// Whether it is the set-up.
    pub(super) fn is_position(&self) -> bool {
        self.key == "position" && self.name.is_none()
    }

    /// The value without its quotes.
    pub(super) fn text(&self) -> Result<String, String> {
        read_value(self.value).ok_or_else(|| "this quote has no end, or something stands behind it".to_string())
    }

    /// Puts what the line says into the facts, or says what is wrong with its value.
    pub(super) fn put(&self, game: &dyn Game, facts: &mut Facts) -> Result<(), String> {
        let number = |what: &str| format!("{what} is a number, not `{}`", self.value);
        match (self.key, &self.name) {
            ("rules", None) => facts.rules.file = self.text()?,
            ("title", None) => facts.rules.title = self.text()?,
            ("edition", None) => facts.rules.edition = Some(self.value.parse().map_err(|_| number("an edition"))?),
            ("hash", None) => facts.rules.hash = Some(self.text()?),
            ("set", Some(parameter)) => facts.rules.settings.push((parameter.clone(), self.text()?)),
            ("seed", None) => facts.seed = Some(self.value.parse().map_err(|_| number("a seed"))?),
            ("player", Some(name)) => facts.seat_mut(self.player(game, name)?).name = self.text()?,
            ("bot", Some(name)) => facts.seat_mut(self.player(game, name)?).bot = Some(self.text()?),
            ("tag", Some(name)) => facts.tags.push((name.clone(), self.text()?)),
            ("result", None) => result(facts).ending = self.text()?,
            ("verdicts", None) => {
                let known = |word: &str| VERDICTS.iter().find(|(known, _)| *known == word).map(|(_, verdict)| *verdict);
                let verdicts = self.list(game, Verdict::Aside, known, "a verdict is win, draw, loss or aside")?;
                result(facts).verdicts = verdicts;
            }
            ("scores", None) => {
                let scores = self.list(
                    game,
                    Points::default(),
                    |word| word.parse().ok(),
                    "a score is a number of points or half points",
                )?;
                result(facts).scores = Some(scores);
            }
            _ => return Err(format!("there is no key `{}`; the keys are {KEYS}", self.line_key())),
        }
        Ok(())
    }

    fn line_key(&self) -> String {
        self.name.iter().fold(self.key.to_string(), |key, name| format!("{key} {name}"))
    }

    fn player(&self, game: &dyn Game, key: &str) -> Result<usize, String> {
        player_of_key(game, key).ok_or_else(|| {
            let players: Vec<&str> = game.glossary().players.iter().map(|player| player.name.as_str()).collect();
            format!("there is no player `{key}`; the players are {}", players.join(", "))
        })
    }

    /// Values of players: `White win, Black loss`.
    fn list<T: Clone>(
        &self,
        game: &dyn Game,
        none: T,
        read: impl Fn(&str) -> Option<T>,
        wrong: &str,
    ) -> Result<Vec<T>, String> {
        let mut list = Vec::new();
        let mut rest = self.value;
        while !rest.is_empty() {
            let (key, behind) = read_name(rest, &[',']).ok_or("the name of a player is expected")?;
            let (word, behind) = behind.split_once(',').unwrap_or((behind, ""));
            let player = self.player(game, &key)?;
            if list.len() <= player {
                list.resize(player + 1, none.clone());
            }
            list[player] = read(word.trim()).ok_or_else(|| format!("{wrong}, not `{}`", word.trim()))?;
            rest = behind.trim();
        }
        Ok(list)
    }
}

fn result(facts: &mut Facts) -> &mut Outcome {
    facts.result.get_or_insert_with(|| Outcome { ending: String::new(), verdicts: Vec::new(), scores: None })
}
