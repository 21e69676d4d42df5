// Whether a node is of the chain that was followed: it has the block that lies deeper than any is ever undone. Else nothing is read of it, or paid.
import type { ChainReader } from '@maru/chains/chain.ts';
import type { Pool } from 'pg';
import { hashAt } from './block-line.ts';

/** Of another network, begun anew, or far behind: nothing that it says counts for the line that was followed. */
export class NotOurLine extends Error {}

/** No chain has ever undone so many blocks; a line is followed back so far and no further. */
const DEEPEST = 500;
/** A line that was only begun names no network yet. */
const YOUNG = 12;

interface Line {
  first: number;
  scanned: number;
  isHalted: boolean;
}

/** Throws `NotOurLine`, and the chain's coins stand still until a node has the line again. */
export async function insistOurLine({ pool, reader, now }: { pool: Pool; reader: ChainReader; now(): number }): Promise<void> {
  const { chain } = reader;
  const { rows } = await pool.query<Line>(
    `SELECT h.scanned_height::float8 AS scanned, h.halted_ms IS NOT NULL AS "isHalted",
       coalesce((SELECT min(b.height) FROM custody_block b WHERE b.chain = $1), h.scanned_height)::float8 AS first
     FROM custody_head h WHERE h.chain = $1`,
    [chain],
  );
  const line = rows.at(0);
  if (line === undefined || line.scanned - line.first < YOUNG) return;
  const height = Math.max(line.first, line.scanned - DEEPEST);
  const ours = await hashAt(pool, chain, height);
  const theirs = await reader.blockAt(height);
  if (theirs?.hash === ours) {
    if (line.isHalted) await pool.query('UPDATE custody_head SET halted_ms = NULL WHERE chain = $1', [chain]);
    return;
  }
  await pool.query('UPDATE custody_head SET halted_ms = coalesce(halted_ms, $2) WHERE chain = $1', [chain, now()]);
  const why = theirs === undefined ? 'has no such block' : `has ${theirs.hash} there`;
  throw new NotOurLine(`${chain}: the node is not of the chain that was followed: block ${height} is ${ours}, the node ${why}`);
}
