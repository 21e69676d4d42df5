// Which coins of a site a proof is made of, and the balances it is made of: held against the ledger's other side, or refused by name.
import type { Liabilities } from '@maru/engine/ledger/liabilities.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { assetsOf, currencyOfAsset } from '@maru/wallet/admin-contract.ts';
import type { Pool } from 'pg';
import type { LiabilityFault } from '../../liabilities-admin-contract.ts';
import type { Balances } from './sum-tree.ts';

export interface ProvenCoin {
  /** As members know it: USDT of all networks is one. */
  coin: string;
  decimals: number;
  /** The asset that custody keeps of it. */
  custody: number;
  /** Assets of the ledger that count in it: the games' too where a site plays in USDT. */
  assets: readonly number[];
}

export async function provenCoins(pool: Pool, site: SiteConfig): Promise<ProvenCoin[]> {
  const { rows } = await pool.query<{ asset: number }>('SELECT DISTINCT asset FROM custody_coin WHERE site_id = $1 ORDER BY asset', [
    site.id,
  ]);
  const table = assetsOf(site);
  return rows.flatMap(({ asset }) => {
    const row = table.find((each) => each.asset === asset);
    if (row === undefined) return [];
    const [coin, { decimals }] = [currencyOfAsset(row), row];
    const same = table.filter((each) => currencyOfAsset(each) === coin && each.decimals === decimals);
    return [{ coin, decimals, custody: asset, assets: same.map((each) => each.asset) }];
  });
}

export class LiabilityRefused extends Error {
  readonly fault: LiabilityFault;
  readonly figures: Readonly<Record<string, string | number>>;

  constructor(fault: LiabilityFault, figures: Readonly<Record<string, string | number>>) {
    super(`no proof of liabilities: ${fault}`);
    this.fault = fault;
    this.figures = figures;
  }
}

/** By member, and their sum. Throws LiabilityRefused: nothing is published that is not the ledger's to the last unit. */
export function balancesOf(found: Liabilities, memberOf: (account: number) => number | undefined): Balances & { sum: number } {
  const { accounts, amounts, below, owed, negative } = found;
  if (negative !== undefined) throw new LiabilityRefused('NEGATIVE', negative);
  let sum = 0;
  for (const [at, amount] of amounts.entries()) {
    if (amount < 0) throw new LiabilityRefused('NEGATIVE', { account: accounts[at] });
    sum += amount;
    if (!Number.isSafeInteger(amount) || !Number.isSafeInteger(sum)) throw new LiabilityRefused('INEXACT', { account: accounts[at] });
  }
  if (sum - below !== owed) throw new LiabilityRefused('SUM', { members: sum - below, ledger: owed });
  const members = Float64Array.from(accounts, (account) => memberOf(account) ?? -1);
  const stranger = members.indexOf(-1);
  if (stranger >= 0) throw new LiabilityRefused('MEMBER', { account: accounts[stranger] });
  return { ...inOrder(members, amounts), sum };
}

/** Members ascending. */
function inOrder(members: Float64Array, balances: Float64Array): Balances {
  if (members.every((member, i) => i === 0 || member > members[i - 1])) return { members, balances };
  const order = Uint32Array.from(members, (_, i) => i).sort((a, b) => members[a] - members[b]);
  return { members: Float64Array.from(order, (i) => members[i]), balances: Float64Array.from(order, (i) => balances[i]) };
}
