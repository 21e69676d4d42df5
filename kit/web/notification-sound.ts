// The notification sound: two soft wooden knocks by Web Audio at gain 0.5, after the first gesture, unless the member turned it off.
import { usePrefs } from './prefs.ts';

/** Specification section 9. */
export const soundGain = 0.5;
const quietBetweenMs = 350;

/** A site's own files in place of the knocks. */
export interface Sounds {
  notice?: string | undefined;
  alarm?: string | undefined;
}

let context: AudioContext | undefined;
let sounds: Sounds = {};
const recordings = new Map<string, AudioBuffer | 'asked'>();

export function setSounds(own: Sounds): void {
  sounds = own;
}

/** The site's own recording; undefined until it has come, and for ever when it cannot be had: the knocks are heard then. */
function recordingOf(sound: AudioContext, path: string): AudioBuffer | undefined {
  const known = recordings.get(path);
  if (known === undefined) {
    recordings.set(path, 'asked');
    fetch(path)
      .then(async (answer) => recordings.set(path, await sound.decodeAudioData(await answer.arrayBuffer())))
      .catch(() => undefined);
  }
  return known === 'asked' ? undefined : known;
}

function playRecording(sound: AudioContext, recording: AudioBuffer): void {
  const source = sound.createBufferSource();
  const gain = sound.createGain();
  source.buffer = recording;
  gain.gain.value = soundGain;
  source.connect(gain).connect(sound.destination);
  source.start();
}

let lastPlayedMs = -1e9;

/** Browsers start sound only after a gesture. */
export function unlockSoundOnFirstGesture(): void {
  const unlock = () => {
    context ??= new AudioContext();
    void context.resume();
  };
  for (const gesture of ['pointerdown', 'keydown'] as const) addEventListener(gesture, unlock, { once: true, passive: true });
}

function knock(sound: AudioContext, atS: number, pitchHz: number, loudness: number): void {
  const tone = sound.createOscillator();
  const envelope = sound.createGain();
  tone.type = 'sine';
  tone.frequency.setValueAtTime(pitchHz, atS);
  tone.frequency.exponentialRampToValueAtTime(pitchHz * 0.6, atS + 0.12);
  envelope.gain.setValueAtTime(0, atS);
  envelope.gain.linearRampToValueAtTime(loudness * soundGain, atS + 0.005);
  envelope.gain.exponentialRampToValueAtTime(0.0001, atS + 0.22);
  tone.connect(envelope).connect(sound.destination);
  tone.start(atS);
  tone.stop(atS + 0.24);
}

/** `alarm` for danger of liquidation: three higher knocks and, where there is one, the phone's vibration. */
export function playNotification(kind: 'notice' | 'alarm' = 'notice'): void {
  if (!usePrefs.getState().sound || !context || context.state !== 'running') return;
  const nowMs = performance.now();
  if (nowMs - lastPlayedMs < quietBetweenMs) return;
  lastPlayedMs = nowMs;
  const start = context.currentTime;
  if (kind === 'alarm') navigator.vibrate?.([120, 60, 120]);
  const path = sounds[kind];
  const recording = path ? recordingOf(context, path) : undefined;
  if (recording) {
    playRecording(context, recording);
    return;
  }
  if (kind === 'notice') {
    knock(context, start, 660, 0.8);
    knock(context, start + 0.11, 880, 1);
    return;
  }
  for (const i of [0, 1, 2]) knock(context, start + i * 0.14, 990, 1);
}
