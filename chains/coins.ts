// The coins of one chain that a site lists: the chain's own, and tokens by their contract's address.
import type { CoinRow } from './chain.ts';

export interface Coins {
  own: CoinRow;
  /** By the address as the chain writes it. */
  byContract: ReadonlyMap<string, CoinRow>;
  /** Throws where there is none of this code. */
  byCode(code: string): CoinRow;
}

/** `written` makes an address what the chain writes, or throws. */
export function coinsOf(rows: readonly CoinRow[], written: (address: string) => string): Coins {
  const [own, ...more] = rows.filter(({ contract }) => contract === undefined);
  if (own === undefined || more.length > 0) throw new Error('exactly one coin of a chain is its own, without a contract');
  const tokens = rows.flatMap((row) => (row.contract === undefined ? [] : [{ ...row, contract: written(row.contract) }]));
  const byContract = new Map(tokens.map((row) => [row.contract, row]));
  if (byContract.size < tokens.length) throw new Error('two coins have one contract');
  return {
    own,
    byContract,
    byCode(code) {
      const row = [own, ...tokens].find((one) => one.code === code);
      if (row === undefined) throw new Error(`no coin ${code} on this chain`);
      return row;
    },
  };
}
