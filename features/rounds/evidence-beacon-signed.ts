// The signature of a beacon's round, verified with the key that its chain's hash names (BLS on BLS12-381, RFC 9380).
import { bls12_381 as curve } from '@noble/curves/bls12-381.js';
import { bytesOfHex } from '@maru/engine/draw/sha256.ts';
import type { BeaconEntropy } from './evidence.ts';
import { beaconMessage, beaconSchemes, isBeaconRound } from './evidence-beacon.ts';

export const SIGNATURE_DOMAIN = {
  G1: 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_',
  G2: 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_',
} as const;

/** True when the round belongs to its chain, to its moment, and was signed by the beacon. */
export function isBeaconSigned(entropy: BeaconEntropy): boolean {
  const { beacon, round, previousSignature } = entropy;
  if (!isBeaconRound(entropy)) return false;
  const message = beaconMessage(round, previousSignature);
  const [signature, key] = [bytesOfHex(entropy.signature), bytesOfHex(beacon.publicKey)];
  try {
    if (beaconSchemes[beacon.scheme].group === 'G1') {
      const { shortSignatures } = curve;
      return shortSignatures.verify(signature, shortSignatures.hash(message, SIGNATURE_DOMAIN.G1), key);
    }
    const { longSignatures } = curve;
    return longSignatures.verify(signature, longSignatures.hash(message, SIGNATURE_DOMAIN.G2), key);
  } catch {
    // No point of the curve.
    return false;
  }
}
