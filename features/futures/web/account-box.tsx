// The futures account: equity first, what is free, what is bound, and how near the end is on the ratio ruler.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { TickRuler } from '@maru/kit/web/ruler/tick-ruler.tsx';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { myWallets } from '@maru/wallet/contract.ts';
import { Link } from '@tanstack/react-router';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { ChevronRight, CircleAlert } from 'lucide-react';
import { purseRatio } from './account-now.ts';
import { useAccount } from './account-store.ts';
import { futuresTexts } from './futures-texts.ts';
import { amount, directionOfAmount, percentOf } from './shown-figures.ts';
import { requestTransfer } from './transfer-request.ts';
import type { AccountFigures } from './trade-context.tsx';

/** What the column leaves the box decides what it shows: the ticket takes its room first, equity and ratio stay. */
const inColumn = {
  folded: '[@container_(min-height:218px)]:hidden',
  box: 'hidden [@container_(min-height:218px)]:flex',
  few: 'hidden [@container_(min-height:160px)]:block',
  buttons: 'hidden [@container_(min-height:116px)]:block',
  orders: 'hidden [@container_(min-height:240px)]:flex',
  rest: 'hidden [@container_(min-height:406px)]:flex',
};
const onPage: typeof inColumn = { folded: 'hidden', box: 'flex', few: '', buttons: '', orders: 'flex', rest: 'flex' };

/** Only tall screens have room for it. */
const DayLine = lazyArea(() => import('./day-line.tsx').then((m) => m.DayLine), {
  waiting: <div className="h-[78px]" />,
  isQuiet: true,
});

/** `isFull`: with all its lines and the day. `isOnPage`: it stands by itself instead of at the foot of a column. */
export function AccountBox({
  figures,
  isFull = false,
  isOnPage = false,
}: {
  figures: AccountFigures;
  isFull?: boolean;
  isOnPage?: boolean;
}) {
  const t = useText(futuresTexts);
  const status = useAccount((s) => s.status);
  const { purse } = figures;
  const space = isOnPage ? onPage : inColumn;
  if (status === 'failed')
    return (
      <div className="h-full overflow-hidden rounded-8 bg-surface">
        <FailingState title={t('account.failed')}>{t('account.failedNext')}</FailingState>
      </div>
    );
  const isLoading = status === 'loading';
  const equity = equityOf(figures);
  const pnl = figures.positions.reduce((sum, p) => sum + p.pnl, 0);
  const ratio = isLoading ? undefined : purseRatio(purse);
  const row = (label: string, value: string, shown = 'flex', tone = '') => (
    <Line {...{ label, shown, tone }} value={isLoading ? '--' : value} />
  );
  const few = (
    <>
      {row(t('account.available'), amount(purse.available))}
      {row(t('account.pnl'), amount(pnl, true), 'flex', directionClass(directionOfAmount(pnl)))}
    </>
  );
  return (
    <section aria-label={t('account.title')} className="h-full overflow-hidden rounded-8 bg-surface" data-testid="account-box">
      <div className={cx('flex flex-col gap-2 p-3', space.folded)}>
        <p className="flex items-baseline gap-1.5 text-12 text-mute">
          {t('account.equity')} {isLoading ? '--' : <b className="text-16 font-bold text-text">{amount(equity)}</b>}
          <span className="ml-auto">
            <RatioWords ratio={ratio} />
          </span>
        </p>
        <RatioMarks ratio={ratio} />
        <dl className={cx('text-12 leading-[22px]', space.few)}>{few}</dl>
        <div className={space.buttons}>
          <MoneyButtons />
        </div>
      </div>
      <div className={cx('h-full flex-col p-3', space.box)}>
        <p className="flex items-baseline justify-between pb-1 text-13">
          <Link
            to="/dnw_history/$param"
            params={{ param: 'asset' }}
            title={t('account.assets')}
            className="touch flex items-center gap-0.5 font-semibold hover:underline"
          >
            {t('account.title')}
            <ChevronRight size={14} aria-hidden="true" className="text-mute" />
          </Link>
          <span className="text-12 text-mute">{t('account.cross')}</span>
        </p>
        <p className="flex items-baseline justify-between text-12 text-mute">
          {t('account.equity')}
          {isLoading ? (
            <SkeletonBlock className="h-5 w-28" />
          ) : (
            <span>
              <b className="text-20 font-bold text-text" data-testid="equity">
                {amount(equity)}
              </b>{' '}
              USDT
            </span>
          )}
        </p>
        <dl className="text-12 leading-[22px]">
          {few}
          {row(t('account.orderMargin'), amount(purse.orderMargin), space.orders)}
          {isFull && (
            <>
              {row(t('account.positionMargin'), amount(purse.positionMargin), space.rest)}
              {row(t('account.maintenance'), amount(purse.maintenance), space.rest)}
              {row(t('account.isolated'), amount(isolatedWallets(figures)), space.rest)}
              {row(t('account.wallet'), amount(purse.crossWallet), space.rest)}
            </>
          )}
        </dl>
        {isFull && !isLoading && (
          <div className={cx('flex-col', space.rest)}>
            <DayLine equity={equity} />
          </div>
        )}
        <RatioRuler ratio={ratio} />
        <MoneyButtons />
      </div>
    </section>
  );
}

