// The first band of the asset page: the total with hide, what the last days made, the way on, and where the money is.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { setPref, usePrefs } from '@maru/kit/web/prefs.ts';
import { Button, buttonClass, IconButton } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Amount, Change, Figure } from '@maru/kit/web/ui/figure.tsx';
import { PageBand } from '@maru/kit/web/ui/page-sheet.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { directionOf, figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { OffBecause } from '@maru/kit/web/ui/off-because.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { Sparkline } from '@maru/kit/web/ui/sparkline.tsx';
import type { CrossAccount } from '../futures-account-contract.ts';
import { Link } from '@tanstack/react-router';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, ChartCandlestick, Eye, EyeOff } from 'lucide-react';
import { type SplitPart, splitOf, splitParts } from './account-split.ts';
import { type Equity, walletEquity } from '../contract.ts';
import { useRates } from './use-rates.ts';
import { totalIn, totalUsdt, type WalletMap, worthIn } from './live-wallets.ts';
import { walletTexts } from './wallet-texts.ts';

function HideToggle() {
  const t = useText(walletTexts);
  const isHidden = usePrefs((prefs) => prefs.hideAmounts);
  return (
    <IconButton
      label={isHidden ? t('asset.show') : t('asset.hide')}
      aria-pressed={isHidden}
      size={28}
      onClick={() => setPref('hideAmounts', !isHidden)}
    >
      {isHidden ? <EyeOff size={16} /> : <Eye size={16} />}
    </IconButton>
  );
}

const spans = ['today', 'week', 'month'] as const;

