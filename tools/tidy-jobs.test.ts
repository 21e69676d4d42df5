// The wall of jobs: each stands in ADR 0056, and each says how a test knows that it is done once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTest, readSources, root } from './tidy/sources.ts';

const sources = readSources();

/** Taken over in its midst by `takeOver`: what the first holder was about to write is not there, and then it is there once. */
const takenOver = new Set(
  sources
    .filter(({ path, text }) => path.endsWith('.test.ts') && text.includes('./testing/take-over.ts'))
    .flatMap(({ text }) => [...text.matchAll(/'([a-z]+\.[a-zA-Z]+)',\n/g)].map(([, name]) => name)),
);

/** What goes to the engine with a key of the work, or by a rule of the engine itself: the test that does it twice. */
const toldTwice: Record<string, readonly [file: string, words: string]> = {
  'account.open': ['apps/server/taken-over-jobs.test.ts', 'an account that was opened and not noted'],
  'account.ownStops': ['apps/server/own-limits.test.ts', 'what an operator wanted stands when it ends'],
  'account.playDays': ['features/account/server/game-limits.test.ts', 'keepPlayDay'],
  'custody.deposits': ['apps/server/custody-deposits.test.ts', 'a look repeated and a restarted server count once'],
  'custody.liabilities': ['apps/server/custody-liabilities.test.ts', 'the day’s own is one a coin, however often the job looks'],
  'custody.reconcile': ['apps/server/custody-reconciliation.test.ts', 'reconcileSite(context(), MARU)'],
  'custody.sign': ['apps/server/custody-withdrawals.test.ts', 'a database that forgot a signature'],
  'custody.withdrawals': ['apps/server/custody-withdrawals.test.ts', 'steps in any order, left out and repeated, pay once'],
  'market.funding': ['features/market/server/funding-schedule.test.ts', 'what was settled before a restart is not asked again'],
  'operator.approvals': ['apps/server/approval-deaths.test.ts', 'another start finds nothing left to do'],
  'rounds.settle': ['e2e/attack/rounds.test.ts', 'ROUND_SETTLED_ALREADY'],
  'wallet.dayReports': ['apps/server/taken-over-jobs.test.ts', 'a day that was reported'],
  'wallet.demoGifts': ['apps/server/demo-money.test.ts', 'a crash after the credit and before its note gives nothing twice'],
  'wallet.memberTransfers': ['apps/server/member-transfer-once.test.ts', 'taken and never heard of'],
  'wallet.quotes': ['apps/server/convert-once.test.ts', 'taken and never heard of'],
  'wallet.entries': ['apps/server/approval-deaths.test.ts', 'another start finds nothing left to do'],
};

/** A second time changes nothing: rows that are due go, a time that stands is not set again, a row that stands stays. */
const harmlessTwice = /^(\w+\.forget\w*|account\.(erase|longLogins)|custody\.keys|rounds\.(upkeep|drawMoments))$/;

const jobs = sources
  .filter(({ path }) => !isTest(path))
  .flatMap(({ text }) =>
    [...text.matchAll(/name: (?:'([a-z]+\.[a-zA-Z]+)'|([A-Z]+)), everyMs/g)].map(
      ([, name, constant]) => name ?? new RegExp(`const ${constant} = '([^']+)'`).exec(text)![1],
    ),
  );

it('each job has its row in ADR 0056', () => {
  const page = readFileSync(join(root, 'docs/decisions/0056-work-that-happens-once.md'), 'utf8');
  expect(jobs.length).toBeGreaterThan(25);
  expect(jobs.filter((name) => !page.includes(`\`${name}\``) && !/\.forget/.test(name))).toEqual([]);
});

it('each is taken over in a test, told twice in one, or harmless twice', () => {
  expect(jobs.filter((name) => !takenOver.has(name) && toldTwice[name] === undefined && !harmlessTwice.test(name))).toEqual([]);
  for (const [name, [file, words]] of Object.entries(toldTwice)) {
    expect(jobs).toContain(name);
    expect(readFileSync(join(root, file), 'utf8'), name).toContain(words);
  }
});
