// Closes a position at market and says what: quantity and expected result. It asks first, or by choice is held; a slip of the hand does neither.
import { percentOf as lotsPercent } from '@maru/engine/futures/max-open.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import { type ButtonSize, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { HoldButton } from '@maru/kit/web/ui/hold-button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { Menu, type MenuItem } from '@maru/kit/web/ui/overlays.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { PositionNow } from './account-now.ts';
import { closingResult } from './close-outlook.ts';
import { futuresTexts } from './futures-texts.ts';
import { quantityText } from './instrument.ts';
import { askToClose, closeAtMarket } from './position-commands.ts';
import { amount, directionOfAmount, size } from './shown-figures.ts';
import { readTicketPrefs } from './ticket-prefs.ts';

export const closeShares = [25, 50, 100] as const;

/** What a share of a position is: the whole of it has no rounding. */
export const shareOf = (lots: number, percent: number): number => (percent === 100 ? lots : lotsPercent(lots, percent));

interface CloseButtonProps {
  p: PositionNow;
  percent: number;
  /** Before the figures. */
  name: string;
  height: ButtonSize;
  className?: string;
}

export function CloseButton({ p, percent, name, height, className }: CloseButtonProps) {
  const t = useText(futuresTexts);
  const isHeld = usePrefs((prefs) => readTicketPrefs(prefs.layout).closing === 'hold');
  const { instrument: i, held } = p;
  const lots = shareOf(held.lots, percent);
  const result = closingResult(p, lots);
  const [quantity, gain] = [size(i, lots), amount(result, true)];
  const says = {
    // What it shows comes first: who speaks to the screen says that.
    'aria-label': t(isHeld ? 'close.sayHold' : 'close.say', { shown: `${name} ${quantity} ${gain}`, base: i.option.base }),
    title: t(isHeld ? 'close.holdHelp' : 'close.help'),
    className: buttonClass('line', height, cx('gap-1.5', className)),
  };
  const words = (
    <>
      {`${name} ${quantity} `}
      <span className={directionClass(directionOfAmount(result))}>{gain}</span>
    </>
  );
  if (isHeld)
    return (
      <HoldButton {...says} onHeld={() => void closeAtMarket(p, quantityText(i, lots))}>
        {words}
      </HoldButton>
    );
  return (
    <button type="button" {...says} onClick={() => askToClose(p.position.futuresPositionId, false, percent)}>
      {words}
    </button>
  );
}

/** The share to close beside its button, in a row of the table; as a menu, with the limit order below, where a row has no room for both. */
export function CloseWithShare({ p, isMenu = false }: { p: PositionNow; isMenu?: boolean }) {
  const t = useText(futuresTexts);
  const [percent, setPercent] = useState<(typeof closeShares)[number]>(100);
  return (
    <>
      {isMenu ? (
        <Menu
          items={closeShares
            .filter((share) => shareOf(p.held.lots, share) > 0)
            .map(
              (share): MenuItem => ({
                key: String(share),
                label: `${share}%`,
                isChosen: share === percent,
                onChoose: () => setPercent(share),
              }),
            )
            .concat({ key: 'limit', label: t('close.limit'), onChoose: () => askToClose(p.position.futuresPositionId, true, percent) })}
          trigger={
            <button type="button" aria-label={t('close.shareNow', { percent })} className={buttonClass('quiet', 24, 'gap-0.5 px-1')}>
              {percent}% <ChevronDown size={12} aria-hidden="true" />
            </button>
          }
        />
      ) : (
        <Segment
          isTiny
          label={t('close.share')}
          value={String(percent)}
          onChange={(value) => setPercent(closeShares.find((share) => String(share) === value) ?? 100)}
          items={closeShares.map((share) => ({
            value: String(share),
            label: `${share}%`,
            disabled: shareOf(p.held.lots, share) === 0,
          }))}
        />
      )}
      {/* Wide enough for most results, so that the rows' buttons stand beneath each other. */}
      <CloseButton p={p} percent={percent} name={t('act.close')} height={24} className="min-w-30" />
    </>
  );
}
