// The stand-alone verifier: right proofs are right, and whatever is altered in a branch, a record or a signature is wrong to it as to the site's own code.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkBranch, type LiabilityBranch } from '../../features/custody/liability-branch.ts';
import {
  liabilitiesSignatureText,
  type LiabilityRecord,
  NO_PROOF,
  recordHash,
  recordText,
} from '../../features/custody/liability-record.ts';
import { branchOf, buildTree } from '../../features/custody/server/liabilities/sum-tree.ts';
import { dayKeyText, NO_KEY } from '../../features/rounds/day-key.ts';
import { isTextSigned } from '../../features/rounds/evidence-day-signed.ts';
import { verifyAll, verifyBranch, verifyRecord } from './verify-liabilities.mjs';

const seed = Buffer.alloc(32, 5);
const of = { members: Float64Array.of(3, 8, 21, 34, 55), balances: Float64Array.of(7, 1_000_000, 1, 2 ** 50, 12) };
const tree = buildTree(seed, of);

const pair = generateKeyPairSync('ed25519');
const publicKey = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
const signed = (text: string, key: KeyObject = pair.privateKey) => sign(null, Buffer.from(text), key).toString('hex');
const begun = { number: '1', publicKey, since: '1000' };
const keys = [{ ...begun, signature: signed(dayKeyText(begun, NO_KEY)) }];

const recordOf = (change: Partial<LiabilityRecord> = {}): LiabilityRecord => ({
  site: 'maru',
  siteNumber: '1',
  coin: 'BTC',
  decimals: '8',
  number: '1',
  at: '1700000000000',
  sequence: '42',
  depth: String(tree.depth),
  sum: String(tree.sum),
  below: '0',
  root: tree.root,
  previous: NO_PROOF,
  ...change,
});
const fileOf = (record: LiabilityRecord) => {
  const text = recordText(record);
  const hash = recordHash(text);
  return { record: text, hash, signed: { signature: signed(liabilitiesSignatureText(hash)), keys } };
};
const first = fileOf(recordOf());
const second = fileOf(recordOf({ number: '2', previous: first.hash, sequence: '43' }));
const branch = { ...first, ...branchOf(seed, of, tree, 8)! };
const wrong = (checks: [string, string][]) => checks.filter(([, why]) => why !== '' && why !== 'missing').map(([name]) => name);

/** Every leaf of a value, altered by itself. */
function* altered<T>(value: T, name = ''): Generator<[string, T]> {
  if (Array.isArray(value))
    for (const [i, each] of value.entries()) for (const [at, other] of altered(each, `${name}.${i}`)) yield [at, value.with(i, other) as T];
  else if (value !== null && typeof value === 'object')
    for (const [key, each] of Object.entries(value))
      for (const [at, other] of altered(each, `${name}.${key}`)) yield [at, { ...value, [key]: other }];
  else if (typeof value === 'string')
    yield [
      name,
      (/^\d+$/.test(value) && value.length < 17
        ? String(BigInt(value) + 1n)
        : value.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))) as T,
    ];
}

describe('a right proof', () => {
  it('is right: branch, record, signature, chain', () => {
    expect(wrong(verifyBranch(branch, [first], '8', publicKey))).toEqual([]);
    expect(
      verifyBranch(branch)
        .filter(([, why]) => why === 'missing')
        .map(([name]) => name),
    ).toEqual(['member', 'published']);
    expect(verifyBranch(branch).at(-1)![0]).toBe('balance 0.01000000 of 11258999.07842644 BTC');
    expect(wrong(verifyRecord(second, [second, first], publicKey))).toEqual([]);
    expect(verifyRecord(second)).toContainEqual(['chain', 'missing']);
    expect(verifyAll([branch, { status: 'success', data: { content: [second, first] } }]).map(([heading]) => heading)).toEqual([
      'branch of member 8',
      'BTC, proof 2 of 2023-11-14T22:13:20.000Z',
      'BTC, proof 1 of 2023-11-14T22:13:20.000Z',
    ]);
  });
});

