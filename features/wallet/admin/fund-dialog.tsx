// Asking to fill the purse that what is given by hand comes out of.
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { isAmount, useFieldFaults } from '@maru/kit/web/desk/field-faults.ts';
import { FilterSelect } from '@maru/kit/web/desk/filter-bar.tsx';
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { askGrantFund, listEntries } from '../admin-contract.ts';
import { entryTexts } from './entry-texts.ts';

const usdt = { type: 'USDT', currency: 'USDT', decimals: USDT_DECIMALS };

/** One a currency: wallets that count in the same are given into out of one purse. */
function usePurses() {
  const { data } = useCall(listEntries, { query: { size: '100' } });
  const others = (data?.wallets ?? []).filter(({ currency }) => currency !== 'USDT');
  const purses = [usdt, ...new Map(others.map((one) => [one.currency, one])).values()];
  return { purses, purseOf: (wallet: string) => purses.find(({ type }) => type === wallet) ?? usdt };
}

export function FundDialog({ onClose }: { onClose(): void }) {
  const t = useText(entryTexts);
  const faults = useFieldFaults();
  const { purses, purseOf } = usePurses();
  const form = useCallForm({
    route: askGrantFund,
    start: { wallet: 'USDT', point: '', reason: '' },
    labels: { point: t('e.amount') },
    otherwise: 'reason',
    body: ({ wallet, point, reason }) => ({ point, ...(wallet !== 'USDT' && { walletType: wallet }), reason: reason.trim() }),
    check: ({ wallet, point }) => ({ point: faults.amount(point, purseOf(wallet).decimals) }),
    sameRequest: (body) => JSON.stringify(body),
    onDone: onClose,
    onSettled: () => refetch(listEntries),
  });
  const { wallet, point } = form.values;
  const { currency, decimals } = purseOf(wallet);
  return (
    <ReasonForm
      form={form}
      title={t('e.fund.title')}
      description={t('e.fund.words')}
      confirm={t('e.fund.ask')}
      blocked={isAmount(point, decimals) ? undefined : point === '' ? t('e.missing.amount') : faults.some}
      onClose={onClose}
    >
      {purses.length > 1 && (
        <div className="mb-4">
          <FilterSelect
            label={t('e.wallet')}
            value={wallet}
            onChange={form.at('wallet').onChange}
            options={purses.map(({ type, currency: label }) => ({ value: type, label }))}
          />
        </div>
      )}
      <TextField {...form.text('point', (typed) => typed.replaceAll(',', '').trim())} inputMode="decimal" end={currency} />
    </ReasonForm>
  );
}
