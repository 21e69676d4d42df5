// One member of a job: the act as its own call does it, with its note and its line, and the member's result in the same transaction.
import type { Route } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { type Audit, isOwnMember } from '@maru/kit/server/operator-call.ts';
import { type AuditNote, operatorDesk, type SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { askLiftHold, endMemberSessions, holdWithdrawals, setMemberStatus } from '../../../admin-acts-contract.ts';
import type { BulkAct } from '../../../bulk-contract.ts';
import { changeOneStatus, endLoginsOfOne, holdOne } from '../member-acts.ts';
import { liftOne } from '../two-person-acts.ts';
import type { JobRow } from './job-rows.ts';

/** The job goes on no more, or somebody else has treated this member: what was begun is rolled back. */
export class NoLonger extends Error {}

interface Step {
  context: AppContext;
  job: JobRow;
  member: number;
  call: { site: SiteConfig; session: Session; body: { playerId: number; reason: string } };
}

interface ActOnOne {
  /** The single act, which the line in the log names. */
  route: Pick<Route, 'name' | 'right'>;
  run(step: Step, audit: Audit): Promise<unknown>;
}

const status = (to: 'ACTIVE' | 'DENY'): ActOnOne => ({
  route: setMemberStatus,
  run: ({ context, call }, audit) => changeOneStatus(context, { ...call, body: { ...call.body, status: to } }, audit),
});

export const actsOnOne: Readonly<Record<BulkAct, ActOnOne>> = {
  END_LOGINS: { route: endMemberSessions, run: ({ context, call }, audit) => endLoginsOfOne(context, call, audit) },
  HOLD: {
    route: holdWithdrawals,
    run: ({ context, call, job }, audit) => holdOne(context, { ...call, body: { ...call.body, days: job.days ?? 1 } }, audit),
  },
  LIFT_HOLD: {
    route: askLiftHold,
    run: ({ context, job, member }, audit) =>
      inTransaction(context.pool, async (client) => {
        const agreed = { site: job.site_id, member, reason: job.reason, decidedBy: Number(job.decided_by) };
        const { before, after } = await liftOne(context, client, agreed);
        const told = { ...(after as object), request: Number(job.approval_id) };
        await audit({ target: `member:${member}`, before, after: told, reason: job.reason }, client);
      }),
  },
  DENY: status('DENY'),
  ALLOW: status('ACTIVE'),
};

/** Who asked for the job, as its acts see it. */
export const sessionOf = (job: JobRow): Session => ({
  site: job.site_id,
  member: Number(job.operator_id),
  account: -1,
  username: job.operator_name,
  role: 'operator',
  family: `member-job:${job.id}`,
});

/** Throws NoLonger where the job was stopped meanwhile; a refusal is this member's result. */
export async function treatMember(context: AppContext, site: SiteConfig, job: JobRow, member: number): Promise<void> {
  const { route, run } = actsOnOne[job.act];
  const call = { site, session: sessionOf(job), body: { playerId: member, reason: job.reason } };
  // Before the line: the log has one end, and everybody waits for who holds it.
  const audit: Audit = async (note, client) => {
    if (client === undefined) throw new Error(`${route.name} writes its line outside of its transaction`);
    await noteResult(context, client, job, member, 'DONE', null);
    await writeLine(context, client, job, route, note);
  };
  try {
    await refuseOwn(context, job, member);
    await run({ context, job, member, call }, audit);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await refuseMember(context, job, member, error.code);
  }
}

/** Of those who asked for it and agreed to it neither is the member itself. */
async function refuseOwn({ services, pool }: AppContext, job: JobRow, member: number): Promise<void> {
  for (const operator of [job.operator_id, job.decided_by])
    if (operator !== null && (await services.use(isOwnMember)(pool, { site: job.site_id, members: [member], operator: Number(operator) })))
      throw new Refusal('MEMBER_OWN');
}

export async function refuseMember(context: AppContext, job: JobRow, member: number, code: string): Promise<void> {
  await inTransaction(context.pool, async (client) => {
    await noteResult(context, client, job, member, 'REFUSED', code);
    const note = { target: `member:${member}`, reason: job.reason };
    await writeLine(context, client, job, actsOnOne[job.act].route, note, code);
  });
}

async function noteResult(
  { clock }: AppContext,
  client: SqlWriter,
  { id }: JobRow,
  member: number,
  result: 'DONE' | 'REFUSED',
  code: string | null,
): Promise<void> {
  // Held until the commit: whoever stops the job waits for this member, and no other follows.
  const counted = await client.query(
    `UPDATE account_job SET done = done + $2::int, refused = refused + $3::int WHERE id = $1 AND state = 'RUNNING'`,
    [id, Number(result === 'DONE'), Number(result === 'REFUSED')],
  );
  if (counted.rowCount !== 1) throw new NoLonger();
  const noted = await client.query(
    'UPDATE account_job_member SET result = $3, code = $4, at = $5 WHERE job_id = $1 AND member_id = $2 AND result IS NULL',
    [id, member, result, code, new Date(clock.now())],
  );
  if (noted.rowCount !== 1) throw new NoLonger();
}

/** As the operator's own call would have written it; the request's name is the job's. */
export function writeLine(
  context: AppContext,
  client: SqlWriter,
  job: JobRow,
  route: Pick<Route, 'name' | 'right'>,
  note: AuditNote,
  refusal?: string,
): Promise<void> {
  const line = {
    ...note,
    operator: { id: Number(job.operator_id), username: job.operator_name },
    site: job.site_id,
    action: route.name,
    right: route.right as string,
    ip: job.ip,
    requestId: job.request_id,
    ...(refusal !== undefined && { refusal }),
  };
  return context.services.use(operatorDesk).write(line, client);
}
