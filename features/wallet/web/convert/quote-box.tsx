// The quote that holds now: how long it does, the rate it gives beside the middle of the market, and what changed since the one before.
import { directionOf, figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useServerTime } from '@maru/kit/web/i18n/use-server-time.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import type { ConvertCoin, Quote } from '../../convert-contract.ts';
import { difference, inverseOf } from './convert-plan.ts';
import { convertTexts } from './convert-texts.ts';

const LIFE_MS = 10_000;
const MARKS = 60;
const TICKS = 90;
/** Where the two rates stand on the ruler: a fifth from its ends. */
const [MINE, MID] = [18, 72];

interface Props {
  quote: Quote | undefined;
  /** It ran out, and no other is there yet. */
  isOver: boolean;
  before: Quote | undefined;
  from: ConvertCoin;
  to: ConvertCoin;
  /** One is on its way, or will be as soon as it can. */
  isAsked: boolean;
  isRefused: boolean;
}

export function QuoteBox({ quote, isOver, before, from, to, isAsked, isRefused }: Props) {
  const t = useText(convertTexts);
  const now = useServerTime(250);
  const leftMs = quote === undefined || isOver ? 0 : Math.max(0, Date.parse(quote.endsAt) - now);
  const seconds = leftMs === 0 ? undefined : Math.ceil(leftMs / 1_000);
  return (
    <section aria-label={t('cv.quote')} className="mt-6 flex items-center gap-4 border-t border-line pt-6">
      <Ring share={leftMs / LIFE_MS} seconds={seconds} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap justify-between gap-x-3 text-14 font-semibold">
          <span>{standing(t, { quote, seconds, from, to, isAsked, isRefused })}</span>
          {quote && <span className="num text-12 font-normal text-mute">{t('cv.id', { id: quote.quoteId })}</span>}
        </p>
        <p className="num mt-1 text-13 text-sub">{quote === undefined ? t('cv.again') : <Rate quote={quote} />}</p>
        {quote && <Ruler quote={quote} />}
        <Changed quote={quote} before={before} to={to} />
      </div>
    </section>
  );
}

type Words = Text<typeof convertTexts>;

function standing(
  t: Words,
  { quote, seconds, from, to, isAsked, isRefused }: Omit<Props, 'before' | 'isOver'> & { seconds: number | undefined },
): string {
  if (seconds !== undefined) return t('cv.held', { seconds });
  if (quote !== undefined) return t('cv.over');
  const paused = [from, to].find(({ state }) => state === 'PAUSED');
  if (paused !== undefined) return t('cv.why.paused', { coin: unitOf(paused.currency) });
  const unpriced = [from, to].find(({ state }) => state === 'NO_PRICE');
  if (unpriced !== undefined) return t('cv.why.price', { coin: unitOf(unpriced.currency) });
  if (isRefused) return t('cv.refused');
  return isAsked ? t('cv.asking') : t('cv.idle');
}

/** Both ways, and on a phone the one that says more: how many of the cheap one the dear one is. */
function Rate({ quote: { from, to, rate } }: { quote: Quote }) {
  const t = useText(convertTexts);
  const [one, other] = [unitOf(from), unitOf(to)];
  const isCheap = Number(rate) < 1;
  return (
    <>
      <span className={isCheap ? 'max-laptop:hidden' : undefined}>{t('cv.rate', { from: one, rate: figure(rate), to: other })}</span>
      {isCheap && <span className="max-laptop:hidden"> · </span>}
      {isCheap && <span>{t('cv.rate', { from: other, rate: figure(inverseOf(rate)), to: one })}</span>}
      <span className="max-laptop:hidden"> · {t('cv.again')}</span>
    </>
  );
}

function Ring({ share, seconds }: { share: number; seconds: number | undefined }) {
  const t = useText(convertTexts);
  const isLow = seconds !== undefined && seconds <= 3;
  return (
    <svg aria-hidden="true" viewBox="-56 -56 112 112" className={`size-24 shrink-0 ${isLow ? 'text-warn' : ''}`}>
      {Array.from({ length: MARKS }, (_, n) => (
        <line
          key={n}
          x1="0"
          x2="0"
          y1="-52"
          y2="-43"
          stroke="currentColor"
          strokeWidth="2"
          opacity={n < share * MARKS ? 1 : 0.2}
          transform={`rotate(${(n * 360) / MARKS})`}
        />
      ))}
      {seconds !== undefined && (
        <>
          <text y="6" textAnchor="middle" fontSize="32" fontWeight="700" fill="currentColor">
            {seconds}
          </text>
          <text y="25" textAnchor="middle" fontSize="13" fill="currentColor" opacity="0.7">
            {t('cv.seconds')}
          </text>
        </>
      )}
    </svg>
  );
}

/** Said aloud too: the price that one was looking at is another now. */
function Changed({ quote, before, to }: Pick<Props, 'quote' | 'before' | 'to'>) {
  const t = useText(convertTexts);
  const change = quote && before ? difference(quote.receive, before.receive) : '0';
  const direction = directionOf(change);
  return (
    <output className="mt-1 block min-h-5 text-12 text-sub">
      {direction !== 0 && t(direction > 0 ? 'cv.more' : 'cv.less', { amount: figure(change.replace('-', '')), coin: unitOf(to.currency) })}
    </output>
  );
}

function Ruler({ quote: { rate, mid, spread } }: { quote: Quote }) {
  const t = useText(convertTexts);
  const tall = (n: number) => n === MINE || n === MID;
  return (
    <div className="mt-2">
      <svg aria-hidden="true" width="100%" height="18" viewBox={`0 0 ${TICKS} 18`} preserveAspectRatio="none">
        {Array.from({ length: TICKS + 1 }, (_, n) => (
          <line
            key={n}
            x1={n}
            x2={n}
            y1={tall(n) ? 0 : 4}
            y2={tall(n) ? 18 : 14}
            stroke="currentColor"
            strokeWidth="0.35"
            opacity={tall(n) ? 1 : n > MINE && n < MID ? 0.9 : 0.25}
            className={n > MINE && n < MID ? 'text-warn' : undefined}
          />
        ))}
      </svg>
      <dl className="num mt-1 grid items-end text-center text-12 text-mute" style={{ gridTemplateColumns: '2fr 1fr 2fr' }}>
        <div>
          <dt>{t('cv.mine')}</dt>
          <dd className="font-semibold text-text">{figure(rate)}</dd>
        </div>
        <div>
          <dt className="sr-only">{t('cv.apart')}</dt>
          <dd className="font-semibold text-warn">{figure(spread, { decimals: 2 })}%</dd>
        </div>
        <div>
          <dt>{t('cv.mid')}</dt>
          <dd className="text-sub">{figure(mid)}</dd>
        </div>
      </dl>
    </div>
  );
}
