// Asking for an act on every member a filter finds, how far it is, its end and its results.
import { listCsv } from '@maru/kit/contract/list.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type BoundRoute, type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { errorWords } from '@maru/kit/server/http-errors.ts';
import { type Audit, handleOperator } from '@maru/kit/server/operator-call.ts';
import { operatorDesk } from '@maru/kit/server/operator-desk.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { listMembers } from '../../../admin-contract.ts';
import { countFound, fetchMemberJob, listMemberJobs, startMemberJob, stopMemberJob } from '../../../member-job-contract.ts';
import { jobResultColumns } from '../../../member-job-list-contract.ts';
import { timeIn } from '@maru/kit/contract/calendar.ts';
import { memberSource } from '../find-members.ts';
import { countPersonalSearch } from '../personal-search.ts';
import { type JobRow, jobAt, presentJobs } from './job-rows.ts';
import type { MemberJobs } from './run-jobs.ts';
import { beginJob } from './start-job.ts';

const SHOWN = 30;
const operatorOf = (call: Pick<Call, 'session'>) => (call.session as Session).member;

/** Who may not see members finds none by counting them either. */
async function refuseBlind({ services }: AppContext, call: Pick<Call, 'session' | 'site'>): Promise<void> {
  const mayRead = await services.use(operatorDesk).holds(operatorOf(call), call.site.id, listMembers.right as string);
  if (!mayRead) throw new Refusal('NO_PERMISSION');
}

export function jobRoutes(jobs: () => MemberJobs): BoundRoute[] {
  const shown = async (context: AppContext, call: Pick<Call, 'session'>, row: JobRow) =>
    (await presentJobs(context, [row], operatorOf(call)))[0];
  return [
    handleOperator(countFound, async (context, call, audit) => {
      await refuseBlind(context, call);
      await countPersonalSearch(context, call, call.query.q, audit);
      const { where, values } = await memberSource(context, call.site.id, call.query);
      const { rows } = await context.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM account_member m WHERE ${where}`, values);
      return { data: { count: rows[0].n } };
    }),
    handleOperator(startMemberJob, async (context, call, audit) => {
      await refuseBlind(context, call);
      await countPersonalSearch(context, call, call.body.q, audit);
      const row = await beginJob(context, call, audit);
      if (row.approval_id !== null && row.state === 'ASKED') throw new Refusal('APPROVAL_REQUIRED', { requestId: Number(row.approval_id) });
      jobs().hurry();
      return { data: await shown(context, call, row) };
    }),
    handle(listMemberJobs, async (context, call) => {
      const { rows } = await context.pool.query<JobRow>('SELECT * FROM account_job WHERE site_id = $1 ORDER BY id DESC LIMIT $2', [
        call.site.id,
        SHOWN,
      ]);
      return { data: { content: await presentJobs(context, rows, operatorOf(call)) } };
    }),
    handleOperator(stopMemberJob, async (context, call, audit) => {
      const row = await endByHand(context, call, audit);
      jobs().tell(row, true);
      return { data: await shown(context, call, row) };
    }),
    handleOperator(fetchMemberJob, resultsOf),
  ];
}

/** Waits for the member that is being treated: behind the answer nobody is. */
async function endByHand(context: AppContext, call: Call<undefined, Out<typeof stopMemberJob.body>>, audit: Audit): Promise<JobRow> {
  const { username } = call.session as Session;
  return inTransaction(context.pool, async (client) => {
    const { rows } = await client.query<JobRow>(
      `UPDATE account_job SET state = 'STOPPED', fault = 'MEMBER_JOB_STOPPED', stopped_by = $3, ended_at = $4
       WHERE site_id = $1 AND id = $2 AND state IN ('ASKED', 'WAITING', 'RUNNING') RETURNING *`,
      [call.site.id, call.body.id, username, new Date(context.clock.now())],
    );
    if (rows.length === 0) {
      const isThere = (await jobAt(client, call.site.id, call.body.id)) !== undefined;
      throw isThere ? new Refusal('MEMBER_JOB_OVER') : new Refusal('NOT_FOUND', { field: 'id' });
    }
    const { id, act, total, done, refused } = rows[0];
    await audit({ target: `member-job:${id}`, after: { act, state: 'STOPPED', members: total, done, refused } }, client);
    return rows[0];
  });
}

async function resultsOf(context: AppContext, call: Call<Out<typeof fetchMemberJob.query>>, audit: Audit) {
  const { site } = call;
  const job = await jobAt(context.pool, site.id, Number(call.query.id));
  if (job === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  const { rows } = await context.pool.query<{ member: number; result: 'DONE' | 'REFUSED' | null; code: string | null; at: Date | null }>(
    'SELECT member_id AS member, result, code, at FROM account_job_member WHERE job_id = $1 ORDER BY member_id',
    [job.id],
  );
  await audit({ target: `member-job:${job.id}`, after: { act: job.act, rows: rows.length } });
  const said = new Map<string, string>();
  const wordsOf = (code: string) => {
    const known = said.get(code) ?? context.services.find(errorWords)?.(code)?.ko ?? code;
    said.set(code, known);
    return known;
  };
  const results = rows.map((row) => ({ ...row, why: row.code === null ? null : wordsOf(row.code) }));
  const csv = listCsv(jobResultColumns, results, { say: ({ ko }) => ko, moment: (at) => timeIn(site.timeZone, new Date(at)) });
  const bytes = new TextEncoder().encode(`\uFEFF${csv}\r\n`);
  const file = { type: 'text/csv; charset=utf-8', bytes, isInline: false, name: `${site.code}-member-job-${job.id}.csv`, maxAge: 0 };
  return { data: null, file };
}
