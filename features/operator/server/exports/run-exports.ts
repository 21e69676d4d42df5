// Writes exports one after the other: rows come through a cursor of one snapshot, so that memory holds a page and the file one moment of the list.
import { csvCell } from '@maru/kit/contract/csv.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Job, JobRun } from '@maru/kit/server/jobs.ts';
import { LeaseLost } from '@maru/kit/server/lease.ts';
import { FILE_KEPT_MS, RowFiles } from '@maru/kit/server/row-files.ts';
import { fencedQuery, inTransaction } from '@maru/kit/server/transaction.ts';
import { APPROVAL_LIFE_MS, type ExportSource } from '../../admin-contract.ts';
import type { AuditLog } from '../audit-log.ts';
import { valuesOf } from './ask-export.ts';
import type { ExportRow } from './export-rows.ts';

const LOOK_MS = 2_000;
const FORGET_EVERY_MS = 600_000;
const BOM = '\uFEFF';

class Cancelled extends Error {}

const lineOf = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`;

export class Exporter {
  readonly sources: ReadonlyMap<string, ExportSource>;
  readonly #context: AppContext;
  readonly #log: AuditLog;
  readonly #files: RowFiles;
  readonly #cancelled = new Set<number>();
  readonly #job: Job;
  /** Kinds of which nothing of a former process is under way. */
  readonly #begun = new Set<string>();
  #goesOn = () => true;

  constructor(context: AppContext, log: AuditLog, sources: ReadonlyMap<string, ExportSource>) {
    this.sources = sources;
    this.#context = context;
    this.#log = log;
    this.#files = new RowFiles(context, 'exports');
    this.#job = context.jobs.every({ name: 'operator.exports', everyMs: LOOK_MS, fault: 'exports wait' }, (run) => this.#work(run));
    const forget = { name: 'operator.forgetExports', everyMs: FORGET_EVERY_MS, fault: 'old exports were not deleted' };
    context.jobs.every(forget, () => this.forget());
  }

  pathOf(file: string): string {
    return this.#files.pathOf(file);
  }

  /** Something waits; also while the last one is just ending. */
  hurry(): void {
    void this.#job.hurry();
  }

  /** A running one ends at its next page; of one that is done the file goes. */
  async cancel({ id, state, file }: ExportRow): Promise<void> {
    const { pool, clock } = this.#context;
    if (state === 'RUNNING') this.#cancelled.add(id);
    if (state === 'DONE' && file !== null) {
      await this.#files.remove(file);
      await pool.query('UPDATE operator_export SET file = NULL WHERE id = $1', [id]);
    }
    const text = `UPDATE operator_export SET state = 'CANCELLED', ended_at = $2 WHERE id = $1 AND state IN ('ASKED', 'WAITING')`;
    if (state === 'ASKED' || state === 'WAITING') await pool.query(text, [id, new Date(clock.now())]);
  }

  /** Files whose day is over, and what nobody decided in time. */
  async forget(): Promise<void> {
    const { pool, clock } = this.#context;
    const { rows } = await pool.query<{ id: number; file: string }>(
      'SELECT id, file FROM operator_export WHERE file IS NOT NULL AND expires_at < $1',
      [new Date(clock.now())],
    );
    for (const { id, file } of rows) {
      await this.#files.remove(file);
      await pool.query('UPDATE operator_export SET file = NULL WHERE id = $1', [id]);
    }
    const late = `UPDATE operator_export SET state = 'CANCELLED', ended_at = $1 WHERE state = 'ASKED' AND asked_at < $2`;
    await pool.query(late, [new Date(clock.now()), new Date(clock.now() - APPROVAL_LIFE_MS)]);
    this.hurry();
  }

  async #work({ isNew, goesOn }: JobRun): Promise<void> {
    const { pool } = this.#context;
    if (isNew) this.#begun.clear();
    this.#goesOn = goesOn;
    while (goesOn()) {
      const fresh = [...this.sources.keys()].filter((kind) => !this.#begun.has(kind));
      await this.#beginAnew(fresh);
      for (const kind of fresh) this.#begun.add(kind);
      const text = `SELECT * FROM operator_export WHERE state = 'WAITING' AND kind = ANY($1) ORDER BY id LIMIT 1`;
      const { rows } = await pool.query<ExportRow>(text, [[...this.sources.keys()]]);
      if (rows.length === 0 || !goesOn()) return;
      await this.#run(rows[0]);
    }
  }

  /** What a server was writing of these kinds when it went; a half file is nobody's. */
  async #beginAnew(kinds: readonly string[]): Promise<void> {
    if (kinds.length === 0) return;
    const { pool } = this.#context;
    const left = `state = 'RUNNING' AND kind = ANY($1)`;
    const { rows } = await pool.query<{ file: string | null }>(`SELECT file FROM operator_export WHERE ${left}`, [kinds]);
    for (const { file } of rows) if (file !== null) await this.#files.remove(file);
    await pool.query(`UPDATE operator_export SET state = 'WAITING', file = NULL, rows = 0 WHERE ${left}`, [kinds]);
  }

  async #run(job: ExportRow): Promise<void> {
    const { pool, clock, log } = this.#context;
    const file = this.#files.newName('csv');
    await fencedQuery(pool, `UPDATE operator_export SET state = 'RUNNING', file = $2, rows = 0 WHERE id = $1`, [job.id, file]);
    try {
      const { rows, bytes } = await this.#write(job, file);
      const now = clock.now();
      await fencedQuery(
        pool,
        `UPDATE operator_export SET state = 'DONE', rows = $2, total = $2, bytes = $3, ended_at = $4, expires_at = $5 WHERE id = $1`,
        [job.id, rows, bytes, new Date(now), new Date(now + FILE_KEPT_MS)],
      );
      await noteDone(this.#log, job, { rows, bytes });
    } catch (error) {
      await this.#files.remove(file);
      // Who has the job by now begins it anew.
      if (error instanceof LeaseLost) throw error;
      // Stopped with the server: written at its next start.
      const state = error instanceof Cancelled ? (this.#goesOn() ? 'CANCELLED' : 'WAITING') : 'FAILED';
      if (state === 'FAILED') log.warn({ err: error, export: job.id, kind: job.kind }, 'an export failed');
      const text = 'UPDATE operator_export SET state = $2, file = NULL, ended_at = $3 WHERE id = $1';
      await fencedQuery(pool, text, [job.id, state, state === 'WAITING' ? null : new Date(clock.now())]);
    } finally {
      this.#cancelled.delete(job.id);
    }
  }

  async #write(job: ExportRow, file: string): Promise<{ rows: number; bytes: number }> {
    const source = this.sources.get(job.kind);
    const site = this.#context.sites.byId(job.site_id);
    if (source === undefined || site === undefined) throw new Error(`export ${job.id} is of a kind or site that is gone`);
    const values = valuesOf(job);
    let rows = 0;
    const goesOn = () => {
      if (!this.#goesOn() || this.#cancelled.has(job.id)) throw new Cancelled();
    };
    const bytes = await this.#files.write(file, goesOn, async (out) => {
      await out.text(BOM + lineOf(source.head));
      const [{ n }] = await out.query<{ n: number }>(`SELECT count(*) AS n FROM (${source.sql}) x`, values);
      await this.#takeMore(job, source, n);
      await this.#progress(job.id, 0, n);
      for await (const page of out.pages(source.sql, values)) {
        await out.text(page.map((row) => lineOf(source.cells(row, site))).join(''));
        rows += page.length;
        await this.#progress(job.id, rows);
      }
    });
    return { rows, bytes };
  }

  /** More than there was when it was asked for counts too; of what a second person agreed to nothing does. */
  async #takeMore(
    { id, site_id: site, operator_id: operator, counted, decided_by }: ExportRow,
    { alone }: ExportSource,
    n: number,
  ): Promise<void> {
    if (alone === undefined || decided_by !== null || n <= (counted ?? 0)) return;
    await inTransaction(this.#context.pool, async (client) => {
      if (!(await alone.take(client, { site, operator }, n - (counted ?? 0)))) throw new Error('more rows than one person takes alone');
      await client.query('UPDATE operator_export SET counted = $2 WHERE id = $1', [id, n]);
    });
  }

  async #progress(id: number, rows: number, total?: number): Promise<void> {
    const text = 'UPDATE operator_export SET rows = $2, total = coalesce($3, total) WHERE id = $1';
    await fencedQuery(this.#context.pool, text, [id, rows, total ?? null]);
  }
}

/** How much it was in the end: the asking knew it not. */
async function noteDone(log: AuditLog, job: ExportRow, after: { rows: number; bytes: number }): Promise<void> {
  await log.write({
    operator: { id: job.operator_id, username: job.operator_name },
    site: job.site_id,
    action: 'startExport',
    right: 'desk.own',
    target: `export:${job.id}`,
    after: { kind: job.kind, ...after },
    reason: job.reason,
    ip: job.ip,
    requestId: job.request_id,
  });
}
