/**
 * Games in this page: the engine runs in a worker. One that has died is started again, and finds
 * its games where they are kept.
 */
import type { ServerMessage } from "../contract";
import type { Answer, Channel, Host, Question } from ".";
import { inside, isOneFile, type Inside } from "./inside";
import { renewed } from "./offline";
import { Pending } from "./pending";
import { startHost } from "#workers/host";
import { DIED, type FromHost, type ToHost } from "./worker/messages";

const channels = new Set<Link>();
const requests = new Map<number, (answer: Answer) => void>();
let next = 1;
let worker = start();

function start(): Worker {
  const started = startHost();
  started.addEventListener("message", ({ data }: MessageEvent<FromHost>) => hear(data));
  started.addEventListener("error", (event) => {
    event.preventDefault();
    again();
  });
  const begin = (held: Inside | null) => started.postMessage({ begin: new URL(".", document.baseURI).href, ...(held ? { inside: held } : {}) } satisfies ToHost);
  if (isOneFile) void inside().then(begin);
  else begin(null);
  return started;
}

function again(): void {
  worker.terminate();
  for (const resolve of requests.values()) resolve(DIED);
  requests.clear();
  for (const channel of channels) {
    channel.changed(false);
    channel.lost();
  }
  worker = start();
  for (const channel of channels) channel.changed(true);
}

function hear(message: FromHost): void {
  if ("died" in message) again();
  else if ("answer" in message) {
    requests.get(message.id)?.(message.answer);
    requests.delete(message.id);
  } else for (const channel of channels) channel.hear(message.tell);
}

class Link implements Channel {
  readonly #pending = new Pending();

  constructor(
    readonly heard: (tell: ServerMessage) => void,
    readonly changed: (connected: boolean) => void,
  ) {
    channels.add(this);
    changed(true);
  }

  ask(question: Question): Promise<ServerMessage> {
    return this.#pending.ask(question, (re, asked) => worker.postMessage({ ask: { ...asked, re } } as ToHost));
  }

  close(): void {
    channels.delete(this);
  }

  hear(tell: ServerMessage): void {
    this.#pending.answer(tell);
    this.heard(tell);
  }

  /**
   * What was asked of the worker that has died is not asked again: it may be what has killed it.
   */
  lost(): void {
    this.#pending.resend((re) => this.hear({ tell: "refused", re, reason: "limit", say: (DIED.body as { say: string }).say }));
  }
}

async function request(path: string, body?: unknown): Promise<Answer> {
  const bytes = body instanceof File ? new Uint8Array(await body.arrayBuffer()) : body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body));
  const id = next++;
  return new Promise((resolve) => {
    requests.set(id, resolve);
    worker.postMessage({ id, path, ...(bytes ? { body: bytes } : {}) } satisfies ToHost);
  });
}

/** The page in one file lies beside the site. */
const single = () => (isOneFile ? null : new URL("single.html", document.baseURI));

export const host: Host = { framed: !isOneFile, single: single(), request, renewed, connect: (heard, changed) => new Link(heard, changed) };
