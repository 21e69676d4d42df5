// The wallets that exist: held, available (and what is locked), value.
import { pointDecimals, shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { StaleBadge } from '@maru/kit/web/ui/states.tsx';
import { Cell, HeadCell, Table } from '@maru/kit/web/ui/table.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import type { CrossAccount } from '../futures-account-contract.ts';
import type { Wallet } from '../contract.ts';
import type { Rates } from '../total.ts';
import { Link } from '@tanstack/react-router';
import { ChevronDown, Info, Search } from 'lucide-react';
import { useState } from 'react';
import { fromMicro, heldOf, toMicro, valueOf, type WalletMap, walletsIn } from './live-wallets.ts';
import { useConvertible } from './convert/offered.ts';
import { useRates } from './use-rates.ts';
import { isNothing, movableWallets } from './transfer-plan.ts';
import { walletName as nameOf } from './wallet-name.ts';
import { walletTexts } from './wallet-texts.ts';

interface Row {
  wallet: Wallet;
  /** Undefined: not known, for the margin of positions is not. */
  available: string | undefined;
  locked: string;
}

function rowsOf(wallets: WalletMap, account: CrossAccount | undefined): Row[] {
  return walletsIn(wallets).map((wallet) => {
    if (wallet.type !== 'FUTURES') return { wallet, available: wallet.point, locked: wallet.gameWaitPoint };
    if (!account) return { wallet, available: undefined, locked: '0' };
    const locked = toMicro(account.orderMargin) + toMicro(account.positionMargin) + toMicro(account.isolatedWallets);
    return { wallet, available: account.available, locked: fromMicro(locked) };
  });
}

/** What stands beside what is available, each where there is any. */
const asides = ['pending', 'held', 'locked', 'owed'] as const;
const isAny = (amount: string | undefined): amount is string => amount !== undefined && /[1-9]/.test(amount);

/** In orders and bets, then what custody says of a coin. */
function Beside({ row: { wallet, locked } }: { row: Row }) {
  const t = useText(walletTexts);
  const isHidden = usePrefs((prefs) => prefs.hideAmounts);
  if (isHidden) return null;
  const shown = (amount: string) => figure(amount, { decimals: decimalsOf({ ...wallet, point: amount }, 2) });
  const lines = [
    ...(isAny(locked) ? [t('asset.col.locked', { amount: shown(locked) })] : []),
    ...asides.flatMap((aside) => {
      const amount = wallet[aside];
      return isAny(amount) ? [t(`asset.aside.${aside}`, { amount: shown(amount) })] : [];
    }),
  ];
  return lines.map((line) => (
    <span key={line} className="block text-11 leading-4 text-mute">
      {line}
    </span>
  ));
}

/** Of money as many as pages show; of a coin as many as say something, since a hundredth of one may be much. */
function decimalsOf({ currency, point }: Wallet, ofMoney: number): number {
  if (currency === 'USDT' || pointDecimals(currency) === 0) return shownDecimals(currency, ofMoney);
  const said = (point.split('.')[1] ?? '').replace(/0+$/, '').length;
  return Math.max(Math.min(ofMoney, 2), said);
}

const isEmpty = ({ wallet, locked }: Row) =>
  wallet.type !== 'FUTURES' && !/[1-9]/.test(wallet.point + locked) && !asides.some((aside) => isAny(wallet[aside]));

/** Those with something in them, the futures wallet always; the rest on request. */
export function WalletTable({
  wallets,
  account,
  oldMs,
  onTransfer,
}: {
  wallets: WalletMap;
  account: CrossAccount | undefined;
  /** More than 0 while the connection is away. */
  oldMs: number;
  onTransfer(from: Wallet['type']): void;
}) {
  const t = useText(walletTexts);
  const isPhone = useIsPhone();
  const [showsAll, setShowsAll] = useState(false);
  const [search, setSearch] = useState('');
  const all = rowsOf(wallets, account);
  const empty = all.filter(isEmpty).length;
  const wanted = search.trim().toUpperCase();
  // Who searches means all of them.
  const rows = all.filter(
    (row) =>
      (showsAll || wanted !== '' || !isEmpty(row)) &&
      `${nameOf(t, row.wallet.type)} ${unitOf(row.wallet.currency)}`.toUpperCase().includes(wanted),
  );
  return (
    <>
      <div className="mb-2 flex items-center justify-between gap-4">
        <h2 className="flex items-center gap-2 text-20 font-bold tracking-[-0.02em]">
          {t('asset.wallets')}
          {oldMs > 0 && <StaleBadge ageMs={oldMs} />}
        </h2>
        <label className="flex h-9 w-44 items-center gap-2 rounded-4 max-tablet:h-11 border border-edge px-3 text-13 focus-within:border-brand">
          <Search aria-hidden="true" size={14} className="text-mute" />
          <input
            type="search"
            aria-label={t('asset.search')}
            placeholder={t('asset.search')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            className="w-full min-w-0 bg-transparent outline-none placeholder:text-mute"
          />
        </label>
      </div>
      {rows.length === 0 && <p className="py-6 text-center text-13 text-mute">{t('asset.search.none')}</p>}
      <div className={oldMs > 0 ? '[&_span]:text-mute' : undefined}>
        {isPhone ? (
          <PhoneList rows={rows} />
        ) : (
          <WideTable rows={rows} movable={oldMs > 0 ? [] : movableWallets(wallets).map(({ type }) => type)} onTransfer={onTransfer} />
        )}
      </div>
      {oldMs > 0 && (
        <p className="mt-3 flex gap-2 rounded-8 bg-hover px-4 py-3 text-13 text-sub">
          <Info aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          {t('asset.old')}
        </p>
      )}
      {empty > 0 && wanted === '' && (
        <button
          type="button"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
          className="flex h-11 items-center gap-1.5 text-13 text-sub hover:text-text"
        >
          <ChevronDown aria-hidden="true" size={14} className={showsAll ? 'rotate-180' : ''} />
          {showsAll ? t('asset.empty.hide') : t('asset.empty.show', { count: empty })}
        </button>
      )}
    </>
  );
}

function PhoneList({ rows }: { rows: readonly Row[] }) {
  const t = useText(walletTexts);
  return (
    <ul>
      {rows.map((row) => {
        const { wallet } = row;
        return (
          <li key={wallet.type} className="flex min-h-[60px] items-center gap-3 py-2">
            <CoinMark base={unitOf(wallet.currency)} size={28} />
            <span className="flex-1">
              <span className="block text-14 leading-5 font-semibold">{nameOf(t, wallet.type)}</span>
              <span className="block text-12 leading-4 text-mute">{unitOf(wallet.currency)}</span>
              <CoinWays wallet={wallet} />
            </span>
            <span className="text-right">
              <Amount value={heldOf(wallet)} decimals={decimalsOf(wallet, 2)} className="block text-14 leading-5 font-semibold" />
              <Beside row={row} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Into and out of a coin that the site takes, of USDT by whichever network, and into another coin where it is converted. */
function CoinWays({ wallet: { type } }: { wallet: Wallet }) {
  const t = useText(walletTexts);
  const { depositCoins = '' } = useSite();
  const isTaken = depositCoins.split(',').some((code) => code === type || code.endsWith(`_${type}`));
  const isConverted = useConvertible().has(type);
  const coinWays = [...(isTaken ? (['deposit', 'withdraw'] as const) : []), ...(isConverted ? (['convert'] as const) : [])];
  if (coinWays.length === 0) return null;
  const name = nameOf(t, type);
  return (
    <span className="flex gap-4">
      {coinWays.map((way) => (
        <OwnLink
          key={way}
          href={`/dnw/${way}?coin=${type}`}
          aria-label={`${name} ${t(`asset.${way}`)}`}
          className="touch text-13 font-semibold hover:text-brand"
        >
          {t(`asset.${way}`)}
        </OwnLink>
      ))}
    </span>
  );
}

/** Money of another currency only leaves by being converted. */
const moveOf = (wallet: Wallet) => (wallet.currency === 'USDT' ? 'asset.transfer' : 'asset.convert');

/** In USDT, at the rate of now where it is of another currency. */
function Value({ wallet, rates }: { wallet: Wallet; rates: Rates | undefined }) {
  const t = useText(walletTexts);
  const value = valueOf(wallet, rates?.rates, rates?.prices);
  if (value === undefined) return <>–</>;
  return (
    <>
      <Amount value={value} decimals={2} className="font-semibold" />
      {wallet.currency === 'USDT' && <span className="block text-12 leading-4 text-mute">{t('asset.base')}</span>}
    </>
  );
}

interface WideProps {
  rows: readonly Row[];
  movable: readonly Wallet['type'][];
  onTransfer(from: Wallet['type']): void;
}

function WideTable({ rows, movable, onTransfer }: WideProps) {
  const t = useText(walletTexts);
  const { data: rates } = useRates();
  return (
    <Table>
      <thead>
        <tr>
          <HeadCell>{t('asset.col.wallet')}</HeadCell>
          <HeadCell isFigure>{t('asset.col.held')}</HeadCell>
          <HeadCell isFigure>{t('asset.col.available')}</HeadCell>
          <HeadCell isFigure>
            {t('asset.col.value')} <span className="text-11">USDT</span>
          </HeadCell>
          <HeadCell>
            <span className="sr-only">{t('asset.col.do')}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { wallet, available } = row;
          return (
            <tr key={wallet.type} className="h-14">
              <Cell>
                <span className="flex items-center gap-3">
                  <CoinMark base={unitOf(wallet.currency)} size={28} />
                  <span>
                    <span className="block leading-5 font-semibold">{nameOf(t, wallet.type)}</span>
                    <span className="block text-12 leading-4 text-mute">{unitOf(wallet.currency)}</span>
                  </span>
                </span>
              </Cell>
              <Cell isFigure>
                <Amount value={heldOf(wallet)} decimals={decimalsOf(wallet, 4)} />
              </Cell>
              <Cell isFigure>
                {available === undefined ? '–' : <Amount value={available} decimals={decimalsOf(wallet, 4)} />}
                <Beside row={row} />
              </Cell>
              <Cell isFigure>
                <Value wallet={wallet} rates={rates} />
              </Cell>
              <Cell isFigure>
                <span className="flex justify-end gap-4 pl-6 whitespace-nowrap">
                  <CoinWays wallet={wallet} />
                  {movable.includes(wallet.type) && !isNothing(wallet.point) && (
                    <button
                      type="button"
                      aria-label={`${nameOf(t, wallet.type)} ${t(moveOf(wallet))}`}
                      onClick={() => onTransfer(wallet.type)}
                      className="touch text-13 font-semibold hover:text-brand"
                    >
                      {t(moveOf(wallet))}
                    </button>
                  )}
                  {movable.includes(wallet.type) && (
                    <Link
                      to="/dnw_history/$param"
                      params={{ param: 'history_list' }}
                      aria-label={`${nameOf(t, wallet.type)} ${t('asset.records')}`}
                      className="touch text-13 font-semibold hover:text-brand"
                    >
                      {t('asset.records')}
                    </Link>
                  )}
                </span>
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
