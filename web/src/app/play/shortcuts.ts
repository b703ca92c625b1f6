/**
 * Keys for the whole page of a game. What is typed somewhere, and what a dialog wants, is left
 * alone.
 */
import { settings } from "../settings.svelte";

export function shortcut(event: KeyboardEvent, acts: Readonly<Record<string, () => unknown>>): void {
  const target = event.target as Element;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (/^[a-z0-9]$/.test(key) && !settings.letterKeys) return;
  // Enter on a button is that button's.
  if (key === "Enter" && target.closest("button, a, summary, dagaz-board")) return;
  const act = acts[event.key] ?? acts[key];
  if (!act) return;
  event.preventDefault();
  act();
}
