//! The order in which a text declares things says nothing: rules, definitions, forbidden results
//! and the moves of a piece may be shuffled, and the same moves are legal. So no obligation depends
//! on the order in which moves are found.

use std::collections::BTreeSet;

use dagaz_core::{Fuel, Game, Limits, MoveList, State, UndoLog, below};
use dagaz_drf::DrfFile;
use dagaz_record::{move_text, usual_position};
use dagaz_syntax::lexer::{Lexer, TokenKind};
use dagaz_testkit::source::{self, OnDisk, own_items, path_game};
use dagaz_testkit::{parallel, walk};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Clauses whose order is free. That of endings is the order in which they are asked, and pieces
/// are numbered.
const FREE: [&str; 6] = ["rule", "define", "class", "table", "never", "lines"];
/// Plies of a game that are compared.
const PLIES: usize = 10;
/// Shuffles of each text.
const SHUFFLES: u64 = 2;

/// A list of a text: words and strings as they are, or a list.
enum Part {
    Text(String),
    List(Vec<Part>),
}

fn parts(text: &str) -> Vec<Part> {
    let mut open: Vec<Vec<Part>> = vec![Vec::new()];
    for token in Lexer::new(text) {
        let piece = text[token.start as usize..token.end as usize].to_string();
        match token.kind {
            TokenKind::Open => open.push(Vec::new()),
            TokenKind::Close => {
                let list = open.pop().expect("texts of the library are well formed");
                open.last_mut().expect("texts of the library are well formed").push(Part::List(list));
            }
            TokenKind::Comment => {}
            _ => open.last_mut().expect("texts of the library are well formed").push(Part::Text(piece)),
        }
    }
    open.pop().expect("texts of the library are well formed")
}

fn head(part: &Part) -> &str {
    match part {
        Part::List(members) => match members.first() {
            Some(Part::Text(head)) => head,
            _ => "",
        },
        Part::Text(_) => "",
    }
}

/// Shuffles the members that are of the wanted kind among the places that they have.
fn shuffle(members: &mut [Part], wanted: impl Fn(usize, &Part) -> bool, rng: &mut Xoshiro256PlusPlus) {
    let places: Vec<usize> = (0..members.len()).filter(|place| wanted(*place, &members[*place])).collect();
    for last in (1..places.len()).rev() {
        members.swap(places[last], places[below(rng, last + 1)]);
    }
}

fn shuffled(part: &mut Part, rng: &mut Xoshiro256PlusPlus) {
    let kind = head(part).to_string();
    let Part::List(members) = part else { return };
    match kind.as_str() {
        "game" | "variant" => shuffle(members, |_, part| FREE.contains(&head(part)), rng),
        "moves" => shuffle(members, |place, _| place > 0, rng),
        _ => {}
    }
    members.iter_mut().for_each(|part| shuffled(part, rng));
}

fn write(parts: &[Part], text: &mut String) {
    for part in parts {
        match part {
            Part::Text(piece) => text.push_str(piece),
            Part::List(members) => {
                text.push('(');
                write(members, text);
                text.push(')');
            }
        }
        text.push(' ');
    }
}

/// What distinguishes moves: their text and the position after them.
#[derive(Clone, Copy)]
enum Detail {
    /// The position as its key: equal keys are equal positions.
    Keys,
    /// The position as text, without the number of the last rule: rules are numbered in the order
    /// of the text, which is the only difference allowed. Ten times slower.
    Texts,
}

/// Describes each move of a list.
fn described(game: &dyn Game, state: &State, list: &MoveList, detail: Detail) -> Vec<String> {
    let describe = |chosen| {
        let mut after = state.clone();
        game.play(&mut after, chosen, &mut UndoLog::new());
        let position = match detail {
            Detail::Keys => after.key().to_string(),
            Detail::Texts => {
                let position = usual_position(game, &after);
                let fields = position.split(' ').filter(|field| !field.starts_with("last-rule="));
                fields.collect::<Vec<_>>().join(" ")
            }
        };
        format!("{}: {position}", move_text(game, state, chosen))
    };
    list.iter().map(describe).collect()
}

