// Entering a trading holiday, or changing one: which market, which days, what it is called; soon ones go to a second operator.
import { DAY_MS, HOUR_MS, utcDayText } from '@maru/kit/contract/calendar.ts';
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { Field, TextField } from '@maru/kit/web/ui/field.tsx';
import { type DeskHoliday, listHolidays, saveHoliday } from '../admin-contract.ts';
import { holidayMarkets } from '../contract.ts';
import { holidayMarketWords } from '../holiday-list-contract.ts';
import { holidayTexts } from './holiday-texts.ts';
/** 08:00 in Seoul. */
const openingOf = (date: string) => Date.parse(`${date}T08:00:00+09:00`);
/** The date of Seoul's trading day at `time`. */
const dateAt = (time: number) => utcDayText(time + HOUR_MS);

interface HolidayProps {
  of: DeskHoliday | undefined;
  onClose(): void;
}

function useHolidayForm({ of, onClose }: HolidayProps) {
  const t = useText(holidayTexts);
  return useCallForm({
    route: saveHoliday,
    start: {
      market: of?.market ?? 'ALL',
      from: of?.from ?? '',
      to: of?.to ?? '',
      nameKo: of?.name.ko ?? '',
      nameEn: of?.name.en ?? '',
      reason: '',
    },
    labels: { market: t('hd.market'), from: t('hd.from'), to: t('hd.to'), nameKo: t('hd.name.ko'), nameEn: t('hd.name.en') },
    otherwise: 'reason',
    body: ({ market, from, to, nameKo, nameEn, reason }) => {
      const words = { nameKo: nameKo.trim(), nameEn: nameEn.trim(), reason: reason.trim() };
      return { ...(of && { id: of.id }), market, from, to, ...words };
    },
    check: ({ from, to }) => ({ to: to !== '' && to < from && t('hd.backwards') }),
    onDone: async (_, { nameKo }) => {
      toast({ title: t('hd.saved', { name: nameKo }), kind: 'done' });
      await refetch(listHolidays);
      onClose();
    },
  });
}

/** Of one, or of all of them: then it is a new one. */
export function HolidayDialog({ of: asked, onClose }: { of: DeskHoliday | readonly DeskHoliday[] | undefined; onClose(): void }) {
  const of = asked === undefined || 'length' in asked ? undefined : asked;
  const t = useText(holidayTexts);
  const form = useHolidayForm({ of, onClose });
  const { from, to, nameKo, nameEn } = form.values;
  const isBegun = of !== undefined && openingOf(of.from) <= serverNow();
  const isWhole = from !== '' && to !== '' && nameKo.trim() !== '' && nameEn.trim() !== '';
  const isBackwards = to !== '' && to < from;
  const untilOpening = openingOf(from) - serverNow();
  return (
    <ReasonForm
      form={form}
      title={t(of === undefined ? 'hd.new' : 'hd.change.title')}
      description={t('hd.dialog.words')}
      confirm={t(of === undefined ? 'hd.save.new' : 'hd.save')}
      blocked={isBackwards ? t('hd.backwards') : isWhole ? undefined : t('hd.missing')}
      onClose={onClose}
    >
      <MarketField form={form} isBegun={isBegun} />
      <div className="grid gap-x-3 tablet:grid-cols-2">
        <TextField
          {...form.text('from')}
          type="date"
          disabled={isBegun}
          min={dateAt(serverNow())}
          onChange={({ target: { value } }) => form.set({ from: value, ...(to < value && { to: value }) })}
        />
        <TextField {...form.text('to')} type="date" min={from || dateAt(serverNow())} />
        <TextField {...form.text('nameKo')} maxLength={60} />
        <TextField {...form.text('nameEn')} maxLength={60} />
      </div>
      {untilOpening < DAY_MS && !isBegun && <p className="mb-4 text-13 text-warn">{t(untilOpening <= 0 ? 'hd.soon.now' : 'hd.soon')}</p>}
    </ReasonForm>
  );
}

function MarketField({ form, isBegun }: { form: ReturnType<typeof useHolidayForm>; isBegun: boolean }) {
  const t = useText(holidayTexts);
  const words = useWords();
  const { value, error, onChange } = form.at('market');
  return (
    <Field label={t('hd.market')} error={error}>
      {({ id }) =>
        isBegun ? (
          <p id={id} className="text-14">
            {words(holidayMarketWords[value])}
          </p>
        ) : (
          <Select
            id={id}
            label={t('hd.market')}
            value={value}
            options={holidayMarkets.map((each) => ({ value: each, label: words(holidayMarketWords[each]) }))}
            onChange={onChange}
          />
        )
      }
    </Field>
  );
}
