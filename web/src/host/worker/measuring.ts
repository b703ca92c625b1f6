/** The worker that measures texts, as the host sees it. */
import { startMeasurer } from "#workers/thinking";
import type { Code, FromMeasurer, ToMeasurer } from "./messages";

/**
 * Started when it is needed first, and again when it has died: then what was asked has no answer.
 */
export class Measuring {
  #worker: Worker | null = null;
  #waiting: ((said: string | null) => void)[] = [];

  constructor(readonly engine: { engine: string; module: Code }) {}

  /** Returns the answer to a question about a text; null if the worker died of it. */
  ask(question: Uint8Array): Promise<string | null> {
    const worker = (this.#worker ??= this.#start());
    worker.postMessage({ question } satisfies ToMeasurer);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #start(): Worker {
    const worker = startMeasurer();
    worker.addEventListener("message", ({ data }: MessageEvent<FromMeasurer>) => this.#waiting.shift()?.(data.said));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      worker.terminate();
      this.#worker = null;
      for (const resolve of this.#waiting.splice(0)) resolve(null);
    });
    worker.postMessage(this.engine satisfies ToMeasurer);
    return worker;
  }
}
