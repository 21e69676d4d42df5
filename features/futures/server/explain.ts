// Why a fill, a funding payment, a liquidation or a refusal came out as it did: found among the member's own rows, explained from the journal.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { requestKeyWords } from '@maru/kit/server/request-key.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { explain } from '../explain-contract.ts';
import { explainer } from './explain/explainer.ts';
import type { Subject } from './explain/explanation.ts';
import { findOrder, listFillsOf } from './queries.ts';
import { memberOf } from './submit.ts';

type Query = Out<typeof explain.query>;

export const explainHandler = handle(explain, async (context, call) => {
  const { account } = memberOf(call);
  const subject = await subjectOf(context, call, account);
  if (subject === undefined) throw new Refusal('EXPLAIN_UNKNOWN');
  return { data: await context.services.use(explainer).explain(call.site, account, subject) };
});

/** Nothing is replayed but what the member's own rows name. */
async function subjectOf(context: AppContext, call: Call<Query>, account: number): Promise<Subject | undefined> {
  const { site, query } = call;
  if (query.tradeId !== undefined) {
    if (query.orderId === undefined) throw new Refusal('REQUIRED_FIELD', { field: 'orderId' });
    return findFill(context, site.id, account, query.orderId, query.tradeId);
  }
  if (query.orderId !== undefined) return findEnded(context, site.id, account, query.orderId);
  if (query.futuresPositionId !== undefined) return findLiquidation(context, site.id, account, query.futuresPositionId);
  if (query.liquidationId !== undefined) return findLiquidationStep(context, site.id, account, query.liquidationId);
  if (query.fundingId !== undefined) return findFunding(context, site.id, account, query.fundingId);
  if (query.sequence !== undefined) return findRejection(context, site.id, account, 'seq = $3', [query.sequence]);
  if (query.requestKey === undefined) throw new Refusal('REQUIRED_FIELD', { field: 'sequence' });
  const { member } = memberOf(call);
  for (const key of [{ requestKey: query.requestKey }, { requestKey: undefined, ownName: query.requestKey }]) {
    const halves = requestKeyWords({ site: site.id, member, ...key });
    const found = halves && (await findRejection(context, site.id, account, 'key_hi = $3 AND key_lo = $4', halves));
    if (found !== undefined) return found;
  }
  return undefined;
}

type Db = Pick<AppContext, 'pool'>;

async function findFill(db: Db, site: number, account: number, orderId: number, tradeId: number): Promise<Subject | undefined> {
  const order = await findOrder(db, site, account, orderId);
  if (order === undefined) return undefined;
  const fills = await listFillsOf(db, site, account, orderId, order.placedSeq, order.closedSeq ?? Number.MAX_SAFE_INTEGER);
  const fill = fills.find((row) => row.tradeId === tradeId);
  return fill && { kind: 'FILL', seq: fill.seq, tradeId, orderId };
}

/** An order that a refusal ended. */
async function findEnded(db: Db, site: number, account: number, orderId: number): Promise<Subject | undefined> {
  const order = await findOrder(db, site, account, orderId);
  return order?.closedSeq === undefined || !order.reason ? undefined : { kind: 'ENDED', seq: order.closedSeq, orderId };
}

/** The last step that closed some of it; before there were steps, the end of the position. */
async function findLiquidation({ pool }: Db, site: number, account: number, positionId: number): Promise<Subject | undefined> {
  const { rows } = await pool.query<{ seq: number }>(
    `SELECT max(seq) AS seq FROM (
       SELECT seq FROM futures_liquidation WHERE site_id = $1 AND account = $2 AND position_id = $3
       UNION ALL SELECT closed_seq FROM futures_position WHERE site_id = $1 AND account = $2 AND position_id = $3 AND end_reason = 2) x`,
    [site, account, positionId],
  );
  return rows[0]?.seq ? { kind: 'LIQUIDATION', seq: rows[0].seq, positionId } : undefined;
}

async function findLiquidationStep({ pool }: Db, site: number, account: number, liquidationId: string): Promise<Subject | undefined> {
  const [seq, idx] = liquidationId.split('.').map(Number);
  const { rows } = await pool.query<{ id: number }>(
    'SELECT position_id AS id FROM futures_liquidation WHERE site_id = $1 AND account = $2 AND seq = $3 AND idx = $4',
    [site, account, seq, idx],
  );
  return rows[0] && { kind: 'LIQUIDATION', seq, positionId: rows[0].id };
}

async function findFunding({ pool }: Db, site: number, account: number, fundingId: string): Promise<Subject | undefined> {
  const [seq, positionId] = fundingId.split('.').map(Number);
  const { rows } = await pool.query('SELECT 1 FROM futures_funding WHERE site_id = $1 AND account = $2 AND seq = $3 AND position_id = $4', [
    site,
    account,
    seq,
    positionId,
  ]);
  return rows.length > 0 ? { kind: 'FUNDING', seq, positionId } : undefined;
}

async function findRejection(
  { pool }: Db,
  site: number,
  account: number,
  where: 'seq = $3' | 'key_hi = $3 AND key_lo = $4',
  values: readonly number[],
): Promise<Subject | undefined> {
  const { rows } = await pool.query<{ seq: number }>(
    `SELECT seq FROM futures_rejection WHERE site_id = $1 AND account = $2 AND ${where} ORDER BY seq DESC LIMIT 1`,
    [site, account, ...values],
  );
  return rows[0] && { kind: 'REJECTION', seq: rows[0].seq };
}
