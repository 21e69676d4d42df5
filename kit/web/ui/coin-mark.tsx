// The round mark of a coin or instrument: drawn when we have it, its first letter on a board otherwise. Marks belong to their projects.
import coinSheet from '../icons/coins.svg?url';

const drawn = new Set('btc eth xrp doge eos matic etc ada sol trx chz aave bch bnb link stx ltc dot atom xmr omg usdt'.split(' '));
/** Instruments without a drawn mark: letters and ground. */
const letters: Record<string, readonly [text: string, ground: string]> = {
  apt: ['A', '#14181f'],
  wld: ['W', '#3b3f4a'],
  arb: ['A', '#1b4add'],
  '1000shib': ['S', '#e0531f'],
  eurusd: ['€', '#1f4fa3'],
  gbpaud: ['£', '#3a3f73'],
  xauusd: ['Au', '#9a6b00'],
  ndx: ['N', '#0b6e8c'],
  spx: ['S&P', '#8a2433'],
};

/** `base` in any case: BTC, 1000SHIB, XAUUSD. Decorative: the name stands beside it. */
export function CoinMark({ base, size = 24, className }: { base: string; size?: number; className?: string }) {
  const key = base.toLowerCase();
  if (drawn.has(key)) {
    return (
      <svg aria-hidden="true" width={size} height={size} className={className} style={{ flexShrink: 0 }}>
        <use href={`${coinSheet}#${key}`} />
      </svg>
    );
  }
  const [text, ground] = letters[key] ?? [base.slice(0, 1), '#4a5464'];
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32" className={className} style={{ flexShrink: 0 }}>
      <circle cx="16" cy="16" r="16" fill={ground} />
      <text
        x="16"
        y="16.5"
        fill="#fff"
        fontSize={text.length > 2 ? 10 : text.length > 1 ? 13 : 16}
        fontWeight="700"
        textAnchor="middle"
        dominantBaseline="central"
      >
        {text}
      </text>
    </svg>
  );
}
