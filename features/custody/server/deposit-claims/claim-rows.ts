// A deposit claim as its member's list shows it, and how its state moves.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Pool, PoolClient } from 'pg';
import type { DepositClaim, DepositClaimState } from '../../deposit-claim-contract.ts';
import { currencyAt } from '../coin-text.ts';
import { chainText } from '../units.ts';

export interface DepositClaimRow {
  claimId: number;
  account: number;
  walletType: string;
  asset: number;
  chain: string;
  txHash: string;
  amount: string;
  decimals: number;
  sender: string | null;
  evidence: string | null;
  state: DepositClaimState;
  reason: string | null;
  asked: number;
  arrivalId: number | null;
  workedBy: number | null;
  workedSince: number | null;
  secondRequest: number | null;
  secondBy: number | null;
  secondAsked: number | null;
  steps: { state: DepositClaimState; at: number }[] | null;
}

/** Approved is credited once its deposit is in the wallet. */
export const CLAIM_STATE = `CASE WHEN q.state = 'APPROVED' AND d.state IN ('CREDITED', 'UNLOCKED') THEN 'CREDITED' ELSE q.state END`;
export const CLAIM_COLUMNS = `q.claim_id::float8 AS "claimId", q.account, q.wallet_type AS "walletType", q.asset, q.chain, q.tx_hash AS "txHash",
 q.amount::text AS amount, c.chain_decimals AS decimals, q.sender, q.evidence, ${CLAIM_STATE} AS state, q.reason, q.asked_ms::float8 AS asked,
 q.arrival_id::float8 AS "arrivalId", q.worked_by::float8 AS "workedBy", q.worked_ms::float8 AS "workedSince",
 q.second_request::float8 AS "secondRequest", q.second_by::float8 AS "secondBy", q.second_ms::float8 AS "secondAsked",
 (SELECT json_agg(json_build_object('state', s.state, 'at', s.at_ms) ORDER BY s.at_ms) FROM (
   SELECT s.state, s.at_ms FROM custody_deposit_claim_step s WHERE s.claim_id = q.claim_id
   UNION ALL SELECT 'CREDITED', s.at_ms FROM custody_deposit_step s WHERE s.deposit_id = q.arrival_id AND s.state = 'CREDITED') s) AS steps`;
export const CLAIM_FROM = `FROM custody_deposit_claim q
 JOIN custody_coin c ON c.site_id = q.site_id AND c.wallet_type = q.wallet_type
 LEFT JOIN custody_deposit d ON d.deposit_id = q.arrival_id WHERE q.site_id = $1`;

export async function readClaim(pool: Pick<Pool, 'query'>, site: number, id: number): Promise<DepositClaimRow | undefined> {
  const { rows } = await pool.query<DepositClaimRow>(`SELECT ${CLAIM_COLUMNS} ${CLAIM_FROM} AND q.claim_id = $2`, [site, id]);
  return rows[0];
}

export function presentClaim(site: SiteConfig, row: DepositClaimRow): DepositClaim {
  const { claimId, walletType, chain, txHash, sender, evidence, state, reason } = row;
  return {
    claimId,
    walletType,
    currency: currencyAt(site, row.asset),
    chain,
    txHash,
    point: chainText(BigInt(row.amount), row.decimals),
    sender,
    evidence,
    state,
    reason,
    canCancel: state === 'REQUESTED',
    askedAt: new Date(row.asked).toISOString(),
    steps: (row.steps ?? []).map((step) => ({ state: step.state, at: new Date(step.at).toISOString() })),
  };
}

/** Of the table alone: what is credited is approved. */
type KeptState = Exclude<DepositClaimState, 'CREDITED'>;

export interface ClaimMove {
  from: readonly KeptState[];
  to: KeptState;
  now: number;
  reason?: string;
  arrival?: number;
}

/** False: it was in none of these states, and is as it was. */
export async function moveClaim(client: PoolClient, id: number, { from, to, now, reason, arrival }: ClaimMove): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE custody_deposit_claim SET state = $3, changed_ms = $4, reason = $5, arrival_id = $6 WHERE claim_id = $1 AND state = ANY($2)`,
    [id, from, to, now, reason ?? null, arrival ?? null],
  );
  if (rowCount !== 1) return false;
  await noteClaimStep(client, id, to, now);
  return true;
}

export async function noteClaimStep(client: PoolClient, id: number, state: KeptState, now: number): Promise<void> {
  await client.query('INSERT INTO custody_deposit_claim_step (claim_id, state, at_ms) VALUES ($1, $2, $3)', [id, state, now]);
}
