/** What the effects of steps would make of the pieces: for showing half-made moves. The next view is always the truth. */
import type { EffectView, PieceView } from "../../contract";

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
      case "set":
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
