// Begins an act on many members: chosen by the server in one statement, checked as a whole, with a second person where the single act wants one.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { Audit } from '@maru/kit/server/operator-call.ts';
import { requestHashOf } from '@maru/kit/server/request-hash.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { accountsOfPerson } from '@maru/operator/admin-contract.ts';
import { approvals, type AskedRequest, type LiveValues, type Writer } from '@maru/operator/contract.ts';
import type { PoolClient } from 'pg';
import { MOST_FOUND, type startMemberJob } from '../../../member-job-contract.ts';
import { memberSource } from '../find-members.ts';
import { searchWords } from '../personal-search.ts';
import { type JobRow, jobAt } from './job-rows.ts';
import type { MemberJobs } from './run-jobs.ts';

type StartCall = Call<undefined, Out<typeof startMemberJob.body>>;

/** Open ones of one person, over all its accounts and sites. */
const AT_ONCE = 3;
const LIFT_MANY = 'member.lift-holds';

/** The job that was begun now, or by the same request before. */
export async function beginJob(context: AppContext, call: StartCall, audit: Audit): Promise<JobRow> {
  const { site, body, session } = call;
  if (body.act === 'HOLD' && body.days === undefined) throw new Refusal('REQUIRED_FIELD', { field: 'days' });
  const { member: operator } = session as Session;
  const { act, reason, expected: _shown, days: _days, ...filters } = body;
  const source = await memberSource(context, site.id, filters);
  return inTransaction(context.pool, async (client) => {
    const accounts = await context.services.use(accountsOfPerson)(client, operator);
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('account_job'), $1)`, [accounts[0]]);
    const before = await sameRequest(context, client, call);
    if (before !== undefined) {
      await audit({ target: `member-job:${before.id}`, after: { isRepeat: true } }, client);
      return before;
    }
    const open = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM account_job WHERE operator_id = ANY($1::bigint[]) AND state IN ('ASKED', 'WAITING', 'RUNNING')`,
      [accounts],
    );
    if (open.rows[0].n >= AT_ONCE) throw new Refusal('MEMBER_JOB_BUSY', { most: AT_ONCE });
    const id = await insertJob(context, client, call);
    const total = await choose(client, id, source, body.expected);
    await client.query('UPDATE account_job SET total = $2 WHERE id = $1', [id, total]);
    if (act === 'LIFT_HOLD') await askToLift(context, client, call, id, total);
    const after = { act, ...(act === 'HOLD' && { days: body.days }), members: total, filters: { ...filters, q: searchWords(filters.q) } };
    await audit({ target: `member-job:${id}`, after, reason }, client);
    return (await jobAt(client, site.id, id)) as JobRow;
  });
}

const askedOf = (context: AppContext, { site, body }: StartCall) => requestHashOf(context, 'member job', site.id, body);

async function sameRequest(context: AppContext, client: PoolClient, call: StartCall): Promise<JobRow | undefined> {
  if (call.requestKey === undefined) return undefined;
  const { rows } = await client.query<JobRow>('SELECT * FROM account_job WHERE operator_id = $1 AND request_key = $2', [
    (call.session as Session).member,
    call.requestKey,
  ]);
  const row = rows.at(0);
  if (row !== undefined && row.asked !== askedOf(context, call)) throw new Refusal('REQUEST_REUSED');
  return row;
}

async function insertJob(context: AppContext, client: PoolClient, call: StartCall): Promise<number> {
  const { act, days, reason } = call.body;
  const { member, username } = call.session as Session;
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO account_job (site_id, operator_id, operator_name, request_key, asked, act, days, reason, state, ip, request_id, asked_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
    [
      call.site.id,
      member,
      username,
      call.requestKey ?? null,
      askedOf(context, call),
      act,
      act === 'HOLD' ? days : null,
      reason,
      act === 'LIFT_HOLD' ? 'ASKED' : 'WAITING',
      call.ip,
      call.requestId,
      new Date(context.clock.now()),
    ],
  );
  return rows[0].id;
}

