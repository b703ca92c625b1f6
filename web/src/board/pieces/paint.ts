/** How a player's pieces are painted: a class for the colours and, beyond two players, a mark. */
import type { Colour, Look, PlayerInfo } from "../../contract";
import { MARKS, type Mark } from "./marks";

export interface Paint {
  /** The class that carries the colours: `p1`, `p2`, `c1` to `c6`, `nobody`. */
  name: string;
  mark: Mark | null;
  /** The darker of two: its discs have a second ring, its wedges a band. */
  ink: boolean;
  /** Its place among the players. */
  seat: number;
  /** Players beyond the sixth reuse the colours with stripes. */
  striped: boolean;
}

const LIGHT = /^(white|light|ivory|first|south|sente|player ?1)$/i;
const DARK = /^(black|dark|ink|second|north|gote|player ?2)$/i;
const COLOURS: [RegExp, number][] = [
  [/^(red|orange|attackers?)$/i, 0],
  [/^(blue|cyan)$/i, 1],
  [/^(yellow|gold)$/i, 2],
  [/^(purple|violet|pink|magenta)$/i, 3],
  [/^green$/i, 4],
  [DARK, 5],
];

const COLOURS_DRAWN = 6;
const COUNT = MARKS.length;

export const NOBODY: Paint = { name: "nobody", mark: null, ink: false, seat: 0, striped: false };

/** The classes of the colours that a look names. */
const NAMED: Record<Colour, string> = {
  light: "p1", dark: "p2", red: "c1", blue: "c2", yellow: "c3", purple: "c4", green: "green", gold: "gold", silver: "silver", brown: "brown", grey: "grey",
};

/** A paint in a colour that a look names; with the mark that goes with the colour, if any. */
export function coloured(colour: Colour, seat: number): Paint {
  const name = NAMED[colour];
  const number = /^c(\d)$/.exec(name);
  return { name, mark: number ? MARKS[Number(number[1]) - 1]! : null, ink: colour === "dark" || colour === "silver", seat, striped: false };
}

export function paints(all: readonly Pick<PlayerInfo, "id" | "kind">[], look: Look["players"] = {}): Map<string, Paint> {
  const found = paintsOf(all);
  let seat = 0;
  for (const { id, kind } of all) {
    if (look[id]) found.set(id, coloured(look[id].colour, seat));
    if (kind === "chooser") seat += 1;
  }
  return found;
}

function paintsOf(all: readonly Pick<PlayerInfo, "id" | "kind">[]): Map<string, Paint> {
  const found = new Map<string, Paint>(all.map(({ id }) => [id, NOBODY]));
  const players = all.filter((player) => player.kind === "chooser");
  const coloured = players.length > 2 || players.some(({ id }) => !DARK.test(id) && COLOURS.some(([name]) => name.test(id)));
  // Red and Black, as in xiangqi, are a light and a dark army.
  const pair = players.length === 2 && players.some(({ id }) => DARK.test(id) || LIGHT.test(id));
  const used = new Set(players.flatMap(({ id }) => COLOURS.find(([name]) => name.test(id))?.[1] ?? []));
  const given = new Set<number>();
  players.forEach(({ id }, seat) => {
    // Of two whose names mean one colour, as Red and Orange do, the second has another.
    const wished = COLOURS.find(([name]) => name.test(id))?.[1];
    const named = wished !== undefined && given.has(wished) ? undefined : wished;
    if (named !== undefined) given.add(named);
    if (pair || !coloured) {
      const ink = DARK.test(id) || (!LIGHT.test(id) && named === undefined && seat % 2 === 1 && !players.some((one) => DARK.test(one.id)));
      if (named !== undefined && !ink) found.set(id, paint(named, seat));
      else found.set(id, { name: ink ? "p2" : "p1", mark: null, ink, seat, striped: false });
      return;
    }
    let colour = named ?? seat % COUNT;
    while (named === undefined && used.has(colour) && used.size < COUNT) colour = (colour + 1) % COUNT;
    used.add(colour);
    found.set(id, paint(colour, seat));
  });
  return found;
}

const paint = (colour: number, seat: number): Paint => ({
  name: `c${(colour % COLOURS_DRAWN) + 1}`,
  mark: MARKS[colour % COUNT]!,
  ink: false,
  seat,
  striped: colour >= COLOURS_DRAWN,
});
