/**
 * The look of the board: every colour is a custom property with the light theme as its default, so
 * that a page sets the theme.
 */

const LIGHT: Record<string, string> = {
  surface: "#ffffff", sunken: "#eceae2", line: "#dcd8cd", text: "#1b2025", muted: "#59616a",
  accent: "#0b6b70", "accent-ink": "#ffffff", soft: "#d9ecea", warn: "#a84300", "warn-soft": "#fce8da",
  "board-focus": "#1d4ed8", "focus-band": "#ffffff",
  "sq-light": "#f0eee4", "sq-dark": "#a8b9ae", ground: "#f3ebda", ink: "#6f6a5c", cell: "#f6f2e8", "cell-2": "#ebe5d6", "cell-line": "#b9b09b",
  "plate-blue": "#2a6db0", "plate-part": "#e7d9bb", dent: "#cdbb94", "plate-ground": "#fbf0d4", rod: "#8a6a3d", trap: "#6f6a5c",
  "gold-fill": "#e6b422", "gold-edge": "#6b4d00", "gold-detail": "#3a2a00", "silver-fill": "#d3d9e0", "silver-edge": "#3c444d", "silver-detail": "#2b3138",
  "brown-fill": "#a9713c", "brown-edge": "#4d2f12", "brown-detail": "#fff4e2", "grey-fill": "#9aa0a6", "grey-edge": "#3f454b", "grey-detail": "#1b2025",
  "green-fill": "#3f9a4e", "green-edge": "#17491f", "green-detail": "#ffffff",
  pit: "#e3dac6", "pit-line": "#c9bd9f", seed: "#7a5a33", "seed-2": "#a9824e",
  "last-dot": "#e69f00", last: "rgb(230 159 0 / .42)", dot: "#0b6b70", "dot-halo": "#ffffff",
  "p1-fill": "#fffdf6", "p1-edge": "#2a2f35", "p1-detail": "#2a2f35",
  "p2-fill": "#2c3138", "p2-edge": "#0f1215", "p2-detail": "#f2efe6",
  "c1-fill": "#cf5a00", "c1-edge": "#6f3000", "c1-detail": "#ffffff",
  "c2-fill": "#0072b2", "c2-edge": "#003e61", "c2-detail": "#ffffff",
  "c3-fill": "#f0be2e", "c3-edge": "#6b5000", "c3-detail": "#2e2300",
  "c4-fill": "#8f3a77", "c4-edge": "#4c1c3e", "c4-detail": "#ffffff",
  "c5-fill": "#00795c", "c5-edge": "#003d2e", "c5-detail": "#ffffff",
  "c6-fill": "#2c3138", "c6-edge": "#0f1215", "c6-detail": "#f2efe6",
  "nobody-fill": "#c9c5ba", "nobody-edge": "#4a4f55", "nobody-detail": "#2a2f35",
  wedge: "#f7e2b0", "wedge-edge": "#8a6420", "wedge-band": "#dcb96e", "wedge-ink": "#211a10", "wedge-red": "#b3261e", "wedge-blue": "#0a4c86",
  die: "#fffdf6", "die-edge": "#2a2f35", "die-shade": "#d8d4c8", tip: "#0b6b70", "card-red": "#b3261e", "card-back": "#4c6a88", fog: "#5d6770", crate: "#d8b06a", "crate-edge": "#6e4d14",
};

/** Returns the value of a colour as a node of the page has it, or its default. */
export const colourOf = (node: Element, name: string): string => getComputedStyle(node).getPropertyValue(`--${name}`).trim() || (LIGHT[name] ?? "#808080");

/** A custom property of the page, or its default. */
export const v = (name: keyof typeof LIGHT & string) => `var(--${name}, ${LIGHT[name]})`;

