// Between what a chain counts in and what the ledger counts in: exactly, and what no unit of the ledger is worth is left over.

/** `amount` of the chain's units in units of the ledger; `dust` in the chain's. */
export function inLedgerUnits(amount: bigint, chainDecimals: number, ledgerDecimals: number): { units: bigint; dust: bigint } {
  if (ledgerDecimals >= chainDecimals) return { units: amount * 10n ** BigInt(ledgerDecimals - chainDecimals), dust: 0n };
  const one = 10n ** BigInt(chainDecimals - ledgerDecimals);
  return { units: amount / one, dust: amount % one };
}

/** A chain's amount as plain decimal text. */
export function chainText(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
