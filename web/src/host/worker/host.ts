/**
 * The worker in which the engine answers the page. It fetches what the engine needs, and keeps what
 * it has done.
 */
import type { ClientMessage, LibraryEntry, ServerMessage, TextQuestion } from "../../contract";
import { Keep } from "./keep";
import { Measuring } from "./measuring";
import type { Answer } from "..";
import type { Inside } from "../inside";
import { DIED, type Engine, type FromHost, type Job, type Needed, type Out, type ToHost, type WebHost } from "./messages";
import { Thinkers } from "./thinkers";

/** Between two moves of a game that is only watched. */
const PACE_MS = 900;

interface Catalog {
  /** The folder of the engine. */
  engine: string;
  games: { entry: LibraryEntry; hash: string }[];
}

/** The library of a page in one file. */
const NO_GAMES = '{"engine":"","games":[]}';

const say = (message: FromHost) => postMessage(message);

class Local {
  readonly #keep = new Keep();
  #base = "";
  /** The engine, if the page holds it. */
  #inside: Inside | undefined;
  /** None until the engine is here. */
  #engine: WebHost | null = null;
  #players!: Thinkers;
  #analysts!: Thinkers;
  #measuring!: Measuring;
  #catalog!: Catalog;
  #alarm = 0;

  /** Says where the site is, and which engine the page holds. */
  place(base: string, inside?: Inside): void {
    this.#base = base;
    this.#inside = inside;
  }

  /** Fetches the engine before the first question. */
  begin(): Promise<void> {
    return this.#start();
  }

