// /slot/{id}: the reels and their lines, the pay table, the ticket, one's spins by day, and the seal they all follow from.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Failure } from '@maru/kit/web/failure.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { readAmount, tabDrafts } from '@maru/kit/web/tab-drafts.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Dock } from '@maru/kit/web/ui/dock.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { GameNotice, GameSkeleton } from '@maru/kit/web/ui/game-skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { useMedia } from '@maru/kit/web/use-width.ts';
import { myWallets } from '@maru/wallet/contract.ts';
import { useParams } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { checkSlot, getSlot, type SlotGameShown, type SlotSpin } from '../contract.ts';
import { LossRuler } from './loss-ruler.tsx';
import { MySpins } from './my-spins.tsx';
import { Outcome } from './outcome.tsx';
import { PayTable } from './pay-table.tsx';
import { SlotBoard, useIsCalm } from './slot-board.tsx';
import { RecentSpins } from './recent-spins.tsx';
import { slotTexts } from './slot-texts.ts';
import { SpinTicket } from './spin-ticket.tsx';
import { stakeMath } from './stake-math.ts';
import { useSpin } from './use-spin.ts';

const FairnessDrawer = lazyArea(() => import('./fairness-drawer.tsx').then((m) => m.FairnessDrawer));
const stakeDrafts = tabDrafts<string>('maru.slot.stakes', readAmount);
/** What stands in the window before the first spin: a place of the reels that pays nothing. */
const STILL = [0, 17, 10];

interface SlotPageProps {
  /** For whoever else counts what was staked and won. */
  onSpun(spin: SlotSpin): void;
}

export function SlotPage({ onSpun }: SlotPageProps) {
  const t = useText(slotTexts);
  const { id = '1' } = useParams({ strict: false });
  const { data, error, isFetching, refetch: retry } = useCall(getSlot, { query: { slotId: id } });
  if (data !== undefined) return <SlotSpace key={data.slotId} game={data} onSpun={onSpun} />;
  if (error instanceof Failure && error.code === 'PRODUCT_OFF') return <ClosedGame />;
  if (error)
    return (
      <GameNotice>
        <FailingState title={t('slot.failed')} error={error} onRetry={() => void retry()} isRetrying={isFetching}>
          {t('slot.failed.words')}
        </FailingState>
      </GameNotice>
    );
  return <GameSkeleton label={t('slot.title')} panels={['h-[620px]']} isHeadWide />;
}

/** A site that switched the slot off still shows what was spun, and opens its seals. */
function ClosedGame() {
  const t = useText(slotTexts);
  const [isFairOpen, setFairOpen] = useState(false);
  return (
    <main id="page" className="mx-auto w-full max-w-[720px] px-4 py-6">
      <EmptyState title={t('slot.off')} actions={<Button onClick={() => setFairOpen(true)}>{t('slot.fair')}</Button>}>
        {t('slot.off.words')}
      </EmptyState>
      <MySpins last={undefined} />
      {isFairOpen && <FairnessDrawer onClose={() => setFairOpen(false)} />}
    </main>
  );
}

