// Restricted text and phone masks, specification section 5.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptOrRevert, characterSets, isOfSet } from './character-sets.ts';
import { isFullPhone, maskPhone, maskPhoneAt } from './phone-mask.ts';

describe('restricted text', () => {
  it.each([
    ['email', 'a.b+c@maru.kr', 'a b'],
    ['digits', '0123', '1.2'],
    ['digitsDot', '1.2', '1-2'],
    ['digitsHyphen', '1-2', '1.2'],
    ['username', 'hangyeol_92-a', 'Hangyeol'],
    ['password', 'Abc123', 'abc!'],
    ['noKorean', 'abc 12!', '한'],
    ['noSpecial', '한결 abc12', 'a@b'],
    ['noSpecialNoDigits', '한결 abc', 'abc1'],
  ] as const)('%s takes %s and turns back from %s', (set, good, bad) => {
    expect(acceptOrRevert(set, '', good)).toBe(good);
    expect(acceptOrRevert(set, good, bad)).toBe(good);
  });

  it('Korean letters still being composed count as Korean', () => {
    for (const letter of ['ㅎ', 'ㅏ', '하', '\u1112']) expect(isOfSet('noKorean', letter)).toBe(false);
  });

  it('property: whatever is typed, the text stays of its set', () => {
    fc.assert(
      fc.property(fc.constantFrom(...characterSets), fc.array(fc.string({ unit: 'grapheme', maxLength: 2 })), (set, keys) => {
        let text = '';
        for (const key of keys) text = acceptOrRevert(set, text, text + key);
        expect(isOfSet(set, text)).toBe(true);
      }),
    );
  });
});

describe('phone masks', () => {
  it.each([
    ['021234567', '02-123-4567'],
    ['0212345678', '02-1234-5678'],
    ['0311234567', '031-123-4567'],
    ['01048217730', '010-4821-7730'],
    ['010', '010'],
    ['0104', '010-4'],
    ['02123456789999', '02-1234-5678'],
    ['010482177301234', '010-4821-7730'],
  ])('%s reads %s', (digits, masked) => {
    expect(maskPhone(digits)).toBe(masked);
  });

  it('full numbers are those of the four patterns', () => {
    for (const full of ['02-123-4567', '02-1234-5678', '031-123-4567', '010-4821-7730']) expect(isFullPhone(full)).toBe(true);
    for (const part of ['010-4821-773', '02-12-4567', '010-48217730', '']) expect(isFullPhone(part)).toBe(false);
  });

  it('property: masking keeps the digits in order, is stable, and the caret stays behind its digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,14}$/), fc.nat(), (digits, place) => {
        const masked = maskPhone(digits);
        expect(maskPhone(masked)).toBe(masked);
        expect(digits.startsWith(masked.replaceAll('-', ''))).toBe(true);
        const at = place % (masked.length + 1);
        const { caret } = maskPhoneAt(masked, at);
        expect(masked.slice(0, caret).replaceAll('-', '')).toBe(masked.slice(0, at).replaceAll('-', ''));
      }),
    );
  });
});
