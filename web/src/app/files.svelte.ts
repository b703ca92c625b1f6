/**
 * Dropped or chosen files: rules are played, records are opened, and errors are shown with their
 * place.
 */
import type { Problem, Uploaded } from "../contract";
import { api, nonce, Refusal } from "./api";
import { begin } from "./begin";
import { catalog, forgetBoards } from "./catalog.svelte";
import { decoded } from "./encoding";
import { t } from "./i18n.svelte";
import { namedIn, remember } from "./own";
import { gameLink, go } from "./route.svelte";

interface Report {
  name: string;
  playable: string | null;
  problems: Problem[];
  say: string;
  record: string | null;
  /** The games of the record, in words, if it has several. */
  games?: string[];
  /** The rules that came with it. */
  rules?: string;
}

export const drop = $state<{ busy: string | null; report: Report | null }>({
  busy: null,
  report: null,
});

/** Opens a game of a record, by rules if it does not say by which it was played. */
export async function openRecord(text: string, rules?: string, game?: number): Promise<void> {
  const report = drop.report;
  try {
    const { game: opened, problems } = await api.readRecord({ text, nonce: nonce(), ...(rules ? { rules } : {}), ...(game === undefined ? {} : { game }) });
    if (!opened || problems.length > 0) drop.report = { name: report?.name ?? "", playable: opened ? gameLink(opened) : null, problems, say: "", record: opened ? null : text };
    else {
      drop.report = null;
      go(gameLink(opened));
    }
  } catch (error) {
    const trouble = error instanceof Refusal ? error.trouble : null;
    drop.report = { name: report?.name ?? "", playable: null, problems: trouble?.problems ?? [], say: trouble?.say ?? String(error), record: text };
  }
}

/** Files that hold a game that was played, by the ends of their names. */
const RECORD = /\.(zsg|sgf|pgn|pdn|usi|kifu?|ki2u?|csa|mat|wxf|ucci|json|txt)$/i;

/**
 * The rules that a record names, among those that were dropped with it; the only ones if it names
 * none of them.
 */
function rulesFor(record: string, own: readonly { id: string; names: string[] }[]): string | undefined {
  const text = record.toLowerCase();
  const named = own.find(({ names }) => names.some((name) => name.length > 0 && text.includes(name.toLowerCase())));
  return (named ?? (own.length === 1 ? own[0] : undefined))?.id;
}

/**
 * Reads a record by the rules that came with it, by those that it names in the library, or else by
 * those dropped before.
 */
async function readRecord(text: string, rules: string | undefined): Promise<Uploaded> {
  try {
    return await api.readRecord({ text, nonce: nonce(), ...(rules ? { rules } : {}) });
  } catch (error) {
    const before = rules ? undefined : namedIn(text);
    if (!before) throw error;
    return api.readRecord({ text, nonce: nonce(), rules: before });
  }
}

/** Text as a file, as it is pasted. */
export const pasted = (text: string) => new File([text], "pasted.txt", { type: "text/plain" });

/**
 * Opens what was dropped: rules first, so that a record finds those that came with it, or for which
 * it has been waiting.
 */
export async function openFiles(files: File[]): Promise<void> {
  const waiting = drop.report?.record ?? null;
  const isRecord = (file: File) => RECORD.test(file.name);
  const own: { id: string; names: string[] }[] = [];
  const sorted = files.toSorted((a, b) => Number(isRecord(a)) - Number(isRecord(b)));
  for (const file of sorted) {
    drop.busy = file.name;
    const most = catalog.hello?.uploadBytes ?? 0;
    if (most > 0 && file.size > most) {
      drop.busy = null;
      drop.report = { name: file.name, playable: null, problems: [], say: t("file-too-large", { size: Math.ceil(file.size / 2 ** 20), most: Math.floor(most / 2 ** 20) }), record: null };
      continue;
    }
    const record = isRecord(file) ? decoded(new Uint8Array(await file.arrayBuffer())) : null;
    try {
      const rules = record !== null ? rulesFor(record, own) : undefined;
      const { entry, game, games = [], problems } = record !== null ? await readRecord(record, rules) : await api.upload(file);
      forgetBoards();
      if (entry && entry.errors === 0) {
        own.push({ id: entry.id, names: [file.name, entry.title, ...entry.variants] });
        remember(entry, file.name);
        if (waiting !== null && !sorted.some(isRecord)) {
          await openRecord(waiting, entry.id);
          continue;
        }
        // Rules that come with a record are not begun for themselves.
        if (sorted.some(isRecord)) {
          if (!catalog.games.some((one) => one.id === entry.id)) catalog.games.push(entry);
          continue;
        }
      }
      if (entry) {
        const at = catalog.games.findIndex((one) => one.id === entry.id);
        if (at >= 0) catalog.games[at] = entry;
        else catalog.games.push(entry);
      }
      const link = game ? gameLink(game) : entry && entry.errors === 0 ? await begin(entry) : null;
      if (problems.length > 0 || !link || games.length > 1) drop.report = { name: file.name, playable: link, problems, say: "", record, games, ...(rules ? { rules } : {}) };
      else go(link);
    } catch (error) {
      const trouble = error instanceof Refusal ? error.trouble : null;
      drop.report = { name: file.name, playable: null, problems: trouble?.problems ?? [], say: trouble?.say ?? String(error), record };
    } finally {
      drop.busy = null;
    }
  }
}