const player = (name: string) => `
.${name} .body { fill: ${v(`${name}-fill`)}; stroke: ${v(`${name}-edge`)}; }
.${name} .line { stroke: ${v(`${name}-detail`)}; }
.${name} .spot, .${name} .letters { fill: ${v(`${name}-detail`)}; }
.${name} .scrawl { stroke: ${v(`${name}-fill`)}; }
.${name} .scrawl-under { stroke: ${v(`${name}-edge`)}; }
.${name}-band { stroke: ${v(`${name}-fill`)}; fill: none; }
.${name}-tint { fill: ${v(`${name}-fill`)}; }`;

export const css = `
:host { display: block; position: relative; min-width: 0; min-height: 0; touch-action: manipulation; user-select: none; -webkit-user-select: none;
  font-family: Inter, system-ui, "Noto Sans", "Noto Sans Arabic", "Noto Sans Devanagari", sans-serif; direction: ltr; }
:host([hidden]) { display: none; }
svg.board { display: block; width: 100%; height: 100%; overflow: visible; outline: none; }
:host([data-solid]) svg.board { position: absolute; inset: 0; opacity: 0; pointer-events: none; }
canvas.solid { position: absolute; inset: 0; width: 100%; height: 100%; display: block; touch-action: none; outline: none; }
svg text { font-family: inherit; font-weight: 600; fill: ${v("text")}; pointer-events: none; }
.sq-light { fill: ${v("sq-light")}; } .sq-dark { fill: ${v("sq-dark")}; }
.outline { fill: none; stroke: ${v("line")}; stroke-width: 12; stroke-linejoin: round; }
.ground { fill: ${v("ground")}; } .ink { stroke: ${v("ink")}; fill: none; } .ink-dot { fill: ${v("ink")}; }
.cell { fill: ${v("cell")}; stroke: ${v("cell-line")}; stroke-width: 1.6; } .cell-2 { fill: ${v("cell-2")}; }
.cell.shade-1 { fill: ${v("cell-2")}; } .cell.shade-2 { fill: ${v("pit")}; }
.tray { fill: none; stroke: ${v("cell-line")}; stroke-width: 2.4; stroke-dasharray: 7 6; }
.pit { fill: ${v("pit")}; stroke: ${v("pit-line")}; stroke-width: 2.4; }
.seed { fill: ${v("seed")}; } .seed.b { fill: ${v("seed-2")}; }
.coordinate { fill: ${v("muted")}; font-size: var(--label, 24px); } .caption { fill: ${v("muted")}; font-size: 19px; }
.count { font-size: 27px; } .count.over { font-size: 22px; font-weight: 700; paint-order: stroke; stroke: ${v("ground")}; stroke-width: 6; stroke-linejoin: round; }
.hole { fill: ${v("sunken")}; } .hole.ground { fill: ${v("ground")}; }
.lamp { fill: ${v("last-dot")}; stroke: ${v("ink")}; stroke-width: 3; } .lamp-count { font-size: 34px; }
.sown { opacity: 0; } .hand .seed { stroke: ${v("surface")}; stroke-width: 2; }
.zone-mark { fill: none; stroke: ${v("accent")}; stroke-width: 4; opacity: .6; } .petal { fill: ${v("accent")}; opacity: .62; } .petal-heart { fill: #d9a21b; }
.water { fill: ${v("c2-fill")}; opacity: .28; } .waves { fill: none; stroke: ${v("c2-fill")}; stroke-width: 4; stroke-linecap: round; opacity: .8; }
.camp-tint { fill: ${v("ink")}; } .zone-tint { opacity: .2; } .beads { fill: none; stroke: ${v("focus-band")}; stroke-width: 4.4; stroke-linecap: round; stroke-dasharray: 0 11; }
.last { fill: ${v("last")}; } .last-dot { fill: #e69f00; stroke: #5c3d00; stroke-width: 3; }
.selected-wash { fill: ${v("accent")}; opacity: .2; } .selected { fill: none; stroke: ${v("accent")}; stroke-width: 7; }
.dot { fill: ${v("dot")}; stroke: ${v("dot-halo")}; stroke-width: 3.4; paint-order: stroke; }
.corner { fill: none; stroke: ${v("dot")}; stroke-width: 8; } .corner-halo { fill: none; stroke: ${v("dot-halo")}; stroke-width: 12; opacity: .85; }
.ghost { opacity: .42; } .dim { opacity: .4; }
.threat-wash { fill: ${v("warn")}; opacity: .28; } .threat { fill: none; stroke: ${v("warn")}; stroke-width: 4.5; }
.removable { fill: none; stroke: ${v("warn")}; stroke-width: 5; stroke-dasharray: 13 8; } .badge { fill: ${v("warn")}; stroke: ${v("surface")}; stroke-width: 3; }
.badge-cross { stroke: ${v("surface")}; stroke-width: 4.5; stroke-linecap: round; }
.refused { fill: ${v("warn-soft")}; stroke: ${v("warn")}; stroke-width: 5.5; } .refused-bar { stroke: ${v("warn")}; stroke-width: 5.5; }
.cause { fill: none; stroke: ${v("warn")}; stroke-width: 6; stroke-dasharray: 14 8; }
.path { fill: none; stroke: ${v("accent")}; stroke-width: 12; stroke-linecap: round; stroke-linejoin: round; opacity: .8; }
.path.arrow { opacity: .9; } .path-head { fill: ${v("accent")}; } .hint-head { fill: #b46a00; }
.line-mark { stroke: ${v("accent")}; stroke-width: 12; stroke-linecap: round; fill: none; }
.route { fill: none; stroke: ${v("accent")}; stroke-width: 4; stroke-linecap: round; stroke-dasharray: 0 12; opacity: .75; }
.hint { fill: none; stroke: #b46a00; stroke-width: 7; } .hint-line { stroke: #b46a00; stroke-width: 9; stroke-linecap: round; fill: none; opacity: .85; }
.heat { fill: ${v("accent")}; }
.hover { fill: none; stroke: ${v("focus-band")}; stroke-width: 5; opacity: .9; }
.sow-end { fill: none; stroke: ${v("accent")}; stroke-width: 5; stroke-dasharray: 12 8; }
.focus-band { fill: none; stroke: ${v("focus-band")}; stroke-width: 11; } .focus-line { fill: none; stroke: ${v("board-focus")}; stroke-width: 6; }
.focus { display: none; } svg.board.keys .focus { display: inline; }
.slot { fill: ${v("sunken")}; } .slot.on { fill: ${v("soft")}; stroke: ${v("accent")}; stroke-width: 4; } .slot.can { stroke: ${v("cell-line")}; stroke-width: 2.5; }
.count-badge { fill: ${v("accent")}; stroke: ${v("surface")}; stroke-width: 3; } .count-badge-text { fill: ${v("accent-ink")}; font-size: 19px; }
.hit { fill: transparent; } .hits g { outline: none; } .hit.can { cursor: pointer; }
.pieces, .labels, .below, .above, .coordinates, .focus { pointer-events: none; }
.piece .body { stroke-width: 4; stroke-linejoin: round; } .piece .stone { stroke-width: 2.4; }
.piece .line { fill: none; stroke-width: 3.2; stroke-linecap: round; } .piece .faint { opacity: .55; stroke-width: 2.6; } .piece .mark-line { stroke-width: 7; opacity: 1; }
.piece .letters { text-anchor: middle; font-weight: 680; } .striped .body { stroke-dasharray: 9 5; }
.scrawl, .scrawl-under { fill: none; stroke-linecap: round; stroke-width: 12; } .scrawl-under { stroke-width: 20; }
.wedge { fill: ${v("wedge")}; stroke: ${v("wedge-edge")}; stroke-width: 3; stroke-linejoin: round; } .wedge-line { stroke: ${v("wedge-edge")}; stroke-width: 1.6; opacity: .7; }
.wedge-band { fill: ${v("wedge-band")}; } .wedge-ink, .wedge-letter { fill: ${v("wedge-ink")}; } .wedge-ink.red, .wedge-letter.red { fill: ${v("wedge-red")}; } .wedge-letter { text-anchor: middle; font-weight: 680; }
.piece .block-edge { stroke-width: 8; } .piece .block-fill { stroke-width: 0; }
.piece .body.rim { stroke-width: 3; } .point { stroke: none; fill: ${v("sq-dark")}; } .point.b { fill: ${v("pit")}; } .bar { fill: ${v("cell-2")}; }
.plate { fill: ${v("wedge")}; stroke: ${v("wedge-edge")}; stroke-width: 3; } .plate-ring { fill: none; stroke-width: 2.4; } .plate-ring.red { stroke: ${v("wedge-red")}; } .plate-ring.blue { stroke: ${v("wedge-blue")}; } .plate-ink.blue { fill: ${v("wedge-blue")}; } .plate-ring.ink { stroke: ${v("wedge-ink")}; stroke-dasharray: 1; }
.plate-ink { fill: ${v("wedge-ink")}; } .plate-ink.red { fill: ${v("wedge-red")}; }
.hue-orange { fill: #d9761a; } .hue-blue { fill: #1d6fb8; } .hue-purple { fill: #7b4fa3; } .hue-pink { fill: #dd84ab; } .hue-yellow { fill: #e9c231; } .hue-red { fill: #c0392f; } .hue-green { fill: #2e8b57; } .hue-brown { fill: #7a4b25; }
.hue-letter { fill: #ffffff; stroke: #101315; stroke-width: 5; paint-order: stroke; text-anchor: middle; font-weight: 680; stroke-linejoin: round; } .hue-cell { opacity: .8; }
.duck { fill: ${v("c3-fill")}; stroke: ${v("c3-edge")}; stroke-width: 4; stroke-linejoin: round; } .duck-eye { fill: ${v("c3-edge")}; } .duck-line { fill: none; stroke: ${v("c3-edge")}; stroke-width: 3.2; stroke-linecap: round; }
.die { fill: ${v("die")}; stroke: ${v("die-edge")}; stroke-width: 4; stroke-linejoin: round; } .pip { fill: ${v("die-edge")}; } .tip { fill: ${v("tip")}; } .die-line { fill: none; stroke: ${v("die-edge")}; stroke-width: 3; opacity: .5; }
.card-ink { fill: ${v("die-edge")}; text-anchor: middle; font-weight: 680; } .card-ink.red { fill: ${v("card-red")}; } .card-line { fill: none; stroke: ${v("die-edge")}; stroke-width: 3; } .card-back { fill: ${v("card-back")}; } .card-ink.on-back { fill: ${v("die")}; }
.crate { fill: ${v("crate")}; stroke: ${v("crate-edge")}; stroke-width: 4; } .crate-line { fill: none; stroke: ${v("crate-edge")}; stroke-width: 3; }
.blocked { fill: ${v("muted")}; opacity: .35; } .blocked-line { stroke: ${v("text")}; stroke-width: 7; stroke-linecap: round; opacity: .7; }
.plate-blue { fill: ${v("plate-blue")}; } .plate-hole { fill: ${v("surface")}; stroke: #1c4d80; stroke-width: 3; } .plate-part { fill: ${v("ground")}; stroke: ${v("ink")}; stroke-width: 3; } .dent { fill: ${v("pit")}; stroke: ${v("pit-line")}; stroke-width: 2; }
.ring { fill: ${v("cell-2")}; stroke: ${v("ink")}; stroke-width: 5; } .gone { display: none; } .ring-hole { fill: ${v("surface")}; stroke: ${v("ink")}; stroke-width: 3; }
.rod { fill: ${v("rod")}; } .rod-foot { fill: ${v("pit-line")}; } .tile-cell { fill: ${v("cell")}; stroke: ${v("cell-line")}; stroke-width: 2; }
.trap { fill: ${v("trap")}; opacity: .35; } .trap-line { fill: none; stroke: ${v("ink")}; stroke-width: 4; opacity: .8; } .den { fill: ${v("ink")}; opacity: .6; } .den-mouth { fill: ${v("sunken")}; }
.wall-piece .wall-fill { fill: ${v("rod")}; stroke: ${v("rod")}; } .badge-mark { fill: ${v("surface")}; } .piece .on-plate .body { fill: ${v("plate-ground")}; stroke-width: 5; } .piece .on-plate .line { stroke-width: 5; } .piece .on-plate.ink .body, .piece .on-plate.ink .line { stroke: ${v("wedge-ink")}; } .piece .on-plate.ink .spot { fill: ${v("wedge-ink")}; } .piece .on-plate.red .body, .piece .on-plate.red .line { stroke: ${v("wedge-red")}; } .piece .on-plate.red .spot { fill: ${v("wedge-red")}; } .piece .on-plate.blue .body, .piece .on-plate.blue .line { stroke: ${v("wedge-blue")}; } .piece .on-plate.blue .spot { fill: ${v("wedge-blue")}; }
.piece .on-wedge .body { fill: ${v("wedge")}; stroke: ${v("wedge-ink")}; stroke-width: 4.5; } .piece .on-wedge .line { stroke: ${v("wedge-ink")}; stroke-width: 4; } .piece .on-wedge .spot { fill: ${v("wedge-ink")}; }
.hue-number { font-size: 26px; fill: #fff; stroke: #101315; stroke-width: 4; paint-order: stroke; } .bare-slot { fill: none; } .piece .cell-of { stroke-width: 2.4; }
.purple-side-band { stroke: ${v("c4-fill")}; fill: none; } .green-side-band { stroke: ${v("c5-fill")}; fill: none; } .gold-side-band { stroke: ${v("c3-fill")}; fill: none; }
.own-name { fill: ${v("muted")}; font-size: 19px; opacity: .85; } .wall-fill { stroke-width: 2.5; } .piece .frame { fill: none; stroke-width: 5; }
.piece .body.fog { fill: ${v("fog")}; stroke: none; opacity: .5; }
${["gold", "silver", "brown", "grey", "green", "p1", "p2", "c1", "c2", "c3", "c4", "c5", "c6", "nobody"].map(player).join("")}
.choice { position: absolute; inset: 0; z-index: 12; }
.choice[hidden] { display: none; }
.choice-card { position: absolute; inset: calc(100% + 8px) 4px auto 4px; margin: auto; width: fit-content; background: ${v("surface")}; color: ${v("text")}; border: 1px solid ${v("line")}; border-radius: 16px; padding: 16px; box-shadow: 0 16px 40px rgb(0 0 0 / .2); max-width: 440px; max-height: 70vh; overflow: auto; }
.choice.beside .choice-card { inset: 0 auto auto calc(100% + 8px); margin: 0; width: max-content; max-width: 316px; }
.choice-card h2 { font: 620 15px/20px inherit; font-size: 15px; margin: 0 0 12px; }
.choice-options { display: flex; flex-wrap: wrap; gap: 8px; }
.choice-options button, .choice-cancel { font: inherit; font-size: 14px; color: inherit; background: ${v("sunken")}; border: 1px solid ${v("line")}; border-radius: 10px; padding: 8px 12px; min-width: 60px; min-height: 44px; cursor: pointer; display: flex; flex-direction: column; align-items: center; gap: 4px; }
.choice-options button:hover { background: ${v("soft")}; } .choice-card button:focus-visible { outline: 3px solid ${v("board-focus")}; outline-offset: 2px; }
.choice-options svg { width: 52px; height: 52px; } .choice-cancel { margin-top: 12px; background: none; min-height: 44px; }
@media (forced-colors: active) {
  .body, .wedge, .plate, .die { fill: Canvas; stroke: CanvasText; } .line, .corner, .selected, .removable, .threat, .refused { stroke: CanvasText; }
  .spot, .letters, .wedge-ink, .plate-ink, .dot, text { fill: CanvasText; } .sq-light, .sq-dark, .cell { fill: Canvas; stroke: GrayText; stroke-width: 1.5; } .focus-line { stroke: Highlight; }
}`;
