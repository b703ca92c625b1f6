/** Tournaments in words and figures. */
import type { PairingResult, TournamentKind, TournamentSummary } from "../../contract";
import { clockLabel } from "../clocks";
import { language, named, t } from "../i18n.svelte";

/** The kinds that are offered: a double round robin is one of its own there. */
export const KINDS = ["swiss", "roundRobin", "double", "arena"] as const;
export type KindName = (typeof KINDS)[number];

export const kindName = (kind: TournamentKind): KindName => (kind.kind === "roundRobin" && kind.double ? "double" : kind.kind);

function kindLabels(kind: TournamentKind): string[] {
  const label = t(`tournament-kind-${kindName(kind)}`);
  if (kind.kind === "swiss") return [label, t("tournament-rounds-count", { count: kind.rounds })];
  return kind.kind === "arena" ? [label, t("tournament-minutes-count", { count: kind.minutes })] : [label];
}

/** What is played, and how: the line under a title. */
export function terms(about: TournamentSummary): string {
  const parts = [named("game", about.game), clockLabel(about.terms.clock), ...kindLabels(about.kind)];
  if (about.terms.rated) parts.push(t("lobby-rated"));
  return parts.join(" · ");
}

/** Minutes and seconds until a moment, or days and hours where it is far. */
export function until(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const format = new Intl.NumberFormat(language(), { minimumIntegerDigits: 2, useGrouping: false });
  if (seconds >= 172_800) return new Intl.NumberFormat(language(), { style: "unit", unit: "day", unitDisplay: "long" }).format(Math.round(seconds / 86_400));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${format.format(minutes)}:${format.format(seconds % 60)}`;
  return hours > 0 ? `${new Intl.NumberFormat(language()).format(hours)}:${rest}` : rest;
}

const RESULTS: Record<PairingResult, [string, string]> = {
  first: ["1", "0"],
  second: ["0", "1"],
  draw: ["½", "½"],
  firstByForfeit: ["+", "−"],
  secondByForfeit: ["−", "+"],
  neither: ["−", "−"],
};

/** What each of two has got in a game, as tables of tournaments write it. */
export const scores = (result: PairingResult): [string, string] => RESULTS[result];

/** Points, with halves as they are written. */
export function points(value: number): string {
  const whole = Math.floor(value);
  const format = new Intl.NumberFormat(language(), { maximumFractionDigits: 2 });
  if (value - whole !== 0.5) return format.format(value);
  return whole === 0 ? "½" : `${format.format(whole)}½`;
}
