// Deposit claims as operators see them: whose, what it said, whether there is such an arrival, who else claims it and who works on it.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { memberCards, memberDirectory } from '@maru/member/contract.ts';
import { type DeskDepositClaim, listDeskDepositClaims } from '../../deposit-claim-admin-contract.ts';
import { wantedRows } from '../desk/found-rows.ts';
import { secondsOf, workersOf } from '../desk/who-works.ts';
import { CLAIMED_MS } from '../withdrawals/worker.ts';
import { CLAIM_COLUMNS, CLAIM_FROM, type DepositClaimRow, presentClaim } from './claim-rows.ts';

const PAGE = 30;
const MAX_PAGE = 100;

interface DeskRow extends DepositClaimRow {
  found: number;
  rivals: number;
}

const COLUMNS = `${CLAIM_COLUMNS},
 (SELECT count(*)::int FROM custody_arrival a JOIN custody_entry e ON e.site_id = q.site_id AND e.arrival_id = a.arrival_id AND e.amount > 0
   WHERE a.chain = q.chain AND a.tx_hash = q.tx_hash AND a.coin = q.wallet_type
     AND NOT EXISTS (SELECT 1 FROM custody_deposit x WHERE x.deposit_id = a.arrival_id)) AS found,
 (SELECT count(*)::int FROM custody_deposit_claim o WHERE o.site_id = q.site_id AND o.chain = q.chain AND o.tx_hash = q.tx_hash
   AND o.account <> q.account) AS rivals`;

const WHERE = `AND ($2::int IS NULL OR q.account = $2) AND ($3::text IS NULL OR q.wallet_type = $3)
 AND ($4::text IS NULL OR lower(q.tx_hash) = lower($4) OR q.sender = $4 OR q.account = $5 OR q.claim_id = $6)
 AND CASE $7 WHEN 'WAITING' THEN q.state IN ('REQUESTED', 'IN_REVIEW')
   WHEN 'MINE' THEN q.state IN ('REQUESTED', 'IN_REVIEW') AND q.worked_by = $8 AND q.worked_ms > $9
   WHEN 'DONE' THEN q.state NOT IN ('REQUESTED', 'IN_REVIEW') ELSE true END`;

export const listDeskDepositClaimsHandler = handleOperator(listDeskDepositClaims, async (context, { site, query, session }) => {
  const { page = 0, size = PAGE, show = 'ALL', walletType = null } = query;
  const { pool, clock } = context;
  const { member: operator } = session as Session;
  const limit = Math.min(size, MAX_PAGE);
  const { account, text, named, id } = await wantedRows(context, site.id, query);
  const values = [site.id, account, walletType, text, named, id, show, operator, clock.now() - CLAIMED_MS];
  const order = show === 'WAITING' || show === 'MINE' ? 'q.claim_id' : 'q.claim_id DESC';
  const [{ rows }, { rows: counted }] = await Promise.all([
    pool.query<DeskRow>(`SELECT ${COLUMNS} ${CLAIM_FROM} ${WHERE} ORDER BY ${order} LIMIT $10 OFFSET $11`, [
      ...values,
      limit,
      page * limit,
    ]),
    pool.query<{ total: number }>(`SELECT count(*)::int AS total ${CLAIM_FROM} ${WHERE}`, values),
  ]);
  const content = await presentForDesk(context, site, rows, operator);
  return { data: { content, page, size: limit, totalElements: counted[0]?.total ?? 0 } };
});

/** `operator`: who looks. */
export async function deskClaim(context: AppContext, site: SiteConfig, id: number, operator: number): Promise<DeskDepositClaim> {
  const { rows } = await context.pool.query<DeskRow>(`SELECT ${COLUMNS} ${CLAIM_FROM} AND q.claim_id = $2`, [site.id, id]);
  if (rows.length === 0) throw new Refusal('NOT_FOUND', { field: 'claimId' });
  return (await presentForDesk(context, site, rows, operator))[0];
}

async function presentForDesk(
  context: AppContext,
  site: SiteConfig,
  rows: readonly DeskRow[],
  operator: number,
): Promise<DeskDepositClaim[]> {
  const directory = context.services.use(memberDirectory);
  const memberAt = ({ account }: DeskRow) => directory.memberOf(site.id, account) ?? 0;
  const ofDesk = rows.map((row) => ({ ...row, id: row.claimId }));
  const [cards, workers, asked] = await Promise.all([
    context.services.use(memberCards)(site.id, [...new Set(rows.map(memberAt))]),
    workersOf(context, ofDesk, operator),
    secondsOf(context, ofDesk),
  ]);
  return rows.map((row) => ({
    ...presentClaim(site, row),
    playerId: memberAt(row),
    username: cards.get(memberAt(row))?.username ?? '',
    found: row.found,
    rivals: row.rivals,
    worker: workers.get(row.claimId) ?? null,
    asked: asked.get(row.claimId) ?? null,
  }));
}
