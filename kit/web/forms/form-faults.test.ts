// Which field of a form a fault or a refusal belongs to, and when it is said.
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { Failure } from '../failure.ts';
import { faultsOf, fieldAt, fieldOfRefusal, shownFault } from './form-faults.ts';

const names = { labels: { ko: 'ko', days: 'days', note: 'note' }, fields: { 'name.ko': 'ko' }, optional: ['note'] } as const;
const body = z.object({ name: z.object({ ko: z.string().check(z.maxLength(3)) }), days: z.number().check(z.minimum(1)) });

describe('the field of a path', () => {
  it.each([
    ['name.ko', 'ko'],
    ['days', 'days'],
    ['days.0', 'days'],
    ['name.en', undefined],
    ['playerId', undefined],
  ])('%s is %s', (path, field) => expect(fieldAt(path, names)).toBe(field));
  it('of a refusal is the one that the server named', () => {
    expect(fieldOfRefusal(new Failure(400, 'X', '', { field: 'name.ko' }), names)).toBe('ko');
    expect([fieldOfRefusal(new Failure(400, 'X', ''), names), fieldOfRefusal(new Error('x'), names)]).toEqual([undefined, undefined]);
  });
});

describe('what is wrong', () => {
  const wrong = (ko: string, days: number, checked = {}) =>
    faultsOf(body, { name: { ko }, days }, { ko, days: String(days), note: '' }, names, checked);
  it('is nothing when all is right, an optional field empty', () => expect(wrong('abc', 1)).toEqual({}));
  it('an empty field, then what the page knows, then the shape', () => {
    expect(wrong('', 1)).toEqual({ ko: { kind: 'missing' } });
    expect(wrong('abcd', 0, { days: 'too few', ko: false })).toEqual({ ko: { kind: 'long', n: 3 }, days: 'too few' });
  });
  it('a part of the body that nobody types keeps nobody from sending', () =>
    expect(faultsOf(z.object({ playerId: z.number() }), { playerId: 'x' }, { ko: 'a' }, { ...names, labels: { ko: 'ko' } }, {})).toEqual(
      {},
    ));
});

describe('when it is said', () => {
  const seen = { label: '제목', isEmpty: false, isTouched: false, isLeft: false, wasSent: false };
  it('not before the field was reached', () => expect(shownFault({ kind: 'long', n: 3 }, seen)).toBeUndefined());
  it('at once where typing on cannot mend it; else when the field was left', () => {
    expect(shownFault({ kind: 'long', n: 3 }, { ...seen, isTouched: true })).toBe('제목: 3자까지 적을 수 있어요.');
    expect(shownFault({ kind: 'short', n: 3 }, { ...seen, isTouched: true })).toBeUndefined();
    expect(shownFault({ kind: 'short', n: 3 }, { ...seen, isTouched: true, isLeft: true })).toBe('제목: 3자 이상 적어 주세요.');
  });
  it('of an empty field when it is sent', () => {
    expect(shownFault({ kind: 'missing' }, { ...seen, isEmpty: true, isTouched: true, isLeft: true })).toBeUndefined();
    expect(shownFault({ kind: 'missing' }, { ...seen, isEmpty: true, wasSent: true })).toBe('제목을 적어 주세요.');
  });
});
