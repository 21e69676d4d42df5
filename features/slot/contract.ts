// The slot: a site's games, whether a member may play, a spin, and the seeds that its reels follow from.
import { everyone, members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, id, idText, isoTime, pageOf, pageQuery, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

const named = { code: z.string(), name: z.object({ ko: z.string(), en: z.string() }) };
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** Printable ASCII: what an auditor can type again. */
const ownSeed = z.string().check(z.regex(/^[!-~]{1,64}$/));

export const slotGame = z.object({
  slotId: z.number(),
  ...named,
  /**
   * What three of each pay, as a multiple of the stake ("7.5"); the first is wild. How often one line pays it, and what all lines of it
   * bring back, in percent; the latter add up to `returnPercent`, which is exact.
   */
  symbols: z.array(z.object({ ...named, pays: decimal, chancePercent: decimal, returnPercent: decimal })),
  /** Symbols by number, reel by reel; lines as the row on each reel. */
  reels: z.array(z.array(z.number())),
  lines: z.array(z.array(z.number())),
  /** Percent that comes back over all positions of the reels, how often a spin pays (percent), the most one pays (multiple). */
  returnPercent: decimal,
  hitPercent: decimal,
  mostPays: decimal,
  currency: z.string(),
  pointPrecision: z.number(),
  minPoint: decimal,
  maxPoint: decimal,
});
export type SlotGameShown = z.output<typeof slotGame>;

export const listSlots = defineRoute({
  name: 'listSlots',
  method: 'GET',
  path: '/api/slot/list',
  etag: true,
  roles: everyone,
  summary: { ko: '슬롯 게임 목록', en: 'Slot games of the site' },
  reply: z.array(slotGame),
});

export const getSlot = defineRoute({
  name: 'getSlot',
  method: 'GET',
  path: '/api/slot',
  roles: everyone,
  summary: { ko: '슬롯 게임 하나', en: 'One slot game' },
  query: z.object({ slotId: idText }),
  reply: slotGame,
  codes: ['SLOT_GAME_UNKNOWN'],
});

/** The seed in use: its hash, which one of the member's it is, and the member's own. */
export const slotSeal = z.object({ serial: z.number(), seal: digest, clientSeed: z.string() });
export type SlotSeal = z.output<typeof slotSeal>;

const roundName = z.string().check(z.regex(/^[\w-]{1,64}$/));

export const slotSpin = z.object({
  spinId: z.number(),
  slotId: z.number(),
  serial: z.number(),
  nonce: z.number(),
  point: decimal,
  payout: decimal,
  profit: signedDecimal,
  stops: z.array(z.number()),
  time: z.nullable(isoTime),
  seal: digest,
  clientSeed: z.string(),
  /** The server's seed, once a new one has taken its place. */
  seed: z.nullable(digest),
});
export type SlotSpin = z.output<typeof slotSpin>;

/** Why a member may not spin now: codes that a spin would be refused with. */
export const slotRestrictions = ['PRODUCT_OFF', 'SELF_EXCLUDED', 'ACCOUNT_FROZEN', 'PARTNER_MAY_NOT_INVEST', 'TRADING_HALTED'] as const;
export type SlotRestriction = (typeof slotRestrictions)[number];

/** `nextSeal` is the hash of the seed that comes after a change, shown before the member chooses its own beside it. */
export const checkSlot = defineRoute({
  name: 'checkSlot',
  method: 'GET',
  path: '/api/slot/check',
  roles: members,
  summary: {
    ko: '슬롯을 할 수 있는지, 잔액과 시드, 끊긴 회전의 결과',
    en: 'Whether this member may play, with what balance and under which seed; what came of a spin whose answer was lost',
  },
  query: z.object({ roundId: z.optional(roundName) }),
  reply: z.object({
    isPlayable: z.boolean(),
    reason: z.nullable(z.enum(slotRestrictions)),
    currency: z.string(),
    point: decimal,
    ...slotSeal.shape,
    nextSeal: digest,
    /** The spin of `roundId`; null: there was none. */
    spin: z.nullable(slotSpin),
  }),
  codes: ['SLOT_KEY_LOST'],
});

/** `roundId` names the spin: sent again it has one effect and gets the first answer, as `Idempotency-Key` does. */
export const spinSlot = defineRoute({
  name: 'spinSlot',
  method: 'POST',
  path: '/api/slot',
  roles: members,
  summary: { ko: '슬롯 돌리기', en: 'Spin' },
  body: z.object({ slotId: z.optional(id), point: decimal, roundId: z.optional(roundName) }),
  reply: slotSpin,
  codes: [
    'SLOT_KEY_LOST',
    'SLOT_GAME_UNKNOWN',
    'SLOT_NOT_COMMITTED',
    'SLOT_MISMATCH',
    'BELOW_MINIMUM',
    'ABOVE_MAXIMUM',
    'SELF_EXCLUDED',
    'OWN_STAKE_LIMIT',
    'OWN_LOSS_LIMIT',
    'OWN_TIME_LIMIT',
    'PARTNER_MAY_NOT_INVEST',
    'INSUFFICIENT_BALANCE',
    'BAD_PRECISION',
  ],
  money: true,
});

/** Providers whose games the site works with: none where no operator has named one, or where a win could not always be paid. */
export const listGameProviders = defineRoute({
  name: 'listGameHouses',
  method: 'GET',
  path: '/api/slot/houses',
  roles: everyone,
  summary: { ko: '외부 게임 목록', en: 'Providers whose games the site works with' },
  reply: z.array(z.object({ provider: z.string() })),
});

/** Into a game of another provider: its address, with a token that opens it once, within three minutes. */
export const launchSlotGame = defineRoute({
  name: 'launchSlotGame',
  method: 'POST',
  path: '/api/slot/launch',
  roles: members,
  summary: { ko: '외부 게임 열기', en: 'Open a game of another provider' },
  body: z.object({ provider: z.string().check(z.regex(/^[\w-]{1,40}$/)) }),
  reply: z.object({ url: z.string() }),
  codes: ['SLOT_PROVIDER_UNKNOWN', 'SLOT_OWN_LIMITS', 'SELF_EXCLUDED', 'ACCOUNT_FROZEN', 'PARTNER_MAY_NOT_INVEST', 'TRADING_HALTED'],
  money: true,
});

/** A new seed, under a client seed of one's own or a random one; shows the server's seed so far. */
export const renewSlotSeed = defineRoute({
  name: 'renewSlotSeed',
  method: 'POST',
  path: '/api/slot/seed',
  roles: members,
  summary: { ko: '슬롯 시드 바꾸기', en: 'Take a new seed and see the one so far' },
  body: z.object({ clientSeed: z.optional(ownSeed) }),
  reply: z.object({ shown: z.object({ ...slotSeal.shape, seed: digest }), now: slotSeal }),
  codes: ['SLOT_MISMATCH', 'SLOT_KEY_LOST'],
});

/** What a member's spins of one day of the site came to. */
export const slotDay = z.object({ date: z.string(), spins: z.number(), point: decimal, payout: decimal, profit: signedDecimal });
export type SlotDay = z.output<typeof slotDay>;

/** Newest first. `cursor`: `next` of the page before, instead of `page`; reads on without end. */
export const listSpins = defineRoute({
  name: 'listSpins',
  method: 'GET',
  path: '/api/slot/history',
  roles: members,
  summary: { ko: '내 슬롯 기록', en: 'My spins' },
  query: z.object({ ...pageQuery, cursor: z.optional(z.string().check(z.regex(/^\d{1,16}$/))) }),
  reply: z.object({ ...pageOf(slotSpin).shape, days: z.array(slotDay), next: z.nullable(z.string()) }),
  codes: ['SLOT_KEY_LOST'],
});
