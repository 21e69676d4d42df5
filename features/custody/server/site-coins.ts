// What can come in at a site, and whether it can now: paused by an operator, or its node silent for so long.
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { assetAt, currencyOfAsset } from '@maru/wallet/admin-contract.ts';
import { type DepositNetwork, siteCoins } from '../contract.ts';
import { custodyProcesses } from '../process-contract.ts';
import { type CoinRow, coinsOfSite } from './coin-rows.ts';
import { chainText } from './units.ts';

/** A node that has said nothing for so long is away: what a page shows would be old. */
const AWAY_MS = 60_000;

interface HeadRow {
  chain: string;
  seen: number;
  faultSince: number | null;
}

export const siteCoinsHandler = handle(siteCoins, async (context, { site, session }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  if (site.depositCoins.length > 0) context.services.use(custodyProcesses).wake();
  const [coins, heads] = await Promise.all([coinsOfSite(context.pool, site), readHeads(context)]);
  const deposits = coins.map((coin): DepositNetwork => {
    const asset = assetAt(site, coin.asset);
    return {
      walletType: coin.walletType,
      currency: asset === undefined ? coin.walletType : currencyOfAsset(asset),
      chain: coin.chain,
      ...stateOf(coin, heads.get(coin.chain), context.clock.now()),
      least: chainText(BigInt(coin.least), coin.decimals),
      creditAfter: coin.creditAfter,
      unlockAfter: coin.unlockAfter,
      hasMemo: coin.chain === 'XRP' || coin.chain === 'EOS',
      contract: coin.contract,
    };
  });
  return { data: { deposits, isDemo: context.config.demo } };
});

async function readHeads({ pool }: Pick<AppContext, 'pool'>): Promise<Map<string, HeadRow>> {
  const { rows } = await pool.query<HeadRow>(
    'SELECT chain, seen_ms::float8 AS seen, fault_since_ms::float8 AS "faultSince" FROM custody_head',
  );
  return new Map(rows.map((row) => [row.chain, row]));
}

function stateOf(coin: CoinRow, head: HeadRow | undefined, now: number): Pick<DepositNetwork, 'state' | 'stateAt'> {
  const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  if (coin.pause !== null) return { state: 'PAUSED', stateAt: at(coin.pauseUntil) };
  if (head === undefined) return { state: 'STARTING', stateAt: null };
  if (head.faultSince !== null && now - head.faultSince > AWAY_MS) return { state: 'AWAY', stateAt: at(head.faultSince) };
  if (now - head.seen > AWAY_MS) return { state: 'AWAY', stateAt: at(head.seen) };
  return { state: 'OPEN', stateAt: null };
}
