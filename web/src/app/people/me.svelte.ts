/**
 * Who one is on a server where people meet, and the socket by which one is called: to a game that
 * was found, to one's turn.
 */
import { host } from "#host";
import type { Channel } from "../../host";
import type { LobbyView, PersonView, SideWish, ServerMessage, Terms } from "../../contract";
import { api, Refusal } from "../api";
import { gameLink, go, route } from "../route.svelte";

/** A game of a tournament that waits for one. */
export interface Call {
  game: string;
  tournament: string;
  title: string;
}


export const me = $state<{ person: PersonView | null; lobby: LobbyView | null; seeks: number[]; turns: string[]; refused: string; call: Call | null; stirred: number }>({
  person: null,
  lobby: null,
  seeks: [],
  turns: [],
  refused: "",
  call: null,
  stirred: 0,
});

let wire: Channel | null = null;
let looking = false;
/** The tournament of whose changes one hears. */
let watched: string | null = null;

/** What a question brings; nothing if one may not ask it. */
async function unlessForbidden<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return null;
    throw error;
  }
}

/** Connects with the stored session, or as a guest. A user who is locked out may only watch. */
export async function comeIn(): Promise<void> {
  me.person = (await unlessForbidden(api.me())) ?? (await unlessForbidden(api.guest()));
  if (me.person) connect();
}

/** After a change of name the socket has to reconnect. */
export function become(person: PersonView): void {
  me.person = person;
  connect();
}

function connect(): void {
  wire?.close();
  me.seeks = [];
  wire = host.connect(heard, (connected) => {
    // What was sought is gone with the connection.
    if (!connected) return void (me.seeks = []);
    if (looking) void lookIntoLobby(true);
    if (watched) void watchTournament(watched);
  });
}

function heard(tell: ServerMessage): void {
  if (tell.tell === "lobby") me.lobby = tell.lobby;
  else if (tell.tell === "paired") {
    me.seeks = [];
    go(gameLink(tell.game));
  } else if (tell.tell === "turn") {
    const here = route();
    if (!(here.page === "game" && here.id === tell.game) && !me.turns.includes(tell.game)) me.turns = [...me.turns, tell.game];
  } else if (tell.tell === "tournament") me.stirred += 1;
  else if (tell.tell === "tournamentGame") {
    const here = route();
    if (here.page === "tournament" && here.id === tell.tournament) go(gameLink(tell.game));
    else if (!(here.page === "game" && here.id === tell.game)) me.call = { game: tell.game, tournament: tell.tournament, title: tell.title };
  } else if (tell.tell === "sought") me.seeks = [...me.seeks, tell.seek];
}

export async function lookIntoLobby(on: boolean): Promise<void> {
  looking = on;
  await wire?.ask({ ask: "lobby", on });
}

export async function seek(terms: Terms, side: SideWish): Promise<void> {
  me.refused = "";
  const tell = await wire?.ask({ ask: "seek", terms, side });
  if (tell?.tell === "refused") me.refused = tell.say;
}

export async function accept(number: number): Promise<void> {
  me.refused = "";
  const tell = await wire?.ask({ ask: "accept", seek: number });
  if (tell?.tell === "refused") me.refused = tell.say;
}

export async function withdraw(number: number): Promise<void> {
  me.seeks = me.seeks.filter((one) => one !== number);
  await wire?.ask({ ask: "withdraw", seek: number });
}

/** Hears of what changes in a tournament, and in no other; none: of nothing any more. */
export async function watchTournament(id: string | null): Promise<void> {
  const former = watched;
  watched = id;
  if (id) await wire?.ask({ ask: "tournament", tournament: id, on: true });
  else if (former) await wire?.ask({ ask: "tournament", tournament: former, on: false });
  // What came before one began to listen, or while the connection was away.
  me.stirred += 1;
}
