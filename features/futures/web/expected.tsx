// What closing is expected to bring: the price's part less the fee, which stands beside it.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { openedTexts } from './opened-texts.ts';
import { amount, directionOfAmount } from './shown-figures.ts';

/** micro-USDT. */
export function Expected({ realized, fee }: { realized: number; fee: number }) {
  const t = useText(openedTexts);
  return (
    <p className="flex justify-between border-t border-line pt-3 text-13 text-mute">
      <span>
        {t('close.expect')} <span className="text-12">· {t('close.feeIncluded', { fee: amount(fee) })}</span>
      </span>
      <b className={`font-semibold ${directionClass(directionOfAmount(realized - fee))}`} data-testid="close-expected">
        {amount(realized - fee, true)} USDT
      </b>
    </p>
  );
}
