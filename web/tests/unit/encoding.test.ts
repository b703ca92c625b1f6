import { describe, expect, test } from "vitest";
import { decoded } from "../../src/app/encoding";

const bytes = (...parts: (string | number[])[]) => Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)));

describe("records in their encodings", () => {
  test.each([
    ["Shift_JIS", [0x8e, 0x52, 0x93, 0x63], "山田"],
    ["sjis", [0x8e, 0x52, 0x93, 0x63], "山田"],
    ["GB2312", [0xba, 0xda, 0xc6, 0xe5], "黑棋"],
    ["big5", [0xb6, 0xc2, 0xb4, 0xd1], "黑棋"],
    ["EUC-KR", [0xb9, 0xd9, 0xb5, 0xcf], "바둑"],
    ["windows-1251", [0xc3, 0xee], "Го"],
  ])("SGF in %s", (name, raw, text) => expect(decoded(bytes(`(;CA[${name}]PB[`, raw, "])"))).toBe(`(;CA[${name}]PB[${text}])`));

  test("what names no encoding is UTF-8, else Windows-1252", () => {
    expect(decoded(bytes('[Event "Ä"]'))).toBe('[Event "Ä"]');
    expect(decoded(bytes('[Event "', [0xc4], '"]'))).toBe('[Event "Ä"]');
    expect(decoded(bytes("(;CA[no such]PB[x])"))).toBe("(;CA[no such]PB[x])");
  });

  test("old files of shogi are in Shift JIS", () => {
    const even = [0x8e, 0xe8, 0x8d, 0x87, 0x8a, 0x84, 0x81, 0x46, 0x95, 0xbd, 0x8e, 0xe8];
    expect(decoded(bytes(even))).toBe("手合割：平手");
  });
});
