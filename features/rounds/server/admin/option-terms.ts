// A game's terms as an operator writes them, as a row of the site and back; whatever the engine would refuse is refused here by its field.
import { formatDecimal, RATE_DECIMALS, rateText, readDecimal } from '@maru/engine/money/decimal.ts';
import { POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import { USUAL_ODDS } from '@maru/engine/rounds/price-odds.ts';
import { MOST_STAKE } from '@maru/engine/rounds/set-round-option.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { usualCutoffMs } from '@maru/site/contract.ts';
import type { SiteRoundOption } from '../../site-part.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { DeskTerms } from '../../admin-contract.ts';
import { pointDecimals } from '../../currency.ts';
import { judgeOdds } from '../../odds-guard.ts';
import { durationMsOf, familyOf, type RoundCode } from '../../round-codes.ts';
import { USUAL_SALE_FEE, USUAL_SALE_VOLATILITY } from '../site-sync.ts';

const RATE_ONE = 100_000_000;
const SALE_FEE_MOST = RATE_ONE / 2;
const MOST_CUTOFF_SECONDS = 60;

export function termsOfRow(site: SiteConfig, row: SiteRoundOption): DeskTerms {
  const decimals = pointDecimals(site.binaryCurrency);
  const amount = (text: string) => formatDecimal(readDecimal(text, decimals) as number, decimals, true);
  return {
    isPlay: row.isPlay,
    cutoffSeconds: (row.cutoffMs ?? usualCutoffMs(row.code)) / 1000,
    odds: Object.fromEntries(Object.entries(oddsOfRow(row)).map(([type, odds]) => [type, rateText(odds)])),
    minPoint: amount(row.minStake),
    maxPoint: amount(row.maxStake),
    maxRoundPoint: amount(row.maxRoundStake),
    maxSidePoint: amount(row.maxSideExposure),
    isInRound: row.isInRound === true,
    isEarlySale: row.isEarlySale === true,
    saleFee: rateText(row.saleFee ?? USUAL_SALE_FEE),
    saleVolatility: rateText(row.saleVolatility ?? USUAL_SALE_VOLATILITY),
    hours: row.hours ?? null,
  };
}

function oddsOfRow({ code, oddsUp, oddsDown, drawOdds }: SiteRoundOption): Record<string, number> {
  if (familyOf(code as RoundCode) !== 'P') return { UP: oddsUp ?? USUAL_ODDS, DOWN: oddsDown ?? USUAL_ODDS };
  return Object.fromEntries(POWER_BALL_MARKETS.map(({ code: type, defaultOdds }) => [type, drawOdds?.[type] ?? defaultOdds]));
}

/** The row that the terms make of `before`; what is as it was keeps its very words, so that only changes show as changes. */
export function rowOfTerms(site: SiteConfig, before: SiteRoundOption, terms: DeskTerms): SiteRoundOption {
  const code = before.code as RoundCode;
  const isDraw = familyOf(code) === 'P';
  if (isDraw && (terms.isInRound || terms.isEarlySale)) throw invalid(terms.isInRound ? 'isInRound' : 'isEarlySale');
  if (isDraw && terms.hours !== null) throw invalid('hours');
  const odds = readOdds(isDraw, before, terms.odds);
  const sale = readSale(terms);
  return without({
    ...before,
    isPlay: terms.isPlay,
    cutoffMs: kept(before.cutoffMs, readCutoff(code, terms.cutoffSeconds), usualCutoffMs(code)),
    ...(isDraw
      ? { drawOdds: drawOddsOf(before, odds) }
      : { oddsUp: kept(before.oddsUp, odds['UP'], USUAL_ODDS), oddsDown: kept(before.oddsDown, odds['DOWN'], USUAL_ODDS) }),
    ...readLimits(site, before, terms),
    isInRound: kept(before.isInRound, terms.isInRound, false),
    isEarlySale: kept(before.isEarlySale, terms.isEarlySale, false),
    saleFee: kept(before.saleFee, sale.fee, USUAL_SALE_FEE),
    saleVolatility: kept(before.saleVolatility, sale.volatility, USUAL_SALE_VOLATILITY),
    hours: terms.hours ?? undefined,
  });
}

/** A field that the row left to the usual value stays out of it while it has that value. */
const kept = <T>(before: T | undefined, value: T, usual: T): T | undefined => (before === undefined && value === usual ? undefined : value);
const without = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as unknown as SiteRoundOption;
const invalid = (field: string) => new Refusal('INVALID_FIELD', { field: `terms.${field}` });

function drawOddsOf(before: SiteRoundOption, odds: Record<string, number>): Record<string, number> | undefined {
  const own = POWER_BALL_MARKETS.flatMap(({ code, defaultOdds }): [string, number][] => {
    const value = kept(before.drawOdds?.[code], odds[code], defaultOdds);
    return value === undefined ? [] : [[code, value]];
  });
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

/** Types that were left out keep what they pay. */
function readOdds(isDraw: boolean, before: SiteRoundOption, asked: Readonly<Record<string, string>>): Record<string, number> {
  const odds = oddsOfRow(before);
  for (const [type, text] of Object.entries(asked)) {
    const field = `terms.odds.${type}`;
    const rate = readRate(text, field);
    const judged = judgeOdds(isDraw, type, rate);
    if (judged === undefined) throw new Refusal('INVALID_BET_TYPE', { field });
    const { isAllowed, least, most, product } = judged;
    const isLow = rate <= RATE_ONE;
    if (!isAllowed)
      throw new Refusal(isDraw && !isLow ? 'ROUND_ODDS_GUARD' : 'ROUND_ODDS_RANGE', { field, type, offered: text, product, least, most });
    odds[type] = rate;
  }
  return odds;
}

function readRate(text: string, field: string): number {
  const read = readDecimal(text, RATE_DECIMALS);
  if (read === 'TOO_MANY_DECIMALS') throw new Refusal('BAD_PRECISION', { field, limit: String(RATE_DECIMALS), offered: text });
  if (typeof read !== 'number') throw new Refusal('INVALID_FIELD', { field });
  return read;
}

function readCutoff(code: RoundCode, seconds: number): number {
  // Something of the round must be left to bet in.
  const most = Math.min(MOST_CUTOFF_SECONDS, durationMsOf(code) / 1000 - 1);
  if (seconds > most) throw limits('cutoffSeconds', '1', String(most), String(seconds));
  return seconds * 1000;
}

function readSale({ saleFee, saleVolatility }: DeskTerms): { fee: number; volatility: number } {
  const fee = readRate(saleFee, 'terms.saleFee');
  if (fee > SALE_FEE_MOST) throw limits('saleFee', '0', rateText(SALE_FEE_MOST), saleFee);
  const volatility = readRate(saleVolatility, 'terms.saleVolatility');
  if (volatility < 1 || volatility > RATE_ONE) throw limits('saleVolatility', rateText(1), '1', saleVolatility);
  return { fee, volatility };
}

const limits = (field: string, least: string, most: string, offered: string) =>
  new Refusal('ROUND_LIMITS', { field: `terms.${field}`, least, most, offered });

type Limits = Pick<SiteRoundOption, 'minStake' | 'maxStake' | 'maxRoundStake' | 'maxSideExposure'>;

function readLimits(site: SiteConfig, before: SiteRoundOption, terms: DeskTerms): Limits {
  const decimals = pointDecimals(site.binaryCurrency);
  const text = (amount: number) => formatDecimal(amount, decimals, true);
  const read = (field: 'minPoint' | 'maxPoint' | 'maxRoundPoint' | 'maxSidePoint', least: number, was: string): [number, string] => {
    const amount = readDecimal(terms[field], decimals);
    if (amount === 'TOO_MANY_DECIMALS')
      throw new Refusal('BAD_PRECISION', { field: `terms.${field}`, limit: String(decimals), offered: terms[field] });
    if (typeof amount !== 'number' || amount < least || amount > MOST_STAKE)
      throw limits(field, text(least), text(MOST_STAKE), terms[field]);
    return [amount, readDecimal(was, decimals) === amount ? was : text(amount)];
  };
  const [least, minStake] = read('minPoint', 1, before.minStake);
  const [, maxStake] = read('maxPoint', least, before.maxStake);
  const [, maxRoundStake] = read('maxRoundPoint', least, before.maxRoundStake);
  const [, maxSideExposure] = read('maxSidePoint', least, before.maxSideExposure);
  return { minStake, maxStake, maxRoundStake, maxSideExposure };
}
