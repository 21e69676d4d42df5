// A block proves itself as far as it can: its hash is its header's, and the header holds the root over all its transactions.
import { createHash } from 'node:crypto';
import type { Block, Header } from './node-answers.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const twice = (bytes: Uint8Array) => sha256(sha256(bytes));
/** Hashes are written backwards. */
const bytesOf = (hash: string) => Buffer.from(hash, 'hex').reverse();
const textOf = (hash: Uint8Array) => Buffer.from(hash).reverse().toString('hex');

const HEADER_BYTES = 80;
const NO_PARENT = '0'.repeat(64);

export const parentOf = ({ previousblockhash }: Pick<Header, 'previousblockhash'>): string => previousblockhash ?? NO_PARENT;

/** The hash that a header has by its own fields: on all networks of the family, however their work is proved. */
export function headerHash(header: Omit<Header, 'hash' | 'confirmations' | 'height'>): string {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeInt32LE(header.version, 0);
  bytes.set(bytesOf(parentOf(header)), 4);
  bytes.set(bytesOf(header.merkleroot), 36);
  bytes.writeUInt32LE(header.time, 68);
  bytes.writeUInt32LE(Number.parseInt(header.bits, 16), 72);
  bytes.writeUInt32LE(header.nonce, 76);
  return textOf(twice(bytes));
}

export function merkleRoot(txids: readonly string[]): string {
  let row: Uint8Array[] = txids.map(bytesOf);
  while (row.length > 1) {
    const above: Uint8Array[] = [];
    for (let i = 0; i < row.length; i += 2) above.push(twice(Buffer.concat([row[i], row[i + 1] ?? row[i]])));
    row = above;
  }
  return row.length === 0 ? NO_PARENT : textOf(row[0]);
}

/** Undefined: the block is whole. A transaction named twice leaves the root as it is (CVE-2012-2459), so it is looked for apart. */
export function faultOfBlock(block: Block): string | undefined {
  const txids = block.tx.map(({ txid }) => txid);
  if (new Set(txids).size !== txids.length) return 'a transaction is named twice';
  if (merkleRoot(txids) !== block.merkleroot) return 'its transactions are not those of its header';
  if (headerHash(block) !== block.hash) return 'its header is not that of its hash';
  return undefined;
}
