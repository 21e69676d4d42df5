// The first plank of the asset page: the total with hide, open profit or loss, the way on, and how the futures wallet is used.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { setPref, usePrefs } from '@maru/kit/web/prefs.ts';
import { Button, buttonClass, IconButton } from '@maru/kit/web/ui/button.tsx';
import { Amount, Change, Figure } from '@maru/kit/web/ui/figure.tsx';
import { PlankRow } from '@maru/kit/web/ui/floor.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { directionOf, figure } from '@maru/kit/web/i18n/figures.ts';
import { moment, serverNow } from '@maru/kit/web/i18n/moments.ts';
import { periodOf } from '@maru/kit/web/periods.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Plank } from '@maru/kit/web/ui/planks.tsx';
import type { CrossAccount } from '@maru/futures/contract.ts';
import { Link } from '@tanstack/react-router';
import { ArrowLeftRight, ChartCandlestick, Eye, EyeOff } from 'lucide-react';
import { type SplitPart, splitOf, splitParts } from './account-split.ts';
import { getExchangeRateMap, walletProfit } from '../contract.ts';
import { totalUsdt, type WalletMap, worthIn } from './live-wallets.ts';
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

const spans = ['1', '7', '30'] as const;

/** Realized today, in seven and in thirty days of the site's calendar. */
function Realized() {
  const t = useText(walletTexts);
  return (
    <dl className="mt-3 flex flex-wrap gap-x-5 text-13 text-sub">
      {spans.map((period) => (
        <div key={period} className="flex items-baseline gap-2">
          <dt>{t(`asset.realized.${period}`)}</dt>
          <dd>
            <RealizedIn period={period} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function RealizedIn({ period }: { period: (typeof spans)[number] }) {
  // The day moves on with the clock: once a minute is enough, or every render would be another question.
  const nowMs = Math.floor(serverNow() / 60_000) * 60_000;
  const { startDate } = periodOf({ period, from: '', to: '' }, nowMs);
  const { data } = useCall(walletProfit, { query: { startDate }, everyMs: 60_000, keepsOld: true });
  if (data === undefined) return <Plank className="h-4 w-14" />;
  if (data.profit === null) return <>–</>;
  const direction = directionOf(data.profit);
  return <Amount value={data.profit} decimals={2} sign isDimmed={false} className={`font-semibold ${directionClass(direction)}`} />;
}

const displayed = ['KRW', 'BKT'] as const;

/** The total in the currencies that the site names, with the first one's rate and its time. */
function OtherCurrencies({ wallets }: { wallets: WalletMap }) {
  const t = useText(walletTexts);
  const isHidden = usePrefs((prefs) => prefs.hideAmounts);
  const { data } = useCall(getExchangeRateMap, { query: { base: 'USDT' }, everyMs: 60_000 });
  const known = displayed.flatMap((currency) => (data?.rates[currency] === undefined ? [] : [{ currency, rate: data.rates[currency] }]));
  if (data === undefined || known.length === 0) return null;
  const total = totalUsdt(wallets);
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

/** Against the wallet's own balance; only a hint of size, so plain numbers do. */
function shareOf(pnl: string, balance: string): string {
  return Number(balance) === 0 ? '0' : ((Number(pnl) / Number(balance)) * 100).toFixed(2);
}

function OpenResult({ account }: { account: CrossAccount }) {
  const t = useText(walletTexts);
  const direction = directionOf(account.markPnl);
  if (direction === 0 && directionOf(account.positionMargin) === 0 && directionOf(account.isolatedWallets) === 0) {
    return <p className="mt-3 text-13 text-mute">{t('asset.unrealized.none')}</p>;
  }
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-2 text-13 text-sub">
      {t('asset.unrealized')}
      <Amount
        value={account.markPnl}
        decimals={2}
        sign
        isDimmed={false}
        unit="USDT"
        className={`font-semibold ${directionClass(direction)}`}
      />
      <Change value={shareOf(account.markPnl, account.playerPoint)} className="font-semibold" />
    </p>
  );
}

const shades: Record<SplitPart, number> = { coin: 100, futures: 68, locked: 44, binary: 26 };
const shade = (part: SplitPart) => ({ background: `color-mix(in srgb, var(--brand) ${shades[part]}%, var(--surface))` });

function SplitBar({ wallets, account }: { wallets: WalletMap; account: CrossAccount | undefined }) {
  const t = useText(walletTexts);
  const split = splitOf(wallets, account);
  return (
    <section aria-label={t('asset.split')} className="mt-6">
      <div aria-hidden="true" className="flex h-5 gap-[3px] floor:h-7">
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
function SplitPlanks() {
  return (
    <div className="mt-6">
      <Plank className="h-5 floor:h-7" />
      <div className="mt-3 grid gap-x-4 tablet:grid-cols-4">
        {splitParts.map((part) => (
          <div key={part} className="flex items-center max-tablet:h-9 tablet:h-[48px]">
            <Plank className="h-4 w-28" />
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
  onTransfer,
}: {
  wallets: WalletMap | undefined;
  account: CrossAccount | undefined;
  hasFutures: boolean;
  onTransfer(): void;
}) {
  const t = useText(walletTexts);
  const isHidden = usePrefs((prefs) => prefs.hideAmounts);
  return (
    <PlankRow className="px-4 py-5 floor:px-8 floor:py-7">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="flex items-center gap-1 text-13 text-sub">
            {t('asset.mine')}
            <HideToggle />
          </h1>
          {wallets ? (
            <p className="flex flex-wrap items-baseline gap-x-2 text-32 font-bold tracking-[-0.01em]">
              {isHidden ? '••••••' : <Figure value={totalUsdt(wallets)} decimals={2} isDimmed={false} />}
              <span className="text-16 font-normal text-mute">USDT</span>
            </p>
          ) : (
            <Plank className="my-1 h-8 w-52" />
          )}
          {wallets && <OtherCurrencies wallets={wallets} />}
          {hasFutures && <Realized />}
          {account ? <OpenResult account={account} /> : hasFutures && <Plank className="mt-3.5 mb-1 h-4 w-40" />}
        </div>
        <div className="grid gap-2 max-tablet:w-full max-tablet:grid-cols-2 tablet:flex">
          {hasFutures && (
            <Link to="/future" className={buttonClass('brand', 40)}>
              <ChartCandlestick aria-hidden="true" size={16} />
              {t('asset.trade')}
            </Link>
          )}
          <Button icon={<ArrowLeftRight size={16} aria-hidden="true" />} onClick={onTransfer}>
            {t('asset.transfer')}
          </Button>
        </div>
      </div>
      {wallets ? <SplitBar wallets={wallets} account={account} /> : <SplitPlanks />}
    </PlankRow>
  );
}
