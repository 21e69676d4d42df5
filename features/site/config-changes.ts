// What two configurations of a site differ in, field by field, and which of it moves money enough to want a second person.
import { POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import { USUAL_ODDS } from '@maru/engine/rounds/price-odds.ts';
import type { SiteConfig, SiteRoundOption } from '@maru/kit/contract/site-config.ts';

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

/** Of what it was; more is asked of a second person (attack case ADM-05). */
const FEE_STEP = 0.25;
const RATE_STEP = 0.02;

const isOdds = (field: string) => /^rounds\.options\.\d+\.(odds|drawOdds\.)/.test(field);
const isStakeLimit = (field: string) => /^(rounds\.options\.\d+|slot)\.(min|max)[A-Z]/.test(field);
const isSale = (field: string) => /^rounds\.options\.\d+\.sale/.test(field);
const isHours = (field: string) => /^rounds\.options\.\d+\.hours/.test(field);

/** A game's place in the list is its id, so games are looked into place by place. */
function withPlaces(site: unknown): unknown {
  const { rounds, ...rest } = (site ?? {}) as Partial<SiteConfig>;
  return Array.isArray(rounds?.options) ? { ...rest, rounds: { ...rounds, options: { ...rounds.options } } } : site;
}

const usualDrawOdds = Object.fromEntries(POWER_BALL_MARKETS.map(({ code, defaultOdds }) => [code, defaultOdds]));

/** What a game leaves to the usual odds is judged as if it said them. */
function withUsualOdds(row: SiteRoundOption): SiteRoundOption {
  if (row.symbol === undefined) return { ...row, drawOdds: { ...usualDrawOdds, ...row.drawOdds } };
  return { ...row, oddsUp: row.oddsUp ?? USUAL_ODDS, oddsDown: row.oddsDown ?? USUAL_ODDS };
}
const withOdds = (site: SiteConfig): SiteConfig =>
  site.rounds === undefined ? site : { ...site, rounds: { ...site.rounds, options: site.rounds.options.map(withUsualOdds) } };

/** What one person may not change alone: much money, or what members have begun. */
export function largeChanges(before: SiteConfig, after: SiteConfig): FieldChange[] {
  return changesBetween(withPlaces(withOdds(before)), withPlaces(withOdds(after))).filter(({ field, before: was, after: is }) => {
    if (field === 'makerFee' || field === 'takerFee' || field === 'conversion.spread') return isFar(was, is, FEE_STEP);
    // Odds are as a rate is: a fiftieth of them is most of what the house keeps.
    if (field.startsWith('rates.') || isOdds(field)) return isFar(was, is, RATE_STEP);
    if (isStakeLimit(field) || isSale(field)) return isFar(was, is, FEE_STEP);
    // When a game is offered is as much as whether.
    if (isHours(field)) return true;
    // A product that goes ends members' orders; one that comes harms nobody.
    if (field === 'type') return (Number(was) & ~Number(is)) !== 0;
    // Brackets value open positions at once; the house's ladder is what members' orders meet.
    return field.startsWith('tiers') || field === 'houseLadder' || field === 'conversion.most';
  });
}

function isFar(was: unknown, is: unknown, share: number): boolean {
  if (was === undefined || is === undefined) return true;
  return Math.abs(Number(is) - Number(was)) > Number(was) * share;
}
