// One spin in a list: sealed or checked on this device, its stake, the lines that paid, and what it brought.
import { pointDecimals, shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { CircleCheck, CircleX, Lock } from 'lucide-react';
import type { SlotSpin } from '../contract.ts';
import { checkSpin, isSpinRight } from '../spin-check.ts';
import { slotTexts } from './slot-texts.ts';

export function SpinRow({ spin }: { spin: SlotSpin }) {
  const t = useText(slotTexts);
  const { binaryCurrency } = useSite();
  const decimals = pointDecimals(binaryCurrency);
  const shown = shownDecimals(binaryCurrency);
  return (
    <li className="flex min-h-12 items-center justify-between gap-3 border-b border-grid py-1.5 last:border-0">
      <span className="min-w-0">
        <span className="flex items-center gap-1.5 text-13 font-semibold">
          <SpinMark spin={spin} decimals={decimals} />
          <Amount value={spin.point} decimals={shown} />
        </span>
        <span className="block text-12 leading-4 text-mute tabular-nums">
          {t('slot.number', { serial: spin.serial, nonce: spin.nonce + 1 })}
          {spin.time && (
            <>
              {' · '}
              <TableTime at={spin.time} />
            </>
          )}
        </span>
      </span>
      <span className="text-right">
        <Amount value={spin.profit} decimals={shown} sign className="block text-13 font-semibold" />
        <span className="block text-12 leading-4 text-mute">{t(Number(spin.payout) > 0 ? 'slot.hit.one' : 'slot.miss.one')}</span>
      </span>
    </li>
  );
}

function SpinMark({ spin, decimals }: { spin: SlotSpin; decimals: number }) {
  const t = useText(slotTexts);
  const check = checkSpin(spin, decimals);
  const isRight = check !== undefined && isSpinRight(check);
  const [Mark, tone, words] =
    check === undefined
      ? [Lock, 'text-mute', t('slot.sealed')]
      : isRight
        ? [CircleCheck, 'text-green', t('slot.right')]
        : [CircleX, 'text-danger', t('slot.bad')];
  return (
    <>
      <Mark size={14} aria-hidden="true" className={cx('shrink-0', tone)} />
      <span className="sr-only">{words}</span>
    </>
  );
}
