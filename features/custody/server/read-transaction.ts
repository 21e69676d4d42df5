// What the watcher read of one transaction of a demo's chain, for the page that stands in the place of an explorer.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import type { Pool } from 'pg';
import { type ChainTransaction, readChainTransaction } from '../explorer-contract.ts';
import { currencyAt } from './coin-text.ts';
import { isoOrNull } from './times.ts';
import { chainText, inChainUnits, ledgerDecimals } from './units.ts';

interface Row {
  from: string | null;
  to: string;
  memo: string | null;
  walletType: string;
  asset: number;
  /** In the chain's units. */
  amount: string;
  decimals: number;
  height: number | null;
  blockHash: string | null;
  blockAt: number | null;
  confirmations: number | null;
  isSuccess: boolean | null;
}

const BLOCK = (height: string) =>
  `(SELECT b.time_ms::float8 FROM custody_block b WHERE b.chain = $2 AND b.height = ${height}) AS "blockAt",
   (SELECT greatest(0, h.scanned_height - ${height} + 1)::int FROM custody_head h WHERE h.chain = $2) AS confirmations`;

export const readTransactionHandler = handle(readChainTransaction, async (context, { site, session, query }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  if (!context.config.demo) throw new Refusal('NOT_FOUND');
  const { chain, hash } = query;
  const [arrived, paid] = await Promise.all([
    readArrivals(context.pool, site.id, chain, hash),
    readPayout(context.pool, site.id, chain, hash),
  ]);
  const rows = [...paid, ...arrived];
  if (rows.length === 0) throw new Refusal('NOT_FOUND');
  return { data: present(site, chain, hash, rows) };
});

/** A payment to another member of the site is both a payout and an arrival: one of them is enough. */
function present(site: SiteConfig, chain: string, hash: string, rows: readonly Row[]): ChainTransaction {
  const { height, blockHash, blockAt, confirmations, isSuccess } = rows.find((row) => row.height !== null) ?? rows[0];
  const block = height === null || blockHash === null ? null : { height, hash: blockHash, at: isoOrNull(blockAt) };
  const payments = new Map(
    rows.map(({ to, memo, walletType, asset, amount, decimals }) => [
      `${to} ${memo} ${walletType} ${amount}`,
      { to, memo, walletType, currency: currencyAt(site, asset), amount: chainText(BigInt(amount), decimals) },
    ]),
  );
  return {
    chain,
    hash,
    state: block === null ? 'WAITING' : isSuccess === false ? 'FAILED' : 'MINED',
    block,
    confirmations: block === null ? 0 : (confirmations ?? 0),
    from: rows.find(({ from }) => from !== null)?.from ?? null,
    payments: [...payments.values()],
  };
}

async function readArrivals(pool: Pool, site: number, chain: string, hash: string): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT a.sender AS "from", a.address AS "to", a.memo, a.coin AS "walletType", c.asset, a.amount::text AS amount, c.chain_decimals AS decimals,
       a.height::float8 AS height, a.block_hash AS "blockHash", NULL::boolean AS "isSuccess", ${BLOCK('a.height')}
     FROM custody_arrival a JOIN custody_coin c ON c.site_id = $1 AND c.wallet_type = a.coin
     WHERE a.chain = $2 AND a.tx_hash = $3
       AND EXISTS (SELECT 1 FROM custody_address o WHERE o.site_id = $1 AND o.chain = a.chain AND o.address = a.address) ORDER BY a.place`,
    [site, chain, hash],
  );
  return rows;
}

async function readPayout(pool: Pool, site: number, chain: string, hash: string): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT p.source AS "from", w.address AS "to", w.memo, w.wallet_type AS "walletType", w.asset, w.amount::text AS amount, c.chain_decimals AS decimals,
       p.mined_height::float8 AS height, p.mined_hash AS "blockHash", p.is_success AS "isSuccess", ${BLOCK('p.mined_height')}
     FROM custody_payout p JOIN custody_withdrawal w ON w.withdrawal_id = p.withdrawal_id
     JOIN custody_coin c ON c.site_id = $1 AND c.wallet_type = w.wallet_type
     WHERE p.site_id = $1 AND p.chain = $2 AND p.hash = $3`,
    [site, chain, hash],
  );
  return rows.map((row) => ({
    ...row,
    amount: String(inChainUnits(BigInt(row.amount), row.decimals, ledgerDecimals(row.asset)) ?? 0n),
  }));
}
