// Both coins before and after, what they are worth together, and what the change costs against the middle of the market.
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { addDecimals, canonicalDecimal } from '@maru/kit/web/inputs/decimal-text.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import type { ReactNode } from 'react';
import type { ConvertCoin, Quote } from '../../convert-contract.ts';
import { difference, worthOf } from './convert-plan.ts';
import { convertTexts } from './convert-texts.ts';

interface Props {
  from: ConvertCoin;
  to: ConvertCoin;
  held: { from: string; to: string };
  /** Undefined: nothing is to be changed, and what is there stays. */
  quote: Quote | undefined;
}

export function Outlook({ from, to, held, quote }: Props) {
  const t = useText(convertTexts);
  const after = { from: difference(held.from, quote?.give ?? '0'), to: addDecimals(held.to, quote?.receive ?? '0') };
  const sizeOf = (coin: ConvertCoin, amount: string) => Number(worthOf(coin, amount) ?? '0');
  // One scale for both: what of each is there before, and what goes and comes.
  const most = Math.max(sizeOf(from, held.from), sizeOf(to, after.to), 1e-9);
  return (
    <section aria-label={t('cv.outlook')} className="flex flex-col gap-4">
      <h2 className="text-16 font-bold">{t('cv.outlook')}</h2>
      <Coin coin={from} before={held.from} after={after.from}>
        <Bar stays={sizeOf(from, after.from) / most} moves={quote ? sizeOf(from, quote.give) / most : 0} look="leaves" />
        <Below worth={worthOf(from, after.from)} moved={quote && { amount: `-${quote.give}`, coin: from }} />
      </Coin>
      <Coin coin={to} before={held.to} after={after.to}>
        <Bar stays={sizeOf(to, held.to) / most} moves={quote ? sizeOf(to, quote.receive) / most : 0} look="comes" />
        <Below worth={worthOf(to, after.to)} moved={quote && { amount: quote.receive, coin: to }} />
      </Coin>
      <Sums {...{ from, to, held, quote }} />
    </section>
  );
}

function Sums({ from, to, held, quote }: Props) {
  const t = useText(convertTexts);
  const [one, other] = [worthOf(from, held.from), worthOf(to, held.to)];
  const now = one === undefined || other === undefined ? undefined : addDecimals(one, other);
  const cost = quote && difference(quote.giveWorth, quote.receiveWorth);
  return (
    <dl className="flex flex-col gap-1.5 border-t border-line pt-4 text-13 text-sub">
      {now !== undefined && (
        <Line label={t('cv.sum.now')}>
          <Amount value={now} decimals={2} unit="USDT" isDimmed={false} className="font-semibold text-text" />
        </Line>
      )}
      {now !== undefined && cost !== undefined && (
        <Line label={t('cv.sum.after')}>
          <Amount value={difference(now, cost)} decimals={2} unit="USDT" isDimmed={false} className="font-semibold text-text" />
        </Line>
      )}
      {quote && cost !== undefined && (
        <Line label={t('cv.cost', { percent: figure(quote.spread, { decimals: 2 }) })}>
          <span className="num font-semibold text-warn">{figure(`-${cost}`, { decimals: 2 })} USDT</span>
        </Line>
      )}
      <Line label={t('cv.fee')}>
        <span className="font-semibold text-text">{t('cv.free')}</span>
      </Line>
    </dl>
  );
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex justify-between gap-3">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function Coin({ coin, before, after, children }: { coin: ConvertCoin; before: string; after: string; children: ReactNode }) {
  return (
    <div>
      <p className="flex items-center gap-2 text-14 font-semibold">
        <CoinMark base={unitOf(coin.currency)} size={20} />
        {unitOf(coin.currency)}
      </p>
      <p className="num mt-1 flex justify-between gap-2 text-14">
        <Amount value={before} decimals={coin.decimals} className="text-sub" />
        <span aria-hidden="true" className="text-mute">
          →
        </span>
        <Amount value={after} decimals={coin.decimals} className="font-semibold" />
      </p>
      {children}
    </div>
  );
}

/** In USDT what is there afterwards, and how much of the coin goes or comes. */
function Below({ worth, moved }: { worth: string | undefined; moved: { amount: string; coin: ConvertCoin } | undefined }) {
  return (
    <p className="num mt-1 flex justify-between gap-2 text-12 text-mute">
      <span>{worth !== undefined && <Amount value={worth} decimals={2} unit="USDT" isDimmed={false} />}</span>
      {moved && <span>{`${figure(canonicalDecimal(moved.amount), { sign: true })} ${unitOf(moved.coin.currency)}`}</span>}
    </p>
  );
}

const percent = (share: number) => `${Math.min(100, Math.max(0, share * 100)).toFixed(1)}%`;
const HATCH = 'repeating-linear-gradient(135deg, currentcolor 0 1px, transparent 1px 5px)';

/** Solid stays; what goes is hatched, what comes is the brand's colour. */
function Bar({ stays, moves, look }: { stays: number; moves: number; look: 'leaves' | 'comes' }) {
  return (
    <div aria-hidden="true" className="mt-1.5 flex h-4 gap-0.5 rounded-3 bg-wood-1">
      {stays > 0 && <span className="rounded-3 bg-edge" style={{ width: percent(stays) }} />}
      {moves > 0 && look === 'comes' && <span className="rounded-3 bg-brand" style={{ width: percent(moves) }} />}
      {moves > 0 && look === 'leaves' && (
        <span className="rounded-3 border border-edge bg-surface text-mute" style={{ width: percent(moves), backgroundImage: HATCH }} />
      )}
    </div>
  );
}
