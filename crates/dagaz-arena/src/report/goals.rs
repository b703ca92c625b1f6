//! Goal edges: bands along the outer edges of cells that lie in a player's border zone, as on a
//! board of Hex. One side's are solid, the other's are beaded.

use std::collections::{BTreeMap, HashMap, HashSet};

use dagaz_contract::Board;
use dagaz_contract::board::PlayerKind;

use super::picture::{Place, Spot};
use super::player_colours::{Paint, paints};
use super::svg;

/// A band.
pub(super) struct Goal {
    /// Whose it is.
    pub(super) paint: Paint,
    /// Its edges.
    pub(super) path: String,
    /// Whether it is beaded.
    pub(super) is_beaded: bool,
}

/// Returns the goal edges of a board of cells; none unless at least two players have zones that lie
/// along its border.
pub(super) fn goals(board: &Board, spots: &[Spot]) -> Vec<Goal> {
    let at: HashMap<&str, &Spot> = spots.iter().map(|spot| (board.sites[spot.site].id.as_str(), spot)).collect();
    let key = |(x, y): Place| (x.round() as i64, y.round() as i64);
    let taken: HashSet<(i64, i64)> = spots.iter().map(|spot| key(spot.place)).collect();
    let middle = centre(spots.iter().map(|spot| spot.place));
    let zones = board.zones.iter().filter(|zone| zone.sites.len() > 2);
    let sides = zones.filter_map(|zone| {
        let sites: Vec<&Spot> = zone.sites.iter().filter_map(|site| at.get(&site[..]).copied()).collect();
        let (x, y) = centre(sites.iter().map(|spot| spot.place));
        Some((zone.player.as_deref()?, (x - middle.0, y - middle.1), sites))
    });
    let mut facing: BTreeMap<usize, Vec<(&str, Place)>> = BTreeMap::new();
    for (player, way, sites) in sides {
        sites.iter().for_each(|spot| facing.entry(spot.site).or_default().push((player, way)));
    }
    let mut bands: BTreeMap<&str, String> = BTreeMap::new();
    for spot in spots {
        let Some(mine) = facing.get(&spot.site) else { continue };
        let mut outer = false;
        for (corner, &from) in spot.cell.iter().enumerate() {
            let to = spot.cell[(corner + 1) % spot.cell.len()];
            let (nx, ny) = ((from.0 + to.0) / 2.0 - spot.place.0, (from.1 + to.1) / 2.0 - spot.place.1);
            if taken.contains(&key((spot.place.0 + 2.0 * nx, spot.place.1 + 2.0 * ny))) {
                continue;
            }
            outer = true;
            // Where two zones meet at a corner, the edge is that of the zone that lies in its
            // direction.
            let along = |(_, way): &&(&str, Place)| way.0 * nx + way.1 * ny;
            if let Some((owner, _)) = mine.iter().max_by(|one, other| along(one).total_cmp(&along(other))) {
                *bands.entry(owner).or_default() += &svg::path([from, to]);
            }
        }
        if !outer {
            return Vec::new();
        }
    }
    if bands.len() < 2 {
        return Vec::new();
    }
    let choosers = board.players.iter().filter(|player| player.kind == PlayerKind::Chooser);
    let players: Vec<&str> = choosers.map(|player| player.id.as_str()).collect();
    let painted = players.iter().zip(paints(&players));
    let of_players = painted.filter_map(|(player, paint)| Some((paint, bands.remove(player)?)));
    of_players.enumerate().map(|(number, (paint, path))| Goal { paint, path, is_beaded: number % 2 == 1 }).collect()
}

fn centre(places: impl Iterator<Item = Place>) -> Place {
    let (x, y, count) = places.fold((0.0, 0.0, 0.0), |(x, y, count), place| (x + place.0, y + place.1, count + 1.0));
    if count > 0.0 { (x / count, y / count) } else { (0.0, 0.0) }
}
