// /dnw/fund: every way to money that there is on this site today, and none that is not.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { patchCall, refetch, useCall } from '@maru/kit/web/query.ts';
import { useSite, useTypeStatus } from '@maru/kit/web/site.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { ArrowDownToLine, ArrowLeftRight, Gift, LifeBuoy, Ticket } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { askDemoMoney, type DemoMoney, getDemoMoney, type Wallet, type WalletType } from '../contract.ts';
import { walletTypesOf } from '../wallet-kinds.ts';
import { fundTexts } from './fund-texts.ts';
import { askUntold, toMicro, useAssets } from './live-wallets.ts';
import { TransferDialog } from './transfer-dialog.tsx';
import { isNothing, mostOf, movableWallets } from './transfer-plan.ts';
import { useTotal } from './use-total.ts';
import { walletName } from './wallet-name.ts';
import { walletTexts } from './wallet-texts.ts';

export function FundPage() {
  const t = useText(fundTexts);
  const { to } = useSearch({ strict: false }) as { to?: string };
  const { demoMoney, hasCoupons } = useSite();
  const { hasDeposits } = useTypeStatus();
  const goal = walletTypesOf({}).find((type) => type === to);
  const { full = [] } = useFullWallets(goal);
  const ways = [
    demoMoney !== undefined && <DemoWay key="demo" />,
    hasDeposits && <CoinsWay key="coins" isFirst={demoMoney === undefined} />,
    <WalletsWay key="wallets" to={goal} />,
  ];
  // Who came for one wallet and has money in another needs no more.
  if (goal !== undefined && full.length > 0) ways.reverse();
  return (
    <div className="min-h-[calc(100dvh-57px)] px-4 py-6 laptop:px-8">
      <h1 className="text-24 font-bold tracking-[-0.02em]">{t('fund.title')}</h1>
      <p className="mt-1 mb-5 text-14 text-sub">{t('fund.lead')}</p>
      <div className="flex max-w-[720px] flex-col gap-3">
        {ways}
        {hasCoupons && (
          <Way icon={<Ticket size={18} />} title={t('fund.coupon')} words={t('fund.coupon.words')}>
            <Link to="/coupon" className={buttonClass('line', 40)}>
              {t('fund.coupon')}
            </Link>
          </Way>
        )}
        {demoMoney === undefined && (
          <Way icon={<LifeBuoy size={18} />} title={t('fund.ask')} words={t('fund.ask.words')}>
            <Link to="/support" className={buttonClass('line', 40)}>
              {t('fund.ask')}
            </Link>
          </Way>
        )}
      </div>
    </div>
  );
}

interface WayProps {
  icon: ReactNode;
  title: string;
  words: string;
  /** The button. */
  children?: ReactNode;
  below?: ReactNode;
}

function Way({ icon, title, words, children, below }: WayProps) {
  return (
    <section className="rounded-8 border border-line bg-surface p-4 laptop:p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="flex items-center gap-2 text-16 font-bold">
            <span aria-hidden="true" className="text-brand">
              {icon}
            </span>
            {title}
          </h2>
          <p className="mt-1 text-13 text-sub">{words}</p>
        </div>
        {children}
      </div>
      {below}
    </section>
  );
}

function CoinsWay({ isFirst }: { isFirst: boolean }) {
  const t = useText(fundTexts);
  return (
    <Way icon={<ArrowDownToLine size={18} />} title={t('fund.coins')} words={t('fund.coins.words')}>
      <OwnLink href="/dnw/deposit" className={buttonClass(isFirst ? 'brand' : 'line', 40)}>
        {t('fund.coins.do')}
      </OwnLink>
    </Way>
  );
}

