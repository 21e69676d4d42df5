// What is handed in: whatever the site answers or a person saved is understood, and a wrong one among many is found.
import { describe, expect, it } from 'vitest';
import { checkInput, readInput } from './evidence-input.ts';
import { dayFile, forged, priceChain, recordOf } from './testing/evidence-samples.ts';

const chain = priceChain();
const day = dayFile(chain);
const wrongIn = (text: string) => {
  const { rounds, days } = checkInput(readInput(text)!);
  return [...rounds, ...days].map(({ checks }) => checks.filter((check) => !check.isRight && !check.isMissing).map((check) => check.name));
};

describe('what is handed in', () => {
  it.each([
    ['a saved record', chain[0], [1, 0]],
    [
      'what the evidence call answers',
      { status: 'success', data: { tradeRoundId: Number(recordOf(chain[1]).tradeRoundId), number: 2, ...chain[1] } },
      [1, 0],
    ],
    [
      'what the chain call answers',
      { status: 'success', data: { last: 3, records: chain.map(({ record, hash }) => ({ record, hash })) } },
      [3, 0],
    ],
    ['what the heads call answers', { status: 'success', data: { published: day } }, [0, 1]],
    ['rounds and a day in one list', [...chain, day], [3, 1]],
  ])('%s', (_name, content, counts) => {
    const input = readInput(JSON.stringify(content));
    expect([input?.rounds.length, input?.days.length]).toEqual(counts);
    expect(wrongIn(JSON.stringify(content)).flat()).toEqual([]);
  });

  it.each(['', 'no json', '{}', '[]', '{"record":1,"hash":"x"}', '{"status":"error"}'])('%s is nothing', (text) => {
    expect(readInput(text)).toBeUndefined();
  });

  it('the one that was altered is found, by its own hash or by the next', () => {
    const changed = forged(chain[1], (record) => (record.currency = 'USDC'));
    const plain = ({ record, hash }: (typeof chain)[number]) => ({ record, hash });
    expect(wrongIn(JSON.stringify([chain[0], { ...changed, hash: chain[1].hash }, chain[2]]))).toEqual([[], ['hash'], []]);
    expect(wrongIn(JSON.stringify([chain[0], changed, chain[2]].map(plain)))).toEqual([[], [], ['chain']]);
  });
});
