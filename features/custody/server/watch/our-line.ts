// Whether a node is of the chain that was followed: of its network, and with the block that lies deeper than any is ever undone. Else nothing is read of it, or paid.
import type { ChainReader } from '@maru/chains/chain.ts';
import type { Pool } from 'pg';
import { hashAt } from './block-line.ts';

/** Of another network, begun anew, or far behind: nothing that it says counts for the line that was followed. */
export class NotOurLine extends Error {}

/** No chain has ever undone so many blocks; a line is followed back so far and no further. */
const DEEPEST = 500;
/** Of a shorter line every block may be undone: it is known by its network alone. */
const YOUNG = 12;

interface Line {
  first: number;
  scanned: number;
  isHalted: boolean;
  /** The last call failed, so that the node may be another one since. */
  isFaulty: boolean;
  network: string | null;
  firstHash: string | null;
}

interface Parts {
  pool: Pool;
  reader: ChainReader;
  now(): number;
}

/** Throws `NotOurLine`, and the chain's coins stand still until a node has the line again. */
export async function insistOurLine(parts: Parts): Promise<void> {
  const { pool, reader, now } = parts;
  const { chain } = reader;
  const line = await readLine(pool, chain);
  try {
    const isYoung = line === undefined || line.scanned - line.first < YOUNG;
    if (line !== undefined && !isYoung) await insistBlock(parts, line);
    if (line === undefined || isYoung || line.isFaulty || line.network === null) await insistNetwork(parts, line);
  } catch (error) {
    if (error instanceof NotOurLine)
      await pool.query('UPDATE custody_head SET halted_ms = coalesce(halted_ms, $2) WHERE chain = $1', [chain, now()]);
    throw error;
  }
  if (line?.isHalted) await pool.query('UPDATE custody_head SET halted_ms = NULL WHERE chain = $1', [chain]);
}

async function readLine(pool: Pool, chain: string): Promise<Line | undefined> {
  const { rows } = await pool.query<Line>(
    `SELECT h.scanned_height::float8 AS scanned, h.halted_ms IS NOT NULL AS "isHalted",
       h.fault IS NOT NULL AS "isFaulty", n.name AS network, n.first_hash AS "firstHash",
       coalesce((SELECT min(b.height) FROM custody_block b WHERE b.chain = $1), h.scanned_height)::float8 AS first
     FROM custody_head h LEFT JOIN custody_network n ON n.chain = h.chain WHERE h.chain = $1`,
    [chain],
  );
  return rows[0];
}

async function insistBlock({ pool, reader }: Parts, { first, scanned }: Line): Promise<void> {
  const { chain } = reader;
  const height = Math.max(first, scanned - DEEPEST);
  const ours = await hashAt(pool, chain, height);
  const theirs = await reader.blockAt(height);
  if (theirs?.hash === ours) return;
  const why = theirs === undefined ? 'has no such block' : `has ${theirs.hash} there`;
  throw new NotOurLine(`${chain}: the node is not of the chain that was followed: block ${height} is ${ours}, the node ${why}`);
}

/** Kept with the first block that is read, and asked for again whenever the node was away. */
async function insistNetwork({ pool, reader, now }: Parts, line: Line | undefined): Promise<void> {
  const { chain } = reader;
  const { name, first } = await reader.network();
  const ours = line?.network ?? (await keepNetwork(pool, { chain, name, first: first ?? null, now: now() }));
  const isSame = ours === name && (line?.firstHash == null || first === undefined || line.firstHash === first);
  if (!isSame)
    throw new NotOurLine(
      `${chain}: the node is not of the chain that was followed: that was of network ${ours}, the node is of ${name} ${first ?? ''}`.trim(),
    );
}

async function keepNetwork(
  pool: Pool,
  { chain, name, first, now }: { chain: string; name: string; first: string | null; now: number },
): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `INSERT INTO custody_network (chain, name, first_hash, since_ms) VALUES ($1, $2, $3, $4)
     ON CONFLICT (chain) DO UPDATE SET name = custody_network.name RETURNING name`,
    [chain, name, first, now],
  );
  return rows[0].name;
}
