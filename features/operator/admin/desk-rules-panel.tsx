// From where operators may come in and how long a silent session lasts.
import { useMay } from '@maru/kit/web/desk/desk-site.ts';
import { useFieldFaults } from '@maru/kit/web/desk/field-faults.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPanel, Facts } from '@maru/kit/web/desk/page.tsx';
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { type deskSettings, getDeskSettings, saveDeskSettings } from '../people-contract.ts';
import { addressesOf } from './grant-fields.tsx';
import { staffTexts } from './staff-texts.ts';

/** Eight hours, as the server keeps it. */
const MOST_IDLE_MINUTES = 480;
type Settings = z.output<typeof deskSettings>;

function RulesDialog({ settings, onClose }: { settings: Settings; onClose(): void }) {
  const t = useText(staffTexts);
  const faults = useFieldFaults();
  const wrong = (minutes: string) => faults.whole(minutes, 1, MOST_IDLE_MINUTES);
  const form = useCallForm({
    route: saveDeskSettings,
    start: { idleMinutes: String(settings.idleMinutes), addresses: settings.addresses.join(', '), reason: '' },
    labels: { idleMinutes: t('st.desk.idle'), addresses: t('st.desk.addresses') },
    optional: ['addresses'],
    otherwise: 'reason',
    body: ({ idleMinutes, addresses, reason }) => ({
      idleMinutes: Number(idleMinutes),
      addresses: addressesOf(addresses),
      reason: reason.trim(),
    }),
    check: ({ idleMinutes }) => ({ idleMinutes: wrong(idleMinutes) }),
    onDone: () => refetch(getDeskSettings).then(onClose),
  });
  const { idleMinutes } = form.values;
  return (
    <ReasonForm
      form={form}
      title={t('st.desk.change')}
      description={t('st.desk.words')}
      confirm={t('st.save')}
      blocked={(wrong(idleMinutes) && faults.some) ?? (idleMinutes === '' ? t('st.desk.idle.missing') : undefined)}
      onClose={onClose}
    >
      <TextField {...form.text('idleMinutes', (typed) => typed.trim())} inputMode="numeric" />
      <TextField {...form.text('addresses')} help={t('st.addresses.help')} />
    </ReasonForm>
  );
}

export function DeskRulesPanel() {
  const t = useText(staffTexts);
  const canWrite = useMay(saveDeskSettings);
  const settings = useCall(getDeskSettings);
  const [isOpen, setOpen] = useState(false);
  return (
    <Loaded query={settings} title={t('st.failed')} rows={2}>
      {(data) => (
        <DeskPanel className="max-w-xl">
          <Facts
            items={[
              { label: t('st.desk.idle'), value: data.idleMinutes },
              { label: t('st.desk.addresses'), value: data.addresses.length === 0 ? t('st.desk.anywhere') : data.addresses.join(', ') },
            ]}
          />
          <p className="mt-3 text-12 text-mute">{t('st.desk.words')}</p>
          {canWrite && (
            <Button size={32} className="mt-3" onClick={() => setOpen(true)}>
              {t('st.desk.change')}
            </Button>
          )}
          {isOpen && <RulesDialog settings={data} onClose={() => setOpen(false)} />}
        </DeskPanel>
      )}
    </Loaded>
  );
}
