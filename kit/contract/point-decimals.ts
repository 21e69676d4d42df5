// What the BINARY wallet counts in: decimals of a site's currency.

const WHOLE: readonly string[] = ['KRW', 'BKT'];
const DECIMALS = 6;

export const pointDecimals = (currency: string): number => (WHOLE.includes(currency) ? 0 : DECIMALS);
