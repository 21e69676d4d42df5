// The signature of a published day, and the keys that lead to it: verified on whatever machine the file lies.
import { ed25519 } from '@noble/curves/ed25519.js';
import { asciiBytes, bytesOfHex } from '@maru/engine/draw/sha256.ts';
import { type DayKey, dayKeyText, type DaySignature, daySignatureText, NO_KEY } from './day-key.ts';
import { hashText } from './evidence.ts';
import type { DayFile } from './evidence-day.ts';

/** Undefined: the file carries no signature. `known`: a public key that one noted earlier; there must be a signature, and it among those that lead to it. */
export function isDaySigned({ record, signed }: DayFile, known?: string): boolean | undefined {
  return isTextSigned(daySignatureText(hashText(record)), signed, known);
}

/** The same of any text that the installation's key signed. */
export function isTextSigned(text: string, signed: DaySignature | undefined, known?: string): boolean | undefined {
  if (signed === undefined) return known === undefined ? undefined : false;
  const { signature, keys } = signed;
  const last = keys.at(-1);
  if (last === undefined || !keys.every((key, i) => isHandedOver(key, keys[i - 1]))) return false;
  if (known !== undefined && !keys.some(({ publicKey }) => publicKey === known)) return false;
  return isSigned(text, signature, last.publicKey);
}

/** The first speaks for itself; each later one was signed by the one before, and came after it. */
function isHandedOver(key: DayKey, before: DayKey | undefined): boolean {
  if (before === undefined) return isSigned(dayKeyText(key, NO_KEY), key.signature, key.publicKey);
  const isNext = Number(key.number) === Number(before.number) + 1 && Number(key.since) >= Number(before.since);
  return isNext && isSigned(dayKeyText(key, before.publicKey), key.signature, before.publicKey);
}

function isSigned(text: string, signature: string, publicKey: string): boolean {
  try {
    return ed25519.verify(bytesOfHex(signature), asciiBytes(text), bytesOfHex(publicKey));
  } catch {
    // No signature, no key.
    return false;
  }
}
