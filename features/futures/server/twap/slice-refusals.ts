// What a refusal of a slice means for its TWAP: it waits for the market, ends at once, or ends when margin is wanting again and again.
import type { TwapEnd } from '../../twap-contract.ts';

/** Slices in a row without enough margin. */
export const MARGIN_REFUSALS = 5;

const marginCodes: ReadonlySet<string> = new Set([
  'INSUFFICIENT_MARGIN',
  'INSUFFICIENT_BALANCE',
  'CROSS_BALANCE_SHORT',
  'NOTIONAL_ABOVE_BRACKET',
]);
/** Of the account, its product or its rules: the next slice would be told the same. */
const finalCodes: ReadonlySet<string> = new Set([
  'ACCOUNT_UNKNOWN',
  'ACCOUNT_MAY_NOT_TRADE',
  'ACCOUNT_FROZEN',
  'ACCOUNT_REDUCE_ONLY',
  'ACCOUNT_DENIED',
  'ACCOUNT_LOCKED',
  'ACCOUNT_EXCLUDED',
  'ACCOUNT_LEAVING',
  'TOKEN_INVALID',
  'NO_PERMISSION',
  'PARTNER_MAY_NOT_ORDER',
  'PARTNER_MAY_NOT_INVEST',
  'TRADER_ORDER_OPPOSITE',
  'TRADER_CLOSES_BY_COPYING',
  'FOLLOWER_USES_COPY_TAB',
  'LEVERAGE_LIMITED',
  'INVALID_POSITION_SIDE',
  'POSITION_SIDE_MISMATCH',
  'REDUCE_ONLY_CONFLICT',
  'PRODUCT_OFF',
  'REGION_CLOSED',
]);
const delisted: ReadonlySet<string> = new Set(['SYMBOL_UNKNOWN', 'SYMBOL_CLOSED']);

export const isMarginRefusal = (code: string | null): boolean => code !== null && marginCodes.has(code);

/** Undefined: it goes on, and later slices take along what this one could not do. */
export function endOf(code: string | null, marginRefusals: number): TwapEnd | undefined {
  if (code === null) return undefined;
  if (finalCodes.has(code)) return 'REFUSED';
  if (delisted.has(code)) return 'DELISTED';
  return marginCodes.has(code) && marginRefusals >= MARGIN_REFUSALS ? 'MARGIN' : undefined;
}
