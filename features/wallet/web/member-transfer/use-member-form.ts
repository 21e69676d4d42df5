// The form of a transfer to a member: what is typed, what is wrong with it before anybody asks, and who the server says it is.
import type { ReplyOf } from '@maru/kit/web/api-client.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { compareDecimals } from '@maru/kit/web/inputs/decimal-text.ts';
import { useState } from 'react';
import { checkReceiver, type memberTransferTerms, type SendableCoin } from '../../member-transfer-contract.ts';
import { memberTransferTexts } from './member-transfer-texts.ts';
import { isSome } from './worth-of.ts';

export { worthOf } from './worth-of.ts';
export type Checked = ReplyOf<typeof checkReceiver>;
export type Terms = ReplyOf<typeof memberTransferTerms>;

export interface Typed {
  walletType: string;
  receiver: string;
  point: string;
}

const startOf = ({ coins }: Terms): Typed => ({
  walletType: (coins.find(({ available }) => isSome(available)) ?? coins[0]).walletType,
  receiver: '',
  point: '',
});

export function useMemberForm(terms: Terms) {
  const t = useText(memberTransferTexts);
  const [checked, setChecked] = useState<Checked>();
  const coinAt = (walletType: string) => terms.coins.find((coin) => coin.walletType === walletType) ?? terms.coins[0];
  const form = useCallForm<typeof checkReceiver, Typed>({
    route: checkReceiver,
    start: startOf(terms),
    labels: { receiver: t('mt.receiver'), point: t('mt.amount') },
    check: ({ walletType, point }) => {
      const { available, currency } = coinAt(walletType);
      const isOver = isSome(point) && compareDecimals(point, available) > 0;
      return { point: isOver && t('mt.over', { most: figure(available), coin: unitOf(currency) }) };
    },
    losesNothing: true,
    onDone: setChecked,
  });
  return { form, coin: coinAt(form.values.walletType), checked, close: () => setChecked(undefined) };
}

/** Why it cannot be checked yet, as the button says it. */
export function useWhyNot(terms: Terms, coin: SendableCoin, { receiver, point }: Typed): string | undefined {
  const t = useText(memberTransferTexts);
  if (terms.state !== 'OPEN') return t(`mt.${terms.state}`);
  if (!isSome(coin.available)) return t('mt.why.empty', { coin: unitOf(coin.currency) });
  if (coin.price === null) return t('mt.why.price');
  if (receiver.trim() === '') return t('mt.why.receiver');
  return isSome(point) ? undefined : t('mt.why.amount');
}
