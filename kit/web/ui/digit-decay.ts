// Which digits of a moving figure are to flash: from the first that changed, and no more often than eyes may be asked to (3 a second).

export interface DecayState {
  text: string;
  /** Digits from here on flash; the text's length = none. */
  from: number;
  /** Another number, another flash. */
  serial: number;
  flashedAtMs: number;
}

/** WCAG 2.3.1: at most three flashes a second. */
export const FLASH_EVERY_MS = 334;

export const still = (text: string): DecayState => ({ text, from: text.length, serial: 0, flashedAtMs: Number.NEGATIVE_INFINITY });

export function nextDecay(was: DecayState, text: string, nowMs = performance.now()): DecayState {
  if (was.text === text) return was;
  const isShown = /\d/.test(was.text) && /\d/.test(text);
  if (!isShown || nowMs - was.flashedAtMs < FLASH_EVERY_MS) return { ...was, text, from: text.length };
  // Another length is another number: all of it is new.
  let from = 0;
  if (was.text.length === text.length) while (was.text[from] === text[from]) from++;
  return { text, from, serial: was.serial + 1, flashedAtMs: nowMs };
}
