/** Starts the worker of the host, from inside the page: it has one file. */
import Inline from "../host.ts?worker&inline";

export const startHost = (): Worker => new Inline();
