// Addresses of deposits on TRON, from an extended public key alone.
import type { Deriver } from '../chain.ts';
import { addressOf } from '../eth/address-of.ts';
import { publicKeyAt } from '../extended-key.ts';
import { textOf } from './address.ts';

export const tronDeriver: Deriver = {
  addressAt: (extendedPublicKey, index) => textOf(addressOf(publicKeyAt(extendedPublicKey, index))),
};
