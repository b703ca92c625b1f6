/**
 * The text editor: CodeMirror in a shadow of its own. There its styles are adopted sheets, which
 * the content policy of the page lets through.
 */
import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type ChangeSet, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers, placeholder, type Tooltip } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { TextAnswer, TextEdit, TextFinding, TextTopic } from "../../contract";
import { moved, within } from "./findings";
import { languageSupport } from "./language";
import { rendered } from "./markdown";
import { languageOf } from "./texts";

export interface Wishes {
  /** The element whose shadow holds the editor. */
  host: HTMLElement;
  name: string;
  text: string;
  label: string;
  /** Messages of the editor in the language of the page. */
  phrases: Record<string, string>;
  /** Answers a question about the text; null if there is no answer. */
  ask: (topic: TextTopic, text: string) => Promise<TextAnswer | null>;
  onchange: (text: string) => void;
  /** Findings have moved with the text. */
  onmoved: (findings: TextFinding[]) => void;
  onsave: () => void;
  /** The cursor is at another place. */
  oncursor: (at: number) => void;
}

const style = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-word)", fontWeight: "600" },
  { tag: tags.standard(tags.variableName), color: "var(--code-word)" },
  { tag: tags.definition(tags.variableName), fontWeight: "650" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--good)" },
  { tag: tags.number, color: "var(--warn)" },
  { tag: tags.bracket, color: "var(--muted)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--surface)", fontSize: "14px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace', lineHeight: "22px" },
  ".cm-content": { padding: "10px 0", caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--sunken)", color: "var(--muted)", border: "0", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--sunken) 60%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--soft)", color: "var(--accent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--soft)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--soft)", color: "var(--accent)", outline: "1px solid var(--accent)" },
  ".cm-selectionMatch": { backgroundColor: "var(--soft)" },
  ".cm-tooltip": { backgroundColor: "var(--surface)", color: "var(--text)", border: "1px solid var(--line)", borderRadius: "10px", boxShadow: "var(--pop-shadow)", overflow: "hidden", maxWidth: "min(520px, 92vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete": { overflow: "visible" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "inherit", maxHeight: "264px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 10px", lineHeight: "22px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--accent-ink)" },
  ".cm-completionDetail": { color: "var(--muted)", fontStyle: "normal", marginLeft: "12px" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-completionInfo": { padding: "6px 10px", fontSize: "13px", lineHeight: "20px" },
  ".explained": { padding: "8px 12px", fontSize: "13px", lineHeight: "20px", maxHeight: "300px", overflow: "auto" },
  ".explained p": { margin: "0 0 4px" },
  ".explained pre": { margin: "0 0 6px", whiteSpace: "pre-wrap", fontFamily: "ui-monospace, Menlo, Consolas, monospace", color: "var(--code-word)" },
  ".cm-diagnostic": { padding: "6px 12px", lineHeight: "20px", borderLeft: "4px solid var(--muted)", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--warn)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--accent-ink)", borderRadius: "8px", padding: "4px 10px", margin: "6px 0 2px", font: "inherit", fontWeight: "600", display: "block" },
  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--text)", borderColor: "var(--line)" },
  ".cm-panel.cm-search": { padding: "8px" },
  ".cm-panel.cm-panel-lint ul": { maxHeight: "160px" },
  ".cm-textfield": { backgroundColor: "var(--surface)", border: "1px solid var(--line)", borderRadius: "6px", color: "inherit" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--surface)", border: "1px solid var(--line)", borderRadius: "6px", color: "inherit" },
});

