// The back office of timed rounds: games and their terms, what runs now, past rounds with their evidence. No call sets or changes a result.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { SqlWriter } from '@maru/kit/contract/sql-writer.ts';
import { decimal, id, idText, isoTime, pageOf, pageQuery, symbolName } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import type { DaySignature } from './day-key.ts';
import { hoursPattern } from './own-hours.ts';
import { roundCodes } from './round-codes.ts';
import { betType, tradeBet, tradeOption } from './shapes.ts';

const reason = z.string().check(z.trim(), z.minLength(4), z.maxLength(300));

/** What an operator may change of a game. Amounts are the BINARY wallet's currency. */
export const deskTerms = z.object({
  /** Rounds take bets. */
  isPlay: z.boolean(),
  cutoffSeconds: z.number().check(z.int(), z.minimum(1), z.maximum(60)),
  /** Each bet type with what it pays, stake included; "0" takes a draw's market off. */
  odds: z.record(betType, decimal),
  minPoint: decimal,
  maxPoint: decimal,
  /** Of one member in one round. */
  maxRoundPoint: decimal,
  /** Of one side of a round, of a draw one market. */
  maxSidePoint: decimal,
  isInRound: z.boolean(),
  isEarlySale: z.boolean(),
  /** Of an early sale (`engine/rounds/sale-value.ts`): the share kept, and the price's standard deviation in one second. "0.02" is 2 %. */
  saleFee: decimal,
  saleVolatility: decimal,
  /** Of the game's own, by the site's clock; null: those of its symbol. */
  hours: z.nullable(
    z.strictObject({
      days: z.string().check(z.regex(hoursPattern.days)),
      from: z.string().check(z.regex(hoursPattern.time)),
      to: z.string().check(z.regex(hoursPattern.time)),
    }),
  ),
});
export type DeskTerms = z.output<typeof deskTerms>;

/** LIVE: its terms hold. COMING: they hold from a round whose betting opens later. WAITING: the server takes them within seconds. OFF: never offered. */
export const termStates = ['LIVE', 'COMING', 'WAITING', 'OFF'] as const;

export const deskOption = z.object({
  ...z.pick(tradeOption, { tradeOptionId: true, code: true, stock: true, name: true, group: true, durationSeconds: true }).shape,
  terms: deskTerms,
  /** Of the terms as they were looked at: a change names it. */
  print: z.string(),
  /** The site has the product and lists the symbol. */
  isListed: z.boolean(),
  termState: z.enum(termStates),
  /** While coming: the first round that the terms hold for. */
  holdsFrom: z.nullable(z.object({ tradeRoundId: z.number(), betOpenAt: isoTime, startAt: isoTime })),
  /** Whether it takes bets now; while the market is closed, until when. */
  state: tradeOption.shape.state,
  opensAt: tradeOption.shape.opensAt,
});
export type DeskOption = z.output<typeof deskOption>;

export const listDeskOptions = defineRoute({
  name: 'listDeskOptions',
  method: 'GET',
  path: '/api/admin/rounds/options',
  roles: operators,
  right: 'rounds.read',
  summary: { ko: '게임과 조건', en: 'All games of the site with their terms, also those switched off' },
  reply: z.object({
    currency: z.string(),
    pointPrecision: z.number(),
    hasEndAlarm: z.boolean(),
    hasPractice: z.boolean(),
    options: z.array(deskOption),
    /** Symbols of the site that a new game can be of. */
    stocks: z.array(z.object({ stock: symbolName, name: tradeOption.shape.name, family: z.enum(['R', 'B']) })),
  }),
});

const termCodes = [
  'ROUND_ODDS_RANGE',
  'ROUND_ODDS_GUARD',
  'ROUND_LIMITS',
  'INVALID_BET_TYPE',
  'BAD_PRECISION',
  'SITE_SAME',
  'SITE_FIELD',
  'APPROVAL_REQUIRED',
] as const;

