// The coins that a site takes in: the defaults of each network, and the rows in which a site keeps its own.
import type { ChainName } from '@maru/chains/chain.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { type Config, ConfigError } from '@maru/kit/server/config.ts';
import { isChainOn } from '@maru/kit/server/config-chains.ts';
import { nodeChains } from '@maru/kit/server/config-chain-settings.ts';
import { networkWallets } from '@maru/site/admin-contract.ts';
import type { Pool } from 'pg';
import { usualExplorer } from './explorer-links.ts';
import { contractOf, isToken } from './token-contracts.ts';

interface CoinDefault {
  /** On the chain. */
  decimals: number;
  creditAfter: number;
  unlockAfter: number;
  least: string;
  /** Going out, in the ledger's units: fee, least, and from where on one and two persons look. */
  out: readonly [fee: number, least: number, lookedAt: number, twoPersons: number];
  /** In the chain's units: what an address holds before it is gathered, above what a demo gives at once; and what stays there. */
  sweep: readonly [from: string, keeps: string];
}

/** Thresholds as the field has them (published policies range from 1 to 6 for BTC, 2 to 64 for ETH); each site's row may say others. */
const defaultTerms: Readonly<Record<string, CoinDefault>> = {
  ETH: {
    decimals: 18,
    creditAfter: 12,
    unlockAfter: 64,
    least: '1000000000000000',
    out: [1e5, 1e6, 2e8, 20e8],
    sweep: ['2000000000000000000', '0'],
  },
  ETH_USDT: {
    decimals: 6,
    creditAfter: 12,
    unlockAfter: 64,
    least: '1000000',
    out: [3e6, 10e6, 1_000e6, 10_000e6],
    sweep: ['5000000000', '0'],
  },
  TRON: {
    decimals: 6,
    creditAfter: 20,
    unlockAfter: 20,
    least: '1000000',
    out: [1e8, 10e8, 5_000e8, 50_000e8],
    sweep: ['10000000000', '0'],
  },
  TRON_USDT: {
    decimals: 6,
    creditAfter: 20,
    unlockAfter: 20,
    least: '1000000',
    out: [1e6, 10e6, 1_000e6, 10_000e6],
    sweep: ['5000000000', '0'],
  },
  BTC: {
    decimals: 8,
    creditAfter: 2,
    unlockAfter: 6,
    least: '10000',
    out: [2e4, 1e5, 5e6, 50e6],
    sweep: ['20000000', '0'],
  },
  DOGE: {
    decimals: 8,
    creditAfter: 20,
    unlockAfter: 60,
    least: '100000000',
    out: [5e8, 20e8, 10_000e8, 100_000e8],
    sweep: ['5000000000000', '0'],
  },
  XRP: {
    decimals: 6,
    creditAfter: 1,
    unlockAfter: 1,
    least: '1000000',
    out: [2e7, 20e8, 1_000e8, 10_000e8],
    sweep: ['5000000000', '2000000'],
  },
  EOS: {
    decimals: 4,
    creditAfter: 1,
    unlockAfter: 1,
    least: '1000',
    out: [1e7, 2e8, 1_000e8, 10_000e8],
    sweep: ['50000000', '0'],
  },
};

type CoinTerms = CoinDefault & { chain: ChainName; asset: number };
/** Of each wallet of one network that a site may have. */
const defaults: Readonly<Record<string, CoinTerms | undefined>> = Object.fromEntries(
  networkWallets.map(({ code, asset, network }) => [code, { ...termsNamed(code), chain: network, asset }]),
);

function termsNamed(code: string): CoinDefault {
  const terms = defaultTerms[code];
  if (terms === undefined) throw new Error(`nothing is said of how ${code} comes and goes`);
  return terms;
}

type Chains = Pick<Config, 'demo' | 'chains'>;

/** Whether payouts are made on it: the rows of a chain without a node say that nothing goes out. */
export const canPayOn = (chain: ChainName, config: Chains): boolean => isChainOn(config, chain);

/** On which all members of a site share an address, told apart by a number: tags of XRP, memos of EOS. */
export const hasMemo = (chain: ChainName): boolean => chain === 'XRP' || chain === 'EOS';

/** A demo's blocks come every few seconds, and nobody waits for sixty of them. */
const DEMO_MOST = { credit: 3, unlock: 6 };

export interface CoinRow {
  walletType: string;
  chain: ChainName;
  asset: number;
  contract: string | null;
  symbol: string | null;
  decimals: number;
  creditAfter: number;
  unlockAfter: number;
  least: string;
  pause: string | null;
  pauseUntil: number | null;
  outFee: number;
  outLeast: number;
  outLookedAt: number;
  outTwoPersons: number;
  outSettledAfter: number;
  outPause: string | null;
  outPauseUntil: number | null;
  /** Of all there is, what should lie in cold storage at least. */
  coldPercent: number;
  explorer: string | null;
}

