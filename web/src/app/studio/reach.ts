/** Where pieces of one kind can go in a position, for the board next to the text. */
import type { View } from "../../contract";

/** Returns the sites from which and to which legal moves of pieces of a kind lead, each once. */
export function reach(view: Pick<View, "pieces" | "moves">, kind: string): string[] {
  const here = new Set(view.pieces.filter((piece) => piece.type === kind).map((piece) => piece.site));
  const sites = new Set<string>();
  for (const move of view.moves) {
    const picks = move.steps.flatMap((step) => step.pick);
    const first = picks[0];
    if (!first || first === "pass") continue;
    const isOfKind = ("site" in first && here.has(first.site)) || ("hand" in first && first.hand.type === kind);
    if (!isOfKind) continue;
    for (const pick of picks) if (pick !== "pass" && "site" in pick) sites.add(pick.site);
  }
  return [...sites];
}
