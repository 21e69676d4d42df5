// What a claim and the arrival it is held against are, read under their locks: a decision names the hash of both.
import { hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { DepositClaimState } from '../../deposit-claim-contract.ts';

/** What the member said, and what the chain says: all that one sees before saying yes. */
export interface ClaimContent {
  claim: number;
  site: number;
  account: number;
  chain: string;
  walletType: string;
  txHash: string;
  said: { amount: string; sender: string | null; evidence: string | null };
  arrival: { id: number; address: string; memo: string | null; amount: string; sender: string | null; height: number } | null;
}

export function claimHash({ claim, site, account, chain, walletType, txHash, said, arrival }: ClaimContent): string {
  const seen = arrival && [arrival.id, arrival.address, arrival.memo, arrival.amount, arrival.sender, arrival.height];
  const all = [claim, site, account, chain, walletType, txHash, said.amount, said.sender, said.evidence, seen];
  return hash('sha256', JSON.stringify(all), 'hex');
}

export interface LockedClaim {
  id: number;
  site: number;
  account: number;
  walletType: string;
  asset: number;
  chain: string;
  txHash: string;
  amount: string;
  sender: string | null;
  evidence: string | null;
  state: DepositClaimState;
  decimals: number;
  least: string;
  twoPersons: number;
  workedBy: number | null;
  workedSince: number | null;
  secondRequest: number | null;
  secondAsked: number | null;
}

/** Nobody else moves it until the transaction ends. Undefined: there is none of this id at the site. */
export async function lockClaim(client: PoolClient, site: number, id: number): Promise<LockedClaim | undefined> {
  const { rows } = await client.query<LockedClaim>(
    `SELECT q.claim_id::float8 AS id, q.site_id AS site, q.account, q.wallet_type AS "walletType", q.asset, q.chain, q.tx_hash AS "txHash",
       q.amount::text AS amount, q.sender, q.evidence, q.state, c.chain_decimals AS decimals, c.deposit_least::text AS least,
       c.out_two_persons::float8 AS "twoPersons", q.worked_by::float8 AS "workedBy", q.worked_ms::float8 AS "workedSince",
       q.second_request::float8 AS "secondRequest", q.second_ms::float8 AS "secondAsked"
     FROM custody_deposit_claim q JOIN custody_coin c ON c.site_id = q.site_id AND c.wallet_type = q.wallet_type
     WHERE q.site_id = $1 AND q.claim_id = $2 FOR UPDATE OF q`,
    [site, id],
  );
  return rows[0];
}

export interface LockedArrival {
  id: number;
  address: string;
  memo: string | null;
  amount: string;
  sender: string | null;
  height: number | null;
  /** What suspense has of it, in the ledger's units; null until it is booked. */
  units: number | null;
  dust: string;
  isCredited: boolean;
}

/** Of the claim's own transaction and coin alone, and only what is nobody's at its site: no other arrival can be meant. */
export async function lockArrival(client: PoolClient, claim: LockedClaim, id: number): Promise<LockedArrival | undefined> {
  const { rows } = await client.query<LockedArrival>(
    `SELECT a.arrival_id::float8 AS id, a.address, a.memo, a.amount::text AS amount, a.sender, a.height::float8 AS height,
       CASE WHEN e.is_booked THEN e.amount::float8 END AS units, e.dust::text AS dust,
       EXISTS (SELECT 1 FROM custody_deposit d WHERE d.deposit_id = a.arrival_id) AS "isCredited"
     FROM custody_arrival a JOIN custody_entry e ON e.site_id = $1 AND e.arrival_id = a.arrival_id AND e.amount > 0
     WHERE a.arrival_id = $2 AND a.chain = $3 AND a.tx_hash = $4 AND a.coin = $5 FOR UPDATE OF a`,
    [claim.site, id, claim.chain, claim.txHash, claim.walletType],
  );
  return rows[0];
}

type Said = Pick<LockedClaim, 'id' | 'site' | 'account' | 'chain' | 'walletType' | 'txHash' | 'amount' | 'sender' | 'evidence'>;
type Seen = Pick<LockedArrival, 'id' | 'address' | 'memo' | 'amount' | 'sender' | 'height'>;

export const isOpenClaim = ({ state }: Pick<LockedClaim, 'state'>): boolean => state === 'REQUESTED' || state === 'IN_REVIEW';

export function contentOf(claim: Said, arrival: Seen | undefined): ClaimContent {
  const { id, site, account, chain, walletType, txHash, amount, sender, evidence } = claim;
  return {
    claim: id,
    site,
    account,
    chain,
    walletType,
    txHash,
    said: { amount, sender, evidence },
    arrival: arrival?.height == null ? null : { ...arrival, height: arrival.height },
  };
}
