//! Tracks that meet a site twice without being loops, such as paths that come back through the
//! same sites. The place of a piece on such a track does not follow from its site.

use super::ground::Ground;

/// A track with places that its sites do not tell apart.
#[derive(Clone, Debug)]
pub struct Hairpin {
    /// Index of the track.
    pub track: usize,
    /// The places of each slot on the track, ascending.
    pub places: Vec<Vec<u16>>,
    /// For each place of a slot that has several places, its rank among these; else `None`.
    pub ranks: Vec<Option<u16>>,
    /// The number of places of slots that have several places.
    pub shared: usize,
    /// Numbers in the hairpins before this one, for each component.
    pub before: usize,
}

/// Returns the hairpins of a game. Only tracks that `asked` names count.
pub fn hairpins(ground: &Ground, asked: &[usize]) -> Vec<Hairpin> {
    let mut found: Vec<Hairpin> = Vec::new();
    let mut before = 0;
    for (track, one) in ground.equipment.tracks.iter().enumerate() {
        if one.is_loop || !asked.contains(&track) {
            continue;
        }
        let mut places = vec![Vec::new(); ground.slots];
        for (at, element) in one.elements.iter().enumerate() {
            if let Some(slot) = ground.slot(ground.default_type, element.site) {
                places[slot].push(at as u16);
            }
        }
        let mut ranks = vec![None; one.elements.len()];
        let mut shared = 0;
        for at in places.iter().filter(|places| places.len() > 1).flatten() {
            ranks[usize::from(*at)] = Some(shared);
            shared += 1;
        }
        if shared > 0 {
            let shared = usize::from(shared);
            found.push(Hairpin { track, places, ranks, shared, before });
            before += shared;
        }
    }
    found
}
