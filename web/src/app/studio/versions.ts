/**
 * Versions of rules texts in the database of the browser, with what playouts showed of each.
 * A browser that stores nothing has no versions; the studio works without them.
 */
import type { PlayoutMeasures } from "../../contract";

export interface Version {
  /** The number that the database gives. */
  id?: number;
  /** The key of the text, as in `texts.ts`. */
  key: string;
  name: string;
  text: string;
  /** When it was first played, in milliseconds since 1970. */
  at: number;
  measures?: PlayoutMeasures;
}

const DATABASE = "dagaz-studio";
const STORE = "versions";
const BY_KEY = "key";
/** The oldest of more are removed. */
const VERSIONS_MAX = 100;

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  return (opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id", autoIncrement: true }).createIndex(BY_KEY, "key");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }));
}

async function done<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await database()).transaction(STORE, mode);
  const request = ask(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
  });
}

/** Returns the versions of a text, the latest first. */
export async function versionsOf(key: string): Promise<Version[]> {
  const found = await done("readonly", (store) => store.index(BY_KEY).getAll(key) as IDBRequest<Version[]>);
  return found.toReversed();
}

/** Stores a version, or what has become known of it; returns its number. */
export async function keepVersion(version: Version): Promise<number> {
  const id = Number(await done("readwrite", (store) => store.put(version)));
  const surplus = (await versionsOf(version.key)).slice(VERSIONS_MAX);
  for (const one of surplus) await done("readwrite", (store) => store.delete(one.id!));
  return id;
}

export interface LineChanges {
  added: number;
  removed: number;
}

/** Returns how many lines a text has that another has not, and the other way round. */
export function lineChanges(before: string, after: string): LineChanges {
  const counts = new Map<string, number>();
  for (const line of before.split("\n")) counts.set(line, (counts.get(line) ?? 0) - 1);
  for (const line of after.split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  let [added, removed] = [0, 0];
  for (const count of counts.values()) {
    if (count > 0) added += count;
    else removed -= count;
  }
  return { added, removed };
}
