// What all accounts sum to by asset, and by who holds it: the ledger's proofs read it (I1), and operators see it.
import { META_ACCOUNTS, META_MORE_ACCOUNTS } from '../layout.ts';
import type { EngineState } from '../state.ts';
import { assetOf, HOUSE_OWNER, ledgerLength, ownerOf, purseOf, SLOTS } from './numbering.ts';
import { ExactSums } from './exact-sums.ts';
import { MOST_ASSETS, Purse } from './purse.ts';

// The assets of slots: the house's and those of any member are the same ones.
const slotAssets = Int32Array.from({ length: SLOTS * 2 }, (_, ledger) => assetOf(ledger));
const slotPurses = Int32Array.from({ length: SLOTS * 2 }, (_, ledger) => purseOf(ledger));
const slotAt = (ledger: number) => (ledger < SLOTS ? ledger : SLOTS + (ledger & (SLOTS - 1)));

/** What all accounts of each asset sum to, by its number. */
export function assetSums(s: EngineState): ExactSums {
  const sums = new ExactSums(MOST_ASSETS);
  const used = ledgerLength(s.meta[META_ACCOUNTS]);
  for (let ledger = 0; ledger < used; ledger++) sums.add(slotAssets[slotAt(ledger)], s.ledger[ledger]);
  for (let row = 0; row < s.meta[META_MORE_ACCOUNTS]; row++) sums.add(assetOf(s.more.numbers[row]), s.more.balances[row]);
  return sums;
}

/** In transit: a member's or the house's, on its way in or out. Outside: what External says has come from there, as a debt to it. */
const holders = ['members', 'transit', 'site', 'outside'] as const;
type Holder = (typeof holders)[number];
export type AssetHoldings = { asset: number } & Record<Holder, number>;

function holderOf(isOwn: boolean, purse: number): number {
  if (purse === Purse.Pending || purse === Purse.InTransit) return holders.indexOf('transit');
  if (!isOwn) return holders.indexOf('members');
  return holders.indexOf(purse === Purse.External ? 'outside' : 'site');
}

/** By asset, each that anything was ever kept of; what a line's holders sum to is nothing. */
export function holdingsView(s: EngineState): AssetHoldings[] {
  const sums = new ExactSums(MOST_ASSETS * holders.length);
  const met = new Set<number>();
  const add = (isOwn: boolean, asset: number, purse: number, amount: number) => {
    if (amount === 0) return;
    met.add(asset);
    sums.add(asset * holders.length + holderOf(isOwn, purse), amount);
  };
  const used = ledgerLength(s.meta[META_ACCOUNTS]);
  for (let ledger = 0; ledger < used; ledger++) {
    const slot = slotAt(ledger);
    add(ledger < SLOTS, slotAssets[slot], slotPurses[slot], s.ledger[ledger]);
  }
  for (let row = 0; row < s.meta[META_MORE_ACCOUNTS]; row++) {
    const ledger = s.more.numbers[row];
    add(ownerOf(ledger) === HOUSE_OWNER, assetOf(ledger), purseOf(ledger), s.more.balances[row]);
  }
  const held = (asset: number, holder: Holder) => sums.of(asset * holders.length + holders.indexOf(holder));
  return [...met]
    .sort((a, b) => a - b)
    .map((asset) => ({
      asset,
      members: held(asset, 'members'),
      transit: held(asset, 'transit'),
      site: held(asset, 'site'),
      outside: held(asset, 'outside'),
    }));
}
