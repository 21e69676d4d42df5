// The fairness drawer: the seal in use, one's own seed, a new seed that opens the seal, and the check of all opened spins on this device.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Sheet } from '@maru/kit/web/ui/overlays.tsx';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { checkSlot, listSpins, renewSlotSeed, type SlotSpin } from '../contract.ts';
import { checkSpin, isSpinRight } from '../spin-check.ts';
import { slotTexts } from './slot-texts.ts';

/** Spins that one check looks at. */
export const CHECKED_SPINS = '100';

export function FairnessDrawer({ decimals, onClose }: { decimals: number; onClose(): void }) {
  const t = useText(slotTexts);
  const { data: seal } = useCall(checkSlot);
  return (
    <Sheet isOpen onClose={onClose} side="right" title={t('slot.fair')} description={t('slot.fair.words')}>
      <dl className="space-y-3 text-13">
        <Line label={t('slot.seal')} value={seal?.seal ?? ''} />
        <Line label={t('slot.client')} value={seal?.clientSeed ?? ''} />
      </dl>
      <RenewForm />
      <CheckSpins decimals={decimals} />
    </Sheet>
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-12 text-mute">{label}</dt>
      <dd className="font-semibold break-all">{value}</dd>
    </div>
  );
}

function RenewForm() {
  const t = useText(slotTexts);
  const [seed, setSeed] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const renew = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await call(renewSlotSeed, { body: seed === '' ? {} : { clientSeed: seed } });
      toast({ title: t('slot.renewed'), line: t('slot.renewed.words'), kind: 'done' });
      setSeed('');
      await Promise.all([refetch(checkSlot), refetch(listSpins)]);
    } catch (thrown) {
      setError(messageOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="mt-5"
      onSubmit={(event) => {
        event.preventDefault();
        void renew();
      }}
    >
      <TextField
        label={t('slot.client.next')}
        help={t('slot.client.help')}
        error={error}
        value={seed}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setSeed(event.currentTarget.value.replaceAll(/[^!-~]/g, ''))}
      />
      <Button type="submit" look="line" size={40} className="w-full" isBusy={isBusy}>
        {t('slot.renew')}
      </Button>
    </form>
  );
}

function CheckSpins({ decimals }: { decimals: number }) {
  const t = useText(slotTexts);
  const { data } = useCall(listSpins, { query: { size: CHECKED_SPINS } });
  const [result, setResult] = useState<{ right: number; wrong: number }>();
  const opened = data?.content.filter((spin) => spin.seed !== null) ?? [];
  return (
    <div className="mt-5 border-t border-line pt-4">
      <Button
        look="ink"
        size={40}
        className="w-full"
        icon={<ShieldCheck size={16} />}
        disabled={opened.length === 0}
        onClick={() => setResult(countRight(opened, decimals))}
      >
        {opened.length === 0 ? t('slot.check.none') : t('slot.check')}
      </Button>
      <output className="mt-2 block text-center text-13 font-semibold">
        {result && (result.wrong === 0 ? t('slot.checked', { count: result.right }) : t('slot.wrong', { count: result.wrong }))}
      </output>
    </div>
  );
}

function countRight(spins: readonly SlotSpin[], decimals: number): { right: number; wrong: number } {
  const checks = spins.flatMap((spin) => checkSpin(spin, decimals) ?? []);
  const right = checks.filter(isSpinRight).length;
  return { right, wrong: checks.length - right };
}
