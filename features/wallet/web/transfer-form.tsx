// Moving money between own wallets: from, to, how much, and what both hold afterwards; the same in the dialog and on its page.
import { call } from '@maru/kit/web/api-client.ts';
import type { CallForm } from '@maru/kit/web/forms/call-form.ts';
import { FormTrouble } from '@maru/kit/web/forms/form-trouble.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { NumberField } from '@maru/kit/web/inputs/amount-input.tsx';
import { canonicalDecimal } from '@maru/kit/web/inputs/decimal-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { AfterPause, SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { ArrowUpDown } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { transfer, type Wallet, type WalletType } from '../contract.ts';
import { ConversionLines, useTerms } from './conversion-lines.tsx';
import { askUntold, useAssets } from './live-wallets.ts';
import { isNothing, mostOf, movableWallets, otherOf, outlookOf, quoteOf, startAt } from './transfer-plan.ts';
import { takeLines } from './use-fresh-dnw.ts';
import { walletName } from './wallet-name.ts';
import { walletTexts } from './wallet-texts.ts';

/** Four decimals when fractional (specification section 5). */
const shown = (point: string) => figure(point, { decimals: /\.0*[1-9]/.test(point) ? 4 : 0 });
/** As it was typed, with separators. */
const shownTyped = (point: string) => figure(canonicalDecimal(point) || '0');

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
  if (wallets === undefined) return <TransferSkeleton />;
  const all = movableWallets(wallets);
  const mostBy = new Map(all.map((wallet) => [wallet.type, mostOf(wallet, account)]));
  const start = startAt(first, mostBy);
  return <Filled {...{ all, start, to, mostBy, onDone }} />;
}

