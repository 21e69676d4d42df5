// The back office of the slot: whether a site offers it and what one spin may stake. Reels and pay tables are the engine's and nobody's setting.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

const terms = z.object({ isPlay: z.boolean(), minPoint: decimal, maxPoint: decimal });

export const slotDesk = z.object({
  /** Null: the site's row names no slot. */
  terms: z.nullable(terms),
  /** The site has the product at all. */
  hasProduct: z.boolean(),
  currency: z.string(),
  pointPrecision: z.number(),
  games: z.array(
    z.object({
      slotId: z.number(),
      name: z.object({ ko: z.string(), en: z.string() }),
      /** Of all stakes in the long run, per cent: counted over every position of the reels. */
      returnPercent: decimal,
      hitPercent: decimal,
      /** Times the stake. */
      mostPays: decimal,
    }),
  ),
});
export type SlotDesk = z.output<typeof slotDesk>;

export const readSlotDesk = defineRoute({
  name: 'readSlotDesk',
  method: 'GET',
  path: '/api/admin/slot',
  roles: operators,
  right: 'rounds.read',
  summary: { ko: '슬롯 설정', en: 'Whether the slot is offered, its stakes, and what its games give back' },
  reply: slotDesk,
});

export const changeSlotDesk = defineRoute({
  name: 'changeSlotDesk',
  method: 'POST',
  path: '/api/admin/slot',
  roles: operators,
  right: 'rounds.write',
  summary: { ko: '슬롯 설정 바꾸기', en: 'Offer the slot or not, and change what a spin may stake; from the next spin on' },
  body: z.object({ ...terms.shape, reason: z.string().check(z.trim(), z.minLength(4), z.maxLength(300)) }),
  reply: slotDesk,
  codes: ['ROUND_LIMITS', 'BAD_PRECISION', 'SITE_SAME', 'SITE_FIELD', 'APPROVAL_REQUIRED'],
});

const gameSum = z.object({ count: z.number(), amount: decimal });
/** Stakes, wins, stakes given back. */
const gameFlows = z.object({ debit: gameSum, credit: gameSum, rollback: gameSum });

/** A day (UTC) of games of another provider. WAITING: over for a few hours alone. MISSING: the provider has told nothing of it. */
export const gameDay = z.object({
  provider: z.string(),
  date: z.string(),
  state: z.enum(['AGREES', 'DIFFERS', 'WAITING', 'MISSING']),
  /** Of our own rows. */
  ours: gameFlows,
  told: z.nullable(gameFlows),
  toldAt: z.nullable(isoTime),
});
export type GameDay = z.output<typeof gameDay>;

export const readGameDays = defineRoute({
  name: 'readGameDays',
  method: 'GET',
  path: '/api/admin/slot/games',
  roles: operators,
  right: 'rounds.read',
  summary: { ko: '외부 게임 대사', en: 'Games of another provider, by day: its report beside our own rows' },
  reply: z.object({ provider: z.nullable(z.string()), days: z.array(gameDay) }),
});
