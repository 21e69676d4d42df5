// Rows of coin custody: where each field sits inside its typed array (custody/tables.ts). Amounts in the asset's smallest unit.

// open: Float64, one row per deposit or withdrawal that is not final, by its number.
export const OPEN = 5;
export const OPEN_NUMBER = 0;
export const OPEN_ACCOUNT = 1;
export const OPEN_ASSET = 2;
export const OPEN_AMOUNT = 3;
/** Of a withdrawal; 0 of a deposit. */
export const OPEN_FEE = 4;

// figures: Float64, one row per account and asset that custody ever touched; account -1 is the house.
export const FIGURE = 5;
/** (account + 1) * 256 + asset. */
export const FIGURE_KEY = 0;
/** Of deposits that are credited and may not leave yet. */
export const FIGURE_LOCKED = 1;
/** What orphaned deposits left owing to the house. */
export const FIGURE_OWED = 2;
/** What of the Pending purse is of pending deposits. */
export const FIGURE_PENDING = 3;
/** What of the Held purse is of open withdrawals; of the house: what of its InTransit purse is of sent ones. */
export const FIGURE_HELD = 4;

// marks: Float64, the scalars. How many numbers were used, and how many of them are open.
export const MARK_DEPOSITS = 0;
export const MARK_OPEN_DEPOSITS = 1;
export const MARK_WITHDRAWALS = 2;
export const MARK_OPEN_WITHDRAWALS = 3;
export const MARK_FIGURES = 4;
/** How many entries of the house's own were booked. */
export const MARK_ENTRIES = 5;
export const CUSTODY_MARKS = 8;
