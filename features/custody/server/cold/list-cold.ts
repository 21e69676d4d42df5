// Cold storage as operators see it: by the last read of each chain, with the share that is cold.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { operatorNames } from '@maru/operator/contract.ts';
import { type ColdAddress, type ColdCoin, listCold } from '../../cold-admin-contract.ts';
import { HOLDINGS } from '../cold-holdings.ts';
import { currencyAt } from '../coin-text.ts';
import { isoOrNull } from '../times.ts';
import { chainText } from '../units.ts';
import { coldMoves } from './list-moves.ts';

export const listColdHandler = handleOperator(listCold, async (context, { site }) => {
  const { pool } = context;
  const [coins, addresses, moves] = await Promise.all([coldCoins(pool, site), coldAddresses(context, site), coldMoves(pool, site)]);
  return { data: { coins, addresses, moves } };
});

interface CoinRow {
  walletType: string;
  chain: string;
  asset: number;
  decimals: number;
  wanted: number;
  read: number | null;
  hot: string;
  warm: string;
  cold: string;
}

const COINS = `SELECT h.wallet_type AS "walletType", h.chain, h.asset, h.chain_decimals AS decimals, h.cold_percent AS wanted, h.read_ms::float8 AS read,
   h.hot::text AS hot, h.warm::text AS warm, h.cold::text AS cold
 FROM (SELECT c.*, r.read_ms, ${HOLDINGS} FROM custody_coin c LEFT JOIN custody_read r ON r.chain = c.chain AND r.height IS NOT NULL WHERE c.site_id = $1) h
 ORDER BY h.asset, h.wallet_type`;

async function coldCoins(pool: AppContext['pool'], site: SiteConfig): Promise<ColdCoin[]> {
  const { rows } = await pool.query<CoinRow>(COINS, [site.id]);
  return rows.map(({ walletType, chain, asset, decimals, wanted, read, hot, warm, cold }) => ({
    walletType,
    chain,
    currency: currencyAt(site, asset),
    readAt: isoOrNull(read),
    hot: chainText(BigInt(hot), decimals),
    warm: chainText(BigInt(warm), decimals),
    cold: chainText(BigInt(cold), decimals),
    share: shareOf(BigInt(cold), BigInt(hot) + BigInt(warm) + BigInt(cold)),
    wanted,
  }));
}

/** Never more than it is: 79.99 per cent are not 80. */
const shareOf = (cold: bigint, all: bigint): string | null => (all === 0n ? null : chainText((cold * 10_000n) / all, 2));

interface AddressRow {
  coldId: number;
  chain: string;
  address: string;
  isOpen: boolean;
  made: number;
  agreedBy: string[];
  holds: { walletType: string; asset: number; decimals: number; amount: string }[];
}

async function coldAddresses({ pool, services }: AppContext, site: SiteConfig): Promise<ColdAddress[]> {
  const { rows } = await pool.query<AddressRow>(
    `SELECT o.cold_id::float8 AS "coldId", o.chain, o.address, o.is_open AS "isOpen", o.made_ms::float8 AS made, o.agreed_by::text[] AS "agreedBy",
       (SELECT coalesce(jsonb_agg(jsonb_build_object('walletType', c.wallet_type, 'asset', c.asset, 'decimals', c.chain_decimals, 'amount', b.amount::text)
          ORDER BY c.wallet_type), '[]') FROM custody_balance b JOIN custody_coin c ON c.site_id = o.site_id AND c.wallet_type = b.coin
        WHERE b.chain = o.chain AND b.address = o.address) AS holds
     FROM custody_cold o WHERE o.site_id = $1 ORDER BY o.chain, o.is_open DESC, o.cold_id DESC`,
    [site.id],
  );
  const named = await services.use(operatorNames).of(rows.flatMap(({ agreedBy }) => agreedBy.map(Number)));
  return rows.map(({ made, agreedBy, holds, ...row }) => ({
    ...row,
    holds: holds.map(({ walletType, asset, decimals, amount }) => ({
      walletType,
      currency: currencyAt(site, asset),
      amount: chainText(BigInt(amount), decimals),
    })),
    madeAt: new Date(made).toISOString(),
    setBy: agreedBy.map((id) => named.get(Number(id))?.username ?? id),
  }));
}
