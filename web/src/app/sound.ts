/**
 * Short synthesised sounds. They are off until the user turns them on, which is the gesture that
 * browsers require.
 */
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

const TONES = {
  move: [[320, 0.05, "triangle"]],
  capture: [[220, 0.05, "square"], [160, 0.07, "triangle"]],
  check: [[520, 0.08, "triangle"], [660, 0.1, "triangle"]],
  roll: [[180, 0.03, "square"], [240, 0.03, "square"], [200, 0.03, "square"], [260, 0.04, "square"]],
  end: [[392, 0.12, "sine"], [494, 0.12, "sine"], [587, 0.2, "sine"]],
  refused: [[140, 0.1, "sawtooth"]],
} as const satisfies Record<string, readonly (readonly [number, number, OscillatorType])[]>;

export function play(name: keyof typeof TONES): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [frequency, seconds, type] of TONES[name]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.type = type;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.09, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds;
  }
}
