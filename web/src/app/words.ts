/** What the board says, in the language of the page. */
import type { PieceView, ThrowView, View, Why } from "../contract";
import { numberWords, type Words } from "../board/words";
import { has, named, t } from "./i18n.svelte";

export const pieceName = (piece: Pick<PieceView, "owner" | "type">) =>
  piece.type == null
    ? t("hidden-piece")
    : piece.owner
      ? t("owned-piece", { owner: named("player", piece.owner), piece: named("piece", piece.type) })
      : named("piece", piece.type);

export function boardWords(): Words {
  return {
    board: (title) => t("board-of", { title }),
    site(name, piece, state) {
      const counted = state.counts.map(numberWords).join(", ");
      let label = piece ? t("site-piece", { site: name, piece: pieceName(piece) }) : counted ? t("site-piece", { site: name, piece: counted }) : t("site-empty", { site: name });
      if (state.beneath.length > 0) label = t("site-column", { label, beneath: state.beneath.map(pieceName).join(", ") });
      if (state.selected) label = t("site-selected", { label });
      else if (state.capture) label = t("site-capture", { label });
      else if (state.target) label = t("site-target", { label });
      else if (state.selectable) label = t("site-selectable", { label });
      return state.threatened ? t("site-threatened", { label }) : label;
    },
    hand(owner, type, count, state) {
      const label = t("hand-slot", { owner: owner ? named("player", owner) : "", count, piece: named("piece", type) });
      return state.selected ? t("site-selected", { label }) : state.selectable ? t("site-selectable", { label }) : label;
    },
    column: (pieces) => t("column", { count: pieces.length, list: pieces.map(pieceName).join(", ") }),
    handOf: (owner) => t("hand-of", { owner: owner ? named("player", owner) : "" }),
    level: (number) => t("level", { number }),
    question: (question) => t(`question-${question}`),
    option: (question, option) => (question === "promote" ? named("piece", option) : question === "stop" ? t("option-stop") : option),
    cancel: t("cancel"),
  };
}

/** The move that led to a position, as one sentence. */
export function sayMove(view: View, before: readonly PieceView[]): string {
  const { last } = view;
  if (!last) return "";
  const player = named("player", last.player);
  if (view.dice) return `${player}: ${t("say-rolled", { what: sayThrow(view.dice) })}, ${t("dice-chance", chanceOf(view.dice))}`;
  const effects = last.steps.flatMap((step) => step.effects);
  const moves = effects.filter((effect) => effect.do === "move");
  const placed = effects.find((effect) => effect.do === "place");
  const first = moves[0];
  const moved = first ? before.find((piece) => piece.site === first.from) : undefined;
  let sentence: string;
  if (first && moved?.type && moves.every((move, at) => at === 0 || move.from === moves[at - 1]!.to)) {
    sentence = t("say-move", { player, piece: named("piece", moved.type), from: first.from, to: moves.at(-1)!.to });
  } else if (placed && moves.length === 0 && effects.length < 3) {
    sentence = t("say-drop", { player, piece: named("piece", placed.type), to: placed.site });
  } else sentence = t("say-other", { player, text: last.text ?? "" });
  return last.removed.length > 0 ? `${sentence}, ${t("say-captures", { sites: last.removed.join(", ") })}` : sentence;
}

/** What has fallen, in figures where they say it all. */
export function sayThrow({ shown, lots, text }: ThrowView): string {
  if (!shown?.length) return named("piece", text);
  return lots ? String(shown.filter((one) => one > 0).length) : shown.join(" ");
}

/** How likely a throw was, in the smallest numbers. */
export function chanceOf({ ways, of }: ThrowView): { ways: number; of: number } {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const by = Math.max(1, divisor(ways, of));
  return { ways: ways / by, of: of / by };
}

/**
 * The reason of a refusal in the language of the page; in English with the server's own words where
 * they say more.
 */
export function sayWhy(why: Why): string {
  return t(`why-${why.reason}`, { count: why.sites.length, sites: why.sites.join(", ") });
}

export function sayEnding(view: View): { title: string; reason: string } | null {
  const { ending } = view.status;
  if (!ending) return null;
  const choosers = view.seats.map((seat) => seat.player);
  const winners = choosers.filter((_, at) => ending.results[at] === "win");
  const mine = view.me;
  const lost = choosers.some((player, at) => mine.includes(player) && ending.results[at] === "loss");
  const parties = ending.results.filter((result) => result !== "aside").length;
  let title = t("ended");
  if (winners.length > 0) {
    const iWon = winners.some((winner) => mine.includes(winner));
    if (parties === 1) title = t("solved");
    else if (mine.length === 1 && iWon) title = t("you-won");
    else title = t("won-by", { player: winners.map((winner) => named("player", winner)).join(", ") });
  } else if (ending.results.some((result) => result === "draw")) title = t("draw");
  else if (lost) title = t("you-lost");
  return { title, reason: sayReason(ending.by, ending.name, ending.player) };
}

function sayReason(by: string, name: string, player: string | null | undefined): string {
  const who = player ? named("player", player) : "";
  if (by === "resigned") return t("end-resigned", { player: who });
  if (by === "time") return t("end-time", { player: who });
  if (by === "agreed") return t("end-agreed");
  if (by === "aborted") return t("end-aborted");
  const [word, ...rest] = name.split(" ");
  const id = `ending-${word}`;
  if (word && has(id)) return t(id, { piece: rest.map((one) => named("piece", one)).join(" ") });
  return t("end-rules", { name });
}

/** Milliseconds as a clock shows them. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two(Math.floor((seconds % 3600) / 60))}:${two(Math.floor(seconds % 60))}`;
  if (seconds < 10) return `0:0${seconds.toFixed(1)}`;
  return `${Math.floor(seconds / 60)}:${two(Math.floor(seconds % 60))}`;
}

const two = (value: number) => String(value).padStart(2, "0");
