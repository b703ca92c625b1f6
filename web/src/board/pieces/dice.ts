/** Dice as pictures of their own, for a throw that lies on no site of the board. */
import { svg } from "../svg";
import { die, tetrahedra } from "./tokens";

const picture = (parts: SVGElement[], at: number): SVGSVGElement => {
  const made = svg("svg", { viewBox: "-42 -42 84 84", "aria-hidden": "true", class: "thrown" }, ...parts);
  made.style.setProperty("--nth", String(at));
  return made;
};

/** Dice with pips, or with a number where they have too many. */
export const throwOf = (shown: readonly number[]): SVGSVGElement[] => shown.map((value, at) => picture(die(value), at));

/** Lots with two sides: marked ones count. */
export const lots = (shown: readonly number[]): SVGSVGElement[] => shown.map((value, at) => picture(tetrahedra(value, 1), at));
