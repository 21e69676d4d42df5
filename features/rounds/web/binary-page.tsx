// /trade and /trade/{id}: the page of timed up/down rounds, one option at a time.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { currentSite } from '@maru/kit/web/site.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { GameNotice, GameSkeleton } from '@maru/kit/web/ui/game-skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import { myWallets } from '@maru/wallet/contract.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { listTradeOptions, type TradeBet, type TradeOption } from '../contract.ts';
import { BinaryLayout } from './binary-layout.tsx';
import { BinaryPhone } from './binary-phone.tsx';
import type { BoardView } from './board-view.ts';
import { useChosenOption } from './chosen-option.ts';
import { baseOf, lengthText, OptionBar } from './option-bar.tsx';
import { moneyPlay, practise, usePractising } from './play.ts';
import { roundsOf, useBeat, useMyBets, useRounds, useTicks, withStrike } from './round-board.ts';
import { roundsTexts } from './rounds-texts.ts';
import { tellResults } from './tell-results.ts';

const loadPractice = () =>
  import('./practice/practice-board.tsx').then(
    (m) => m.PracticeBoard,
    (error: unknown) => {
      // Its switch is inside what did not come: the page would fail at every visit.
      practise(false);
      throw error;
    },
  );
const PracticeBoard = lazyArea(loadPractice, { waiting: <SkeletonBlock className="h-[60dvh]" />, isPage: true });

const REMEMBERED = 'maru.binary.option';

export function BinaryPage() {
  const t = useText(roundsTexts);
  const isPhone = useIsPhone();
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  const listed = useCall(listTradeOptions, { query: { typeArray: 'R.5,R1,R2,R5,B1,B2,B5' }, everyMs: 15_000 });
  const wanted = Number(id ?? localStorage.getItem(REMEMBERED) ?? 0);
  const { options, chosen, isAsking } = useChosenOption(listed.data?.content, { choice: id, wanted });
  useOtherTold(id === undefined || chosen?.tradeOptionId === wanted ? undefined : chosen);
  const choose = (option: TradeOption) => {
    localStorage.setItem(REMEMBERED, String(option.tradeOptionId));
    void navigate({ to: '/trade/$id', params: { id: String(option.tradeOptionId) }, replace: true });
  };
  // One poll that failed takes nobody's board away.
  if (listed.data === undefined && listed.isError)
    return (
      <GameNotice>
        <FailingState
          title={t('bet.failed.rounds')}
          error={listed.error}
          onRetry={() => void listed.refetch()}
          isRetrying={listed.isFetching}
        />
      </GameNotice>
    );
  if (chosen === undefined && listed.data !== undefined && !isAsking)
    return (
      <GameNotice>
        <EmptyState
          title={t('rounds.none')}
          actions={
            <OwnLink href="/dnw_history/binary_list" className={buttonClass('line', 40)}>
              {t('bet.history.title')}
            </OwnLink>
          }
        />
      </GameNotice>
    );
  if (chosen === undefined)
    return <GameSkeleton label={t('rounds.title')} panels={['h-[max(544px,calc(100dvh-356px))] max-laptop:h-[400px]', 'h-[236px]']} />;
  return (
    // On a wide screen the ticket's column begins beside the bar, as the pictures have it.
    <main
      id="page"
      className={cx('gap-1 bg-bg py-1', isPhone ? 'flex flex-col' : 'grid grid-cols-[minmax(0,1fr)_320px] grid-rows-[48px_auto]')}
      data-testid="binary"
    >
      <h1 className="sr-only">{t('rounds.title')}</h1>
      <OptionBar options={options} chosen={chosen} onChoose={choose} isPhone={isPhone} />
      <Board key={chosen.tradeOptionId} option={chosen} isPhone={isPhone} />
    </main>
  );
}

/** Whoever came by the address of a game that is not offered is told that this is another one. */
function useOtherTold(shown: TradeOption | undefined): void {
  const t = useText(roundsTexts);
  const navigate = useNavigate();
  const tell = useEffectEvent(() => {
    if (shown === undefined) return;
    const name = `${baseOf(shown)} ${lengthText(t, shown.durationSeconds, false)}`;
    toast({ title: t('rounds.other'), line: t('rounds.other.line', { name }), kind: 'notice' });
    // The address is of what is shown: over a reload too, and so that the one asked for can be chosen once it is offered.
    void navigate({ to: '/trade/$id', params: { id: String(shown.tradeOptionId) }, replace: true });
  });
  const isOther = shown !== undefined;
  useEffect(() => {
    if (isOther) tell();
  }, [isOther]);
}

/** One option's rounds; another option is another board. */
function Board({ option, isPhone }: { option: TradeOption; isPhone: boolean }) {
  const t = useText(roundsTexts);
  const now = useBeat();
  const ticks = useTicks(option.stock);
  const known = useRounds(option, now);
  const [shown, setShown] = useState<number | undefined>();
  const tellResult = useCallback((settled: readonly TradeBet[]) => tellResults(option, settled, t), [option, t]);
  const bets = useMyBets(option, tellResult);
  const wallets = useCall(myWallets, { staleMs: 60_000 });
  const last = ticks.at(-1)?.price;
  const rounds = roundsOf(option, known, bets.open);
  const open = withStrike(bets.open, rounds.running);
  const isPractice = currentSite().feed !== 'binance';
  const isPractising = usePractising();
  const view: BoardView = {
    option,
    rounds,
    ticks,
    now,
    last,
    bets: { ...bets, open },
    available: wallets.data?.BINARY?.point,
    shown,
    onShow: setShown,
    isPractice,
    play: moneyPlay,
    proven: bets.past,
  };
  // Real buttons never come under a finger that practises: who is led to them has asked for them.
  if (isPractising && !option.hasPractice)
    return (
      <EmptyState
        title={t('practice.over')}
        actions={
          <Button size={40} onClick={() => practise(false)}>
            {t('practice.toReal')}
          </Button>
        }
      />
    );
  if (isPractising) return <PracticeBoard view={view} known={known} isPhone={isPhone} />;
  return isPhone ? <BinaryPhone {...view} /> : <BinaryLayout {...view} />;
}
