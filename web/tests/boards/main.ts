/** Shows samples as the address wants them: `?name=…&theme=dark`, or all of them. */
import "../../src/app/theme.css";
import "../../src/board/element";
import { samples } from "./samples";

const wanted = new URLSearchParams(location.search);
document.documentElement.dataset["theme"] = wanted.get("theme") ?? "light";
const main = document.getElementById("boards")!;
main.style.cssText = "display:grid;grid-template-columns:repeat(auto-fill,minmax(380px,1fr));gap:16px;padding:16px";
for (const sample of samples) {
  if (wanted.get("name") && wanted.get("name") !== sample.name) continue;
  const card = document.createElement("figure");
  card.style.cssText = "margin:0;background:var(--surface);color:var(--text);border-radius:16px;padding:12px";
  const board = document.createElement("dagaz-board");
  board.style.cssText = `height:${wanted.get("size") ?? 320}px`;
  if (wanted.get("turns")) board.setAttribute("turns", wanted.get("turns")!);
  const caption = document.createElement("figcaption");
  caption.textContent = sample.name;
  card.append(board, caption);
  main.append(card);
  board.board = sample.board;
  board.view = sample.view;
  for (const site of sample.press ?? []) board.press({ site });
}
