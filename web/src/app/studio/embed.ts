/** Markup with which another page shows a game of this site. */

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Returns the script and the element that show packed rules; `base` is the folder of the site. */
export const markup = (base: string, packed: string, title: string): string =>
  `<script src="${escaped(new URL("dagaz-game.js", base).href)}"></${"script"}>\n<dagaz-game rules="${escaped(packed)}" title="${escaped(title)}"></dagaz-game>`;
