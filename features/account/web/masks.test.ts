// Masked mail addresses and phone numbers: enough to know one’s own.
import { expect, test } from 'vitest';
import { maskEmail, maskPhone } from './masks.ts';

test('a phone number keeps its ends, a mail address its domain', () => {
  expect([maskPhone('010-1234-7730'), maskPhone('02-123-4567')]).toEqual(['010-****-7730', '02-***-4567']);
  expect(['hangyeol92@naver.com', 'kim@a.kr', 'a@b.kr'].map(maskEmail)).toEqual(['ha*******2@naver.com', 'k**@a.kr', 'a*@b.kr']);
});
