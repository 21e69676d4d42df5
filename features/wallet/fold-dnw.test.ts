// A page of the asset history as the answer of an act makes it: what a read of the same question would tell.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DnwEntry, type DnwType, dnwTypes } from './contract.ts';
import { type DnwPage, foldDnw } from './fold-dnw.ts';
import type { WalletType } from './wallet-kinds.ts';

const wallets: readonly WalletType[] = ['USDT', 'FUTURES', 'BINARY'];
const line = (dnwHistoryId: number, type: DnwType = 'TO', walletType: WalletType = 'USDT') =>
  ({ dnwHistoryId, type, walletType, point: '-1', time: '2026-11-28T03:00:00.000Z' }) as DnwEntry;

/** As the server reads it. */
function read(all: readonly DnwEntry[], size: number, asked: { walletType?: WalletType; typeStrs?: string }): DnwPage {
  const found = all
    .filter(
      ({ type, walletType }) => (asked.typeStrs?.split(',').includes(type) ?? true) && (asked.walletType ?? walletType) === walletType,
    )
    .toSorted((a, b) => b.dnwHistoryId - a.dnwHistoryId);
  const content = found.slice(0, size);
  return { content, size, totalElements: found.length, next: found.length > size ? String(content[size - 1].dnwHistoryId) : null };
}

it('is what a read would tell, whatever is asked for', () => {
  const some = fc.array(fc.tuple(fc.constantFrom(...dnwTypes), fc.constantFrom(...wallets)), { maxLength: 12 });
  const question = fc.record(
    { walletType: fc.constantFrom(...wallets), typeStrs: fc.constantFrom('TI,TO', 'CI,CO', 'B') },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(some, some, question, fc.integer({ min: 1, max: 6 }), (before, news, asked, size) => {
      const all = [...before, ...news].map(([type, walletType], i) => line(i + 1, type, walletType));
      const page = read(all.slice(0, before.length), size, asked);
      expect(foldDnw(page, all.slice(before.length).toReversed(), asked)).toEqual(read(all, size, asked));
    }),
  );
});

it('stays as it was where it has the lines, and tells nothing where newer ones stand on it', () => {
  const page = read([line(1), line(2), line(3)], 10, {});
  expect(foldDnw(page, [line(3), line(2)], {})).toBe(page);
  expect(foldDnw(page, [line(2.5)], {})).toBeUndefined();
});
