// What two configurations of a site differ in, field by field, and which of it moves money enough to want a second person.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';

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
  const changes = changesBetween(before, after);
  const side = (which: 'before' | 'after') =>
    Object.fromEntries(changes.filter((change) => change[which] !== undefined).map((change) => [change.field, change[which]]));
  return { before: side('before'), after: side('after') };
}

/** Of what it was; more is asked of a second person (attack case ADM-05). */
const FEE_STEP = 0.25;
const RATE_STEP = 0.02;

const isOdds = (field: string) => /^rounds\.options\.\d+\.(odds|drawOdds\.)/.test(field);
const isStakeLimit = (field: string) => /^(rounds\.options\.\d+|slot)\.(min|max)[A-Z]/.test(field);

/** A game's place in the list is its id, so games are looked into place by place. */
function withPlaces({ rounds, ...rest }: SiteConfig): object {
  return rounds === undefined ? rest : { ...rest, rounds: { ...rounds, options: { ...rounds.options } } };
}

/** What one person may not change alone: much money, or what members have begun. */
export function largeChanges(before: SiteConfig, after: SiteConfig): FieldChange[] {
  return changesBetween(withPlaces(before), withPlaces(after)).filter(({ field, before: was, after: is }) => {
    if (field === 'makerFee' || field === 'takerFee' || field === 'conversion.spread') return isFar(was, is, FEE_STEP);
    // Odds are as a rate is: a fiftieth of them is most of what the house keeps.
    if (field.startsWith('rates.') || isOdds(field)) return isFar(was, is, RATE_STEP);
    if (isStakeLimit(field)) return isFar(was, is, FEE_STEP);
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
