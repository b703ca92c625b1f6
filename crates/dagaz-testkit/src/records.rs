//! Round trips of records: a playout that is written and read again is the same game at every ply.

use dagaz_core::{Game, Rng, below};
use dagaz_record::{Cursor, Format, GameTree, ReadLimits};

/// Returns a playout as a tree: a main line of at most `plies`, with a short variation at some of
/// its nodes.
pub fn random_tree(game: &dyn Game, rng: &mut dyn Rng, plies: usize, variations: bool) -> Result<GameTree, String> {
    let mut tree = GameTree::of(game);
    let mut cursor = Cursor::new(game, &tree);
    for ply in 0..plies {
        let list = cursor.legal().map_err(|hit| hit.to_string())?;
        if list.is_empty() {
            break;
        }
        let node = cursor.node();
        let main = cursor.play(&mut tree, list.get(below(rng, list.len())));
        if variations && ply % 7 == 3 {
            cursor.go_to(&tree, node);
            for _ in 0..1 + below(rng, 3) {
                let list = cursor.legal().map_err(|hit| hit.to_string())?;
                if list.is_empty() {
                    break;
                }
                cursor.play(&mut tree, list.get(below(rng, list.len())));
            }
            cursor.go_to(&tree, main);
        }
    }
    tree.facts.result = cursor.outcome().map_err(|hit| hit.to_string())?;
    Ok(tree)
}

/// Writes a tree in a format, reads it again, and compares every node's state. Formats of one line
/// are given one.
pub fn round_trip(game: &dyn Game, format: Format, tree: &GameTree) -> Result<(), String> {
    let title = &game.glossary().title;
    let written = format
        .write(game, std::slice::from_ref(tree))
        .map_err(|fault| format!("{title}: {} cannot be written: {fault}", format.name()))?;
    let say = |what: String| {
        let text: String = written.text.chars().take(4000).collect();
        format!("{title}: {}: {what}\n{text}", format.name())
    };
    let mut games = format
        .read(game, &written.text, &ReadLimits::default())
        .strict()
        .map_err(|fault| say(format!("cannot be read again: {fault}")))?;
    if games.len() != 1 {
        return Err(say(format!("one game became {}", games.len())));
    }
    let read = games.remove(0);
    same_trees(game, tree, &read).map_err(say)?;
    let again = format.write(game, &[read]).map_err(|fault| say(format!("cannot be written again: {fault}")))?;
    if again.text != written.text {
        return Err(say(format!("written again it is another text:\n{}", again.text)));
    }
    Ok(())
}

fn same_trees(game: &dyn Game, one: &GameTree, other: &GameTree) -> Result<(), String> {
    if one.start() != other.start() || one.start().key() != other.start().key() {
        return Err("the start is another".to_string());
    }
    if one.moves() != other.moves() {
        return Err(format!("{} moves became {}", one.moves(), other.moves()));
    }
    let (mut here, mut there) = (Cursor::new(game, one), Cursor::new(game, other));
    let mut pairs = vec![(dagaz_record::NodeId::ROOT, dagaz_record::NodeId::ROOT)];
    while let Some((a, b)) = pairs.pop() {
        here.go_to(one, a);
        there.go_to(other, b);
        let ply = one.depth(a);
        if here.state() != there.state() || here.state().key() != there.state().key() {
            return Err(format!("after ply {ply} the state is another"));
        }
        let (ahead, behind) = (one.children(a), other.children(b));
        if ahead.len() != behind.len() {
            return Err(format!("after ply {ply}, {} continuations became {}", ahead.len(), behind.len()));
        }
        pairs.extend(ahead.iter().copied().zip(behind.iter().copied()));
    }
    Ok(())
}
