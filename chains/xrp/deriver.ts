// The one address of XRP, from an extended public key alone; members are told apart by destination tag.
import { bytesToHex } from '@noble/hashes/utils.js';
import xrpl from 'xrpl';
import type { Deriver } from '../chain.ts';
import { publicKeyAt } from '../extended-key.ts';

export const xrpDeriver: Deriver = {
  addressAt: (extendedPublicKey, index) => xrpl.deriveAddress(bytesToHex(publicKeyAt(extendedPublicKey, index)).toUpperCase()),
};
