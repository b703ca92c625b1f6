/**
 * The arrangement of a board with several levels: next to each other, so that all are visible at
 * once.
 */
import type { Point } from "../svg";

/** Between neighbours, and between rows, which have captions above them. */
const GAP = 150;
const ROW_GAP = 200;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The box around points. */
export function around(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Levels next to each other, in several rows if one row would be far wider than high. */
export class Shelf {
  readonly #columns: number;
  #at = 0;
  #x = 0;
  #y = 0;

  constructor(count: number) {
    this.#columns = count > 3 ? Math.ceil(Math.sqrt(count)) : count;
  }

  /** How far the next level is to be moved. */
  place(box: Box): Point {
    if (this.#at > 0 && this.#at % this.#columns === 0) {
      this.#x = 0;
      this.#y += box.height + ROW_GAP;
    }
    const move: Point = [this.#x - box.x, this.#y - box.y];
    this.#at += 1;
    this.#x += box.width + GAP;
    return move;
  }
}
