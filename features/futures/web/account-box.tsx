// The futures account: equity first, what is free, what is bound, and how near the end is on the ratio ruler.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TickRuler } from '@maru/kit/web/ruler/tick-ruler.tsx';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { Plank } from '@maru/kit/web/ui/planks.tsx';
import { Tooltip } from '@maru/kit/web/ui/overlays.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleAlert } from 'lucide-react';
import { purseRatio } from './account-now.ts';
import { useAccount } from './account-store.ts';
import { DayLine } from './day-line.tsx';
import { futuresTexts } from './futures-texts.ts';
import { micro } from './instrument.ts';
import { amount, directionOfAmount, percentOf } from './shown-figures.ts';
import { useTicket } from './ticket-store.ts';
import { wishTransfer } from './transfer-wish.ts';
import type { AccountFigures } from './trade-context.tsx';

export function AccountBox({
  figures,
  isFolded: mustFold = false,
  isFull = false,
}: {
  figures: AccountFigures;
  isFolded?: boolean;
  isFull?: boolean;
}) {
  const t = useText(futuresTexts);
  const status = useAccount((s) => s.status);
  const cross = useAccount((s) => s.account.cross);
  const { purse } = figures;
  // Room for the ticket's longest form: buttons are seen without scrolling.
  const isCrowded = useTicket((s) => s.fields.hasTpsl && s.fields.exitsAtLimit) && !isFull;
  const isFolded = mustFold || isCrowded;
  if (status === 'failed') return <FailingState title={t('account.failed')}>{t('account.failedNext')}</FailingState>;
  const isLoading = status === 'loading';
  const isolated = figures.positions
    .filter((p) => p.position.marginType === 'ISOLATED')
    .reduce((sum, p) => sum + p.held.isolatedWallet + p.pnl, 0);
  const equity = purse.crossWallet + purse.crossPnl + isolated - (purse.owed ?? 0);
  const pnl = figures.positions.reduce((sum, p) => sum + p.pnl, 0);
  const rows: readonly (readonly [string, string, string?])[] = [
    [t('account.available'), amount(purse.available)],
    [t('account.pnl'), amount(pnl, true), directionClass(directionOfAmount(pnl))],
    [t('account.orderMargin'), amount(purse.orderMargin)],
    ...(isFull
      ? ([
          [t('account.positionMargin'), amount(purse.positionMargin)],
          [t('account.maintenance'), amount(purse.maintenance)],
          [t('account.isolated'), amount(micro(cross?.isolatedWallets ?? '0'))],
          [t('account.wallet'), amount(purse.crossWallet)],
        ] as const)
      : []),
  ];
  return (
    <section aria-label={t('account.title')} className="flex flex-col p-3" data-testid="account-box">
      {!isFolded && (
        <p className="flex items-baseline justify-between pb-1 text-13">
          <Link
            to="/dnw_history/$param"
            params={{ param: 'asset' }}
            title={t('account.assets')}
            className="flex items-center gap-0.5 font-semibold hover:underline"
          >
            {t('account.title')}
            <ChevronRight size={14} aria-hidden="true" className="text-mute" />
          </Link>
          <span className="text-12 text-mute">{t('account.cross')}</span>
        </p>
      )}
      <p className="flex items-baseline justify-between text-12 text-mute">
        {t('account.equity')}
        {isLoading ? (
          <Plank className="h-5 w-28" />
        ) : (
          <span>
            <b className="text-20 font-bold text-text" data-testid="equity">
              {amount(equity)}
            </b>{' '}
            USDT
          </span>
        )}
      </p>
      {!isFolded && (
        <dl className="text-12 leading-[22px]">
          {rows.map(([label, value, tone]) => (
            <div key={label} className="flex justify-between">
              <dt className="text-mute">{label}</dt>
              <dd className={`font-medium ${tone ?? ''}`}>{isLoading ? '--' : value}</dd>
            </div>
          ))}
        </dl>
      )}
      {isFull && !isLoading && !isFolded && <DayLine equity={equity} />}
      <RatioRuler ratio={isLoading ? undefined : purseRatio(purse)} isFolded={isFolded} />
      {!isFolded && <MoneyButtons />}
    </section>
  );
}

/** What is not open yet says so, and what helps meanwhile. */
function MoneyButtons() {
  const t = useText(futuresTexts);
  const later = (name: 'deposit' | 'convert') => (
    <Tooltip words={t(`account.${name}Later`)}>
      <button type="button" aria-disabled="true" className={buttonClass('line', 32, 'w-full px-0')}>
        {t(`account.${name}`)}
      </button>
    </Tooltip>
  );
  return (
    <div className="mt-3 grid grid-cols-3 gap-1.5">
      {later('deposit')}
      <button type="button" className={buttonClass('line', 32, 'px-0')} onClick={wishTransfer}>
        {t('account.transfer')}
      </button>
      {later('convert')}
    </div>
  );
}

/** Hundredths of a percent, undefined = not known yet; words at 50, 80 and the end. */
export function RatioRuler({ ratio, isFolded = false }: { ratio: number | undefined; isFolded?: boolean }) {
  const t = useText(futuresTexts);
  const share = ratio === undefined ? 0 : Number.isFinite(ratio) ? ratio / 10_000 : 1;
  const level = share >= 0.8 ? 'danger' : share >= 0.5 ? 'caution' : 'calm';
  return (
    <div className="mt-2">
      <p className="mb-1.5 flex items-center justify-between text-12 text-mute">
        {t('account.ratio')}
        <span className="flex items-center gap-1.5">
          {level === 'danger' ? (
            <span className="inline-flex h-[18px] items-center gap-1 rounded-4 bg-danger-fill px-1.5 text-11 font-semibold text-on-solid">
              <CircleAlert size={11} aria-hidden="true" />
              {t('account.danger')}
            </span>
          ) : ratio === undefined ? null : (
            <span
              className={`inline-flex h-[18px] items-center rounded-4 px-1.5 text-11 font-semibold ${level === 'caution' ? 'bg-warn-tint text-warn' : 'bg-hover text-sub'}`}
            >
              {t(`account.${level}`)}
            </span>
          )}
          <b className="text-13 font-semibold text-text">{ratio === undefined ? '--' : percentOf(ratio)}</b>
        </span>
      </p>
      <TickRuler
        value={share}
        marks={54}
        height={12}
        warnFrom={0.5}
        dangerFrom={0.8}
        tone={level === 'danger' ? 'danger' : level === 'caution' ? 'warn' : 'text'}
        label={t('account.ratio')}
      />
      {!isFolded && (
        <p className="relative mt-1 h-4 text-11 text-mute" aria-hidden="true">
          <span className="absolute left-1/2 -translate-x-1/4">{t('account.scaleCaution')}</span>
          <span className="absolute left-[80%] -translate-x-1/2">{t('account.scaleDanger')}</span>
          <span className="absolute right-0 max-desk:hidden">{t('account.scaleEnd')}</span>
        </p>
      )}
    </div>
  );
}
