// The sign-up form's rules (specification section 5): required fields, nickname not the username, phone patterns, terms before all.
import { describe, expect, it } from 'vitest';
import { requiredTerms } from '../account-rules.ts';
import { isBegun, nickFor, passwordStrength, railOf, type SignUpFacts, stillMissing, wrongWith } from './sign-up-rules.ts';

const good: SignUpFacts = {
  values: {
    username: 'hangyeol_92',
    password: 'maru2026abcd',
    nick: '한결',
    name: '김한결',
    email: 'h@maru.kr',
    phone: '010-4821-7730',
    bank: '',
    account: '',
    referral: '',
  },
  agreed: new Set(requiredTerms),
  isUsernameFree: true,
  isNickFree: undefined,
  isPhoneFree: undefined,
  isReferralKnown: undefined,
  toProve: [],
  proven: {},
  asksBank: false,
};
const withValues = (values: Partial<SignUpFacts['values']>, more: Partial<SignUpFacts> = {}): SignUpFacts => ({
  ...good,
  ...more,
  values: { ...good.values, ...values },
});

describe('what is still missing', () => {
  it('nothing, when all is filled; the optional term and the referral may be left out', () => {
    expect(stillMissing(good)).toEqual([]);
  });

  it('the name, until the bureau has confirmed this very name on a site that asks it', () => {
    const asked = { ...good, asksIdentity: true };
    expect(stillMissing(asked)).toEqual(['name']);
    expect(stillMissing({ ...asked, identity: '김한솔' })).toEqual(['name']);
    expect(stillMissing({ ...asked, identity: '김한결' })).toEqual([]);
  });

  it('an address and a number that the site asks to be proven, until this very text was', () => {
    const asked = { ...good, toProve: ['email', 'phone'] as const };
    expect(stillMissing(asked)).toEqual(['email', 'phone']);
    expect(stillMissing({ ...asked, proven: { email: 'h@maru.kr', phone: '010-4821-7730' } })).toEqual([]);
    expect(stillMissing({ ...asked, proven: { email: 'other@maru.kr', phone: '010-4821-7730' } })).toEqual(['email']);
  });

  it('a bank without its account and an account without its bank; neither is required', () => {
    expect(stillMissing(withValues({ bank: '090' }))).toEqual(['bank']);
    expect(stillMissing(withValues({ account: '3333-01-1234567' }))).toEqual(['account']);
    expect(stillMissing(withValues({ bank: '090', account: '3333-01-1234567' }))).toEqual([]);
  });

  it('each required field, when empty', () => {
    for (const field of ['username', 'password', 'nick', 'name', 'email', 'phone'] as const)
      expect(stillMissing(withValues({ [field]: '' }))).toEqual([field]);
  });

  it('the terms first, when one required term is not agreed to', () => {
    expect(stillMissing({ ...good, agreed: new Set(['service', 'privacy', 'risk', 'news'] as const) })).toEqual(['terms']);
  });
});

describe('what is wrong', () => {
  it.each([
    ['username', { username: 'ab' }, {}, 'signup.error.username'],
    ['username', {}, { isUsernameFree: false }, 'signup.error.username.taken'],
    ['username', {}, { isUsernameFree: null }, 'signup.error.reserved'],
    ['nick', {}, { isNickFree: null }, 'signup.error.reserved'],
    ['password', { password: 'short1' }, {}, 'signup.error.password'],
    ['nick', { nick: 'Hangyeol_92' }, {}, 'signup.error.nick.same'],
    ['nick', { nick: '!' }, {}, 'signup.error.nick'],
    ['name', { name: '3' }, {}, 'signup.error.name'],
    ['email', { email: 'a@b' }, {}, 'signup.error.email'],
    ['phone', { phone: '010-4821-77' }, {}, 'signup.error.phone'],
    ['referral', { referral: 'NOPE' }, { isReferralKnown: false }, 'PARTNER_UNKNOWN'],
  ] as const)('%s %o %o', (field, values, more, code) => {
    expect(wrongWith(field, withValues(values, more))).toBe(code);
    expect(stillMissing(withValues(values, more))).toContain(field);
    expect(wrongWith(field, good)).toBeUndefined();
  });
});

describe('the rail', () => {
  it('marks done, now and ahead, and the step that needs a fix', () => {
    const fresh = withValues({ username: '', password: '', nick: '', name: '', email: '', phone: '' }, { agreed: new Set() });
    expect(railOf(fresh, new Set())).toEqual({
      terms: { state: 'now' },
      account: { state: 'ahead' },
      person: { state: 'ahead' },
      payout: { state: 'ahead' },
    });
    expect(railOf(good, new Set())).toEqual({
      terms: { state: 'done' },
      account: { state: 'done' },
      person: { state: 'done' },
      payout: { state: 'now' },
    });
    expect(railOf(withValues({ nick: 'hangyeol_92' }), new Set(['nick'] as const)).account).toEqual({ state: 'fix', fix: 'nick' });
  });
});

describe('help', () => {
  it('password strength grows with length and mixture, not with repetition', () => {
    expect([
      passwordStrength(''),
      passwordStrength('abc1'),
      passwordStrength('abcdefgh'),
      passwordStrength('abcdefgh12'),
      passwordStrength('abcdefgh123456'),
      passwordStrength('abababababab'),
    ]).toEqual([0, 1, 2, 3, 4, 1]);
  });

  it('offers a nickname that is not the username', () => {
    expect(nickFor(good.values)).toBe('한결');
    for (const username of ['demo1', 'a_1', 'hangyeol_92']) expect(nickFor({ username, name: 'Ann' })).not.toBe(username);
  });
});

it('a step with something written is under way, though one before it is open', () => {
  const asked = { ...good, values: { ...good.values, username: '', name: '', email: '' } };
  expect([railOf(asked, new Set()).person.state, isBegun('person', asked)]).toEqual(['ahead', true]);
  expect(isBegun('payout', asked)).toBe(false);
  expect(isBegun('terms', asked)).toBe(false);
});
