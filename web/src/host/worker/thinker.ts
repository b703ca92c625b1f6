/** The worker in which bots think: one piece of work after the other. */
import type { Engine, FromThinker, ToThinker, WebThinker } from "./messages";

let thinker: WebThinker | null = null;
let turn: Promise<unknown> = Promise.resolve();

const say = (message: FromThinker) => postMessage(message);

async function hear(message: ToThinker): Promise<void> {
  if ("module" in message) {
    const engine = (await import(/* @vite-ignore */ message.engine)) as Engine;
    await engine.default({ module_or_path: message.module });
    thinker = new engine.WebThinker();
  } else if ("files" in message) thinker?.supply(message.files);
  else {
    thinker?.work(JSON.stringify(message.work), (said) => say({ said }));
    say({ done: true });
  }
}

addEventListener("message", ({ data }: MessageEvent<ToThinker>) => {
  // What fails here ends the worker's use: the host gets the event.
  turn = turn.then(() => hear(data)).catch((error: unknown) => reportError(error));
});