/** Who is found by one statement is who it is about: nobody comes or goes later. */
async function choose(
  client: PoolClient,
  id: number,
  { where, values }: { where: string; values: unknown[] },
  expected: number,
): Promise<number> {
  const all = [...values, id, MOST_FOUND + 1];
  const { rowCount } = await client.query(
    `INSERT INTO account_job_member (job_id, member_id)
     SELECT $${all.length - 1}::bigint, m.id FROM account_member m WHERE ${where} LIMIT $${all.length}`,
    all,
  );
  const total = rowCount ?? 0;
  if (total === 0) throw new Refusal('FOUND_NOBODY');
  if (total > MOST_FOUND) throw new Refusal('FOUND_TOO_MANY', { limit: MOST_FOUND });
  if (total > expected) throw new Refusal('FOUND_MORE', { field: 'expected', count: total });
  return total;
}

/** One request for all of them: the second person sees how many there are, and how many of them are held. */
async function askToLift(context: AppContext, client: PoolClient, call: StartCall, job: number, total: number): Promise<void> {
  const { before, after } = await heldNow(context, client, job, total);
  const requestId = await context.services.use(approvals).ask(call, client, {
    kind: LIFT_MANY,
    site: call.site.id,
    target: `member-job:${job}`,
    summary: { ko: `회원 ${total}명 출금 보류 해제`, en: `Lift the holds of ${total} members` },
    payload: { job },
    before,
    after,
    reason: call.body.reason,
  });
  await client.query('UPDATE account_job SET approval_id = $2 WHERE id = $1', [job, requestId]);
}

/** Holds run out while somebody decides: the decision is bound to who was chosen. */
async function heldNow({ clock }: AppContext, sql: Writer, job: number, members: number): Promise<LiveValues> {
  const { rows } = await sql.query(
    `SELECT count(DISTINCT h.member_id)::int AS held FROM account_job_member j JOIN account_withdrawal_hold h USING (member_id)
     WHERE j.job_id = $1 AND h.until > $2 AND h.lifted_at IS NULL`,
    [job, new Date(clock.now())],
  );
  return { before: { members, held: rows[0].held }, after: { members, held: 0 }, bound: { job, members } };
}

const jobOf = (request: AskedRequest) => (request.payload as { job: number }).job;

/** Right behind the start of the operators' desk. */
export function registerManyLifts(context: AppContext, jobs: MemberJobs): void {
  context.services.find(approvals)?.register<AppContext>({
    kind: LIFT_MANY,
    name: { ko: '여러 회원의 출금 보류 해제', en: 'Lifting the holds of several members' },
    right: 'member.decide',
    async live(c, sql, request) {
      const row = await jobAt(sql, request.site, jobOf(request));
      if (row?.state !== 'ASKED') throw new Refusal('MEMBER_JOB_OVER');
      return heldNow(c, sql, row.id, row.total);
    },
    async apply(_context, client, request) {
      const { rowCount } = await client.query(
        `UPDATE account_job SET state = 'WAITING', decided_by = $3 WHERE id = $2 AND site_id = $1 AND state = 'ASKED'`,
        [request.site, jobOf(request), request.decidedBy],
      );
      if (rowCount !== 1) throw new Refusal('MEMBER_JOB_OVER');
    },
    async declined({ clock }, client, request) {
      await client.query(
        `UPDATE account_job SET state = 'STOPPED', fault = 'MEMBER_JOB_DECLINED', ended_at = $3 WHERE id = $2 AND site_id = $1 AND state = 'ASKED'`,
        [request.site, jobOf(request), new Date(clock.now())],
      );
    },
    async after(_context, request) {
      jobs.tell({ id: jobOf(request), site_id: request.site }, false);
      jobs.hurry();
    },
  });
}
