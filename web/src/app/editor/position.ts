/** A position as the line of `key=value` parts that every game can read. */
import type { Board, PieceView } from "../../contract";

const quoted = (name: string) => (/[\s=;,:\-#"]/.test(name) ? `"${name.replaceAll('"', "'")}"` : name);

export function positionText(board: Board, pieces: readonly PieceView[], turn: string): string {
  const parts = [`turn=${quoted(turn)}`];
  const groups = new Map<string, string[]>();
  for (const piece of pieces) {
    const name = `${quoted(piece.owner ?? "nobody")} ${quoted(piece.type ?? "")}`;
    groups.set(name, [...(groups.get(name) ?? []), quoted(piece.site)]);
  }
  for (const [name, sites] of groups) parts.push(`${name}=${sites.join(",")}`);
  for (const hand of board.hands) if (hand.count > 0) parts.push(`supply ${quoted(hand.owner ?? "nobody")} ${quoted(hand.type)}=${hand.count}`);
  if (pieces.length === 0 && parts.length === 1) parts.push("empty");
  return parts.join("; ");
}
