// Signed prices attached to a round's record: verified again from their bytes, wherever the record lies.
import type { RoundEvidence, SignedPrice } from './evidence.ts';
import { pythSignerSet } from './pyth-signers.ts';
import { type PythFault, type PythPrice, pythPriceOf } from './pyth-update.ts';

/** An update answers for a boundary when it was published at it or within so many seconds after. */
const LATEST_SECONDS = 10;

export interface SignedCheck {
  boundary: SignedPrice['boundary'];
  price: PythPrice | undefined;
  /** Undefined: it verifies and belongs to the boundary. */
  fault: PythFault | 'SIGNERS_UNKNOWN' | 'TOO_LATE' | undefined;
}

export function checkSignedPrices(record: RoundEvidence): SignedCheck[] {
  const { evidence } = record;
  if (evidence.kind !== 'price') return [];
  return evidence.signed.map((signed) => checkSigned(signed, Number(signed.boundary === 'strike' ? record.startAt : record.endAt)));
}

function checkSigned({ boundary, feed, signerSet, update }: SignedPrice, atMs: number): SignedCheck {
  const set = pythSignerSet(signerSet);
  if (set === undefined) return { boundary, price: undefined, fault: 'SIGNERS_UNKNOWN' };
  const at = Math.ceil(atMs / 1000);
  const found = pythPriceOf(bytesOfBase64(update), set, feed, at);
  if (typeof found === 'string') return { boundary, price: undefined, fault: found };
  return { boundary, price: found, fault: found.publishTime > at + LATEST_SECONDS ? 'TOO_LATE' : undefined };
}

/** Nothing of what is no base64: that verifies as malformed. */
function bytesOfBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}
