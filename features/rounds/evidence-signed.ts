// Signed prices attached to a round's record: verified again from their bytes, wherever the record lies.
import type { PriceEvidence, RoundEvidence, SignedPrice } from './evidence.ts';
import { units } from './evidence-result.ts';
import { PRACTICE_SIGNERS, pythSignerSet } from './pyth-signers.ts';
import { type PythFault, type PythPrice, pythPriceOf } from './pyth-update.ts';

/** An update answers for a boundary when it was published at it or within so many seconds after. */
const LATEST_SECONDS = 10;
/** A price that settles a round lies within this of the signed one, and three times what its publishers were unsure by (docs/decisions/0025). */
export const MOST_APART_MILLIONTHS = 2_000n;
const UNSURE = 3n;
const MILLION = 1_000_000n;
/** Prices of records as integers of 10^-12. */
const SCALE = 12;

export type SignedFault = PythFault | 'SIGNERS_UNKNOWN' | 'TOO_LATE' | 'NOT_THE_FIRST' | 'PRACTICE' | 'DISTANCE_WRONG' | 'TOO_FAR';
export interface SignedCheck {
  boundary: SignedPrice['boundary'];
  price: PythPrice | undefined;
  /** Undefined: it verifies and belongs to the boundary. */
  fault: SignedFault | undefined;
  /** Signed by keys that everybody knows: right among practice prices, and nowhere else. */
  isPractice: boolean;
  /** Of the boundary's own price from it, in millionths; undefined: there was no tick, or nothing that verifies. */
  distance: bigint | undefined;
}

export function checkSignedPrices(record: RoundEvidence): SignedCheck[] {
  const { evidence } = record;
  // What is no list is a fault of form.
  if (evidence.kind !== 'price' || !Array.isArray(evidence.signed)) return [];
  const mayPractise = evidence.source !== 'binance' && evidence.source !== 'pyth';
  return evidence.signed.map((signed) => {
    const isPractice = signed.signerSet === PRACTICE_SIGNERS;
    try {
      return { isPractice, ...checkOne(record, evidence, signed, isPractice && !mayPractise) };
    } catch {
      // A boundary that is none, a price that is no number.
      return { isPractice, boundary: signed.boundary, price: undefined, fault: 'MALFORMED', distance: undefined };
    }
  });
}

function checkOne(
  record: RoundEvidence,
  evidence: PriceEvidence,
  signed: SignedPrice,
  isRestricted: boolean,
): Omit<SignedCheck, 'isPractice'> {
  const found = faultOfSigned(signed, Number(signed.boundary === 'strike' ? record.startAt : record.endAt));
  const apart = found.price && apartOf(evidence, signed.boundary, found.price);
  const fault = isRestricted ? 'PRACTICE' : (found.fault ?? faultOfDistance(record, signed, apart));
  return { boundary: signed.boundary, price: found.price, fault, distance: apart?.distance };
}

/** What a tick and a signed price are apart, and whether that is more than two honest sources of one moment differ by. */
export interface Apart {
  distance: bigint;
  isFar: boolean;
}

type Said = Pick<PythPrice, 'price' | 'confidence' | 'exponent'>;

/** Whether a price can be held against it: one of nothing or less, or of an unheard-of scale, says nothing of a market. */
export const isPrice = ({ price, exponent }: Said): boolean => price > 0n && Math.abs(exponent) <= SCALE;

export function apartFrom(tick: string, said: Said): Apart {
  if (!isPrice(said)) throw new RangeError('a signed price that is none');
  const unit = 10n ** BigInt(SCALE + said.exponent);
  const [signed, unsure] = [said.price * unit, said.confidence * unit];
  const between = units(tick) > signed ? units(tick) - signed : signed - units(tick);
  return { distance: (between * MILLION) / signed, isFar: between * MILLION > signed * MOST_APART_MILLIONTHS + UNSURE * unsure * MILLION };
}

function apartOf(evidence: PriceEvidence, boundary: SignedPrice['boundary'], price: PythPrice): Apart | undefined {
  const { tick } = evidence[boundary];
  return tick === null ? undefined : apartFrom(tick.price, price);
}

/** A void round has no price: there a gap or a jump is what was found. */
function faultOfDistance({ result }: RoundEvidence, { distance }: SignedPrice, apart: Apart | undefined): SignedFault | undefined {
  if (distance !== undefined && distance !== (apart === undefined ? null : String(apart.distance))) return 'DISTANCE_WRONG';
  return apart?.isFar === true && result !== 'VOID' ? 'TOO_FAR' : undefined;
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
