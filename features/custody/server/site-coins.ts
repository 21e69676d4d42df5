// What can come in at a site and leave it, and whether it can now: paused by an operator, or its node silent for so long.
import { EOS_DEMO_FAUCET } from '@maru/chains/address/demo-faucet.ts';
import type { ChainName } from '@maru/chains/chain.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { assetAt, currencyOfAsset } from '@maru/wallet/admin-contract.ts';
import { type DepositNetwork, siteCoins, type WithdrawNetwork } from '../contract.ts';
import { custodyProcesses } from '../process-contract.ts';
import { areTermsSet, type CoinRow, coinsOfSite, hasMemo } from './coin-rows.ts';
import { isoOrNull } from './times.ts';
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
  const now = context.clock.now();
  const deposits = coins.map((coin) => depositOf(site, coin, stateOf(coin.pause, coin.pauseUntil, heads.get(coin.chain), now)));
  const withdrawals = coins.filter(areTermsSet).map((coin) => ({
    ...withdrawalOf(site, coin, context.config.demo),
    ...stateOf(coin.outPause, coin.outPauseUntil, heads.get(coin.chain), now),
  }));
  return { data: { deposits, withdrawals, isDemo: context.config.demo } };
});

type NetworkState = Pick<DepositNetwork, 'state' | 'stateAt'>;

function depositOf(site: SiteConfig, coin: CoinRow, state: NetworkState): DepositNetwork {
  const asset = assetAt(site, coin.asset);
  return {
    walletType: coin.walletType,
    currency: asset === undefined ? coin.walletType : currencyOfAsset(asset),
    chain: coin.chain,
    ...state,
    least: chainText(BigInt(coin.least), coin.decimals),
    creditAfter: coin.creditAfter,
    unlockAfter: coin.unlockAfter,
    hasMemo: hasMemo(coin.chain),
    contract: coin.contract,
  };
}

/** Seconds between two blocks, as the networks publish them. */
const blockSeconds: Readonly<Record<ChainName, number>> = { ETH: 12, TRON: 3, BTC: 600, DOGE: 60, XRP: 4, EOS: 1 };
/** What `apps/custody` makes them at. */
const DEMO_BLOCK_SECONDS = 3;

function withdrawalOf(site: SiteConfig, coin: CoinRow, isDemo: boolean): Omit<WithdrawNetwork, keyof NetworkState> {
  const asset = assetAt(site, coin.asset);
  const text = (units: number) => formatDecimal(units, asset?.decimals ?? 0, true);
  return {
    walletType: coin.walletType,
    currency: asset === undefined ? coin.walletType : currencyOfAsset(asset),
    chain: coin.chain,
    fee: text(coin.outFee),
    least: text(coin.outLeast),
    hasMemo: hasMemo(coin.chain),
    settledAfter: coin.outSettledAfter,
    seconds: coin.outSettledAfter * (isDemo ? DEMO_BLOCK_SECONDS : blockSeconds[coin.chain]),
    example: isDemo && coin.chain === 'EOS' ? EOS_DEMO_FAUCET : null,
  };
}

async function readHeads({ pool }: Pick<AppContext, 'pool'>): Promise<Map<string, HeadRow>> {
  const { rows } = await pool.query<HeadRow>(
    'SELECT chain, seen_ms::float8 AS seen, fault_since_ms::float8 AS "faultSince" FROM custody_head',
  );
  return new Map(rows.map((row) => [row.chain, row]));
}

function stateOf(pause: string | null, pauseUntil: number | null, head: HeadRow | undefined, now: number): NetworkState {
  if (pause !== null) return { state: 'PAUSED', stateAt: isoOrNull(pauseUntil) };
  if (head === undefined) return { state: 'STARTING', stateAt: null };
  if (head.faultSince !== null && now - head.faultSince > AWAY_MS) return { state: 'AWAY', stateAt: isoOrNull(head.faultSince) };
  if (now - head.seen > AWAY_MS) return { state: 'AWAY', stateAt: isoOrNull(head.seen) };
  return { state: 'OPEN', stateAt: null };
}
