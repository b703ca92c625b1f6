/** The engine inside the page, if the page is one file: `cargo xtask site` writes it there. */

export interface Inside {
  /** The script that loads the module. */
  script: string;
  module: Uint8Array<ArrayBuffer>;
}

/** The element that holds the script, and the module deflated in base64. */
const ID = "dagaz-engine";

/** Returns the engine that the page holds; null if it has files of its own. */
export async function inside(): Promise<Inside | null> {
  const held = document.getElementById(ID)?.textContent;
  if (!held) return null;
  const { script, module } = JSON.parse(held) as { script: string; module: string };
  const deflated = Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0));
  const inflated = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return { script, module: new Uint8Array(await new Response(inflated).arrayBuffer()) };
}

/** Whether the page is one file. */
export const isOneFile = document.getElementById(ID) !== null;
