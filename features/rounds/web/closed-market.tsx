// In place of the chart while an option's market is closed: since nothing moves, it says when it opens again.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { MoonIcon } from 'lucide-react';
import type { TradeOption } from '../contract.ts';
import { roundsTexts } from './rounds-texts.ts';

export function ClosedMarket({ option, height }: { option: TradeOption; height: string }) {
  const t = useText(roundsTexts);
  const words = useWords();
  return (
    <div className="flex flex-col items-center justify-center gap-2 px-6 text-center" style={{ height }} data-testid="closed-market">
      <MoonIcon size={28} className="text-mute" aria-hidden="true" />
      <p className="text-16 font-bold">
        {option.holiday === null ? t('bet.closed.title') : t('bet.closed.holiday', { name: words(option.holiday) })}
      </p>
      {option.opensAt !== null && (
        <p className="text-14 font-semibold tabular-nums">{t('bet.closed.opens', { at: moment(option.opensAt, 'said') })}</p>
      )}
      <p className="max-w-80 text-13 text-mute">{t('bet.closed.words')}</p>
    </div>
  );
}
