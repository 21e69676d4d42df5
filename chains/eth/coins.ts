// The coins of Ethereum that a site lists: the chain's own, and tokens by their contract's address.
import type { CoinRow } from '../chain.ts';
import { mixedCase } from '../address/checksums.ts';

export interface Coins {
  own: CoinRow;
  byContract: ReadonlyMap<string, CoinRow>;
  /** Throws where there is none of this code. */
  byCode(code: string): CoinRow;
}

export function coinsOf(rows: readonly CoinRow[]): Coins {
  const [own, ...more] = rows.filter(({ contract }) => contract === undefined);
  if (own === undefined || more.length > 0) throw new Error('exactly one coin of a chain is its own, without a contract');
  const tokens = rows.flatMap((row) => (row.contract === undefined ? [] : [{ ...row, contract: mixedCase(row.contract) }]));
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
