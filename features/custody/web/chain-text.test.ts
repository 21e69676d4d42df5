// Groups of an address: nothing of it is lost, and its end, which one is asked to check, is one group.
import { expect, it } from 'vitest';
import { groupsOf, lastOf } from './chain-text.tsx';

it.each(['', '0x5', 'bc1q', '0x52908400098527886E0F7030069857D2E4169EE7', 'rE6Ty5hhrkoSYdAmb6B6PKMM6fNe5NoDF3', 'u2441tdry2x1'])(
  '%s is whole, its last four together',
  (text) => {
    const groups = groupsOf(text);
    expect(groups.map(({ group }) => group).join('')).toBe(text);
    expect(groups.every(({ at, group }) => text.slice(at, at + group.length) === group)).toBe(true);
    if (text.length >= 4) expect(groups.at(-1)?.group).toBe(lastOf(text));
  },
);
