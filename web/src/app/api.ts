/** Requests to the server, with its refusals as errors. */
import type { Archive, Begun, Board, Hello, Library, NewGame, NewRecord, RecordText, RulesText, Trouble, Uploaded } from "../contract";

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly trouble: Trouble | null,
  ) {
    super(trouble?.say ?? `HTTP ${status}`);
  }
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(path, { ...init, credentials: "same-origin" });
  if (!answer.ok) throw new Refusal(answer.status, (await answer.json().catch(() => null)) as Trouble | null);
  return (await answer.json()) as T;
}

const post = <T>(path: string, body: unknown) =>
  ask<T>(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

const id = encodeURIComponent;

export const api = {
  hello: () => ask<Hello>("/api/hello"),
  library: () => ask<Library>("/api/library"),
  board: (rules: string, variant?: number) => ask<Board>(`/api/library/${id(rules)}/board${variant === undefined ? "" : `?variant=${variant}`}`),
  rules: (rules: string) => ask<RulesText>(`/api/library/${id(rules)}/rules`),
  begin: (game: NewGame) => post<Begun>("/api/games", game),
  games: (after?: string) => ask<Archive>(`/api/games${after ? `?after=${id(after)}` : ""}`),
  record: (game: string, format: string) => ask<RecordText>(`/api/games/${id(game)}/record?format=${id(format)}`),
  readRecord: (record: NewRecord) => post<Uploaded>("/api/records", record),
  upload: (file: File) => ask<Uploaded>(`/api/files?name=${id(file.name)}`, { method: "POST", headers: { "content-type": "application/octet-stream" }, body: file }),
};

export const nonce = () => crypto.randomUUID();
