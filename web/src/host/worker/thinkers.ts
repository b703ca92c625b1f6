/** Workers in which bots think, as the host sees them. */
import { startThinker } from "#workers/thinking";
import type { Code, FromThinker, Job, ToThinker } from "./messages";

/**
 * One that plays or analyses. It is started when it is needed first, and again when it has died or
 * was stopped.
 */
export class Thinkers {
  #worker: Worker | null = null;
  /** Hashes of the files that it has. */
  #has = new Set<string>();
  #jobs: Job[] = [];

  constructor(
    readonly engine: { engine: string; module: Code },
    /** Hears what comes of a piece of work; nothing if it has failed. */
    readonly heard: (job: Job, said: string | null) => void,
  ) {}

  think(job: Job, files: () => Uint8Array | undefined): void {
    const worker = (this.#worker ??= this.#start());
    if (!this.#has.has(job.hash)) {
      const bytes = files();
      if (bytes) worker.postMessage({ files: bytes } satisfies ToThinker);
      this.#has.add(job.hash);
    }
    this.#jobs.push(job);
    worker.postMessage({ work: job } satisfies ToThinker);
  }

  /** Ends whatever is thought about. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#has.clear();
    this.#jobs = [];
  }

  #start(): Worker {
    const worker = startThinker();
    worker.addEventListener("message", ({ data }: MessageEvent<FromThinker>) => {
      const job = this.#jobs[0];
      if ("done" in data) this.#jobs.shift();
      else if (job) this.heard(job, data.said);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      const lost = this.#jobs;
      this.stop();
      for (const job of lost) this.heard(job, null);
    });
    worker.postMessage(this.engine satisfies ToThinker);
    return worker;
  }
}
