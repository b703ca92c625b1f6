/**
 * The tree of moves as rows: a row for each round, a column for each player, variations and
 * comments behind the row they belong to.
 */
import type { Board, NodeView } from "../../contract";

export interface Cell {
  node: NodeView;
  /** What chance decided before the move: a throw of dice. */
  thrown: string;
}

export interface Row {
  number: number;
  cells: (Cell | null)[];
  comments: NodeView[];
  /** The first nodes of variations to moves of this row. */
  variations: NodeView[];
}

export type Tree = ReadonlyMap<number, NodeView>;

export function byParent(nodes: Tree): Map<number, NodeView[]> {
  const found = new Map<number, NodeView[]>();
  for (const node of nodes.values()) found.set(node.parent, [...(found.get(node.parent) ?? []), node]);
  for (const children of found.values()) children.sort((a, b) => Number(b.main) - Number(a.main) || a.id - b.id);
  return found;
}

export function rows(board: Board, children: Map<number, NodeView[]>): Row[] {
  const choosers = board.players.filter((player) => player.kind === "chooser").map((player) => player.id);
  const columns = new Map(choosers.map((player, at) => [player, at]));
  const found: Row[] = [];
  let [row, last, thrown]: [Row | null, number, string] = [null, choosers.length, ""];
  for (let next = children.get(0)?.[0], at = 0; next; next = children.get(at)?.[0]) {
    const column = columns.get(next.player);
    const siblings = children.get(at)!.slice(1);
    at = next.id;
    if (column === undefined || next.chance) {
      thrown = next.text ?? "";
      row?.variations.push(...siblings);
      continue;
    }
    if (!row || column <= last) {
      row = { number: found.length + 1, cells: choosers.map(() => null), comments: [], variations: [] };
      found.push(row);
    }
    row.cells[column] = { node: next, thrown };
    row.variations.push(...siblings);
    if (next.comment) row.comments.push(next);
    [last, thrown] = [column, ""];
  }
  return found;
}

const GLYPHS: Record<number, string> = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+" };

export const judgement = (node: NodeView) => (node.glyphs ?? []).map((glyph) => GLYPHS[glyph] ?? `$${glyph}`).join(" ");
