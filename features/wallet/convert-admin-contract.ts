// Terms of conversions as operators set them, a row a coin, with what the house holds by them and is short of.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { walletType } from './wallet-kinds.ts';

const reason = z.string().check(z.trim(), z.minLength(4), z.maxLength(300));

/** Why a coin is not converted. OFF: it is not offered, and no page of members shows it. */
export const convertPauses = ['SAFETY', 'PRICE', 'OFF'] as const;

/** SHORT, LONG: beyond the cap, so that it is not given out, or not taken in, until the way back was gone. */
export const convertStandings = ['OPEN', 'SHORT', 'LONG', 'NO_PRICE', 'PAUSED'] as const;

const terms = {
  /** Per cent: what the house keeps, and how far a price may move between quote and press; never more than the spread. */
  spread: decimal,
  tolerance: decimal,
  /** In USDT: the least and the most at once, and the most of one member within a day. */
  least: decimal,
  most: decimal,
  dayMost: decimal,
};

export const deskConvertCoin = z.object({
  walletType,
  currency: z.string(),
  ...terms,
  /** In USDT: how much of it the house is short of, or holds, at most; null: USDT, in which all is counted. */
  cap: z.nullable(decimal),
  standing: z.enum(convertStandings),
  paused: z.nullable(z.string()),
  /** What the house has of it by conversions, below zero what it is short of: in the coin, and in USDT now where there is a price. */
  held: signedDecimal,
  exposure: z.nullable(signedDecimal),
});
export type DeskConvertCoin = z.output<typeof deskConvertCoin>;

export const listConvertTerms = defineRoute({
  name: 'listConvertTerms',
  method: 'GET',
  path: '/api/admin/convert/coins',
  roles: operators,
  right: 'ledger.read',
  summary: { ko: '전환 조건과 하우스 보유', en: 'Terms of conversions, with what the house holds of each coin' },
  reply: z.array(deskConvertCoin),
});

/** What earns less or risks more waits for a second person. `cap`: of all coins but USDT. */
export const changeConvertTerms = defineRoute({
  name: 'changeConvertTerms',
  method: 'POST',
  path: '/api/admin/convert/coin',
  roles: operators,
  right: 'ledger.convert',
  summary: { ko: '전환 조건 바꾸기', en: 'Change a coin’s terms of conversion; from the next quote on' },
  body: z.object({ walletType, ...terms, cap: z.optional(decimal), reason }),
  reply: deskConvertCoin,
  codes: [
    'CONVERT_COIN_UNKNOWN',
    'CONVERT_SAME',
    'CONVERT_SPREAD',
    'CONVERT_TOLERANCE',
    'CONVERT_MOST_LEAST',
    'CONVERT_DAY_MOST',
    'BAD_PRECISION',
    'APPROVAL_REQUIRED',
  ],
});

export const pauseConversion = defineRoute({
  name: 'pauseConversion',
  method: 'POST',
  path: '/api/admin/convert/coin/pause',
  roles: operators,
  right: 'ledger.convert',
  summary: { ko: '코인 전환 멈추기', en: 'Convert nothing into or out of a coin until it is opened again' },
  body: z.object({ walletType, why: z.enum(convertPauses), reason }),
  reply: deskConvertCoin,
  codes: ['CONVERT_COIN_UNKNOWN', 'CONVERT_SAME'],
});

export const openConversion = defineRoute({
  name: 'openConversion',
  method: 'POST',
  path: '/api/admin/convert/coin/open',
  roles: operators,
  right: 'ledger.convert',
  summary: { ko: '코인 전환 다시 열기', en: 'Open conversions of a coin again, by a second person' },
  body: z.object({ walletType, reason }),
  reply: deskConvertCoin,
  codes: ['CONVERT_COIN_UNKNOWN', 'CONVERT_SAME', 'APPROVAL_REQUIRED'],
});
