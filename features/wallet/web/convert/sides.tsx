// Both sides of a conversion: the coin that is given with how much of it, and the one that comes.
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import type { CallForm } from '@maru/kit/web/forms/call-form.ts';
import { AmountInput } from '@maru/kit/web/inputs/amount-input.tsx';
import { canonicalDecimal } from '@maru/kit/web/inputs/decimal-text.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { ArrowUpDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { ConvertCoin, Quote } from '../../convert-contract.ts';
import { shareOf, worthOf } from './convert-plan.ts';
import { convertTexts } from './convert-texts.ts';

export interface Typed {
  from: string;
  to: string;
  point: string;
}

interface Props {
  coins: readonly ConvertCoin[];
  form: CallForm<Typed>;
  from: ConvertCoin;
  to: ConvertCoin;
  free: string;
  held: string;
  quote: Quote | undefined;
  /** What is wrong with the amount. */
  fault: string | undefined;
}

const SHARES = [25, 50, 100] as const;
const inUsdt = (worth: string | undefined) => (worth === undefined ? '' : `≈ ${figure(worth, { decimals: 2 })} USDT`);

export function Sides({ coins, form, from, to, free, held, quote, fault }: Props) {
  const t = useText(convertTexts);
  const { values } = form;
  return (
    <>
      <Given {...{ coins, form, from, free, quote, fault }} />
      <IconButton
        label={t('cv.swap')}
        size={40}
        onClick={() => form.set({ from: values.to, to: values.from, point: '' })}
        className="z-10 -my-2 self-center border border-line bg-raised"
      >
        <ArrowUpDown size={16} />
      </IconButton>
      <Side label={t('cv.to')} beside={<Held label={t('cv.have')} amount={held} coin={to} />}>
        <CoinChoice
          label={t('cv.to')}
          coins={coins.filter(({ walletType }) => walletType !== from.walletType)}
          coin={to}
          onChange={(next) => form.set({ to: next })}
        />
        <p className="num min-w-0 flex-1 text-right text-24 font-bold break-all laptop:text-32" aria-live="polite">
          {figure(canonicalDecimal(quote?.receive ?? '0') || '0')}
        </p>
        <Under>
          <span>{t('cv.noFee')}</span>
          <span className="num">{quote && inUsdt(quote.receiveWorth)}</span>
        </Under>
      </Side>
    </>
  );
}

function Given({ coins, form, from, free, quote, fault }: Omit<Props, 'to' | 'held'>) {
  const t = useText(convertTexts);
  const wrongId = useId();
  const { values } = form;
  const point = form.at('point');
  const wrong = point.error ?? fault;
  return (
    <Side label={t('cv.from')} beside={<Held label={t('cv.available')} amount={free} coin={from} />} isWrong={wrong !== undefined}>
      <CoinChoice
        label={t('cv.from')}
        coins={coins}
        coin={from}
        onChange={(next) => form.set({ from: next, to: next === values.to ? values.from : values.to, point: '' })}
      />
      <AmountInput
        value={point.value}
        onChange={point.onChange}
        onBlur={point.onBlur}
        rules={{ decimals: from.decimals }}
        aria-label={t('cv.amount')}
        aria-invalid={wrong === undefined ? undefined : true}
        aria-describedby={wrongId}
        placeholder="0"
        className="num h-11 w-full min-w-0 flex-1 bg-transparent text-right text-24 font-bold outline-none placeholder:text-mute laptop:text-32"
      />
      <Under>
        <span className="flex gap-2">
          {SHARES.map((share) => (
            <Button
              key={share}
              size={24}
              look="soft"
              disabled={free === '0'}
              onClick={() => form.set({ point: shareOf(free, share, from.decimals) })}
            >
              {share === 100 ? t('cv.most') : `${share}%`}
            </Button>
          ))}
        </span>
        <span id={wrongId} className={wrong === undefined ? 'num' : 'text-right font-medium text-danger'}>
          {wrong ?? (values.point === '' ? '' : inUsdt(quote?.giveWorth ?? worthOf(from, values.point)))}
        </span>
      </Under>
    </Side>
  );
}

interface SideProps {
  label: string;
  beside: ReactNode;
  isWrong?: boolean;
  children: ReactNode;
}

/** The coin at the left, how much of it large at the right, and what is said of it below both. */
function Side({ label, beside, isWrong = false, children }: SideProps) {
  return (
    <section
      aria-label={label}
      className={`rounded-8 border px-4 py-4 focus-within:border-brand laptop:px-6 ${isWrong ? 'border-danger' : 'border-line'}`}
    >
      <p className="flex justify-between gap-3 text-13 text-mute">
        <span>{label}</span>
        {beside}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">{children}</div>
    </section>
  );
}

const Under = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-5 w-full items-center justify-between gap-3 text-13 text-mute">{children}</div>
);

const Held = ({ label, amount, coin }: { label: string; amount: string; coin: ConvertCoin }) => (
  <span>
    {label} <Amount value={amount} unit={unitOf(coin.currency)} className="font-semibold text-text" />
  </span>
);

interface ChoiceProps {
  label: string;
  coins: readonly ConvertCoin[];
  coin: ConvertCoin;
  onChange(walletType: string): void;
}

function CoinChoice({ label, coins, coin, onChange }: ChoiceProps) {
  const say = useWords();
  const option = ({ currency, name }: ConvertCoin) => (
    <span className="flex items-center gap-2">
      <CoinMark base={unitOf(currency)} size={24} />
      <span className="font-semibold">{say(name)}</span>
      {say(name) !== unitOf(currency) && <span className="text-13 text-mute max-laptop:hidden">{unitOf(currency)}</span>}
    </span>
  );
  return (
    <Select<string>
      label={`${label}: ${unitOf(coin.currency)}`}
      value={coin.walletType}
      onChange={onChange}
      className="flex h-11 items-center gap-1.5 rounded-full bg-soft px-3 text-15 hover:bg-hover"
      options={coins.map((each) => ({ value: each.walletType, label: option(each) }))}
    />
  );
}
