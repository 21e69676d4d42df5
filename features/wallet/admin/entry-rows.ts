// Lines of a bulk entry as they are pasted: a member's id and an amount each, added up without floating point.
export interface PastedRow {
  playerId: number;
  point: string;
}
export interface PastedRows {
  rows: PastedRow[];
  /** The first line that is none. */
  bad: { line: number; text: string } | undefined;
  /** Decimal text of the sum. */
  total: string;
}

const DECIMALS = 8;
const line = /^(\d{1,15})[\s,;]+(\d{1,12}(?:\.\d{1,8})?)$/;

export function readPasted(text: string): PastedRows {
  const rows: PastedRow[] = [];
  let bad: PastedRows['bad'];
  text.split('\n').forEach((raw, at) => {
    const trimmed = raw.trim();
    if (trimmed === '') return;
    const match = line.exec(trimmed);
    if (match === null) bad ??= { line: at + 1, text: trimmed.slice(0, 40) };
    else rows.push({ playerId: Number(match[1]), point: match[2] });
  });
  return { rows, bad, total: textOf(rows.reduce((sum, { point }) => sum + unitsOf(point), 0n)) };
}

/** Whether two decimal texts are one amount. */
export const isSame = (a: string, b: string): boolean => unitsOf(a) === unitsOf(b);

function unitsOf(text: string): bigint {
  if (!/^\d+(\.\d+)?$/.test(text)) return -1n;
  const [whole, fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
}

function textOf(units: bigint): string {
  const digits = units.toString().padStart(DECIMALS + 1, '0');
  const at = digits.length - DECIMALS;
  return `${digits.slice(0, at)}.${digits.slice(at)}`.replace(/\.?0+$/, '');
}
