// Does the acts on many members: a slice of each open job in turn, a member at a time, as long as whoever asked may still do it.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Job, JobRun } from '@maru/kit/server/jobs.ts';
import { operatorDesk } from '@maru/kit/server/operator-desk.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { APPROVAL_LIFE_MS } from '@maru/operator/admin-contract.ts';
import { desk } from '@maru/operator/contract.ts';
import { actOnMembers } from '../../../bulk-contract.ts';
import { MEMBER_JOB_KIND, startMemberJob } from '../../../member-job-contract.ts';
import type { JobRow } from './job-rows.ts';
import { actsOnOne, NoLonger, refuseMember, treatMember, writeLine } from './treat-member.ts';

/** Of one job before another has its turn. */
const SLICE = 25;
const TELL_MS = 700;
/** After a fault that is nobody's refusal; the third of one member is its result. */
const AGAIN_MS = 1_000;
const MOST_TRIES = 3;
const LOOK_MS = 60_000;
/** What became of each member is kept so long; the lines of the log stay. */
const KEPT_MS = 90 * DAY_MS;

export class MemberJobs {
  readonly #context: AppContext;
  readonly #told = new Map<number, number>();
  readonly #failures = new Map<string, number>();
  readonly #job: Job;

  constructor(context: AppContext) {
    this.#context = context;
    this.#job = context.jobs.every({ name: 'account.jobs', everyMs: AGAIN_MS, fault: 'acts on many members wait' }, (run) =>
      this.#work(run),
    );
    const forget = { name: 'account.forgetJobs', everyMs: LOOK_MS, fault: 'acts on many members were not looked after' };
    context.jobs.every(forget, () => this.look());
  }

  /** Something waits. */
  hurry(): void {
    void this.#job.hurry();
  }

  /** At the start and now and then: what nobody decided in time begins no more, old results go, and what was begun goes on. */
  async look(): Promise<void> {
    const { pool, clock } = this.#context;
    const now = clock.now();
    const { rows } = await pool.query<JobRow>(
      `UPDATE account_job SET state = 'STOPPED', fault = 'MEMBER_JOB_DECLINED', ended_at = $1 WHERE state = 'ASKED' AND asked_at < $2 RETURNING *`,
      [new Date(now), new Date(now - APPROVAL_LIFE_MS)],
    );
    for (const job of rows) this.tell(job, true);
    await pool.query('DELETE FROM account_job WHERE ended_at < $1', [new Date(now - KEPT_MS)]);
    this.hurry();
  }

  /** Its progress to who looks; at most a note every so often until it ends. */
  tell({ id, site_id: site }: Pick<JobRow, 'id' | 'site_id'>, isOver: boolean): void {
    const now = performance.now();
    if (!isOver && now - (this.#told.get(id) ?? -TELL_MS) < TELL_MS) return;
    if (isOver) this.#told.delete(id);
    else this.#told.set(id, now);
    const box = this.#context.services.find(desk);
    box?.tell(site, { type: 'CHANGED', kind: MEMBER_JOB_KIND, id });
    // Lists and files of its members, once for all of them.
    if (isOver) box?.tell(site, { type: 'CHANGED', kind: 'members' });
  }

  async #work({ goesOn }: JobRun): Promise<void> {
    const open = `SELECT * FROM account_job WHERE state IN ('WAITING', 'RUNNING') ORDER BY id`;
    for (let isMore = true; isMore && goesOn(); ) {
      isMore = false;
      for (const job of (await this.#context.pool.query<JobRow>(open)).rows) if (await this.#slice(job, goesOn)) isMore = true;
    }
  }

  /** True while there may be more to do. */
  async #slice(job: JobRow, goesOn: () => boolean): Promise<boolean> {
    const { pool, sites } = this.#context;
    const site = sites.byId(job.site_id);
    if (site === undefined) return false;
    if (job.state === 'WAITING') await pool.query(`UPDATE account_job SET state = 'RUNNING' WHERE id = $1 AND state = 'WAITING'`, [job.id]);
    const { rows } = await pool.query<{ member: number }>(
      'SELECT member_id AS member FROM account_job_member WHERE job_id = $1 AND result IS NULL ORDER BY member_id LIMIT $2',
      [job.id, SLICE],
    );
    for (const { member } of rows) {
      if (!goesOn()) return false;
      // Asked for each: what was taken away a moment ago is not done in its holder's name.
      if (!(await this.#mayGoOn(job))) return this.#end(job, 'STOPPED', 'NO_PERMISSION');
      try {
        await treatMember(this.#context, site, job, member);
      } catch (error) {
        if (error instanceof NoLonger) return false;
        await this.#failed(job, member, error);
      }
      this.tell(job, false);
    }
    return rows.length < SLICE ? this.#end(job, 'DONE', null) : true;
  }

  /** The right of the job, and of the act where it wants another. */
  async #mayGoOn(job: JobRow): Promise<boolean> {
    const rights = new Set([startMemberJob.right as string, actOnMembers.right as string, actsOnOne[job.act].route.right as string]);
    const gateway = this.#context.services.use(operatorDesk);
    for (const right of rights) if (!(await gateway.holds(Number(job.operator_id), job.site_id, right))) return false;
    return true;
  }

  async #failed(job: JobRow, member: number, error: unknown): Promise<void> {
    const name = `${job.id} ${member}`;
    const tries = (this.#failures.get(name) ?? 0) + 1;
    this.#failures.set(name, tries);
    if (tries < MOST_TRIES) throw error;
    this.#context.log.error({ err: error, job: job.id, member }, 'a member of a job was left out');
    await refuseMember(this.#context, job, member, 'UNAVAILABLE');
    this.#failures.delete(name);
  }

  /** With a line of its own: the asking knew not what came of it. */
  async #end(job: JobRow, state: 'DONE' | 'STOPPED', fault: string | null): Promise<false> {
    const { pool, clock } = this.#context;
    const isEnded = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<JobRow>(
        `UPDATE account_job SET state = $2, fault = $3, ended_at = $4 WHERE id = $1 AND state = 'RUNNING' RETURNING *`,
        [job.id, state, fault, new Date(clock.now())],
      );
      if (rows.length === 0) return false;
      const { total, done, refused } = rows[0];
      const after = { act: job.act, state, members: total, done, refused };
      await writeLine(
        this.#context,
        client,
        job,
        startMemberJob,
        { target: `member-job:${job.id}`, after, reason: job.reason },
        fault ?? undefined,
      );
      return true;
    });
    if (isEnded) this.tell(job, true);
    return false;
  }
}
