// Sweeps for the desk: what lies at members' addresses by the last read of their chain, and how far each transfer to the hot address is.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { type DeskSweep, listDeskSweeps, type Ungathered } from '../../sweep-admin-contract.ts';
import { currencyAt } from '../coin-text.ts';
import { isoOrNull } from '../times.ts';
import { chainText } from '../units.ts';

export const listDeskSweepsHandler = handleOperator(listDeskSweeps, async ({ pool }, { site }) => {
  const [coins, sweeps] = await Promise.all([ungatheredOf(pool, site), sweepsOf(pool, site)]);
  return { data: { coins, sweeps } };
});

interface CoinRow {
  walletType: string;
  chain: string;
  asset: number;
  decimals: number;
  from: string;
  read: number | null;
  amount: string;
  addresses: number;
}

const COINS = `SELECT c.wallet_type AS "walletType", c.chain, c.asset, c.chain_decimals AS decimals, greatest(c.sweep_from, c.deposit_least)::text AS from,
   r.read_ms::float8 AS read, coalesce(sum(b.amount), 0)::text AS amount, count(b.address)::int AS addresses
 FROM custody_coin c
 LEFT JOIN custody_read r ON r.chain = c.chain AND r.height IS NOT NULL
 LEFT JOIN custody_balance b ON b.chain = c.chain AND b.coin = c.wallet_type
   AND EXISTS (SELECT 1 FROM custody_address a WHERE a.site_id = c.site_id AND a.chain = c.chain AND a.address = b.address)
 WHERE c.site_id = $1 GROUP BY c.site_id, c.wallet_type, r.read_ms ORDER BY c.wallet_type`;

async function ungatheredOf(pool: AppContext['pool'], site: SiteConfig): Promise<Ungathered[]> {
  const { rows } = await pool.query<CoinRow>(COINS, [site.id]);
  return rows.map(({ walletType, chain, asset, decimals, from, read, amount, addresses }) => ({
    walletType,
    chain,
    currency: currencyAt(site, asset),
    readAt: isoOrNull(read),
    amount: chainText(BigInt(amount), decimals),
    addresses,
    from: chainText(BigInt(from), decimals),
  }));
}

interface SweepRow {
  id: number;
  kind: DeskSweep['kind'];
  walletType: string;
  asset: number;
  decimals: number;
  amount: string;
  from: string;
  addresses: number;
  to: string;
  state: 'OPEN' | 'DONE' | 'FAILED' | 'DROPPED';
  payout: string | null;
  isSent: boolean;
  made: number;
  reason: string | null;
  hash: string | null;
  confirmations: number;
  settledAfter: number;
  fee: string | null;
  feeAsset: number;
  feeDecimals: number;
}

/** Of several transactions for one the mined one counts, else the newest. */
const SWEEPS = `SELECT s.sweep_id::float8 AS id, s.kind, s.coin AS "walletType", c.asset, c.chain_decimals AS decimals, coalesce(i.amount, s.amount)::text AS amount,
   CASE WHEN s.kind = 'FUEL' THEN p.source ELSE s.address END AS from, coalesce(i.addresses, 1) AS addresses, s.target AS to, s.state,
   p.state AS payout, p.sent_ms IS NOT NULL AS "isSent", s.made_ms::float8 AS made, coalesce(s.reason, p.refused) AS reason, p.hash,
   coalesce(greatest(0, h.scanned_height - p.mined_height + 1), 0)::int AS confirmations, o.out_settled_after AS "settledAfter",
   coalesce(s.network_fee, p.network_fee)::text AS fee, o.asset AS "feeAsset", o.chain_decimals AS "feeDecimals"
 FROM custody_sweep s
 JOIN custody_coin c ON c.site_id = s.site_id AND c.wallet_type = s.coin
 JOIN custody_coin o ON o.site_id = s.site_id AND o.wallet_type = s.chain
 LEFT JOIN custody_head h ON h.chain = s.chain
 LEFT JOIN LATERAL (SELECT * FROM custody_payout p WHERE p.sweep_id = s.sweep_id ORDER BY p.mined_height NULLS LAST, p.payout_id DESC LIMIT 1) p ON true
 LEFT JOIN LATERAL (SELECT sum(u.amount) AS amount, count(DISTINCT u.address)::int AS addresses FROM custody_reservation k
   JOIN custody_output u ON u.chain = k.chain AND u.output = k.reserved WHERE k.sweep_id = s.sweep_id AND s.place IS NULL AND s.kind = 'SWEEP') i ON i.amount IS NOT NULL
 WHERE s.site_id = $1 ORDER BY s.sweep_id DESC LIMIT 100`;

function stateOf({ state, payout, isSent }: SweepRow): DeskSweep['state'] {
  if (state !== 'OPEN') return state;
  if (isSent) return 'SENT';
  return payout === 'SIGNED' ? 'SIGNED' : 'PREPARED';
}

async function sweepsOf(pool: AppContext['pool'], site: SiteConfig): Promise<DeskSweep[]> {
  const { rows } = await pool.query<SweepRow>(SWEEPS, [site.id]);
  return rows.map((row) => {
    const { id, kind, walletType, asset, decimals, amount, from, addresses, to, made, reason, hash, confirmations, settledAfter } = row;
    return {
      sweepId: id,
      kind,
      walletType,
      currency: currencyAt(site, asset),
      amount: chainText(BigInt(amount), decimals),
      from,
      addresses,
      to,
      state: stateOf(row),
      madeAt: new Date(made).toISOString(),
      reason,
      txHash: hash,
      confirmations,
      settledAfter,
      fee: row.fee === null ? null : { amount: chainText(BigInt(row.fee), row.feeDecimals), currency: currencyAt(site, row.feeAsset) },
    };
  });
}
