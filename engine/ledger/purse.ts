// What an account holds and what for: assets and purses by number. With the owner they are the key of an account (numbering.ts).

/** Assets that the engine itself deals in: what futures are settled in, and what rounds and slots are played in. A site's others are its table's. */
export const Asset = { Usdt: 0, Binary: 1 } as const;
export const MOST_ASSETS = 256;

/**
 * Purses of members and of the house alike; a number never gets another meaning, and 48 to 63 are slots without a name.
 * Available: not put to use. Held, Pending, Staked, Escrow, InTransit: a member's that it cannot spend now, or the house's of members.
 * External mirrors custody. Futures, Games and Exchange of the house are its risk; Hot, Warm, Cold and Bank where coins and won lie.
 */
export const Purse = {
  Available: 0,
  Futures: 1,
  Isolated: 2,
  Held: 3,
  Pending: 4,
  Staked: 5,
  Escrow: 6,
  InTransit: 7,
  Fee: 8,
  Insurance: 9,
  External: 10,
  Promo: 11,
  Dust: 12,
  Coupon: 13,
  Grant: 14,
  Exchange: 15,
  Games: 16,
  Hot: 17,
  Warm: 18,
  Cold: 19,
  Suspense: 20,
  NetworkFee: 21,
  Receivable: 22,
  Bank: 23,
  Reserve: 24,
  Rewards: 25,
  Commission: 26,
} as const;
export const FIRST_SPARE_PURSE = 48;

const BY_RULE_ALONE: readonly number[] = [Purse.Exchange, Purse.Games, Purse.NetworkFee, Purse.Receivable];

/** Of the house: a transfer may take from it what is not there. */
export function isOpenPurse(purse: number): boolean {
  return purse === Purse.External || purse === Purse.Promo || purse === Purse.Futures;
}

/**
 * Of the house: it may stand below zero. Exchanges and games get there by conversions and payouts alone, NetworkFee by what chains took
 * and Receivable by what orphaned deposits left owing.
 */
export function mayBeNegative(purse: number): boolean {
  return isOpenPurse(purse) || BY_RULE_ALONE.includes(purse);
}

/** Whether money may pass from one to the other as it is: sites may count games in USDT, so these two are one to the engine (ADR 0063). */
export function areOneAsset(one: number, other: number): boolean {
  return one === other || (one <= Asset.Binary && other <= Asset.Binary);
}
