// The queue of withdrawals: what waits for a person, narrowed by coin, value, wait and what is typed whole.
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { MINUTE_MS } from '@maru/kit/contract/calendar.ts';
import type { Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { listDeskWithdrawals } from '../../withdraw-admin-contract.ts';
import { presentForDesk } from '../withdrawals/desk-withdrawals.ts';
import { WITHDRAWAL_COLUMNS, WITHDRAWAL_FROM, type WithdrawalRow } from '../withdrawals/present-withdrawal.ts';
import { CLAIMED_MS } from '../withdrawals/worker.ts';
import { wantedRows } from './found-rows.ts';

const PAGE = 20;
const MAX_PAGE = 100;

const WHERE = `AND ($2::int IS NULL OR w.account = $2)
 AND ($3::text IS NULL OR w.address = $3 OR w.account = $4 OR w.withdrawal_id = $5
   OR EXISTS (SELECT 1 FROM custody_payout y WHERE y.withdrawal_id = w.withdrawal_id AND y.hash = $3))
 AND ($6::text IS NULL OR w.wallet_type = $6) AND ($7::text IS NULL OR w.state = $7) AND ($8::bigint IS NULL OR w.value >= $8)
 AND ($9::bigint IS NULL OR w.asked_ms <= $9)
 AND CASE $10 WHEN 'WAITING' THEN w.state = 'REVIEW' WHEN 'MINE' THEN w.state = 'REVIEW' AND w.worked_by = $11 AND w.worked_ms > $12
   WHEN 'OPEN' THEN w.state NOT IN ('CONFIRMED', 'REFUSED', 'CANCELLED', 'FAILED')
   WHEN 'DONE' THEN w.state IN ('CONFIRMED', 'REFUSED', 'CANCELLED', 'FAILED') ELSE true END`;

export const listDeskWithdrawalsHandler = handleOperator(listDeskWithdrawals, async (context, { site, query, session }) => {
  const { page = 0, size = PAGE, show = 'ALL', walletType = null, state = null, least, minutes } = query;
  const { pool, clock } = context;
  const { member: operator } = session as Session;
  const limit = Math.min(size, MAX_PAGE);
  const { account, text, named, id } = await wantedRows(context, site.id, query);
  const value = least === undefined ? null : least * 10 ** USDT_DECIMALS;
  const until = minutes === undefined ? null : clock.now() - minutes * MINUTE_MS;
  const values = [site.id, account, text, named, id, walletType, state, value, until, show, operator, clock.now() - CLAIMED_MS];
  const order = show === 'WAITING' || show === 'MINE' ? 'w.withdrawal_id' : 'w.withdrawal_id DESC';
  const [{ rows }, { rows: counted }] = await Promise.all([
    pool.query<WithdrawalRow>(`SELECT ${WITHDRAWAL_COLUMNS} ${WITHDRAWAL_FROM} ${WHERE} ORDER BY ${order} LIMIT $13 OFFSET $14`, [
      ...values,
      limit,
      page * limit,
    ]),
    pool.query<{ total: number }>(`SELECT count(*)::int AS total ${WITHDRAWAL_FROM} ${WHERE}`, values),
  ]);
  const content = await presentForDesk(context, site, rows, operator);
  return { data: { content, page, size: limit, totalElements: counted[0]?.total ?? 0 } };
});
