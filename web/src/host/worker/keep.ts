/**
 * Where a browser keeps games and rules that were handed in: a database of its own. Without one
 * they last as long as the page.
 */
import type { GameSummary } from "../../contract";

const NAME = "dagaz";
/** Games that are kept; of more the oldest are forgotten. */
const MOST = 500;

interface Kept {
  game: string;
  summary: GameSummary;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the database failed"));
  });

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error("the database failed"));
  });

async function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("games", { keyPath: "game" });
    request.result.createObjectStore("records");
    request.result.createObjectStore("rules");
  };
  return done(request);
}

const range = (game: string) => IDBKeyRange.bound([game, 0], [game, Number.MAX_SAFE_INTEGER]);

export class Keep {
  readonly #database: Promise<IDBDatabase | null> = opened().catch(() => null);

  /** The games that were begun, the latest first. */
  async games(): Promise<GameSummary[]> {
    const database = await this.#database;
    if (!database) return [];
    const all = (await done(database.transaction("games").objectStore("games").getAll())) as Kept[];
    all.sort((one, other) => other.summary.touched - one.summary.touched);
    for (const { game } of all.splice(MOST)) await this.#forget(database, game);
    return all.map(({ summary }) => summary);
  }

  async #forget(database: IDBDatabase, game: string): Promise<void> {
    const transaction = database.transaction(["games", "records"], "readwrite");
    transaction.objectStore("games").delete(game);
    transaction.objectStore("records").delete(range(game));
    await finished(transaction);
  }

  /** Keeps records that follow so many others. */
  async append(game: string, after: number, records: unknown[], summary: GameSummary): Promise<void> {
    const database = await this.#database;
    if (!database) return;
    const transaction = database.transaction(["games", "records"], "readwrite");
    records.forEach((record, place) => transaction.objectStore("records").put(record, [game, after + place]));
    transaction.objectStore("games").put({ game, summary } satisfies Kept);
    await finished(transaction);
  }

  /** The log of a game; empty if there is none. */
  async log(game: string): Promise<unknown[]> {
    const database = await this.#database;
    return database ? done(database.transaction("records").objectStore("records").getAll(range(game))) : [];
  }

  async keepRules(id: string, files: Uint8Array): Promise<void> {
    const database = await this.#database;
    if (!database) return;
    const transaction = database.transaction("rules", "readwrite");
    transaction.objectStore("rules").put(files, id);
    await finished(transaction);
  }

  async rules(id: string): Promise<Uint8Array | undefined> {
    const database = await this.#database;
    return database ? ((await done(database.transaction("rules").objectStore("rules").get(id))) as Uint8Array | undefined) : undefined;
  }
}
