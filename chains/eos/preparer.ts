// Makes the bytes that are to be signed on EOS: the block they build on, their end, one transfer for each payment.
import type { Reservation, Preparer } from '../chain.ts';
import { Unfunded } from '../unfunded.ts';
import { eosNode } from './eos-node.ts';
import { balanceOf, type EosOptions } from './reader.ts';
import { signedBytes } from './signing.ts';
import { coinOfCode, idOf, packTransfers, refOf, type Terms, type Transfer } from './transfer.ts';

export interface EosPreparerOptions extends EosOptions {
  /** How long it can be carried out; the network takes an hour at most. */
  lifeMs?: number;
}

const LIFE_MS = 10 * 60_000;
/** What nodes take at most is an hour. */
const MOST_LIFE_MS = 55 * 60_000;
/** What contracts of tokens take. */
const MOST_MEMO_BYTES = 256;

export function openEosPreparer({ lifeMs = LIFE_MS, coins, ...options }: EosPreparerOptions): Preparer {
  const node = eosNode(options);
  return {
    async prepare({ sources, payments, reserved, bump, lifeMs: asked = lifeMs }) {
      if (bump !== undefined) throw new Error('EOS takes no replacement: what did not come in its time is made anew');
      const [source, ...others] = sources;
      if (source === undefined || others.length > 0 || payments.length === 0)
        throw new Error('a transaction of EOS has one sender, and pays something');
      const transfers = payments.map(({ to, memo, coin, amount }): Transfer => {
        if (amount <= 0n) throw new Error('there is nothing to pay');
        if (Buffer.byteLength(memo ?? '') > MOST_MEMO_BYTES) throw new Error(`a memo of EOS has ${MOST_MEMO_BYTES} bytes at most`);
        return { ...coinOfCode(coins, coin), from: source.address, to, amount, memo: memo ?? '' };
      });
      for (const code of new Set(payments.map(({ coin }) => coin))) {
        const need = payments.reduce((total, { coin, amount }) => (coin === code ? total + amount : total), 0n);
        const has = await balanceOf(node, coins, source.address, code);
        if (has < need) throw new Unfunded(source.address, { coin: code, has, need });
      }
      // Asked when the member asked too, and once more now: names have no checksum.
      for (const to of new Set(payments.map((payment) => payment.to)))
        if (!(await node.hasAccount(to))) throw new Error(`there is no account ${to} on EOS`);
      const { head_block_time, last_irreversible_block_id } = await node.info();
      // On a block that cannot be undone: undone with it, the transaction could not be carried out.
      const terms = {
        expiration: Math.floor((head_block_time + Math.min(asked, MOST_LIFE_MS)) / 1000),
        ...refOf(last_irreversible_block_id),
      };
      const packed = unlikeOthers(terms, transfers, reserved);
      const { expiration } = terms;
      return {
        unsigned: { chain: 'EOS', body: signedBytes(options.chainId, packed), sources: [source] },
        reservation: { once: { id: idOf(packed), untilMs: expiration * 1000 } },
        feeLimit: 0n,
      };
    },
  };
}

/** Two payments that are alike in everything would be one transaction, and be carried out once. */
function unlikeOthers(terms: Terms, transfers: readonly Transfer[], reserved: readonly Reservation[]): string {
  const taken = new Set(reserved.map(({ once }) => once?.id));
  let packed = packTransfers(terms, transfers);
  while (taken.has(idOf(packed))) {
    terms.expiration += 1;
    packed = packTransfers(terms, transfers);
  }
  return packed;
}
