// Decimals of a currency: what the books count in, and what a screen shows of it.

const WHOLE: readonly string[] = ['KRW', 'BKT'];
const DECIMALS = 6;

export const pointDecimals = (currency: string): number => (WHOLE.includes(currency) ? 0 : DECIMALS);

/** Won and the site token have none; of any other at most `most`. */
export const shownDecimals = (currency: string, most = 2): number => Math.min(most, pointDecimals(currency));
