// Postings inside a request's before and after: the same figures on both sides, read for the ledger view; anything else is no posting.
import type { LedgerRow } from '@maru/kit/web/desk/before-after.tsx';

const decimal = /^-?\d{1,15}(\.\d{1,18})?$/;

interface Named {
  [name: string]: unknown;
}

const isNamed = (value: unknown): value is Named => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows when both sides hold only decimals under the same names, two at least: one figure alone has no other side, and a path is no purse. */
export function ledgerRowsOf(before: unknown, after: unknown, labels: Readonly<Record<string, string>>): LedgerRow[] | undefined {
  if (!isNamed(before) || !isNamed(after)) return undefined;
  const names = Object.keys(after);
  if (names.length < 2 || names.length !== Object.keys(before).length || names.some((name) => name.includes('.'))) return undefined;
  const rows = names.map((name) => ({ label: labels[name] ?? name, before: before[name], after: after[name] }));
  const isWhole = rows.every(
    (row): row is { label: string; before: string; after: string } =>
      typeof row.before === 'string' && typeof row.after === 'string' && decimal.test(row.before) && decimal.test(row.after),
  );
  return isWhole ? (rows as { label: string; before: string; after: string }[]) : undefined;
}
