// /powerball: one power ball at a time, by its length; the board, how it is drawn, and the member's own record.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Sheet } from '@maru/kit/web/ui/overlays.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { GameNotice, GameSkeleton } from '@maru/kit/web/ui/game-skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useMedia } from '@maru/kit/web/use-width.ts';
import { useEffect, useState } from 'react';
import { listTradeOptions, type TradeOption } from '../../contract.ts';
import { useBeat, useRounds } from '../round-board.ts';
import { DrawProofSheet } from './draw-proof.tsx';
import { HowPage } from './how-page.tsx';
import { MyRecord } from './my-record.tsx';
import { PowerBallLayout } from './power-ball-layout.tsx';
import { PowerBallPhone } from './power-ball-phone.tsx';
import { powerBallTexts } from './power-ball-texts.ts';
import { dropGoneSlips } from './slip-draft.ts';
import { useDrawBets } from './use-draw-bets.ts';
import { useDraws } from './use-draws.ts';
import { useSlip } from './use-slip.ts';

const REMEMBERED = 'maru.powerball.option';
const views = ['board', 'how', 'record'] as const;
type View = (typeof views)[number];

export function PowerBallPage() {
  const t = useText(powerBallTexts);
  // The slip beside the board wants a desk's width.
  const isPhone = useMedia('(max-width: 1023.98px)');
  const [wanted, setWanted] = useState(() => Number(localStorage.getItem(REMEMBERED) ?? 0));
  const [view, setView] = useState<View>('board');
  const [shown, setShown] = useState<number | undefined>();
  const listed = useCall(listTradeOptions, { query: { typeArray: 'P1,P2,P5' }, everyMs: 15_000 });
  const options = listed.data?.content ?? [];
  const listedIds = listed.data?.content.map(({ tradeOptionId }) => tradeOptionId).join(',');
  useEffect(() => {
    if (listedIds !== undefined && dropGoneSlips(listedIds.split(',').map(Number))) toast({ title: t('slip.goneOption'), kind: 'warn' });
  }, [listedIds, t]);
  const chosen = options.find(({ tradeOptionId }) => tradeOptionId === wanted) ?? options[0];
  const choose = (id: string) => {
    localStorage.setItem(REMEMBERED, id);
    setWanted(Number(id));
  };
  if (listed.data === undefined && listed.isError)
    return (
      <GameNotice>
        <FailingState title={t('pb.failed')} error={listed.error} onRetry={() => void listed.refetch()} isRetrying={listed.isFetching}>
          {t('pb.failed.words')}
        </FailingState>
      </GameNotice>
    );
  if (listed.data === undefined)
    return <GameSkeleton label={t('pb.title')} panels={['h-[192px] max-laptop:h-[320px]', 'h-96', 'h-[200px]']} />;
  return (
    <main id="page" className="flex flex-col gap-1 bg-bg py-1" data-testid="powerball">
      <h1 className="sr-only">{t('pb.title')}</h1>
      {chosen === undefined ? (
        <section className="rounded-8 bg-surface py-16">
          <EmptyState
            title={t('pb.none')}
            actions={
              <OwnLink href="/dnw_history/binary_list" className={buttonClass('line', 40)}>
                {t('pb.none.record')}
              </OwnLink>
            }
          >
            {t('pb.none.words')}
          </EmptyState>
        </section>
      ) : view === 'board' ? (
        <Board
          key={chosen.tradeOptionId}
          option={chosen}
          isPhone={isPhone}
          onShow={setShown}
          head={<Head {...{ options, chosen, view, isPhone }} onChoose={choose} onView={setView} />}
        />
      ) : (
        <>
          <Head {...{ options, chosen, view, isPhone }} onChoose={choose} onView={setView} />
          <Told option={chosen} />
          {view === 'how' ? <HowPage option={chosen} /> : <MyRecord option={chosen} onShow={setShown} />}
        </>
      )}
      <Sheet
        isOpen={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={t('record.show')}
        side={isPhone ? 'bottom' : 'right'}
        className="w-[min(420px,100vw)]!"
      >
        {shown !== undefined && <DrawProofSheet tradeRoundId={shown} />}
      </Sheet>
    </main>
  );
}

interface HeadProps {
  options: readonly TradeOption[];
  chosen: TradeOption;
  view: View;
  isPhone: boolean;
  onChoose(id: string): void;
  onView(view: View): void;
}

function Head({ options, chosen, view, isPhone, onChoose, onView }: HeadProps) {
  const t = useText(powerBallTexts);
  const words = { board: t('pb.title'), how: t('pb.how'), record: t('pb.record') };
  return (
    <div className={cx('flex h-12 items-center justify-between gap-2 bg-surface', isPhone ? 'px-4' : 'rounded-8 pr-2.5 pl-4')}>
      <nav
        aria-label={t('pb.views')}
        className={cx(
          'flex h-full min-w-0 items-center overflow-x-auto whitespace-nowrap [scrollbar-width:none]',
          isPhone ? 'gap-3' : 'gap-4',
        )}
      >
        {views.map((each) => (
          <button
            key={each}
            type="button"
            aria-current={each === view ? 'page' : undefined}
            onClick={() => onView(each)}
            className={cx('touch text-14', each === view ? 'font-bold text-text' : 'text-sub hover:text-text')}
          >
            {words[each]}
          </button>
        ))}
      </nav>
      <Segment<string>
        className="shrink-0"
        label={t('pb.length')}
        value={String(chosen.tradeOptionId)}
        onChange={onChoose}
        items={options.map(({ tradeOptionId, durationSeconds }) => ({
          value: String(tradeOptionId),
          label: t(isPhone ? 'pb.short' : 'pb.minutes', { n: durationSeconds / 60 }),
        }))}
      />
    </div>
  );
}

/** Away from the board results are told as they come. */
function Told({ option }: { option: TradeOption }) {
  useDrawBets(option);
  return null;
}

interface BoardProps {
  option: TradeOption;
  isPhone: boolean;
  onShow(tradeRoundId: number | undefined): void;
  head: React.ReactNode;
}

/** One option's draws; another option is another board. */
function Board({ option, isPhone, onShow, head }: BoardProps) {
  const t = useText(powerBallTexts);
  const isTight = useMedia('(max-width: 1439.98px)');
  const now = useBeat();
  const rounds = useRounds(option, now);
  const { betting } = rounds;
  const draws = useDraws(option, betting, now);
  const bets = useDrawBets(option, draws.show.tradeRoundId, betting?.tradeRoundId);
  const slip = useSlip(option);
  if (rounds.isFailing && betting === undefined)
    return (
      <>
        {head}
        <section className="bg-surface py-16 laptop:rounded-8">
          <FailingState title={t('pb.failed')} onRetry={rounds.retry}>
            {t('pb.failed.words')}
          </FailingState>
        </section>
      </>
    );
  const view = { option, betting, draws, bets, slip, now, isPhone, isTight, onShow, t };
  return isPhone ? <PowerBallPhone {...view} head={head} /> : <PowerBallLayout {...view} head={head} />;
}
