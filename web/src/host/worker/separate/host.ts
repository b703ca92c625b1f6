/** Starts the worker of the host, from a file of its own. */
export const startHost = (): Worker => new Worker(new URL("../host.ts", import.meta.url), { type: "module" });
