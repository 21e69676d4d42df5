// The check of opened spins on this device, and their file.
import { pointDecimals } from '@maru/kit/contract/point-decimals.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { fileMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { saveFile } from '@maru/kit/web/save-file.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { listSpins, type SlotSpin } from '../contract.ts';
import { checkSpin, isSpinRight } from '../spin-check.ts';
import { spinFile } from '../spin-file.ts';
import { slotTexts } from './slot-texts.ts';

const PAGE = 100;
/** Pages that one check reads at most. */
const PAGES = 100;

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

export function CheckSpins() {
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
