/**
 * Boards put together by hand, of every kind that topology can have: what the drawing is judged by.
 * Nothing here is a rule.
 */
import type { Board, BoardKind, Hand, LinkView, MoveView, PieceView, SiteView, View, ZoneView } from "../../src/contract";

export interface Sample {
  name: string;
  board: Board;
  view: View;
  /** Sites to press, to show what is picked. */
  press?: string[];
}

export interface Parts {
  title: string;
  kind: BoardKind;
  sites: SiteView[];
  links: LinkView[];
  players?: string[];
  types?: string[];
  pieces?: PieceView[];
  hands?: Hand[];
  zones?: ZoneView[];
  last?: string[];
  moves?: MoveView[];
  check?: string[];
  press?: string[];
  marks?: View["marks"];
}

export function sample(parts: Parts): Sample {
  const players = parts.players ?? ["White", "Black"];
  const types = parts.types ?? [...new Set((parts.pieces ?? []).map((piece) => piece.type!))];
  const board: Board = {
    v: 1,
    rules: parts.title,
    title: parts.title,
    kind: parts.kind,
    sites: parts.sites,
    links: parts.links,
    zones: parts.zones ?? [],
    labels: { columns: [], rows: [] },
    players: players.map((id, at) => ({ id, kind: id.startsWith("?") ? "chance" : "chooser", mark: `p${at + 1}` })),
    types: types.map((id) => ({ id, short: short(id, types), help: "", description: "" })),
    start: parts.pieces ?? [],
    hands: parts.hands ?? [],
    texts: { description: "", history: "", strategy: "", notes: [] },
    formats: [],
    images: [],
  };
  const view: View = {
    v: 1,
    game: "sample",
    rules: parts.title,
    version: 1,
    node: 1,
    current: true,
    me: [players[0]!],
    seats: [],
    pieces: parts.pieces ?? [],
    hands: parts.hands ?? [],
    moves: parts.moves ?? [],
    more: false,
    choices: parts.moves?.length ?? 0,
    marks: parts.marks ?? [],
    status: { turn: [players[0]!], chance: false, state: "playing", check: parts.check ?? [] },
    clocks: [],
    offers: [],
  };
  if (parts.last) view.last = { player: players[1] ?? players[0]!, text: "", steps: [], sites: parts.last, removed: [] };
  const made: Sample = { name: parts.title, board, view };
  if (parts.press) made.press = parts.press;
  return made;
}

function short(id: string, types: string[]): string {
  let length = 1;
  while (length < id.length && types.some((other) => other !== id && other.startsWith(id.slice(0, length)))) length += 1;
  return id.slice(0, length);
}

export const letters = "abcdefghijklmnopqrstuvwxyz";

export const site = (id: string, x: number, y: number, z = 0): SiteView => ({ id, x, y, z, outline: [], shade: 0, hidden: false });

export const link = (a: string, b: string, drawn = true): LinkView => ({ a, b, there: ["there"], back: ["back"], drawn });

export const piece = (site: string, owner: string, type: string, level = 0): PieceView => ({ site, owner, type, state: {}, level });

/** A square lattice with row 1 at the bottom, joined straight and, if wanted, by diagonals. */
export function grid(columns: number, rows: number, diagonals: boolean, without: string[] = []) {
  const name = (x: number, y: number) => `${letters[x]}${rows - y}`;
  const gone = new Set(without);
  const sites: SiteView[] = [];
  const links: LinkView[] = [];
  const steps = diagonals ? [[1, 0], [0, 1], [1, 1], [1, -1]] : [[1, 0], [0, 1]];
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      if (gone.has(name(x, y))) continue;
      sites.push(site(name(x, y), x, y));
      for (const [dx, dy] of steps) {
        const [nx, ny] = [x + dx!, y + dy!];
        if (nx >= columns || ny >= rows || ny < 0 || gone.has(name(nx, ny))) continue;
        links.push(link(name(x, y), name(nx, ny)));
      }
    }
  }
  return { sites, links };
}

/** Pieces from rows of letters, the top row first; capitals are the first player's. */
export function fen(rows: string, types: Record<string, string>, players: [string, string] = ["White", "Black"]): PieceView[] {
  const lines = rows.split("/");
  const pieces: PieceView[] = [];
  lines.forEach((line, y) => {
    let x = 0;
    for (const letter of line) {
      if (/\d/.test(letter)) x += Number(letter);
      else {
        const upper = letter.toUpperCase();
        pieces.push(piece(`${letters[x]}${lines.length - y}`, players[letter === upper ? 0 : 1]!, types[upper]!));
        x += 1;
      }
    }
  });
  return pieces;
}

/** A move from one site to another, perhaps with more picks behind. */
export function go(id: number, from: string, to: string, taken?: string): MoveView {
  return {
    id,
    text: `${from}-${to}`,
    steps: [
      {
        pick: [{ site: from }, { site: to }],
        effects: [...(taken ? [{ do: "remove" as const, site: taken }] : []), { do: "move" as const, from, to, path: [] }],
        say: taken ? "capture" : "go",
      },
    ],
  };
}
