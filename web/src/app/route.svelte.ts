/**
 * Where the page is: the part of the address behind `#`, so that it works on any server and in a
 * file.
 */
export type Route = { page: "gallery" } | { page: "games" } | { page: "lobby" } | { page: "tournaments" } | { page: "tournament"; id: string } | { page: "person"; id: string } | { page: "rules"; id: string } | { page: "game"; id: string } | { page: "editor"; rules: string; variant: number } | { page: "studio"; rules: string } | { page: "shared"; packed: string };

/** Returns a part of an address as it was before it was encoded; as it is, if it is damaged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function read(): Route {
  const [, page, ...rest] = location.hash.replace(/^#/, "").split("/");
  if (page === "game" && rest[0]) return { page, id: decoded(rest[0]) };
  if (page === "editor" && rest[0]) return { page, rules: decoded(rest[0]), variant: Number(rest[1] ?? 0) };
  if (page === "shared") return { page, packed: rest.join("/") };
  if (page === "studio") return { page, rules: decoded(rest[0] ?? "") };
  if (page === "games" || page === "lobby" || page === "tournaments") return { page };
  if ((page === "person" || page === "tournament" || page === "rules") && rest[0]) return { page, id: decoded(rest[0]) };
  return { page: "gallery" };
}

let current = $state.raw<Route>(read());
addEventListener("hashchange", () => (current = read()));

export const route = () => current;
export const go = (hash: string) => {
  location.hash = hash;
};
export const tournamentLink = (id: string) => `#/tournament/${encodeURIComponent(id)}`;
export const rulesLink = (id: string) => `#/rules/${encodeURIComponent(id)}`;
/** The studio with the text of rules, or with a new one. */
export const studioLink = (id = "") => `#/studio/${encodeURIComponent(id)}`;
/** A game by the rules that the address holds. */
export const sharedLink = (packed: string) => `#/shared/${packed}`;
export const gameLink = (id: string) => `#/game/${encodeURIComponent(id)}`;
