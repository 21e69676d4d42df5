// One site's rows: batches in order, rows and checkpoint in one transaction, what was missed replayed from the journal.
import type pg from 'pg';
import type { EngineMaker } from './engine-core.ts';
import type { EventBatch } from './engine-port.ts';
import type { JournalEntry } from './journal/journal-entry.ts';
import type { Projection } from './projection.ts';
import { loadNewest, replay } from './recovery.ts';
import type { SnapshotStore } from './snapshot-store.ts';

export interface SiteProjectorParts {
  site: number;
  projections: readonly Projection[];
  maker: EngineMaker;
  snapshots: SnapshotStore;
  /** Journal entries after a sequence, archive included. */
  history(afterSeq: number): AsyncIterable<JournalEntry[]>;
  /** Runs `work` in a transaction; rows may be lost by a crash together with their checkpoint, so it need not wait for the disk. */
  inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** After every commit. */
  onProjected(seq: number): void;
  warn(text: string): void;
}

/** Words of replayed batches written in one transaction. */
const CHUNK_WORDS = 512 * 1024;

export class SiteProjector {
  readonly #parts: SiteProjectorParts;
  readonly #checkpoints = new Map<string, number>();

  constructor(parts: SiteProjectorParts) {
    this.#parts = parts;
  }

  /** Last sequence that every projection has. */
  get seq(): number {
    return Math.min(...this.#checkpoints.values());
  }

  /** Reads the checkpoints; projections that are new begin at the beginning. */
  async load(): Promise<void> {
    const { site, projections, inTransaction, onProjected } = this.#parts;
    await inTransaction(async (client) => {
      const names = projections.map((p) => p.name);
      await client.query(
        'INSERT INTO projection_checkpoint (projection, site, seq) SELECT unnest($1::text[]), $2, 0 ON CONFLICT DO NOTHING',
        [names, site],
      );
      const { rows } = await client.query('SELECT projection, seq FROM projection_checkpoint WHERE site = $1 AND projection = ANY($2)', [
        site,
        names,
      ]);
      this.#checkpoints.clear();
      for (const { projection, seq } of rows) this.#checkpoints.set(projection, seq);
    });
    onProjected(this.seq);
  }

  /** Takes live batches of this site in any order, with repeats and gaps; resolves when their rows are written. */
  async take(batches: readonly EventBatch[]): Promise<void> {
    const fresh = batches.filter((batch) => batch.lastSeq > this.seq).sort((a, b) => a.firstSeq - b.firstSeq);
    let run: EventBatch[] = [];
    let next = this.seq + 1;
    for (const batch of fresh) {
      if (batch.firstSeq < next) continue;
      if (batch.firstSeq > next) {
        await this.#write(run);
        run = [];
        await this.catchUp();
        next = this.seq + 1;
        if (batch.firstSeq < next) continue;
        if (batch.firstSeq > next)
          throw new Error(`site ${this.#parts.site}: told of ${batch.firstSeq}, but the journal ends at ${this.seq}`);
      }
      run.push(batch);
      next = batch.lastSeq + 1;
    }
    await this.#write(run);
  }

  /** Replays from the newest usable snapshot to the end of the journal, and writes what is missing. */
  async catchUp(): Promise<void> {
    const { site, maker, snapshots, warn, history } = this.#parts;
    const { at } = loadNewest({ site, snapshots, maker, warn }, this.seq);
    let chunk: EventBatch[] = [];
    let words = 0;
    await replay(site, at, history(at.point.seq), maker, async (batch) => {
      if (batch.lastSeq <= this.seq) return;
      chunk.push({ site, ...batch });
      words += batch.commands.length + batch.events.length;
      if (words < CHUNK_WORDS) return;
      await this.#write(chunk);
      chunk = [];
      words = 0;
    });
    await this.#write(chunk);
  }

  async #write(batches: readonly EventBatch[]): Promise<void> {
    if (batches.length === 0) return;
    const { site, projections, inTransaction, onProjected } = this.#parts;
    const lastSeq = batches[batches.length - 1].lastSeq;
    await inTransaction(async (client) => {
      for (const projection of projections) {
        const from = this.#checkpoints.get(projection.name) as number;
        const due = batches.filter((batch) => batch.firstSeq > from);
        if (due.length > 0) await projection.apply(client, due);
      }
      await this.#advance(client, site, lastSeq);
    });
    for (const { name } of projections) this.#checkpoints.set(name, Math.max(lastSeq, this.#checkpoints.get(name) as number));
    onProjected(this.seq);
  }

  /** Guarded by the checkpoints read: a second projector on the same rows is stopped here, before it doubles them. */
  async #advance(client: pg.PoolClient, site: number, seq: number): Promise<void> {
    const due = [...this.#checkpoints].filter(([, from]) => from < seq);
    const { rowCount } = await client.query(
      `UPDATE projection_checkpoint c SET seq = $2 FROM unnest($3::text[], $4::bigint[]) AS known (projection, seq)
       WHERE c.site = $1 AND c.projection = known.projection AND c.seq = known.seq`,
      [site, seq, due.map(([name]) => name), due.map(([, from]) => from)],
    );
    if (rowCount !== due.length) throw new CheckpointMoved(site);
  }
}

/** Another projector wrote: read the checkpoints anew and go on from there. */
export class CheckpointMoved extends Error {
  readonly code = 'CHECKPOINT_MOVED';
  constructor(site: number) {
    super(`the projections of site ${site} were moved by another process`);
  }
}
