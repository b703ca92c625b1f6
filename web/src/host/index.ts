/**
 * Where games are: on a server, or in workers of this page. Nothing outside this folder knows
 * which; `#host` is one of `server.ts` and `local.ts`, as the application is built.
 */
import type { ClientMessage, ServerMessage } from "../contract";

/** A message without its number, which the channel gives it. */
export type Question = ClientMessage extends infer One ? (One extends { re: number } ? Omit<One, "re"> : never) : never;

/** The answer to a request: a status of HTTP, and what was said. */
export interface Answer {
  status: number;
  body: unknown;
}

/** A way on which every question gets its answer, and news come by themselves. */
export interface Channel {
  /** Asks, and waits for the answer however long the host is away. */
  ask(question: Question): Promise<ServerMessage>;
  close(): void;
}

export interface Host {
  /** Whether other pages may show this one in a frame. */
  readonly framed: boolean;
  /** Where this page lies as one file that holds the engine; null if there is none. */
  readonly single: URL | null;
  /**
   * Makes a request by a path of the protocol. With a body it is a `POST`; a file goes as it is.
   */
  request(path: string, body?: unknown): Promise<Answer>;
  /** Hears of a newer page that is ready; calling what is heard loads it. */
  renewed(heard: (load: () => void) => void): void;
  /** Opens a channel. `heard` gets every message, `changed` whether the host can be reached. */
  connect(heard: (tell: ServerMessage) => void, changed: (connected: boolean) => void): Channel;
}
