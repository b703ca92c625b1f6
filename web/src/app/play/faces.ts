/**
 * The look of pieces for the whole page: piece classes styled by the board are inside its shadow;
 * pictures outside need them too.
 */
import { css } from "../../board/style";

let done = false;

export function sharePieceStyles(): void {
  if (done) return;
  done = true;
  const sheet = new CSSStyleSheet();
  // Only the rules for what is inside a piece; everything else belongs to the board.
  sheet.replaceSync(css.replace(/:host[^{]*\{[^}]*\}/g, ""));
  const kept = new CSSStyleSheet();
  for (const rule of sheet.cssRules) {
    if (rule instanceof CSSStyleRule && /\.(piece|p1|p2|c\d|nobody|wedge|plate|die|pip|tip|crate|blocked|scrawl|stone|striped|hue|duck)/.test(rule.selectorText)) kept.insertRule(rule.cssText, kept.cssRules.length);
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, kept];
}
