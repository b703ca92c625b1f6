/**
 * Questions of which only the latest matters: one at a time, after a pause, and while one is asked
 * only the last of those that come.
 */
export class Latest<T> {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;
  #waiting: { what: T } | null = null;

  constructor(
    /** In milliseconds. */
    readonly pause: () => number,
    readonly ask: (what: T) => Promise<void>,
  ) {}

  /** Asks after a pause, unless something else is to be asked by then. */
  soon(what: T): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.now(what), this.pause());
  }

  /** Asks at once, or as soon as the question before it is answered. */
  now(what: T): void {
    clearTimeout(this.#timer);
    if (this.#running) {
      this.#waiting = { what };
      return;
    }
    this.#running = true;
    void this.ask(what).finally(() => {
      this.#running = false;
      const next = this.#waiting;
      this.#waiting = null;
      if (next) this.now(next.what);
    });
  }

  /** Asks nothing any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting = null;
  }
}
