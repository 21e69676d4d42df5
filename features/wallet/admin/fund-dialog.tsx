// Asking to fill the purse that what is given by hand comes out of.
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { isAmount, useFieldFaults } from '@maru/kit/web/desk/field-faults.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { useState } from 'react';
import { askGrantFund, listEntries } from '../admin-contract.ts';
import { entryTexts } from './entry-texts.ts';

export function FundDialog({ onClose }: { onClose(): void }) {
  const t = useText(entryTexts);
  const [point, setPoint] = useState('');
  const faults = useFieldFaults();
  const ask = async (reason: string) => {
    await call(askGrantFund, { body: { point, reason } }).finally(() => refetch(listEntries));
  };
  return (
    <ReasonDialog
      title={t('e.fund.title')}
      description={t('e.fund.words')}
      confirm={t('e.fund.ask')}
      blocked={isAmount(point, USDT_DECIMALS) ? undefined : point === '' ? t('e.missing.amount') : faults.some}
      fields={['point']}
      onConfirm={ask}
      onClose={onClose}
    >
      {(wrongAt) => (
        <TextField
          label={t('e.amount')}
          inputMode="decimal"
          end="USDT"
          value={point}
          error={faults.amount(point, USDT_DECIMALS) ?? wrongAt('point')}
          onChange={(event) => setPoint(event.target.value.replaceAll(',', '').trim())}
        />
      )}
    </ReasonDialog>
  );
}
