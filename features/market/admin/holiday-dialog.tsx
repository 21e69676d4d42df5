// Entering a trading holiday, or changing one: which market, which days, what it is called; soon ones go to a second operator.
import { DAY_MS, HOUR_MS, utcDayText } from '@maru/kit/contract/calendar.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { Field, TextField } from '@maru/kit/web/ui/field.tsx';
import { useState } from 'react';
import { type DeskHoliday, listHolidays, saveHoliday } from '../admin-contract.ts';
import { holidayMarkets } from '../contract.ts';
import { holidayTexts } from './holiday-texts.ts';
/** 08:00 in Seoul. */
const openingOf = (date: string) => Date.parse(`${date}T08:00:00+09:00`);
/** The date of Seoul's trading day at `time`. */
const dateAt = (time: number) => utcDayText(time + HOUR_MS);

export function HolidayDialog({ of, onClose }: { of?: DeskHoliday; onClose(): void }) {
  const t = useText(holidayTexts);
  const [form, setForm] = useState({
    market: of?.market ?? 'ALL',
    from: of?.from ?? '',
    to: of?.to ?? '',
    nameKo: of?.name.ko ?? '',
    nameEn: of?.name.en ?? '',
  });
  const set = (next: Partial<typeof form>) => setForm((old) => ({ ...old, ...next }));
  const isBegun = of !== undefined && openingOf(of.from) <= serverNow();
  const isWhole = form.from !== '' && form.to !== '' && form.nameKo.trim() !== '' && form.nameEn.trim() !== '';
  const isBackwards = form.to !== '' && form.to < form.from;
  const untilOpening = openingOf(form.from) - serverNow();
  return (
    <ReasonDialog
      title={t(of === undefined ? 'hd.new' : 'hd.change.title')}
      description={t('hd.dialog.words')}
      confirm={t(of === undefined ? 'hd.save.new' : 'hd.save')}
      blocked={isBackwards ? t('hd.backwards') : isWhole ? undefined : t('hd.missing')}
      fields={['market', 'from', 'to', 'nameKo', 'nameEn']}
      onConfirm={async (reason) => {
        const { market, from, to, nameKo, nameEn } = form;
        await call(saveHoliday, { body: { ...(of && { id: of.id }), market, from, to, nameKo, nameEn, reason } });
        toast({ title: t('hd.saved', { name: nameKo }), kind: 'done' });
        await refetch(listHolidays);
      }}
      onClose={onClose}
    >
      {(wrongAt) => (
        <>
          <Field label={t('hd.market')} error={wrongAt('market')}>
            {({ id }) =>
              isBegun ? (
                <p id={id} className="text-14">
                  {t(`hd.market.${form.market}`)}
                </p>
              ) : (
                <Select
                  id={id}
                  label={t('hd.market')}
                  value={form.market}
                  options={holidayMarkets.map((value) => ({ value, label: t(`hd.market.${value}`) }))}
                  onChange={(market) => set({ market })}
                />
              )
            }
          </Field>
          <div className="grid gap-x-3 tablet:grid-cols-2">
            <TextField
              label={t('hd.from')}
              type="date"
              value={form.from}
              disabled={isBegun}
              min={dateAt(serverNow())}
              error={wrongAt('from')}
              onChange={(event) => set({ from: event.target.value, ...(form.to < event.target.value && { to: event.target.value }) })}
            />
            <TextField
              label={t('hd.to')}
              type="date"
              value={form.to}
              min={form.from || dateAt(serverNow())}
              error={wrongAt('to')}
              onChange={(event) => set({ to: event.target.value })}
            />
            <TextField
              label={t('hd.name.ko')}
              value={form.nameKo}
              maxLength={60}
              error={wrongAt('nameKo')}
              onChange={(event) => set({ nameKo: event.target.value })}
            />
            <TextField
              label={t('hd.name.en')}
              value={form.nameEn}
              maxLength={60}
              error={wrongAt('nameEn')}
              onChange={(event) => set({ nameEn: event.target.value })}
            />
          </div>
          {untilOpening < DAY_MS && !isBegun && (
            <p className="mb-4 text-13 text-warn">{t(untilOpening <= 0 ? 'hd.soon.now' : 'hd.soon')}</p>
          )}
        </>
      )}
    </ReasonDialog>
  );
}
