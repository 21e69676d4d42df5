// Moving money between own wallets: from, to, how much, and what both hold afterwards; the same in the dialog and on its page.
import { call } from '@maru/kit/web/api-client.ts';
import { requestAnswered, requestFailed, requestKeyOf } from '@maru/kit/web/request-keys.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { NumberField } from '@maru/kit/web/inputs/amount-input.tsx';
import { canonicalDecimal } from '@maru/kit/web/inputs/decimal-text.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { AfterPause, Plank } from '@maru/kit/web/ui/planks.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { ArrowUpDown, CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { listDnw, listLedger, myWallets, transfer, type Wallet, type WalletType } from '../contract.ts';
import { ConversionLines, useTerms } from './conversion-lines.tsx';
import { useAssets } from './live-wallets.ts';
import { isNothing, mostOf, movableWallets, otherOf, outlookOf, quoteOf, startAt } from './transfer-plan.ts';
import { walletName } from './wallet-name.ts';
import { walletTexts } from './wallet-texts.ts';

/** Four decimals when fractional (specification section 5). */
const shown = (point: string) => figure(point, { decimals: /\.0*[1-9]/.test(point) ? 4 : 0 });
/** As it was typed, with separators. */
const typed = (point: string) => figure(canonicalDecimal(point) || '0');

/** `from` and `to`: at first; else from where there is some. `onDone` after it was moved. */
export function TransferForm({
  from: first,
  to,
  onDone,
}: {
  from?: WalletType | undefined;
  to?: WalletType | undefined;
  onDone?: () => void;
}) {
  const t = useText(walletTexts);
  const { wallets, account, error, isFetching, retry } = useAssets();
  if (error)
    return (
      <FailingState title={t('asset.failed')} error={error} onRetry={retry} isRetrying={isFetching}>
        {t('asset.failed.words')}
      </FailingState>
    );
  if (wallets === undefined) return <TransferPlanks />;
  const all = movableWallets(wallets);
  const mostBy = new Map(all.map((wallet) => [wallet.type, mostOf(wallet, account)]));
  const start = startAt(first, mostBy);
  return <Filled {...{ all, start, to, mostBy, onDone }} />;
}

function TransferPlanks() {
  const t = useText(walletTexts);
  return (
    <AfterPause>
      <output aria-label={t('asset.loading')} className="flex flex-col gap-4">
        {['h-16', 'h-16', 'h-[74px]', 'h-12'].map((height, i) => (
          <Plank key={i} className={`w-full ${height}`} />
        ))}
      </output>
    </AfterPause>
  );
}

interface FilledProps {
  all: readonly Wallet[];
  start: WalletType;
  to: WalletType | undefined;
  mostBy: ReadonlyMap<WalletType, string>;
  onDone: (() => void) | undefined;
}

function Filled({ all, start, to: wished, mostBy, onDone }: FilledProps) {
  const t = useText(walletTexts);
  const [from, setFrom] = useState(start);
  const [chosen, setTo] = useState(all.find(({ type }) => type === wished)?.type);
  const [point, setPoint] = useState('');
  const source = all.find(({ type }) => type === from) as Wallet;
  const to = chosen === undefined || chosen === from ? otherOf(all, from) : chosen;
  const target = all.find(({ type }) => type === to);
  const most = mostBy.get(from) ?? '0';
  const isConverting = target !== undefined && target.currency !== source.currency;
  const terms = useTerms(isConverting);
  const quote = isConverting && terms.data ? quoteOf(source, point, terms.data) : undefined;
  const { error, isBusy, send } = useTransfer(() => {
    setPoint('');
    onDone?.();
  });
  const swap = () => {
    if (to === undefined) return;
    setFrom(to);
    setTo(from);
    setPoint('');
  };
  const why = isNothing(most)
    ? t('transfer.empty')
    : isNothing(point)
      ? t('transfer.none')
      : !isConverting
        ? undefined
        : !terms.data
          ? t('convert.noRate')
          : terms.data.state !== 'OPEN'
            ? t('convert.halted')
            : quote?.isOver
              ? t('convert.over', { most: shown(terms.data.most ?? '0') })
              : quote === undefined || isNothing(quote.arrives)
                ? t('convert.tooSmall')
                : undefined;
  const outlook = target && outlookOf(source, target, point, isConverting ? (quote?.arrives ?? '0') : point);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (why === undefined && to !== undefined)
          void send({ from, to, point, currency: source.currency, ...(isConverting && terms.data ? { rate: terms.data.rate } : {}) }).then(
            () => void (isConverting && terms.refetch()),
          );
      }}
    >
      <div className="relative flex flex-col gap-1.5">
        <WalletChoice
          label={t('transfer.from')}
          wallets={all}
          value={from}
          {...(outlook ? { after: outlook.from } : {})}
          onChange={(next) => {
            if (next === to) setTo(from);
            setFrom(next);
            setPoint('');
          }}
        />
        <WalletChoice
          label={t('transfer.to')}
          wallets={all.filter(({ type }) => type !== from)}
          value={to}
          {...(outlook ? { after: outlook.to } : {})}
          onChange={setTo}
        />
        <IconButton
          label={t('transfer.swap')}
          size={40}
          onClick={swap}
          className="!absolute top-1/2 right-4 -translate-y-1/2 border border-line bg-surface"
        >
          <ArrowUpDown size={16} />
        </IconButton>
      </div>
      <NumberField
        label={t('transfer.amount')}
        note={`${t('transfer.most')} ${shown(most)} ${source.currency}`}
        unit={source.currency}
        value={point}
        onChange={setPoint}
        rules={{ decimals: source.currency === 'USDT' ? 6 : 0, max: most }}
        step="1"
        placeholder="0"
        end={
          <Button size={24} look="soft" className="ml-1" disabled={isNothing(most)} onClick={() => setPoint(canonicalDecimal(most))}>
            {t('transfer.whole')}
          </Button>
        }
        help={from === 'FUTURES' ? t('transfer.futures') : undefined}
      />
      {isConverting && terms.data && <ConversionLines terms={terms.data} quote={quote} source={source} target={target} />}
      {error && (
        <p role="alert" className="flex items-start gap-1.5 text-13 text-danger">
          <CircleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={isBusy} disabled={why !== undefined}>
        {why ??
          (quote && target
            ? t('convert.do', { amount: typed(point), currency: source.currency, arrives: figure(quote.arrives), other: target.currency })
            : t('transfer.do', { amount: typed(point), currency: source.currency }))}
      </Button>
    </form>
  );
}

