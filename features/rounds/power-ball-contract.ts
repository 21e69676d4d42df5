// Power ball beside its bets: draws of every round, with or without bets, one draw with all that made it, and the seals of rounds to come.
import { everyone } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { idText, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

const hex = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Five balls in the order they were drawn, then the power ball. */
const balls = z.array(z.number());

/** Status: 1 drawn, 3 void: the stakes went back. Seal, seed and entropy are enough to draw it again. */
export const drawRow = z.object({
  tradeRoundId: z.number(),
  startAt: isoTime,
  endAt: isoTime,
  status: z.number(),
  balls: z.nullable(balls),
  seal: hex,
  seed: z.nullable(hex),
  entropy: z.nullable(hex),
  /** It had bets: a chained record tells who was paid what. */
  hasEvidence: z.boolean(),
});
export type DrawRow = z.output<typeof drawRow>;

/** Of the day that round numbers count from. */
export const drawDay = z.object({
  date: z.string(),
  draws: z.number(),
  void: z.number(),
  /** How often each market won, by its code. */
  wins: z.record(z.string(), z.number()),
  /** How often each ball came: 1 to 28, and power balls 0 to 9. */
  balls: z.array(z.number()),
  powers: z.array(z.number()),
});
export type DrawDay = z.output<typeof drawDay>;

export const powerBallDraws = defineRoute({
  name: 'powerBallDraws',
  method: 'GET',
  path: '/api/trade/power_ball/draws',
  roles: everyone,
  summary: { ko: '파워볼 지난 추첨', en: 'Past draws of a power ball, newest first, and the day in figures' },
  query: z.object({ tradeOptionId: idText }),
  reply: z.object({ tradeOptionId: z.number(), today: drawDay, draws: z.array(drawRow) }),
  codes: ['ROUND_OPTION_UNKNOWN'],
});

const tick = z.object({ id: z.string(), price: z.string(), sourceAt: z.string(), receivedAt: z.string() });
export const publicValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ticks'), symbol: z.string(), after: z.string(), ticks: z.array(tick) }),
  z.object({
    kind: z.literal('beacon'),
    beacon: z.object({
      chain: z.string(),
      publicKey: z.string(),
      periodSeconds: z.string(),
      genesisSeconds: z.string(),
      groupHash: z.string(),
      scheme: z.string(),
      beaconId: z.string(),
    }),
    after: z.string(),
    round: z.string(),
    randomness: z.string(),
    signature: z.string(),
    previousSignature: z.nullable(z.string()),
  }),
]);

/** Before the cut-off the seal alone; then the public value; the seed once the round is over. */
export const powerBallDraw = defineRoute({
  name: 'powerBallDraw',
  method: 'GET',
  path: '/api/trade/power_ball/draw',
  roles: everyone,
  summary: { ko: '파워볼 추첨 하나와 그 재료', en: 'One draw with all that made it' },
  query: z.object({ tradeRoundId: idText }),
  reply: z.object({
    ...drawRow.shape,
    betCloseAt: isoTime,
    entropyOf: z.nullable(publicValue),
  }),
  codes: ['ROUND_UNKNOWN'],
});
export type DrawProof = z.output<typeof powerBallDraw.reply>;

export const powerBallSeals = defineRoute({
  name: 'powerBallSeals',
  method: 'GET',
  path: '/api/trade/power_ball/seals',
  roles: everyone,
  summary: { ko: '다음 회차들의 봉인', en: 'Seals of the rounds to come, and of the days their seeds come from' },
  query: z.object({ tradeOptionId: idText }),
  reply: z.object({
    /** SHA-256 of each day's secret (UTC), public before the day begins. */
    days: z.array(z.object({ date: z.string(), seal: hex })),
    rounds: z.array(z.object({ tradeRoundId: z.number(), startAt: isoTime, endAt: isoTime, betCloseAt: isoTime, seal: hex })),
  }),
  codes: ['ROUND_OPTION_UNKNOWN'],
});
