// Near liquidation: how far in money and percent, what brings it back to half, and the three ways out one press away.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { percentOf as lotsPercent } from '@maru/engine/futures/max-open.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { OffBecause } from '@maru/kit/web/ui/off-because.tsx';
import { CircleAlert } from 'lucide-react';
import type { PositionNow } from './account-now.ts';
import { restoringAmount } from './account-now.ts';
import { CloseButton } from './close-button.tsx';
import { futuresTexts } from './futures-texts.ts';
import { priceText } from './instrument.ts';
import { askForMargin, sideWord } from './position-commands.ts';
import type { Purse } from './position-math.ts';
import { requestTransfer } from './transfer-request.ts';
import { amount, distanceOf } from './shown-figures.ts';
import { figure, pairOf } from '@maru/kit/web/i18n/figures.ts';

export function LiquidationBar({ positions, purse }: { positions: readonly PositionNow[]; purse: Purse }) {
  const t = useText(futuresTexts);
  const p = positions.find((row) => row.isNear);
  if (!p) return null;
  const { instrument: i, held, position } = p;
  const isIsolated = position.marginType === 'ISOLATED';
  const needed = isIsolated
    ? restoringAmount(held.isolatedWallet + p.pnl, p.maintenance)
    : restoringAmount(purse.crossWallet + purse.crossPnl, purse.maintenance);
  const gap = Math.abs(Math.round(p.mark / 100) - p.liquidation);
  const half = lotsPercent(held.lots, 50);
  return (
    <div
      role="alert"
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-danger/45 bg-danger-tint px-3 py-1.5 text-13"
      data-testid="liquidation-bar"
    >
      <span className="inline-flex h-6 items-center gap-1.5 rounded-4 bg-danger-fill px-2 text-13 font-bold text-on-solid">
        <CircleAlert size={14} aria-hidden="true" />
        {t('risk.chip')}
      </span>
      <span>
        {t('risk.line', { name: pairOf(position.symbol), side: sideWord(p) })}{' '}
        <b className="font-bold text-danger">
          {figure(priceText(i, gap))} USDT ({distanceOf(p.distance)})
        </b>
      </span>
      {needed > 0 && (
        <span className="text-sub max-wide:hidden">{t('risk.restore', { amount: amount(needed).replace(/\.\d+$/, '') })}</span>
      )}
      <span className="ml-auto flex gap-1.5">
        {isIsolated ? (
          <button type="button" className={buttonClass('ink', 32)} onClick={() => askForMargin(position.futuresPositionId)}>
            {t('risk.add')}
          </button>
        ) : (
          <button type="button" className={buttonClass('ink', 32)} onClick={() => requestTransfer('USDT')}>
            {t('risk.transfer')}
          </button>
        )}
        <OffBecause reason={half === 0 ? t('risk.halfNone') : undefined}>
          {half === 0 ? (
            <button type="button" className={buttonClass('line', 32)}>
              {t('risk.half')}
            </button>
          ) : (
            <CloseButton p={p} percent={50} name={t('risk.half')} height={32} />
          )}
        </OffBecause>
        <CloseButton p={p} percent={100} name={t('risk.close')} height={32} />
      </span>
    </div>
  );
}
