// Asking to fill the purse that what is given by hand comes out of.
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { isAmount, useFieldFaults } from '@maru/kit/web/desk/field-faults.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { FilterSelect } from '@maru/kit/web/desk/filter-bar.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { useState } from 'react';
import { askGrantFund, listEntries } from '../admin-contract.ts';
import { entryTexts } from './entry-texts.ts';

const usdt = { type: 'USDT', currency: 'USDT', decimals: USDT_DECIMALS };

/** One a currency: wallets that count in the same are given into out of one purse. */
function usePurses() {
  const { data } = useCall(listEntries, { query: { size: '100' } });
  const others = (data?.wallets ?? []).filter(({ currency }) => currency !== 'USDT');
  return [usdt, ...new Map(others.map((one) => [one.currency, one])).values()];
}

export function FundDialog({ onClose }: { onClose(): void }) {
  const t = useText(entryTexts);
  const [point, setPoint] = useState('');
  const [wallet, setWallet] = useState('USDT');
  const purses = usePurses();
  const { currency, decimals } = purses.find(({ type }) => type === wallet) ?? usdt;
  const faults = useFieldFaults();
  const ask = async (reason: string) => {
    await call(askGrantFund, { body: { point, ...(wallet !== 'USDT' && { walletType: wallet }), reason } }).finally(() =>
      refetch(listEntries),
    );
  };
  return (
    <ReasonDialog
      title={t('e.fund.title')}
      description={t('e.fund.words')}
      confirm={t('e.fund.ask')}
      blocked={isAmount(point, decimals) ? undefined : point === '' ? t('e.missing.amount') : faults.some}
      fields={['point']}
      onConfirm={ask}
      onClose={onClose}
    >
      {(wrongAt) => (
        <>
          {purses.length > 1 && (
            <div className="mb-4">
              <FilterSelect
                label={t('e.wallet')}
                value={wallet}
                onChange={setWallet}
                options={purses.map(({ type, currency: label }) => ({ value: type, label }))}
              />
            </div>
          )}
          <TextField
            label={t('e.amount')}
            inputMode="decimal"
            end={currency}
            value={point}
            error={faults.amount(point, decimals) ?? wrongAt('point')}
            onChange={(event) => setPoint(event.target.value.replaceAll(',', '').trim())}
          />
        </>
      )}
    </ReasonDialog>
  );
}
