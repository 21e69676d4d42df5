// Now → after in three columns, and what the order costs: the figures a person decides by.
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { TickRuler } from '@maru/kit/web/ruler/tick-ruler.tsx';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { viewTexts } from './view-texts.ts';
import type { Instrument } from './instrument.ts';
import { NowAfter, type NowAfterRow } from './now-after.tsx';
import type { Preview } from './order-preview.ts';
import { amount, averageEntry, distanceOf, liquidation, percentOf } from './shown-figures.ts';

export function PreviewBlock({ i, preview }: { i: Instrument; preview: Preview }) {
  const t = useText(viewTexts);
  const { before, after, now, later } = preview;
  const has = preview.lots > 0 && preview.price > 0;
  const entry = (held: typeof before) => (held ? averageEntry(i, held.entryCost, held.lots) : '--');
  const rows: readonly NowAfterRow[] = [
    [
      t('ticket.liquidation'),
      liquidation(i, now.liquidation, before?.side ?? 1),
      has ? liquidation(i, later.liquidation, after.held?.side ?? 1) : '--',
    ],
    [t('ticket.distance'), distanceOf(now.distance), has ? distanceOf(later.distance) : '--'],
    [t('ticket.ratio'), percentOf(now.ratio), has ? percentOf(later.ratio) : '--'],
    [t('ticket.entry'), entry(before), has ? entry(after.held) : '--'],
  ];
  return (
    <div className="border-t border-line pt-2 text-12">
      <div className="mb-1 flex justify-between leading-[18px]">
        <span className="font-semibold">{t(preview.side === 'BUY' ? 'ticket.afterLong' : 'ticket.afterShort')}</span>
        <span className="text-mute">{t('ticket.nowAfter')}</span>
      </div>
      <NowAfter rows={rows} size={12} />
      <dl className="mt-0.5 grid grid-cols-[1fr_auto] gap-y-0.5 leading-[18px]">
        <dt className="text-mute">{t('ticket.marginFeeCost')}</dt>
        <dd className="text-right font-semibold" title={feeTitle(t, i, preview)}>
          {has ? `${amount(preview.margin)} · ${amount(preview.fee)} · ` : '-- · -- · '}
          <span data-testid="order-cost">{has ? amount(preview.cost) : '--'}</span>
        </dd>
      </dl>
      <TakesNow i={i} preview={preview} />
    </div>
  );
}

/** A limit price across the book: what it will pay is not what is written. */
function TakesNow({ i, preview }: { i: Instrument; preview: Preview }) {
  const t = useText(viewTexts);
  const lots = preview.opening + preview.closing;
  if (!preview.takes || preview.fillCost === undefined || lots <= 0) return null;
  return (
    <p className="mt-0.5 text-12 text-sub" data-testid="takes-now">
      {t('ticket.takesNow', { price: averageEntry(i, preview.fillCost, lots) })}
    </p>
  );
}

/** The specification's estimate of a long may read above what is available although the order fits: what is really held is told with it. */
function feeTitle(t: Text<typeof viewTexts>, i: Instrument, preview: Preview): string {
  const fee = `${t(preview.isMaker ? 'ticket.maker' : 'ticket.taker')} ${formatDecimal(preview.isMaker ? i.makerFee : i.takerFee, 6, true)}%`;
  return preview.cost > preview.engineCost ? `${fee} · ${t('ticket.costNote', { amount: amount(preview.engineCost) })}` : fee;
}

function FeeNote({ i, preview }: { i: Instrument; preview: Preview }) {
  const t = useText(viewTexts);
  const rate = formatDecimal(preview.isMaker ? i.makerFee : i.takerFee, 6, true);
  return (
    <span className="ml-1 font-normal text-mute">
      {t(preview.isMaker ? 'ticket.maker' : 'ticket.taker')} {rate}%
    </span>
  );
}

/** Where a label's middle may stand, in percent. */
const labelAt = (share: number): number => Math.min(90, Math.max(10, share * 100));

/** Phones: both liquidation distances on one ruler, fee below. */
export function PhonePreview({ i, preview, available }: { i: Instrument; preview: Preview; available: number }) {
  const t = useText(viewTexts);
  const has = preview.lots > 0 && preview.price > 0;
  // The ruler spans a third of the price: nearer than that is what matters.
  const share = (distance: number | undefined) => Math.min(1, Math.abs(distance ?? 3_300) / 3_300);
  const nowAt = share(preview.now.distance);
  const thenAt = share(has ? preview.later.distance : preview.now.distance);
  return (
    <div className="border-t border-line pt-2">
      <div className="flex justify-between text-12 text-mute">
        <span>
          {t('ticket.distance')} {distanceOf(preview.now.distance)} →{' '}
          <b className="font-semibold text-text">{has ? distanceOf(preview.later.distance) : '--'}</b>
        </span>
        <span>
          {t('ticket.ratio')} {percentOf(preview.now.ratio)} →{' '}
          <b className="font-semibold text-text">{has ? percentOf(preview.later.ratio) : '--'}</b>
        </span>
      </div>
      <div className="relative mt-1 h-7">
        <TickRuler value={thenAt} marks={60} height={11} />
        <span className="absolute top-3 -translate-x-1/2 text-11 font-semibold" style={{ left: `${labelAt(thenAt)}%` }}>
          {has ? liquidation(i, preview.later.liquidation, preview.after.held?.side ?? 1) : ''}
        </span>
        {preview.now.liquidation > 0 && Math.abs(labelAt(nowAt) - labelAt(thenAt)) > 26 && (
          <span className="absolute top-3 -translate-x-1/2 text-11 text-mute" style={{ left: `${labelAt(nowAt)}%` }}>
            {liquidation(i, preview.now.liquidation, preview.before?.side ?? 1)}
          </span>
        )}
      </div>
      <div className="mt-1 flex justify-between text-12 text-mute">
        <span>
          {t('ticket.fee')} <b className="font-semibold text-text">{has ? amount(preview.fee) : '--'}</b>{' '}
          <FeeNote i={i} preview={preview} />
        </span>
        <span>
          {t('account.available')} <b className="font-semibold text-text">{amount(available)}</b> USDT
        </span>
      </div>
      <TakesNow i={i} preview={preview} />
    </div>
  );
}
