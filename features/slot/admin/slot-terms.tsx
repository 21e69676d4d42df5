// Whether the slot is offered and what a spin may stake, as a form that ends with what changes and why.
import { parseDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { BeforeAfter } from '@maru/kit/web/desk/before-after.tsx';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Switch } from '@maru/kit/web/ui/choices.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { useState } from 'react';
import { changeSlotDesk, readSlotDesk, type SlotDesk } from '../admin-contract.ts';
import { slotDeskTexts } from './slot-desk-texts.ts';

const stakes = ['minPoint', 'maxPoint'] as const;
type SlotTerms = NonNullable<SlotDesk['terms']>;

export function SlotTermsForm({ desk }: { desk: SlotDesk }) {
  const t = useText(slotDeskTexts);
  const mayWrite = useCan('rounds.write');
  const standing = desk.terms ?? { isPlay: false, minPoint: '1', maxPoint: '100' };
  const form = useCallForm<OpenForm, SlotTerms, void>({ start: standing, labels: {} });
  const { values: terms, set } = form;
  const [isAsking, setAsking] = useState(false);
  const least = parseDecimal(terms.minPoint, desk.pointPrecision) ?? 0;
  const isWrong = (field: (typeof stakes)[number]) => {
    const read = readDecimal(terms[field], desk.pointPrecision);
    return typeof read !== 'number' || read <= 0 || read < least;
  };
  const isSame = desk.terms !== null && !form.isDirty;
  return (
    <fieldset disabled={!mayWrite}>
      <div className="mb-4 flex min-h-9 items-center justify-between gap-3 text-13">
        <span>
          <span className="font-medium">{t('sd.isPlay')}</span> <span className="text-12 text-mute">{t('sd.isPlay.words')}</span>
        </span>
        <Switch label={t('sd.isPlay')} isOn={terms.isPlay} onChange={(isPlay) => set({ isPlay })} />
      </div>
      {stakes.map((field) => (
        <TextField
          key={field}
          label={t(`sd.${field}`)}
          inputMode="decimal"
          value={terms[field]}
          end={<span className="text-12 text-mute">{desk.currency}</span>}
          error={isWrong(field) ? t('sd.wrong', { least: field === 'minPoint' ? '0' : terms.minPoint, n: desk.pointPrecision }) : undefined}
          onChange={(event) => set({ [field]: event.target.value.replace(/[^\d.]/g, '').slice(0, 20) })}
        />
      ))}
      {mayWrite && (
        <Button look="brand" disabled={isSame || stakes.some(isWrong)} onClick={() => setAsking(true)}>
          {t('sd.save')}
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          title={t('sd.sure')}
          description={t('sd.sure.words')}
          confirm={t('sd.confirm')}
          sends={form}
          onConfirm={async (reason) => {
            await call(changeSlotDesk, { body: { ...terms, reason } });
            toast({ title: t('sd.done'), kind: 'done' });
            void refetch(readSlotDesk);
          }}
          onClose={() => setAsking(false)}
        >
          <BeforeAfter
            before={desk.terms}
            after={terms}
            labels={{ isPlay: t('sd.isPlay'), minPoint: t('sd.minPoint'), maxPoint: t('sd.maxPoint') }}
          />
          <span className="mb-3 block" />
        </ReasonDialog>
      )}
    </fieldset>
  );
}
