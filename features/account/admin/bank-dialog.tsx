// Adding a bank to the list of all sites, or changing one: asked for here, agreed to by a second person.
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { type DeskBank, saveBank } from '../bank-contract.ts';
import { bankTexts } from './bank-texts.ts';

const digits = ['code', 'place'] as const;
const names = ['nameKo', 'nameEn'] as const;

function useBankForm(of: DeskBank | undefined, place: number, onClose: () => void) {
  const t = useText(bankTexts);
  return useCallForm({
    route: saveBank,
    start: { code: of?.code ?? '', nameKo: of?.nameKo ?? '', nameEn: of?.nameEn ?? '', place: String(place), reason: '' },
    labels: { code: t('bk.code'), place: t('bk.place'), nameKo: t('bk.name.ko'), nameEn: t('bk.name.en') },
    otherwise: 'reason',
    body: ({ code, nameKo, nameEn, place: typed, reason }) => ({
      ...(of && { id: of.id }),
      code,
      nameKo: nameKo.trim(),
      nameEn: nameEn.trim(),
      place: Number(typed),
      reason: reason.trim(),
    }),
    onDone: onClose,
  });
}

/** Of a bank, or of all of them: then it is a new one behind the last. */
export function BankDialog({ of: asked, onClose }: { of: DeskBank | readonly DeskBank[] | undefined; onClose(): void }) {
  const of = asked === undefined || 'length' in asked ? undefined : asked;
  const next = of?.place ?? ((asked as readonly DeskBank[] | undefined)?.at(-1)?.place ?? 0) + 1;
  const t = useText(bankTexts);
  const form = useBankForm(of, next, onClose);
  const { code, place, nameKo, nameEn } = form.values;
  const isGood = /^\d{3}$/.test(code) && nameKo.trim() !== '' && nameEn.trim() !== '' && /^[1-9]\d{0,2}$/.test(place);
  return (
    <ReasonForm
      form={form}
      title={of === undefined ? t('bk.new') : t('bk.change.title', { name: of.nameKo })}
      description={t('bk.save.words')}
      confirm={t('bk.ask')}
      blocked={isGood ? undefined : t('bk.missing')}
      onClose={onClose}
    >
      <div className="grid gap-x-3 tablet:grid-cols-2">
        {digits.map((field) => (
          <TextField
            key={field}
            {...form.text(field, (typed) => typed.replace(/\D/g, ''))}
            maxLength={3}
            inputMode="numeric"
            disabled={field === 'code' && of !== undefined}
            // Nobody is told off for a code that is still being typed.
            {...(field === 'code' && code.length < 3 && { error: undefined })}
          />
        ))}
        {names.map((field) => (
          <TextField key={field} {...form.text(field)} maxLength={40} />
        ))}
      </div>
    </ReasonForm>
  );
}