function Line({ label, value, shown, tone }: { label: string; value: string; shown: string; tone: string }) {
  return (
    <div className={cx('justify-between', shown)}>
      <dt className="text-mute">{label}</dt>
      <dd className={`font-medium ${tone}`}>{value}</dd>
    </div>
  );
}

const isolatedOf = ({ positions }: AccountFigures) => positions.filter((p) => p.position.marginType === 'ISOLATED');
const isolatedWallets = (figures: AccountFigures) => isolatedOf(figures).reduce((sum, p) => sum + p.held.isolatedWallet, 0);

function equityOf(figures: AccountFigures): number {
  const { crossWallet, crossPnl, owed = 0 } = figures.purse;
  return crossWallet + crossPnl + isolatedWallets(figures) + isolatedOf(figures).reduce((sum, p) => sum + p.pnl, 0) - owed;
}

/** What is open alone: a way in from outside comes with deposits. */
function MoneyButtons() {
  const t = useText(futuresTexts);
  const { data: wallets } = useCall(myWallets);
  const hasOther = wallets?.BINARY !== undefined && wallets.BINARY.currency !== 'USDT';
  return (
    <div className="mt-auto grid auto-cols-fr grid-flow-col gap-1.5 pt-2">
      <button type="button" className={buttonClass('line', 32, 'px-0')} onClick={() => requestTransfer('USDT')}>
        {t('account.transfer')}
      </button>
      {hasOther && (
        <button type="button" className={buttonClass('line', 32, 'px-0')} onClick={() => requestTransfer('BINARY')}>
          {t('account.convert')}
        </button>
      )}
    </div>
  );
}

interface RatioProps {
  /** Hundredths of a percent, undefined = not known yet. */
  ratio: number | undefined;
}

function levelOf(ratio: number | undefined): { share: number; level: 'calm' | 'caution' | 'danger' } {
  const share = ratio === undefined ? 0 : Number.isFinite(ratio) ? ratio / 10_000 : 1;
  return { share, level: share >= 0.8 ? 'danger' : share >= 0.5 ? 'caution' : 'calm' };
}

/** With words at 50, 80 and the end. */
function RatioRuler({ ratio }: RatioProps) {
  const t = useText(futuresTexts);
  return (
    <div className="mt-2">
      <p className="mb-1.5 flex items-center justify-between text-12 text-mute">
        {t('account.ratio')}
        <RatioWords ratio={ratio} />
      </p>
      <RatioMarks ratio={ratio} />
      <p className="relative mt-1 h-4 text-11 text-mute" aria-hidden="true">
        <span className="absolute left-1/2 -translate-x-1/4">{t('account.scaleCaution')}</span>
        <span className="absolute left-[80%] -translate-x-1/2">{t('account.scaleDanger')}</span>
        <span className="absolute right-0 max-desktop:hidden">{t('account.scaleEnd')}</span>
      </p>
    </div>
  );
}

function RatioWords({ ratio }: RatioProps) {
  const t = useText(futuresTexts);
  const { level } = levelOf(ratio);
  const chip = 'inline-flex h-[18px] items-center gap-1 rounded-4 px-1.5 text-11 font-semibold';
  return (
    <span className="inline-flex items-center gap-1.5">
      {level === 'danger' ? (
        <span className={cx(chip, 'bg-danger-fill text-on-solid')}>
          <CircleAlert size={11} aria-hidden="true" />
          {t('account.danger')}
        </span>
      ) : ratio === undefined ? null : (
        <span className={cx(chip, level === 'caution' ? 'bg-warn-tint text-warn' : 'bg-hover text-sub')}>{t(`account.${level}`)}</span>
      )}
      <b className="text-13 font-semibold text-text">{ratio === undefined ? '--' : percentOf(ratio)}</b>
    </span>
  );
}

function RatioMarks({ ratio }: RatioProps) {
  const t = useText(futuresTexts);
  const { share, level } = levelOf(ratio);
  return (
    <TickRuler
      value={share}
      marks={54}
      height={12}
      warnFrom={0.5}
      dangerFrom={0.8}
      tone={level === 'calm' ? 'text' : 'warn'}
      label={t('account.ratio')}
    />
  );
}
