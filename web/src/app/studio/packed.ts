/**
 * Rules texts packed into the address of a page: deflated JSON in base64url, behind a version.
 * What an address holds may come from anyone, so that each step of unpacking has a limit.
 */
import { languageOf } from "./texts";

export interface Packed {
  /** The name of the file; its ending says the language. */
  name: string;
  text: string;
}

/** Why an address holds no rules. */
export type Fault = "damaged" | "large" | "language";

export class Unreadable extends Error {
  constructor(readonly fault: Fault) {
    super(fault);
  }
}

const VERSION = "1.";
/** Letters of an address that are read. */
const LETTERS_MAX = 400_000;
/** Bytes of a text. */
const BYTES_MAX = 1 << 20;
const NAME_MAX = 80;

async function through(bytes: Uint8Array<ArrayBuffer>, pipe: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(pipe).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      // A small text may inflate to gigabytes: the rest is never made.
      await reader.cancel();
      throw new Unreadable("large");
    }
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toBase64(bytes: Uint8Array): string {
  let letters = "";
  for (let at = 0; at < bytes.length; at += 0x2000) letters += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new Unreadable("damaged");
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    throw new Unreadable("damaged");
  }
}

/** Returns rules as a part of an address. */
export async function pack({ name, text }: Packed): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ name, text }));
  return VERSION + toBase64(await through(bytes, new CompressionStream("deflate-raw"), Infinity));
}

/** Returns the rules in a part of an address. Fails with `Unreadable`. */
export async function unpack(packed: string): Promise<Packed> {
  if (!packed.startsWith(VERSION)) throw new Unreadable("damaged");
  if (packed.length > LETTERS_MAX) throw new Unreadable("large");
  const bytes = fromBase64(packed.slice(VERSION.length));
  let found: unknown;
  try {
    const inflated = await through(bytes, new DecompressionStream("deflate-raw"), BYTES_MAX);
    found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(inflated));
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable("damaged");
  }
  const { name, text } = (typeof found === "object" && found !== null ? found : {}) as Partial<Record<keyof Packed, unknown>>;
  if (typeof name !== "string" || typeof text !== "string" || name.length > NAME_MAX) throw new Unreadable("damaged");
  if (!languageOf(name)) throw new Unreadable("language");
  return { name, text };
}