function DemoWay() {
  const t = useText(fundTexts);
  const { data, error, isFetching, refetch: retry } = useCall(getDemoMoney);
  const { wallets } = useAssets();
  const total = useTotal(wallets);
  const { isBusy, refused, ask } = useAskDemo();
  if (data === undefined)
    return error ? (
      <FailingState title={t('fund.failed')} error={error} onRetry={() => void retry()} isRetrying={isFetching} />
    ) : (
      <SkeletonRows rows={1} rowClass="h-24" label={t('fund.demo')} />
    );
  const { amount, below, opensAt } = data;
  if (amount === null || below === null) return null;
  const isEnough = total !== undefined && toMicro(total) >= toMicro(below);
  // What stands in the way, before anybody presses.
  const reason = isEnough ? t('fund.demo.enough') : opensAt === null ? undefined : t('fund.demo.opens', { time: moment(opensAt, 'said') });
  return (
    <Way
      icon={<Gift size={18} />}
      title={t('fund.demo')}
      words={t('fund.demo.words')}
      below={
        <p className="mt-3 text-12 text-mute">
          {refused === undefined ? (
            t('fund.demo.rule', { below: figure(below, { decimals: 0 }) })
          ) : (
            <span className="text-danger">{refused}</span>
          )}
        </p>
      }
    >
      {reason === undefined ? (
        <Button look="brand" isBusy={isBusy} onClick={() => void ask(amount)}>
          {t('fund.demo.do', { amount: figure(amount, { decimals: 0 }) })}
        </Button>
      ) : (
        <p className="text-13 font-semibold text-sub">{reason}</p>
      )}
    </Way>
  );
}

function useAskDemo() {
  const t = useText(fundTexts);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const ask = async (amount: string) => {
    setBusy(true);
    setRefused(undefined);
    try {
      const state: DemoMoney = await call(askDemoMoney);
      patchCall(getDemoMoney, undefined, () => state);
      toast({ title: t('fund.demo.done'), line: t('fund.demo.doneLine', { amount: figure(amount, { decimals: 0 }) }), kind: 'done' });
      askUntold();
    } catch (thrown) {
      setRefused(messageOf(thrown));
      void refetch(getDemoMoney);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, refused, ask };
}

/** Wallets that money can be taken from; undefined until they are known. */
function useFullWallets(to: WalletType | undefined) {
  const { wallets, account, ...rest } = useAssets();
  const all = wallets && movableWallets(wallets);
  const full = all
    ?.filter(({ type }) => type !== to)
    .map((wallet) => ({ wallet, most: mostOf(wallet, account) }))
    .filter(({ most }) => !isNothing(most));
  return { all, full, ...rest };
}

/** `to`: the wallet that one came for; with its money one is led back to where it was missing. */
function WalletsWay({ to }: { to: WalletType | undefined }) {
  const t = useText(fundTexts);
  const { history } = useRouter();
  const { all, full, error, isFetching, retry } = useFullWallets(to);
  const [from, setFrom] = useState<Wallet['type']>();
  const close = () => setFrom(undefined);
  const leadBack = () => (to !== undefined && history.canGoBack() ? history.back() : close());
  if (all === undefined || full === undefined)
    return error ? (
      <FailingState title={t('fund.failed')} error={error} onRetry={retry} isRetrying={isFetching} />
    ) : (
      <SkeletonRows rows={1} rowClass="h-24" label={t('fund.transfer')} />
    );
  if (all.length < 2) return null;
  return (
    <Way
      icon={<ArrowLeftRight size={18} />}
      title={t('fund.transfer')}
      words={t(full.length > 0 ? 'fund.transfer.words' : 'fund.transfer.none')}
      below={
        full.length > 0 && (
          <ul className="mt-3 divide-y divide-line border-t border-line">
            {full.map(({ wallet, most }) => (
              <WalletRow key={wallet.type} wallet={wallet} most={most} onMove={() => setFrom(wallet.type)} />
            ))}
          </ul>
        )
      }
    >
      {from !== undefined && <TransferDialog from={from} to={to} onClose={close} onDone={leadBack} />}
    </Way>
  );
}

function WalletRow({ wallet, most, onMove }: { wallet: Wallet; most: string; onMove(): void }) {
  const t = useText(fundTexts);
  const words = useText(walletTexts);
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 py-2">
      <span className="min-w-0 text-14 font-medium">{walletName(words, wallet.type)}</span>
      <span className="flex items-center gap-3">
        <Amount value={most} decimals={wallet.currency === 'USDT' ? 2 : 0} unit={wallet.currency} className="font-semibold" />
        <Button size={36} onClick={onMove}>
          {t('fund.transfer.do')}
        </Button>
      </span>
    </li>
  );
}
