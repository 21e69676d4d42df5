// The member's spins, newest first, each with whether it could be worked out again on this device.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { CircleCheck, CircleX, Lock } from 'lucide-react';
import type { SlotSpin } from '../contract.ts';
import { checkSpin, isSpinRight } from '../spin-check.ts';
import { slotTexts } from './slot-texts.ts';

export function SpinList({ spins, unit, decimals }: { spins: readonly SlotSpin[]; unit: string; decimals: number }) {
  const t = useText(slotTexts);
  return (
    <ul className="divide-y divide-line">
      {spins.map((spin) => (
        <li key={spin.spinId} className="flex min-h-12 items-center justify-between gap-3 py-1.5">
          <span className="min-w-0">
            <span className="flex items-center gap-1.5 text-13 leading-5 font-semibold">
              <SpinMark spin={spin} decimals={decimals} />
              <Amount value={spin.point} decimals={2} unit={unit} />
            </span>
            <span className="block text-12 leading-4 text-mute">
              {t('slot.number', { serial: spin.serial, nonce: spin.nonce + 1 })}
              {spin.time && (
                <>
                  {' · '}
                  <TableTime at={spin.time} />
                </>
              )}
            </span>
          </span>
          <Amount value={spin.profit} decimals={2} sign className="text-13 font-semibold" />
        </li>
      ))}
    </ul>
  );
}

function SpinMark({ spin, decimals }: { spin: SlotSpin; decimals: number }) {
  const t = useText(slotTexts);
  const check = checkSpin(spin, decimals);
  if (check === undefined) return <Lock size={14} className="shrink-0 text-mute" aria-label={t('slot.sealed')} />;
  return isSpinRight(check) ? (
    <CircleCheck size={14} className="shrink-0 text-green" aria-label={t('slot.right')} />
  ) : (
    <CircleX size={14} className="shrink-0 text-danger" aria-label={t('slot.bad')} />
  );
}
