// How many decimals of an amount are shown: won and the house token have none.
import { pointDecimals } from '@maru/kit/contract/point-decimals.ts';

export const shownDecimals = (currency: string, most: number): number => Math.min(most, pointDecimals(currency));
