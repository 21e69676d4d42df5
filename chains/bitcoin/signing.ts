// Signs for the Bitcoin family: reads what it signs from the bytes themselves, and knows the hash before anything is sent.
import { hex } from '@scure/base';
import { SigHash } from '@scure/btc-signer';
import type { Signing } from '../chain.ts';
import type { BitcoinNetwork } from './network.ts';
import { decodeOrder, readOrder } from './payment-order.ts';

export function bitcoinSigning(network: BitcoinNetwork): Signing {
  return {
    decode: (unsigned) => decodeOrder(network, unsigned),
    sign(unsigned, keys) {
      const { transaction, inputs } = readOrder(network, unsigned);
      const paths = new Map(unsigned.sources.map(({ address, path }) => [address, path]));
      for (const [place, { address }] of inputs.entries()) {
        const path = paths.get(address);
        if (path === undefined) throw new Error(`no key is named for ${address}`);
        // Refuses a key that the spent script does not name.
        transaction.signIdx(keys.privateKeyAt(path), place, [SigHash.ALL]);
      }
      transaction.finalize();
      return { raw: hex.encode(transaction.extract()), hash: transaction.id };
    },
  };
}
