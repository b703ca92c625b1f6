/**
 * The question for several moves with the same picks: a small dialog next to the board, with
 * options as buttons.
 */
import { svg } from "./svg";
import type { Option } from "./play/picks";
import type { Words } from "./words";

/** Between the board and the card. */
const GAP = 8;

export class Choice {
  readonly node: HTMLElement;
  #answer: ((option: Option | null) => void) | null = null;

  constructor() {
    this.node = document.createElement("div");
    this.node.className = "choice";
    this.node.hidden = true;
    this.node.addEventListener("click", (event) => {
      if (event.target === this.node) this.#close(null);
    });
    this.node.addEventListener("keydown", (event) => this.#key(event));
  }

  get open(): boolean {
    return !this.node.hidden;
  }

  ask(options: readonly Option[], words: Words, picture: (option: Option) => SVGElement | null, answer: (option: Option | null) => void, at = 0): void {
    this.#answer = answer;
    const card = document.createElement("div");
    card.className = "choice-card";
    card.setAttribute("role", "dialog");
    card.setAttribute("aria-modal", "true");
    const title = document.createElement("h2");
    title.textContent = words.question(options[0]!.question);
    card.setAttribute("aria-label", title.textContent);
    const list = document.createElement("div");
    list.className = "choice-options";
    for (const option of options) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset["option"] = option.option;
      const drawn = picture(option);
      if (drawn) button.append(svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, drawn));
      button.append(words.option(option.question, option.option));
      button.addEventListener("click", () => this.#close(option));
      list.append(button);
    }
    const cancel = document.createElement("button");
    cancel.type = "button";
    cancel.className = "choice-cancel";
    cancel.textContent = words.cancel;
    cancel.addEventListener("click", () => this.#close(null));
    card.append(title, list, cancel);
    this.node.replaceChildren(card);
    this.node.hidden = false;
    this.#stand(card, at);
    list.querySelector("button")?.focus();
  }

  hide(): void {
    this.node.hidden = true;
    this.#answer = null;
  }

  /**
   * Puts the card where it hides nothing of the board: at its side where there is room, else below
   * it.
   */
  #stand(card: HTMLElement, at: number): void {
    const board = this.node.getBoundingClientRect();
    const { width, height } = card.getBoundingClientRect();
    const isBeside = board.right + width + GAP * 2 < innerWidth;
    this.node.classList.toggle("beside", isBeside);
    const top = Math.max(GAP - board.top, Math.min(at - height / 2, innerHeight - board.top - height - GAP));
    card.style.top = isBeside ? `${top}px` : "";
  }

  #close(option: Option | null): void {
    const answer = this.#answer;
    this.hide();
    answer?.(option);
  }

  #key(event: KeyboardEvent): void {
    event.stopPropagation();
    const buttons = [...this.node.querySelectorAll("button")];
    const root = this.node.getRootNode() as ShadowRoot;
    const at = buttons.indexOf(root.activeElement as HTMLButtonElement);
    const move = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") this.#close(null);
    else if (event.key === "Tab") buttons[(at + (event.shiftKey ? buttons.length - 1 : 1)) % buttons.length]?.focus();
    else if (move) buttons[(at + move + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
  }
}
