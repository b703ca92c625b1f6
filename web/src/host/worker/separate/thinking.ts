/** Starts the workers that think, from files of their own. */
export const startThinker = (): Worker => new Worker(new URL("../thinker.ts", import.meta.url), { type: "module" });
export const startMeasurer = (): Worker => new Worker(new URL("../measurer.ts", import.meta.url), { type: "module" });