function TransferSkeleton() {
  const t = useText(walletTexts);
  return (
    <AfterPause>
      <output aria-label={t('asset.loading')} className="flex flex-col gap-4">
        {['h-16', 'h-16', 'h-[74px]', 'h-12'].map((height, i) => (
          <SkeletonBlock key={i} className={`w-full ${height}`} />
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

interface Typed {
  from: WalletType;
  /** As it was chosen; where that is the other one, what fits. */
  chosen: WalletType | undefined;
  point: string;
}

/** What is known of the change of currency at the moment of sending. */
interface Known {
  rate: string | undefined;
  /** Where it was refused: at another rate, perhaps. */
  again: (() => unknown) | undefined;
}

const toOf = (all: readonly Wallet[], { from, chosen }: Typed) => (chosen === undefined || chosen === from ? otherOf(all, from) : chosen);

/** A press after a lost answer moves nothing twice: its key is of what is moved, and not of the rate, which may be another by then. */
function useTransfer({ all, start, to: requested, onDone }: FilledProps, known: RefObject<Known>) {
  const t = useText(walletTexts);
  const first: Typed = { from: start, chosen: all.find(({ type }) => type === requested)?.type, point: '' };
  const bodyOf = (typed: Typed) => ({ from: typed.from, to: toOf(all, typed) ?? typed.from, point: typed.point });
  const form = useCallForm({
    route: transfer,
    start: first,
    labels: {},
    body: bodyOf,
    sameRequest: ({ from, to, point }) => `${from} ${to} ${point}`,
    send: (_typed, key, body) => {
      const { rate, again } = known.current;
      const sent = call(transfer, { body: { ...body, ...(rate === undefined ? {} : { rate }) }, ...(key !== undefined && { key }) });
      sent.catch(() => again?.());
      return sent;
    },
    onDone: ({ entries }, typed) => {
      const { from, to, point } = bodyOf(typed);
      const currency = all.find(({ type }) => type === from)?.currency ?? '';
      const words = { from: walletName(t, from), to: walletName(t, to), amount: shownTyped(point), currency };
      toast({ title: t('transfer.done'), line: t('transfer.doneLine', words), kind: 'done' });
      takeLines(entries);
      askUntold();
      form.set({ point: '' });
      onDone?.();
    },
  });
  return form;
}

/** Wallets, what a change of currency would give, and why it cannot be sent. */
function useOutlook(all: readonly Wallet[], most: string, values: Typed) {
  const t = useText(walletTexts);
  const { from, point } = values;
  const source = all.find(({ type }) => type === from) as Wallet;
  const to = toOf(all, values);
  const target = all.find(({ type }) => type === to);
  const isConverting = target !== undefined && target.currency !== source.currency;
  const terms = useTerms(isConverting);
  const quote = isConverting && terms.data ? quoteOf(source, point, terms.data) : undefined;
  const whyNot = () => {
    if (isNothing(most)) return t('transfer.empty');
    if (isNothing(point)) return t('transfer.none');
    if (!isConverting) return undefined;
    if (!terms.data) return t('convert.noRate');
    if (terms.data.state !== 'OPEN') return t('convert.halted');
    if (quote?.isOver) return t('convert.over', { most: shown(terms.data.most ?? '0') });
    return quote === undefined || isNothing(quote.arrives) ? t('convert.tooSmall') : undefined;
  };
  const after = target && outlookOf(source, target, point, isConverting ? (quote?.arrives ?? '0') : point);
  return { source, to, target, isConverting, terms, quote, why: whyNot(), after };
}

function Filled(props: FilledProps) {
  const { all, mostBy } = props;
  const t = useText(walletTexts);
  const known = useRef<Known>({ rate: undefined, again: undefined });
  const form = useTransfer(props, known);
  const { from, point } = form.values;
  const most = mostBy.get(from) ?? '0';
  const { source, to, target, isConverting, terms, quote, why, after } = useOutlook(all, most, form.values);
  useEffect(() => {
    known.current = isConverting && terms.data ? { rate: terms.data.rate, again: terms.refetch } : { rate: undefined, again: undefined };
  });
  const { amount, currency } = { amount: shownTyped(point), currency: source.currency };
  const does =
    quote && target
      ? t('convert.do', { amount, currency, arrives: figure(quote.arrives), other: target.currency })
      : t('transfer.do', { amount, currency });
  return (
    <form
      className="flex flex-col gap-4"
      {...form.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (why === undefined && to !== undefined) void form.submit();
      }}
    >
      <Sides all={all} form={form} to={to} after={after} />
      <NumberField
        {...form.at('point')}
        label={t('transfer.amount')}
        note={`${t('transfer.most')} ${shown(most)} ${currency}`}
        unit={currency}
        rules={{ decimals: currency === 'USDT' ? 6 : 0, max: most }}
        step="1"
        placeholder="0"
        end={
          <Button
            size={24}
            look="soft"
            className="ml-1"
            disabled={isNothing(most)}
            onClick={() => form.set({ point: canonicalDecimal(most) })}
          >
            {t('transfer.whole')}
          </Button>
        }
        help={from === 'FUTURES' ? t('transfer.futures') : undefined}
      />
      {isConverting && terms.data && <ConversionLines terms={terms.data} quote={quote} source={source} target={target} />}
      <FormTrouble words={form.trouble} />
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={form.isBusy} disabled={why !== undefined}>
        {why ?? does}
      </Button>
    </form>
  );
}

interface SidesProps {
  all: readonly Wallet[];
  form: CallForm<Typed>;
  to: WalletType | undefined;
  after: { from: string; to: string } | undefined;
}

/** From where and to where, and the other way round at a press. */
function Sides({ all, form, to, after }: SidesProps) {
  const t = useText(walletTexts);
  const { from, chosen } = form.values;
  return (
    <div className="relative flex flex-col gap-1.5">
      <WalletChoice
        label={t('transfer.from')}
        wallets={all}
        value={from}
        {...(after ? { after: after.from } : {})}
        onChange={(next) => form.set({ from: next, chosen: next === to ? from : chosen, point: '' })}
      />
      <WalletChoice
        label={t('transfer.to')}
        wallets={all.filter(({ type }) => type !== from)}
        value={to}
        {...(after ? { after: after.to } : {})}
        onChange={form.at('chosen').onChange}
      />
      <IconButton
        label={t('transfer.swap')}
        size={40}
        onClick={() => to !== undefined && form.set({ from: to, chosen: from, point: '' })}
        className="!absolute top-1/2 right-4 -translate-y-1/2 border border-line bg-surface"
      >
        <ArrowUpDown size={16} />
      </IconButton>
    </div>
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
