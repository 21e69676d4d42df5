// Which coin for which, and how much: the quote follows what is typed, and the button says exactly what it does.
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { FormTrouble } from '@maru/kit/web/forms/form-trouble.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { canonicalDecimal } from '@maru/kit/web/inputs/decimal-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { useSearchText } from '@maru/kit/web/use-search.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { convert, type ConvertCoin, type Quote } from '../../convert-contract.ts';
import { askUntold, type WalletMap } from '../live-wallets.ts';
import { takeLines } from '../use-fresh-dnw.ts';
import { type Hindrance, mayLeave, startOf, whyNoQuote, whyNot } from './convert-plan.ts';
import { convertTexts } from './convert-texts.ts';
import { FirstCoins } from './first-coins.tsx';
import { Outlook } from './outlook.tsx';
import { QuoteBox } from './quote-box.tsx';
import { takeConversion } from './recent-conversions.tsx';
import { Sides, type Typed } from './sides.tsx';
import { useQuote } from './use-quote.ts';

const short = (amount: string) => figure(canonicalDecimal(amount) || '0');

/** Pressed again after a lost answer it is the same request: its key is of the quote that was pressed. */
function useConvert(coins: readonly ConvertCoin[], wallets: WalletMap, seen: RefObject<Quote | undefined>, onSettled: () => void) {
  const t = useText(convertTexts);
  const first = startOf(coins, wallets, new URLSearchParams(useSearchText()).get('coin'));
  const other = coins.find(({ walletType }) => walletType !== first.walletType) as ConvertCoin;
  const form = useCallForm({
    route: convert,
    start: { from: first.walletType, to: other.walletType, point: '' } as Typed,
    labels: {},
    losesNothing: true,
    body: (typed: Typed) => ({ ...typed, ...(seen.current ? { quoteId: seen.current.quoteId } : {}) }),
    sameRequest: ({ from, to, point, quoteId }) => `${from} ${to} ${point} ${quoteId}`,
    onDone: ({ quote, entries, line }) => {
      const words = { give: short(quote.give), from: unitOf(quote.from), receive: short(quote.receive), to: unitOf(quote.to) };
      toast({ title: t('cv.done'), line: t('cv.done.line', words), kind: 'done' });
      takeLines(entries);
      takeConversion(line);
      form.set({ point: '' });
      askUntold();
    },
    onSettled,
  });
  return form;
}

const saying = (t: Text<typeof convertTexts>, { why, coin, limit }: Hindrance) =>
  t(`cv.why.${why}`, { coin: coin && unitOf(coin), limit: limit && short(limit) });
/** Of what was typed, beside where it was typed. */
const atAmount = ['short', 'least', 'most', 'day'];

export function ConvertForm({ coins, wallets }: { coins: readonly ConvertCoin[]; wallets: WalletMap }) {
  const t = useText(convertTexts);
  const seen = useRef<Quote>(undefined);
  const [again, setAgain] = useState(0);
  const askAnew = () => setAgain((n) => n + 1);
  const form = useConvert(coins, wallets, seen, askAnew);
  const { values } = form;
  const named = (walletType: string) => coins.find((coin) => coin.walletType === walletType) ?? coins[0];
  const [from, to] = [named(values.from), named(values.to)];
  const free = mayLeave(wallets[from.walletType]);
  const isAsked = whyNoQuote({ from, to }, values.point) === undefined;
  const told = useQuote(isAsked ? values : undefined, again);
  const quote = told?.quote;
  const isFresh = told?.isFresh === true;
  const isOver = told?.isOver === true && quote !== undefined;
  useEffect(() => {
    seen.current = quote;
  });
  const no = whyNot({ from, to }, free, values.point, quote !== undefined);
  const does = { give: short(values.point), from: unitOf(from.currency), receive: short(quote?.receive ?? '0'), to: unitOf(to.currency) };
  const held = { from: wallets[from.walletType]?.point ?? '0', to: wallets[to.walletType]?.point ?? '0' };
  const fault = no && atAmount.includes(no.why) ? saying(t, no) : undefined;
  return (
    <form
      {...form.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (no !== undefined || isFresh || form.isBusy) return;
        if (isOver) askAnew();
        else void form.submit();
      }}
      className="grid laptop:grid-cols-[minmax(0,1fr)_336px]"
    >
      <div className="flex min-w-0 flex-col px-4 py-6 laptop:px-8">
        <Sides {...{ coins, form, from, to, free, held: held.to, quote, fault }} />
        <QuoteBox
          {...{ quote, isOver, from, to }}
          before={told?.before}
          isAsked={isAsked}
          isRefused={told?.trouble !== undefined || (!isAsked && values.point !== '')}
        />
      </div>
      <aside className="flex flex-col gap-4 border-line px-4 py-6 max-laptop:border-t laptop:border-l laptop:px-6">
        <Outlook {...{ from, to, held }} quote={no?.why === 'short' || no?.why === 'empty' ? undefined : quote} />
        <FormTrouble words={form.trouble ?? told?.trouble} />
        <Button
          type="submit"
          look="brand"
          size={48}
          className="h-auto min-h-12 w-full py-2 whitespace-normal"
          isBusy={form.isBusy}
          disabled={no !== undefined || isFresh}
        >
          {no !== undefined ? saying(t, no) : isOver ? t('cv.anew') : t('cv.do', does)}
        </Button>
        {no?.why === 'empty' ? <FirstCoins coin={from} /> : <p className="text-center text-12 text-mute">{t('cv.rule')}</p>}
      </aside>
    </form>
  );
}
