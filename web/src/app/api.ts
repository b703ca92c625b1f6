/** Requests to the host, with its refusals as errors. */
import { host } from "#host";
import type { Archive, Begun, Board, CodeShown, Confirmed, ConfirmedByCode, Credentials, Hello, Library, LibraryEntry, Login, NewGame, NewRecord, NewTournament, Nothing, PersonView, Placed, Profile, RecordText, RecoveryCodes, RulesText, SecondFactorSetup, SecondFactorView, TextAnswer, TextQuestion, TournamentView, Tournaments, Trouble, Uploaded, Visible } from "../contract";

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly trouble: Trouble | null,
  ) {
    super(trouble?.say ?? `HTTP ${status}`);
  }
}

async function ask<T>(path: string, said?: unknown): Promise<T> {
  const { status, body } = await host.request(path, said);
  if (status < 200 || status > 299) throw new Refusal(status, body as Trouble | null);
  return body as T;
}

const post = <T>(path: string, body: unknown) => ask<T>(path, body);

const id = encodeURIComponent;

export const api = {
  hello: () => ask<Hello>("/hello"),
  library: () => ask<Library>("/library"),
  entry: (rules: string) => ask<LibraryEntry>(`/library/${id(rules)}`),
  board: (rules: string, variant?: number) => ask<Board>(`/library/${id(rules)}/board${variant === undefined ? "" : `?variant=${variant}`}`),
  rules: (rules: string) => ask<RulesText>(`/library/${id(rules)}/text`),
  position: (rules: string, variant: number, text: string) => ask<Placed>(`/library/${id(rules)}/position?${new URLSearchParams({ variant: String(variant), text })}`),
  begin: (game: NewGame) => post<Begun>("/games", game),
  games: (after?: string, own = false) => api.find({ ...(after ? { after } : {}), ...(own ? { player: "me" } : {}) }),
  find: (query: Record<string, string>) => ask<Archive>(`/games?${new URLSearchParams(query)}`),
  me: () => ask<PersonView>("/me"),
  guest: () => post<PersonView>("/guests", {}),
  enrol: (credentials: Credentials) => post<PersonView>("/accounts", credentials),
  logIn: (login: Login) => post<PersonView>("/login", login),
  logOut: () => post<Nothing>("/logout", {}),
  changePassword: (confirmed: Confirmed) => post<Nothing>("/me/password", confirmed),
  removeMe: (confirmed: Confirmed) => post<Nothing>("/me/delete", confirmed),
  secondFactor: () => ask<SecondFactorView>("/me/second-factor"),
  beginSecondFactor: (confirmed: Confirmed) => post<SecondFactorSetup>("/me/second-factor", confirmed),
  confirmSecondFactor: (shown: CodeShown) => post<RecoveryCodes>("/me/second-factor/confirm", shown),
  removeSecondFactor: (confirmed: ConfirmedByCode) => post<Nothing>("/me/second-factor/remove", confirmed),
  profile: (person: string) => ask<Profile>(`/people/${id(person)}`),
  mute: (person: string, muted: boolean) => post<Nothing>(`/people/${id(person)}/mute`, { muted }),
  report: (game: string, person: string, line: number) => post<Nothing>(`/games/${id(game)}/report`, { person, line }),
  tournaments: (query: Record<string, string> = {}) => ask<Tournaments>(`/tournaments?${new URLSearchParams(query)}`),
  makeTournament: (tournament: NewTournament) => post<TournamentView>("/tournaments", tournament),
  tournament: (tournament: string, round?: number) => ask<TournamentView>(`/tournaments/${id(tournament)}${round ? `?round=${round}` : ""}`),
  inTournament: (tournament: string, what: "join" | "leave" | "start" | "cancel") => post<TournamentView>(`/tournaments/${id(tournament)}/${what}`, {}),
  record: (game: string, format: string) => ask<RecordText>(`/games/${id(game)}/record?format=${id(format)}`),
  readRecord: (record: NewRecord) => post<Uploaded>("/records", record),
  showRules: (rules: string, visible: Visible) => post<Nothing>(`/rules/${id(rules.replace(/^sha256:/, ""))}/visible`, { visible }),
  askText: (question: TextQuestion) => post<TextAnswer>("/studio", question),
  upload: (file: File, { draft = false } = {}) => post<Uploaded>(`/rules?name=${id(file.name)}${draft ? "&draft=true" : ""}`, file),
};

export const nonce = () => crypto.randomUUID();
