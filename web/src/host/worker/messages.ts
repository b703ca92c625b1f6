/** What page, host and thinkers say to each other. */
import type { ClientMessage, GameSummary, ServerMessage } from "../../contract";
import type { Answer } from "..";
import type { Inside } from "../inside";

/** Told when rules have brought the engine down: mostly they ask for more than a browser has. */
export const DIED: Answer = { status: 422, body: { reason: "limit", say: "the rules ask for more than this browser has", problems: [] } };

/** From the page to the host. */
export type ToHost = { begin: string; inside?: Inside } | { id: number; path: string; body?: Uint8Array } | { ask: ClientMessage };

/** From the host to the page. */
export type FromHost = { id: number; answer: Answer } | { tell: ServerMessage } | { died: string };

/** Work for a thinker, as the engine describes it; only what is read here. */
export interface Job {
  game: string;
  rules: string;
  hash: string;
  node: number;
  work: { choose: { player: number; paced: boolean } } | { ponder: { endless: boolean } };
}

/** The engine: compiled, or its bytes where a compiled one cannot be handed to other workers (a page from a folder). */
export type Code = WebAssembly.Module | Uint8Array<ArrayBuffer>;

/** From the host to a thinker. */
export type ToThinker = { engine: string; module: Code } | { files: Uint8Array } | { work: Job };

/** From a thinker to the host: what comes of its work, as JSON, and that it is done. */
export type FromThinker = { said: string } | { done: true };

/** From the host to the worker that measures texts: the engine, then questions about texts. */
export type ToMeasurer = { engine: string; module: Code } | { question: Uint8Array };

/** From that worker to the host: an answer, as JSON, in the order of the questions. */
export type FromMeasurer = { said: string };

/** What is to be done outside the engine. */
export type Out =
  | { tell: ServerMessage }
  | { keep: { game: string; after: number; records: unknown[]; summary: GameSummary } }
  | { keepRules: string }
  | { think: Job }
  | "stopAnalysis";

/** What the engine lacks. */
export type Needed = { rules: string } | { log: string };

/** The module that was made of the engine. */
export interface Engine {
  default: (options: { module_or_path: Code }) => Promise<unknown>;
  WebHost: new (catalog: string, listed: string) => WebHost;
  WebThinker: new () => WebThinker;
}

export interface WebHost {
  request(method: string, path: string, body: Uint8Array): string;
  hear(ask: string): string | undefined;
  take(): string;
  supply(id: string, files: Uint8Array): boolean;
  files(id: string): Uint8Array | undefined;
  restore(game: string, log: string): string | undefined;
  chosen(game: string, player: number, node: number, index?: number): void;
  wakes_in(): number | undefined;
  wake(): void;
}

export interface WebThinker {
  supply(files: Uint8Array): void;
  work(job: string, tell: (said: string) => void): void;
}
