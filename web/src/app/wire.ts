/**
 * The socket: every question gets its answer, and a lost connection is made again. A command that was sent and not answered is
 * sent again with its nonce, so that it is done once.
 */
import type { Ask, Tell } from "../contract";

export type Question = Ask extends infer One ? (One extends { re: number } ? Omit<One, "re"> : never) : never;

interface Waiting {
  question: Question;
  resolve: (tell: Tell) => void;
}

const RETRY_MS = [200, 500, 1000, 2000, 4000];

export class Wire {
  #socket: WebSocket | null = null;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #tries = 0;
  #closed = false;

  constructor(
    readonly heard: (tell: Tell) => void,
    readonly changed: (connected: boolean) => void,
    readonly url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/socket`,
  ) {
    this.#open();
  }

  /** Asks, and waits for the answer however long the connection is away. */
  ask(question: Question): Promise<Tell> {
    const re = this.#next++;
    return new Promise((resolve) => {
      this.#waiting.set(re, { question, resolve });
      this.#send(re, question);
    });
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  #send(re: number, question: Question): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ ...question, re }));
  }

  #open(): void {
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#tries = 0;
      this.changed(true);
      for (const [re, { question }] of this.#waiting) this.#send(re, question);
    });
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(String(event.data)) as Tell));
    socket.addEventListener("close", () => {
      if (this.#closed) return;
      this.changed(false);
      const wait = RETRY_MS[Math.min(this.#tries, RETRY_MS.length - 1)]!;
      this.#tries += 1;
      setTimeout(() => this.#open(), wait);
    });
  }

  #hear(tell: Tell): void {
    const re = "re" in tell ? tell.re : 0;
    const waiting = this.#waiting.get(re);
    if (waiting) {
      this.#waiting.delete(re);
      waiting.resolve(tell);
    }
    this.heard(tell);
  }
}