describe('what is altered is wrong, to both', () => {
  it('each leaf of a branch by itself', () => {
    let count = 0;
    const { signed: _signature, hash: _hash, ...bare } = branch;
    for (const [name, changed] of altered(bare)) {
      count++;
      expect(wrong(verifyBranch({ ...branch, ...changed }, [first], '8')), name).not.toEqual([]);
      const ours = { ...branch, ...changed } as LiabilityBranch;
      const isOursWrong = checkBranch(ours, '8').wrong.length > 0 || ours.record !== first.record;
      expect(isOursWrong, name).toBe(true);
    }
    expect(count).toBeGreaterThan(40);
  });

  it('each field of a record, and each part of its signature', () => {
    for (const [name, changed] of altered(recordOf())) {
      const text = recordText(changed);
      expect(wrong(verifyRecord({ ...first, record: text })), name).toContain('hash');
      expect(wrong(verifyRecord({ ...first, record: text, hash: recordHash(text) })), name).toContain('signature');
    }
    for (const [name, changed] of altered(first.signed)) {
      expect(wrong(verifyRecord({ ...first, signed: changed })), name).toEqual(['signature']);
      expect(isTextSigned(liabilitiesSignatureText(first.hash), changed), name).toBe(false);
    }
    expect(wrong(verifyRecord(first, [], NO_KEY))).toEqual(['signature']);
    expect(wrong(verifyRecord({ ...first, signed: undefined }, [], publicKey))).toEqual(['signature']);
  });

  it('a signature of the same key over a day of rounds is none of a proof', () => {
    const forged = { ...first, signed: { signature: signed(`maru-day-signature-1|${first.hash}`), keys } };
    expect(wrong(verifyRecord(forged))).toEqual(['signature']);
  });

  it('a missing member, somebody else’s branch, a negative leaf, another record than everybody sees', () => {
    const without = { members: Float64Array.of(3, 21, 34, 55), balances: Float64Array.of(7, 1, 2 ** 50, 12) };
    const smaller = buildTree(seed, without);
    const told = fileOf(recordOf({ root: smaller.root, sum: String(smaller.sum) }));
    expect(wrong(verifyBranch({ ...branch, ...told }))).toEqual(['leaves']);
    expect(wrong(verifyBranch(branch, [], '21'))).toEqual(['member']);
    const [part, ...rest] = branch.parts;
    expect(wrong(verifyBranch({ ...branch, parts: [{ ...part, amount: '-1' }, ...rest] }))).toEqual(['leaves']);
    expect(wrong(verifyBranch(branch, [fileOf(recordOf({ sequence: '41' }))]))).toEqual(['published']);
    expect(wrong(verifyRecord(second, [fileOf(recordOf({ sequence: '41' }))]))).toEqual(['chain']);
  });
});

it('runs alone, from anywhere, and ends with what it found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-liabilities-'));
  try {
    const tool = join(folder, 'verify-liabilities.mjs');
    copyFileSync(fileURLToPath(new URL('./verify-liabilities.mjs', import.meta.url)), tool);
    const run = (content: unknown, ...words: string[]) => {
      writeFileSync(join(folder, 'branch.json'), JSON.stringify(content));
      return spawnSync(process.execPath, [tool, join(folder, 'branch.json'), ...words], { encoding: 'utf8' });
    };
    const good = run(branch, '--member', '8', '--key', publicKey);
    expect([good.status, good.stdout]).toEqual([0, expect.stringContaining('Nothing is wrong.')]);
    expect(run({ status: 'success', data: branch }).status).toBe(0);
    expect(run(branch, '--member', '9').status).toBe(1);
    expect(run({ record: 1 }).stdout).toContain('there is no branch');
    expect(run(branch, '--member').status).toBe(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
