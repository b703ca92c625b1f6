/** Games on a server: requests by HTTP, a channel by WebSocket. A lost connection is made again. */
import type { ServerMessage } from "../contract";
import type { Answer, Channel, Host, Question } from ".";
import { Pending } from "./pending";

const BASE = "/api/v1";
const RETRY_MS = [200, 500, 1000, 2000, 4000];

class Socket implements Channel {
  #socket: WebSocket | null = null;
  readonly #pending = new Pending();
  #tries = 0;
  #closed = false;

  constructor(
    readonly heard: (tell: ServerMessage) => void,
    readonly changed: (connected: boolean) => void,
    readonly url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${BASE}/socket`,
  ) {
    this.#open();
  }

  ask(question: Question): Promise<ServerMessage> {
    return this.#pending.ask(question, this.#send);
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  readonly #send = (re: number, question: Question): void => {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ ...question, re }));
  };

  #open(): void {
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#tries = 0;
      this.changed(true);
      this.#pending.resend(this.#send);
    });
    socket.addEventListener("message", (event) => {
      const tell = JSON.parse(String(event.data)) as ServerMessage;
      this.#pending.answer(tell);
      this.heard(tell);
    });
    socket.addEventListener("close", () => {
      if (this.#closed) return;
      this.changed(false);
      const wait = RETRY_MS[Math.min(this.#tries, RETRY_MS.length - 1)]!;
      this.#tries += 1;
      setTimeout(() => this.#open(), wait);
    });
  }
}

async function request(path: string, body?: unknown): Promise<Answer> {
  const file = body instanceof File;
  const init: RequestInit =
    body === undefined ? {} : { method: "POST", headers: { "content-type": file ? "application/octet-stream" : "application/json" }, body: file ? body : JSON.stringify(body) };
  const answer = await fetch(`${BASE}${path}`, { ...init, credentials: "same-origin" });
  return { status: answer.status, body: answer.ok ? await answer.json() : await answer.json().catch(() => null) };
}

// A server gives its newest page whenever one is loaded.
export const host: Host = { framed: false, single: null, request, renewed: () => {}, connect: (heard, changed) => new Socket(heard, changed) };
