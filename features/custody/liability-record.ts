// What a site publishes of each proof of liabilities: one line of text, its hash and its signature. Runs in the browser and the server alike.
import { asciiBytes, hexOfBytes, sha256 } from '@maru/engine/draw/sha256.ts';

export const LIABILITIES_FORMAT = 'maru-liabilities-1';
/** What the first proof of a coin names as the one before. */
export const NO_PROOF = '0'.repeat(64);

/** `at`: ms. `sequence`: of the ledger. `depth`: 2^depth leaves. `sum`, `below`: in units of 10^-decimals; `below` is what cross wallets below zero lack, counted as nothing. */
const shapes = {
  site: /^[a-z0-9-]{1,40}$/,
  siteNumber: /^[1-9]\d{0,9}$/,
  coin: /^[A-Z0-9_]{2,16}$/,
  decimals: /^\d{1,2}$/,
  number: /^[1-9]\d{0,9}$/,
  at: /^\d{1,15}$/,
  sequence: /^\d{1,16}$/,
  depth: /^[1-9]\d?$/,
  sum: /^\d{1,16}$/,
  below: /^\d{1,16}$/,
  root: /^[0-9a-f]{64}$/,
  previous: /^[0-9a-f]{64}$/,
} as const;
const fields = Object.keys(shapes) as (keyof typeof shapes)[];

export type LiabilityRecord = Record<keyof typeof shapes, string>;

export const recordText = (record: LiabilityRecord): string => [LIABILITIES_FORMAT, ...fields.map((field) => record[field])].join('|');
export const recordHash = (text: string): string => hexOfBytes(sha256(asciiBytes(text)));
/** What the installation's key signs of a proof. */
export const liabilitiesSignatureText = (hash: string): string => `maru-liabilities-signature-1|${hash}`;

/** Undefined: it is none, or not in the only spelling it may have. */
export function readRecord(text: string): LiabilityRecord | undefined {
  const [format, ...words] = text.split('|');
  if (format !== LIABILITIES_FORMAT || words.length !== fields.length) return undefined;
  const isWhole = fields.every((field, at) => shapes[field].test(words[at]));
  return isWhole ? (Object.fromEntries(fields.map((field, at) => [field, words[at]])) as LiabilityRecord) : undefined;
}
