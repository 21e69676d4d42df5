// Signed prices attached to a round's record: verified again from their bytes, wherever the record lies.
import type { RoundEvidence, SignedPrice } from './evidence.ts';
import { PRACTICE_SIGNERS, pythSignerSet } from './pyth-signers.ts';
import { type PythFault, type PythPrice, pythPriceOf } from './pyth-update.ts';

/** An update answers for a boundary when it was published at it or within so many seconds after. */
const LATEST_SECONDS = 10;

export type SignedFault = PythFault | 'SIGNERS_UNKNOWN' | 'TOO_LATE' | 'NOT_THE_FIRST' | 'PRACTICE';
export interface SignedCheck {
  boundary: SignedPrice['boundary'];
  price: PythPrice | undefined;
  /** Undefined: it verifies and belongs to the boundary. */
  fault: SignedFault | undefined;
  /** Signed by keys that everybody knows: right among practice prices, and nowhere else. */
  isPractice: boolean;
}

export function checkSignedPrices(record: RoundEvidence): SignedCheck[] {
  const { evidence } = record;
  // What is no list is a fault of form.
  if (evidence.kind !== 'price' || !Array.isArray(evidence.signed)) return [];
  const mayPractise = evidence.source !== 'binance' && evidence.source !== 'pyth';
  return evidence.signed.map((signed) => {
    const isPractice = signed.signerSet === PRACTICE_SIGNERS;
    const found = faultOfSigned(signed, Number(signed.boundary === 'strike' ? record.startAt : record.endAt));
    return { boundary: signed.boundary, isPractice, ...found, ...(isPractice && !mayPractise && { fault: 'PRACTICE' as const }) };
  });
}

/**
 * The first update from the boundary on, and no other: what was published before it (its own previous time says so) lies before the
 * boundary. Nobody could have picked among several.
 */
export function faultOfSigned(
  { feed, signerSet, update }: Pick<SignedPrice, 'feed' | 'signerSet' | 'update'>,
  atMs: number,
): Pick<SignedCheck, 'price' | 'fault'> {
  const set = pythSignerSet(signerSet);
  if (set === undefined) return { price: undefined, fault: 'SIGNERS_UNKNOWN' };
  const at = Math.ceil(atMs / 1000);
  const found = pythPriceOf(bytesOfBase64(update), set, feed, at);
  if (typeof found === 'string') return { price: undefined, fault: found };
  if (found.publishTime > at + LATEST_SECONDS) return { price: found, fault: 'TOO_LATE' };
  return { price: found, fault: found.previousPublishTime >= at ? 'NOT_THE_FIRST' : undefined };
}

/** Nothing of what is no base64: that verifies as malformed. */
function bytesOfBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}
