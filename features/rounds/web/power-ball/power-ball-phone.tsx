// The power ball on a phone: tray, steps and markets one below the other, the slip docked at the bottom and whole in a sheet.
import { Dock } from '@maru/kit/web/ui/dock.tsx';
import { Sheet } from '@maru/kit/web/ui/overlays.tsx';
import { ChevronUpIcon } from 'lucide-react';
import { useState } from 'react';
import { pointMath } from '../bet-figures.ts';
import { clock } from './draw-ring.tsx';
import { DrawTray } from './draw-tray.tsx';
import { MarketBoard } from './market-board.tsx';
import { MyDrawBets } from './my-draw-bets.tsx';
import { PastPanel } from './past-panel.tsx';
import type { PowerBallView } from './power-ball-view.ts';
import { PlaceButton, SlipPanel } from './slip-panel.tsx';

export function PowerBallPhone({ head, ...view }: PowerBallView & { head: React.ReactNode }) {
  const { betting, now, option, slip, t } = view;
  const [isWhole, setWhole] = useState(false);
  const isEmpty = slip.picks.length === 0;
  const [wasEmpty, setWasEmpty] = useState(isEmpty);
  // With its last pick placed or taken out the sheet goes: what one chooses from lies under it.
  if (isEmpty !== wasEmpty) {
    setWasEmpty(isEmpty);
    if (isEmpty) setWhole(false);
  }
  const math = pointMath(option);
  const left = betting === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(betting.betCloseAt) - now) / 1000));
  return (
    <div className="flex flex-col gap-2 pb-40">
      {head}
      <DrawTray {...view} />
      <MarketBoard option={option} picks={slip.picks} isOpen isPhone isTight onToggle={slip.toggle} />
      <section className="bg-surface px-4 py-2">
        <MyDrawBets {...view} />
      </section>
      <PastPanel {...view} />
      <Dock data-testid="dock">
        <button
          type="button"
          className="touch flex h-8 w-full items-center gap-2 text-13"
          onClick={() => setWhole(true)}
          data-testid="open-slip"
        >
          <b className="font-bold">{t('slip.count', { n: slip.picks.length })}</b>
          <span className="text-mute tabular-nums">
            {t('slip.best')} {math.shown(math.text(slip.best))}
          </span>
          <span
            className="ml-auto flex items-center gap-1 font-semibold tabular-nums"
            role="timer"
            aria-label={t('ring.label', { s: left })}
          >
            {left === 0 ? t('ring.locked') : clock(left)}
            <ChevronUpIcon size={16} aria-hidden="true" className="text-mute" />
          </span>
        </button>
        <PlaceButton {...view} />
      </Dock>
      <Sheet isOpen={isWhole} onClose={() => setWhole(false)} title={t('slip.label')}>
        {isWhole && <SlipPanel {...view} />}
      </Sheet>
    </div>
  );
}