  /**
   * Fetches the engine and the list of games, unless they are here: after a failure the next
   * question tries again.
   */
  async #start(): Promise<void> {
    if (this.#engine) return;
    const base = this.#base;
    const held = this.#inside;
    const [catalog, listed] = await Promise.all([held ? NO_GAMES : text(new URL("library.json", base)), this.#keep.games()]);
    this.#catalog = JSON.parse(catalog) as Catalog;
    const folder = new URL(`${this.#catalog.engine}/`, base);
    const script = held ? `data:text/javascript,${encodeURIComponent(held.script)}` : new URL("dagaz_web.js", folder).href;
    const [engine, module] = await Promise.all([
      import(/* @vite-ignore */ script) as Promise<Engine>,
      held ? held.module : compiled(new URL("dagaz_web_bg.wasm", folder)),
    ]);
    await engine.default({ module_or_path: module });
    const thinkers = (heard: (job: Job, said: string | null) => void) => new Thinkers({ engine: script, module }, heard);
    this.#players = thinkers((job, said) => void inTurn(() => this.#thought(job, said)));
    this.#analysts = thinkers((job, said) => void inTurn(() => this.#thought(job, said)));
    this.#measuring = new Measuring({ engine: script, module });
    this.#engine = new engine.WebHost(catalog, JSON.stringify(listed));
  }

  get #host(): WebHost {
    if (!this.#engine) throw new Error("the engine is not here yet");
    return this.#engine;
  }

  async request(id: number, path: string, body?: Uint8Array): Promise<void> {
    await this.#start();
    // Playouts take long: other questions are answered meanwhile.
    if (body && isMeasurement(path, body)) return void this.#measuring.ask(body).then((said) => say({ id, answer: said === null ? DIED : (JSON.parse(said) as Answer) }));
    const picture = body ? undefined : this.#pictured(path);
    const answer = picture ? await fetch(picture) : undefined;
    if (answer?.ok) return say({ id, answer: { status: 200, body: await answer.json() } });
    const said = await this.#settled(() => this.#host.request(body ? "POST" : "GET", path, body ?? new Uint8Array()));
    await this.#flush();
    say({ id, answer: JSON.parse(said ?? "null") as Answer });
  }

  async hear(ask: ClientMessage): Promise<void> {
    await this.#start();
    await this.#settled(() => this.#host.hear(JSON.stringify(ask)));
    await this.#flush();
  }

  /** Boards of the library are files of the site: a picture of a game needs no engine. */
  #pictured(path: string): URL | undefined {
    const [, rules, variant] = /^\/library\/([^/]+)\/board(?:\?variant=(\d+))?$/.exec(path) ?? [];
    const game = rules && this.#catalog.games.find(({ entry }) => entry.id === decodeURIComponent(rules));
    const isOffered = game && (variant === undefined || Number(variant) === game.entry.default);
    return isOffered ? new URL(`boards/${game.hash}.json`, this.#base) : undefined;
  }

  /** Asks the engine until it needs nothing more. */
  async #settled(ask: () => string | undefined): Promise<string | undefined> {
    for (;;) {
      const said = ask();
      const needs = said?.startsWith('{"needs"') ? (JSON.parse(said) as { needs: Needed }).needs : undefined;
      if (!needs) return said;
      await this.#supply(needs);
    }
  }

  async #supply(needed: Needed): Promise<void> {
    if ("log" in needed) {
      const log = JSON.stringify(await this.#keep.log(needed.log));
      await this.#settled(() => this.#host.restore(needed.log, log));
      return;
    }
    const game = this.#catalog.games.find(({ entry }) => entry.id === needed.rules);
    const files = game ? await bytes(new URL(`games/${game.hash}.bin`, this.#base)) : await this.#keep.rules(needed.rules);
    if (!files || !this.#host.supply(needed.rules, files)) throw new Error(`the rules of ${needed.rules} cannot be read`);
  }

  async #flush(): Promise<void> {
    for (const out of JSON.parse(this.#host.take()) as Out[]) {
      if (out === "stopAnalysis") this.#analysts.stop();
      else if ("tell" in out) say({ tell: out.tell });
      else if ("keep" in out) await this.#keep.append(out.keep.game, out.keep.after, out.keep.records, out.keep.summary);
      else if ("keepRules" in out) await this.#keep.keepRules(out.keepRules, this.#host.files(out.keepRules)!);
      else {
        const job = out.think;
        const thinkers = "ponder" in job.work && job.work.ponder.endless ? this.#analysts : this.#players;
        thinkers.think(job, () => this.#host.files(job.rules));
      }
    }
    clearTimeout(this.#alarm);
    const wait = this.#host.wakes_in();
    if (wait !== undefined) this.#alarm = Number(setTimeout(() => void inTurn(() => this.#wake()), wait));
  }

  async #wake(): Promise<void> {
    this.#host.wake();
    await this.#flush();
  }

  async #thought(job: Job, said: string | null): Promise<void> {
    const thought = (said === null ? { chosen: null } : JSON.parse(said)) as { chosen: number | null } | { tell: ServerMessage };
    if ("tell" in thought) return say({ tell: thought.tell });
    if (!("choose" in job.work)) return;
    const { player, paced } = job.work.choose;
    const take = async () => {
      this.#host.chosen(job.game, player, job.node, thought.chosen ?? undefined);
      await this.#flush();
    };
    if (paced) setTimeout(() => void inTurn(take), PACE_MS);
    else await take();
  }
}

async function fetched(url: URL): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.pathname}: HTTP ${answer.status}`);
  return answer;
}

const bytes = async (url: URL) => new Uint8Array(await (await fetched(url)).arrayBuffer());
const text = async (url: URL) => (await fetched(url)).text();

/** Whether a request asks for playouts of a text. */
const isMeasurement = (path: string, body: Uint8Array) => path === "/studio" && (JSON.parse(new TextDecoder().decode(body)) as TextQuestion).about.ask === "measure";

/** Compiles while it loads, if the file server sends the type. */
async function compiled(url: URL): Promise<WebAssembly.Module> {
  const answer = fetched(url);
  return (await answer).headers.get("content-type") === "application/wasm" ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await (await answer).arrayBuffer());
}

/** After one of these the engine cannot continue. */
const isTrap = (error: unknown) => error instanceof WebAssembly.RuntimeError || error instanceof RangeError;

const local = new Local();
/** What is asked before the worker knows where the site is waits for it. */
let placed!: () => void;
let turn: Promise<unknown> = new Promise<void>((resolve) => (placed = resolve));

/** One thing after the other: the engine is asked again only when what it needed is there. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = turn.then(work);
  turn = done.catch((error: unknown) => {
    if (isTrap(error)) say({ died: String(error) });
    else console.error(error);
  });
  return turn as Promise<void>;
}

const refused = (error: unknown) => ({ status: 503, body: { reason: "busy", say: String(error), problems: [] } });

addEventListener("message", ({ data }: MessageEvent<ToHost>) => {
  if ("begin" in data) {
    local.place(data.begin, data.inside);
    placed();
    void inTurn(() => local.begin());
  } else if ("ask" in data)
    void inTurn(() =>
      local.hear(data.ask).catch((error: unknown) => {
        if (isTrap(error)) throw error;
        say({ tell: { tell: "refused", re: data.ask.re, reason: "busy", say: String(error) } });
      }),
    );
  else
    void inTurn(() =>
      local.request(data.id, data.path, data.body).catch((error: unknown) => {
        if (isTrap(error)) throw error;
        say({ id: data.id, answer: refused(error) });
      }),
    );
});
