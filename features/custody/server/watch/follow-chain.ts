// Reads a chain on from where it was left: block by block, back to the common ancestor where it has turned aside, without a gap.
import type { ChainReader } from '@maru/chains/chain.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { Pool } from 'pg';
import { addBlock, cutLine, hashAt, readHead, sayTip } from './block-line.ts';
import { insistOurLine } from './our-line.ts';
import { addOutputs, cutOutputs, hasOutputs } from './own-outputs.ts';
import { watchedOf } from './watched.ts';

export interface FollowParts {
  pool: Pool;
  reader: ChainReader;
  now(): number;
  goesOn(): boolean;
}

/** So many blocks of one chain at once; the others' turn comes between. */
const BLOCKS = 200;

/** A node that answers with a block that does not hang on the one before it: asked again, from the ancestor on. */
class TurnedAside extends Error {}

/** Answers how many blocks were read. Throws what the node did. */
export async function followChain(parts: FollowParts): Promise<number> {
  const { pool, reader, now, goesOn } = parts;
  const { chain } = reader;
  // First: what another chain's node calls its tip and final would count for our blocks.
  await insistOurLine(parts);
  const { tip, finalHeight } = await reader.tip();
  await inTransaction(pool, async (client) => {
    const isFirst = await sayTip(client, chain, tip.height, finalHeight, now());
    // The line begins with it; what came in it or before is nobody's deposit, for no address was shown yet.
    if (isFirst) await addBlock(client, chain, tip, [], now());
  });
  let read = 0;
  try {
    for (let at = await commonAncestor(parts); at < tip.height && read < BLOCKS && goesOn(); at++, read++) await readOne(parts, at + 1);
  } catch (error) {
    if (!(error instanceof TurnedAside)) throw error;
  }
  return read;
}

/** The highest block that was read and is still the chain's. */
async function commonAncestor({ pool, reader }: FollowParts): Promise<number> {
  const { chain } = reader;
  const head = await readHead(pool, chain);
  if (head === undefined) throw new Error(`${chain}: has no head`);
  let height = head.scanned;
  for (;;) {
    const ours = await hashAt(pool, chain, height);
    if (ours === undefined || (await reader.blockAt(height))?.hash === ours) break;
    height--;
  }
  if (height < head.scanned)
    await inTransaction(pool, async (client) => {
      await cutLine(client, chain, height);
      if (hasOutputs(chain)) await cutOutputs(client, chain, height);
    });
  return height;
}

async function readOne({ pool, reader, now }: FollowParts, height: number): Promise<void> {
  const { chain } = reader;
  const parent = await hashAt(pool, chain, height - 1);
  const watched = await watchedOf(pool, chain);
  const reading = await reader.incoming(height, watched);
  const { block } = reading;
  if (block.height !== height) throw new Error(`${chain}: asked for block ${height}, told ${block.height}`);
  if (parent !== undefined && block.parent !== parent) throw new TurnedAside();
  // What comes to an address of the house is nobody's deposit: change, and what is gathered there.
  const shown = reading.incoming.filter(({ to }) => watched.isShown(to));
  await inTransaction(pool, async (client) => {
    await addBlock(client, chain, block, shown, now());
    if (hasOutputs(chain)) await addOutputs(client, chain, reading);
  });
}