function WalletChoice({
  label,
  wallets,
  value,
  after,
  onChange,
}: {
  label: string;
  wallets: readonly Wallet[];
  value: WalletType | undefined;
  after?: string;
  onChange(type: WalletType): void;
}) {
  const t = useText(walletTexts);
  const wallet = wallets.find(({ type }) => type === value);
  return (
    <div className="flex min-h-16 items-center gap-3 rounded-8 bg-sunken px-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="text-12 text-mute">{label}</p>
        <Select<WalletType>
          label={label}
          value={value}
          onChange={onChange}
          className="-ml-2 flex h-8 items-center gap-1.5 rounded-6 px-2 text-15 font-semibold hover:bg-hover pointer-coarse:h-11"
          options={wallets.map(({ type }) => ({ value: type, label: walletName(t, type) }))}
        />
      </div>
      {wallet && (
        <p className="mr-14 text-right text-12 text-mute">
          <span className="block">
            {shown(wallet.point)} {wallet.currency}
          </span>
          {after !== undefined && after !== wallet.point && <span className="block font-semibold text-text">→ {shown(after)}</span>}
        </p>
      )}
    </div>
  );
}

interface Move {
  from: WalletType;
  to: WalletType;
  point: string;
  currency: string;
  /** As it was shown, of a change of currency. */
  rate?: string;
}

/** A press after a lost answer moves nothing twice: its key is of what is moved, and not of the rate, which may be another by then. */
function useTransfer(onDone: () => void) {
  const t = useText(walletTexts);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async ({ from, to, point, currency, rate }: Move) => {
    const what = `${transfer.path} ${from} ${to} ${point}`;
    const key = requestKeyOf(what);
    setBusy(true);
    setError(undefined);
    try {
      await call(transfer, { body: { from, to, point, ...(rate === undefined ? {} : { rate }) }, key });
      requestAnswered(what);
      const words = { from: walletName(t, from), to: walletName(t, to), amount: typed(point), currency };
      toast({ title: t('transfer.done'), line: t('transfer.doneLine', words), kind: 'done' });
      // The wallets themselves are told; lists of them follow from rows.
      if (socket.state.getState().status !== 'open') void refetch(myWallets);
      void Promise.all([refetch(listDnw), refetch(listLedger)]);
      onDone();
    } catch (thrown) {
      requestFailed(what, key, thrown);
      setError(messageOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return { error, isBusy, send };
}
