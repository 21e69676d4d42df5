// What signer and watcher say is told in the reader's words: every refusal that stands in their code has some, with its figures.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { refusalWords } from './refusal-list-contract.ts';

const inKorean = (text: string) => refusalWords(text, ({ ko }) => ko);

it('says figures where they count, and what nobody has words for as it was found', () => {
  expect(inKorean('more than 50000 of ETH_USDT in an hour')).toBe('서명기의 ETH_USDT 시간당 한도를 넘어요');
  expect(inKorean('1 persons agreed, and it needs two')).toBe('두 사람이 승인해야 하는데 1명만 승인했어요');
  expect(refusalWords('no person agreed to it', ({ en }) => en)).toBe('No person agreed to it');
  expect(inKorean('connect ECONNREFUSED 127.0.0.1:8545')).toBe('노드에 연결할 수 없어요');
  expect(inKorean('the moon is full')).toBe('the moon is full');
});

it('has words for whatever the signer refuses', () => {
  const files = ['check-payout', 'check-sweep', 'sign-payouts', 'stopped'].map((name) =>
    readFileSync(new URL(`server/sign/${name}.ts`, import.meta.url), 'utf8'),
  );
  // A sentence as it would come out: figures and addresses in place of what is filled in.
  const said = files.flatMap((text) =>
    [...text.matchAll(/(?:SignerRefused\(|insist\([^;]*?,\s*)(['`])((?:(?!\1).)+)\1,?\s*\)/gs)].map(([, , words]) => words),
  );
  const filled = said.map((words) => words.replace(/\$\{[^}]*\}/g, '7'));
  expect(filled.length).toBeGreaterThan(20);
  expect(filled.filter((words) => inKorean(words) === words)).toEqual([]);
});