/** What trading and games made today, in seven and in thirty days of the site's calendar, unrealized included. */
function Results({ equity }: { equity: Equity | undefined }) {
  const t = useText(walletTexts);
  return (
    <dl className="mt-3 flex flex-wrap gap-x-5 text-13 text-sub">
      {spans.map((span, i) => (
        <div key={span} className="flex items-baseline gap-2">
          <dt>{t(`asset.pnl.${span}`)}</dt>
          <dd className="flex items-baseline gap-1.5">
            {equity === undefined ? <SkeletonBlock className="h-4 w-14" /> : <ResultOf {...equity[span]} hasAmount={i === 0} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The day in money and percent, longer spans in percent; money where nothing stood in it. */
function ResultOf({ profit, ratio, hasAmount }: { profit: string; ratio: string | null; hasAmount: boolean }) {
  const tone = `font-semibold ${directionClass(directionOf(profit))}`;
  return (
    <>
      {(hasAmount || ratio === null) && (
        <Amount value={profit} decimals={2} sign isDimmed={false} {...(hasAmount ? { unit: 'USDT' } : {})} className={tone} />
      )}
      {ratio !== null && <Change value={ratio} className="font-semibold" />}
    </>
  );
}

const LINE = { width: 300, height: 64 };

/** Thirty days in ink: where money went is no direction. */
function EquityLine({ equity }: { equity: Equity }) {
  const t = useText(walletTexts);
  const isHidden = usePrefs((prefs) => prefs.hideAmounts);
  const values = [...equity.days.map((day) => Number(day.equity)), Number(equity.equity)];
  if (values.length < 3) return null;
  const words = { from: figure(equity.days[0].equity, { decimals: 2 }), to: figure(equity.equity, { decimals: 2 }) };
  return (
    <div className="mt-4 ml-auto w-[300px] max-tablet:hidden">
      <p className="text-12 text-mute">
        {t('asset.line')}
        {equity.without.length > 0 && ` · ${t('asset.line.without', { currencies: equity.without.map(unitOf).join(', ') })}`}
      </p>
      <Sparkline
        values={values}
        {...LINE}
        direction={0}
        className="!stroke-text"
        {...(isHidden ? {} : { label: t('asset.line.words', words) })}
      />
    </div>
  );
}

const displayed = ['KRW', 'BKT'] as const;

/** The total in the currencies that the site names, with the first one's rate and its time. */
function OtherCurrencies({ wallets, data }: { wallets: WalletMap; data: (Rates & { time: string }) | undefined }) {
  const t = useText(walletTexts);
  const isHidden = usePrefs((prefs) => prefs.hideAmounts);
  const known = displayed.flatMap((currency) => (data?.rates[currency] === undefined ? [] : [{ currency, rate: data.rates[currency] }]));
  if (data === undefined || known.length === 0) return null;
  const total = totalUsdt(wallets, data.rates, data.prices);
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 text-13 text-mute">
      {known.map(({ currency, rate }) => (
        <span key={currency} className="text-sub">
          {t(`asset.worth.${currency}`, { amount: isHidden ? '••••••' : figure(worthIn(total, rate)) })}
        </span>
      ))}
      <span>{t(`asset.rate.${known[0].currency}`, { rate: figure(known[0].rate), time: moment(data.time, 'time') })}</span>
    </p>
  );
}

const shades: Record<SplitPart, number> = { coin: 100, futures: 68, futuresWhole: 68, locked: 44, binary: 26 };
const shade = (part: SplitPart) => ({ background: `color-mix(in srgb, var(--brand) ${shades[part]}%, var(--surface))` });

interface Rates {
  rates: Record<string, string>;
  prices: Record<string, string>;
}

function SplitBar({ wallets, account, rates }: { wallets: WalletMap; account: CrossAccount | undefined; rates: Rates | undefined }) {
  const t = useText(walletTexts);
  const split = splitOf(wallets, account, rates?.rates, rates?.prices);
  return (
    <section aria-label={t('asset.split')} className="mt-6">
      <div aria-hidden="true" className="flex h-5 gap-[3px] laptop:h-7">
        {split.some(({ weight }) => weight > 0) ? (
          split.map(
            ({ part, weight }) =>
              weight > 0 && <span key={part} className="min-w-1 rounded-3" style={{ flexGrow: weight, ...shade(part) }} />,
          )
        ) : (
          <span className="flex-1 rounded-3 bg-wood-1" />
        )}
      </div>
      <dl className="mt-3 grid gap-x-4 gap-y-0 tablet:grid-cols-4">
        {split.map(({ part, amount, percent }) => (
          <div key={part} className="flex items-center justify-between max-tablet:h-9 tablet:block">
            <dt className="flex items-center gap-2 text-13 text-sub">
              <span aria-hidden="true" className="size-2 rounded-2" style={shade(part)} />
              {t(`asset.split.${part}`)} <span className="text-12 text-mute">{percent}%</span>
            </dt>
            <dd className="text-15 font-semibold tablet:mt-1">
              <Amount value={amount} decimals={2} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The split on its way, of the same height. */
function SplitSkeleton() {
  return (
    <div className="mt-6">
      <SkeletonBlock className="h-5 laptop:h-7" />
      <div className="mt-3 grid gap-x-4 tablet:grid-cols-4">
        {splitParts.map((part) => (
          <div key={part} className="flex items-center max-tablet:h-9 tablet:h-[48px]">
            <SkeletonBlock className="h-4 w-28" />
          </div>
        ))}
      </div>
    </div>
  );
}

export function AssetHead({
  wallets,
  account,
  hasFutures,
  isOld,
  onTransfer,
}: {
  wallets: WalletMap | undefined;
  account: CrossAccount | undefined;
  hasFutures: boolean;
  /** The connection is away: what is shown fades, and nothing is moved by it. */
  isOld: boolean;
  onTransfer(): void;
}) {
  const t = useText(walletTexts);
  const isHidden = usePrefs((prefs) => prefs.hideAmounts);
  const { hasDeposits } = useTypeStatus();
  const { data: rates, isError: hasNoRates } = useRates();
  const { total = '0', without = [] } = wallets ? totalIn(wallets, rates?.rates, rates?.prices) : {};
  // Without any, coming in is the next step, not trading.
  const needsCoins = hasDeposits && wallets !== undefined && !/[1-9]/.test(total);
  const { data: equity, isError: hasNoEquity } = useCall(walletEquity, { everyMs: 30_000, keepsOld: true });
  return (
    <PageBand className="px-4 py-5 laptop:px-8 laptop:py-7">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="flex items-center gap-1 text-13 text-sub">
            {t('asset.mine')}
            <HideToggle />
          </h1>
          {wallets ? (
            <p className={cx('flex flex-wrap items-baseline gap-x-2 text-32 font-bold tracking-[-0.01em]', isOld && 'text-mute')}>
              {isHidden ? '••••••' : <Figure value={total} decimals={2} isDimmed={false} />}
              <span className="text-16 font-normal text-mute">USDT</span>
            </p>
          ) : (
            <SkeletonBlock className="my-1 h-8 w-52" />
          )}
          {without.length > 0 && (rates || hasNoRates) && (
            <p className="mt-1 text-13 text-sub">{t('asset.without', { currencies: without.map(unitOf).join(', ') })}</p>
          )}
          {wallets && rates ? (
            <OtherCurrencies wallets={wallets} data={rates} />
          ) : (
            !hasNoRates && <SkeletonBlock className="mt-2 mb-1 h-3 w-64" />
          )}
          {(equity || !hasNoEquity) && <Results equity={equity} />}
        </div>
        <div className="max-tablet:w-full">
          <div className="grid gap-2 max-tablet:w-full max-tablet:grid-cols-2 tablet:flex tablet:justify-end">
            {hasFutures && (
              <Link to="/future" className={buttonClass(needsCoins ? 'line' : 'brand', 40)}>
                <ChartCandlestick aria-hidden="true" size={16} />
                {t('asset.trade')}
              </Link>
            )}
            {hasDeposits && (
              <>
                <OwnLink href="/dnw/deposit" className={buttonClass(needsCoins ? 'brand' : 'line', 40)}>
                  <ArrowDownToLine aria-hidden="true" size={16} />
                  {t('asset.deposit')}
                </OwnLink>
                <OwnLink href="/dnw/withdraw" className={buttonClass('line', 40)}>
                  <ArrowUpFromLine aria-hidden="true" size={16} />
                  {t('asset.withdraw')}
                </OwnLink>
              </>
            )}
            <OffBecause reason={isOld ? t('asset.transferOld') : undefined}>
              <Button icon={<ArrowLeftRight size={16} aria-hidden="true" />} onClick={onTransfer}>
                {t('asset.transfer')}
              </Button>
            </OffBecause>
          </div>
          {equity && <EquityLine equity={equity} />}
        </div>
      </div>
      {wallets ? <SplitBar wallets={wallets} account={account} rates={rates} /> : <SplitSkeleton />}
    </PageBand>
  );
}
