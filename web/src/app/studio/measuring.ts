/** Measures a text by playouts, batch by batch, until the intervals are narrow. */
import type { PlayoutCounts, PlayoutMeasures, TextAnswer, TextTopic } from "../../contract";

/** After so many games intervals of shares are within 2 %. */
const GAMES_MAX = 2500;
/** Slow games stop after so many batches; fewer where each question has its price. */
export const BATCHES_MAX = 120;
export const BATCHES_FEW = 8;

type Ask = (topic: TextTopic, text: string) => Promise<TextAnswer | null>;

export class Measuring {
  #stopped = false;

  constructor(
    readonly text: string,
    readonly ask: Ask,
    readonly heard: (measures: PlayoutMeasures, isLast: boolean) => void,
    readonly batches = BATCHES_MAX,
  ) {
    void this.#run();
  }

  stop(): void {
    this.#stopped = true;
  }

  async #run(): Promise<void> {
    let counts: PlayoutCounts | undefined;
    for (let batch = 1; batch <= this.batches; batch++) {
      const answer = await this.ask({ ask: "measure", ...(counts ? { counts } : {}) }, this.text);
      if (this.#stopped || answer?.tell !== "measured" || !answer.measures) return;
      counts = answer.counts;
      const isLast = batch === this.batches || answer.measures.games >= GAMES_MAX;
      this.heard(answer.measures, isLast);
      if (isLast) return;
    }
  }
}

export interface Difference {
  what: "length" | "choices" | "draws" | "unfinished" | `wins:${string}`;
  before: number;
  after: number;
}

type Bounds = { value: number; low: number; high: number };

/** Whether two intervals have no value in common, so that the difference is no accident. */
const apart = (one: Bounds, other: Bounds) => one.high < other.low || other.high < one.low;

/** Returns the measures whose intervals before and after do not meet. */
export function differences(before: PlayoutMeasures, after: PlayoutMeasures): Difference[] {
  const found: Difference[] = [];
  const compare = (what: Difference["what"], one: Bounds | undefined, other: Bounds) => {
    if (one && apart(one, other)) found.push({ what, before: one.value, after: other.value });
  };
  for (const { player, share } of after.wins) compare(`wins:${player}`, before.wins.find((one) => one.player === player)?.share, share);
  compare("draws", before.draws, after.draws);
  compare("length", before.length, after.length);
  compare("choices", before.choices, after.choices);
  compare("unfinished", before.unfinished, after.unfinished);
  return found;
}
