// Limits that a member sets for itself, and shutting itself out: tighter at once, looser after a day (decisions: kept promises to members).
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

/**
 * Of games (price rounds, power ball and slot together), by day of the site: lost at most and staked at most, in the BINARY wallet's
 * currency; minutes of play, counted from the day's first bet or spin.
 */
export const gameLimitKinds = ['GAME_LOSS', 'GAME_STAKE', 'GAME_TIME'] as const;
export type GameLimitKind = (typeof gameLimitKinds)[number];
/** LOSS (of futures) and DEPOSIT: USDT a day of the site. SESSION: minutes that one login lasts. */
export const plainLimitKinds = ['LOSS', 'DEPOSIT', 'SESSION'] as const;
export type PlainLimitKind = (typeof plainLimitKinds)[number];
export const limitKinds = [...plainLimitKinds, ...gameLimitKinds] as const;
export type LimitKind = (typeof limitKinds)[number];

/** In minutes. */
export const SESSION_RANGE = { least: 15, most: 1440 } as const;
export const PLAY_RANGE = { least: 5, most: 1440 } as const;

/** Decimal text of a positive amount, or whole minutes. */
export const limitRule = z.string().check(z.regex(/^(?!0+(\.0*)?$)\d{1,9}(\.\d{1,6})?$/));

const ownLimit = z.object({
  kind: z.enum(limitKinds),
  /** Of amounts; null: minutes. */
  currency: z.nullable(z.string()),
  /** null: none. */
  limit: z.nullable(z.string()),
  /**
   * LOSS: what trading brought today, below zero a loss; GAME_LOSS: the same of games, with open stakes counted as lost. DEPOSIT: what
   * came in today. GAME_STAKE: what was staked today. SESSION: minutes of this login. GAME_TIME: minutes since today's first bet.
   */
  used: z.nullable(signedDecimal),
  /** GAME_TIME: when today's play ends; null before the first bet, and without a limit. */
  until: z.nullable(isoTime),
  /** A looser one that is still to come. */
  next: z.nullable(z.object({ limit: z.nullable(z.string()), at: isoTime })),
});
export type OwnLimit = z.output<typeof ownLimit>;

export const getOwnLimits = defineRoute({
  name: 'getOwnLimits',
  method: 'GET',
  path: '/api/user/limits',
  roles: members,
  summary: { ko: '스스로 정한 한도', en: 'Limits that I have set for myself' },
  reply: z.object({
    content: z.array(ownLimit),
    /** New positions are refused until then: the day's loss has reached its limit. */
    lossStopUntil: z.nullable(isoTime),
  }),
});

export const setOwnLimit = defineRoute({
  name: 'setOwnLimit',
  method: 'POST',
  path: '/api/user/limits',
  roles: members,
  summary: { ko: '한도 정하기', en: 'Set a limit for myself; a looser one binds after a day' },
  body: z.object({ kind: z.enum(limitKinds), /** null takes it away. */ limit: z.nullable(limitRule) }),
  reply: ownLimit,
  codes: ['SHARED_DEMO', 'ACCOUNT_LEAVING'],
});

/** Days that a member can shut itself out for; it cannot be undone by anybody. */
export const exclusionDays = [1, 7, 30, 180, 365] as const;

export const excludeMyself = defineRoute({
  name: 'excludeMyself',
  method: 'POST',
  path: '/api/user/exclude',
  roles: members,
  summary: { ko: '스스로 이용 멈추기', en: 'Shut myself out for some days: nobody can end it early' },
  body: z.object({ days: z.literal(exclusionDays), password: z.string().check(z.minLength(1), z.maxLength(128)) }),
  reply: z.object({ until: isoTime }),
  codes: ['PASSWORD_WRONG', 'TOO_MANY_LOGINS', 'SECOND_FACTOR_NEEDED', 'SHARED_DEMO'],
});
