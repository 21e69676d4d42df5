// The member's newest spins as their reels stood: symbols, the places that paid, what each brought; and the sums of the site's day.
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { dayOf } from '@maru/kit/web/periods.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { listSpins, type SlotDay, type SlotGameShown, type SlotSpin } from '../contract.ts';
import { winningLines } from '../spin-check.ts';
import { slotTexts } from './slot-texts.ts';
import { SymbolArt } from './symbol-art.tsx';

/** More than the widest page has room for. */
const SHOWN = 12;
const ROWS = 3;

export function RecentSpins({ game, last }: { game: SlotGameShown; last: SlotSpin | undefined }) {
  const t = useText(slotTexts);
  const { data, error, isFetching, refetch: retry } = useCall(listSpins, { query: { page: '0', size: String(SHOWN) }, keepsOld: true });
  const body = () => {
    if (data === undefined && error)
      return (
        <FailingState title={t('slot.failed')} error={error} onRetry={() => void retry()} isRetrying={isFetching} isLow>
          {t('slot.failed.words')}
        </FailingState>
      );
    if (data === undefined) return <SkeletonRows rows={2} rowClass="h-9" label={t('slot.loading')} hasMark={false} />;
    // The list may be a moment behind the spin that was just answered.
    const isBehind = last !== undefined && !data.content.some(({ spinId }) => spinId === last.spinId);
    const spins = (isBehind ? [last, ...data.content] : data.content).filter(({ slotId }) => slotId === game.slotId);
    if (spins.length === 0) return <p className="py-6 text-center text-13 text-mute">{t('slot.recent.none')}</p>;
    return (
      // One row, as many as fit: the rest stands in the list beside.
      <ul className="grid [grid-auto-rows:0] grid-cols-[repeat(auto-fill,minmax(148px,1fr))] grid-rows-[auto] gap-x-2 overflow-hidden">
        {spins.slice(0, SHOWN).map((spin) => (
          <SpinCard key={spin.spinId} game={game} spin={spin} />
        ))}
      </ul>
    );
  };
  return (
    <section
      aria-labelledby="slot-recent"
      className="flex min-h-[136px] flex-col justify-center gap-2 bg-surface px-4 py-3 tablet:rounded-8"
      data-testid="recent-spins"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="slot-recent" className="text-13 font-bold">
          {t('slot.recent')}
        </h2>
        <Today days={data?.days} />
      </div>
      <div className="flex flex-1 flex-col justify-center">{body()}</div>
    </section>
  );
}

/** Nothing of a day without a spin. */
function Today({ days }: { days: readonly SlotDay[] | undefined }) {
  const t = useText(slotTexts);
  const decimals = shownDecimals(useSite().binaryCurrency);
  const today = days?.find(({ date }) => date === dayOf(serverNow()));
  if (today === undefined) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-12 text-mute tabular-nums">
      <span>{t('slot.today', { spins: today.spins })}</span>
      <span>{t('slot.day.sums', { point: figure(today.point, { decimals }), payout: figure(today.payout, { decimals }) })}</span>
      <Amount value={today.profit} decimals={decimals} sign className="font-semibold text-text" />
    </p>
  );
}

function SpinCard({ game, spin }: { game: SlotGameShown; spin: SlotSpin }) {
  const t = useText(slotTexts);
  const words = useWords();
  const decimals = shownDecimals(useSite().binaryCurrency);
  const lines = winningLines(spin.slotId, spin.stops);
  const symbolAt = (row: number, reel: number) => {
    const order = game.reels[reel];
    return game.symbols[order[(spin.stops[reel] + row) % order.length]];
  };
  const isPaying = (row: number, reel: number) => lines.some(({ line }) => game.lines[line][reel] === row);
  const hasWon = Number(spin.payout) > 0;
  return (
    <li className="flex items-center gap-2 rounded-6 border border-line p-1.5">
      <span aria-hidden="true" className="grid shrink-0 grid-cols-3 gap-px rounded-4 bg-wood-2 p-0.5">
        {Array.from({ length: ROWS }, (_, row) =>
          spin.stops.map((_stop, reel) => (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- a place on the reels
              key={`${row} ${reel}`}
              className={cx(
                'grid size-[22px] place-items-center rounded-2 bg-[#fbf7ec]',
                isPaying(row, reel) && 'outline-[1.5px] -outline-offset-1 outline-brand outline-solid',
                hasWon && !isPaying(row, reel) && 'opacity-60',
              )}
            >
              <SymbolArt code={symbolAt(row, reel).code} className="size-[18px]" />
            </span>
          )),
        )}
      </span>
      <span className="min-w-0 flex-1 text-right">
        <Amount value={spin.profit} decimals={decimals} sign className={cx('block text-13 font-semibold', !hasWon && 'text-sub')} />
        <span className="block truncate text-11 text-mute">
          {hasWon ? [...new Set(lines.map(({ symbol }) => words(game.symbols[symbol].name)))].join(' · ') : t('slot.miss.one')}
        </span>
      </span>
    </li>
  );
}
