/**
 * What the effects of steps would make of the pieces: for showing half-made moves. The next view is
 * always the truth.
 */
import type { Board, CountView, EffectView, PieceView, TallyView, View } from "../../contract";

/**
 * All of a position that is seen on the board: pieces, and the numbers that the rules keep of
 * places and players.
 */
export interface Shown {
  pieces: PieceView[];
  counts: CountView[];
  tallies: TallyView[];
}

/** What a view shows; what the board has at the start where there is no view. */
export const shownOf = (view: View | null, board: Board | null): Shown => ({
  pieces: view?.pieces ?? board?.start ?? [],
  counts: (view ? view.counts : board?.counts) ?? [],
  tallies: (view ? view.tallies : board?.tallies) ?? [],
});

/** What effects would make of all that is shown. */
export function applyAll(shown: Shown, effects: readonly EffectView[]): Shown {
  let { counts, tallies } = shown;
  for (const effect of effects) {
    if (effect.do === "count") {
      counts = counts.filter((one) => one.site !== effect.site || one.name !== effect.name);
      if (effect.count !== 0) counts.push({ site: effect.site, name: effect.name, count: effect.count });
    } else if (effect.do === "tally") {
      tallies = tallies.filter((one) => one.player !== effect.player || one.name !== effect.name);
      tallies.push({ player: effect.player, name: effect.name, count: effect.count });
    }
  }
  return { pieces: apply(shown.pieces, effects), counts, tallies };
}

/** Whether two of them look the same. */
export function allLooksSame(a: Shown, b: Shown): boolean {
  const same = (one: readonly string[], other: readonly string[]) => one.length === other.length && one.toSorted().join("\n") === other.toSorted().join("\n");
  const counts = (shown: Shown) => shown.counts.map((one) => `${one.site} ${one.name} ${one.count}`);
  const tallies = (shown: Shown) => shown.tallies.map((one) => `${one.player} ${one.name} ${one.count}`);
  return same(counts(a), counts(b)) && same(tallies(a), tallies(b)) && looksSame(a.pieces, b.pieces);
}

export function apply(pieces: readonly PieceView[], effects: readonly EffectView[]): PieceView[] {
  let now = [...pieces];
  const at = (site: string) => now.findLast((piece) => piece.site === site);
  const clear = (site: string) => {
    now = now.filter((piece) => piece.site !== site);
  };
  for (const effect of effects) {
    switch (effect.do) {
      case "move": {
        const moving = at(effect.from);
        if (!moving || effect.from === effect.to) break;
        now = now.filter((piece) => piece !== moving && piece.site !== effect.to);
        now.push({ ...moving, site: effect.to });
        break;
      }
      case "remove":
        clear(effect.site);
        break;
      case "place": {
        clear(effect.site);
        const placed: PieceView = { site: effect.site, type: effect.type, state: {}, level: 0 } as PieceView;
        if (effect.owner !== null) placed.owner = effect.owner;
        now.push(placed);
        break;
      }
      case "become":
        now = now.map((piece) => (piece.site === effect.site ? { ...piece, type: effect.type } : piece));
        break;
      case "give":
        now = now.map((piece) => {
          if (piece.site !== effect.site) return piece;
          const given = { ...piece };
          if (effect.owner === null) delete given.owner;
          else given.owner = effect.owner;
          return given;
        });
        break;
      default:
        break;
    }
  }
  return now;
}

/** Whether two lists show the same, whatever their order and attributes. */
export function looksSame(a: readonly PieceView[], b: readonly PieceView[]): boolean {
  if (a.length !== b.length) return false;
  const text = (piece: PieceView) => `${piece.site}|${piece.level ?? 0}|${piece.owner ?? ""}|${piece.type ?? ""}`;
  const sorted = b.map(text).sort();
  return a.map(text).sort().every((line, index) => line === sorted[index]);
}
