// The key that an installation signs its published days with (Ed25519), and how one key hands over to the next. Runs in the browser and in the server alike.
//
// Whoever noted one public key can check every later day: each key that comes after it was signed by the one before.

/** Public key and signatures in lower-case hex; `since` in ms. `signature`: of `dayKeyText` by the key before; of the first by itself. */
export interface DayKey {
  number: string;
  publicKey: string;
  since: string;
  signature: string;
}

/** What a day's file carries beside its record: its signature, and the keys up to the one that made it, oldest first. */
export interface DaySignature {
  signature: string;
  keys: DayKey[];
}

/** What the first key names as the one before. */
export const NO_KEY = '0'.repeat(64);

/** What the key before signs, to hand over to `key`. */
export const dayKeyText = ({ number, publicKey, since }: Omit<DayKey, 'signature'>, before: string): string =>
  `maru-day-key-1|${number}|${publicKey}|${since}|${before}`;

/** What a key signs of a day: the hash of its record, which names site, day, heads and the day before. */
export const daySignatureText = (hash: string): string => `maru-day-signature-1|${hash}`;
