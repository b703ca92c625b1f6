/** Starts the workers that think, from inside the worker of the host: the page has one file. */
import Measurer from "../measurer.ts?worker&inline";
import Thinker from "../thinker.ts?worker&inline";

export const startThinker = (): Worker => new Thinker();
export const startMeasurer = (): Worker => new Measurer();
