// Rights as sets: what a pattern gives and what holds another, and that nobody touches more than it holds (ADM-04).
import { describe, expect, it } from 'vitest';
import { gather } from './grants.ts';
import { mayTouch, mayWriteRole } from './people-rules.ts';
import { covers, gives, isPattern } from './rights.ts';

describe('patterns', () => {
  it.each([
    ['*', 'notice.write', true],
    ['*.read', 'notice.read', true],
    ['*.read', 'notice.write', false],
    ['notice.*', 'notice.write', true],
    ['notice.*', 'notices.write', false],
    ['notice.write', 'notice.write', true],
    ['notice.write', 'notice.read', false],
  ])('%s gives %s: %s', (pattern, right, expected) => {
    expect(gives(pattern, right)).toBe(expected);
  });

  it.each(['*', '*.read', 'notice.*', 'notice.write', 'api-key.read'])('%s can be written', (text) => {
    expect(isPattern(text)).toBe(true);
  });
  it.each(['', '*.*', 'notice', 'notice.', '.read', 'Notice.read', 'notice.re*d', 'a.b.c', '* '])('"%s" cannot', (text) => {
    expect(isPattern(text)).toBe(false);
  });

  it('a set of known rights never covers a pattern: features to come are in it too', () => {
    expect(covers(['notice.read', 'notice.write'], ['notice.*'])).toBe(false);
    expect(covers(['notice.*'], ['notice.read', 'notice.write'])).toBe(true);
    expect(covers(['*.read', 'notice.*'], ['*'])).toBe(false);
    expect(covers(['*'], ['*', '*.read'])).toBe(true);
  });
});

describe('who may touch whom', () => {
  const owner = gather([{ site: null, rights: ['*'] }]);
  const ofSite = gather([{ site: 1, rights: ['operator.write', 'notice.*'] }]);

  it('an owner touches everybody; a manager of one site only what it holds there', () => {
    expect(mayTouch(owner, [{ site: null, rights: ['*'] }])).toBe(true);
    expect(mayTouch(ofSite, [{ site: 1, rights: ['notice.write'] }])).toBe(true);
    expect(mayTouch(ofSite, [{ site: 1, rights: ['wallet.write'] }])).toBe(false);
    expect(mayTouch(ofSite, [{ site: 2, rights: ['notice.write'] }])).toBe(false);
    expect(mayTouch(ofSite, [{ site: null, rights: ['notice.write'] }])).toBe(false);
    expect(mayTouch(ofSite, [{ site: 1, rights: ['*'] }])).toBe(false);
  });

  it('without operator.write in the place itself nothing moves there', () => {
    const spread = gather([
      { site: 1, rights: ['operator.write'] },
      { site: 2, rights: ['notice.*'] },
    ]);
    expect(mayTouch(spread, [{ site: 2, rights: ['notice.write'] }])).toBe(false);
  });

  it('a role is written by whoever holds all of it everywhere', () => {
    expect(mayWriteRole(owner, ['*'])).toBe(true);
    expect(mayWriteRole(gather([{ site: 1, rights: ['*'] }]), ['notice.read'])).toBe(false);
    expect(mayWriteRole(gather([{ site: null, rights: ['role.write', 'notice.*'] }]), ['notice.read'])).toBe(true);
    expect(mayWriteRole(gather([{ site: null, rights: ['role.write', 'notice.*'] }]), ['wallet.read'])).toBe(false);
  });
});
