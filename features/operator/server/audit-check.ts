// Computes the chain of the audit log anew, and holds it against what was noted of it outside the database.
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import type { AuditCheck } from '../audit-contract.ts';
import { auditColumns, type AuditRow, GENESIS, hashOf } from './audit-log.ts';

/** Lines that are read, and computed, between two turns of the event loop. */
const STEP = 2000;
const FILE = 'audit-anchors.log';

interface Anchor {
  at: number;
  seq: number;
  hash: string;
}

/** `dataDir`: where anchors are noted; undefined = the chain alone. */
export async function checkChain(sql: SqlWriter, now: number, dataDir: string | undefined): Promise<AuditCheck> {
  const anchors = dataDir === undefined ? [] : await readAnchors(dataDir);
  const noted = new Map(anchors.map(({ seq, hash }) => [seq, hash]));
  let last: { seq: number; hash: Buffer } = { seq: 0, hash: GENESIS };
  let rows = 0;
  const answer = (broken: AuditCheck['broken']): AuditCheck => ({
    isWhole: broken === null,
    rows,
    checkedAt: new Date(now).toISOString(),
    broken,
    head: last.seq === 0 ? null : { seq: last.seq, hash: last.hash.toString('hex') },
  });
  for (;;) {
    const step = await sql.query<AuditRow>(`SELECT ${auditColumns} FROM operator_audit WHERE seq > $1 ORDER BY seq LIMIT $2`, [
      last.seq,
      STEP,
    ]);
    for (const row of step.rows) {
      const why = faultOf(row, last, noted.get(Number(row.seq)));
      if (why !== undefined) return answer({ seq: Number(row.seq), why });
      last = { seq: Number(row.seq), hash: row.hash };
      rows++;
    }
    if (step.rows.length < STEP) break;
  }
  // A whole chain may still lack its end.
  const beyond = anchors.find(({ seq }) => seq > last.seq);
  return answer(beyond === undefined ? null : { seq: last.seq + 1, why: 'CUT' });
}

function faultOf(row: AuditRow, last: { seq: number; hash: Buffer }, anchor: string | undefined): 'CHANGED' | 'GAP' | 'FORK' | undefined {
  if (Number(row.seq) !== last.seq + 1) return 'GAP';
  if (!row.hash.equals(hashOf(row))) return 'CHANGED';
  if (!row.prev_hash.equals(last.hash)) return 'FORK';
  // Written anew from here on, hashes and all.
  return anchor !== undefined && anchor !== row.hash.toString('hex') ? 'CHANGED' : undefined;
}

/** So many lines, or so long, may pass before the log's end is noted again. */
const ANCHOR_LINES = 100;
const ANCHOR_MS = 3_600_000;

/**
 * Notes the log's end beside the database, where whoever changes rows does not reach with SQL: without it nobody would miss the newest
 * lines. `isDue`: only after enough lines or time.
 */
export async function noteAnchor(sql: SqlWriter, now: number, dataDir: string, isDue = false): Promise<void> {
  const { rows } = await sql.query<{ seq: number; hash: Buffer }>('SELECT seq, hash FROM operator_audit ORDER BY seq DESC LIMIT 1');
  const [head] = rows;
  if (head === undefined) return;
  const last = (await readAnchors(dataDir)).at(-1);
  if (last !== undefined && Number(head.seq) <= last.seq) return;
  if (isDue && last !== undefined && Number(head.seq) - last.seq < ANCHOR_LINES && now - last.at < ANCHOR_MS) return;
  await mkdir(dataDir, { recursive: true });
  await appendFile(join(dataDir, FILE), `${new Date(now).toISOString()} ${head.seq} ${head.hash.toString('hex')}\n`, { mode: 0o600 });
}

async function readAnchors(dataDir: string): Promise<Anchor[]> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return [...text.matchAll(/^(\S+) (\d+) ([0-9a-f]{64})$/gm)].map(([, at, seq, hash]) => ({ at: Date.parse(at), seq: Number(seq), hash }));
}
