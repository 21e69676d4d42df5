// What the reels came to: each line that pays with its symbol and amount, the sum, or that no line matched.
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import type { SlotGameShown, SlotSpin } from '../contract.ts';
import { winningLines } from '../spin-check.ts';
import { lineNames } from './pay-lines.tsx';
import { slotTexts } from './slot-texts.ts';
import type { StakeMath } from './stake-math.ts';
import type { Interrupted } from './use-spin.ts';

interface OutcomeProps {
  game: SlotGameShown;
  math: StakeMath;
  last: SlotSpin | undefined;
  isTurning: boolean;
  interrupted: Interrupted | undefined;
}

export function Outcome({ game, math, last, isTurning, interrupted }: OutcomeProps) {
  const t = useText(slotTexts);
  const words = useWords();
  const lines = last === undefined || isTurning ? [] : winningLines(game.slotId, last.stops);
  const title = () => {
    if (isTurning) return t('slot.turning');
    if (last === undefined) return interrupted === 'none' ? t('slot.interrupted.none') : t('slot.ready');
    return Number(last.payout) > 0 ? t('slot.won', { payout: math.shown(last.payout), unit: game.currency }) : t('slot.lost');
  };
  return (
    <div className="mt-3 min-h-21 text-center" data-testid="outcome">
      {interrupted === 'found' && !isTurning && <p className="text-12 text-warn">{t('slot.interrupted')}</p>}
      <output className={cx('block text-18 font-bold', (isTurning || last === undefined) && 'text-15 font-semibold text-sub')}>
        {title()}
      </output>
      {lines.length > 0 && last !== undefined && (
        <ul className="mt-1.5 flex flex-wrap justify-center gap-1">
          {lines.map(({ line, symbol }) => (
            <li key={line} className="rounded-4 bg-hover px-2 py-0.5 text-12 font-semibold tabular-nums">
              {t('slot.line', {
                line: t(`slot.line.${lineNames[line]}`),
                symbol: words(game.symbols[symbol].name),
                amount: math.shown(math.pays(last.point, game.symbols[symbol].pays)),
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
