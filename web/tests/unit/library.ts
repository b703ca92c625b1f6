/** The games of the library as their rules name them. */
import { readdirSync, readFileSync } from "node:fs";

export interface LibraryGame {
  id: string;
  family: string;
  /** The titles of the game and its variants; scripts in ForthScript have the name of their file. */
  titles: string[];
}

const root = new URL("../../../games/", import.meta.url).pathname;
const TITLES: Record<string, RegExp> = { drf: /^ *\((?:game|variant) "([^"]+)"/gm, zrf: /\(title "([^"]+)"/g };

/** Every game of the library, in the order of families and folders. */
export const games: LibraryGame[] = readdirSync(root).sort().flatMap((family) =>
  readdirSync(`${root}${family}`, { withFileTypes: true }).flatMap((folder) => {
    if (!folder.isDirectory()) return [];
    const id = folder.name;
    const files = readdirSync(`${root}${family}/${id}`);
    const ending = ["drf", "zrf", "4th"].find((one) => files.includes(`${id}.${one}`));
    if (!ending) return [];
    const rules = readFileSync(`${root}${family}/${id}/${id}.${ending}`, "utf8");
    const titles = ending in TITLES ? [...rules.matchAll(TITLES[ending]!)].map((match) => match[1]!) : [id];
    return [{ id, family, titles }];
  }),
);
