// A game of timed rounds as a site's row may hold it: within what the engine takes, with the house's guard on every odd (rules 11.6, 12.3).
import { listedSymbols } from '@maru/engine/market/symbols.ts';
import { guardsHouse, POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import { LEAST_ODDS, MOST_ODDS } from '@maru/engine/rounds/price-odds.ts';
import { z } from 'zod/mini';

const symbolCodes: ReadonlySet<string> = new Set(listedSymbols.map(({ code }) => code));
const RATE_ONE = 100_000_000;
const SALE_FEE_MAX = RATE_ONE / 2;
const MINUTE_MS = 60_000;

/** An amount as text, above nothing. */
export const stake = z.string().check(z.regex(/^(?!0+(\.0*)?$)\d{1,12}(\.\d{1,6})?$/));
const rate = (least: number, most: number) => z.number().check(z.int(), z.minimum(least), z.maximum(most));
const priceOdds = rate(LEAST_ODDS, MOST_ODDS);

const marketOf = new Map(POWER_BALL_MARKETS.map(({ code }, market) => [code, market]));
/** 0 takes a market off. */
const isGuarded = ([code, odds]: [string, number]) => odds === 0 || guardsHouse(marketOf.get(code) ?? 0, odds);

const drawOdds = z.record(z.string(), rate(0, 10_000_000_000)).check(
  z.refine((odds) => Object.keys(odds).every((code) => marketOf.has(code)), 'unknown market'),
  z.refine(
    (odds) => Object.entries(odds).every((one) => !marketOf.has(one[0]) || isGuarded(one)),
    'probability times odds must stay below 1',
  ),
);

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** `R.5` is half a minute. */
const durationOf = (code: string) => Number(code.slice(1)) * MINUTE_MS;

export const roundOption = z
  .strictObject({
    code: z.string().check(z.regex(/^([RBP][125]|R\.5)$/)),
    symbol: z.optional(z.string().check(z.refine((code) => symbolCodes.has(code), 'unknown symbol'))),
    isPlay: z.boolean(),
    cutoffMs: z.optional(rate(1000, 60_000)),
    oddsUp: z.optional(priceOdds),
    oddsDown: z.optional(priceOdds),
    drawOdds: z.optional(drawOdds),
    minStake: stake,
    maxStake: stake,
    maxRoundStake: stake,
    maxSideExposure: stake,
    isInRound: z.optional(z.boolean()),
    isEarlySale: z.optional(z.boolean()),
    saleFee: z.optional(rate(0, SALE_FEE_MAX)),
    saleVolatility: z.optional(rate(1, RATE_ONE)),
    hours: z.optional(z.strictObject({ days: z.string().check(z.regex(/^(?=.*1)[01]{7}$/)), from: timeOfDay, to: timeOfDay })),
  })
  .check(
    z.refine(({ code, symbol }) => (code[0] === 'P') === (symbol === undefined), 'a price round has a symbol, a draw has none'),
    z.refine((row) => Number(row.minStake) <= Number(row.maxStake), 'the least stake is above the most'),
    z.refine(
      (row) => Math.min(Number(row.maxRoundStake), Number(row.maxSideExposure)) >= Number(row.minStake),
      'a limit is below the least stake',
    ),
    z.refine(({ code, cutoffMs = 0 }) => cutoffMs < durationOf(code), 'betting closes before it opens'),
  );
