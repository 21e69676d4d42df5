// The walls around members: who one is lies below all features, and its rows are written at one place (ADR 0072).
import { expect, it } from 'vitest';
import { isTest, readSources } from './tidy/sources.ts';

const code = readSources().filter(({ path }) => /^(apps|features|kit)\//.test(path) && !isTest(path));
const featureOf = (path: string) => /^features\/([\w-]+)\//.exec(path)?.[1];

it('member knows no other feature', () => {
  const own = code.filter(({ path }) => featureOf(path) === 'member');
  expect(own.length).toBeGreaterThan(0);
  expect(own.flatMap(({ path, imports }) => imports.map(({ target }) => [path, target])).filter(isForeign)).toEqual([]);
  // Nor does it ask for what another offers: `find` needs no import of a feature where kit declares the key.
  expect(own.filter(({ text }) => /\bservices\.(use|find)\(/.test(text)).map(({ path }) => path)).toEqual([]);
});

function isForeign([, target]: (string | undefined)[]): boolean {
  const feature = featureOf(`${target ?? ''}`);
  return feature !== undefined && feature !== 'member';
}

/** Tables of `account_…` that SQL names as one: read, joined, written, referred to. */
const named = /\b(?:(FROM|JOIN|REFERENCES|USING)|(INTO|UPDATE|DELETE FROM|LOCK TABLE))\s+(account_\w+)/g;

it('other features join account_member alone, and account alone writes', () => {
  const offences = code
    .filter(({ path }) => featureOf(path) !== 'account')
    .flatMap(({ path, text }) => {
      const readable = featureOf(path) === 'member' ? ['account_member', 'account_leaving', 'account_former'] : ['account_member'];
      return [...text.matchAll(named)]
        .filter(([, , writes, table]) => writes !== undefined || !readable.includes(table))
        .map(([words]) => `${path}: ${words}`);
    });
  expect(offences).toEqual([]);
});
