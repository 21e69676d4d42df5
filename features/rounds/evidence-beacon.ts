// A randomness beacon of drand's shape: which round answers for a cut-off, and whether a round is one of the chain it names.
import { bytesOfHex, hexOfBytes, sha256 } from '@maru/engine/draw/sha256.ts';
import type { BeaconEntropy, BeaconInfo } from './evidence.ts';

/** The League of Entropy's public networks, by their chains' hashes. Any other is somebody's own. */
export const knownBeacons: Readonly<Record<string, string>> = {
  '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971': 'drand quicknet',
  '8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce': 'drand default',
};

/** How rounds are signed, by what a beacon calls its scheme: over the round alone or the signature before as well. */
export const beaconSchemes: Readonly<Record<string, { isChained: boolean; group: 'G1' | 'G2' }>> = {
  'bls-unchained-g1-rfc9380': { isChained: false, group: 'G1' },
  'pedersen-bls-chained': { isChained: true, group: 'G2' },
  'pedersen-bls-unchained': { isChained: false, group: 'G2' },
};

/** Round 1 is at genesis. The first one whose time lies after the moment. */
export function beaconRoundAfter(
  { genesisSeconds, periodSeconds }: Pick<BeaconInfo, 'genesisSeconds' | 'periodSeconds'>,
  ms: number,
): number {
  const passed = ms - Number(genesisSeconds) * 1000;
  return passed < 0 ? 1 : Math.floor(passed / (Number(periodSeconds) * 1000)) + 2;
}

export const beaconRoundAt = ({ genesisSeconds, periodSeconds }: BeaconInfo, round: number): number =>
  (Number(genesisSeconds) + (round - 1) * Number(periodSeconds)) * 1000;

/** A chain is the hash of what its rounds are checked by: with it, nobody has to be believed about the key. */
export function chainHashOf({ periodSeconds, genesisSeconds, publicKey, groupHash, beaconId }: BeaconInfo): string {
  const head = new DataView(new ArrayBuffer(12));
  head.setUint32(0, Number(periodSeconds));
  head.setBigInt64(4, BigInt(genesisSeconds));
  const id = beaconId === 'default' ? '' : beaconId;
  const parts = [new Uint8Array(head.buffer), bytesOfHex(publicKey), bytesOfHex(groupHash), new TextEncoder().encode(id)];
  return hexOfBytes(sha256(Uint8Array.from(parts.flatMap((part) => [...part]))));
}

/** Everything but the signature itself: chain, round of the moment, value of the signature. */
export function isBeaconRound({ beacon, after, round, randomness, signature, previousSignature }: BeaconEntropy): boolean {
  const scheme = beaconSchemes[beacon.scheme];
  return (
    scheme !== undefined &&
    scheme.isChained === (previousSignature !== null) &&
    chainHashOf(beacon) === beacon.chain &&
    round === `${beaconRoundAfter(beacon, Number(after))}` &&
    hexOfBytes(sha256(bytesOfHex(signature))) === randomness
  );
}

/** What is signed: SHA-256 of the round, eight bytes; of a chained beacon of the signature before and the round. */
export function beaconMessage(round: number | string, previousSignature: string | null): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigUint64(0, BigInt(round));
  const before = previousSignature === null ? new Uint8Array(0) : bytesOfHex(previousSignature);
  return sha256(Uint8Array.from([...before, ...new Uint8Array(bytes.buffer)]));
}
