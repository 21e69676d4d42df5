// A member's own file: asked for with the password, written in the background from one moment's rows, fetched by its owner, gone after a day.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type BoundRoute, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { FILE_KEPT_MS, RowFiles } from '@maru/kit/server/row-files.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { type DataOwner, memberData } from '@maru/member/contract.ts';
import type { PoolClient } from 'pg';
import { askOwnData, fetchOwnData, getOwnData, type OwnData, type ownDataStates } from '../../own-data-contract.ts';
import type { Confirming } from '../confirm-password.ts';
import { ownSections } from './own-sections.ts';

const FORGET_MS = 600_000;

interface OwnRow {
  id: number;
  site_id: number;
  member_id: number;
  account: number;
  state: (typeof ownDataStates)[number];
  file: string | null;
  bytes: number;
  asked_at: Date;
}

/** Thrown into a file that is being written when the server stops: it begins anew at the next start. */
class Stopped extends Error {}

export class OwnDataService {
  readonly #context: AppContext;
  readonly #files: RowFiles;
  readonly #timer: NodeJS.Timeout;
  #work: Promise<void>;
  #isStopped = false;

  constructor(context: AppContext) {
    this.#context = context;
    this.#files = new RowFiles(context, 'own-data');
    this.#work = this.#sweep().catch((error: unknown) => context.log.warn({ err: error }, 'half files of members were not deleted'));
    for (const kind of ownSections(context)) context.services.use(memberData).register(kind);
    this.#timer = setInterval(
      () => void this.#forget().catch((error: unknown) => context.log.warn({ err: error }, 'old files of members were not deleted')),
      FORGET_MS,
    ).unref();
  }

  /** What a former process was writing; once every feature has said what it keeps. */
  async goOn(site: number): Promise<void> {
    const { rows } = await this.#context.pool.query<OwnRow>(
      "SELECT * FROM account_own_data WHERE site_id = $1 AND state = 'RUNNING' ORDER BY id",
      [site],
    );
    for (const row of rows) this.#write(row);
  }

  /** Files whose rows a leaving member took along. */
  sweepSoon(): void {
    this.#work = this.#work
      .then(() => this.#sweep())
      .catch((error: unknown) => this.#context.log.warn({ err: error }, 'files of members that left were not deleted'));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#work;
  }

  async stateOf({ site, member }: DataOwner, sql?: Pick<PoolClient, 'query'>): Promise<OwnData> {
    const row = await this.#newest(site, member, sql);
    if (row === undefined) return { newest: null, opensAt: null };
    const now = this.#context.clock.now();
    const until = row.asked_at.getTime() + FILE_KEPT_MS;
    return {
      newest: {
        state: row.state,
        askedAt: row.asked_at.toISOString(),
        bytes: row.bytes,
        until: row.file !== null && row.state === 'DONE' && until > now ? new Date(until).toISOString() : null,
      },
      opensAt: row.state !== 'FAILED' && until > now ? new Date(until).toISOString() : null,
    };
  }

  async ask({ site, member, account }: DataOwner): Promise<void> {
    const { pool, clock } = this.#context;
    const row = await inTransaction(pool, async (client) => {
      // Of two asked at the same moment the second finds the first one's row.
      await client.query('SELECT 1 FROM account_member WHERE site_id = $1 AND id = $2 FOR UPDATE', [site, member]);
      const { newest, opensAt } = await this.stateOf({ site, member, account }, client);
      if (newest?.state === 'RUNNING') throw new Refusal('OWN_DATA_RUNNING');
      if (opensAt !== null) throw new Refusal('OWN_DATA_TODAY', { opensAt });
      const { rows } = await client.query<OwnRow>(
        'INSERT INTO account_own_data (site_id, member_id, account, asked_at) VALUES ($1, $2, $3, $4) RETURNING *',
        [site, member, account, new Date(clock.now())],
      );
      return rows[0];
    });
    this.#write(row);
  }

  async pathOf({ site, member }: DataOwner): Promise<{ path: string; day: string }> {
    const row = await this.#newest(site, member);
    const isThere = row?.state === 'DONE' && row.asked_at.getTime() + FILE_KEPT_MS > this.#context.clock.now();
    if (row === undefined || row.file === null || !isThere) throw new Refusal('OWN_DATA_NOT_READY');
    return { path: this.#files.pathOf(row.file), day: row.asked_at.toISOString().slice(0, 10) };
  }

  async #newest(site: number, member: number, sql: Pick<PoolClient, 'query'> = this.#context.pool): Promise<OwnRow | undefined> {
    const { rows } = await sql.query<OwnRow>(
      'SELECT * FROM account_own_data WHERE site_id = $1 AND member_id = $2 ORDER BY id DESC LIMIT 1',
      [site, member],
    );
    return rows[0];
  }

  /** One after the other: a file reads whole histories. */
  #write(row: OwnRow): void {
    this.#work = this.#work.then(() => this.#run(row));
  }

  async #run(row: OwnRow): Promise<void> {
    if (this.#isStopped) return;
    const { pool, log } = this.#context;
    const file = this.#files.newName('json');
    try {
      const bytes = await this.#fill(file, row);
      const done = "UPDATE account_own_data SET state = 'DONE', file = $2, bytes = $3 WHERE id = $1";
      // Whoever left meanwhile has no row any more.
      if ((await pool.query(done, [row.id, file, bytes])).rowCount === 0) await this.#files.remove(file);
    } catch (error) {
      await this.#files.remove(file);
      if (error instanceof Stopped) return;
      log.warn({ err: error, site: row.site_id, member: row.member_id }, 'a member’s file could not be written');
      await pool.query("UPDATE account_own_data SET state = 'FAILED' WHERE id = $1", [row.id]).catch(() => undefined);
    }
  }

  async #fill(file: string, { site_id: site, member_id: member, account, asked_at }: OwnRow): Promise<number> {
    const known = this.#context.sites.byId(site);
    if (known === undefined) throw new Error(`site ${site} is gone`);
    const who = { site, member, account };
    const goesOn = () => {
      if (this.#isStopped) throw new Stopped();
    };
    return this.#files.write(file, goesOn, async (out) => {
      const about = { site: known.name, member, askedAt: asked_at.toISOString() };
      await out.text(`{"about":${JSON.stringify(about)},"sections":[`);
      for (const [at, kind] of this.#context.services.use(memberData).all().entries()) {
        const { text, values } = kind.query(who);
        await out.text(`${at === 0 ? '' : ','}\n{"section":"${kind.section}","name":${JSON.stringify(kind.name)},"rows":[`);
        let isFirst = true;
        for await (const rows of out.pages(text, values)) {
          const lines = rows.map((row) => JSON.stringify(kind.present(row, known, who)));
          await out.text(`${isFirst ? '' : ','}\n${lines.join(',\n')}`);
          isFirst = false;
        }
        await out.text(']}');
      }
      await out.text('\n]}\n');
    });
  }

  /** What a crash left half written bears no row's name; before anything is written. */
  async #sweep(): Promise<void> {
    const { rows } = await this.#context.pool.query<{ file: string }>('SELECT file FROM account_own_data WHERE file IS NOT NULL');
    await this.#files.sweep(new Set(rows.map(({ file }) => file)));
  }

  /** Files whose day is over. */
  async #forget(): Promise<void> {
    const { pool, clock } = this.#context;
    const { rows } = await pool.query<{ id: number; file: string }>(
      'SELECT id, file FROM account_own_data WHERE file IS NOT NULL AND asked_at < $1',
      [new Date(clock.now() - FILE_KEPT_MS)],
    );
    for (const { id, file } of rows) {
      await this.#files.remove(file);
      await pool.query('UPDATE account_own_data SET file = NULL WHERE id = $1', [id]);
    }
  }
}

export function ownDataRoutes(service: () => OwnDataService, confirm: () => Confirming): BoundRoute[] {
  return [
    handle(getOwnData, async (_context, { session }) => ({ data: await service().stateOf(session as Session) })),
    handle(askOwnData, async (_context, { session, ip, body }) => {
      // It takes nothing away, so settings that are locked do not stand against it.
      await confirm().evenLocked(session as Session, ip, body.password);
      await service().ask(session as Session);
      return { data: await service().stateOf(session as Session) };
    }),
    handle(fetchOwnData, async (_context, { session, site }) => {
      const { path, day } = await service().pathOf(session as Session);
      const name = `${site.code}-my-data-${day}.json`;
      return { data: null, file: { type: 'application/json', bytes: new Uint8Array(), path, isInline: false, name, maxAge: 0 } };
    }),
  ];
}
