// What a site's house earned and gave by day, line by line, and the proof that the lines are the ledger.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

/**
 * Earned: fees of trades; the house's own book; funding; what the insurance fund gained; rounds, power ball, slot; fees of conversions;
 * rounding; what members that left gave up; fees of withdrawals. Given: bonuses by hand and of the demo, coupons (when a member gets one),
 * and what networks took.
 */
export const resultLines = [
  'FEES',
  'BOOK',
  'FUNDING',
  'INSURANCE',
  'ROUNDS',
  'POWERBALL',
  'SLOT',
  'CONVERSION',
  'ROUNDING',
  'GIVEN_UP',
  'BONUSES',
  'COUPONS',
  'WITHDRAWAL_FEES',
  'NETWORK_FEES',
] as const;
/**
 * No result: members' money that came and went, what of it is on its way out, what nobody's is, what members owe for orphaned deposits;
 * stakes of open bets, what conversions exchanged at the rate, the owner's own money.
 */
export const heldLines = ['DEPOSITS', 'IN_TRANSIT', 'SUSPENSE', 'OWED', 'OPEN_STAKES', 'EXCHANGED', 'CAPITAL'] as const;
export const houseLines = [...resultLines, ...heldLines] as const;
export type HouseLine = (typeof houseLines)[number];

const amounts = z.array(signedDecimal);
const houseSheet = z.object({
  /** Nothing is changed into another currency here. */
  currency: z.string(),
  /** Those with anything in these days, in order; `amounts` stand in the same order. */
  lines: z.array(z.enum(houseLines)),
  /** Newest first; days on which nothing moved are left out. */
  days: z.array(z.object({ day: z.string(), amounts, result: signedDecimal })),
  total: z.object({ amounts, result: signedDecimal }),
});
export type HouseSheet = z.output<typeof houseSheet>;

const day = z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)));
/** Days that one answer holds. */
export const SHEET_DAYS = 366;

export const getHouseSheet = defineRoute({
  name: 'getHouseSheet',
  method: 'GET',
  path: '/api/admin/wallet/house_sheet',
  roles: operators,
  right: 'ledger.read',
  summary: { ko: '하우스 손익표', en: 'What the house earned and gave by day, by line, equal to the ledger' },
  query: z.object({
    /** Today alone, or so many days of the site with it; or from and to a day. */
    days: z.optional(z.enum(['1', '7', '30'])),
    startDate: day,
    endDate: day,
  }),
  reply: z.object({
    startDate: z.string(),
    endDate: z.string(),
    sheets: z.array(houseSheet),
    proof: z.object({
      /** MOVING: the engine went on while it was added up. */
      state: z.enum(['EQUAL', 'DIFFERENT', 'MOVING']),
      /** Purses of the house by number, in smallest units: what the engine holds and what all days add up to. */
      differences: z.array(z.object({ purse: z.number(), ledger: z.string(), added: z.string() })),
    }),
  }),
});
