// The Merkle sum tree of what members are owed: built subtree by subtree in little memory, and a member's branch of it made again alone.
import { hash } from 'node:crypto';
import { BRANCH_FORMAT, type BranchPart, type LiabilityBranch, type Neighbour, PARTS } from '../../liability-branch.ts';
import { paddingSalt, type Share, Shuffle, shareOf } from './secrets.ts';

/** Who is owed and how much, in units of the ledger; members ascending, balances above nothing. */
export interface Balances {
  members: Float64Array;
  balances: Float64Array;
}
export interface SumTree {
  depth: number;
  root: string;
  sum: number;
  /** Nodes from the root down to the roots of the lowest subtrees, level by level: a branch needs one subtree made again for each leaf. */
  tops: Buffer;
}

/** Hash and sum. */
const NODE_BYTES = 40;
const DIGEST_BYTES = 32;
const LEAST_DEPTH = 4;
/** Levels of a lowest subtree. */
const LOW_DEPTH = 8;

/** Padded to a power of two. */
function depthOf(members: number): number {
  let depth = LEAST_DEPTH;
  while (2 ** depth < members * PARTS) depth++;
  return depth;
}

const lowOf = (depth: number) => Math.min(LOW_DEPTH, depth);
const levelAt = (level: number) => (2 ** level - 1) * NODE_BYTES;

function writeWord(into: Buffer, at: number, value: number): void {
  into.writeUInt32BE(Math.floor(value / 2 ** 32), at);
  into.writeUInt32BE(value % 2 ** 32, at + 4);
}
const wordAt = (from: Buffer, at: number): number => from.readUInt32BE(at) * 2 ** 32 + from.readUInt32BE(at + 4);
const sumAt = (nodes: Buffer, at: number): number => wordAt(nodes, at + DIGEST_BYTES);

// As text a digest comes three times as fast as in a buffer of its own.
const leafScratch = Buffer.alloc(1 + DIGEST_BYTES + 8 + 1 + 8);
const pairScratch = Buffer.alloc(1 + 2 * NODE_BYTES, 1);

function writeLeaf(into: Buffer, at: number, salt: Buffer, member: number, part: number, amount: number): void {
  salt.copy(leafScratch, 1);
  writeWord(leafScratch, 33, member);
  leafScratch[41] = part;
  writeWord(leafScratch, 42, amount);
  into.write(hash('sha256', leafScratch, 'binary'), at, 'latin1');
  writeWord(into, at + DIGEST_BYTES, amount);
}

/** Of two nodes beside each other. */
function writeParent(from: Buffer, left: number, into: Buffer, at: number): void {
  from.copy(pairScratch, 1, left, left + 2 * NODE_BYTES);
  const sum = sumAt(from, left) + sumAt(from, left + NODE_BYTES);
  into.write(hash('sha256', pairScratch, 'binary'), at, 'latin1');
  writeWord(into, at + DIGEST_BYTES, sum);
}

/** Leaves of some members by place. */
class Leaves {
  readonly #seed: Buffer;
  readonly #of: Balances;
  readonly #shuffle: Shuffle;
  readonly #shareAt: (index: number) => Share;

  constructor(seed: Buffer, of: Balances, depth: number, shareAt: (index: number) => Share) {
    this.#seed = seed;
    this.#of = of;
    this.#shuffle = new Shuffle(seed, depth);
    this.#shareAt = shareAt;
  }

  placeOf(index: number, part: number): number {
    return this.#shuffle.placeOf(index * PARTS + part);
  }

