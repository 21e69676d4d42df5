// Addresses of deposits on Ethereum, from an extended public key alone.
import type { Deriver } from '../chain.ts';
import { publicKeyAt } from '../extended-key.ts';
import { addressOf } from './address-of.ts';

export const ethDeriver: Deriver = {
  addressAt: (extendedPublicKey, index) => addressOf(publicKeyAt(extendedPublicKey, index)),
};