/** Of `custody_coin`, as `CoinRow` has them. */
export const COIN_COLUMNS = `wallet_type AS "walletType", chain, asset, contract, symbol, chain_decimals AS decimals, credit_after AS "creditAfter",
 unlock_after AS "unlockAfter", deposit_least AS least, in_paused AS pause, in_paused_until_ms::float8 AS "pauseUntil",
 out_fee::float8 AS "outFee", out_least::float8 AS "outLeast", out_looked_at::float8 AS "outLookedAt", out_two_persons::float8 AS "outTwoPersons",
 out_settled_after AS "outSettledAfter", out_paused AS "outPause", out_paused_until_ms::float8 AS "outPauseUntil", cold_percent AS "coldPercent", explorer`;

/** Why nothing goes out though nobody paused it: no payouts on its chain yet, or a row from before there were any. */
const notYet: readonly (string | null)[] = ['SOON', 'SETUP'];
export const areTermsSet = ({ outPause }: Pick<CoinRow, 'outPause'>): boolean => !notYet.includes(outPause);

/** What of the site's rows its configuration switches on, in its order; nothing of a chain that is not there. */
export async function coinsOfSite(pool: Pool, site: SiteConfig): Promise<CoinRow[]> {
  const { rows } = await pool.query<CoinRow>(`SELECT ${COIN_COLUMNS} FROM custody_coin WHERE site_id = $1 AND is_on`, [site.id]);
  return site.depositCoins.flatMap((code) => rows.filter(({ walletType }) => walletType === code));
}

/** A row for each coin that the site switches on and has none of yet; what stands is never changed. */
export async function openCoins(pool: Pool, site: SiteConfig, config: Chains): Promise<void> {
  const isDemo = config.demo;
  // Rows from before their chain paid.
  await pool.query(`UPDATE custody_coin SET out_paused = NULL WHERE site_id = $1 AND out_paused = 'SOON' AND chain = ANY($2)`, [
    site.id,
    nodeChains.filter((chain) => canPayOn(chain, config)),
  ]);
  // A token's fees are paid in its chain's own coin: that has a row too.
  const named = site.depositCoins.flatMap((walletType) => [walletType, defaults[walletType]?.chain ?? walletType]);
  for (const walletType of new Set(named)) {
    const coin = defaults[walletType];
    if (coin === undefined) continue;
    const [credit, unlock] = isDemo
      ? [Math.min(coin.creditAfter, DEMO_MOST.credit), Math.min(coin.unlockAfter, DEMO_MOST.unlock)]
      : [coin.creditAfter, coin.unlockAfter];
    await pool.query(
      `INSERT INTO custody_coin (site_id, wallet_type, chain, asset, chain_decimals, credit_after, unlock_after, deposit_least,
         out_fee, out_least, out_looked_at, out_two_persons, out_settled_after, out_paused, sweep_from, sweep_keeps)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $6, $13, $14, $15) ON CONFLICT DO NOTHING`,
      [
        site.id,
        walletType,
        coin.chain,
        coin.asset,
        coin.decimals,
        credit,
        unlock,
        coin.least,
        ...coin.out,
        canPayOn(coin.chain, config) ? null : 'SOON',
        ...coin.sweep,
      ],
    );
  }
  for (const chain of nodeChains)
    await pool.query('UPDATE custody_coin SET explorer = $3 WHERE site_id = $1 AND chain = $2 AND explorer IS NULL', [
      site.id,
      chain,
      usualExplorer({ demo: isDemo, networks: config.chains.networks }, chain),
    ]);
  if (!isDemo) await switchOn(pool, site.id, config);
}

/** Of real chains: what has a node is on, tokens by the contract of the settings. Rows that name another one are another coin's. */
async function switchOn(pool: Pool, site: number, config: Chains): Promise<void> {
  const { rows } = await pool.query<{ coin: string; chain: ChainName; contract: string | null }>(
    'SELECT wallet_type AS coin, chain, contract FROM custody_coin WHERE site_id = $1',
    [site],
  );
  for (const { coin, chain, contract } of rows) {
    const known = contractOf(config.chains, coin, chain);
    if (known !== undefined && contract !== null && contract !== known.contract && isChainOn(config, chain))
      throw new ConfigError([
        `MARU_TOKENS=${coin}=${known.contract}: 사이트 ${site}의 컨트랙트는 ${contract}입니다 · the contract of site ${site} is ${contract}`,
      ]);
    const isOn = isChainOn(config, chain) && (!isToken(coin) || known !== undefined);
    await pool.query(
      'UPDATE custody_coin SET is_on = $3, contract = coalesce(contract, $4), symbol = coalesce(symbol, $5) WHERE site_id = $1 AND wallet_type = $2',
      [site, coin, isOn, known?.contract ?? null, known?.symbol ?? null],
    );
  }
}