/// Plays the same playout in both, as long as both have the same moves.
fn compare(one: &dyn Game, other: &dyn Game, rng: &mut Xoshiro256PlusPlus) -> Result<(), String> {
    let (mut here, mut there) = (one.initial(), other.initial());
    for ply in 0..PLIES {
        let list = |game: &dyn Game, state| {
            let mut list = MoveList::new();
            game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).map(|()| list)
        };
        let (Ok(mine), Ok(theirs)) = (list(one, &here), list(other, &there)) else { return Ok(()) };
        let both = |detail| [described(one, &here, &mine, detail), described(other, &there, &theirs, detail)];
        let sets = |said: &[Vec<String>; 2]| said.clone().map(|said| said.into_iter().collect::<BTreeSet<_>>());
        let mut said = both(Detail::Keys);
        if let [first, second] = sets(&said)
            && first != second
        {
            said = both(Detail::Texts);
        }
        let [first, second] = sets(&said);
        if first != second || mine.len() != theirs.len() {
            let only: Vec<_> = first.symmetric_difference(&second).take(4).collect();
            return Err(format!("ply {ply}: {} and {} moves, different are {only:?}", mine.len(), theirs.len()));
        }
        let [mine_said, theirs_said] = said;
        if mine.is_empty() {
            return Ok(());
        }
        let chosen = below(rng, mine.len());
        let same = theirs_said.iter().position(|said| *said == mine_said[chosen]).unwrap_or(0);
        one.play(&mut here, mine.get(chosen), &mut UndoLog::new());
        other.play(&mut there, theirs.get(same), &mut UndoLog::new());
    }
    Ok(())
}

#[test]
fn the_order_of_declarations_changes_no_move() {
    let limits = Limits::default();
    let files = source::path_library();
    let results = parallel::map(&files, |path| {
        let text = std::fs::read_to_string(path).expect("the file is there");
        let file = source::read_paths(path, &limits).expect("the file is there");
        let mut faults = Vec::new();
        for seed in 0..SHUFFLES {
            let mut rng = walk::rng(seed);
            let mut forms = parts(&text);
            forms.iter_mut().for_each(|form| shuffled(form, &mut rng));
            let mut other = String::new();
            write(&forms, &mut other);
            let other = DrfFile::parse(&path.to_string_lossy(), other.as_bytes(), &OnDisk, &limits);
            for index in own_items(&file) {
                let games =
                    path_game(&file, index, &limits).and_then(|one| Ok((one, path_game(&other, index, &limits)?)));
                let result = games.and_then(|(one, other)| compare(&one, &other, &mut rng));
                faults.extend(result.err().map(|fault| format!("{}: {fault}", file.playable()[index].title)));
            }
        }
        faults
    });
    let faults: Vec<String> =
        results.into_iter().flat_map(|result| result.unwrap_or_else(|panic| vec![panic])).collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// A king that a rook attacks, a man that can take something else, and a class that has to come
/// first.
fn pinned(order: &str) -> Vec<String> {
    let game = crate::common::game(&format!(
        "(drf 3) (game \"Order\" (players White Black) (board (grid a-d 1-4))
           (setup (White (King a1) (Man c2)) (Black (King d4) (Rook a4) (Man c3)))
           (piece King \"K\" (moves (walk orthogonal))) (piece Rook \"R\" (moves (slide orthogonal)))
           (piece Man \"M\" (moves (jump n) (step e)))
           (rule (walk d) d open) (rule (step d) d empty) (rule (jump d) d enemy (take) d empty)
           (rule (slide d) (run d empty) (maybe d enemy) (not start))
           {order} (never check (and mine King attacked)) (lose mated no-moves))"
    ));
    crate::common::texts(&game, &game.initial())
}

#[test]
fn forbidden_classes_rank_first_only_among_pseudo_legal_moves() {
    // In check: the man's jump does not help, the king's step does.
    assert_eq!(pinned("(first jump (walk step slide))"), ["King a1 - b1"]);
    assert!(pinned("(first pseudo-legal jump (walk step slide))").is_empty());
    // The same of preferences: the move that takes most is forbidden.
    assert_eq!(pinned("(prefer (jump walk step) (count captured))"), ["King a1 - b1"]);
    assert!(pinned("(prefer pseudo-legal (jump walk step) (count captured))").is_empty());
    // Two orders at once, of which one counts forbidden moves.
    assert_eq!(pinned("(first pseudo-legal jump step) (first jump walk)"), ["King a1 - b1"]);
    assert!(pinned("(first pseudo-legal jump step) (first pseudo-legal jump walk)").is_empty());
}
