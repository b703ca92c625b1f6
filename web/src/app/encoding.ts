/**
 * The text of a record from its bytes. SGF names its encoding by `CA`, KIF by `#KIF encoding`, CSA
 * by `'CSA encoding`; older files of shogi are in Shift JIS, other ones in Windows-1252. The rules
 * are those of `dagaz-record` (`encoding.rs`), which has them for files on disk.
 */

/** How far a file is searched for the name of its encoding, in bytes. */
const SEARCHED = 4096;

/** Names that programs for Go write and no standard has. */
const NAMES: Record<string, string> = { sjis: "shift_jis", "shift-jis": "shift_jis", ms932: "shift_jis", cp932: "shift_jis", gb: "gbk", cp936: "gbk", cp950: "big5", cp949: "euc-kr", euc: "euc-jp" };

function decoder(name: string): TextDecoder | null {
  const known = name.trim().toLowerCase();
  try {
    return new TextDecoder(NAMES[known] ?? known);
  } catch {
    return null;
  }
}

/** The encoding that the beginning of a file names. */
function named(bytes: Uint8Array): TextDecoder | null {
  const begin = Array.from(bytes.subarray(0, SEARCHED), (byte) => (byte < 128 ? String.fromCharCode(byte) : "?")).join("");
  if (begin.replace(/^\?+/, "").trimStart().startsWith("(")) {
    const property = /(?<![A-Z])CA\[([^\]]*)/.exec(begin);
    return property ? decoder(property[1]!) : null;
  }
  const line = begin.split("\n", 3).map((one) => /encoding[=:]([^\s;]+)/.exec(one)).find((one) => one !== null);
  return line ? decoder(line[1]!) : null;
}

/** Words of files of shogi. */
const SHOGI = ["手数", "手合割", "先手", "下手", "▲", "☗"];

export function decoded(bytes: Uint8Array): string {
  const said = named(bytes);
  if (said && said.encoding !== "utf-8") return said.decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const shogi = new TextDecoder("shift_jis").decode(bytes);
    return SHOGI.some((word) => shogi.slice(0, SEARCHED).includes(word)) ? shogi : new TextDecoder("windows-1252").decode(bytes);
  }
}
