// A proof of liabilities of a million members: the tree's time and memory, the size of one member's branch, and how long its check takes.
//
// The check is the browser's own code, here under Node. `--members=` sets another number.
import { randomBytes } from 'node:crypto';
import { checkBranch, type LiabilityBranch } from '@maru/custody/liability-branch.ts';
import { NO_PROOF, recordHash, recordText } from '@maru/custody/liability-record.ts';
import { makeTree } from '@maru/custody/server/liabilities/make-tree.ts';
import { branchOf, readBalances, writeBalances } from '@maru/custody/server/liabilities/sum-tree.ts';
import { isSmoke, measure, medianOf, printBench } from './report.ts';

const asked = process.argv.find((word) => word.startsWith('--members='))?.slice('--members='.length);
const MEMBERS = isSmoke ? 10_000 : Number(asked ?? 1_000_000);
const YARDSTICKS = { seconds: 60, megabytes: 1_000, branchBytes: 16_000, checkMs: 50 };

const seed = randomBytes(32);
const balances = {
  members: Float64Array.from({ length: MEMBERS }, (_, i) => 1 + 2 * i),
  balances: Float64Array.from({ length: MEMBERS }, (_, i) => 1 + ((i * 48_271) % 9_000_000_007)),
};
const print = (name: string, value: number, unit: string, yardstick: number, sorted = [value]) =>
  printBench({ name, value, unit, min: sorted[0], median: medianOf(sorted), yardstick, ratio: value / yardstick });

const began = performance.now();
const cpu = process.cpuUsage();
const tree = await makeTree(seed, balances);
const seconds = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(cpu);
console.log(
  `${MEMBERS.toLocaleString('en')} members, ${2 ** tree.depth} leaves, ${((user + system) / 1e6).toFixed(1)} s of processor time`,
);
print('liabilities-tree', seconds, 's', YARDSTICKS.seconds);
print('liabilities-memory', process.resourceUsage().maxRSS / 1000, 'MB', YARDSTICKS.megabytes);
const kept = writeBalances(balances);
console.log(`kept of it: ${((kept.length + tree.tops.length) / 1e6).toFixed(1)} MB`);

const record = recordText({
  site: 'bench',
  siteNumber: '1',
  coin: 'USDT',
  decimals: '6',
  number: '1',
  at: '1',
  sequence: '1',
  depth: String(tree.depth),
  sum: String(tree.sum),
  below: '0',
  root: tree.root,
  previous: NO_PROOF,
});
const of = readBalances(kept);
let next = 0;
const fileOf = (member: number): LiabilityBranch => {
  const branch = branchOf(seed, of, tree, member);
  if (branch === undefined) throw new Error('a member has no branch');
  return { record, hash: recordHash(record), ...branch };
};
const timed = (work: () => void): number => {
  const from = performance.now();
  work();
  return performance.now() - from;
};
const files = Array.from({ length: 15 }, (_, i) => fileOf(1 + 2 * ((i * 7_919) % MEMBERS)));
const made = measure(15, () => timed(() => fileOf(1 + 2 * ((next++ * 104_729) % MEMBERS))));
const bytes = Math.max(...files.map((file) => JSON.stringify(file).length));
const checked = measure(15, () => {
  const file = files[next++ % files.length];
  let wrong: readonly string[] = [];
  const ms = timed(() => ({ wrong } = checkBranch(file, file.member)));
  if (wrong.length > 0) throw new Error(`a branch does not hold: ${wrong.join(', ')}`);
  return ms;
});
console.log(`a branch is made in ${medianOf(made).toFixed(1)} ms`);
print('liabilities-branch', bytes, 'bytes', YARDSTICKS.branchBytes);
print('liabilities-check', medianOf(checked), 'ms', YARDSTICKS.checkMs, checked);