function SlotSpace({ game, onSpun }: SlotPageProps & { game: SlotGameShown }) {
  const isPhone = useMedia('(max-width: 1023.98px)');
  const isCalm = useIsCalm();
  const math = useMemo(() => stakeMath(game), [game]);
  const { last, errorWords, phase, interrupted, spin } = useSpin(game.slotId, isCalm, onSpun);
  const [isFairOpen, setFairOpen] = useState(false);
  const name = String(game.slotId);
  const point = stakeDrafts.use(name) ?? math.text(Math.max(math.units(game.minPoint), math.units(String(math.one))));
  const setPoint = (next: string) => stakeDrafts.change(name, () => next);
  const { data: wallets } = useCall(myWallets, { staleMs: 30_000 });
  const { data: check } = useCall(checkSlot);
  const isTurning = phase !== 'still';
  const balance = useHeldBalance(wallets?.BINARY?.point, isTurning);
  const available = isTurning && balance !== undefined ? math.text(Math.max(0, math.units(balance) - math.units(point))) : balance;
  const onSpin = useCallback(() => void spin(point), [spin, point]);
  const ticket = {
    game,
    math,
    point,
    setPoint,
    available,
    restriction: check?.reason ?? null,
    refused: errorWords,
    isTurning,
    isPhone,
    onSpin,
  };
  const board = (
    <section className="flex flex-col justify-center bg-surface p-4 tablet:rounded-8">
      <div className={`mx-auto w-full ${isPhone ? 'max-w-[560px]' : 'max-w-[clamp(420px,calc(100dvh-404px),680px)]'}`}>
        <SlotBoard game={game} stops={last?.stops ?? STILL} phase={phase} hasResult={last !== undefined} />
        <Outcome {...{ game, math, last, isTurning, interrupted }} />
      </div>
    </section>
  );
  const spins = <MySpins last={isTurning ? undefined : last} />;
  const fair = <SealLine seal={check?.seal} onOpen={() => setFairOpen(true)} />;
  return (
    <main id="page" className="flex flex-col gap-1 bg-bg py-1" data-testid="slot">
      <Head game={game} isPhone={isPhone} onFair={() => setFairOpen(true)} />
      {isPhone ? (
        <div className="flex flex-col gap-2 pb-52">
          {board}
          <section className="bg-surface px-4 py-3">
            <LossRuler math={math} />
          </section>
          <PayTable {...{ game, math, point }} />
          <section className="bg-surface px-4 py-3">{spins}</section>
          <section className="bg-surface px-4 py-3">{fair}</section>
          <Dock data-testid="dock">
            <SpinTicket {...ticket} />
          </Dock>
        </div>
      ) : (
        <div className="flex min-h-[calc(100dvh-116px)] items-stretch gap-1">
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <div className="flex flex-1 gap-1 max-wide:flex-col [&>*]:flex-1">
              {board}
              <PayTable {...{ game, math, point }} />
            </div>
            <RecentSpins game={game} last={isTurning ? undefined : last} />
          </div>
          {/* As high as the rest: a long list scrolls in itself and pushes nothing out of sight. */}
          <aside className="relative w-80 shrink-0 rounded-8 bg-surface">
            <div className="scroll-thin absolute inset-0 flex flex-col gap-3 overflow-y-auto p-3">
              <SpinTicket {...ticket} />
              <LossRuler math={math} />
              {fair}
              {spins}
            </div>
          </aside>
        </div>
      )}
      {isFairOpen && <FairnessDrawer onClose={() => setFairOpen(false)} />}
    </main>
  );
}

/** The wallet may be told of a win before the reels stand: it is shown when they do. */
function useHeldBalance(now: string | undefined, isTurning: boolean): string | undefined {
  const [held, setHeld] = useState(now);
  if (!isTurning && held !== now) setHeld(now);
  return held;
}

function Head({ game, isPhone, onFair }: { game: SlotGameShown; isPhone: boolean; onFair(): void }) {
  const t = useText(slotTexts);
  const words = useWords();
  return (
    <div className={`flex h-12 items-center justify-between gap-2 bg-surface ${isPhone ? 'px-4' : 'rounded-8 pr-2.5 pl-4'}`}>
      <div className="flex min-w-0 items-center gap-3 whitespace-nowrap">
        <OwnLink href="/slot" className="touch text-14 text-sub hover:text-text">
          {t('slot.all')}
        </OwnLink>
        <h1 className="text-14 font-bold">{words(game.name)}</h1>
        {!isPhone && (
          <>
            <Badge>{t('slot.return', { percent: game.returnPercent })}</Badge>
            <Badge>{t('slot.hit', { percent: figure(game.hitPercent, { decimals: 2 }) })}</Badge>
            <Badge>{t('slot.most', { times: game.mostPays })}</Badge>
          </>
        )}
      </div>
      <Button size={32} icon={<ShieldCheck size={16} />} onClick={onFair}>
        {t('slot.fair')}
      </Button>
    </div>
  );
}

/** The seal stands beside the ticket, before every spin. */
function SealLine({ seal, onOpen }: { seal: string | undefined; onOpen(): void }) {
  const t = useText(slotTexts);
  return (
    <button
      type="button"
      onClick={onOpen}
      className="touch flex w-full items-center gap-2 border-y border-line py-2 text-left"
      data-testid="seal"
    >
      <ShieldCheck size={18} aria-hidden="true" className="shrink-0 text-green" />
      <span className="min-w-0">
        <span className="block text-12 font-semibold">{t('slot.seal.stands')}</span>
        <span className="block truncate text-11 text-mute">
          {seal === undefined ? '—' : `sha256 ${seal.slice(0, 8)} ${seal.slice(8, 16)} … ${seal.slice(-8)}`}
        </span>
      </span>
    </button>
  );
}
