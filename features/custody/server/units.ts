// Between what a chain counts in and what the ledger counts in: exactly, and what no unit of the ledger is worth is left over.

/** Digits of an asset's smallest unit in the ledger: USDT's, and those of every coin (decisions.md, Money). */
export const ledgerDecimals = (asset: number): number => (asset === 0 ? 6 : 8);

/** `amount` of the chain's units in units of the ledger; `dust` in the chain's. */
export function inLedgerUnits(amount: bigint, chainDecimals: number, ledgerDecimals: number): { units: bigint; dust: bigint } {
  if (ledgerDecimals >= chainDecimals) return { units: amount * 10n ** BigInt(ledgerDecimals - chainDecimals), dust: 0n };
  const one = 10n ** BigInt(chainDecimals - ledgerDecimals);
  return { units: amount / one, dust: amount % one };
}

/** `units` of the ledger in the chain's; undefined where the chain counts in coarser ones and it does not come out. */
export function inChainUnits(units: bigint, chainDecimals: number, ledgerDecimals: number): bigint | undefined {
  if (chainDecimals >= ledgerDecimals) return units * 10n ** BigInt(chainDecimals - ledgerDecimals);
  const one = 10n ** BigInt(ledgerDecimals - chainDecimals);
  return units % one === 0n ? units / one : undefined;
}

/** What a network took, in whole units of the ledger and never less than it was; `dust`: what that is too much, in the chain's. */
export function feeInLedgerUnits(fee: bigint, chainDecimals: number, ledgerDecimals: number): { units: bigint; dust: bigint } {
  const { units, dust } = inLedgerUnits(fee, chainDecimals, ledgerDecimals);
  return dust === 0n ? { units, dust } : { units: units + 1n, dust: 10n ** BigInt(chainDecimals - ledgerDecimals) - dust };
}

/** A chain's amount as plain decimal text. */
export function chainText(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Plain decimal text in a chain's smallest unit; undefined where it is finer than that. */
export function chainUnitsOf(text: string, decimals: number): bigint | undefined {
  const [whole = '0', fraction = ''] = text.split('.');
  const digits = fraction.replace(/0+$/, '');
  return digits.length > decimals ? undefined : BigInt(whole + digits.padEnd(decimals, '0'));
}
