// A tree of liabilities: the same from the same seed, every member in it with all it is owed, and nothing in a branch that can be altered unseen.
import { describe, expect, it } from 'vitest';
import { checkBranch, type BranchPart, type LiabilityBranch, leafNode, PARTS, parentNode } from '../../liability-branch.ts';
import { type LiabilityRecord, NO_PROOF, recordHash, recordText } from '../../liability-record.ts';
import { Shuffle, shareOf } from './secrets.ts';
import { type Balances, branchOf, buildTree } from './sum-tree.ts';

const seed = Buffer.alloc(32, 7);
const of = (count: number): Balances => ({
  members: Float64Array.from({ length: count }, (_, i) => 10 + 3 * i),
  balances: Float64Array.from({ length: count }, (_, i) => (i === 0 ? 2 ** 52 : 1 + ((i * 7919) % 1_000_003))),
});
const some = of(300);
const tree = buildTree(seed, some);
const record: LiabilityRecord = {
  site: 'maru',
  siteNumber: '1',
  coin: 'USDT',
  decimals: '6',
  number: '1',
  at: '1700000000000',
  sequence: '42',
  depth: String(tree.depth),
  sum: String(tree.sum),
  below: '0',
  root: tree.root,
  previous: NO_PROOF,
};
const branch = (member = 13, one = record): LiabilityBranch => ({
  record: recordText(one),
  hash: recordHash(recordText(one)),
  ...branchOf(seed, some, tree, member)!,
});
const wrong = (file: LiabilityBranch, member = '13') => checkBranch(file, member).wrong;

describe('a tree', () => {
  it('is the same from the same seed and another from any other; its sum is all balances', () => {
    const [again, other] = [buildTree(seed, some), buildTree(Buffer.alloc(32, 8), some)];
    expect(again.tops.equals(tree.tops)).toBe(true);
    expect(other.root).not.toBe(tree.root);
    const sum = some.balances.reduce((all, each) => all + each, 0);
    expect([tree.sum, other.sum, tree.depth]).toEqual([sum, sum, 11]);
  });

  it.each([1, 2, 4, 5, 16, 64, 65])(
    'of %d members: each finds all it is owed under the root, at places that are nobody else’s',
    (count) => {
      const own = of(count);
      const small = buildTree(seed, own);
      const head = { ...record, depth: String(small.depth), sum: String(small.sum), root: small.root };
      const places = new Set<string>();
      for (const [i, member] of own.members.entries()) {
        const file = { record: recordText(head), hash: recordHash(recordText(head)), ...branchOf(seed, own, small, member)! };
        const checked = checkBranch(file, String(member));
        expect([checked.wrong, checked.total]).toEqual([[], BigInt(own.balances[i])]);
        expect(checked.steps.at(-1)).toEqual([small.root, String(small.sum)]);
        for (const { place } of file.parts) places.add(place);
      }
      expect(places.size).toBe(count * PARTS);
    },
  );

  it('has leaves and nodes as the shared code hashes them', () => {
    const { salt, parts } = shareOf(seed, 13, some.balances[1]);
    const file = branch();
    expect([file.salt, file.parts.map(({ amount }) => Number(amount))]).toEqual([salt.toString('hex'), parts]);
    const leaf = leafNode(salt, 13n, 0, BigInt(parts[0]));
    const [hash, sum] = file.parts[0].path[0];
    const other = { hash: Buffer.from(hash, 'hex'), sum: BigInt(sum) };
    const up = Number(file.parts[0].place) % 2 === 0 ? parentNode(leaf, other) : parentNode(other, leaf);
    expect(Buffer.from(up.hash).toString('hex')).toBe(checkBranch(file, '13').steps[1][0]);
  });

  it('splits a balance into parts that are it together, and tells neighbours different things each day', () => {
    for (const balance of [0, 1, 2, 999_999, 2 ** 53 - 1]) {
      const { parts } = shareOf(seed, 77, balance);
      expect(parts).toHaveLength(PARTS);
      expect(parts.every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true);
      expect(parts.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(balance));
    }
    const today = shareOf(seed, 77, 5_000);
    const tomorrow = shareOf(Buffer.alloc(32, 9), 77, 5_000);
    expect(tomorrow.salt.equals(today.salt)).toBe(false);
    expect(tomorrow.parts).not.toEqual(today.parts);
  });

  it.each([4, 5, 8, 11, 12])('of depth %d is shuffled: each leaf has one place, and the place knows it', (depth) => {
    const shuffle = new Shuffle(seed, depth);
    const places = Array.from({ length: 2 ** depth }, (_, leaf) => shuffle.placeOf(leaf));
    expect(new Set(places).size).toBe(2 ** depth);
    expect(Math.max(...places)).toBe(2 ** depth - 1);
    expect(places.every((place, leaf) => shuffle.leafAt(place) === leaf)).toBe(true);
    expect(places.filter((place, leaf) => place === leaf).length).toBeLessThan(2 ** depth / 4 + 3);
  });
});