/** What may be typed while a list of completions stays valid. */
const WORD = /^[^\s()";]*$/;

export class Code {
  readonly view: EditorView;
  readonly #language = new Compartment();
  readonly #readable = new Compartment();
  /** What was shown, and where each of it is by now. */
  #shown: TextFinding[] = [];
  #findings: TextFinding[] = [];

  constructor(readonly wishes: Wishes) {
    const root = wishes.host.shadowRoot ?? wishes.host.attachShadow({ mode: "open" });
    const box = document.createElement("div");
    box.style.height = "100%";
    root.append(box);
    const state = EditorState.create({ doc: wishes.text, extensions: this.#extensions() });
    this.view = new EditorView({ state, parent: box, root });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Another text in place of this one, in one step that can be undone. */
  set text(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  set name(name: string) {
    this.view.dispatch({ effects: this.#language.reconfigure(support(name)) });
  }

  /** Messages of the editor and its label, in the language of the page. */
  say(label: string, phrases: Record<string, string>): void {
    this.view.dispatch({ effects: this.#readable.reconfigure(readable(label, phrases)) });
  }

  /** Shows what is wrong with the text as it is now. */
  show(findings: TextFinding[]): void {
    this.#shown = this.#findings = findings;
    const length = this.view.state.doc.length;
    const shown = findings.map((one): Diagnostic => {
      const range = within(one, length);
      return {
        ...range,
        severity: one.error ? "error" : "warning",
        message: one.hint ? `${one.say}\n${one.hint}` : one.say,
        source: one.code,
        actions: one.fix ? [{ name: one.fix.title, apply: () => this.fix(one) }] : [],
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, shown));
  }

  /** Mends what was found, where it is by now. */
  fix(one: TextFinding): void {
    const at = Math.max(this.#shown.indexOf(one), this.#findings.indexOf(one));
    const fix = this.#findings[at]?.fix;
    if (!fix) return;
    this.#shown = this.#shown.toSpliced(at, 1);
    this.#findings = this.#findings.toSpliced(at, 1);
    this.apply(fix.edit);
  }

  apply(edit: TextEdit): void {
    const { from, to } = within(edit, this.view.state.doc.length);
    this.view.dispatch({ changes: { from, to, insert: edit.text }, scrollIntoView: true });
  }

  /** Puts the cursor at a place. */
  go(at: number): void {
    const anchor = Math.min(at, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }

  destroy(): void {
    this.view.destroy();
  }

  #extensions(): Extension {
    return [
      this.#readable.of(readable(this.wishes.label, this.wishes.phrases)),
      lineNumbers(),
      lintGutter(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      indentUnit.of("  "),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ override: [(context) => this.#complete(context)], icons: false }),
      search({ top: true }),
      highlightSelectionMatches(),
      syntaxHighlighting(style),
      theme,
      placeholder("(drf 3)"),
      hoverTooltip((_, at) => this.#hover(at)),
      this.#language.of(support(this.wishes.name)),
      keymap.of([
        { key: "Mod-s", preventDefault: true, run: () => (this.wishes.onsave(), true) },
        { key: "Tab", run: acceptCompletion },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...completionKeymap,
        ...lintKeymap,
        // Escape lets the next Tab leave the editor.
        indentWithTab,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.#changed(update.changes);
        if (update.docChanged || update.selectionSet) this.wishes.oncursor(update.state.selection.main.head);
      }),
    ];
  }

  #changed(changes: ChangeSet): void {
    this.#findings = moved(this.#findings, changes);
    this.wishes.onmoved(this.#findings);
    this.wishes.onchange(this.text);
  }

  async #complete(context: CompletionContext): Promise<CompletionResult | null> {
    const word = context.matchBefore(/[^\s()";]+/);
    const isStart = context.matchBefore(/\($/);
    if (!word && !isStart && !context.explicit) return null;
    const answer = await this.wishes.ask({ ask: "complete", at: context.pos }, context.state.doc.toString());
    if (context.aborted || answer?.tell !== "completed" || answer.words.length === 0) return null;
    const { from } = answer.words[0]!;
    const options = answer.words.map((one, at) => ({
      label: one.name,
      detail: one.form === one.name ? "" : one.form,
      info: one.meaning,
      type: one.keyword ? "keyword" : "variable",
      boost: -Math.min(99, at),
    }));
    return { from, options, validFor: WORD };
  }

  async #hover(at: number): Promise<Tooltip | null> {
    const text = this.text;
    const answer = await this.wishes.ask({ ask: "hover", at }, text);
    if (answer?.tell !== "hovered" || !answer.hover || text !== this.text) return null;
    const { from, to, text: said } = answer.hover;
    return { pos: from, end: to, above: true, create: () => ({ dom: rendered(said) }) };
  }
}

const support = (name: string): Extension => {
  const language = languageOf(name);
  return language ? languageSupport(language) : [];
};

const readable = (label: string, phrases: Record<string, string>): Extension => [
  EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
  EditorState.phrases.of(phrases),
];
