// Why something happened, on the wire: inputs, rule, formula with the numbers put in, and result, all from the journal itself.
import { z } from 'zod/mini';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { members } from '@maru/kit/contract/role.ts';
import { id, idText, isoTime, symbolName } from '@maru/kit/contract/wire.ts';

const bilingual = z.object({ ko: z.string(), en: z.string() });
/** A figure as text: a plain decimal, a word, or `--`. */
const figure = z.string();

export const explainStep = z.object({
  name: bilingual,
  /** Section of the trading rules, such as "7.6". */
  rule: z.string(),
  /** In the letters of the rules, then with the numbers put in. */
  formula: z.string(),
  numbers: z.string(),
  result: figure,
  unit: z.enum(['USDT', 'price', 'quantity', 'percent', '']),
  /** Whether the result equals what the journal holds; null where the journal holds no such figure. */
  holds: z.nullable(z.boolean()),
});
export type ExplainStep = z.output<typeof explainStep>;

/** What the mark was at that moment, and what it was made of; nulls where the venue's own mark was taken over. */
export const explainMarket = z.object({
  mark: figure,
  index: figure,
  last: figure,
  price1: z.nullable(figure),
  price2: z.nullable(figure),
  fundingRate: z.nullable(figure),
  /** Where in the journal this mark stands. */
  markSequence: z.nullable(z.number()),
  markTime: z.nullable(isoTime),
});
export type ExplainMarket = z.output<typeof explainMarket>;

export const explainAccount = z.object({
  crossWallet: figure,
  isolatedWallets: figure,
  unrealizedPnl: figure,
  positionMargin: figure,
  orderMargin: figure,
  maintenanceMargin: figure,
  available: figure,
});
export type ExplainAccount = z.output<typeof explainAccount>;

export const explanation = z.object({
  kind: z.enum(['FILL', 'FUNDING', 'LIQUIDATION', 'REJECTION']),
  sequence: z.number(),
  time: isoTime,
  futuresOptionId: z.nullable(id),
  symbol: z.nullable(symbolName),
  title: bilingual,
  /** The code of a rejection. */
  code: z.nullable(z.string()),
  /** The journaled command that brought it about. */
  request: z.array(z.object({ name: z.string(), value: figure })),
  market: z.nullable(explainMarket),
  account: z.object({ before: explainAccount, after: explainAccount }),
  steps: z.array(explainStep),
});
export type Explanation = z.output<typeof explanation>;

/**
 * One of: a fill (`tradeId` and `orderId`), a liquidated position (`futuresPositionId`), a step of a liquidation (`liquidationId`), a
 * funding payment (`fundingId`, which is a sequence and a position), a refusal (`sequence`, from the refusal's own data, or the
 * `requestKey` it was sent with), an order that ended by a refusal, as it fired or as it was to be filled (`orderId` alone).
 */
export const explain = defineRoute({
  name: 'explain',
  method: 'GET',
  path: '/api/futures/explain',
  roles: members,
  summary: { ko: '왜 이렇게 됐는지', en: 'Why it happened' },
  query: z.object({
    tradeId: z.optional(idText),
    orderId: z.optional(idText),
    futuresPositionId: z.optional(idText),
    liquidationId: z.optional(z.string().check(z.regex(/^\d{1,16}\.\d{1,9}$/))),
    fundingId: z.optional(z.string().check(z.regex(/^\d{1,16}\.\d{1,16}$/))),
    sequence: z.optional(idText),
    requestKey: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/))),
  }),
  reply: explanation,
  codes: ['EXPLAIN_UNKNOWN', 'EXPLAIN_BUSY', 'EXPLAIN_TIMEOUT'],
});
