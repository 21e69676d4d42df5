// The binary page with practice money: the same board, its own bets, balance and history.
import { messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { useMemo } from 'react';
import { pointMath } from '../bet-figures.ts';
import { BinaryLayout } from '../binary-layout.tsx';
import { BinaryPhone } from '../binary-phone.tsx';
import type { BoardView } from '../board-view.ts';
import { type RoundBoard, roundsOf, withStrike } from '../round-board.ts';
import { PracticeList } from './practice-list.tsx';
import { practiceTexts } from './practice-texts.ts';
import { practicePlay, startAgain, usePractice } from './use-practice.ts';

interface PracticeBoardProps {
  view: BoardView;
  /** Also of a game that is shut. */
  known: RoundBoard;
  isPhone: boolean;
}

export function PracticeBoard({ view, known, isPhone }: PracticeBoardProps) {
  const t = useText(practiceTexts);
  const { option, now } = view;
  const { point, canStartAgain, open, ...bets } = usePractice(option, now);
  const play = useMemo(() => {
    const again = async () => {
      try {
        await startAgain();
        toast({ title: t('practice.started') });
      } catch (error) {
        toast({ title: messageOf(error), kind: 'warn' });
      }
    };
    return practicePlay(canStartAgain ? again : undefined);
  }, [canStartAgain, t]);
  const rounds = roundsOf(option, known, open);
  const own: BoardView = {
    ...view,
    rounds,
    bets: { ...bets, open: withStrike(open, rounds.running) },
    available: point === undefined ? undefined : pointMath(option).text(pointMath(option).units(point)),
    play,
    mine: <PracticeList option={option} />,
  };
  return isPhone ? <BinaryPhone {...own} /> : <BinaryLayout {...own} />;
}
