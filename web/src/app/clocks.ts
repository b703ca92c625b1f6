/** The clocks that are offered before a game. */
import type { ClockRule } from "../contract";
import { t } from "./i18n.svelte";

export const clocks: Record<string, ClockRule> = {
  f3: { kind: "fischer", mainMs: 180_000, addMs: 2000 },
  f5: { kind: "fischer", mainMs: 300_000, addMs: 3000 },
  f15: { kind: "fischer", mainMs: 900_000, addMs: 10_000 },
  b10: { kind: "byoyomi", mainMs: 600_000, periodMs: 30_000, periods: 3 },
  c1: { kind: "correspondence", moveMs: 86_400_000 },
  c3: { kind: "correspondence", moveMs: 259_200_000 },
};

/** A clock in words. */
export function clockLabel(rule: ClockRule | null | undefined): string {
  if (!rule) return t("clock-none");
  switch (rule.kind) {
    case "fischer":
      return t("clock-fischer", { minutes: rule.mainMs / 60_000, seconds: rule.addMs / 1000 });
    case "byoyomi":
      return t("clock-byoyomi", { minutes: rule.mainMs / 60_000, periods: rule.periods, seconds: rule.periodMs / 1000 });
    case "correspondence":
      return t("clock-correspondence", { days: rule.moveMs / 86_400_000 });
  }
}