describe('nothing in a branch can be altered unseen', () => {
  it('as it was given every check holds; a member that was owed nothing has none', () => {
    expect(wrong(branch())).toEqual([]);
    expect(branchOf(seed, some, tree, 14)).toBeUndefined();
  });

  const changedPart = (change: (part: BranchPart) => Partial<BranchPart>, at = 0): LiabilityBranch => {
    const file = branch();
    return { ...file, parts: file.parts.map((part, i) => (i === at ? { ...part, ...change(part) } : part)) };
  };

  it('another amount, place, neighbour or sum of a neighbour', () => {
    for (const at of [0, 1, 2, 3]) {
      expect(wrong(changedPart(({ amount }) => ({ amount: String(BigInt(amount) + 1n) }), at))).toEqual(['parts']);
      expect(wrong(changedPart(({ place }) => ({ place: String(BigInt(place) ^ 1n) }), at))).toEqual(['parts']);
      for (const step of [0, 5, 10])
        for (const altered of [['0'.repeat(64), undefined] as const, [undefined, '3'] as const])
          expect(
            wrong(
              changedPart(
                ({ path }) => ({
                  path: path.map(([hash, sum], i) => (i === step ? [altered[0] ?? hash, altered[1] ?? sum] : [hash, sum])),
                }),
                at,
              ),
            ),
          ).toEqual(['parts']);
    }
  });

  it('another salt, another member, and parts of one that stand for another’s', () => {
    expect(wrong({ ...branch(), salt: 'ab'.repeat(32) })).toEqual(['parts']);
    expect(wrong({ ...branch(), member: '16' })).toEqual(['member', 'parts']);
    // The branch of somebody with the same balance proves nothing to me.
    expect(wrong(branch(16))).toEqual(['member']);
    const [first] = branch().parts;
    expect(wrong({ ...branch(), parts: [first, first, first, first] })).toEqual(['form']);
    expect(wrong({ ...branch(), parts: branch().parts.slice(1) })).toEqual(['form']);
  });

  it('a negative amount or sum, one that is no number, and what is longer than the tree is deep', () => {
    for (const amount of ['-1', '1.5', '1e3', '', ' 1', '00']) expect(wrong(changedPart(() => ({ amount })))).toEqual(['form']);
    expect(wrong(changedPart(({ path }) => ({ path: path.map(([hash], i) => [hash, i === 2 ? '-5' : '0'] as const) })))).toEqual(['form']);
    expect(wrong(changedPart(({ path }) => ({ path: [...path, path[0]] })))).toEqual(['form']);
    expect(wrong(changedPart(() => ({ place: '4096' })))).toEqual(['form']);
  });

  it('a record with another root, sum or depth, or in another spelling', () => {
    expect(wrong(branch(13, { ...record, sum: String(tree.sum - 1) }))).toEqual(['parts']);
    expect(wrong(branch(13, { ...record, root: 'cd'.repeat(32) }))).toEqual(['parts']);
    expect(wrong(branch(13, { ...record, depth: '12' }))).toEqual(['form']);
    expect(wrong({ ...branch(), hash: NO_PROOF })).toEqual(['hash']);
    expect(wrong({ ...branch(), record: `${recordText(record)} ` })).toEqual(['form']);
    expect(wrong({ ...branch(), record: recordText({ ...record, below: '-1' }) })).toEqual(['form']);
  });

  it('a member that was left out finds nothing of its own under the root', () => {
    const without = { members: some.members.filter((member) => member !== 13), balances: some.balances.filter((_, i) => i !== 1) };
    const smaller = buildTree(seed, without);
    expect(smaller.sum).toBe(tree.sum - some.balances[1]);
    const told = { ...record, root: smaller.root, sum: String(smaller.sum), depth: String(smaller.depth) };
    expect(branchOf(seed, without, smaller, 13)).toBeUndefined();
    expect(wrong(branch(13, told))).toEqual(['parts']);
  });
});
