/** Announcements and sounds of a position, and the line under the board with the next step. */
import type { PicksDetail } from "../../board/element";
import type { Pick, PieceView, View } from "../../contract";
import type { Game } from "../game.svelte";
import { named, t } from "../i18n.svelte";
import { pieceName, sayMove } from "../words";

/** The last move, a check, and the number of choices, for screen readers. */
export function sayPosition(here: View, before: readonly PieceView[]): string {
  const said = [sayMove(here, before)];
  if (here.status.check.length > 0) said.push(t("check"));
  const mine = here.status.turn.some((player) => here.me.includes(player));
  if (mine && here.status.state === "playing") said.push(t(here.stepwise ? "say-steps" : "say-choices", { count: here.choices }));
  return said.filter(Boolean).join(". ");
}

/** What is picked, in words. */
export function namePick(pick: Pick, view: View | null): string {
  if (pick === "pass") return t("pass");
  if ("hand" in pick) return named("piece", pick.hand.type);
  if ("choose" in pick) return pick.choose.option;
  const piece = view?.pieces.find((one) => one.site === pick.site);
  return piece ? `${pieceName(piece)} ${pick.site}` : pick.site;
}

export function soundOf(here: View): "roll" | "check" | "capture" | "move" {
  if (here.dice) return "roll";
  if (here.status.check.length > 0) return "check";
  return (here.last?.removed.length ?? 0) > 0 ? "capture" : "move";
}

export function statusOf(game: Game, view: View, picks: PicksDetail | null): string {
  if (view.status.state === "stuck") return t("end-stuck");
  if (view.status.state === "paused") return t("paused");
  if (!view.current && !game.study) return t("looking-back");
  if (picks && picks.picks.length > 0) {
    const made = picks.steps.at(-1);
    const what = made ? t(`step-${made.say}`, { sites: made.sites.join(" – ") }) : namePick(picks.picks.at(-1)!, view);
    return `${what} — ${picks.removing ? t("choose-remove", { count: picks.targets.length }) : t("choose-target", { count: picks.targets.length })}`;
  }
  if (picks?.removing) return t("choose-remove", { count: picks.targets.length });
  if (view.status.chance && view.status.state === "playing") return t("chance-rolls");
  if (picks?.pass && view.moves.length === 1) return t("pass-hint");
  if (game.mine || game.study) return t(view.stepwise ? "say-steps" : "say-choices", { count: view.choices });
  const seat = view.seats.find((one) => one.by !== "aside" && view.status.turn.includes(one.player));
  return seat ? `${t("to-move", { player: named("player", seat.player) })}${seat.thinking ? ` · ${t("thinking")}` : ""}` : "";
}
