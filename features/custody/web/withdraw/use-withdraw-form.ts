// The withdrawal form: what is typed, what is wrong with it before anybody asks, and why it cannot go on.
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import type { ReplyOf } from '@maru/kit/web/api-client.ts';
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { addAmounts, compareDecimals } from '@maru/kit/web/inputs/decimal-text.ts';
import { useState } from 'react';
import type { WithdrawNetwork } from '../../contract.ts';
import { applyWithdrawal, type quoteWithdrawal } from '../../withdraw-contract.ts';
import { networkTexts, tagOf } from '../network-texts.ts';
import { addressFault } from './address-words.ts';
import { withdrawTexts } from './withdraw-texts.ts';

export type Quote = ReplyOf<typeof quoteWithdrawal>;
export interface Typed {
  address: string;
  memo: string;
  point: string;
}

const start: Typed = { address: '', memo: '', point: '' };

/** More than nothing. */
export const isSome = (point: string): boolean => /[1-9]/.test(point);

/** What of it arrives, '' while it would be nothing. */
export function arrivesOf(point: string, fee: string): string {
  const left = addAmounts(point === '' ? '0' : point, `-${fee}`);
  return left.startsWith('-') ? '' : left;
}

export function bodyOf({ walletType }: Pick<WithdrawNetwork, 'walletType'>, { address, memo, point }: Typed) {
  return { walletType, point, address: address.trim(), ...(memo.trim() === '' ? {} : { memo: memo.trim() }) };
}

/** `confirming`: everything is sound, and is looked at once more. */
export function useWithdrawForm(network: WithdrawNetwork, quote: Quote | undefined) {
  const [confirming, setConfirming] = useState<Typed>();
  const t = useText(withdrawTexts);
  const n = useText(networkTexts);
  const coin = unitOf(network.currency);
  const pointFault = (point: string): string | false => {
    if (quote === undefined || !isSome(point)) return false;
    if (compareDecimals(point, quote.available) > 0) return t('withdraw.amount.over', { most: figure(quote.available), coin });
    if (compareDecimals(point, quote.least) < 0) return t('withdraw.amount.under', { least: figure(quote.least), coin });
    const isOver = network.currency === 'USDT' && quote.limitLeft !== null && compareDecimals(point, quote.limitLeft) > 0;
    return isOver && t('withdraw.amount.limit', { left: figure(quote.limitLeft ?? '0') });
  };
  const form = useCallForm<typeof applyWithdrawal, Typed, void>({
    route: applyWithdrawal,
    start,
    labels: { address: t('withdraw.address'), memo: n(`network.tag.${tagOf(network.chain)}`), point: t('withdraw.amount') },
    optional: ['memo'],
    body: (typed) => bodyOf(network, typed),
    check: ({ address, point }) => ({ address: addressFault(t, network.chain, address.trim()), point: pointFault(point) }),
    send: async (typed) => setConfirming(typed),
  });
  return { form, confirming, close: () => setConfirming(undefined) };
}

/** Why it cannot be looked at yet, as its button says it. */
export function useWhyNot(network: WithdrawNetwork, quote: Quote | undefined, { address, point }: Typed): string | undefined {
  const t = useText(withdrawTexts);
  if (quote?.hold) return t('withdraw.why.held');
  if (network.state === 'PAUSED' || quote?.paused) return t('withdraw.why.paused');
  if (quote !== undefined && !isSome(quote.available)) return t('withdraw.why.none', { coin: unitOf(network.currency) });
  if (address.trim() === '') return t('withdraw.why.address');
  return isSome(point) ? undefined : t('withdraw.why.amount');
}
