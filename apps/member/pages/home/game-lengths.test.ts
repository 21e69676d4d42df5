// A tile never says a part of a minute.
import { expect, it } from 'vitest';
import { lengthsText } from './game-lengths.ts';

const t = ((id: string, values: Record<string, unknown>) =>
  id === 'home.game.range'
    ? `${values['least']}~${values['most']}`
    : `${values['n']}${id === 'home.game.minutes' ? '분' : '초'}`) as Parameters<typeof lengthsText>[0];

it.each([
  [[60, 300, 120, 60], '1·2·5분'],
  [[30, 300], '30초~5분'],
  [[30, 45], '30초~45초'],
  [[60, 90], '1분~90초'],
  [[45], '45초'],
  [[60], '1분'],
  [[], undefined],
])('%j: %s', (seconds, words) => {
  expect(lengthsText(t, seconds)).toBe(words);
});