  /** The lowest subtree of this number, its leaves alone. */
  fill(nodes: Buffer, subtree: number, size: number): void {
    for (let i = 0; i < size; i++) {
      const leaf = this.#shuffle.leafAt(subtree * size + i);
      const [index, part] = [Math.floor(leaf / PARTS), leaf % PARTS];
      if (index < this.#of.members.length) {
        const { salt, parts } = this.#shareAt(index);
        writeLeaf(nodes, i * NODE_BYTES, salt, this.#of.members[index], part, parts[part]);
      } else writeLeaf(nodes, i * NODE_BYTES, paddingSalt(this.#seed, index), 0, part, 0);
    }
  }
}

/** One level up, in place. */
function halve(nodes: Buffer, count: number): void {
  for (let i = 0; i < count / 2; i++) writeParent(nodes, 2 * i * NODE_BYTES, nodes, i * NODE_BYTES);
}

export function buildTree(seed: Buffer, of: Balances): SumTree {
  const { members, balances } = of;
  const depth = depthOf(members.length);
  const low = lowOf(depth);
  const [size, top] = [2 ** low, depth - low];
  const leaves = new Leaves(seed, of, depth, sharesInMemory(seed, members, balances));
  const tops = Buffer.alloc((2 ** (top + 1) - 1) * NODE_BYTES);
  const nodes = Buffer.alloc(size * NODE_BYTES);
  for (let subtree = 0; subtree < 2 ** top; subtree++) {
    leaves.fill(nodes, subtree, size);
    for (let count = size; count > 1; count /= 2) halve(nodes, count);
    nodes.copy(tops, levelAt(top) + subtree * NODE_BYTES, 0, NODE_BYTES);
  }
  for (let level = top - 1; level >= 0; level--)
    for (let i = 0; i < 2 ** level; i++) writeParent(tops, levelAt(level + 1) + 2 * i * NODE_BYTES, tops, levelAt(level) + i * NODE_BYTES);
  return { depth, root: tops.toString('hex', 0, DIGEST_BYTES), sum: sumAt(tops, 0), tops };
}

/** All of them at once: each is asked for at several places. */
function sharesInMemory(seed: Buffer, members: Float64Array, balances: Float64Array): (index: number) => Share {
  const salts = Buffer.alloc(members.length * DIGEST_BYTES);
  const amounts = new Float64Array(members.length * PARTS);
  for (let index = 0; index < members.length; index++) {
    const { salt, parts } = shareOf(seed, members[index], balances[index]);
    salt.copy(salts, index * DIGEST_BYTES);
    amounts.set(parts, index * PARTS);
  }
  const share: Share = { salt: salts, parts: [] };
  return (index) => {
    share.salt = salts.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES);
    for (let part = 0; part < PARTS; part++) share.parts[part] = amounts[index * PARTS + part];
    return share;
  };
}

const neighbourAt = (nodes: Buffer, at: number): Neighbour => [nodes.toString('hex', at, at + DIGEST_BYTES), String(sumAt(nodes, at))];

/** Undefined: the member was owed nothing. */
export function branchOf(
  seed: Buffer,
  of: Balances,
  { depth, tops }: Pick<SumTree, 'depth' | 'tops'>,
  member: number,
): Pick<LiabilityBranch, 'format' | 'member' | 'salt' | 'parts'> | undefined {
  const index = indexOf(of.members, member);
  if (index < 0) return undefined;
  const share = (at: number) => shareOf(seed, of.members[at], of.balances[at]);
  const leaves = new Leaves(seed, of, depth, share);
  const { salt, parts } = share(index);
  return {
    format: BRANCH_FORMAT,
    member: String(member),
    salt: salt.toString('hex'),
    parts: parts.map((amount, part): BranchPart => {
      const place = leaves.placeOf(index, part);
      return { amount: String(amount), place: String(place), path: pathOf(leaves, place, depth, tops) };
    }),
  };
}

function pathOf(leaves: Leaves, place: number, depth: number, tops: Buffer): Neighbour[] {
  const size = 2 ** lowOf(depth);
  const nodes = Buffer.alloc(size * NODE_BYTES);
  const subtree = Math.floor(place / size);
  leaves.fill(nodes, subtree, size);
  const path: Neighbour[] = [];
  for (let count = size, at = place % size; count > 1; count /= 2, at >>= 1) {
    path.push(neighbourAt(nodes, (at ^ 1) * NODE_BYTES));
    halve(nodes, count);
  }
  for (let level = depth - lowOf(depth), at = subtree; level > 0; level--, at >>= 1)
    path.push(neighbourAt(tops, levelAt(level) + (at ^ 1) * NODE_BYTES));
  return path;
}

function indexOf(members: Float64Array, member: number): number {
  let [low, high] = [0, members.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (members[middle] === member) return middle;
    if (members[middle] < member) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Member and balance by turns, as doubles of this machine's order. */
export function writeBalances({ members, balances }: Balances): Buffer {
  const pairs = new Float64Array(members.length * 2);
  for (let i = 0; i < members.length; i++) {
    pairs[2 * i] = members[i];
    pairs[2 * i + 1] = balances[i];
  }
  return Buffer.from(pairs.buffer);
}

export function readBalances(bytes: Buffer): Balances {
  const pairs = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const count = pairs.length / 2;
  return {
    members: Float64Array.from({ length: count }, (_, i) => pairs[2 * i]),
    balances: Float64Array.from({ length: count }, (_, i) => pairs[2 * i + 1]),
  };
}
