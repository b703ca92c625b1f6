/** Who one is on a server where people meet, and the socket by which one is called: to a game that was found, to one's turn. */
import type { LobbyView, PersonView, SideWish, Tell, Terms } from "../../contract";
import { api, Refusal } from "../api";
import { gameLink, go, route } from "../route.svelte";
import { Wire } from "../wire";

export const me = $state<{ person: PersonView | null; lobby: LobbyView | null; seeks: number[]; turns: string[]; refused: string }>({
  person: null,
  lobby: null,
  seeks: [],
  turns: [],
  refused: "",
});

let wire: Wire | null = null;
let looking = false;

/** Comes in: as who one was, or as a guest. */
export async function comeIn(): Promise<void> {
  try {
    me.person = await api.me();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 403) throw error;
    me.person = await api.guest();
  }
  connect();
}

/** After another name the socket has to come in anew. */
export function become(person: PersonView): void {
  me.person = person;
  connect();
}

function connect(): void {
  wire?.close();
  me.seeks = [];
  wire = new Wire(heard, (connected) => {
    // What was sought is gone with the connection.
    if (!connected) me.seeks = [];
    else if (looking) void lookIntoLobby(true);
  });
}

function heard(tell: Tell): void {
  if (tell.tell === "lobby") me.lobby = tell.lobby;
  else if (tell.tell === "paired") {
    me.seeks = [];
    go(gameLink(tell.game));
  } else if (tell.tell === "turn") {
    const here = route();
    if (!(here.page === "game" && here.id === tell.game) && !me.turns.includes(tell.game)) me.turns = [...me.turns, tell.game];
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
