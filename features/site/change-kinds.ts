// Two kinds of changes of a site: how it looks and what it says, and everything that money depends on. Each has a right of its own.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { changesBetween } from './config-changes.ts';

export type ChangeKind = 'look' | 'money';

/** Publishes looks and texts; what touches money wants `MONEY_RIGHT` besides. */
export const LOOK_RIGHT = 'site.publish';
export const MONEY_RIGHT = 'site.money';

/** Every field, so that a new one is thought about; one that the table does not know counts as money. */
const kinds: Readonly<Record<keyof SiteConfig, ChangeKind>> = {
  name: 'look',
  theme: 'look',
  texts: 'look',
  share: 'look',
  sounds: 'look',
  company: 'look',
  languages: 'look',
  id: 'money',
  code: 'money',
  hosts: 'money',
  type: 'money',
  stockPrefix: 'money',
  usedCoins: 'money',
  depositCoins: 'money',
  buyCoins: 'money',
  binaryCurrency: 'money',
  assets: 'money',
  isStaking: 'money',
  timeZone: 'money',
  symbols: 'money',
  makerFee: 'money',
  takerFee: 'money',
  houseLadder: 'money',
  signUp: 'money',
  isAffiliate: 'money',
  rates: 'money',
  tiers: 'money',
  regions: 'money',
  minAge: 'money',
  conversion: 'money',
  rounds: 'money',
  slot: 'money',
  demoMoney: 'money',
  senders: 'money',
};

const kindOf = (field: string): ChangeKind => (kinds as Readonly<Record<string, ChangeKind | undefined>>)[field] ?? 'money';

/** Of a field or a part of one: `rounds.options.3.oddsUp`. */
export const isMoney = (field: string): boolean => kindOf(field.split('.')[0]) === 'money';

/** Which kinds a change of a site touches; none where nothing differs. */
export function kindsOf(before: SiteConfig, after: SiteConfig): ChangeKind[] {
  const touched = new Set(changesBetween(before, after).map(({ field }) => isMoney(field)));
  return [...(touched.has(false) ? (['look'] as const) : []), ...(touched.has(true) ? (['money'] as const) : [])];
}
