// What operators see of rounds: those of the moment with what the house stands to lose, past ones with bets and evidence. Read, never set.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, id, idText, isoTime, pageOf, pageQuery, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { roundEvidence } from './contract.ts';
import { betType, tradeBet, tradeOption, tradeRound, voidReasons } from './shapes.ts';

/** Open bets of a round on one side or market. */
const liveMarket = z.object({
  type: betType,
  bets: z.number(),
  stake: decimal,
  /** If it wins: floor(stake × odds) of each bet. */
  pays: decimal,
});

export const liveRound = z.object({
  round: tradeRound,
  bets: z.number(),
  staked: decimal,
  markets: z.array(liveMarket),
  /** What the house has left if the outcome is the worst for it: stakes less what would be paid. */
  worst: signedDecimal,
});
export type LiveRound = z.output<typeof liveRound>;

export const liveGame = z.object({
  ...z.pick(tradeOption, { tradeOptionId: true, code: true, stock: true, name: true, state: true, opensAt: true }).shape,
  /** Most that one side or market takes, of rounds to come. */
  maxSidePoint: decimal,
  /** Switched on in the site's row; a round that is open goes on without it. */
  isPlay: z.boolean(),
  isInRound: z.boolean(),
  cutoffSeconds: z.number(),
  /** Running and betting rounds, and any that waits for its settlement; oldest first. */
  rounds: z.array(liveRound),
});
export type LiveGame = z.output<typeof liveGame>;

export const readLiveRounds = defineRoute({
  name: 'readLiveRounds',
  method: 'GET',
  path: '/api/admin/rounds/live',
  roles: operators,
  right: 'rounds.read',
  summary: { ko: '지금 도는 라운드', en: 'Rounds of the moment: stakes by side against their caps, and the house’s worst case' },
  reply: z.object({
    time: isoTime,
    currency: z.string(),
    pointPrecision: z.number(),
    games: z.array(liveGame),
    open: z.object({ rounds: z.number(), bets: z.number(), staked: decimal, worst: signedDecimal }),
    /** Purses of the house: stakes of open bets, and what rounds have won and paid. */
    escrow: decimal,
    house: signedDecimal,
  }),
});

/** OPEN: not settled. WON: a side or a draw was decided. VOID: stakes went back. */
export const roundStates = ['OPEN', 'WON', 'VOID'] as const;

export const deskRound = z.object({
  ...tradeRound.shape,
  name: tradeOption.shape.name,
  bets: z.number(),
  staked: decimal,
  /** Of a settled one: what its bets were paid, refunds too, and what the house kept. */
  paid: z.nullable(decimal),
  kept: z.nullable(signedDecimal),
  settledAt: z.nullable(isoTime),
});
export type DeskRound = z.output<typeof deskRound>;

const roundFilter = {
  state: z.optional(z.enum(roundStates)),
  voidReason: z.optional(z.enum(voidReasons)),
  startDate: pageQuery.startDate,
  endDate: pageQuery.endDate,
};

export const listDeskRounds = defineRoute({
  name: 'listDeskRounds',
  method: 'GET',
  path: '/api/admin/rounds/list',
  roles: operators,
  right: 'rounds.read',
  summary: { ko: '라운드 목록', en: 'Rounds that had bets, newest first, with their sums' },
  query: z.object({
    tradeOptionId: z.optional(idText),
    ...roundFilter,
    page: pageQuery.page,
    size: pageQuery.size,
    after: pageQuery.after,
  }),
  reply: z.object({ ...pageOf(deskRound).shape, currency: z.string() }),
});

export const EXPORT_ROUNDS = 10_000;

/** The same as a file: who took it and why stands in the audit log. */
export const exportRounds = defineRoute({
  name: 'exportRounds',
  method: 'POST',
  path: '/api/admin/rounds/export',
  roles: operators,
  right: 'rounds.export',
  summary: { ko: '라운드 목록 내려받기', en: 'The list of rounds as CSV, with a reason' },
  body: z.object({ tradeOptionId: z.optional(id), ...roundFilter, reason: z.string().check(z.trim(), z.minLength(4), z.maxLength(300)) }),
  reply: z.object({ name: z.string(), csv: z.string(), rows: z.number(), isCut: z.boolean() }),
});

export const deskBet = z.object({
  ...tradeBet.shape,
  playerId: z.number(),
  nick: z.string(),
  username: z.string(),
});
export type DeskBet = z.output<typeof deskBet>;

export const readDeskRound = defineRoute({
  name: 'readDeskRound',
  method: 'GET',
  path: '/api/admin/rounds/round',
  roles: operators,
  right: 'rounds.read',
  summary: { ko: '라운드와 그 투자', en: 'One round and its bets, with whose they are' },
  query: z.object({ tradeRoundId: idText, page: pageQuery.page, size: pageQuery.size }),
  reply: z.object({ round: deskRound, bets: pageOf(deskBet) }),
  codes: ['ROUND_UNKNOWN'],
});

/** As anyone may read it, of the site that the operator looks at. */
export const readDeskEvidence = defineRoute({
  name: 'readDeskEvidence',
  method: 'GET',
  path: '/api/admin/rounds/evidence',
  roles: operators,
  right: 'rounds.read',
  summary: { ko: '라운드 결과의 증빙', en: 'The evidence of a settled round' },
  query: z.object({ tradeRoundId: idText }),
  reply: roundEvidence.reply,
  codes: ['ROUND_UNKNOWN', 'EVIDENCE_NOT_YET'],
});
