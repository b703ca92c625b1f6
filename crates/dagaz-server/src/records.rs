//! Uploaded records become analyses.

use std::sync::Arc;

use dagaz_contract::catalog::{LibraryEntry, NewGame, NewRecord, Problem, Uploaded};
use dagaz_contract::message::Reason;
use dagaz_record::formats::{pgn, sgf};
use dagaz_record::names::Names;
use dagaz_record::{Format, ReadLimits, Reading, RulesIdentity, names, sized_title, titled_game, usual_game};
use dagaz_session::HolderId;

use crate::host::Host;
use crate::refused::Refused;
use crate::work::Asker;

/// The maximum number of moves of an uploaded record, including variations.
const MOVES_MAX: usize = dagaz_session::limits::NODES;

/// Reads a record and opens its first game as a study. Damage is reported, and the rest is read.
pub(crate) async fn hand_in(host: &Arc<Host>, holder: &HolderId, new: NewRecord) -> Result<Uploaded, Refused> {
    let bad = |say: &str| Refused::new(Reason::BadRecord, say);
    let format = match &new.format {
        Some(name) => Format::named(name).ok_or_else(|| Refused::new(Reason::Unknown, "there is no such format"))?,
        None => Format::guess(&new.text).ok_or_else(|| bad("this is no record in any known format"))?,
    };
    let named = format.rules_named(&new.text);
    let (id, variant) = match &new.rules {
        Some(id) => (id.clone(), None),
        None => match (find_rules(host, format, &new.text, &named), &named.hash) {
            // Uploaded rules are known by their hash alone.
            (Err(refused), Some(hash)) => {
                let id = crate::bundles::id_of(hash);
                host.bundle_for(&id, holder).await.map_err(|_| refused)?;
                (id, None)
            }
            (found, _) => found?,
        },
    };
    let bundle = host.bundle_for(&id, holder).await?;
    let prepared = host.prepare(&id, bundle, variant).await?;
    let (game, text) = (prepared.game.clone(), new.text);
    let read = move || {
        let limits = ReadLimits { games: 1, moves: MOVES_MAX, bytes: 16 << 20, ..ReadLimits::default() };
        format.read(&*game, &text, &limits)
    };
    let reading: Reading = host.work.run(&Asker::current(), read).await?;
    let problem = |error: bool, say: String, place: Option<(usize, usize)>| Problem {
        code: "record".to_string(),
        error,
        say,
        file: None,
        line: place.map(|(line, _)| line as u32),
        column: place.map(|(_, column)| column as u32),
        text: None,
        mark: None,
        hint: None,
    };
    let faults = reading.faults.iter();
    let faults = faults.map(|fault| problem(true, fault.to_string(), Some((fault.line, fault.column))));
    let remarks = reading.remarks.iter().map(|remark| problem(false, remark.clone(), None));
    let problems: Vec<Problem> = faults.chain(remarks).collect();
    let Some(tree) = reading.games.into_iter().next() else {
        return Ok(Uploaded { entry: None, game: None, problems });
    };
    let json =
        Format::Json.write(&*prepared.game, std::slice::from_ref(&tree)).map_err(|fault| bad(&fault.to_string()))?.text;
    let request = NewGame {
        rules: id,
        variant: Some(prepared.rules.variant),
        seats: Vec::new(),
        clock: None,
        position: None,
        study: true,
        seed: None,
        from: None,
        private: false,
        rated: false,
        draft: false,
        nonce: new.nonce,
    };
    let id = host.begin_study(holder, request, json.into()).await?;
    Ok(Uploaded { entry: None, game: Some(id.to_string()), problems })
}

/// Returns the rules that a record names, or the game of which such records are.
fn find_rules(
    host: &Host,
    format: Format,
    text: &str,
    named: &RulesIdentity,
) -> Result<(String, Option<u32>), Refused> {
    let library = host.rules.library();
    let has =
        |entry: &LibraryEntry, hash: &str| host.rules.bundle(&entry.id).is_some_and(|bundle| bundle.hash() == hash);
    if let Some(hash) = &named.hash
        && let Some(entry) = library.iter().find(|entry| has(entry, hash))
    {
        return Ok((entry.id.clone(), variant_titled(entry, &named.title)));
    }
    find_game(&library, format, text, named).ok_or_else(|| {
        let names: Vec<&str> =
            [named.title.as_str(), named.file.as_str()].into_iter().filter(|name| !name.is_empty()).collect();
        let say = match names.as_slice() {
            [] => "the record does not say by which rules it was played".to_string(),
            names => format!("it was played by the rules of {}, which are not in the library", names.join(", file ")),
        };
        Refused::new(Reason::BadRecord, &say)
    })
}

