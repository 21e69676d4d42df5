// How the number of a ledger account is made of owner, asset and purse. Known in this folder alone; everybody else asks account.ts.
//
// What the order path and games move has a slot and a short number, owner * 16 + slot: the place of its balance. Every other account has
// a long one that says its key by itself, so that a projection reads it without the engine; its balance lies in more-accounts.ts.
import { Asset, FIRST_SPARE_PURSE, MOST_ASSETS, Purse } from './purse.ts';

export const SLOTS = 16;
/** Owner 0 is the house and the system, owner account + 1 a member. */
export const HOUSE_OWNER = 0;
const MAX_OWNER = 2 ** 31;

/** Slots of a member, as shifts and bits need them. */
export const FUTURES = 0;
export const ISOLATED = 1;
export const USDT = 2;
export const BINARY = 3;

type Key = readonly [asset: number, purse: number];
const { Usdt, Binary } = Asset;
const spare = (slot: number): Key => [Usdt, FIRST_SPARE_PURSE + slot];
const HOUSE_SLOTS: readonly Key[] = [
  [Usdt, Purse.Futures],
  [Usdt, Purse.Fee],
  [Usdt, Purse.Insurance],
  [Usdt, Purse.External],
  [Usdt, Purse.Promo],
  [Usdt, Purse.Dust],
  [Usdt, Purse.Coupon],
  [Usdt, Purse.Grant],
  [Usdt, Purse.Exchange],
  spare(9),
  [Binary, Purse.Exchange],
  [Binary, Purse.Fee],
  [Binary, Purse.Dust],
  [Binary, Purse.Escrow],
  [Binary, Purse.Games],
  spare(15),
];
const MEMBER_SLOTS: readonly Key[] = [
  [Usdt, Purse.Futures],
  [Usdt, Purse.Isolated],
  [Usdt, Purse.Available],
  [Binary, Purse.Available],
  ...Array.from({ length: SLOTS - 4 }, (_, n) => spare(n + 4)),
];

export const KINDS = 64;
/** Numbers of one owner's long keys. */
export const SPAN = MOST_ASSETS * KINDS;
export const LONG = 2 ** 46;

const keyOf = (asset: number, purse: number) => asset * KINDS + purse;
const slotsByKey = (slots: readonly Key[]) => new Map(slots.map(([asset, purse], slot) => [keyOf(asset, purse), slot]));
const houseSlots = slotsByKey(HOUSE_SLOTS);
const memberSlots = slotsByKey(MEMBER_SLOTS);

export function isLong(ledger: number): boolean {
  return ledger >= LONG;
}

export function numberOf(owner: number, asset: number, purse: number): number {
  const slot = (owner === HOUSE_OWNER ? houseSlots : memberSlots).get(keyOf(asset, purse));
  return slot === undefined ? LONG + owner * SPAN + keyOf(asset, purse) : owner * SLOTS + slot;
}

export function ownerOf(ledger: number): number {
  return isLong(ledger) ? Math.floor((ledger - LONG) * 2 ** -14) : Math.floor(ledger * 0.0625);
}

export function assetOf(ledger: number): number {
  return isLong(ledger) ? Math.floor(((ledger - LONG) % SPAN) * 2 ** -6) : slotKey(ledger)[0];
}

export function purseOf(ledger: number): number {
  return isLong(ledger) ? (ledger - LONG) % KINDS : slotKey(ledger)[1];
}

function slotKey(ledger: number): Key {
  return (ledger < SLOTS ? HOUSE_SLOTS : MEMBER_SLOTS)[ledger & (SLOTS - 1)];
}

/** What stands for asset and purse of an owner: its slot, or from SLOTS on the key. */
export function wordOf(ledger: number): number {
  return isLong(ledger) ? SLOTS + ((ledger - LONG) % SPAN) : ledger & (SLOTS - 1);
}

export function numberByWord(owner: number, word: number): number {
  return word < SLOTS ? owner * SLOTS + word : LONG + owner * SPAN + word - SLOTS;
}

/** Whether it is the number of an account: a key with a slot has no long one, or it would be two accounts. */
export function isNumber(ledger: number): boolean {
  if (!Number.isSafeInteger(ledger) || ledger < 0 || ownerOf(ledger) > MAX_OWNER) return false;
  return !isLong(ledger) || (purseOf(ledger) < FIRST_SPARE_PURSE && numberOf(ownerOf(ledger), assetOf(ledger), purseOf(ledger)) === ledger);
}

/** Balances by short number: of the house and of so many members. */
export function ledgerLength(members: number): number {
  return (members + 1) * SLOTS;
}
