/** Colours and indentation of the rules languages, from their words. */
import { StreamLanguage, type StreamParser, type StringStream } from "@codemirror/language";
import type { Language } from "./texts";
import lists from "./words.json";

interface State {
  depth: number;
  inString: boolean;
  inComment: boolean;
  /** The word before, if nothing but blanks or a parenthesis is between. */
  before: string;
}

/** Words before the names that they declare. */
const DECLARING = new Set(["game", "variant", "piece", "rule", "define", "class", "table", "var", "module"]);

const known = (language: Language) => ({ clauses: new Set(lists[language].clauses), words: new Set(lists[language].words) });

/** Reads the rest of a string; it may have several lines. */
function string(stream: StringStream, state: State): string {
  state.inString = !stream.skipTo('"');
  if (state.inString) stream.skipToEnd();
  else stream.next();
  return "string";
}

const isNumber = (word: string) => /^-?\d+(\.\d+)?$/.test(word);

function listParser(language: "drf" | "zrf"): StreamParser<State> {
  const { clauses, words } = known(language);
  return {
    name: language,
    startState: () => ({ depth: 0, inString: false, inComment: false, before: "" }),
    copyState: (state) => ({ ...state }),
    token(stream, state) {
      if (state.inString) return string(stream, state);
      if (stream.eatSpace()) return null;
      const first = stream.next()!;
      if (first === ";") {
        stream.skipToEnd();
        return "comment";
      }
      if (first === '"') {
        state.before = "";
        return string(stream, state);
      }
      if (first === "(" || first === ")") {
        state.depth = Math.max(0, state.depth + (first === "(" ? 1 : -1));
        if (first === ")") state.before = "";
        return "bracket";
      }
      stream.eatWhile(/[^\s()";]/);
      const word = stream.current();
      const isDeclared = DECLARING.has(state.before);
      state.before = word;
      if (isNumber(word)) return "number";
      if (isDeclared) return "variableName.definition";
      return clauses.has(word) ? "keyword" : words.has(word) ? "variableName.standard" : "variableName";
    },
    indent: (state, after, context) => Math.max(0, state.depth - (after.startsWith(")") ? 1 : 0)) * context.unit,
    languageData: { commentTokens: { line: ";" }, closeBrackets: { brackets: ["(", '"'] }, wordChars: "-?!*/+<>=." },
  };
}

function forthParser(): StreamParser<State> {
  const { clauses, words } = known("forth");
  return {
    name: "forth",
    startState: () => ({ depth: 0, inString: false, inComment: false, before: "" }),
    copyState: (state) => ({ ...state }),
    token(stream, state) {
      if (state.inString) return string(stream, state);
      if (state.inComment) {
        state.inComment = !stream.skipTo(")");
        if (state.inComment) stream.skipToEnd();
        else stream.next();
        return "comment";
      }
      if (stream.eatSpace()) return null;
      stream.eatWhile(/\S/);
      const word = stream.current();
      const isDeclared = state.before === ":";
      state.before = word;
      if (word === "\\") {
        stream.skipToEnd();
        return "comment";
      }
      if (word === "(") {
        state.inComment = true;
        return "comment";
      }
      if (/^(\.|S|\^|ABORT)"$/i.test(word)) {
        state.inString = true;
        return "string";
      }
      if (isNumber(word)) return "number";
      if (isDeclared) return "variableName.definition";
      return clauses.has(word) ? "keyword" : words.has(word) ? "variableName.standard" : "variableName";
    },
    languageData: { commentTokens: { line: "\\ " } },
  };
}

/** Returns the parser that gives a text of a language its colours. */
export const parserOf = (language: Language): StreamParser<State> => (language === "forth" ? forthParser() : listParser(language));

export const languageSupport = (language: Language) => StreamLanguage.define(parserOf(language));
