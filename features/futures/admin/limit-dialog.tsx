// The exposure of a symbol, or of the whole site, from which on operators are alerted.
import { call } from '@maru/kit/web/api-client.ts';
import { FigureField } from '@maru/kit/web/desk/figure-field.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { useState } from 'react';
import { getHouseExposure, setExposureLimit } from '../exposure-contract.ts';
import { exposureTexts } from './exposure-texts.ts';

export interface Limited {
  /** Absent: the whole site. */
  futuresOptionId?: number;
  name: string;
  limit: string | null;
}

export function LimitDialog({ of: { futuresOptionId, name, limit }, onClose }: { of: Limited; onClose(): void }) {
  const t = useText(exposureTexts);
  const [text, setText] = useState(limit === null ? '' : limit.replace(/\.?0+$/, ''));
  const wanted = text.replaceAll(',', '').trim();
  const isGood = wanted === '' ? limit !== null : /^\d{1,12}(\.\d{1,6})?$/.test(wanted) && Number(wanted) > 0;
  return (
    <ReasonDialog
      title={t('fx.limit.title', { name })}
      description={t('fx.limit.words')}
      confirm={t(wanted === '' ? 'fx.limit.off' : 'fx.limit.save')}
      blocked={isGood ? undefined : t('fx.limit.missing')}
      fields={['limit']}
      onConfirm={async (reason) => {
        await call(setExposureLimit, {
          body: { ...(futuresOptionId !== undefined && { futuresOptionId }), limit: wanted === '' ? null : wanted, reason },
        });
        toast({ title: t('fx.limit.done', { name }), kind: 'done' });
        await refetch(getHouseExposure);
      }}
      onClose={onClose}
    >
      {(wrongAt) => <FigureField label={t('fx.limit.field')} value={text} error={wrongAt('limit')} onChange={setText} />}
    </ReasonDialog>
  );
}
