// The terms of a game while they are typed: what is wrong with each field, and what would change; the server judges the same again.
import { parseDecimal, RATE_DECIMALS, readDecimal } from '@maru/engine/money/decimal.ts';
import type { DeskTerms } from '../admin-contract.ts';
import { judgeOdds } from '../odds-guard.ts';
import { hoursPattern } from '../own-hours.ts';
import { durationMsOf, familyOf, type RoundCode } from '../round-codes.ts';

export const amountFields = ['minPoint', 'maxPoint', 'maxRoundPoint', 'maxSidePoint'] as const;
/** Of fields that may be wrong. */
export type Fault = { of: 'decimals'; n: number } | { of: 'amount'; least: string } | { of: 'range'; least: string; most: string };

export const mostCutoff = (code: RoundCode): number => Math.min(60, durationMsOf(code) / 1000 - 1);

/** What the cut-off is counted back from: bets of a draw and of an in-round game are taken while it runs. */
export function cutoffText(code: RoundCode, { isInRound }: Pick<DeskTerms, 'isInRound'>) {
  if (familyOf(code) === 'P') return 'rd.edit.cutoff.draw';
  return isInRound ? 'rd.edit.cutoff.inRound' : 'rd.edit.cutoff';
}

/** Both sides of a change: what an early sale costs begins and ends with it. */
export function termsBeside(before: DeskTerms, after: DeskTerms): [Partial<DeskTerms>, Partial<DeskTerms>] {
  if (before.isEarlySale === after.isEarlySale) return [before, after];
  const plain = ({ saleFee: _, saleVolatility: __, ...terms }: DeskTerms) => terms;
  return after.isEarlySale ? [plain(before), after] : [before, plain(after)];
}

export interface GameForm {
  code: RoundCode;
  terms: DeskTerms;
  set(part: Partial<DeskTerms>): void;
  setOdds(type: string, odds: string): void;
  /** By field; odds by `odds.UP`. */
  faults: ReadonlyMap<string, Fault>;
}

/** Over the form that keeps the terms. */
export function gameFormOf(code: RoundCode, terms: DeskTerms, set: GameForm['set'], decimals: number): GameForm {
  return {
    code,
    terms,
    set,
    setOdds: (type, odds) => set({ odds: { ...terms.odds, [type]: odds } }),
    faults: faultsOf(code, terms, decimals),
  };
}

export function faultsOf(code: RoundCode, terms: DeskTerms, decimals: number): ReadonlyMap<string, Fault> {
  const faults = new Map<string, Fault>();
  const isDraw = familyOf(code) === 'P';
  for (const [type, text] of Object.entries(terms.odds)) {
    const judged = judgeOdds(isDraw, type, parseDecimal(text, RATE_DECIMALS) ?? Number.NaN);
    if (judged?.isAllowed === false) faults.set(`odds.${type}`, { of: 'range', least: judged.least, most: judged.most });
  }
  const least = parseDecimal(terms.minPoint, decimals) ?? 0;
  for (const field of amountFields) {
    const read = readDecimal(terms[field], decimals);
    if (read === 'TOO_MANY_DECIMALS') faults.set(field, { of: 'decimals', n: decimals });
    else if (typeof read !== 'number' || read <= 0 || read < least)
      faults.set(field, { of: 'amount', least: field === 'minPoint' ? '0' : terms.minPoint });
  }
  const most = mostCutoff(code);
  if (!(terms.cutoffSeconds >= 1 && terms.cutoffSeconds <= most))
    faults.set('cutoffSeconds', { of: 'range', least: '1', most: String(most) });
  const { hours } = terms;
  const areHoursRight =
    hours === null || (hoursPattern.days.test(hours.days) && [hours.from, hours.to].every((time) => hoursPattern.time.test(time)));
  if (!areHoursRight) faults.set('hours', { of: 'range', least: '00:00', most: '23:59' });
  if (terms.isEarlySale) {
    const fee = parseDecimal(terms.saleFee, RATE_DECIMALS) ?? -1;
    if (fee < 0 || fee > 50_000_000) faults.set('saleFee', { of: 'range', least: '0', most: '50' });
    const volatility = parseDecimal(terms.saleVolatility, RATE_DECIMALS) ?? 0;
    if (volatility < 1 || volatility > 100_000_000) faults.set('saleVolatility', { of: 'range', least: '0.000001', most: '100' });
  }
  return faults;
}
