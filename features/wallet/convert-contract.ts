// Coins of a member changed into one another: which there are, a price that is held for ten seconds, the change itself, and those before it.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { conversion, dnwEntry } from './dnw-contract.ts';
import { walletType } from './wallet-kinds.ts';

/** Of a coin: PAUSED by operators; NO_PRICE: its market tells none, or an old one. */
const convertStates = ['OPEN', 'PAUSED', 'NO_PRICE'] as const;

const convertCoin = z.object({
  walletType,
  currency: z.string(),
  decimals: z.number(),
  name: z.object({ ko: z.string(), en: z.string() }),
  state: z.enum(convertStates),
  /** What one costs in USDT now, to look at. */
  price: z.nullable(decimal),
  /** In USDT: the least and the most at once, and what is left of today for this member. */
  least: decimal,
  most: decimal,
  dayLeft: decimal,
});
export type ConvertCoin = z.output<typeof convertCoin>;

export const listConvertCoins = defineRoute({
  name: 'listConvertCoins',
  method: 'GET',
  path: '/api/dnw/convert/coins',
  roles: members,
  summary: { ko: '전환할 수 있는 코인', en: 'Coins that can be converted into one another' },
  reply: z.array(convertCoin),
});

/** What would be given and received. The server holds it until it ends; its number alone is no right to it. */
const quote = z.object({
  quoteId: z.number(),
  from: walletType,
  to: walletType,
  give: decimal,
  receive: decimal,
  /** How much of `to` one `from` is: as the member has it, spread included, and in the middle of the market. */
  rate: decimal,
  mid: decimal,
  /** Per cent between the two. */
  spread: decimal,
  /** In USDT at the middle: what is given, and what is received. */
  giveWorth: decimal,
  receiveWorth: decimal,
  endsAt: isoTime,
  time: isoTime,
});
export type Quote = z.output<typeof quote>;

const asked = { from: walletType, to: walletType, point: decimal };
const quoteCodes = [
  'WALLET_NOT_USED',
  'WALLET_SAME',
  'BAD_PRECISION',
  'CONVERT_PAUSED',
  'CONVERT_NO_PRICE',
  'CONVERT_LEAST',
  'CONVERT_MOST',
  'CONVERT_DAY',
  'CONVERSION_CAP',
] as const;

export const quoteConversion = defineRoute({
  name: 'quoteConversion',
  method: 'POST',
  path: '/api/dnw/convert/quote',
  roles: members,
  summary: { ko: '전환 견적', en: 'A price for a conversion, held for ten seconds' },
  body: z.object(asked),
  reply: quote,
  codes: [...quoteCodes, 'CONVERSION_TOO_SMALL', 'TOO_MANY_REQUESTS'],
});

const conversionLine = z.object({
  quoteId: z.number(),
  from: walletType,
  to: walletType,
  give: decimal,
  receive: decimal,
  rate: decimal,
  spread: decimal,
  time: isoTime,
  /** Between pressing and having it. */
  tookMs: z.number(),
  sequence: z.number(),
});
export type ConversionLine = z.output<typeof conversionLine>;

/**
 * The specification's call. Without a `quoteId` it is done at the price of the moment. `entries`: all lines of the histories that it makes,
 * newest first; `line`: it as the list of conversions has it.
 */
export const convert = defineRoute({
  name: 'convert',
  method: 'POST',
  path: '/api/dnw/convert',
  roles: members,
  money: true,
  summary: { ko: '코인 전환', en: 'Change one coin into another' },
  body: z.object({ ...asked, quoteId: z.optional(z.number().check(z.int(), z.minimum(1))) }),
  reply: z.object({ sent: dnwEntry, received: dnwEntry, entries: z.array(dnwEntry), conversion, quote, line: conversionLine }),
  codes: [...quoteCodes, 'QUOTE_UNKNOWN', 'QUOTE_USED', 'QUOTE_MOVED', 'CONVERT_BONUS', 'REQUEST_REUSED'],
});

/** Those that were made, newest first. */
export const listConversions = defineRoute({
  name: 'listConversions',
  method: 'GET',
  path: '/api/dnw/convert/list',
  roles: members,
  summary: { ko: '코인 전환 내역', en: 'My conversions' },
  query: z.object({ page: pageQuery.page, size: pageQuery.size }),
  reply: pageOf(conversionLine),
});