/** Holds for rounds whose betting has not opened; bets that were accepted keep their odds. */
export const changeDeskOption = defineRoute({
  name: 'changeDeskOption',
  method: 'POST',
  path: '/api/admin/rounds/option',
  roles: operators,
  right: 'rounds.write',
  summary: { ko: '게임 조건 바꾸기', en: 'Change a game’s terms, for rounds whose betting has not opened' },
  body: z.object({ tradeOptionId: id, print: z.string().check(z.maxLength(64)), terms: deskTerms, reason }),
  reply: deskOption,
  codes: ['ROUND_OPTION_UNKNOWN', 'ROUND_OPTION_MOVED', ...termCodes],
});

/** Its place is its id for ever; a second person agrees to limits that nobody has seen yet. */
export const addDeskOption = defineRoute({
  name: 'addDeskOption',
  method: 'POST',
  path: '/api/admin/rounds/option/add',
  roles: operators,
  right: 'rounds.write',
  summary: { ko: '게임 더하기', en: 'Add a game at the end of the list' },
  body: z.object({ game: z.enum(roundCodes), stock: z.optional(symbolName), terms: deskTerms, reason }),
  reply: deskOption,
  codes: ['ROUND_SYMBOL', 'ROUND_OPTION_TWICE', 'ROUND_OPTIONS_FULL', 'ROUND_OPTION_MOVED', ...termCodes],
});

/** Open rounds go on to their end; no further one takes bets, or they do again. */
export const pauseDeskOption = defineRoute({
  name: 'pauseDeskOption',
  method: 'POST',
  path: '/api/admin/rounds/option/pause',
  roles: operators,
  right: 'rounds.pause',
  summary: { ko: '게임 멈추기·다시 열기', en: 'Pause a game or open it again, from the next round whose betting has not opened' },
  body: z.object({ tradeOptionId: id, isPlay: z.boolean(), reason }),
  reply: deskOption,
  codes: ['ROUND_OPTION_UNKNOWN', 'SITE_SAME'],
});

export const setRoundAlarm = defineRoute({
  name: 'setRoundAlarm',
  method: 'POST',
  path: '/api/admin/rounds/alarm',
  roles: operators,
  right: 'rounds.write',
  summary: { ko: '라운드 종료 소리', en: 'Whether members hear the end of their bets' },
  body: z.object({ hasEndAlarm: z.boolean(), reason }),
  reply: z.object({ hasEndAlarm: z.boolean() }),
  codes: ['SITE_SAME'],
});

export const setRoundPractice = defineRoute({
  name: 'setRoundPractice',
  method: 'POST',
  path: '/api/admin/rounds/practice',
  roles: operators,
  right: 'rounds.write',
  summary: { ko: '라운드 연습', en: 'Whether members can play price rounds with practice money' },
  body: z.object({ hasPractice: z.boolean(), reason }),
  reply: z.object({ hasPractice: z.boolean() }),
  codes: ['SITE_SAME'],
});

export const listMemberBets = defineRoute({
  name: 'listMemberBets',
  method: 'GET',
  path: '/api/admin/rounds/member',
  roles: operators,
  right: 'member.read',
  summary: { ko: '회원의 라운드 투자', en: 'A member’s bets on rounds, newest first, and what waits in open ones' },
  query: z.object({ playerId: idText, page: pageQuery.page, size: pageQuery.size, after: pageQuery.after }),
  reply: z.object({
    ...pageOf(tradeBet).shape,
    currency: z.string(),
    /** Stakes of open bets, as the engine holds them. */
    waiting: decimal,
    open: z.number(),
  }),
  codes: ['NOT_FOUND', 'LOOKS_SPENT'],
});

/** Signs in the name of the installation, with the key that signs published days. Provided by rounds. */
export interface InstallationSigner {
  /** Undefined: the key was sealed under another storage key, and nothing may stand for it. */
  sign(sql: SqlWriter, text: string, now: number): Promise<{ signature: string; key: number } | undefined>;
  /** As a file carries it, with the keys that lead to it; undefined of what was not signed. */
  signatureOf(sql: SqlWriter, row: { signature: string | null; key: number | null }): Promise<DaySignature | undefined>;
}
export const installationSigner = serviceKey('rounds.installationSigner').of<InstallationSigner>();
