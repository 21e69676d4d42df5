// A member's branch of a tree of liabilities: how leaves and nodes are hashed, and every check that its device makes. Runs in the browser and the server alike.
import { bytesOfHex, hexOfBytes, sha256 } from '@maru/engine/draw/sha256.ts';
import { type LiabilityRecord, readRecord, recordHash } from './liability-record.ts';

export const BRANCH_FORMAT = 'maru-liability-branch-1';
/** Leaves that a member's balance is split over. */
export const PARTS = 4;
const LEAF = 0;
const NODE = 1;
const WORD = 8;

/** Hash in hex and sum in digits. */
export type Neighbour = readonly [hash: string, sum: string];

/** `path`: the other child at each step, from the leaf up. */
export interface BranchPart {
  amount: string;
  place: string;
  path: readonly Neighbour[];
}

/** `member`: the member's number on its profile; only who has the salt can say that these leaves are its. */
export interface LiabilityBranch {
  format: typeof BRANCH_FORMAT;
  record: string;
  hash: string;
  member: string;
  salt: string;
  parts: readonly BranchPart[];
}

interface SumNode {
  hash: Uint8Array;
  sum: bigint;
}

/** hash: of the record. form: nothing is missing or out of range. member: it is the one who looks. parts: each leads to the published root and sum. */
export const branchChecks = ['hash', 'form', 'member', 'parts'] as const;
export interface CheckedBranch {
  record: LiabilityRecord | undefined;
  /** What all parts hold together. */
  total: bigint;
  /** Of the first part: hash and sum at each step, leaf first and root last. */
  steps: readonly Neighbour[];
  wrong: readonly (typeof branchChecks)[number][];
}

function word(value: bigint): Uint8Array {
  const bytes = new Uint8Array(WORD);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

function joined(tag: number, pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(1 + pieces.reduce((sum, piece) => sum + piece.length, 0));
  bytes[0] = tag;
  let at = 1;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

export function leafNode(salt: Uint8Array, member: bigint, part: number, amount: bigint): SumNode {
  return { hash: sha256(joined(LEAF, [salt, word(member), Uint8Array.of(part), word(amount)])), sum: amount };
}

/** Both sums are in it: neither can be another without another hash. */
export function parentNode(left: SumNode, right: SumNode): SumNode {
  return { hash: sha256(joined(NODE, [left.hash, word(left.sum), right.hash, word(right.sum)])), sum: left.sum + right.sum };
}

const isDigest = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
const isWhole = (text: unknown): text is string => typeof text === 'string' && /^(0|[1-9]\d{0,15})$/.test(text);

function hasForm({ format, member, salt, parts }: LiabilityBranch, { depth, sum }: LiabilityRecord): boolean {
  if (format !== BRANCH_FORMAT || !isDigest(salt) || !isWhole(member) || !Array.isArray(parts) || parts.length !== PARTS) return false;
  const leaves = 2n ** BigInt(depth);
  const isRight = ({ amount, place, path }: BranchPart) =>
    isWhole(amount) &&
    isWhole(place) &&
    BigInt(place) < leaves &&
    Array.isArray(path) &&
    path.length === Number(depth) &&
    path.every(
      (neighbour) => Array.isArray(neighbour) && isDigest(neighbour[0]) && isWhole(neighbour[1]) && BigInt(neighbour[1]) <= BigInt(sum),
    );
  return parts.every(isRight) && new Set(parts.map(({ place }) => place)).size === PARTS;
}

/** Every node from the leaf to the root. */
function climb(leaf: SumNode, { place, path }: BranchPart): SumNode[] {
  const nodes = [leaf];
  let at = BigInt(place);
  for (const [hash, sum] of path) {
    const [own, other] = [nodes[nodes.length - 1], { hash: bytesOfHex(hash), sum: BigInt(sum) }];
    nodes.push(at % 2n === 0n ? parentNode(own, other) : parentNode(other, own));
    at /= 2n;
  }
  return nodes;
}

/** `member`: who looks; a branch of anybody else proves nothing to it. */
export function checkBranch(branch: LiabilityBranch, member: string): CheckedBranch {
  const nothing = { total: 0n, steps: [] };
  const record = typeof branch.record === 'string' ? readRecord(branch.record) : undefined;
  if (record === undefined || !hasForm(branch, record)) return { record, ...nothing, wrong: ['form'] };
  const salt = bytesOfHex(branch.salt);
  const climbs = branch.parts.map((part, i) => climb(leafNode(salt, BigInt(branch.member), i, BigInt(part.amount)), part));
  const total = branch.parts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const isRoot = ({ hash, sum }: SumNode) => hexOfBytes(hash) === record.root && sum === BigInt(record.sum);
  const areMet = climbs.every((nodes) => isRoot(nodes[nodes.length - 1])) && total <= BigInt(record.sum);
  const right = { hash: recordHash(branch.record) === branch.hash, form: true, member: branch.member === member, parts: areMet };
  return {
    record,
    total,
    steps: climbs[0].map(({ hash, sum }) => [hexOfBytes(hash), String(sum)]),
    wrong: branchChecks.filter((name) => !right[name]),
  };
}
