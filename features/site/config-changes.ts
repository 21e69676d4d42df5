// What two configurations of a site differ in, field by field, and which of it moves money enough to want a second person.
import { POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import { USUAL_ODDS } from '@maru/engine/rounds/price-odds.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { type SiteRoundOption, usualCutoffMs } from './usual-values.ts';
import { admissionChanges } from './admission.ts';

export interface FieldChange {
  /** `theme.light.brand` */
  field: string;
  /** undefined: not there. */
  before: unknown;
  after: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Objects are looked into, lists are one value. */
export function changesBetween(before: unknown, after: unknown, field = ''): FieldChange[] {
  if (isSame(before, after)) return [];
  if (!isObject(before) && !isObject(after)) return [{ field, before, after }];
  const one = isObject(before) ? before : {};
  const other = isObject(after) ? after : {};
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.flatMap((name) => changesBetween(one[name], other[name], field === '' ? name : `${field}.${name}`));
}

/** For the audit log: the changed fields alone, once as they were and once as they are. */
export function changedFields(before: unknown, after: unknown): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const changes = changesBetween(withPlaces(before), withPlaces(after));
  const side = (which: 'before' | 'after') =>
    Object.fromEntries(changes.filter((change) => change[which] !== undefined).map((change) => [change.field, change[which]]));
  return { before: side('before'), after: side('after') };
}

/** What one person may move within a day, as a share of any value that stood in it; more is asked of a second person (ADM-05). */
const FEE_STEP = 0.25;
const ODDS_STEP = 0.02;
/** Within thirty days so many of those steps: a step a day, each day, is no way to anywhere. */
const MONTH_STEPS = 2;
/** Any change at all. */
const NONE = 0;

/** By field, the first that fits; what fits none is one person's however often it changes. */
const steps: readonly (readonly [field: RegExp, step: number])[] = [
  [/^(maker|taker)Fee$/, FEE_STEP],
  [/^conversion\.spread$/, FEE_STEP],
  // How much at once, how fast and how old a rate may be, and where it comes from: what holds conversions in bounds.
  [/^conversion(\.|$)/, NONE],
  [/^rates(\.|$)/, NONE],
  // A fiftieth of the odds is most of what the house keeps.
  [/^rounds\.options\.\d+\.(odds|drawOdds\.)/, ODDS_STEP],
  [/^rounds\.options\.\d+\.((min|max)[A-Z]|sale|cutoffMs)/, FEE_STEP],
  [/^slot\.(min|max)[A-Z]/, FEE_STEP],
  [/^demoMoney$/, FEE_STEP],
  // When a game is offered is as much as whether; bets in a round that runs, and their early sale, are other games than without.
  [/^rounds\.options\.\d+\.(hours|isInRound|isEarlySale)/, NONE],
  // Brackets value open positions at once; the counterparty's ladder is what members' orders meet.
  [/^tiers(\.|$)/, NONE],
  [/^houseLadder$/, NONE],
  // Balances are numbers of them.
  [/^assets(\.|$)/, NONE],
  // Whoever answers under a brand's name reads what its members type; what bounces comes back to whom its mails name.
  [/^hosts$/, NONE],
  [/^senders(\.|$)/, NONE],
  // Hours of games are of the site's clock.
  [/^timeZone$/, NONE],
];
const stepOf = (field: string): number | undefined => steps.find(([fits]) => fits.test(field))?.[1];

/** A game's place in the list is its id, so games are looked into place by place. */
export function withPlaces(site: unknown): unknown {
  const { rounds, ...rest } = (site ?? {}) as Partial<SiteConfig>;
  return Array.isArray(rounds?.options) ? { ...rest, rounds: { ...rounds, options: { ...rounds.options } } } : site;
}

const usualDrawOdds = Object.fromEntries(POWER_BALL_MARKETS.map(({ code, defaultOdds }) => [code, defaultOdds]));

/** What a game leaves to the usual terms is judged as if it said them. */
function withUsualTerms(row: SiteRoundOption): SiteRoundOption {
  const said = {
    ...row,
    cutoffMs: row.cutoffMs ?? usualCutoffMs(row.code),
    isInRound: row.isInRound === true,
    isEarlySale: row.isEarlySale === true,
  };
  if (row.symbol === undefined) return { ...said, drawOdds: { ...usualDrawOdds, ...row.drawOdds } };
  return { ...said, oddsUp: row.oddsUp ?? USUAL_ODDS, oddsDown: row.oddsDown ?? USUAL_ODDS };
}
const withTerms = (site: SiteConfig): SiteConfig =>
  site.rounds === undefined ? site : { ...site, rounds: { ...site.rounds, options: site.rounds.options.map(withUsualTerms) } };
const judged = (site: SiteConfig): unknown => withPlaces(withTerms(site));

/** By field: what stood within the last day, or the last thirty, beside what stands now. Absent: it did not change. */
export type DayValues = Readonly<Record<string, unknown[]>>;

/**
 * Of editions of one site, oldest first, from the one that stood a day (or thirty) ago to what stands now. What two persons agreed on begins anew:
 * what stood before it counts no more for that field.
 */
export function dayValues(editions: readonly { config: SiteConfig; isAgreed: boolean }[]): DayValues {
  const values = new Map<string, unknown[]>();
  editions.forEach(({ config, isAgreed }, at) => {
    const before = at === 0 ? undefined : judged(editions[at - 1].config);
    for (const change of changesBetween(before, judged(config))) {
      if (stepOf(change.field) === undefined) continue;
      const stood = values.get(change.field) ?? [change.before ?? null];
      values.set(change.field, at === 0 || isAgreed ? [change.after ?? null] : [...stood, change.after ?? null]);
    }
  });
  return Object.fromEntries([...values].filter(([, stood]) => stood.length > 1));
}

/**
 * What one person may not change alone: much money, what members have begun, or who may join. Judged against every value of the last day (`day`),
 * so that many small steps of many operators count as the one that they make; and against every value of the last thirty (`month`), within
 * twice the step.
 */
export function largeChanges(before: SiteConfig, after: SiteConfig, day: DayValues = {}, month: DayValues = {}): FieldChange[] {
  const large = changesBetween(judged(before), judged(after)).filter(({ field, before: was, after: is }) => {
    // A product that goes ends members' orders; one that comes harms nobody.
    if (field === 'type') return (Number(was) & ~Number(is)) !== 0;
    const step = stepOf(field);
    if (step === undefined) return false;
    const isFarFrom = (stood: readonly unknown[], most: number) => stood.some((value) => isFar(value, is, most));
    return isFarFrom([was, ...(day[field] ?? [])], step) || (step !== NONE && isFarFrom(month[field] ?? [], step * MONTH_STEPS));
  });
  // No day is asked here: whatever lets somebody in wants a second person, also who was kept out an hour ago.
  return [...large, ...admissionChanges(before, after).wider];
}

function isFar(was: unknown, is: unknown, step: number): boolean {
  if (step === NONE || was === undefined || was === null || is === undefined) return true;
  return Math.abs(Number(is) - Number(was)) > Number(was) * step;
}