/// Returns the game of a library that a record is of, with the index of its variant: by its title
/// in the rules, by its title in other programs, by the file of the rules, else by what the format
/// says of the game and its board.
fn find_game(
    library: &[LibraryEntry],
    format: Format,
    text: &str,
    named: &RulesIdentity,
) -> Option<(String, Option<u32>)> {
    let of_id = |id: &str| library.iter().find(|entry| !id.is_empty() && entry.id.eq_ignore_ascii_case(id));
    let titled =
        |title: &str| library.iter().find_map(|entry| Some((entry.id.clone(), Some(variant_titled(entry, title)?))));
    let usual = usual_game(format, text);
    let known = || {
        let names = titled_game(&named.title, usual)?;
        let entry = of_id(names.game)?;
        Some((entry.id.clone(), variant_titled(entry, names.variant)))
    };
    let file = named.file.as_str();
    let by_file = || Some((of_id(file.rsplit_once('.').map_or(file, |(stem, _)| stem))?.id.clone(), None));
    let by_format = || {
        let is_usual = |usual: &&Names| file.is_empty() && pgn::means(usual.title, &named.title);
        let entry = of_id(usual.filter(is_usual)?.game)?;
        let size = (format == Format::Sgf).then(|| sgf::board_size(text)).flatten();
        let sized = size.and_then(|size| titled(&sized_title(&entry.title, size)));
        Some(sized.unwrap_or((entry.id.clone(), None)))
    };
    titled(&named.title).or_else(known).or_else(by_file).or_else(by_format)
}

/// Returns the index of the variant of rules with a title, without regard to capitals and signs.
fn variant_titled(entry: &LibraryEntry, title: &str) -> Option<u32> {
    let wanted = names::fold(title);
    let found = entry.variants.iter().position(|known| !wanted.is_empty() && names::fold(known) == wanted);
    found.map(|variant| variant as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, variants: &[&str]) -> LibraryEntry {
        let variants: Vec<String> = variants.iter().map(ToString::to_string).collect();
        LibraryEntry {
            id: id.to_string(),
            family: None,
            title: variants[0].clone(),
            variants,
            default: 0,
            about: String::new(),
            choosers: 2,
            chance: false,
            errors: 0,
            by: None,
            visible: None,
        }
    }

    #[test]
    fn records_of_other_programs_find_their_games() {
        let library = [
            entry("chess", &["Chess"]),
            entry("three-check", &["Three-check", "Five-check"]),
            entry("xiangqi", &["Xiangqi"]),
            entry("shogi", &["Shogi"]),
            entry("backgammon", &["Backgammon"]),
            entry("international-draughts", &["International draughts"]),
            entry("brazilian-draughts", &["Brazilian draughts"]),
            entry("go-19x19", &["Go 19x19"]),
            entry("go-13x13", &["Go 13x13"]),
            entry("hex", &["Hex"]),
        ];
        for (text, game, variant) in [
            ("[Event \"?\"]\n\n1. e4 *", "chess", None),
            ("[Event \"?\"]\n[Variant \"Standard\"]\n\n1. e4 *", "chess", None),
            ("[Event \"?\"]\n[Variant \"From Position\"]\n\n1. e4 *", "chess", None),
            ("[Event \"?\"]\n[Variant \"5check\"]\n\n1. e4 *", "three-check", Some(1)),
            ("[Game \"Chinese Chess\"]\n\n1. C2.5 *", "xiangqi", None),
            ("[Event \"?\"]\n[GameType \"26\"]\n\n*", "brazilian-draughts", None),
            ("[Event \"?\"]\n\n1. 32-28 19-23 *", "international-draughts", None),
            ("(;GM[1]SZ[13];B[aa])", "go-13x13", Some(0)),
            ("(;FF[4]SZ[19];B[aa])", "go-19x19", Some(0)),
            ("(;GM[11]SZ[11];B[a1])", "hex", None),
            ("V2.2\nPI\n+\n+7776FU", "shogi", None),
            ("手合割：平手\n   1 ７六歩(77)\n", "shogi", None),
            (" 5 point match\n\n Game 1\n", "backgammon", None),
        ] {
            let format = Format::guess(text).unwrap_or_else(|| panic!("{text}: no format"));
            let found = find_game(&library, format, text, &format.rules_named(text));
            assert_eq!(found, Some((game.to_string(), variant)), "{text}");
        }
        let text = "[Variant \"Trax\"]\n\n1. e4 *";
        let elsewhere = RulesIdentity { file: "trax.zrf".to_string(), ..RulesIdentity::default() };
        assert_eq!(find_game(&library, Format::Pgn, text, &elsewhere), None, "a file that is not here");
        let unknown = find_game(&library, Format::Pgn, text, &Format::Pgn.rules_named(text));
        assert_eq!(unknown, None, "a variant that is not here");
    }
}
