/** Requests to the server, with its refusals as errors. */
import type { Archive, Begun, Board, Confirmed, Credentials, Hello, Library, LibraryEntry, NewGame, NewRecord, NewTournament, Nothing, PersonView, Placed, Profile, RecordText, RulesText, TournamentView, Tournaments, Trouble, Uploaded, Visible } from "../contract";

const BASE = "/api/v1";

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
  hello: () => ask<Hello>(`${BASE}/hello`),
  library: () => ask<Library>(`${BASE}/library`),
  entry: (rules: string) => ask<LibraryEntry>(`${BASE}/library/${id(rules)}`),
  board: (rules: string, variant?: number) => ask<Board>(`${BASE}/library/${id(rules)}/board${variant === undefined ? "" : `?variant=${variant}`}`),
  rules: (rules: string) => ask<RulesText>(`${BASE}/library/${id(rules)}/text`),
  position: (rules: string, variant: number, text: string) => ask<Placed>(`${BASE}/library/${id(rules)}/position?${new URLSearchParams({ variant: String(variant), text })}`),
  begin: (game: NewGame) => post<Begun>(`${BASE}/games`, game),
  games: (after?: string, own = false) => api.find({ ...(after ? { after } : {}), ...(own ? { player: "me" } : {}) }),
  find: (query: Record<string, string>) => ask<Archive>(`${BASE}/games?${new URLSearchParams(query)}`),
  me: () => ask<PersonView>(`${BASE}/me`),
  guest: () => post<PersonView>(`${BASE}/guests`, {}),
  enrol: (credentials: Credentials) => post<PersonView>(`${BASE}/accounts`, credentials),
  logIn: (credentials: Credentials) => post<PersonView>(`${BASE}/login`, credentials),
  logOut: () => post<Nothing>(`${BASE}/logout`, {}),
  changePassword: (confirmed: Confirmed) => post<Nothing>(`${BASE}/me/password`, confirmed),
  removeMe: (confirmed: Confirmed) => post<Nothing>(`${BASE}/me/delete`, confirmed),
  profile: (person: string) => ask<Profile>(`${BASE}/people/${id(person)}`),
  mute: (person: string, muted: boolean) => post<Nothing>(`${BASE}/people/${id(person)}/mute`, { muted }),
  report: (game: string, person: string, line: number) => post<Nothing>(`${BASE}/games/${id(game)}/report`, { person, line }),
  tournaments: (query: Record<string, string> = {}) => ask<Tournaments>(`${BASE}/tournaments?${new URLSearchParams(query)}`),
  makeTournament: (tournament: NewTournament) => post<TournamentView>(`${BASE}/tournaments`, tournament),
  tournament: (tournament: string, round?: number) => ask<TournamentView>(`${BASE}/tournaments/${id(tournament)}${round ? `?round=${round}` : ""}`),
  inTournament: (tournament: string, what: "join" | "leave" | "start" | "cancel") => post<TournamentView>(`${BASE}/tournaments/${id(tournament)}/${what}`, {}),
  record: (game: string, format: string) => ask<RecordText>(`${BASE}/games/${id(game)}/record?format=${id(format)}`),
  readRecord: (record: NewRecord) => post<Uploaded>(`${BASE}/records`, record),
  showRules: (rules: string, visible: Visible) => post<Nothing>(`${BASE}/rules/${id(rules.replace(/^sha256:/, ""))}/visible`, { visible }),
  upload: (file: File) => ask<Uploaded>(`${BASE}/rules?name=${id(file.name)}`, { method: "POST", headers: { "content-type": "application/octet-stream" }, body: file }),
};

export const nonce = () => crypto.randomUUID();
