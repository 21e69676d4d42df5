// From where operators may come in and how long a silent session lasts.
import { call } from '@maru/kit/web/api-client.ts';
import { useMay } from '@maru/kit/web/desk/desk-site.ts';
import { useFieldFaults } from '@maru/kit/web/desk/field-faults.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPanel, Facts } from '@maru/kit/web/desk/page.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
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
  const [minutes, setMinutes] = useState(String(settings.idleMinutes));
  const [addresses, setAddresses] = useState(settings.addresses.join(', '));
  const faults = useFieldFaults();
  const wrong = faults.whole(minutes, 1, MOST_IDLE_MINUTES);
  return (
    <ReasonDialog
      title={t('st.desk.save')}
      description={t('st.desk.words')}
      confirm={t('st.save')}
      blocked={(wrong && faults.some) ?? (minutes === '' ? t('st.desk.idle.missing') : undefined)}
      fields={['idleMinutes', 'addresses']}
      onConfirm={async (reason) => {
        await call(saveDeskSettings, { body: { idleMinutes: Number(minutes), addresses: addressesOf(addresses), reason } });
        await refetch(getDeskSettings);
      }}
      onClose={onClose}
    >
      {(wrongAt) => (
        <>
          <TextField
            label={t('st.desk.idle')}
            inputMode="numeric"
            value={minutes}
            error={wrong ?? wrongAt('idleMinutes')}
            onChange={(event) => setMinutes(event.target.value.trim())}
          />
          <TextField
            label={t('st.desk.addresses')}
            help={t('st.addresses.help')}
            value={addresses}
            error={wrongAt('addresses')}
            onChange={(event) => setAddresses(event.target.value)}
          />
        </>
      )}
    </ReasonDialog>
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
              {t('st.desk.save')}
            </Button>
          )}
          {isOpen && <RulesDialog settings={data} onClose={() => setOpen(false)} />}
        </DeskPanel>
      )}
    </Loaded>
  );
}
