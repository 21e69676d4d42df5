// The coins of a site as operators set them: thresholds, fees, limits of one and two persons, and what is paused.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

const walletType = z.string().check(z.regex(/^[A-Z0-9_]{2,16}$/));
const reason = z.string().check(z.trim(), z.minLength(4), z.maxLength(300));
const blocks = z.number().check(z.int(), z.minimum(1), z.maximum(1000));

/** Said to members beside a paused coin. SETUP, SOON: never opened so far. */
export const pauseReasons = ['NETWORK', 'WALLET', 'SAFETY'] as const;
export const coinWays = ['IN', 'OUT'] as const;
export type CoinWay = (typeof coinWays)[number];

/** Amounts in the coin. */
const terms = {
  /** Blocks until it is in the wallet, until it may leave, and until a payment is settled. */
  creditAfter: blocks,
  unlockAfter: blocks,
  finalAfter: blocks,
  depositLeast: decimal,
  outFee: decimal,
  outLeast: decimal,
  /** More than this is looked at by a person, and more than the second by two. */
  lookedAt: decimal,
  twoPersons: decimal,
  /** Of all there is, what should lie in cold storage at least. */
  coldPercent: z.number().check(z.int(), z.minimum(0), z.maximum(100)),
};

/** A page for each transaction, its hash in the place of {hash}. */
const explorer = z.string().check(z.maxLength(200), z.regex(/^(https:\/\/[^\s{}@]+\{hash\}[^\s{}@]*)?$/));

const pause = z.nullable(z.object({ why: z.string(), until: z.nullable(isoTime) }));

export const deskCoin = z.object({
  walletType,
  currency: z.string(),
  chain: z.string(),
  /** The site's own list has it: members see it. */
  isOffered: z.boolean(),
  /** Payments are made on its chain. */
  canPay: z.boolean(),
  ...terms,
  /** Empty: none, or a demo's own page. */
  explorer,
  inPause: pause,
  outPause: pause,
});
export type DeskCoin = z.output<typeof deskCoin>;

export const listDeskCoins = defineRoute({
  name: 'listDeskCoins',
  method: 'GET',
  path: '/api/admin/custody/coins',
  roles: operators,
  right: 'custody.read',
  summary: { ko: '코인과 네트워크', en: 'Coins and networks of this site, with their terms' },
  reply: z.array(deskCoin),
});

/** Fewer blocks or a higher limit protect less: a second person agrees to that. */
export const changeDeskCoin = defineRoute({
  name: 'changeDeskCoin',
  method: 'POST',
  path: '/api/admin/custody/coin',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '코인 조건 바꾸기', en: 'Change a coin’s thresholds, fee and limits; from the next deposit or withdrawal on' },
  body: z.object({ walletType, ...terms, explorer: z.optional(explorer), reason }),
  reply: deskCoin,
  codes: ['COIN_UNKNOWN', 'COIN_SAME', 'COIN_UNLOCK', 'COIN_OUT_LEAST', 'COIN_TWO_PERSONS', 'BAD_PRECISION', 'APPROVAL_REQUIRED'],
});

export const pauseDeskCoin = defineRoute({
  name: 'pauseDeskCoin',
  method: 'POST',
  path: '/api/admin/custody/coin/pause',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '코인 입금·출금 멈추기', en: 'Take in or pay out nothing of a coin until it is opened again' },
  body: z.object({
    walletType,
    way: z.enum(coinWays),
    why: z.enum(pauseReasons),
    /** When it is expected back, as members are told; it does not open by itself. */
    hours: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(720))),
    reason,
  }),
  reply: deskCoin,
  codes: ['COIN_UNKNOWN', 'COIN_NOT_PAYING'],
});

export const openDeskCoin = defineRoute({
  name: 'openDeskCoin',
  method: 'POST',
  path: '/api/admin/custody/coin/open',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '코인 입금·출금 다시 열기', en: 'Open a paused coin again, by a second person' },
  body: z.object({ walletType, way: z.enum(coinWays), reason }),
  reply: deskCoin,
  codes: ['COIN_UNKNOWN', 'COIN_SAME', 'COIN_NOT_PAYING', 'APPROVAL_REQUIRED'],
});
