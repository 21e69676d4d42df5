// Decimal strings as people read them: separators, fixed decimals, sign, dimmed zeros. Never through floating point.

const minusSign = '−';

export interface FigureStyle {
  /** Decimals shown: cut (never rounded up: no screen promises more than there is) or padded. As they come when absent. */
  decimals?: number;
  /** `+` before rises. Minus is always shown, as −. */
  sign?: boolean;
}

interface Parts {
  sign: '' | '+' | '−';
  /** With thousand separators. */
  whole: string;
  fraction: string;
}

function separated(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}

export function figureParts(value: string, { decimals, sign = false }: FigureStyle = {}): Parts {
  const negative = value.startsWith('-');
  const [wholeText, fractionText = ''] = (negative ? value.slice(1) : value).split('.');
  const fraction = decimals === undefined ? fractionText : fractionText.slice(0, decimals).padEnd(decimals, '0');
  const whole = wholeText.replace(/^0+(?=\d)/, '') || '0';
  const isZero = /^0*$/.test(whole) && /^0*$/.test(fraction);
  return { sign: isZero ? '' : negative ? minusSign : sign ? '+' : '', whole: separated(whole), fraction };
}

/** `figure('-1234.5', { decimals: 2 })` → `−1,234.50`. */
export function figure(value: string, style: FigureStyle = {}): string {
  const { sign, whole, fraction } = figureParts(value, style);
  return `${sign}${whole}${fraction ? `.${fraction}` : ''}`;
}

/** +1 rise, −1 fall, 0 neither: by the text, so "-0.000" is neither. */
export function directionOf(value: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(value)) return 0;
  return value.startsWith('-') ? -1 : 1;
}

/** `+1.84%`, `−0.62%`, `0.00%`. */
export function percent(value: string, decimals = 2): string {
  return `${figure(value, { decimals, sign: true })}%`;
}

const myriads: readonly (readonly [zeros: number, word: string])[] = [
  [12, '조'],
  [8, '억'],
  [4, '만'],
];
const thousands: readonly (readonly [zeros: number, word: string])[] = [
  [12, 'T'],
  [9, 'B'],
  [6, 'M'],
  [3, 'K'],
];

/** Large sums in words: 28.4억 in Korean, 2.84B in English. */
export function shortSum(value: string, language: 'ko' | 'en', decimals = 1): string {
  const [whole] = value.split('.');
  const digits = whole.replace(/^[-0]+/, '');
  for (const [zeros, word] of language === 'ko' ? myriads : thousands) {
    if (digits.length <= zeros) continue;
    const head = digits.slice(0, -zeros);
    const tail = digits.slice(-zeros).slice(0, decimals);
    return figure(`${head}.${tail}`, { decimals: head.length >= 4 ? 0 : decimals }) + word;
  }
  return figure(value, { decimals: 0 });
}

/** A round amount in few letters, as presets have it: `5`, and by the thousand 5천, 10만, or 5k. */
export function shortRound(amount: number, language: 'ko' | 'en'): string {
  if (amount < 1000) return String(amount);
  if (language === 'en') return `${amount / 1000}k`;
  return amount < 10_000 ? `${amount / 1000}천` : `${amount / 10_000}만`;
}

/** A market's name on every screen: `BINANCE:BTCUSDT` → `BTCUSDT`. */
/** A currency as it is written beside an amount: TRON, as wallet and wire call it, counts in TRX. */
export const unitOf = (currency: string): string => (currency === 'TRON' ? 'TRX' : currency);

export const pairOf = (symbol: string): string => symbol.slice(symbol.indexOf(':') + 1);
