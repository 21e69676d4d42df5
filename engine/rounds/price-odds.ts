// What a side of a price round may pay, stake included, in 10^-8 (rules 11.6): 1.50 to 1.98, so that even chances leave the house something.

export const LEAST_ODDS = 150_000_000;
export const MOST_ODDS = 198_000_000;
/** Where a site names none: a house edge of 2.5 %. */
export const USUAL_ODDS = 195_000_000;
