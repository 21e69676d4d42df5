// What an operator reads of a difference: words, no keys of rows, and no minus beside "less".
import { expect, it } from 'vitest';
import { faultWords, wordsOf } from './fault-words.ts';

const subjects = ['deposit:12', 'withdrawal:7', 'entry:3', 'number:deposit:5', 'number:withdrawal:7', 'number:fee:2', 'number:entry:4'];

it.each(subjects)('%s is said in words', (subject) => {
  const { ko, en } = wordsOf('DEPOSIT_AMOUNT', { subject, amount: '-0.5', currency: 'ETH' });
  expect(ko).toMatch(/^[가-힣 ]+ \d+번: /);
  expect(en).toMatch(/^(the )?[a-z’ ]+ \d+: /i);
  expect(ko + en).not.toMatch(/\w+:\d/);
});

it('an address stands without the coin that it was found under, and what is less has no minus besides', () => {
  const { ko } = wordsOf('ADDRESS_LESS', { subject: 'ETH_USDT:0xabc', amount: '-0.5', currency: 'USDT' });
  expect(ko).toMatch(/^0xabc 주소/);
  expect(ko).toContain(' 0.5 USDT ');
});

it('no text keeps a gap, or a particle for both endings', () => {
  for (const fault of Object.keys(faultWords)) {
    const { ko, en } = wordsOf(fault, { subject: 'deposit:12', amount: '1', currency: 'TRON' });
    expect(ko + en, fault).not.toMatch(/[{}]|\(가\)|TRON/);
  }
});
