// Chain units against ledger units: exact both ways, the remainder kept (no Number on the way).
import { expect, it } from 'vitest';
import { chainText, inLedgerUnits } from './units.ts';

it('a finer chain leaves what no unit of the ledger is worth', () => {
  // 1.234567890123456789 ETH
  expect(inLedgerUnits(1_234_567_890_123_456_789n, 18, 8)).toEqual({ units: 123_456_789n, dust: 123_456_789n });
  expect(inLedgerUnits(9_999_999_999n, 18, 8)).toEqual({ units: 0n, dust: 9_999_999_999n });
});

it('a coarser chain is exact', () => {
  expect(inLedgerUnits(12_345n, 4, 8)).toEqual({ units: 123_450_000n, dust: 0n });
  expect(inLedgerUnits(5n, 6, 6)).toEqual({ units: 5n, dust: 0n });
});

it('nothing is lost or made, over random amounts', () => {
  for (let n = 0; n < 2_000; n++) {
    const amount = BigInt(n) ** 7n * 1_000_003n + BigInt(n);
    for (const [chain, ledger] of [
      [18, 8],
      [6, 8],
      [8, 8],
      [18, 6],
      [4, 8],
    ] as const) {
      const { units, dust } = inLedgerUnits(amount, chain, ledger);
      const back = ledger >= chain ? units / 10n ** BigInt(ledger - chain) : units * 10n ** BigInt(chain - ledger);
      expect(back + dust).toBe(amount);
    }
  }
});

it('is written plainly', () => {
  expect(chainText(1_000_000n, 6)).toBe('1');
  expect(chainText(1_050_000n, 6)).toBe('1.05');
  expect(chainText(5n, 18)).toBe('0.000000000000000005');
  expect(chainText(0n, 8)).toBe('0');
});
