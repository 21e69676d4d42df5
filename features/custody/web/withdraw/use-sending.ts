// Asking for a withdrawal as it was shown: what is sent is the server's own reading, not what stands in the fields behind it.
import { call } from '@maru/kit/web/api-client.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { applyWithdrawal, listWithdrawals, quoteWithdrawal, type Travel } from '../../withdraw-contract.ts';
import type { Quote } from './use-withdraw-form.ts';
import { withdrawTexts } from './withdraw-texts.ts';

export interface Confirmed {
  password: string;
  isChecked: boolean;
  kind: Travel['kind'];
  vasp: string;
  beneficiary: string;
  isStated: boolean;
}

const start: Confirmed = { password: '', isChecked: false, kind: 'OWN', vasp: '', beneficiary: '', isStated: false };

interface Shown {
  point: string;
  quote: Quote;
  address: string;
  onDone(withdrawalId: number): void;
}

const travelOf = ({ kind, vasp, beneficiary, isStated }: Confirmed): Travel => ({
  kind,
  ...(kind === 'VASP' ? { vasp: vasp.trim() } : {}),
  beneficiary: beneficiary.trim(),
  isStated,
});

export function useSending({ point, quote, address, onDone }: Shown) {
  const t = useText(withdrawTexts);
  const { walletType, memo, currency, travel } = quote;
  return useCallForm<typeof applyWithdrawal, Confirmed>({
    route: applyWithdrawal,
    start,
    labels: {
      password: t('withdraw.confirm.password'),
      ...(travel.isNeeded ? { vasp: t('withdraw.travel.vasp'), beneficiary: t('withdraw.travel.beneficiary') } : {}),
    },
    fields: { 'travel.vasp': 'vasp', 'travel.beneficiary': 'beneficiary' },
    optional: ['vasp'],
    losesNothing: true,
    spent: ['password'],
    body: (confirmed) => ({
      walletType,
      point,
      address,
      ...(memo === null ? {} : { memo }),
      ...(travel.isNeeded ? { travel: travelOf(confirmed) } : {}),
      password: confirmed.password,
    }),
    sameRequest: (body) => [body.walletType, body.point, body.address, body.memo ?? ''].join(' '),
    send: (_, key, body) => call(applyWithdrawal, { body, ...(key !== undefined && { key }) }),
    onDone: (sent) => {
      toast(
        sent.address === address
          ? {
              title: t('withdraw.done'),
              line: t('withdraw.done.line', { amount: figure(sent.arrives), coin: unitOf(currency) }),
              kind: 'done',
            }
          : { title: t('withdraw.differs'), line: t('withdraw.differs.line'), kind: 'danger', stay: 'notice' },
      );
      void Promise.all([refetch(listWithdrawals), refetch(quoteWithdrawal)]);
      onDone(sent.withdrawalId);
    },
  });
}
