// Signs for the Bitcoin family: reads what it signs from the bytes themselves, and knows the hash before anything is sent.
import { hex } from '@scure/base';
import { SigHash, Transaction } from '@scure/btc-signer';
import type { Signing } from '../chain.ts';
import type { BitcoinNetwork } from './network.ts';
import { scriptOf } from './own-scripts.ts';
import { decodeOrder, readOrder } from './payment-order.ts';
import { anything } from './raw-transaction.ts';
import { faultOfInputs } from './verify-inputs.ts';

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
    verify(unsigned, raw) {
      const { transaction, inputs } = readOrder(network, unsigned);
      const signed = Transaction.fromRaw(hex.decode(raw), anything);
      const bare = (one: Transaction) => hex.encode(one.toBytes(false, false));
      if (bare(signed) !== bare(transaction)) throw new Error('it is another transaction');
      const spent = inputs.map(({ address, amount }) => ({ script: scriptOf(network, address), amount }));
      const fault = faultOfInputs(signed, spent);
      if (fault !== undefined) throw new Error(`it is not signed by those that pay: ${fault}`);
      return { raw, hash: signed.id };
    },
  };
}
