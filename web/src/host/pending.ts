/** Questions that have no answer yet, by their numbers. */
import type { ServerMessage } from "../contract";
import type { Question } from ".";

interface Waiting {
  question: Question;
  resolve: (tell: ServerMessage) => void;
}

export class Pending {
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;

  /** Numbers a question, sends it, and waits for its answer. */
  ask(question: Question, send: (re: number, question: Question) => void): Promise<ServerMessage> {
    const re = this.#next++;
    return new Promise((resolve) => {
      this.#waiting.set(re, { question, resolve });
      send(re, question);
    });
  }

  /** Sends all again that have no answer: each command has a nonce, so that it is done once. */
  resend(send: (re: number, question: Question) => void): void {
    for (const [re, { question }] of this.#waiting) send(re, question);
  }

  /** Resolves the promise that waits for an answer. */
  answer(tell: ServerMessage): void {
    const re = "re" in tell ? tell.re : 0;
    const waiting = this.#waiting.get(re);
    if (!waiting) return;
    this.#waiting.delete(re);
    waiting.resolve(tell);
  }
}
