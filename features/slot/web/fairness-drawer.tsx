// The fairness drawer: the seal in use and the next one, one's own seed, a new seed that opens the seal, and the check of opened spins on this device.
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Sheet } from '@maru/kit/web/ui/overlays.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import { useState } from 'react';
import { checkSlot, listSpins, renewSlotSeed } from '../contract.ts';
import { CheckSpins } from './check-spins.tsx';
import { slotTexts } from './slot-texts.ts';

export function FairnessDrawer({ onClose }: { onClose(): void }) {
  const t = useText(slotTexts);
  const isPhone = useIsPhone();
  const { data: seal } = useCall(checkSlot);
  return (
    <Sheet isOpen onClose={onClose} side={isPhone ? 'bottom' : 'right'} title={t('slot.fair')} description={t('slot.fair.words')}>
      <dl className="space-y-3 text-13">
        <Line label={t('slot.seal')} value={seal?.seal ?? ''} />
        <Line label={t('slot.client')} value={seal?.clientSeed ?? ''} />
        <Line label={t('slot.seal.next')} value={seal?.nextSeal ?? ''} />
      </dl>
      <RenewForm nextSeal={seal?.nextSeal} />
      <CheckSpins />
    </Sheet>
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-12 text-mute">{label}</dt>
      <dd className="min-h-5 font-semibold break-all">{value}</dd>
    </div>
  );
}

function RenewForm({ nextSeal }: { nextSeal: string | undefined }) {
  const t = useText(slotTexts);
  const [opened, setOpened] = useState<{ seed: string; seal: string }>();
  const form = useCallForm({
    route: renewSlotSeed,
    start: { seed: '' },
    labels: { seed: t('slot.client.next') },
    fields: { clientSeed: 'seed' },
    optional: ['seed'],
    otherwise: 'seed',
    losesNothing: true,
    body: ({ seed }) => (seed === '' ? {} : { clientSeed: seed }),
    async onDone({ shown, now }) {
      // The seed was sealed before the member chose its own beside it: what was shown must be what is used.
      const isKept = nextSeal === undefined || now.seal === nextSeal;
      toast(
        isKept
          ? { title: t('slot.renewed'), line: t('slot.renewed.words'), kind: 'done' }
          : { title: t('slot.renewed.other'), line: now.seal, kind: 'danger' },
      );
      setOpened(shown);
      form.reset();
      await Promise.all([refetch(checkSlot), refetch(listSpins)]);
    },
  });
  return (
    <form className="mt-5" {...form.form}>
      <TextField
        {...form.text('seed', (typed) => typed.replaceAll(/[^!-~]/g, ''))}
        help={t('slot.client.help')}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" look="line" size={40} className="w-full" isBusy={form.isBusy}>
        {t('slot.renew')}
      </Button>
      {opened && (
        <dl className="mt-4 space-y-3 text-13">
          <Line label={t('slot.opened')} value={opened.seed} />
          <Line label={t('slot.opened.seal')} value={opened.seal} />
        </dl>
      )}
    </form>
  );
}
