// The power ball on a desk: head, tray, board and past rounds at the left; ring, slip and own bets in one column at the right.
// The board may be longer than the screen: the slip with its button stays in sight, under the header.
import { DrawRing } from './draw-ring.tsx';
import { DrawTray } from './draw-tray.tsx';
import { MarketBoard } from './market-board.tsx';
import { MyDrawBets } from './my-draw-bets.tsx';
import { PastPanel } from './past-panel.tsx';
import type { PowerBallView } from './power-ball-view.ts';
import { SlipPanel } from './slip-panel.tsx';

export function PowerBallLayout({ head, ...view }: PowerBallView & { head: React.ReactNode }) {
  const { betting, now, option, slip, isTight } = view;
  return (
    <div className="flex min-h-[calc(100dvh-64px)] items-stretch gap-1">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {head}
        <DrawTray {...view} />
        <MarketBoard option={option} picks={slip.picks} isOpen isPhone={false} isTight={isTight} onToggle={slip.toggle} />
        <PastPanel {...view} />
      </div>
      <aside className="flex w-80 shrink-0 flex-col rounded-8 bg-surface p-3">
        {betting === undefined ? <div className="h-28" /> : <DrawRing round={betting} now={now} />}
        <div className="mt-2 flex-1 pb-4">
          <div className="sticky top-15">
            <SlipPanel {...view} />
          </div>
        </div>
        <MyDrawBets {...view} />
      </aside>
    </div>
  );
}
