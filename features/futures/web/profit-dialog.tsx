// The profit dialog (500 px): the card is there already; amounts are hidden until asked for.
import { call } from '@maru/kit/web/api-client.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { Switch } from '@maru/kit/web/ui/choices.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { chart, type Interval } from '@maru/market/contract.ts';
import { ImageDown, Link as LinkIcon, Share2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { futuresTexts } from './futures-texts.ts';
import type { Instrument } from './instrument.ts';
import { CARD_HEIGHT, CARD_WIDTH, type CardArt, cardArts, type CardWords, drawCard, PLANKS } from './share-card.ts';
import { pairOf, resample, type TradeResult } from './trade-result.ts';

/** The finest interval whose bars of the trade fit one answer. */
const spans: readonly (readonly [Interval, number])[] = [
  ['1s', 1_000],
  ['1m', 60_000],
  ['5m', 300_000],
  ['1h', 3_600_000],
  ['1d', 86_400_000],
];
const MOST_BARS = 500;

async function pathOf(result: TradeResult): Promise<number[]> {
  const entry = Number(result.entry);
  const exit = Number(result.exit);
  const until = result.closedAt ? Date.parse(result.closedAt) : Date.now();
  const from = result.openedAt ? Date.parse(result.openedAt) : until - 3_600_000;
  const [interval, spanMs] = spans.find(([, ms]) => (Date.now() - from) / ms <= MOST_BARS) ?? spans[spans.length - 1];
  try {
    const candles = await call(chart, {
      query: { symbol: result.symbol, interval, limit: String(Math.min(MOST_BARS, Math.ceil((Date.now() - from) / spanMs) + 2)) },
    });
    return resample(
      candles.filter(([time]) => time >= from - spanMs && time <= until).map(([, , , , close]) => Number(close)),
      entry,
      exit,
      PLANKS,
    );
  } catch {
    return resample([], entry, exit, PLANKS);
  }
}

export function ProfitDialog({
  result,
  instrument,
  onClose,
}: {
  result: TradeResult;
  instrument: Instrument | undefined;
  onClose(): void;
}) {
  const t = useText(futuresTexts);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [path, setPath] = useState<readonly number[]>();
  const [art, setArt] = useState<CardArt>('planks');
  const upDown = usePrefs((prefs) => prefs.upDown);
  const [showsAmount, setShowsAmount] = useState(false);
  const words = useCardWords(result, instrument, showsAmount);
  useEffect(() => {
    let alive = true;
    void pathOf(result).then((found) => alive && setPath(found));
    return () => {
      alive = false;
    };
  }, [result]);
  useEffect(() => {
    if (path) void document.fonts.ready.then(() => canvas.current && drawCard(canvas.current, result, words, path, art, upDown));
  }, [path, art, words, result, upDown]);
  const image = () => new Promise<Blob | null>((done) => canvas.current?.toBlob(done, 'image/png'));
  const save = async () => {
    const blob = await image();
    if (!blob) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = `maru-${pairOf(result.symbol)}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  const address = `${location.origin}/futureView/${result.futuresOptionId}`;
  const copy = async () => {
    await navigator.clipboard?.writeText(address);
    toast({ title: t('profit.copied'), kind: 'done' });
  };
  const share = async () => {
    const blob = await image();
    const files = blob ? [new File([blob], 'maru.png', { type: 'image/png' })] : [];
    // Taking back the sheet is not a fault.
    await navigator
      .share?.({ title: words.symbol, url: address, ...(navigator.canShare?.({ files }) ? { files } : {}) })
      .catch(() => undefined);
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('profit.title')} className="w-[min(500px,calc(100vw-16px))]">
      <canvas
        ref={canvas}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn, not loaded
        role="img"
        aria-label={t('profit.alt', {
          name: pairOf(result.symbol),
          side: words.side.slice(2),
          leverage: result.leverage,
          roe: words.roe,
          entry: words.entry,
          exit: words.exit,
        })}
        className="w-full rounded-12 bg-[#0e1218]"
        style={{ aspectRatio: `${CARD_WIDTH} / ${CARD_HEIGHT}` }}
        data-testid="share-card"
      />
      <div className="divide-y divide-line">
        <div className="flex h-12 items-center gap-2 text-13">
          <b className="font-semibold">{t('profit.amount')}</b>
          <span className="text-12 text-mute">{t('profit.amountHelp', { amount: figure(result.pnl, { decimals: 2, sign: true }) })}</span>
          <span className="ml-auto">
            <Switch isOn={showsAmount} onChange={setShowsAmount} label={t('profit.amount')} />
          </span>
        </div>
        <div role="radiogroup" aria-label={t('profit.art')} className="flex h-14 items-center gap-2 text-13">
          <b className="mr-auto font-semibold">{t('profit.art')}</b>
          {cardArts.map((name) => (
            <button
              key={name}
              type="button"
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- buttons in a row
              role="radio"
              aria-checked={art === name}
              onClick={() => setArt(name)}
              className={`h-8 rounded-6 border px-3 text-12 font-medium ${art === name ? 'border-text shadow-[inset_0_0_0_1px_var(--text)]' : 'border-line text-sub'}`}
            >
              {t(`profit.art.${name}`)}
            </button>
          ))}
        </div>
      </div>
      <div className="mt-2 flex gap-2">
        <Button look="ink" size={48} className="flex-1" icon={<ImageDown size={16} />} onClick={() => void save()}>
          {t('profit.save')}
        </Button>
        {'share' in navigator && (
          <Button size={48} className="flex-1" icon={<Share2 size={16} />} onClick={() => void share()}>
            {t('profit.share')}
          </Button>
        )}
        <IconButton size={44} className="h-12 w-12 border border-line" label={t('profit.link')} onClick={() => void copy()}>
          <LinkIcon size={16} />
        </IconButton>
      </div>
    </Dialog>
  );
}

function useCardWords(result: TradeResult, instrument: Instrument | undefined, showsAmount: boolean): CardWords {
  const t = useText(futuresTexts);
  const language = useLanguage();
  const site = useSite();
  const decimals = instrument?.units.tickDecimals ?? 2;
  const [openedNowMs] = useState(() => Date.now());
  const until = result.closedAt ? Date.parse(result.closedAt) : openedNowMs;
  const minutes = result.openedAt ? Math.max(0, Math.round((until - Date.parse(result.openedAt)) / 60_000)) : undefined;
  const isLong = result.tradeType === 'LONG';
  const words: CardWords = {
    brand: site.name[language],
    date: tableMoment(until, false),
    symbol: t('profit.perpetual', { name: pairOf(result.symbol) }),
    side: `${isLong ? '↑' : '↓'} ${t(isLong ? 'side.long' : 'side.short')}`,
    leverage: `${result.leverage}x`,
    roe: figure(result.roe, { decimals: 2, sign: true }),
    entryLabel: t('profit.entry'),
    exitLabel: t(result.closedAt ? 'profit.exit' : 'profit.mark'),
    heldLabel: t('profit.held'),
    entry: figure(result.entry, { decimals }),
    exit: figure(result.exit, { decimals }),
    held: minutes === undefined ? '--' : t('profit.heldHours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 }),
    foot: t('profit.real'),
    address: location.host,
    amount: showsAmount ? `${figure(result.pnl, { decimals: 2, sign: true })} USDT` : '',
  };
  const key = JSON.stringify(words);
  // The same words stay the same object, or the card would be drawn at every render.
  return useMemo(() => JSON.parse(key) as CardWords, [key]);
}
