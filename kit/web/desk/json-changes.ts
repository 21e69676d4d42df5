// Which fields differ between two plain JSON values, as paths: what the audit log keeps is whole, what a reader needs is the difference.

export interface FieldChange {
  /** `limits.daily`; empty for the value itself. */
  path: string;
  before: unknown;
  after: unknown;
}

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** In the order of the fields; a field that is missing is undefined. */
export function changesBetween(before: unknown, after: unknown, path = ''): FieldChange[] {
  const parts = [before, after].filter((side) => side !== undefined && side !== null);
  if (parts.length > 0 && parts.every(isPlain)) {
    const [old, now] = [before ?? {}, after ?? {}] as Record<string, unknown>[];
    const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
    return names.flatMap((name) => changesBetween(old[name], now[name], path === '' ? name : `${path}.${name}`));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
}

/** Decimal strings added exactly: what a posting takes here it must give there. */
export function sumOfDifferences(rows: readonly { before: string; after: string }[]): string {
  const places = Math.max(0, ...rows.flatMap(({ before, after }) => [before, after]).map((text) => text.split('.')[1]?.length ?? 0));
  const scaled = (text: string) => {
    const [whole, fraction = ''] = text.replace('-', '').split('.');
    const units = BigInt(whole + fraction.padEnd(places, '0'));
    return text.startsWith('-') ? -units : units;
  };
  const sum = rows.reduce((total, { before, after }) => total + scaled(after) - scaled(before), 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return sum < 0n ? `-${text}` : text;
}
