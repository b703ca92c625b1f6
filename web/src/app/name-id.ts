/** The kinds of names out of rules files that the catalogues translate. */
export type NameKind = "piece" | "player" | "game";

/**
 * Returns the id of a name's message: small Latin letters and digits, with a hyphen for anything
 * else.
 */
export const nameId = (kind: NameKind, name: string): string => `${kind}-${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
