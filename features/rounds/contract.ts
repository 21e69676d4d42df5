// Timed rounds: every call of /api/trade, the public lists beside them, and what is told by socket.
import { everyone, members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { defineTopic } from '@maru/kit/contract/topic.ts';
import { decimal, id, idText, isoTime, pageOf, pageQuery, symbolName } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { betDay, betType, evidenceBet, othersBet, outcome, practiceBet, roundDay, tradeBet, tradeOption, tradeRound } from './shapes.ts';

export type { SiteRoundOption } from './site-part.ts';
export type { BetDay, OthersBet, Outcome, TradeBet, TradeOption, TradeRound } from './shapes.ts';

const resultType = z.optional(z.enum(['List', 'Count', 'ClientList', 'RoundStatus', 'Summary']));
/** Words joined by commas. */
const wordsText = (pattern: RegExp) =>
  z.optional(
    z.pipe(
      z.string().check(z.regex(pattern)),
      z.transform((text) => text.split(',')),
    ),
  );
const codesText = wordsText(/^[RBP][.\d]{1,2}(,[RBP][.\d]{1,2}){0,9}$/);
const typesText = wordsText(/^[A-Z][A-Z0-9_]{0,39}(,[A-Z][A-Z0-9_]{0,39}){0,19}$/);
const statusesText = wordsText(/^[0-3](,[0-3]){0,3}$/);
const flagText = z.optional(z.enum(['0', '1', 'true', 'false']));
const ofOption = z.object({ tradeOptionId: idText });
const ofRound = z.object({ tradeRoundId: idText });

/** What a bet may be refused for, beyond what every call may answer. */
const betCodes = [
  'ROUND_OPTION_UNKNOWN',
  'ROUND_OPTION_PAUSED',
  'ROUND_UNKNOWN',
  'INVEST_NOT_OPEN',
  'INVEST_CLOSED',
  'ROUND_OUT_OF_HOURS',
  'ROUND_HOLIDAY',
  'INVALID_BET_TYPE',
  'BELOW_MINIMUM',
  'ABOVE_MAXIMUM',
  'MEMBER_ROUND_LIMIT',
  'SIDE_EXPOSURE_FULL',
  'OWN_STAKE_LIMIT',
  'OWN_LOSS_LIMIT',
  'OWN_TIME_LIMIT',
  'SELF_EXCLUDED',
  'TOO_MANY_BETS',
  'DRAW_NOT_COMMITTED',
  'TRADING_HALTED',
  'MARKET_CLOSED',
  'PRICE_STALE',
  'ACCOUNT_FROZEN',
  'PARTNER_MAY_NOT_INVEST',
  'INSUFFICIENT_BALANCE',
  'BAD_PRECISION',
] as const;

export const getTradeOption = defineRoute({
  name: 'getTradeOption',
  method: 'GET',
  path: '/api/trade/option',
  roles: everyone,
  summary: { ko: '옵션 하나', en: 'One option' },
  query: ofOption,
  reply: tradeOption,
  codes: ['ROUND_OPTION_UNKNOWN'],
});

export const listTradeOptions = defineRoute({
  name: 'listTradeOptions',
  method: 'GET',
  path: '/api/trade/option/list',
  etag: true,
  roles: everyone,
  summary: { ko: '옵션 목록', en: 'Options' },
  /** `isPlay`: 1 (as when absent) those switched on, 0 the others. */
  query: z.object({
    resultType,
    isPlay: flagText,
    typeArray: codesText,
    stockPrefix: z.optional(z.string().check(z.regex(/^[A-Z0-9]{2,16}$/))),
  }),
  reply: pageOf(tradeOption),
});

/** The round that runs, the one that takes bets, and the server's time to count down on. */
export const currentRound = defineRoute({
  name: 'currentRound',
  method: 'GET',
  path: '/api/trade/game/current',
  roles: everyone,
  summary: { ko: '지금 라운드', en: 'The running round and the next' },
  query: ofOption,
  /** `opensAt`: the game's next opening, where no bet is taken and it is known. */
  reply: z.object({ time: isoTime, running: tradeRound, betting: tradeRound, opensAt: z.nullable(isoTime) }),
  codes: ['ROUND_OPTION_UNKNOWN'],
});

export const recentRounds = defineRoute({
  name: 'recentRounds',
  method: 'GET',
  path: '/api/trade/game/recent',
  roles: everyone,
  summary: { ko: '지난 라운드 결과', en: 'Past outcomes, newest first' },
  query: ofOption,
  reply: z.array(outcome),
  codes: ['ROUND_OPTION_UNKNOWN'],
});

export const getTradeRound = defineRoute({
  name: 'getTradeRound',
  method: 'GET',
  path: '/api/trade/game/round',
  roles: everyone,
  summary: { ko: '라운드 하나', en: 'One round' },
  query: ofRound,
  reply: tradeRound,
  codes: ['ROUND_UNKNOWN'],
});

/** Rounds that had bets, newest first. RoundStatus: those of status 1 and 2. */
export const listTradeRounds = defineRoute({
  name: 'listTradeRounds',
  method: 'GET',
  path: '/api/trade/game/round/list',
  roles: everyone,
  summary: { ko: '라운드 목록', en: 'Rounds with bets' },
  query: z.object({
    resultType,
    tradeOptionId: z.optional(idText),
    isPlayStrs: z.optional(z.string().check(z.regex(/^(true|false|0|1)(,(true|false|0|1))?$/))),
    ...pageQuery,
  }),
  reply: pageOf(tradeRound),
  codes: ['ROUND_OPTION_UNKNOWN'],
});

export const placeBet = defineRoute({
  name: 'placeBet',
  method: 'POST',
  path: '/api/trade/history/betting',
  roles: members,
  summary: { ko: '투자하기', en: 'Place a bet' },
  body: z.object({ point: decimal, tradeRoundId: id, type: betType }),
  reply: tradeBet,
  codes: [...betCodes],
  money: true,
});

/** Ours: takes a bet back before its round's betting closes. */
export const cancelBet = defineRoute({
  name: 'cancelBet',
  method: 'POST',
  path: '/api/trade/history/cancel',
  roles: members,
  summary: { ko: '투자 취소', en: 'Take a bet back before betting closes' },
  /** `id`: the bet's tradeHistoryId. */
  body: z.object({ id }),
  reply: tradeBet,
  codes: ['BET_UNKNOWN', 'BET_CANCEL_OVER'],
  money: true,
});

/**
 * Ours: what an open bet of a running round is worth now: floor(expectPoint × chance × (1 − fee)), chance by price, strike, volatility of a
 * second and the time left (engine/rounds/sale-value.ts).
 */
export const saleQuote = defineRoute({
  name: 'saleQuote',
  method: 'GET',
  path: '/api/trade/history/sale',
  roles: members,
  summary: { ko: '중도 정산 금액', en: 'What a bet sells for now' },
  /** `id`: the bet's tradeHistoryId. */
  query: z.object({ id: idText }),
  reply: z.object({
    tradeHistoryId: z.number(),
    point: decimal,
    expectPoint: decimal,
    chance: decimal,
    fee: decimal,
    volatility: decimal,
    strike: decimal,
    price: decimal,
    priceAt: isoTime,
    time: isoTime,
    sellUntil: isoTime,
  }),
  codes: ['BET_UNKNOWN', 'EARLY_SALE_NOT_ALLOWED', 'PRICE_STALE'],
});

/** Ours: sells a bet early, where its option allows it, for what it is worth at that moment, but for no less than `point`. */
export const sellBet = defineRoute({
  name: 'sellBet',
  method: 'POST',
  path: '/api/trade/history/sell',
  roles: members,
  summary: { ko: '중도 정산', en: 'Sell a bet early' },
  body: z.object({ id, point: decimal }),
  reply: tradeBet,
  codes: [
    'BET_UNKNOWN',
    'EARLY_SALE_NOT_ALLOWED',
    'SALE_BELOW_LEAST',
    'PRICE_STALE',
    'TRADING_HALTED',
    'MARKET_CLOSED',
    'ACCOUNT_FROZEN',
    'BAD_PRECISION',
  ],
  money: true,
});

export const currentBets = defineRoute({
  name: 'currentBets',
  method: 'GET',
  path: '/api/trade/history/current',
  roles: members,
  summary: { ko: '이 라운드의 내 투자', en: 'My bets in a round' },
  query: z.object({ tradeRoundId: idText, after: pageQuery.after }),
  reply: z.array(tradeBet),
  codes: ['ROUND_UNKNOWN'],
});

export const currentBetsOfOption = defineRoute({
  name: 'currentBetsOfOption',
  method: 'GET',
  path: '/api/trade/history/current_for_option',
  roles: members,
  summary: { ko: '이 옵션의 진행 중인 내 투자', en: 'My open bets of an option' },
  query: z.object({ tradeOptionId: idText, after: pageQuery.after }),
  reply: z.array(tradeBet),
  codes: ['ROUND_OPTION_UNKNOWN'],
});

/**
 * `playerId`: members are told their own, whatever it says. `Summary` tells days in place of bets. `dateOf` (ours): whether dates and days
 * are those of placing a bet or of its end. `cursor` (ours): `next` of the page before, instead of `page`; reads on without end.
 */
export const listBets = defineRoute({
  name: 'listBets',
  method: 'GET',
  path: '/api/trade/history/list',
  roles: members,
  summary: { ko: '내 투자 내역', en: 'My bets' },
  query: z.object({
    resultType,
    playerId: z.optional(idText),
    tradeOptionId: z.optional(idText),
    tradeRoundId: z.optional(idText),
    tradeTypeStrs: codesText,
    typeStrs: typesText,
    statusStrs: statusesText,
    dateOf: z.optional(z.enum(['BET', 'END'])),
    cursor: z.optional(z.string().check(z.regex(/^\d{1,16}$/))),
    ...pageQuery,
  }),
  reply: z.object({ ...pageOf(tradeBet).shape, days: z.array(betDay), next: z.nullable(z.string()) }),
  codes: ['ROUND_OPTION_UNKNOWN', 'ROUND_UNKNOWN'],
});

export const summarizeRounds = defineRoute({
  name: 'summarizeRounds',
  method: 'GET',
  path: '/api/trade/round/summary/daily',
  roles: everyone,
  summary: { ko: '하루 라운드 요약', en: 'How an option’s rounds of a day went' },
  query: z.object({
    resultType,
    tradeOptionId: idText,
    date: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
  }),
  reply: roundDay,
  codes: ['ROUND_OPTION_UNKNOWN'],
});

export const othersBets = defineRoute({
  name: 'othersBets',
  method: 'GET',
  path: '/api/trade/history/recent_all_history',
  roles: members,
  summary: { ko: '최근 투자', en: 'Recent bets of others, names masked' },
  query: ofOption,
  reply: z.array(othersBet),
  codes: ['ROUND_OPTION_UNKNOWN'],
});

/** Ours: who is ahead on price rounds on the site's day, by what came back above the stakes; names masked. */
export const topWinners = defineRoute({
  name: 'topWinners',
  method: 'GET',
  path: '/api/trade/history/top_winners',
  roles: members,
  summary: { ko: '오늘의 수익 순위', en: 'Top winners of the day, names masked' },
  reply: z.array(z.object({ name: z.string(), profit: decimal, bets: z.number(), won: z.number(), isMe: z.boolean() })),
});

/** Closes of the latest candles by symbol: [open time ms, open, high, low, close]. */
export const klineData = defineRoute({
  name: 'klineData',
  method: 'GET',
  path: '/api/trade/kline_data',
  roles: everyone,
  summary: { ko: '캔들 묶음', en: 'Candles of several symbols' },
  query: z.object({
    stockListStrs: z.pipe(
      z.string().check(z.regex(/^[A-Z0-9:]{5,30}(,[A-Z0-9:]{5,30}){0,29}$/)),
      z.transform((text) => text.split(',')),
    ),
    interval: z.enum(['1s', '1m', '5m', '15m', '1h', '4h', '1d']),
  }),
  reply: z.record(symbolName, z.array(z.tuple([z.number(), decimal, decimal, decimal, decimal]))),
  codes: ['SYMBOL_NOT_LISTED'],
});

/** The record of a settled round: `record` is the exact text that `hash` is of, and names the hash of the option's record before. */
export const roundEvidence = defineRoute({
  name: 'roundEvidence',
  method: 'GET',
  path: '/api/trade/round/evidence',
  roles: everyone,
  summary: { ko: '라운드 결과의 증빙', en: 'The evidence of a settled round' },
  query: ofRound,
  reply: z.object({
    tradeRoundId: z.number(),
    /** Place in the option's chain, from 1. */
    number: z.number(),
    record: z.string(),
    hash: z.string(),
    previousHash: z.string(),
    previousRecord: z.optional(z.string()),
    /** Of rounds with few enough of them: every bet without its owner, which the record's `betsHash` is of. */
    bets: z.optional(z.array(evidenceBet)),
  }),
  codes: ['ROUND_UNKNOWN', 'EVIDENCE_NOT_YET'],
});

export const publicRounds = defineRoute({
  name: 'publicRounds',
  method: 'GET',
  path: '/api/public/trade_round',
  roles: everyone,
  summary: { ko: '라운드(공개)', en: 'Rounds (public)' },
  query: z.object({ tradeOptionId: z.optional(idText), ...pageQuery }),
  reply: pageOf(tradeRound),
  codes: ['ROUND_OPTION_UNKNOWN'],
});

export const publicOptions = defineRoute({
  name: 'publicOptions',
  method: 'GET',
  path: '/api/public/trade_option/site/list',
  etag: true,
  roles: everyone,
  summary: { ko: '사이트의 옵션(공개)', en: 'Options of the site (public)' },
  reply: z.array(tradeOption),
});

/** A round as it stands: told when its pool changes, when betting closes, and when it is settled. */
export const roundTopic = defineTopic({
  name: 'round',
  destination: '/topic/round/{tradeOptionId}',
  roles: everyone,
  summary: { ko: '라운드', en: 'An option’s rounds' },
  message: z.object({ time: z.number(), round: tradeRound }),
});

/**
 * gameBet: placed, taken back or sold. betResult: settled; `isAlarm`: the site wants its end heard. practiceBet, practiceResult: the same of
 * practice money, with `bets` empty: whoever knows only money hears of none.
 */
export const betQueue = defineTopic({
  name: 'tradeBet',
  destination: '/user/queue/trade/bet',
  roles: members,
  summary: { ko: '내 투자와 결과', en: 'My bets and their results' },
  message: z.discriminatedUnion('type', [
    z.object({
      type: z.enum(['gameBet', 'betResult']),
      eventId: z.string(),
      sequence: z.number(),
      time: isoTime,
      /** All of one moment: those of a settled round come together. */
      bets: z.array(tradeBet),
      isAlarm: z.boolean(),
    }),
    z.object({
      type: z.enum(['practiceBet', 'practiceResult']),
      time: isoTime,
      bets: z.array(tradeBet).check(z.maxLength(0)),
      practice: z.array(practiceBet),
      isAlarm: z.boolean(),
    }),
  ]),
});
