// What a quoted conversion is bound to beside its rate: its end, and how far the house's own account of either asset may go by it.
import { NUMBER, wordsOf } from './field.ts';

const [AMOUNT, TIME] = [NUMBER('amount'), NUMBER('time')];

/** `shortMost` of the asset that is received, `longMost` of the one that is given, each in its smallest unit. */
export const CONVERSION_QUOTE = { until: TIME, shortMost: AMOUNT, longMost: AMOUNT };
/** Offsets of its words from its beginning. */
export const ConversionQuoteWord = wordsOf(CONVERSION_QUOTE, 0);
export type ConversionQuote = { [N in keyof typeof CONVERSION_QUOTE]: number };
export const CONVERSION_QUOTE_WORDS = Object.keys(CONVERSION_QUOTE).length;
