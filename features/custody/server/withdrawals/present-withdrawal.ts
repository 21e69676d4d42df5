// A withdrawal as the member's list and queue show it.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Pool } from 'pg';
import { assetAt } from '@maru/wallet/admin-contract.ts';
import { currencyAt } from '../coin-text.ts';
import { linkOf } from '../explorer-links.ts';
import type { Withdrawal, WithdrawalState } from '../../withdraw-contract.ts';

export interface WithdrawalRow {
  withdrawalId: number;
  account: number;
  walletType: string;
  asset: number;
  chain: string;
  address: string;
  memo: string | null;
  payee: number | null;
  amount: number;
  fee: number;
  value: number;
  number: number | null;
  state: WithdrawalState;
  ledger: string;
  reason: string | null;
  waits: string | null;
  waitsFor: 'STOP' | 'SHORT' | 'OTHERS' | null;
  asked: number;
  settledAfter: number;
  twoPersons: number;
  isJudgedTwo: boolean;
  workedBy: number | null;
  workedSince: number | null;
  secondRequest: number | null;
  secondBy: number | null;
  secondAsked: number | null;
  txHash: string | null;
  explorer: string | null;
  confirmations: number | null;
  steps: { state: WithdrawalState; at: number }[] | null;
}

/** Of one that stands still: a stop of its coin comes before what its hot address lacks. */
export const WAITS_FOR = `CASE WHEN w.waits IS NULL OR w.state <> 'APPROVED' THEN NULL
   WHEN EXISTS (SELECT 1 FROM custody_stop s WHERE s.site_id = w.site_id AND s.asset = w.asset AND s.lifted_ms IS NULL) THEN 'STOP'
   WHEN w.is_short THEN 'SHORT' WHEN w.waits_for_others THEN 'OTHERS' END`;

/** Of its transactions the one that was mined, else the newest. */
export const WITHDRAWAL_COLUMNS = `w.withdrawal_id::float8 AS "withdrawalId", w.account, w.wallet_type AS "walletType", w.asset, w.chain, w.address, w.memo, w.payee,
 w.amount::float8 AS amount, w.fee::float8 AS fee, w.value::float8 AS value, w.number::float8 AS number, w.state, w.ledger, w.reason, w.waits, ${WAITS_FOR} AS "waitsFor", w.asked_ms::float8 AS asked,
 c.out_settled_after AS "settledAfter", c.out_two_persons::float8 AS "twoPersons", p.hash AS "txHash", ${linkOf('w.chain', 'p.hash')} AS explorer,
 w.worked_by::float8 AS "workedBy", w.worked_ms::float8 AS "workedSince", w.second_request::float8 AS "secondRequest", w.second_by::float8 AS "secondBy", w.second_ms::float8 AS "secondAsked", coalesce(j.result = 'TWO', false) AS "isJudgedTwo",
 greatest(0, h.scanned_height - p.mined_height + 1)::int AS confirmations,
 (SELECT json_agg(json_build_object('state', s.state, 'at', s.at_ms) ORDER BY s.step_id) FROM custody_withdrawal_step s
   WHERE s.withdrawal_id = w.withdrawal_id) AS steps`;
export const WITHDRAWAL_FROM = `FROM custody_withdrawal w
 JOIN custody_coin c ON c.site_id = w.site_id AND c.wallet_type = w.wallet_type
 LEFT JOIN custody_head h ON h.chain = w.chain
 LEFT JOIN custody_judgement j ON j.withdrawal_id = w.withdrawal_id
 LEFT JOIN LATERAL (SELECT o.hash, o.mined_height FROM custody_payout o WHERE o.withdrawal_id = w.withdrawal_id AND o.hash IS NOT NULL
   ORDER BY o.mined_height NULLS LAST, o.payout_id DESC LIMIT 1) p ON true
 WHERE w.site_id = $1`;

export interface WithdrawalFilter {
  /** Null: of the whole site. */
  account: number | null;
  walletType?: string | undefined;
  state?: string | undefined;
  isOpen?: boolean | undefined;
  /** Only those that were asked for before this one. */
  before?: number | undefined;
  size: number;
  offset: number;
}

export async function readRow(pool: Pool, site: number, id: number): Promise<WithdrawalRow | undefined> {
  const { rows } = await pool.query<WithdrawalRow>(`SELECT ${WITHDRAWAL_COLUMNS} ${WITHDRAWAL_FROM} AND w.withdrawal_id = $2`, [site, id]);
  return rows[0];
}

/** Only of this account: anybody else's is not there. */
export async function readOwn(pool: Pool, site: SiteConfig, account: number, id: number): Promise<Withdrawal | undefined> {
  const row = await readRow(pool, site.id, id);
  return row?.account === account ? presentWithdrawal(site, row) : undefined;
}

export async function readRows(pool: Pool, site: number, filter: WithdrawalFilter): Promise<{ rows: WithdrawalRow[]; total: number }> {
  const where = `AND ($2::int IS NULL OR w.account = $2) AND ($3::text IS NULL OR w.wallet_type = $3) AND ($4::text IS NULL OR w.state = $4)
   AND ($5::boolean IS NULL OR (w.ledger IN ('NONE', 'HELD', 'SENT')) = $5) AND ($6::bigint IS NULL OR w.withdrawal_id < $6)`;
  const values = [site, filter.account, filter.walletType ?? null, filter.state ?? null, filter.isOpen ?? null, filter.before ?? null];
  const [{ rows }, { rows: counted }] = await Promise.all([
    pool.query<WithdrawalRow>(`SELECT ${WITHDRAWAL_COLUMNS} ${WITHDRAWAL_FROM} ${where} ORDER BY w.withdrawal_id DESC LIMIT $7 OFFSET $8`, [
      ...values,
      filter.size,
      filter.offset,
    ]),
    pool.query<{ total: number }>(`SELECT count(*)::int AS total ${WITHDRAWAL_FROM} ${where}`, values),
  ]);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** Until it is approved (decisions.md, Money). */
export const cancellable: readonly WithdrawalState[] = ['REQUESTED', 'HELD', 'REVIEW'];

export function presentWithdrawal(site: SiteConfig, row: WithdrawalRow): Withdrawal {
  const known = assetAt(site, row.asset);
  const text = (units: number) => formatDecimal(units, known?.decimals ?? 0, true);
  return {
    withdrawalId: row.withdrawalId,
    walletType: row.walletType,
    currency: currencyAt(site, row.asset),
    chain: row.chain,
    point: text(row.amount + row.fee),
    fee: text(row.fee),
    arrives: text(row.amount),
    address: row.address,
    memo: row.memo,
    state: row.state,
    reason: row.reason,
    isInside: row.payee !== null,
    canCancel: cancellable.includes(row.state),
    txHash: row.txHash,
    explorer: row.explorer,
    confirmations: row.confirmations ?? 0,
    settledAfter: row.settledAfter,
    askedAt: new Date(row.asked).toISOString(),
    steps: (row.steps ?? []).map(({ state, at }) => ({ state, at: new Date(at).toISOString() })),
  };
}
