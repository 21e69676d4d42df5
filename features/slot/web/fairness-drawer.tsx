// The fairness drawer: the seal in use and the next one, one's own seed, a new seed that opens the seal, and the check of opened spins on this device.
import { pointDecimals } from '@maru/kit/contract/point-decimals.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { fileMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { saveFile } from '@maru/kit/web/save-file.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Sheet } from '@maru/kit/web/ui/overlays.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { checkSlot, listSpins, renewSlotSeed, type SlotSpin } from '../contract.ts';
import { checkSpin, isSpinRight } from '../spin-check.ts';
import { spinFile } from '../spin-file.ts';
import { slotTexts } from './slot-texts.ts';

const PAGE = 100;
/** Pages that one check reads at most. */
const PAGES = 100;

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
  const [seed, setSeed] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [opened, setOpened] = useState<{ seed: string; seal: string }>();
  const renew = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const { shown, now } = await call(renewSlotSeed, { body: seed === '' ? {} : { clientSeed: seed } });
      // The seed was sealed before the member chose its own beside it: what was shown must be what is used.
      const isKept = nextSeal === undefined || now.seal === nextSeal;
      toast(
        isKept
          ? { title: t('slot.renewed'), line: t('slot.renewed.words'), kind: 'done' }
          : { title: t('slot.renewed.other'), line: now.seal, kind: 'danger' },
      );
      setOpened(shown);
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
      {opened && (
        <dl className="mt-4 space-y-3 text-13">
          <Line label={t('slot.opened')} value={opened.seed} />
          <Line label={t('slot.opened.seal')} value={opened.seal} />
        </dl>
      )}
    </form>
  );
}

/** All spins there are, newest first. */
async function allSpins(): Promise<SlotSpin[]> {
  const spins: SlotSpin[] = [];
  for (let page = 0; page < PAGES; page++) {
    const { content, totalElements } = await call(listSpins, { query: { page: String(page), size: String(PAGE) } });
    spins.push(...content);
    if (content.length < PAGE || spins.length >= totalElements) break;
  }
  return spins;
}

type Checked = { right: number; wrong: number; opened: readonly SlotSpin[] };

function CheckSpins() {
  const t = useText(slotTexts);
  const { code, binaryCurrency: currency } = useSite();
  const decimals = pointDecimals(currency);
  const [busy, setBusy] = useState<'check' | 'save'>();
  const [words, setWords] = useState('');
  const read = async (kind: 'check' | 'save', then: (checked: Checked) => string) => {
    setBusy(kind);
    try {
      setWords(then(countRight(await allSpins(), decimals)));
    } catch (thrown) {
      setWords(messageOf(thrown));
    } finally {
      setBusy(undefined);
    }
  };
  const told = ({ right, wrong, opened }: Checked) => {
    if (opened.length === 0) return t('slot.check.none');
    return wrong === 0 ? t('slot.checked', { count: right }) : t('slot.wrong', { count: wrong });
  };
  const saved = (checked: Checked) => {
    if (checked.opened.length === 0) return t('slot.check.none');
    const file = JSON.stringify(spinFile({ site: code, currency, decimals }, checked.opened), undefined, 1);
    saveFile(`maru-spins-${fileMoment(Date.now())}.json`, new Blob([file], { type: 'application/json' }));
    return t('slot.saved', { count: checked.opened.length });
  };
  return (
    <div className="mt-5 border-t border-line pt-4">
      <Button
        look="ink"
        size={40}
        className="w-full"
        icon={<ShieldCheck size={16} />}
        isBusy={busy === 'check'}
        onClick={() => void read('check', told)}
      >
        {t('slot.check')}
      </Button>
      <Button
        size={40}
        className="mt-2 w-full"
        icon={<Download size={16} />}
        isBusy={busy === 'save'}
        onClick={() => void read('save', saved)}
      >
        {t('slot.save')}
      </Button>
      <output className="mt-2 block min-h-5 text-center text-13 font-semibold">{words}</output>
    </div>
  );
}

function countRight(spins: readonly SlotSpin[], decimals: number): Checked {
  const opened = spins.filter(({ seed }) => seed !== null);
  const right = opened.filter((spin) => {
    const check = checkSpin(spin, decimals);
    return check !== undefined && isSpinRight(check);
  }).length;
  return { right, wrong: opened.length - right, opened };
}
