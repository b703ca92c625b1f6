/** Places outside the board: rows of slots, and stores of a sowing board. */
import type { TallyView } from "../../contract";
import type { Place, Wishes } from "./fit";
import type { Row } from "./parts";

/**
 * Slots in a column on the side where the rules have their rows, at the end where most of the rows
 * are.
 */
export function addRows(places: Map<string, Place>, rows: readonly Row[], turns: number, below: boolean): void {
  if (rows.length === 0) return;
  const all = [...places.values()];
  const [left, right] = [Math.min(...all.map((place) => place.x)), Math.max(...all.map((place) => place.x))];
  const [top, bottom] = [Math.min(...all.map((place) => place.y)), Math.max(...all.map((place) => place.y))];
  for (const onLeft of [true, false]) {
    const column = rows.filter((row) => row.left === onLeft);
    const turned = turns % 4 === 2;
    const atLeft = onLeft !== turned;
    column.forEach((row, index) => {
      const at = onLeft ? index : column.length - 1 - index;
      const y = atLeft ? top + at * 98 : bottom - at * 98;
      const place: Place = {
        id: row.members[0]!,
        name: row.members[0]!,
        x: below ? left + 40 + index * 98 : atLeft ? left - 190 : right + 190,
        y: below ? (atLeft ? top - 130 : bottom + 190) : y,
        level: all[0]?.level ?? 0,
        cell: null,
        lattice: null,
        aside: true,
        size: 84,
        members: row.members,
      };
      for (const member of row.members) places.set(member, place);
    });
  }
}

/**
 * Stores of a sowing board: sites that lie between its rows become high, and where the rules know
 * stores only as numbers of players each gets a place at an end of the board, the first player at
 * the right.
 */
export function addStores(spots: readonly Place[], tallies: readonly TallyView[], wishes: Wishes): Map<string, Place> {
  const rows = [...new Set(spots.map((place) => Math.round(place.y)))].filter((y) => spots.filter((place) => Math.round(place.y) === y).length > 2);
  const own = spots.filter((place) => rows.length > 1 && !rows.includes(Math.round(place.y)));
  for (const place of own) place.store = true;
  const stores = new Map<string, Place>();
  const players = [...new Set(tallies.map((tally) => tally.player))];
  if (own.length > 0 || players.length !== 2 || wishes.bare) return stores;
  const [left, right] = [Math.min(...spots.map((place) => place.x)), Math.max(...spots.map((place) => place.x))];
  const y = (Math.min(...spots.map((place) => place.y)) + Math.max(...spots.map((place) => place.y))) / 2;
  players.forEach((player, seat) => {
    const atRight = (seat === 0) !== (wishes.turns % 4 === 2);
    const x = atRight ? right + 100 : left - 100;
    stores.set(player, { id: `store ${player}`, name: player, x, y, level: 0, cell: null, lattice: null, aside: false, size: 92, members: [], store: true });
  });
  return stores;
}
