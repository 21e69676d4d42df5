// The wall around the numbers of ledger accounts: outside engine/ledger an account has a name or comes from a function, tests included.
import { expect, it } from 'vitest';
import { readSources } from './tidy/sources.ts';

const outside = readSources().filter((s) => !s.path.startsWith('engine/ledger/') && s.path !== 'tools/tidy-ledger.test.ts');
/** What an account's number is called where it is handled. */
const ACCOUNT = String.raw`(?:ledgers?|debit|credit|purses?|wallet)(?:\)|\])*`;
/** Whatever takes a number apart, or makes one of an owner. */
const arithmetic = [
  new RegExp(String.raw`\b${ACCOUNT} *(?:%|>>>?|<<|\/|&) *(?:16|15|4|\d)\b`),
  new RegExp(String.raw`\b${ACCOUNT} *(?:<|>=) *16\b`),
  /\b(?:account|owner|member|account_no)(?:\)|\])? *\+ *1\) *(?:\* *16|<< *4)/,
  /\b(?:account|owner|member)s? *\* *16\b/,
];

it('nobody takes an account’s number apart or puts one together', () => {
  const found = outside.flatMap((s) =>
    s.text.split('\n').flatMap((line, n) => (arithmetic.some((rule) => rule.test(line)) ? [`${s.path}:${n + 1}`] : [])),
  );
  expect(found).toEqual([]);
});

it('how a number is made is read in its own folder alone', () => {
  expect(outside.filter((s) => /ledger\/numbering\.ts'/.test(s.text)).map((s) => s.path)).toEqual([]);
});

it('the rules above see what they forbid', () => {
  const forbidden = [
    'Math.floor(ledger / 16)',
    'debit % 16 === 3',
    'if (row.debit < 16)',
    '(account + 1) * 16',
    'purse >= 16',
    'accounts * 16',
  ];
  expect(forbidden.filter((line) => !arithmetic.some((rule) => rule.test(line)))).toEqual([]);
});
