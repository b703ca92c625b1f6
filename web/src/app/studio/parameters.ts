/** Numbers of a text that may be chosen: `(parameter NAME DEFAULT LEAST..GREATEST)` in DRF. */

export interface Parameter {
  name: string;
  value: number;
  least: number;
  greatest: number;
  /** Numbers with decimal points have steps of a half. */
  step: number;
  /** Where its default stands in the text. */
  from: number;
  to: number;
}

const PARAMETER = /(\(\s*parameter\s+([^\s()";]+)\s+)(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)\s*\)/g;

/** Returns the text with blanks in place of what stands in comments and quotes; places stay. */
const bare = (text: string) => text.replace(/"[^"\n]*"|;[^\n]*/g, (part) => " ".repeat(part.length));

/** Returns the parameters of a text in DRF, in their order. */
export function parametersOf(text: string): Parameter[] {
  return [...bare(text).matchAll(PARAMETER)].map((found) => {
    const [, before = "", name = "", value = "", least = "", greatest = ""] = found;
    const from = found.index + before.length;
    return { name, value: Number(value), least: Number(least), greatest: Number(greatest), step: least.includes(".") ? 0.5 : 1, from, to: from + value.length };
  });
}

/** Returns how the text writes a value of a parameter. */
export const written = (one: Parameter, value: number): string => {
  const within = Math.min(one.greatest, Math.max(one.least, Math.round(value / one.step) * one.step));
  return one.step === 0.5 && Number.isInteger(within) ? `${within}.0` : String(within);
};
