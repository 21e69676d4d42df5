// Which steps of a deposit a member is told.
import { expect, it } from 'vitest';
import type { DepositState } from '../../contract.ts';
import { depositNoticeOf } from './deposit-notices.ts';

it.each<[DepositState, DepositState, string | undefined]>([
  ['SMALL', 'SEEN', undefined],
  ['SEEN', 'CONFIRMING', undefined],
  ['CONFIRMING', 'CREDITED', 'CREDITED'],
  ['CREDITED', 'CREDITED', undefined],
  ['CREDITED', 'UNLOCKED', 'UNLOCKED'],
  ['CONFIRMING', 'UNLOCKED', 'ARRIVED'],
  ['CREDITED', 'ORPHANED', 'ORPHANED'],
  ['CONFIRMING', 'ORPHANED', undefined],
  ['ORPHANED', 'SEEN', undefined],
])('from %s to %s: %s', (before, after, kind) => expect(depositNoticeOf(before, after)).toBe(kind));
