// Adding a bank to the list of all sites, or changing one: asked for here, agreed to by a second person.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { useState } from 'react';
import { type DeskBank, saveBank } from '../bank-contract.ts';
import { bankTexts } from './bank-texts.ts';

/** Of a bank, or of all of them: then it is a new one behind the last. */
export function BankDialog({ of: asked, onClose }: { of: DeskBank | readonly DeskBank[] | undefined; onClose(): void }) {
  const of = asked === undefined || 'length' in asked ? undefined : asked;
  const place = of?.place ?? ((asked as readonly DeskBank[] | undefined)?.at(-1)?.place ?? 0) + 1;
  const t = useText(bankTexts);
  const [form, setForm] = useState({ code: of?.code ?? '', nameKo: of?.nameKo ?? '', nameEn: of?.nameEn ?? '', place: String(place) });
  const isGood = /^\d{3}$/.test(form.code) && form.nameKo.trim() !== '' && form.nameEn.trim() !== '' && /^[1-9]\d{0,2}$/.test(form.place);
  const fields = [
    ['code', 'bk.code', 3],
    ['place', 'bk.place', 3],
    ['nameKo', 'bk.name.ko', 40],
    ['nameEn', 'bk.name.en', 40],
  ] as const;
  return (
    <ReasonDialog
      title={of === undefined ? t('bk.new') : t('bk.change.title', { name: of.nameKo })}
      description={t('bk.save.words')}
      confirm={t('bk.ask')}
      blocked={isGood ? undefined : t('bk.missing')}
      fields={['code', 'nameKo', 'nameEn', 'place']}
      onConfirm={(reason) => {
        const { code, nameKo, nameEn } = form;
        return call(saveBank, { body: { ...(of && { id: of.id }), code, nameKo, nameEn, place: Number(form.place), reason } });
      }}
      onClose={onClose}
    >
      {(wrongAt) => (
        <div className="grid gap-x-3 tablet:grid-cols-2">
          {fields.map(([field, label, most]) => (
            <TextField
              key={field}
              label={t(label)}
              value={form[field]}
              maxLength={most}
              inputMode={most === 3 ? 'numeric' : 'text'}
              disabled={field === 'code' && of !== undefined}
              error={wrongAt(field)}
              onChange={(event) => setForm({ ...form, [field]: event.target.value })}
            />
          ))}
        </div>
      )}
    </ReasonDialog>
  );
}
