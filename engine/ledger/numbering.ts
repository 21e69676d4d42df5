// How the number of a ledger account is made: owner * 16 + purse. Known in this folder alone; everybody else asks account.ts.

export const PURSES = 16;
/** Owner 0 is the house and the system, owner account + 1 a member. */
export const HOUSE_OWNER = 0;

/** Purses of a member, as shifts and bits need them. */
export const FUTURES = 0;
export const ISOLATED = 1;
export const USDT = 2;
export const BINARY = 3;

export function ownerOf(ledger: number): number {
  return Math.floor(ledger * 0.0625);
}

export function purseOf(ledger: number): number {
  return ledger & (PURSES - 1);
}

/** Accounts of the house and of so many members. */
export function ledgerLength(members: number): number {
  return (members + 1) * PURSES;
}
