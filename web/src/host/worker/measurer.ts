/** The worker that plays the playouts of a text, so that the host answers other questions meanwhile. */
import type { Engine, FromMeasurer, ToMeasurer, WebHost } from "./messages";

let host: WebHost | null = null;
let turn: Promise<unknown> = Promise.resolve();

async function hear(message: ToMeasurer): Promise<void> {
  if ("module" in message) {
    const engine = (await import(/* @vite-ignore */ message.engine)) as Engine;
    await engine.default({ module_or_path: message.module });
    host = new engine.WebHost('{"games":[]}', "[]");
  } else if (host) postMessage({ said: host.request("POST", "/studio", message.question) } satisfies FromMeasurer);
}

addEventListener("message", ({ data }: MessageEvent<ToMeasurer>) => {
  // What fails here ends the worker's use: the host gets the event.
  turn = turn.then(() => hear(data)).catch((error: unknown) => reportError(error));
});
