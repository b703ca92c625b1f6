/**
 * A piece that is held before its place is chosen, though the list of moves names the place first.
 * Pieces of several cells also have forms: how they can be turned and where their cells lie.
 */
import type { MoveView, Pick } from "../../contract";

/** A place on the board, in cells. */
export type Where = (site: string) => readonly [number, number] | null;

interface Laid {
  move: MoveView;
  cells: string[];
  form: string;
  /** The middle of its cells. */
  middle: readonly [number, number];
}

/** What comes from a hand by a move that picks no hand: owner and type as in the keys of picks. */
const placedBy = (move: MoveView) => {
  const placed = move.steps[0]?.effects.find((effect) => effect.do === "place");
  return placed?.do === "place" ? `hand ${placed.owner ?? ""} ${placed.type}` : null;
};

/** The moves by what they place, of those that name a site first. */
export function byPlaced(moves: readonly MoveView[]): Map<string, MoveView[]> {
  const found = new Map<string, MoveView[]>();
  for (const move of moves) {
    const first = move.steps[0]?.pick[0];
    const key = first && first !== "pass" && "site" in first ? placedBy(move) : null;
    if (key) found.set(key, [...(found.get(key) ?? []), move]);
  }
  return found;
}

export class Held {
  readonly #laid: Laid[];
  readonly #forms: string[];
  #form = 0;

  constructor(
    readonly pick: Pick,
    readonly moves: readonly MoveView[],
    where: Where,
  ) {
    this.#laid = moves.flatMap((move) => laid(move, where));
    this.#forms = [...new Set(this.#laid.map((one) => one.form))].sort();
  }

  /** Whether the piece covers several cells. */
  get large(): boolean {
    return this.#forms.length > 0;
  }

  get forms(): number {
    return this.#forms.length;
  }

  rotate(by: 1 | -1): void {
    const count = this.#forms.length;
    if (count > 0) this.#form = (this.#form + by + count) % count;
  }

  /**
   * The move that lays the piece, as it is turned, over a site: the one whose middle is nearest;
   * null if none does.
   */
  over(site: string, where: Where): { move: MoveView; cells: string[] } | null {
    const at = where(site);
    if (!at) return null;
    const here = this.#laid.filter((one) => one.form === this.#forms[this.#form] && one.cells.includes(site));
    const apart = ({ middle }: Laid) => Math.hypot(middle[0] - at[0], middle[1] - at[1]);
    return here.toSorted((a, b) => apart(a) - apart(b))[0] ?? null;
  }
}

function laid(move: MoveView, where: Where): Laid[] {
  const cells = move.steps.flatMap((step) => step.effects).flatMap((effect) => (effect.do === "place" ? [effect.site] : []));
  const places = cells.map(where);
  if (cells.length < 2 || places.some((place) => place === null) || move.id == null) return [];
  const known = places as (readonly [number, number])[];
  const [left, top] = [Math.min(...known.map(([x]) => x)), Math.min(...known.map(([, y]) => y))];
  const form = known.map(([x, y]) => `${Math.round(y - top)},${Math.round(x - left)}`).sort().join(" ");
  const middle = [known.reduce((sum, [x]) => sum + x, 0) / known.length, known.reduce((sum, [, y]) => sum + y, 0) / known.length] as const;
  return [{ move, cells, form, middle }];
}
