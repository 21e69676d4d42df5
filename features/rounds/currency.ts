// What the BINARY wallet counts in: decimals of the site's currency.
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';

const whole: readonly string[] = ['KRW', 'BKT'];

export const pointDecimals = (currency: string): number => (whole.includes(currency) ? 0 : USDT_DECIMALS);
