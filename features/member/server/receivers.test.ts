// Phone numbers as people type them, as the rows keep them.
import { expect, test } from 'vitest';
import { phonesOf } from './receivers.ts';

test.each([
  ['010-1234-5678', ['010-1234-5678']],
  ['01012345678', ['010-1234-5678']],
  ['010 1234 5678', ['010-1234-5678']],
  ['+82 10-1234-5678', ['010-1234-5678']],
  ['+821012345678', ['010-1234-5678']],
  ['0212345678', ['021-234-5678', '02-1234-5678']],
  ['021234567', ['02-123-4567']],
  ['alice', []],
  ['1234', []],
])('%s', (text, phones) => expect(phonesOf(text)).toEqual(phones));
